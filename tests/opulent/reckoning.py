"""Shorthand for tests of the campaign: a club that has just closed for the year, and what it leaves for the next."""

import numpy as np

from sim.campaign import work_dtype
from sim.games.opulent import campaign, state
from sim.games.opulent.names import SHORT, WON
from tests.opulent.kit import STAFF, UPGRADES


class Closed:
    """A club after the last turn of a year, before the reckoning.

    Parameters
    ----------
    club : tests.opulent.kit.Club
        Of a campaign.
    coffers : int
        Dollars after debts and penalties.
    own, staff : sequence of str
        Upgrades owned before this year, members hired or kept for it.
    selected : str
        Upgrade of the year; empty if the club owns everything.
    bought : bool
        The Manager has bought it in the year.
    years_left : int
        Years of the campaign after this one.
    """

    def __init__(self, club, coffers, own=(), staff=(), selected="ice chest", bought=False, years_left=5):
        table, rules = club.table, club.rules
        self.club, self.table = club, table
        self.carried = np.zeros(1, state.CARRIED).view(np.recarray)[0]
        self.row = np.zeros(1, work_dtype(club.game)).view(np.recarray)[0]
        table.years_left = years_left
        table.coffers = coffers
        club.own(*own)
        club.hire(*staff)
        table.selected = UPGRADES.index(selected) if selected else -1
        table.bought = int(bought or not selected)
        if bought:
            club.own(selected)
        price = 0 if table.bought else rules.upgrade_prices[table.selected]
        table.target = rules.year_cost + rules.year_cost_adjustment + price
        table.outcome = WON if coffers >= table.target else SHORT

    def reckon(self, **answers):
        """Reckon up the year; says how it ended."""
        self.club.answers(**answers)
        self.club.do(campaign.end_year, carried=self.carried, row=self.row)
        return int(self.row.ending)

    @property
    def owned(self):
        """Upgrades carried over."""
        return {name for name, has in zip(UPGRADES, self.carried.owned, strict=True) if has}

    @property
    def kept(self):
        """Members carried over."""
        return {name for name, has in zip(STAFF, self.carried.staff, strict=True) if has}


def carry(coffers=0, own=(), staff=(), removed=(), clues=0, counterfeiter=False, lookouts=0):
    """Return what a year before has left."""
    carried = np.zeros(1, state.CARRIED).view(np.recarray)[0]
    carried.coffers, carried.clues, carried.counterfeiter = coffers, clues, int(counterfeiter)
    carried.lookouts = lookouts
    for name in own:
        carried.owned[UPGRADES.index(name)] = 1
    for name in staff:
        carried.staff[STAFF.index(name)] = 1
    for patron in removed:
        carried.removed[patron] = 1
    return carried


def begin(club, carried, years_left=5, **answers):
    """Begin a year of a campaign with what was carried over; returns the club."""
    for name in ("pile_n", "songs_n", "kinds_left", "events_n", "stock", "target", "counterfeiter"):
        club.table[name] = 0
    club.answers(**answers)
    club.do(campaign.begin_year, carried=carried, years_left=years_left, next_rules=club.rules)
    return club
