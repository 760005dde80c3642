"""Strange games: what was planted among ordinary games is found, ties are no reason, and the answer is one."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from analysis.strange import LEAST_GAMES, as_far_out, columns_of, strange_games
from reports import strange_text
from sim.errors import BadInput
from sim.registry import load_game
from sim.schema import BalanceEntry, ColumnEntry, OutcomeEntry

OUTCOMES = [
    OutcomeEntry(name="won", kind="win", words="the jar is full"),
    OutcomeEntry(name="lost", kind="loss", words="the tide came in"),
    OutcomeEntry(name="abandoned", kind="abandoned", words="stopped at the turn cap"),
]


def game_of(**units):
    columns = [ColumnEntry(name="outcome", label="Outcome", role="outcome")]
    columns += [ColumnEntry(name=n, label=n.capitalize(), unit=u, role="detail", dtype="i4") for n, u in units.items()]
    file = SimpleNamespace(columns=columns, outcomes=OUTCOMES, competitive=False, balance=BalanceEntry())
    return SimpleNamespace(name="made-up", file=file)


def rows_of(outcome, **columns):
    rows = np.zeros(len(outcome), [("game", "i8"), ("outcome", "i1"), *((name, "i4") for name in columns)])
    rows["game"], rows["outcome"] = np.arange(len(outcome)), outcome
    for name, values in columns.items():
        rows[name] = values
    return rows


@pytest.fixture
def ordinary():
    """A thousand games, seven in ten won; the winners take more, and a second column says the same again."""
    rng = np.random.default_rng(1)
    outcome = (np.arange(1000) % 10 >= 7).astype(int)
    taken = np.where(outcome == 0, 60, 20) + rng.integers(-9, 10, 1000)
    return rows_of(outcome, taken=taken, banked=2 * taken, raids=rng.integers(0, 3, 1000))


UNITS = {"taken": "dollars", "banked": "dollars", "raids": "raids"}


def test_the_least_likely_is_told_beside_games_that_ended_so(ordinary):
    """Forty dollars are nothing special in all games, but nobody else lost with them."""
    ordinary["outcome"][40], ordinary["taken"][40], ordinary["banked"][40] = 1, 40, 80
    first = strange_games(game_of(**UNITS), ordinary)[0]
    assert (first.index, first.outcome, first.games) == (40, "lost", 1000)
    oddity = first.oddities[0]
    assert (oddity.column, oddity.value, oddity.side, oddity.others) == ("taken", 40, "most", 0)
    assert oddity.among == first.alike == 301 and oddity.tail == pytest.approx(2 / 1000)
    said = strange_text.sentence(first, game_of(**UNITS))
    assert said.startswith("Lost: the tide came in; Taken: $40, the most of 301 such games (half of them: $1")
    assert said.endswith(").") and "Banked" not in said  # it says the same


def test_what_one_thing_told_twice_counts_once(ordinary):
    """Strange in two ways comes before strange in one way that two columns tell."""
    ordinary["taken"][10], ordinary["banked"][10] = 90, 180  # one way
    ordinary["taken"][20], ordinary["banked"][20], ordinary["raids"][20] = 89, 178, 9  # two ways
    first, second = strange_games(game_of(**UNITS), ordinary)[:2]
    assert (first.index, second.index) == (20, 10)
    assert [oddity.column for oddity in first.oddities] == ["raids", "taken"]
    assert first.score < second.score


def test_a_rare_ending_is_strange_by_itself(ordinary):
    ordinary["outcome"][5] = 2
    first = strange_games(game_of(**UNITS), ordinary)[0]
    assert first.index == 5 and first.by_ending and first.alike == 1
    assert first.score == pytest.approx(1 / 1000)
    said = strange_text.sentence(first, game_of(**UNITS))
    assert said.startswith("Abandoned: stopped at the turn cap, as in no other of 1,000 games")
    assert strange_text.score(first) == "1 in 1,000"


def test_a_reason_is_told_once_before_any_is_told_twice(ordinary):
    ordinary["outcome"][[5, 15, 25]] = 2  # three games that nobody else ended like
    ordinary["raids"][[100, 110]] = 9
    reasons = [
        (g.outcome, g.oddities[0].column if g.oddities else "") for g in strange_games(game_of(**UNITS), ordinary, 4)
    ]
    assert sum(outcome == "abandoned" for outcome, _ in reasons) == 1
    assert sum(column == "raids" for _, column in reasons) == 1
    everything = strange_games(game_of(**UNITS), ordinary, 1000)
    assert len(everything) == 1000 and len({g.index for g in everything}) == 1000
    assert [g.score for g in everything] == sorted(g.score for g in everything)


def test_ties_are_no_reason():
    """A value that half of the games share is not strange, at whichever end it lies; the earlier games come first."""
    outcome = np.zeros(100, int)
    rows = rows_of(outcome, count=np.repeat([0, 1], 50))
    found = strange_games(game_of(count="things"), rows, 3)
    assert [entry.index for entry in found] == [0, 1, 50]  # the first of each side, and the next
    assert all(entry.score == 1 for entry in found)
    at_most, at_least = as_far_out(np.array([3, 1, 3, 3]))
    assert (at_most.tolist(), at_least.tolist()) == ([4, 1, 4, 4], [3, 4, 3, 3])


def test_numbers_without_a_unit_are_names(ordinary):
    """The largest code is as strange as it is rare, no more."""
    codes = np.full(1000, 9)
    codes[::2], codes[33] = 1, 4  # in the middle, and nobody else has it
    rows = rows_of(ordinary["outcome"], code=codes, raids=ordinary["raids"])
    first = strange_games(game_of(code="", raids="raids"), rows)[0]
    assert first.index == 33 and first.oddities[0].side == "rare"
    game = game_of(code="", raids="raids")
    assert "Code: 4, as in no other of 700 such games" in strange_text.sentence(first, game)
    game.file.columns[1].measure = game.file.balance.choice_measure = "boat"
    game.file.balance.choices = ["raft", "skiff", "punt", "barge"]
    assert "Code: ‘barge’, as in no other of 700 such games" in strange_text.sentence(first, game)


def test_columns_that_cannot_be_strange(ordinary):
    rows = rows_of(ordinary["outcome"], taken=ordinary["taken"], same=np.full(1000, 7), flags=ordinary["raids"])
    names = [column.name for column in columns_of(game_of(taken="dollars", same="x", flags="bits"), rows)]
    assert names == ["taken"]
    with pytest.raises(BadInput, match="all games are alike"):
        strange_games(game_of(same="x"), rows_of(np.zeros(50, int), same=np.ones(50)))
    with pytest.raises(BadInput, match=f"19 games are too few .* at least {LEAST_GAMES}"):
        strange_games(game_of(taken="x"), ordinary[:19])


def test_the_order_of_rows_does_not_matter(ordinary):
    game = game_of(**UNITS)
    shuffled = ordinary[np.random.default_rng(2).permutation(1000)]
    assert [g.to_json() for g in strange_games(game, shuffled)] == [g.to_json() for g in strange_games(game, ordinary)]


@pytest.mark.kernel
def test_a_real_game_through_its_declared_columns():
    from analysis.arms import Arm, Base, play

    game = load_game("pebbles")
    rows = play(Base(game, 3), Arm.of("low", "random"), 400).rows
    found = strange_games(game, rows, 5)
    assert len(found) == 5 and [entry.score for entry in found] == sorted(entry.score for entry in found)
    assert {oddity.column for entry in found for oddity in entry.oddities} <= {"turns", "jar", "found", "dropped"}
    assert found[0].score < 0.05
