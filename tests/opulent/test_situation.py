"""Positions in files: what is written is read again, what cannot be is named, and nobody peeks at a deck."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from analysis.advising import advise
from reports.advising import Wording
from reports.cli import output
from reports.cli.advise import Question
from reports.cli.advise_file import write_position
from sim import registry
from sim.block import Plan
from sim.errors import BadInput
from sim.futures import play_futures
from sim.games.opulent import names
from sim.moments import play_turn, read_game
from sim.policy import parse_team
from sim.position import Position
from sim.reaching import reach
from sim.situation import Situation, read_situation
from tests.opulent import conservation

SEED = 7
#: What is left over in the table from a finished turn and set anew before it is read.
SCRATCH = {
    "event", "served", "drink", "staying", "skipped", "entering", "dice_n", "dice_face", "dice_on", "loose",
    "dice_left", "moves_left", "cards_drawn", "drawn_from", "played", "played_n", "song_kind", "song_at",
    "notes_wanted", "to_pay", "to_give", "bar_dice", "section_drink", "difficulty", "points", "shielded", "actions",
    "last_call_now", "hard", "edwards_orders", "edwards_drink",
}  # fmt: skip


def plan_of(scenario: str, policy: str = "rulebook", seed: int = SEED) -> Plan:
    game = registry.load_game("opulent")
    return Plan("opulent", registry.resolve(game, scenario), parse_team(game, policy), seed)


def written(plan: Plan, index: int, played, turn, asked, folder: Path) -> tuple[Position, Path]:
    """Return the position of a decision, and the file it was written to."""
    position = Position(plan, index, turn.number - 1)
    wording = Wording(registry.load_game("opulent"), played.header)
    path = folder / "written.toml"
    write_position(Question(plan, position, turn, asked, wording, "", "rulebook", "", asked.index), path)
    return position, path


@pytest.fixture(autouse=True)
def no_notes(monkeypatch):
    monkeypatch.setattr(output, "note", lambda text: None)


@pytest.mark.parametrize("scenario", ["1921", "1922", "1924", "1926", "1929"])
def test_a_position_written_and_read_is_the_same_and_has_the_same_futures(tmp_path, scenario):
    plan = plan_of(scenario)
    game = registry.load_game("opulent")
    played = read_game(plan, 3)
    random = np.random.default_rng(int(scenario))
    turns = [turn for turn in played.turns[1:] if turn.asked]
    for number in random.choice(len(turns), 4, replace=False):
        turn = turns[number]
        asked = turn.asked[random.integers(len(turn.asked))]
        position, path = written(plan, 3, played, turn, asked, tmp_path)
        situation = read_situation(path, game)
        again = Position.standing(plan, situation.table, situation.hidden)
        same_table(position.table(), again.table())
        conservation.check(again.table(), again.context.rules[0])
        wording = Wording(game, played.header)
        reached, asked_again = reach(again, turn.number, situation.now, wording.choice, SEED)
        assert asked_again.choices == asked.choices
        assert reached.made_before(asked_again) == turn.made_before(asked)
        for name in ("memory", "asked"):  # a file does not know what the policies remember
            again.begun[2][name] = position.begun[2][name]
        script = [*turn.made_before(asked), asked.index]
        rows = [play_futures(p.context, p.begun, script, SEED, 0, 40) for p in (position, again)]
        assert np.array_equal(*rows), f"{scenario}, turn {turn.number}, {asked.name}"


def same_table(one, other):
    """Check that two tables show the same, whatever was left over from finished turns."""
    for field, value in one.items():
        if field in SCRATCH:
            continue
        if isinstance(value, list) and len(value) == names.PATRONS:
            where = [card for card in range(names.PATRONS) if one["place"][card] not in (names.GONE, names.DECK)]
            if field in ("vip_next", "vip_round", "pampered"):
                where = one["vip"]
            elif field == "leaves_centre":
                where = one["centre"]
            elif field in ("place", "removed"):
                where = list(range(names.PATRONS))
            assert [value[card] for card in where] == [other[field][card] for card in where], field
        else:
            assert value == other[field], field


# --- nobody peeks ----------------------------------------------------------------------------------------------------


def other_order(position: Position, seed: int) -> Position:
    """Return the same table with another order of everything that lies face down, and others in the box."""
    random = np.random.default_rng(seed)
    table, hidden = position.begun[0].copy(), position.begun[1].copy()
    below_top = int(table["deck_n"][0]) - 1
    classes = position.context.rules["patron_class"][0]
    unseen = [card for card in range(names.PATRONS) if table["place"][0, card] == names.DECK]
    unseen = [card for card in unseen if card != table["deck_top"][0] and classes[card] != names.CELEBRITY]
    celebrities = [card for card in hidden["deck"][0, :below_top] if classes[card] == names.CELEBRITY]
    deck = [*celebrities, *random.permutation(unseen)][:below_top]
    hidden["deck"][0, :below_top] = random.permutation(deck)
    events = int(table["events_n"][0])
    hidden["events"][0, :events] = random.permutation(hidden["events"][0, :events])
    for section in range(names.SECTIONS):
        count = int(table["pile_n"][0, section])
        hidden["pile"][0, section, :count] = random.permutation(hidden["pile"][0, section, :count])
    return Position.standing(position.context.plan, table, hidden)


@pytest.mark.parametrize(("scenario", "turn"), [("1922", 10), ("1929", 14)])
def test_the_order_of_the_decks_leaves_no_trace(scenario, turn):
    plan = plan_of(scenario)
    begun = Position(plan, 3, turn - 1)
    first, second = (other_order(begun, seed) for seed in (1, 2))
    assert not np.array_equal(first.begun[1]["deck"], second.begun[1]["deck"])
    asked = play_turn(first, turn).asked[0]
    assert asked.lines_before == play_turn(second, turn).asked[0].lines_before  # nothing was turned over before
    given = [advise(p, [], len(asked.choices), seed=5, most=300) for p in (first, second)]
    assert given[0] == given[1]
    # with the decks' own order and dice, the two games are not the same
    assert first.play_on() != second.play_on()


# --- what cannot be --------------------------------------------------------------------------------------------------

GOOD = """\
game = "opulent"
scenario = "1922"
seat = "manager"
round = 3
selected = "Ice Chest"
"""


def read(tmp_path: Path, text: str) -> Situation:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return read_situation(path, registry.load_game("opulent"))


def test_everything_has_a_default(tmp_path):
    situation = read(tmp_path, GOOD)
    position = Position.standing(plan_of("1922"), situation.table, situation.hidden)
    table = position.table()
    assert (table["phase"], table["rounds"], table["coffers"], table["events_n"]) == (names.MANAGER, 2, 0, 52)
    assert len(table["songs"]) == 2
    conservation.check(table, position.context.rules[0])
    assert position.play_on()["rounds"] >= 3


def test_patrons_are_found_by_what_is_said_of_them(tmp_path):
    text = GOOD + (
        'line = ["left Politician, 1 nickel", "Irish Mobster 3"]\n'
        'floor = ["woman Aristocrat, 2 nickels, yellow die", "Robert Martin"]\n'
        'bar = ["Stanley Edwards, 2 nickels"]\n'
        'vip = ["2-star Celebrity, 1 nickel, then bar, since round 2"]\n'
    )
    situation = read(tmp_path, text)
    position = Position.standing(plan_of("1922"), situation.table, situation.hidden)
    table, rules = position.table(), position.context.rules[0]
    politician, mobster = table["line"]
    assert mobster == 3
    assert rules.patron_class[politician] == names.POLITICIAN
    assert rules.patron_box[politician] == names.LEFT_BOX
    assert (table["nickels"][politician], table["nickels"][3]) == (1, rules.patron_start_nickels)
    (dancer,) = table["floor"]
    assert (rules.patron_woman[dancer], table["yellow"][dancer], table["martin"]) == (1, 1, 1)
    assert (table["edwards"], table["edwards_nickels"]) == (1, 2)
    (guest,) = table["vip"]
    assert (rules.patron_stars[guest], table["vip_next"][guest], table["vip_round"][guest]) == (2, names.AT_BAR, 1)
    conservation.check(table, rules)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('coffrs = 3', "table.toml:6: coffrs: is not a key of a position. Did you mean 'coffers'?"),
        ("coffers = -3", "table.toml:6: coffers: takes a whole number from 0"),
        ('line = ["Politician 20"]\nbar = ["Politician 20"]', 'table.toml:7: bar: "Politician 20": this patron is'),
        ('line = ["Politican"]', "Did you mean 'politician'?"),
        ('line = ["Politician 3"]', "patron 3 is another one: Irish Mobster 3"),
        (f"line = {['Politician'] * 9}", "line: 9 patrons, but there is room for 5."),
        (f"floor = {['Italian Mobster'] * 6}", "there are only 5 such patrons"),
        ('floor = ["Politician, 9 nickels"]', "has 9 nickels, but may hold 3"),
        ('overflow = ["2-star Celebrity"]', "a Celebrity does not wait in the overflow"),
        ('centre = ["Politician"]', "only Celebrities stand in the centre"),
        ("deck = 99", "deck: takes a whole number from 0 to"),
        ('hand = ["whole F in A, percussion #3"]', "card 3 is another one"),
        ("discards = [7, 7]", "card 7 is named twice"),
        ('piles = { brass = 0 }', "an exhausted section is at the bar"),
        ("events_drawn = { agents = 54 }", "events_drawn.agents: takes a whole number from 0 to"),
        ('staff = ["Chanteuse"]', "1 members at the band"),
        ("last_call = 2", "last call begins when the deck is empty"),
        ("[stock]\nice = 99", "stock.ice: 99 in stock, but the bar holds"),
        ("[books]\ndollars_in = [5]", "dollars that came in and did not go out are not those in the coffers"),
        ('[now]\nevent = "agent"', "Did you mean 'agents'?"),
        ('[now]\nrolled = { door = ["pink"] }\ndecision = "lock"', None),
        ('[now]\ndecision = "lok"', "there is no decision 'lok'. Did you mean 'lock'?"),
        ('[rules]\n"door.wait_penlty" = 2', "door.wait_penalty"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_named_with_its_line(tmp_path, line, words):
    if words is None:  # the dice are looked at when the turn is played
        read(tmp_path, GOOD + line + "\n")
        return
    with pytest.raises(BadInput) as raised:
        read(tmp_path, GOOD + line + "\n")
    assert any(words in problem for problem in raised.value.problems), raised.value.problems
    assert all("table.toml" in problem for problem in raised.value.problems)


def test_all_mistakes_are_named_at_once(tmp_path):
    with pytest.raises(BadInput) as raised:
        read(
            tmp_path,
            'seat = "managr"\nround = 0\ncoffers = "many"\nselected = "Ice"\nline = ["nobody"]\nsongs = [1, 2, 3]\n',
        )
    said = " ".join(raised.value.problems)
    for word in ("seat", "round", "coffers", "selected", "line", "songs"):
        assert f": {word}: " in said


# --- what the turn has shown -----------------------------------------------------------------------------------------

DOOR = GOOD.replace('"manager"', '"door"') + 'line = ["Irish Mobster", "Politician", "Aristocrat"]\n'


def reached(tmp_path, now: str):
    situation = read(tmp_path, DOOR + "[now]\n" + now)
    position = Position.standing(plan_of("1922"), situation.table, situation.hidden)
    wording = Wording(registry.load_game("opulent"), read_game(plan_of("1922"), 0).header)
    return reach(position, 9, situation.now, wording.choice, SEED)


def test_dice_are_thrown_until_they_show_what_was_seen(tmp_path):
    turn, asked = reached(
        tmp_path, 'decision = "lock"\nrolled = { door = ["red", "red", "blue", "green", "yellow"] }\n'
    )
    rolls = [line["result"] for line in turn.lines_before(asked) if line["type"] == "roll" and line["die"] == "door"]
    assert sorted(rolls) == ["blue", "green", "red", "red", "yellow"]
    assert asked.name == "lock"
    faces = {choice[1] for choice in asked.choices if choice[0] == names.LOCK_DIE}
    assert faces == {names.RED, names.BLUE, names.GREEN, names.YELLOW}


def test_choices_are_made_in_words_and_what_is_not_said_is_the_first(tmp_path):
    turn, asked = reached(tmp_path, 'made = ["the hard way"]\ndecision = "lock"\n')
    assert turn.made_before(asked)[0] == 1
    assert turn.made_before(asked)[1:] == [0] * (asked.number - 2)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ('decision = "lock"\nrolled = { door = ["red"] }', "now.rolled: in"),
        ('decision = "lock"\nrolled = { door = ["pink"] }', "the die has no side 'pink'"),
        ('decision = "lock"\nrolled = { dor = ["red"] }', "there is no such die. Did you mean 'door'?"),
        ('decision = "comp"', "this turn never asks 'comp'; it decides"),
        ('made = ["the heard way"]', "Did you mean 'the hard way'?"),
        ("made = [7]", "has choices 0 to 1, not 7"),
    ],
)
def test_a_turn_that_cannot_come_to_this_says_why(tmp_path, monkeypatch, now, words):
    monkeypatch.setattr("sim.reaching.reach.__defaults__", (2000,))
    with pytest.raises(BadInput, match=words.replace("?", r"\?")):
        reached(tmp_path, now + "\n")


def test_the_example_is_a_position_that_works(tmp_path):
    game = registry.load_game("opulent")
    text = game.module("situation.example").text("house-edge advise opulent x.toml")
    data = tomllib.loads(text)
    assert set(data) - {"game", "scenario", "seat", "round", "now"} <= set(game.module("situation.reader").KEYS)
    situation = read(tmp_path, text)
    conservation.check(
        Position.standing(plan_of("1922"), situation.table, situation.hidden).table(),
        Position(plan_of("1922"), 0).context.rules[0],
    )


def test_the_examples_of_the_project_are_positions(tmp_path):
    folder = Path(__file__).parents[2] / "examples"
    game = registry.load_game("opulent")
    found = {path.name: read_situation(path, game) for path in sorted(folder.glob("opulent-*.toml"))}
    assert len(found) >= 2
    begun = game.module("situation.example").text("house-edge advise opulent examples/opulent-1922.toml")
    assert (folder / "opulent-1922.toml").read_text(encoding="utf-8") == begun
