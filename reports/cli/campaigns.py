"""Reading what a campaign is asked for: the options `campaign` and `replay --campaign` share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.cli import years
from reports.cli.options import ChangeOptions, Problems, WorkOptions
from reports.cli.plans import read_team
from sim import registry
from sim.errors import BadInput
from sim.policyfile import hint

if TYPE_CHECKING:
    from analysis.arms import Base
    from sim.campaign import CampaignPlan

KIND = "campaign"


def read_base(
    problems: Problems, game: str | None, changes: ChangeOptions, work: WorkOptions, example: str
) -> Base | None:
    """Return game, house rules, seed and workers; mistakes, in the rules of any scenario, are noted and give None."""
    found = years.read_base(problems, game, (), changes, work, example, campaign=True)
    return found[0] if found else None


def read_players(problems: Problems, game: str | None, policies: Sequence[str], clubs: Sequence[str]) -> None:
    """Note every year policy and campaign policy that cannot be used; works before the base is known to be sound."""
    if game is None or game not in registry.games():
        return
    loaded = registry.load_game(game)
    for policy in policies:
        problems.take(_policy, loaded, policy)
    if loaded.file.campaign is not None:
        for club in clubs:
            problems.take(_club, loaded, club)


def _policy(game: registry.Game, text: str) -> None:
    """Check ``--policy``; a campaign policy among them is told where it belongs."""
    files = registry.policy_files(game)
    names = [part.strip().partition(":")[0] for part in text.split("+")]
    campaigners = registry.policy_files(game, KIND)
    for name in names:
        if name not in files and name in campaigners:
            raise BadInput(f"--policy {text}: '{name}' decides between the scenarios of a campaign; say --club {name}.")
    read_team(game, text)


def _club(game: registry.Game, text: str) -> None:
    """Check ``--club``; an unknown name is found without importing numba."""
    name = text.strip().partition(":")[0]
    known, players = registry.policy_files(game, KIND), registry.policy_files(game)
    if name not in known and not name.endswith(".py"):
        if name in players:
            raise BadInput(f"--club {text}: '{name}' plays the scenarios themselves; say --policy {name}.")
        raise BadInput(f"{game.name} has no campaign policy '{name}'.{hint(game, name, KIND)}")
    from sim.policy import parse_campaign_seat

    parse_campaign_seat(game, text)


def plan_of(base: Base, policy: str | None, club: str | None) -> CampaignPlan:
    """Return the plan of one combination; the game's defaults where none is named."""
    from sim.campaign import make_campaign_plan

    return make_campaign_plan(
        base.game.name,
        policy,
        club,
        seed=base.seed,
        variants=base.variants,
        rules=base.rules,
        cards=base.cards or None,  # type: ignore[arg-type]
    )
