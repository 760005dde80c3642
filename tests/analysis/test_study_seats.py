"""A study of planted games played against each other: what is put in must come out, and nothing else."""

import json

import numpy as np
import pytest

from analysis.arms import Arm, Base, play
from analysis.measures import metrics_of
from analysis.order import order
from analysis.pairs import Metric
from analysis.readings import Measured, Won, against, reading_of, seat_of
from analysis.seat_statements import make_seat_statements, what_is_more
from analysis.shelf import Shelf
from analysis.space import LUCK
from analysis.statements import Statement, check
from analysis.stretch import Stretch
from analysis.stretches import Stretches
from analysis.study import study
from analysis.study_plan import StudyPlan
from analysis.study_question import Question
from sim import registry

MARBLES = registry.load_game("marbles")
PLAN = StudyPlan(trajectories=6, samples=32, games=150)
LEVEL = {"random": 10, "shy": 20, "bold": 30}


def planted(stretch):
    """Points: 20 a spilled pip less, half a marble a head start; red wins more the larger its head start.

    Whoever is bolder than the others wins more; every die is that of the game's index.
    """
    rules, index = stretch.rules.values, np.arange(stretch.first, stretch.first + stretch.games)
    die = np.random.default_rng(int(stretch.first)).random((stretch.games, 2))
    own = LEVEL[stretch.table[stretch.seat]] if stretch.table else LEVEL[stretch.policy]
    marbles = own - 5 * rules["slip"] + rules["head_start"] / 2 + np.floor(4 * die[:, 0])
    chance = 0.25 + 0.08 * rules["head_start"]
    if stretch.table:
        others = next(LEVEL[name] for seat, name in enumerate(stretch.table) if seat != stretch.seat)
        chance = 0.33 + (own - others) / 50
    assert len(index) == stretch.games
    return np.stack([6 * marbles, 12 * (die[:, 1] < chance)], axis=1).astype(np.int32)


def ask(scenarios=("ring",), measure="", jobs=2):
    return Question.of(Base(MARBLES, 11, jobs=jobs), scenarios, "bold", measure=measure)


@pytest.fixture(scope="module")
def found():
    return study(ask(), PLAN, player=planted)


def test_the_planted_assumptions_are_found_in_marbles(found):
    alone = {(s.parameter, s.value): s.overall for s in found.swings}
    assert alone["slip", 0].estimate == pytest.approx(5) and alone["slip", 2].estimate == pytest.approx(-5)
    assert alone["head_start", 4].estimate == pytest.approx(1)
    assert alone["slip", 0].low < 5 <= alone["slip", 0].high, "the same in every game, and still an interval"
    bags = next(s for s in found.swings if s.parameter == "bag_marbles").overall
    assert bags.estimate == 0
    sizes = {row.name: row for row in found.screening.overall}
    assert 4.5 < sizes["slip"].mean_size < 7 and sizes["slip"].mean < 0
    assert [row.name for row in found.screening.above][:1] == ["slip"] and sizes[LUCK].mean_size < 1
    assert found.variance.overall[0].name == "slip" and found.variance.overall[0].total > 0.8
    assert found.measure.name == "points" and found.ladder["ring", "bold"].estimate == pytest.approx(27.5, abs=0.2)


def test_the_statements_are_those_of_players(found):
    texts = {statement.id: statement for statement in found.statements}
    assert texts["better.bold.shy"].text == "there are more marbles a player under the policy 'bold' than under 'shy'"
    beats = texts["beats.bold.shy"]
    assert "'bold' beats 'shy'" in beats.text and beats.survival.held >= 62 and beats.survival.of == 64
    assert texts["seat.ring"].text == "the red seat wins more than an equal part in The ring"
    assert not any(word in statement.text for statement in found.statements for word in ("hard", "help", "hurt"))


def test_the_seat_depends_on_the_head_start(found):
    """A quarter, and 8 points more for each of 0 to 4 marbles: less than a third below about one marble."""
    seat = next(statement for statement in found.statements if statement.id == "seat.ring")
    assert 0.6 < seat.survival.share.estimate < 0.9 and seat.survival.contradicted > 0
    assert ("head_start", 0) in seat.broken_by
    assert found.splits["seat.ring"].parameter == "head_start"
    assert found.seats["ring"].estimate == pytest.approx(0.41, abs=0.03)


def test_meetings_of_neighbours(found):
    assert set(found.meetings) == {("ring", "shy", "random"), ("ring", "bold", "shy")}
    assert found.meetings["ring", "bold", "shy"].estimate == pytest.approx(0.33 + 0.2 - 1 / 3, abs=0.05)
    body = json.loads(json.dumps(found.to_json()))
    assert body["measure"]["unit"] == "marbles" and body["seats"]["ring"]["estimate"] > 0.33
    assert {"player", "others", "advantage", "scenario"} == set(body["meetings"][0])
    assert "win_rate" not in body["ladder"][0] and "measured" in body["sets"][0]


