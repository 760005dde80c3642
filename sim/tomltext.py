"""Writing TOML: the few forms that House Edge writes, so that `tomllib` reads the same values back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any


def toml(value: Any) -> str:
    """Return a value as TOML writes it on one line.

    Parameters
    ----------
    value : bool, int, float, str, list, tuple or mapping
        Mappings become inline tables.

    Raises
    ------
    TypeError
        If TOML has no such value; None among them.

    Examples
    --------
    >>> toml({"a b": [1, 2.5, True], "c": "yes"})
    '{ "a b" = [1, 2.5, true], c = "yes" }'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        return ("inf" if value > 0 else "-inf") if math.isinf(value) else repr(value)
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for the one control character JSON leaves as it is
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(item) for item in value)}]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(str(name))} = {toml(item)}" for name, item in value.items()) + " }"
    raise TypeError(f"TOML has no {type(value).__name__}")


def key(name: str) -> str:
    """Return a key, in quotes where it needs them: a rule's name with a dot does, or it would be a table.

    Examples
    --------
    >>> key("seed"), key("door.wait_penalty")
    ('seed', '"door.wait_penalty"')
    """
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else toml(name)
