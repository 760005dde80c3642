"""How little has to change for equal seats, or for equal start cards? The question, from game to answer.

How many games that takes depends on how far apart two groups of one game usually are: a pilot of the game as it is
tells. Then the search (`analysis.tuning`) runs with the gap as its target, what it finds is confirmed on fresh seeds,
and the answer is played under sampled sets of assumed values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from analysis.arms import Base, Report
from analysis.balanced import BalancedChange, BalancedResult, BalancedWay
from analysis.balanced_worlds import worlds_of
from analysis.changes import NOTHING, Space
from analysis.changewords import in_words
from analysis.evenness import Even, Sums
from analysis.logbook import CONFIRMING, Effort
from analysis.order import simultaneous
from analysis.quantiles import normal_quantile
from analysis.seats import VICTORY, need_competitive, seats_at
from analysis.tries import ArmPlayer, Memory
from analysis.tuned import TuneResult, Way
from analysis.tuning import tune
from sim.errors import BadInput
from sim.registry import Game

#: Games from which the number of games is worked out.
PILOT = 1_000

#: Parts of the target: the standard error of a difference in the search and under sampled assumptions, where sets lend
#: each other strength, and half the width of the joint intervals in the confirmation.
SEARCHED, SAMPLED, CONFIRMED = 1 / 4, 1 / 1.5, 1 / 2

#: Parts of all games allowed: of a set in the search, and in the confirmation.
PART_SEARCHED, PART_CONFIRMED = 1 / 24, 1 / 5

#: Fewest and most games of a set in the search, in the confirmation, and under one set of assumptions.
SEARCH_LIMITS, CONFIRM_LIMITS, SAMPLE_LIMITS = (1_600, 100_000), (4_000, 400_000), (400, 40_000)

#: Games of a whole search for a gap of points, if nothing else is said: a few minutes of a slow game.
ALLOWED = 200_000

#: Fewest games of a set in the confirmation, and under one set of assumptions, where few are allowed.
FEWEST_CONFIRMED, FEWEST_SAMPLED = 1_000, 100

#: Sets of assumed values under which the answer is played.
SAMPLES = 16

Compared = Literal["seats", "choices"]


def even_target(base: Base, scenario: str, of: Compared, measure: str, tolerance: float) -> Even:
    """Return what is to be equal.

    Parameters
    ----------
    base : Base
        The game with the rules in force; to compare choices, those by which they are dealt (`dealing`).
    measure : str
        A measure of the game; `analysis.seats.VICTORY` for win shares.

    Raises
    ------
    BadInput
        If the game is played by one team, nothing is dealt in it, or there is only one to compare.
    """
    game = base.game
    need_competitive(game, "--balance")
    seats = seats_at(game, base.resolve(scenario))
    choices = tuple(game.file.balance.choices) if of == "choices" else ()
    if of == "choices" and not game.file.balance.choice_rule:
        raise BadInput(f"--balance choices: in {game.file.title} players are dealt nothing that could be compared.")
    if len(choices or seats) < 2:
        raise BadInput(f"--balance {of}: one alone is always equal.")
    return Even(game, scenario, seats, choices, measure, tolerance)


def dealing(game: Game) -> dict[str, str]:
    """Return the rule by which every player is dealt one of the choices at random."""
    balance = game.file.balance
    return {balance.choice_rule: balance.choice_dealt} if balance.choice_rule else {}


def balance(
    base: Base,
    policy: str,
    space: Space,
    target: Even,
    effort: Effort,
    memory: Memory[Sums] | None = None,
    progress: Report | None = None,
    samples: int = SAMPLES,
) -> tuple[TuneResult[Even], BalancedResult]:
    """Find the fewest and smallest changes with which the gap is below the target, and what assumptions do to it.

    Parameters
    ----------
    base, policy, space, effort, memory, progress
        See `analysis.tuning.tune`; games that ``effort`` leaves open follow from a pilot.
    target : Even
        What is to be equal.
    samples : int, optional
        Sets of assumed values the answer is played under; 0 for none.

    Returns
    -------
    TuneResult
        The search.
    BalancedResult
        The answer.

    Raises
    ------
    BadInput
        If something is dealt that never came up.
    """
    memory = memory or Memory(Sums)
    player = ArmPlayer(base, policy, memory, target.count)
    if progress is not None:
        player.warm(target.scenario, progress)
    pilot = {target.scenario: next(player([(target.scenario, NOTHING)], 0, PILOT, base.seed))}
    _need_all(target, pilot[target.scenario])
    noise = target.noise(pilot)
    target = replace(target, level=float(target.groups(pilot).means.mean()))
    found = tune(base, policy, space, target, _effort(effort, target, noise), memory, progress)
    result = replace(result_of(base, found), most_games=effort.total)
    if not samples:
        return found, result
    games = _games_of_sample(effort, target, noise, samples)
    best = next(way for way in (found.printed, *found.ways) if in_words(space, way.changes) == result.best.text)
    try:
        survival = worlds_of(player, replace(target, level=0.0), space, best, found, samples, games, progress)
    finally:
        memory.close()
    sampled = sum(one.of * one.games for one in survival)
    return found, replace(result, survival=survival, played=result.played + sampled)


def _need_all(target: Even, pilot: Sums) -> None:
    missing = [name for name, times in zip(target.choices, pilot.total, strict=False) if times == 0]
    if missing:
        raise BadInput(f"--balance choices: {', '.join(missing)} came up in none of {pilot.games} games.")


def games_for(noise: float, half_width: float, limits: tuple[int, int]) -> int:
    """Return how many games make a difference known to so much, rounded up to two digits.

    Examples
    --------
    >>> games_for(20.0, 0.25, (100, 100_000)), games_for(0.0, 0.25, (100, 100_000))
    (6400, 100)
    """
    wanted = min(max((noise / half_width) ** 2, limits[0]), limits[1])
    unit = 10 ** max(0, math.floor(math.log10(wanted)) - 1)
    return min(math.ceil(wanted / unit - 1e-9) * unit, limits[1])


def _effort(effort: Effort, target: Even, noise: float) -> Effort:
    """Return the effort with the games that the noise asks for."""
    k = len(target.names)
    width = noise * normal_quantile(simultaneous(target.confidence, k * (k - 1) // 2))
    searching = games_for(noise, SEARCHED * target.tolerance, SEARCH_LIMITS)
    confirming = games_for(width, CONFIRMED * target.tolerance, CONFIRM_LIMITS)
    if effort.total is not None:
        searching = max(min(searching, round(PART_SEARCHED * effort.total)), SEARCH_LIMITS[0])
        confirming = max(min(confirming, round(PART_CONFIRMED * effort.total)), FEWEST_CONFIRMED)
    left = None if effort.total is None else effort.total - PILOT
    return replace(effort, games=effort.games or searching, confirm=effort.confirm or confirming, total=left)


def _games_of_sample(effort: Effort, target: Even, noise: float, samples: int) -> int:
    """Return the games of one set of assumptions."""
    wanted = games_for(noise, SAMPLED * target.tolerance, SAMPLE_LIMITS)
    if effort.total is None:
        return wanted
    # Two statements: with the changes, and as printed.
    return max(FEWEST_SAMPLED, min(wanted, round((1 - CONFIRMING) * effort.total / (2 * samples))))


# --- the answer as plain data ----------------------------------------------------------------------------------------


def result_of(base: Base, found: TuneResult[Even]) -> BalancedResult:
    """Return what a search found as plain data."""
    target, game = found.target, base.game
    of: Compared = "choices" if target.choices else "seats"
    word = (game.file.balance.choice_word or "choice") if target.choices else "seat"
    rules, dealt = base.resolve(target.scenario), dealing(game) if target.choices else {}
    ways = tuple(_plain(found.space, way, f"way-{place}.toml") for place, way in enumerate(found.ways, start=1))
    return BalancedResult(
        of=of,
        word=word,
        scenario=target.scenario,
        policy=found.policy,
        players=len(target.seats),
        measure=target.measure,
        unit="share" if target.measure == VICTORY else target.unit,
        target=target.tolerance,
        groups={name: name for name in target.names},
        printed=_plain(found.space, found.printed, ""),
        ways=ways,
        answer=found.answer,
        confirm_seed=found.confirm_seed,
        confirm_games=found.confirm_games,
        changes=found.changes,
        stopped=found.stopped,
        source_digest=game.digest(),
        variants=rules.variants,
        rules_changed={name: one for name, one in rules.changed(game.parameters).items() if name not in dealt},
        cards=tuple(base.cards),
        rules=tuple(found.space.knobs),
        played=PILOT + found.played,
        searched=bool(found.stages),
    )


def _plain(space: Space, way: Way, file: str) -> BalancedWay:
    def change(name: str, value: Any) -> BalancedChange:
        knob = space.knobs[name]
        return BalancedChange(name, value, knob.before[0], knob.parameter.unit, knob.size(value))

    verdict: Any = way.verdict
    return BalancedWay(
        changes=tuple(change(name, value) for name, value in way.changes),
        text=in_words(space, way.changes),
        number=way.number,
        size=way.size,
        cost=way.cost,
        means=way.rates,
        gap=way.distance,
        widest=widest(way.rates),
        verdict=verdict,
        pareto=way.pareto,
        file=file,
        factor=way.factor,
    )


def widest(means: Mapping[str, Any]) -> tuple[str, str]:
    """Return the groups with the most and the least."""
    ranked = sorted(means, key=lambda name: -means[name].estimate)
    return ranked[0], ranked[-1]
