"""How balanced a competitive game is, in words: seats, starts, start cards, what modules add, luck, points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.balance_parts import MEASURES, POINTS, VICTORY
from analysis.balance_places import amount, family
from reports import comparing, words

if TYPE_CHECKING:
    from analysis.balance_result import (
        BalanceResult,
        BalanceStatement,
        Change,
        ChoiceBalance,
        Gap,
        ModuleStep,
        SeatBalance,
        StartWorth,
    )
    from analysis.proportions import Estimate

#: How many more digits a gap may show than its standard error carries, to tell its lower end from 0.
MORE_DIGITS = 2

#: What is said where games are too few for an interval.
TOO_FEW = "too few games to say"

#: What the parts of the luck table mean.
MEANING = {
    "own": "own play: which policy plays the player",
    "others": "the others: which policies they play against, and how they go together",
    "seat": "the seat",
    "luck": "luck: what is left between games of the same players at the same seats, which is the deal and the dice",
}


def answer(result: BalanceResult) -> list[str]:
    """Return what was found, a sentence or two for each question, the answer first."""
    counts = list(dict.fromkeys(found.players for found in result.seats))
    said = [_overall(result)] if len(result.seats) > 1 else []
    said += [_seats(result, [f for f in result.seats if f.players == players]) for players in counts]
    said += [_start(result, found) for found in result.starts]
    said += [_choices(result, result.choices)] if result.choices else []
    said += [_modules(result), _luck(result), _scores(result)]
    return [sentence for sentence in said if sentence]


# --- small words -----------------------------------------------------------------------------------------------------


def points(result: BalanceResult, value: float, standard_error: float) -> str:
    """Return a number of points with its unit."""
    return words.quantity(value, result.unit, standard_error)


def size(gap: Gap, unit: str) -> str:
    """Return the size of a gap with its interval: ``'2.3 points (1.1 to 3.5)'``, shares in percentage points.

    An interval that leaves out 0 shows as many digits as that takes.
    """
    found, scale = gap.size, 1.0
    if gap.measure == VICTORY:
        scale, unit = 100.0, "pp"
    if not found.known:
        return "unknown"
    error, lowest = scale * found.standard_error, scale * found.low
    for _ in range(MORE_DIGITS):
        if lowest > 0 and float(words.number(lowest, error).replace(",", "")) == 0:
            error /= 10
    middle, low, high = (words.number(scale * end, error) for end in (found.estimate, found.low, found.high))
    return f"{middle} {unit} ({low} to {high})"


def at_most(gap: Gap, unit: str) -> str:
    """Return how large a gap may be: ``'no gap above 1.8 points'``."""
    if not gap.size.known:
        return TOO_FEW
    scale, unit = (100.0, "pp") if gap.measure == VICTORY else (1.0, unit)
    return f"no gap above {words.number(scale * gap.size.high, scale * gap.size.standard_error)} {unit}"


def margins(result: BalanceResult) -> str:
    """Return the margins: ``'1 point and 1 pp'``."""
    return f"{amount(result.margins[POINTS], result.unit)} and {100 * result.margins[VICTORY]:g} pp"


def share(found: Estimate) -> str:
    """Return a share with its digits."""
    return words.share(found.estimate, found.low, found.high)


def kin(result: BalanceResult, scenarios: Sequence[str], players: int = 0) -> str:
    """Return names of scenarios without the number of players: ``'module-1 and module-2'``, or ``'all 5 modules'``."""
    names = list(dict.fromkeys(family(result.game, name) for name in scenarios))
    every = [found.scenario for found in result.seats if found.players == players]
    if len(names) > 2 and len(names) == len(every):
        return f"all {len(names)} {result.game.file.scenario_word}s"
    return words.listing(names)


# --- the seats -------------------------------------------------------------------------------------------------------


def _overall(result: BalanceResult) -> str:
    """Return in how many set-ups the seats are equal, and whether one of them is always ahead."""
    count = len(result.seats)
    unequal = [entry for entry in result.seats if entry.verdict == "unequal"]
    equal = sum(entry.verdict == "equal" for entry in result.seats)
    unknown = count - equal - len(unequal)
    if equal == count:
        return f"All seats are equal within {margins(result)}, in all {count} set-ups."
    others = ((equal, f"equal within {margins(result)} in {equal}"), (unknown, f"not yet known in {unknown}"))
    rest = words.listing([text for number, text in others if number])
    if not unequal:
        return f"No seat is shown to be ahead: of {count} set-ups the seats are {rest}."
    best = {entry.gaps[_told(entry)].best for entry in unequal}
    ahead = f"; where they are not, the {best.pop()} seat is ahead" if len(best) == 1 else ""
    return f"The seats are not equal in {len(unequal)} of {count} set-ups{f', {rest}' if rest else ''}{ahead}."


def _told(entry: SeatBalance) -> str:
    """Return the measure in which a difference is told."""
    return POINTS if entry.gaps[POINTS].shown else VICTORY


def _seats(result: BalanceResult, found: Sequence[SeatBalance]) -> str:
    """Return whether the seats are equal, for one number of players."""
    players, parts = found[0].players, []
    groups: dict[str, list[SeatBalance]] = {"unequal": [], "equal": [], "points": [], "unknown": []}
    for entry in found:
        almost = entry.verdict == "unknown" and entry.gaps[POINTS].verdict == "equal"
        groups["points" if almost else entry.verdict].append(entry)
    names = {verdict: kin(result, [e.scenario for e in entries], players) for verdict, entries in groups.items()}
    if groups["unequal"]:
        worst = max(groups["unequal"], key=lambda entry: (entry.gaps[POINTS].shown, entry.gaps[POINTS].size.low))
        several = len(groups["unequal"]) > 1
        parts.append(f"the seats of {names['unequal']} are not equal: {_gap(result, worst, several)}")
    if groups["equal"]:
        parts.append(f"the seats of {names['equal']} are equal within {margins(result)}")
    if groups["points"]:
        limit = _limits(result, groups["points"], [VICTORY])
        parts.append(
            f"the seats of {names['points']} are equal within {amount(result.margins[POINTS], result.unit)};"
            f" whether they win equally often within {100 * result.margins[VICTORY]:g} pp is not yet known ({limit})"
        )
    if groups["unknown"]:
        limit = _limits(result, groups["unknown"], MEASURES)
        parts.append(f"it is not yet known whether the seats of {names['unknown']} are equal ({limit})")
    first, *rest = parts
    return ". ".join([f"With {players} players {first}", *(f"{text[:1].upper()}{text[1:]}" for text in rest)]) + "."


def _limits(result: BalanceResult, entries: Sequence[SeatBalance], measures: Sequence[str]) -> str:
    """Return how large the gaps of some scenarios may be: ``'no gap above 1.8 points or 5 pp'``."""
    widest = [max((e.gaps[m] for e in entries), key=lambda gap: gap.size.high) for m in measures]
    limits = list(dict.fromkeys(at_most(gap, result.unit) for gap in widest))
    return " and ".join(limits).replace("and no gap above", "or")


def _gap(result: BalanceResult, entry: SeatBalance, several: bool) -> str:
    gap = entry.gaps[_told(entry)]
    by_seat = {seat.seat: seat for seat in entry.seats}
    best, worst = by_seat[gap.best], by_seat[gap.worst]
    where = f"most in {family(result.game, entry.scenario)}, where " if several else ""
    who = "makes" if gap.measure == POINTS else "wins"
    more = f"{who} {size(gap, result.unit)} more than the {gap.worst} seat"
    return (
        f"{where}the {gap.best} seat {more}; they win {share(best.share)} and {share(worst.share)}"
        f" of the victories (an equal share is {100 * entry.equal_share:.3g} %)"
    )


# --- what starting is worth ------------------------------------------------------------------------------------------


def starts(found: StartWorth) -> str:
    """Return who starts how often: ``'first and second start 3 rounds, third 2'``."""
    by_count: dict[str, list[str]] = {}
    for seat in found.seats:
        by_count.setdefault(f"{seat.starts:.3g}", []).append(seat.seat)
    if len(by_count) == 1:
        return f"every seat starts {next(iter(by_count))} of {found.rounds:.3g} rounds"
    parts = [f"{words.listing(seats)} start{'s' if len(seats) == 1 else ''} {n}" for n, seats in by_count.items()]
    return f"of {found.rounds:.3g} rounds {words.listing(parts)}"


def _start(result: BalanceResult, found: StartWorth) -> str:
    """Return what one more start is worth, and what it explains."""
    worth = found.worth[POINTS]
    if not math.isfinite(worth.standard_error):
        return ""
    if all(seat.change[measure].estimate == 0 for seat in found.seats for measure in MEASURES):
        return f"Who starts a round made no difference in {found.games:,} games with {found.players} players."
    value = comparing.difference(worth, result.unit)
    shown = worth.low > 0 or worth.high < 0
    victory = comparing.difference(found.worth[VICTORY], "share")
    start = f"Starting one round more is worth {value} and {victory} with {found.players} players"
    if not shown:
        start += ", so nothing is shown"
    if len({seat.starts for seat in found.seats}) == 1:
        return f"{start}; {starts(found)}, so how often they start explains no difference of the seats."
    seat = max(found.seats, key=lambda one: abs(one.explained[POINTS].estimate))
    explained = comparing.signed(seat.explained[POINTS].estimate, result.unit, seat.explained[POINTS].standard_error)
    ahead = comparing.signed(seat.ahead[POINTS].estimate, result.unit, seat.ahead[POINTS].standard_error)
    return (
        f"{start}; {starts(found)}, which by itself is worth {explained} to the {seat.seat} seat (all in all it is at"
        f" {ahead} against its table)."
    )


# --- start cards -----------------------------------------------------------------------------------------------------


def _choices(result: BalanceResult, entries: Sequence[ChoiceBalance]) -> str:
    """Return which of the things dealt are best and worst; of the largest table, and what differs at the others."""
    first = main_choice(result)
    gap, by_name = first.gaps[POINTS], {choice.name: choice for choice in first.choices}
    where = f"{family(result.game, first.scenario)}, {first.players} players"
    if first.verdict == "equal":
        text = f"Dealt at random, every {first.word} is worth the same within {margins(result)} ({where})"
    elif not gap.shown:
        text = f"Whether every {first.word} is worth the same is not yet known ({where}): {at_most(gap, result.unit)}"
    else:
        best, worst = by_name[first.best[0]], by_name[first.worst[0]]
        text = (
            f"Dealt at random, ‘{best.name}’ is worth most of the {first.word}s"
            f" ({comparing.difference(best.ahead[POINTS], result.unit)} against the mean of all, {share(best.share)} of"
            f" the victories) and ‘{worst.name}’ least ({comparing.difference(worst.ahead[POINTS], result.unit)},"
            f" {share(worst.share)}); they are {size(gap, result.unit)} apart ({where})"
        )
        ties = [
            f"{words.listing([f'‘{name}’' for name in names[1:]])} cannot be told apart from the {word}"
            for names, word in ((first.best, "best"), (first.worst, "worst"))
            if len(names) > 1
        ]
        text += f". {'; '.join(ties)}" if ties else ""
    others = [entry for entry in entries if entry is not first and entry.gaps[POINTS].shown]
    same = [entry for entry in others if set(entry.best) & set(first.best) and set(entry.worst) & set(first.worst)]
    if others and gap.shown:
        text += f". Best and worst can be the same in {len(same)} of {len(others)} other set-ups"
    return f"{text}."


def main_choice(result: BalanceResult) -> ChoiceBalance:
    """Return the table that is told first: the first scenario for the game's own number of players."""
    wanted = _usual_players(result, [entry.players for entry in result.choices])
    return next(entry for entry in result.choices if entry.players == wanted)


