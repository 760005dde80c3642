"""What a training found: weights, and what they are worth on games that no search has seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from analysis.paired import Effect
from analysis.training_goal import Goal
from analysis.training_space import WeightSpace

#: gain: the interval of the gain is above 0. small: that, but no more than anybody would notice. none: a noticeable
#: gain is ruled out. unknown: neither is shown. ceiling: there was nothing to gain. idle: no weight changes a game.
Verdict = Literal["gain", "small", "none", "unknown", "ceiling", "idle"]


@dataclass(frozen=True)
class Finalist:
    """A set of weights in the final.

    Attributes
    ----------
    label : str
        The policy with these weights, as ``--policy`` takes it.
    weights : dict
        Every weight searched; empty for the start.
    win_rate : float
        On the seed of the final, the mean over the scenarios; it is of the best of several and so a little too high.
    games : int
        Games played there.
    dropped : bool
        Whether it fell too far behind to play them all.
    """

    label: str
    weights: dict[str, float]
    win_rate: float
    games: int
    dropped: bool


@dataclass(frozen=True)
class TrainResult:
    """Everything a training found.

    Attributes
    ----------
    policy : str
        Name of the policy trained.
    start, label : str
        The policy before and after, as ``--policy`` takes it.
    goal : Goal
        What was made as large as possible, and against whom.
    scenarios : tuple of str
        Where it was trained.
    space : WeightSpace
        What could move.
    weights : dict
        The weights found that differ from the start.
    idle : tuple of str
        Weights that changed nothing in the first games at either of their bounds.
    gain : Effect
        On the win rate, the mean over the scenarios, on games that only the winner and the start played.
    gains : dict
        Likewise by scenario; these intervals hold together.
    finalists : tuple of Finalist
        Who met in the final, the start first.
    seed, select_seed, confirm_seed : int
        Of the search, of the final, of the gain.
    games, select_games, confirm_games : int
        Of a set in the search (all scenarios); of a scenario in the final and in the confirmation.
    tried, dropped, generations, played : int
        Sets of weights played, those of them dropped early, generations, and games played this time.
    stopped : str
        What ended the search: trials, budget, ceiling, idle; "" if it had converged.
    """

    policy: str
    start: str
    goal: Goal
    label: str
    scenarios: tuple[str, ...]
    space: WeightSpace
    weights: dict[str, float]
    idle: tuple[str, ...]
    gain: Effect
    gains: dict[str, Effect]
    finalists: tuple[Finalist, ...]
    seed: int
    select_seed: int
    confirm_seed: int
    games: int
    select_games: int
    confirm_games: int
    tried: int
    dropped: int
    generations: int
    played: int
    stopped: str

    @property
    def verdict(self) -> Verdict:
        """What came of it."""
        if self.stopped == "ceiling":
            return "ceiling"
        if self.stopped == "idle":
            return "idle"
        if self.gain.difference.low > 0:
            return "small" if self.gain.verdict == "equivalent" else "gain"
        return "none" if self.gain.verdict == "equivalent" or not self.weights else "unknown"

    @property
    def better(self) -> bool:
        """Whether the weights found are shown to win more games than the start."""
        return bool(self.weights) and self.gain.difference.low > 0

    def all_weights(self) -> dict[str, float]:
        """Return what the file of weights holds: every weight that differs from the policy's declaration."""
        return {**self.space.seat.weights, **self.weights}

    def to_json(self) -> dict[str, Any]:
        """Return plain data; a function of the question alone."""
        return {
            **({"goal": self.goal.to_json()} if self.goal.competitive else {}),
            "policy": self.start,
            "scenarios": list(self.scenarios),
            "verdict": self.verdict,
            "weights": {
                axis.name: {
                    "start": axis.start,
                    "found": self.weights.get(axis.name, axis.start),
                    "bounds": [axis.low, axis.high],
                    "idle": axis.name in self.idle,
                }
                for axis in self.space.axes
            },
            "trained": self.label,
            "gain": self.gain.to_json(),
            "gains": {scenario: effect.to_json() for scenario, effect in self.gains.items()},
            "search": {
                "sets": self.tried,
                "dropped": self.dropped,
                "generations": self.generations,
                "games_of_a_set": self.games,
                "ended": self.stopped or "converged",
            },
            "final": {
                "seed": self.select_seed,
                "games": self.select_games,
                "finalists": [_finalist(one) for one in self.finalists],
            },
            "confirmation": {"seed": self.confirm_seed, "games": self.confirm_games},
        }

    def record(self, command: str, source: str, over: str) -> Mapping[str, Any]:
        """Return how the weights were found, for the file that keeps them.

        Parameters
        ----------
        command : str
            The command line that finds them again.
        source : str
            Digest of the engine, the game and the policy they were found with.
        over : str
            What the gain is over, in words. A gain is its estimate and both ends of its interval, as shares of games.
        """
        name = self.goal.metric.name
        found: dict[str, Any] = {
            "command": command,
            "source": source,
            "seed": self.seed,
            "sets": self.tried,
            "games": self.games,
            "confirm_seed": self.confirm_seed,
            "confirm_games": self.confirm_games,
            **({"against": self.goal.opponents, "measure": self.goal.metric.name} if self.goal.competitive else {}),
            "over": over,
            f"{name}_before": round(self.gain.base.estimate, 4),
            name: round(self.gain.arm.estimate, 4),
            "gain": _shares(self.gain),
        }
        if len(self.scenarios) > 1:
            found["gains"] = {scenario: _shares(effect) for scenario, effect in self.gains.items()}
        return found


def _shares(effect: Effect) -> list[float]:
    """Return a gain and the ends of its interval with four decimals."""
    found = effect.difference
    return [round(value, 4) for value in (found.estimate, found.low, found.high)]


def _finalist(one: Finalist) -> dict[str, Any]:
    return {"policy": one.label, "win_rate": one.win_rate, "games": one.games, "dropped": one.dropped}
