"""The house-rule workbench in words: what is explored, its levers by chapter, what came out, how to get it again."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import comparing, words
from sim import registry
from sim.errors import BadInput
from sim.params import Parameter, Value, shown

if TYPE_CHECKING:
    from analysis.paired import Comparison, Effect
    from analysis.proportions import Estimate
    from analysis.workbench import Trial

#: What is explored unless something else is asked for.
GAME, SEED = "opulent", 1920


@dataclass(frozen=True)
class Start:
    """Where a workbench begins.

    Attributes
    ----------
    game : str
        Name of the game.
    scenario, policy : str
        Chosen in the menus; "" for the game's defaults.
    seed : int
        Seed of all games.
    changes : dict
        House rules in force from the beginning, by rule.
    cards : dict
        Printed cards in place of assumed ones, by table; in force on both sides.
    jobs : int
        Workers.
    policies : tuple of str
        Policies in the menu besides the game's own.
    """

    game: str = GAME
    scenario: str = ""
    policy: str = ""
    seed: int = SEED
    changes: Mapping[str, Value] = field(default_factory=dict)
    cards: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)
    jobs: int = 1
    policies: tuple[str, ...] = ()


_start = Start()


def begin_with(start: Start) -> None:
    """Set where the workbenches of this process begin."""
    global _start
    _start = start


def started() -> Start:
    """Return where a workbench of this process begins."""
    return _start


# --- the controls ----------------------------------------------------------------------------------------------------


def chapters(game: registry.Game) -> dict[str, list[Parameter]]:
    """Return the levers of a game by chapter, in the order of its rules; single rules without one come first."""
    found: dict[str, list[Parameter]] = {}
    for parameter in game.parameters.values():
        if parameter.lever:
            chapter = parameter.name.rpartition(".")[0].replace("_", " ").replace("-", " ")
            found.setdefault(chapter.capitalize() or game.file.title, []).append(parameter)
    return found


def policies(game: registry.Game, start: Start) -> list[str]:
    """Return the policies of the menu."""
    own = list(registry.policy_files(game))
    return own + [name for name in start.policies if name not in own] if start.game == game.name else own


def printed(game: registry.Game, scenario: str) -> dict[str, Value]:
    """Return the printed values of a scenario."""
    return registry.resolve(game, scenario).values


def setting(parameter: Parameter, value: Value) -> str:
    """Return a value with its unit, as people say it.

    Examples
    --------
    >>> lever = Parameter("a", 5, "dice", "integer", (1, 8), (), "rulebook", "1", (), True, "Dice.")
    >>> setting(lever, 6)
    '6 dice'
    """
    if parameter.kind == "switch":
        return "yes" if value else "no"
    if parameter.unit in ("dollars", "$") and isinstance(value, int | float):
        return words.money(value)
    unit = parameter.unit.removesuffix("s") if value == 1 else parameter.unit
    return f"{shown(value)} {unit}".strip()


def step(parameter: Parameter) -> float:
    """Return by how much a slider moves: 1 for whole numbers, else a hundredth of the range or a little less."""
    if parameter.kind == "integer" or parameter.bounds is None:
        return 1
    from math import floor, log10

    low, high = parameter.bounds
    return float(10 ** floor(log10((high - low) / 100)))


# --- what came out ---------------------------------------------------------------------------------------------------


def sentence(trial: Trial, found: Comparison) -> str:
    """Return the answer: what the house rules do to the win rate."""
    game, effect = trial.bench.base.game, found.win_rate
    who = f"The {game.file.watched} seat wins" if game.file.competitive else "The team wins"
    scenario = words.scenario(game.file.scenario_word, trial.house.scenario)
    where = f"{scenario} under the policy {trial.house.policy}"
    if not trial.changed:
        won = comparing.side(effect.base, "share")
        return f"{who} {won} of games of {where}, as printed. Move a lever to see what a house rule does."
    if found.diverged.estimate == 0:
        return (
            f"Not one of {words.count(found.pairs, 'game')} went differently: in {where} these rules do not come into"
            " play."
        )
    after, before = comparing.side(effect.arm, "share"), comparing.side(effect.base, "share")
    if game.file.competitive:
        return f"{_moved(game, effect)}. {who} {after} instead of {before}; {_made(found)}."
    said = {
        "better": "Your rules are better for the table",
        "worse": "Your rules are worse for the table",
        "equivalent": f"Your rules change nothing that matters (a margin of {comparing.margin(effect)})",
    }.get(effect.verdict, "Whether your rules matter is not yet known")
    return f"{said}. {who} {after} of games of {where}, instead of {before}."


def _moved(game: registry.Game, effect: Effect) -> str:
    """Return what house rules do to the watched seat of a game played against each other."""
    seat = f"the {game.file.watched} seat"
    return {
        "more": f"Your rules favour {seat}",
        "less": f"Your rules take from {seat}",
        "equivalent": f"Your rules leave {seat} what it had (within a margin of {comparing.margin(effect)})",
    }.get(effect.verdict, f"Whether your rules change what {seat} wins is not yet known")


def _made(found: Comparison) -> str:
    """Return what a player makes on average, after and before."""
    effect = found.leading
    after, before = (comparing.side(side, effect.metric.unit) for side in (effect.arm, effect.base))
    return f"a player makes {after} on average instead of {before}"


def between(found: Estimate) -> str:
    """Return the interval of a share: ``'79.9 to 83.5 %'``."""
    return words.interval(found.estimate, found.low, found.high)


def points(effect: Effect) -> str:
    """Return the difference of the win rates in percentage points."""
    return comparing.signed(effect.difference.estimate, "share", effect.difference.standard_error)


def points_between(effect: Effect) -> str:
    """Return the interval of the difference and its verdict."""
    return f"{comparing.interval(effect.difference, 'share')}: {comparing.verdict(effect)}"


def note(trial: Trial, found: Comparison, busy: bool) -> str:
    """Return how it was found, for below the numbers."""
    said = (
        f"{words.count(found.pairs, 'game')} of each side on the same seeds (seed {trial.bench.base.seed}); 95 %"
        " intervals, each for this number of games."
    )
    return said + (" Playing on ..." if busy else "")


def problems(error: BadInput) -> list[str]:
    """Return in words why rules cannot be played."""
    return [line.removeprefix("--rule ").partition(" Set: ")[0] for line in error.problems]


def changes_table(trial: Trial) -> str:
    """Return a Markdown table of everything that was changed: what it is, printed and chosen value."""
    parameters, before = trial.bench.base.game.parameters, trial.printed_plan.rules.values
    rows = [
        (f"`{name}`", parameters[name].doc, setting(parameters[name], before[name]), setting(parameters[name], value))
        for name, value in trial.changed.items()
    ]
    return table(("rule", "what it is", "printed", "yours"), rows)


def effects_table(found: Comparison, before: str = "printed", after: str = "yours") -> str:
    """Return a Markdown table of every metric: both sides, difference, verdict; what never happened is left out."""
    rows = [
        (
            comparing.label(effect.metric),
            comparing.side(effect.base, effect.metric.unit),
            comparing.side(effect.arm, effect.metric.unit),
            comparing.difference(effect.difference, effect.metric.unit),
            comparing.verdict(effect),
        )
        for effect in found.effects.values()
        if not (effect.metric.is_share and effect.base.estimate == effect.arm.estimate == 0)
    ]
    return table(("", before, after, "difference", ""), rows)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [columns, [":---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(map(markdown, line)) + " |" for line in lines)


def markdown(text: str) -> str:
    r"""Return text for Markdown: a dollar begins no formula, a bar no cell.

    Examples
    --------
    >>> print(markdown("$5 | $7"))
    \$5 \| \$7
    """
    return text.replace("|", "\\|").replace("$", "\\$")


# --- getting it again ------------------------------------------------------------------------------------------------


def run_command(trial: Trial, games: int) -> str:
    """Return the command that plays the games of the house rules."""
    return _command("run", trial, games, [f"{name}={shown(value)}" for name, value in trial.changed.items()])


def compare_command(trial: Trial, games: int) -> str:
    """Return the command that compares the house rules with the printed ones on the same seeds."""
    together = ",".join(f"{name}={shown(value)}" for name, value in trial.changed.items())
    return _command("compare", trial, games, [together] if together else [])


def _command(verb: str, trial: Trial, games: int, rules: list[str]) -> str:
    base, house = trial.bench.base, trial.house
    parts = ["house-edge", verb, base.game.name, "--scenario", house.scenario, "--policy", house.policy]
    for rule in rules:
        parts += ["--rule", rule]
    return shlex.join([*parts, "--games", str(games), "--seed", str(base.seed)])


def variant(trial: Trial, title: str = "My house rules") -> str:
    """Return the house rules as a file for ``--variant``."""
    from sim.tomltext import key, toml

    lines = [f"title = {toml(title)}", "", "[rules]"]
    return "\n".join(lines + [f"{key(name)} = {toml(value)}" for name, value in trial.changed.items()]) + "\n"


def snippet(trial: Trial, games: int) -> str:
    """Play the games of the house rules and return the text with which anyone gets the same number.

    Raises
    ------
    BadInput
        If the games cannot be stored for a moment.
    """
    from reports.cli.share import snippet_of
    from sim.run import run_games
    from sim.store import open_run
    from sim.writer import RunWriter

    with tempfile.TemporaryDirectory(prefix="house-edge-") as folder:
        writer = RunWriter.create(trial.plan, games, root=Path(folder))
        run_games(trial.plan, games, jobs=trial.bench.base.jobs, writer=writer, keep_rows=False)
        return snippet_of(open_run(writer.path))[1]
