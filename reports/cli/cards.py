"""``house-edge cards``: write the cards as CSV, correct them from the real ones, check them.

A game's ``cards`` module offers ``export_folder(folder, values) -> files`` and
``read_folder(folder, values) -> tables``, which raises BadInput with every mistake.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.options import DEFAULT_OUTPUT, OutputOptions, Problems, need, read_new_folder
from reports.cli.plans import read_cards
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

VERBS = ("export", "check")
EXAMPLE = "house-edge cards export opulent my-cards"


def cards(
    verb: Annotated[str | None, Parameter(help="export or check.", metavar="export|check")] = None,
    game: Annotated[str | None, Parameter(help="Name of the game.", metavar="GAME")] = None,
    folder: Annotated[str | None, Parameter(help="Folder of the CSV files.", metavar="FOLDER")] = None,
    /,
    *,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Write a game's cards as CSV with what is assumed marked, or check a folder for use with --cards."""
    problems = Problems()
    word = problems.take(need, verb, "what to do with the cards", EXAMPLE)
    if word is not None and word not in VERBS:
        problems.found.append(f"cards cannot be {word}ed.{nearest(word, VERBS)}")
    name = problems.take(need, game, "the game", EXAMPLE)
    loaded = problems.take(registry.load_game, name) if name else None
    place = problems.take(need, folder, "the folder", EXAMPLE)
    problems.stop_if_any()
    assert loaded is not None and place is not None
    if not (loaded.folder / "cards.py").exists():
        raise BadInput(f"{loaded.file.title} has no cards that could be replaced.")
    if word == "check":
        tables = {table: entries for table, entries in read_cards(loaded, place).items() if table != "printed"}
        rows = sum(len(table) for table in tables.values())
        text = f"{place}: {words.count(len(tables), 'table')} with {words.count(rows, 'card')}, all usable."
        report = {"tables": {table: len(entries) for table, entries in tables.items()}}
    else:
        target = read_new_folder(place)
        defaults = {parameter.name: parameter.default for parameter in loaded.parameters.values()}
        files: list[Path] = loaded.module("cards").export_folder(target, defaults)
        text = f"Wrote {words.count(len(files), 'file')} to {target}. Correct them, then play with --cards {target}"
        report = {"files": {path.name: path.stat().st_size for path in files}}
    if out.json:
        output.print_json({"schema": "house-edge/cards", "schema_version": 1, "game": loaded.name, **report})
    else:
        output.say(text)
    return 0
