"""Declaring a policy, and loading one.

A policy is one file in ``policies/<game>/``::

    from sim.policy import Policy, Weight

    policy = Policy("opulent", "frugal", parent="rulebook", weights={"reserve": Weight(12, (0, 60), "dollars", "...")})
    RESERVE = policy.position("reserve")

    @policy.decision
    def restock(table, rules, choices, n, weights, memory, luck, seat):
        ...
        return 0

Each decorated function answers the decision of its name; ``@policy.otherwise`` answers all others. Decisions a policy
leaves out are its parent's, and share the parent's compiled function.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim import registry
from sim.errors import BadInput
from sim.params import nearest, read_toml

Decide = Callable[..., int]

#: What a position is worth that is surely won; values are whole numbers from 0 to this.
WORTH_OF_A_WIN = 1_000_000

#: Weights a policy that looks ahead must have: roll-outs of each choice, turns each is played (0: to the end), choices
#: tried, and standard errors by which another choice must be better than its parent's.
SETTINGS = ("rollouts", "horizon", "candidates", "certainty")


@dataclass(frozen=True)
class Weight:
    """One parameter of a policy, a float64 in its weight vector.

    Attributes
    ----------
    default : float
        Value unless the user sets another.
    bounds : (float, float)
        Smallest and largest value.
    unit : str
        Unit, "" where it has none.
    doc : str
        One sentence.
    """

    default: float
    bounds: tuple[float, float]
    unit: str
    doc: str


class Policy:
    """A policy being declared; see the module's docstring.

    Parameters
    ----------
    game, name : str
        The game it plays and the name on the command line.
    parent : str, optional
        The policy that answers the decisions left out.
    weights : mapping of str to Weight, optional
        Its own parameters; the parent's come before them in the weight vector.
    kind : str, optional
        "campaign" for a policy that decides between the scenarios of a campaign.
    weights_file : str, optional
        A TOML file beside the policy's own with other values for its weights: ``[all]`` for every scenario,
        ``[scenarios.NAME]`` for one, each with a table ``weights``.
    looks_ahead : sequence of str, optional
        Decisions for which every choice is tried by playing on (`sim.lookahead`); needs ``@policy.value`` and the
        weights `SETTINGS`.
    """

    def __init__(
        self,
        game: str,
        name: str,
        parent: str | None = None,
        weights: Mapping[str, Weight] | None = None,
        kind: str = "",
        weights_file: str | None = None,
        looks_ahead: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.name = name
        self.kind = kind
        self.parent = load_declaration(registry.load_game(game), parent, kind) if parent else None
        self.weights: dict[str, Weight] = dict(self.parent.weights) if self.parent else {}
        self.weights.update(weights or {})
        self.functions: dict[str, Decide] = {}
        self.fallback: Decide | None = None
        self.valuation: Decide | None = None
        inherited: tuple[str, ...] = self.parent.looks_ahead if self.parent else ()
        self.looks_ahead: tuple[str, ...] = tuple(looks_ahead) or inherited
        self.file: Path | None = None
        self._weights_file = weights_file
        self._digest = ""

    def position(self, weight: str) -> int:
        """Return the position of one of its weights in the vector, a constant for the decision functions."""
        return list(self.weights).index(weight)

    def decision(self, function: Decide) -> Decide:
        """Decorate the function that answers the decision of its name."""
        self.functions[function.__name__] = function
        return function

    def otherwise(self, function: Decide) -> Decide:
        """Decorate the function that answers every decision not named."""
        self.fallback = function
        return function

    def value(self, function: Decide) -> Decide:
        """Decorate the function that values a position for look-ahead: ``WORTH_OF_A_WIN`` for one surely won.

        It has the signature of a decision, with an empty list of choices, and may be asked about a game that has ended.
        """
        self.valuation = function
        return function

    def source_of_value(self) -> tuple[Policy, Decide]:
        """Return the policy in its line of ancestors that values positions, and the function."""
        if self.valuation is not None:
            return self, self.valuation
        if self.parent is None:
            raise BadInput(f"policy {self.name} looks ahead but does not say what a position is worth (@policy.value).")
        return self.parent.source_of_value()

    def weights_for(self, scenario: str) -> dict[str, float]:
        """Return the value of every weight in a scenario: its defaults, then what the files of weights say.

        Raises
        ------
        BadInput
            If a file of weights cannot be used.
        """
        values = {name: weight.default for name, weight in self.weights.items()}
        if self.parent is not None:
            values |= self.parent.weights_for(scenario)
        found = self.weights_on_file()
        for table in (found.get("all", {}), found.get("scenarios", {}).get(scenario, {})):
            values |= {name: float(value) for name, value in table.get("weights", {}).items()}
        return values

    def weights_on_file(self) -> dict[str, Any]:
        """Return its own file of weights, checked; empty if it has none.

        Raises
        ------
        BadInput
            With every mistake found.
        """
        path = self.weights_path
        if path is None:
            return {}
        found = read_toml(path)
        problems = []
        for where, table in [("all", found.get("all", {})), *found.get("scenarios", {}).items()]:
            for name, value in table.get("weights", {}).items():
                if name not in self.weights:
                    problems.append(f"{path}: {where}: there is no weight '{name}'.{nearest(name, self.weights)}")
                    continue
                low, high = self.weights[name].bounds
                if not isinstance(value, int | float) or not low <= value <= high:
                    problems.append(f"{path}: {where}: {name} = {value!r} is not a number from {low:g} to {high:g}.")
        if problems:
            raise BadInput(problems)
        return found

    @property
    def weights_path(self) -> Path | None:
        """Where its own file of weights is, if it has one."""
        if self._weights_file is None or self.file is None:
            return None
        return self.file.with_name(self._weights_file)

    def source(self, decision: str) -> tuple[Policy, Decide]:
        """Return the policy in its line of ancestors that answers a decision, and the function."""
        function = self.functions.get(decision) or self.fallback
        if function is not None:
            return self, function
        if self.parent is None:
            raise BadInput(f"policy {self.name} has no answer to the decision '{decision}' and no parent.")
        return self.parent.source(decision)

    @property
    def files(self) -> list[Path]:
        """Its own file, that of its weights, and its ancestors'."""
        own = [path for path in (self.file, self.weights_path) if path]
        return own + (self.parent.files if self.parent else [])

    def digest(self) -> str:
        """Digest of the engine, the game, this policy and its ancestors, as they were when first asked for."""
        if not self._digest:
            self._digest = registry.policy_digest(registry.load_game(self.game), self.files)
        return self._digest


