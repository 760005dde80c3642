"""Equal seats and choices: sums are the means they stand for; planted imbalance is found and put right."""

import json
from dataclasses import replace

import numpy as np
import pytest

from analysis.additive import fit
from analysis.arms import Base
from analysis.balance_measures import dealt_groups, seat_groups
from analysis.balanced import BalancedResult
from analysis.balanced_worlds import drawn_together
from analysis.balancing import balance, dealing, even_target, games_for
from analysis.changes import NOTHING, search_space
from analysis.designed import designed
from analysis.entries import as_rules
from analysis.evenness import Even, Sums, noise_of_range
from analysis.logbook import Effort, Logbook
from analysis.proposals import Model
from analysis.stepping import Steps
from analysis.tries import ArmPlayer, Memory, Try, block_games, look_at
from analysis.tuned import confirm
from analysis.tuning import Search
from sim import registry
from sim.errors import BadInput
from tests.analysis.imagined import knob, space_of

SEATS = ("red", "blue", "green")
SEED = 5
EFFORT = Effort(3, 3200, 8000)


@pytest.fixture(scope="module")
def marbles():
    return registry.load_game("marbles")


def even(game, tolerance=1.0, measure="points", seats=SEATS, choices=(), level=0.0):
    return Even(game, "one", seats, choices, measure, tolerance, level)


class Played:
    """Games whose seats score about what the changes say, with luck of the game and luck of the seat."""

    def __init__(self, means, spread=6.0):
        self.means, self.spread, self.games = means, spread, 0

    def possible(self, scenario, changes):
        return True

    def __call__(self, requests, first, games, seed):
        for _, changes in requests:
            self.games += games
            means = np.asarray(self.means(dict(changes)), float)
            luck = np.random.default_rng([seed, first, games])
            shape = (games, len(means))
            points = means + self.spread * luck.standard_normal(shape) + 4 * luck.standard_normal((games, 1))
            yield Sums.of(np.rint(points).astype(np.int64), str(means))


def search(game, space, means, tolerance=1.0, effort=EFFORT, seed=SEED, **options):
    player = Played(means)
    return Search(Logbook(space, even(game, tolerance, **options), player, seed, effort)).run("anybody")


# --- sums ------------------------------------------------------------------------------------------------------------


def test_sums_in_parts_are_the_means_and_covariance_of_all_games(marbles):
    rng = np.random.default_rng(1)
    points = rng.integers(0, 40, (500, 3)) + rng.integers(0, 20, (500, 1))
    target = even(marbles)
    sums = target.nothing() + Sums.of(points[:120]) + Sums.of(points[120:])
    assert Sums.read(*json.loads(json.dumps(sums.written()))) == sums
    found, whole = target.groups({"one": sums}), seat_groups(SEATS, points)
    assert np.allclose(found.means, whole.means) and np.allclose(found.covariance, whole.covariance)
    shares = np.eye(3, dtype=np.int64)[rng.integers(0, 3, 500)] * 12
    won = even(marbles, measure="victory")
    found, whole = won.groups({"one": Sums.of(shares)}), seat_groups(SEATS, shares / 12, share=True)
    for one, other in zip(found.alone(), whole.alone(), strict=True):
        assert (one.estimate, one.low, one.high) == pytest.approx((other.estimate, other.low, other.high))


def test_sums_of_what_is_dealt_are_its_means_with_honest_errors(marbles):
    """Against many repetitions: the standard error is the spread of the means; seats of a game are not independent."""
    target, names = even(marbles, choices=("a", "b", "c")), np.array([10.0, 12.0, 15.0])
    rng, means, errors = np.random.default_rng(2), [], []
    for _ in range(300):
        dealt = rng.integers(0, 3, (400, 3))
        points = np.rint(names[dealt] + 5 * rng.standard_normal((400, 3)) + 6 * rng.standard_normal((400, 1)))
        had = [dealt == place for place in range(3)]
        vectors = np.stack([*(one.sum(1) for one in had), *((points * one).sum(1) for one in had)], axis=1)
        groups = target.groups({"one": Sums.of(vectors.astype(np.int64))})
        means.append(groups.means)
        errors.append(np.sqrt(np.diag(groups.covariance)))
    assert np.mean(means, axis=0) == pytest.approx(names, abs=0.1)
    assert np.mean(errors, axis=0) == pytest.approx(np.std(means, axis=0), rel=0.12)
    again = dealt_groups(("a", "b", "c"), points, dealt + 1)
    assert groups.means == pytest.approx(again.means, abs=0.5)


