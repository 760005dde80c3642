"""Lay out a position of The Opulent, say what is decided and rolled, and play one rule on it. Nothing is compiled.

Patrons are described in words, in any order: a class (``mobster``, ``irish``, ``italian``, ``politician``,
``aristocrat``, ``celebrity``) or a Regular (``collins``, ``martin``, ``edwards``, ``yorke``), the box (``left``,
``right``), ``woman`` or ``man``, ``yellow`` for a yellow die on the card, a Celebrity's stars (``4*``), and a number of
nickels: three for ordinary patrons unless said otherwise.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from sim.games.opulent import names, state
from sim.games.opulent.cards import BOXES, CLASSES, FAMILIES, HALF_BEATS, KEYS, KINDS, NOTES, PITCHES
from sim.records import rules_record, team_dtype
from sim.registry import load_game, resolve
from sim.streams import seed_stream
from sim.trace import LOG

REGULARS = {"collins": names.COLLINS, "martin": names.MARTIN, "edwards": names.EDWARDS, "yorke": names.YORKE}
FACES = ("red", "blue", "green", "purple", "yellow", "blank")
PLACES = ("box", "deck", "line", "overflow", "floor", "bar", "vip", "centre", "held", "gone", "manager")
DICE = (*("door", "bar", "colour", "raid", "clue", "film", "tuckers", "argument", "gang", "blizzard", "cut_off"),)
FACE_DICE = ("door", "colour", "argument", "gang", "blizzard", "cut_off")
SEATS = ("door", "band", "bar", "manager", "club")
INGREDIENTS = ("ice", "fruit", "beer", "liquor", "special")
UPGRADES = (
    *("stanchions", "ornate door", "expanded dance floor", "new band instruments", "ice chest", "bar upgrades"),
    *("sliding panels", "business license", "luxurious upgrades", "floor safe"),
)
STAFF = (
    *("chanteuse", "cigarette girl", "cocktail waitress", "doorman assistant", "maitre d'"),
    *("plain doorman", "plain musician", "plain bartender", "plain manager"),
)
IRISH, ITALIAN = names.IRISH, names.ITALIAN
ALL_BAND_CARDS = names.SECTIONS * names.SECTION_CARDS


@lru_cache(maxsize=64)
def _rules(year: str, variants: tuple[str, ...], values: tuple[tuple[str, Any], ...], campaign: bool) -> np.recarray:
    game = load_game("opulent")
    return rules_record(game, resolve(game, year, variants, dict(values), campaign=campaign))


class Club:
    """One club with nobody in it, a full bar, four full band decks, empty patron deck and empty coffers.

    Parameters
    ----------
    year : str
        Scenario.
    variants : sequence of str
        House-rule sets.
    rules : dict
        Rule values by name, over those of the year.
    campaign : bool
        A year of a campaign rather than one alone.

    Attributes
    ----------
    table, hidden, rules, team, log : numpy.record
        The records the engine works on.
    asked : dict
        For each decision, the lists of choices offered so far.
    """

    def __init__(
        self,
        year: str = "1920",
        variants: Sequence[str] = (),
        rules: dict[str, Any] | None = None,
        campaign: bool = False,
    ) -> None:
        frozen = tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in (rules or {}).items())
        self.game = load_game("opulent")
        self.rules = _rules(year, tuple(variants), frozen, campaign).copy()[0]
        self.table = np.zeros(1, state.TABLE).view(np.recarray)[0]
        self.hidden = np.zeros(1, state.HIDDEN).view(np.recarray)[0]
        self.team = np.zeros(1, team_dtype(self.game)).view(np.recarray)[0]
        self.log = np.zeros(1, LOG).view(np.recarray)[0]
        self.table.campaign = int(campaign)
        self.decisions = list(self.game.decisions)
        self.asked: dict[str, list[list[tuple[int, ...]]]] = defaultdict(list)
        self._answers: dict[str, list[Any]] = defaultdict(list)
        self._rolls: dict[str, list[int]] = defaultdict(list)
        with np.errstate(over="ignore"):
            for stream in range(len(self.game.file.streams)):
                seed_stream(self.hidden.streams[stream], 1920, 0, stream)
        self._open()

    def _open(self) -> None:
        table, rules = self.table, self.rules
        table.held = table.shielded = table.deck_top = -1
        table.contract = IRISH
        table.counterfeiter = rules.counterfeiter_active
        table.target = 1000
        table.stock[:4] = [rules.setup_ice, rules.setup_fruit, rules.setup_beer, rules.setup_liquor]
        for section in range(names.SECTIONS):
            first = section * names.SECTION_CARDS
            self.hidden.pile[section] = range(first, first + names.SECTION_CARDS)
        table.pile_n[:] = names.SECTION_CARDS
        self.hidden.events[:] = range(names.EVENT_CARDS)
        table.events_n = names.EVENT_CARDS
        for kind in rules.event_kind:
            table.kinds_left[kind] += 1
        self.next_event("general", fedoras=2)

    # --- people ------------------------------------------------------------------------------------------------------

    def _find(self, words: list[str]) -> int:
        """Return the first card still in the box that the words describe."""
        rules = self.rules
        for word in words:
            if word in REGULARS:
                return REGULARS[word]
        for card in range(names.PATRONS):
            social, family = CLASSES[rules.patron_class[card]], FAMILIES[rules.patron_family[card]]
            is_person = any(word in (social, family) for word in words) and social != "regular"
            fits = (
                self.table.place[card] == names.BOX
                and is_person
                and not ("left" in words and BOXES[rules.patron_box[card]] != "left")
                and not ("right" in words and BOXES[rules.patron_box[card]] != "right")
                and not ("woman" in words and rules.patron_woman[card] == 0)
                and not ("man" in words and rules.patron_woman[card] != 0)
                and all(rules.patron_stars[card] == int(word[0]) for word in words if word.endswith("*"))
            )
            if fits:
                return card
        raise AssertionError(f"no patron card is left for '{' '.join(words)}'")

    def _add(self, place: int, specs: Sequence[str], nickels: int | None = None) -> Any:
        cards = []
        for spec in specs:
            words = spec.split()
            card = self._find(words)
            ordinary = self.rules.patron_class[card] <= names.ARISTOCRAT
            held = [int(word) for word in words if word.isdigit()]
            self.table.nickels[card] = held[0] if held else nickels if nickels is not None else 3 * ordinary
            self.table.started[card] = place not in (names.OVERFLOW, names.DECK)
            if "yellow" in words:
                self.table.yellow[card] = 1
                self.table.yellow_out += 1
            self._stand(card, place)
            cards.append(card)
        return cards[0] if len(cards) == 1 else cards

    def _stand(self, card: int, place: int) -> None:
        table = self.table
        table.place[card] = place
        if card == names.MARTIN and place == names.FLOOR:
            table.martin = 1
        elif card == names.EDWARDS and place == names.AT_BAR:
            table.edwards = 1
        elif place not in (names.DECK, names.HELD, names.WITH_MANAGER):
            queue = PLACES[place]
            count = getattr(table, f"{queue}_n")
            getattr(table, queue)[count] = card
            setattr(table, f"{queue}_n", count + 1)

    def line(self, *specs: str) -> Any:
        """Stand patrons in line, the first one in front; returns the card, or a list of cards."""
        return self._add(names.LINE, specs)

    def overflow(self, *specs: str) -> Any:
        """Stand patrons in the overflow, without nickels."""
        return self._add(names.OVERFLOW, specs, 0)

    def floor(self, *specs: str) -> Any:
        """Put patrons on the dance floor, the first one there longest."""
        return self._add(names.FLOOR, specs)

    def bar(self, *specs: str) -> Any:
        """Put patrons at the bar, the first one there longest."""
        return self._add(names.AT_BAR, specs)

    def vip(self, *specs: str, since: int = 0, next_place: int = names.AT_BAR) -> Any:
        """Seat guests in the VIP room, escorted in round ``since``."""
        cards = self._add(names.VIP, specs)
        for card in cards if isinstance(cards, list) else [cards]:
            self.table.vip_round[card] = since
            self.table.vip_next[card] = next_place
        return cards

    def centre(self, *specs: str) -> Any:
        """Put Celebrities into the centre of the club."""
        return self._add(names.CENTRE, specs)

    def hold(self, spec: str) -> int:
        """Give the Maitre d' a patron to hold."""
        self.table.held = self._add(names.HELD, [spec])
        return int(self.table.held)

    def yorke(self, step: int) -> int:
        """Put William Yorke at a step of his way through the club."""
        self.table.yorke = step
        self._add(names.WITH_MANAGER, ["yorke"])
        return names.YORKE

    def deck(self, *specs: str | int) -> Any:
        """Put patrons on the patron deck, the first one on top; a number stands for so many Aristocrats below."""
        wanted = [word for spec in specs for word in (["aristocrat"] * spec if isinstance(spec, int) else [spec])]
        cards = self._add(names.DECK, wanted, 0)
        for card in cards if isinstance(cards, list) else [cards]:
            self.hidden.deck[1 : self.table.deck_n + 1] = self.hidden.deck[: self.table.deck_n].copy()
            self.hidden.deck[0] = card
            self.table.deck_n += 1
        self.table.deck_top = self.hidden.deck[self.table.deck_n - 1]
        return cards

    def nickels(self, patron: int) -> int:
        """Return the nickels on a patron card."""
        return int(self.table.nickels[patron])

    def where(self, patron: int) -> str:
        """Return the place of a patron card."""
        return PLACES[self.table.place[patron]]

    def queue(self, place: str) -> list[int]:
        """Return the patrons in line, overflow, on the floor, at the bar, in the vip room or the centre, in order."""
        return [int(card) for card in getattr(self.table, place)[: getattr(self.table, f"{place}_n")]]

    def lost(self, cause: int) -> int:
        """Return the nickels lost so far by a cause (names.OUT_...)."""
        return int(self.table.nickels_out[cause])

    def gained(self, cause: int) -> int:
        """Return the nickels gained so far by a cause (names.IN_...)."""
        return int(self.table.nickels_in[cause])

    # --- things ------------------------------------------------------------------------------------------------------

    def stock(self, **amounts: int) -> dict[str, int]:
        """Set what is given of the bar's stock, and return all of it."""
        for ingredient, amount in amounts.items():
            self.table.stock[INGREDIENTS.index(ingredient)] = amount
        return dict(zip(INGREDIENTS, self.table.stock.tolist(), strict=True))

    def own(self, *upgrades: str) -> None:
        """Give the club upgrades by name."""
        from sim.games.opulent.upgrades import own

        for upgrade in upgrades:
            own(self.table, self.rules, UPGRADES.index(upgrade))

    def hire(self, *members: str) -> None:
        """Give the club staff by name."""
        for member in members:
            self.table.staff[STAFF.index(member)] = 1

    def next_event(self, kind: str, fedoras: int = 1, effect: int = 0) -> int:
        """Print the event card on top of the deck."""
        card = int(self.hidden.events[self.table.events_n - 1])
        self.table.kinds_left[self.rules.event_kind[card]] -= 1
        self.table.kinds_left[KINDS.index(kind)] += 1
        self.rules.event_kind[card] = KINDS.index(kind)
        self.rules.event_fedoras[card] = fedoras
        self.rules.event_effect[card] = effect
        return card

    def card(self, words: str, section: int = names.WOODWINDS) -> int:
        """Take a band card from the bottom of a section's pile and print it, as in ``"half A flat 3/4"``.

        The words are a note value, a pitch (F, A, C, E), ``flat`` for the key of E flat (A otherwise) and a time.
        """
        card = int(self.hidden.pile[section, 0])
        self.table.pile_n[section] -= 1
        self.hidden.pile[section, :-1] = self.hidden.pile[section, 1:].copy()
        given = words.split()
        self.rules.card_half_beats[card] = next((HALF_BEATS[NOTES.index(w)] for w in given if w in NOTES), 2)
        self.rules.card_pitch[card] = next((PITCHES.index(w) for w in given if w in PITCHES), 0)
        self.rules.card_key[card] = KEYS.index("E flat") if "flat" in given else KEYS.index("A")
        self.rules.card_time[card] = next((int(w[0]) for w in given if w.endswith("/4")), 4)
        return card

    def hand(self, *cards: str) -> list[int]:
        """Give the Band cards to hold; see `card`."""
        held = [self.card(words) for words in cards]
        self.table.hand[self.table.hand_n : self.table.hand_n + len(held)] = held
        self.table.hand_n += len(held)
        self.table.hand_half_beats += sum(self.rules.card_half_beats[card] for card in held)
        return held

    def songs(self, *cards: str) -> list[int]:
        """Lay out the song list, the current song first; see `card`."""
        laid = [self.card(words, names.STRINGS) for words in cards]
        self.table.songs[: len(laid)] = laid
        self.table.songs_n = len(laid)
        return laid

    def pile(self, section: int, count: int) -> None:
        """Leave only the top cards of a section's pile; the others are on its discards."""
        below = int(self.table.pile_n[section]) - count
        at = int(self.table.discards_n[section])
        self.table.discards[section, at : at + below] = self.hidden.pile[section, :below]
        self.table.discards_n[section] += below
        self.hidden.pile[section, :count] = self.hidden.pile[section, below : below + count].copy()
        self.table.pile_n[section] = count

    def band_cards(self) -> int:
        """Return the band cards in piles, hand, song list and discards."""
        table = self.table
        return int(table.pile_n.sum() + table.discards_n.sum() + table.hand_n + table.songs_n)

    # --- what is decided and rolled ----------------------------------------------------------------------------------

    def answers(self, **decisions: Sequence[Any]) -> None:
        """Say what is chosen, decision by decision: the columns of the choice, as many as it takes to tell it apart.

        A decision without an answer takes its first choice, which ends a sequence. Every answer must be used; one for a
        decision with a single legal choice may be left out.
        """
        for name, given in decisions.items():
            assert name in self.decisions, f"there is no decision '{name}'"
            self._answers[name] += given

    def rolls(self, **dice: Sequence[str | int]) -> None:
        """Say what the dice show, die by die, in the order of the rolls. Every roll must be made."""
        for die, results in dice.items():
            assert die in DICE, f"there is no die '{die}'"
            self._rolls[die] += [FACES.index(r) if isinstance(r, str) else r for r in results]

    def ask(self, decision, seat, table, rules, team, log) -> int:  # type: ignore[no-untyped-def]
        """Stand in for `sim.decisions.ask`."""
        name = self.decisions[decision]
        assert SEATS[seat] in self.game.decisions[name].seats, f"'{name}' is asked of the wrong seat"
        columns = len(self.game.decisions[name].columns)
        choices = [tuple(int(value) for value in row[:columns]) for row in team.choices[: team.n]]
        assert choices, f"'{name}' has no legal choice"
        assert len(set(choices)) == len(choices), f"'{name}' offers a choice twice: {choices}"
        self.asked[name].append(choices)
        if not self._answers[name]:
            return 0
        answer = self._answers[name][0]
        wanted = answer if isinstance(answer, tuple) else (answer,)
        found = [i for i, choice in enumerate(choices) if choice[: len(wanted)] == wanted]
        if len(choices) == 1 and not found:
            return 0
        assert len(found) == 1, f"'{name}': the answer {answer} names {len(found)} of the choices {choices}"
        del self._answers[name][0]
        return found[0]

    def roll(self, die: int) -> int:
        """Stand in for the dice of `sim.games.opulent.rolls`."""
        assert self._rolls[DICE[die]], f"nobody said what the {DICE[die]} die shows"
        return self._rolls[DICE[die]].pop(0)

    def all_used(self) -> None:
        """Check that every answer was asked for and every roll made."""
        left = {name: given for name, given in self._answers.items() if given}
        assert not left, f"answers nobody asked for: {left}"
        unrolled = {name: results for name, results in self._rolls.items() if results}
        assert not unrolled, f"dice that were not rolled: {unrolled}"

    def do(self, function: Callable[..., Any], **others: Any) -> Any:
        """Call a function of a chapter with the club's records and whatever else it takes."""
        records = {"table", "hidden", "rules", "team", "log"}
        wanted = inspect.signature(function).parameters
        return function(**{name: getattr(self, name) for name in wanted if name in records}, **others)
