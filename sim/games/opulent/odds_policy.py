"""How a named policy locks and rerolls at the door, exactly: its decision function over every roll."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from sim import supervised
from sim.block import Context, Plan
from sim.errors import ContractBroken
from sim.games.opulent import names
from sim.games.opulent.door_dice import LOOSE, dice_on, discard_die, list_choices, lock, loose_in_all, rematch
from sim.games.opulent.odds import face_meaning, rolls
from sim.params import RuleSet
from sim.policy import load_declaration, parse_team
from sim.registry import load_game

START_NICKELS = 3


def policy_rerolls(rules: RuleSet, patrons: list[int], dice: int, policy: str) -> dict[int, float]:
    """Return the distribution of patrons let in when a policy plays the Doorman in an otherwise empty club.

    Raises
    ------
    BadInput
        If there is no such policy.
    ContractBroken
        If the policy breaks its contract.
    """
    plan = Plan("opulent", rules, parse_team(load_game("opulent"), policy), 0)
    if supervised.needed(plan):
        return supervised.call(rerolls, plan, patrons, dice)
    return rerolls(plan, patrons, dice)


def rerolls(plan: Plan, patrons: list[int], dice: int) -> dict[int, float]:
    """Return the distribution of patrons let in, worked out in this process."""
    context = supervised.share(Context(plan))
    _, decide = load_declaration(context.game, plan.team[names.DOOR].policy).source("lock")
    return _Door(context, decide, patrons, dice, face_meaning(plan.rules)).spread()


class _Door:
    """Walks through every roll; equal positions are worked out once."""

    def __init__(self, context: Context, decide: Any, patrons: list[int], dice: int, meaning: Any) -> None:
        self.table, self.team, self.log = context.table[0], context.team[0], context.log[0]
        self.rules = context.rules[0]
        self.decide, self.dice, self.meaning = decide, dice, meaning
        self.patrons = _cards_of(self.rules, patrons)
        self.lock = list(context.game.decisions).index("lock")
        self._lay_out()
        self.after_roll = lru_cache(maxsize=None)(self._after_roll)

    def _lay_out(self) -> None:
        table = self.table
        table.held = table.shielded = table.deck_top = -1
        table.contract = names.IRISH
        table.line_n = len(self.patrons)
        for i, patron in enumerate(self.patrons):
            table.line[i] = patron
            table.place[patron] = names.LINE
            table.nickels[patron] = START_NICKELS
        self.team.memory[:] = 0

    def spread(self) -> dict[int, float]:
        """Return the chance of each number let in."""
        with np.errstate(over="ignore"):
            found = self._roll((), self.dice)
        return {n: p for n, p in enumerate(found) if p > 0}

    def _roll(self, locked: tuple[tuple[int, int], ...], loose: int) -> tuple[float, ...]:
        total = np.zeros(len(self.patrons) + 1)
        moves = len(locked)
        for faces, chance in rolls(loose):
            shown = tuple(sorted((self.meaning(face), LOOSE) for face in faces))
            total += chance * np.array(self.after_roll(tuple(sorted(locked + shown)), moves))
        return tuple(total)

    def _after_roll(self, state: tuple[tuple[int, int], ...], moves: int) -> tuple[float, ...]:
        table = self.table
        table.dice_n = len(state)
        for die, (face, on) in enumerate(state):
            table.dice_face[die], table.dice_on[die] = face, on
        table.moves_left = moves
        list_choices(table, self.rules, self.team, names.DOOR, 0)
        index = self._ask() if self.team.n > 1 else 0
        act, face, patron, source = (int(self.team.choices[index, column]) for column in range(4))
        if act == names.STOP:
            return self._admitted()
        if act == names.LOCK_DIE:
            lock(table, self.rules, self.log, face, patron)
        elif act == names.MOVE_DIE:
            rematch(table, self.rules, self.log, face, source, patron)
        else:
            discard_die(table, self.log, face)
            return self._roll(self._kept(), int(loose_in_all(table)))
        return self.after_roll(self._state(), int(table.moves_left))

    def _ask(self) -> int:
        """Return what the policy answers; noted as the engine does before it asks."""
        team, n = self.team, int(self.team.n)
        team.asked, team.deciding, team.deciding_seat = max(team.asked, 0) + 1, self.lock, names.DOOR
        given = (team.choices, n, team.weights[names.DOOR], team.memory[names.DOOR], team.luck, names.DOOR)
        index = int(self.decide(self.table, self.rules, *given))
        if not 0 <= index < n:
            raise ContractBroken(f"the policy answered {index} to the decision 'lock' with {n} choices (seat door)")
        return index

    def _state(self) -> tuple[tuple[int, int], ...]:
        table = self.table
        dice = [(int(table.dice_face[i]), int(table.dice_on[i])) for i in range(int(table.dice_n))]
        return tuple(sorted(die for die in dice if die[1] >= LOOSE))

    def _kept(self) -> tuple[tuple[int, int], ...]:
        return tuple(die for die in self._state() if die[1] > LOOSE)

    def _admitted(self) -> tuple[float, ...]:
        found = [0.0] * (len(self.patrons) + 1)
        found[sum(int(dice_on(self.table, patron)) > 0 for patron in self.patrons)] = 1.0
        return tuple(found)


def _cards_of(rules: Any, classes: list[int]) -> list[int]:
    """Return different patron cards of the classes wanted."""
    taken: list[int] = []
    for wanted in classes:
        card = next(p for p in range(names.PATRONS) if rules.patron_class[p] == wanted and p not in taken)
        taken.append(card)
    return taken
