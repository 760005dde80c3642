"""What is kept of many campaigns: a byte for the fate of each year, and integer sums of everything else.

Sums are integers and blocks are taken in order, so the result depends neither on workers nor on how campaigns were cut.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import winning_codes
from sim.params import read_toml
from sim.parts import digest_of_parts
from sim.summary import ColumnSummary

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game

#: Columns of a campaign that questions are about; a game without one is answered without that part.
CARRIED, CARRIED_ON, LEFT, SOLD = "carried", "carried_on", "coffers_left", "sold"
#: A fate is an ending plus this many times an outcome.
_OUTCOME = 16
#: Scenarios whose purchases make an order.
FIRST = 3
NOTHING = -1


@dataclass(frozen=True)
class Holding:
    """Things a club can hold, stored as bits.

    Attributes
    ----------
    name, label : str
        "upgrades", and what a figure calls it.
    column : str
        Where they are stored.
    after : bool
        Whether the column tells what was held after the scenario, by campaigns that go on, rather than during it.
    things : tuple of str
        Their names, in the order of the bits.
    """

    name: str
    label: str
    column: str
    after: bool
    things: tuple[str, ...]


#: Name, label, column, after, file and entry of the table that names the things.
_HOLDINGS = (
    ("upgrades", "Upgrades owned", "ended_owned", True, "upgrade"),
    ("staff", "Staff at work", "staff", False, "staff"),
)
_BEGAN, _ENDED = "began_owned", "ended_owned"
#: A rule that makes an ending fatal, and the ending.
_MAKES_FATAL = (("campaign.any_miss_ends", "missed"),)


def fatal_endings(rules: RuleSet) -> tuple[str, ...]:
    """Return the endings that end a campaign under these rules although the game lets it go on after them."""
    return tuple(ending for name, ending in _MAKES_FATAL if rules.values.get(name))


@dataclass(frozen=True)
class Layout:
    """Which columns of a game's campaign mean what.

    Attributes
    ----------
    game : Game
        The game.
    scenarios : tuple of str
        In the order they are played.
    buying : tuple of int
        Positions of the scenarios whose purchases make an order.
    fatal : tuple of str
        Endings that end the campaign under the rules in force although the game lets it go on after them.
    """

    game: Game
    scenarios: tuple[str, ...]
    buying: tuple[int, ...] = ()
    fatal: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> dict[str, str]:
        """Ledger of every stored column, "" where it has none."""
        assert self.game.file.campaign is not None
        return {c.name: c.ledger for c in (*self.game.file.columns, *self.game.file.campaign.columns)}

    @cached_property
    def alive(self) -> np.ndarray:
        """For each code of an ending, whether the campaign goes on."""
        assert self.game.file.campaign is not None
        return np.array([e.alive and e.name not in self.fatal for e in self.game.file.campaign.endings])

    @cached_property
    def wins(self) -> np.ndarray:
        """For each code of an outcome, whether it is a win."""
        return np.isin(np.arange(_OUTCOME), winning_codes(self.game))

    @cached_property
    def flows(self) -> dict[str, str]:
        """Direction of each flow of the campaign's ledger, by column; what was left at closing is accounted for."""
        assert self.game.file.campaign is not None
        ledgers = {c.ledger for c in self.game.file.campaign.columns if c.ledger}
        found = [*self.game.file.columns, *self.game.file.campaign.columns]
        return {c.name: c.direction for c in found if c.ledger in ledgers and c.direction and c.name != LEFT}

    @cached_property
    def lengths(self) -> tuple[str, ...]:
        """Columns that tell how long a scenario was."""
        return tuple(column.name for column in self.game.file.columns if column.role == "length")

    @cached_property
    def summed(self) -> tuple[str, ...]:
        """Columns that are added up: flows and lengths."""
        return (*self.flows, *self.lengths)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """What a club can hold."""
        found = []
        for name, label, column, after, table in _HOLDINGS:
            path = self.game.folder / "tables" / f"{name}.toml"
            if column in self.columns and path.exists():
                things = tuple(str(entry["name"]) for entry in read_toml(path)[table])
                found.append(Holding(name, label, column, after, things))
        return tuple(found)

    @property
    def buys(self) -> bool:
        """Whether the rows tell what was bought when."""
        return _BEGAN in self.columns and _ENDED in self.columns


