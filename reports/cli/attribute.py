"""``house-edge attribute``: what does each rule do, and why is this scenario hard?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.arms import read_margin
from reports.cli.measures import MEASURE_HELP, asked_measure
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    HOW,
    NO_RULES,
    PLAYED,
    SHOWN,
    OutputOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    option,
    read_assignments,
    read_count,
    switch,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.plans import Request, read_request

if TYPE_CHECKING:
    from analysis.attribution import Attribution

EXAMPLE = "house-edge attribute opulent --scenario 1926"
#: Rows of one arm are kept while the others are compared with them.
_MOST_GAMES = 5_000_000


def attribute(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    policy: Annotated[str | None, option("Who plays [default: the game's].", "NAME", PLAYED)] = None,
    games: Annotated[str | None, option("Games of each arm [default: 40000].", "NUMBER", PLAYED)] = None,
    rules: RuleOptions = NO_RULES,
    all_rules: Annotated[
        bool, switch("Also rules that could be off but are no levers.", PLAYED, "--all-rules")
    ] = False,
    pairs: Annotated[
        bool,
        Parameter(
            name="--pairs",
            negative="--no-pairs",
            help="Also pairs of the rules that matter [default: --pairs].",
            group=PLAYED,
            show_default=False,
        ),
    ] = True,
    measure: Annotated[str | None, option(MEASURE_HELP, "NAME", PLAYED)] = None,
    margin: Annotated[
        str | None, option("Effects up to this do not matter [default: 1pp, half a unit].", "SIZE", HOW)
    ] = None,
    work: WorkOptions = DEFAULT_WORK,
    figure: Annotated[str | None, option("A tornado chart, .png or .svg.", "FILE", SHOWN)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Switch every special rule and every lever off, one at a time, on the same seeds, and say what each does.

    The effect of a rule is the win rate with it minus the win rate without it: "another round costs 4.3 pp" means
    that so many more games would be won without it. All intervals hold together; "no effect" is a statement with a
    margin; what is neither shown nor excluded is "not yet known".

    Of a game played against each other the effect is on the points a player, or on another --measure: ``victory`` is
    the first player's share of the wins.
    """
    problems = Problems()
    request = read_request(problems, game, rules, work, policy, EXAMPLE)
    number = problems.take(read_count, games, "--games", _MOST_GAMES) if games else None
    picture = problems.take(read_picture, figure) if figure else None
    asked = problems.take(asked_measure, request, game, measure)
    size = problems.take(read_margin, margin, asked) if margin else None
    problems.stop_if_any()
    assert request is not None and asked is not None
    question = Question(request, rules, number, size, pairs, all_rules, measure, asked.is_share)
    result, body, folder = question.answer(out.quiet)
    if picture is not None:
        _draw(result, picture, question.command)
    if out.json:
        output.print_json(body)
    else:
        show_attribution(result)
        _print_end(result, body, question, folder, picture)
    return 130 if result.status == "interrupted" else 0


