"""Options of ``house-edge tune``, and how what was typed becomes a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli.arms import EVERY, read_points, read_scenarios
from reports.cli.options import (
    PLAYED,
    ChangeOptions,
    Problems,
    WorkOptions,
    need,
    option,
    read_assignments,
    read_backend,
    read_jobs,
    read_seed,
    switch,
)
from reports.cli.plans import command_line, read_cards, read_team, tell_conflicts
from reports.cli.tune_values import read_cost, read_costs, read_effort, read_share, read_target
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.changes import Space
    from analysis.logbook import Effort
    from analysis.targets import Target
    from sim.params import RuleSet

EXAMPLE = "house-edge tune opulent --scenario 1926 --target 60%"

DEFAULT_TOLERANCE, DEFAULT_EACH = "1pp", "5"

#: Options that say how many games are played; without them a search for a small gap has a limit of its own.
LIMITS = ("games", "confirm", "trials", "budget", "most_games")


@Parameter(name="*")
@dataclass(frozen=True)
class AimOptions:
    """What is wanted, of whom, where."""

    scenario: Annotated[
        tuple[str, ...],
        option("Where: a scenario, may be repeated, or 'all' [default: the game's].", "NAME", PLAYED),
    ] = ()
    players: Annotated[
        str | None, option("The same scenario for so many players, where a game has it.", "NUMBER", PLAYED)
    ] = None
    all_years: Annotated[bool, switch("One set of changes for all scenarios.", PLAYED)] = False
    target: Annotated[
        str | None,
        option("Share to be won: 60%; a line over the scenarios: 80%..40%; or 1920=80%,1921=75%,...", "SHARE", PLAYED),
    ] = None
    balance: Annotated[
        str | None,
        option(
            "Of a game against each other: make these equal. --target is then the gap that is small enough:"
            " 1 (points), or 1pp of victories [default: 1].",
            "seats|choices",
            PLAYED,
        ),
    ] = None
    tolerance: Annotated[str | None, option("How near is near enough [default: 1pp].", "1pp", PLAYED)] = None
    policy: Annotated[str | None, option("Who plays [default: the game's own].", "NAME", PLAYED)] = None


@Parameter(name="*")
@dataclass(frozen=True)
class MoveOptions:
    """What may be changed, and what a change costs."""

    free: Annotated[
        tuple[str, ...],
        option(
            "Exactly what may be changed: NAME, 'door.*', NAME=LOW..HIGH [default: all levers].", "NAME,...", PLAYED
        ),
    ] = ()
    keep: Annotated[tuple[str, ...], option("What stays as it is; names or patterns.", "NAME,...", PLAYED)] = ()
    cost: Annotated[
        tuple[str, ...],
        option("Cost of one unit of a rule, in place of its change_cost; see --dry-run.", "NAME=NUMBER", PLAYED),
    ] = ()
    each_change: Annotated[
        str | None,
        option("Cost of every change, however small; it makes few come first [default: 5].", "NUMBER", PLAYED),
    ] = None
    changes: Annotated[
        str | None, option("Most changes of a set, 1 to 3, with --balance to 8 [default: 3].", "NUMBER", PLAYED)
    ] = None


@Parameter(name="*")
@dataclass(frozen=True)
class SearchOptions:
    """How hard to search."""

    games: Annotated[
        str | None,
        option("Games of one set of changes that is not dropped [default: 16000, or 2000 a scenario].", "NUMBER"),
    ] = None
    confirm: Annotated[
        str | None, option("Games of each scenario in the confirmation [default: 40000; of several 20000].", "NUMBER")
    ] = None
    trials: Annotated[str | None, option("End after so many sets of changes.", "NUMBER")] = None
    samples: Annotated[
        str | None,
        option("With --balance: sets of assumed values the answer is played under [default: 16].", "NUMBER"),
    ] = None
    most_games: Annotated[
        str | None,
        option(
            "With --balance: games in all, for search, confirmation and other assumptions [default: 200000, if points"
            " are compared and no other limit is given].",
            "NUMBER",
        ),
    ] = None
    budget: Annotated[
        str | None, option("End the search after a time such as 60s; the result then depends on the machine.", "TIME")
    ] = None


NO_AIM, ALL_LEVERS, USUAL_SEARCH = AimOptions(), MoveOptions(), SearchOptions()


@dataclass(frozen=True)
class Question:
    """What is asked, read and checked.

    Attributes
    ----------
    base : Base
        Game, seed, house rules in force, workers.
    policy : str
        Who plays.
    target : Target
        What is wanted.
    space : Space
        What may be changed.
    effort : Effort
        How hard to search.
    resolved : dict of RuleSet
        Rules in force by scenario.
    typed : dict
        The options as typed, with the seed: what a folder keeps.
    samples : int
        Sets of assumed values the answer is played under; of questions about balance.
    """

    base: Base
    policy: str
    target: Target
    space: Space
    effort: Effort
    resolved: dict[str, RuleSet]
    typed: dict[str, Any]
    samples: int = 0

    @property
    def about_balance(self) -> bool:
        """Whether equal seats or choices are wanted, not a share of games won."""
        return "balance" in self.typed

    @property
    def measuring(self) -> dict[str, str]:
        """Rules that are set only to compare: those by which choices are dealt."""
        if self.typed.get("balance") != "choices":
            return {}
        from analysis.balancing import dealing

        return dealing(self.base.game)

    def command(self) -> str:
        """Return the command line that asks the same again."""
        typed = dict(self.typed)
        changes = ChangeOptions(tuple(typed.pop("variant", ())), tuple(typed.pop("rule", ())), typed.pop("cards", None))
        start = ["house-edge", "tune", typed.pop("game")]
        return command_line(start, changes, **typed)


def typed_options(
    game: str | None,
    aim: AimOptions,
    move: MoveOptions,
    search: SearchOptions,
    changes: ChangeOptions,
    seed: str | None,
) -> dict[str, Any]:
    """Return every option that was typed, by name, in a fixed order."""
    found: dict[str, Any] = {"game": game}
    for group in (aim, move, search, changes):
        for entry in fields(group):
            value = getattr(group, entry.name)
            found[entry.name] = list(value) if isinstance(value, tuple) else value
    found["seed"] = seed
    return {name: value for name, value in found.items() if value not in (None, False, [])}


def read_question(problems: Problems, typed: Mapping[str, Any], work: WorkOptions) -> Question | None:
    """Read a question; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, typed.get("game"), "the game", EXAMPLE)
    game = problems.take(registry.load_game, name) if name else None
    common = _read_common(problems, typed, work)
    if game is None:
        text = typed.get("target", "" if "balance" in typed else None)
        if problems.take(need, text, "--target", EXAMPLE) and "balance" not in typed and not set(text) & set("=."):
            problems.take(read_share, text)
        return None
    read = _read_balance if "balance" in typed else _read_rates
    return read(problems, typed, game, common)