def test_noise_alone_is_no_gap_and_a_real_one_is_not_made_smaller(marbles):
    target, rng = even(marbles), np.random.default_rng(3)

    def gaps(means):
        tallies = ({"one": Sums.of(np.rint(rng.normal(means, 9.0, (900, 3))).astype(np.int64))} for _ in range(300))
        return [(float(np.ptp(target.groups(one).means)), target.search_distance(one)) for one in tallies]

    plain, corrected = np.mean(gaps((30.0, 30.0, 30.0)), axis=0)
    assert plain > 0.45 and corrected < 0.65 * plain
    assert np.mean(gaps((30.0, 32.0, 34.0)), axis=0)[1] == pytest.approx(4.0, abs=0.1)
    assert noise_of_range(2) == pytest.approx(1.0, abs=0.02)


def test_seats_at_the_edge_of_the_target_are_hardly_ever_shown_to_be_equal(marbles):
    target, rng, shown, covered, repeats = even(marbles), np.random.default_rng(4), 0, 0, 800
    for _ in range(repeats):
        points = np.rint(4 * rng.standard_normal((1500, 3)) + np.array([40.0, 41.0, 40.5])).astype(np.int64)
        way = target.way(Try(NOTHING, 0, 0.0, 0.0), {"one": Sums.of(points)})
        shown += way.verdict == "shown"
        covered += way.distance.low <= 1.0 <= way.distance.high
    assert shown / repeats < 0.03
    assert covered / repeats > 0.95
    equal = np.rint(4 * rng.standard_normal((1500, 3)) + 40).astype(np.int64)
    assert target.way(Try(NOTHING, 0, 0.0, 0.0), {"one": Sums.of(equal)}).on_target


def test_fewer_points_are_no_fairer_game(marbles):
    """A tenth of the points have a tenth of the gap: that counts as the same gap."""
    points = np.rint(np.random.default_rng(6).normal((20.0, 21.0, 24.0), 2.0, (4000, 3))).astype(np.int64)
    target = even(marbles, level=217.0)
    found = target.search_distance({"one": Sums.of(points)})
    assert target.factor({"one": Sums.of(points)}) == pytest.approx(10, abs=0.1)
    assert found == pytest.approx(40, abs=2.0)
    assert target.way(Try(NOTHING, 0, 0.0, 0.0), {"one": Sums.of(points)}).counted == pytest.approx(40, abs=2.0)
    assert even(marbles).search_distance({"one": Sums.of(points)}) == pytest.approx(4, abs=0.2)


# --- the model -------------------------------------------------------------------------------------------------------


def test_effects_are_fitted_to_sets_too_and_curves_are_followed(marbles):
    """Only the end was tried alone; what three of ten does is learnt from sets that hold it."""
    space = space_of(knob("a", 0, range(11), 0.5), knob("b", 0, range(11), 0.5))
    player = Played(lambda c: [30, 23 + 4 * np.sqrt(c.get("a", 0)), 25 + c.get("b", 0)], 4.0)
    target = even(marbles)

    def played(**changes):
        one = tuple(changes.items())
        games = next(player([("one", one)], len(one), 20_000, 1))
        return Try(one, len(one), 0.0, 0.0, {"one": games}, looks=5)

    printed = played()
    tries = [played(a=10), played(b=10), played(a=3, b=2), played(a=3, b=6)]
    alone, both = (fit(space, target, printed, one) for one in (tries[:2], tries))
    wanted = 4 * np.sqrt(3) * 2 / 3  # of the seat itself, above the mean of three
    place = space.knobs["a"].values.index(3)
    errors = [abs(found.shifts["a"][place][1] - wanted) for found in (alone, both)]
    assert errors[1] < min(0.7, errors[0] / 2)
    steps = Steps(Model(space, target, both))
    best = steps.climbing(2, {})[0]
    found = dict(best.changes)
    assert best.distance <= 0.75 and 2 <= found["a"] <= 4 and 4 <= found["b"] <= 6
    near = steps.around(tries[2:], 2, set())
    assert near and all(len(guess.changes) == 2 for guess in near)