@dataclass(frozen=True)
class Question:
    """What is asked: the game as it is played, how many games, what does not matter.

    Attributes
    ----------
    request : Request
        Game, rules, policy, seed, workers.
    typed : RuleOptions
        The rules as typed.
    games, margin : int or None, float or None
        As typed; None for the usual ones.
    pairs, all_rules : bool
        As typed.
    measure : str or None
        As typed.
    is_share : bool
        Whether the margin is one of a share.
    """

    request: Request
    typed: RuleOptions
    games: int | None
    margin: float | None
    pairs: bool
    all_rules: bool
    measure: str | None = None
    is_share: bool = True

    @property
    def command(self) -> str:
        """The command that asks the same again."""
        margin = None if self.margin is None else f"{100 * self.margin:g}pp" if self.is_share else f"{self.margin:g}"
        options = {"games": self.games, "margin": margin, "all_rules": self.all_rules, "no_pairs": not self.pairs}
        options |= {"measure": self.measure}
        return self.request.command("attribute", **options)

    def answer(self, quiet: bool) -> tuple[Attribution, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis import attribution
        from analysis.arms import Base
        from reports import attributing
        from reports.cli import findings
        from reports.cli.envelope import envelope
        from reports.cli.progress import StepDisplay

        plan, started = self.request.plan, time.perf_counter()
        base = Base(
            self.request.game,
            plan.seed,
            self.typed.variant,
            read_assignments(self.typed.rule),
            plan.rules.cards,
            self.request.jobs,
            self.request.backend,
        )
        with StepDisplay(self.request.game.name, quiet) as display:
            result = attribution.attribute(
                base,
                plan.rules.scenario,
                self.request.policy,
                self.games or attribution.GAMES,
                pairs=self.pairs,
                margin=self.margin,
                every_rule=self.all_rules,
                measure=self.measure,
                progress=display.step,
            )
        wall = time.perf_counter() - started
        timing = {"wall_s": wall, "games_per_s": result.played / wall}
        game, rules = self.request.game, result.rules
        head = envelope("attribute", game, rules, plan.seed, result.status, self.command, timing)
        body = {**head, "answer": attributing.answer(result), **result.to_json()}
        return result, body, findings.store(body)


# --- telling ---------------------------------------------------------------------------------------------------------


def show_attribution(result: Attribution) -> None:
    """Print the answer, then the numbers behind it."""
    from reports import attributing

    first, *rest = attributing.answer(result)
    output.heading(f"{first} {rest[0] if rest else ''}".rstrip())
    for sentence in rest[1:]:
        output.say(sentence)
    output.say("")
    _print_effects(result)
    if result.pairs:
        output.say("")
        output.heading("Two rules at once, each pair on games of its own")
        for pair in result.pairs:
            output.say(f"  {attributing.pair(pair, result)}")
    if result.left_out:
        output.say("")
        for line in attributing.left_out(result):
            output.say(line)


def _print_effects(result: Attribution) -> None:
    """Print a row a rule, the largest effect first."""
    from reports import attributing, comparing

    rows = [
        [
            found.switch.name,
            attributing.kind(found.switch, result),
            attributing.change(found.switch, result),
            comparing.side(found.effect.base, found.effect.metric.unit),
            attributing.points(found),
            attributing.interval(found),
            attributing.score(found),
            attributing.verdict(found, result),
        ]
        for found in result.effects
    ]
    besides = next((found.score.metric for found in result.effects if found.score is not None), None)
    score = "" if besides is None else besides.unit
    without = "won without"
    if result.game.file.competitive:
        without = "without"
        score = "" if besides is None else f"{besides.label[:1].lower()}{besides.label[1:]}"
    columns = ["rule", "", "switched from", without, "effect", "95 % interval", score, ""]
    output.table(columns, rows, right=(3, 4, 5, 6))


def _print_end(
    result: Attribution, body: dict[str, Any], question: Question, folder: Path, picture: Path | None
) -> None:
    from reports.attributing import margin

    output.say("")
    confidence, count = round(100 * result.confidence), len(result.effects)
    pairs = f", those of the pairs for {2 * len(result.pairs)}" if result.pairs else ""
    score = next((found.score.metric for found in result.effects if found.score is not None), None)
    likewise = f"; likewise, in {score.unit}: {score.label[:1].lower()}{score.label[1:]}" if score else ""
    what = "share of games won"
    if result.game.file.competitive:
        what = f"{result.measure.label[:1].lower()}{result.measure.label[1:]}"
        likewise = f"; likewise the {score.label[:1].lower()}{score.label[1:]}" if score else ""
    output.say(
        f"An effect is the {what} with the rule minus without{likewise}. The {confidence} % intervals hold"
        f" together for {words.count(count, 'rule')} (Bonferroni){pairs}; no effect: two one-sided tests at that"
        f" level, margin {margin(result)}."
    )
    timing = body["timing"]
    output.say(
        f"{result.games:,} games of each on the same seeds (seed {result.base.seed}). Took"
        f" {words.duration(timing['wall_s'])} ({words.rate(timing['games_per_s'])})"
    )
    if result.status == "interrupted":
        output.note("Stopped by hand: what was finished is told.")
    output.say(f"Stored in {folder}. Again: {question.command}")
    if picture is not None:
        output.say(f"The chart: {picture}")


def _draw(result: Attribution, path: Path, command: str) -> None:
    from reports.figures import attribution

    write_picture(path, lambda file: attribution.write(result, file, command))
