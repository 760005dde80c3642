"""What do a few changes do? Each arm is played on the seeds of the base, chunk by chunk, until enough is known.

Chunks are played in order and have a fixed number of games, so what is found, and where it stops, is a function of the
question alone. Nothing is kept of a chunk but integer sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Base, Report, Step, play, rules_of
from analysis.compared import ALL, GAMES, USUAL, ComparisonResult, Contender, Extent, scopes
from analysis.meeting import Margins, Meeting, meet_all
from analysis.order import simultaneous, tied_groups
from analysis.paired import FIXED, Effect, Metric, PairSums, Ruler, Tally, effect_of, metrics_of
from analysis.seats import VICTORY
from analysis.sequential import LOOKING, STEP, Until
from sim.errors import BadInput, Interrupted
from sim.spread import Interrupts

if TYPE_CHECKING:
    from sim.results import Progress

__all__ = ["ALL", "GAMES", "MOST_GAMES", "ComparisonResult", "Contender", "Extent", "compare", "scopes"]

#: Where looking ends if it does not end by itself.
MOST_GAMES = 1_000_000

FIXED_RULE, ALL_PLAYED, TOO_LONG = "fixed", "all games played", "the most games were played"
BY_HAND = "stopped by hand"


def compare(
    base: Base,
    reference: Contender,
    arms: Sequence[Contender],
    scenarios: Sequence[str],
    extent: Extent = USUAL,
    progress: Report | None = None,
) -> ComparisonResult:
    """Play every arm and the reference on the same seeds in every scenario and compare them game by game.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and what is in force everywhere.
    reference : Contender
        What the arms are compared with.
    arms : sequence of Contender
        At least one, of different names.
    scenarios : sequence of str
        At least one.
    extent : Extent, optional
        How much is played.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        With every rule that is not allowed, of all arms and scenarios.
    Interrupted
        On Ctrl-C before the first chunk was finished; later the result is returned with status "interrupted".
    """
    names = [reference.name, *(arm.name for arm in arms)]
    if not arms or not scenarios or len(set(names)) < len(names):
        raise ValueError(f"arms of different names, and a scenario, are needed: {names}, {list(scenarios)}")
    problems = []
    for contender in (reference, *arms):
        for scenario in scenarios:
            try:
                rules_of(base, contender.arm(scenario))
            except BadInput as error:
                problems += error.problems
    if problems:
        raise BadInput(list(dict.fromkeys(problems)))
    question = _Question(base, reference, tuple(arms), tuple(scenarios), extent, progress)
    return question.ask()


class _Question:
    """The state of one call of `compare`: sums of what has been played so far."""

    def __init__(
        self,
        base: Base,
        reference: Contender,
        arms: tuple[Contender, ...],
        scenarios: tuple[str, ...],
        extent: Extent,
        progress: Report | None,
    ) -> None:
        self.base, self.reference, self.arms, self.scenarios = base, reference, arms, scenarios
        self.extent, self.progress = extent, progress
        self.metrics = {(who.name, s): self._metrics(who, s) for who in (reference, *arms) for s in scenarios}
        self.tallies = {(a.name, scope): Tally(self._shared(a, scope)) for a in arms for scope in scopes(scenarios)}
        self.mutual = {(a.name, b.name): PairSums() for a, b in combinations(arms, 2)}
        self.each = simultaneous(extent.confidence, len(self.tallies))
        self.leading = metrics_of(base.game)[0]
        self.pairs, self.note = 0, ""
        self.meetings: dict[tuple[str, str], tuple[Meeting, ...]] = {}

    def _metrics(self, contender: Contender, scenario: str) -> dict[str, Metric]:
        """Return what is compared by name; it depends on who sits at the table."""
        game = self.base.game
        seats = game.seats_in_play(rules_of(self.base, contender.arm(scenario)))
        return {metric.name: metric for metric in metrics_of(game, seats)}

    def _chosen(self, scope: str) -> list[int]:
        """Return the positions of the scenarios of a scope."""
        return [i for i, name in enumerate(self.scenarios) if scope in (name, ALL)]

    def _read(self, contender: Contender, scope: str) -> list[dict[str, Metric]]:
        return [self.metrics[contender.name, self.scenarios[i]] for i in self._chosen(scope)]

    def _shared(self, arm: Contender, scope: str) -> list[Metric]:
        """Return the metrics that arm and reference have in every scenario of a scope: an empty seat has none."""
        first, *others = [*self._read(self.reference, scope), *self._read(arm, scope)]
        return [metric for name, metric in first.items() if all(name in other for other in others)]

    @property
    def ruler(self) -> Ruler:
        return FIXED if self.extent.until is None else LOOKING

    def ask(self) -> ComparisonResult:
        """Play chunk by chunk until enough is known."""
        until, stopped = self.extent.until, None
        try:
            while self.pairs < self.extent.games and not stopped:
                self._play_chunk(min(STEP, self.extent.games - self.pairs))
                stopped = until.reason(self._effects()) if until else None
        except (Interrupted, KeyboardInterrupt):
            pass  # what was finished before still counts
        if self.pairs == 0:
            raise Interrupted("stopped before enough games were played to say anything")
        if stopped:
            status, reason = "stopped", stopped
        elif self.pairs < self.extent.games:
            status, reason = "interrupted", BY_HAND
        else:
            status, reason = "complete", TOO_LONG if until else ALL_PLAYED
        rule, block = until.name if until else FIXED_RULE, -(-self.pairs // STEP) - 1
        if self.extent.meet and status != "interrupted":
            try:
                self._meet()
            except (Interrupted, KeyboardInterrupt):
                status, reason = "interrupted", BY_HAND
        return self._result(status, {"rule": rule, "reason": reason, "block": block, "games": self.pairs})

    def _play_chunk(self, games: int) -> None:
        """Play the next games of every arm in every scenario; nothing counts unless all of them are finished."""
        leading = self.leading.name
        played = {self.reference.name: self._play(self.reference, games, 0)}
        won: dict[str, np.ndarray] = {}
        added: list[tuple[Tally, list[np.ndarray], list[np.ndarray], Contender, str]] = []
        for number, arm in enumerate(self.arms, start=1):
            rows = self._play(arm, games, number)
            for scope in scopes(self.scenarios):
                chosen = self._chosen(scope)
                left = [played[self.reference.name][i] for i in chosen]
                added.append((self.tallies[arm.name, scope], left, [rows[i] for i in chosen], arm, scope))
            read = [found[leading] for found in self._read(arm, scopes(self.scenarios)[-1])]
            won[arm.name] = np.stack([one.values(part) for one, part in zip(read, rows, strict=True)]).sum(axis=0)
        with Interrupts() as interrupts:  # all sums are of the same games
            for tally, left, right, arm, scope in added:
                tally.add(left, right, self._read(self.reference, scope), self._read(arm, scope))
            for a, b in self.mutual:
                self.mutual[a, b] += self.leading.sums(won[a], won[b], len(self.scenarios))
            self.pairs += games
        if interrupts.asked:
            raise KeyboardInterrupt
        newest = self.tallies[self.arms[0].name, scopes(self.scenarios)[-1]].sums[leading]
        found = self.ruler.interval(newest, self.leading.is_share, self.each)
        size, unit = (100, "pp") if self.leading.is_share else (1, self.leading.unit)
        half = size * (found.high - found.low) / 2
        self.note = f"{self.arms[0].name} {size * found.estimate:+.2f} {unit}, give or take {half:.2f}"

    def _play(self, contender: Contender, games: int, number: int) -> list[np.ndarray]:
        found = []
        for position, scenario in enumerate(self.scenarios):
            done = (number * len(self.scenarios) + position) * games
            result = play(self.base, contender.arm(scenario), games, self._telling(done), first=self.pairs)
            assert result.rows is not None
            found.append(result.rows)
        return found

    def _telling(self, done: int) -> Callable[[Progress], None] | None:
        if self.progress is None:
            return None
        each = len(self.scenarios) * (1 + len(self.arms))
        before, total = self.pairs * each + done, self.extent.games * each
        stage = "playing" if self.extent.until is None else "playing until enough is known, at most"

        def tell(run: Progress) -> None:
            assert self.progress is not None
            self.progress(Step(stage, before + run.games, total, before, self.note, run))

        return tell

    def _effects(self) -> list[Effect]:
        """Return the effects that decide when enough is known, of every arm in every scope, as far as they are known.

        On the win rate of a team; else on each seat's share of the victory, and for verdicts on the points, too.
        """
        found = []
        for tally in self.tallies.values():
            for metric in tally.metrics:
                share = metric.name.startswith(f"{VICTORY}.")
                verdict = metric.name == self.leading.name and (metric.is_share or self.extent.until == Until())
                if share or verdict:
                    margin = self.extent.margins.get(metric.name)
                    each = metric.confidence(self.each)
                    found.append(effect_of(tally.sums[metric.name], metric, each, margin, self.ruler))
        return found

    def _meet(self) -> None:
        """Let every arm's policy meet the reference's at one table, on as many games as each played."""
        leading, watched = self.leading.name, self.base.game.file.watched
        margins = Margins(self.extent.margins.get(f"{VICTORY}.{watched}"), self.extent.margins.get(leading))
        asked = {(arm.name, name): (arm.policy, arm.arm(name)) for arm in self.arms for name in self.scenarios}
        found = meet_all(
            self.base, self.reference.policy, asked, self.pairs, self.extent.confidence, margins, self.progress
        )
        for key, meetings in found:
            self.meetings[key] = meetings

    def _result(self, status: str, stop: dict[str, Any]) -> ComparisonResult:
        margins, metric = self.extent.margins, self.leading
        found = {key: tally.compare(self.each, margins, self.ruler) for key, tally in self.tallies.items()}
        each = simultaneous(self.extent.confidence, len(self.mutual))
        mutual = {
            pair: effect_of(sums, metric, each, margins.get(metric.name), self.ruler)
            for pair, sums in self.mutual.items()
        }
        scope = scopes(self.scenarios)[-1]
        ranked = sorted(
            (arm.name for arm in self.arms), key=lambda name: -found[name, scope].leading.difference.estimate
        )
        order = tied_groups(ranked, lambda a, b: not (mutual.get((a, b)) or mutual[b, a]).differs)
        return ComparisonResult(
            self.base,
            self.reference,
            self.arms,
            self.scenarios,
            self.extent,
            found,
            mutual,
            order,
            status,
            stop,
            self.meetings,
        )
