"""How balanced a game played against each other is, printed: the answer, what is claimed, and the tables behind it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analysis.balance_parts import MEASURES, POINTS, VICTORY
from reports import balance_text as text
from reports import comparing, words
from reports.cli import output

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult, ChoiceBalance, Gap, SeatBalance

#: What a verdict is called in a table.
VERDICTS = {"equal": "equal", "unequal": "not equal", "unknown": "not yet known"}


def show_balance(result: BalanceResult) -> None:
    """Print the answer, then the numbers behind it."""
    first, *rest = text.answer(result)
    output.heading(first)
    for sentence in rest:
        output.say(sentence)
    _print_claims(result)
    _print_seats(result)
    _print_starts(result)
    if result.choices:
        _print_choices(result, text.main_choice(result))
        _print_other_choices(result)
    _print_modules(result)
    _print_luck(result)
    _print_scores(result)
    output.say("")
    for line in text.method(result):
        output.say(line)


def _print_claims(result: BalanceResult) -> None:
    if not result.statements:
        return
    output.say("")
    tried = ", and could the assumed values overturn it?" if result.played.samples else ""
    output.heading(f"What is claimed{tried}")
    for statement in result.statements:
        output.say(f"  {text.claim(statement, result.confidence)}")


def _print_seats(result: BalanceResult) -> None:
    for players in dict.fromkeys(found.players for found in result.seats):
        mine = [found for found in result.seats if found.players == players]
        output.say("")
        output.heading(f"The seats with {players} players (an equal share of the victories is {100 / players:.3g} %)")
        names = [seat.seat for seat in mine[0].seats]
        columns = [result.game.file.scenario_word, "", *names, "best and worst", "verdict"]
        rows = [row for found in mine for row in _seat_rows(result, found)]
        output.table(columns, rows, right=range(2, 2 + len(names)))


def _seat_rows(result: BalanceResult, found: SeatBalance) -> list[list[str]]:
    """Return the points and the victories of the seats of one scenario."""
    points = [comparing.side(seat.points, result.unit).removesuffix(f" {result.unit}") for seat in found.seats]
    shares = [words.share_with_interval(s.share.estimate, s.share.low, s.share.high) for s in found.seats]
    rows = []
    for measure, name, cells in ((POINTS, result.unit, points), (VICTORY, "victories", shares)):
        gap = found.gaps[measure]
        ends = f"{gap.best} - {gap.worst}: {text.size(gap, result.unit)}"
        first = found.scenario if measure == POINTS else ""
        rows.append([first, name, *cells, ends, _verdict(gap)])
    return rows


def _verdict(gap: Gap) -> str:
    """Return a verdict; of groups that are equal how closely."""
    if gap.verdict != "equal":
        return VERDICTS[gap.verdict]
    scale, unit = (100, " pp") if gap.measure == VICTORY else (1, "")
    return f"{VERDICTS[gap.verdict]} within {scale * gap.within:.2g}{unit}"


def _print_starts(result: BalanceResult) -> None:
    for found in result.starts:
        if not math.isfinite(found.worth[POINTS].standard_error):
            continue
        output.say("")
        where = f"{found.scenario}, {found.players} players"
        output.heading(f"What starting is worth ({where}; against games in which the first seat starts every round)")
        one = [comparing.difference(found.worth[measure], unit) for measure, unit in _units(result)]
        output.say(f"  One more start: {' and '.join(one)}.")
        if len({seat.starts for seat in found.seats}) == 1:
            output.say(f"  As printed {text.starts(found)}: nothing of the seats' differences comes from that.")
            continue
        rows = [
            [
                seat.seat,
                f"{seat.starts:.3g} of {found.rounds:.3g}",
                *(comparing.difference(part[POINTS], result.unit) for part in (seat.ahead, seat.explained, seat.left)),
            ]
            for seat in found.seats
        ]
        columns = ["seat", "rounds started", "against its table", "explained by its starts", "left"]
        output.table(columns, rows, right=range(1, len(columns)))


def _units(result: BalanceResult) -> list[tuple[str, str]]:
    return [(measure, result.unit if measure == POINTS else "share") for measure in MEASURES]


def _print_choices(result: BalanceResult, found: ChoiceBalance) -> None:
    output.say("")
    gap = found.gaps[POINTS]
    output.heading(
        f"Every {found.word}, dealt at random ({found.scenario}, {found.players} players, {found.games:,} games):"
        f" best and worst {text.size(gap, result.unit)} apart, {VERDICTS[found.verdict]}"
    )
    equal = words.part(1 / found.players)
    columns = [found.word, result.unit, "against the mean of all", f"victories (equal: {equal})", "against it"]
    chosen = any(choice.chosen for choice in found.choices)
    columns += [f"taken by ‘{result.policy}’"] if chosen else []
    ranked = sorted(found.choices, key=lambda choice: -choice.points.estimate)
    rows = []
    for choice in ranked:
        row = [
            choice.name,
            comparing.side(choice.points, result.unit).removesuffix(f" {result.unit}"),
            comparing.difference(choice.ahead[POINTS], result.unit),
            text.share(choice.share),
            comparing.difference(choice.ahead[VICTORY], "share"),
        ]
        rows.append([*row, text.share(choice.chosen) if choice.chosen else "-"] if chosen else row)
    output.table(columns, rows, right=range(1, len(columns)))
    if chosen:
        output.say(f"  Taken: how often ‘{result.policy}’ chooses it under the printed rule; no measure of its worth.")
    if result.game.file.balance.choice_note:
        output.say(f"  {result.game.file.balance.choice_note}")


def _print_other_choices(result: BalanceResult) -> None:
    """Print what everything dealt is worth at every table, a column each, ranked as at the main one."""
    if len(result.choices) < 2:
        return
    first = text.main_choice(result)
    output.say("")
    output.heading(f"Every {first.word} at every table: {result.unit} against the mean of all")
    ranked = sorted(first.choices, key=lambda choice: -choice.points.estimate)
    found = {(entry.scenario, choice.name): choice for entry in result.choices for choice in entry.choices}
    rows = []
    for choice in ranked:
        ahead = [found[entry.scenario, choice.name].ahead[POINTS] for entry in result.choices]
        rows.append(
            [choice.name, *(comparing.difference(one, result.unit).replace(f" {result.unit}", "") for one in ahead)]
        )
    apart = [text.size(entry.gaps[POINTS], result.unit).replace(f" {result.unit}", "") for entry in result.choices]
    columns = [first.word, *(entry.scenario for entry in result.choices)]
    output.table(columns, rows, right=range(1, len(columns)), total=["best and worst apart", *apart])


def _print_modules(result: BalanceResult) -> None:
    if not result.modules:
        return
    output.say("")
    output.heading("What each adds to the one before, for the same number of players, on the same seeds")
    names = list(dict.fromkeys(change.name for step in result.modules for change in step.changes))
    labels = {change.name: text.change_label(change) for step in result.modules for change in step.changes}
    rows = []
    for step in result.modules:
        found = {change.name: text.change(change) for change in step.changes}
        rows.append([step.scenario, step.before, *(found.get(name, "-") for name in names)])
    columns = [result.game.file.scenario_word, "against", *(labels[name] for name in names)]
    output.table(columns, rows, right=range(2, len(columns)))
    output.say("  = within the margin, ? not yet known.")


def _print_luck(result: BalanceResult) -> None:
    if not result.luck:
        return
    output.say("")
    policies = words.listing(list(result.luck[0].policies))
    output.heading(f"Luck or play, where every seat is drawn from {policies}")
    columns = [result.game.file.scenario_word, "own play", "the others", "the seat", "luck", "luck in the victory"]
    rows = []
    for found in result.luck:
        parts = found.parts[POINTS]
        cells = [text.part(part) for part in (parts.own, parts.others, parts.seat, parts.luck)]
        rows.append([found.scenario, *cells, text.part(found.parts[VICTORY].luck)])
    output.table(columns, rows, right=range(1, len(columns)))
    output.say(
        f"  Parts of the variance of one player's {result.unit}. {'; '.join(text.MEANING.values()).capitalize()}."
    )


def _print_scores(result: BalanceResult) -> None:
    output.say("")
    output.heading(f"The {result.unit}: middle, and nine of ten")
    columns = [result.game.file.scenario_word, "players", "a player", "the winner", "the winner's lead", "shared"]
    rows = []
    for found in result.scores:
        spread = [_spread(one.quantiles) for one in (found.all_seats, found.winner, found.lead)]
        rows.append([found.scenario, str(found.players), *spread, text.share(result.seats_of(found.scenario).shared)])
    output.table(columns, rows, right=range(1, len(columns)))


def _spread(quantiles: dict[str, float]) -> str:
    if not quantiles:
        return "-"
    return f"{quantiles['0.5']:g} ({quantiles['0.05']:g} to {quantiles['0.95']:g})"
