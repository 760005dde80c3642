"""Rule parameters: declared once in ``rules.toml``, used by kernels, command line, docs, sensitivity and tuner.

The declaration is validated with pydantic at the edge; all mistakes of a file are reported together. Inside, a
parameter is a plain frozen record and a rule set is a mapping of values with the origin of each.
"""

from __future__ import annotations

import difflib
import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from sim.digest import digest_of
from sim.errors import BadInput

Value = int | float | bool | str | tuple[int, ...]
SOURCES = ("rulebook", "ruling", "inferred", "assumed")


@dataclass(frozen=True)
class Parameter:
    """One number, switch, choice or list of numbers of a rulebook.

    Attributes
    ----------
    name : str
        Address, as users type it; dots group parameters of one table.
    default : Value
        The rulebook's value, or the ruling's.
    unit : str
        Unit of the value, "" where it has none.
    kind : {"integer", "number", "switch", "choice", "list"}
        Decides how it is parsed and how the kernel sees it (choices as their position).
    bounds : tuple of float or None
        Smallest and largest value allowed, for numbers and the members of lists.
    choices : tuple of str
        The words allowed, for choices.
    source : {"rulebook", "ruling", "inferred", "assumed"}
        Where the default comes from.
    section : str
        Where it stands in the rulebook, or the number of the ruling.
    range : tuple of Value
        What a sensitivity run covers; for ordered numbers the two ends, else the alternatives.
    lever : bool
        Whether it is a house rule people would reach for.
    doc : str
        One sentence.
    off : Value or None
        The value that switches the rule off, for attribution.
    change_cost : float
        How big a change of one unit feels to players, for the tuner.
    """

    name: str
    default: Value
    unit: str
    kind: Literal["integer", "number", "switch", "choice", "list"]
    bounds: tuple[float, float] | None
    choices: tuple[str, ...]
    source: str
    section: str
    range: tuple[Value, ...]
    lever: bool
    doc: str
    off: Value | None = None
    change_cost: float = 1.0

    @property
    def field(self) -> str:
        """Name of the field in the kernel's rules record."""
        return self.name.replace(".", "_").replace("-", "_")

    @property
    def allowed(self) -> str:
        """What may be typed, in words."""
        if self.kind == "switch":
            return "true or false"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        low, high = self.bounds or (-math.inf, math.inf)
        count = len(self.default) if isinstance(self.default, tuple) else 1
        what = {"integer": "a whole number", "number": "a number", "list": f"{count} numbers"}[self.kind]
        return f"{what} from {low:g} to {high:g}" + (f" {self.unit}" if self.unit else "")

    def check(self, value: object) -> Value:
        """Return ``value`` in the parameter's own type.

        Raises
        ------
        ValueError
            If the value has the wrong type or lies outside the bounds.
        """
        if self.kind == "switch":
            if isinstance(value, bool):
                return value
            raise ValueError
        if self.kind == "choice":
            if value in self.choices:
                return str(value)
            raise ValueError
        if self.kind == "list":
            if not isinstance(value, list | tuple) or len(value) != len(self.default):  # type: ignore[arg-type]
                raise ValueError
            return tuple(int(self._number(v, whole=True)) for v in value)
        number = self._number(value, whole=self.kind == "integer")
        return int(number) if self.kind == "integer" else float(number)

    def _number(self, value: object, whole: bool) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ValueError
        if whole and value != int(value):
            raise ValueError
        if self.bounds and not self.bounds[0] <= value <= self.bounds[1]:
            raise ValueError
        return value

    def parse(self, text: str) -> Value:
        """Return the value a user typed after ``NAME=``.

        Raises
        ------
        ValueError
            If it cannot be read or lies outside the bounds.
        """
        word = text.strip()
        if self.kind == "switch":
            known = {
                "true": True,
                "yes": True,
                "on": True,
                "1": True,
                "false": False,
                "no": False,
                "off": False,
                "0": False,
            }
            return self.check(known[word.lower()] if word.lower() in known else word)
        if self.kind == "choice":
            return self.check(word)
        if self.kind == "list":
            return self.check([_number(part) for part in word.strip("[]").split(",")])
        return self.check(_number(word))

    def kernel_value(self, value: Value) -> int | float | tuple[int, ...]:
        """Return the value as the kernel's rules record holds it."""
        if self.kind == "choice":
            return self.choices.index(str(value))
        if self.kind == "switch":
            return int(bool(value))
        return value  # type: ignore[return-value]


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)


