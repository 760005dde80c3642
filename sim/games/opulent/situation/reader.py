"""A position of The Opulent read from a file: what a person sees at the start of a station's turn.

Everything has a default; patrons, events and band cards that are not named are where nobody has seen them yet. What
cannot be is said all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.games.opulent import cards, names
from sim.games.opulent.situation.cardnames import Patron, Unreadable, find_patrons, read_band_card, read_patron
from sim.games.opulent.situation.decks import lay_decks
from sim.games.opulent.situation.limits import contradictions
from sim.games.opulent.state import HIDDEN, ROUNDS, TABLE
from sim.params import RuleSet, nearest

Problem = Callable[[str, str], None]

#: Numbers of the file: the table's field, and the largest that can be meant.
NUMBERS = {
    "coffers": ("coffers", 100_000),
    "debt": ("debt", 100_000),
    "lookouts": ("lookouts", 100),
    "lookouts_on_offer": ("lookout_offers", 100),
    "arriving": ("fedoras", 50),
    "last_call": ("last_call", 20),
    "dice_for_cut_offs": ("cut_offs", names.FACES * 2),
    "door_dice_less": ("door_dice_less", 12),
    "bar_dice_less": ("bar_dice_less", 12),
    "clues": ("clues", 50),
}
SWITCHES = {
    "bought": "bought",
    "counterfeiter_found": "solved",
    "tuckers_out": "tuckers_gone",
    "meeting_held": "meeting",
}
CONTRACTS = {"irish": names.IRISH, "italian": names.ITALIAN}
SETS = {"nowhere": names.NO_SET, "door": names.SET_DOOR, "band": names.SET_BAND, "bar": names.SET_BAR,
        "vip": names.SET_VIP}  # fmt: skip
YORKE = {"away": names.YORKE_AWAY, "bar": names.YORKE_BAR, "floor": names.YORKE_FLOOR, "office": names.YORKE_OFFICE,
         "left": names.YORKE_LEFT}  # fmt: skip
QUEUES = {
    "line": names.LINE,
    "overflow": names.OVERFLOW,
    "floor": names.FLOOR,
    "bar": names.AT_BAR,
    "vip": names.VIP,
    "centre": names.CENTRE,
    "gone": names.GONE,
    "removed": names.GONE,
}
INGREDIENTS = ("ice", "fruit", "beer", "liquor", "special")
WORDS = ("contract", "selected", "film_set", "next_song_from", "yorke", "held", "deck_top")
LISTS = ("upgrades", "staff", "sections_at_bar", "hand", "songs", "discards", *QUEUES)
OTHERS = ("deck", "events_drawn", "stock", "piles", "books")
#: Every key of the file that is The Opulent's own.
KEYS = (*NUMBERS, *SWITCHES, *WORDS, *LISTS, *OTHERS)
#: Tallies of the table that only the stored row of the game needs.
BOOKS = ("nickels_in", "nickels_out", "dollars_in", "dollars_out", "arrivals", "turned_away", "payers", "raids",
         "agents", "raid_rolls", "reached", "coffers_after")  # fmt: skip


def read(
    data: Mapping[str, Any], seat: str, round_: int, rules: RuleSet, record: Any, problem: Problem
) -> tuple[np.ndarray, np.ndarray]:
    """Return the table and the hidden record of a position, each an array of one record.

    Parameters
    ----------
    data : mapping
        What the file says, without the keys every game has.
    seat : str
        Whose turn begins.
    round_ : int
        From 1.
    rules : RuleSet
        The rules in force.
    record : numpy.record
        The same as kernels read them.
    problem : callable
        ``(key, text)`` notes a mistake.
    """
    reader = Reader(data, rules, record, problem)
    reader.table.phase = ("door", "band", "bar", "manager").index(seat)
    reader.table.rounds = round_ - 1
    reader.read_all()
    return reader.tables, reader.hiddens


class Reader:
    """Fills the records of a position key by key; see `read`."""

    def __init__(self, data: Mapping[str, Any], rules: RuleSet, record: Any, problem: Problem) -> None:
        self.data, self.rules, self.record, self.problem = data, rules, record, problem
        self.tables = np.zeros(1, TABLE).view(np.recarray)
        self.hiddens = np.zeros(1, HIDDEN).view(np.recarray)
        self.table, self.hidden = self.tables[0], self.hiddens[0]
        self.cards = cards.describe(rules.values, rules.cards)
        self.values: Mapping[str, Any] = rules.values

    def read_all(self) -> None:
        """Read every part in the order in which one needs the other."""
        self.simple()
        self.upgrades_and_staff()
        self.patrons()
        self.band()
        self.stock()
        lay_decks(self)
        self.books()
        for key, text in contradictions(self):
            self.problem(key, text)

    # --- plain values ------------------------------------------------------------------------------------------------

    def number(self, key: str, most: int, default: int, data: Mapping[str, Any] | None = None, least: int = 0) -> int:
        """Return a whole number of the file from ``least`` to ``most``."""
        value = (self.data if data is None else data).get(key.rpartition(".")[2], default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.problem(key, f"takes a whole number from {least} to {most}, not {value!r}.")
            return default
        return value

    def word(self, key: str, known: Mapping[str, int], default: int) -> int:
        """Return the number of a word of the file."""
        value = self.data.get(key)
        if value is None:
            return default
        found = {name.lower(): number for name, number in known.items()}.get(str(value).lower())
        if found is None:
            self.problem(key, f"'{value}' is not known here.{nearest(str(value), known)}")
            return default
        return found

    def texts(self, key: str) -> list[Any]:
        """Return a list of the file."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.problem(key, f'takes a list, such as {key} = ["...", "..."].')
            return []
        return value

    def simple(self) -> None:
        """Read numbers, switches and words."""
        table, values = self.table, self.values
        for key, (field, most) in NUMBERS.items():
            default = values["setup.lookouts"] if key == "lookouts" else 0
            least = -self.most_bail() if key == "coffers" else 0
            table[field] = self.number(key, most, int(default), least=least)
        for key, field in SWITCHES.items():
            value = self.data.get(key, False)
            if not isinstance(value, bool):
                self.problem(key, f"takes true or false, not {value!r}.")
            else:
                table[field] = int(value)
        table.counterfeiter = int(bool(values["counterfeiter.active"]))
        table.contract = self.word("contract", CONTRACTS, names.IRISH)
        table.set = self.word("film_set", SETS, names.NO_SET)
        table.next_section = self.word("next_song_from", _numbered(cards.SECTION_NAMES), 0)
        table.deck_top = table.held = table.shielded = -1

    def most_bail(self) -> int:
        """Return how far below zero the coffers can be: bail for the meeting is due after a raid, paid or not."""
        raids = int(self.table.rounds) if self.values["meeting.active"] else 0
        return raids * int(self.values["meeting.bail"])

    def upgrades_and_staff(self) -> None:
        """Read what the club has, what it works towards and whom it employs."""
        table = self.table
        upgrades = _numbered([row["name"] for row in self.cards["upgrades"]])
        staff = _numbered([row["name"] for row in self.cards["staff"]])
        for key, known, field in (("upgrades", upgrades, "owned"), ("staff", staff, "staff")):
            for name in self.texts(key):
                found = {word.lower(): number for word, number in known.items()}.get(str(name).lower())
                if found is None:
                    self.problem(key, f"'{name}' is not known here.{nearest(str(name), known)}")
                else:
                    table[field][found] = 1
        table.selected = self.word("selected", upgrades, -1)
        if table.selected < 0 and "selected" not in self.data:
            self.problem("selected", "which upgrade does the club work towards? For example: selected = "
                         f'"{next(name for name, n in upgrades.items() if not table.owned[n])}".')  # fmt: skip
        if table.bought:
            table.owned[table.selected] = 1
        elif table.selected >= 0 and table.owned[table.selected]:
            self.problem(
                "selected", "the club has this upgrade already; if it was bought this year, say bought = true."
            )
        price = 0 if table.bought or table.selected < 0 else int(self.record.upgrade_prices[table.selected])
        table.target = max(0, int(self.record.year_cost) + int(self.record.year_cost_adjustment)) + price
        half = self.record.upgrade_half_stars @ table.owned + self.record.staff_half_stars @ table.staff
        table.half_stars = int(half)

    # --- patrons -----------------------------------------------------------------------------------------------------

    def patrons(self) -> None:
        """Put every patron named where he stands; all others have not been seen."""
        listed = [self.read_patron(key, text) for key in QUEUES for text in self.texts(key)]
        single = [self.read_patron(key, self.data[key]) for key in ("held", "deck_top") if key in self.data]
        found = [patron for patron in (*listed, *single) if patron is not None]
        for patron, reason in find_patrons(self.cards["patrons"], found):
            self.problem(patron.key, f'"{patron.text}": {reason}')
            patron.number = None
        self.table.place[:] = names.DECK
        for patron in found:
            if patron.number is not None:
                self.place(patron, patron.number)
        self.yorke(found)
        self.table.yellow_out = int(self.table.yellow.sum())

    def read_patron(self, key: str, text: Any) -> Patron | None:
        """Return a patron as written."""
        try:
            if not isinstance(text, str):
                raise Unreadable('a patron is a text, such as "Politician, 2 nickels".')
            return read_patron(text, key)
        except Unreadable as error:
            self.problem(key, f'"{text}": {error}')
            return None

    def place(self, patron: Patron, card: int) -> None:
        """Put one patron where the file says, with what is on his card."""
        table, key, details = self.table, patron.key, patron.details
        if key == "deck_top":
            table.deck_top = card
            return
        place = names.HELD if key == "held" else QUEUES[key]
        table.place[card] = place
        table.removed[card] = int(key == "removed")
        if key == "held":
            table.held = card
        if card == names.MARTIN and key == "floor":
            table.martin = 1
        elif card == names.EDWARDS and key == "bar":
            table.edwards, table.edwards_nickels = 1, details.get("nickels", 0)
            table.edwards_asleep = details.get("asleep", 0)
        elif key not in ("gone", "removed", "held"):
            queue, length = table[key], int(table[f"{key}_n"])
            queue[length] = card
            table[f"{key}_n"] = length + 1
        if key in ("gone", "removed"):
            return
        if card < names.COLLINS:
            table.nickels[card] = details.get("nickels", self.usual_nickels(card, key))
        self.details(card, key, details)

    def usual_nickels(self, card: int, key: str) -> int:
        """Return the nickels a patron begins with."""
        social = int(self.record.patron_class[card])
        if social > names.ARISTOCRAT or key == "overflow":
            return 0
        if social == names.ARISTOCRAT and self.record.aristocrat_own_nickels > 0:
            return int(self.record.aristocrat_own_nickels)
        return int(self.record.patron_start_nickels)

    def details(self, card: int, key: str, details: Mapping[str, int]) -> None:
        """Note what else is on a card."""
        table = self.table
        ordinary = int(self.record.patron_class[card]) <= names.ARISTOCRAT
        table.started[card] = details.get("started", int(ordinary and key != "overflow"))
        for field in ("yellow", "lap", "gift", "as_left"):
            table[field][card] = details.get(field, 0)
        if key == "vip":
            celebrity = int(self.record.patron_class[card]) == names.CELEBRITY
            table.vip_next[card] = details.get("then", names.AT_BAR if celebrity else names.GONE)
            table.vip_round[card] = details.get("since", int(table.rounds)) - 1
            table.pampered[card] = details.get("pampered", 0)
        if key == "centre":
            table.leaves_centre[card] = details.get("leaves", int(table.rounds) + 1) - 1

    def yorke(self, found: Sequence[Patron]) -> None:
        """Read how far the Manager is with William Yorke."""
        stage = self.word("yorke", YORKE, names.YORKE_AWAY)
        if stage == names.YORKE_AWAY:
            return
        if any(patron.number == names.YORKE for patron in found):
            self.problem("yorke", "William Yorke is also named in a list; he is in one place only.")
        self.table.yorke = stage
        self.table.place[names.YORKE] = names.GONE if stage == names.YORKE_LEFT else names.WITH_MANAGER

    # --- band and bar ------------------------------------------------------------------------------------------------

    def band(self) -> None:
        """Read hand, songs, discards and the sections at the bar."""
        table = self.table
        taken: list[int] = []
        for key in ("hand", "songs", "discards"):
            for text in self.texts(key):
                try:
                    card = read_band_card(self.cards["band"], text, taken)
                except Unreadable as error:
                    self.problem(key, f"{text!r}: {error}")
                    continue
                taken.append(card)
                self.lay_card(key, card)
        if "songs" not in self.data:  # two always lie open; any will do
            for step in range(len(table.songs)):
                section = (int(table.next_section) + step) % names.SECTIONS
                own = range(section * names.SECTION_CARDS, (section + 1) * names.SECTION_CARDS)
                self.lay_card("songs", next(card for card in own if card not in taken))
        table.hand_half_beats = int(self.record.card_half_beats[table.hand[: table.hand_n]].sum())
        sections = _numbered(cards.SECTION_NAMES)
        for name in self.texts("sections_at_bar"):
            if str(name).lower() not in sections:
                self.problem("sections_at_bar", f"there is no section '{name}'.{nearest(str(name), sections)}")
            else:
                table.section_at_bar[sections[str(name).lower()]] = 1

    def lay_card(self, key: str, card: int) -> None:
        """Lay a band card where the file says."""
        table = self.table
        if key == "hand":
            table.hand[table.hand_n] = card
            table.hand_n += 1
        elif key == "songs":
            if table.songs_n == len(table.songs):
                self.problem("songs", "two songs lie open, not more.")
                return
            table.songs[table.songs_n] = card
            table.songs_n += 1
        else:
            section = card // names.SECTION_CARDS
            table.discards[section, table.discards_n[section]] = card
            table.discards_n[section] += 1

    def stock(self) -> None:
        """Read the bar's stock, by default as it opened."""
        given = self.table_of("stock", INGREDIENTS)
        for number, name in enumerate(INGREDIENTS):
            default = 0 if name == "special" else int(self.values[f"setup.{name}"])
            self.table.stock[number] = self.number(f"stock.{name}", 100, default, given)

    def table_of(self, key: str, known: Sequence[str]) -> Mapping[str, Any]:
        """Return a table of the file with these keys."""
        value = self.data.get(key, {})
        if not isinstance(value, Mapping):
            self.problem(key, f"is a table with {', '.join(known)}.")
            return {}
        for name in value:
            if name not in known:
                self.problem(f"{key}.{name}", f"is not known here.{nearest(name, known)}")
        return value

    # --- books -------------------------------------------------------------------------------------------------------

    def books(self) -> None:
        """Read the tallies, or make up the simplest that balance: all money came from patrons who paid."""
        table, given = self.table, self.table_of("books", BOOKS)
        if given:
            for name in BOOKS:
                self.book(name, given.get(name))
            return
        price = int(self.record.upgrade_prices[table.selected]) if table.bought else 0
        banked = int(table.coffers) + price
        table.nickels_in[names.IN_PLACED] = int(table.nickels.sum()) + banked
        table.nickels_out[names.OUT_BANKED] = table.dollars_in[names.IN_BANKED] = banked
        table.dollars_in[names.IN_BORROWED] = table.dollars_out[names.OUT_RESTOCK] = int(table.debt)
        table.dollars_out[names.OUT_UPGRADE] = price

    def book(self, name: str, value: Any) -> None:
        """Read one tally: a number, or one for each cause."""
        target = self.table[name]
        if np.ndim(target) == 0:
            self.table[name] = self.number(f"books.{name}", 10**9, 0, {name: value or 0})
            return
        listed = [] if value is None else value
        whole = isinstance(listed, list) and all(isinstance(v, int) and not isinstance(v, bool) for v in listed)
        if not whole or len(listed) > min(len(target), ROUNDS):
            self.problem(f"books.{name}", f"takes a list of at most {len(target)} whole numbers.")
            return
        target[: len(listed)] = listed


def _numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: number for number, word in enumerate(words)}
