"""Who sits at the table, from what was typed and the rules: one policy for everybody, or exactly one a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.seats import Seat, parse_team, seated, text_of, wrong_number

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.policy import Policy
    from sim.registry import Game


def team_at(game: Game, rules: RuleSet, text: str | Policy | Callable[..., int]) -> tuple[Seat, ...]:
    """Return who sits at the table under a rule set.

    A list for another number of players is refused even if all of it are the same policy: whoever types two policies
    for a table of four has another table in mind.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    team = parse_team(game, text)
    taken, given = game.seats_in_play(rules), text_of(text).count("+") + 1
    if game.file.players_rule and given not in (1, len(taken)):
        raise wrong_number(game, given, taken)
    return seated(game, rules, team)
