"""The referee's own model of the table, and the small steps all rules are made of.

Every step changes the model and demands the line that a trace must show for it (see `reader`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.referee.reader import Reader
from tests.referee.tiefenthal_cards import (
    AREAS,
    AT_TABLE,
    BARD,
    BARREL,
    CASHBOX,
    CHEAPEST,
    CROWN,
    FROM_NEXT_ROUND,
    KINDS,
    NOBLE,
    NOWHERE,
    ON_SUPPLIER,
    SAFE,
    SIGNATURE_SPACE,
    STAFF,
    STORE,
    SUPPLIER,
    SUPPLIERS,
    TAKES_BACK,
    Card,
)

MODULE_OF = {"schnapps": 2, "reputation": 3, "start cards": 4, "guest book": 5}


@dataclass
class Die:
    """A die below a tavern's board."""

    face: int
    space: int = NOWHERE
    plus: int = 0
    used: bool = False
    guest: Card | None = None  # whom it serves


@dataclass
class Seat:
    """A table of a tavern."""

    card: int = -1
    used: bool = False


@dataclass
class Tavern:
    """What belongs to one player."""

    seat: str
    number: int
    coins: int = 0
    beer: int = 0
    schnapps: int = 0
    counters: int = 0
    counters_left: int = 0  # reserved beside the board
    monastery: int = 0
    reputation: int = 0
    upgraded: set[int] = field(default_factory=set)
    works: set[int] = field(default_factory=set)
    entertainers: dict[int, int] = field(default_factory=dict)  # who is here: which side
    book: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    start_card: int = 0
    # cards: the deck is what everybody saw being laid on top (last on top), over cards in no known order
    on_top: list[int] = field(default_factory=list)
    below: Counter[int] = field(default_factory=Counter)
    discard: Counter[int] = field(default_factory=Counter)
    seats: list[Seat] = field(default_factory=list)
    nobles_out: int = 0
    laid: Counter[int] = field(default_factory=Counter)
    filled: int = 0  # tables that were taken in phase B
    # dice
    tray: list[int] = field(default_factory=list)
    white: list[Die] = field(default_factory=list)
    own: list[Die] = field(default_factory=list)
    extra: int = 0  # face of the die of the round track
    plus: int = 0
    # the own turn
    bought: Counter[int] = field(default_factory=Counter)
    recruited: int = 0
    moves: int = 0
    serenades: int = 0
    granted: int = 0
    before: dict[int, int] = field(default_factory=dict)  # what cashbox, barrel, supplier bring, as the turn began
    before_merchants: int = 0
    # the end
    points: int = 0
    twelfths: int = 0
    # tallies
    coins_by: Counter[str] = field(default_factory=Counter)
    beer_by: Counter[str] = field(default_factory=Counter)
    nobles_by: Counter[str] = field(default_factory=Counter)
    tally: Counter[str] = field(default_factory=Counter)

    @property
    def dice(self) -> list[Die]:
        """All dice below the board, white ones first."""
        return [*self.white, *self.own]

    def cards(self) -> Counter[int]:
        """Return every card the player owns, wherever it is."""
        found = Counter(self.on_top) + self.below + self.discard
        found.update({STAFF + kind: number for kind, number in self.laid.items() if number})
        found.update(seat.card for seat in self.seats if seat.card >= 0 and seat.card != NOBLE)
        if self.nobles_out:
            found[NOBLE] += self.nobles_out
        return found

    def deck_size(self) -> int:
        """Return the number of cards of the deck."""
        return len(self.on_top) + self.below.total()

    def free_plus(self, die: Die | None = None) -> int:
        """Rule plan.budget: the dishwashers no other die needs."""
        return self.plus - sum(other.plus for other in self.dice if other is not die)

    def is_free(self, space: int, die: Die | None = None) -> bool:
        """Rule plan.once: no other die lies on a space or has been used there this round."""
        return all(other.space != space for other in self.dice if other is not die)

    def on_seat(self, seat: int) -> bool:
        """Tell whether a die that is still to be removed lies on a table."""
        return any(die.space == AT_TABLE + seat and not die.used for die in self.dice)

    def removable(self) -> list[int]:
        """Rule bonus.remove: tables with a guest or regular, never a noble, and without a die."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.card >= 0 and seat.card != NOBLE and not self.on_seat(number)
        ]


@dataclass
class Table:
    """The Taverns of Tiefenthal as the referee sees them: the supplies and every player's tavern."""

    reader: Reader
    rules: dict[str, Any]
    cards: dict[int, Card]
    taverns: list[Tavern]
    round: int = 0
    start: int = 0
    market: list[int] = field(default_factory=lambda: [0] * len(KINDS))
    display: list[int] = field(default_factory=lambda: [-1] * 5)
    tiles: list[bool] = field(default_factory=lambda: [False] * 5)
    threes: set[int] = field(default_factory=set)  # below the top one
    guests: set[int] = field(default_factory=set)
    nobles: int = 0
    schnapps: int = 0
    tiles_left: int = 0
    start_cards: list[int] = field(default_factory=list)
    box: list[int] = field(default_factory=list)
    decisions: int = 0
    over: bool = False

    # --- what rules and board say

    @property
    def module(self) -> int:
        """The highest module in play."""
        return int(self.rules["module"])

    def has(self, what: str) -> bool:
        """Tell whether a module is in play, by what it adds."""
        return self.module >= MODULE_OF[what]

    def in_turn_order(self) -> list[Tavern]:
        """Return the taverns from the start player on, clockwise."""
        return self.taverns[self.start :] + self.taverns[: self.start]

    def price(self, area: int, returned: int) -> int:
        """Rule coins.special_order: the price of an area falls by what each returned card is worth, not below 0."""
        discount = self.rules[f"area.{AREAS[area]}.discount"] if area in TAKES_BACK else 0
        return max(0, int(self.rules[f"area.{AREAS[area]}.price"]) - returned * int(discount))

    def brings(self, tavern: Tavern, area: int) -> int:
        """Return what a die on the cashbox, barrel or supplier brings now."""
        name, what = {CASHBOX: ("cashbox", "coins"), BARREL: ("barrel", "beer"), SUPPLIERS: ("supplier", "beer")}[area]
        amount = int(self.rules[f"{name}.{what}{'_upgraded' if area in tavern.works else ''}"])
        if area == SUPPLIERS:
            amount += int(self.rules["supplier.beer_per_card"]) * tavern.laid[SUPPLIER]
        return amount

    def keeps(self, tavern: Tavern, area: int) -> int:
        """Return what safe or beer store keeps."""
        name = {SAFE: "safe", STORE: "store"}[area]
        return int(self.rules[f"{name}.keeps{'_upgraded' if area in tavern.works else ''}"])

    def track(self) -> list[int]:
        """Return the spaces of the reputation track; module 5 turns the cut-out."""
        spaces: list[int] = []
        for space in self.rules["reputation.spaces"]:
            spaces.append(space)
            if self.has("guest book") and space == self.rules["book.signature_after"]:
                spaces.append(SIGNATURE_SPACE)
        return spaces

    def reputation_points(self, tavern: Tavern) -> int:
        """Rule reputation.points: the number reached or last passed; the crown counts nothing."""
        passed = self.track()[: tavern.reputation]
        if not passed or passed[-1] == CROWN:
            return 0
        numbers = [space for space in passed if space < SCHNAPPS_NUMBERS]
        return numbers[-1] if numbers else 0

    def pile_lasts(self) -> bool:
        """Tell whether the first guest shown is of the pile for 3 beer, not one of the deck in its place."""
        return self.display[0] >= 0 and self.cards[self.display[0]].cost == CHEAPEST

    def kinds_sold(self) -> list[int]:
        """Return the kinds of tavern cards in play; bards come with module 3."""
        return [kind for kind in range(len(KINDS)) if kind != BARD or self.has("reputation")]

    # --- small steps

    def earn_coins(self, tavern: Tavern, amount: int, cause: str, rule: str) -> None:
        """Give coins to a tavern."""
        self._change(tavern, "coins", amount, cause, rule)

    def pay_coins(self, tavern: Tavern, amount: int, cause: str, rule: str) -> None:
        """Take coins from a tavern."""
        self._change(tavern, "coins", -amount, cause, rule)

    def earn_beer(self, tavern: Tavern, amount: int, cause: str, rule: str) -> None:
        """Give beer to a tavern."""
        self._change(tavern, "beer", amount, cause, rule)

    def pay_beer(self, tavern: Tavern, amount: int, cause: str, rule: str) -> None:
        """Take beer from a tavern."""
        self._change(tavern, "beer", -amount, cause, rule)

    def _change(self, tavern: Tavern, what: str, change: int, cause: str, rule: str) -> None:
        if change:
            after = getattr(tavern, what) + change
            setattr(tavern, what, after)
            (tavern.coins_by if what == "coins" else tavern.beer_by)[cause] += abs(change)
            self.reader.demand(what, rule, seat=tavern.seat, change=change, cause=f"{what}_{cause}", after=after)

    def card(self, tavern: Tavern, card: int, source: str, to: str, rule: str) -> None:
        """Announce that a card moves."""
        self.reader.demand("card", rule, seat=tavern.seat, card=card, **{"from": source, "to": to})

    def gain(self, tavern: Tavern, card: int, rule: str) -> None:
        """Lay a card of the supply on top of a deck."""
        tavern.on_top.append(card)
        self.card(tavern, card, "supply", "deck", rule)

    def gain_kind(self, tavern: Tavern, kind: int, rule: str) -> bool:
        """Rule bonus.card: a tavern card from the market, if there is one."""
        if self.market[kind] <= 0:
            return False
        self.market[kind] -= 1
        self.gain(tavern, STAFF + kind, rule)
        return True

    def gain_nobles(self, tavern: Tavern, number: int, cause: str, rule: str) -> None:
        """Lay nobles on a deck, as many as there are."""
        for _ in range(min(number, self.nobles)):
            self.nobles -= 1
            tavern.nobles_by[cause] += 1
            self.gain(tavern, NOBLE, rule)

    def gain_schnapps(self, tavern: Tavern, number: int, rule: str) -> None:
        """Take tokens from the supply, as many as there are."""
        got = min(number, self.schnapps)
        if got > 0:
            self.schnapps -= got
            tavern.schnapps += got
            tavern.tally["schnapps_got"] += got
            self.reader.demand("token", rule, seat=tavern.seat, change=got, after=tavern.schnapps)

    def give_back_schnapps(self, tavern: Tavern, number: int, rule: str, spent: bool = True) -> None:
        """Return tokens to the supply."""
        if number > 0:
            self.schnapps += number
            tavern.schnapps -= number
            tavern.tally["schnapps_spent"] += number if spent else 0
            self.reader.demand("token", rule, seat=tavern.seat, change=-number, after=tavern.schnapps)

    def return_kind(self, tavern: Tavern, kind: int, rule: str) -> None:
        """Return a tavern card that is laid out to the market."""
        tavern.laid[kind] -= 1
        self.market[kind] += 1
        self.card(tavern, STAFF + kind, "tavern", "supply", rule)

    def remove_guest(self, tavern: Tavern, seat: int, rule: str) -> None:
        """Rule bonus.remove: the guest at a table leaves the game."""
        gone = tavern.seats[seat].card
        tavern.seats[seat].card = -1
        tavern.tally["removed"] += 1
        self.box.append(gone)
        self.card(tavern, gone, "tavern", "box", rule)

    def upgrade(self, tavern: Tavern, area: int, rule: str, returned: int = 0, at_once: bool = False) -> None:
        """Turn the tile of an area; three areas work from the next round on."""
        for _ in range(returned):
            self.return_kind(tavern, TAKES_BACK[area], "coins.special_order")
        tavern.upgraded.add(area)
        if at_once or area not in FROM_NEXT_ROUND:
            tavern.works.add(area)
        self.reader.demand("area", rule, seat=tavern.seat, area=AREAS[area], returned=returned)

    def choose(
        self,
        name: str,
        tavern: Tavern,
        choices: list[tuple[int, ...]],
        rule: str = "",
        optional: list[tuple[int, ...]] | None = None,
    ) -> tuple[int, ...]:
        """Take a player's decision between these choices; optional ones, without effect, may be listed or not."""
        before = self.reader.at
        row = self.reader.choose(name, tavern.seat, choices, rule, optional)
        asked = any(line["type"] == "decision" for line in self.reader.lines[before : self.reader.at])
        self.decisions += int(asked)
        return row

    # --- module 3: what the plan brings

    def planned(self, tavern: Tavern, dice: list[tuple[int, Card | None]] | None = None) -> int:
        """Rule reputation.phase: the lesser of coins and beer that dice on spaces and merchants bring.

        Values are those at the beginning of the turn; dice already removed count as they did.
        """
        spaces = [(die.space, die.guest) for die in tavern.dice] if dice is None else dice
        coins, beer = 0, tavern.before_merchants
        for space, guest in spaces:
            if guest is not None:
                coins += guest.pay
            elif space == 0:
                coins += tavern.before[CASHBOX]
            elif space == 1:
                beer += tavern.before[BARREL]
            elif space == ON_SUPPLIER:
                beer += tavern.before[SUPPLIERS]
        return min(coins, beer)


#: Codes of the reputation track below this one are numbers.
SCHNAPPS_NUMBERS = 101
