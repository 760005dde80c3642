"""Options of ``house-edge train``, and how what was typed becomes a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli.arms import EVERY, read_scenarios
from reports.cli.options import (
    PLAYED,
    ChangeOptions,
    Problems,
    WorkOptions,
    need,
    option,
    read_assignments,
    read_backend,
    read_count,
    read_jobs,
    read_seed,
    switch,
)
from reports.cli.plans import command_line, read_cards, read_team, tell_conflicts
from reports.cli.sensitivity import read_duration
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.training import Effort
    from analysis.training_goal import Goal
    from analysis.training_space import WeightSpace
    from sim.params import RuleSet

EXAMPLE = "house-edge train opulent --policy rulebook --scenario 1922"

_MOST_GAMES, _MOST_TRIALS, _FEWEST_GAMES = 10_000_000, 1_000_000, 40


@Parameter(name="*")
@dataclass(frozen=True)
class WhoOptions:
    """Whose weights, and where they have to be good."""

    policy: Annotated[
        str | None,
        option(
            "Whose weights: NAME, or NAME:WEIGHT=VALUE,... to begin elsewhere [default: the game's].", "NAME", PLAYED
        ),
    ] = None
    scenario: Annotated[
        tuple[str, ...],
        option(
            "Where: a scenario, may be repeated, or 'all': their mean win rate [default: the game's].", "NAME", PLAYED
        ),
    ] = ()
    players: Annotated[
        str | None, option("The same scenarios for so many players, where a game has them.", "NUMBER", PLAYED)
    ] = None
    opponents: Annotated[
        str | None,
        option(
            "Who sits at all other seats of a game played against each other [default: the policy as it starts].",
            "NAME",
            PLAYED,
        ),
    ] = None
    measure: Annotated[
        str | None,
        option(
            "What of its own seat it makes as large as it can: victory (its share) or another, such as points"
            " [default: victory].",
            "NAME",
            PLAYED,
        ),
    ] = None
    each: Annotated[
        bool,
        switch("All scenarios together, then each by itself; its own are kept only if they beat those of all.", PLAYED),
    ] = False
    weights: Annotated[tuple[str, ...], option("Which weights may move [default: every one].", "NAME,...", PLAYED)] = ()


@Parameter(name="*")
@dataclass(frozen=True)
class EffortOptions:
    """How hard to search."""

    trials: Annotated[str | None, option("End a search after so many sets of weights [default: 1000].", "NUMBER")] = (
        None
    )
    budget: Annotated[
        str | None, option("End a search after a time such as 5m; the result then depends on the machine.", "TIME")
    ] = None
    games: Annotated[
        str | None, option("Games of one set in the search [default: 2000; of several scenarios 500 each].", "NUMBER")
    ] = None
    select: Annotated[
        str | None, option("Games of each scenario for a finalist [default: 20000; of several 5000].", "NUMBER")
    ] = None
    confirm: Annotated[
        str | None, option("Games of each scenario in the confirmation [default: 40000; of several 20000].", "NUMBER")
    ] = None


NOBODY, USUAL_EFFORT = WhoOptions(), EffortOptions()


@dataclass(frozen=True)
class Question:
    """What is asked, read and checked.

    Attributes
    ----------
    base : Base
        Game, seed, house rules in force, workers.
    policy : str
        Whose weights, as typed.
    digest : str
        Of the policy and everything it is played with.
    space : WeightSpace
        What may move, and where it starts.
    scenarios : tuple of str
        Where it is trained.
    each : bool
        Whether every scenario is trained by itself, too.
    effort : Effort
        How hard to search.
    resolved : dict of RuleSet
        Rules in force by scenario.
    goal : Goal
        What is made as large as possible, and against whom.
    typed : dict
        The options as typed, with the seed: what a folder keeps.
    """

    base: Base
    policy: str
    digest: str
    space: WeightSpace
    scenarios: tuple[str, ...]
    each: bool
    effort: Effort
    resolved: dict[str, RuleSet]
    goal: Goal
    typed: dict[str, Any]

    def command(self) -> str:
        """Return the command line that asks the same again."""
        typed = dict(self.typed)
        changes = ChangeOptions(tuple(typed.pop("variant", ())), tuple(typed.pop("rule", ())), typed.pop("cards", None))
        start = ["house-edge", "train", typed.pop("game")]
        return command_line(start, changes, **typed)


def typed_options(
    game: str | None, who: WhoOptions, effort: EffortOptions, changes: ChangeOptions, seed: str | None
) -> dict[str, Any]:
    """Return every option that was typed, by name, in a fixed order."""
    found: dict[str, Any] = {"game": game}
    for group in (who, effort, changes):
        for entry in fields(group):
            value = getattr(group, entry.name)
            found[entry.name] = list(value) if isinstance(value, tuple) else value
    found["seed"] = seed
    return {name: value for name, value in found.items() if value not in (None, False, [])}


def read_question(problems: Problems, typed: Mapping[str, Any], work: WorkOptions) -> Question | None:
    """Read a question; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, typed.get("game"), "the game", EXAMPLE)
    game = problems.take(registry.load_game, name) if name else None
    seed = problems.take(read_seed, typed.get("seed"))
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_backend, work.backend)
    rules = problems.take(read_assignments, typed.get("rule", ()))
    numbers = _read_numbers(problems, typed)
    if game is None:
        return None
    scenarios = problems.take(_read_where, typed, game)
    cards = (problems.take(read_cards, game, typed["cards"]) if "cards" in typed else None) or {}
    policy = str(typed.get("policy", game.file.default_policy))
    team = problems.take(read_team, game, policy)
    read = problems.take(_read_space, game, policy, scenarios or tuple(game.scenarios), typed) if team else None
    variants = tuple(typed.get("variant", ()))
    resolved = {
        name: problems.take(registry.resolve, game, name, variants, rules or {}, cards or None)
        for name in (scenarios or (game.file.default_scenario,))
    }
    found = {name: one for name, one in resolved.items() if one is not None}
    counts = [len(game.seats_in_play(one)) for one in found.values()] or game.file.players
    goal = problems.take(_read_goal, game, read[0] if read is not None else None, typed, counts)
    if problems.found or read is None or scenarios is None or goal is None or numbers is None:
        return None
    from analysis.arms import Base
    from analysis.training import TRIALS, Effort

    tell_conflicts(found[scenarios[0]])
    base = Base(game, seed or 0, variants, rules or {}, cards, jobs or 1, backend or "auto")
    effort = Effort(
        numbers.get("games"),
        int(numbers.get("trials", TRIALS)),
        numbers.get("budget"),
        numbers.get("select"),
        numbers.get("confirm"),
    )
    space, digest = read
    each = bool(typed.get("each")) and len(scenarios) > 1
    typed = dict(typed)
    if not each and not typed.get("each"):
        typed.pop("players", None)  # the scenarios say it
    where: dict[str, Any] = {"scenario": _where(scenarios, game)} if not typed.get("each") else {}
    complete = {**typed, "policy": policy, **where, "seed": str(seed)}
    if goal.competitive:
        complete["opponents"] = goal.opponents
    return Question(base, policy, digest, space, scenarios, each, effort, found, goal, complete)


