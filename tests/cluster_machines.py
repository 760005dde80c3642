"""A real dask cluster of separate processes on this machine, on the loopback address alone."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.helpers import PATIENCE

ROOT = Path(__file__).parent.parent

#: No dashboard; what dask starts in its place listens here alone.
QUIET = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0", "--host", "127.0.0.1")

#: Starts dask as its command does, in a process of this Python.
DASK = "from dask.__main__ import main; main()"


class Machines:
    """A scheduler and its workers; everything ends with the context.

    ``before`` is run in a process before dask, and keywords are its environment values.
    """

    def __init__(self, before="", **environment):
        self.folder = tempfile.TemporaryDirectory(prefix="house-edge-cluster-")
        self.processes = []
        self.scheduler, log = self._start(
            "scheduler", f"{before}\n{DASK}", ["scheduler", "--port", "0", "--no-show", *QUIET], environment
        )
        self.address = self._wait_for(self.scheduler, log, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
        self.folder.cleanup()

    def worker(self, before="", threads=1, **environment):
        """Start a worker and return its process and its address."""
        options = ["worker", self.address, "--no-nanny", "--nthreads", str(threads), "--memory-limit", "0", *QUIET]
        options += ["--local-directory", self.folder.name, "--death-timeout", "60"]
        process, log = self._start(f"worker-{len(self.processes)}", f"{before}\n{DASK}", options, environment)
        address = self._wait_for(process, log, r"Start worker at:\s+(tcp://127\.0\.0\.1:\d+)")
        self._wait_for(process, log, r"(Registered to)")
        return process, address

    def end(self, process, number=signal.SIGKILL):
        """End a process and wait for it."""
        process.send_signal(number)
        process.wait()

    def _start(self, name, code, options, environment=None):
        log = Path(self.folder.name) / f"{name}.log"
        places = ((environment or {}).pop("PYTHONPATH", ""), str(ROOT), os.environ.get("PYTHONPATH", ""))
        path = [entry for entry in places if entry]
        full = {**os.environ, "PYTHONPATH": os.pathsep.join(path), **(environment or {})}
        with log.open("w") as stream:
            process = subprocess.Popen(
                [sys.executable, "-c", code, *options],
                env=full,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                start_new_session=True,
                cwd=self.folder.name,
            )
        self.processes.append(process)
        return process, log

    def _wait_for(self, process, log, pattern):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and process.poll() is None:
            found = re.search(pattern, log.read_text())
            if found:
                return found[1]
            time.sleep(0.05)
        raise AssertionError(log.read_text())
