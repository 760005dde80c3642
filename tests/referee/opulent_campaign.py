"""The campaign: what one year leaves for the next, and the reckoning between them.

Written from "Ending a Session in The Opulent Campaign", "Club Upgrades", "Staff Upgrades" and the special rules of the
years; where they are silent, from the rulings 77 to 79.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.referee.opulent_cards import LICENSE, STAFF_SEAT, UPGRADE_NAMES, UPGRADE_SEAT
from tests.referee.opulent_closing import DOLLARS_IN, DOLLARS_OUT
from tests.referee.opulent_state import Club

PATRONS = 57
FIRST_YEAR, YEARS = 1920, 10
#: How a year ends for the club, in the order of their numbers.
ENDINGS = ("not reached", "goal", "rescued", "missed", "bankrupt", "abandoned", "error")
ALIVE = ("goal", "rescued", "missed")

#: What the rulebook prints for each year of a campaign; nothing a single session adds.
EVERY_YEAR: dict[str, Any] = {
    "year.required_upgrade": "any",
    "year.random_upgrades": 0,
    "year.chosen_upgrades": 0,
    "year.staff_money": 0,
    "counterfeiter.active": False,
    "counterfeiter.clues": 8,
    "counterfeiter.no_income": False,
    "loan.repay": 2,
    "tuckers.active": False,
    "argument.active": False,
    "meeting.active": False,
    "blizzard.active": False,
    "door.wait_penalty": 1,
    "gangs.active": False,
    "film.active": False,
    "aristocrat.own_nickels": 0,
    "aristocrat.own_maximum": 0,
    "upgrade.prices": [20, 20, 10, 16, 10, 16, 16, 10, 20, 30],
    "campaign.sale_share": 50,
    "campaign.sellable": [int(number != LICENSE) for number in range(len(UPGRADE_NAMES))],
}
ONE_YEAR: dict[str, dict[str, Any]] = {
    "1920": {"year.cost": 20, "year.required_upgrade": UPGRADE_NAMES[LICENSE]},
    "1921": {"year.cost": 25, "counterfeiter.active": True},
    "1922": {"year.cost": 30, "tuckers.active": True},
    "1923": {"year.cost": 35, "argument.active": True},
    "1924": {"year.cost": 40, "meeting.active": True},
    "1925": {"year.cost": 45, "blizzard.active": True, "door.wait_penalty": 2},
    "1926": {"year.cost": 50, "gangs.active": True, "argument.active": True},
    "1927": {"year.cost": 55, "film.active": True},
    "1928": {"year.cost": 60, "aristocrat.own_nickels": 5, "aristocrat.own_maximum": 5},
    "1929": {"year.cost": 65, "aristocrat.own_nickels": 1},
}


@dataclass
class Carried:
    """What a year begins with: left by the year before.

    Attributes
    ----------
    number : int
        Of the year, from 0.
    coffers : int
        Dollars.
    owned, staff, removed : set of int
        Upgrades, members paid for the coming year, Mobsters shot for good.
    lookouts : int
        Hired and not needed.
    clues : int
        Found so far.
    counterfeiter : bool
        He is about and not found.
    """

    number: int = 0
    coffers: int = 0
    owned: set[int] = field(default_factory=set)
    staff: set[int] = field(default_factory=set)
    removed: set[int] = field(default_factory=set)
    clues: int = 0
    counterfeiter: bool = False
    lookouts: int = 0

    def told(self) -> dict[str, Any]:
        """Return it as the header of a year tells it."""
        return {
            "coffers": self.coffers,
            "owned": _flags(self.owned, len(UPGRADE_NAMES)),
            "staff": _flags(self.staff, len(STAFF_SEAT)),
            "removed": _flags(self.removed, PATRONS),
            "lookouts": self.lookouts,
            "clues": self.clues,
            "counterfeiter": int(self.counterfeiter),
            "over": 0,
        }


@dataclass
class Reckoning:
    """What became of a year after its last turn.

    Attributes
    ----------
    ending : str
        One of `ENDINGS`.
    sold : dict
        Upgrade to the dollars it fetched.
    business, upgrade_bill, salaries : int
        Dollars paid.
    kept : set of int
        Staff paid for the next year.
    """

    ending: str = ""
    sold: dict[int, int] = field(default_factory=dict)
    business: int = 0
    upgrade_bill: int = 0
    salaries: int = 0
    kept: set[int] = field(default_factory=set)


def _flags(items: set[int], length: int) -> list[int]:
    return [int(number in items) for number in range(length)]


def bits(items: set[int]) -> int:
    """Return a set of numbers as the bits of one number, as rows store it."""
    return sum(1 << number for number in items)


# --- the start of a year


def check_header(
    header: dict[str, Any], carried: Carried, before: dict[str, Any] | None, house: frozenset[str]
) -> list:
    """Rules campaign.carry, campaign.single_session: the header tells what the year before left, and the printed rules.

    Parameters
    ----------
    header : dict
        First line of the year.
    carried : Carried
        What the year must begin with.
    before : dict or None
        First line of the year before.
    house : frozenset of str
        Rules changed by the table, of which the rulebook says nothing.

    Returns
    -------
    list of (str, str)
        Rule and message of what is wrong.
    """
    wrong = []
    year = str(FIRST_YEAR + carried.number)
    told = header["campaign"]
    for name, there, wanted in (
        ("scenario", header["scenario"], year),
        ("number", told["number"], carried.number),
        ("years", told["of"], YEARS),
        ("deciders", len(header["policies"]), 5),
    ):
        if there != wanted:
            wrong.append(("campaign.carry", f"{name} {there}, not {wanted}"))
    for name, wanted in carried.told().items():
        if told["carried"][name] != wanted:
            rule = {"removed": "campaign.removed", "clues": "campaign.counterfeiter", "staff": "campaign.keep_staff"}
            rule |= {"counterfeiter": "campaign.counterfeiter"}
            there = told["carried"][name]
            wrong.append((rule.get(name, "campaign.carry"), f"{year} begins with {name} {there}, not {wanted}"))
    if before is not None:
        same = (before["index"], before["policies"], before["campaign"]["seed"])
        if (header["index"], header["policies"], told["seed"]) != same:
            wrong.append(("campaign.carry", f"{year} belongs to another campaign"))
        if header["seed"] == before["seed"]:
            wrong.append(("campaign.carry", f"{year} has the streams of the year before"))
    for name, wanted in (EVERY_YEAR | ONE_YEAR[year]).items():
        if name not in house and header["rules"][name] != wanted:
            rule = "campaign.single_session"
            wrong.append((rule, f"{year} is played with {name} = {header['rules'][name]}, the rulebook says {wanted}"))
    return wrong


def begin_year(club: Club, carried: Carried, house: frozenset[str]) -> None:
    """Rule campaign.carry: coffers, upgrades, staff, shot Mobsters and clues come from the year before."""
    club.team_seat = "club"
    club.dollars(carried.coffers, "carried", "campaign.carry")
    club.owned = set(carried.owned)
    club.staff = set(carried.staff)
    club.removed = set(carried.removed)
    club.removed_before = set(carried.removed)
    club.clues = carried.clues
    club.idle_lookouts = carried.lookouts
    club.shown = {"campaign": 1, "years_left": YEARS - 1 - carried.number, "kept": _flags(set(), len(STAFF_SEAT))}
    if "year.cost" not in house:
        following = ONE_YEAR.get(str(FIRST_YEAR + carried.number + 1))
        adjusted = following["year.cost"] + club.rules["year.cost_adjustment"] if following else 0
        club.shown["next_cost"] = max(0, adjusted)
    club.counterfeiter |= carried.counterfeiter and bool(club.rules["campaign.counterfeiter_stays"])


# --- the end of a year


def reckon(club: Club, last: bool) -> Reckoning:
    """Rules campaign.*: quick sale, cost of business, the selected upgrade, salaries."""
    done = Reckoning()
    _quick_sale(club, done)
    _pay(club, done)
    if goes_on(club, done, last):
        _keep_staff(club, done)
    club.reader.fact("campaign.end", ENDINGS.index(done.ending), club.coffers)
    return done


def goes_on(club: Club, done: Reckoning, last: bool) -> bool:
    """Rules campaign.bankrupt, campaign.upgrade_missed, campaign.end: tell whether another year follows."""
    miss_ends = done.ending == "missed" and bool(club.rules["campaign.any_miss_ends"])
    return done.ending in ALIVE and not last and not miss_ends


def _quick_sale(club: Club, done: Reckoning) -> None:
    """Rules campaign.quick_sale, campaign.unsellable: half price, while the year's goal is not in the coffers.

    Below the cost of business something must be sold while there is something; above it the club may stop.
    """
    while club.coffers < club.target():
        for_sale: list[tuple[int, ...]] = [
            (item, club.rules["upgrade.prices"][item] * club.rules["campaign.sale_share"] // 100)
            for item in sorted(club.owned & club.owned_before)
            if club.rules["campaign.sellable"][item]
        ]
        if not for_sale:
            return
        if club.coffers >= club.cost_of_business():
            for_sale.append((-1, 0))
        item, dollars = club.reader.choose("sell_upgrade", "club", for_sale, "campaign.quick_sale")
        if item < 0:
            return
        club.owned.remove(item)
        done.sold[item] = dollars
        club.reader.fact("campaign.quick_sale", item, dollars)
        club.dollars(dollars, "sold", "campaign.quick_sale")


def _pay(club: Club, done: Reckoning) -> None:
    """Rules campaign.pay, campaign.bankrupt, campaign.upgrade_missed: business first, then the selected upgrade."""
    cost = club.cost_of_business()
    if club.coffers < cost:
        done.ending = "bankrupt"
        club.reader.fact("campaign.bankrupt", club.coffers, cost)
        return
    club.dollars(-cost, "business", "campaign.pay")
    done.business = cost
    done.ending = "rescued" if done.sold else "goal"
    if club.bought or club.selected < 0:
        return
    price = int(club.rules["upgrade.prices"][club.selected])
    if club.coffers < price:
        done.ending = "missed"
        club.reader.fact("campaign.upgrade_missed", club.selected, price)
        return
    club.dollars(-price, "upgrade_paid", "campaign.pay")
    done.upgrade_bill = price
    club.owned.add(club.selected)


def _keep_staff(club: Club, done: Reckoning) -> None:
    """Rules campaign.keep_staff, campaign.staff_places: a salary each, no more than the station has upgrades."""
    salary = club.rules["staff.salary"]
    while club.coffers >= salary:
        places = {seat: sum(UPGRADE_SEAT[item] == seat for item in club.owned) for seat in STAFF_SEAT}
        for member in done.kept:
            places[STAFF_SEAT[member]] -= 1
        free = [(member,) for member in sorted(club.staff - done.kept) if places[STAFF_SEAT[member]] > 0]
        if not free:
            return
        (member,) = club.reader.choose("keep_staff", "club", [(-1,), *free], "campaign.keep_staff")
        if member < 0:
            return
        done.kept.add(member)
        done.salaries += salary
        club.shown["kept"] = _flags(done.kept, len(STAFF_SEAT))
        club.reader.fact("campaign.keep_staff", member, salary)
        club.dollars(-salary, "salaries", "campaign.keep_staff")


def leave(club: Club, carried: Carried, done: Reckoning) -> Carried:
    """Rule campaign.carry: what the next year begins with."""
    about = club.counterfeiter and not club.solved and bool(club.rules["campaign.counterfeiter_stays"])
    removed = carried.removed | club.removed
    return Carried(
        carried.number + 1, club.coffers, set(club.owned), done.kept, removed, club.clues, about, club.lookouts
    )


def campaign_row(club: Club, carried: Carried, done: Reckoning) -> dict[str, int]:
    """Return the columns a campaign adds to the row of a year."""
    return {
        "ending": ENDINGS.index(done.ending),
        "carried": carried.coffers,
        "sold_for": sum(done.sold.values()),
        "hired": club.hired,
        "business": done.business,
        "upgrade_bill": done.upgrade_bill,
        "salaries": done.salaries,
        "carried_on": club.coffers,
        "sold": len(done.sold),
        "prestige": club.prestige_at_closing,
        "staff": bits(club.staff),
        "began_owned": bits(carried.owned),
        "ended_owned": bits(club.owned),
        "began_staff": bits(carried.staff),
        "ended_staff": bits(done.kept),
        "began_removed": bits(carried.removed),
        "ended_removed": bits(carried.removed | club.removed),
        "began_clues": carried.clues,
        "began_lookouts": carried.lookouts,
        "ended_lookouts": club.lookouts,
        "began_mystery": int(carried.counterfeiter),
    }


def balance(row: dict[str, int]) -> int:
    """Return what came into the coffers of a campaign's year less what went out and was carried on: 0."""
    came = sum(row[name] for name in (*DOLLARS_IN, "carried", "sold_for"))
    spent = sum(row[name] for name in DOLLARS_OUT if name != "coffers_left")
    return came - spent - sum(row[name] for name in ("hired", "business", "upgrade_bill", "salaries", "carried_on"))
