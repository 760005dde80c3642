"""``house-edge mechanics`` of a game played against each other: one player without each mechanic, and other prices."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli import asked, output
from reports.cli.arms import read_points
from reports.cli.options import ChangeOptions, OutputOptions, Problems, WorkOptions, read_count
from reports.cli.pictures import read_picture, write_picture
from reports.cli.places import read_places
from reports.cli.plans import check_mechanics, command_line
from reports.cli.tournament import check_player
from reports.cli.years import read_base
from sim import registry

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.without_result import WithoutResult

KIND, COMMAND = "without", "mechanics"
#: Who won is kept of a chunk alone, but a person waits.
_MOST_GAMES = 2_000_000


def without(
    game: str,
    scenario: tuple[str, ...],
    players: tuple[str, ...],
    policy: str,
    mechanic: tuple[str, ...],
    games: str | None,
    margin: str | None,
    prices: bool,
    changes: ChangeOptions,
    work: WorkOptions,
    figure: str | None,
    out: OutputOptions,
) -> int:
    """Answer ``house-edge mechanics`` about a game played against each other."""
    problems = Problems()
    picture = problems.take(read_picture, figure) if figure else None
    question = read_question(problems, game, scenario, players, policy, mechanic, games, margin, prices, changes, work)
    problems.stop_if_any()
    assert question is not None
    return asked.tell(question.answer(out.quiet), question.command, show_without, _draw, picture, out)


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
        Who plays every seat.
    games : int
        Seeds of each seating.
    margin : float or None
        As typed.
    prices : bool
        Whether prices are moved as well.
    command : str
        The command that asks the same again.
    """

    base: Base
    scenarios: tuple[str, ...]
    only: tuple[str, ...]
    policy: str
    games: int
    margin: float | None
    prices: bool
    command: str

    def answer(self, quiet: bool) -> tuple[WithoutResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis import without as question
        from reports import without_text
        from reports.cli.progress import StepDisplay

        started, base = time.perf_counter(), self.base
        with StepDisplay(base.game.name, quiet) as display:
            result = question.one_without(
                base,
                self.scenarios,
                self.policy,
                self.games,
                only=self.only,
                prices=self.prices,
                margin=self.margin or question.MARGIN,
                progress=display.step,
            )
        return asked.stored(KIND, base, self.scenarios[0], self.command, started, result, without_text.answer(result))


def read_question(
    problems: Problems,
    game: str,
    scenarios: tuple[str, ...],
    players: tuple[str, ...],
    policy: str,
    only: tuple[str, ...],
    games: str | None,
    margin: str | None,
    prices: bool,
    changes: ChangeOptions,
    work: WorkOptions,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    from analysis.without import GAMES

    loaded = registry.load_game(game)
    number = GAMES if games is None else problems.take(read_count, games, "--games", _MOST_GAMES)
    share = problems.take(read_points, margin, "--margin") if margin else None
    if policy != "best":
        problems.take(check_player, loaded, policy)
    problems.take(check_mechanics, loaded, only)
    places = problems.take(read_places, scenarios, players, loaded)
    found = read_base(problems, game, places or (loaded.file.default_scenario,), changes, work, "")
    if found is None or number is None or problems.found:
        return None
    return question_of(found[0], found[1], policy, only, number, share, prices, changes)


def question_of(
    base: Base,
    scenarios: tuple[str, ...],
    policy: str,
    only: tuple[str, ...],
    games: int,
    margin: float | None,
    prices: bool,
    changes: ChangeOptions,
) -> Question:
    """Return the question with the command that asks it again."""
    from analysis.mechanics import BEST
    from analysis.skill import best_policy

    policy = best_policy(base.game) if policy == BEST else policy  # another may be best tomorrow
    typed = {"scenario": ",".join(scenarios), "policy": policy, "mechanic": only, "games": games}
    typed |= {"margin": None if margin is None else f"{100 * margin:g}pp", "no-prices": not prices}
    command = command_line(["house-edge", COMMAND, base.game.name], changes, **typed, seed=base.seed)
    return Question(base, scenarios, only, policy, games, margin, prices, command)


# --- telling ---------------------------------------------------------------------------------------------------------


def show_without(result: WithoutResult) -> None:
    """Print the answer, then the numbers behind it."""
    from reports import without_text

    first, *rest = without_text.answer(result)
    output.heading(first)
    for sentence in rest:
        output.say(sentence)
    for scenario in result.scenarios:
        _print_worths(result, scenario)
        _print_prices(result, scenario)
    output.say("")
    for name, reason in result.fixed_prices.items():
        output.say(f"{name}: not tried, {reason.rstrip('.')}.")
    for line in without_text.method(result):
        output.say(line)


def _title(result: WithoutResult, scenario: str, text: str) -> None:
    """Print the heading of a table; it names the scenario where there are several."""
    from reports import without_text

    where = f"{without_text.place(result, scenario)}: " if len(result.scenarios) > 1 else ""
    output.say("")
    output.heading(f"{where}{text}")


def _print_worths(result: WithoutResult, scenario: str) -> None:
    """Print a table a heading, a row a mechanic, the most valuable first."""
    from reports import without_text

    for group, found in without_text.grouped(result, scenario):
        _title(result, scenario, group or "What one player can do without")
        counted = any(one.times is not None for one in found)
        rows = []
        for one in found:
            numbers = [without_text.share(one.share), without_text.worth(one), without_text.interval(one)]
            numbers += [without_text.points(one.points), without_text.points_interval(one.points)]
            numbers += [without_text.share(one.touched)]
            shown = [""] * len(numbers) if one.verdict == "unused" else numbers
            shown += [without_text.times(one.times)] if counted else []
            rows.append([one.mechanic, *shown, without_text.verdict(one, result)])
        columns = ["forbidden to one", "wins", "worth", "95 % interval", "points", "95 % interval", "games touched"]
        columns += (["times a game"] if counted else []) + [""]
        output.table(columns, rows, right=range(1, len(columns) - 1))


def _print_prices(result: WithoutResult, scenario: str) -> None:
    """Print what dearer and cheaper things do."""
    from reports import without_text

    found = [one for one in result.prices if one.scenario == scenario and not without_text.without_effect(one)]
    if found:
        _title(result, scenario, "Another price for everybody")
        counted = any(one.times is not None for one in found)
        rows = []
        for one in found:
            row = [one.mechanic, f"{without_text.price(one.before)} -> {without_text.price(one.value)}"]
            row += [without_text.times(one.times_before), without_text.change(one.times)] if counted else []
            row += [without_text.points(one.points), without_text.points_interval(one.points)]
            rows.append([*row, without_text.points(one.length)])
        columns = ["thing", "price", *(["times a game", "changes by"] if counted else [])]
        columns += ["points", "95 % interval", result.length_label[:1].lower() + result.length_label[1:]]
        output.table(columns, rows, right=range(1, len(columns)))
    if without_text.no_effect(result, scenario):
        output.say(without_text.no_effect(result, scenario))


def _draw(result: WithoutResult, path: Path, command: str) -> None:
    from reports.figures import without as picture

    write_picture(path, lambda file: picture.write(result, file, command))
