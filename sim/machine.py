"""Facts about the machine and the versions of what runs on it, for manifests and captions. Imports nothing heavy."""

from __future__ import annotations

import os
import platform
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

#: Packages whose version is written into manifests.
PACKAGES = ("house-edge", "numpy", "numba", "llvmlite", "joblib", "pandas", "pyarrow", "scipy")

#: Versions that can change a result; a run is resumed only under the same ones.
DECISIVE = ("house-edge", "numpy", "numba", "llvmlite")


def versions() -> dict[str, str]:
    """Return the version of Python and of every package that takes part in a run."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@lru_cache
def machine() -> dict[str, str | int | float | None]:
    """Return what the speed of a run depends on: processor, cores, memory, system. Names neither host nor user."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "processor": _processor(),
        "cores": cores(),
        "memory_gb": _memory_gb(),
        "byte_order": sys.byteorder,
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.lower().startswith(("model name", "hardware")):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory_gb() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (AttributeError, OSError, ValueError):
        return None
