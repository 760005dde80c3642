"""For designers: how little makes seats, or what is dealt, equal; and the same in a sentence for the front page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from analysis.statements import Survival
from reports import words
from reports.figures import evened as evened_figure
from reports.report.balance_sections import finished
from reports.report.balance_words import UNTESTED, Answer, amount, decider, hangs_on, where
from reports.report.campaign_page import Grid
from reports.report.player_pages import PlayerPage, printed

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult, SeatBalance
    from analysis.balanced import Assumed, BalancedResult, BalancedWay
    from analysis.survival import Split
    from reports.report.build import Shelf

#: What is said of a way's gap.
WAYS = {"shown": "shown to be below", "perhaps": "perhaps below", "off": "above"}

#: By how much less has to be scored with a way for it to be said, and rules that are named one by one.
_NOTABLE, _NAMED = 1.05, 8

#: From so many times as many games on it is said.
_MANY_TIMES = 1.5


def most_unequal(result: BalanceResult) -> SeatBalance:
    """Return the set-up whose seats lie furthest apart, of those shown to be unequal if there are any."""
    unequal = [entry for entry in result.seats if entry.verdict == "unequal"]
    measure = next(iter(result.seats[0].gaps))
    return max(unequal or result.seats, key=lambda entry: entry.gaps[measure].size.estimate)


# --- in a sentence ---------------------------------------------------------------------------------------------------


def answers(found: Sequence[tuple[BalancedResult, str]], game: Any) -> list[Answer]:
    """Return for the front page what makes them equal, each with its doubt."""
    return [_answer(result, game) for result, _ in _foremost(found, game)]


def _foremost(found: Sequence[tuple[BalancedResult, str]], game: Any) -> list[tuple[BalancedResult, str]]:
    """Return one search of a kind: of several numbers of players the game's own, or else the last."""
    own = game.scenarios[game.file.default_scenario].get("players")
    chosen: dict[str, tuple[BalancedResult, str]] = {}
    for one in found:
        before = chosen.get(one[0].of)
        if before is None or before[0].players != own:
            chosen[one[0].of] = one
    return list(chosen.values())


def _answer(result: BalancedResult, game: Any) -> Answer:
    question = f"How little makes the {result.word}s equal?"
    sentence = printed(sentence_of(result, where(game, result.scenario, result.players)))
    tested = next(iter(result.survival), None)
    if tested is None or not tested.of:
        return Answer(question, sentence, None, UNTESTED)
    survival = Survival(tested.held, tested.of, tested.contradicted)
    claim = f"{tested.text[:1].upper()}{tested.text[1:].rstrip('.')}."
    hanging = hangs_on(game, tested.breaks) if tested.breaks is not None and tested.breaks.shown() else ""
    return Answer(question, sentence, survival, _sure(survival), hanging, claim)


def _sure(survival: Survival) -> str:
    text = f"Holds under {survival.held} of {words.count(survival.of, 'sampled set')} of assumptions"
    if survival.contradicted:
        return f"{text}; {words.count(survival.contradicted, 'shows', 'show')} the opposite."
    return f"{text}." if survival.held == survival.of else f"{text}; none shows the opposite."


def sentence_of(result: BalancedResult, place: str) -> str:
    """Return what to change, how little, and the gap before and after, in one sentence."""
    now, every, below = gap_words(result, result.printed), f"{result.word}s", _target(result)
    near, apart = result.best, f"the {result.word}s differ by"
    if result.ending == "already":
        return f"Nothing has to change. {place}: the {every} differ by {now}, shown to be below {below}."
    if result.ending == "perhaps already":
        tried = "; no change that was tried is shown to bring them nearer" if result.searched else ""
        return f"Not yet known; perhaps nothing has to change. {place}: {apart} {now}; {to_know(result, near)}{tried}."
    if result.ending == "reached":
        return (
            f"{near.text[:1].upper()}{near.text[1:]}. {place}: {apart} {gap_words(result, near)}"
            f"{_fewer(result, near)} instead of {now}, shown to be below {below}."
        )
    if result.ending == "perhaps":
        return (
            f"Not yet known; perhaps with {near.text}. {place}: {apart} {gap_words(result, near)}"
            f"{_fewer(result, near)} instead of {now}; {to_know(result, near)}."
        )
    tried = f"Not reached with at most {words.count(result.changes, 'change')}"
    if not near.changes:
        return f"{tried}. {place}: {apart} {now}; no change that was tried is shown to bring them nearer."
    return (
        f"{tried}. {place}: {apart} {now}; nothing that was tried brings that below {below}. Nearest: {near.text},"
        f" {gap_words(result, near)}{_fewer(result, near)}."
    )


def _fewer(result: BalancedResult, way: BalancedWay) -> str:
    """Return what fewer points do to a gap."""
    if way.factor < _NOTABLE:
        return ""
    return (
        f" (players get {100 / way.factor:.0f} % of the {result.unit or 'points'}, so it counts as"
        f" {_size(result, way.factor * way.gap.estimate, way.gap.standard_error)})"
    )


