"""The manifest of a run: everything its rows depend on, in words, so that it can be understood, resumed and cited."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import registry, worker
from sim.commands import run_command
from sim.digest import digest_of, source_files
from sim.errors import BadInput
from sim.machine import DECISIVE, machine, versions
from sim.params import RuleSet, shown
from sim.parts import PART

if TYPE_CHECKING:
    from sim.block import Plan

SCHEMA, SCHEMA_VERSION = "house-edge/run-folder", 1


def now() -> str:
    """Return the time of day, in UTC."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def build(
    plan: Plan, games: int, command: str, summary_only: bool, stop_rule: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the manifest of a run that is about to begin."""
    from sim.records import row_dtype

    game = registry.load_game(plan.game)
    return {
        "schema": SCHEMA,
        "schema_version": SCHEMA_VERSION,
        "status": "running",
        "command": command or run_command(plan, games),
        "created": now(),
        "updated": now(),
        **facts(plan),
        "rules": {
            name: {"value": value, "origin": plan.rules.origins[name]} for name, value in plan.rules.values.items()
        },
        "conflicts": list(plan.rules.conflicts),
        "cards": plan.rules.cards,
        "games_requested": games,
        "games": 0,
        "summary_only": summary_only,
        "outcomes": [{"name": o.name, "kind": o.kind, "words": o.words, "games": 0} for o in game.file.outcomes],
        "columns": [[name, row_dtype(game)[name].str] for name in row_dtype(game).names or ()],
        "rows_sha256": None,
        "part_games": PART,
        "parts": [],
        "timing": {"compile_s": 0.0, "play_s": 0.0, "wall_s": 0.0, "games_per_s": None},
        "sessions": 0,
        "stop_rule": dict(stop_rule or {}),
        "stop": {},
        "error": None,
        "versions": versions(),
        "machine": machine(),
        "sources": source_listing(plan),
    }


def facts(plan: Plan) -> dict[str, Any]:
    """Return what names a plan: game, scenario, house rules, policies, seed, digests."""
    game = registry.load_game(plan.game)
    return {
        "game": plan.game,
        "scenario": plan.rules.scenario,
        "variants": list(plan.rules.variants),
        "rules_changed": plan.rules.changed(game.parameters),
        "policies": policies(plan),
        "seed": plan.seed,
        "rules_digest": plan.rules.digest(),
        "source_digest": game.digest(),
        "run_digest": worker.plan_digest(plan),
    }


def policies(plan: Plan) -> list[dict[str, Any]]:
    """Return policy, weights and digest of every seat; ``given`` holds the weights that are not the defaults."""
    from sim.policy import load_declaration

    game = registry.load_game(plan.game)
    found = []
    for name, seat in zip(game.seats_in_play(plan.rules), plan.team, strict=True):
        declaration = load_declaration(game, seat.policy)
        weights = declaration.weights_for(plan.rules.scenario) | seat.weights
        found.append(
            {
                "seat": name,
                "name": seat.policy,
                "parameters": weights,
                "given": dict(seat.weights),
                "forbid": list(seat.forbid),
                "digest": declaration.digest(),
            }
        )
    return found


def source_listing(plan: Plan) -> dict[str, str]:
    """Return the digest of every source file the rows depend on, so that a change can be named."""
    from sim.policy import load_declaration

    game = registry.load_game(plan.game)
    engine = Path(__file__).parent
    listing = {
        f"sim/{path.relative_to(engine).as_posix()}": _digest(path)
        for path in source_files(engine)
        if "games" not in path.relative_to(engine).parts
    }
    for path in source_files(game.folder):
        relative = path.relative_to(game.folder)
        if relative.parts[0] not in ("scenarios", "variants"):
            listing[f"{game.name}/{relative.as_posix()}"] = _digest(path)
    for seat in plan.team:
        for path in load_declaration(game, seat.policy).files:
            listing[f"policies/{path.name}"] = _digest(path)
    return listing


def _digest(path: Path) -> str:
    return digest_of([path.read_bytes()])


# --- back from the file ----------------------------------------------------------------------------------------------


def read(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run folder.

    Raises
    ------
    BadInput
        If there is none, or it is of a schema this version does not read.
    """
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{folder}: not a run folder (it has no manifest.json).") from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({error}).") from None
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        raise BadInput(f"{path}: not the manifest of a run.")
    if manifest.get("schema_version") != SCHEMA_VERSION:
        raise BadInput(
            f"{folder}: the run folder is of schema version {manifest.get('schema_version')},"
            f" this House Edge reads version {SCHEMA_VERSION}."
        )
    return manifest


