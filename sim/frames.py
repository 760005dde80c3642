"""Rows as a pandas frame: outcomes as words, and what was played in ``attrs``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas


def frame_of(rows: np.ndarray, outcomes: Sequence[str], attributes: Mapping[str, Any]) -> pandas.DataFrame:
    """Return rows as a frame; ``outcome`` is a categorical of all outcomes of the game, in their order."""
    import pandas

    columns: dict[str, Any] = {name: rows[name].copy() for name in rows.dtype.names or ()}
    names: Any = list(outcomes)
    columns["outcome"] = pandas.Categorical.from_codes(rows["outcome"].astype(np.int64), categories=names)
    frame = pandas.DataFrame(columns)
    frame.attrs.update(attributes)
    return frame
