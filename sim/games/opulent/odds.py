"""Exact chances, from the same rule functions the games use: raids, drinks, and dice at the door."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from sim.errors import BadInput
from sim.games.opulent import names
from sim.games.opulent.raid import monetary_risk, raid_threshold
from sim.games.opulent.rolls import SIX_SIDES, TEN_SIDES
from sim.params import RuleSet, nearest

CLASSES = {"mobster": names.MOBSTER, "politician": names.POLITICIAN, "aristocrat": names.ARISTOCRAT}
DRINKS = {"beer": "bar.beer_difficulty", "liquor": "bar.liquor_difficulty", "mixed": "bar.mixed_difficulty"}
MOST_DICE = 8


@dataclass(frozen=True)
class Odds:
    """A table of exact chances.

    Attributes
    ----------
    title : str
        What is asked, in a sentence.
    columns : list of str
        Headings.
    rows : list of list
        Cells, as numbers or words.
    """

    title: str
    columns: list[str]
    rows: list[list[Any]]


class _Values:
    """Rule values under the names the kernel uses, for calling rule functions outside a game."""

    def __init__(self, rules: RuleSet) -> None:
        import numpy as np

        for name, value in rules.values.items():
            setattr(self, name.replace(".", "_"), np.array(value) if isinstance(value, tuple) else value)


def raid(rules: RuleSet, coffers: str | None = None, prestige: str | None = None) -> Odds:
    """Return the chance of a raid when agents come and no lookout helps.

    Parameters
    ----------
    coffers : str, optional
        Dollars in the coffers; without it one row for each bracket.
    prestige : str, optional
        Stars from 0 to 5; without it one column for each.
    """
    values = _Values(rules)
    ends = [int(end) for end in rules.values["raid.bracket_ends"]]  # type: ignore[union-attr]
    amounts = [_whole("coffers", coffers, 0, 10_000)] if coffers is not None else [*ends, ends[-1] + 1]
    stars = [_whole("prestige", prestige, 0, 5)] if prestige is not None else list(range(6))
    rows = []
    for amount in amounts:
        chances = [raid_threshold(values, amount, star) / TEN_SIDES for star in stars]
        rows.append([f"${amount}", monetary_risk(values, amount), *(f"{chance:.0%}" for chance in chances)])
    heads = [f"{star} star{'' if star == 1 else 's'}" for star in stars]
    title = "Chance of a raid when Prohibition Agents come and no lookout is used, by money in the coffers and prestige"
    return Odds(title, ["coffers", "risk", *heads], rows)


# --- the bar ---------------------------------------------------------------------------------------------------------


def bar(rules: RuleSet, dice: str = "3", bonus: str = "0", drinks: str | None = None) -> Odds:
    """Return the chance that a preparation roll reaches a total difficulty.

    Parameters
    ----------
    dice : str
        Bar dice rolled.
    bonus : str
        Added to the roll (the Cocktail Waitress: 1).
    drinks : str, optional
        The drinks tried, such as ``mixed+mixed+liquor+beer``; without it one row for each difficulty.
    """
    count, extra = _whole("dice", dice, 1, MOST_DICE), _whole("bonus", bonus, 0, 10)
    totals = {total + extra: chance for total, chance in sum_of_dice(count).items()}
    if drinks is not None:
        needed = sum(_difficulty(rules, word) for word in drinks.split("+"))
        wanted = [needed]
    else:
        wanted = list(range(1, max(totals) + 1))
    rows = [[need, f"{sum(p for total, p in totals.items() if total >= need):.1%}"] for need in wanted]
    shown = f" ({drinks})" if drinks else ""
    return Odds(
        f"Chance that {count} bar dice{f' + {extra}' if extra else ''} reach a total difficulty{shown}",
        ["difficulty", "chance"],
        rows,
    )


def sum_of_dice(count: int) -> dict[int, float]:
    """Return the exact distribution of the sum of regular dice."""
    totals = {0: 1.0}
    for _ in range(count):
        following: dict[int, float] = {}
        for total, chance in totals.items():
            for pips in range(1, SIX_SIDES + 1):
                following[total + pips] = following.get(total + pips, 0.0) + chance / SIX_SIDES
        totals = following
    return totals


def _difficulty(rules: RuleSet, word: str) -> int:
    if word.strip() not in DRINKS:
        raise BadInput(f"drinks: there is no drink '{word}'.{nearest(word, DRINKS)} Join several with '+'.")
    return int(rules.values[DRINKS[word.strip()]])  # type: ignore[arg-type]


# --- the door --------------------------------------------------------------------------------------------------------


def door(
    rules: RuleSet, line: str = "mobster+politician+aristocrat", dice: str = "5", policy: str | None = None
) -> Odds:
    """Return how many patrons of a line get in, with the best rerolls and, if asked, with a policy's.

    Parameters
    ----------
    line : str
        The line from its front, such as ``mobster+mobster+aristocrat``.
    dice : str
        Doorman dice rolled.
    policy : str, optional
        A policy whose locks and rerolls are compared with the best.
    """
    patrons = [_social_class(word) for word in line.split("+")]
    count = _whole("dice", dice, 1, 5)
    if len(patrons) > 5:
        raise BadInput(f"line: {len(patrons)} patrons; the line holds 5.")
    spreads = {
        "without rerolls": no_rerolls(rules, patrons, count),
        "best rerolls": best_rerolls(rules, patrons, count),
    }
    if policy is not None:
        from sim.games.opulent.odds_policy import policy_rerolls

        spreads[f"policy {policy}"] = policy_rerolls(rules, patrons, count, policy)
    most = min(len(patrons), count)
    rows = [
        [name, f"{sum(n * p for n, p in spread.items()):.3f}", *(f"{spread.get(n, 0.0):.1%}" for n in range(most + 1))]
        for name, spread in spreads.items()
    ]
    heads = [f"{n} in" for n in range(most + 1)]
    return Odds(f"Patrons let in with {count} Doorman dice: {line}", ["play", "mean", *heads], rows)


def _social_class(word: str) -> int:
    if word.strip() not in CLASSES:
        raise BadInput(f"line: there is no '{word}'.{nearest(word, CLASSES)} Join several with '+'.")
    return CLASSES[word.strip()]


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield every combination of faces of some Doorman dice, sorted, with its chance."""
    for faces in combinations_with_replacement(range(names.FACES), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        yield faces, ways / names.FACES**dice


def face_meaning(rules: RuleSet) -> Callable[[int], int]:
    """Return what a rolled face counts as: the sixth face may be a second purple."""
    if rules.values["door.sixth_face"] == "colour":
        raise BadInput("exact odds at the door do not know door.sixth_face = colour; leave it at blank or purple.")
    purple = rules.values["door.sixth_face"] == "purple"
    return lambda face: names.PURPLE if purple and face == names.BLANK else face


def matched(patrons: list[int], faces: tuple[int, ...], purple_needed: int) -> int:
    """Return the most patrons a set of dice lets in (rules door.match, door.purple, door.yellow)."""
    shown = Counter(faces)
    by_colour = sum(min(shown[colour], count) for colour, count in Counter(patrons).items())
    wild = shown[names.YELLOW] + shown[names.PURPLE] // purple_needed
    return min(len(patrons), by_colour + wild)


def no_rerolls(rules: RuleSet, patrons: list[int], dice: int) -> dict[int, float]:
    """Return the distribution of patrons let in by one roll."""
    meaning, needed = face_meaning(rules), int(rules.values["door.purple_needed"])  # type: ignore[arg-type]
    spread: dict[int, float] = {}
    for faces, chance in rolls(dice):
        got = matched(patrons, tuple(sorted(meaning(face) for face in faces)), needed)
        spread[got] = spread.get(got, 0.0) + chance
    return spread


def best_rerolls(rules: RuleSet, patrons: list[int], dice: int) -> dict[int, float]:
    """Return the distribution under the rerolls that let in the most patrons on average.

    Locked dice may be re-matched after a reroll, so only the set of locked dice matters: a set may stay locked if each
    of its dice (or purple pairs) can be on a patron of his own.
    """
    meaning, needed = face_meaning(rules), int(rules.values["door.purple_needed"])  # type: ignore[arg-type]
    may_reroll = bool(rules.values["door.rerolls"])

    @cache
    def roll_loose(locked: tuple[int, ...], loose: int) -> tuple[float, ...]:
        total = [0.0] * (len(patrons) + 1)
        for faces, chance in rolls(loose):
            best = decide(locked, tuple(sorted(meaning(face) for face in faces)))
            for n, p in enumerate(best):
                total[n] += chance * p
        return tuple(total)

    @cache
    def decide(locked: tuple[int, ...], shown: tuple[int, ...]) -> tuple[float, ...]:
        stop = [0.0] * (len(patrons) + 1)
        stop[matched(patrons, tuple(sorted(locked + shown)), needed)] = 1.0
        best = tuple(stop)
        if not may_reroll:
            return best
        for kept, rest in lockable(patrons, locked, shown, needed):
            if rest >= 2:
                other = roll_loose(kept, rest - 1)
                if _mean(other) > _mean(best) + 1e-12:
                    best = other
        return best

    spread = roll_loose((), dice)
    return {n: p for n, p in enumerate(spread) if p > 0}


def lockable(
    patrons: list[int], locked: tuple[int, ...], shown: tuple[int, ...], needed: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every set of dice that can be locked together with those locked, and the number left loose."""
    counts = Counter(shown)
    options: list[tuple[int, ...]] = [()]
    for face, count in counts.items():
        step = needed if face == names.PURPLE else 1
        options = [option + (face,) * kept for option in options for kept in range(0, count - count % step + 1, step)]
    for option in options:
        together = tuple(sorted(locked + option))
        units = len(together) - Counter(together)[names.PURPLE] // needed * (needed - 1)
        if names.BLANK not in option and matched(patrons, together, needed) == units:
            yield together, len(shown) - len(option)


def _mean(spread: tuple[float, ...]) -> float:
    return sum(n * p for n, p in enumerate(spread))


def _whole(name: str, text: str, low: int, high: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise BadInput(f"{name} = '{text}' is not allowed: it takes a whole number from {low} to {high}.")
    return number


QUESTIONS: dict[str, Callable[..., Odds]] = {"raid": raid, "bar": bar, "door": door}
