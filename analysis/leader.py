"""Is the best policy still the best where other things are assumed? Its duels again under sampled sets of assumptions.

In every set the leader of a tournament meets each other policy both ways: one of it among others of the rival, and one
rival among others of it, at every seat in turn. It holds where the leader is ahead of every rival; a rival that is
shown to be ahead shows the opposite (intervals of all rivals of a set hold together).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Arm, Base, Report, Step, play_many
from analysis.balance_result import BalanceStatement
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE, Estimate, mean
from analysis.seats import WHOLE, need_competitive, one_against, seats_at, twelfths
from analysis.space import assumed_parameters, changes_to_json, free_values
from analysis.statements import Survival
from analysis.survival import splits
from sim import registry

if TYPE_CHECKING:
    from analysis.tournament_result import Field
    from sim.registry import Game

#: Sets of assumptions, and seeds of every seating in each.
SAMPLES, GAMES = 32, 40
STAGE = "the best policy under other assumptions"


@dataclass(frozen=True)
class Leader:
    """The leader of a tournament under sampled sets of assumptions.

    Attributes
    ----------
    game : Game
        The game.
    statement : BalanceStatement
        The claim, with its survival; its subjects are the leader and its rivals.
    samples, games, seed : int
        Sets of assumptions, seeds of every seating in each, and the first of them.
    variants, rules_changed, cards, source_digest
        What was played.
    """

    game: Game
    statement: BalanceStatement
    samples: int
    games: int
    seed: int
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    source_digest: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the body from which `from_json` builds the result again."""
        return {
            "game": self.game.name,
            "statement": self.statement.to_json(),
            "samples": self.samples,
            "games": self.games,
            "seed": self.seed,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "source_digest": self.source_digest,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Leader:
        """Return the result that `to_json` described; the game must be installed."""
        return cls(
            registry.load_game(data["game"]),
            BalanceStatement.from_json(data["statement"]),
            data["samples"],
            data["games"],
            data["seed"],
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            tuple(data["cards"]),
            data["source_digest"],
        )


def leader(
    base: Base,
    found: Field,
    *,
    samples: int = SAMPLES,
    games: int = GAMES,
    confidence: float = CONFIDENCE,
    progress: Report | None = None,
) -> Leader:
    """Ask in how many sampled sets of assumptions the best policy of a tournament is the best.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    found : Field
        The tournament; the policy with the highest rating is the leader.
    samples, games : int, optional
        Sets of assumptions, and seeds of every seating in each.
    confidence : float, optional
        Of the intervals that show the opposite, all rivals of a set together.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        If the game is played by one team.
    """
    from analysis.sensitivity import TOGETHER, draw_sets

    need_competitive(base.game, "a tournament")
    best, *rivals = found.standings
    claim = statement_of(base.game, found.scenario, best, rivals, len(found.seats))
    sets = draw_sets(base, [found.scenario], samples, base.seed)
    seats = seats_at(base.game, base.resolve(found.scenario))
    duels = [(one, other) for rival in rivals for one, other in ((best, rival), (rival, best))]
    jobs = [(values, duel, seat) for values in sets for duel in duels for seat in range(len(seats))]
    arms = [
        Arm.of(
            found.scenario, "+".join(one_against(*duel, len(seats))[seat]), free_values(base, found.scenario, values)
        )
        for values, duel, seat in jobs
    ]
    played = play_many(base, arms, games, _victories(base.game, seats), _told(progress, games * len(arms)))
    lone = np.array([rows[:, seat] for rows, (_, _, seat) in zip(played, jobs, strict=True)], float)
    # Seeds are the unit: the tables of one seed are one cluster.
    share = lone.reshape(len(sets), len(rivals), 2, len(seats), games).mean(axis=3) if sets else np.empty((0, 0, 2, 0))
    ahead = (share[:, :, 0] - share[:, :, 1]) / 2
    each = simultaneous(confidence, len(rivals))
    answers = [_answer([mean(rival, each) for rival in world]) for world in ahead]
    parameters = [p for p in assumed_parameters(base, TOGETHER) if sets and p.name in sets[0]]
    held = [one == "holds" for one in answers]
    if answers:
        survival = Survival(sum(held), len(held), answers.count("contradicted"))
        ranked = splits(parameters, sets, held) if not all(held) else []
        claim = replace(claim, survival=survival, split=ranked[0] if ranked else None)
    rules = base.resolve(found.scenario)
    return Leader(
        base.game, claim, len(sets), games, base.seed, base.variants, rules.changed(base.game.parameters),
        tuple(base.cards), base.game.digest(),
    )  # fmt: skip


def statement_of(game: Game, scenario: str, best: str, rivals: Sequence[str], players: int) -> BalanceStatement:
    """Return the claim that a policy is better than each of the others."""
    place = str(game.scenarios[scenario].get("of", scenario))
    text = f"in {place} with {players} players, ‘{best}’ plays better than every other policy"
    return BalanceStatement(f"policy.{scenario}.{best}", "policy_best", text, scenario, (best, *rivals))


def _victories(game: Game, seats: Sequence[str]) -> Callable[[np.ndarray], np.ndarray]:
    return lambda rows: twelfths(game, rows, seats) / WHOLE


def _told(progress: Report | None, total: int) -> Callable[[int], None]:
    done = 0

    def tell(games: int) -> None:
        nonlocal done
        done += games
        if progress is not None:
            progress(Step(STAGE, done, total, 0))

    return tell


def _answer(ahead: Sequence[Estimate]) -> str:
    """Return whether the leader is ahead of every rival, shown to be behind one, or neither."""
    if all(one.estimate > 0 for one in ahead):
        return "holds"
    return "contradicted" if any(one.high < 0 for one in ahead) else "unclear"
