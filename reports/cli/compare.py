"""``house-edge compare``: what does a house rule, or another policy, change, and how sure is that?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import comparing, comparing_seats, words
from reports.cli import output
from reports.cli.arms import (
    EXAMPLE,
    NO_ARMS,
    USUAL_EXTENT,
    ArmOptions,
    ExtentOptions,
    read_arms,
    read_extent,
    read_margins,
    read_meet,
    read_scenarios,
)
from reports.cli.options import (
    DEFAULT_CLUSTER,
    DEFAULT_OUTPUT,
    NO_CHANGES,
    SHOWN,
    ClusterOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    need,
    option,
    read_jobs,
    read_place,
    read_seed,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.plans import command_line, read_cards, read_team, unknown_policies
from sim import registry

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.compare import ComparisonResult, Contender, Extent


def compare(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    arms: ArmOptions = NO_ARMS,
    extent: ExtentOptions = USUAL_EXTENT,
    work: ClusterOptions = DEFAULT_CLUSTER,
    figure: Annotated[
        str | None, option("A before/after picture with its caption, .png or .svg.", "FILE", SHOWN)
    ] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play house rules against the printed game, or policies against each other, on the same seeds.

    Every --variant and every --rule is an arm of its own, compared with the base game by game: what it does to win
    rate, scores, length and each way to lose, with an interval, and a verdict: better, worse, equivalent within the
    margin, or not yet known. With several arms or scenarios all intervals of a line hold together.

    Of a game played against each other: to the points a player, the winner's and the distance to the last, to each
    seat's share of the wins and its points; policies are also seated at one table, to see who wins when they meet.
    """
    problems = Problems()
    question = read_question(problems, game, arms, extent, work)
    picture = problems.take(read_picture, figure) if figure else None
    problems.stop_if_any()
    assert question is not None
    result, body, folder = question.answer(out.quiet)
    if picture is not None:
        _draw(result, picture, question.command)
    if result.status == "interrupted":
        output.note(f"\nStopped after {result.pairs:,} games of each; this is what they say.")
    if out.json:
        output.print_json(body)
    else:
        show_comparison(result)
        _print_end(result, body, question, folder, picture)
    return 130 if result.status == "interrupted" else 0


# --- reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """What is asked, as `analysis.compare.compare` takes it, and the command that asks it again."""

    base: Base
    reference: Contender
    arms: tuple[Contender, ...]
    scenarios: tuple[str, ...]
    extent: Extent
    command: str

    def answer(self, quiet: bool) -> tuple[ComparisonResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis.compare import compare
        from reports.cli import findings
        from reports.cli.envelope import envelope
        from reports.cli.progress import StepDisplay

        game, started = self.base.game, time.perf_counter()
        with StepDisplay(game.name, quiet) as display:
            result = compare(self.base, self.reference, self.arms, self.scenarios, self.extent, display.step)
        wall = time.perf_counter() - started
        games = result.pairs * len(self.scenarios) * (1 + len(self.arms))
        timing = {"wall_s": wall, "games_per_s": games / wall}
        rules = result.rules(self.reference, self.scenarios[0])
        warnings = warnings_of(result)
        head = envelope("compare", game, rules, self.base.seed, result.status, self.command, timing, warnings)
        body = {**head, **result.to_json()}
        return result, body, findings.store(body)


def read_question(
    problems: Problems, game: str | None, arms: ArmOptions, extent: ExtentOptions, work: WorkOptions
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, game, "the game", EXAMPLE)
    loaded = problems.take(registry.load_game, name) if name else None
    seed = problems.take(read_seed, work.seed)
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_place, work)
    until, games = read_extent(problems, extent)
    if loaded is None:
        return None
    margins = problems.take(read_margins, extent.margin, loaded) or {}
    cards = (problems.take(read_cards, loaded, arms.cards) if arms.cards else None) or {}
    scenarios = problems.take(read_scenarios, arms.scenario, loaded, arms.players) or ()
    found = read_arms(problems, arms, loaded)
    policies = list(dict.fromkeys(contender.policy for contender in found))
    meet = read_meet(problems, arms, loaded, policies)
    problems.found += [line for policy in policies for line in unknown_policies(loaded, policy)]
    _check_rules(problems, loaded, found, scenarios, cards)
    if problems.found or seed is None or jobs is None or backend is None:
        return None
    for policy in policies:
        problems.take(read_team, loaded, policy)
    if problems.found:
        return None
    from analysis.arms import Base
    from analysis.compare import Extent

    base = Base(loaded, seed, cards=cards, jobs=jobs, backend=backend)
    _check_tables(problems, base, found, scenarios)
    if problems.found:
        return None
    names = ("scenario", "players", "variant", "rule", "policy", "base", "cards")
    typed = {name: getattr(arms, name) for name in names}
    typed |= {"meet": arms.meet is True, "no_meet": arms.meet is False}
    amount = {"until": extent.until, "max_games": games if until else None, "games": None if until else games}
    again = command_line(
        ["house-edge", "compare", loaded.name], NO_CHANGES, **typed, margin=extent.margin, **amount, seed=seed
    )
    return Question(
        base, found[0], tuple(found[1:]), scenarios, Extent(games, until, margins=margins, meet=meet), again
    )


