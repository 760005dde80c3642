"""Locks between processes, held by the operating system so that a killed process leaves none behind."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import TracebackType

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


class Locked(Exception):
    """Another process holds the lock; ``pid`` is its id as far as it can be told."""

    def __init__(self, path: Path, pid: str) -> None:
        self.pid = pid
        super().__init__(f"{path} is held by process {pid}")


class FileLock:
    """An exclusive lock on a file that names its holder.

    Parameters
    ----------
    path : Path
        The lock file; created if missing and left in place.
    wait : float
        Seconds to wait for another holder before `Locked` is raised; a little more than none, because `is_locked`
        holds the lock for an instant.
    """

    def __init__(self, path: Path, wait: float = 0.3) -> None:
        self.path = path
        self.wait = wait
        self._descriptor: int | None = None

    def acquire(self) -> FileLock:
        """Take the lock.

        Raises
        ------
        Locked
            If another process keeps it longer than ``wait``.
        """
        deadline = time.monotonic() + self.wait
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        while not _try_lock(descriptor):
            if time.monotonic() >= deadline:
                pid = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
                os.close(descriptor)
                raise Locked(self.path, pid)
            time.sleep(0.05)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor
        return self

    def release(self) -> None:
        """Give the lock back; does nothing if it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> FileLock:
        return self.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _try_lock(descriptor: int) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_locked(path: Path) -> bool:
    """Return whether a live process holds the lock of this file; asking does not disturb it."""
    if fcntl is None:
        return False
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
