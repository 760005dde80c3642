"""The question of compare, asked of the template game: chunks, scenarios, ties, and a planted effect."""

import pytest

from analysis.arms import Base, plan_of
from analysis.compare import ALL, Contender, Extent, compare
from analysis.paired import compare_rows, metrics_of
from analysis.sequential import STEP, Until
from sim import registry
from sim.errors import BadInput
from sim.run import run_games

PRINTED = Contender("printed", "random")
SLIPPERY = Contender("slippery", "random", changes=(("slip", 2),))
KIND = Contender("kind", "random", ("kind",))


@pytest.fixture(scope="module")
def base():
    return Base(registry.load_game("pebbles"), seed=11)


def rows(base, contender, scenario, games):
    return run_games(plan_of(base, contender.arm(scenario)), games).rows


def test_chunks_are_the_whole(base):
    """Three chunks give, to the last bit, what all rows at once give."""
    games = 2 * STEP + 777
    found = compare(base, PRINTED, [SLIPPERY], ["low"], Extent(games))
    known = compare_rows(
        metrics_of(base.game), *(rows(base, who, "low", games) for who in (PRINTED, SLIPPERY)), confidence=0.95
    )
    assert found.main("slippery") == known
    assert found.stop == {"rule": "fixed", "reason": "all games played", "block": 2, "games": games}
    assert known.win_rate.verdict == "worse" and known.win_rate.correlation > 0.2


def test_the_mean_of_scenarios_and_the_adjustment(base):
    found = compare(base, PRINTED, [KIND, SLIPPERY], ["high", "low"], Extent(4000))
    assert found.scope == ALL and found.comparisons == 6
    mean = found.main("kind").win_rate.difference
    parts = [found.found["kind", name].win_rate.difference.estimate for name in ("high", "low")]
    assert mean.estimate == pytest.approx(sum(parts) / 2)
    alone = compare(base, PRINTED, [KIND], ["high"], Extent(4000)).main("kind").win_rate.difference
    together = found.found["kind", "high"].win_rate.difference
    assert together.estimate == alone.estimate and together.low < alone.low < alone.high < together.high
    assert found.order == [["kind"], ["slippery"]]
    (pair,) = found.mutual
    assert pair == ("kind", "slippery") and found.mutual[pair].verdict == "worse", "the second against the first"


def test_stopping_is_a_function_of_the_question(base):
    extent = Extent(200_000, Until(0.01))
    one = compare(base, PRINTED, [SLIPPERY], ["high"], extent)
    two = compare(Base(base.game, 11, jobs=2), PRINTED, [SLIPPERY], ["high"], extent)
    assert one.stop == two.stop and one.status == "stopped" and one.found == two.found
    shorter = compare(base, PRINTED, [SLIPPERY], ["high"], Extent(one.pairs - STEP, Until(0.01)))
    assert shorter.status == "complete" and shorter.stop["reason"] == "the most games were played"


def test_mistakes_of_all_arms_are_named_before_anything_is_played(base):
    wrong = [Contender("a", "random", ("knd",)), Contender("b", "random", changes=(("slip", 99),))]
    with pytest.raises(BadInput) as error:
        compare(base, PRINTED, wrong, ["high"])
    assert len(error.value.problems) == 2
    with pytest.raises(ValueError, match="different names"):
        compare(base, PRINTED, [KIND, KIND], ["high"])
