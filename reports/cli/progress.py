"""What is shown while games are played: finished games, speed, time left, and the estimate as it tightens.

On a terminal a line that moves; elsewhere a plain line now and then. The compile is announced once, before it begins.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from analysis.proportions import wilson
from reports import words
from reports.cli import output
from sim.digest import cache_root
from sim.registry import load_game

if TYPE_CHECKING:
    from analysis.arms import Step
    from sim.results import Progress as State

#: Seconds between plain lines, and between redrawings of the moving line.
_PLAIN_EVERY, _DRAW_EVERY = 10.0, 0.1
#: What a first compile is said to take until one was measured here.
_TYPICAL_COMPILE = 50.0
#: A load quicker than this was no compile.
_LOAD = 2.0


def engine_is_compiled(game: str) -> bool:
    """Return whether a game (or "game/campaign") is in the compiled cache, so that at most a policy is compiled."""
    from sim.worker import engine_code

    name, _, part = game.partition("/")
    return any(engine_code(load_game(name)).glob(f"*{part}_kernel-*.nbi" if part else "*.nbi"))


def expected_compile(game: str) -> float:
    """Return how long compiling a game took the last time on this machine, in seconds."""
    try:
        return float(json.loads((cache_root() / "compile.json").read_text(encoding="utf-8"))[game])
    except (OSError, ValueError, KeyError, TypeError):
        return _TYPICAL_COMPILE


def remember_compile(game: str, seconds: float) -> None:
    """Keep how long compiling took, for the next announcement."""
    path = cache_root() / "compile.json"
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    try:
        path.write_text(json.dumps({**known, game: round(seconds, 1)}), encoding="utf-8")
    except OSError:
        pass  # only the wording of an announcement depends on it


class Display:
    """Shows the progress of a run; call it with each `sim.results.Progress`.

    Parameters
    ----------
    game : str
        Name of the game, for the compile time.
    wins : sequence of str
        Outcomes that count as a win.
    quiet : bool
        Show nothing, except that a compile begins.
    label : str
        What is being played, before the numbers.
    """

    def __init__(self, game: str, wins: Sequence[str], quiet: bool = False, label: str = "") -> None:
        self.game, self.wins, self.quiet, self.label = game, list(wins), quiet, label
        self.moving = output.on_terminal() and not quiet
        file = load_game(game.partition("/")[0]).file
        self.won = f"the {file.watched} seat wins" if file.competitive else "wins"
        self.compiling = self.announced = False
        self.shown = time.monotonic()
        self._status: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def __call__(self, state: State) -> None:
        """Show one state."""
        if state.phase == "compiling":
            self.compiling = not engine_is_compiled(self.game)
            if self.announced:  # the next policy compiles too; once is enough to say
                return
            self.announced = True
            if not self.compiling:
                output.note("compiling the policy, once ...")
                return
            about = words.duration(round(expected_compile(self.game)))
            output.note(f"compiling the engine, once, about {about} ...")
            return
        if self.compiling and state.phase == "playing":
            self.compiling = False
            self.shown = time.monotonic()
            if state.compile_s > _LOAD:
                remember_compile(self.game, state.compile_s)
        if state.phase == "playing" and not self.quiet:
            self._show(lambda: self.line(state))

    def _show(self, line: Callable[[], str]) -> None:
        now = time.monotonic()
        if now - self.shown < (_DRAW_EVERY if self.moving else _PLAIN_EVERY):
            return
        self.shown = now
        text = line()
        if not self.moving:
            output.note(text)
            return
        from rich.text import Text

        shown = Text(text, no_wrap=True, overflow="ellipsis")
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(shown, console=Console(stderr=True, highlight=False, emoji=False))
            self._status.start()
        self._status.update(shown)

    def line(self, state: State) -> str:
        """Return the state in one line."""
        parts = [f"{state.games:,} of {state.requested:,} games"]
        if state.seconds_left == state.seconds_left:
            parts.append(f"{words.duration(state.seconds_left)} left")
        if state.summary is not None and state.summary.games and self.wins:
            estimate = wilson(state.summary.count(self.wins), state.summary.games)
            parts.append(f"{self.won} {words.share_with_interval(estimate.estimate, estimate.low, estimate.high)}")
        parts.append(words.rate(state.games_per_s))
        if state.workers:
            parts.append(state.workers)
        return ", ".join([self.label, *parts] if self.label else parts)


class StepDisplay(Display):
    """Shows how far a question of several stages is; call it with each `analysis.arms.Step`.

    Parameters
    ----------
    game : str
        Name of the game, for the compile time.
    quiet : bool
        Show nothing, except that a compile begins.
    """

    def __init__(self, game: str, quiet: bool = False) -> None:
        super().__init__(game, (), quiet)
        self.stage, self.began = "", time.monotonic()
        self.newest = ""

    def step(self, step: Step) -> None:
        """Show one step; the newest result stays in sight."""
        if step.run is not None and step.run.phase != "playing":
            self(step.run)
            return
        if step.run is not None and self.compiling:
            self(step.run)
        if step.stage != self.stage:
            self.stage, self.began = step.stage, time.monotonic()
            self.newest = ""
        self.newest = step.note or self.newest
        if not self.quiet:
            self._show(lambda: self.step_line(step))

    def step_line(self, step: Step) -> str:
        """Return the step in one line: share done, time left in this stage, the newest result."""
        done = step.done / step.total if step.total else 0.0
        parts = [f"{step.stage}: {done:.0%}"]
        spent = time.monotonic() - self.began
        if 0 < done < 1 and spent > 1:
            parts.append(f"{words.duration(spent * (1 - done) / done)} left")
        if self.newest:
            parts.append(self.newest)
        return ", ".join(parts)
