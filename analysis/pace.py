"""How quick is this machine at a study? Policies are compiled or loaded, then a few stretches are timed."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from analysis.arms import Arm, Report, Step, play
from analysis.stretch import Stretch
from analysis.stretches import Stretches
from analysis.study_plan import Pace
from analysis.study_question import Question

#: Games of the timed stretches. The first are thrown away: they load what the others find loaded.
SIZES = (1, 20, 150)

#: Timed stretches of each size, for each worker.
TIMED = 12

#: Where the timed games begin: far from those of any study, whose time would otherwise be none.
FAR = 10**8


def warm_up(question: Question, progress: Report | None = None) -> None:
    """Compile or load every policy before the workers start, and say so."""
    for number, policy in enumerate(question.policies):

        def tell(run: Any, done: int = number + 1) -> None:
            if progress is not None:
                progress(Step("loading the policies", done, len(question.policies), 0, run=run))

        play(replace(question.base, jobs=1), Arm.of(question.scenarios[0], policy), 1, tell)


def measure(question: Question, progress: Report | None = None) -> Pace:
    """Return how quick this machine is with all workers."""
    warm_up(question, progress)
    scenarios = [question.scenarios[i % len(question.scenarios)] for i in range(TIMED * question.base.jobs)]
    took = []
    for games in SIZES:
        started = time.perf_counter()
        asked = (
            Stretch(question.base.resolve(name), question.policy, FAR + 1000 * number, games)
            for number, name in enumerate(scenarios)
        )
        for _ in Stretches(question.base, reading=question.reading).won(asked):
            pass
        took.append((time.perf_counter() - started) / len(scenarios))
    game = max((took[2] - took[1]) / (SIZES[2] - SIZES[1]), 1e-9)
    return Pace(max(took[1] - SIZES[1] * game, 1e-4), game)