def _check_rules(
    problems: Problems,
    game: registry.Game,
    found: Sequence[Contender],
    scenarios: Sequence[str],
    cards: Any,
) -> None:
    """Note every rule that is not allowed, in any arm and scenario."""
    for contender in found:
        for scenario in scenarios or (None,):
            problems.take(registry.resolve, game, scenario, contender.variants, dict(contender.changes), cards or None)


def _check_tables(problems: Problems, base: Base, found: Sequence[Contender], scenarios: Sequence[str]) -> None:
    """Note policies for another number of players than sit at a table."""
    if base.game.file.competitive:
        from analysis.arms import plan_of

        for contender in found:
            for scenario in scenarios:
                problems.take(plan_of, base, contender.arm(scenario))


# --- telling ---------------------------------------------------------------------------------------------------------


def warnings_of(result: ComparisonResult) -> list[str]:
    """Return what a reader of the numbers must know."""
    found = []
    for arm in result.arms:
        rules = [result.rules(arm, name) for name in result.scenarios]
        found += [line for rule_set in rules for line in rule_set.conflicts]
        same = [name for name, mine in zip(result.scenarios, rules) if _same(result, arm, name, mine)]
        if same:
            found.append(
                f"{arm.name} changes nothing in {words.listing(same)}: the same rules, played by the same policy"
            )
        found += _other_tables(result, arm)
    return list(dict.fromkeys(found))


def _other_tables(result: ComparisonResult, arm: Contender) -> list[str]:
    """Return where an arm seats another number of players than what it is compared with."""
    found = []
    for scenario in result.scenarios:
        mine, base = (len(result.game.seats_in_play(result.rules(who, scenario))) for who in (arm, result.reference))
        if mine != base:
            found.append(
                f"{arm.name} is played by {mine}, {result.reference.name} by {base}: an equal part of the wins is"
                f" {100 / mine:.3g} % instead of {100 / base:.3g} %"
            )
    return found


def _same(result: ComparisonResult, arm: Contender, scenario: str, rules: Any) -> bool:
    reference = result.reference
    return arm.policy == reference.policy and rules.digest() == result.rules(reference, scenario).digest()


def show_comparison(result: ComparisonResult) -> None:
    """Print what each arm does, the largest help first, then the numbers behind it."""
    best_first = [name for group in result.order for name in group]
    output.heading(f"{comparing.place(result)}: {comparing.sentence(result, best_first[0])}.")
    for name in best_first[1:]:
        output.heading(f"{comparing.sentence(result, name)}.")
    for line in _who_wins(result):
        output.heading(line)
    output.say(f"Compared with {comparing.reference(result)}.")
    if len(best_first) > 1:
        ties = "  (= cannot be told apart with these games)" if len(result.order) < len(best_first) else ""
        output.say(f"{comparing.most_first(result)}: {comparing.order(result)}{ties}")
    if len(result.scenarios) > 1:
        output.say("")
        _print_scenarios(result, best_first)
    for name in best_first:
        output.say("")
        _print_effects(result, name)
    if result.meetings:
        output.say("")
        _print_meetings(result)


def _who_wins(result: ComparisonResult) -> list[str]:
    """Return who wins when the policies meet, a sentence an arm and scenario."""
    several = len(result.scenarios) > 1
    lines = []
    for (_, scenario), met in result.meetings.items():
        text = comparing_seats.meeting(met, f" ({scenario})" if several else "")
        lines.append(f"{text[:1].upper() if text.startswith('whether') else text[:1]}{text[1:]}.")
    return lines


