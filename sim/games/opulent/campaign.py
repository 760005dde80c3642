"""The campaign: what a year takes over from the one before, and the reckoning between two years.

A year of a campaign is played by the same rules as a single session (play.py); this chapter is what comes before and
after it: coffers, upgrades, staff and open mysteries carried over, the quick sale, bankruptcy.
"""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.names import (
    ABANDONED,
    BANKRUPT,
    BROKEN,
    CLUB,
    FACT,
    GIVEN_UP,
    IN_CARRIED,
    IN_SOLD,
    MISSED,
    OUT_BUSINESS,
    OUT_SALARY,
    OUT_UPGRADE,
    PATRONS,
    REACHED,
    RESCUED,
    STAFF,
    TURN,
    UPGRADES,
    WON,
    ids,
)
from sim.games.opulent.nickels import earn, spend
from sim.games.opulent.setup import cost_of_business, setup_year
from sim.games.opulent.staff import free_places
from sim.games.opulent.store import store_row
from sim.games.opulent.upgrades import count_stars, own, prestige
from sim.games.opulent.y1921 import mystery
from sim.jit import compiled
from sim.trace import emit

CARRY = ids.rule("campaign.carry")
PAY = ids.rule("campaign.pay")
QUICK_SALE = ids.rule("campaign.quick_sale")
UPGRADE_MISSED = ids.rule("campaign.upgrade_missed")
BANKRUPT_RULE = ids.rule("campaign.bankrupt")
KEEP = ids.rule("campaign.keep_staff")
END = ids.rule("campaign.end")
SELL_UPGRADE = ids.decision("sell_upgrade")
KEEP_STAFF = ids.decision("keep_staff")
NOBODY = -1
PERCENT = 100


# --- a year begins ---------------------------------------------------------------------------------------------------


@compiled
def begin_year(table, hidden, rules, team, log, carried, years_left, next_rules):
    """Set up a year with what the club carried over (rules campaign.carry, campaign.removed, campaign.counterfeiter).

    The rules of the year come without what a single session adds (rule campaign.single_session).

    Parameters
    ----------
    carried : record
        What the year before left.
    years_left : int
        Years of the campaign after this one.
    next_rules : record
        Rules of the next year; only its cost of business is looked at, which the scenario book shows to everybody.
    """
    table.campaign = 1
    table.years_left = years_left
    if years_left > 0:
        table.next_cost = cost_of_business(next_rules)
    earn(table, log, carried.coffers, IN_CARRIED, CARRY)
    for upgrade in range(UPGRADES):
        table.owned[upgrade] = carried.owned[upgrade]
    for member in range(STAFF):
        table.staff[member] = carried.staff[member]
    for patron in range(PATRONS):
        table.removed[patron] = carried.removed[patron]
    table.idle_lookouts = carried.lookouts
    table.counterfeiter = carried.counterfeiter
    table.clues = carried.clues
    setup_year(table, hidden, rules, team, log)


# --- the reckoning ---------------------------------------------------------------------------------------------------


@compiled
def end_year(table, hidden, rules, team, log, carried, row):
    """Settle a closed year, store it, and put down what is carried over (rules campaign.*)."""
    store_row(table, team, row)
    store_before(table, rules, carried, row)
    if table.outcome == ABANDONED or team.error != 0:
        row.ending = GIVEN_UP if team.error == 0 else BROKEN
        carried.over = 1
        store_after(table, row)
        return
    emit(log, TURN, 0, CLUB, table.rounds, 0, 0, 0)
    sold = quick_sale(table, hidden, rules, team, log)
    row.sold = sold
    if table.coffers < cost_of_business(rules):
        emit(log, FACT, BANKRUPT_RULE, table.coffers, cost_of_business(rules), 0, 0, 0)
        row.ending = BANKRUPT
        carried.over = 1
    else:
        row.ending = settle(table, rules, log, sold)
        row.business = cost_of_business(rules)
        if row.ending == MISSED and rules.campaign_any_miss_ends != 0:
            carried.over = 1
        if carried.over == 0 and table.years_left > 0:
            keep_staff(table, hidden, rules, team, log)
    carry_over(table, rules, carried)
    store_after(table, row)
    emit(log, FACT, END, row.ending, table.coffers, 0, 0, 0)


@compiled
def quick_sale(table, hidden, rules, team, log):
    """Sell upgrades back for half their price while the goal is not in the coffers; return how many.

    Below the cost of business selling is forced; between it and the goal the club may stop and do without the new
    upgrade (rules campaign.quick_sale, campaign.unsellable).
    """
    sold = 0
    while table.coffers < table.target:
        forced = table.coffers < cost_of_business(rules)
        no_choices(team)
        if not forced:
            offer(team, NOBODY, 0, 0, 0)
        for upgrade in range(UPGRADES):
            if sellable(table, rules, upgrade):
                offer(team, upgrade, sale_price(rules, upgrade), 0, 0)
        if team.n == 0:
            break
        upgrade = team.choices[ask(SELL_UPGRADE, CLUB, table, hidden, rules, team, log), 0]
        if upgrade == NOBODY:
            break
        table.owned[upgrade] = 0
        count_stars(table, rules)
        sold += 1
        emit(log, FACT, QUICK_SALE, upgrade, sale_price(rules, upgrade), 0, 0, 0)
        earn(table, log, sale_price(rules, upgrade), IN_SOLD, QUICK_SALE)
    return sold