def _where(scenarios: Sequence[str], game: registry.Game) -> list[str]:
    every = len(scenarios) > 1 and set(scenarios) == set(game.scenarios)
    return [EVERY] if every and EVERY not in game.scenarios else list(scenarios)


def _read_where(typed: Mapping[str, Any], game: registry.Game) -> tuple[str, ...]:
    players = typed.get("players")
    if typed.get("each"):
        if typed.get("scenario"):
            raise BadInput("--each trains every scenario; leave --scenario out.")
        return read_scenarios((EVERY,), game, players)
    return read_scenarios(typed.get("scenario", ()), game, players)


def _read_goal(game: registry.Game, space: WeightSpace | None, typed: Mapping[str, Any], counts: Sequence[int]) -> Goal:
    """Return what is trained for: a team's wins, or what one player wins among opponents at tables of some sizes.

    Raises
    ------
    BadInput
        With every mistake; a team has no opponents.
    """
    from analysis.seats import VICTORY
    from analysis.training_goal import goal_against, team_goal
    from sim.commands import seat_text
    from sim.policy import parse_team

    given = [f"--{name}" for name in ("opponents", "measure") if name in typed]
    if not game.file.competitive:
        if given:
            raise BadInput(f"{' and '.join(given)}: {game.file.title} is played by one team, which wins or does not.")
        return team_goal(game)
    problems = Problems()
    usual = game.file.default_policy if space is None else seat_text(space.seat)
    opponents = str(typed.get("opponents", usual))
    if "+" in opponents:
        problems.found.append(f"--opponents {opponents}: one policy takes all the other seats.")
    elif problems.take(read_team, game, opponents):
        opponents = seat_text(parse_team(game, opponents)[0])
    goal = problems.take(goal_against, game, counts, opponents, str(typed.get("measure", VICTORY)))
    problems.stop_if_any()
    assert goal is not None
    return goal


def _read_space(
    game: registry.Game, policy: str, scenarios: Sequence[str], typed: Mapping[str, Any]
) -> tuple[WeightSpace, str]:
    """Return what may move, and the digest of the policy.

    Raises
    ------
    BadInput
        If several policies play, or with every mistake in the names of weights.
    """
    from analysis.training_space import weight_space
    from sim.policy import load_declaration, parse_team

    team = parse_team(game, policy)
    if len({seat.label for seat in team}) > 1:
        raise BadInput(f"--policy {policy}: the weights of one policy are trained; name one that plays every seat.")
    declaration = load_declaration(game, team[0].policy)
    in_force = declaration.weights_for(scenarios[0])
    names = [name.strip() for text in typed.get("weights", ()) for name in text.split(",") if name.strip()]
    return weight_space(declaration, team[0], in_force, names), declaration.digest()


def _read_numbers(problems: Problems, typed: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the numbers of the effort that were typed; None if one cannot be read."""
    limits = {
        "games": (_MOST_GAMES, _FEWEST_GAMES),
        "select": (_MOST_GAMES, _FEWEST_GAMES),
        "confirm": (_MOST_GAMES, _FEWEST_GAMES),
        "trials": (_MOST_TRIALS, 1),
    }
    found: dict[str, Any] = {}
    for name, (most, least) in limits.items():
        if name in typed:
            found[name] = problems.take(read_count, typed[name], f"--{name}", most, least)
    if "budget" in typed:
        found["budget"] = problems.take(read_duration, typed["budget"], "--budget")
    return None if any(value is None for value in found.values()) else found
