"""``house-edge sensitivity``: do the conclusions survive the assumptions?"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.beliefs import read_belief, read_beliefs
from reports.cli.measures import MEASURE_HELP, read_measure
from reports.cli.options import (
    DEFAULT_OUTPUT,
    NO_CHANGES,
    PLAYED,
    SHOWN,
    ChangeOptions,
    OutputOptions,
    Problems,
    need,
    option,
    read_assignments,
    read_count,
    read_jobs,
    read_seed,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.plans import command_line, read_cards, tell_conflicts
from sim import registry
from sim.api import scenario_for_players
from sim.errors import BadInput, Interrupted
from sim.params import nearest

if TYPE_CHECKING:
    from analysis.study_plan import StudyPlan
    from analysis.study_question import Question
    from analysis.study_result import Study
    from reports.cli.progress import StepDisplay
    from sim.params import RuleSet

__all__ = ["read_belief", "read_duration", "sensitivity"]

EXAMPLE = "house-edge sensitivity opulent"
ALL = "all"
SOURCES = ("assumed", "inferred", "ruling")
DEFAULT_BUDGET = "3m"
_SHORTEST, _LONGEST = 1.0, 7 * 86_400.0
_MOST_TRAJECTORIES, _MOST_SAMPLES, _MOST_GAMES = 1000, 8192, 20_000


def sensitivity(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    scenario: Annotated[
        tuple[str, ...],
        option(
            "One of them only, or all; may be repeated [default: all; played against each other: the usual one].",
            "NAME",
            PLAYED,
        ),
    ] = (),
    players: Annotated[
        str | None, option("The same scenarios for so many players, where a game has them.", "NUMBER", PLAYED)
    ] = None,
    measure: Annotated[str | None, option(MEASURE_HELP, "NAME", PLAYED)] = None,
    policy: Annotated[str | None, option("Whose games [default: the game's own].", "NAME", PLAYED)] = None,
    source: Annotated[
        tuple[str, ...],
        option(
            "What is doubted: assumed, inferred, ruling, joined by commas [default: all three].", "NAME,...", PLAYED
        ),
    ] = (),
    changes: ChangeOptions = NO_CHANGES,
    believe: Annotated[
        tuple[str, ...],
        option(
            "A win rate you have seen, such as 1920=70% or 1920=70%+-3 (or a value of the measure); may be repeated.",
            "NAME=SHARE",
            PLAYED,
        ),
    ] = (),
    budget: Annotated[
        str | None,
        option("Time to play, such as 90s, 5m or 2h; it chooses the three sizes below [default: 3m].", "TIME"),
    ] = None,
    trajectories: Annotated[str | None, option("Of the screening, at least 2.", "NUMBER")] = None,
    samples: Annotated[
        str | None, option("Of the Sobol design, a power of two; judged in twice as many sets.", "NUMBER")
    ] = None,
    games: Annotated[str | None, option("Of each win rate in a design.", "NUMBER")] = None,
    seed: Annotated[str | None, option("Drawn and printed if left out.", "NUMBER")] = None,
    jobs: Annotated[str | None, option("Threads at work [default: one a core].", "NUMBER")] = None,
    figure: Annotated[str | None, option("Write a picture of it, .png or .svg.", "FILE", SHOWN)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Move every assumption through its range, alone and all together, and say which conclusions that leaves standing.

    The result is a function of --trajectories, --samples, --games and --seed; --budget only chooses the first three.
    Of a game played against each other it asks what they do to the points a player, or to another --measure, whether
    the first player wins more than an equal part, and which policy beats which.
    """
    problems = Problems()
    size = _read_size(problems, budget, trajectories, samples, games)
    picture = problems.take(read_picture, figure) if figure else None
    where = _Where(scenario, players, measure)
    asked = _read_question(problems, game, where, policy, source, changes, believe, seed, jobs)
    problems.stop_if_any()
    assert asked is not None and size is not None
    return _answer(asked, size, picture, out)


# --- what was typed --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Size:
    """How much is to be played, as typed: seconds, and what is given already."""

    budget: float
    trajectories: int | None
    samples: int | None
    games: int | None


@dataclass(frozen=True)
class _Where:
    """What is played and measured, as typed."""

    scenario: tuple[str, ...]
    players: str | None
    measure: str | None


@dataclass(frozen=True)
class _Asked:
    """The question, with what is needed to repeat it."""

    question: Question
    resolved: RuleSet
    changes: ChangeOptions
    scenarios: tuple[str, ...]
    sources: tuple[str, ...]
    believe: tuple[str, ...]

    def command(self, plan: StudyPlan) -> str:
        """Return the command line that gives the same result again."""
        question = self.question
        return command_line(
            ["house-edge", "sensitivity", question.base.game.name],
            self.changes,
            scenario=self.scenarios or ALL,
            measure=question.measure or None,
            policy=question.policy,
            source=",".join(self.sources) if self.sources != SOURCES else None,
            believe=self.believe,
            trajectories=plan.trajectories,
            samples=plan.samples,
            games=plan.games,
            seed=question.base.seed,
        )


