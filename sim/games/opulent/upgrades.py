"""Club upgrades and prestige. What each upgrade does stands in the chapter it changes; search for its rule id."""

from __future__ import annotations

from sim.games.opulent.names import STAFF, UPGRADES, ids
from sim.jit import compiled

PRESTIGE = ids.rule("upgrade.prestige")
HALF_STARS = 2  # in a star


@compiled
def count_stars(table, rules):
    """Add up the half stars of upgrades and staff.

    The Business License and Luxurious Upgrades do nothing else (rules upgrade.license, upgrade.luxurious).
    """
    table.half_stars = 0
    for upgrade in range(UPGRADES):
        table.half_stars += table.owned[upgrade] * rules.upgrade_half_stars[upgrade]
    for member in range(STAFF):
        table.half_stars += table.staff[member] * rules.staff_half_stars[member]


@compiled
def prestige(table, rules):
    """Return the prestige: whole stars, rounded down, five at most (rule upgrade.prestige)."""
    return min(table.half_stars // HALF_STARS, rules.raid_prestige_limit)


@compiled
def own(table, rules, upgrade):
    """Add an upgrade to the club."""
    table.owned[upgrade] = 1
    count_stars(table, rules)
