"""Look-ahead, restricted play, weights from a file: known answers in Pebbles, and no peeking in The Opulent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim import registry
from sim.block import Context, Plan
from sim.errors import BadInput
from sim.playback import trace
from sim.policy import Seat, load_declaration, parse_team
from sim.position import Position

LOOKING = '''
"""Looks ahead at every search."""

from sim.policy import WORTH_OF_A_WIN, Policy, Weight

policy = Policy(
    "pebbles",
    "farsighted",
    parent="{parent}",
    weights={{
        "rollouts": Weight({rollouts}, (1, 5000), "games", "Futures."),
        "horizon": Weight(0, (0, 50), "turns", "Turns."),
        "candidates": Weight({candidates}, (1, 9), "choices", "Choices."),
        "certainty": Weight(1, (0, 6), "", "Standard errors."),
    }},
    looks_ahead=("search",),
)


@policy.value
def value(table, rules, choices, n, weights, memory, luck, seat):
    """The jar is full, or how full it is."""
    return WORTH_OF_A_WIN if table.outcome == 1 else WORTH_OF_A_WIN * min(table.jar, rules.jar) // (2 * rules.jar)
'''

FILED = """
from sim.policy import Policy
policy = Policy("pebbles", "{name}", parent="careful", weights_file="{name}.toml")
"""


def write(
    folder: Path, name: str = "farsighted.py", parent: str = "random", rollouts: int = 64, candidates: int = 2
) -> str:
    path = folder / name
    path.write_text(LOOKING.format(parent=parent, rollouts=rollouts, candidates=candidates))
    return str(path)


def plan_of(game: str, scenario: str, policy: str, seed: int = 5) -> Plan:
    loaded = registry.load_game(game)
    return Plan(game, registry.resolve(loaded, scenario), parse_team(loaded, policy), seed)


def wins(game: str, scenario: str, policy: str, games: int) -> float:
    return float((Context(plan_of(game, scenario, policy)).play(0, games)["outcome"] == 0).mean())


# --- look-ahead ------------------------------------------------------------------------------------------------------


def test_looking_ahead_beats_the_policy_it_looks_ahead_with(tmp_path: Path) -> None:
    policy = write(tmp_path)
    plain, farsighted = wins("pebbles", "low", "random", 400), wins("pebbles", "low", policy, 400)
    assert farsighted > plain + 0.15


@pytest.mark.kernel
def test_looking_ahead_gives_the_same_games_in_any_blocks(tmp_path: Path) -> None:
    plan = plan_of("pebbles", "low", write(tmp_path, rollouts=8))
    whole = Context(plan).play(0, 6)
    context = Context(plan)
    pieces = np.concatenate([context.play(first, 2) for first in (4, 0, 2)])
    assert np.array_equal(np.sort(pieces, order="game"), whole)


def test_with_one_candidate_the_parent_plays(tmp_path: Path) -> None:
    policy = write(tmp_path, parent="careful", candidates=1)
    ahead, parent = (Context(plan_of("pebbles", "low", name)).play(0, 200) for name in (policy, "careful"))
    assert np.array_equal(ahead, parent)


@pytest.mark.kernel
def test_roll_outs_leave_no_trace_in_the_game(tmp_path: Path) -> None:
    plan = plan_of("pebbles", "low", write(tmp_path, parent="careful", rollouts=16))
    rows = Context(plan).play(0, 20)
    for game in (3, 11):
        position = Position(plan, game)
        for _ in range(2):
            assert position.play_on() == {name: int(rows[name][game]) for name in rows.dtype.names}
        told = [line for line in trace(plan, game) if line]
        assert told[-1]["row"] == {name: int(rows[name][game]) for name in rows.dtype.names}


def test_a_policy_that_looks_ahead_needs_a_value_and_its_weights(tmp_path: Path) -> None:
    path = tmp_path / "blind.py"
    path.write_text(
        'from sim.policy import Policy\npolicy = Policy("pebbles", "blind", parent="random", looks_ahead=("search",))\n'
    )
    with pytest.raises(BadInput, match="rollouts, horizon, candidates, certainty"):
        Context(plan_of("pebbles", "low", str(path)))
    text = LOOKING.format(parent="random", rollouts=4, candidates=2)
    path.write_text(text[: text.index("@policy.value")])
    with pytest.raises(BadInput, match=r"what a position is worth \(@policy.value\)"):
        Context(plan_of("pebbles", "low", str(path)))
    path.write_text(text.replace('("search",)', '("serch",)'))
    with pytest.raises(BadInput, match="no decision 'serch'.*search"):
        Context(plan_of("pebbles", "low", str(path)))


# --- no peeking ------------------------------------------------------------------------------------------------------


def hidden_after(position: Position, seed: int) -> tuple[np.ndarray, np.ndarray]:
    position.play_on(fresh_streams=seed, turns=0)
    return position.context.table.copy(), position.context.hidden.copy()


@pytest.mark.kernel
def test_another_future_does_not_depend_on_the_true_order_of_the_decks() -> None:
    position = Position(plan_of("opulent", "1924", "random"), 3, 5)
    table, dealt = hidden_after(position, 11)
    # the same table with other decks: whatever nobody has seen lies in another order, other people are in the box
    hidden = position._start[1]
    before = hidden.copy()
    hidden["deck"][0, : int(table["deck_n"][0]) - 1] = hidden["deck"][0, : int(table["deck_n"][0]) - 1][::-1].copy()
    hidden["events"][0, :20] = hidden["events"][0, :20][::-1].copy()
    for section in range(4):
        count = int(table["pile_n"][0, section])
        hidden["pile"][0, section, :count] = hidden["pile"][0, section, :count][::-1].copy()
    assert not np.array_equal(before["deck"], hidden["deck"])
    _, again = hidden_after(position, 11)
    count = int(table["deck_n"][0])
    assert np.array_equal(dealt["deck"][0, :count], again["deck"][0, :count])
    assert np.array_equal(dealt["streams"], again["streams"])
    _, other = hidden_after(position, 12)
    assert not np.array_equal(dealt["deck"][0, :count], other["deck"][0, :count])


def test_what_the_table_knows_stays_true_in_every_future() -> None:
    position = Position(plan_of("opulent", "1924", "rulebook"), 7, 9)
    table, first = hidden_after(position, 1)
    deck_n, events_n = int(table["deck_n"][0]), int(table["events_n"][0])
    rules = position.context.rules
    celebrities = {patron for patron in first["deck"][0, :deck_n] if rules["patron_class"][0, patron] == 3}
    top, historical, decks = table["deck_top"][0], [], []
    for seed in range(1, 300):
        _, hidden = hidden_after(position, seed)
        deck, events = hidden["deck"][0, :deck_n], hidden["events"][0, :events_n]
        assert deck[-1] == top
        assert len(set(deck)) == deck_n and len(set(events)) == events_n
        assert all(table["place"][0, patron] == 1 for patron in deck)  # in the deck or in the box, for all we know
        assert {patron for patron in deck if rules["patron_class"][0, patron] == 3} == celebrities
        assert sorted(hidden["pile"][0, 0, : int(table["pile_n"][0, 0])]) == sorted(
            first["pile"][0, 0, : int(table["pile_n"][0, 0])]
        )
        historical += list(np.flatnonzero(events == 53))
        decks.append(set(deck))
    # the historical card lies anywhere among its top cards that are left, and the box is dealt in too
    lowest = 54 - int(rules["event_deck_shuffled_into"][0]) - 1
    assert set(historical) == set(range(lowest, events_n)) or not historical
    assert len(set.union(*decks)) > deck_n


# --- restricted play -------------------------------------------------------------------------------------------------


def test_a_restricted_seat_never_makes_a_forbidden_choice() -> None:
    plan = plan_of("opulent", "1922", "random:forbid=schmoozing,forbid=cut-offs")
    seen = 0
    for game in range(3):
        for line in trace(plan, game):
            if line["type"] == "decision" and line["name"] in ("schmooze_door", "cut_off", "manager"):
                seen += 1
                chosen = line["choices"][line["index"]][0]
                assert chosen != 7 if line["name"] == "manager" else chosen == -1
                # the story still tells what could have been done
                assert line["name"] != "schmooze_door" or len(line["choices"]) > 1
    assert seen > 20


def test_a_restricted_game_replays_from_its_script() -> None:
    plan = plan_of("opulent", "1922", "random:forbid=schmoozing")
    row = Context(plan).play(2, 1)
    begun = Position(plan, 2)
    lines = list(trace(plan, 2))
    start = [line["type"] for line in lines].index("snapshot")
    choices = [line["index"] for line in lines[start:] if line["type"] == "decision"]
    assert begun.play_on(choices) == {name: int(row[0][name]) for name in row.dtype.names}


def test_forbidding_what_is_never_done_changes_nothing() -> None:
    free, restricted = (
        Context(plan_of("opulent", "1920", name)).play(0, 300) for name in ("novice", "novice:forbid=watered-drinks")
    )
    assert np.array_equal(free, restricted)


def test_a_mechanic_that_does_not_exist_is_named() -> None:
    with pytest.raises(BadInput, match="no mechanic 'schmoosing' to forbid.*schmoozing"):
        plan_of("opulent", "1922", "rulebook:forbid=schmoosing")


def test_seats_that_differ_in_what_is_forbidden_are_different_plans() -> None:
    one, other = Seat("rulebook", {}, ("comps",)), Seat("rulebook")
    assert one.identity != other.identity and one.label == "rulebook:forbid=comps"


# --- weights from a file ---------------------------------------------------------------------------------------------


def test_weights_come_from_the_file_for_a_scenario_then_for_all_then_from_the_declaration(tmp_path: Path) -> None:
    (tmp_path / "filed.toml").write_text("[all]\nweights = {enough = 9}\n[scenarios.low]\nweights = {enough = 0}\n")
    path = tmp_path / "filed.py"
    path.write_text(FILED.format(name="filed"))
    policy = load_declaration(registry.load_game("pebbles"), str(path))
    assert policy.weights_for("low") == {"enough": 0} and policy.weights_for("high") == {"enough": 9}
    nine = Context(plan_of("pebbles", "high", "careful:enough=9")).play(0, 50)
    assert np.array_equal(Context(plan_of("pebbles", "high", str(path))).play(0, 50), nine)
    six = Context(plan_of("pebbles", "high", "careful")).play(0, 50)
    assert np.array_equal(Context(plan_of("pebbles", "high", f"{path}:enough=6")).play(0, 50), six)


def test_mistakes_in_a_file_of_weights_are_named_together(tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text("[all]\nweights = {enouhg = 9}\n[scenarios.low]\nweights = {enough = 99}\n")
    path = tmp_path / "wrong.py"
    path.write_text(FILED.format(name="wrong"))
    with pytest.raises(BadInput) as caught:
        load_declaration(registry.load_game("pebbles"), str(path)).weights_for("low")
    assert "no weight 'enouhg'" in str(caught.value) and "from 0 to 30" in str(caught.value)