def _read_size(
    problems: Problems, budget: str | None, trajectories: str | None, samples: str | None, games: str | None
) -> _Size | None:
    before = len(problems.found)
    seconds = problems.take(read_duration, budget or DEFAULT_BUDGET, "--budget")
    r = problems.take(read_count, trajectories, "--trajectories", _MOST_TRAJECTORIES, 2) if trajectories else None
    n = problems.take(read_count, samples, "--samples", _MOST_SAMPLES, 8) if samples else None
    g = problems.take(read_count, games, "--games", _MOST_GAMES, 10) if games else None
    if n is not None and n & (n - 1):
        lower = 1 << (n.bit_length() - 1)
        problems.found.append(f"--samples takes a power of two, such as {lower} or {2 * lower}, not {n}.")
    if budget is not None and r and n and g:
        problems.found.append("--budget has nothing to choose: --trajectories, --samples and --games are given.")
    return _Size(seconds, r, n, g) if seconds is not None and len(problems.found) == before else None


def read_duration(text: str, option_name: str) -> float:
    """Return seconds typed as ``90s``, ``5m``, ``2h`` or ``1h30m``.

    Raises
    ------
    BadInput
        If it is none of these, or too short or too long to be meant.
    """
    match = re.fullmatch(
        r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m(?:in)?)?(?:(\d+(?:\.\d+)?)s)?", text.strip().lower()
    )
    if match is None or not any(match.groups()):
        raise BadInput(f"{option_name} takes a time such as 90s, 5m or 2h, not '{text}'.")
    seconds = sum(float(part or 0) * unit for part, unit in zip(match.groups(), (3600, 60, 1), strict=True))
    if not _SHORTEST <= seconds <= _LONGEST:
        raise BadInput(f"{option_name} takes a time from 1s to 168h, not {text}.")
    return seconds


def _read_question(
    problems: Problems,
    game: str | None,
    where: _Where,
    policy: str | None,
    source: tuple[str, ...],
    changes: ChangeOptions,
    believe: tuple[str, ...],
    seed: str | None,
    jobs: str | None,
) -> _Asked | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, game, "the game", EXAMPLE)
    loaded = problems.take(registry.load_game, name) if name else None
    number = problems.take(read_seed, seed)
    workers = problems.take(read_jobs, jobs)
    rules = problems.take(read_assignments, changes.rule) or {}
    sources = problems.take(_read_sources, source)
    if loaded is None:
        return None
    metric = problems.take(read_measure, loaded, where.measure)
    beliefs = read_beliefs(problems, believe, metric is None or metric.is_share)
    cards = (problems.take(read_cards, loaded, changes.cards) if changes.cards else None) or {}
    scenarios = problems.take(_read_scenarios, loaded, where.scenario, where.players)
    player = problems.take(_read_policy, loaded, policy or loaded.file.default_policy)
    resolved = problems.take(registry.resolve, loaded, None, changes.variant, rules, cards)
    problems.found += [
        f"--believe: {loaded.name} has no scenario '{b.scenario}'.{nearest(b.scenario, loaded.scenarios)}"
        for b in beliefs
        if b.scenario not in loaded.scenarios
    ]
    if problems.found or scenarios is None or player is None or resolved is None or sources is None:
        return None
    assert number is not None and workers is not None
    from analysis.arms import Base
    from analysis.study_question import Question

    base = Base(loaded, number, changes.variant, rules, cards, workers)
    for each in scenarios or loaded.scenarios:
        problems.take(base.resolve, each)
    if problems.found:
        return None
    played = scenarios or tuple(loaded.scenarios)
    for each in played:
        problems.take(read_measure, loaded, where.measure, loaded.seats_in_play(base.resolve(each)))
    if problems.found:
        return None
    question = problems.take(Question.of, base, played, player, sources, beliefs, where.measure or "")
    if question is None:
        return None
    tell_conflicts(resolved)
    return _Asked(question, resolved, changes, scenarios, sources, believe)


def _read_scenarios(game: registry.Game, typed: Sequence[str], players: str | None = None) -> tuple[str, ...]:
    """Return the scenarios typed, in the order of the game; empty for all.

    Of a game played against each other the usual one unless typed, and ``all`` are those for one number of players: a
    seat's share of the wins at tables of two and of four has no meaning together.
    """
    chosen = _read_names(game, typed)
    if not game.file.competitive and players is None:
        return chosen
    usual = game.file.default_scenario
    problems = Problems()
    named = [usual] if not typed else list(chosen)
    if players is not None:
        usual = problems.take(scenario_for_players, game, None, players) or usual
        named = [problems.take(scenario_for_players, game, name, players) or name for name in named]
    problems.stop_if_any()
    if ALL in typed:
        count = game.scenarios[usual].get("players")
        named = [name for name, entry in game.scenarios.items() if entry.get("players") == count]
    return tuple(name for name in game.scenarios if name in named)


