"""The referee's own model of the table, and the small steps all rules are made of.

Every step changes the model and demands the line that a trace must show for it (see `reader`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.referee.opulent_cards import (
    ARISTOCRAT,
    CELEBRITY,
    FACE,
    INGREDIENTS,
    LEFT,
    MOBSTER,
    PLAIN_DOORMAN,
    REGULAR,
    SECTIONS,
    Cards,
    Patron,
)
from tests.referee.reader import QUEUES, Reader


@dataclass
class Club:
    """The Opulent as the referee sees it.

    Queues hold ordinary patrons and Celebrities, the line also Regulars; inside the club Regulars stand beside the
    queues and are known by `place` alone.
    """

    reader: Reader
    rules: dict[str, Any]
    cards: Cards
    place: dict[int, str] = field(default_factory=dict)
    nickels: Counter[int] = field(default_factory=Counter)
    yellow: set[int] = field(default_factory=set)
    queues: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in QUEUES})
    deck: set[int] = field(default_factory=set)
    top: int = -1  # the card that lies face up on the deck, if a snapshot has just shown it
    held: int = -1
    paid_in_line: set[int] = field(default_factory=set)  # has received the nickels of the line
    second_lap: set[int] = field(default_factory=set)
    as_left: set[int] = field(default_factory=set)  # goes floor, bar, out, whatever his box
    may_give: set[int] = field(default_factory=set)  # a Celebrity new at his station
    leaves_centre: dict[int, int] = field(default_factory=dict)
    guest_next: dict[int, str] = field(default_factory=dict)  # where a guest of the VIP room goes
    guest_round: dict[int, int] = field(default_factory=dict)
    pampered: dict[int, int] = field(default_factory=dict)
    round: int = 0
    seat: str = "setup"
    inside_door_turn: bool = False  # gaps in the line wait for the end of step 5
    # door
    cut_offs: int = 0
    door_dice_less: int = 0
    bar_dice_less: int = 0
    # band
    piles: list[set[int]] = field(default_factory=lambda: [set() for _ in range(SECTIONS)])
    discards: list[set[int]] = field(default_factory=lambda: [set() for _ in range(SECTIONS)])
    hand: set[int] = field(default_factory=set)
    songs: list[int] = field(default_factory=list)
    next_section: int = 0
    at_bar: set[int] = field(default_factory=set)
    # bar
    stock: dict[str, int] = field(default_factory=lambda: dict.fromkeys(INGREDIENTS, 0))
    edwards_nickels: int = 0
    edwards_asleep: bool = False
    # manager
    coffers: int = 0
    debt: int = 0
    contract: int = 0
    lookouts: int = 0
    idle_lookouts: int = 0
    lookout_offers: int = 0
    fedoras: int = 0
    yorke: int = 0
    events_left: set[int] = field(default_factory=set)
    events_drawn: int = 0
    selected: int = -1
    bought: bool = False
    owned: set[int] = field(default_factory=set)
    staff: set[int] = field(default_factory=set)
    last_call: int = 0
    over: str = ""  # why the year is over
    # campaign
    team_seat: str = "manager"  # who selects, hires and closes: the Manager, in a campaign the club
    owned_before: set[int] = field(default_factory=set)
    removed_before: set[int] = field(default_factory=set)
    hired: int = 0  # dollars from the coffers for staff of this year
    prestige_at_closing: int = 0
    shown: dict[str, Any] = field(default_factory=dict)  # what the table shows of the campaign
    row: dict[str, Any] = field(default_factory=dict)  # the year's columns as the club closed
    outcome: str = ""
    # years
    counterfeiter: bool = False  # he is about, since this year or an earlier one
    clues: int = 0
    solved: bool = False
    tuckers_gone: bool = False
    hard: bool = False
    meeting_held: bool = False
    film_set: str = ""
    removed: set[int] = field(default_factory=set)
    # tallies
    nickels_by: Counter[str] = field(default_factory=Counter)
    dollars_by: Counter[str] = field(default_factory=Counter)
    tally: Counter[str] = field(default_factory=Counter)
    coffers_after: list[int] = field(default_factory=list)
    reached: int = 0

    # --- what the cards and rules say

    def card(self, patron: int) -> Patron:
        """Return a patron's card."""
        return self.cards.patrons[patron]

    def is_a(self, patron: int, social_class: int) -> bool:
        """Tell whether a patron is of a class."""
        return self.card(patron).social_class == social_class

    def maximum(self, patron: int) -> int:
        """Rule door.schmooze, y1928.rich: most nickels a patron may hold; a Celebrity's stars."""
        card = self.card(patron)
        if card.social_class == CELEBRITY:
            return card.stars
        if not card.ordinary:
            return 0
        own = int(self.rules["aristocrat.own_maximum"]) if card.social_class == ARISTOCRAT else 0
        return own or int(self.rules["patron.maximum_nickels"])

    def has_room(self, patron: int) -> bool:
        """Tell whether an ordinary patron may get a nickel; Celebrities get them by pampering alone."""
        return self.card(patron).ordinary and self.nickels[patron] < self.maximum(patron)

    def goes_left(self, patron: int) -> bool:
        """Tell whether a patron goes floor, bar, out."""
        return self.card(patron).box == LEFT or patron in self.as_left

    def first_station(self, patron: int) -> str:
        """Return where a patron goes from the door."""
        return "floor" if self.goes_left(patron) else "bar"

    def next_place(self, patron: int, place: str) -> str:
        """Return where a patron goes from floor or bar; "gone" is the way out, where he pays."""
        if self.is_a(patron, CELEBRITY):
            return {"vip": "bar", "bar": "floor", "floor": "gone"}[place]
        if place == "line":
            return self.first_station(patron)
        if place == "floor":
            return "bar" if self.goes_left(patron) else "gone"
        return "gone" if self.goes_left(patron) else "floor"

    def blocked(self, patron: int, place: str) -> bool:
        """Rule y1927.blocked: no Mobster moves to the set."""
        return bool(self.film_set) and self.is_a(patron, MOBSTER) and self.film_set == place

    def prestige(self) -> int:
        """Rule upgrade.prestige: half stars of upgrades and staff, rounded down."""
        return int(min(self.half_stars() // 2, self.rules["raid.prestige_limit"]))

    def half_stars(self) -> int:
        """Return the half stars of all upgrades and staff."""
        halves = sum(self.rules["upgrade.half_stars"][item] for item in self.owned)
        return int(halves + sum(self.rules["staff.half_stars"][item] for item in self.staff))

    def target(self) -> int:
        """Rule closing.end: cost of business and the selected upgrade while it is not bought."""
        nothing_to_buy = self.bought or self.selected < 0
        price = 0 if nothing_to_buy else int(self.rules["upgrade.prices"][self.selected])
        return self.cost_of_business() + price

    def cost_of_business(self) -> int:
        """Rule campaign.pay: the year's cost of doing business; house rules may take it to nothing, not below."""
        return max(0, int(self.rules["year.cost"]) + int(self.rules["year.cost_adjustment"]))

    def inside(self) -> list[int]:
        """Return everybody in the club: floor, bar, VIP room, centre and the Regulars."""
        places = ("floor", "bar", "vip", "centre", "manager")
        return [patron for patron, place in sorted(self.place.items()) if place in places]

    def door_pool(self) -> int:
        """Return the Doorman dice that are not out on patrons."""
        plain = int(PLAIN_DOORMAN in self.staff)
        return int(self.rules["door.dice"]) + plain - len(self.yellow)

    def check_top(self, patron: int, rule: str) -> None:
        """Rule setup.deck: the patron deck lies face up, so its top card is known."""
        if self.top >= 0 and patron != self.top:
            self.reader.fault(rule, f"patron {patron} is drawn, but {self.top} lay on top of the deck")
        self.top = -1

    # --- small steps

    def give(self, patron: int, cause: str, rule: str, amount: int = 1) -> None:
        """Put nickels on a patron."""
        if amount <= 0:
            return
        self.nickels[patron] += amount
        self.nickels_by[cause] += amount
        after = self.nickels[patron]
        self.reader.demand("nickels", rule, patron=patron, change=amount, cause=cause, after=after)

    def take(self, patron: int, amount: int, cause: str, rule: str) -> int:
        """Take up to so many nickels off a patron; return how many there were."""
        taken = min(amount, self.nickels[patron])
        if taken > 0:
            self.nickels[patron] -= taken
            self.nickels_by[cause] += taken
            after = self.nickels[patron]
            self.reader.demand("nickels", rule, patron=patron, change=-taken, cause=cause, after=after)
        return taken

    def leave_place(self, patron: int) -> str:
        """Take a patron out of the queue he stands in; return where he was."""
        old = self.place[patron]
        if patron in self.queues.get(old, ()):
            self.queues[old].remove(patron)
        if old == "held":
            self.held = -1
        return old

    def settle_at(self, patron: int, place: str) -> None:
        """Put a patron at the end of a queue."""
        arrives = self.place[patron] != place
        self.place[patron] = place
        if place in ("line", "overflow") or (place in QUEUES and not self.is_a(patron, REGULAR)):
            self.queues[place].append(patron)
        if place == "held":
            self.held = patron
        if arrives:
            self.may_give.discard(patron)
            if place in ("bar", "floor") and self.is_a(patron, CELEBRITY):
                self.may_give.add(patron)
        if place == "gone":
            self.yellow.discard(patron)
        if place == "manager":
            self.yorke = 1

    def move(self, patron: int, to: str, rule: str) -> None:
        """Move a patron to the end of a queue, or away."""
        old = self.leave_place(patron)
        self.settle_at(patron, to)
        self.reader.demand("move", rule, patron=patron, **{"from": old, "to": to})

    def lose(self, patron: int, cause: str, rule: str) -> None:
        """Discard a patron with all his nickels."""
        self.take(patron, self.nickels[patron], cause, rule)
        self.move(patron, "gone", rule)

    def dollars(self, change: int, cause: str, rule: str) -> None:
        """Change the coffers."""
        if change:
            self.coffers += change
            self.dollars_by[cause] += abs(change)
            self.reader.demand("dollars", rule, change=change, cause=cause, after=self.coffers)

    def stocked(self, ingredient: str, change: int, rule: str) -> None:
        """Change the stock of an ingredient."""
        if change:
            self.stock[ingredient] += change
            self.reader.demand("stock", rule, ingredient=ingredient, change=change, after=self.stock[ingredient])

    # --- the way out

    def go_out(self, patron: int, rule: str) -> None:
        """Rules band.leave, bar.leave: a patron leaves the club and pays, or goes round again in the blizzard."""
        if self._goes_round_again(patron):
            self.second_lap.add(patron)
            if self.nickels[patron] < self.maximum(patron):
                amount = min(self.rules["blizzard.nickels"], self.maximum(patron) - self.nickels[patron])
                self.give(patron, "second_lap", "y1925.second_lap", amount)
            if self.blocked(patron, self.first_station(patron)):
                self.lose(patron, "year_loss", "y1927.caught")
            else:
                self.move(patron, self.first_station(patron), "y1925.second_lap")
            return
        if self.counterfeiter and self.rules["counterfeiter.no_income"] and not self.solved:
            self.take(patron, self.nickels[patron], "unpaid", "y1921.no_income")
        else:
            amount = self.take(patron, self.nickels[patron], "banked", rule)
            self.dollars(amount, "coffers_banked", rule)
            self.tally["payers"] += int(amount > 0)
        self.move(patron, "gone", rule)

    def _goes_round_again(self, patron: int) -> bool:
        """Rule y1925.second_lap: yellow, purple or his own colour sends an ordinary patron round once more."""
        if not self.rules["blizzard.active"] or not self.card(patron).ordinary or patron in self.second_lap:
            return False
        face = self.reader.roll("blizzard", "y1925.second_lap")
        again = face in ("yellow", "purple", self.card(patron).colour)
        self.reader.fact("y1925.second_lap", patron, FACE[face], int(again))
        return bool(again)

    def go_on(self, patron: int, to: str, rule: str) -> None:
        """Move a patron to his next station, or out."""
        if to == "gone":
            self.go_out(patron, rule)
        else:
            self.move(patron, to, rule)
