"""``house-edge list``: what there is to play with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.options import DEFAULT_OUTPUT, OutputOptions, as_json_value, need
from sim import params, registry
from sim.errors import BadInput
from sim.params import nearest

Rows = list[dict[str, Any]]

#: Kind of the policies that decide between the scenarios of a campaign.
CAMPAIGN = "campaign"


def list_things(
    what: Annotated[
        str | None, Parameter(help="games, scenarios, policies, variants, rules or runs.", metavar="WHAT")
    ] = None,
    game: Annotated[str | None, Parameter(help="One game only.", metavar="GAME")] = None,
    /,
    *,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """List games, scenarios, policies, variants, rules or runs."""
    word = need(what, "what to list", f"house-edge list games   (or {', '.join(list(KINDS)[1:])})")
    if word not in KINDS:
        raise BadInput(f"there is nothing called '{word}' to list.{nearest(word, KINDS)}")
    games = [registry.load_game(game)] if game is not None else list(registry.games().values())
    collect, columns = KINDS[word]
    rows = collect(games, game)
    if out.json:
        output.print_json({"schema": "house-edge/list", "schema_version": 1, "what": word, word: rows})
        return 0
    if not rows:
        output.say(_nothing(word, game))
        return 0
    shown = columns if len(games) > 1 or word in ("games", "runs") else columns[1:]
    for number, (heading, part) in enumerate(_sections(word, rows)):
        if heading:
            if number:
                output.say("")
            output.heading(heading)
        kept = [column for column in shown if any(row[column] not in ("", []) for row in part)]
        cells = [[_cell(row[column]) for column in kept] for row in part]
        output.table([column.replace("_", " ") for column in kept], cells)
    return 0


def _sections(word: str, rows: Rows) -> list[tuple[str, Rows]]:
    """Return the rows in sections with headings: policies that play apart from those that run a campaign."""
    if word != "policies":
        return [("", rows)]
    headings = {
        "scenario": "Who plays (--policy)",
        CAMPAIGN: "Who decides between the scenarios of a campaign (--club)",
    }
    found = [(heading, [row for row in rows if row["plays"] == plays]) for plays, heading in headings.items()]
    kept = [(heading, part) for heading, part in found if part]
    return kept if len(kept) > 1 else [("", rows)]


def _cell(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return words.listing(value) if isinstance(value, list) else "" if value is None else str(value)


def _nothing(word: str, game: str | None) -> str:
    if word == "runs":
        return "There are no runs here yet. Play some: house-edge run opulent --games 10000"
    return f"There are no {word}{f' for {game}' if game else ''}."


def _games(games: list[registry.Game], _: str | None) -> Rows:
    return [
        {
            "name": game.name,
            "title": game.file.title,
            "summary": game.file.summary,
            "status": game.file.status,
            "players": _span(game.file.players),
            "seats": list(game.file.seats),
            "played": "against each other" if game.file.competitive else "as one team",
            "scenarios": len(game.scenarios),
            "policies": list(registry.policy_files(game)),
        }
        for game in games
    ]


def _span(players: list[int]) -> str:
    """Return for how many players a game is: ``'2 to 4'``."""
    least, most = min(players), max(players)
    return str(least) if least == most else f"{least} to {most}"


def _scenarios(games: list[registry.Game], _: str | None) -> Rows:
    return [
        {
            "game": game.name,
            "name": name,
            "title": str(scenario.get("title", "")),
            "summary": str(scenario.get("summary", "")),
            "players": scenario.get("players", ""),
            "rules_changed": len(params.flatten(scenario.get("rules", {}))),
            "single_session_only": list(scenario.get("single_session", ())),
        }
        for game in games
        for name, scenario in game.scenarios.items()
    ]


def _policies(games: list[registry.Game], _: str | None) -> Rows:
    from sim.policysource import facts, summary

    found = []
    for game in games:
        defaults = {"": game.file.default_policy, CAMPAIGN: game.file.campaign and game.file.campaign.default_policy}
        for kind in defaults:
            for name, path in registry.policy_files(game, kind).items():
                said = facts(path)
                found.append(
                    {
                        "game": game.name,
                        "name": name,
                        "plays": kind or "scenario",
                        "summary": summary(path),
                        "default": "default" if name == defaults[kind] else "",
                        "parent": said.parent,
                        "compiled": said.jit,
                        "weights": _weights(game, name) if kind else "",
                    }
                )
    return found


def _weights(game: registry.Game, name: str) -> str:
    """Return the weights of a campaign policy with their defaults, as ``--club`` takes them.

    Only these few are loaded: what plays has dozens of weights ('show policy' lists them), and a list should not import
    numba for them.
    """
    from sim.policy import load_declaration

    weights = load_declaration(game, name, CAMPAIGN).weights
    return ",".join(f"{weight}={entry.default:g}" for weight, entry in weights.items())


def _variants(games: list[registry.Game], _: str | None) -> Rows:
    found = []
    for game in games:
        for name, path in game.variants.items():
            data = params.read_toml(path)
            resolved = registry.resolve(game, variants=[name])
            changes = {
                rule: resolved.values[rule] for rule, origin in resolved.origins.items() if origin.startswith("variant")
            }
            found.append(
                {
                    "game": game.name,
                    "name": name,
                    "title": str(data.get("title", "")),
                    "reason": str(data.get("reason", "")),
                    "changes": [f"{rule} = {_plain(value)}" for rule, value in changes.items()],
                }
            )
    return found


def _rules(games: list[registry.Game], _: str | None) -> Rows:
    return [
        {
            "game": game.name,
            "name": rule.name,
            "value": _plain(rule.default),
            "unit": rule.unit,
            "source": rule.source,
            "lever": "house rule" if rule.lever else "",
            "what": rule.doc,
        }
        for game in games
        for rule in game.parameters.values()
    ]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple | list) else str(as_json_value(value))


def _runs(games: list[registry.Game], game: str | None) -> Rows:
    from reports.cli.runs import run_rows

    return [row for row in run_rows() if game is None or row["game"] == game]


#: What can be listed: how it is collected, and the columns of its table.
KINDS: dict[str, tuple[Callable[[list[registry.Game], str | None], Rows], tuple[str, ...]]] = {
    "games": (_games, ("name", "title", "status", "players", "played", "scenarios", "policies", "summary")),
    "scenarios": (_scenarios, ("game", "name", "title", "players", "summary", "single_session_only")),
    "policies": (_policies, ("game", "name", "default", "parent", "summary", "weights")),
    "variants": (_variants, ("game", "name", "title", "changes", "reason")),
    "rules": (_rules, ("game", "name", "value", "unit", "source", "lever", "what")),
    "runs": (_runs, ("run", "game", "scenario", "policies", "games", "seed", "status", "started")),
}