def _read_names(game: registry.Game, typed: Sequence[str]) -> tuple[str, ...]:
    """Return the scenarios typed, in the order of the game; empty for all."""
    unknown = [name for name in typed if name not in game.scenarios and name != ALL]
    if unknown:
        raise BadInput([f"{game.name} has no scenario '{n}'.{nearest(n, [ALL, *game.scenarios])}" for n in unknown])
    if ALL in typed or set(typed) == set(game.scenarios):
        return ()
    return tuple(name for name in game.scenarios if name in typed)


def _read_policy(game: registry.Game, name: str) -> str:
    known = registry.policy_files(game)
    if name in known or (name.endswith(".py") and Path(name).is_file()):
        return name
    if name.endswith(".py"):
        raise BadInput(f"--policy {name}: there is no such file.")
    if "+" in name or ":" in name:
        raise BadInput(f"--policy {name}: the assumptions are tried under one policy of every seat, by name or file.")
    raise BadInput(f"{game.name} has no policy '{name}'.{nearest(name, known)}")


def _read_sources(typed: Sequence[str]) -> tuple[str, ...]:
    """Return the sources typed, in the order of `SOURCES`."""
    named = [word.strip() for text in typed for word in text.split(",")]
    unknown = [word for word in named if word not in SOURCES]
    if unknown:
        raise BadInput([f"--source: nothing is '{word}'.{nearest(word, SOURCES)}" for word in unknown])
    return tuple(name for name in SOURCES if name in named) or SOURCES


# --- the answer ------------------------------------------------------------------------------------------------------


def _answer(asked: _Asked, size: _Size, picture: Path | None, out: OutputOptions) -> int:
    from analysis.shelf import Shelf
    from analysis.study import study
    from reports.cli.progress import StepDisplay
    from reports.cli.runs import runs_folder

    started = time.perf_counter()
    game = asked.question.base.game
    with StepDisplay(game.name, out.quiet) as display:
        plan = _plan(asked, size, display, out.quiet)
        command = asked.command(plan)
        with Shelf(runs_folder() / ".stretches", game.name, game.digest()) as shelf:
            try:
                found = study(asked.question, plan, shelf=shelf, progress=display.step)
            except (KeyboardInterrupt, Interrupted):
                output.note(f"\nStopped. What was played is kept; to go on from there: {command}")
                return Interrupted.exit_code
    body = _body(asked, found, command, time.perf_counter() - started)
    from reports.cli import findings

    folder = findings.store(body)
    if picture is not None:
        _write_picture(found, picture)
    if out.json:
        output.print_json(body)
        return 0
    from reports.cli.study_text import show_study

    show_study(found)
    output.say("")
    output.say(f"Took {words.duration(time.perf_counter() - started)}. The same again: {command}")
    output.say(f"Stored in {folder}" + (f"; picture: {picture}" if picture else ""))
    return 0


def _plan(asked: _Asked, size: _Size, display: StepDisplay, quiet: bool) -> StudyPlan:
    """Return the size of the study: as typed, or as large as the budget allows on this machine."""
    from analysis.pace import measure
    from analysis.study_plan import StudyPlan, choose

    if size.trajectories and size.samples and size.games:
        return StudyPlan(size.trajectories, size.samples, size.games)
    pace, counts = measure(asked.question, progress=display.step), asked.question.counts()
    plan = choose(size.budget, counts, pace, size.trajectories, size.samples, size.games)
    game = asked.question.base.game
    if not quiet:
        output.note(
            f"{words.duration(size.budget)} are enough here for {plan.trajectories} trajectories, {plan.samples}"
            f" samples and {plan.games} games a {'set' if game.file.competitive else 'win rate'}: about"
            f" {words.duration(plan.seconds(counts, pace))}."
            f" Again the same: {asked.command(plan)}"
        )
    return plan


def _body(asked: _Asked, found: Study, command: str, seconds: float) -> dict[str, Any]:
    from reports.cli.envelope import envelope

    base = asked.question.base
    head = envelope("sensitivity", base.game, asked.resolved, base.seed, "complete", command, {"wall_s": seconds})
    return {**head, **found.to_json()}


def _write_picture(found: Study, path: Path) -> None:
    from reports.figures import canvas
    from reports.figures import study as drawing

    write_picture(path, lambda file: canvas.write(drawing.draw(found), "study", file))
