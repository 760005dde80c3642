"""What a machine would play with: the text of this file is run on every worker of a cluster before it gets a block.

It travels as text, not as a function, because a worker may have another Python, another House Edge, or none: so it
imports nothing but the standard library at its top, and fails nowhere.
"""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version

#: Packages in whose versions a worker and the one who sends it blocks must agree.
DECISIVE = ("house-edge", "numpy", "numba", "llvmlite", "distributed")


def examine(game):  # type: ignore[no-untyped-def]
    """Return what the rows of a game depend on here, as text by name.

    Parameters
    ----------
    game : str
        Name of the game.

    Returns
    -------
    dict of str to str
        ``Python`` (major and minor version: compiled code and pickles differ between them), ``platform``, the versions
        of `DECISIVE` ("" for what is not installed), ``sources`` (digest of the engine and the game, "" if there is
        none) and ``problem`` (why there is none).
    """
    found = {
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "platform": f"{platform.system()} {platform.machine()}",
        "sources": "",
        "problem": "",
    }
    for package in DECISIVE:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = ""
    try:
        from sim.shipment import sources_here

        found["sources"] = sources_here(game)
    except ImportError as error:
        found["problem"] = f"House Edge cannot be imported there ({error})"
    except Exception as error:  # whatever it is, it is told, not raised
        found["problem"] = str(error) or type(error).__name__
    return found