@dataclass
class Tally:
    """What is kept of campaigns played under one year policy and one campaign policy.

    Attributes
    ----------
    layout : Layout
        What the columns mean.
    fates : list of numpy.ndarray of uint8, shape (campaigns, scenarios)
        How each scenario ended; one array a block.
    bought : list of numpy.ndarray of int8, shape (campaigns, FIRST)
        Thing bought in each scenario of ``layout.buying``; -1 if none.
    sums, squares : numpy.ndarray of int64, shape (columns, scenarios)
        Of ``layout.summed``, over the campaigns that reached a scenario.
    money : list of ColumnSummary
        Carried into the next scenario by the campaigns that go on, by scenario.
    held : dict of numpy.ndarray of int64, shape (things, scenarios)
        Campaigns that hold a thing, by holding.
    sellers : numpy.ndarray of int64, shape (scenarios,)
        Campaigns that sold something.
    unbalanced : int
        Campaigns in which money came from nowhere or went nowhere; 0, or the engine has a fault.
    digests : list of str
        SHA-256 of the rows of each block.
    """

    layout: Layout
    fates: list[np.ndarray] = field(default_factory=list)
    bought: list[np.ndarray] = field(default_factory=list)
    sums: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    squares: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    money: list[ColumnSummary] = field(default_factory=list)
    held: dict[str, np.ndarray] = field(default_factory=dict)
    sellers: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    unbalanced: int = 0
    digests: list[str] = field(default_factory=list)

    @classmethod
    def of_rows(cls, layout: Layout, rows: np.ndarray) -> Tally:
        """Return the tally of a block of rows, shape (campaigns, scenarios)."""
        reached = rows["ending"] > 0
        alive = layout.alive[rows["ending"]]
        values = np.stack([rows[name].astype(np.int64) for name in layout.summed]) * reached
        return cls(
            layout,
            [fates_of(rows)],
            [bought_of(layout, rows)],
            values.sum(axis=1),
            (values * values).sum(axis=1),
            _money(layout, rows, alive),
            {h.name: _held(h, rows, alive if h.after else reached) for h in layout.holdings},
            (rows[SOLD] > 0).sum(axis=0) if SOLD in layout.columns else np.zeros(rows.shape[1], np.int64),
            int(np.count_nonzero(unbalanced(layout, rows))),
            [hashlib.sha256(np.ascontiguousarray(rows).data).hexdigest()],
        )

    def add(self, other: Tally) -> None:
        """Add the campaigns that come after these, in place."""
        if not self.fates:
            self.__dict__.update(other.__dict__)
            return
        self.fates += other.fates
        self.bought += other.bought
        self.sums = self.sums + other.sums
        self.squares = self.squares + other.squares
        for mine, others in zip(self.money, other.money, strict=True):
            mine.merge(others)
        self.held = {name: counts + other.held[name] for name, counts in self.held.items()}
        self.sellers = self.sellers + other.sellers
        self.unbalanced += other.unbalanced
        self.digests += other.digests

    @classmethod
    def of_blocks(cls, layout: Layout, blocks: Iterable[Tally]) -> Tally:
        """Return the tally of blocks that come in order."""
        found = cls(layout)
        for block in blocks:
            found.add(block)
        return found

    # --- reading ---

    @cached_property
    def fate(self) -> np.ndarray:
        """All fates, shape (campaigns, scenarios)."""
        return np.concatenate(self.fates)

    @property
    def campaigns(self) -> int:
        """Campaigns played."""
        return sum(len(block) for block in self.fates)

    @property
    def ending(self) -> np.ndarray:
        """Code of the ending of each scenario; 0 if it was not reached."""
        return endings_of(self.fate)

    @property
    def outcome(self) -> np.ndarray:
        """Code of the outcome of each scenario; 0 if it was not reached."""
        return self.fate // _OUTCOME

    @cached_property
    def reached(self) -> np.ndarray:
        """Whether a campaign came to a scenario."""
        return self.ending > 0

    @cached_property
    def lived(self) -> np.ndarray:
        """Scenarios each campaign survived."""
        return lived(self.layout, self.fate)

    @cached_property
    def won(self) -> np.ndarray:
        """Whether a scenario was reached and won as the club closed."""
        return self.reached & self.layout.wins[self.outcome]

    @property
    def rows_sha256(self) -> str:
        """SHA-256 of the digests of the blocks, in order."""
        return digest_of_parts(self.digests)


