"""Attribution: planted effects are found, planted nothings are declared equivalent, and nobody flatters himself."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import attribution
from analysis.arms import Base
from analysis.attribution import INTERACTION, attribute, chosen_pairs, games_to_tell
from analysis.order import simultaneous
from analysis.paired import PairSums, effect_of
from analysis.switches import IS_OFF, ONLY_MOVED, contradiction, label, switches_of
from sim.errors import Interrupted
from sim.registry import Game, load_game


def planted(without) -> Game:
    """Return Pebbles with special rules of its own in the scenario 'high'."""
    known = load_game("pebbles")
    game = Game(known.name, known.folder)
    game.__dict__["scenarios"] = {**known.scenarios, "high": {**known.scenarios["high"], "without": without}}
    return game


#: Slips cost a random player games; nobody ever comes near the turn cap; the sea is what it is.
PLANTED = [
    {"rule": "slipping", "values": {"slip": 0}},
    {"rule": "the patience of the sea", "values": {"turn_cap": 300}},
    {"rule": "half of slipping", "part": True, "values": {"slip": 0, "turn_cap": 400}},
]


@pytest.fixture(scope="module")
def found():
    return attribute(Base(planted(PLANTED), 11), "high", "random", 4000)


def test_a_planted_effect_is_found_and_a_planted_nothing_is_equivalent(found):
    by_name = {effect.switch.name: effect for effect in found.effects}
    assert set(by_name) == {
        "slipping", "the patience of the sea", "half of slipping", "all its special rules together",
    }  # fmt: skip
    slipping, nothing = by_name["slipping"], by_name["the patience of the sea"]
    assert slipping.verdict == "costs"
    assert slipping.points.high < -0.05
    assert slipping.effect.base.estimate > found.rate.estimate  # base: without the rule
    assert slipping.points.estimate == pytest.approx(found.rate.estimate - slipping.effect.base.estimate)
    assert slipping.touched.estimate > 0.3
    assert (nothing.verdict, nothing.points.estimate, nothing.touched.estimate) == ("equivalent", 0, 0)
    assert nothing.effect.equivalence.low > -0.01 and nothing.effect.equivalence.high < 0.01
    # largest first, and the lever of the same name is no second row
    sizes = [abs(effect.points.estimate) for effect in found.effects]
    assert sizes == sorted(sizes, reverse=True)


def test_the_score_tells_where_the_win_rate_cannot(found):
    assert not found.one_sided
    slipping = next(effect for effect in found.effects if effect.switch.name == "slipping")
    assert slipping.score.metric.name == "jar" and slipping.score.difference.high < 0
    game = load_game("pebbles")
    hopeless = attribute(Base(game, 3, rules={"jar": 150}), "low", "random", 400, pairs=False)
    assert hopeless.one_sided and hopeless.rate.estimate == 0
    slip = next(effect for effect in hopeless.effects if effect.switch.name == "slip")
    assert slip.points.estimate == 0 and slip.verdict != "costs"
    assert slip.score.difference.high < 0
    assert [effect.switch.name for effect in hopeless.effects][0] == "slip"  # ties of the win rate: by the score


def test_intervals_hold_together(found):
    each = simultaneous(0.95, len(found.effects))
    for effect in found.effects:
        alone = effect_of(
            PairSums(
                n=found.games,
                base=round(effect.effect.base.estimate * found.games),
                arm=round(effect.effect.arm.estimate * found.games),
                base_squares=round(effect.effect.base.estimate * found.games),
                arm_squares=round(effect.effect.arm.estimate * found.games),
                products=round(effect.effect.arm.estimate * found.games) - effect.effect.arm_only,
                base_more=effect.effect.base_only,
                arm_more=effect.effect.arm_only,
            ),
            effect.effect.metric,
            each,
        )
        assert alone.difference == effect.points
    assert found.to_json()["adjustment"]["confidence_each"] == each


def test_the_result_depends_on_nothing_but_the_question(found, monkeypatch):
    monkeypatch.setattr(attribution, "CHUNK", 700)
    again = attribute(Base(planted(PLANTED), 11, jobs=2, backend="threading"), "high", "random", 4000)
    assert again.to_json() == found.to_json()
    other = attribute(Base(planted(PLANTED), 12), "high", "random", 500)
    assert other.rate != found.rate


def test_pairs_are_measured_on_games_of_their_own(monkeypatch):
    ranges = []
    real = attribution.play_many

    def watch(base, arms, games, reduce, after=None, first=0):
        ranges.append((first, games, len(arms)))
        return real(base, arms, games, reduce, after, first)

    monkeypatch.setattr(attribution, "play_many", watch)
    game = load_game("pebbles")
    found = attribute(Base(game, 3), "low", "random", 1500)
    assert [effect.switch.name for effect in found.effects if effect.effect.differs] == [
        effect.switch.name for effect in found.effects
    ]
    assert ranges == [(0, 1500, 3), (1500, 1500, 6)]  # jar, tide and slip; then each again, and the three pairs
    assert len(found.pairs) == 3 and found.pair_games == 1500
    assert found.played == 1500 * 4 + 1500 * 7
    for pair in found.pairs:
        assert pair.together.difference.n == pair.interaction.difference.n == 1500
    assert attribute(Base(game, 3), "low", "random", 300, pairs=False).pairs == ()


def test_an_interaction_is_both_minus_the_sum_of_each(monkeypatch):
    """Win or not of four arms, game by game; the interaction is checked against its definition."""
    rng = np.random.default_rng(5)
    won, first, second, both = (rng.random(1000) < share for share in (0.3, 0.5, 0.45, 0.9))
    sums = PairSums.of(won.astype(int) + both, first.astype(int) + second)
    effect = effect_of(sums, INTERACTION, 0.95, 0.01)
    by_hand = (won.mean() - both.mean()) - (won.mean() - first.mean()) - (won.mean() - second.mean())
    assert effect.difference.estimate == pytest.approx(by_hand)
    assert effect.verdict == "less"  # both together open more than the sum of each: with both rules fewer are won


@pytest.mark.parametrize(
    "shares",
    [(0.5, 0.6, 0.7, 0.8), (0.02, 0.03, 0.02, 0.03), (0.999, 0.999, 0.999, 0.999), (0.3, 0.5, 0.5, 0.9)],
)
def test_coverage_of_the_interaction(shares):
    """The truth lies in the 95 % interval as often as it should, also where hardly any game differs."""
    rng = np.random.default_rng(17)
    truth = shares[1] + shares[2] - shares[0] - shares[3]
    held, repetitions, games = 0, 1200, 500
    for _ in range(repetitions):
        luck = rng.random(games)  # shared seeds: neighbours win with the same luck, half of the time
        own = [np.where(rng.random(games) < 0.5, luck, rng.random(games)) for _ in range(4)]
        won, first, second, both = ((u < share).astype(int) for u, share in zip(own, shares, strict=True))
        found = effect_of(PairSums.of(won + both, first + second), INTERACTION, 0.95, 0.01).difference
        held += found.low <= truth <= found.high
    assert held / repetitions > 0.935


def test_a_pair_chosen_for_its_size_does_not_flatter_itself():
    """Of rules that do nothing hardly any is shown, so hardly ever are there pairs to choose."""
    rng = np.random.default_rng(23)
    shown = 0
    for _ in range(200):
        each = simultaneous(0.95, 20)
        won = rng.random(300) < 0.5
        effects = [effect_of(PairSums.of(rng.random(300) < 0.5, won), attribution_metric(), each) for _ in range(20)]
        shown += sum(effect.differs for effect in effects) >= 2
    assert shown / 200 < 0.06


def attribution_metric():
    from analysis.paired import win_rate_metric

    return win_rate_metric(load_game("pebbles"))


def test_games_that_would_tell():
    rng = np.random.default_rng(2)
    won, other = rng.random(2000) < 0.5, rng.random(2000) < 0.5
    effect = effect_of(PairSums.of(other, won), attribution_metric(), 0.95, 0.01)
    found = attribution.RuleEffect(None, effect, None)
    assert found.verdict == "unknown"
    needed = games_to_tell(found)
    assert 2000 < needed < 10**7


# --- what can be switched off ----------------------------------------------------------------------------------------


def switches(year, *variants, **options):
    return switches_of(Base(load_game("opulent"), 1, tuple(variants)), year, **options)


def test_what_1926_can_be_without():
    found, left = switches("1926")
    by_name = {switch.name: switch for switch in found}
    assert by_name["shoot-outs of the gangs"].off == {"gangs.active": False}
    assert by_name["arguments about the Volstead Act"].kind == "special"
    together = by_name["all its special rules together"]
    assert together.every and together.off == {"gangs.active": False, "argument.active": False}
    assert (by_name["year cost"].now, by_name["year cost"].off) == ({"year.cost": 50}, {"year.cost": 20})
    assert by_name["year random upgrades"].kind == "scenario"
    assert by_name["bar another round"].off == {"bar.another_round": False}
    reasons = {item.name: item.reason for item in left}
    assert reasons["year cost adjustment"] == IS_OFF
    assert reasons["door dice"] == ONLY_MOVED
    # every lever is switched or named
    game = load_game("opulent")
    levers = {rule.name for rule in game.parameters.values() if rule.lever}
    switched = {name for switch in found for name in switch.off}
    assert levers <= switched | {name for name in levers if label(name) in reasons}


def test_each_switch_changes_something_that_is_allowed():
    for year in load_game("opulent").scenarios:
        base = Base(load_game("opulent"), 1)
        found, _ = switches_of(base, year, every_rule=True)
        printed = base.resolve(year).values
        for switch in found:
            assert base.resolve(year, switch.off).values != printed
        assert len({str(sorted(switch.off.items())) for switch in found}) == len(found)
        assert len({switch.name for switch in found}) == len(found)


def test_house_rules_that_are_off_already_are_named():
    found, left = switches("1920", "no-another-round")
    assert "bar another round" not in [switch.name for switch in found]
    assert ("bar another round", IS_OFF) in [(item.name, item.reason) for item in left]
    more, _ = switches("1920", every_rule=True)
    assert "band tuning nickels" in [switch.name for switch in more]
    assert "band tuning nickels" not in [switch.name for switch in found]


def test_printed_cards_leave_nothing_to_switch_off():
    game = load_game("opulent")
    module = game.module("cards")
    tables = module.tables({name: rule.default for name, rule in game.parameters.items()})
    base = Base(game, 1, cards={"events": tables["events"], "printed": [{"table": "events"}]})
    found, left = switches_of(base, "1920")
    assert "event deck agents" not in [switch.name for switch in found]
    (reason,) = [item.reason for item in left if item.name == "event deck agents"]
    assert "leave nothing to assume" in reason


def test_parts_and_their_whole_are_no_pair():
    for year, first, second in [
        ("1924", "the meeting", "bail for the meeting"),
        ("1925", "double loss for waiting in the cold", "door wait penalty"),
        ("1926", "all its special rules together", "shoot-outs of the gangs"),
    ]:
        by_name = {switch.name: switch for switch in switches(year)[0]}
        assert not by_name[first].apart_from(by_name[second])
    by_name = {switch.name: switch for switch in switches("1926")[0]}
    assert by_name["shoot-outs of the gangs"].apart_from(by_name["arguments about the Volstead Act"])


def test_pairs_of_the_largest_and_of_the_special_rules():
    base = Base(load_game("opulent"), 1)
    found, _ = switches_of(base, "1926")
    effects = []
    for position, switch in enumerate(found):
        won, gain = np.zeros(400, bool), np.arange(400) < (200 - 10 * position if switch.kind == "lever" else 0)
        effect = effect_of(PairSums.of(gain, won), attribution_metric(), 0.95)
        effects.append(attribution.RuleEffect(switch, effect, effect.base))
    effects.sort(key=lambda e: -abs(e.points.estimate))
    pairs = chosen_pairs(base, "1926", effects)
    names = [{a.name, b.name} for a, b in pairs]
    assert {"shoot-outs of the gangs", "arguments about the Volstead Act"} in names
    assert len(names) == 7  # six of the four largest, and that one
    assert all(not contradiction(base, "1926", {**a.off, **b.off}) for a, b in pairs)


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


def test_what_was_finished_is_told(monkeypatch):
    monkeypatch.setattr(attribution, "CHUNK", 100)
    real, calls = attribution.play_many, []

    def stop(*arguments):
        calls.append(1)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(attribution, "play_many", stop)
    found = attribute(Base(load_game("pebbles"), 3), "low", "random", 1000)
    assert (found.status, found.games, found.pairs) == ("interrupted", 200, ())
    assert all(effect.points.n == 200 for effect in found.effects)
    calls[:] = [1, 1]
    with pytest.raises(Interrupted):
        attribute(Base(load_game("pebbles"), 3), "low", "random", 1000)
