"""Ways found by ``house-edge tune`` as files: variants that can be played, and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.changewords import in_words
from analysis.entries import as_rules
from reports import words
from reports.cli.plans import command_line
from sim.params import shown
from sim.tomltext import key, toml

if TYPE_CHECKING:
    from analysis.changes import Changes
    from analysis.rates import Rates
    from analysis.tuned import TuneResult, Way
    from reports.cli.tune_options import Question


def variant_text(question: Question, changes: Changes, title: str, reason: str) -> str:
    """Return a way as the text of a variant file that needs no other: the house rules in force are in it, too."""
    game, scenario = question.base.game, question.space.scenarios[0]
    changed = as_rules(question.base, scenario, dict(changes))
    in_force = _house_rules(question)
    lines = [
        f"# Written by: {question.command()}",
        f"title = {toml(title)}",
        f"reason = {toml(reason)}",
        "",
        "[rules]",
    ]
    for name in game.parameters:
        if name in changed:
            before = dict.fromkeys(shown(rules.values[name]) for rules in question.resolved.values())
            was = next(iter(before)) if len(before) == 1 else "differs"
            lines.append(f"{key(name)} = {toml(changed[name])}  # was {was}")
        elif name in in_force:
            lines.append(f"{key(name)} = {toml(in_force[name][0])}  # {in_force[name][1]}")
    return "\n".join(lines) + "\n"


def way_text(question: Question, result: TuneResult[Rates], way: Way) -> str:
    """Return a way to a share of games won as the text of a variant file."""
    title = f"{where(question)} at {_wanted(result)}"
    return variant_text(question, way.changes, title, _reason(question, result, way))


def _house_rules(question: Question) -> dict[str, tuple[object, str]]:
    """Return the values that house rules set before the search, with who set them."""
    rules = next(iter(question.resolved.values()))
    return {
        name: (rules.values[name], origin)
        for name, origin in rules.origins.items()
        if (origin == "--rule" or origin.startswith("variant")) and name not in question.measuring
    }


def where(question: Question) -> str:
    """Return game and scenario in words."""
    game, scenarios = question.base.game, question.space.scenarios
    if len(scenarios) == 1:
        return f"{game.file.title}, {game.file.scenario_word} {scenarios[0]}"
    return f"{game.file.title}, {len(scenarios)} {game.file.scenario_word}s"


def _wanted(result: TuneResult[Rates]) -> str:
    rates = list(result.target.rates.values())
    if len(set(rates)) == 1:
        return share(rates[0])
    return f"{share(rates[0])} to {share(rates[-1])}"


def share(value: float) -> str:
    """Return a target: ``'60 %'``, ``'62.5 %'``."""
    return f"{100 * value:.4g} %"


def rate(way: Way, scenario: str) -> str:
    """Return the share won of a scenario with its interval."""
    found = way.rates[scenario]
    return words.share_with_interval(found.estimate, found.low, found.high)


def _reason(question: Question, result: TuneResult[Rates], way: Way) -> str:
    what = in_words(result.space, way.changes)
    games = f"{words.count(result.confirm_games, 'game')} of seed {result.confirm_seed}"
    if len(way.rates) == 1:
        name = next(iter(way.rates))
        outcome = f"wins {rate(way, name)} of {games} under '{result.policy}', {rate(result.printed, name)} before"
    else:
        outcome = (
            f"is {points(way.distance.estimate)} from the target on average over {len(way.rates)} scenarios under"
            f" '{result.policy}', {points(result.printed.distance.estimate)} before ({games} each)"
        )
    return f"Found by house-edge tune for a target of {_wanted(result)}: {what} {outcome}."


def points(value: float) -> str:
    """Return a share as percentage points: ``'0.5 points'``."""
    return f"{100 * value:.1f} points"


def play_command(question: Question, result: TuneResult[Rates], way: Way, file: Path) -> str:
    """Return the command that plays the confirmation of a way again, to the same numbers."""
    # The scenario that is farthest from its target is the one to look at.
    name = max(way.rates, key=lambda one: abs(way.rates[one].estimate - result.target.rates[one]))
    return command_of(question, result, name, file, result.confirm_games)


def command_of(question: Question, result: TuneResult[Any], scenario: str, file: Path, games: int) -> str:
    """Return the command that plays the confirmation of a way's variant file again."""
    from reports.cli.options import ChangeOptions

    text = str(file)
    path = text if file.is_absolute() or file.parent != Path() else f"./{text}"
    measuring = tuple(f"{name}={value}" for name, value in question.measuring.items())
    changes = ChangeOptions((path,), measuring, question.typed.get("cards"))
    start = ["house-edge", "run", question.base.game.name, "--scenario", scenario]
    return command_line(start, changes, policy=result.policy, games=games, seed=result.confirm_seed)


def picture(question: Question, result: TuneResult[Rates], path: Path) -> None:
    """Write the list as a picture."""
    from reports.figures import canvas, pareto

    canvas.write(pareto.draw(question.base.game, result, canvas.WIDE), "pareto", path)
