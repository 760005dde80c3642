"""Which mechanics win games that are played against each other? One player at a time does without one; prices move.

*Forbidden to one.* One player must do without a mechanic, among others of the same policy who have it, at every seat in
turn, on the seeds of a table where nobody is restricted. There every player has an equal share of the victory, so what
the mechanic is worth to a player is the equal share minus the share of the one without; in points, it is compared with
the same seat of the same game. It is a single player's loss: if nobody had the mechanic, nobody would fall behind.

*Another price for all.* Where a game names the rule that says what a thing costs, that rule is moved one step up and
one step down for everybody: how often is the thing bought then, and what becomes of the points?

The games of one seed are one cluster: the seats are summed before anything is estimated. Intervals of one kind hold
together (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from analysis.alone import Count
from analysis.arms import Arm, Base, Report, plan_of, play, play_many, rules_of
from analysis.mechanics import BEST, CHUNK, LEAST_GAMES, VERDICTS, mechanics_of, unknown_mechanics, without
from analysis.names import unknown_scenarios
from analysis.order import simultaneous
from analysis.paired import PairSums, judge, rows_differ
from analysis.pairs import above_equal, share_of_victory
from analysis.proportions import CONFIDENCE, Estimate, within
from analysis.seats import WHOLE, by_seat, need_competitive, points, seats_at, twelfths
from analysis.skill import best_policy
from analysis.without_result import OneWithout, Priced, WithoutResult
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.schema import ColumnEntry

#: Seeds each seating is played with, and the share of the victory that does not matter.
GAMES, MARGIN = 1_200, 0.02
#: Column that counts how much a game asks of its players, where there is one.
DECISIONS = "decisions"


@dataclass(frozen=True)
class Move:
    """A rule that says what things cost, moved for everybody.

    Attributes
    ----------
    rule : str
        The rule.
    before, value : number or tuple of numbers
        As it is, and moved.
    direction : {"dearer", "cheaper"}
        Which way.
    mechanics : tuple of str
        What it is the price of.
    """

    rule: str
    before: Any
    value: Any
    direction: Literal["dearer", "cheaper"]
    mechanics: tuple[str, ...]


def one_without(
    base: Base,
    scenarios: Sequence[str] = (),
    policy: str = BEST,
    games: int = GAMES,
    *,
    only: Sequence[str] = (),
    prices: bool = True,
    margin: float = MARGIN,
    confidence: float = CONFIDENCE,
    progress: Report | None = None,
) -> WithoutResult:
    """Forbid each mechanic to one player in turn, move prices for all, and say what wins games.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    scenarios : sequence of str, optional
        Where; by default in the game's default scenario.
    policy : str, optional
        Who plays every seat; "best" is the highest rung that does not look ahead.
    games : int, optional
        Seeds each seating is played with.
    only : sequence of str, optional
        Mechanics to forbid and to price; by default all the game declares.
    prices : bool, optional
        Whether prices are moved as well.
    margin : float, optional
        A worth up to this share of the victory is nothing.
    confidence : float, optional
        Of all intervals of one kind together.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        If the seats are one team, a name is unknown, the game declares no mechanics, or there are too few games.
    """
    game = base.game
    need_competitive(game, "what one player loses without a mechanic")
    places = tuple(dict.fromkeys(scenarios or [game.file.default_scenario]))
    names = tuple(dict.fromkeys(only or mechanics_of(game)))
    problems = unknown_scenarios(game, places)
    problems += unknown_mechanics(game, names)
    if games < LEAST_GAMES:
        problems.append(f"games {games}: at least {LEAST_GAMES} are needed to say what a mechanic is worth.")
    if problems:
        raise BadInput(problems)
    player = best_policy(game) if policy == BEST else policy
    questions = [_Place(base, place, player, names, prices) for place in places]
    total = games * sum(1 + len(question.arms) for question in questions)
    count = Count(progress, "each mechanic forbidden to one player", 0, total)
    for question in questions:
        question.play(games, count)
    return _result(base, player, names, questions, games, margin, confidence)


def moves_of(base: Base, scenario: str, names: Sequence[str]) -> tuple[list[Move], dict[str, str]]:
    """Return the rules that say what mechanics cost, each moved up and down by its step; and which cannot be moved.

    A list of prices is moved as a whole; what would leave the rule's bounds stays at them.
    """
    game, rules = base.game, base.resolve(scenario)
    buyers: dict[tuple[str, float], list[str]] = {}
    for name in names:
        entry = game.mechanics[name]
        if entry.price:
            buyers.setdefault((entry.price, float(entry.price_step)), []).append(name)
    moves: list[Move] = []
    fixed: dict[str, str] = {}
    for (rule, step), mechanics in buyers.items():
        before = rules.values[rule]
        for direction, sign in (("dearer", 1), ("cheaper", -1)):
            value = moved(game, rule, before, sign * step)
            try:
                if value == before:
                    raise BadInput(f"{rule} is at the end of its bounds")
                base.resolve(scenario, {rule: value})
            except BadInput as error:
                fixed |= {f"{name} {direction}": str(error) for name in mechanics}
                continue
            moves.append(Move(rule, before, value, direction, tuple(mechanics)))  # type: ignore[arg-type]
    return moves, fixed


def moved(game: Game, rule: str, value: Any, step: float) -> Any:
    """Return a price, or every entry of a list of them, changed by a step within the rule's bounds."""
    parameter = game.parameters[rule]
    if parameter.kind not in ("integer", "number", "list"):
        return value
    low, high = parameter.bounds or (-np.inf, np.inf)

    def one(price: float) -> float:
        found = min(max(price + step, low), high)
        return found if parameter.kind == "number" else round(found)

    return tuple(one(price) for price in value) if parameter.kind == "list" else one(value)


