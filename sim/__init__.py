"""House Edge: a Monte Carlo balance laboratory for board games. This package is the engine.

The public API is small and imported only when used: `load_game`, `load_policy`, `simulate`, `replay`. Importing ``sim``
loads neither numba nor pandas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.api import load_game, load_policy, replay, simulate

__all__ = ["load_game", "load_policy", "replay", "simulate"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from sim import api

        return getattr(api, name)
    raise AttributeError(f"module 'sim' has no attribute '{name}'")
