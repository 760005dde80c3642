"""Reading a snippet back: every mistake with its line, then what is to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sim import cardfiles, params, registry
from sim.errors import BadInput
from sim.seats import FORBID
from sim.snippet import SCHEMA, SCHEMA_VERSION, Player, Snippet

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.params import Readable, RuleSet
    from sim.policy import Seat


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Policy(_Strict):
    seats: list[str] = Field(min_length=1)
    name: str
    weights: dict[str, float] = {}
    forbid: list[str] = []
    digest: str
    file: str = ""
    file_digest: str = ""


class _Digests(_Strict):
    rules: str
    sources: str


class _Result(_Strict):
    win_rate: float | None = Field(default=None, ge=0, le=1)
    low: float | None = Field(default=None, ge=0, le=1)
    high: float | None = Field(default=None, ge=0, le=1)
    confidence: float = Field(gt=0, lt=1)
    method: str
    outcomes: dict[str, int]
    rows_sha256: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")


class _Cards(_Strict):
    columns: list[str]
    rows: list[list[Any]]


class _File(_Strict):
    schema_: str = Field(alias="schema")
    schema_version: int
    game: str
    scenario: str
    seed: int = Field(ge=0, lt=2**53)
    games: int = Field(ge=1, le=1_000_000_000)
    variants: list[str] = []
    rules: dict[str, Any] = {}
    policies: list[_Policy] = Field(min_length=1)
    digests: _Digests
    versions: dict[str, str]
    result: _Result
    cards: dict[str, _Cards] = {}


_TABLES: dict[str, type[BaseModel]] = {"policies": _Policy, "digests": _Digests, "result": _Result, "cards": _Cards}


@dataclass(frozen=True)
class Text:
    """A text that came from no file, such as standard input, with the name it has in messages."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.name

    def read_text(self, encoding: str = "utf-8") -> str:
        """Return the text."""
        return self.text


def read(source: Readable) -> Snippet:
    """Return the snippet in a file or text.

    Raises
    ------
    BadInput
        With every mistake found, each with its line.
    """
    data = params.read_toml(source)
    if data.get("schema") != SCHEMA:
        raise BadInput(f"{source}: not a snippet (schema = \"{SCHEMA}\" is missing). 'house-edge share' writes them.")
    if data.get("schema_version") != SCHEMA_VERSION:
        raise BadInput(
            f"{source}: the snippet is of schema version {data.get('schema_version')}, this House Edge reads version"
            f" {SCHEMA_VERSION}."
        )
    try:
        file = _File.model_validate(data)
    except ValidationError as error:
        raise BadInput(_problems(source, data, error)) from None
    return Snippet(
        file.game,
        file.scenario,
        file.seed,
        file.games,
        tuple(file.variants),
        params.flatten(file.rules),
        {},
        {name: [dict(zip(table.columns, row)) for row in table.rows] for name, table in file.cards.items()},
        tuple(
            Player(tuple(p.seats), p.name, p.weights, p.digest, p.file, p.file_digest, tuple(p.forbid))
            for p in file.policies
        ),
        file.digests.rules,
        file.digests.sources,
        file.versions,
        **{name: getattr(file.result, name) for name in _Result.model_fields},
    )


def _problems(source: Readable, data: Mapping[str, Any], error: ValidationError) -> list[str]:
    """Return pydantic's findings in words, one line each."""
    found = []
    for item in error.errors():
        names = [str(part) for part in item["loc"] if not isinstance(part, int)]
        full = ".".join(names)
        if item["type"] == "missing":
            found.append(f"{source}: {full} is missing.")
            continue
        where = _at(source, full)
        if item["type"] == "extra_forbidden":
            model = _File if len(names) == 1 else _TABLES[names[0]]
            known = [field.alias or name for name, field in model.model_fields.items()]
            known = [name for name in known if len(names) > 1 or name not in data] or known
            found.append(f"{where}'{full}' is not a key of a snippet.{params.nearest(names[-1], known)}")
        else:
            found.append(f"{where}{full}: {item['msg'][:1].lower()}{item['msg'][1:]}, not {item['input']!r}.")
    return found


def _at(source: Readable, name: str) -> str:
    line = params.line_of(source, name)  # type: ignore[arg-type]
    return f"{source}:{line}: " if line else f"{source}: "


def _at_policy(source: Readable, number: int) -> str:
    """Return where the n-th policy begins."""
    lines = source.read_text(encoding="utf-8").splitlines()
    heads = [position for position, line in enumerate(lines, start=1) if line.strip().startswith("[[policies]]")]
    return f"{source}:{heads[number]}: " if number < len(heads) else f"{source}: "


# --- what is to be played --------------------------------------------------------------------------------------------


