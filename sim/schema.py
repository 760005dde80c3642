"""Shape of the files a game is declared in, checked by pydantic: every mistake of a file at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from sim.errors import BadInput
from sim.params import SOURCES, Parameter, line_of


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class RuleEntry(_Strict):
    """One entry of ``rules.toml``."""

    default: bool | int | float | str | list[int]
    unit: str = ""
    bounds: list[float | int] | None = None
    choices: list[str] = []
    source: Literal["rulebook", "ruling", "inferred", "assumed"]
    section: str
    range: list[bool | int | float | str | list[int]] = []
    lever: bool = False
    doc: str
    off: bool | int | float | str | list[int] | None = None
    change_cost: float | int = 1.0


class OutcomeEntry(_Strict):
    """One way a game can end.

    Of a game played against each other, each ``win`` names the ``seat`` that won, and a ``draw`` is a shared victory.
    """

    name: str
    kind: Literal["win", "draw", "loss", "abandoned", "error"]
    words: str
    seat: str = ""


class ColumnEntry(_Strict):
    """One stored column of a game.

    Of a game played against each other, a column that belongs to one ``seat`` says of which ``measure`` it is, so that
    the points of all seats, say, can be found; its label does without the seat's name.
    """

    name: str
    label: str
    unit: str = ""
    dtype: str = "i2"
    role: Literal["outcome", "score", "length", "event", "flow", "detail"]
    ledger: str = ""
    direction: Literal["", "in", "out"] = ""
    station: str = ""
    seat: str = ""
    measure: str = ""


class EndingEntry(_Strict):
    """One way a scenario can end for a campaign; the first is that it was never played."""

    name: str
    alive: bool
    words: str


class LedgerEntry(_Strict):
    """One account whose flows in and out are equal in every game."""

    name: str
    label: str
    unit: str


class ScenarioList(_Strict):
    """Names and titles of the scenarios, in the order of the rulebook."""

    name: str
    title: str


class CampaignEntry(_Strict):
    """A campaign: the scenarios played in a row, with what is carried from one into the next.

    ``seat`` decides between the scenarios, ``unit`` names a whole campaign; ``endings`` are the ways a scenario can end
    for it (``alive`` if the campaign goes on), ``columns`` what is stored beside the columns of the game.
    """

    seat: str
    default_policy: str
    policies: list[str]
    endings: list[EndingEntry]
    columns: list[ColumnEntry]


class BalanceEntry(_Strict):
    """What else there is to ask about the balance of a competitive game.

    With ``start_rule`` at ``start_fixed`` the first seat starts every round, which shows what starting is worth. With
    ``choice_rule`` at ``choice_dealt`` every player is dealt one of ``choices`` (the measure ``choice_measure`` holds
    its position, from 1) instead of choosing, in the scenarios ``choice_scenarios`` and those for other numbers of
    players: which shows what each is worth. ``choice_word`` is what players call such a thing,
    ``choice_note`` says what each of them is.

    ``seat_levers`` and ``choice_levers`` name the rules, as ``--free`` takes them, that a designer would reach for
    first to make seats, or choices, equal; without them every lever is tried.
    """

    start_rule: str = ""
    start_fixed: str = ""
    choice_rule: str = ""
    choice_dealt: str = ""
    choice_measure: str = ""
    choice_word: str = ""
    choice_note: str = ""
    choices: list[str] = []
    choice_scenarios: list[str] = []
    seat_levers: list[str] = []
    choice_levers: list[str] = []


class GameFile(_Strict):
    """``game.toml``.

    ``ladder`` names the policies a question of difficulty is asked about, ``rungs`` all that are compared for their
    skill, the weakest first; a policy that is not there is passed over.

    Without ``team`` the seats play against each other. Then ``players_rule`` names the rule that says how many of them
    sit at the table, always the first ones, and questions that ask for one yes or no a game ask whether the
    ``watched`` seat won. Its first measure is what the seats play for, and its measure ``victory`` the twelfths of the
    victory that belong to each seat: 12 for the only winner, 6 each where two share it.
    """

    name: str
    title: str
    summary: str
    status: Literal["verified", "partial", "model"]
    players: list[int]
    seats: list[str]
    team: bool
    scenario_word: str
    default_scenario: str
    default_policy: str
    ladder: list[str]
    rungs: list[str] = []
    streams: list[str]
    outcomes: list[OutcomeEntry]
    ledgers: list[LedgerEntry] = []
    columns: list[ColumnEntry]
    campaign: CampaignEntry | None = None
    players_rule: str = ""
    watched: str = ""
    balance: BalanceEntry = BalanceEntry()

    @property
    def competitive(self) -> bool:
        """Whether the seats play against each other."""
        return not self.team

    @property
    def wins(self) -> tuple[str, ...]:
        """Names of the outcomes that count as won: by the team, or by the watched seat alone."""
        return tuple(o.name for o in self.outcomes if o.kind == "win" and o.seat in ("", self.watched))

    @property
    def won_words(self) -> str:
        """What a share of won games is called."""
        return f"won by the {self.watched} seat" if self.competitive else "won"

    def columns_of(self, measure: str) -> dict[str, ColumnEntry]:
        """Return the columns of one measure by seat, in the order of the seats."""
        found = {column.seat: column for column in self.columns if column.measure == measure}
        return {seat: found[seat] for seat in self.seats if seat in found}

    @property
    def measures(self) -> list[str]:
        """What is stored of every seat, in the order of ``game.toml``; the first is what the seats play for."""
        return list(dict.fromkeys(column.measure for column in self.columns if column.measure))

    @property
    def all_seats(self) -> list[str]:
        """The seats, and the one that decides between the scenarios of a campaign."""
        return self.seats + ([self.campaign.seat] if self.campaign else [])


class DecisionEntry(_Strict):
    """One decision of ``decisions.toml``."""

    when: str
    seats: list[str]
    columns: list[str]
    doc: str
    sequence: bool = False


class ForbiddenEntry(_Strict):
    """Choices a restricted player must not make.

    Of the decision's list the rows with one of ``values`` in ``column`` are taken out, or, with ``keep``, all others.
    """

    decision: str
    column: str
    values: list[int] = []
    keep: int | None = None


class MechanicEntry(_Strict):
    """One mechanic of ``mechanics.toml``: something players do, and the choices that are gone without it.

    ``group`` is the heading it is listed under. ``price`` names the rule that says what it costs (a number, or a list
    of them), ``price_step`` by how much that rule is moved to see what a price does. ``counted`` names the measure that
    says how often a seat did it; with ``bit`` (from 0) it is one bit of that measure.
    """

    title: str
    doc: str
    forbid: list[ForbiddenEntry]
    group: str = ""
    price: str = ""
    price_step: int | float = 1
    counted: str = ""
    bit: int | None = None


class RuleLine(_Strict):
    """One rule of ``rulebook.toml``."""

    text: str
    section: str
    kind: Literal["printed", "ruling"] = "printed"


def problems_of(path: Path, error: ValidationError, prefix: str = "") -> list[str]:
    """Return pydantic's findings, one line each, with the line of the file."""
    lines = []
    for item in error.errors():
        key = ".".join(str(part) for part in item["loc"])
        full = f"{prefix}.{key}" if prefix and key else prefix or key
        lines.append(f"{path}:{line_of(path, full)}: {full}: {item['msg']}")
    return lines


