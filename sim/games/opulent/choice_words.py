"""Decisions and choices in the words of the players: what the number columns of ``decisions.toml`` say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.games.opulent import names
from sim.games.opulent.words import FACES, FAMILIES, SECTIONS, Words

#: What is decided, as a question to the seat that is asked.
QUESTIONS = {
    "select_upgrade": "which upgrade does the club work towards?",
    "choose_upgrade": "which upgrade does the club already have?",
    "hire_staff": "who is hired?",
    "first_contract": "which mob supplies the liquor?",
    "tuckers": "the easy way or the hard way, against Tuckers?",
    "argument": "who storms out?",
    "clues": "how many dice or draws look for clues?",
    "maitre_d": "does the Maitre d' set somebody aside?",
    "schmooze_door": "a die for nickels in line, and who gets them?",
    "lock": "which die is locked on whom?",
    "cut_off": "is anybody cut off?",
    "draw": "from which section is a card drawn?",
    "song": "what does the Band play?",
    "note": "which card is played next?",
    "pay_floor": "who on the dance floor pays a nickel?",
    "give_floor": "who on the dance floor gets a nickel?",
    "refreshments": "does the meeting get its refreshments?",
    "cigarette_girl": "with whom does the Cigarette Girl sit?",
    "bar_action": "what is a bar die spent on?",
    "give_bar": "who at the bar gets a nickel?",
    "prepare": "which drink is attempted, and for whom?",
    "spend": "which drink do the points pay for?",
    "rival_loss": "what do the rival's friends destroy?",
    "use_lookout": "use a lookout, or risk the raid?",
    "manager": "what is the next action?",
    "yorke_door": "how many actions work the door for William Yorke?",
    "yorke_drink": "which drink is tried for William Yorke?",
    "escort": "who is escorted to the VIP room?",
    "bump": "who is bumped from the VIP room?",
    "pamper": "who is pampered?",
    "comp": "who gets a drink on the house?",
    "give_manager": "who gets a nickel from the Manager?",
    "repay": "how many borrowed dollars are paid back?",
    "close": "close the club, or play on?",
}
DRINKS = (
    "nothing", "a beer", "a liquor", "a mixed drink", "a special drink", "a watered liquor", "a watered mixed drink",
)  # fmt: skip
SONGS = ("the current song", "the next song")
ACTIONS = {
    names.STOP: "stop",
    names.DOOR_HELP: "help at the door",
    names.BAR_HELP: "help at the bar",
    names.ESCORT: "escort somebody to the VIP room",
    names.BUMP: "bump a guest from the VIP room",
    names.PAMPER: "pamper a Celebrity",
    names.COMP: "comp a drink",
    names.SCHMOOZE: "schmooze",
    names.CONTRACT: "switch the liquor contract",
    names.REQUEST_SONG: "request a song",
    names.HIRE_LOOKOUT: "hire a lookout",
    names.BUY_UPGRADE: "buy the selected upgrade",
    names.LOOK_FOR_CLUE: "look for a clue",
    names.SABOTAGE: "sabotage Tuckers",
}
BAR_ACTIONS = (
    "go on to the drinks", "refill the ice", "chop fruit", "restock beer", "restock liquor", "schmooze at the bar",
)  # fmt: skip


def question(decision: str) -> str:
    """Return what is decided, as a question."""
    return QUESTIONS.get(decision, decision.replace("_", " "))


def choice(words: Words, decision: str, values: Sequence[int]) -> str:
    """Return one choice in words.

    Parameters
    ----------
    words : Words
        Knows the cards of the game.
    decision : str
        Name of the decision.
    values : sequence of int
        The columns of the choice.
    """
    special = _SPECIAL.get(decision)
    if special is not None:
        return special(words, list(values))
    number = values[0]
    return _NOBODY.get(decision, "nobody") if number < 0 else f"{_BEFORE.get(decision, '')}{words.who(number)}"


#: What stands before a patron who is chosen, and what -1 means.
_BEFORE = {
    "schmooze_door": "a nickel for ",
    "cut_off": "cut off ",
    "pay_floor": "a nickel from ",
    "give_floor": "a nickel for ",
    "give_bar": "a nickel for ",
    "give_manager": "a nickel for ",
    "cigarette_girl": "with ",
    "escort": "escort ",
    "bump": "bump ",
    "pamper": "pamper ",
    "comp": "a drink for ",
}
_NOBODY = {
    "schmooze_door": "no more nickels, roll the dice",
    "cut_off": "cut off nobody",
    "cigarette_girl": "with nobody",
}


def _lock(words: Words, values: list[int]) -> str:
    act, face, patron, source = values
    colour = FACES[face]
    if act == names.STOP:
        return "stop, and let the locked patrons in"
    if act == names.LOCK_DIE:
        dice = "two purple dice" if colour == "purple" and not _is_celebrity(words, patron) else f"a {colour} die"
        return f"lock {dice} on {words.who(patron)}"
    if act == names.REROLL:
        return f"discard a {colour} die and roll the others again"
    if act == names.FREE_REROLL:
        return "roll the loose dice again for free"
    return f"move a {colour} die from {words.who(source)} to {words.who(patron)}"


def _is_celebrity(words: Words, patron: int) -> bool:
    return bool(words.tables["patrons"][patron]["class"] == "celebrity")


def _drink(words: Words, values: list[int]) -> str:
    target, drink, difficulty = values
    return (
        "no more drinks, roll" if target < 0 else f"{DRINKS[drink]} for {words.who(target)} (difficulty {difficulty})"
    )


def _draw(words: Words, values: list[int]) -> str:
    section, extra = values
    if section < 0:
        return "draw no more"
    return f"draw from {SECTIONS[section].lower()}{' (loud: a patron comes)' if extra else ''}"


def _song(words: Words, values: list[int]) -> str:
    act, song = values
    if act == names.TEMPO:
        return f"play {SONGS[song]} in tempo"
    if act == names.MELODY:
        return f"play a melody to {SONGS[song]}"
    return "tune the instruments" if act == names.TUNE else "pass"


def _note(words: Words, values: list[int]) -> str:
    return "end the song" if values[0] < 0 else f"play the {words.note(values[0])} (card {values[0]})"


def _manager(words: Words, values: list[int]) -> str:
    act, actions = values
    if act in (names.DOOR_HELP, names.BAR_HELP):
        return f"{ACTIONS[act]} with {actions} action{'' if actions == 1 else 's'}"
    return ACTIONS[act]


def _maitre_d(words: Words, values: list[int]) -> str:
    act, patron = values
    return "leave everybody where he is" if act == 0 else f"{('', 'set aside', 'release')[act]} {words.who(patron)}"


def _count(one: str, many: str) -> Callable[[Words, list[int]], str]:
    return lambda words, values: f"{values[0] or 'no'} {one if values[0] == 1 else many}"


def _of(*phrases: str) -> Callable[[Words, list[int]], str]:
    return lambda words, values: phrases[values[0]]


_SPECIAL: dict[str, Callable[[Words, list[int]], str]] = {
    "select_upgrade": lambda words, values: words.upgrade(values[0]),
    "choose_upgrade": lambda words, values: words.upgrade(values[0]),
    "hire_staff": lambda words, values: (
        "hire no more" if values[0] < 0 else f"hire {words.tables['staff'][values[0]]['name']}"
    ),
    "first_contract": lambda words, values: FAMILIES[values[0]],
    "tuckers": _of("the easy way", "the hard way"),
    "clues": _count("clue die", "clue dice"),
    "maitre_d": _maitre_d,
    "lock": _lock,
    "draw": _draw,
    "song": _song,
    "note": _note,
    "refreshments": _of("refuse", "serve the meeting"),
    "bar_action": _of(*BAR_ACTIONS),
    "prepare": _drink,
    "spend": _drink,
    "rival_loss": lambda words, values: f"one {ingredient_word(values[0])}",
    "use_lookout": _of("risk the raid die", "use a lookout"),
    "manager": _manager,
    "yorke_door": _count("action", "actions"),
    "yorke_drink": lambda words, values: f"{DRINKS[values[0]]} (difficulty {values[1]})",
    "repay": lambda words, values: "nothing" if values[0] == 0 else f"${values[0]}",
    "close": _of("play on", "close the club"),
}


def ingredient_word(ingredient: int) -> str:
    """Return an ingredient in words."""
    return ("ice", "fruit", "beer", "liquor", "special")[ingredient]
