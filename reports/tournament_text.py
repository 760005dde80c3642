"""A tournament in words: who plays best, who beats whom, whether there is a cycle, how many games show it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.statements import scenario_label
from reports import comparing, words

if TYPE_CHECKING:
    from analysis.proportions import Estimate
    from analysis.tournament_result import Duel, Field, Pair, TournamentResult

#: A rating in words, and shares that ratings miss by less than this are not told.
UNIT, MISSED = "rating points", 0.03


def place(result: TournamentResult, scenario: str) -> str:
    """Return the game and what people call a scenario: ``'Marbles, Ring for two'``."""
    return f"{result.game.file.title}, {scenario_label(result.game, scenario)}"


def rating(found: Estimate) -> str:
    """Return a rating with its sign: ``'+239'``."""
    return comparing.signed(found.estimate, "", found.standard_error).strip()


def rating_interval(found: Estimate) -> str:
    """Return the ends of a rating: ``'+224 to +255'``."""
    return comparing.interval(found, "").strip()


def share(found: Estimate) -> str:
    """Return a share of the victory: ``'71.9 %'``."""
    return words.share(found.estimate, found.low, found.high)


def cell(duel: Duel, equal: float) -> str:
    """Return a cell of the matrix: the share with its interval, marked where it is not shown to differ from equal."""
    found = duel.share
    mark = " =" if found.low <= equal <= found.high else ""
    return f"{words.share_with_interval(found.estimate, found.low, found.high)}{mark}"


def ahead(duel: Duel) -> str:
    """Return how many points a player is ahead of the others: ``'+9.9'``."""
    return comparing.signed(duel.ahead.estimate, "", duel.ahead.standard_error).strip()


def margin(result: TournamentResult) -> str:
    """Return the margin with its unit."""
    return f"{100 * result.margin:g} pp"


def names(found: Sequence[str], joiner: str = "and") -> str:
    """Return policies in quotes: ``"'bold' and 'shy'"``."""
    return words.listing([f"'{name}'" for name in found], joiner)


def games(count: float) -> str:
    """Return a number of games that may be infinite."""
    return words.count(int(count), "game") if math.isfinite(count) else "no number of games"


def to_lead(found: Field, one: str, other: str) -> str:
    """Return after how many games one policy leads another: ``'4 (3 to 5)'``, "" if it is not shown to be better."""
    pair = found.pair(one, other)
    if pair.winner != one:
        return ""
    ends = [
        f"{end:,.0f}" if math.isfinite(end) else "no end" for end in (pair.games_to_lead.low, pair.games_to_lead.high)
    ]
    middle = f"{pair.games_to_lead.estimate:,.0f}"
    return middle if ends[0] == ends[1] == middle else f"{middle} ({ends[0]} to {ends[1]})"


# --- the answer ------------------------------------------------------------------------------------------------------


def answer(result: TournamentResult) -> list[str]:
    """Return who plays best, who beats whom and how sure that is, in sentences."""
    said = []
    for found in result.fields.values():
        said += [
            _order(result, found),
            _best(result, found),
            _cycles(result, found),
            _lone(found),
            _fit(found),
            _never(found),
        ]
    return [sentence for sentence in [*said, _left_out(result)] if sentence]


def _order(result: TournamentResult, found: Field) -> str:
    first, *rest = [_group(found, group) for group in found.order]
    if not rest:
        return f"{place(result, found.scenario)}: no policy is shown to be better than another ({first})."
    return f"{place(result, found.scenario)}: {first} {_plays(found.order[0])} best, then {', then '.join(rest)}."


def _plays(group: Sequence[str]) -> str:
    return "plays" if len(group) == 1 else "play"


def _group(found: Field, group: Sequence[str]) -> str:
    each = [f"'{name}' ({rating(found.standings[name].rating)})" for name in group]
    return words.listing(each) + (", tied" if len(group) > 1 else "")


def _best(result: TournamentResult, found: Field) -> str:
    """Return what the best wins among the second best, and how many games show it."""
    best, second = list(found.standings)[:2]
    duel, pair = found.duels[best, second], found.pair(best, second)
    equal, others = words.part(found.equal), len(found.seats) - 1
    who = f"One '{best}' among {others} '{second}'" if others > 1 else f"'{best}' against '{second}'"
    start = f"{who} wins {share(duel.share)} of the victories where {equal} would be equal"
    if pair.verdict == "even":
        return f"{start}: even within +-{margin(result)}."
    if pair.verdict == "unknown":
        return f"{start}; who of the two is better is not yet known with {result.games:,} games of each seating."
    return f"{start}, and {ahead_in_words(duel)}. {_to_lead(pair, others)}"


def ahead_in_words(duel: Duel) -> str:
    """Return how far a player is from the others in points, as part of a sentence."""
    size = words.number(abs(duel.ahead.estimate), duel.ahead.standard_error)
    return f"is {size} points {'ahead' if duel.ahead.estimate >= 0 else 'behind'}"


def _to_lead(pair: Pair, others: int) -> str:
    found = pair.games_to_lead
    if not math.isfinite(found.estimate):
        return ""
    whom = f"'{pair.loser}'" if others == 1 else f"any one '{pair.loser}'"
    evening = " One evening shows it." if found.estimate <= 2 else ""
    return (
        f"At one table '{pair.winner}' has won more often than {whom} after {games(found.estimate)},"
        f" with a chance of nine in ten.{evening}"
    )


def _cycles(result: TournamentResult, found: Field) -> str:
    """Return the cycles, or that there are none, and how sure that is."""
    if found.cycles:
        rings = []
        for ring in found.cycles:
            rings.append(words.listing([f"'{a}' beats '{b}'" for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]))
        which = "A cycle" if len(rings) == 1 else f"{len(rings)} cycles"
        return f"{which}: {'; '.join(rings)}. One number a policy does not tell all of it."
    if len(result.policies) < 3:
        return ""
    left = len(found.undecided)
    even = sum(pair.verdict == "even" for pair in found.pairs.values())
    ranked = list(found.standings)
    upsets = [pair for pair in found.pairs.values() if pair.winner and _is_upset(pair, ranked)]
    if upsets:
        said = words.listing([f"'{pair.winner}' beats '{pair.loser}'" for pair in upsets])
        return f"No cycle is found, but {said}, who stands higher: by the others' games."
    if not left and not even:
        return "No cycle: of every two the same one wins that stands higher in this order."
    open_pairs = [
        *([f"{words.count(left, 'pair')} not yet decided"] if left else []),
        *([f"{even} even"] if even else []),
    ]
    return f"No cycle is found ({words.listing(open_pairs)})."


def _is_upset(pair: Pair, ranked: Sequence[str]) -> bool:
    return ranked.index(pair.winner) > ranked.index(pair.loser)


def _lone(found: Field) -> str:
    """Return pairs of which each does better, or worse, where it is the only one of its kind."""
    said = []
    for how, more in (("better", "more"), ("worse", "less")):
        pairs = [pair for pair in found.pairs.values() if pair.lone == how]
        listed = words.listing([f"{names([pair.first, pair.second])}" for pair in pairs])
        if pairs:
            said.append(
                f"{listed} each win {more} than an equal share where they are the only one of their kind:"
                " whom one meets matters more than who is better."
            )
    return " ".join(said)


def _fit(found: Field) -> str:
    """Return the duel that ratings describe worst, if they miss it by much, and it is no accident."""
    duel = found.worst_fit
    far = abs(duel.share.estimate - duel.expected)
    if far < MISSED or duel.share.low <= duel.expected <= duel.share.high:
        return ""
    expected = words.share(duel.expected, duel.expected - far / 4, duel.expected + far / 4)
    return (
        f"The ratings are a summary: they expect {expected} of one '{duel.player}' among '{duel.others}',"
        f" who wins {share(duel.share)}."
    )


def _never(found: Field) -> str:
    """Return who won nothing, or everything: how far off they stand is not known."""
    ends = [name for name, standing in found.standings.items() if standing.share.estimate in (0.0, 1.0)]
    if not ends:
        return ""
    won = ["nothing" if found.standings[name].share.estimate == 0 else "every game" for name in ends]
    said = words.listing([f"'{name}' won {what}" for name, what in zip(ends, won, strict=True)])
    return f"{said}: such a rating is a bound; how far off it stands these games cannot say."


def _left_out(result: TournamentResult) -> str:
    if not result.left_out:
        return ""
    is_are = "is" if len(result.left_out) == 1 else "are"
    return f"{names(result.left_out)} {is_are} left out: not there, or looking ahead (name it with --policy)."


def method(result: TournamentResult) -> list[str]:
    """Return how it was made, line by line."""
    seatings = sum(found.seatings for found in result.fields.values())
    level = f"{round(100 * result.confidence)} %"
    several = any(len(found.seats) > 2 for found in result.fields.values())
    mixed = any(one.mixed_share is not None for found in result.fields.values() for one in found.standings.values())
    tables = "one player of each policy among others of each other one" if several else "every two policies"
    more = ", and tables of all different ones" if mixed else ""
    return [
        f"Played: {tables}, at every seat in turn{more}: {words.count(seatings, 'seating')}, each with the same"
        f" {result.games:,} seeds (from seed {result.seed}). All games of one seed count as one observation. A shared"
        " victory counts in parts.",
        f"The {level} intervals of the shares hold together for {words.count(result.comparisons, 'comparison')}"
        f" (Bonferroni); '=': no difference from an equal share is shown. Even: within {margin(result)}, two one-sided"
        " tests at that level.",
        "Rating: Bradley and Terry's model for tables of any size; 0 is the mean of these policies, and 400 more is ten"
        f" times the chance to win. Their {level} intervals hold together (bootstrap over seeds).",
    ]
