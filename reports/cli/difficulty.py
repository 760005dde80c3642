"""``house-edge difficulty``: which scenario is hardest, for whom, and how sure is that?"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import balance_options, output
from reports.cli.balance_options import NO_BALANCE, BalanceOptions
from reports.cli.options import (
    DEFAULT_CLUSTER,
    DEFAULT_OUTPUT,
    NO_CHANGES,
    PLAYED,
    SHOWN,
    ChangeOptions,
    ClusterOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    need,
    option,
    read_assignments,
    read_count,
    read_jobs,
    read_place,
    read_seed,
    switch,
)
from reports.cli.plans import command_line, read_cards, tell_conflicts
from sim import registry

if TYPE_CHECKING:
    from analysis.cells import Cell
    from analysis.difficulty import DifficultyResult
    from analysis.statements import Statement
    from sim.params import RuleSet

#: Games of a cell are kept in memory for the paired comparisons.
_MOST_GAMES = 2_000_000
#: Games of a cell unless a number is typed.
GAMES = "40000"


def difficulty(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    scenario: Annotated[
        tuple[str, ...], option("One of them only; may be repeated [default: all].", "NAME", PLAYED)
    ] = (),
    policy: Annotated[
        tuple[str, ...],
        option(
            "May be repeated [default: the game's ladder]; against each other one plays every seat.", "NAME", PLAYED
        ),
    ] = (),
    games: Annotated[
        str | None,
        option("Games of each scenario and policy [default: 40000; against each other 6000].", "NUMBER", PLAYED),
    ] = None,
    against: BalanceOptions = NO_BALANCE,
    changes: ChangeOptions = NO_CHANGES,
    work: ClusterOptions = DEFAULT_CLUSTER,
    table_only: Annotated[bool, switch("Win rates alone: no dollar gaps, no doubts about assumptions.", SHOWN)] = False,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play every scenario under every policy on shared seeds; print the ladder, with ties, and what follows from it.

    Of a game played against each other: is it balanced? Seats, starts, start cards, what each scenario adds, luck.
    """
    problems = Problems()
    if balance_options.competitive(game):
        return _balance(game, scenario, policy, games, against, changes, work, table_only, out)
    if game in registry.games():
        balance_options.refuse_for_teams(problems, registry.load_game(game), against)
    question = read_question(problems, game, scenario, policy, GAMES if games is None else games, changes, work)
    problems.stop_if_any()
    assert question is not None
    command = question.command(["difficulty", question.game.name], scenario, policy, table_only=table_only)
    result, body, folder = question.answer(command, out.quiet, table_only)
    if out.json:
        output.print_json(body)
        return 0
    show_difficulty(result)
    output.say("")
    output.say(f"{question.games:,} games a cell, the same seeds in all (seed {question.seed}). Again: {command}")
    output.say(f"Stored in {folder}. As a page: house-edge report {folder}")
    return 0


def _balance(
    game: str | None,
    scenario: tuple[str, ...],
    policy: tuple[str, ...],
    games: str | None,
    against: BalanceOptions,
    changes: ChangeOptions,
    work: ClusterOptions,
    table_only: bool,
    out: OutputOptions,
) -> int:
    """Answer for a game played against each other: is it balanced?"""
    from reports.cli.balance_tables import show_balance

    problems = Problems()
    question = balance_options.read_question(
        problems, game, scenario, policy, games, changes, work, against, table_only
    )
    problems.stop_if_any()
    assert question is not None
    result, body, folder = question.answer(out.quiet)
    if out.json:
        output.print_json(body)
        return 0
    show_balance(result)
    timing = body["timing"]
    output.say("")
    output.say(
        f"{result.played.total:,} games in {words.duration(timing['wall_s'])} ({words.rate(timing['games_per_s'])})"
    )
    output.say(f"Again: {question.command}")
    output.say(f"Stored in {folder}. As a page: house-edge report {folder}")
    return 0


