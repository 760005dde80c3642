"""Things several test files need."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent

#: Seconds after which a process that should have ended, or come to something, is given up. It keeps a hung test from
#: hanging everything and measures nothing: a busy machine that compiles first may take minutes over a second's work.
PATIENCE = 600


def child(code, cwd=ROOT, **environment):
    """Start Python on some code in a process of its own; environment values of None are removed.

    Its standard input is a pipe, so that a test can let it go on when it is ready for that.
    """
    full = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={name: value for name, value in full.items() if value is not None},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )


def said(code, **environment):
    """Run some code in a process of its own and return what it printed."""
    process = child(code, **environment)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    return out.strip()


def play(plan, games, **options):
    """Store a run and return the result and the folder."""
    from sim.run import run_games
    from sim.store import RunWriter

    summary_only = options.pop("summary_only", False)
    writer = RunWriter.create(plan, games, summary_only=summary_only)
    return run_games(plan, games, writer=writer, keep_rows=False, **options), writer.path


def part_bytes(folder):
    """Return the bytes of all parts by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("part-*.parquet"))}