def test_shared_luck_cancels_where_the_same_games_are_compared(marbles):
    """The first block of the game as it is was lucky for somebody; so it was for every other set."""
    space, target = space_of(*(knob(name, 0, range(3)) for name in "abcdef")), even(marbles)
    player = Played(lambda c: [30 + c.get("a", 0), 30, 30], 9.0)
    sets = [(), *(((name, 2),) for name in "abcdef")]
    printed, *singles = (Try(changes, len(changes), 0.0, 0.0) for changes in sets)
    look_at([printed], player, target, block_games(3200, 1), 7, lambda tried: False)
    look_at(singles, player, target, block_games(3200, 1)[:1], 7, lambda tried: False)
    assert np.abs(target.shift(singles[1].tallies, printed.tallies)[0]).max() > 0.3
    effects = fit(space, target, printed, singles).shifts
    assert np.abs(effects["b"][-1]).max() < 0.05
    assert effects["a"][-1][:3] == pytest.approx([4 / 3, -2 / 3, -2 / 3], abs=0.15)


# --- the search ------------------------------------------------------------------------------------------------------


def test_planted_imbalance_is_put_right_with_the_smallest_single_change(marbles):
    space = space_of(knob("start", 8, range(17)), knob("dear", 0, range(9), 3.0), knob("nothing", 3, range(7)))

    def means(c):
        return [30 + 0.5 * (c.get("start", 8) - 2) - 0.7 * c.get("dear", 0), 30, 30]

    result = search(marbles, space, means)
    answer = result.ways[result.answer]
    assert [name for name, _ in answer.changes] == ["start"] and answer.verdict == "shown"
    assert 1 <= dict(answer.changes)["start"] <= 3  # at 2 seats are equal, at 4 a whole point apart
    assert result.printed.verdict == "off" and result.printed.distance.estimate == pytest.approx(3.0, abs=0.4)
    assert set(answer.rates) == set(SEATS)


def test_two_seats_behind_need_two_changes(marbles):
    space = space_of(*(knob(name, 0, range(7), 0.5) for name in ("blue", "green", "x", "y")))

    def means(c):
        return [33, 30 + c.get("blue", 0), 29 + 0.8 * c.get("green", 0) + 0.1 * c.get("x", 0)]

    result = search(marbles, space, means)
    answer = result.ways[result.answer]
    assert answer.verdict == "shown" and {name for name, _ in answer.changes} == {"blue", "green"}
    assert answer.distance.high <= 1.0
    found = dict(answer.changes)
    assert 2 <= found["blue"] <= 4 and 4 <= found["green"] <= 6


def test_equal_seats_are_said_at_once_and_nothing_is_searched(marbles):
    result = search(marbles, space_of(knob("a", 0, range(9))), lambda c: [30, 30, 30])
    assert result.printed.verdict == "shown" and result.ways == () and result.stages == ()


@pytest.mark.parametrize(("gap", "verdict", "most"), [(0.6, "shown", 8000), (0.87, "perhaps", 8000)])
def test_what_seems_equal_is_played_on_and_nothing_is_searched_for_it(marbles, gap, verdict, most):
    space, effort = space_of(knob("a", 0, range(9))), Effort(2, 1600, 2000)
    result = search(marbles, space, lambda c: [30, 30 + gap, 30], effort=effort, seed=15)
    assert result.printed.verdict == verdict and 2000 < result.printed.distance.n <= most
    assert result.stages == () and result.ways == ()


def test_what_cannot_be_reached_is_not_claimed(marbles):
    space = space_of(knob("a", 0, range(4)), knob("b", 0, range(4)))
    result = search(marbles, space, lambda c: [36 - c.get("a", 0), 30, 30 + 0.1 * c.get("b", 0)])
    assert result.answer is None and not any(way.on_target for way in result.ways)
    assert ("a", 3) in result.nearest.changes
    assert result.nearest.distance.low > 1.0


def test_a_target_of_the_victories_is_in_shares(marbles):
    assert even(marbles, 0.01, "victory").amount(0.01) == "1 point of the victories"
    assert even(marbles).amount(1.0) == "1 marble"
    assert games_for(6.0, 0.25, (100, 10_000)) == 580


# --- the engine ------------------------------------------------------------------------------------------------------


