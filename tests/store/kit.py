"""What the tests of stored runs need: how many games, the manifest, and a run that stops dead."""

import json

import pytest

from sim.run import run_games
from sim.store import RunWriter

GAMES = 34_500  # four parts, the last of them short


def manifest_of(folder):
    return json.loads((folder / "manifest.json").read_text())


def edit_manifest(folder, **changes):
    (folder / "manifest.json").write_text(json.dumps({**manifest_of(folder), **changes}))


class Crash(BaseException):
    """Stands for a power cut: nothing gets a chance to tidy up."""


def crash(plan, monkeypatch, after, summary_only=False):
    """Play until ``after`` games are finished, then stop dead; return the folder."""

    def stop(progress):
        if progress.phase == "playing" and progress.games >= after:
            raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(RunWriter, "close", lambda writer, *_: writer.release())
        writer = RunWriter.create(plan, GAMES, summary_only=summary_only)
        with pytest.raises(Crash):
            run_games(plan, GAMES, writer=writer, keep_rows=False, block=2500, progress=stop)
    return writer.path