@dataclass(frozen=True)
class _Common:
    """What is read alike of every question; None where it could not be."""

    seed: int | None
    jobs: int | None
    backend: str | None
    rules: dict[str, str] | None
    effort: Effort | None
    each: float | None
    costs: dict[str, float]


def _read_common(problems: Problems, typed: Mapping[str, Any], work: WorkOptions) -> _Common:
    return _Common(
        problems.take(read_seed, typed.get("seed")),
        problems.take(read_jobs, work.jobs),
        problems.take(read_backend, work.backend),
        problems.take(read_assignments, typed.get("rule", ())),
        read_effort(problems, typed),
        problems.take(read_cost, typed.get("each_change", DEFAULT_EACH), "--each-change"),
        read_costs(problems, _items(typed.get("cost", ()))),
    )


def _base(
    problems: Problems, typed: Mapping[str, Any], game: registry.Game, common: _Common, rules: Mapping[str, str]
) -> Base:
    from analysis.arms import Base

    cards = (problems.take(read_cards, game, typed["cards"]) if "cards" in typed else None) or {}
    variants = tuple(typed.get("variant", ()))
    return Base(game, common.seed or 0, variants, rules, cards, common.jobs or 1, common.backend or "auto")


def _read_space(
    problems: Problems, typed: Mapping[str, Any], base: Base, scenarios: Sequence[str], common: _Common, lists: bool
) -> Space | None:
    from analysis.changes import search_space

    free, keep = _items(typed.get("free", ())), _items(typed.get("keep", ()))
    return problems.take(search_space, base, scenarios, free, keep, common.costs, common.each or 0.0, lists)


