"""``house-edge strange``: which games were the least likely, what was strange about them, and how to see them again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import findings, output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    NO_CHANGES,
    PLAYED,
    SHOWN,
    ChangeOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    need,
    option,
    read_count,
)
from reports.cli.plans import command_line, read_team
from reports.cli.years import read_base
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.difficulty import DifficultyResult
    from analysis.strange import Strange, StrangeGame
    from sim.block import Plan
    from sim.store import Run

#: Games named unless --top says otherwise.
TOP = 10
EXAMPLE = "house-edge strange opulent --scenario 1924"
KIND = "strange"
#: All rows of a scenario are ranked at once.
_MOST_GAMES, _MOST_NAMED = 2_000_000, 1000


def strange(
    *what: Annotated[str, Parameter(help="A game, to play it now, or stored runs of one game.", metavar="GAME|RUN")],
    scenario: Annotated[
        tuple[str, ...], option("Where: names joined by commas, or 'all' [default: the game's].", "NAME", PLAYED)
    ] = (),
    players: Annotated[
        str | None, option("The same scenarios for so many players, where a game has them.", "NUMBER", PLAYED)
    ] = None,
    policy: Annotated[str | None, option("Who plays [default: the game's].", "NAME", PLAYED)] = None,
    games: Annotated[str | None, option("Games of each scenario [default: 10000].", "NUMBER", PLAYED)] = None,
    changes: ChangeOptions = NO_CHANGES,
    work: WorkOptions = DEFAULT_WORK,
    top: Annotated[str, option("Games that are named [default: 10].", "NUMBER", SHOWN)] = "10",
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Name the games whose ending and stored columns, taken together, are the least likely of their run.

    Each game is told beside those of its own run that ended in the same way; what is strange about it stands in one
    sentence, with the command that tells the whole game. docs/ladder.md says how games are ranked.
    """
    problems = Problems()
    wanted = problems.take(read_count, top, "--top", _MOST_NAMED)
    first = problems.take(need, what[0] if what else None, "a game or a run", EXAMPLE)
    typed = (scenario, players, policy, games, changes, work)
    playing = typed != ((), None, None, None, NO_CHANGES, DEFAULT_WORK)
    question: Question | None = None
    if first in registry.games() and len(what) == 1:
        question = _of_game(problems, first, scenario, players, policy, games, changes, work)
    elif first is not None:
        question = _of_runs(problems, what, playing)
    problems.stop_if_any()
    assert question is not None and wanted is not None
    answer, body, folder = question.answer(wanted, out.quiet)
    if out.json:
        output.print_json(body)
        return 0
    show_strange(answer)
    output.say("")
    output.say(f"Stored in {folder}. Again: {body['command']}")
    return 0


@dataclass(frozen=True)
class Question:
    """What is asked: a game to be played, or runs that were stored.

    Attributes
    ----------
    game : Game
        The game.
    base : Base or None
        House rules, seed and workers; None for stored runs.
    scenarios : tuple of str
        Where.
    policy : str
        Who plays.
    games : int
        Games of each scenario.
    runs : tuple of Run
        Stored runs.
    command : str
        The command that asks the same again, without ``--top``.
    """

    game: registry.Game
    base: Base | None
    scenarios: tuple[str, ...]
    policy: str
    games: int
    runs: tuple[Run, ...]
    command: str

    def answer(self, top: int, quiet: bool) -> tuple[Strange, dict[str, Any], Path]:
        """Find the strange games and store them; return them, their JSON, and the folder they are stored in."""
        from analysis.strange import Strange, strange_games
        from reports.cli.envelope import envelope
        from sim.commands import replay_command

        started, entries, plans, records = time.perf_counter(), [], [], []
        total = 0
        for number, (plan, rows, run) in enumerate(self._played(quiet)):
            plans.append(plan)
            total += len(rows)
            records += self._records(rows, plan)
            for found in strange_games(self.game, rows, top, self.game.seats_in_play(plan.rules)):
                entries.append((found.score, number, self._entry(found, plan, run, replay_command(plan, found.index))))
        entries.sort(key=lambda entry: entry[:2])
        plan = plans[0]
        answer = Strange(
            self.game,
            total,
            [entry for _, _, entry in entries[:top]],
            tuple(plan.rules.variants),
            plan.rules.changed(self.game.parameters),
            tuple(plan.rules.cards),
            self.game.digest(),
            records,
        )
        command = f"{self.command} --top {top}" if top != TOP else self.command
        wall = time.perf_counter() - started
        timing = {"wall_s": wall, "games_per_s": total / wall}
        head = envelope(KIND, self.game, plan.rules, plan.seed, "complete", command, timing)
        body = {**head, **answer.to_json()}
        return answer, body, findings.store(body)

    def _played(self, quiet: bool) -> Any:
        """Yield plan, rows and run of everything looked at, one at a time."""
        if self.base is None:
            for run in self.runs:
                yield run.plan(), run.rows(), run
            return
        from analysis.arms import Arm, Step, plan_of, play
        from reports.cli.progress import StepDisplay

        total = self.games * len(self.scenarios)
        with StepDisplay(self.game.name, quiet) as display:
            for number, name in enumerate(self.scenarios):
                done, arm = number * self.games, Arm.of(name, self.policy)

                def show(run: Any, done: int = done) -> None:
                    display.step(Step("games", done + run.games, total, done, "", run))

                yield plan_of(self.base, arm), play(self.base, arm, self.games, show).rows, None

    def _records(self, rows: Any, plan: Plan) -> list[dict[str, Any]]:
        """Return the records of a run of a game played against each other, each with its command."""
        if not self.game.file.competitive:
            return []
        from analysis.records import extremes
        from sim.commands import replay_command

        where, seats = plan.rules.scenario, self.game.seats_in_play(plan.rules)
        found = extremes(self.game, rows, seats)
        return [{"scenario": where, **one.to_json(), "replay": replay_command(plan, one.index)} for one in found]

    def _entry(self, found: StrangeGame, plan: Plan, run: Run | None, replay: str) -> dict[str, Any]:
        from reports import strange_text
        from sim.commands import team_text

        return {
            "scenario": plan.rules.scenario,
            "policy": team_text(plan.team),
            "seed": plan.seed,
            "run": run.name if run is not None else None,
            **found.to_json(),
            "rarity": strange_text.score(found),
            "sentence": strange_text.sentence(found, self.game),
            "replay": replay,
        }


