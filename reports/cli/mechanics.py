"""``house-edge mechanics``: what is each mechanic of a game worth to the best player there is?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli import asked, output
from reports.cli.arms import read_points
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    HOW,
    NO_CHANGES,
    PLAYED,
    SHOWN,
    ChangeOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    option,
    read_count,
    switch,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.places import Places, Tables, read_places
from reports.cli.plans import check_mechanics, command_line, read_team
from reports.cli.years import read_base
from sim import registry

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.difficulty import DifficultyResult
    from analysis.mechanics import MechanicsResult

EXAMPLE = "house-edge mechanics opulent --scenario 1924"
KIND = "mechanics"
#: Who won is kept of a chunk alone, but a person waits.
_MOST_GAMES = 10_000_000
_GAMES = "10000"


def mechanics(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    scenario: Places = (),
    policy: Annotated[
        str, option("Who plays [default: best, the highest rung that does not look ahead].", "NAME", PLAYED)
    ] = "best",
    mechanic: Annotated[
        tuple[str, ...], option("Only this one; may be repeated [default: all the game declares].", "NAME", PLAYED)
    ] = (),
    games: Annotated[
        str | None,
        option("Games of each arm [default: 10000]; against each other, of each seating [1200].", "NUMBER", PLAYED),
    ] = None,
    players: Tables = (),
    no_prices: Annotated[bool, switch("Against each other: leave the prices of things as they are.", PLAYED)] = False,
    margin: Annotated[
        str | None, option("A worth up to this is nothing [default: 1pp; against each other 2pp].", "SIZE", HOW)
    ] = None,
    changes: ChangeOptions = NO_CHANGES,
    work: WorkOptions = DEFAULT_WORK,
    figure: Annotated[str | None, option("What each is worth, .png or .svg.", "FILE", SHOWN)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Forbid one mechanic at a time, play the same games again, and say how many fewer are won.

    All intervals hold together; "worth nothing" is a statement with a margin; a mechanic without which no game went
    otherwise was never used. The policy is not made anew for the game without it: docs/mechanics.md.

    Of a game played against each other: one player must do without, at every seat in turn, among others who need not;
    and things are dearer or cheaper for all. Where it is [default: the game's first choice].
    """
    if game in registry.games() and registry.load_game(game).file.competitive:
        from reports.cli.without import without

        return without(
            game, scenario, players, policy, mechanic, games, margin, not no_prices, changes, work, figure, out
        )
    problems = Problems()
    picture = problems.take(read_picture, figure) if figure else None
    if players and game in registry.games():
        problems.take(read_places, (), players, registry.load_game(game))
    if no_prices:
        problems.found.append("--no-prices is about games played against each other; leave it out.")
    question = read_question(problems, game, scenario, policy, mechanic, games or _GAMES, margin, changes, work)
    problems.stop_if_any()
    assert question is not None
    return asked.tell(question.answer(out.quiet), question.command, show_mechanics, _draw, picture, out)


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes
    ----------
    base : Base
        Game, house rules, seed, workers.
    scenarios, only : tuple of str
        Where, and which mechanics; none for all.
    policy : str
        Who plays.
    games : int
        Games of each arm.
    margin : float or None
        As typed.
    command : str
        The command that asks the same again.
    """

    base: Base
    scenarios: tuple[str, ...]
    only: tuple[str, ...]
    policy: str
    games: int
    margin: float | None
    command: str

    def answer(self, quiet: bool) -> tuple[MechanicsResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis import mechanics as question
        from reports import mechanics_text
        from reports.cli.progress import StepDisplay

        started, base = time.perf_counter(), self.base
        with StepDisplay(base.game.name, quiet) as display:
            result = question.mechanics(
                base,
                self.scenarios,
                self.policy,
                self.games,
                only=self.only,
                margin=self.margin or question.MARGIN,
                progress=display.step,
            )
        return asked.stored(KIND, base, self.scenarios[0], self.command, started, result, mechanics_text.answer(result))


def read_question(
    problems: Problems,
    game: str | None,
    scenarios: tuple[str, ...],
    policy: str,
    only: tuple[str, ...],
    games: str,
    margin: str | None,
    changes: ChangeOptions,
    work: WorkOptions,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    number = problems.take(read_count, games, "--games", _MOST_GAMES)
    share = problems.take(read_points, margin, "--margin") if margin else None
    found = read_base(problems, game, scenarios, changes, work, EXAMPLE)
    if game in registry.games():
        loaded = registry.load_game(game)
        if policy != "best":
            problems.take(read_team, loaded, policy)
        problems.take(check_mechanics, loaded, only)
    if found is None or number is None or problems.found:
        return None
    return question_of(found[0], found[1], policy, only, number, share, changes)


def question_of(
    base: Base,
    scenarios: tuple[str, ...],
    policy: str,
    only: tuple[str, ...],
    games: int,
    margin: float | None,
    changes: ChangeOptions,
) -> Question:
    """Return the question with the command that asks it again."""
    from analysis.mechanics import BEST
    from analysis.skill import best_policy

    policy = best_policy(base.game) if policy == BEST else policy  # another may be best tomorrow
    some = () if set(scenarios) == set(base.game.scenarios) else (",".join(scenarios),)
    size = None if margin is None else f"{100 * margin:g}pp"
    typed = {"scenario": some, "policy": policy, "mechanic": only, "games": games, "margin": size}
    command = command_line(["house-edge", KIND, base.game.name], changes, **typed, seed=base.seed)
    return Question(base, scenarios, only, policy, games, margin, command)


def stored_for(found: DifficultyResult) -> tuple[MechanicsResult, str] | None:
    """Return the newest answer about its scenarios under the rules and sources of a result, and its command."""
    from analysis.mechanics import MechanicsResult
    from reports.cli.findings import about_all_of, newest_like

    return newest_like(found, KIND, MechanicsResult.from_json, about_all_of(found))


# --- telling ---------------------------------------------------------------------------------------------------------


def show_mechanics(result: MechanicsResult) -> None:
    """Print the answer, then the numbers behind it."""
    from reports import mechanics_text

    first, *rest = mechanics_text.answer(result)
    output.heading(first)
    for sentence in rest:
        output.say(sentence)
    output.say("")
    _print_worths(result)
    if len(result.scenarios) > 1:
        output.say("")
        output.heading(f"By {result.game.file.scenario_word}, in percentage points")
        _print_by_scenario(result)
    output.say("")
    for line in mechanics_text.method(result):
        output.say(line)


def _print_worths(result: MechanicsResult) -> None:
    """Print a row a mechanic, the most valuable first, over the mean of all scenarios."""
    from reports import comparing, mechanics_text

    rows = []
    for name in result.mechanics:
        found = result.worths[name, result.place]
        rows.append(
            [
                name,
                comparing.side(found.without, "share"),
                mechanics_text.points(found),
                mechanics_text.interval(found),
                mechanics_text.touched(found),
                mechanics_text.verdict(found, result),
            ]
        )
    output.table(["forbidden", "won without", "worth", "95 % interval", "games touched", ""], rows, right=(1, 2, 3, 4))


def _print_by_scenario(result: MechanicsResult) -> None:
    from reports import mechanics_text

    rows = [
        [name, *(mechanics_text.cell(result.worths[name, scenario]) for scenario in result.scenarios)]
        for name in result.mechanics
    ]
    columns = ["forbidden", *(mechanics_text.place(result, name) for name in result.scenarios)]
    output.table(columns, rows, right=range(1, len(columns)))
    output.say(mechanics_text.LEGEND)


def _draw(result: MechanicsResult, path: Path, command: str) -> None:
    from reports.figures import mechanics as picture

    write_picture(path, lambda file: picture.write(result, file, command))
