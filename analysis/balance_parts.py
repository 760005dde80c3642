"""Seats, starts, start cards and modules as a question about balance finds them; see `analysis.balance_result`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from analysis.plain_data import Plain
from analysis.proportions import Estimate

#: The two measures everything is said in.
POINTS, VICTORY = "points", "victory"
MEASURES = (POINTS, VICTORY)

#: equal: shown to be within the margin; unequal: a difference is shown that is not shown to be within it; unknown: the
#: games show neither.
Verdict = Literal["equal", "unequal", "unknown"]


@dataclass(frozen=True)
class Difference(Plain):
    """One group (a seat, a start card) against another: first minus second.

    Attributes
    ----------
    first, second : str
        The groups, in the order of the game.
    difference : Estimate
        The intervals of all differences that are read together hold together.
    """

    first: str
    second: str
    difference: Estimate


@dataclass(frozen=True)
class Gap(Plain):
    """The distance between the best and the worst of several groups, and whether they are equal.

    Attributes
    ----------
    measure : str
        "points" or "victory" (a share from 0 to 1).
    best, worst : str
        The groups with the highest and the lowest mean in these games.
    size : Estimate
        Best minus worst. The largest of several noisy differences is too large on average, so the interval is not this
        pair's own: with all pairs' intervals holding together, the true gap is no less than the largest lower end of a
        pair's size and no more than the largest upper end. An interval from 0 shows no difference.
    margin : float
        Gaps below it do not matter.
    within : float
        The smallest margin for which these games would show the groups to be equal: the largest one-sided bound of a
        pair.
    verdict : str
        "equal", "unequal" or "unknown".
    pairs : tuple of Difference
        Every two groups.
    """

    measure: str
    best: str
    worst: str
    size: Estimate
    margin: float
    within: float
    verdict: Verdict
    pairs: tuple[Difference, ...]

    @property
    def shown(self) -> bool:
        """Whether some difference is shown, however small."""
        return self.size.low > 0


def joint_verdict(gaps: Mapping[str, Gap]) -> Verdict:
    """Return equal if all measures are, unequal if one is, else unknown."""
    found = {gap.verdict for gap in gaps.values()}
    return "unequal" if "unequal" in found else "equal" if found == {"equal"} else "unknown"


# --- seats -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatResult(Plain):
    """One seat of a scenario. Its intervals are each for itself; whether seats differ is told by the gaps.

    Attributes
    ----------
    seat : str
        As in ``game.toml``.
    points : Estimate
        Mean points.
    ahead : Estimate
        Points above the mean of its table, game by game: what a table shares cancels.
    share : Estimate
        Share of the victory.
    starts : float
        Rounds it starts, NaN where that cannot be told.
    """

    seat: str
    points: Estimate
    ahead: Estimate
    share: Estimate
    starts: float


@dataclass(frozen=True)
class SeatBalance(Plain):
    """The seats of one scenario, all played by one policy.

    Attributes
    ----------
    scenario : str
        Name of the scenario.
    players : int
        Seats that are taken.
    games : int
        Games played.
    seats : tuple of SeatResult
        In turn order.
    gaps : dict of Gap
        By measure.
    shared : Estimate
        Share of games whose victory is shared.
    rows_sha256, rules_digest : str
        What was played.
    """

    scenario: str
    players: int
    games: int
    seats: tuple[SeatResult, ...]
    gaps: dict[str, Gap]
    shared: Estimate
    rows_sha256: str
    rules_digest: str

    @property
    def verdict(self) -> Verdict:
        """Equal if both measures are, unequal if one is."""
        return joint_verdict(self.gaps)

    @property
    def equal_share(self) -> float:
        """The share of every seat if all were equal."""
        return 1 / self.players


# --- what starting is worth ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StartSeat(Plain):
    """What starting explains of one seat. Dictionaries are by measure; intervals hold together for all seats.

    Attributes
    ----------
    seat : str
        As in ``game.toml``.
    starts, fixed_starts : float
        Rounds it starts as printed, and when the first seat starts every round.
    change : dict of Estimate
        Fixed minus printed, above the mean of the table: what is lost or won with the starts.
    ahead : dict of Estimate
        As printed: above the mean of the table.
    explained : dict of Estimate
        The part of that which comes from starting more or less often than the others.
    left : dict of Estimate
        What is left: ahead minus explained.
    """

    seat: str
    starts: float
    fixed_starts: float
    change: dict[str, Estimate]
    ahead: dict[str, Estimate]
    explained: dict[str, Estimate]
    left: dict[str, Estimate]


@dataclass(frozen=True)
class StartWorth(Plain):
    """What one more round as start player is worth, from games in which the first seat starts every round.

    Attributes
    ----------
    scenario : str
        Name of the scenario.
    players, games : int
        Seats, and games of each of both arms.
    rounds : float
        Rounds of a game.
    worth : dict of Estimate
        By measure: one more start.
    seats : tuple of StartSeat
        In turn order.
    """

    scenario: str
    players: int
    games: int
    rounds: float
    worth: dict[str, Estimate]
    seats: tuple[StartSeat, ...]


# --- start cards and their like --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChoiceResult(Plain):
    """One of the things a player is dealt.

    Attributes
    ----------
    name : str
        As in ``game.toml``.
    dealt : int
        Players who were dealt it.
    points, share : Estimate
        Mean points and share of the victory at the average seat; each interval for itself.
    ahead : dict of Estimate
        By measure: above the mean of all choices; these intervals hold together.
    chosen : Estimate or None
        Descriptive: how often the policy takes it where the printed rule lets it choose (share of players). That says
        what the policy likes, not what the thing is worth. None where nobody chose.
    """

    name: str
    dealt: int
    points: Estimate
    share: Estimate
    ahead: dict[str, Estimate]
    chosen: Estimate | None


@dataclass(frozen=True)
class ChoiceBalance(Plain):
    """Every player is dealt one of the choices at random, and all play alike: what is each worth?

    Attributes
    ----------
    scenario : str
        Name of the scenario.
    players, games : int
        Seats, and games played.
    word : str
        What players call such a thing.
    choices : tuple of ChoiceResult
        In the order of ``game.toml``; those that were never dealt are left out.
    gaps : dict of Gap
        By measure.
    best, worst : tuple of str
        Choices that are not shown to be behind the best, or ahead of the worst, in points (the best, the worst first).
    rows_sha256 : str
        Of the games with dealt choices.
    """

    scenario: str
    players: int
    games: int
    word: str
    choices: tuple[ChoiceResult, ...]
    gaps: dict[str, Gap]
    best: tuple[str, ...]
    worst: tuple[str, ...]
    rows_sha256: str

    @property
    def verdict(self) -> Verdict:
        """Equal if both measures are, unequal if one is."""
        return joint_verdict(self.gaps)


# --- what a module adds ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change(Plain):
    """What one scenario changes against the one before it, in one thing.

    Attributes
    ----------
    name : str
        "points" (of a player), "winner" (the most points at the table), "spread" (best minus worst player of a table),
        "lead" (best minus second), "shared" (victories), "luck", or the name of a stored column such as "decisions".
    label, unit : str
        In words; the unit "share" for shares.
    before, now : Estimate
        Both sides, each interval for itself.
    difference : Estimate
        Now minus before, paired by seed (for luck: not paired); the intervals of all changes hold together.
    verdict : str
        "more", "less", "equivalent" (within the margin) or "unknown".
    margin : float
        Changes below it do not matter.
    """

    name: str
    label: str
    unit: str
    before: Estimate
    now: Estimate
    difference: Estimate
    verdict: Literal["more", "less", "equivalent", "unknown"]
    margin: float


@dataclass(frozen=True)
class ModuleStep(Plain):
    """What a scenario adds to the one it comes after, for the same number of players.

    Attributes
    ----------
    scenario, before : str
        The scenario, and the one it adds something to.
    players, games : int
        Seats, and pairs of games.
    changes : tuple of Change
        What it changes.
    """

    scenario: str
    before: str
    players: int
    games: int
    changes: tuple[Change, ...]

    def change(self, name: str) -> Change | None:
        """Return one of the changes by name, None if it was not looked at."""
        return next((change for change in self.changes if change.name == name), None)