def to_know(result: BalancedResult, way: BalancedWay) -> str:
    """Return how many games would tell whether a way is below the target."""
    games = result.games_to_know(way)
    if games is None:
        return f"that is so near {_target(result)} that no reasonable number of games would tell"
    times = games / max(1, way.gap.n)
    more = f" ({times:.2g} times as many as were played of it)" if times >= _MANY_TIMES else ""
    return f"about {words.count(games, 'game')}{more} would tell"


def _size(result: BalancedResult, value: float, error: float = float("nan")) -> str:
    if result.unit == "share":
        return f"{words.number(100 * value, 100 * error)} pp"
    return f"{words.number(value, error)} {result.unit}"


def gap_words(result: BalancedResult, way: BalancedWay) -> str:
    """Return a gap with its interval."""
    error = way.gap.standard_error
    scale = 100 if result.unit == "share" else 1
    low, high = (words.number(scale * max(0.0, end), scale * error) for end in (way.gap.low, way.gap.high))
    return f"{_size(result, way.gap.estimate, error)} ({low} to {high})"


def _target(result: BalancedResult) -> str:
    return f"{100 * result.target:g} pp" if result.unit == "share" else amount(result.target, result.unit)


# --- the section -----------------------------------------------------------------------------------------------------


def even(found: Sequence[tuple[BalancedResult, str]], game: Any, shelf: Shelf) -> PlayerPage:
    """Return the section for designers: how little makes seats, or what is dealt, equal."""
    figures, grids, said, fine = [], [], [], []
    for result, command in found:
        name = f"even-{result.of}-{result.players}"
        place = where(game, result.scenario, result.players)
        note = (
            f"{place}; {_games(result)} of each on fresh seeds (seed {result.confirm_seed}), ‘{result.policy}’ at every"
            " seat; the band is as wide as the target"
        )
        picture = shelf.take(name, partial(evened_figure.draw, result), evened_figure.describe(result))
        figures.append((f"Every {result.word} as it is, and changed", note, picture))
        grids.append(_ways(result, place))
        said.append(f"{result.word.capitalize()}s. {sentence_of(result, place)}")
        said += [_assumed(game, one) for one in result.survival]
        fine += [_effort(result), f"{result.word.capitalize()}s again: {command}."]
    fine.append(
        "Every way was found on other seeds than those it is judged by; its gap is the largest difference of any two,"
        " with an interval that holds for all of them, and all looks at it, together. A clear verdict ends its games."
    )
    page = PlayerPage("even", "For designers: what to change", "How little makes them equal", said[0], said[1:],
                      figures, grids, [], fine)  # fmt: skip
    return finished(page, found[0][1])


def _games(result: BalancedResult) -> str:
    """Return how many games stand behind the lines: fewer where the verdict was clear."""
    games = sorted({way.gap.n for way in (result.printed, *result.ways)})
    return words.count(games[0], "game") if len(games) == 1 else f"{games[0]:,} to {games[-1]:,} games"


def _effort(result: BalancedResult) -> str:
    """Return what could be changed, and how many games were played and allowed."""
    moved = ", ".join(result.rules[:_NAMED]) + (", …" if len(result.rules) > _NAMED else "")
    text = f"{result.word.capitalize()}s: {words.count(len(result.rules), 'rule')} could be changed ({moved})"
    allowed = f" of {result.most_games:,} allowed" if result.most_games else ""
    text += f", at most {result.changes} at a time; {result.played:,} games{allowed}"
    early = {"games": "; the search ended when half of them were played"}
    return f"{text}{early.get(result.stopped, '; the search ended early' if result.stopped else '')}."


def _assumed(game: Any, found: Assumed) -> str:
    """Return in how many sampled sets of assumptions a claim of the tuner holds."""
    text = f"{found.text[:1].upper()}{found.text[1:].rstrip('.')}: holds in {found.held} of {found.of} sampled sets"
    if found.contradicted:
        text += f", {words.count(found.contradicted, 'shows', 'show')} the opposite"
    breaks: Split | None = found.breaks
    decided = decider(game, breaks)
    return f"{text}. It hangs on {decided}." if decided else f"{text}."


def _ways(result: BalancedResult, place: str) -> Grid:
    rows = [
        [
            ("→ " if result.answer is not None and way is result.best else "") + way.text,
            str(way.number),
            words.number(way.cost, 0.1),
            gap_words(result, way) + _fewer(result, way),
            WAYS[way.verdict] + f" {_target(result)}",
        ]
        for way in (result.printed, *result.ways)
    ]
    columns = ["change", "rules changed", "cost", "gap on fresh seeds", ""]
    return Grid(f"Ways to equal {result.word}s, {place}", columns, rows)
