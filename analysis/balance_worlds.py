"""The games in which statements about balance are tried: a few scenarios under sets of assumptions drawn together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Arm, Base, play_many
from analysis.balance_measures import Table, dealt_codes
from analysis.balance_result import BalanceStatement
from analysis.balance_starts import starts_of
from analysis.balance_statements import Place, Seen, judge, places_of
from analysis.paired import rows_differ
from analysis.proportions import CONFIDENCE

if TYPE_CHECKING:
    from sim.params import Parameter

STAGE = "assumptions, all together"
#: Games in which it is looked for whether an assumption changes anything, and values of it that are tried.
NOTICED_GAMES, MOST_ALTERNATIVES = 20, 2


@dataclass(frozen=True)
class Doubt:
    """How statements are tried.

    Attributes
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    policy : str
        Plays every seat.
    seated : mapping
        The seats that are taken, by scenario.
    samples, games : int
        Sets of assumptions, and games of each scenario in each.
    margin : float
        Of points.
    confidence : float
        Of the intervals that contradict a statement.
    """

    base: Base
    policy: str
    seated: Mapping[str, Sequence[str]]
    samples: int
    games: int
    margin: float
    confidence: float = CONFIDENCE

    def judge(
        self, statements: Sequence[BalanceStatement], telling: Callable[[int], Callable[[int], None]]
    ) -> tuple[list[BalanceStatement], int]:
        """Return the statements with the sets they survive, and how many games that took.

        Parameters
        ----------
        telling : callable
            ``(games in all) -> callable`` that is told the games of each arm.
        """
        from analysis.sensitivity import TOGETHER, draw_sets
        from analysis.space import assumed_parameters, free_values

        places: list[Place] = list(dict.fromkeys(place for s in statements for place in places_of(s)))
        sets = draw_sets(self.base, list(dict.fromkeys(name for name, _ in places)), self.samples, self.base.seed)
        jobs = [(number, place) for number in range(len(sets)) for place in places]
        arms = [
            Arm.of(place[0], self.policy, {**free_values(self.base, place[0], sets[number]), **self._mode(place)})
            for number, place in jobs
        ]
        worlds: list[dict[Place, Seen]] = [{} for _ in sets]
        played = play_many(self.base, arms, self.games, lambda rows: rows, telling(self.games * len(arms)))
        for (number, place), rows in zip(jobs, played, strict=True):
            worlds[number][place] = self._seen(place, rows)
        parameters = [p for p in assumed_parameters(self.base, TOGETHER) if sets and p.name in sets[0]]
        noticed = self._noticed(places, parameters)
        names = self.base.game.file.balance.choices
        judged = judge(statements, worlds, noticed, sets, names, self.margin, self.confidence)
        return judged, self.games * len(arms)

    def _noticed(self, places: Sequence[Place], parameters: Sequence[Parameter]) -> dict[Place, list[Parameter]]:
        """Return by place the assumptions that change some game when they are moved alone.

        A scenario reads only some of them: of the others none can decide anything, however it came out.
        """
        from analysis.space import alternatives, free_values, stands

        found: dict[Place, list[Parameter]] = {}
        for place in places:
            moved = []
            for parameter in parameters:
                for value in alternatives(parameter)[:MOST_ALTERNATIVES]:
                    change = free_values(self.base, place[0], {parameter.name: value})
                    if change and stands(self.base, place[0], {**change, **self._mode(place)}):
                        moved.append((parameter, Arm.of(place[0], self.policy, {**change, **self._mode(place)})))
            arms = [Arm.of(place[0], self.policy, self._mode(place)), *(arm for _, arm in moved)]
            printed, *others = play_many(self.base, arms, min(self.games, NOTICED_GAMES), lambda rows: rows)
            changed = {
                parameter.name
                for (parameter, _), rows in zip(moved, others, strict=True)
                if rows_differ(printed, rows).any()
            }
            found[place] = [parameter for parameter in parameters if parameter.name in changed]
        return found

    def _mode(self, place: Place) -> dict[str, Any]:
        """Return the rules that fix the start player, or deal the choices."""
        entry = self.base.game.file.balance
        if place[1] == "fixed":
            return {entry.start_rule: entry.start_fixed}
        return {entry.choice_rule: entry.choice_dealt} if place[1] == "dealt" else {}

    def _seen(self, place: Place, rows: np.ndarray) -> Seen:
        game, (name, mode) = self.base.game, place
        seats = self.seated[name]
        dealt = dealt_codes(game, rows, seats) if mode == "dealt" else None
        return Seen(Table.of(game, rows, seats), starts_of(game, rows, len(seats), mode == "fixed"), dealt)