def test_another_measure_is_another_question(found):
    wins = study(ask(measure="victory"), PLAN, player=planted)
    assert wins.measure.name == "victory.red" and wins.measure.is_share
    assert wins.ladder["ring", "bold"].estimate < 15, "the planted marbles, in twelfths"
    assert {s.id for s in wins.statements} >= {"seat.ring", "beats.bold.shy"}
    assert what_is_more(wins.measure) == "more wins of the red seat"


def test_jobs_change_nothing(found):
    small = StudyPlan(2, 8, 20)
    bodies = [json.dumps(study(ask(jobs=jobs), small, player=planted).to_json()) for jobs in (1, 3)]
    assert bodies[0] == bodies[1]


# --- what is read off real games ---


@pytest.mark.kernel
def test_readings_are_those_of_the_rows(tmp_path):
    base = Base(MARBLES, 7, jobs=2)
    reading = reading_of(MARBLES, "points")
    asked = [Stretch(base.resolve(name), "bold", 5, 40) for name in ("ring", "ring-for-2", "ring")]
    asked.append(Stretch(base.resolve("ring"), "bold", 5, 40, ("shy", "bold", "shy"), 1))
    with Shelf(tmp_path, "marbles", "abc") as shelf:
        first = list(Stretches(base, shelf, reading=reading).won(asked))
    with Shelf(tmp_path, "marbles", "abc") as shelf:
        again = Stretches(base, shelf, lambda _: pytest.fail("it is on the shelf"), reading)
        for one, other in zip(first, again.won(asked), strict=True):
            assert np.array_equal(one, other)
        with pytest.raises(pytest.fail.Exception):
            list(Stretches(base, shelf, again.player, reading_of(MARBLES, "rolls")).won(asked))
    for stretch, values in zip(asked, first, strict=True):
        arm = Arm(stretch.rules.scenario, "+".join(stretch.table) or "bold")
        rows = play(base, arm, 40, first=5).rows
        seats = MARBLES.seats_in_play(stretch.rules)
        assert np.array_equal(values[:, 0], metrics_of(MARBLES, seats)[0].values(rows))
        assert np.array_equal(values[:, 1], rows[f"victory_{seats[stretch.seat or 0]}"])


def test_a_team_reads_bits():
    reading = reading_of(registry.load_game("pebbles"), "win_rate")
    won = np.array([True, False, True])
    assert isinstance(reading, Won) and reading.unpack(reading.pack(won), 3).tolist() == won.tolist()
    assert reading.unpack(b"12", 3) is None
    measured = Measured(MARBLES, "points")
    values = np.array([[70_000, 12], [0, 0]], np.int32)
    assert np.array_equal(measured.unpack(measured.pack(values), 2), values) and measured.unpack(b"", 2) is None


# --- statements by hand ---


def test_statements_hold_by_the_sign():
    more, less = np.full(50, 0.1) + np.tile([0.01, -0.01], 25), np.full(50, -0.1) + np.tile([0.01, -0.01], 25)
    world = {("ring", seat_of("a")): more, ("ring", against("b", "a")): less, ("ring", "a"): more, ("long", "a"): less}
    for kind, subjects, policy, answer in (
        ("seat above", ("ring",), "a", "holds"),
        ("seat below", ("ring",), "a", "contradicted"),
        ("beats", ("a",), "b", "contradicted"),
        ("beaten", ("a",), "b", "holds"),
        ("more", ("ring", "long"), "a", "holds"),
        ("more", ("long", "ring"), "a", "contradicted"),
        ("beats", ("c",), "b", "unknown"),
        ("seat above", ("long",), "a", "unknown"),
    ):
        assert check(Statement("x", kind, "", policy, subjects), world) == answer, kind
    noisy = {("ring", seat_of("a")): np.tile([1.0, -1.02], 25)}
    assert check(Statement("x", "seat above", "", "a", ("ring",)), noisy) == "unclear"


def test_statements_are_made_of_what_is_shown():
    rng = np.random.default_rng(1)
    world = {("ring", "a"): rng.normal(20, 1, 400), ("long", "a"): rng.normal(40, 1, 400)}
    world |= {("ring", seat_of("a")): rng.normal(0, 1, 400), ("long", seat_of("a")): rng.normal(-0.5, 1, 400)}
    groups = order({name: world[name, "a"] for name in ("ring", "long")})
    metric = Metric("points", "Marbles a player", "marbles")
    made = make_seat_statements(MARBLES, metric, groups, world, ["a"], "a")
    assert [statement.text for statement in made] == [
        "there are more marbles a player in The long ring than in The ring",
        "the red seat wins less than an equal part in The long ring",
    ]
    assert all(statement.holds for statement in made)
