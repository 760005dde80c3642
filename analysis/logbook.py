"""What a search for a target has played, what it makes of it, and when it has to end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.arms import Report, Step
from analysis.changes import Changes, Space
from analysis.changewords import in_words
from analysis.proposals import price
from analysis.targets import SOLID, Target
from analysis.tries import LOOKS, Player, Try, block_games, look_at, usual_confirmation, usual_games
from analysis.tuned import Way, confirm


@dataclass(frozen=True)
class Effort:
    """How hard to search.

    Attributes
    ----------
    changes : int
        Most changes of a set, 1 to 8.
    games : int or None
        Games of one set after all blocks, over all scenarios; None for the usual number.
    confirm : int or None
        Games of each scenario in the confirmation; None for the usual number.
    trials : int or None
        Sets of changes after which the search ends; None for no limit.
    seconds : float or None
        Seconds after which the search ends; the result then depends on the machine.
    total : int or None
        Games in all that may be played for the answer, of which `SEARCHING` parts are the search's; None for no limit.
    """

    changes: int = 3
    games: int | None = None
    confirm: int | None = None
    trials: int | None = None
    seconds: float | None = None
    total: int | None = None


#: Parts of `Effort.total` after which the search ends, and after which the confirmation does; what is left is for other
#: assumptions.
SEARCHING, CONFIRMING = 0.5, 0.84

#: Steps of the progress a set of changes counts as, so that it moves within a set, too.
FINE = 1_000


class Logbook:
    """Everything played in one search, and what follows from it.

    Parameters
    ----------
    space : Space
        What may be changed, in which scenarios, and its cost.
    target : Target
        What is wanted.
    player : Player
        Plays sets of changes.
    seed : int
        Of the games that sets are compared on.
    effort : Effort
        How hard to search.
    tell : callable, optional
        Told how far the search is.
    clock : callable, optional
        Seconds, for `Effort.seconds`.
    """

    def __init__(
        self,
        space: Space,
        target: Target,
        player: Player,
        seed: int,
        effort: Effort,
        tell: Report | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.space, self.target, self.player, self.seed, self.effort = space, target, player, seed, effort
        self.tell = tell or (lambda step: None)
        self.clock, self.began = clock, clock()
        scenarios = len(space.scenarios)
        games = effort.games or usual_games(scenarios)
        self.blocks = block_games(games, scenarios)
        self.confirm_games = effort.confirm or usual_confirmation(scenarios)
        self.long_blocks = block_games(games, scenarios, target.habits.long_looks)
        self.tries: dict[Changes, Try] = {}
        self.singles: dict[str, dict[Any, Try]] = {}
        self.ended = ""
        self.stage, self.planned, self.finished, self.games = "", 0, 0, 0
        self.under_way, self.expected, self.batch = 0, 0, 0
        self.confirmed = 0

    # --- how far ---

    def begin(self, stage: str, planned: int) -> None:
        """Say that a part of the search begins."""
        self.stage, self.planned, self.finished = stage, planned, 0
        self._report()

    def _report(self) -> None:
        done = FINE * self.finished
        if self.expected:
            done += round(FINE * self.batch * min(1.0, self.under_way / self.expected))
        self.tell(Step(self.stage, done, max(FINE * self.planned, done), self.games, self._note()))

    def expect(self, sets: int, games: int) -> None:
        """Say how many sets are played now, and how many games that takes at most."""
        self.batch, self.expected, self.under_way = sets, games, 0

    def _note(self) -> str:
        played = [one for one in self.tries.values() if one.looks]
        if len(played) < 2:
            return ""
        best = min(played, key=lambda one: self.worth(one, self.target.tolerance))
        return f"best so far: {in_words(self.space, best.changes)}, {self.target.said(self.distance(best))}"

    def count(self, games: int) -> None:
        """Count games that were played, and say how far the search is."""
        self.games += games
        self.under_way += games
        self._report()

    # --- playing ---

    def evaluate(
        self,
        sets: Iterable[Changes],
        stage: str,
        limit: float,
        blocks: Sequence[tuple[int, int]] | None = None,
        race: bool = True,
    ) -> list[Try]:
        """Play sets, those known already too if they were dropped, until each is finished or beyond the limit.

        Without ``race`` none is dropped for being behind the others.
        """
        tries, new = [], False
        for changes in sets:
            one = self.tries.get(changes)
            if one is None:
                new = True
                size = self.space.size(changes)
                one = Try(changes, len(changes), size, self.space.cost(changes), stage=stage)
                self.tries[changes] = one
            tries.append(one)

        def hopeless(one: Try) -> bool:
            return self.distance(one) - self.target.spread(one.tallies) > limit

        blocks = blocks or self.blocks
        self.expect(len(tries), len(tries) * len(self.space.scenarios) * sum(games for _, games in blocks))
        halved = self.worth_of_solid if race and self.target.habits.halving else None
        look_at(tries, self.player, self.target, blocks, self.seed, hopeless, halved)
        self.expect(0, 0)
        self.finished += len(tries)
        self._report()
        for one in tries:
            if one.number == 1:
                name, value = one.changes[0]
                self.singles.setdefault(name, {})[value] = one
        if new and not self.ended:
            self.ended = self._end()
        return tries

    def _end(self) -> str:
        """Return what ends the search early, "" if nothing does.

        Asked after new sets alone, so that a number of sets ends a search exactly where a time ended it.
        """
        if self.effort.trials is not None and self.played() >= self.effort.trials:
            return "trials"
        if self.effort.seconds is not None and self.clock() - self.began >= self.effort.seconds:
            return "budget"
        if self.effort.total is not None and self.spent() >= SEARCHING * self.effort.total:
            return "games"
        return ""

    def spent(self) -> int:
        """Return the games of all sets: those that were remembered count, too, so that a search goes on alike."""
        return sum(tally.games for one in self.tries.values() for tally in one.tallies.values())

    def played(self) -> int:
        """Return how many sets of changes were played."""
        return sum(one.looks > 0 for one in self.tries.values() if one.number)

    def confirm(self, tries: Sequence[Try], seed: int, stage: str = "confirming on fresh seeds") -> list[Way]:
        """Play sets on seeds the search has not seen, within the games that are left."""
        total = self.effort.total
        most = None if total is None else max(0, round(CONFIRMING * total) - self.spent() - self.confirmed)

        def begin(sets: int, games: int) -> None:
            self.begin(f"{stage}, {sets} sets of changes" if sets > 1 else stage, sets)
            self.expect(sets, games)

        ways = confirm(tries, self.player, self.target, seed, self.confirm_games, most, begin)
        self.confirmed += sum(next(iter(way.rates.values())).n for way in ways) * len(self.space.scenarios)
        return ways

    # --- what follows ---

    def distance(self, one: Try) -> float:
        """Return how far a set is from the target, as far as it was played."""
        return self.target.search_distance(one.tallies)

    def worth(self, one: Try, tolerance: float) -> float:
        """Return what a search minimises of a set: its cost, and what is missing to a tolerance."""
        return price(one.cost, self.distance(one), tolerance, self.target.weight)

    def worth_of_solid(self, one: Try) -> float:
        """Return what a search minimises of a set that has to stand on other seeds, too."""
        return self.worth(one, SOLID * self.target.tolerance)

    def limit(self) -> float:
        """Return the distance beyond which a set is hopeless: neither on target nor as near as the best may be."""
        played = [one for one in self.tries.values() if one.looks]
        return max(self.target.tolerance, min(self.distance(one) + self.target.spread(one.tallies) for one in played))

    def solid(self, number: int) -> list[Try]:
        """Return the sets of at most ``number`` changes that seem to be on target."""
        limit = SOLID * self.target.tolerance
        tries = (one for one in self.tries.values() if one.state == "played" and 0 < one.number <= number)
        return [one for one in tries if self.distance(one) <= limit]

    def smallest(self, number: int) -> float:
        """Return the size of the smallest set of at most ``number`` changes that is on target at a longer look, too."""
        return min((one.size for one in self.solid(number) if one.looks > LOOKS), default=float("inf"))

    def pointless(self, number: int, size: float) -> bool:
        """Return whether a set on target is known that has no more changes and is no larger."""
        return self.smallest(number) <= size + 1e-9

    def look_longer(self, number: int) -> None:
        """Play the smallest set that seems to be on target for longer, until one stays there.

        It rules out all larger ones, and among many the smallest on target is often only lucky.
        """
        while not self.ended:
            size = self.smallest(number)
            waiting = [one for one in self.solid(number) if one.looks <= LOOKS and one.size < size]
            if not waiting:
                return
            one = min(waiting, key=lambda one: one.size)
            self.evaluate([one.changes], one.stage, self.target.tolerance, self.long_blocks)
