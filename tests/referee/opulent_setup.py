"""Setting up a year: upgrades, staff, contract, decks, and the patrons in line before the first turn."""

from __future__ import annotations

from tests.referee import opulent_years as years
from tests.referee.opulent_band import draw_card
from tests.referee.opulent_cards import CELEBRITY, POLITICIAN, STAFF_SEAT, UPGRADE_NAMES, UPGRADE_SEAT
from tests.referee.opulent_queue import arrive
from tests.referee.opulent_state import Club

WOODWINDS, BRASS, STRINGS = 0, 1, 2


def set_up(club: Club) -> None:
    """Rules setup.*: everything before the first turn."""
    for card in club.cards.band:
        club.piles[card.section].add(card.number)
    draw_card(club, WOODWINDS, "song", "setup.songs")
    draw_card(club, BRASS, "song", "setup.songs")
    club.next_section = STRINGS
    _select_upgrade(club)
    _own_upgrades(club)
    club.owned_before = set(club.owned)
    _hire_staff(club)
    _rehire_lookouts(club)
    _find_decks(club)
    for ingredient in ("ice", "beer", "liquor", "fruit"):
        club.stock[ingredient] = club.rules[f"setup.{ingredient}"]
    (club.contract,) = club.reader.choose("first_contract", "manager", [(1,), (2,)], "setup.contract")
    club.reader.fact("setup.contract", club.contract)
    arrive(club, club.rules["setup.first_patrons"])
    years.move_set(club)


def _select_upgrade(club: Club) -> None:
    """Rules setup.select_upgrade, campaign.select: one the club does not own, or the one the year insists on."""
    required = club.rules["year.required_upgrade"]
    choices = [
        (number,) for number, name in enumerate(UPGRADE_NAMES) if required in ("any", name) and number not in club.owned
    ]
    if not choices and required != "any":  # it is there since an earlier year
        choices = [(number,) for number in range(len(UPGRADE_NAMES)) if number not in club.owned]
    if not choices:  # a club that owns everything selects nothing
        club.reader.fact("setup.select_upgrade", -1, 0)
        return
    (club.selected,) = club.reader.choose("select_upgrade", club.team_seat, choices, "setup.select_upgrade")
    price = club.rules["upgrade.prices"][club.selected]
    club.reader.fact("setup.select_upgrade", club.selected, price)


def _own_upgrades(club: Club) -> None:
    """Rules setup.random_upgrades, setup.chosen_upgrades: from those not selected."""
    for _ in range(club.rules["year.random_upgrades"]):
        if len(club.owned | {club.selected} - {-1}) == len(UPGRADE_NAMES):
            break
        upgrade = int(club.reader.take("fact", "setup.random_upgrades", rule="setup.random_upgrades")["values"][0])
        if upgrade in club.owned or upgrade == club.selected:
            club.reader.fault("setup.random_upgrades", f"upgrade {upgrade} is owned or selected already")
        club.owned.add(upgrade)
    for _ in range(club.rules["year.chosen_upgrades"]):
        free = [number for number in range(len(UPGRADE_NAMES)) if number not in club.owned and number != club.selected]
        if not free:
            break
        (upgrade,) = club.reader.choose("choose_upgrade", "manager", [(number,) for number in free])
        club.reader.fact("setup.chosen_upgrades", upgrade)
        club.owned.add(upgrade)


def _hire_staff(club: Club) -> None:
    """Rules setup.hire_staff, campaign.hire: one for each upgrade of his station, while the money lasts.

    In a campaign the money is that of the coffers, and members kept from the year before have their places.
    """
    in_campaign = club.team_seat == "club"
    money, salary = club.rules["year.staff_money"], club.rules["staff.salary"]
    if in_campaign:
        money = club.coffers
    most = len(STAFF_SEAT) if club.rules["staff.plain"] else 5
    while money >= salary:
        places = {seat: sum(1 for item in club.owned if UPGRADE_SEAT[item] == seat) for seat in STAFF_SEAT}
        for member in club.staff:
            places[STAFF_SEAT[member]] -= 1
        free = [(n,) for n in range(most) if n not in club.staff and places[STAFF_SEAT[n]] > 0]
        if not free:
            return
        (member,) = club.reader.choose("hire_staff", club.team_seat, [(-1,), *free], "setup.hire_staff")
        if member < 0:
            return
        club.staff.add(member)
        money -= salary
        if in_campaign:
            club.hired += salary
            club.dollars(-salary, "salaries", "campaign.hire")
        club.reader.fact("setup.hire_staff", member, salary)


def _rehire_lookouts(club: Club) -> None:
    """Rule campaign.lookouts: those of last year who did not offset a raid, for the annual fee, and no action."""
    club.lookouts = club.rules["setup.lookouts"]
    fee, idle = club.rules["lookout.fee"], club.idle_lookouts
    if not idle:
        return
    choices = [(count,) for count in range(idle + 1) if count * fee <= club.coffers]
    (count,) = club.reader.choose("rehire_lookouts", "club", choices, "campaign.lookouts")
    if count:
        club.lookouts += count
        club.reader.fact("campaign.lookouts", count, club.lookouts)
        club.dollars(-count * fee, "lookouts_paid", "campaign.lookouts")


def _find_decks(club: Club) -> None:
    """Rules setup.deck, setup.events, setup.songs: what the decks hold; nobody at the table knows who is in the box."""
    club.events_left = {card.number for card in club.cards.events}
    while club.reader.peek().get("rule") == "setup.deck":
        patron = int(club.reader.take("fact", "setup.deck", rule="setup.deck")["values"][0])
        if patron in club.deck:
            club.reader.fault("setup.deck", f"patron {patron} is in the deck twice")
        club.deck.add(patron)
    club.place = {card.number: "deck" for card in club.cards.patrons}
    club.place |= dict.fromkeys(club.removed_before, "box")  # everybody has seen who was shot
    for patron in sorted(club.removed_before & club.deck):
        club.reader.fault("campaign.removed", f"Mobster {patron} was shot in 1926 and is in the deck again")
    _check_deck(club)


def _check_deck(club: Club) -> None:
    """Rules setup.deck, y1924.politicians: 25 patrons, five more a level of prestige, and the Celebrities."""
    prestige = club.prestige()
    cards = [club.card(patron) for patron in club.deck]
    stars = sorted(card.stars for card in cards if card.social_class == CELEBRITY)
    up_to = club.rules["patron.celebrities_up_to"]
    wanted = list(range(1, prestige + 1)) if up_to else [prestige] * int(prestige > 0)
    if stars != [star for star in wanted if star <= 5]:
        club.reader.fault("setup.deck", f"Celebrities with {stars} stars at prestige {prestige}")
    others = len(cards) - len(stars)
    total = len(club.cards.patrons) - 5 - len(club.removed_before)
    if others != min(total, club.rules["patron.base_deck"] + prestige * club.rules["patron.per_prestige"]):
        club.reader.fault("setup.deck", f"{others} patrons in the deck at prestige {prestige}")
    politicians = sum(1 for card in cards if card.social_class == POLITICIAN)
    if club.rules["meeting.active"] and politicians < club.rules["meeting.politicians"]:
        club.reader.fault("y1924.politicians", f"the deck holds {politicians} Politicians")