def _usual_players(result: BalanceResult, counts: Sequence[int]) -> int:
    """Return the number of players of the default scenario if it is among some, else the largest."""
    usual = result.game.scenarios[result.game.file.default_scenario].get("players")
    return usual if isinstance(usual, int) and usual in counts else max(counts, default=0)


# --- modules, luck, points -------------------------------------------------------------------------------------------


def steps_told(result: BalanceResult) -> list[ModuleStep]:
    """Return what each scenario adds, for the game's own number of players."""
    wanted = _usual_players(result, [step.players for step in result.modules])
    return [step for step in result.modules if step.players == wanted]


def _modules(result: BalanceResult) -> str:
    told = []
    for step in steps_told(result):
        change = step.change(POINTS)
        assert change is not None
        name = family(result.game, step.scenario)
        if change.verdict == "equivalent":
            told.append(f"{name} changes points by less than {change.margin:g}")
        elif change.verdict == "unknown":
            told.append(f"{name} {comparing.difference(change.difference, change.unit)}, not yet known")
        else:
            told.append(f"{name} {comparing.difference(change.difference, change.unit)}")
    if not told:
        return ""
    return f"Points a player against the one before, with {steps_told(result)[0].players} players: {'; '.join(told)}."


def change(found: Change) -> str:
    """Return a change with its verdict, without its unit: ``'+3.1 (+2.6 to +3.6)'``."""
    if not found.difference.known:
        return "-"
    unit = "pp" if found.unit == "share" else found.unit
    text = comparing.difference(found.difference, found.unit).replace(f" {unit}", "")
    return {"unknown": f"{text} ?", "equivalent": f"{text} ="}.get(found.verdict, text)