def plan_of(snippet: Snippet, source: Readable, folder: Path) -> Plan:
    """Return what a snippet says is to be played.

    Parameters
    ----------
    source : Readable
        What it was read from, so that mistakes are named with their line.
    folder : Path
        Where the snippet lies; files of policies are looked for there and in the working folder.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    from sim.block import Plan

    try:
        game = registry.load_game(snippet.game)
    except BadInput as error:
        raise BadInput([f"{_at(source, 'game')}{problem}" for problem in error.problems]) from None
    problems: list[str] = []
    rules: RuleSet | None = None
    team: tuple[Seat, ...] = ()
    try:
        rules = _rules(snippet, game, source)
    except BadInput as error:
        problems += error.problems
    try:
        team = _team(snippet, game, source, folder, rules)
    except BadInput as error:
        problems += error.problems
    if problems or rules is None:
        raise BadInput(problems)
    return Plan(game.name, rules, team, snippet.seed)


def _rules(snippet: Snippet, game: registry.Game, source: Readable) -> RuleSet:
    values: dict[str, params.Value] = {}
    problems = params.apply(game.parameters, values, {}, snippet.rules, "snippet", source)
    if snippet.scenario not in game.scenarios:
        near = params.nearest(snippet.scenario, game.scenarios)
        problems.insert(0, f"{_at(source, 'scenario')}{game.name} has no scenario '{snippet.scenario}'.{near}")
    cards = _cards(snippet, game, source, problems) if snippet.cards else {}
    if problems:
        raise BadInput(problems)
    try:
        rules = registry.resolve(game, snippet.scenario, (), values, cards)
    except BadInput as error:
        raise BadInput([f"{source}: {problem}" for problem in error.problems]) from None
    origins = {name: "snippet" if origin == "--rule" else origin for name, origin in rules.origins.items()}
    return params.RuleSet(rules.values, origins, rules.scenario, snippet.variants, rules.cards)


def _cards(
    snippet: Snippet, game: registry.Game, source: Readable, problems: list[str]
) -> Mapping[str, list[dict[str, Any]]]:
    """Return the printed cards after checking them like those of ``--cards``."""
    if not (game.folder / "cards.py").exists():
        problems.append(f"{_at(source, 'cards')}{game.file.title} has no assumed cards that could be replaced.")
        return {}
    module = game.module("cards")
    templates = module.tables({name: parameter.default for name, parameter in game.parameters.items()})
    names = {row.get("table") for row in snippet.cards.get("printed", ())}
    for table, rows in snippet.cards.items():
        where = _at(source, f"cards.{table}")
        if table == "printed":
            unknown = sorted(str(name) for name in names - set(templates))
            problems += [f"{where}there is no table '{name}'.{params.nearest(name, templates)}" for name in unknown]
        elif table not in templates:
            problems.append(f"{where}there is no table '{table}'.{params.nearest(table, templates)}")
        else:
            problems += cardfiles.faults_of_rows(where, table, rows, templates[table], module.choices_of)
    return snippet.cards


def _team(
    snippet: Snippet, game: registry.Game, source: Readable, folder: Path, rules: RuleSet | None
) -> tuple[Seat, ...]:
    from sim.policy import parse_team

    taken = game.file.seats if rules is None else game.seats_in_play(rules)
    seats: dict[str, Seat] = {}
    problems: list[str] = []
    for number, player in enumerate(snippet.players):
        where = _at_policy(source, number)
        seat: Seat | None = None
        try:
            name = _policy(player, game, folder)
            typed = [f"{weight}={value!r}" for weight, value in player.weights.items()]
            settings = ",".join(typed + [f"{FORBID}={mechanic}" for mechanic in player.forbid])
            # as on the command line, so that names and bounds of weights are checked alike
            seat = parse_team(game, f"{name}:{settings}" if settings else name)[0]
        except BadInput as error:
            problems += [f"{where}{problem}" for problem in error.problems]
        for place in player.seats:
            if place not in game.file.seats:
                near = params.nearest(place, game.file.seats)
                problems.append(f"{where}{game.name} has no seat '{place}'.{near}")
            elif place not in taken:
                problems.append(f"{where}nobody sits on the seat '{place}': {', '.join(taken)} play.")
            elif place in seats:
                problems.append(f"{where}the seat '{place}' is given twice.")
            elif seat is not None:
                seats[place] = seat
    missing = [place for place in taken if place not in seats]
    if missing and not problems:
        problems.append(f"{_at(source, 'policies')}nobody plays {', '.join(missing)}.")
    if problems:
        raise BadInput(problems)
    return tuple(seats[place] for place in taken)


def _policy(player: Player, game: registry.Game, folder: Path) -> str:
    """Return the name or path of a policy; a file is looked for by its bare name, whatever folder the text names."""
    if not player.file:
        if player.name.endswith(".py") or player.name not in registry.policy_files(game):
            near = params.nearest(player.name, registry.policy_files(game))
            raise BadInput(f"{game.name} has no policy '{player.name}'.{near}")
        return player.name
    bare = Path(player.file.replace("\\", "/")).name
    for place in dict.fromkeys((Path(), folder)):
        if bare.endswith(".py") and (place / bare).is_file():
            return str(place / bare)
    known = registry.policy_files(game).get(player.name)
    if known is not None and known.name == bare:
        return player.name
    raise BadInput(
        f"the policy '{player.name}' is a file, {bare} (digest {player.file_digest}), that is not shipped: ask for it"
        " and put it beside the snippet."
    )
