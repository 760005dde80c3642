"""``house-edge odds``: exact chances, from the functions the simulated games use.

A game offers odds with a module ``odds`` in its folder: a mapping ``QUESTIONS`` from a word (raid, door, bar) to a
function of the rule set and keyword texts (``dice=4``) that returns a title, columns and rows.
"""

from __future__ import annotations

import inspect
from typing import Annotated

from cyclopts import Parameter

from reports.cli import output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    NO_RULES,
    OutputOptions,
    Problems,
    RuleOptions,
    need,
    read_assignments,
)
from reports.cli.plans import resolve_rules, tell_conflicts
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

EXAMPLE = "house-edge odds opulent raid"


def odds(
    game: Annotated[str | None, Parameter(help="Name of the game.", metavar="GAME")] = None,
    what: Annotated[str | None, Parameter(help="The question, such as raid, door or bar.", metavar="WHAT")] = None,
    /,
    *situation: Annotated[str, Parameter(help="The situation, such as dice=4.", metavar="NAME=VALUE")],
    rules: RuleOptions = NO_RULES,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Print exact chances of one situation; nothing is simulated."""
    loaded = registry.load_game(need(game, "the game", EXAMPLE))
    if not (loaded.folder / "odds.py").exists():
        raise BadInput(f"{loaded.file.title} has no exact odds.")
    questions = loaded.module("odds").QUESTIONS
    problems = Problems()
    word = problems.take(need, what, "the question", EXAMPLE)
    if word is not None and word not in questions:
        problems.found.append(f"{loaded.name} has no odds called '{word}'.{nearest(word, questions)}")
    given = problems.take(read_assignments, situation)
    values = resolve_rules(problems, loaded, rules, problems.take(read_assignments, rules.rule) or {})
    if word in questions:
        known = list(inspect.signature(questions[word]).parameters)[1:]
        unknown = [name for name in given or {} if name not in known]
        problems.found += [f"odds {word} knows no '{name}'.{nearest(name, known)}" for name in unknown]
    problems.stop_if_any()
    assert values is not None
    tell_conflicts(values)
    table = questions[word](values, **(given or {}))
    if out.json:
        head = {"schema": "house-edge/odds", "schema_version": 1, "game": loaded.name, "question": word}
        head["warnings"] = list(values.conflicts)
        output.print_json({**head, "title": table.title, "columns": table.columns, "rows": table.rows})
        return 0
    output.heading(table.title)
    output.table(table.columns, [[str(cell) for cell in row] for row in table.rows])
    return 0
