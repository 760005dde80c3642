"""``house-edge resume``: go on with a run that was stopped."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from reports.cli import output
from reports.cli.options import (
    BACKEND_HELP,
    DEFAULT_OUTPUT,
    HOW,
    SCHEDULER_HELP,
    ClusterOptions,
    OutputOptions,
    Problems,
    need,
    option,
    read_jobs,
    read_place,
)
from sim import registry
from sim.errors import ContractBroken, Interrupted


def resume(
    run: Annotated[str | None, Parameter(help="Folder or name of the run; see 'list runs'.", metavar="RUN")] = None,
    /,
    *,
    jobs: Annotated[str | None, option("Processes or threads at work [default: one a core].", "NUMBER", HOW)] = None,
    backend: Annotated[str | None, option(BACKEND_HELP, "NAME", HOW)] = None,
    scheduler: Annotated[str | None, option(SCHEDULER_HELP, "ADDRESS", HOW)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play what is missing of a run; the rows are those of a run that was never stopped.

    Refused if rules, policies, seed or sources are not the run's any more.
    """
    from sim.store import open_run

    problems = Problems()
    name = problems.take(need, run, "the run", "house-edge resume runs/NAME   (house-edge list runs names them)")
    workers = problems.take(read_jobs, jobs)
    chosen = problems.take(read_place, ClusterOptions(jobs=jobs, backend=backend, scheduler=scheduler))
    found = problems.take(open_run, name) if name else None
    problems.stop_if_any()
    assert found is not None and workers is not None and chosen is not None
    from reports.cli import envelope, runs
    from reports.cli.progress import Display
    from reports.cli.run import warnings_of
    from sim.resume import resume_run

    game = registry.load_game(found.manifest["game"])
    try:
        with Display(game.name, envelope.wins(game), out.quiet) as display:
            result = resume_run(found.path, jobs=workers, backend=chosen, progress=display)
    except Interrupted as error:
        runs.stopped(error)
        return error.exit_code
    except ContractBroken as error:
        output.fail([f"{error.where}. The games before it are kept.", *output.shown_by(error)])
        return error.exit_code
    policies = list(dict.fromkeys(seat.label for seat in result.plan.team))
    runs.print_result(
        game,
        result,
        "+".join(policies),
        path=found.path,
        command=found.manifest["command"],
        resume_command=None,
        warnings=warnings_of(result),
        as_json=out.json,
    )
    return 0
