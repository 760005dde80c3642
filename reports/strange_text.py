"""A strange game in one sentence: how it ended, and what hardly any game that ended so has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import words

if TYPE_CHECKING:
    from analysis.strange import Oddity, StrangeGame
    from sim.registry import Game

#: More games than this part are no longer "only so many others".
_FEW = 0.01
_KINDS = {"win": "Won", "loss": "Lost", "abandoned": "Abandoned", "error": "Broken off"}


def sentence(found: StrangeGame, game: Game) -> str:
    """Return what was strange about a game."""
    outcome = next(entry for entry in game.file.outcomes if entry.name == found.outcome)
    ended = outcome.words[:1].upper() + outcome.words[1:]
    start = ended if game.file.competitive else f"{_KINDS[outcome.kind]}: {outcome.words}"
    if found.by_ending:
        others = "no other" if found.alike == 1 else f"only {words.count(found.alike - 1, 'other')}"
        start += f", as in {others} of {found.games:,} games"
    said = [oddity_words(oddity, found, game) for oddity in found.oddities]
    return f"{'; '.join([start, *said])}."


def oddity_words(oddity: Oddity, found: StrangeGame, game: Game) -> str:
    """Return what is strange about one column: ``'Raids: 3, the most of 412 such games (half of them: 0 to 1)'``."""
    name = oddity.label
    beside = f"of {oddity.among:,} {'games' if found.by_ending or found.alike == found.games else 'such games'}"
    if oddity.side == "rare":
        few = "no other" if oddity.others == 0 else f"only {words.count(oddity.others, 'other')}"
        return f"{name}: {_code(oddity, game)}, as in {few} {beside}"
    more = "more" if oddity.side == "most" else "less"
    if oddity.others == 0:
        rank = f"the {oddity.side} {beside}"
    elif oddity.others < _FEW * oddity.among:
        rank = f"as much or {more} in only {words.count(oddity.others, 'other')} {beside}"
    else:
        rank = f"as much or {more} in {words.part(oddity.others / oddity.among)} {beside}"
    return f"{name}: {_amount(oddity)}, {rank} ({_usual(oddity)})"


def _code(oddity: Oddity, game: Game) -> str:
    """Return a code as the name the game has for it: what players chose, by its position from 1."""
    balance = game.file.balance
    measure = next(entry.measure for entry in game.file.columns if entry.name == oddity.column)
    if measure and measure == balance.choice_measure and 1 <= oddity.value <= len(balance.choices):
        return f"‘{balance.choices[oddity.value - 1]}’"
    return str(oddity.value)


def _amount(oddity: Oddity) -> str:
    unit = "" if oddity.unit.lower() in oddity.label.lower() else oddity.unit
    if abs(oddity.value) == 1 and unit not in ("dollars", "$"):
        unit = unit.removesuffix("s")
    return words.quantity(oddity.value, unit)


def _usual(oddity: Oddity) -> str:
    low, high = oddity.quartiles
    unit = oddity.unit if oddity.unit in ("dollars", "$") else ""
    if low == high:
        return f"at least half of them: {words.quantity(low, unit)}"
    return f"half of them: {words.span(low, high, unit)}"


def score(found: StrangeGame) -> str:
    """Return the score as chances are told: ``'1 in 2,400'``."""
    return f"1 in {round(1 / found.score):,}"