@compiled
def sellable(table, rules, upgrade):
    """Return whether an upgrade can be sold: owned before this year, and not the Business License."""
    return table.owned[upgrade] != 0 and upgrade != table.selected and rules.campaign_sellable[upgrade] != 0


@compiled
def sale_price(rules, upgrade):
    """Return what the bank pays for an upgrade."""
    return rules.upgrade_prices[upgrade] * rules.campaign_sale_share // PERCENT


@compiled
def settle(table, rules, log, sold):
    """Pay the cost of business and, if the money is there, the selected upgrade; return how the year ended."""
    spend(table, log, cost_of_business(rules), OUT_BUSINESS, PAY)
    if table.bought == 0:
        price = rules.upgrade_prices[table.selected]
        if table.coffers < price:
            emit(log, FACT, UPGRADE_MISSED, table.selected, price, 0, 0, 0)
            return MISSED
        spend(table, log, price, OUT_UPGRADE, PAY)
        own(table, rules, table.selected)
    return REACHED if sold == 0 else RESCUED


@compiled
def keep_staff(table, hidden, rules, team, log):
    """Pay next year's salary of the members who stay; the others go back to the box (rule campaign.keep_staff).

    A member stays only while an upgrade of his station backs him (rule campaign.staff_places).
    """
    while table.coffers >= rules.staff_salary:
        no_choices(team)
        offer(team, NOBODY, 0, 0, 0)
        for member in range(STAFF):
            if table.staff[member] != 0 and table.kept[member] == 0:
                if free_places(table, rules, rules.staff_station[member], table.kept) > 0:
                    offer(team, member, 0, 0, 0)
        member = team.choices[ask(KEEP_STAFF, CLUB, table, hidden, rules, team, log), 0]
        if member == NOBODY:
            break
        table.kept[member] = 1
        emit(log, FACT, KEEP, member, rules.staff_salary, 0, 0, 0)
        spend(table, log, rules.staff_salary, OUT_SALARY, KEEP)


@compiled
def carry_over(table, rules, carried):
    """Put down what the next year begins with (rules campaign.carry, campaign.removed, campaign.counterfeiter)."""
    carried.coffers = table.coffers
    for upgrade in range(UPGRADES):
        carried.owned[upgrade] = table.owned[upgrade]
    for member in range(STAFF):
        carried.staff[member] = table.kept[member]
    for patron in range(PATRONS):
        carried.removed[patron] = table.removed[patron]
    carried.lookouts = table.lookouts
    carried.clues = table.clues
    carried.counterfeiter = 0
    if mystery(table, rules) and rules.campaign_counterfeiter_stays != 0:
        carried.counterfeiter = 1


# --- what is stored --------------------------------------------------------------------------------------------------


@compiled
def store_before(table, rules, carried, row):
    """Store how the year began and how the club closed, before the reckoning."""
    row.outcome = table.outcome - WON
    row.carried = table.dollars_in[IN_CARRIED]
    row.hired = table.dollars_out[OUT_SALARY]
    row.began_owned = as_bits(carried.owned)
    row.began_staff = as_bits(carried.staff)
    row.began_removed = as_bits(carried.removed)
    row.began_lookouts = carried.lookouts
    row.began_clues = carried.clues
    row.began_mystery = carried.counterfeiter
    row.staff = as_bits(table.staff)
    row.prestige = prestige(table, rules)
    row.ending = 0


@compiled
def store_after(table, row):
    """Store what the reckoning changed."""
    row.sold_for = table.dollars_in[IN_SOLD]
    row.upgrade_bill = table.dollars_out[OUT_UPGRADE] - row.upgrade_paid
    row.salaries = table.dollars_out[OUT_SALARY] - row.hired
    row.carried_on = table.coffers
    row.ended_owned = as_bits(table.owned)
    row.ended_staff = as_bits(table.kept)
    row.ended_removed = as_bits(table.removed)
    row.ended_lookouts = table.lookouts


@compiled
def as_bits(flags):
    """Return flags as one number, bit ``i`` for flag ``i``."""
    bits = 0
    for i in range(flags.shape[0]):
        if flags[i] != 0:
            bits |= 1 << i
    return bits


@compiled
def from_bits(bits, flags):
    """Set flags from the number `as_bits` made of them."""
    for i in range(flags.shape[0]):
        flags[i] = (bits >> i) & 1


@compiled
def take_up(carried, row):
    """Set what was carried into a year from its stored row, so that the year can be played again alone."""
    carried.coffers = row.carried
    carried.lookouts = row.began_lookouts
    carried.clues = row.began_clues
    carried.counterfeiter = row.began_mystery
    carried.over = 0
    from_bits(row.began_owned, carried.owned)
    from_bits(row.began_staff, carried.staff)
    from_bits(row.began_removed, carried.removed)