#: Kind of the policies that decide between the scenarios of a campaign, and the folder they are in.
CAMPAIGN = "campaign"


def decisions_of(game: registry.Game, policy: Policy) -> list[str]:
    """Return the decisions a policy is asked: those of the seats, or those of the campaign's own seat."""
    assert game.file.campaign is not None or policy.kind != CAMPAIGN
    seats = {game.file.campaign.seat} if game.file.campaign and policy.kind == CAMPAIGN else set(game.file.seats)
    return [name for name, decision in game.decisions.items() if seats & set(decision.seats)]


def load_declaration(game: registry.Game, name: str, kind: str = "") -> Policy:
    """Return a policy by name or by the path of its file.

    Parameters
    ----------
    kind : str
        "" for a policy that plays a seat, "campaign" for one that decides between the scenarios of a campaign.

    Raises
    ------
    BadInput
        If there is no such policy, or its file cannot be used.
    """
    files = registry.policy_files(game, kind)
    path = files.get(name) or (Path(name) if name.endswith(".py") else None)
    if path is None:
        raise BadInput(f"{game.name} has no {kind + ' ' if kind else ''}policy '{name}'.{nearest(name, files)}")
    if not path.exists():
        raise BadInput(f"{path}: there is no such file.")
    module = _import_policy(game, path)
    found = [value for value in vars(module).values() if isinstance(value, Policy) and value.file in (None, path)]
    if len(found) != 1:
        raise BadInput(f"{path}: declares {len(found)} policies; a policy file declares one (policy = Policy(...)).")
    policy = found[0]
    policy.file = path
    if policy.kind != kind:
        raise BadInput(f"{path}: is a {policy.kind or 'station'} policy, not a {kind or 'station'} policy.")
    unknown = [decision for decision in policy.functions if decision not in game.decisions]
    if unknown:
        raise BadInput(
            [f"{path}: {game.name} has no decision '{word}'.{nearest(word, game.decisions)}" for word in unknown]
        )
    return policy


def _import_policy(game: registry.Game, path: Path) -> Any:
    """Import a policy file under a name that is the same in every process."""
    if registry.POLICIES / game.name in path.parents:
        parts = path.relative_to(registry.POLICIES).with_suffix("").parts
        return importlib.import_module(".".join(("policies", *parts)))
    identity = str(path.resolve()).encode() + path.read_bytes()  # a copy elsewhere is a module of its own
    name = f"house_edge_policy_{path.stem}_{hashlib.sha256(identity).hexdigest()[:12]}"
    with registry.IMPORTING:
        return sys.modules[name] if name in sys.modules else _import_file(name, path)


def _import_file(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BadInput:
        del sys.modules[name]
        raise
    except Exception as error:
        del sys.modules[name]
        raise BadInput(f"{path}: cannot be imported: {type(error).__name__}: {error}") from error
    return module


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


def parse_team(game: registry.Game, text: str) -> tuple[Seat, ...]:
    """Return the seats of ``--policy TEXT``.

    One policy plays all seats; as many as there are seats, separated by ``+``, play one each in seat order
    (``novice+rulebook+rulebook+rulebook``). Weights follow a colon: ``frugal:reserve=12,nerve=0.4``; a mechanic is
    forbidden in the same place: ``rulebook:forbid=schmoozing``.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    parts = [part.strip() for part in text.split("+")]
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
    if len(seats) != wanted:
        raise BadInput(
            f"--policy names {len(seats)} policies, but {game.file.title} has {wanted} seats"
            f" ({', '.join(game.file.seats)}): give one policy, or {wanted} joined by '+'."
        )
    return tuple(seats)


def parse_campaign_seat(game: registry.Game, text: str) -> Seat:
    """Return what decides between the scenarios of a campaign: NAME or NAME:WEIGHT=VALUE,...

    Raises
    ------
    BadInput
        If the game has no campaign, or with every mistake found.
    """
    if game.file.campaign is None:
        raise BadInput(f"{game.file.title} has no campaign.")
    name, _, settings = text.strip().partition(":")
    return _parse_seat(game, name, settings, CAMPAIGN)


def _parse_seat(game: registry.Game, name: str, settings: str, kind: str = "") -> Seat:
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
