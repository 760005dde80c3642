"""Card tables as CSV files: written with what is assumed marked, read back with every mistake named.

A column whose heading ends in ``?`` is assumed; a person who has the real cards corrects the column and takes the mark
away. ``house-edge cards`` and ``--cards DIR`` use this for any game whose ``cards`` module declares ``COLUMNS`` and
``choices_of``.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.errors import BadInput
from sim.params import nearest

Rows = list[dict[str, Any]]
ASSUMED = "?"


def export_tables(folder: Path, tables: Mapping[str, Rows], assumed: Callable[[str, str], bool]) -> list[Path]:
    """Write each table to ``folder/<table>.csv`` and return the files.

    Raises
    ------
    BadInput
        If the folder cannot be written.
    """
    files = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in tables.items():
            path = folder / f"{name}.csv"
            columns = list(rows[0])
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow([f"{column}{ASSUMED if assumed(name, column) else ''}" for column in columns])
                writer.writerows([row[column] for column in columns] for row in rows)
            files.append(path)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror}).") from None
    return files


def read_tables(
    folder: Path, templates: Mapping[str, Rows], choices_of: Callable[[str, str], Sequence[Any] | None]
) -> tuple[dict[str, Rows], set[str]]:
    """Read the tables found in a folder.

    Parameters
    ----------
    folder : Path
        Holds ``<table>.csv`` for some of the tables.
    templates : mapping
        The assumed tables: same columns, same number of cards.
    choices_of : callable
        What a column of a table may hold; None for any number from 0.

    Returns
    -------
    tables : dict
        The tables read.
    printed : set of str
        Tables in which no column is marked as assumed any more.

    Raises
    ------
    BadInput
        With every mistake found, each with file and line.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder.")
    found = {path.stem: path for path in sorted(folder.glob("*.csv"))}
    problems = [
        f"{path}: there is no table '{name}'.{nearest(name, templates)}"
        for name, path in found.items()
        if name not in templates
    ]
    if not found:
        problems.append(f"{folder}: holds no card table; 'house-edge cards export' writes them.")
    tables: dict[str, Rows] = {}
    printed = set()
    for name, path in found.items():
        if name in templates:
            rows, marks, faults = _read(path, name, templates[name], choices_of)
            tables[name] = rows
            problems += faults
            if not marks:
                printed.add(name)
    if problems:
        raise BadInput(problems)
    return tables, printed


def _read(
    path: Path, table: str, template: Rows, choices_of: Callable[[str, str], Sequence[Any] | None]
) -> tuple[Rows, int, list[str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        lines = list(csv.reader(file))
    if not lines:
        return [], 0, [f"{path}: is empty."]
    heads = [head.strip() for head in lines[0]]
    columns = [head.rstrip(ASSUMED) for head in heads]
    if sorted(columns) != sorted(template[0]):
        return [], 0, [f"{path}:1: the columns are {', '.join(columns)}; they must be {', '.join(template[0])}."]
    problems = []
    body = [line for line in lines[1:] if any(cell.strip() for cell in line)]
    if len(body) != len(template):
        problems.append(f"{path}: holds {len(body)} cards; there are {len(template)}.")
    rows: Rows = []
    for number, line in enumerate(body, start=2):
        if len(line) != len(columns):
            problems.append(f"{path}:{number}: has {len(line)} values for {len(columns)} columns.")
            continue
        row: dict[str, Any] = {}
        for column, cell in zip(columns, line, strict=True):
            value, fault = _value(cell.strip(), choices_of(table, column))
            row[column] = value
            if fault:
                problems.append(f"{path}:{number}: {column} = '{cell.strip()}' is not allowed: {fault}")
        rows.append(row)
    order = [row.get("card") for row in rows]
    if not problems and order != [row["card"] for row in template]:
        problems.append(f"{path}: the column card must count the cards from {template[0]['card']} in order.")
    return rows, sum(head.endswith(ASSUMED) for head in heads), problems


def faults_of_rows(
    where: str, table: str, rows: Rows, template: Rows, choices_of: Callable[[str, str], Sequence[Any] | None]
) -> list[str]:
    """Return what is wrong with the cards of a table that came from no CSV file, one line each after ``where``."""
    columns = list(template[0])
    if any(sorted(row) != sorted(columns) for row in rows):
        return [f"{where}the columns of {table} must be {', '.join(columns)}."]
    if len(rows) != len(template):
        return [f"{where}{table} holds {len(rows)} cards; there are {len(template)}."]
    faults = []
    for number, row in enumerate(rows):
        for column, value in row.items():
            read, fault = _value(str(value), choices_of(table, column))
            if fault or read != value:
                place = f"{where}{table}, card {number}"
                faults.append(f"{place}: {column} = {value!r} is not allowed: {fault or 'write it without quotes.'}")
    if not faults and [row["card"] for row in rows] != [row["card"] for row in template]:
        faults.append(f"{where}the column card of {table} must count the cards from {template[0]['card']} in order.")
    return faults


def _value(text: str, allowed: Sequence[Any] | None) -> tuple[Any, str]:
    if allowed is not None and any(isinstance(word, str) for word in allowed):
        match = next((word for word in allowed if word.lower() == text.lower()), None)
        return (match, "") if match is not None else (None, f"it takes {', '.join(allowed)}.")
    try:
        number = int(text)
    except ValueError:
        return None, "it takes a whole number."
    if allowed is not None and number not in allowed:
        return None, f"it takes {', '.join(str(word) for word in allowed)}."
    return (number, "") if number >= 0 else (None, "it takes a whole number from 0.")
