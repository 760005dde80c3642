"""What the campaign policies share: wish lists, what to sell, and whether playing on is worth the risk."""

from __future__ import annotations

from sim.games.opulent.names import AGENT_CARD, BOX, DECK, FLOOR_SAFE, GONE
from sim.games.opulent.raid import raid_threshold
from sim.games.opulent.upgrades import prestige
from sim.jit import compiled

STOP = 0  # the first choice of a sequence that may end
SHARE_BANKED = 0.6  # of the nickels that come in, in a usual year
INCOME_A_ROUND = 4.0  # dollars, in a usual year
RAID_SIDES = 10


@compiled
def wanted(choices, n, first, wishes):
    """Return the choice whose first column comes first among the wishes, from choice ``first`` on; -1 if none does."""
    for wish in wishes:
        for i in range(first, n):
            if choices[i, 0] == wish:
                return i
    return -1


@compiled
def safe_to_play_on(table, rules, surplus, risk_weight):
    """Return whether one more round is likely to bring more than a raid in it may cost, and there is a use for it."""
    coming = expected_income(table, rules)
    over = table.coffers - table.debt * rules.loan_repay - table.target
    if table.years_left == 0 or over >= surplus:
        return False
    a_round = coming / (1.0 + coming / INCOME_A_ROUND)
    return a_round > risk_weight * expected_loss(table, rules)


@compiled
def expected_loss(table, rules):
    """Return the dollars a raid in the next round is expected to take from the coffers; nothing from a safe."""
    if table.owned[FLOOR_SAFE] != 0 or table.lookouts > 0 or table.events_n == 0:
        return 0.0
    agents = table.kinds_left[AGENT_CARD] / table.events_n
    threshold = raid_threshold(rules, max(0, table.coffers), prestige(table, rules))
    return agents * threshold / RAID_SIDES * max(0, table.coffers)


@compiled
def expected_income(table, rules):
    """Return the nickels in the club and the share of the deck that usually pays, in dollars."""
    inside = 0
    for patron in range(table.place.shape[0]):
        place = table.place[patron]
        if place != GONE and place != DECK and place != BOX:
            inside += table.nickels[patron]
    return SHARE_BANKED * (inside + table.deck_n * rules.patron_start_nickels)


@compiled
def enough(choices, n, short):
    """Return the smallest single sale that covers what is short; the largest of all if none does."""
    best = 0
    for i in range(1, n):
        better = choices[i, 1] < choices[best, 1] if choices[best, 1] >= short else choices[i, 1] > choices[best, 1]
        if better and (choices[i, 1] >= short or choices[best, 1] < short):
            best = i
    return best
