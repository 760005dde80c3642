"""What ``house-edge advise`` is asked: which position, who plays on, how often."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from reports.cli.options import (
    GAMES_LIMIT,
    HOW,
    PLAYED,
    SHOWN,
    Problems,
    RuleOptions,
    WorkOptions,
    option,
    read_count,
)
from reports.cli.plans import Request, read_request, read_team
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.moments import Asked, PlayedGame, Turn
    from sim.policy import Seat

EXAMPLE = "house-edge advise opulent --scenario 1922 --seed 7 --game 41 --turn 5.manager"
FILE_EXAMPLE = "house-edge advise opulent table.toml"
DEFAULT_ROLLOUTS, DEFAULT_WORST, MOST_ROLLOUTS, MOST_TURNS = "5000", "10", 10_000_000, 1_000_000


@Parameter(name="*")
@dataclass(frozen=True)
class PlaceOptions:
    """Which position of which game."""

    game: Annotated[str | None, option("Which game of the seed, from 0 [default: 0].", "NUMBER", PLAYED, "--game")] = (
        None
    )
    turn: Annotated[
        str | None,
        option("Which turn: its number from 1, or ROUND.SEAT such as 5.manager; 0 is the set-up.", "TURN", PLAYED),
    ] = None
    decision: Annotated[
        str | None,
        option("Which decision of the turn: its number from 1, or its name [default: the first].", "DECISION", PLAYED),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True)
class EffortOptions:
    """How much is played."""

    rollouts: Annotated[
        str | None, option(f"Futures of each choice at most [default: {DEFAULT_ROLLOUTS}].", "NUMBER", HOW)
    ] = None
    worst: Annotated[
        str | None,
        option(f"Without --turn: how many choices of the game are looked at closely [default: {DEFAULT_WORST}].",
               "NUMBER", HOW),
    ] = None  # fmt: skip
    write: Annotated[str | None, option("Write the position as a file that advise reads.", "FILE", SHOWN)] = None
    force: Annotated[bool, option("Replace the file of --write if it exists.", None, SHOWN)] = False


NO_PLACE, USUAL_EFFORT = PlaceOptions(), EffortOptions()


@dataclass(frozen=True)
class Wanted:
    """What was asked, read and checked.

    Attributes
    ----------
    request : Request
        Game, rules, who played and the seed.
    index : int
        Which game of the seed.
    then : tuple of Seat
        Who plays on.
    then_label : str
        The same as typed.
    rollouts, worst : int
        How much is played.
    """

    request: Request
    index: int
    then: tuple[Seat, ...]
    then_label: str
    rollouts: int
    worst: int


def read_wanted(
    problems: Problems,
    game: str | None,
    policy: str | None,
    then: str | None,
    place: PlaceOptions,
    effort: EffortOptions,
    rules: RuleOptions,
    work: WorkOptions,
) -> Wanted | None:
    """Read what is asked about a game that was played; mistakes are noted in ``problems`` and give None."""
    index = problems.take(read_count, place.game or "0", "--game", GAMES_LIMIT, 0)
    rollouts = problems.take(read_count, effort.rollouts or DEFAULT_ROLLOUTS, "--rollouts", MOST_ROLLOUTS)
    worst = problems.take(read_count, effort.worst or DEFAULT_WORST, "--worst", MOST_TURNS)
    if place.turn is not None:
        problems.take(check_turn, place.turn)
        if effort.worst is not None:
            problems.found.append("--worst is about a whole game: leave --turn out.")
    else:
        if place.decision is not None:
            problems.found.append("--decision is one of a turn: say which, for example --turn 5.manager.")
        if effort.write is not None:
            problems.found.append("--write takes the position of a turn: say which, for example --turn 5.manager.")
    if effort.force and effort.write is None:
        problems.found.append("--force goes with --write FILE.")
    request = read_request(problems, game, rules, work, policy, EXAMPLE)
    loaded = registry.games().get(game or "")
    if loaded is not None and then is None and not problems.found:
        then = best_player(loaded, policy)
    team = problems.take(_read_then, loaded, then, request) if loaded is not None and then else None
    if request is None or index is None or rollouts is None or worst is None or (then and team is None):
        return None
    return Wanted(request, index, team or request.plan.team, then or request.policy, rollouts, worst)


def _read_then(game: registry.Game, text: str, request: Request | None) -> tuple[Seat, ...]:
    """Return who plays on; as many as there are seats, or one for all."""
    team = read_team(game, text)
    if request is None:
        return team
    from sim.seating import team_at

    try:
        return team_at(game, request.plan.rules, text)
    except BadInput as error:
        raise BadInput([problem.replace("--policy names", "--then names") for problem in error.problems]) from None


def best_player(game: registry.Game, otherwise: str | None = None) -> str:
    """Return who plays on unless somebody is named: the most skilled policy of the game that does not look ahead.

    Parameters
    ----------
    otherwise : str, optional
        Who does if the game ranks nobody; the game's default policy if left out.
    """
    from sim.policy import load_declaration

    ranked = (name for name in reversed(game.file.rungs) if not load_declaration(game, name).looks_ahead)
    return next(ranked, otherwise or game.file.default_policy)


def check_turn(text: str) -> tuple[int, str]:
    """Return the number and the seat of ``--turn``: 20 or 5.manager; the seat is "" if only a number is given.

    Raises
    ------
    BadInput
        If it is neither.
    """
    match = re.fullmatch(r"(\d{1,7})(?:\.([A-Za-z][\w-]*))?", text.strip())
    if match is None:
        raise BadInput(f"--turn takes a number such as 20, or ROUND.SEAT such as 5.manager, not '{text}'.")
    return int(match[1]), (match[2] or "").lower()


def find_turn(played: PlayedGame, seats: list[str], text: str) -> Turn:
    """Return the turn of ``--turn``.

    Raises
    ------
    BadInput
        If the game has no such turn.
    """
    number, seat = check_turn(text)
    last = played.turns[-1]
    if not seat:
        if number < len(played.turns):
            return played.turns[number]
        raise BadInput(f"--turn {text}: this game has {last.number} turns{_rounds(last)}.")
    if seat not in seats:
        raise BadInput(f"--turn {text}: there is no seat '{seat}'.{nearest(seat, seats)}")
    found = [turn for turn in played.turns if turn.round == number and turn.seat == seat]
    if not found:
        raise BadInput(f"--turn {text}: {seat} has no turn in round {number}; this game has {last.number} turns"
                       f"{_rounds(last)}.")  # fmt: skip
    return found[0]


def _rounds(last: Turn) -> str:
    return f" in {last.round} rounds" if last.round else ""


def find_decision(played: PlayedGame, turn: Turn, text: str | None) -> Asked:
    """Return the decision of ``--decision``: by number, or the first of a name; without a text the first.

    Raises
    ------
    BadInput
        If the turn has no such decision.
    """
    if not turn.asked:
        near = [other.number for other in played.turns if other.asked]
        after = [number for number in near if number > turn.number][:1]
        before = [number for number in near if number < turn.number][-1:]
        raise BadInput(
            f"nothing is decided in turn {turn.number}: there was never more than one legal choice."
            f" The nearest turns with a decision: {', '.join(map(str, before + after)) or 'none'}."
        )
    if text is None:
        return turn.asked[0]
    names = list(dict.fromkeys(asked.name for asked in turn.asked))
    if text in names:
        return next(asked for asked in turn.asked if asked.name == text)
    if not text.strip().isdigit():
        close = nearest(text, names)
        meant = close if "Did you mean" in close else ""
        raise BadInput(f"--decision {text}: turn {turn.number} decides {', '.join(names)}.{meant}")
    number = read_count(text, "--decision", MOST_TURNS)
    if number > len(turn.asked):
        raise BadInput(f"--decision {text}: turn {turn.number} has {len(turn.asked)} decisions.")
    return turn.asked[number - 1]


def read_position_target(text: str, force: bool) -> Path:
    """Return the file of ``--write``; nothing is written yet.

    Raises
    ------
    BadInput
        If it cannot be written, or exists and may not be replaced.
    """
    from reports.cli.options import read_new_file

    path = read_new_file(text, "--write")
    if path.suffix != ".toml":
        raise BadInput(f"--write {text}: a position file ends in .toml.")
    if path.exists() and not force:
        raise BadInput(f"--write {text}: exists already. Name another file, or replace it with --force.")
    return path
