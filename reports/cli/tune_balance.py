"""``house-edge tune --balance``: how what was typed about equal seats or equal choices becomes a question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports.cli.arms import EVERY, read_scenarios
from reports.cli.options import Problems, read_count
from reports.cli.plans import read_team
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from analysis.balancing import Compared
    from analysis.changes import Space

SEATS: Compared = "seats"
CHOICES: Compared = "choices"

DEFAULT_TARGET = "1"
#: A gap of this many points, or of all victories, is no target.
_MOST_POINTS, _MOST_SHARE = 1_000.0, 0.5
_MOST_SAMPLES = 256


def words_of(game: registry.Game) -> dict[str, Compared]:
    """Return what ``--balance`` takes: seats, choices, and what players call them."""
    found: dict[str, Compared] = {"seats": SEATS, "seat": SEATS}
    word = "-".join(game.file.balance.choice_word.lower().split())
    if game.file.balance.choice_rule:
        found |= {"choices": CHOICES, "choice": CHOICES}
        found |= {f"{word}s": CHOICES, word: CHOICES} if word else {}
    return found


def read_compared(text: str, game: registry.Game) -> Compared:
    """Return the value of ``--balance``.

    Raises
    ------
    BadInput
        If it is none, or nothing is dealt in this game, or the seats are one team.
    """
    from analysis.seats import need_competitive

    need_competitive(game, "--balance")
    known, typed = words_of(game), "-".join(text.strip().lower().split())
    if typed in known:
        return known[typed]
    if typed in (CHOICES, "choice"):
        raise BadInput(f"--balance {text}: in {game.file.title} players are dealt nothing that could be compared.")
    offered = [word for word in known if word.endswith("s")]
    raise BadInput(f"--balance takes {' or '.join(offered)}, not '{text}'.{nearest(typed, offered)}")


def read_gap(text: str, game: registry.Game) -> tuple[str, float]:
    """Return measure and size of the gap wanted: ``1``, ``<1``, ``1point``, ``0.5 marbles``; ``1pp`` of victories.

    Raises
    ------
    BadInput
        If it is none, or nothing a search could aim at.
    """
    from analysis.seats import VICTORY

    measure = game.file.measures[0]
    unit = next(iter(game.file.columns_of(measure).values())).unit
    match = re.fullmatch(r"<?=?\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z%]*)", text.strip().lower())
    example = f"1, <1 or 1{unit.removesuffix('s')}, or 1pp of the victories"
    if match is None:
        raise BadInput(f"--target takes the gap that is small enough, such as {example}; not '{text}'.")
    value, word = float(match[1]), match[2]
    shares, points = ("pp", "%"), ("", "point", "points", unit, unit.removesuffix("s"), measure)
    if word not in (*shares, *points):
        raise BadInput(f"--target {text}: with --balance it takes {example}.{nearest(word, ['points', unit, 'pp'])}")
    share = word in shares
    most = 100 * _MOST_SHARE if share else _MOST_POINTS
    if not 0 < value <= most:
        none = " Seats that are equal to the last digit cannot be shown by any number of games." if value == 0 else ""
        raise BadInput(f"--target {text}: a gap is more than 0 and at most {most:g}{word}.{none}")
    return (VICTORY, value / 100) if share else (measure, value)


def read_where(typed: Mapping[str, Any], game: registry.Game, of: Compared | None) -> str:
    """Return the one scenario, for the number of players typed; to compare choices, one in which there are any.

    Raises
    ------
    BadInput
        With every mistake.
    """
    names = tuple(typed.get("scenario", ()))
    if typed.get("all_years") or EVERY in names or len(names) > 1:
        raise BadInput("--balance is asked of one scenario: each has a gap of its own.")
    listed = game.file.balance.choice_scenarios if of == CHOICES else []
    found = read_scenarios(names or tuple(listed[:1]), game, typed.get("players"))[0]
    kin = {name: game.scenarios[name].get("of", name) for name in game.scenarios}
    if listed and kin[found] not in {kin[name] for name in listed}:
        raise BadInput(
            f"--balance {typed['balance']}: {found} has none to compare; {game.file.scenario_word} {', '.join(listed)}"
            f" {'has' if len(listed) == 1 else 'have'}."
        )
    return found


def read_player(policy: str, game: registry.Game) -> None:
    """Check the policy: one for every seat, or what is compared is the players.

    Raises
    ------
    BadInput
        If it is unknown, or seats would be played differently.
    """
    team = read_team(game, policy)
    if len({seat.identity for seat in team}) > 1:
        raise BadInput(
            f"--policy {policy}: with --balance one policy plays every seat, or what is compared is the policies."
        )


def not_with_balance(problems: Problems, typed: Mapping[str, Any], game: registry.Game) -> None:
    """Note options that have no meaning beside ``--balance``, and the rule by which choices are dealt."""
    if "tolerance" in typed:
        problems.found.append("--tolerance: with --balance the target says already how small a gap is small enough.")
    dealt = game.file.balance.choice_rule
    for item in typed.get("rule", ()):
        if dealt and item.partition("=")[0].strip() == dealt:
            problems.found.append(f"--rule {item}: --balance says itself how {dealt} is; leave it out.")


def read_samples(text: str) -> int:
    """Return the sets of assumed values of ``--samples``."""
    return read_count(text, "--samples", _MOST_SAMPLES, least=0)


def house_rules(rules: Mapping[str, str], game: registry.Game, of: Compared | None) -> dict[str, str]:
    """Return the single rules in force: those typed, and to compare choices the one by which they are dealt."""
    from analysis.balancing import dealing

    return {**rules, **(dealing(game) if of == CHOICES else {})}


def without_the_question(space: Space, game: registry.Game) -> Space:
    """Return the space without rules that are part of the question: how choices are dealt, and who is at the table.

    Raises
    ------
    BadInput
        If nothing else may be changed.
    """
    asked = [game.file.balance.choice_rule, game.file.players_rule]
    left = replace(space.without(asked), left_out={n: why for n, why in space.left_out.items() if n not in asked})
    if not left.knobs:
        names = " and ".join(name for name in asked if name in space.knobs)
        raise BadInput(f"--free {names}: with --balance that is part of the question; name something else.")
    return left