@dataclass(frozen=True)
class Question:
    """What is asked: which scenarios and policies, how many games, under which rules.

    Attributes
    ----------
    game : Game
        The game.
    scenarios, policies : tuple of str
        Empty for all scenarios, and for the game's ladder of policies.
    games, seed, jobs, backend
        How it is played.
    changes : ChangeOptions
        The changed rules as typed.
    rules, cards : dict
        The changed rules and the printed cards as read.
    resolved : RuleSet
        The rules of the default scenario with them.
    """

    game: registry.Game
    scenarios: tuple[str, ...]
    policies: tuple[str, ...]
    games: int
    seed: int
    jobs: int
    backend: str
    changes: ChangeOptions
    rules: Mapping[str, str]
    cards: Mapping[str, list[dict[str, Any]]]
    resolved: RuleSet

    def ask(self, quiet: bool, table_only: bool = False) -> DifficultyResult:
        """Play, with progress on stderr."""
        from analysis import difficulty as question
        from reports.cli.progress import StepDisplay

        with StepDisplay(self.game.name, quiet) as display:
            return question.difficulty(
                self.game,
                self.scenarios,
                self.policies,
                self.games,
                seed=self.seed,
                jobs=self.jobs,
                backend=self.backend,
                progress=display.step,
                extent=question.NOTHING_MORE if table_only else question.Extent(),
                variants=self.changes.variant,
                rules=self.rules,
                cards=self.cards,
            )

    def answer(
        self, command: str, quiet: bool, table_only: bool = False
    ) -> tuple[DifficultyResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from reports.cli import findings
        from reports.cli.envelope import envelope

        started = time.perf_counter()
        result = self.ask(quiet, table_only)
        timing = {"wall_s": time.perf_counter() - started}
        head = envelope("difficulty", self.game, self.resolved, self.seed, "complete", command, timing)
        body = {**head, **result.to_json()}
        return result, body, findings.store(body)

    def command(
        self, start: list[str], scenarios: tuple[str, ...] = (), policies: tuple[str, ...] = (), **options: object
    ) -> str:
        """Return the command line that asks the same again."""
        given = {"scenario": scenarios, "policy": policies, "games": self.games, **options, "seed": self.seed}
        return command_line(["house-edge", *start], self.changes, **given)


def read_question(
    problems: Problems,
    game: str | None,
    scenarios: tuple[str, ...],
    policies: tuple[str, ...],
    games: str,
    changes: ChangeOptions,
    work: WorkOptions,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, game, "the game", "house-edge difficulty opulent")
    loaded = problems.take(registry.load_game, name) if name else None
    number = problems.take(read_count, games, "--games", _MOST_GAMES)
    seed = problems.take(read_seed, work.seed)
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_place, work)
    rules = problems.take(read_assignments, changes.rule) or {}
    if loaded is None:
        return None
    cards = (problems.take(read_cards, loaded, changes.cards) if changes.cards else None) or {}
    problems.found += _unknown(loaded, scenarios, policies)
    resolved = problems.take(registry.resolve, loaded, None, changes.variant, rules, cards)
    if problems.found or number is None or seed is None or jobs is None or backend is None or resolved is None:
        return None
    tell_conflicts(resolved)
    return Question(loaded, scenarios, policies, number, seed, jobs, backend, changes, rules, cards, resolved)


def _unknown(game: registry.Game, scenarios: tuple[str, ...], policies: tuple[str, ...]) -> list[str]:
    from analysis.names import unknown_policies, unknown_scenarios

    return unknown_scenarios(game, scenarios) + unknown_policies(game, policies)


def show_difficulty(result: DifficultyResult) -> None:
    """Print what is claimed, then the ladder it rests on."""
    output.heading(f"{result.game.file.title}: how hard is each {result.game.file.scenario_word}?")
    for statement in result.statements:
        output.say(f"  {statement.text[:1].upper()}{statement.text[1:].rstrip('.')}.{_survival(statement)}")
    output.say("")
    _print_ladder(result)
    for policy in result.policies:
        ranks = [" = ".join(group) for group in result.order[policy]]
        output.say(f"Hardest first, {policy}: {' > '.join(ranks)}")
    if len(result.scenarios) > 1:
        output.say("(= cannot be told apart with these games)")


def _survival(statement: Statement) -> str:
    if statement.survival is None:
        return ""
    found = statement.survival
    sets = f"{found.held} of {found.of} sampled sets of assumptions"
    return f" Holds in only {sets}: {found.mark}." if found.mark else f" Holds in {sets}."


def _print_ladder(result: DifficultyResult) -> None:
    """Print a row a scenario, a column a policy; the dollar gap of the main policy where it was looked for."""
    hardest_first = [name for group in result.order[result.main] for name in group]
    gaps = any(result.cell(name).gap is not None for name in hardest_first)
    columns = [result.game.file.scenario_word, *result.policies]
    columns += [f"to an even chance ({result.main})"] if gaps else []
    rows = []
    for name in hardest_first:
        title = str(result.game.scenarios[name].get("title", ""))
        label = name if title in ("", name) else f"{name}  {title}"
        row = [label, *(_rate(result.cell(name, policy)) for policy in result.policies)]
        rows.append([*row, _gap(result.cell(name))] if gaps else row)
    output.table(columns, rows, right=range(1, len(columns)))
    output.say("")


def _rate(cell: Cell) -> str:
    rate = cell.win_rate
    return words.share_with_interval(rate.estimate, rate.low, rate.high)


def _gap(cell: Cell) -> str:
    gap = cell.gap
    if gap is None or gap.dollars is None:
        return "none"
    ends = "" if gap.low is None or gap.high is None else f" ({words.money(gap.low)} to {words.money(gap.high)})"
    return f"{words.money(gap.dollars) if gap.dollars <= 0 else '+' + words.money(gap.dollars)}{ends}"
