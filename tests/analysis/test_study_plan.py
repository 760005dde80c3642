import pytest

from analysis.study_plan import Counts, Pace, StudyPlan, choose
from sim.errors import BadInput

OPULENT = Counts(scenarios=10, parameters=45, settings=65, others=2, levers=10)
ONE_YEAR = Counts(scenarios=1, parameters=43, settings=62, others=2, levers=10)
PACE = Pace(stretch=0.002, game=4e-5)


@pytest.mark.parametrize("counts", [OPULENT, ONE_YEAR, Counts(2, 3, 5, 1, 1)])
@pytest.mark.parametrize("budget", [60, 180, 300, 3600])
def test_a_plan_fits_its_budget_and_a_larger_budget_gives_no_less(counts, budget):
    plan = choose(budget, counts, PACE)
    assert plan.seconds(counts, PACE) <= budget
    assert plan.samples & (plan.samples - 1) == 0
    longer = choose(2 * budget, counts, PACE)
    assert longer.samples >= plan.samples
    assert longer.samples > plan.samples or longer.games >= plan.games


def test_five_minutes_of_a_common_machine_are_a_study():
    plan = choose(300, OPULENT, PACE)
    assert plan.samples >= 64 and plan.trajectories >= 10 and plan.games >= 200


def test_what_is_given_stays():
    plan = choose(300, OPULENT, PACE, trajectories=7, samples=32)
    assert (plan.trajectories, plan.samples) == (7, 32)
    assert choose(300, OPULENT, PACE, games=120).games == 120


def test_too_little_time_is_said_with_what_it_takes():
    with pytest.raises(BadInput, match=r"--budget: 3 s are not enough here; the smallest study takes about \d+ s"):
        choose(3, OPULENT, PACE)


def test_work_counts_every_part():
    plan = StudyPlan(10, 64, 200)
    games = sum(number * each for number, each in plan.work(OPULENT))
    expected = 10 * (
        plan.ladder
        + 12 * plan.side_ladder
        + 65 * (plan.alone + 7 * plan.side)
        + (10 * 47 + 64 * 10) * 200
        + 128 * (plan.judged - 200 + 2 * plan.side)
        + 64 * 5 * plan.side
    )
    assert games == expected


def test_sizes_follow_from_the_games():
    plan = StudyPlan(10, 64, 200)
    assert (plan.ladder, plan.alone, plan.judged, plan.side) == (40_000, 400, 800, 100)
    tiny = StudyPlan(2, 8, 1)
    assert tiny.side == 1 and tiny.ladder == 200 and tiny.chunk == 20
    assert StudyPlan(2, 8, 20_000).ladder == StudyPlan(2, 8, 20_000).chunk == 40_000
