"""``house-edge ladder`` of a game played against each other: policies against policies at every seat, with ratings."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import words
from reports.cli import asked, output
from reports.cli.arms import read_points
from reports.cli.options import ChangeOptions, OutputOptions, Problems, WorkOptions, read_count
from reports.cli.pictures import read_picture, write_picture
from reports.cli.places import read_places
from reports.cli.plans import command_line, unknown_policies
from reports.cli.years import read_base
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.proportions import Estimate
    from analysis.tournament_result import Field, TournamentResult

KIND, COMMAND = "tournament", "ladder"
#: Who won is kept of a chunk alone, but a person waits.
_MOST_GAMES = 2_000_000


def tournament(
    game: str,
    scenario: tuple[str, ...],
    players: tuple[str, ...],
    policy: tuple[str, ...],
    games: str | None,
    margin: str | None,
    changes: ChangeOptions,
    work: WorkOptions,
    figure: str | None,
    out: OutputOptions,
    unfit: tuple[str, ...] = (),
) -> int:
    """Answer ``house-edge ladder`` about a game played against each other; ``unfit`` are options it does not take."""
    problems = Problems()
    problems.found += [f"{name} is about games of one team; leave it out." for name in unfit]
    picture = problems.take(read_picture, figure) if figure else None
    question = read_question(problems, game, scenario, players, policy, games, margin, changes, work)
    problems.stop_if_any()
    assert question is not None
    return asked.tell(question.answer(out.quiet), question.command, show_tournament, _draw, picture, out, blank=True)


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes
    ----------
    base : Base
        Game, house rules, seed, workers.
    scenarios, policies : tuple of str
        Where, and who plays; no policies for the game's rungs.
    games : int
        Seeds of each seating.
    margin : float or None
        As typed.
    command : str
        The command that asks the same again.
    """

    base: Base
    scenarios: tuple[str, ...]
    policies: tuple[str, ...]
    games: int
    margin: float | None
    command: str

    def answer(self, quiet: bool) -> tuple[TournamentResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis import tournament as question
        from reports import tournament_text
        from reports.cli.progress import StepDisplay

        started, base = time.perf_counter(), self.base
        with StepDisplay(base.game.name, quiet) as display:
            result = question.tournament(
                base,
                self.scenarios,
                self.policies,
                self.games,
                margin=self.margin or question.MARGIN,
                progress=display.step,
            )
        return asked.stored(
            KIND, base, self.scenarios[0], self.command, started, result, tournament_text.answer(result)
        )


def read_question(
    problems: Problems,
    game: str,
    scenarios: tuple[str, ...],
    players: tuple[str, ...],
    policies: tuple[str, ...],
    games: str | None,
    margin: str | None,
    changes: ChangeOptions,
    work: WorkOptions,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    from analysis.tournament import GAMES

    loaded = registry.load_game(game)
    number = GAMES if games is None else problems.take(read_count, games, "--games", _MOST_GAMES)
    share = problems.take(read_points, margin, "--margin") if margin else None
    for name in policies:
        problems.take(check_player, loaded, name)
    if len(set(policies)) == 1:
        problems.found.append("--policy: a tournament has at least two policies; name another.")
    places = problems.take(read_places, scenarios, players, loaded)
    found = read_base(problems, game, places or (loaded.file.default_scenario,), changes, work, "")
    if found is None or number is None or problems.found:
        return None
    return question_of(found[0], found[1], policies, number, share, changes)


def check_player(game: registry.Game, text: str) -> None:
    """Refuse what cannot take any seat by itself.

    Raises
    ------
    BadInput
        If it is no policy, or a whole table of them.
    """
    from sim.policy import parse_team

    if "+" in text:
        raise BadInput(f"--policy {text}: names a whole table; here each policy takes every seat in turn, so name one.")
    unknown = unknown_policies(game, text)
    if unknown:
        raise BadInput(unknown)
    parse_team(game, text)


def question_of(
    base: Base,
    scenarios: tuple[str, ...],
    policies: tuple[str, ...],
    games: int,
    margin: float | None,
    changes: ChangeOptions,
) -> Question:
    """Return the question with the command that asks it again."""
    typed = {"scenario": ",".join(scenarios), "policy": policies, "games": games}
    typed |= {"margin": None if margin is None else f"{100 * margin:g}pp"}
    command = command_line(["house-edge", COMMAND, base.game.name], changes, **typed, seed=base.seed)
    return Question(base, scenarios, policies, games, margin, command)


# --- telling ---------------------------------------------------------------------------------------------------------


def show_tournament(result: TournamentResult) -> None:
    """Print the answer, then the numbers behind it."""
    from reports import tournament_text

    first, *rest = tournament_text.answer(result)
    output.heading(first)
    for sentence in rest:
        output.say(sentence)
    for found in result.fields.values():
        _print_standings(result, found)
        _print_matrix(result, found)
        _print_to_lead(result, found)
        _print_seats(result, found)
    output.say("")
    for line in tournament_text.method(result):
        output.say(line)


def _title(result: TournamentResult, found: Field, text: str) -> None:
    """Print the heading of a table; it names the scenario where there are several."""
    from reports import tournament_text

    place = f"{tournament_text.place(result, found.scenario)}: " if len(result.fields) > 1 else ""
    output.say("")
    output.heading(f"{place}{text}")


def _print_standings(result: TournamentResult, found: Field) -> None:
    """Print who stands where."""
    from reports import tournament_text

    _title(result, found, f"Who plays best ({words.part(found.equal)} of the victories would be equal)")
    several = any(one.mixed_share is not None for one in found.standings.values())
    rows = []
    for name, one in found.standings.items():
        row = [str(one.rank), name, tournament_text.rating(one.rating), tournament_text.rating_interval(one.rating)]
        row += [tournament_text.share(one.share), words.number(one.points.estimate, one.points.standard_error)]
        row += [_share(one.mixed_share)] if several else []
        rows.append(row)
    columns = ["", "policy", "rating", "95 % interval", "victories", "points"]
    columns += ["all different"] if several else []
    output.table(columns, rows, right=(0, *range(2, len(columns))))


def _share(found: Estimate | None) -> str:
    from reports import tournament_text

    return "" if found is None else tournament_text.share(found)


def _print_matrix(result: TournamentResult, found: Field) -> None:
    """Print what one player of the row wins among players of the column, and by how many points."""
    from reports import tournament_text

    among = "against" if len(found.seats) == 2 else "among"
    _title(result, found, f"Victories of one player of the row {among} players of the column")
    ranked = list(found.standings)
    rows = [
        [one, *("" if one == other else tournament_text.cell(found.duels[one, other], found.equal) for other in ranked)]
        for one in ranked
    ]
    output.table(["", *ranked], rows, right=range(1, len(ranked) + 1))
    _title(result, found, "Points ahead of the others at the table")
    rows = [
        [one, *("" if one == other else tournament_text.ahead(found.duels[one, other]) for other in ranked)]
        for one in ranked
    ]
    output.table(["", *ranked], rows, right=range(1, len(ranked) + 1))


def _print_to_lead(result: TournamentResult, found: Field) -> None:
    """Print how many games it takes to see who is better."""
    from reports import tournament_text

    ranked = list(found.standings)
    cells = {(a, b): tournament_text.to_lead(found, a, b) for a in ranked for b in ranked if a != b}
    if any(cells.values()):
        _title(result, found, "Games at one table until the row has won more often than the column (nine in ten)")
        rows = [[one, *(cells.get((one, other), "") for other in ranked)] for one in ranked]
        shown = [row for row in rows if any(row[1:])]
        output.table(["", *ranked], shown, right=range(1, len(ranked) + 1))


def _print_seats(result: TournamentResult, found: Field) -> None:
    """Print every duel by the seat of the one player."""
    from reports import tournament_text

    _title(result, found, "Victories of the one player by seat")
    ranked = list(found.standings)
    among = "against" if len(found.seats) == 2 else "among"
    rows = [
        [f"{one} {among} {other}", *(tournament_text.share(found.duels[one, other].by_seat[s]) for s in found.seats)]
        for one in ranked
        for other in ranked
        if one != other
    ]
    output.table(["", *found.seats], rows, right=range(1, len(found.seats) + 1))


def _draw(result: TournamentResult, path: Path, command: str) -> None:
    from reports.figures import tournament as picture

    write_picture(path, lambda file: picture.write(result, file, command))
