"""The front page of a game played against each other: three questions, each with its answer and its doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.changewords import singular
from analysis.survival import Split
from reports import comparing, words
from reports.figures.tornado import shown_value
from reports.report.balance_views import fields_shown, front_kin, kin, label, seated
from reports.report.tables import broken_words, range_words
from reports.report.verdict import survival_words

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult, BalanceStatement, ChoiceBalance, SeatBalance
    from analysis.leader import Leader
    from analysis.proportions import Estimate
    from analysis.statements import Survival
    from analysis.tournament_result import Field, TournamentResult
    from sim.registry import Game

#: What is said of a claim that was not put to the test.
UNTESTED = "Whether other values of what is assumed would overturn this was not examined."
NOTHING_CLAIMED = "Nothing is claimed that an assumption could overturn."


@dataclass(frozen=True)
class Answer:
    """One question of the front page.

    Attributes
    ----------
    question, sentence : str
        Both in words; the sentence has the numbers with their intervals.
    survival : Survival or None
        In how many sampled sets of assumptions it holds.
    sure : str
        That in words.
    broken : str
        The assumption that goes with failing most, with what it may be; "" if none does.
    claim : str
        What exactly was put to the test; "" if nothing was.
    """

    question: str
    sentence: str
    survival: Survival | None
    sure: str
    broken: str = ""
    claim: str = ""


def where(game: Game, scenario: str, players: int) -> str:
    """Return ``'The base game, 3 players'``."""
    return f"{label(game, scenario)}, {seated(players)}"


def share(found: Estimate) -> str:
    """Return a share with its interval."""
    return words.share_with_interval(found.estimate, found.low, found.high)


def amount(value: float, unit: str) -> str:
    """Return a given number with its unit: ``'1 point'``, ``'2 points'``."""
    return f"{value:g} {singular(unit) if value == 1 else unit}"


def plain_difference(found: Estimate, unit: str) -> str:
    """Return a difference with its interval, without the unit where that stands before it already; shares in pp."""
    if unit == "share":
        return comparing.difference(found, unit)
    return comparing.difference(found, "").replace(" )", ")").replace("  ", " ").strip()


def decider(game: Game, split: Split | None) -> str:
    """Return which assumption a claim hangs on, and what that value may be; "" if none is shown."""
    return _side(game, split) if split is not None and split.shown() else ""


def suspect(game: Game, split: Split | None) -> str:
    """Return the same; an assumption that is not shown to decide it is named as one that could be chance."""
    if split is None or split.shown():
        return decider(game, split)
    return f"not shown; most often with {_side(game, split)}, which could be chance"


def _side(game: Game, split: Split) -> str:
    parameter = game.parameters.get(split.parameter)
    text = broken_words((), split).removeprefix("together with others most of all ")
    if parameter is None:
        return text
    return f"{text} ({parameter.source}: {shown_value(parameter.default)}, may be {range_words(parameter)})"


def hangs_on(game: Game, split: Split | None) -> str:
    """Return it as a sentence."""
    if split is None:
        return ""
    return f"It hangs on {decider(game, split)}." if split.shown() else f"What it hangs on is {suspect(game, split)}."


def claim_words(statement: BalanceStatement) -> str:
    """Return what was put to the test, as a sentence."""
    return f"{statement.text[:1].upper()}{statement.text[1:].rstrip('.')}."


# --- are the seats equal? --------------------------------------------------------------------------------------------


def headline(result: BalanceResult) -> str:
    """Return what the games say about the seats, in a few words; a few set-ups of many do not name a winner."""
    unequal, total = [entry for entry in result.seats if entry.verdict == "unequal"], len(result.seats)
    if 2 * len(unequal) > total:
        ahead = {entry.gaps["victory"].best for entry in unequal}
        return f"The {ahead.pop()} seat has the edge" if len(ahead) == 1 else "The seats are not equal"
    if unequal:
        return f"Unequal seats in {len(unequal)} of {total} set-ups"
    if all(entry.verdict == "equal" for entry in result.seats):
        return "All seats are equal"
    return "No seat is shown to be ahead"


def widest(result: BalanceResult) -> SeatBalance:
    """Return the scenario whose seats lie furthest apart, of those shown to be unequal if there are any.

    One of the scenario that stands for the game comes before all others: it is the one that other assumptions test.
    """
    front = front_kin(result.game, result.scenarios)
    own = [entry for entry in result.seats if kin(result.game, entry.scenario) == front]
    for entries in (own, result.seats):
        unequal = [entry for entry in entries if entry.verdict == "unequal"]
        if unequal:
            return max(unequal, key=lambda entry: entry.gaps["victory"].size.estimate)
    return max(own, key=lambda entry: entry.gaps["victory"].size.estimate)


def seats_sentence(result: BalanceResult) -> str:
    """Return whether the seats are equal, and where they are not."""
    count = {verdict: sum(e.verdict == verdict for e in result.seats) for verdict in ("equal", "unequal", "unknown")}
    found = widest(result)
    gap, points = found.gaps["victory"], found.gaps["points"]
    shares = {seat.seat: seat.share for seat in found.seats}
    place = where(result.game, found.scenario, found.players)
    distance = (
        f"{place}: the {gap.best} seat wins {share(shares[gap.best])} of the games, the {gap.worst} seat"
        f" {share(shares[gap.worst])}; best and worst seat are {_between(points.size, result.unit)} apart"
    )
    total = len(result.seats)
    margins = f"{amount(result.margins['points'], result.unit)} and {100 * result.margins['victory']:g} pp of victories"
    if count["unequal"] == 0 and count["unknown"] == 0:
        return f"Yes, within {margins}{' everywhere' if total > 1 else ''}. Furthest apart: {distance}."
    parts = [
        f"{number} {said}"
        for number, said in (
            (count["unequal"], "shown to be unequal"),
            (count["equal"], f"shown to be equal within {margins}"),
            (count["unknown"], "not yet known"),
        )
        if number
    ]
    summary = f" Of {words.count(total, 'set-up')}: {', '.join(parts)}." if total > 1 else ""
    if count["unequal"]:
        return f"{'No' if count['unequal'] == total else 'Not everywhere'}. {distance}.{summary}"
    return f"Not yet known. {distance}.{summary}"


def _between(found: Estimate, unit: str) -> str:
    """Return a distance with its interval: ``'2.1 (1.4 to 2.9) points'``."""
    error = found.standard_error
    low, high = (words.number(max(0.0, end), error) for end in (found.low, found.high))
    return f"{words.number(found.estimate, error)} ({low} to {high}) {unit}"


def seats_answer(result: BalanceResult) -> Answer:
    """Return the answer to the first question, with its doubt."""
    found = widest(result)
    kinds = ("seats_equal", "seat")
    return _answer(
        result, "Are the seats equal?", seats_sentence(result), found.scenario, kinds, found.verdict != "unknown"
    )


def _answer(
    result: BalanceResult, question: str, sentence: str, scenario: str, kinds: Sequence[str], shown: bool
) -> Answer:
    """Return an answer with the survival of the statement of one of the kinds about a scenario.

    ``shown`` says whether the sentence claims anything.
    """
    mine = [s for s in result.statements if s.scenario == scenario and s.kind in kinds]
    mine.sort(key=lambda s: kinds.index(s.kind))
    statement: BalanceStatement | None = mine[0] if mine else None
    if statement is None:
        return Answer(question, sentence, None, UNTESTED if shown or not result.played.samples else NOTHING_CLAIMED)
    sure = survival_words(statement, result.played.samples > 0) if statement.survival else UNTESTED
    claim = claim_words(statement) if statement.survival else ""
    return Answer(question, sentence, statement.survival, sure, hangs_on(result.game, statement.split), claim)


# --- which start card is best? ---------------------------------------------------------------------------------------


def front_choice(result: BalanceResult) -> ChoiceBalance:
    """Return the table that stands for all at which things were dealt: of the game's own number of players."""
    players = result.game.scenarios[result.game.file.default_scenario].get("players")
    return next((entry for entry in result.choices if entry.players == players), result.choices[0])