def change_label(found: Change) -> str:
    """Return what is changed, with its unit where the label does not say it."""
    unit = "pp" if found.unit == "share" else found.unit
    return found.label if unit and unit in found.label else f"{found.label}, {unit}".rstrip(", ")


def part(found: Estimate) -> str:
    """Return a part of the variance in whole per cent: ``'58 % (56 to 60 %)'``."""
    if not found.known:
        return "-"
    middle, low, high = (f"{min(max(0.0, 100 * v), 100.0):.0f}" for v in (found.estimate, found.low, found.high))
    return f"{middle} % ({low} to {high} %)"


def _luck(result: BalanceResult) -> str:
    known = [found for found in result.luck if found.parts[POINTS].luck.known]
    if not known:
        return ""
    said = []
    for measure, what in ((POINTS, f"a player's {result.unit}"), (VICTORY, "the victory")):
        shares = [round(100 * found.parts[measure].luck.estimate) for found in known if found.parts[measure].luck.known]
        if shares:
            ends = f"{min(shares)}" if min(shares) == max(shares) else f"{min(shares)} to {max(shares)}"
            said.append(f"{ends} % of {what}")
    players = words.listing(list(known[0].policies))
    return f"Where {players} meet, luck (deal and dice) decides {words.listing(said)}; the rest is who plays."


