"""Lay out taverns, say what is decided and rolled, and play one rule on them. Nothing is compiled."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from sim.games.tiefenthal import closing, names, planning, setup, state
from sim.games.tiefenthal.cards import AREA_NAMES, BONUSES, KIND_NAMES
from sim.records import rules_record, team_dtype
from sim.registry import load_game, resolve
from sim.streams import seed_stream
from sim.trace import LOG

REGULAR_2, REGULAR_1, NOBLE = 0, 4, names.NOBLE
STAFF = {name: names.STAFF + kind for kind, name in enumerate(KIND_NAMES)}
AREAS = {name: number for number, name in enumerate(AREA_NAMES)}
SPACES = {"nowhere": -1, "cashbox": 0, "barrel": 1, "supplier": 2, "monk": 3}


@lru_cache(maxsize=64)
def _rules(scenario: str, values: tuple[tuple[str, Any], ...]) -> np.recarray:
    game = load_game("tiefenthal")
    return rules_record(game, resolve(game, scenario, (), dict(values)))


class Village:
    """Taverns with empty decks, nothing laid out, and the supplies of a new game.

    Parameters
    ----------
    module, players : int
        What is played.
    rules : dict
        Rule values by name, over those of the scenario.
    """

    def __init__(self, module: int = 1, players: int = 2, rules: dict[str, Any] | None = None) -> None:
        frozen = tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in (rules or {}).items())
        self.game = load_game("tiefenthal")
        name = f"module-{module}" + ("" if players == 4 else f"-for-{players}")
        self.rules = _rules(name, frozen).copy()[0]
        self.table = np.zeros(1, state.TABLE).view(np.recarray)[0]
        self.hidden = np.zeros(1, state.HIDDEN).view(np.recarray)[0]
        self.team = np.zeros(1, team_dtype(self.game)).view(np.recarray)[0]
        self.log = np.zeros(1, LOG).view(np.recarray)[0]
        self.decisions = list(self.game.decisions)
        self.asked: dict[str, list[list[tuple[int, ...]]]] = defaultdict(list)
        self._answers: dict[str, list[Any]] = defaultdict(list)
        self._rolls: list[int] = []
        with np.errstate(over="ignore"):
            for stream in range(len(self.game.file.streams)):
                seed_stream(self.hidden.streams[stream], 1920, 0, stream)
        table = self.table
        table.players, table.active, table.rounds = players, -1, 1
        table.market[:] = 16
        table.nobles_n, table.tokens_n, table.tiles_n = 61, 20, 40 if module >= 5 else 0
        table.seat_card[:] = -1
        table.display[:] = -1
        for seat in range(names.PLAYERS):
            closing.clear_dice(table, seat)

    # --- cards -------------------------------------------------------------------------------------------------------

    def guest(self, cost: int, die: int | None = None, bonus: str | None = None) -> int:
        """Return the first guest that fits and is nowhere yet."""
        rules, used = self.rules, set(self.table.seat_card.flat) | set(self.table.display)
        for number in range(names.GUESTS):
            card = names.GUEST + number
            fits = rules.card_cost[card] == cost and card not in used and not self.table.owned[:, card].any()
            brings = BONUSES[rules.card_bonus[card]]
            if fits and die in (None, rules.card_die[card]) and bonus in (None, brings):
                return card
        raise AssertionError(f"no guest for {cost} beer who wants {die} and brings {bonus}")

    def seat(self, *cards: int, seat: int = 0, tables: int | None = None) -> None:
        """Lay out cards drawn in phase B; tables that stay empty are counted with ``tables``."""
        from sim.games.tiefenthal.filling import lay_out

        self.table.seats_n[seat] = 3 if tables is None else tables
        for card in cards:
            self.table.owned[seat, card] += 1
            lay_out(self.table, self.rules, self.log, seat, card)

    def deck(self, *cards: int, seat: int = 0) -> None:
        """Put cards on a deck; the first is drawn first."""
        for card in reversed(cards):
            self.hidden.deck[seat, self.table.deck_n[seat]] = card
            self.table.deck_n[seat] += 1
            self.table.owned[seat, card] += 1

    def discards(self, *cards: int, seat: int = 0) -> None:
        """Put cards on a discard pile."""
        for card in cards:
            self.table.discarded[seat, card] += 1
            self.table.owned[seat, card] += 1

    def top(self, count: int = 1, seat: int = 0) -> list[int]:
        """Return the cards on top of a deck, the top one first."""
        n = self.table.deck_n[seat]
        return [int(self.hidden.deck[seat, n - 1 - i]) for i in range(count)]

    def show(self, *cards: int) -> None:
        """Show guests, from slot 1."""
        for slot, card in enumerate(cards, start=1):
            self.table.display[slot] = card

    # --- dice --------------------------------------------------------------------------------------------------------

    def dice(self, *faces: int, seat: int = 0, own: int = 0) -> None:
        """Put dice below the board, the last ``own`` of them in the player's colour."""
        self.table.dice[seat, : len(faces)] = faces
        self.table.dice_n[seat], self.table.own_n[seat] = len(faces), own

    def place(self, *spaces: str | int, plus: Sequence[int] = (), seat: int = 0) -> None:
        """Place the dice in order: by the name of a space, or the number of a table from 0."""
        helpers = self.table.laid[seat, names.DISHWASHER] + self.table.works[seat, names.DISHES]
        self.table.plus[seat] = self.table.plus_left[seat] = self.rules.dishwasher_plus * helpers
        for die, space in enumerate(spaces):
            number = SPACES[space] if isinstance(space, str) else names.AT_TABLE + space
            helped = plus[die] if die < len(plus) else 0
            planning.place(self.table, self.rules, self.log, seat, die, number, helped)

    def upgrade(self, *areas: str, seat: int = 0) -> None:
        """Have areas upgraded and working."""
        for area in areas:
            self.table.upgraded[seat, AREAS[area]] = self.table.works[seat, AREAS[area]] = 1

    # --- decisions and chance ----------------------------------------------------------------------------------------

    def decide(self, decision: str, *answers: Any) -> None:
        """Answer a decision: with rows (or their first columns), or functions of the list of choices."""
        self._answers[decision] += answers

    def rolls(self, *faces: int) -> None:
        """Let the next dice show these faces."""
        self._rolls += faces

    def roll(self, sides: int) -> int | None:
        """Return a scripted roll less one, None if there is none."""
        return self._rolls.pop(0) - 1 if self._rolls and sides == 6 else None

    def ask(self, decision: int) -> int:
        """Answer as told; the first choice where nothing was said."""
        n, name = int(self.team.n), self.decisions[decision]
        rows = [tuple(int(v) for v in self.team.choices[row]) for row in range(n)]
        assert n > 0, f"{name} was asked without a choice"
        if n > 1:
            self.asked[name].append(rows)
            if self._answers[name]:
                wanted = self._answers[name].pop(0)
                wanted = wanted if isinstance(wanted, tuple) else (wanted,)
                found = [i for i, row in enumerate(rows) if row[: len(wanted)] == wanted]
                assert found, f"{name}: {wanted} is not among {rows}"
                return found[0]
        return 0

    def all_used(self) -> None:
        """Check that everything said was asked."""
        assert not self._rolls, f"dice that were not rolled: {self._rolls}"
        left = {name: answers for name, answers in self._answers.items() if answers}
        if left.get("serve") == [names.STOP]:  # not asked where nothing else can be done
            del left["serve"]
        assert not left, f"decisions that were not asked: {left}"

    def do(self, function: Callable[..., Any], **others: Any) -> Any:
        """Call a function of the game with the village's records and whatever else it takes; seat 0 unless said."""
        records = {"table", "hidden", "rules", "team", "log"}
        wanted = inspect.signature(function).parameters
        given = {name: getattr(self, name) for name in wanted if name in records}
        if "seat" in wanted:
            others = {"seat": 0} | others
        return function(**given, **others)

    def new_game(self) -> None:
        """Set the game up as the rules say."""
        for name in self.table.dtype.names:
            self.table[name] = 0
        self.do(setup.set_up)
