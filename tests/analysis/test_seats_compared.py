"""compare and attribute, asked of the competitive template: planted effects whose size is known."""

import json

import pytest

from analysis.arms import Base, plan_of
from analysis.attribution import attribute
from analysis.compare import ALL, Contender, Extent, compare
from analysis.measures import metrics_of
from analysis.paired import compare_rows
from analysis.sequential import STEP, Until
from sim import registry
from sim.errors import BadInput
from sim.run import run_games

MARBLES = registry.load_game("marbles")
PRINTED = Contender("printed", "bold")
AHEAD = Contender("ahead", "bold", changes=(("head_start", 6),))
SLIPPERY = Contender("slippery", "bold", changes=(("slip", 2),))
BAGS = Contender("bags", "bold", changes=(("bags", "dealt"),))


@pytest.fixture(scope="module")
def base():
    return Base(MARBLES, seed=3)


# --- compare ---------------------------------------------------------------------------------------------------------


def test_a_planted_head_start_is_found_to_the_marble(base):
    found = compare(base, PRINTED, [AHEAD], ["ring"], Extent(2000)).main("ahead").effects
    moved = {name: effect.difference.estimate for name, effect in found.items()}
    assert moved["points"] == pytest.approx(4 / 3) and moved["points.red"] == 4
    assert moved["points.blue"] == moved["points.green"] == moved["turns"] == 0
    assert found["victory.red"].verdict == "more" and found["victory.red"].difference.low > 0.05
    shares = [moved[f"victory.{seat}"] for seat in MARBLES.file.seats]
    assert sum(shares) == pytest.approx(0) and max(shares[1:]) < 0
    assert all(effect.verdict not in ("better", "worse") for effect in found.values())


def test_bags_give_each_seat_their_mean(base):
    """Bags of 0, 1 and 3 marbles are 4/3 each on average, for everybody, and change no seat's chances."""
    found = compare(base, PRINTED, [BAGS], ["ring"], Extent(6000)).main("bags").effects
    for seat in MARBLES.file.seats:
        effect = found[f"points.{seat}"].difference
        assert effect.low < 4 / 3 < effect.high
        assert not found[f"victory.{seat}"].differs
    assert found["points"].difference.estimate == pytest.approx(4 / 3, abs=0.05)


def test_chunks_are_the_whole_and_jobs_change_nothing(base):
    games = STEP + 300
    found = compare(base, PRINTED, [SLIPPERY], ["ring"], Extent(games, meet=False))
    rows = [run_games(plan_of(base, who.arm("ring")), games).rows for who in (PRINTED, SLIPPERY)]
    assert found.main("slippery") == compare_rows(metrics_of(MARBLES), *rows, confidence=0.95)
    bodies = [
        compare(Base(MARBLES, 3, jobs=jobs), PRINTED, [Contender("shy", "shy")], ["ring"], Extent(600, meet=True))
        for jobs in (1, 2)
    ]
    assert json.dumps(bodies[0].to_json()) == json.dumps(bodies[1].to_json())


def test_scenarios_for_different_numbers_of_players(base):
    """The mean of both has what both have: an empty seat has no points."""
    found = compare(base, PRINTED, [AHEAD], ["ring", "ring-for-2"], Extent(1500))
    assert "points.green" in found.found["ahead", "ring"].effects
    assert "points.green" not in found.found["ahead", "ring-for-2"].effects
    both = found.found["ahead", ALL].effects
    assert "victory.green" not in both and "victory.blue" in both
    assert both["points"].difference.estimate == pytest.approx((4 / 3 + 2) / 2)
    assert found.found["ahead", "ring-for-2"].effects["points"].difference.estimate == pytest.approx(2)


def test_another_number_of_players_can_be_compared(base):
    fewer = Contender("two", "bold", changes=(("players", 2),))
    found = compare(base, PRINTED, [fewer], ["ring"], Extent(1500)).main("two").effects
    alone = run_games(plan_of(base, fewer.arm("ring")), 1500).rows
    mean = (alone["points_red"].mean() + alone["points_blue"].mean()) / 2
    assert found["points"].arm.estimate == pytest.approx(mean) and "points.green" not in found