def choice_answer(result: BalanceResult) -> Answer:
    """Return the answer about what is dealt: which is best, which is worst, and are they equal?"""
    found = front_choice(result)
    question = f"Which {found.word} is best?"
    kinds = ("choice_best", "choice", "choices_equal")
    if found.verdict == "equal":
        kinds = kinds[::-1]
    return _answer(result, question, choice_sentence(result, found), found.scenario, kinds, found.gaps["points"].shown)


def choice_sentence(result: BalanceResult, found: ChoiceBalance) -> str:
    """Return what the best and the worst are worth."""
    by_name = {choice.name: choice for choice in found.choices}
    gap = found.gaps["points"]
    best, worst = by_name[gap.best], by_name[gap.worst]
    place = where(result.game, found.scenario, found.players)
    if found.verdict == "equal":
        return f"None: {place}, they differ by {_between(gap.size, result.unit)}, less than matters."
    ahead, behind = (comparing.difference(one.ahead["points"], result.unit) for one in (best, worst))
    tied = [f"‘{name}’" for name in found.best if name != best.name]
    tie = f"; {words.listing(tied)} cannot be told apart from it" if tied else ""
    return (
        f"‘{best.name}’: {ahead} against the mean of all, and {share(best.share)} of the victories where"
        f" {words.part(1 / found.players)} is equal{tie}. Last: ‘{worst.name}’, {behind}. ({place})"
    )


