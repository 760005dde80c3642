"""A set of changes as a player would say it."""

from __future__ import annotations

from analysis.changes import Changes, Knob, Space
from sim.params import Parameter, Value

#: Units whose singular is not the word without its s.
SINGULARS = {"dice": "die", "schnapps": "schnapps"}


def in_words(space: Space, changes: Changes) -> str:
    """Return a set of changes as a player would say it: ``'door wait penalty 0 nickels instead of 1'``."""
    said = [_one_in_words(space.knobs[name], value) for name, value in changes]
    if not said:
        return "no change"
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def _one_in_words(knob: Knob, value: Value) -> str:
    parameter = knob.parameter
    label = label_of(parameter)
    if parameter.kind == "switch":
        return f"{label.removesuffix(':')}: {'yes' if value else 'no'}"
    old = knob.before[0]
    if _is_relative(knob):
        return f"{label} {_amount(parameter, value, signed=True)}"
    printed = f" instead of {_amount(parameter, old, bare=True)}" if knob.settled else ""
    return f"{label} {_amount(parameter, value)}{printed}"


def label_of(parameter: Parameter) -> str:
    """Return what players read for the name of a rule; a number it ends with is kept apart from what follows."""
    label = parameter.name.replace(".", " ").replace("_", " ")
    return f"{label}:" if label[-1].isdigit() else label


def _is_relative(knob: Knob) -> bool:
    """Return whether a parameter is itself an adjustment: 0 changes nothing, and both signs are allowed."""
    bounds = knob.parameter.bounds
    zero = knob.ordered and knob.parameter.default == 0 and set(knob.before) == {0}
    return bool(zero and bounds and bounds[0] < 0 < bounds[1])


def _amount(parameter: Parameter, value: Value, *, signed: bool = False, bare: bool = False) -> str:
    if isinstance(value, bool | str):
        return f"'{value}'"
    if isinstance(value, tuple):
        return " ".join(str(item) for item in value)
    sign = "-" if value < 0 else "+" if signed else ""
    number = f"{abs(value):,g}"
    if parameter.unit == "dollars":
        return f"{sign}${number}"
    # "setup lookouts 4", not "4 lookouts": the name has said it.
    said = bare or not parameter.unit or parameter.name.endswith(parameter.unit)
    unit = singular(parameter.unit) if abs(value) == 1 else parameter.unit
    return f"{sign}{number}" if said else f"{sign}{number} {unit}"


def singular(unit: str) -> str:
    """Return what one unit is called: ``'die'``, ``'nickel'``."""
    return SINGULARS.get(unit) or unit.removesuffix("s")
