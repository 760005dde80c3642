"""The advice as text: the answer first, then the table of choices, then what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports import words
from reports.cli import output

if TYPE_CHECKING:
    from analysis.advice import Advice, Choice
    from analysis.proportions import Estimate
    from analysis.reviewing import Costly, Review
    from reports.advising import Wording
    from sim.moments import Asked, Turn

#: Lines of a turn that are shown before a decision.
MOST_LINES = 40


def show_position(wording: Wording, title: str, turn: Turn, asked: Asked) -> None:
    """Print where the game stands."""
    output.heading(title)
    for line in wording.table(turn.table):
        output.say(line)
    told = [line for line in wording.lines(turn.lines_before(asked)) if line.strip()][1:]
    if told:
        output.say("\nSo far this turn")
        if len(told) > MOST_LINES:
            output.say(f"    ... {len(told) - MOST_LINES} lines before")
        for line in told[-MOST_LINES:]:
            output.say(line)


def answer(wording: Wording, asked: Asked, advice: Advice) -> str:
    """Return the answer in a sentence or two."""
    names = {choice.number: wording.choice(asked.name, asked.choices[choice.number]) for choice in advice.choices}
    best = advice.best
    wins = _wins(best.win)
    if advice.verdict == "decided":
        runner = min(advice.choices[1:], key=lambda choice: choice.behind.estimate)
        return (
            f"Best: {names[best.number]}. It wins {wins}; the next best, {names[runner.number]},"
            f" costs {_points(runner.behind)}."
        )
    others = [names[choice.number] for choice in advice.left[1:]]
    shown = others if len(others) <= 4 else [*others[:3], f"{len(others) - 3} more"]
    most = max(choice.behind.high for choice in advice.left)
    if advice.verdict == "equivalent":
        return (
            f"It makes no difference: {words.listing([names[best.number], *shown])} win within"
            f" {words.count(round(100 * advice.margin), 'point')} of each other, about {wins}."
        )
    return (
        f"Not decided: {names[best.number]} won most often, {wins}, but cannot be told apart from"
        f" {words.listing(shown, 'or')}; the best is at most {100 * most:.1f} points ahead of any of them."
    )


def show_choices(wording: Wording, asked: Asked, advice: Advice, marks: dict[int, str]) -> None:
    """Print every choice, best first."""
    rows = []
    for choice in advice.choices:
        name = wording.choice(asked.name, asked.choices[choice.number])
        rows.append([name, words.share_with_interval(choice.win.estimate, choice.win.low, choice.win.high),
                     _standing(choice), f"{choice.win.n:,}", marks.get(choice.number, "")])  # fmt: skip
    won = f"{wording.seat(asked.seat)} wins" if wording.game.file.competitive else "games won"
    output.table(["choice", won, "behind the best, points", "futures", ""], rows, right=[3])


def _standing(choice: Choice) -> str:
    if choice.standing == "best":
        return "the best"
    if choice.standing == "open":
        return f"0 to {100 * choice.behind.high:.1f}: may be the best"
    return _points(choice.behind).removesuffix(" points")


def _points(estimate: Estimate) -> str:
    """Return a difference of win chances: ``2.1 (0.4 to 3.8) points``."""
    if not estimate.known:
        return "unknown"
    places = words.decimals(100 * estimate.standard_error, 2)
    ends = (estimate.estimate, estimate.low, estimate.high)
    value, low, high = (f"{round(100 * end, places) + 0.0:.{places}f}" for end in ends)  # no minus before a zero
    return f"{value} ({low} to {high}) points"


def _wins(estimate: Estimate) -> str:
    return words.share_with_interval(estimate.estimate, estimate.low, estimate.high)


def counted(wording: Wording, seat: str | None = None) -> str:
    """Return what a win is in a game played against each other, as a sentence; "" for a team."""
    if not wording.game.file.competitive:
        return ""
    who = "the seat that decides" if seat is None else wording.seat(seat)
    return f" What counts is how often {who} wins; a shared victory counts in part."


def marks_of(chosen: int | None, policy: int | None, label: str) -> dict[int, str]:
    """Return what is said beside a choice: that it was made, and that the policy would make it."""
    marks: dict[int, list[str]] = {}
    if chosen is not None:
        marks.setdefault(chosen, []).append("chosen in this game")
    if policy is not None:
        marks.setdefault(policy, []).append(f"what {label} does")
    return {number: ", ".join(said) for number, said in marks.items()}


def show_decisions(wording: Wording, turn: Turn, asked: Asked) -> None:
    """Print the other decisions of the turn, and how to ask about them."""
    if len(turn.asked) < 2:
        return
    output.say("\nThe decisions of this turn")
    rows = [
        [f"{'>' if each.number == asked.number else ' '} {each.number}", each.name, wording.chosen(each)]
        for each in turn.asked
    ]
    output.table(["--decision", "", "chosen"], rows)


# --- a whole game ----------------------------------------------------------------------------------------------------


def review_answer(wording: Wording, review: Review) -> str:
    """Return what a review found, in a sentence."""
    sure = [costly for costly in review.costly if costly.sure]
    if not review.costly:
        return f"None of its {words.count(review.decisions, 'decision')} looked as if another choice were better."
    if not sure:
        return (
            f"No mistake is shown: {words.count(len(review.costly), 'choice')} looked worse than another,"
            " and a closer look left that open for each."
        )
    worst = sure[0]
    other = f", decided by {wording.seat(worst.asked.seat)}" if worst.asked.seat != worst.turn.seat else ""
    return (
        f"{words.count(len(sure), 'choice')} of {words.count(review.decisions, 'decision')} surely cost something."
        f" The worst: {wording.turn(worst.turn)}{other}, {wording.chosen(worst.asked)};"
        f" {wording.choice(worst.asked.name, worst.asked.choices[worst.better])} would have won"
        f" {_points(worst.cost)} more."
    )


def show_review(wording: Wording, review: Review, commands: Sequence[str]) -> None:
    """Print the choices that cost most."""
    rows = [_review_row(wording, costly) for costly in review.costly]
    output.table(["turn", "decision", "chosen", "better", "wins", "instead", "cost, points", ""], rows, right=[4, 5])
    if commands:
        output.say(f"\nLook at the first: {commands[0]}")


def _review_row(wording: Wording, costly: Costly) -> list[str]:
    turn, asked = costly.turn, costly.asked
    where = f"{turn.round}.{turn.seat}" if turn.round else str(turn.number)
    if wording.game.file.competitive and (not turn.round or asked.seat != turn.seat):
        where = f"{where}, {asked.seat}"
    return [
        where,
        f"{asked.number} {asked.name}",
        wording.chosen(asked),
        wording.choice(asked.name, asked.choices[costly.better]),
        f"{100 * costly.chosen:.1f} %",
        f"{100 * costly.instead:.1f} %",
        _points(costly.cost).removesuffix(" points"),
        "" if costly.sure else "not shown",
    ]
