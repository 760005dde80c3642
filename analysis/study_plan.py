"""How much is played in a study of the assumptions, and how long that takes.

Three numbers decide a study, besides its seed: trajectories of the screening, samples of the Sobol design, and games
of one win rate. A budget of time is turned into these three by the pace of the machine, and they are printed: they
give the same result anywhere, the budget does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from sim.errors import BadInput

#: Assumptions that get a factor of their own in the Sobol design, at most.
MOST_FACTORS = 6

#: Games of a scenario on the ladder that the statements are made from, at most: as many as the report plays.
LADDER_GAMES = 40_000

#: Designs to choose from, the smallest first: trajectories and samples.
DESIGNS = ((4, 16), (6, 32), (10, 64), (14, 128), (20, 256), (30, 512), (40, 1024))

#: Games of one win rate to choose from.
GAMES = (50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1500, 2000, 3000, 4000)

#: Games that the mean win rate of all scenarios should have, and each scenario, or luck hides the assumptions.
ENOUGH, ENOUGH_EACH = 600, 200


@dataclass(frozen=True)
class Counts:
    """How many there are of what multiplies the games.

    Attributes
    ----------
    scenarios, parameters, settings, others, levers : int
        Scenarios; assumptions; values that single assumptions are moved to; policies besides the main one; levers.
    meetings, seats : int
        Pairs of policies that meet in a game played against each other, and tables of each: one a seat.
    """

    scenarios: int
    parameters: int
    settings: int
    others: int
    levers: int
    meetings: int = 0
    seats: int = 1


@dataclass(frozen=True)
class Pace:
    """How quick the machine is with all workers: seconds of wall time.

    Attributes
    ----------
    stretch : float
        Of a stretch of games, besides its games.
    game : float
        Of a game.
    """

    stretch: float
    game: float


@dataclass(frozen=True)
class StudyPlan:
    """The size of a study.

    Attributes
    ----------
    trajectories : int
        Of the screening design.
    samples : int
        Of the Sobol design, a power of two; the statements are judged in twice as many sets.
    games : int
        Of one win rate in a design.
    """

    trajectories: int
    samples: int
    games: int

    @property
    def ladder(self) -> int:
        """Games of a scenario on the ladder, under the main policy."""
        return min(LADDER_GAMES, 200 * self.games)

    @property
    def chunk(self) -> int:
        """Games of one stretch of the ladder."""
        return min(self.ladder, 20 * self.games)

    @property
    def side_ladder(self) -> int:
        """Games of a scenario under another policy, or with a lever, in the printed game."""
        return min(self.ladder, 10 * self.games)

    @property
    def alone(self) -> int:
        """Games of a scenario when one assumption is moved."""
        return 2 * self.games

    @property
    def judged(self) -> int:
        """Games of a scenario in a set of assumptions that the statements are judged in."""
        return 4 * self.games

    @property
    def side(self) -> int:
        """Games of a scenario under another policy, or with a lever, under other assumptions."""
        return max(1, self.games // 2)

    def met_ladder(self, seats: int) -> int:
        """Games of each table of a meeting, in the printed game: together as many as another policy plays."""
        return max(1, self.side_ladder // seats)

    def met(self, seats: int) -> int:
        """Games of each table of a meeting, under other assumptions."""
        return max(1, self.side // seats)

    def work(self, counts: Counts) -> list[tuple[int, int]]:
        """Return (number of stretches, games of each) of every part, about: what is the same is played once.

        Levers that nothing is said about do not play on after the ladder; of The Opulent's it is half of them.
        """
        levers = -(-counts.levers // 2)
        each = [
            (-(-self.ladder // self.chunk), self.chunk),
            (counts.others + counts.levers, self.side_ladder),
            (counts.settings, self.alone),
            (counts.settings * (counts.others + levers), self.side),
            (self.trajectories * (counts.parameters + 2), self.games),
            (self.samples * (min(MOST_FACTORS, counts.parameters) + 4), self.games),
            (2 * self.samples, self.judged - self.games),
            (2 * self.samples * counts.others + self.samples * levers, self.side),
        ]
        tables = counts.meetings * counts.seats
        if tables:
            each += [
                (tables, self.met_ladder(counts.seats)),
                (tables * (counts.settings + 2 * self.samples), self.met(counts.seats)),
            ]
        return [(counts.scenarios * number, games) for number, games in each]

    def seconds(self, counts: Counts, pace: Pace) -> float:
        """Return how long it takes."""
        return sum(number * (pace.stretch + games * pace.game) for number, games in self.work(counts))

    def to_json(self) -> dict[str, int]:
        """Return plain data, with the games that follow from the plan."""
        follow = ("ladder", "side_ladder", "alone", "judged", "side")
        return {**asdict(self), "games_of": {name: getattr(self, name) for name in follow}}  # type: ignore[dict-item]


def choose(
    budget: float,
    counts: Counts,
    pace: Pace,
    trajectories: int | None = None,
    samples: int | None = None,
    games: int | None = None,
) -> StudyPlan:
    """Return the largest study that fits into a budget of seconds; what is given stays.

    The largest design with enough games is taken, with as many games as fit; if none has enough, the smallest.

    Raises
    ------
    BadInput
        If not even the smallest fits; says how long that takes.
    """
    enough = max(ENOUGH_EACH, ENOUGH // counts.scenarios)
    for designs, least in ((DESIGNS[::-1], enough), (DESIGNS[:1], GAMES[0])):
        for plan in _plans(designs, trajectories, samples, games, least):
            if plan.seconds(counts, pace) <= budget:
                return plan
    smallest = StudyPlan(trajectories or DESIGNS[0][0], samples or DESIGNS[0][1], games or GAMES[0])
    seconds = smallest.seconds(counts, pace)
    raise BadInput(
        f"--budget: {budget:.0f} s are not enough here; the smallest study takes about {seconds:.0f} s"
        " (fewer scenarios take less)."
    )


def _plans(
    designs: Sequence[tuple[int, int]], trajectories: int | None, samples: int | None, games: int | None, least: int
) -> Iterator[StudyPlan]:
    for r, n in designs:
        for g in (games,) if games is not None else sorted((g for g in GAMES if g >= least), reverse=True):
            yield StudyPlan(trajectories or r, samples or n, g)