def _length_column(game: Game) -> ColumnEntry | None:
    """Return what the length of a game is told in: decisions asked, or its first measure of length."""
    columns = {column.name: column for column in game.file.columns}
    return columns.get(DECISIONS) or next((c for c in columns.values() if c.role == "length"), None)


class _Place:
    """The state of one call of `one_without` in one scenario: sums over the games played so far."""

    def __init__(self, base: Base, scenario: str, policy: str, names: tuple[str, ...], prices: bool) -> None:
        self.base, self.scenario, self.policy, self.names = base, scenario, policy, names
        self.game, self.length = base.game, _length_column(base.game)
        self.seats = seats_at(base.game, rules_of(base, Arm(scenario, policy)))
        self.moves, self.fixed = moves_of(base, scenario, names) if prices else ([], {})
        count = len(self.seats)
        self.arms = [Arm(scenario, self._seated(name, own)) for name in names for own in range(count)]
        self.arms += [Arm.of(scenario, policy, {move.rule: move.value}) for move in self.moves]
        self.sums: dict[tuple[str, ...], PairSums] = {}

    def _seated(self, mechanic: str, own: int) -> str:
        """Return the policies of a table at which one seat must do without a mechanic."""
        restricted = without(self.policy, mechanic)
        return "+".join(restricted if seat == own else self.policy for seat in range(len(self.seats)))

    def play(self, games: int, count: Count) -> None:
        """Play the table as it is, with one player restricted, and with other prices, chunk by chunk."""
        for first in range(0, games, CHUNK):
            chunk = min(CHUNK, games - first)
            rows = play(self.base, Arm(self.scenario, self.policy), chunk, count.show, first).rows
            assert rows is not None
            count.add(chunk)
            found = play_many(self.base, self.arms, chunk, lambda other: other, count.add, first)
            scored = points(self.game, rows, self.seats)
            self._add(("points",), np.zeros(chunk, np.int64), scored.sum(axis=1), len(self.seats))
            for name in self.names:
                self._add_without(name, rows, scored, found)
            for move in self.moves:
                self._add_move(move, rows, scored, next(found))

    def _add_without(self, name: str, rows: np.ndarray, scored: np.ndarray, found: Iterator[np.ndarray]) -> None:
        """Add the games of one mechanic, seat by seat of the one who does without it."""
        seats, nothing = len(self.seats), np.zeros(len(rows), np.int64)
        won, lost, different = nothing.copy(), nothing.copy(), nothing.copy()
        for own in range(seats):
            other = next(found)
            won += twelfths(self.game, other, self.seats)[:, own]
            lost += points(self.game, other, self.seats)[:, own]
            different += rows_differ(rows, other)
        self._add((name, "worth"), won, np.full(len(rows), WHOLE), WHOLE * seats)
        self._add((name, "points"), lost, scored.sum(axis=1), seats)
        self._add((name, "touched"), nothing, different, seats)
        if self.game.mechanics[name].counted:
            self._add((name, "times"), nothing, self._times(name, rows), seats)

    def _add_move(self, move: Move, rows: np.ndarray, scored: np.ndarray, other: np.ndarray) -> None:
        """Add the games played at another price."""
        seats, key = len(self.seats), (move.rule, move.direction)
        self._add((*key, "points"), scored.sum(axis=1), points(self.game, other, self.seats).sum(axis=1), seats)
        if self.length is not None:
            self._add((*key, "length"), rows[self.length.name], other[self.length.name], 1)
        for name in move.mechanics:
            if self.game.mechanics[name].counted:
                self._add((*key, name), self._times(name, rows), self._times(name, other), seats)

    def _times(self, name: str, rows: np.ndarray) -> np.ndarray:
        """Return how often a mechanic was used in each game, by all seats together."""
        entry = self.game.mechanics[name]
        found = by_seat(self.game, rows, entry.counted, self.seats)
        return (found if entry.bit is None else (found >> entry.bit) & 1).sum(axis=1)

    def _add(self, key: tuple[str, ...], base: np.ndarray, arm: np.ndarray, scale: int) -> None:
        self.sums[key] = self.sums.get(key, PairSums(scale=scale)) + PairSums.of(base, arm, scale)

    # --- what it says ---

    def worth(self, name: str, margin: float, each: float) -> OneWithout:
        """Return what a mechanic is worth to one player."""
        entry, left = self.game.mechanics[name], _turned(self.sums[name, "worth"])
        worth, inner = (_negative(above_equal(left, level)) for level in (each, 1 - 2 * (1 - each)))
        touched = within(self.sums[name, "touched"].difference(True, each), 0.0, 1.0)
        verdict = "unused" if touched.estimate == 0 else VERDICTS[judge(worth, margin, 1, inner)]
        times = self.sums[name, "times"].side("arm", False, each) if entry.counted else None
        return OneWithout(
            name,
            entry.title,
            entry.group,
            self.scenario,
            worth,
            share_of_victory(left, each),
            self.sums[name, "points"].mean_difference(each),
            touched,
            times,
            (inner.low, inner.high),
            verdict,  # type: ignore[arg-type]
        )

    def priced(self, name: str, each: float) -> Iterator[Priced]:
        """Yield what happens at the other prices of a mechanic."""
        entry = self.game.mechanics[name]
        for move in self.moves:
            if name not in move.mechanics:
                continue
            key = (move.rule, move.direction)
            times = self.sums.get((*key, name))
            length = self.sums.get((*key, "length"), PairSums())
            yield Priced(
                name,
                entry.title,
                self.scenario,
                move.rule,
                move.before,
                move.value,
                move.direction,
                None if times is None else times.mean_difference(each),
                None if times is None else times.side("base", False, each),
                self.sums[(*key, "points")].mean_difference(each),
                length.mean_difference(each),
            )


