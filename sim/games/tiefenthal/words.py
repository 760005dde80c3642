"""The sentences of the story: one method for each type of line, one phrase for each fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sim.games.tiefenthal import names
from sim.games.tiefenthal.cards import AREA_NAMES, REGULARS, START_CARD_NAMES

SEATS = ("first", "second", "third", "fourth")
PHASES = {
    "evening": "A new evening: the taverns fill",
    "draft": "The white dice go round",
    "planning": "Plans",
    "closing": "Closing time",
}
STAFF_NAMES = ("a beer merchant", "a dishwasher", "a waitress", "a table", "a beer supplier", "a bard")
AREAS = {
    "dishes": "a permanent dishwasher",
    "waitress": "a permanent waitress",
    "table": "a permanent table",
    "supplier": "the beer supply",
    "cashbox": "the cashbox",
    "barrel": "the brewing house",
    "safe": "the safe",
    "store": "the beer store",
    "monk": "the monk",
}
#: Areas whose upgrade is hired or added, the others are upgraded.
VERBS = {"dishes": "hire", "waitress": "hire", "table": "add"}
BRINGS = {
    "merchant": "a beer merchant",
    "dishwasher": "a dishwasher",
    "waitress": "a waitress",
    "table": "a table",
    "supplier": "a beer supplier",
    "coins2": "2 coins",
    "coins3": "3 coins",
    "coins4": "4 coins",
    "steps1": "a step in the monastery",
    "steps2": "2 steps in the monastery",
    "noble": "a noble",
    "schnapps": "a schnapps",
    "reputation1": "a step of reputation",
    "reputation2": "2 steps of reputation",
    "reputation3": "3 steps of reputation",
}
SENDS_AWAY = "remove"  # the bonus that is done rather than brought
SPACES = {-1: "nowhere", 0: "the cashbox", 1: "the barrel", 2: "the supplier", 3: "the monk"}
ENTERTAINERS = ("the singer", "the fire-breather", "the juggler")
SIDES = (
    ("coins for schnapps", "beer for schnapps"),
    ("upgrades for schnapps", "unwanted guests removed for schnapps"),
    ("a card kept for schnapps", "dice turned for schnapps"),
)
BOOK_COLUMNS = ("3 and 4 beer", "5 beer", "6 beer", "7 and 8 beer")
COINS_FOR = {
    "coins_guests": "from guests",
    "coins_cashbox": "from the cashbox",
    "coins_bonus": "as a bonus",
    "coins_singer": "for the singer's song",
    "coins_start": "at the start",
    "coins_cards": "for a card",
    "coins_upgrades": "for an upgrade",
    "coins_lost": "that the safe cannot keep",
    "beer_suppliers": "from the supplier",
    "beer_barrels": "from the barrel",
    "beer_merchants": "from merchants",
    "beer_singer": "for the singer's song",
    "beer_start": "at the start",
    "beer_guests": "for a guest",
    "beer_nobles": "for nobles",
    "beer_lost": "that the store cannot keep",
}


class Words:
    """Knows the cards of one trace and puts its lines into sentences.

    Parameters
    ----------
    header : dict
        First line of the trace.
    """

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.tables = header["tables"]
        self.policies: list[str] = header["policies"]
        self.facts: dict[str, Callable[[list[int]], str]] = {
            "evening.counter": lambda v: f"{self.seat(v[0])} has {_count(v[1], 'counter guest')}.",
            "filling.redraw": lambda v: f"{self.seat(v[0])} gives a counter guest and fills the tavern again.",
            "schnapps.arrive": lambda v: f"{self.seat(v[0])} welcomes {ENTERTAINERS[v[1]]}: {SIDES[v[1]][v[2]]}.",
            "start.cards": lambda v: f"{self.seat(v[0])} starts with '{START_CARD_NAMES[v[1] - 1]}'.",
            "end.points": lambda v: f"{self.seat(v[0])} has {v[1]} points, and {v[2]} coins and beer left.",
        }

    # --- names -------------------------------------------------------------------------------------------------------

    def seat(self, number: int) -> str:
        """Return a player in words, by number."""
        return f"The {SEATS[number]} seat"

    def who(self, card: int) -> str:
        """Return a card in words, by its code."""
        if card < 0:
            return "nobody"
        if card < names.REGULARS:
            kinds = REGULARS[self.header["rules"]["deck.regulars"]]
            return f"a regular who pays {kinds[0 if card < 4 else 1][1]}"
        if card == names.NOBLE:
            return "a noble"
        if card < names.GUEST:
            return STAFF_NAMES[card - names.STAFF]
        guest = self.tables["guests"][card - names.GUEST]
        bonus = brings(guest["bonus"])
        return f"the {guest['cost']}-beer guest who pays {guest['pay']} for a {guest['die']}{bonus}"

    def space(self, space: int, card: int = -1) -> str:
        """Return a space for dice in words."""
        if space >= names.AT_TABLE:
            return f"table {space - names.AT_TABLE + 1}" + (f", {self.who(card)}" if card >= 0 else "")
        return SPACES[space]

    # --- lines -------------------------------------------------------------------------------------------------------

    def opening(self) -> Iterator[str]:
        """Yield the head of the story."""
        header = self.header
        yield f"THE TAVERNS OF TIEFENTHAL, {header['scenario']}"
        same = len(set(self.policies)) == 1
        players = self.policies[0] if same else ", ".join(f"{SEATS[i]}: {p}" for i, p in enumerate(self.policies))
        yield (
            f"game {header['index']} of seed {header['seed']}, {len(self.policies)} players, {players}"
            f" (rules {header['rules_digest']})"
        )

    def line(self, line: dict[str, Any]) -> Iterator[str]:
        """Yield the sentence of one line, if it has one."""
        text = getattr(self, f"on_{line['type']}")(line)
        if text:
            rule = line.get("rule")
            yield f"{text}  [{rule}]" if rule and not text.startswith("\n") and line["type"] != "turn" else text

    def on_turn(self, line: dict[str, Any]) -> str:
        """Say what begins."""
        title = f"\nRound {line['round']}\n" if line["phase"] == "evening" else ""
        if line["phase"] == "serving":
            return f"  The {line['seat']} seat serves"
        return f"{title}  {PHASES[line['phase']]}"

    def on_roll(self, line: dict[str, Any]) -> str:
        """Say what a die shows."""
        return f"    {_seat(line)} rolls {'an own' if line['die'] == 'own' else 'a white'} {line['face']}."

    def on_card(self, line: dict[str, Any]) -> str:
        """Say where a card goes; closing time is silent."""
        if line["to"] == "discard" or (line["from"], line["to"]) == ("tavern", "discard"):
            return ""
        card = self.who(line["card"])
        how = {
            ("deck", "tavern"): f"draws {card}",
            ("supply", "deck"): f"gains {card}",
            ("tavern", "supply"): f"returns {card}",
            ("tavern", "box"): f"is rid of {card}",
            ("deck", "box"): f"is rid of {card}",
            ("tavern", "deck"): f"keeps {card} for the next round",
        }[line["from"], line["to"]]
        return f"    {_seat(line)} {how}."

    def on_coins(self, line: dict[str, Any]) -> str:
        """Say why coins come or go."""
        return self._money(line, "coin")

    def on_beer(self, line: dict[str, Any]) -> str:
        """Say why beer comes or goes."""
        return self._money(line, "beer")

    def _money(self, line: dict[str, Any], unit: str) -> str:
        amount = abs(line["change"])
        lost = line["cause"].endswith("_lost")
        verb = "gets" if line["change"] > 0 else "loses" if lost else "pays"
        units = unit if unit == "beer" or amount == 1 else f"{unit}s"
        return f"    {_seat(line)} {verb} {amount} {units} {COINS_FOR[line['cause']]} ({line['after']} now)."

    def on_die(self, line: dict[str, Any]) -> str:
        """Say where a die is placed, or to what it is turned."""
        if line["space"] < 0:
            return f"    {_seat(line)} turns a die to {line['face']}." if line["rule"] == "schnapps.juggle_die" else ""
        plus = f" as a {line['face'] + line['plus']}" if line["plus"] else ""
        return f"    {_seat(line)} puts a {line['face']}{plus} on {self.space(line['space'])}."

    def on_used(self, line: dict[str, Any]) -> str:
        """Leave removed dice to what they bring."""
        return ""

    def on_marker(self, line: dict[str, Any]) -> str:
        """Say where a marker goes."""
        track = "monastery" if line["track"] == "monastery" else "reputation track"
        return f"    {_seat(line)} goes to space {line['to']} of the {track}."

    def on_token(self, line: dict[str, Any]) -> str:
        """Say that schnapps are taken or paid."""
        verb = "takes" if line["change"] > 0 else "pays"
        return f"    {_seat(line)} {verb} {abs(line['change'])} schnapps ({line['after']} now)."

    def on_area(self, line: dict[str, Any]) -> str:
        """Say which area is upgraded."""
        verb, area = upgrade_of(AREA_NAMES.index(line["area"]))
        return f"    {_seat(line)} {verb}s {area}{returning(line['returned'])}."

    def on_show(self, line: dict[str, Any]) -> str:
        """Say who is shown."""
        if line["slot"] < 0:
            return f"    Start card: {START_CARD_NAMES[line['card'] - 1]}."
        return f"    On display: {self.who(line['card'])}."

    def on_book(self, line: dict[str, Any]) -> str:
        """Say who signs where."""
        return (
            f"    {_seat(line)} has a signature in the column of {BOOK_COLUMNS[line['column']]}, row {line['row'] + 1}."
        )

    def on_fact(self, line: dict[str, Any]) -> str:
        """Say what a rule did."""
        phrase = self.facts.get(line["rule"] or "")
        return f"    {phrase(line['values'])}" if phrase else ""

    def on_decision(self, line: dict[str, Any]) -> str:
        """Say which white die is taken, which no other line tells; leave other decisions to their consequences."""
        if line["name"] != "draft":
            return ""
        return f"    {_seat(line)} takes a {line['choices'][line['index']][0]} from the coaster."

    def on_snapshot(self, line: dict[str, Any]) -> str:
        """Sum up the taverns after closing time."""
        table = line["table"]
        if table["phase"] != names.EVENING or table["rounds"] == 0 or line["after"] != "all":
            return ""
        parts = [
            f"{SEATS[seat]} {_count(table['owned'][seat][names.NOBLE], 'noble')},"
            f" {_count(sum(table['upgraded'][seat]), 'upgrade')}"
            for seat in range(table["players"])
        ]
        return f"  So: {'; '.join(parts)}."

    def on_result(self, line: dict[str, Any]) -> str:
        """Say how it ended."""
        row = line["row"]
        points = [row[f"points_{seat}"] for seat in SEATS[: len(self.policies)]]
        said = ", ".join(f"{seat} {number}" for seat, number in zip(SEATS, points))
        if line["outcome"] == "shared":
            return f"\nSHARED VICTORY: {said} points."
        return f"\nTHE {line['outcome'].upper()} SEAT WINS: {said} points."


def brings(bonus: str) -> str:
    """Return what a guest brings, as the end of a sentence."""
    if bonus == SENDS_AWAY:
        return " and sends somebody away"
    return f" and brings {BRINGS[bonus]}" if bonus in BRINGS else ""


def upgrade_of(number: int) -> tuple[str, str]:
    """Return what is done to upgrade an area, by number: "hire" and "a permanent waitress"."""
    name = AREA_NAMES[number]
    return VERBS.get(name, "upgrade"), AREAS[name]


def returning(cards: int) -> str:
    """Return how many cards an upgrade takes back, as the end of a sentence."""
    return f", returning {_count(cards, 'card')}" if cards else ""


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def kind_of(number: int) -> str:
    """Return a tavern card in words, by its kind."""
    return STAFF_NAMES[number]


def _seat(line: dict[str, Any]) -> str:
    return f"The {line['seat']} seat"
