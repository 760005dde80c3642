"""Positions in files: advice about one a person wrote, and writing one of a game that was played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reports.cli import output
from reports.cli.advise_options import (
    DEFAULT_ROLLOUTS,
    FILE_EXAMPLE,
    MOST_ROLLOUTS,
    EffortOptions,
    PlaceOptions,
    Wanted,
    best_player,
)
from reports.cli.options import (
    OutputOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    need,
    read_backend,
    read_count,
    read_jobs,
    read_seed,
)
from reports.cli.plans import Request, command_line, read_team, tell_conflicts
from sim import registry
from sim.errors import BadInput
from sim.situation import can_read, read_situation
from sim.tomltext import toml

if TYPE_CHECKING:
    from reports.advising import Wording
    from reports.cli.advise import Question
    from sim.moments import Asked


def advise_file(
    problems: Problems,
    game: str | None,
    file: str,
    place: PlaceOptions,
    policy: str | None,
    then: str | None,
    rules: RuleOptions,
    effort: EffortOptions,
    work: WorkOptions,
    out: OutputOptions,
) -> int:
    """Say what each choice of a position in a file is worth."""
    _only_with_games(problems, place, then, rules, effort)
    rollouts = problems.take(read_count, effort.rollouts or DEFAULT_ROLLOUTS, "--rollouts", MOST_ROLLOUTS)
    seed = problems.take(read_seed, work.seed)
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_backend, work.backend)
    loaded = problems.take(registry.load_game, need(game, "the game", FILE_EXAMPLE))
    label = policy or (best_player(loaded) if loaded is not None else "")
    team = problems.take(read_team, loaded, label) if loaded is not None else None
    situation = problems.take(read_situation, Path(file).expanduser(), loaded) if loaded is not None else None
    problems.stop_if_any()
    assert situation is not None and loaded is not None and team is not None
    assert rollouts is not None and seed is not None and jobs is not None and backend is not None
    from reports.advising import Wording
    from reports.cli.advise import Question, answer_question, prepare
    from sim.block import Plan
    from sim.playback import header
    from sim.position import Position
    from sim.reaching import reach

    tell_conflicts(situation.rules)
    plan = Plan(loaded.name, situation.rules, team, seed)
    prepare(plan, out.quiet)
    position = Position.standing(plan, situation.table, situation.hidden)
    wording = Wording(loaded, header(position.context, plan.rules, seed, 0))
    number = len(loaded.file.seats) * (_round_of(position.table()) - 1) + loaded.file.seats.index(situation.seat) + 1
    try:
        turn, asked = reach(position, number, situation.now, wording.choice, seed)
    except BadInput as error:
        raise BadInput([f"{situation.path}: {text}" for text in error.problems]) from None
    start = ["house-edge", "advise", loaded.name, file]
    shown = rollouts if rollouts != int(DEFAULT_ROLLOUTS) else None
    command = command_line(start, RuleOptions(), policy=label, rollouts=shown, seed=seed)
    question = Question(
        plan,
        position,
        turn,
        asked,
        wording,
        f"{loaded.file.title}, {situation.rules.scenario}: {situation.path.name}, {wording.turn(turn)}",
        label,
        command,
    )
    request = Request(plan, loaded, label, jobs, backend, RuleOptions())
    return answer_question(question, Wanted(request, 0, team, label, rollouts, 0), out, None)


def _round_of(table: dict[str, object]) -> int:
    """Return the round of a table, 1 if it does not say."""
    rounds = table.get("rounds", 0)
    return int(rounds) + 1 if isinstance(rounds, int) else 1


def _only_with_games(
    problems: Problems, place: PlaceOptions, then: str | None, rules: RuleOptions, effort: EffortOptions
) -> None:
    """Note options that are about a game that was played, not about a file."""
    given: dict[str, object] = {
        "--game": place.game,
        "--turn": place.turn,
        "--decision": place.decision,
        "--worst": effort.worst,
        "--write": effort.write,
        "--force": effort.force,
        "--then": then,
    }
    for name, value in given.items():
        if value:
            hint = " Who plays on is --policy." if name == "--then" else ""
            problems.found.append(f"{name} is about a game that can be replayed, not about a file.{hint}")
    in_file: dict[str, object] = {
        "--scenario": rules.scenario,
        "--players": rules.players,
        "--variant": rules.variant,
        "--rule": rules.rule,
        "--cards": rules.cards,
    }
    for name, value in in_file.items():
        if value:
            problems.found.append(f"{name}: a position says in its file what is played.")


def write_position(question: Question, target: Path, cards: str | None = None) -> None:
    """Write the start of the turn of a question as a file that `read_situation` reads.

    Raises
    ------
    BadInput
        If the game has no such files, or the file cannot be written.
    """
    game = question.wording.game
    if not can_read(game):
        raise BadInput(f"--write: {game.file.title} does not read positions from files.")
    rules = question.plan.rules
    turn, asked = question.turn, question.asked
    hidden = question.position.begun[1]
    writer, tables = game.module("situation.writer"), question.wording.header["tables"]
    own = writer.write(turn.table, hidden[0], tables)
    # what the scenario sets it sets again when the file is read
    changed = {name: value for name, value in rules.values.items() if _is_house_rule(rules.origins[name])}
    lines = [
        f"# {question.title}",
        f"game = {toml(game.name)}",
        f"scenario = {toml(rules.scenario)}",
        f"seat = {toml(turn.seat)}",
        f"round = {turn.round}",
        *([f"cards = {toml(str(Path(cards).absolute()))}"] if cards else []),
        *own,
    ]
    if changed:
        lines += ["", "[rules]", *(f"{toml(name)} = {toml(value)}" for name, value in changed.items())]
    lines += ["", "[now]", f"decision = {toml(asked.name)}"]
    if asked.number > 1:
        lines.append(f"made = {toml([_made(question.wording, earlier) for earlier in turn.asked[: asked.number - 1]])}")
    lines += writer.write_now(turn.table, hidden[0], turn.lines_before(asked), tables)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--write {target}: cannot be written ({error.strerror}).") from None
    output.note(f"Position written to {target}")


def _is_house_rule(origin: str) -> bool:
    return origin == "--rule" or origin.startswith("variant")


def _made(wording: Wording, asked: Asked) -> str | int:
    """Return a choice that was made in words, or its number where the words do not tell it apart."""
    texts = [wording.choice(asked.name, choice) for choice in asked.choices]
    return texts[asked.index] if texts.count(texts[asked.index]) == 1 else asked.index
