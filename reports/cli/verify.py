"""``house-edge verify``: is a stored run what it says it is?"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.options import DEFAULT_OUTPUT, HOW, OutputOptions, Problems, need, option, read_count

#: Exit code of a run that does not agree with itself: a contract is broken.
DIFFERENT = 3
_SHOWN = 5


def verify(
    run: Annotated[str | None, Parameter(help="Folder or name of the run; see 'list runs'.", metavar="RUN")] = None,
    /,
    *,
    sample: Annotated[str, option("Games to play again [default: 200].", "NUMBER", HOW)] = "200",
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Check the digest of every part of a run, play a sample of its games again and compare every column."""
    from sim.store import open_run

    problems = Problems()
    name = problems.take(need, run, "the run", "house-edge verify runs/NAME   (house-edge list runs names them)")
    games = problems.take(read_count, sample, "--sample", 10_000_000)
    found = problems.take(open_run, name) if name else None
    problems.stop_if_any()
    assert found is not None and games is not None
    from sim.resume import verify_run

    result = verify_run(found.path, games)
    if out.json:
        output.print_json(
            {
                "schema": "house-edge/verify",
                "schema_version": 1,
                "run": {"path": str(found.path), "rows_sha256": found.manifest["rows_sha256"]},
                "passed": result.passed,
                "games": found.games,
                "checked": result.checked,
                "different": result.different,
                "damaged": result.damaged,
            }
        )
    elif result.passed:
        output.say(
            f"{found.name}: all {words.count(len(found.manifest['parts']), 'part')} whole, and"
            f" {words.count(result.checked, 'game')} of {found.games:,} played again with the same result."
        )
    if not result.passed:
        output.fail(
            [
                *result.damaged,
                *(
                    f"game {entry['game']}: {entry['column']} is {entry['stored']} in the run, {entry['played']} when"
                    " played again"
                    for entry in result.different[:_SHOWN]
                ),
                *([f"and {len(result.different) - _SHOWN} more differences"] if len(result.different) > _SHOWN else []),
            ]
        )
        if result.damaged:
            output.note(f"To replay what is damaged: house-edge resume {found.path}")
    return 0 if result.passed else DIFFERENT
