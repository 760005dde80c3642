"""The sentences of the story: one method for each type of line, one phrase for each fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

STATIONS = {
    "door": "The Doorman",
    "band": "The Band",
    "bar": "The Bartender",
    "manager": "The Manager",
    "setup": "Before the doors open",
    "club": "The books",
}
#: How a year of a campaign ended, by its stored number.
ENDINGS = ("NEVER SEEN", "PAID FOR", "PAID FOR BY A QUICK SALE", "UPGRADE MISSED", "BANKRUPT", "ABANDONED", "ERROR")
PLACES = {
    "line": "the line",
    "overflow": "the overflow",
    "floor": "the dance floor",
    "bar": "the bar",
    "vip": "the VIP room",
    "centre": "the centre of the club",
    "held": "the Maitre d's side",
    "manager": "the Manager's care",
}
REGULARS = {53: "Frank Collins", 54: "Robert Martin", 55: "Stanley Edwards", 56: "William Yorke"}
SECTIONS = ("The woodwinds", "The brass", "The strings", "The percussion")
FAMILIES = ("nobody", "the Irish", "the Italians")
FACES = ("red", "blue", "green", "purple", "yellow", "blank")
SETS = ("nowhere", "the door", "the Band", "the bar", "the VIP room")
YORKE_STEPS = (
    "",
    "goes to the bar",
    "goes to the dance floor",
    "looks at the books in the office",
    "leaves, satisfied",
)
CAUSES = {
    "placed": "on arrival",
    "schmoozed_door": "schmoozed at the door",
    "schmoozed_bar": "schmoozed at the bar",
    "schmoozed_manager": "schmoozed by the Manager",
    "unison": "for a set in unison",
    "melody": "for the melody",
    "gifts": "from a Celebrity's good mood",
    "pampered": "pampered in the VIP room",
    "event_gain": "by the event",
    "second_lap": "for another lap",
    "banked": "paid on leaving",
    "door_skip": "skipped in line",
    "door_wait": "tired of waiting in line",
    "cut_off": "cut off",
    "off_tempo": "the song was off tempo",
    "off_key": "a note was off key",
    "tuning": "bored by the tuning",
    "crowding": "the floor is crowded",
    "failed": "the drink went wrong",
    "bar_skip": "skipped at the bar",
    "bar_wait": "thirsty and waiting",
    "tirade": "insulted by Stanley",
    "watered": "watered drinks",
    "unserved": "not served in time",
    "event_loss": "the event",
    "raid_loss": "the raid",
    "year_loss": "the year's troubles",
    "unpaid": "counterfeit money",
    "closing": "the club closes",
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
        self.facts: dict[str, Callable[[list[int]], str]] = {
            "setup.select_upgrade": lambda v: f"The club works towards {self.upgrade(v[0])}, ${v[1]}.",
            "setup.random_upgrades": lambda v: f"The club already has {self.upgrade(v[0])}.",
            "setup.chosen_upgrades": lambda v: f"The team chooses {self.upgrade(v[0])}.",
            "setup.hire_staff": lambda v: f"{self.tables['staff'][v[0]]['name']} is hired for ${v[1]}.",
            "setup.contract": lambda v: f"{_capital(FAMILIES[v[0]])} supply the liquor.",
            "manager.contract": lambda v: f"The contract goes to {FAMILIES[v[0]]}.",
            "door.schmooze": lambda v: f"A die is given up to schmooze in line ({v[0]} left).",
            "door.reroll": lambda v: f"A die is discarded to roll {v[0]} again.",
            "staff.assistant": lambda v: f"The assistant lets {v[0]} dice be rolled again.",
            "door.cut_off": self.cut_off,
            "band.tempo": self.tempo,
            "band.melody": lambda v: f"A melody of {v[0]} notes: {v[1]} nickels for the dancers.",
            "bar.schmooze": lambda v: f"A bar die is given up to schmooze ({v[0]} left).",
            "bar.prepare": lambda v: f"The drinks need {v[1]}; with {v[2]} dice it is {v[0]}.",
            "bar.another_round": lambda v: f"The colour die shows {FACES[v[0]]}.",
            "bar.shipment": lambda v: f"The mob sends {v[0]} bottles of the good stuff.",
            "bar.loan": lambda v: f"With empty coffers ${v[0]} is borrowed from the mob (${v[1]} in all).",
            "manager.lookout": lambda v: f"A lookout is hired; {v[0]} on the streets.",
            "manager.buy": lambda v: f"{self.upgrade(v[0])} is bought for ${v[1]}.",
            "manager.song": lambda v: "The next song is requested.",
            "manager.yorke": lambda v: f"William Yorke {YORKE_STEPS[v[0]]}.",
            "manager.repay": lambda v: f"${v[1]} go back to the mob for ${v[0]} borrowed.",
            "vip.gift": lambda v: f"{self.who(v[0])} arrives and has {v[1]} nickels of good mood to share.",
            "event.agents": lambda v: f"A lookout warns in time; {v[1]} left.",
            "event.mix": lambda v: "The mood turns against those the dominant class dislikes.",
            "raid.risk": lambda v: f"Risk {v[0]} for the money and {v[1]} for prestige: a raid on {v[2]} or less.",
            "raid.effects": lambda v: "RAID! Coffers, bottles and guests are gone.",
            "closing.last_call": lambda v: f"Last call: {v[0]} more." if v[0] else "The last counter is gone.",
            "closing.early": lambda v: f"With ${v[0]} of ${v[1]} in the coffers the club closes early.",
            "staff.cigarette_girl": lambda v: f"The Cigarette Girl sits with {self.who(v[0])}.",
            "staff.maitre_d": lambda v: f"The Maitre d' {('', 'sets aside', 'releases')[v[0]]} {self.who(v[1])}.",
            "campaign.lookouts": lambda v: f"{v[0]} of last year's lookouts are hired again.",
            "campaign.quick_sale": lambda v: f"{_capital(self.upgrade(v[0]))} is sold back for ${v[1]}.",
            "campaign.bankrupt": lambda v: f"Bankrupt: ${v[0]} for a business that costs ${v[1]}.",
            "campaign.upgrade_missed": lambda v: f"The ${v[1]} for {self.upgrade(v[0])} are not there.",
            "campaign.keep_staff": lambda v: (
                f"{self.tables['staff'][v[0]]['name']} stays for another year, for ${v[1]}."
            ),
            "campaign.end": lambda v: f"The books are closed with ${v[1]}.",
            "y1921.clue": lambda v: f"A clue! {v[0]} found.",
            "y1922.easy": lambda v: f"Tuckers lures {v[0]} patrons away.",
            "y1922.sabotage": lambda v: f"A lookout sabotages Tuckers for ${v[0]}; they are out of business.",
            "y1922.hard_door": lambda v: "The door is run the hard way.",
            "y1922.hard_band": lambda v: "The Band plays the hard way.",
            "y1922.hard_bar": lambda v: "The bar is run the hard way.",
            "y1923.argument": self.argument,
            "y1924.band": lambda v: (
                f"{v[0]} Politicians listen: the Band {'plays quietly' if v[1] else 'is too loud'}."
            ),
            "y1924.bar": lambda v: f"{v[0]} Politicians are thirsty and are {'served' if v[1] else 'refused'}.",
            "y1924.held": lambda v: f"The meeting is a success: ${v[0]} for the club.",
            "y1925.second_lap": self.second_lap,
            "y1926.shoot_out": self.shots,
            "y1926.raid": self.shots,
            "y1927.move_set": lambda v: f"The film crew rolls {v[0]} and moves to {SETS[v[1]]}.",
        }

    # --- names -------------------------------------------------------------------------------------------------------

    def who(self, patron: int) -> str:
        """Return a patron in words."""
        if patron in REGULARS:
            return REGULARS[patron]
        if patron >= 100:
            return SECTIONS[patron - 100].lower()
        card = self.tables["patrons"][patron]
        if card["class"] == "celebrity":
            return f"the {card['stars']}-star Celebrity"
        family = f"{card['family'].capitalize()} " if card["family"] != "none" else ""
        return f"{family}{card['class'].capitalize()} {patron}"

    def upgrade(self, number: int) -> str:
        """Return an upgrade in words; -1 is none."""
        if number < 0:
            return "no upgrade"
        return f"the {self.tables['upgrades'][number]['name']}"

    def note(self, card: int) -> str:
        """Return a band card in words."""
        row = self.tables["band"][card]
        return f"{row['note']} {row['pitch']} in {row['key']}"

    # --- lines -------------------------------------------------------------------------------------------------------

    def opening(self) -> Iterator[str]:
        """Yield the head of the story."""
        header = self.header
        yield f"THE OPULENT, {header['scenario']}"
        policies = " + ".join(dict.fromkeys(header["policies"]))
        what = f"game {header['index']} of seed {header['seed']}"
        if "campaign" in header:
            campaign = header["campaign"]
            what = f"campaign {header['index']} of seed {campaign['seed']}, year {campaign['number'] + 1}"
        yield f"{what}, played by {policies} (rules {header['rules_digest']})"

    def line(self, line: dict[str, Any]) -> Iterator[str]:
        """Yield the sentence of one line, if it has one."""
        text = getattr(self, f"on_{line['type']}")(line)
        if text:
            rule = line.get("rule")
            yield f"{text}  [{rule}]" if rule else text

    def on_turn(self, line: dict[str, Any]) -> str:
        """Say whose turn begins."""
        if line["seat"] == "setup":
            return "\n" + STATIONS["setup"]
        title = f"\nRound {line['round'] + 1}\n" if line["seat"] == "door" else ""
        return f"{title}  {STATIONS[line['seat']]}"

    def rolled(self, line: dict[str, Any], dice: list[str]) -> str:
        """Say what several dice show."""
        return f"    Rolled: {', '.join(dice)}.  [{line['rule']}]"

    def on_roll(self, line: dict[str, Any]) -> str:
        """Say what one die shows, where no fact says it."""
        return (
            f"    The {line['die']} die shows {line['result']}." if line["die"] in ("raid", "clue", "tuckers") else ""
        )

    def on_nickels(self, line: dict[str, Any]) -> str:
        """Say who gained or lost nickels."""
        change = line["change"]
        verb = "gets" if change > 0 else "pays" if line["cause"] == "banked" else "loses"
        plural = "" if abs(change) == 1 else "s"
        return (
            f"    {_capital(self.who(line['patron']))} {verb} {abs(change)} nickel{plural},"
            f" {CAUSES[line['cause']]} ({line['after']} left)."
        )

    def on_dollars(self, line: dict[str, Any]) -> str:
        """Say how the coffers changed."""
        if line["cause"] == "coffers_banked":
            return f"    The coffers hold ${line['after']}."
        verb = "gain" if line["change"] > 0 else "lose"
        cause = line["cause"].replace("_", " ")
        return f"    The coffers {verb} ${abs(line['change'])} ({cause}) and hold ${line['after']}."

    def on_move(self, line: dict[str, Any]) -> str:
        """Say where a patron goes."""
        name = _capital(self.who(line["patron"]))
        if line["to"] == "gone":
            return f"    {name} {'never comes' if line['from'] in ('deck', 'box') else 'is gone'}."
        if line["from"] == "deck":
            return f"    {name} joins {PLACES[line['to']]}."
        return f"    {name} goes to {'the back of ' if line['from'] == line['to'] else ''}{PLACES[line['to']]}."

    def on_card(self, line: dict[str, Any]) -> str:
        """Say which card the Band draws or plays; songs and discards are silent but for new songs."""
        if line["to"] == "hand":
            return f"    Drawn: {self.note(line['card'])}."
        if line["to"] == "song":
            row = self.tables["band"][line["card"]]
            return f"    New song: {row['time']}/4 in {row['key']}, note {row['pitch']}."
        return ""

    def on_section(self, line: dict[str, Any]) -> str:
        """Say that a section takes five, or is back."""
        name = SECTIONS[line["section"]]
        return f"    {name} take five at the bar." if line["at_bar"] else f"    {name} are back on stage."

    def on_stock(self, line: dict[str, Any]) -> str:
        """Say what comes into or leaves the stock, but for ingredients of drinks."""
        if line["rule"] == "bar.prepare":
            return ""
        verb = "more" if line["change"] > 0 else "less"
        return f"    {abs(line['change'])} {line['ingredient']} {verb}, {line['after']} in stock."

    def on_event(self, line: dict[str, Any]) -> str:
        """Say which event card was drawn."""
        plural = "" if line["fedoras"] == 1 else "s"
        return f"    Event: {line['kind']}; {line['fedoras']} patron{plural} will come."

    def on_die(self, line: dict[str, Any]) -> str:
        """Say what happens to a Doorman die."""
        if line["what"] == "locked":
            return f"    A {line['face']} die is locked on {self.who(line['patron'])}."
        return f"    A {line['face']} die is {line['what']}."

    def on_drink(self, line: dict[str, Any]) -> str:
        """Say what becomes of a drink."""
        verb = {"committed": "ordered for", "served": "served to", "failed": "spilt before"}[line["what"]]
        return f"    A {line['drink']} is {verb} {self.who(line['target'])}."

    def on_fact(self, line: dict[str, Any]) -> str:
        """Say what a rule did."""
        phrase = self.facts.get(line["rule"] or "")
        return f"    {phrase(line['values'])}" if phrase else ""

    def on_decision(self, line: dict[str, Any]) -> str:
        """Leave decisions to their consequences."""
        return ""

    def on_snapshot(self, line: dict[str, Any]) -> str:
        """Sum up the club after a Manager's turn."""
        if line["after"] != "manager":
            return ""
        table = line["table"]
        return (
            f"  So: ${table['coffers']} of ${table['target']}; {len(table['line'])} in line,"
            f" {len(table['floor'])} dancing, {len(table['bar'])} at the bar, {table['deck_n']} still to come."
        )

    def on_result(self, line: dict[str, Any]) -> str:
        """Say how it ended."""
        row = line["row"]
        if "ending" in row:
            ending = ENDINGS[row["ending"]]
            return f"\n{ending}: ${row['coffers']} after {row['rounds']} rounds, ${row['carried_on']} left."
        won = "WON" if line["outcome"] == "won" else f"NOT WON ({line['outcome']})"
        return (
            f"\n{won}: ${row['coffers']} against ${row['target']} after {row['rounds']} rounds, {row['raids']} raids."
        )

    # --- facts of several words --------------------------------------------------------------------------------------

    def cut_off(self, values: list[int]) -> str:
        """Say how a patron took being cut off."""
        how = "abruptly" if values[2] else "politely"
        return f"{_capital(self.who(values[0]))} is {how} cut off."

    def tempo(self, values: list[int]) -> str:
        """Say how a song went."""
        half_beats, beats, moved, off_tempo, off_key = values
        return (
            f"A song in {beats}/4 with {half_beats / 2:g} beats: {moved} move on,"
            f" {off_tempo} beats off tempo, {off_key} notes off key."
        )

    def argument(self, values: list[int]) -> str:
        """Say whether the Volstead Act caused a quarrel."""
        if values[1] < 0:
            return f"Wet and dry sit together; {FACES[values[0]]}: no argument."
        return f"An argument about the Volstead Act: {self.who(values[1])} storms out."

    def second_lap(self, values: list[int]) -> str:
        """Say whether a patron would rather stay in."""
        stays = "stays in for another lap" if values[2] else "goes out into the cold"
        return f"{_capital(self.who(values[0]))} rolls {FACES[values[1]]} and {stays}."

    def shots(self, values: list[int]) -> str:
        """Say how a Mobster fared."""
        return f"{_capital(self.who(values[0]))} rolls {FACES[values[1]]}: {'shot' if values[2] else 'unharmed'}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
