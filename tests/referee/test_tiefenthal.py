"""Games of all modules, players and policies pass the referee, also under house rules.

``HOUSE_EDGE_REFEREE_GAMES=100`` before ``pytest`` plays a hundred times as many games as the usual run.
"""

import os
import random

import pytest

from sim import replay
from tests.referee.tiefenthal import check
from tests.referee.tiefenthal_house import SCENARIOS, WILD, change_some, play

GAMES = int(os.environ.get("HOUSE_EDGE_REFEREE_GAMES", "1"))
SEED = 1933


def report(faults):
    return "\n".join(str(fault) for fault in faults)


@pytest.mark.parametrize("policy", ["random", WILD], ids=["random", "wild"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_pass(scenario, policy):
    for index in range(GAMES):
        faults = check(replay("tiefenthal", scenario=scenario, policy=policy, seed=SEED, index=index))
        assert not faults, f"{scenario}, seed {SEED}, game {index}:\n{report(faults)}"


@pytest.mark.parametrize("policy", ["upgrades", "nobles", "balanced"])
@pytest.mark.parametrize("scenario", ["module-1-for-3", "module-2", "module-5-for-2"])
def test_policies_pass(scenario, policy):
    for index in range(GAMES):
        faults = check(replay("tiefenthal", scenario=scenario, policy=policy, seed=SEED, index=index))
        assert not faults, f"{scenario}, {policy}, seed {SEED}, game {index}:\n{report(faults)}"


#: Rules away from their defaults, several at a time, so that what is rare happens: empty piles, long turns, full books.
HOUSE_RULES = {
    "everything is cheap": {
        "fire.upgrade_price": 1,
        "nobles.cost": [1, 2, 3],
        "area.dishes.price": 0,
        "area.supplier.price": 0,
        "staff.of_each_kind": 4,
        "guests.per_round": 3,
        "merchant.beer": 3,
        "cashbox.coins": 3,
    },
    "supplies run out": {
        "nobles.supply": 4,
        "staff.cards": 5,
        "schnapps.supply": 3,
        "book.tiles": 9,
        "merchant.beer": 3,
    },
    "no supplies": {"nobles.supply": 0, "schnapps.supply": 0, "book.tiles": 0, "counter.supply": 0, "staff.cards": 4},
    "every guest brings something": {
        "guests.bonuses": "all",
        "guests.per_round": 2,
        "guests.reputation": 3,
        "book.rows": 3,
    },
    "removals everywhere": {"monastery.spaces": [0, *[11] * 22], "book.spaces": [11] * 20, "counter.steps": 3},
    "reputation everywhere": {"monastery.spaces": [0, *[16] * 22], "book.spaces": [15] * 20, "bard.steps": 3},
    "a short track": {"reputation.spaces": [101, 102, 103] * 3 + [1, 2], "reputation.steps": 3},
    "dealt": {"start_card.how": "dealt", "start_card.pilgrim_steps": 6, "start_card.pilgrim_regulars": 5},
    "guests and staff each evening": {
        "track.bonuses": [2, 3, 4, 5] * 3,
        "winter.entertainers_replace": False,
        "rounds": 12,
    },
    "an upgrade each evening": {"track.bonuses": [6] * 12, "track.free_upgrade_nobles": 2, "rounds": 12},
    "nobles apart": {"nobles.share_a_table": False, "area.nobles": 3, "tables.own": 4, "tables.upgraded": 6},
    "strong dishwashers": {"dishwasher.plus": 3, "supplier.faces": [2, 5], "monk.face": 3, "turn.most_moves": 3},
    "many dice": {"waitress.dice": 2, "dice.own_limit": 3, "draft.passes": False, "start.rotation": "fixed"},
    "few dice": {"dice.white": 1, "dice.own_limit": 0, "track.counter_guests": 3, "counter.redraw": False},
    "nothing is kept": {"safe.keeps": 0, "store.keeps": 0, "schnapps.keeps": 0, "winter.rounds": [1, 2, 3]},
}


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_house_rules_pass(name):
    for index in range(GAMES):
        scenario = ("module-5-for-2", "module-5-for-3", "module-5")[index % 3]
        faults = play(HOUSE_RULES[name], scenario, WILD, SEED, index)
        assert faults is not None, "these rules contradict each other"
        assert not faults, f"{scenario}, game {index}:\n{report(faults)}"


def test_house_rules_drawn_at_random_pass():
    luck = random.Random(SEED)
    for index in range(10 * GAMES):
        rules, scenario = change_some(luck), luck.choice(SCENARIOS)
        faults = play(rules, scenario, luck.choice(["random", WILD]), SEED, index)
        assert not faults, f"{scenario}, game {index}, {rules}:\n{report(faults)}"


def test_the_variant_passes():
    lines = replay("tiefenthal", scenario="module-5-for-2", policy=WILD, seed=SEED, variants=("twelve-rounds",))
    faults = check(lines, ["rounds"])
    assert not faults, report(faults)
    assert lines[-1]["row"]["rounds"] == 12


def test_a_house_rule_must_be_named():
    lines = replay("tiefenthal", scenario="module-1-for-2", policy="random", seed=SEED, rules={"nobles.points": 9})
    assert not check(lines, ["nobles.points"])
    assert [fault for fault in check(lines) if "nobles.points is 9" in fault.message]
