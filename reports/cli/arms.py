"""Options of commands that compare: arms, margins, when to stop; and how what was typed becomes values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from reports import comparing
from reports.cli.options import GAMES_LIMIT, HOW, PLAYED, Problems, option, read_assignments, read_count
from sim import registry
from sim.api import scenario_for_players
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from analysis.compare import Contender
    from analysis.pairs import Metric
    from analysis.sequential import Until

EXAMPLE = "house-edge compare opulent --scenario 1924 --variant easy-street"
EVERY, DECIDED = "all", "decided"


@Parameter(name="*")
@dataclass(frozen=True)
class ArmOptions:
    """What is compared with what."""

    scenario: Annotated[
        tuple[str, ...],
        option("Where: a scenario, may be repeated, or 'all' [default: the game's].", "NAME", PLAYED),
    ] = ()
    players: Annotated[
        str | None, option("The same scenarios for so many players, where a game has them.", "NUMBER", PLAYED)
    ] = None
    variant: Annotated[
        tuple[str, ...],
        option(
            "Compared with the base: a house-rule set, A+B for two together. Repeated: each an arm of its own.",
            "NAME|FILE",
            PLAYED,
        ),
    ] = ()
    rule: Annotated[
        tuple[str, ...],
        option(
            "Compared with the base: a changed rule, a=1,b=2 for two together. Repeated: each an arm of its own.",
            "NAME=VALUE",
            PLAYED,
        ),
    ] = ()
    policy: Annotated[
        tuple[str, ...],
        option("Who plays everything; given twice or more, the policies are compared with the first.", "NAME", PLAYED),
    ] = ()
    base: Annotated[
        str | None, option("House rules the arms are compared with [default: printed rules].", "NAME|FILE", PLAYED)
    ] = None
    cards: Annotated[str | None, option("Printed cards in place of assumed ones.", "FOLDER", PLAYED)] = None
    meet: Annotated[
        bool | None,
        Parameter(
            name="--meet",
            negative="--no-meet",
            help="Who wins when the policies meet at one table, if they play against each other [default: --meet].",
            group=PLAYED,
            show_default=False,
        ),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True)
class ExtentOptions:
    """How much is played, and what counts as a difference."""

    games: Annotated[str | None, option("Games of each arm [default: 40000].", "NUMBER", HOW)] = None
    until: Annotated[
        str | None,
        option(
            "Play until the differences of win rates, or of the seats' shares of the wins, are known to +-0.5pp; or"
            " until all verdicts are known.",
            "0.5pp|decided",
        ),
    ] = None
    max_games: Annotated[str | None, option("Where --until ends in any case [default: 1M].", "NUMBER", HOW)] = None
    margin: Annotated[
        tuple[str, ...],
        option(
            "Differences that do not matter: 0.5pp for shares, coffers=2 for a column [default: 1pp, half a unit].",
            "SIZE",
        ),
    ] = ()


NO_ARMS, USUAL_EXTENT = ArmOptions(), ExtentOptions()


def read_extent(problems: Problems, extent: ExtentOptions) -> tuple[Until | None, int]:
    """Return when to stop, and the number of games or the most of them."""
    from analysis.compare import GAMES, MOST_GAMES

    if extent.games is not None and extent.until is not None:
        problems.found.append("--games is a fixed number, --until finds one: give one of them.")
    if extent.max_games is not None and extent.until is None:
        problems.found.append("--max-games goes with --until; a fixed number is --games.")
    fixed, most = _or(extent.games, GAMES), _or(extent.max_games, MOST_GAMES)
    number = problems.take(read_count, fixed, "--games", GAMES_LIMIT)
    limit = problems.take(read_count, most, "--max-games", GAMES_LIMIT)
    until = problems.take(read_until, extent.until) if extent.until is not None else None
    return until, (limit if extent.until is not None else number) or GAMES


def _or(text: str | None, usual: int) -> str:
    return str(usual) if text is None else text


def read_points(text: str, option_name: str, most: float = 50.0) -> float:
    """Return a share typed in percentage points: ``0.5pp`` or ``1%``.

    Raises
    ------
    BadInput
        If it has no unit, or is not above 0 and at most ``most`` points.
    """
    match = re.fullmatch(r"([+-]?\d*\.?\d+(?:e-?\d{1,2})?)\s*(pp|%|)", text.strip().lower())
    if match is None:
        raise BadInput(f"{option_name} takes percentage points such as 0.5pp, not '{text}'.")
    value = float(match[1])
    if not match[2] and value > 0:
        raise BadInput(f"{option_name} {text}: {text} of what? Percentage points are typed {text}pp.")
    if not 0 < value <= most:
        raise BadInput(f"{option_name} takes more than 0pp and at most {most:g}pp, not {text}.")
    return value / 100


def read_until(text: str) -> Until:
    """Return the value of ``--until``: a half-width, or ``decided``."""
    from analysis.sequential import Until

    if text == DECIDED:
        return Until()
    if re.fullmatch(r"[a-z-]+", text):
        raise BadInput(f"--until takes a half-width such as 0.5pp, or '{DECIDED}', not '{text}'.")
    return Until(read_points(text, "--until"))


def read_margins(items: Sequence[str], game: registry.Game) -> dict[str, float]:
    """Return the margins of ``--margin`` by metric.

    Raises
    ------
    BadInput
        With every mistake.
    """
    from analysis.paired import metrics_of

    metrics = {metric.name: metric for metric in metrics_of(game)}
    columns = [name for name, metric in metrics.items() if not metric.is_share]
    typed = [item.partition("=")[0] for item in items]
    found: dict[str, float] = {}
    problems = []
    for item in items:
        name, equals, value = item.partition("=")
        try:
            if not equals:
                share = read_points(item, "--margin")
                found |= {key: share for key, metric in metrics.items() if metric.is_share and key not in found}
            elif name not in columns:
                problems.append(f"--margin {item}: nothing compared is called '{name}'.{nearest(name, columns)}")
            else:
                amount = _read_amount(value, item, metrics[name].unit)
                own = [one for one in columns if one.startswith(f"{name}.") and one not in typed]
                found |= dict.fromkeys((name, *own), amount)
        except BadInput as error:
            problems += error.problems
    if sum("=" not in item for item in items) > 1:
        problems.append("--margin for shares is given twice.")
    if problems:
        raise BadInput(problems)
    return found


def read_margin(text: str, metric: Metric | None) -> float:
    """Return the margin of one metric: percentage points of a share, else a number of its unit.

    Without a metric, because the line is wrong already, it is read as one of a share.

    Raises
    ------
    BadInput
        If it is neither.
    """
    if metric is None or metric.is_share:
        return read_points(text, "--margin")
    return _read_amount(text.strip().removesuffix(metric.unit), text, metric.unit)


def _read_amount(text: str, item: str, unit: str) -> float:
    try:
        value = float(text.strip().removeprefix("$"))
    except ValueError:
        raise BadInput(f"--margin {item}: takes a number of {unit}, not '{text}'.") from None
    if not 0 < value < 1e9:
        raise BadInput(f"--margin {item}: takes more than 0 {unit}.")
    return value


def read_scenarios(names: Sequence[str], game: registry.Game, players: str | None = None) -> tuple[str, ...]:
    """Return the scenarios of ``--scenario``, of each the one for so many players; ``all`` stands for every one.

    Raises
    ------
    BadInput
        With every scenario that is not there, or not for so many.
    """
    chosen = _read_names(names, game)
    if players is None:
        return chosen
    every = EVERY in names and EVERY not in game.scenarios
    if every:
        scenario_for_players(game, None, players)
        return tuple(name for name in chosen if game.scenarios[name].get("players") == int(players))
    problems = Problems()
    found = [problems.take(scenario_for_players, game, name, players) for name in chosen]
    problems.stop_if_any()
    return tuple(dict.fromkeys(name for name in found if name is not None))


def _read_names(names: Sequence[str], game: registry.Game) -> tuple[str, ...]:
    if EVERY in names and EVERY not in game.scenarios:
        if len(names) > 1:
            raise BadInput(f"--scenario {EVERY} is every {game.file.scenario_word} already; leave the others out.")
        return tuple(game.scenarios)
    unknown = [name for name in names if name not in game.scenarios]
    if unknown:
        raise BadInput(
            [f"{game.name} has no scenario '{name}'.{nearest(name, [*game.scenarios, EVERY])}" for name in unknown]
        )
    return tuple(dict.fromkeys(names)) or (game.file.default_scenario,)


def read_arms(problems: Problems, arms: ArmOptions, game: registry.Game) -> list[Contender]:
    """Return the reference and the arms compared with it; mistakes are noted, and the arms without any are returned."""
    from analysis.compare import Contender

    policies = arms.policy or (game.file.default_policy,)
    based = tuple(stacked(arms.base)) if arms.base is not None else ()
    if len(policies) > 1:
        found = [Contender(policy, policy, based) for policy in policies]
    else:
        start = "+".join(Path(name).stem for name in based) or comparing.PRINTED
        found = [Contender(start, policies[0], based)]
        for name in arms.variant:
            parts = stacked(name)
            found.append(Contender("+".join(Path(part).stem for part in parts), policies[0], (*based, *parts)))
        for text in arms.rule:
            changes = problems.take(read_assignments, split_rules(text))
            if changes:
                label = ",".join(f"{name}={value}" for name, value in changes.items())
                found.append(Contender(label, policies[0], based, tuple(changes.items())))
    if len(policies) > 1 and (arms.variant or arms.rule):
        problems.found.append("compare policies, or house rules under one --policy; not both at once.")
    if len(policies) == 1 and not (arms.variant or arms.rule):
        problems.found.append(
            f"there is nothing to compare with: give a --variant, a --rule or a second --policy ({EXAMPLE})."
        )
    names = [contender.name for contender in found]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    problems.found += [f"there are two arms called {name}; give one of them." for name in twice]
    return found


def read_meet(problems: Problems, arms: ArmOptions, game: registry.Game, policies: Sequence[str]) -> bool:
    """Return whether the policies that are compared meet at one table, too; the usual thing where they can."""
    lists = [policy for policy in policies if "+" in policy]
    if not arms.meet:
        return arms.meet is None and game.file.competitive and len(policies) > 1 and not lists
    if not game.file.competitive:
        problems.found.append(
            f"--meet is for games played against each other; {game.file.title} is played by one team."
        )
    elif len(policies) < 2:
        problems.found.append("--meet goes with two or more --policy: who should meet?")
    problems.found += [f"--meet: {text} names a whole table; give one policy for a seat." for text in lists]
    return True


def stacked(text: str) -> list[str]:
    """Return the house-rule sets of ``A+B``; a file whose name has a plus is one."""
    return [text] if Path(text).is_file() else [part.strip() for part in text.split("+")]


def split_rules(text: str) -> list[str]:
    """Return the assignments of ``a=1,b=2``; a list of numbers keeps its commas.

    Examples
    --------
    >>> split_rules("a.b=1,c=2,3,d=no")
    ['a.b=1', 'c=2,3', 'd=no']
    """
    return re.split(r",(?=\s*[A-Za-z_][\w.-]*\s*=)", text)