def choice_line(result: BalanceResult, found: ChoiceBalance) -> str:
    """Return the same in a line, for the other tables at which things were dealt."""
    gap = found.gaps["points"]
    place = where(result.game, found.scenario, found.players)
    if not gap.shown:
        return f"{place}: no {found.word} is shown to be better than another."
    tied = [f"‘{name}’" for name in found.best if name != gap.best]
    tie = f" (with {words.listing(tied)})" if tied else ""
    return f"{place}: ‘{gap.best}’{tie} is best, ‘{gap.worst}’ last, {_between(gap.size, result.unit)} behind."


# --- which policy wins? ----------------------------------------------------------------------------------------------


def front_field(result: TournamentResult) -> Field:
    """Return the tournament that stands for all."""
    default = result.game.file.default_scenario
    shown = fields_shown(result)
    return result.fields[default if default in shown else shown[-1]]


def policy_sentence(result: TournamentResult) -> str:
    """Return who is best among whom."""
    found = front_field(result)
    group = found.order[0]
    best = found.standings[next(iter(found.standings))]
    tied = [f"‘{name}’" for name in group if name != best.policy]
    tie = f"; {words.listing(tied)} cannot be told apart from it" if tied else ""
    place = where(result.game, found.scenario, len(found.seats))
    text = (
        f"‘{best.policy}’: as the only one of its kind it wins {share(best.share)} of the victories where"
        f" {words.part(found.equal)} is equal ({place}){tie}"
    )
    agree = [name for name in result.scenarios if result.fields[name].order[0] == group]
    if len(result.scenarios) > 1:
        text += f"; first in {len(agree)} of {words.count(len(result.scenarios), 'set-up')}"
    cycle = found.cycles[0] if found.cycles else ()
    tail = f" No order: {' beats '.join([*cycle, cycle[0]])}." if cycle else ""
    return f"{text}.{tail}"


def policy_answer(result: TournamentResult, doubted: Leader | None = None) -> Answer:
    """Return the answer about policies, with its doubt where the leader was put to the test."""
    claim = doubted.statement if doubted is not None else None
    if claim is None or claim.survival is None or claim.subjects[0] != next(iter(front_field(result).standings)):
        return Answer("Which policy wins?", policy_sentence(result), None, UNTESTED)
    broken = hangs_on(result.game, claim.split)
    sure = survival_words(claim, True)
    return Answer("Which policy wins?", policy_sentence(result), claim.survival, sure, broken, claim_words(claim))