def parse_file(path: Path, model: type[BaseModel], data: Any) -> Any:
    """Validate one file against its model.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise BadInput(problems_of(path, error)) from None


def parse_entries(path: Path, model: type[BaseModel], data: dict[str, Any]) -> dict[str, Any]:
    """Validate a file of named entries; see `parse_file`."""
    found, problems = {}, []
    for name, entry in data.items():
        try:
            found[name] = model.model_validate(entry)
        except ValidationError as error:
            problems += problems_of(path, error, name)
    if problems:
        raise BadInput(problems)
    return found


def check_rules_file(path: Path, data: dict[str, Any]) -> dict[str, Parameter]:
    """Turn ``rules.toml`` into parameters.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    entries: dict[str, RuleEntry] = parse_entries(path, RuleEntry, _grouped(data))
    parameters: dict[str, Parameter] = {}
    problems: list[str] = []
    for name, entry in entries.items():
        parameter = _parameter(name, entry)
        problems += [f"{path}:{line_of(path, name)}: {name}: {text}" for text in _faults(parameter)]
        parameters[name] = parameter
    if problems:
        raise BadInput(problems)
    return parameters


def _grouped(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return entries by dotted name: ``[event_deck.agents]`` is the entry "event_deck.agents"."""
    entries: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, dict) and "default" not in value and any(isinstance(v, dict) for v in value.values()):
            entries |= _grouped(value, f"{prefix}{name}.")
        else:
            entries[prefix + name] = value
    return entries


def _parameter(name: str, entry: RuleEntry) -> Parameter:
    default = entry.default
    kind: Any = (
        "switch"
        if isinstance(default, bool)
        else "choice"
        if isinstance(default, str)
        else "list"
        if isinstance(default, list)
        else "integer"
        if isinstance(default, int)
        else "number"
    )
    frozen = [tuple(v) if isinstance(v, list) else v for v in entry.range]
    return Parameter(
        name=name,
        default=tuple(default) if isinstance(default, list) else default,
        unit=entry.unit,
        kind=kind,
        bounds=(float(entry.bounds[0]), float(entry.bounds[1])) if entry.bounds else None,
        choices=tuple(entry.choices),
        source=entry.source,
        section=entry.section,
        range=tuple(frozen),
        lever=entry.lever,
        doc=entry.doc,
        off=tuple(entry.off) if isinstance(entry.off, list) else entry.off,
        change_cost=float(entry.change_cost),
    )


def _faults(parameter: Parameter) -> list[str]:
    faults = []
    if parameter.source not in SOURCES:
        faults.append(f"source must be one of {', '.join(SOURCES)}")
    if parameter.kind in ("integer", "number", "list") and parameter.bounds is None:
        faults.append("needs bounds")
    if parameter.source != "rulebook" and not parameter.range:
        faults.append(f"is {parameter.source}, so it needs a range for sensitivity runs")
    for what, value in [
        ("default", parameter.default),
        ("off", parameter.off),
        *(("range", v) for v in parameter.range),
    ]:
        if value is None:
            continue
        try:
            parameter.check(value)
        except ValueError:
            faults.append(f"{what} {value!r} is not {parameter.allowed}")
    return faults
