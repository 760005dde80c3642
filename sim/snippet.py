"""A result as a text anyone can play again: what was played, what came out, and the digests that prove it is the same.

A snippet is a TOML file of its own: house rules and printed cards stand in it, so nobody needs the files they came
from. Only a policy that is not shipped stays a file: a text from somewhere must not bring code that is run.
`sim.snippet_reader` reads one back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import registry
from sim.digest import digest_of
from sim.errors import BadInput
from sim.machine import DECISIVE, versions
from sim.tomltext import key, toml

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.params import Value
    from sim.results import RunResult
    from sim.store import Run

SCHEMA, SCHEMA_VERSION = "house-edge/snippet", 1

#: Digits of a digest that a sentence shows.
_SHOWN = 12


@dataclass(frozen=True)
class Player:
    """One policy and the seats it plays.

    Attributes
    ----------
    seats : tuple of str
        Names of the seats.
    name : str
        Name of the policy.
    weights : dict
        Weights that differ from its defaults.
    digest : str
        Of the policy with its ancestors, the engine and the game.
    file, file_digest : str
        Name and digest of its file, if it is not shipped; else "".
    forbid : tuple of str
        Mechanics it must do without.
    """

    seats: tuple[str, ...]
    name: str
    weights: dict[str, float]
    digest: str
    file: str = ""
    file_digest: str = ""
    forbid: tuple[str, ...] = ()


@dataclass(frozen=True)
class Snippet:
    """A result that can be played again.

    Attributes
    ----------
    game, scenario : str
        What was played.
    seed, games : int
        Which games.
    variants : tuple of str
        Names of the house-rule sets, for the reader; what they do stands in ``rules``.
    rules : dict
        Value of every rule that differs from the printed scenario.
    origins : dict
        Who set each of them; only comments of the text.
    cards : dict
        Printed cards in place of assumed ones, by table.
    players : tuple of Player
        Who played.
    rules_digest, source_digest : str
        Of the rules in force; of the engine and the game.
    versions : dict
        Of everything that can change a result.
    win_rate, low, high : float or None
        The number shared, with its interval; None without games.
    confidence : float
        Of the interval.
    method : str
        Of the interval.
    outcomes : dict
        Games by outcome.
    rows_sha256 : str or None
        Digest of the rows; None if the run kept none.
    """

    game: str
    scenario: str
    seed: int
    games: int
    variants: tuple[str, ...]
    rules: dict[str, Value]
    origins: dict[str, str]
    cards: dict[str, list[dict[str, Any]]]
    players: tuple[Player, ...]
    rules_digest: str
    source_digest: str
    versions: dict[str, str]
    win_rate: float | None
    low: float | None
    high: float | None
    confidence: float
    method: str
    outcomes: dict[str, int]
    rows_sha256: str | None = field(default=None)


def of_run(run: Run, interval: Mapping[str, Any]) -> Snippet:
    """Return the snippet of a stored run, with the digests and versions it was played with.

    Parameters
    ----------
    run : Run
        A finished run.
    interval : mapping
        ``win_rate``, ``low``, ``high``, ``confidence`` and ``method`` of the number shared.

    Raises
    ------
    BadInput
        If games are missing.
    """
    manifest = run.manifest
    if run.status not in ("complete", "stopped"):
        raise BadInput(
            f"{run.name}: {run.games:,} of {manifest['games_requested']:,} games are finished, so others could not get"
            f" the same number. First: {run.resume_command}"
        )
    plan = run.plan()
    summary = run.summary()
    printed = registry.resolve(registry.load_game(plan.game), plan.rules.scenario).values
    changed = {
        name: value
        for name, value in plan.rules.values.items()
        if value != printed.get(name) or plan.rules.origins[name].startswith(("--rule", "snippet", "variant"))
    }
    return Snippet(
        plan.game,
        plan.rules.scenario,
        plan.seed,
        run.games,
        plan.rules.variants,
        changed,
        {name: plan.rules.origins[name] for name in changed},
        plan.rules.cards,
        _players(manifest["policies"], plan.game, manifest["sources"]),
        manifest["rules_digest"],
        manifest["source_digest"],
        {name: manifest["versions"][name] for name in ("python", *DECISIVE)},
        **interval,
        outcomes={name: count for name, count in summary.counts.items() if count},
        rows_sha256=None if manifest["summary_only"] else manifest["rows_sha256"],
    )


def _players(seats: list[dict[str, Any]], game_name: str, sources: Mapping[str, str]) -> tuple[Player, ...]:
    """Return the policies with their seats, those of equal seats together."""
    found: list[Player] = []
    game = registry.load_game(game_name)
    files = registry.policy_files(game)
    # whoever has a game that is not shipped has its policies too, by name
    own_game = not game.folder.is_relative_to(registry.BUILT_IN)
    for entry in seats:
        name, weights = entry["name"], {key: float(value) for key, value in sorted(entry["given"].items())}
        path = files.get(name) or Path(name)
        known = name in files and (own_game or path.is_relative_to(registry.POLICIES))
        file = "" if known else path.name
        digest = sources.get(f"policies/{path.name}", "") if file else ""
        forbid = tuple(sorted(entry.get("forbid", ())))
        player = Player((entry["seat"],), path.stem if file else name, weights, entry["digest"], file, digest, forbid)
        same = [(other.name, other.weights, other.file, other.forbid) for other in found]
        if (player.name, player.weights, player.file, player.forbid) in same:
            position = same.index((player.name, player.weights, player.file, player.forbid))
            found[position] = replace(found[position], seats=(*found[position].seats, *player.seats))
        else:
            found.append(player)
    return tuple(found)


# --- the text --------------------------------------------------------------------------------------------------------


def text_of(snippet: Snippet, headline: str) -> str:
    """Return a snippet as TOML.

    Parameters
    ----------
    headline : str
        The result in a sentence, for a comment.
    """
    lines = [
        *(f"# {_one_line(line)}" for line in headline.splitlines()),
        "# The same number again, game for game: save this text as a file, then",
        "#   house-edge run --from FILE",
        *_file_notes(snippet),
        "",
        f'schema = "{SCHEMA}"',
        f"schema_version = {SCHEMA_VERSION}",
        f"game = {toml(snippet.game)}",
        f"scenario = {toml(snippet.scenario)}",
        f"seed = {snippet.seed}",
        f"games = {snippet.games}",
    ]
    if snippet.variants:
        lines += ["# what these sets change stands below; their files are not needed"]
        lines += [f"variants = {toml(snippet.variants)}"]
    lines += ["", "# what differs from the printed game", "[rules]"]
    for name, value in snippet.rules.items():
        origin = _one_line(snippet.origins.get(name, "snippet"))
        lines.append(f"{key(name)} = {toml(value)}" + ("" if origin == "snippet" else f"  # {origin}"))
    for player in snippet.players:
        lines += ["", "[[policies]]", f"seats = {toml(player.seats)}", f"name = {toml(player.name)}"]
        lines += [f"weights = {toml(player.weights)}"] if player.weights else []
        lines += [f"forbid = {toml(player.forbid)}"] if player.forbid else []
        lines += [f"digest = {toml(player.digest)}"]
        if player.file:
            lines += [f"file = {toml(player.file)}", f"file_digest = {toml(player.file_digest)}"]
    lines += ["", "[digests]", f"rules = {toml(snippet.rules_digest)}", f"sources = {toml(snippet.source_digest)}"]
    lines += ["", "[versions]", *(f"{key(name)} = {toml(value)}" for name, value in snippet.versions.items())]
    lines += ["", "[result]"]
    for name in ("win_rate", "low", "high", "confidence", "method", "outcomes", "rows_sha256"):
        value = getattr(snippet, name)
        if value is not None:
            lines.append(f"{name} = {toml(value)}")
    return "\n".join(lines + _card_lines(snippet.cards)) + "\n"


def _file_notes(snippet: Snippet) -> list[str]:
    """Return what a reader must be told about a game or policies that are not shipped."""
    notes = [
        f"# The policy '{player.name}' is a file of its own, {player.file}: put it beside the snippet first."
        for player in snippet.players
        if player.file
    ]
    if not registry.load_game(snippet.game).folder.is_relative_to(registry.BUILT_IN):
        notes.append(f"# The game '{snippet.game}' is not shipped with House Edge: install it, or set HOUSE_EDGE_PATH.")
    return notes


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _card_lines(cards: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    lines: list[str] = []
    for table, rows in cards.items():
        columns = list(rows[0]) if rows else []
        lines += ["", f"[cards.{key(table)}]", f"columns = {toml(columns)}", "rows = ["]
        lines += [f"  {toml([row[column] for column in columns])}," for row in rows] + ["]"]
    return lines


# --- is it the same? -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """Something that is not as it was when the snippet was made: rules, sources, a policy or a version."""

    what: str
    there: str
    here: str


@dataclass(frozen=True)
class Comparison:
    """A snippet and what came out when it was played again.

    Attributes
    ----------
    same : bool
        Whether the rows are equal, or the outcomes where one of the two kept no rows.
    by : {"rows", "outcomes"}
        What was compared.
    differences : tuple of Difference
        What could explain another result.
    """

    same: bool
    by: str
    differences: tuple[Difference, ...]

    @property
    def broken(self) -> bool:
        """Whether the result is another one although everything recorded is the same."""
        return not self.same and not self.differences

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"same": self.same, "compared": self.by, "differences": [vars(item) for item in self.differences]}


def compare(snippet: Snippet, result: RunResult) -> Comparison:
    """Return whether a result is that of the snippet, and what differs between there and here."""
    by_rows = None not in (snippet.rows_sha256, result.rows_sha256)
    counts = {name: count for name, count in result.summary.counts.items() if count}
    same = snippet.rows_sha256 == result.rows_sha256 if by_rows else snippet.outcomes == counts
    return Comparison(same, "rows" if by_rows else "outcomes", tuple(differences(snippet, result.plan)))


def differences(snippet: Snippet, plan: Plan) -> list[Difference]:
    """Return what is not as it was when the snippet was made."""
    from sim.policy import load_declaration

    game = registry.load_game(plan.game)
    found = [
        Difference("rules", snippet.rules_digest, plan.rules.digest()),
        Difference("sources", snippet.source_digest, game.digest()),
    ]
    same_sources = snippet.source_digest == game.digest()
    policies = dict(zip(game.seats_in_play(plan.rules), (seat.policy for seat in plan.team), strict=True))
    for player in snippet.players:
        declaration = load_declaration(game, policies[player.seats[0]])
        if player.file and declaration.file is not None:
            here = digest_of([declaration.file.read_bytes()])
            found.append(Difference(f"policy file {player.file}", player.file_digest, here))
        elif same_sources:  # a policy's digest covers the engine's, which is reported already
            found.append(Difference(f"policy {player.name}", player.digest, declaration.digest()))
    present = versions()
    for name, there in snippet.versions.items():
        here = present.get(name, "none")
        if name == "python":  # a patch release of the interpreter does not change a result
            there, here = (".".join(text.split(".")[:2]) for text in (there, here))
        found.append(Difference(name, there, here))
    return [item for item in found if item.there != item.here]


def verdict(snippet: Snippet, result: RunResult, found: Comparison, here: float) -> str:
    """Return in words whether the result is that of the snippet.

    Parameters
    ----------
    here : float
        The win rate of the result, 0 to 1.
    """
    differ = "; ".join(
        f"{item.what} ({_short(item.there)} there, {_short(item.here)} here)" for item in found.differences
    )
    if found.same:
        proof = (
            f"all {result.games:,} games are equal to the byte (rows_sha256 {_short(snippet.rows_sha256 or '')})"
            if found.by == "rows"
            else f"all {result.games:,} games end as often in each way (no rows were kept to compare)"
        )
        although = f" That holds although these differ: {differ}." if differ else ""
        return f"The same as in the snippet: {proof}.{although}"
    won = registry.load_game(snippet.game).file.won_words
    there = "no number" if snippet.win_rate is None else f"{100 * snippet.win_rate:.3f} % {won}"
    text = f"NOT the same as in the snippet: {there} there, {100 * here:.3f} % here."
    if differ:
        return f"{text} What differs: {differ}."
    return (
        f"{text} Rules, sources, policies and versions are the same, so the result or the snippet was edited, or this"
        " platform computes differently."
    )


def _short(digest: str) -> str:
    return f"{digest[:_SHOWN]}…" if len(digest) > 2 * _SHOWN else digest
