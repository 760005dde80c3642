"""What a run tells: how far it is while games are played, and in the end what it gave."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from sim.stop import FixedGames
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Plan

Phase = Literal["compiling", "loading", "playing"]
Status = Literal["complete", "stopped", "interrupted", "failed"]


@dataclass(frozen=True)
class Progress:
    """How far a run is. Games are counted when they are finished and merged, never when they are handed out.

    Attributes
    ----------
    phase : {"compiling", "loading", "playing"}
        "compiling" is sent once, before a compile that can take a minute; "loading" when the cache has everything.
    games, requested : int
        Finished games, with those of earlier sessions, and games asked for.
    played : int
        Finished games of this session.
    seconds : float
        Seconds of play in this session.
    compile_s : float
        Seconds it took to compile or load.
    summary : Summary or None
        Of the finished games; read only.
    workers : str
        Who plays, in words, if it is a cluster.
    """

    phase: Phase
    games: int
    requested: int
    played: int
    seconds: float
    compile_s: float
    summary: Summary | None
    workers: str = ""

    @property
    def games_per_s(self) -> float:
        """Games per second in this session; NaN before the first."""
        return self.played / self.seconds if self.played and self.seconds else math.nan

    @property
    def seconds_left(self) -> float:
        """Seconds to the end at this speed; NaN before the first game."""
        return (self.requested - self.games) / self.games_per_s


@dataclass
class RunResult:
    """What a run gave.

    Attributes
    ----------
    plan : Plan
        What was played.
    games_requested, games : int
        Games asked for and games finished (earlier sessions included).
    rows : numpy.ndarray or None
        Structured rows in game order, if they were to be kept.
    summary : Summary
        Of all finished games.
    status : {"complete", "stopped", "interrupted", "failed"}
        "stopped": a stop rule was met.
    timing : dict
        ``compile_s``, ``play_s``, ``wall_s``, ``games_per_s`` (this session).
    stop : dict
        ``rule``, ``reason`` and ``games``: the rule that ended the run.
    backend : str
        How it was played.
    rows_sha256 : str or None
        Digest of the row bytes in order (`sim.parts.digest_of_parts`); None when no rows were seen (summary only).
    notes : list of str
        What a person should know, such as parts that were damaged.
    rule : str
        Name of the rule that could end the run before.
    asked_to_stop : bool
        Ctrl-C came when the last games were under way already: this run is whole, but who plays several should end.
    """

    plan: Plan
    games_requested: int
    games: int
    rows: np.ndarray | None
    summary: Summary
    status: Status
    timing: dict[str, float]
    stop: dict[str, Any] = field(default_factory=dict)
    backend: str = "sequential"
    rows_sha256: str | None = None
    notes: list[str] = field(default_factory=list)
    rule: str = FixedGames.name
    asked_to_stop: bool = False
