"""From what was typed to a plan of what is played."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli import output
from reports.cli.options import (
    ChangeOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    need,
    read_assignments,
    read_jobs,
    read_place,
    read_seed,
)
from sim import registry
from sim.api import scenario_for_players
from sim.errors import BadInput
from sim.params import RuleSet, nearest
from sim.policyfile import hint

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.policy import Seat


@dataclass(frozen=True)
class Request:
    """A plan and how it is to be played, read from the options most commands share.

    Attributes
    ----------
    plan : Plan
        Game, rules, policies, seed.
    game : Game
        The game's declaration.
    policy : str
        The policies as typed.
    jobs : int
        Workers.
    backend : str
        How they run.
    rule_options : RuleOptions
        The rules as typed, for the command that reproduces the result.
    """

    plan: Plan
    game: registry.Game
    policy: str
    jobs: int
    backend: str
    rule_options: RuleOptions

    def command(self, verb: str, **options: object) -> str:
        """Return the command line that does the same again.

        Parameters
        ----------
        verb : str
            Name of the command.
        **options
            More options with their values, for example ``games=10000``.
        """
        start = ["house-edge", verb, self.game.name, "--scenario", self.plan.rules.scenario]
        return command_line(start, self.rule_options, policy=self.policy, **options, seed=self.plan.seed)


def command_line(start: list[str], changes: ChangeOptions, /, **options: object) -> str:
    """Return a command line; an option whose value is None is left out, one whose value is True has no value."""
    words = list(start)
    for name in ("variant", "rule"):
        for value in getattr(changes, name):
            words += [f"--{name}", value]
    if changes.cards:
        words += ["--cards", changes.cards]
    for name, value in options.items():
        if value is None or value is False:
            continue
        for item in value if isinstance(value, list | tuple) else [value]:
            words += [f"--{name.replace('_', '-')}"] + ([] if item is True else [str(item)])
    return shlex.join(words)


def read_request(
    problems: Problems,
    game: str | None,
    rules: RuleOptions,
    work: WorkOptions,
    policy: str | None,
    example: str,
) -> Request | None:
    """Read the shared options; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, game, "the game", example)
    loaded = problems.take(registry.load_game, name) if name else None
    seed = problems.take(read_seed, work.seed)
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_place, work)
    changes = problems.take(read_assignments, rules.rule)
    if loaded is None:
        return None
    resolved = resolve_rules(problems, loaded, rules, changes or {})
    chosen = policy or loaded.file.default_policy
    unknown = unknown_policies(loaded, chosen)
    problems.found += unknown
    if problems.found or resolved is None or seed is None or jobs is None or backend is None:
        if not unknown:
            problems.take(_parse_team, loaded, chosen)
        return None
    from sim.block import Plan
    from sim.seating import team_at

    team = problems.take(team_at, loaded, resolved, chosen)
    if team is None:
        return None

    tell_conflicts(resolved)
    return Request(Plan(loaded.name, resolved, team, seed), loaded, chosen, jobs, backend, rules)


def team_label(team: Sequence[Seat]) -> str:
    """Return the policies as ``--policy`` takes them: one for all seats, or one a seat joined by ``+``."""
    labels = [seat.label for seat in team]
    return labels[0] if len(set(labels)) == 1 else "+".join(labels)


def resolve_rules(
    problems: Problems, game: registry.Game, rules: RuleOptions, changes: Mapping[str, str]
) -> RuleSet | None:
    """Resolve the rules; an unknown scenario does not hide mistakes in variants and rules."""
    scenario = rules.scenario
    if scenario is not None and scenario not in game.scenarios:
        problems.found.append(f"{game.name} has no scenario '{scenario}'.{nearest(scenario, game.scenarios)}")
        scenario = None
    if rules.players is not None and (scenario is not None or rules.scenario is None):
        scenario = problems.take(scenario_for_players, game, scenario, rules.players)
    cards = problems.take(read_cards, game, rules.cards) if rules.cards else None
    return problems.take(registry.resolve, game, scenario, rules.variant, changes, cards)


def tell_conflicts(rules: RuleSet) -> None:
    """Say on stderr where house rules differ; JSON has the same lines among its warnings."""
    for line in rules.conflicts:
        output.note(f"warning: house rules differ. {line}")


def read_cards(game: registry.Game, folder: str) -> Mapping[str, list[dict[str, Any]]]:
    """Return the printed cards of ``--cards FOLDER``, by table.

    Raises
    ------
    BadInput
        If the folder is missing, or the game has no cards that could be replaced.
    """
    if not Path(folder).is_dir():
        raise BadInput(f"--cards {folder}: there is no such folder.")
    module = game.module("cards") if (game.folder / "cards.py").exists() else None
    if not hasattr(module, "read_folder"):
        raise BadInput(f"--cards: {game.file.title} has no assumed cards that could be replaced.")
    defaults = {name: parameter.default for name, parameter in game.parameters.items()}
    return module.read_folder(Path(folder), defaults)  # type: ignore[union-attr,no-any-return]


def unknown_policies(game: registry.Game, text: str) -> list[str]:
    """Return a line for every policy that does not exist, found without importing numba."""
    files = registry.policy_files(game)
    names = [part.strip().partition(":")[0] for part in text.split("+")]
    return [
        f"{game.name} has no policy '{name}'.{hint(game, name, '')}"
        for name in dict.fromkeys(names)
        if name not in files and not name.endswith(".py")
    ]


def read_team(game: registry.Game, text: str) -> tuple[Seat, ...]:
    """Return the seats of ``--policy TEXT``; an unknown name is found without importing numba.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    unknown = unknown_policies(game, text)
    if unknown:
        raise BadInput(unknown)
    return _parse_team(game, text)  # type: ignore[no-any-return]


def _parse_team(game: registry.Game, text: str) -> Any:
    from sim.policy import parse_team

    return parse_team(game, text)


def check_mechanics(game: registry.Game, names: tuple[str, ...]) -> None:
    """Refuse mechanics that a game does not declare.

    Raises
    ------
    BadInput
        With every name that is none, or if it declares none.
    """
    from analysis.mechanics import unknown_mechanics

    unknown = unknown_mechanics(game, names)
    if unknown:
        raise BadInput(unknown)