def _of_game(
    problems: Problems,
    game: str,
    scenarios: tuple[str, ...],
    players: str | None,
    policy: str | None,
    games: str | None,
    changes: ChangeOptions,
    work: WorkOptions,
) -> Question | None:
    """Read the options of a game that is played now; mistakes are noted and give None."""
    number = problems.take(read_count, games or "10000", "--games", _MOST_GAMES)
    loaded = registry.load_game(game)
    who = policy or loaded.file.default_policy
    problems.take(read_team, loaded, who)
    where = scenarios or (loaded.file.default_scenario,)
    found = read_base(problems, game, where, changes, work, EXAMPLE, players=players)
    if found is None or number is None or problems.found:
        return None
    from analysis.arms import Arm, plan_of

    for name in found[1]:
        problems.take(plan_of, found[0], Arm(name, who))  # policies for another number of players
    if problems.found:
        return None
    return question_of(found[0], found[1], who, number, changes)


def question_of(base: Base, scenarios: tuple[str, ...], policy: str, games: int, changes: ChangeOptions) -> Question:
    """Return the question about games to be played, with the command that asks it again."""
    every = set(scenarios) == set(base.game.scenarios) and len(scenarios) > 1
    typed = {"scenario": "all" if every else ",".join(scenarios), "policy": policy, "games": games}
    command = command_line(["house-edge", KIND, base.game.name], changes, **typed, seed=base.seed)
    return Question(base.game, base, scenarios, policy, games, (), command)


def _of_runs(problems: Problems, names: tuple[str, ...], playing: bool) -> Question | None:
    """Open stored runs; mistakes are noted and give None."""
    from sim.params import nearest
    from sim.store import open_run

    runs = []
    for name in names:
        try:
            runs.append(open_run(name))
        except BadInput as error:
            close = nearest(name, registry.games())
            problems.found += [f"there is neither a game nor a run '{name}'.{close}"] if close else error.problems
    played = {run.manifest["game"] for run in runs}
    if len(played) > 1:
        problems.found.append(f"the runs are of different games: {words.listing(sorted(played))}.")
    if playing and runs:
        problems.found.append("a stored run is looked at as it is: options of play go with a GAME.")
    if problems.found:
        return None
    game = registry.load_game(played.pop())
    command = command_line(["house-edge", KIND, *names], NO_CHANGES)
    return Question(game, None, (), "", 0, tuple(runs), command)


def stored_for(found: DifficultyResult) -> tuple[Strange, str] | None:
    """Return the newest strange games under the rules and sources of a difficulty result, and their command."""
    from analysis.strange import Strange

    return findings.newest_like(found, KIND, Strange.from_json)


def show_strange(answer: Strange) -> None:
    """Print the games, each with its sentence and its command."""
    several = len({(entry["scenario"], entry["policy"], entry["seed"]) for entry in answer.entries}) > 1
    count = words.count(len(answer.entries), "strangest game", "strangest games")
    output.heading(f"{answer.game.file.title}: the {count} of {answer.games:,}")
    for number, entry in enumerate(answer.entries, 1):
        where = f"{entry['scenario']}, {entry['policy']}, game" if several else "game"
        output.say("")
        output.say(f"{number:2}. {where} {entry['index']} ({entry['rarity']}). {entry['sentence']}")
        output.say(f"    {entry['replay']}")
    _show_records(answer)
    ended = "" if answer.game.file.competitive else " that ended in the same way"
    output.say("")
    output.say(
        f"Ranked by the harmonic mean, over all stored columns, of the share of games{ended} with a"
        " value as far out; columns that say the same count together as one. Of games that are strange for the same"
        " reason the strangest is named."
    )


def _show_records(answer: Strange) -> None:
    """Print the extremes of points and margins, those of every scenario."""
    if not answer.records:
        return
    column = next(iter(answer.game.file.columns_of(answer.game.file.measures[0]).values()))
    what = {
        "most": f"Most {column.unit}",
        "least_to_win": f"Fewest {column.unit} that won",
        "most_without_winning": f"Most {column.unit} that did not win",
        "widest": "Widest victory",
        "closest": "Closest victory",
    }
    several = len({entry["scenario"] for entry in answer.records}) > 1
    output.say("")
    output.heading("Records")
    rows = [
        [
            *([entry["scenario"]] if several else []),
            what[entry["name"]],
            f"{entry['value']:,}",
            entry["seat"],
            str(entry["index"]) + (f" and {entry['alike'] - 1:,} more" if entry["alike"] > 1 else ""),
        ]
        for entry in answer.records
    ]
    head = [*([answer.game.file.scenario_word] if several else []), "", column.unit, "seat", "game"]
    output.table(head, rows, right=(len(head) - 3,))