def _read_rates(problems: Problems, typed: Mapping[str, Any], game: registry.Game, common: _Common) -> Question | None:
    """Read a question about a share of games to be won."""
    from analysis.rates import Rates

    if "samples" in typed:
        problems.found.append(
            "--samples goes with --balance; what assumptions do to a win rate: house-edge sensitivity."
        )
    if "most_games" in typed:
        problems.found.append("--most-games goes with --balance; a search for a win rate is ended by --trials.")
    tolerance = problems.take(read_points, typed.get("tolerance", DEFAULT_TOLERANCE), "--tolerance", 20.0)
    text = problems.take(need, typed.get("target"), "--target", EXAMPLE)
    where = problems.take(_read_where, typed, game)
    scenarios = where or tuple(game.scenarios)  # unknown ones do not hide other mistakes
    rates = problems.take(read_target, text, scenarios, game) if text is not None else None
    policy = str(typed.get("policy", game.file.default_policy))
    problems.take(read_team, game, policy)
    base = _base(problems, typed, game, common, common.rules or {})
    space = _read_space(problems, typed, base, scenarios, common, lists=False)
    if problems.found or rates is None or tolerance is None or common.effort is None or space is None:
        return None
    resolved = {name: base.resolve(name) for name in scenarios}
    tell_conflicts(resolved[scenarios[0]])
    complete = {**typed, "scenario": _where(typed, scenarios), "policy": policy, "seed": str(common.seed)}
    for settled in ("all_years", "players"):
        complete.pop(settled, None)
    return Question(base, policy, Rates(rates, tolerance, game), space, common.effort, resolved, complete)


def _read_balance(
    problems: Problems, typed: Mapping[str, Any], game: registry.Game, common: _Common
) -> Question | None:
    """Read a question about equal seats or choices."""
    from analysis.balancing import ALLOWED, SAMPLES, even_target
    from analysis.seats import VICTORY
    from reports.cli import tune_balance

    of = problems.take(tune_balance.read_compared, typed["balance"], game)
    if game.file.team:
        return None
    gap = problems.take(tune_balance.read_gap, typed.get("target", tune_balance.DEFAULT_TARGET), game)
    samples = problems.take(tune_balance.read_samples, typed["samples"]) if "samples" in typed else SAMPLES
    scenario = problems.take(tune_balance.read_where, typed, game, of)
    policy = str(typed.get("policy", game.file.default_policy))
    problems.take(tune_balance.read_player, policy, game)
    tune_balance.not_with_balance(problems, typed, game)
    where = scenario or game.file.default_scenario
    base = _base(problems, typed, game, common, tune_balance.house_rules(common.rules or {}, game, of))
    space = _read_space(problems, typed, base, [where], common, lists=True)
    target = None
    if of is not None and gap is not None and scenario is not None and not problems.found:
        target = problems.take(even_target, base, scenario, of, *gap)
    if problems.found or target is None or common.effort is None or space is None or samples is None:
        return None
    space = tune_balance.without_the_question(space, game)
    resolved = {where: base.resolve(where)}
    tell_conflicts(resolved[where])
    wanted = {"target": typed.get("target", tune_balance.DEFAULT_TARGET), "balance": of}
    complete = {**typed, **wanted, "scenario": [where], "policy": policy, "seed": str(common.seed)}
    complete.pop("players", None)
    effort = common.effort
    if target.measure != VICTORY and not any(name in typed for name in LIMITS):
        effort = replace(effort, total=ALLOWED)
        complete["most_games"] = str(ALLOWED)
    return Question(base, policy, target, space, effort, resolved, complete, samples)


def _where(typed: Mapping[str, Any], scenarios: Sequence[str]) -> list[str]:
    every = "players" not in typed and (typed.get("all_years") or list(typed.get("scenario", ())) == [EVERY])
    return [EVERY] if every else list(scenarios)


def _read_where(typed: Mapping[str, Any], game: registry.Game) -> tuple[str, ...]:
    if typed.get("all_years"):
        if typed.get("scenario"):
            raise BadInput("--all-years is every scenario already; leave --scenario out.")
        return read_scenarios([EVERY], game, typed.get("players"))
    return read_scenarios(typed.get("scenario", ()), game, typed.get("players"))


def _items(texts: Sequence[str]) -> list[str]:
    """Return what was typed with commas or by repeating the option."""
    return [item.strip() for text in texts for item in text.split(",") if item.strip()]
