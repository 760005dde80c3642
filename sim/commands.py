"""The command lines that play something again, made from its plan alone."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeGuard

from sim import registry
from sim.errors import BadInput, ContractBroken
from sim.params import RuleSet, shown

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.campaign import CampaignPlan
    from sim.policy import Seat


def is_campaign(plan: Plan | CampaignPlan) -> TypeGuard[CampaignPlan]:
    """Return whether a plan is a campaign's."""
    return hasattr(plan, "club")


def run_command(plan: Plan, games: int) -> str:
    """Return a command that plays the same games; what a variant's own file changed is typed as single rules."""
    return shlex.join(["house-edge", "run", *_played(plan), "--games", str(games), "--seed", str(plan.seed)])


def replay_command(plan: Plan | CampaignPlan, index: int) -> str:
    """Return a command that tells one game of a plan, or one campaign."""
    words = _campaign(plan) if is_campaign(plan) else _played(plan)  # type: ignore[arg-type]
    return shlex.join(["house-edge", "replay", *words, "--game", str(index), "--seed", str(plan.seed)])


@contextmanager
def replayable(plan: Plan | CampaignPlan) -> Iterator[None]:
    """Context in which a broken contract is given the command that shows it happen."""
    try:
        yield
    except ContractBroken as broken:
        if not broken.replay and broken.game_index >= 0:
            broken.replay = replay_command(plan, broken.game_index)
        raise


def team_text(seats: Sequence[Seat]) -> str:
    """Return the policies as ``--policy`` takes them, with every digit of their weights."""
    texts = [seat_text(seat) for seat in seats]
    return texts[0] if len(set(texts)) == 1 else "+".join(texts)


def seat_text(seat: Seat) -> str:
    """Return one policy as ``--policy`` takes it."""
    settings = [f"{name}={_digits(value)}" for name, value in seat.weights.items()]
    settings += [f"forbid={name}" for name in getattr(seat, "forbid", ())]
    return f"{seat.policy}:{','.join(settings)}" if settings else seat.policy


def _digits(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def _played(plan: Plan) -> list[str]:
    rules = plan.rules
    changes = _changes(plan.game, [(rules.scenario, rules.values)], rules, campaign=False)
    return [plan.game, "--scenario", rules.scenario, *changes, "--policy", team_text(plan.team)]


def _campaign(plan: CampaignPlan) -> list[str]:
    sets = [(rules.scenario, rules.values) for rules in plan.rules]
    changes = _changes(plan.game, sets, plan.rules[0], campaign=True)
    players = ["--policy", team_text(plan.team), "--club", seat_text(plan.club)]
    return [plan.game, "--campaign", *changes, *players]


def _changes(game: str, sets: Sequence[tuple[str, Mapping[str, Any]]], rules: RuleSet, campaign: bool) -> list[str]:
    """Return the options that make the values of some scenarios of what their files say."""
    loaded = registry.load_game(game)
    shipped = [name for name in rules.variants if name in loaded.variants]
    try:
        before = [registry.resolve(loaded, name, shipped, campaign=campaign).values for name, _ in sets]
    except BadInput:  # the variants stand together only with a rule besides
        shipped = []
        before = [registry.resolve(loaded, name, campaign=campaign).values for name, _ in sets]
    typed = {
        name: shown(value)
        for (_, values), known in zip(sets, before, strict=True)
        for name, value in values.items()
        if value != known[name]
    }
    words = [word for name in shipped for word in ("--variant", name)]
    words += [word for name, value in typed.items() for word in ("--rule", f"{name}={value}")]
    return [*words, "--cards", "FOLDER"] if rules.cards else words


__all__ = ["is_campaign", "replay_command", "replayable", "run_command", "seat_text", "team_text"]