def row_dtype(manifest: Mapping[str, Any]) -> np.dtype:
    """Return the dtype of the stored rows."""
    return np.dtype([(name, dtype) for name, dtype in manifest["columns"]])


def plan_of(manifest: Mapping[str, Any]) -> Plan:
    """Return the plan a manifest describes.

    Raises
    ------
    BadInput
        If its rules were edited by hand.
    """
    from sim.block import Plan
    from sim.policy import Seat

    values = {name: _value(entry["value"]) for name, entry in manifest["rules"].items()}
    origins = {name: entry["origin"] for name, entry in manifest["rules"].items()}
    conflicts = tuple(manifest.get("conflicts", ()))
    rules = RuleSet(values, origins, manifest["scenario"], tuple(manifest["variants"]), manifest["cards"], conflicts)
    if rules.digest() != manifest["rules_digest"]:
        raise BadInput("manifest.json: its rules were edited: they do not have the digest it names.")
    team = tuple(
        Seat(entry["name"], dict(entry["given"]), tuple(entry.get("forbid", ()))) for entry in manifest["policies"]
    )
    return Plan(manifest["game"], rules, team, manifest["seed"])


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def differences(manifest: Mapping[str, Any], wanted: Plan | None = None, games: int | None = None) -> list[str]:
    """Return everything that would make the rest of a run differ from its beginning, one line each.

    Parameters
    ----------
    wanted : Plan, optional
        What the caller asks for now; the plan of the manifest by default.
    games : int, optional
        Games the caller asks for now.
    """
    found = []
    present = versions()
    for name in ("python", *DECISIVE):
        before, after = manifest["versions"].get(name, "none"), present.get(name, "none")
        if name == "python":  # a patch release of the interpreter does not change a result
            before, after = ".".join(before.split(".")[:2]), ".".join(after.split(".")[:2])
        if before != after:
            found.append(f"version of {name}: {before} in the run, {after} now")
    plan = plan_of(manifest)
    try:
        listing, digest = source_listing(plan), worker.plan_digest(plan)
    except BadInput as error:
        return found + error.problems
    for name in sorted({*manifest["sources"], *listing}):
        if name not in manifest["sources"]:
            found.append(f"source file {name} is new")
        elif name not in listing:
            found.append(f"source file {name} is gone")
        elif manifest["sources"][name] != listing[name]:
            found.append(f"source file {name} changed")
    if not found and digest != manifest["run_digest"]:
        found.append(f"digest of the run: {manifest['run_digest']} in the manifest, {digest} now")
    if wanted is not None:
        found += _plan_differences(plan, wanted)
    if games is not None and games != manifest["games_requested"]:
        found.append(f"games: {manifest['games_requested']:,} in the run, {games:,} now")
    return found


def _plan_differences(before: Plan, after: Plan) -> list[str]:
    pairs: list[tuple[str, object, object]] = [
        ("game", before.game, after.game),
        ("scenario", before.rules.scenario, after.rules.scenario),
        ("seed", before.seed, after.seed),
        ("policies", "+".join(s.label for s in before.team), "+".join(s.label for s in after.team)),
    ]
    names = {**before.rules.values, **after.rules.values}
    pairs += [
        (f"rule {name}", shown(before.rules.values.get(name)), shown(after.rules.values.get(name))) for name in names
    ]
    found = [f"{what}: {old} in the run, {new} now" for what, old, new in pairs if old != new]
    if before.rules.cards != after.rules.cards:
        found.append("the cards given with --cards differ")
    return found
