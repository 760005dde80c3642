"""A prudent owner: the Floor Safe before anything else, so that no raid takes the coffers; then as `growth`."""

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

policy = Policy("opulent", "safe-first", parent="growth", kind=CAMPAIGN)

UPGRADES = (
    FLOOR_SAFE,
    EXPANDED_DANCE_FLOOR,
    BAR_UPGRADES,
    ICE_CHEST,
    LUXURIOUS_UPGRADES,
    ORNATE_DOOR,
    SLIDING_PANELS,
    NEW_BAND_INSTRUMENTS,
    STANCHIONS,
    BUSINESS_LICENSE,
)


@policy.decision
def select_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The safe first, dear as it is; then what is cheap."""
    return max(0, wanted(choices, n, 0, UPGRADES))
