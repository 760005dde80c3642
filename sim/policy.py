"""Declaring a policy, and loading one.

A policy is one file, in ``policies/<game>/`` or anywhere else::

    from sim.policy import Policy, Weight

    policy = Policy("opulent", "frugal", parent="rulebook", weights={"reserve": Weight(12, (0, 60), "dollars", "...")})

    @policy.decision
    def close(table, rules, choices, n, weights, memory, luck, seat):
        return 1 if table.coffers - table.target >= weights.reserve else 0

Each decorated function answers the decision of its name; ``@policy.otherwise`` answers all others. Decisions a policy
leaves out are its parent's, and share the parent's compiled function. The same, said above each function::

    from sim.policy import Weight, policy

    @policy("opulent", name="frugal", parent="rulebook", weights={"reserve": Weight(12, (0, 60), "dollars", "...")})
    def close(table, rules, choices, n, weights, memory, luck, seat):
        ...
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import policyfile, registry
from sim.decorated import parent_of, policy, same_file
from sim.digest import digest_of
from sim.errors import BadInput
from sim.params import nearest, read_toml
from sim.seats import FORBID, Seat, parse_campaign_seat, parse_team
from sim.weightnames import read_by_position

__all__ = [
    "CAMPAIGN", "FORBID", "SETTINGS", "WORTH_OF_A_WIN", "Policy", "Seat", "Weight", "decisions_of", "load_declaration",
    "parse_campaign_seat", "parse_team", "policy",
]  # fmt: skip

Decide = Callable[..., int]

#: Weights a policy may have, its ancestors' included (`sim.decisions.WEIGHTS`, which needs numba to be read).
MOST_WEIGHTS = 64

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
    unit: str = ""
    doc: str = ""


class Policy:
    """A policy being declared; see the module's docstring.

    Parameters
    ----------
    game, name : str
        The game it plays and the name on the command line.
    parent : str or Policy, optional
        The policy that answers the decisions left out.
    weights : mapping of str to Weight, optional
        Its own parameters; the parent's come before them in the weight vector. One that the parent has too changes its
        default and bounds.
    kind : str, optional
        "campaign" for a policy that decides between the scenarios of a campaign.
    weights_file : str, optional
        A TOML file beside the policy's own with other values for its weights: ``[all]`` for every scenario,
        ``[scenarios.NAME]`` for one, each with a table ``weights``.
    looks_ahead : sequence of str, optional
        Decisions for which every choice is tried by playing on (`sim.lookahead`); needs ``@policy.value`` and the
        weights `SETTINGS`.
    jit : bool, optional
        False for a policy in any Python, which is played without the compiler: to try an idea, slowly.

    Attributes
    ----------
    functions : dict of str to callable
        Its own answers, by decision.
    file : Path or None
        Where it was loaded from.
    line : int
        Where in its file it is declared.

    Raises
    ------
    BadInput
        If the parent does not exist, or a weight cannot be what it is.
    """

    def __init__(
        self,
        game: str,
        name: str,
        parent: str | Policy | None = None,
        weights: Mapping[str, Weight] | None = None,
        kind: str = "",
        weights_file: str | None = None,
        looks_ahead: Sequence[str] = (),
        jit: bool = True,
    ) -> None:
        self.game = game
        self.name = name
        self.kind = kind
        self.parent: Policy | None = parent_of(game, parent, kind)
        self.jit: bool = jit and (self.parent is None or self.parent.jit)
        self.weights: dict[str, Weight] = dict(self.parent.weights) if self.parent else {}
        self.own_weights: dict[str, Weight] = {}
        self.add_weights(weights or {})
        self.functions: dict[str, Decide] = {}
        self.fallback: Decide | None = None
        self.valuation: Decide | None = None
        inherited: tuple[str, ...] = self.parent.looks_ahead if self.parent else ()
        self.looks_ahead: tuple[str, ...] = tuple(looks_ahead) or inherited
        self.file: Path | None = None
        self.asks_parent: dict[str, Decide] = {}
        self.checked = False
        caller = sys._getframe(1)
        self.written_in, self.line = caller.f_code.co_filename, caller.f_lineno
        self._weights_file = weights_file
        self._digest = self._compiled_digest = ""

    def add_weights(self, weights: Mapping[str, Weight]) -> None:
        """Declare weights, after those there are."""
        faults = policyfile.weight_faults(weights, len(set(self.weights) - set(weights)), MOST_WEIGHTS)
        if faults:
            raise BadInput(faults)
        self.weights.update(weights)
        self.own_weights.update(weights)

    def position(self, weight: str) -> int:
        """Return the position of one of its weights in the vector, a constant for the helpers of decision functions.

        A decision function itself reads a weight by its name, ``weights.reserve``.
        """
        if weight not in self.weights:
            raise BadInput(f"policy {self.name} has no weight '{weight}'.{nearest(weight, self.weights)}")
        return list(self.weights).index(weight)

    def decision(self, function: Decide) -> Decide:
        """Decorate the function that answers the decision of its name."""
        written = self._readable(function, "decision")
        before: Any = self.functions.get(function.__name__)
        if before is not None and same_file(before, function):
            raise BadInput(f"'{function.__name__}' is answered twice, first in line {before.__code__.co_firstlineno}.")
        self.functions[function.__name__] = written
        return written

    def otherwise(self, function: Decide) -> Decide:
        """Decorate the function that answers every decision not named."""
        self.fallback = self._readable(function, "otherwise")
        return self.fallback

    def value(self, function: Decide) -> Decide:
        """Decorate the function that values a position for look-ahead: ``WORTH_OF_A_WIN`` for one surely won.

        It has the signature of a decision, with an empty list of choices, and may be asked about a game that has ended.
        """
        self.valuation = self._readable(function, "value")
        return self.valuation

    def _readable(self, function: Decide, decorator: str) -> Decide:
        """Return a function in which weights named are read by their positions."""
        if not hasattr(function, "__code__"):
            raise BadInput(f"@policy.{decorator} stands above the def of a function, without brackets.")
        return read_by_position(function, {name: position for position, name in enumerate(self.weights)})

    def parents(self, decision: str) -> Decide:
        """Return the parent's answer to a decision as a function that a decision function can call.

        ``AS_BEFORE = policy.parents("close")`` in the file, and in a function
        ``return AS_BEFORE(table, rules, choices, n, weights, memory, luck, seat)``.
        """
        from sim.jit import compiled

        if self.parent is None:
            raise BadInput(f"policy {self.name} has no parent to ask.")
        _, function = self.parent.source(decision)
        if function not in _callable:
            _callable[function] = compiled(function)
        self.asks_parent[decision] = _callable[function]
        return _callable[function]

    def marked(self) -> Iterator[tuple[str, Decide]]:
        """Yield its own functions, with the name of the decorator that marks them."""
        for function in self.functions.values():
            yield "decision", function
        for decorator, other in (("otherwise", self.fallback), ("value", self.valuation)):
            if other is not None:
                yield decorator, other

    @property
    def built_in(self) -> bool:
        """Whether it comes with House Edge."""
        return self.file is not None and registry.POLICIES in self.file.absolute().parents

    def typed(self) -> str:
        """Return what names it in ``--policy``: the name of one that is found by name, else the path of its file.

        One declared in a notebook or at a prompt is written into the cache first.
        """
        from sim.cells import written

        path = written(self)
        known = registry.policy_files(registry.load_game(self.game), self.kind)
        return next((name for name, file in known.items() if file == path), str(path))

    def __str__(self) -> str:
        return self.typed()

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

    def compiled_digest(self) -> str:
        """Digest that names the folder of its compiled functions.

        Compiled code names the modules it was built from, and a file outside the package is a module of the place it
        lies in: a policy whose parent lies elsewhere, in another clone say, shares its digest but not its code.
        """
        if not self._compiled_digest:
            places = [] if self.built_in else [str(path.resolve()) for path in self.files]
            self._compiled_digest = digest_of([self.digest(), *places])
        return self._compiled_digest


#: Functions of parents that were made callable from decision functions.
_callable: dict[Decide, Decide] = {}

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
    path = files.get(name) or (policyfile.place_of(name) if name.endswith(".py") else None)
    if path is None:
        what = f"{kind} policy" if kind else "policy"
        raise BadInput(f"{game.name} has no {what} '{name}'.{policyfile.hint(game, name, kind)}")
    if not path.exists():
        raise BadInput(f"{path}: there is no such file.{policyfile.file_like(path)}")
    found = policyfile.only_policy(game, path, policyfile.import_policy(game, path))
    found.file = path
    if found.kind != kind:
        taken = "--club" if found.kind == CAMPAIGN else "--policy"
        raise BadInput(
            f"{path}: is a {found.kind or 'station'} policy, not a {kind or 'station'} policy; {taken} takes it."
        )
    if not found.checked:
        problems = [] if found.built_in else policyfile.mistakes(game, found, path)
        if problems:
            raise BadInput(problems)
        found.checked = True
    return found
