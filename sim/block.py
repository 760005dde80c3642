"""One block of games: a pure function of (game, rules, policies, seed, first index, count).

A *context* is everything compiled and laid out for one (game, rules, policies); a *block* is a range
of game indices played in it. A context is not shared between threads; contexts of one process share compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim import decisions, lookahead, registry
from sim.errors import ContractBroken, HouseEdgeError
from sim.jit import INTERPRETED
from sim.kernel import load_kernel, load_reshuffle, load_turns, seat_code
from sim.params import RuleSet
from sim.policy import CAMPAIGN, Seat, load_declaration
from sim.records import narrow, plain, restrict, row_dtype, rules_record, team_dtype, weights_vector, work_dtype
from sim.seats import seated
from sim.trace import LOG

#: Every so many games each decision is checked for writing to the table.
AUDIT_EVERY = 1000


@dataclass(frozen=True)
class Plan:
    """What is to be played, as plain data that can be sent to another process.

    Attributes
    ----------
    game : str
        Name of the game.
    rules : RuleSet
        Every value, resolved.
    team : tuple of Seat
        Policy of each seat that is taken; one for all is enough.
    seed : int
        Seed of the run.

    Raises
    ------
    BadInput
        If the team has policies for another number of players than the rules say.
    """

    game: str
    rules: RuleSet
    team: tuple[Seat, ...]
    seed: int

    def __post_init__(self) -> None:
        """Let one policy for all seats play those that are taken, and refuse a list for another number of players."""
        object.__setattr__(self, "team", seated(registry.load_game(self.game), self.rules, self.team))


class Context:
    """Records and compiled functions ready to play blocks of one plan.

    Parameters
    ----------
    plan : Plan
        What is to be played.

    Attributes
    ----------
    table, hidden, team, log, rules : numpy.recarray, shape (1,)
        The records the kernel works on.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lay_out(plan.game, [plan.rules], plan.team)
        self.kernel = load_kernel(self.game.name, self.game.folder, plain(self.rules.dtype))

    def lay_out(self, game: str, rules: Sequence[RuleSet], seats: Sequence[Seat]) -> None:
        """Lay out the records, a rules record for each set of ``rules``, and load the policies of the seats."""
        self.game = registry.load_game(game)
        state = self.game.module("state")
        self.rules = np.concatenate([rules_record(self.game, each) for each in rules]).view(np.recarray)
        self.table = np.zeros(1, state.TABLE).view(np.recarray)
        self.hidden = np.zeros(1, state.HIDDEN).view(np.recarray)
        self.team = np.zeros(1, team_dtype(self.game)).view(np.recarray)
        self.log = np.zeros(1, LOG).view(np.recarray)
        self.team["audit_every"][0] = AUDIT_EVERY
        self.seats = tuple(seats)
        self.scenarios = [each.scenario for each in rules]
        self._functions: list[Any] = []
        self.turns, self.play_address = load_turns(self.game.name, self.game.folder, plain(self.rules.dtype))
        self._functions += self._seat_policies()

    def _seat_policies(self) -> list[Any]:
        kept = []
        for position, (seat, name_of_seat) in enumerate(zip(self.seats, self.game.file.all_seats, strict=False)):
            kind = CAMPAIGN if position >= len(self.game.file.seats) else ""
            policy = load_declaration(self.game, seat.policy, kind)
            self.team["weights"][0, position] = weights_vector(policy, seat, self.scenarios[0])
            restrict(self.game, seat, self.team[0], position)
            addresses, functions = seat_code(self.game, policy, plain(self.rules.dtype))
            kept.append(functions)
            for number, (name, decision) in enumerate(self.game.decisions.items()):
                if name_of_seat in decision.seats:
                    self.team["address"][0, number, position] = addresses[name]
            if policy.looks_ahead:
                kept.append(lookahead.set_up_seat(self, policy, position))
        if self.team["looking"][0]:
            kept.append(lookahead.set_up_team(self))
        return kept

    def can_reshuffle(self) -> None:
        """Load what deals again, after a script, whatever the table has not seen; games without it only roll anew."""
        if not self.team["reshuffle"][0]:
            function, self.team["reshuffle"][0] = load_reshuffle(
                self.game.name, self.game.folder, plain(self.rules.dtype)
            )
            self._functions.append(function)

    def play(self, first: int, count: int) -> np.ndarray:
        """Play games ``first`` to ``first + count - 1`` and return their rows.

        Raises
        ------
        ContractBroken
            If a policy or the engine broke a contract; names the game.
        """
        rows = np.zeros(count, work_dtype(self.game)).view(np.recarray)
        self.log["on"][0] = 0
        self.team["error"][0] = 0
        done = self.call(rows, first, count, turns=-1, fresh=1)
        if self.team["error"][0] != 0:
            raise self.broken(first + done)
        return narrow(rows, row_dtype(self.game))

    def call(self, rows: np.ndarray, first: int, count: int, turns: int, fresh: int) -> int:
        """Call the kernel itself; for the trace and for positions inside a game."""
        arguments = (self.table, self.hidden, self.rules, self.team, self.log, rows)
        numbers = (self.plan.seed, first, count, turns, fresh)
        return self.enter(arguments, numbers, lambda: max(int(rows["game"].max()) + 1 if count > 1 else first, first))

    def enter(self, records: Sequence[np.ndarray], numbers: Sequence[int], at: Callable[[], int]) -> int:
        """Call the kernel with records and numbers; ``at`` tells which game it was playing if a policy raises."""
        try:
            if INTERPRETED:
                with np.errstate(over="ignore"):
                    return int(self.kernel(*records, *numbers, self.play_address))
            arrays = tuple(
                array.view(plain(array.dtype), np.ndarray) if array.dtype.names else array for array in records
            )
            return int(self.kernel(*arrays, *numbers, np.uint64(self.play_address)))
        except HouseEdgeError:
            raise
        except Exception as error:
            raise ContractBroken(f"a policy raised {type(error).__name__}: {error}", at(), self.plan.seed) from error

    def broken(self, game_index: int) -> ContractBroken:
        """Return the error that describes the contract broken in the last call."""
        team = self.team
        code = int(team["error"][0])
        decision = list(self.game.decisions)[int(team["error_decision"][0])]
        seat = int(team["error_seat"][0])
        policy = self.seats[seat].label
        said = {
            decisions.INDEX_OUT_OF_RANGE: f"policy '{policy}' answered {int(team['error_index'][0])} to the decision"
            f" '{decision}' with {int(team['error_n'][0])} choices",
            decisions.TABLE_WRITTEN: f"policy '{policy}' wrote to the table or the rules in the decision '{decision}'",
            decisions.CHOICES_WRITTEN: f"policy '{policy}' wrote to the list of choices of the decision '{decision}'",
            decisions.TOO_MANY_CHOICES: f"the engine listed more choices than '{decision}' can hold",
            decisions.NO_CHOICE: f"the engine asked the decision '{decision}' without a legal choice",
        }[code]
        return ContractBroken(f"{said} (seat {self.game.file.all_seats[seat]})", game_index, self.plan.seed)
