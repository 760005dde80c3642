"""Prohibition Raid: the risk, the roll and what is lost."""

from __future__ import annotations

from sim.games.opulent import y1924, y1926
from sim.games.opulent.club import discard, inside, regulars_leave
from sim.games.opulent.contracts import change_stock
from sim.games.opulent.names import (
    BEER,
    EDWARDS,
    FACT,
    FLOOR_SAFE,
    LIQUOR,
    MARTIN,
    OUT_RAID,
    OUT_RAIDED,
    RAID_DIE,
    SLIDING_PANELS,
    SPECIAL,
    ids,
)
from sim.games.opulent.nickels import spend
from sim.games.opulent.rolls import TEN_SIDES, roll_ten
from sim.games.opulent.upgrades import prestige
from sim.jit import compiled
from sim.trace import emit

RISK = ids.rule("raid.risk")
ROLL = ids.rule("raid.roll")
EFFECTS = ids.rule("raid.effects")
SAFE = ids.rule("raid.safe")
PANELS = ids.rule("raid.panels")

ALL_DOUBLED = 2  # factor from which the last row of the table raids automatically
PERCENT = 100
SAFE_KEEPS_ALL = 200  # the bound of upgrade.safe_keeps stands for everything


@compiled
def monetary_risk(rules, coffers):
    """Return the monetary risk of the coffers, from 1 (rule raid.risk)."""
    risk = 1
    for bracket in range(rules.raid_bracket_ends.shape[0]):
        if coffers > rules.raid_bracket_ends[bracket]:
            risk = bracket + 2
    return risk


@compiled
def raid_threshold(rules, coffers, stars):
    """Return the highest roll of the ten-sided die that means a raid (rules raid.risk, raid.roll).

    Parameters
    ----------
    coffers : int
        Dollars in the coffers.
    stars : int
        Prestige.
    """
    factor = monetary_risk(rules, coffers) + stars
    if rules.raid_by_factor != 0:
        return min(TEN_SIDES, factor * rules.raid_numbers_factor)
    row = 0
    for end in range(rules.raid_factor_ends.shape[0]):
        if factor > rules.raid_factor_ends[end]:
            row = end + 1
    if rules.raid_numbers_factor >= ALL_DOUBLED and row == rules.raid_numbers.shape[0] - 1:
        return TEN_SIDES
    return min(TEN_SIDES, rules.raid_numbers[row] * rules.raid_numbers_factor)


@compiled
def raid(table, hidden, rules, log):
    """Roll the raid die, and suffer the raid on a low number (rule raid.roll)."""
    stars = prestige(table, rules)
    threshold = raid_threshold(rules, table.coffers, stars)
    emit(log, FACT, RISK, monetary_risk(rules, table.coffers), stars, threshold, 0, 0)
    table.raid_rolls += 1
    if roll_ten(hidden, log, RAID_DIE, ROLL) <= threshold:
        suffer_raid(table, hidden, rules, log)


@compiled
def suffer_raid(table, hidden, rules, log):
    """Lose coffers, bottles and everybody inside (rules raid.effects, raid.safe, raid.panels)."""
    table.raids += 1
    emit(log, FACT, EFFECTS, 1, 0, 0, 0, 0)
    kept = money_kept(table, rules)
    spend(table, log, table.coffers - kept, OUT_RAIDED, SAFE if kept > 0 else EFFECTS)
    saved = rules.upgrade_panels_save if table.owned[SLIDING_PANELS] != 0 else 0
    confiscate(table, log, BEER, saved)
    confiscate(table, log, LIQUOR, saved)
    confiscate(table, log, SPECIAL, saved)
    y1926.raid_checks(table, hidden, rules, log)
    y1924.bail_out(table, rules, log)
    for patron in range(table.place.shape[0]):
        if inside(table.place[patron]) and patron != MARTIN and patron != EDWARDS:
            discard(table, log, patron, OUT_RAID, EFFECTS)
    regulars_leave(table, log, EFFECTS)


@compiled
def money_kept(table, rules):
    """Return what the Floor Safe keeps of the coffers (rule raid.safe)."""
    if table.owned[FLOOR_SAFE] == 0 or table.coffers <= 0:
        return 0
    if rules.upgrade_safe_keeps >= SAFE_KEEPS_ALL:
        return table.coffers
    return min(table.coffers, rules.upgrade_safe_keeps)


@compiled
def confiscate(table, log, ingredient, saved):
    """Take bottles, but for the share Sliding Panels hide (rule raid.panels)."""
    stock = table.stock[ingredient]
    change_stock(table, log, ingredient, stock * saved // PERCENT - stock, PANELS if saved > 0 else EFFECTS)