def ask(game, of, free=(), jobs=1, memory=None, samples=6, tolerance=1.5, changes=2, **rules):
    base = Base(game, SEED, rules={**rules, **(dealing(game) if of == "choices" else {})}, jobs=jobs)
    space = search_space(base, ["ring"], free, lists=True)
    target = even_target(base, "ring", of, "points", tolerance)
    effort = Effort(changes, games=1600, confirm=4000)
    return balance(base, "bold", space, target, effort, memory, samples=samples)


def test_the_head_start_of_marbles_is_found_and_taken_away(marbles, tmp_path):
    memory = Memory(Sums, tmp_path / "played.jsonl")
    _, result = ask(marbles, "seats", memory=memory, head_start=3, samples=0, free=["head_start=0..4", "slip"])
    best = result.best
    assert [(change.name, change.before) for change in best.changes] == [("head_start", 3)]
    assert best.changes[0].value in (0, 1) and best.verdict == "shown" and best.widest[0] in SEATS
    assert result.printed.gap.estimate == pytest.approx(3, abs=0.8)
    assert BalancedResult.from_json(json.loads(json.dumps(result.to_json()))) == result
    played = memory.played
    again = ask(
        *(marbles, "seats", ["head_start=0..4", "slip"], 2, Memory(Sums, tmp_path / "played.jsonl")),
        head_start=3,
        samples=0,
    )
    assert again[1] == result and played > 0


def test_single_numbers_of_a_list_are_tuned_and_played_as_the_list(marbles):
    found, result = ask(marbles, "choices", ["bag_marbles.*"], jobs=2)
    assert set(found.space.knobs) == {"bag_marbles.1", "bag_marbles.2", "bag_marbles.3"}
    best = result.best
    assert best.verdict == "shown"
    base = Base(marbles, 1)
    rules = as_rules(base, "ring", {change.name: change.value for change in best.changes})
    assert set(rules) == {"bag_marbles"} and max(rules["bag_marbles"]) - min(rules["bag_marbles"]) <= 1
    # What players get besides the bag is the same for all, so the means tell the bags apart to the marble.
    before = result.printed.means
    assert before["the big bag"].estimate - before["the empty bag"].estimate == pytest.approx(3, abs=0.7)
    assert {statement.of for statement in result.survival} == {6}


def test_other_assumptions_are_drawn_and_the_one_that_decides_is_named(marbles):
    """Only the head start tells seats apart: printed, the gap is above 1.5 with 2 to 4 marbles, and below with less."""
    _, result = ask(marbles, "seats", ["head_start"], samples=24)
    after, printed = result.survival
    assert "at most 1.5 marbles with head start" in after.text and after.held == after.of == 24
    assert "more than 1.5 marbles as printed" in printed.text and 8 <= printed.held <= 20
    assert printed.breaks is not None and printed.breaks.parameter == "head_start" and printed.breaks.shown()


def test_questions_that_make_no_sense(marbles):
    with pytest.raises(BadInput, match="played by one team"):
        even_target(Base(registry.load_game("pebbles"), 1), "high", "seats", "points", 1.0)
    bare = replace(marbles)
    target = even(bare, choices=("a", "b", "c"))
    empty = target.count(np.zeros(0, dtype=[(f"{m}_{s}", "i8") for m in ("points", "bag") for s in SEATS]), "")
    assert empty.games == 0 and len(empty.total) == 6
    player = ArmPlayer(Base(marbles, 1), "bold", Memory(Sums), even(marbles).count)
    assert not player.possible("ring", (("bag_marbles.3", 99),))


# --- quick, bounded, honest ------------------------------------------------------------------------------------------


def test_many_changes_are_found_with_few_games_where_all_rules_are_played_at_once(marbles):
    """Seven groups up to 9 points apart, and a rule for each: six changes, in 60,000 games."""
    names = tuple("abcdefg")
    base = np.array([40.0, 39.0, 31.0, 32.0, 36.0, 37.0, 33.0])
    space = space_of(*(knob(name, 0, range(11), 0.5) for name in names))
    player = Played(lambda c: base + [c.get(name, 0) for name in names], 10.0)
    target = even(marbles, 2.0, seats=names, level=float(base.mean()))
    log = Logbook(space, target, player, SEED, Effort(6, games=1600, confirm=3000, total=60_000))
    result = Search(log).run("anybody")
    assert "all rules at once" in [stage.name for stage in result.stages]
    answer = result.ways[result.answer]
    assert answer.verdict == "shown" and answer.number <= 6 and answer.distance.high <= 2.0
    assert 20_000 < result.played <= 60_000 and player.games <= 60_000