def nearest(word: str, names: Iterable[str]) -> str:
    """Return `` Did you mean '...'?`` for a mistyped name, or a list of what exists."""
    known = list(names)
    if not known:
        return ""
    close = difflib.get_close_matches(word.lower(), [name.lower() for name in known], n=1, cutoff=0.5)
    if close:
        return f" Did you mean '{next(name for name in known if name.lower() == close[0])}'?"
    return f" Known: {', '.join(known[:12])}{', ...' if len(known) > 12 else ''}."


# --- reading files ---------------------------------------------------------------------------------------------------


class Readable(Protocol):
    """What a text is read from: a `Path`, or anything else that has a text and, as ``str``, a name for messages."""

    def read_text(self, encoding: str) -> str:
        """Return the text."""
        ...


def read_toml(path: Readable) -> dict[str, Any]:
    """Read a TOML file.

    Raises
    ------
    BadInput
        If the file is missing or is not TOML; the message names file and line.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read ({error}).") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not valid TOML: {error}.") from None


def line_of(path: Readable, key: str) -> int:
    """Return the line on which ``key`` (dotted) is set in a TOML file, 0 if it cannot be told."""
    table = ""
    wanted = key.replace('"', "")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if text.startswith("[") and text.endswith("]"):
            table = text.strip("[]").strip().replace('"', "")
            if table == wanted:
                return number
        elif "=" in text:
            name = text.split("=", 1)[0].strip().replace('"', "").replace("'", "")
            if name == wanted or f"{table}.{name}" == wanted:
                return number
    return 0


def load_parameters(path: Path) -> dict[str, Parameter]:
    """Read ``rules.toml``.

    Raises
    ------
    BadInput
        With every mistake of the file, each with its line.
    """
    from sim.schema import check_rules_file

    return check_rules_file(path, read_toml(path))


# --- rule sets -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RuleSet:
    """The values of all parameters of a game and where each came from.

    Attributes
    ----------
    values : dict
        Value by parameter name.
    origins : dict
        "default", "scenario 1924", "variant easy-street", "--rule" or "cards" by parameter name.
    scenario : str
        Name of the scenario.
    variants : tuple of str
        Names of the variants, in the order applied.
    cards : dict
        Tables of printed cards that replace assumed ones, by table name; empty without ``--cards``.
    conflicts : tuple of str
        Parameters that two house rules set differently, a line each; see `sim.variants.conflicts`.
    """

    values: dict[str, Value]
    origins: dict[str, str]
    scenario: str
    variants: tuple[str, ...] = ()
    cards: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()

    def digest(self) -> str:
        """Return the digest that names this rule set: values and cards, not their origins."""
        return digest_of(
            [json.dumps(self.values, sort_keys=True), json.dumps(self.cards, sort_keys=True), self.scenario]
        )

    def changed(self, parameters: Mapping[str, Parameter]) -> dict[str, dict[str, Any]]:
        """Return the values that a variant or ``--rule`` changed, for manifests and captions."""
        return {
            name: {"value": self.values[name], "default": parameters[name].default, "unit": parameters[name].unit}
            for name, origin in self.origins.items()
            if origin not in ("default",) and not origin.startswith("scenario")
        }


def apply(
    parameters: Mapping[str, Parameter],
    values: dict[str, Value],
    origins: dict[str, str],
    changes: Mapping[str, Any],
    origin: str,
    file: Readable | None = None,
) -> list[str]:
    """Put changes over values in place and return the problems found, one line each.

    Parameters
    ----------
    changes : mapping
        New value by name; a string is parsed as typed on the command line when ``file`` is None.
    file : Readable, optional
        The file the changes come from, so that problems name the line.
    """
    problems = []
    for name, raw in changes.items():
        if name not in parameters:
            problems.append(f"{_where(file, origin, name)}there is no rule '{name}'.{nearest(name, parameters)}")
            continue
        parameter = parameters[name]
        try:
            values[name] = parameter.parse(raw) if isinstance(raw, str) and file is None else parameter.check(raw)
            origins[name] = origin
        except (ValueError, TypeError):
            problems.append(
                f"{_where(file, origin, name)}{name} = {raw!r} is not allowed: it takes {parameter.allowed}"
                f" (rulebook's default {shown(parameter.default)})."
            )
    return problems


def _where(file: Readable | None, origin: str, name: str) -> str:
    """Return where a change stands; the line of a file is looked for only when there is something to say about it."""
    return f"{file}:{line_of(file, name)}: " if file else f"{origin} {name}: "


def shown(value: object) -> str:
    """Return a value as it is typed."""
    if isinstance(value, list | tuple):
        return ",".join(str(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a nested TOML table as dotted names."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat
