"""The line in front of The Opulent: arrivals, overflow, Regulars who walk in, and Mobsters who shoot it out."""

from __future__ import annotations

from tests.referee.opulent_cards import ARISTOCRAT, CELEBRITY, COLLINS, FACE, HOME, MOBSTER, REGULAR, STANCHIONS
from tests.referee.opulent_state import Club


def line_capacity(club: Club) -> int:
    """Rules door.overflow, upgrade.stanchions: places in the main line."""
    more = club.rules["upgrade.stanchions_places"] if STANCHIONS in club.owned else 0
    return int(club.rules["door.line_capacity"] + more)


def arrive(club: Club, count: int) -> None:
    """Rule door.arrive: so many patrons come to the door while the deck has any."""
    for _ in range(count):
        if not club.deck:
            return
        draw_to_door(club)


def draw_to_door(club: Club) -> None:
    """Rules door.arrive, door.overflow: the top patron of the deck joins the line, the overflow, or is lost."""
    patron = club.reader.peek().get("patron", -1)
    club.check_top(patron, "door.arrive")
    if patron not in club.deck:
        raise club.reader.stop("door.arrive", f"a patron of the deck should come; the trace goes on with {patron}")
    to = place_at_door(club, patron)
    club.reader.take("move", "door.arrive", patron=patron, **{"from": "deck", "to": to})
    club.deck.remove(patron)
    club.tally["arrivals"] += 1
    club.settle_at(patron, to)
    if to == "gone":
        club.tally["turned_away"] += int(len(club.queues["line"]) >= line_capacity(club))
        return
    if to == "line":
        pay_in_line(club, patron, club.rules["patron.start_nickels"], "door.arrive")
    shoot_out(club, patron)
    close_up(club)


def place_at_door(club: Club, patron: int) -> str:
    """Rules door.overflow, door.celebrity_line, y1927.caught: where somebody new at the door goes."""
    if len(club.queues["line"]) < line_capacity(club):
        return "gone" if club.blocked(patron, "line") else "line"
    if club.is_a(patron, CELEBRITY):
        return "gone"
    return "overflow" if len(club.queues["overflow"]) < club.rules["door.overflow_capacity"] else "gone"


def pay_in_line(club: Club, patron: int, nickels: int, rule: str) -> None:
    """Rules door.arrive, door.move_up, y1928.rich, y1929.poor: the nickels of an ordinary patron, once."""
    if club.card(patron).ordinary and patron not in club.paid_in_line:
        if club.is_a(patron, ARISTOCRAT) and club.rules["aristocrat.own_nickels"]:
            nickels = club.rules["aristocrat.own_nickels"]
        club.give(patron, "placed", rule, min(nickels, club.maximum(patron)))
    club.paid_in_line.add(patron)


def close_up(club: Club) -> None:
    """Rules door.regular, door.move_up: Regulars walk in, and the overflow fills the gaps, until nothing changes."""
    while _walk_in(club) or _move_up(club):
        pass


def _walk_in(club: Club) -> bool:
    """Rule door.regular: a Regular walks in once only Collins is ahead of him."""
    for patron in club.queues["line"]:
        if patron != COLLINS:
            if club.is_a(patron, REGULAR):
                club.move(patron, HOME[patron], "door.regular")
                return True
            return False
    return False


def _move_up(club: Club) -> bool:
    """Rules door.move_up, y1927.blocked: the first of the overflow joins the line; Mobsters not while it is the set."""
    if club.inside_door_turn or len(club.queues["line"]) >= line_capacity(club):
        return False
    for patron in club.queues["overflow"]:
        if not club.blocked(patron, "line"):
            club.move(patron, "line", "door.move_up")
            pay_in_line(club, patron, club.rules["patron.overflow_nickels"], "door.move_up")
            return True
    return False


def shoot_out(club: Club, patron: int) -> None:
    """Rule y1926.shoot_out: a die for a Mobster who meets a rival in the queue, and one for the nearest rival."""
    if not club.rules["gangs.active"] or not club.is_a(patron, MOBSTER):
        return
    queue = club.queues["line"] + club.queues["overflow"]
    family = club.card(patron).family
    rivals = [other for other in queue if club.is_a(other, MOBSTER) and club.card(other).family != family]
    if not rivals:
        return
    shot = [mobster for mobster in (patron, rivals[0]) if gang_die(club, mobster, "y1926.shoot_out")]
    for mobster in shot:
        club.removed.add(mobster)
        club.lose(mobster, "year_loss", "y1926.shoot_out")


def gang_die(club: Club, mobster: int, rule: str) -> bool:
    """Rules y1926.shoot_out, y1926.raid: roll for one Mobster; his own colour removes him."""
    face = club.reader.roll("gang", rule)
    shot = bool(face == club.card(mobster).colour)
    club.reader.fact(rule, mobster, FACE[face], int(shot))
    return shot


def penalise(club: Club, patron: int, amount: int, cause: str, rule: str) -> bool:
    """Rule door.zero: take a penalty from a patron in line, who may leave; return whether he is still there."""
    if amount <= 0:
        return True
    had = club.nickels[patron]
    club.take(patron, amount, cause, rule)
    mode = club.rules["door.at_zero"]
    if (mode == "leaves" and club.nickels[patron] == 0) or (mode == "next_penalty" and had == 0):
        club.move(patron, "gone", "door.zero")
        return False
    return True


def cross_the_door(club: Club, patron: int) -> None:
    """Rule manager.rival: what a Mobster's friends destroy when he enters under the other family's contract."""
    card = club.card(patron)
    if card.social_class != MOBSTER or card.family == club.contract:
        return
    units = club.rules["contract.irish_loss"] if club.contract == 1 else club.rules["contract.italian_loss"]
    for _ in range(units):
        there = [(number,) for number, name in ((2, "beer"), (3, "liquor")) if club.stock[name] > 0]
        if not there:
            return
        (ingredient,) = club.reader.choose("rival_loss", "bar", there, "manager.rival")
        club.stocked({2: "beer", 3: "liquor"}[ingredient], -1, "manager.rival")
