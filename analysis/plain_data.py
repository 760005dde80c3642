"""Dataclasses as plain data and back, by the types they declare: for results of many small parts.

A field may hold a number, a text, a truth value, a tuple or a dictionary of fields, another dataclass that is made the
same way, or an object with ``to_json`` and ``from_json`` of its own (an `analysis.proportions.Estimate`, say).
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Self, get_args, get_origin, get_type_hints

from analysis.proportions import plain

#: Types of the fields by class; reading them takes longer than the data.
_KNOWN: dict[Any, dict[str, Any]] = {}


class Plain:
    """Base of a dataclass whose fields are plain data, or become it."""

    def to_json(self) -> dict[str, Any]:
        """Return plain data by field, from which `from_json` makes an equal object."""
        return {name: _written(getattr(self, name)) for name in _hints(type(self))}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the object that `to_json` described; what it does not know is passed over.

        Raises
        ------
        KeyError
            If a field is missing.
        """
        return cls(**{name: _read(hint, data[name]) for name, hint in _hints(cls).items()})


def _hints(kind: Any) -> dict[str, Any]:
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        _KNOWN[kind] = {field.name: hints[field.name] for field in fields(kind) if field.init}
    return _KNOWN[kind]


def _written(value: Any) -> Any:
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, tuple | list):
        return [_written(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _written(item) for key, item in value.items()}
    return plain(value)


def _read(hint: Any, data: Any) -> Any:
    origin = get_origin(hint)
    if origin is types.UnionType:
        if data is None:
            return None
        return _read(next(part for part in get_args(hint) if part is not type(None)), data)
    if origin is tuple:
        inner = get_args(hint)
        kinds = [inner[0]] * len(data) if inner[1:] == (Ellipsis,) else inner
        return tuple(_read(kind, item) for kind, item in zip(kinds, data, strict=True))
    if origin is dict:
        return {key: _read(get_args(hint)[1], item) for key, item in data.items()}
    if hasattr(hint, "from_json"):
        return hint.from_json(data)
    if hint is float:
        return float("nan") if data is None else float(data)
    return tuple(data) if isinstance(data, list) else data