def _print_meetings(result: ComparisonResult) -> None:
    """Print a row a meeting, under the number of games of each table."""
    first = next(iter(result.meetings.values()))[0]
    output.say(
        f"When they meet: one alone among the others, at every seat in turn ({first.games:,} games of each of"
        f" {len(first.seats)} tables, the same seeds)"
    )
    several = len(result.scenarios) > 1
    rows = [
        [*([scenario] if several else []), *comparing_seats.meeting_row(one)]
        for (_, scenario), met in result.meetings.items()
        for one in met
    ]
    word = [result.game.file.scenario_word] if several else []
    label = comparing_seats.small(first.points.metric.label)
    output.table([*word, "one", "among", "wins", f"{label} more than the others", "", "at each seat"], rows)


def _print_scenarios(result: ComparisonResult, names: list[str]) -> None:
    """Print a row a scenario: the base's win rate or points, and each arm's difference with its verdict."""
    rows = []
    for scope in [*result.scenarios, result.scope]:
        effects = [result.found[name, scope].leading for name in names]
        unit = effects[0].metric.unit
        cells = [f"{comparing.difference(e.difference, unit)}  {comparing.verdict(e)}" for e in effects]
        rows.append([scope if scope != result.scope else "mean", comparing.side(effects[0].base, unit), *cells])
    what = comparing_seats.small(effects[0].metric.label) if result.game.file.competitive else "won"
    columns = [result.game.file.scenario_word, f"{what}, {result.reference.name}", *names]
    output.table(columns, rows[:-1], right=(1,), total=rows[-1])


def _print_effects(result: ComparisonResult, name: str) -> None:
    """Print a row a metric; ways to lose that never happened are left out."""
    found = result.main(name)
    rows = []
    for effect in found.effects.values():
        unit = effect.metric.unit
        if unit == "share" and effect.base.estimate == effect.arm.estimate == 0:
            continue
        rows.append(
            [
                comparing.label(effect.metric),
                comparing.side(effect.base, unit),
                comparing.side(effect.arm, unit),
                comparing.difference(effect.difference, unit),
                comparing.verdict(effect),
            ]
        )
    output.table(["", result.reference.name, name, "difference", ""], rows, right=(1, 2, 3))
    effect, diverged = found.leading, found.diverged
    apart = words.share(diverged.estimate, diverged.low, diverged.high) if diverged.estimate else "None"
    output.say(
        f"{apart} of the games went differently; {_discordant(result, name)}{_gain(effect.correlation, effect.gain)}"
    )


def _discordant(result: ComparisonResult, name: str) -> str:
    if result.game.file.competitive:
        return comparing_seats.went_otherwise(result, name)
    effect = result.main(name).win_rate
    if len(result.scenarios) > 1:
        return "every game was averaged over the " + result.game.file.scenario_word + "s first."
    return f"{effect.base_only:,} were won by {result.reference.name} alone, {effect.arm_only:,} by {name} alone."


def _gain(correlation: float, gain: float) -> str:
    """Return what the shared seeds were worth."""
    if correlation != correlation or gain != gain:
        return ""
    return f" Correlation {correlation:.2f}: unpaired, {gain:.1f} times the games would be needed."


def _print_end(
    result: ComparisonResult, body: dict[str, Any], question: Question, folder: Path, picture: Path | None
) -> None:
    for warning in body["warnings"]:
        output.note(f"note: {warning}")
    output.say("")
    count, confidence = result.comparisons, round(100 * result.extent.confidence)
    kind = "may be looked at after every block" if result.extent.until else "are for a fixed number of games"
    together = f", and hold together for {count} comparisons (Bonferroni)" if count > 1 else ""
    seats = "; those of the seats hold together" if result.game.file.competitive else ""
    output.say(f"Intervals have {confidence} % confidence, {kind}{together}{seats}.")
    timing = body["timing"]
    output.say(
        f"{result.pairs:,} games of each on the same seeds (seed {result.base.seed}): {result.stop['reason']}."
        f" Took {words.duration(timing['wall_s'])} ({words.rate(timing['games_per_s'])})"
    )
    output.say(f"Stored in {folder}. Again: {question.command}")
    if picture is not None:
        output.say(f"The picture: {picture}")


def _draw(result: ComparisonResult, path: Path, command: str) -> None:
    from reports.figures import before_after

    write_picture(path, lambda file: before_after.write(result, file, command))