def _scores(result: BalanceResult) -> str:
    found = result.scores[-1]
    winner, lead = found.winner, found.lead
    if not winner.quantiles:
        return ""
    return (
        f"In {family(result.game, found.scenario)} with {found.players} players the winner makes"
        f" {winner.quantiles['0.5']:g} {winner.unit} in the middle ({winner.quantiles['0.05']:g} to"
        f" {winner.quantiles['0.95']:g} in nine of ten games) and leads by {lead.quantiles['0.5']:g}"
        f" ({lead.quantiles['0.05']:g} to {lead.quantiles['0.95']:g})."
    )


# --- what is claimed -------------------------------------------------------------------------------------------------


def claim(statement: BalanceStatement, confidence: float) -> str:
    """Return a statement with the sets of assumptions in which it holds, and the assumption it hangs on."""
    from reports.figures.tornado import shown_side

    text = f"{statement.text[:1].upper()}{statement.text[1:]}."
    found = statement.survival
    if found is None:
        return text
    sets = f"{found.held} of {found.of} sampled sets of assumptions"
    if not found.mark:
        return f"{text} Holds in {sets}."
    text = f"{text} Holds in only {sets}: {found.mark}"
    split = statement.split
    if split is None:
        return f"{text}."
    doubt = "" if split.shown(confidence) else "; it could be chance"
    here, there = f"{split.held} of {split.of}", f"{split.other_held} of {split.other_of}"
    return f"{text}. Broken most by {split.parameter} {shown_side(split.values)} ({here}, else {there}{doubt})."


def method(result: BalanceResult) -> list[str]:
    """Return how it was made, in a line or two."""
    played = result.played
    lines = [
        f"‘{result.policy}’ at every seat, {played.games:,} games of each {result.game.file.scenario_word}, the same"
        f" seeds everywhere (seed {result.seed}). Intervals {100 * result.confidence:g} %, whole games as the unit;"
        " gaps, differences and changes of one table hold together (Bonferroni)."
    ]
    if played.samples:
        lines.append(
            f"Claims were tried in {played.samples} sampled sets of assumptions, {played.assumption_games:,} games of"
            " each in each."
        )
    return lines