def test_looking_until_the_seats_are_known(base):
    found = compare(base, PRINTED, [AHEAD], ["ring"], Extent(100_000, Until(0.02)))
    assert found.status == "stopped"
    widths = [e.difference.high - e.difference.low for n, e in found.main("ahead").effects.items() if "victory" in n]
    assert len(widths) == 3 and max(widths) / 2 <= 0.02
    decided = compare(base, PRINTED, [AHEAD], ["ring"], Extent(100_000, Until()))
    known = decided.main("ahead").effects
    assert all(e.verdict != "unknown" for n, e in known.items() if n == "points" or n.startswith("victory"))


def test_policies_meet_both_ways_round(base):
    found = compare(base, PRINTED, [Contender("shy", "shy")], ["ring", "ring-for-2"], Extent(900, meet=True))
    three, two = found.meetings["shy", "ring"], found.meetings["shy", "ring-for-2"]
    assert [(m.player, m.others, m.games) for m in three] == [("shy", "bold", 300), ("bold", "shy", 300)]
    assert [(m.player, m.games) for m in two] == [("shy", 450)], "for two the other way round is the same table"
    body = found.to_json()
    assert body["measure"] == "points" and len(body["meetings"]) == 3
    assert body["meetings"][1]["share"]["verdict"] == "more"
    assert not compare(base, PRINTED, [AHEAD], ["ring"], Extent(300)).meetings


def test_a_stop_while_they_meet_keeps_what_was_compared(base, monkeypatch):
    from analysis import meeting

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(meeting, "play_many", stopped)
    found = compare(base, PRINTED, [Contender("shy", "shy")], ["ring"], Extent(300, meet=True))
    assert found.status == "interrupted" and found.pairs == 300 and not found.meetings
    assert found.main("shy").leading.verdict == "less"


def test_a_team_has_no_meetings_and_the_metrics_it_had():
    pebbles = Base(registry.load_game("pebbles"), 3)
    found = compare(pebbles, Contender("a", "random"), [Contender("b", "careful")], ["high"], Extent(300))
    assert {"measure", "meetings"}.isdisjoint(found.to_json())
    assert next(iter(found.main("b").effects)) == "win_rate" and found.main("b").leading is found.main("b").win_rate


# --- attribute -------------------------------------------------------------------------------------------------------


def test_each_rule_in_points(base):
    found = attribute(base, "ring", "bold", 1500)
    effects = {effect.switch.name: effect for effect in found.effects}
    assert set(effects) == {"slip", "head start"} and found.measure.name == "points"
    assert effects["head start"].points.estimate == pytest.approx(2 / 3)
    assert effects["head start"].verdict == "adds" and effects["slip"].verdict == "takes"
    assert effects["head start"].score.metric.name == "victory.red" and effects["head start"].score.verdict == "more"
    (pair,) = found.pairs
    assert pair.interaction.difference.estimate == pytest.approx(0), "a head start is added to whatever is rolled"
    assert found.margin == 0.5 and pair.interaction.verdict == "equivalent"
    body = found.to_json()
    assert body["measure"] == {"name": "points", "label": "Marbles a player", "unit": "marbles"}
    assert "win_rate" not in body and body["value"]["estimate"] > 20
    json.dumps(body)


def test_each_rule_in_the_first_seats_wins(base):
    found = attribute(base, "ring-for-2", "bold", 3000, measure="victory", pairs=False)
    effects = {effect.switch.name: effect for effect in found.effects}
    assert "players" not in effects, "how many play is no rule that could be off"
    head = effects["head start"]
    assert head.verdict == "adds" and 0.03 < head.points.estimate < 0.12 and found.margin == 0.01
    assert head.score.metric.name == "points" and head.score.difference.estimate == pytest.approx(1)
    arm = run_games(plan_of(base, Contender("x", "bold", changes=(("head_start", 0),)).arm("ring-for-2")), 3000).rows
    assert head.effect.base.estimate == pytest.approx(arm["victory_red"].mean() / 12)
    assert not found.one_sided or not 0.05 < found.rate.estimate < 0.95


def test_other_measures_and_none(base):
    rolls = attribute(base, "ring", "bold", 600, measure="rolls", pairs=False)
    effects = {effect.switch.name: effect.verdict for effect in rolls.effects}
    assert effects == {"slip": "takes", "head start": "equivalent"}
    with pytest.raises(BadInput, match="no such measure"):
        attribute(base, "ring-for-2", "bold", 100, measure="points.green")
