"""``house-edge ladder``: how hard is it for whom, and where does skill matter more than luck?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import asked, output
from reports.cli.arms import read_points
from reports.cli.options import (
    DEFAULT_CLUSTER,
    DEFAULT_OUTPUT,
    HOW,
    NO_CHANGES,
    PLAYED,
    SHOWN,
    ChangeOptions,
    ClusterOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    option,
    read_count,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.places import Places, Tables, read_places
from reports.cli.plans import command_line, read_team
from reports.cli.years import read_base
from sim import registry

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.difficulty import DifficultyResult
    from analysis.skill_result import SkillResult

EXAMPLE = "house-edge ladder opulent"
KIND = "ladder"
#: Who won is kept of every game.
_MOST_GAMES = 2_000_000
_GAMES = "20000"


def ladder(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    scenario: Places = (),
    policy: Annotated[
        tuple[str, ...],
        option("A rung, the weakest first, or who plays; repeated [default: all the game declares].", "NAME", PLAYED),
    ] = (),
    games: Annotated[
        str | None,
        option("Games of each rung [default: 20000]; against each other, of each seating [2000].", "NUMBER", PLAYED),
    ] = None,
    players: Tables = (),
    deep_games: Annotated[
        str | None,
        option("Games of a policy that looks ahead [default: a two-hundredth of --games].", "NUMBER", PLAYED),
    ] = None,
    deals: Annotated[
        str | None,
        option("Deals played again with new dice, 0 for none [default: a twentieth of --games].", "NUMBER", PLAYED),
    ] = None,
    margin: Annotated[str | None, option("Steps up to this do not matter [default: 1pp].", "SIZE", HOW)] = None,
    changes: ChangeOptions = NO_CHANGES,
    work: ClusterOptions = DEFAULT_CLUSTER,
    figure: Annotated[str | None, option("Win rate by rung, or who beats whom, .png or .svg.", "FILE", SHOWN)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play every scenario under every policy from the weakest to the strongest, and tell skill from luck.

    Of a game played against each other: every policy against every other at every seat, with ratings; where it is
    [default: the game's first choice]. docs/tournament.md.

    Skill is the spread of the policies' win rates; luck is what is left with the policy fixed, and how much of it a
    seed gives to all alike, or a deal decides before the first turn. docs/ladder.md says what the parts mean.
    """
    if game in registry.games() and registry.load_game(game).file.competitive:
        from reports.cli.tournament import tournament

        unfit = tuple(name for name, typed in (("--deep-games", deep_games), ("--deals", deals)) if typed is not None)
        return tournament(game, scenario, players, policy, games, margin, changes, work, figure, out, unfit)
    problems = Problems()
    picture = problems.take(read_picture, figure) if figure else None
    if players and game in registry.games():
        problems.take(read_places, (), players, registry.load_game(game))
    question = read_question(
        problems, game, scenario, policy, games or _GAMES, deep_games, deals, margin, changes, work
    )
    problems.stop_if_any()
    assert question is not None
    return asked.tell(question.answer(out.quiet), question.command, show_ladder, _draw, picture, out, blank=True)


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes
    ----------
    base : Base
        Game, house rules, seed, workers.
    scenarios, policies : tuple of str
        What is played; no policies for all rungs.
    games : int
        Games of each rung.
    deep_games, deals : int or None
        As typed.
    margin : float or None
        As typed.
    command : str
        The command that asks the same again.
    """

    base: Base
    scenarios: tuple[str, ...]
    policies: tuple[str, ...]
    games: int
    deep_games: int | None
    deals: int | None
    margin: float | None
    command: str

    def answer(self, quiet: bool) -> tuple[SkillResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis import skill
        from reports import skill_text
        from reports.cli.progress import StepDisplay

        started, base = time.perf_counter(), self.base
        with StepDisplay(base.game.name, quiet) as display:
            result = skill.climb(
                base,
                self.scenarios,
                self.policies,
                self.games,
                deep_games=self.deep_games,
                deals=self.deals,
                margin=self.margin or skill.MARGIN,
                progress=display.step,
            )
        return asked.stored(KIND, base, self.scenarios[0], self.command, started, result, skill_text.answer(result))


def read_question(
    problems: Problems,
    game: str | None,
    scenarios: tuple[str, ...],
    policies: tuple[str, ...],
    games: str,
    deep_games: str | None,
    deals: str | None,
    margin: str | None,
    changes: ChangeOptions,
    work: WorkOptions,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    number = problems.take(read_count, games, "--games", _MOST_GAMES)
    deep = problems.take(read_count, deep_games, "--deep-games", _MOST_GAMES) if deep_games else None
    again = problems.take(read_count, deals, "--deals", _MOST_GAMES, 0) if deals else None
    share = problems.take(read_points, margin, "--margin") if margin else None
    found = read_base(problems, game, scenarios, changes, work, EXAMPLE)
    if game in registry.games():
        for name in policies:
            problems.take(read_team, registry.load_game(game), name)
    if len(set(policies)) == 1:
        problems.found.append("--policy: a ladder has at least two rungs; name another.")
    if found is None or number is None or problems.found:
        return None
    return question_of(found[0], found[1], policies, number, deep, again, share, changes)


def question_of(
    base: Base,
    scenarios: tuple[str, ...],
    policies: tuple[str, ...],
    games: int,
    deep_games: int | None,
    deals: int | None,
    margin: float | None,
    changes: ChangeOptions,
) -> Question:
    """Return the question with the command that asks it again."""
    some = () if set(scenarios) == set(base.game.scenarios) else (",".join(scenarios),)
    typed = {"scenario": some, "policy": policies, "games": games, "deep_games": deep_games, "deals": deals}
    typed |= {"margin": None if margin is None else f"{100 * margin:g}pp"}
    command = command_line(["house-edge", KIND, base.game.name], changes, **typed, seed=base.seed)
    return Question(base, scenarios, policies, games, deep_games, deals, margin, command)


def stored_for(found: DifficultyResult) -> tuple[SkillResult, str] | None:
    """Return the newest ladder of its scenarios under the rules and sources of a difficulty result, and its command."""
    from analysis.skill_result import SkillResult
    from reports.cli.findings import about_all_of, newest_like

    return newest_like(found, KIND, SkillResult.from_json, about_all_of(found))


# --- telling ---------------------------------------------------------------------------------------------------------


def show_ladder(result: SkillResult) -> None:
    """Print the answer, then the numbers behind it."""
    from reports import skill_text

    first, *rest = skill_text.answer(result)
    output.heading(first)
    for sentence in rest:
        output.say(sentence)
    _print_rungs(result)
    _print_steps(result)
    _print_luck(result)
    output.say("")
    for line in skill_text.method(result):
        output.say(line)


def _places(result: SkillResult) -> list[str]:
    from analysis.skill_result import ALL

    return [*result.scenarios, *([ALL] if len(result.scenarios) > 1 else [])]


def _print_rungs(result: SkillResult) -> None:
    from reports import skill_text

    output.say("")
    output.heading("Games won, the weakest player first")
    rows = []
    for place in _places(result):
        rates = [result.rate(place, policy) for policy in result.policies]
        cells = [words.share_with_interval(found.estimate, found.low, found.high) for found in rates]
        rows.append([skill_text.label(result, place), *cells])
    columns = [result.game.file.scenario_word, *result.policies]
    output.table(columns, rows[: len(result.scenarios)], right=range(1, len(columns)), total=_last(rows, result))


def _last(rows: list[list[str]], result: SkillResult) -> list[str] | None:
    return rows[-1] if len(rows) > len(result.scenarios) else None


def _print_steps(result: SkillResult) -> None:
    from reports import skill_text

    output.say("")
    output.heading("What each step up gains")
    rows = [
        [skill_text.label(result, place), *(skill_text.step(result.step(place, name)) for name in result.policies[1:])]
        for place in _places(result)
    ]
    columns = [result.game.file.scenario_word, *(f"to {name}" for name in result.policies[1:])]
    output.table(columns, rows[: len(result.scenarios)], right=range(1, len(columns)), total=_last(rows, result))


def _print_luck(result: SkillResult) -> None:
    from reports import skill_text

    output.say("")
    output.heading("Skill or luck: what decides whether a game is won")
    rows = []
    ranked = [name for group in result.by_skill() for name in group]
    for name in [*ranked, *(name for name in result.scenarios if name not in ranked)]:
        luck = result.luck[name]
        parts = (luck.parts.skill, luck.parts.shared, luck.parts.own, luck.near, luck.deal)
        rows.append([skill_text.label(result, name), *(skill_text.part(found) for found in parts)])
    columns = [result.game.file.scenario_word, *skill_text.columns(result)]
    output.table(columns, [row[: len(columns)] for row in rows], right=range(1, len(columns)))
    for name, text in skill_text.MEANING.items():
        if name != "deal" or result.deals:
            output.say(f"  {text[:1].upper()}{text[1:]}.")


def _draw(result: SkillResult, path: Path, command: str) -> None:
    from reports.figures import skill

    write_picture(path, lambda file: skill.write(result, file, command))
