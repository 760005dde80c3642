"""The rulebook's own advice: priority to the bar, its upgrades first; for the rest as `growth`."""

from policies.opulent.campaign._clubs import wanted
from sim.games.opulent.names import (
    BAR_UPGRADES,
    BUSINESS_LICENSE,
    EXPANDED_DANCE_FLOOR,
    FLOOR_SAFE,
    ICE_CHEST,
    LUXURIOUS_UPGRADES,
    NEW_BAND_INSTRUMENTS,
    ORNATE_DOOR,
    SLIDING_PANELS,
    STANCHIONS,
)
from sim.policy import CAMPAIGN, Policy

policy = Policy("opulent", "bar-first", parent="growth", kind=CAMPAIGN)

UPGRADES = (
    BAR_UPGRADES,
    ICE_CHEST,
    SLIDING_PANELS,
    EXPANDED_DANCE_FLOOR,
    NEW_BAND_INSTRUMENTS,
    ORNATE_DOOR,
    LUXURIOUS_UPGRADES,
    FLOOR_SAFE,
    STANCHIONS,
    BUSINESS_LICENSE,
)


@policy.decision
def select_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """Everything for the bar first."""
    return max(0, wanted(choices, n, 0, UPGRADES))
