"""Event cards: lookouts, agents and the raid, patron mix, the historical card, general events."""

from __future__ import annotations

from tests.referee import opulent_years as years
from tests.referee.opulent_cards import (
    ARISTOCRAT,
    COLLINS,
    EDWARDS,
    MOBSTER,
    ORDINARY,
    PANELS,
    POLITICIAN,
    SAFE,
    YORKE,
)
from tests.referee.opulent_queue import gang_die
from tests.referee.opulent_state import Club

#: Whom each class dislikes.
DISLIKES = {MOBSTER: POLITICIAN, ARISTOCRAT: MOBSTER, POLITICIAN: ARISTOCRAT}
HISTORICAL = 53
EFFECTS = (
    "none",
    "mobsters +1",
    "mobsters -1",
    "politicians +1",
    "politicians -1",
    "aristocrats +1",
    "aristocrats -1",
    "door die -1",
    "bar die -1",
)


def draw_event(club: Club) -> None:
    """Rules manager.event, event.reshuffle: draw the top event card and resolve it."""
    if not club.events_left:
        club.events_left = set(range(HISTORICAL))
    line = club.reader.take("event", "manager.event")
    card = club.cards.events[line["card"]]
    if card.number not in club.events_left or (line["kind"], line["fedoras"]) != (card.kind, card.fedoras):
        raise club.reader.stop("manager.event", f"event {line} is not a card left in the deck ({card})")
    club.events_left.remove(card.number)
    club.events_drawn += 1
    _check_historical(club, card.number)
    club.fedoras = card.fedoras
    if not club.rules["lookout.stays"]:
        club.lookout_offers = 0
    {
        "lookout": _lookout,
        "agents": _agents,
        "patron mix": _mix,
        "general": _general,
        "historical": _historical,
    }[card.kind](club, card.effect)


def _check_historical(club: Club, card: int) -> None:
    """Rule setup.events: the year's card is among the first eleven."""
    late = club.events_drawn == club.rules["event_deck.shuffled_into"] + 1 and HISTORICAL in club.events_left
    if late and card != HISTORICAL:
        club.reader.fault("setup.events", "the historical card is not among the first cards")


def _lookout(club: Club, effect: str) -> None:
    """Rule event.lookout: the card offers a lookout, to be hired this turn."""
    club.lookout_offers += 1


# --- agents and raids


def _agents(club: Club, effect: str) -> None:
    """Rules event.agents, raid.risk, raid.roll: a lookout sends them away, or the raid die is rolled."""
    club.tally["agents"] += 1
    use = 0
    if club.lookouts:
        choices: list[tuple[int, ...]] = [(1,), (0,)] if club.rules["lookout.optional"] else [(1,)]
        (use,) = club.reader.choose("use_lookout", "manager", choices, "event.agents")
        club.lookouts -= use
    club.reader.fact("event.agents", use, club.lookouts, may_be_left_out=not use)
    if use:
        return
    money, prestige, number = raid_risk(club)
    club.reader.fact("raid.risk", money, prestige, number)
    club.tally["raid_rolls"] += 1
    raided = club.reader.roll("raid", "raid.roll") <= number
    club.reader.fact("raid.effects", int(raided), may_be_left_out=True)
    if raided:
        raid(club)


def raid_risk(club: Club) -> tuple[int, int, int]:
    """Rule raid.risk: monetary risk, prestige, and the highest number that raids."""
    money = 1 + sum(1 for end in club.rules["raid.bracket_ends"] if club.coffers > end)
    prestige = club.prestige()
    factor = money + prestige
    row = sum(1 for end in club.rules["raid.factor_ends"] if factor > end)
    number = factor if club.rules["raid.by_factor"] else club.rules["raid.numbers"][row]
    return money, prestige, min(10, int(number * club.rules["raid.numbers_factor"]))  # the raid die has ten sides


def raid(club: Club) -> None:
    """Rules raid.effects, raid.safe, raid.panels, y1926.raid, y1924.bail: what a raid takes."""
    club.tally["raids"] += 1
    keeps = club.rules["upgrade.safe_keeps"] if SAFE in club.owned else 0
    everything = SAFE in club.owned and keeps >= 200
    if club.coffers > keeps and not everything:
        club.dollars(keeps - club.coffers, "raided_money", "raid.effects")
    saved = club.rules["upgrade.panels_save"] if PANELS in club.owned else 0
    for name in ("beer", "liquor", "special"):
        club.stocked(name, club.stock[name] * saved // 100 - club.stock[name], "raid.effects")
    if club.rules["gangs.active"]:
        for patron in club.inside():
            if club.is_a(patron, MOBSTER) and gang_die(club, patron, "y1926.raid"):
                club.removed.add(patron)
    met = years.present(club)
    for patron in club.inside():
        if patron != COLLINS:
            club.lose(patron, "raid_loss", "raid.effects")
    club.edwards_nickels, club.edwards_asleep = 0, False
    if club.place.get(YORKE) == "gone" and club.yorke:
        club.yorke = 4
    if met:
        club.dollars(-club.rules["meeting.bail"], "penalties", "y1924.bail")


# --- other cards


def guests(club: Club) -> list[int]:
    """Return the ordinary patrons in the club: floor, bar and VIP room."""
    return [patron for patron in club.inside() if club.card(patron).ordinary and patron != EDWARDS]


def _mix(club: Club, effect: str) -> None:
    """Rule event.mix: whom each dominant class dislikes loses a nickel; nobody leaves for it."""
    counts = {kind: sum(1 for patron in guests(club) if club.is_a(patron, kind)) for kind in ORDINARY}
    most = max(counts.values())
    dominant = [kind for kind in ORDINARY if most and counts[kind] == most]
    club.reader.fact("event.mix", *(int(kind in dominant) for kind in ORDINARY), may_be_left_out=not dominant)
    for kind in dominant:
        for patron in guests(club):
            if club.is_a(patron, DISLIKES[kind]):
                club.take(patron, club.rules["mix.penalty"], "event_loss", "event.mix")


def _change(club: Club, patrons: list[int], nickels: int, rule: str) -> None:
    for patron in patrons:
        if nickels < 0:
            club.take(patron, -nickels, "event_loss", rule)
        else:
            club.give(patron, "event_gain", rule, min(nickels, max(0, club.maximum(patron) - club.nickels[patron])))


def _historical(club: Club, effect: str) -> None:
    """Rule event.historical: in 1920 women in the club gain a nickel; other years as the rules say."""
    who = club.rules["historical.who"]
    kinds = {"mobsters": MOBSTER, "politicians": POLITICIAN, "aristocrats": ARISTOCRAT}
    if who == "women":
        chosen = [patron for patron in guests(club) if club.card(patron).female]
    else:
        chosen = [patron for patron in guests(club) if club.card(patron).social_class == kinds.get(who, -1)]
    _change(club, chosen, club.rules["historical.nickels"], "event.historical")


def _general(club: Club, effect: str) -> None:
    """Rule event.general: nothing, a nickel more or less for a class, or a die less for a station."""
    number = EFFECTS.index(effect)
    club.reader.fact("event.general", number)
    if 1 <= number <= 6:
        chosen = [patron for patron in guests(club) if club.is_a(patron, (number - 1) // 2)]
        _change(club, chosen, 1 if number % 2 else -1, "event.general")
    elif number == 7:
        club.door_dice_less += 1
    elif number == 8:
        club.bar_dice_less += 1