def _negative(found: Estimate) -> Estimate:
    return replace(found, estimate=0.0 - found.estimate, low=-found.high, high=-found.low)


def _turned(sums: PairSums) -> PairSums:
    """Return the sums of the same pairs with base and arm in each other's place."""
    return PairSums(
        sums.n, sums.arm, sums.base, sums.arm_squares, sums.base_squares, sums.products, sums.arm_more, sums.base_more,
        sums.scale,
    )  # fmt: skip


def _result(
    base: Base,
    policy: str,
    names: tuple[str, ...],
    questions: Sequence[_Place],
    games: int,
    margin: float,
    confidence: float,
) -> WithoutResult:
    from sim.policy import load_declaration

    each = simultaneous(confidence, len(names) * len(questions))
    worths = {(n, place.scenario): place.worth(n, margin, each) for place in questions for n in names}
    where = questions[0].scenario
    unused = {name: worths[name, where].verdict == "unused" for name in names}
    ranked = sorted(names, key=lambda name: (unused[name], -worths[name, where].worth.estimate))
    moved_prices = sum(len(move.mechanics) for place in questions for move in place.moves)
    each_price = simultaneous(confidence, moved_prices)
    prices = [found for place in questions for name in ranked for found in place.priced(name, each_price)]
    plan, length = plan_of(base, Arm(where, policy)), questions[0].length
    digests = dict.fromkeys(load_declaration(base.game, seat.policy).digest() for seat in plan.team)
    return WithoutResult(
        base.game,
        policy,
        {place.scenario: place.seats for place in questions},
        tuple(ranked),
        {(name, place.scenario): worths[name, place.scenario] for place in questions for name in ranked},
        tuple(prices),
        {name: reason for place in questions for name, reason in place.fixed.items()},
        {place.scenario: place.sums["points",].side("arm", False, confidence) for place in questions},
        "" if length is None else length.label,
        games,
        base.seed,
        margin,
        confidence,
        base.variants,
        plan.rules.changed(base.game.parameters),
        tuple(base.cards),
        base.game.digest(),
        "+".join(digests),
    )
