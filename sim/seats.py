"""Who plays which seat, as it is typed: ``frugal:reserve=12``, ``novice+rulebook+rulebook+rulebook``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.policy import Policy


@dataclass(frozen=True)
class Seat:
    """What plays one seat.

    Attributes
    ----------
    policy : str
        A policy by name or path.
    weights : dict of str to float
        Weights that differ from its own.
    forbid : tuple of str
        Mechanics of ``mechanics.toml`` it must do without.
    """

    policy: str
    weights: dict[str, float] = field(default_factory=dict)
    forbid: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """As typed on the command line."""
        settings = [f"{name}={value:g}" for name, value in self.weights.items()]
        settings += [f"{FORBID}={name}" for name in self.forbid]
        return f"{self.policy}:{','.join(settings)}" if settings else self.policy

    @property
    def identity(self) -> str:
        """A text that is another one for every other way to play."""
        return f"{self.policy} {sorted(self.weights.items())} {sorted(self.forbid)}"


#: What is typed where a weight's name stands, to forbid a mechanic.
FORBID = "forbid"


def text_of(policy: str | Policy | Callable[..., int]) -> str:
    """Return the ``--policy`` text of a policy: as typed, or of one declared in a notebook, or of a function of one."""
    found = policy if isinstance(policy, str) else getattr(policy, "policy", policy)
    return str(found)


def parse_team(game: registry.Game, text: str | Policy | Callable[..., int]) -> tuple[Seat, ...]:
    """Return the seats of ``--policy TEXT``, or of a policy declared in a notebook.

    One policy plays all seats; as many as there are seats, separated by ``+``, play one each in seat order
    (``novice+rulebook+rulebook+rulebook``). Of a game for several numbers of players a list may have as many as one of
    them; whether that is the number at this table `seated` finds out. Weights follow a colon:
    ``frugal:reserve=12,nerve=0.4``; a mechanic is
    forbidden in the same place: ``rulebook:forbid=schmoozing``.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    parts = [part.strip() for part in text_of(text).split("+")]
    seats, problems = [], []
    for part in parts:
        name, _, settings = part.partition(":")
        try:
            seats.append(_parse_seat(game, name, settings))
        except BadInput as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    wanted = len(game.file.seats)
    if len(seats) == 1:
        return tuple(seats * wanted)
    if game.file.players_rule and len(seats) in game.file.players:
        return tuple(seats)
    if len(seats) != wanted:
        raise wrong_number(game, len(seats), game.file.seats)
    return tuple(seats)


def seated(game: registry.Game, rules: RuleSet, team: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return who sits at the table under a rule set; one policy that plays all seats plays those that are taken.

    Raises
    ------
    BadInput
        If there are policies for another number of players.
    """
    taken = game.seats_in_play(rules)
    if len(team) == len(taken):
        return team
    if game.file.players_rule and len({seat.identity for seat in team}) == 1:
        return team[:1] * len(taken)
    if game.file.campaign is not None and len(team) == len(game.file.all_seats):
        return team
    raise wrong_number(game, len(team), taken)


def wrong_number(game: registry.Game, given: int, seats: Sequence[str]) -> BadInput:
    """Return the error of a list of policies for another number of players than sit at the table."""
    wanted = len(seats)
    another = bool(game.file.players_rule) and given in game.file.players and given != wanted
    hint = f" --players {given} is another number of players." if another else ""
    return BadInput(
        f"--policy names {given} policies, but {game.file.title} has {wanted} seats ({', '.join(seats)}): give one"
        f" policy, or {wanted} joined by '+'.{hint}"
    )


def parse_campaign_seat(game: registry.Game, text: str | Policy) -> Seat:
    """Return what decides between the scenarios of a campaign: NAME or NAME:WEIGHT=VALUE,...

    Raises
    ------
    BadInput
        If the game has no campaign, or with every mistake found.
    """
    if game.file.campaign is None:
        raise BadInput(f"{game.file.title} has no campaign.")
    name, _, settings = text_of(text).strip().partition(":")
    return _parse_seat(game, name, settings, "campaign")


def _parse_seat(game: registry.Game, name: str, settings: str, kind: str = "") -> Seat:
    from sim.policy import load_declaration

    declaration = load_declaration(game, name, kind)
    weights, forbid, problems = {}, [], []
    for item in filter(None, settings.split(",")):
        key, _, value = item.partition("=")
        if key == FORBID:
            if value in game.mechanics:
                forbid.append(value)
            else:
                problems.append(f"{game.name} has no mechanic '{value}' to forbid.{nearest(value, game.mechanics)}")
            continue
        if key not in declaration.weights:
            problems.append(f"policy {name} has no weight '{key}'.{nearest(key, declaration.weights)}")
            continue
        low, high = declaration.weights[key].bounds
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            problems.append(
                f"policy {name}: {key} = {value!r} is not allowed: it takes a number from {low:g} to {high:g}."
            )
            continue
        weights[key] = number
    if problems:
        raise BadInput(problems)
    return Seat(name, weights, tuple(dict.fromkeys(forbid)))
