"""Questions about several scenarios: which of them, under which house rules, with which seed and workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.cli.arms import EVERY, read_scenarios
from reports.cli.options import (
    ChangeOptions,
    Problems,
    WorkOptions,
    need,
    read_assignments,
    read_backend,
    read_jobs,
    read_place,
    read_seed,
)
from reports.cli.plans import read_cards, tell_conflicts
from sim import registry

if TYPE_CHECKING:
    from analysis.arms import Base


def read_years(names: Sequence[str], game: registry.Game, players: str | None = None) -> tuple[str, ...]:
    """Return the scenarios of ``--scenario a,b`` or of several ``--scenario``; all of them unless some are named.

    With ``players`` those for so many players: of each that is named, or all there are.

    Raises
    ------
    BadInput
        With every name that is none, or is not for so many.
    """
    parts = [part.strip() for name in names for part in name.split(",") if part.strip()]
    return read_scenarios(parts or [EVERY], game, players)


def read_base(
    problems: Problems,
    game: str | None,
    scenarios: Sequence[str],
    changes: ChangeOptions,
    work: WorkOptions,
    example: str,
    campaign: bool = False,
    players: str | None = None,
) -> tuple[Base, tuple[str, ...]] | None:
    """Return game, house rules, seed and workers, and the scenarios asked about.

    Mistakes, in the rules of any of the scenarios, are noted and give None.

    Parameters
    ----------
    campaign : bool, optional
        Whether the scenarios are those of a campaign, which is played on this machine alone.
    players : str, optional
        The scenarios for so many players instead.
    """
    name = problems.take(need, game, "the game", example)
    loaded = problems.take(registry.load_game, name) if name else None
    seed = problems.take(read_seed, work.seed)
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_backend, work.backend) if campaign else problems.take(read_place, work)
    rules = problems.take(read_assignments, changes.rule) or {}
    if loaded is None:
        return None
    if campaign and loaded.file.campaign is None:
        problems.found.append(f"{loaded.file.title} has no campaign.")
    cards = (problems.take(read_cards, loaded, changes.cards) if changes.cards else None) or {}
    chosen = problems.take(read_years, scenarios, loaded, players)
    sets = [
        problems.take(registry.resolve, loaded, scenario, changes.variant, rules, cards, campaign)
        for scenario in chosen or [loaded.file.default_scenario]
    ]
    if problems.found or chosen is None or seed is None or jobs is None or backend is None or sets[0] is None:
        return None
    tell_conflicts(sets[0])
    from analysis.arms import Base

    return Base(loaded, seed, changes.variant, rules, cards, jobs, backend), chosen