def fates_of(rows: np.ndarray) -> np.ndarray:
    """Return the fate of each scenario as one byte, 0 where a campaign did not reach it."""
    codes = rows["ending"].astype(np.int64) + _OUTCOME * rows["outcome"].astype(np.int64) * (rows["ending"] > 0)
    if rows.size and (rows["ending"].max() >= _OUTCOME or codes.max() > 255):
        raise ValueError("more endings or outcomes than a fate can hold")
    return codes.astype(np.uint8)


def endings_of(fate: np.ndarray) -> np.ndarray:
    """Return the code of the ending of each fate; 0 if it was not reached."""
    return fate % _OUTCOME


def lived(layout: Layout, fate: np.ndarray) -> np.ndarray:
    """Return how many scenarios each campaign survived."""
    return layout.alive[endings_of(fate)].sum(axis=1)


def unbalanced(layout: Layout, rows: np.ndarray) -> np.ndarray:
    """Return for each campaign whether money came from nowhere or went nowhere, within a scenario or between two."""
    reached = rows["ending"] > 0
    wrong = np.zeros(rows.shape, bool)
    for ledger in {layout.columns[name] for name in layout.flows}:
        balance = np.zeros(rows.shape, np.int64)
        for name, direction in layout.flows.items():
            if layout.columns[name] == ledger:
                balance += rows[name].astype(np.int64) * (1 if direction == "in" else -1)
        wrong |= reached & (balance != 0)
    if CARRIED in layout.columns and CARRIED_ON in layout.columns:
        wrong[:, 0] |= rows[CARRIED][:, 0] != 0
        wrong[:, 1:] |= reached[:, 1:] & (rows[CARRIED][:, 1:] != rows[CARRIED_ON][:, :-1])
    return np.asarray(wrong.any(axis=1))


def bought_of(layout: Layout, rows: np.ndarray) -> np.ndarray:
    """Return the thing bought in each scenario that counts."""
    found = np.full((len(rows), len(layout.buying)), NOTHING, np.int8)
    if not layout.buys:
        return found
    for position, scenario in enumerate(layout.buying):
        row = rows[:, scenario]
        gained = row[_ENDED].astype(np.int64) & ~row[_BEGAN].astype(np.int64)
        some = gained > 0
        found[some, position] = np.log2(gained[some] & -gained[some]).astype(np.int8)
    return found


def _money(layout: Layout, rows: np.ndarray, alive: np.ndarray) -> list[ColumnSummary]:
    found = []
    for scenario in range(rows.shape[1]):
        kept = rows[CARRIED_ON][alive[:, scenario], scenario] if CARRIED_ON in layout.columns else np.zeros(0)
        zeros = np.zeros(len(kept), np.int64)
        found.append(ColumnSummary.of_values(kept, zeros, 1) if len(kept) else ColumnSummary.empty(1))
    return found


def _held(holding: Holding, rows: np.ndarray, counted: np.ndarray) -> np.ndarray:
    bits = rows[holding.column].astype(np.int64) * counted
    return np.stack([((bits >> thing) & 1).sum(axis=0) for thing in range(len(holding.things))])