def test_what_is_played_all_at_once_has_every_value_about_as_often(marbles):
    knobs = list(space_of(knob("a", 3, range(7)), knob("b", 0, range(2))).knobs.values())
    sets = [dict(one) for one in designed(knobs, 14, 1)]
    for knob_, values in zip(knobs, (range(7), range(2)), strict=True):
        had = [one.get(knob_.name, knob_.before[0]) for one in sets]
        assert sorted(had) == sorted([*values] * (14 // len(values)))
    assert designed(knobs, 14, 1) == designed(knobs, 14, 1) != designed(knobs, 14, 2)


def test_a_race_plays_on_what_is_open_alone_and_within_the_games_there_are(marbles):
    means = {0: [30, 30, 34], 1: [30, 30, 30], 2: [30, 30, 30.85], 3: [30, 30, 30.8]}
    player = Played(lambda c: means[c.get("a", 0)], 6.0)
    tries = [Try((("a", place),) if place else NOTHING, 1, place, float(place)) for place in range(4)]
    off, equal, near, cheaper = confirm(tries, player, even(marbles), 3, 8_000)
    assert (off.verdict, off.distance.n) == ("off", 2_000)  # said at the first look
    assert equal.verdict == "shown" and equal.distance.n <= 8_000
    assert near.distance.n == cheaper.distance.n == 8_000  # dearer than one that is shown: not played on
    told = []
    few = confirm(tries[2:], player, even(marbles), 3, 8_000, most=20_000, begin=lambda *about: told.append(about))
    assert sum(games for _, games in told) <= 20_000 and told[0] == (2, 4_000)
    assert {way.distance.n for way in few} <= {2_000, 8_000, 16_000}


def test_the_progress_of_a_confirmation_moves(marbles):
    steps = []
    base = Base(marbles, SEED, rules={"head_start": 3})
    space = search_space(base, ["ring"], ["head_start"], lists=True)
    effort = Effort(1, games=1600, confirm=16_000)
    target = even_target(base, "ring", "seats", "points", 1.5)
    balance(base, "bold", space, target, effort, progress=steps.append, samples=0)
    confirming = [step for step in steps if "fresh seeds" in step.stage]
    assert len({step.done / step.total for step in confirming}) > 3


def test_games_that_would_tell_follow_from_what_is_missing(marbles):
    _, result = ask(marbles, "seats", ["head_start=0..4"], head_start=3, samples=0)
    gap = replace(result.printed.gap, estimate=1.0, low=0.2, high=1.8, n=4000)
    way = replace(result.printed, verdict="perhaps", gap=gap)
    open_one = replace(result, target=1.4, printed=way, ways=(), answer=None)
    assert open_one.ending == "perhaps already"
    assert open_one.games_to_know(way) == 16_000  # half the width: four times the games
    assert replace(open_one, target=1.05).games_to_know(way) is None
    assert open_one.games_to_know(replace(way, verdict="off")) is None
    assert result.ending == "reached" and result.rules == ("head_start",) and result.played > 4000


def test_sets_of_assumptions_lend_each_other_strength(marbles):
    """Where assumptions change nothing all sets agree, though each alone is noise; where they do, the sets differ."""
    target, rng = even(marbles), np.random.default_rng(8)

    def drawn(spread):
        means = [np.array([30.0, 30.5, 30.2]) + spread * rng.standard_normal(3) for _ in range(16)]
        seen = [{"one": Sums.of(np.rint(rng.normal(one, 12.0, (500, 3))).astype(np.int64))} for one in means]
        return np.array(drawn_together(target, seen)), np.array([np.ptp(one) for one in means])

    alike = [drawn(0.0)[0] for _ in range(30)]
    assert np.mean([found[:, 0] <= 1 for found in alike]) > 0.9
    assert np.mean([np.abs(found[:, 0] - 0.5) <= found[:, 1] for found in alike]) > 0.95
    found, true = zip(*(drawn(3.0) for _ in range(30)), strict=True)
    gaps = np.array([one[:, 0] for one in found])
    assert gaps.mean() == pytest.approx(np.mean(true), rel=0.06)
    assert drawn_together(target, []) == []
