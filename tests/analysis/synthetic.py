"""Games of The Opulent that were never played: rows with the right columns, balanced ledgers and plausible values.

Reports and analysis can be tested with them whatever state the real game is in. A fake plan is "played" as a pure
function of (scenario, policy, rules, seed), like a real one, and the rules that matter most move the results.
"""

from __future__ import annotations

import zlib
from types import SimpleNamespace

import numpy as np

from sim import registry

POLICY_STRENGTH = {"random": -22, "novice": -4, "decent": 3, "rulebook": 9, "tuned": 10}
SPECIAL = {"1921": -3, "1922": -4, "1923": -2, "1924": -7, "1925": -4, "1926": -9, "1927": -4, "1928": 7, "1929": -6}
LOSSES = {
    "door_skip": 3, "door_wait": 9, "cut_off": 0.4, "off_tempo": 2.5, "off_key": 4, "tuning": 1.5, "crowding": 1.2,
    "failed": 5, "bar_skip": 2, "bar_wait": 6, "tirade": 0.3, "watered": 0.5, "unserved": 0.2, "event_loss": 1,
    "raid_loss": 1.5, "year_loss": 0.8, "unpaid": 0, "closing": 2.5,
}  # fmt: skip
GAINS = {
    "schmoozed_door": 4, "schmoozed_bar": 1, "schmoozed_manager": 6, "unison": 3, "melody": 5, "gifts": 0.4,
    "pampered": 0.5, "event_gain": 0.6, "second_lap": 0,
}  # fmt: skip


def digest_seed(*parts: object) -> int:
    """Return a seed that is the same in every process."""
    return zlib.crc32(repr(parts).encode())


def rows_of(scenario: str, policy: str, rules: dict, seed: int, games: int) -> np.ndarray:
    """Return rows of fake games; neighbouring arms share part of their luck, as real ones do."""
    from sim.records import row_dtype

    game = registry.load_game("opulent")
    rows = np.zeros(games, row_dtype(game))
    rows["game"] = np.arange(games)
    shared = np.random.default_rng([seed, 1])
    fixed = ("year.cost_adjustment", "year.required_upgrade")  # they move the target, not the evening
    moving = sorted((item for item in rules.items() if item[0] not in fixed), key=str)
    own = np.random.default_rng([seed, digest_seed(scenario, policy, moving)])
    luck = 0.45 * shared.standard_normal(games) + 0.9 * own.standard_normal(games)
    special = SPECIAL.get(scenario, 0) * any(
        rules[name] for name in rules if name.endswith(".active") or name.startswith("aristocrat")
    )
    more = int(scenario) - 1920
    strength = 29 + 4.4 * more + POLICY_STRENGTH[policy] + special
    strength += -0.8 * (rules["event_deck.agents"] - 8) + 0.25 * (rules["event_deck.three_fedoras"] - 13)
    strength += -2.5 * (rules["door.at_zero"] == "leaves") - 6 * rules["raid.by_factor"] + 3 * rules["staff.plain"]
    earned = np.maximum(0, np.round(strength + 9 * luck)).astype(int)
    upgrade = list(game.parameters["year.required_upgrade"].choices).index(rules["year.required_upgrade"])
    selected = upgrade - 1 if upgrade else (7 if policy != "random" else int(own.integers(0, 10)))
    price = rules["upgrade.prices"][selected]
    rows["selected"], rows["target"] = selected, rules["year.cost"] + rules["year.cost_adjustment"] + price
    _fill_flows(rows, own, earned)
    rows["coffers_left"] = rows["coffers"] = rows["coffers_banked"] - rows["restocks"] - rows["raided_money"]
    rows["goal"] = rows["target"]  # no upgrade is bought during the year
    rows["gap"] = rows["coffers"] - rows["target"]
    rows["rounds"] = np.clip(np.round(14 + 2 * own.standard_normal(games) - 0.05 * luck), 4, 60)
    for after in (4, 8, 12):
        share = np.minimum(1, after / rows["rounds"]) + 0.12 * own.standard_normal(games)
        rows[f"coffers_{after}"] = np.clip(rows["coffers"] * share, 0, None)
    won = rows["gap"] >= 0
    rows["reached"] = np.where(won, np.maximum(1, rows["rounds"] - 1), 0)
    raided = ~won & (rows["raided_money"] >= -rows["gap"])
    rows["outcome"] = np.where(won, 0, np.where(raided, 2, 1))
    if scenario == "1924":
        rows["outcome"] = np.where(~won & ~raided & (own.random(games) < 0.4), 3, rows["outcome"])
    return rows


def _fill_flows(rows: np.ndarray, rng: np.random.Generator, earned: np.ndarray) -> None:
    games = len(rows)
    rows["agents"] = rng.poisson(2, games)
    rows["raid_rolls"] = np.minimum(rows["agents"], rng.poisson(1.4, games))
    rows["raids"] = rng.binomial(rows["raid_rolls"], 0.2)
    for name, mean in LOSSES.items():
        rows[name] = rng.poisson(mean, games)
    for name, mean in GAINS.items():
        rows[name] = rng.poisson(mean, games)
    rows["restocks"] = rng.poisson(4, games)
    rows["raided_money"] = np.minimum(rows["raids"] * rng.integers(3, 15, games), earned)
    rows["banked"] = rows["coffers_banked"] = earned + rows["restocks"]
    lost = sum(rows[name].astype(int) for name in LOSSES) + rows["banked"]
    gained = sum(rows[name].astype(int) for name in GAINS)
    short = np.maximum(gained - lost, 0)  # whatever was not lost otherwise was still in the club
    rows["closing"] += short.astype(rows["closing"].dtype)
    rows["placed"] = lost + short - gained


def run_games(plan, games, **_):
    """Stand in for `sim.run.run_games`."""
    rows = rows_of(plan.rules.scenario, plan.team[0].policy, plan.rules.values, plan.seed, games)
    return SimpleNamespace(rows=rows, plan=plan, games=games, rows_sha256="0" * 64, asked_to_stop=False)
