"""What is said about balance, and in which sampled sets of assumptions is it true?

Statements are made where the default values show something. Each is then asked in every world: the games of a few
scenarios under one set of assumptions, some of them with a fixed start player or with dealt choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from analysis.balance_measures import Groups, Table, dealt_groups, gap_of, seat_groups
from analysis.balance_parts import POINTS, ChoiceBalance, SeatBalance, StartWorth
from analysis.balance_places import amount, family
from analysis.balance_result import BalanceStatement, ModuleStep
from analysis.balance_starts import start_worth
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE, Estimate, paired_means
from analysis.statements import Answer, Survival
from analysis.survival import splits

if TYPE_CHECKING:
    from sim.params import Parameter, Value
    from sim.registry import Game

#: How a scenario is played: as printed, with a fixed start player, with dealt choices.
Mode = Literal["printed", "fixed", "dealt"]
Place = tuple[str, Mode]


@dataclass(frozen=True)
class Seen:
    """The games of one scenario in one world.

    Attributes
    ----------
    table : Table
        The games.
    starts : numpy.ndarray, shape (seats,)
        Rounds each seat starts.
    dealt : numpy.ndarray or None, shape (games, seats)
        What every player was dealt.
    """

    table: Table
    starts: np.ndarray
    dealt: np.ndarray | None = None


World = Mapping[Place, Seen]


def places_of(statement: BalanceStatement) -> tuple[Place, ...]:
    """Return what must be played to ask a statement."""
    scenario = statement.scenario
    if statement.kind.startswith("choice"):
        return ((scenario, "dealt"),)
    if statement.kind.startswith("start"):
        return ((scenario, "printed"), (scenario, "fixed"))
    if statement.kind in ("adds", "takes"):
        return ((scenario, "printed"), (statement.subjects[0], "printed"))
    return ((scenario, "printed"),)


# --- what is said ----------------------------------------------------------------------------------------------------


def seat_statements(game: Game, found: SeatBalance) -> list[BalanceStatement]:
    """Return which seat has more points than which, or that they are equal."""
    gap, where = found.gaps[POINTS], _where(game, found.scenario, found.players)
    if gap.verdict == "equal":
        text = f"{where}, the seats are equal within {amount(gap.margin, _unit(game))}"
        return [_made("seats_equal", text, found.scenario, ())]
    if not gap.shown:
        return []
    text = f"{where}, the {gap.best} seat makes more {_unit(game)} than the {gap.worst} seat"
    return [_made("seat", text, found.scenario, (gap.best, gap.worst))]


def start_statements(game: Game, found: StartWorth) -> list[BalanceStatement]:
    """Return whether starting a round more often helps."""
    worth, where = found.worth[POINTS], _where(game, found.scenario, found.players)
    if worth.low > 0:
        return [_made("start_helps", f"{where}, starting a round more often helps", found.scenario, ())]
    if worth.high < 0:
        return [_made("start_hurts", f"{where}, starting a round more often hurts", found.scenario, ())]
    return []


def choice_statements(game: Game, found: ChoiceBalance) -> list[BalanceStatement]:
    """Return which choice is the best and which the worst; of ties, that the best beats the worst; or none is."""
    gap, where = found.gaps[POINTS], _where(game, found.scenario, found.players)
    if gap.verdict == "equal":
        text = f"{where}, every {found.word} is worth the same within {amount(gap.margin, _unit(game))}"
        return [_made("choices_equal", text, found.scenario, ())]
    if not gap.shown:
        return []
    made: list[BalanceStatement] = []
    for names, word in ((found.best, "best"), (found.worst, "worst")):
        if len(names) == 1:
            text = f"{where}, ‘{names[0]}’ is the {word} {found.word}"
            made.append(_made(f"choice_{word}", text, found.scenario, names))
    if len(made) < 2:
        text = f"{where}, ‘{gap.best}’ is worth more than ‘{gap.worst}’"
        made.append(_made("choice", text, found.scenario, (gap.best, gap.worst)))
    return made


def module_statements(game: Game, found: ModuleStep) -> list[BalanceStatement]:
    """Return whether a scenario adds points to the one before it, or takes some."""
    change = found.change(POINTS)
    if change is None or change.verdict not in ("more", "less"):
        return []
    kind, verb = ("adds", "adds") if change.verdict == "more" else ("takes", "takes")
    preposition = "to" if kind == "adds" else "from"
    text = (
        f"{family(game, found.scenario)} {verb} {_unit(game)} {preposition} {family(game, found.before)}"
        f" with {found.players} players"
    )
    return [_made(kind, text, found.scenario, (found.before,))]


def _made(kind: str, text: str, scenario: str, subjects: Sequence[str]) -> BalanceStatement:
    return BalanceStatement(".".join([kind, scenario, *subjects]).replace(" ", "-"), kind, text, scenario, (*subjects,))


def _where(game: Game, scenario: str, players: int) -> str:
    return f"in {family(game, scenario)} with {players} players"


def _unit(game: Game) -> str:
    return next(iter(game.file.columns_of(game.file.measures[0]).values())).unit


# --- whether it is true ----------------------------------------------------------------------------------------------


def answer(
    statement: BalanceStatement, world: World, names: Sequence[str], margin: float, confidence: float = CONFIDENCE
) -> Answer:
    """Return whether a statement holds in a world.

    It holds if the means say so; it is contradicted if the interval shows the opposite, else it is unclear. That groups
    are equal holds if their gap is within the margin once it is shrunk by what chance adds (`shrunk_gap`). "unknown":
    the games it is about were not played.

    Parameters
    ----------
    names : sequence of str
        What may be dealt.
    margin : float
        Of points.
    """
    if any(place not in world for place in places_of(statement)):
        return "unknown"
    seen = world[places_of(statement)[0]]
    if statement.kind.startswith("start"):
        other = world[statement.scenario, "fixed"]
        found = start_worth(statement.scenario, seen.table, other.table, seen.starts, other.starts, confidence)
        return _sign(found.worth[POINTS], 1 if statement.kind == "start_helps" else -1)
    if statement.kind in ("adds", "takes"):
        before = world[statement.subjects[0], "printed"].table.points.mean(axis=1)
        difference = paired_means(seen.table.points.mean(axis=1), before, confidence).difference
        return _sign(difference, 1 if statement.kind == "adds" else -1)
    values = seen.table.measure(POINTS)
    if seen.dealt is None:
        groups = seat_groups(seen.table.seats, values)
    else:
        groups = dealt_groups(names, values, seen.dealt)
    if any(subject not in groups.names for subject in statement.subjects) or len(groups.names) < 2:
        return "unknown"
    if statement.kind in ("seats_equal", "choices_equal"):
        return _equal(groups, margin, confidence)
    return _ranked(groups, statement, confidence)


def _sign(found: Estimate, sign: int) -> Answer:
    if not found.known:
        return "unknown"
    if sign * found.estimate > 0:
        return "holds"
    return "contradicted" if max(sign * found.low, sign * found.high) < 0 else "unclear"


def _ranked(groups: Groups, statement: BalanceStatement, confidence: float) -> Answer:
    """Return whether the first subject is above the second, or above (below) all others."""
    k, first = len(groups.names), groups.names.index(statement.subjects[0])
    sign = -1 if statement.kind == "choice_worst" else 1
    others = [groups.names.index(statement.subjects[1])] if len(statement.subjects) > 1 else range(k)
    rivals = [other for other in others if other != first]
    each, unit = simultaneous(confidence, len(rivals)), np.eye(k)
    answers = [_sign(groups.combination(unit[first] - unit[other], each), sign) for other in rivals]
    return next((word for word in ("contradicted", "unclear") if word in answers), "holds")  # type: ignore[return-value]


def _equal(groups: Groups, margin: float, confidence: float) -> Answer:
    if shrunk_gap(groups) < margin:
        return "holds"
    return "contradicted" if gap_of(groups, POINTS, margin, confidence).size.low > margin else "unclear"


def shrunk_gap(groups: Groups) -> float:
    """Return the gap of best and worst once the means are drawn together by what chance alone spreads them.

    The positive part of James and Stein's factor, with the covariance of the means: with few games the largest of
    several noisy differences would otherwise be above any margin.

    References
    ----------
    Efron and Morris, "Stein's estimation rule and its competitors", JASA 68 (1973).

    Examples
    --------
    >>> close = Groups(("a", "b"), np.array([0.0, 1.0]), np.array([0.0, 1.0]), np.eye(2), 100)
    >>> shrunk_gap(close)
    0.0
    """
    k = len(groups.names)
    centred = groups.means - groups.means.mean()
    noise = float(np.trace(groups.covariance) - groups.covariance.sum() / k)
    spread = float(centred @ centred)
    kept = max(0.0, 1 - noise / spread) if spread > 0 else 0.0
    return float(np.ptp(groups.means)) * kept**0.5


def judge(
    statements: Sequence[BalanceStatement],
    worlds: Sequence[World],
    noticed: Mapping[Place, Sequence[Parameter]],
    sets: Sequence[Mapping[str, Value]],
    names: Sequence[str],
    margin: float,
    confidence: float = CONFIDENCE,
) -> list[BalanceStatement]:
    """Return the statements with the worlds they survive, and the assumption that goes with failing most.

    Parameters
    ----------
    noticed : mapping
        The assumptions that were drawn and can change something, by place.
    sets : sequence of mapping
        Their values in each world.
    """
    judged = []
    for statement in statements:
        answers = [answer(statement, world, names, margin, confidence) for world in worlds]
        known = [(values, found) for values, found in zip(sets, answers, strict=True) if found != "unknown"]
        if not known:
            judged.append(statement)
            continue
        held = [found == "holds" for _, found in known]
        survival = Survival(sum(held), len(held), sum(found == "contradicted" for _, found in known))
        able = {parameter.name: parameter for place in places_of(statement) for parameter in noticed[place]}
        ranked = splits(list(able.values()), [values for values, _ in known], held) if not all(held) else []
        judged.append(replace(statement, survival=survival, split=ranked[0] if ranked else None))
    return judged
