"""What holds in one scenario and not in the next: policies and what wins games, side by side across scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from reports import tournament_text, without_text, words
from reports.report import balance_views as views
from reports.report.campaign_page import Grid

if TYPE_CHECKING:
    from analysis.tournament_result import TournamentResult
    from analysis.without_result import OneWithout, WithoutResult
    from sim.registry import Game

#: Things a sentence names.
NAMED = 4


def side_by_side(game: Game, scenarios: Sequence[str]) -> list[str]:
    """Return the scenarios that differ in more than the number of players, for the game's own number; or all of them.

    They stand in the order of the game; [] if there is nothing to compare.
    """
    wanted = game.scenarios[game.file.default_scenario].get("players")
    found = [name for name in game.scenarios if name in scenarios and game.scenarios[name].get("players") == wanted]
    return found if len(found) > 1 else []


# --- policies --------------------------------------------------------------------------------------------------------


def policy_grids(result: TournamentResult) -> list[Grid]:
    """Return the ranks and ratings of all policies, a column a scenario."""
    places = side_by_side(result.game, result.scenarios)
    if not places:
        return []
    fields = [result.fields[name] for name in places]
    rows = [
        [policy, *(f"{one.rank}. ({tournament_text.rating(one.rating)})" for field in fields
                   for one in [field.standings[policy]])]
        for policy in fields[0].standings
    ]  # fmt: skip
    columns = ["policy", *(views.label(result.game, name) for name in places)]
    title = f"Rank and rating by {result.game.file.scenario_word}, {views.seated(len(fields[0].seats))}"
    return [Grid(title, columns, rows, "Equal ranks cannot be told apart with these games.")]


def policy_sentences(result: TournamentResult) -> list[str]:
    """Return which policies change their order from one scenario to another; both orders must be shown."""
    places = side_by_side(result.game, result.scenarios)
    if not places:
        return []
    said = []
    for one, other in combinations(result.fields[places[0]].standings, 2):
        ahead: dict[str, list[str]] = {}
        for name in places:
            winner = result.fields[name].pair(one, other).winner
            if winner:
                ahead.setdefault(winner, []).append(views.label(result.game, name))
        if len(ahead) == 2:
            parts = [f"‘{policy}’ is ahead in {words.listing(where)}" for policy, where in ahead.items()]
            said.append(f"‘{one}’ and ‘{other}’ change places: {' and '.join(parts)}")
    if said:
        return [f"{sentence}." for sentence in said[:NAMED]]
    number = words.count(len(places), result.game.file.scenario_word)
    return [f"No two policies are shown to change places across {number}."]


# --- what wins games -------------------------------------------------------------------------------------------------


def winner_grids(result: WithoutResult) -> list[Grid]:
    """Return what each thing is worth, a column a scenario."""
    places = side_by_side(result.game, result.scenarios)
    if not places:
        return []
    rows = []
    for name in dict.fromkeys(name for name, _ in result.worths):
        found = [result.worths.get((name, place)) for place in places]
        title = next(one.title for one in found if one is not None)
        rows.append([title, *("" if one is None else _worth(one) for one in found)])
    columns = ["without", *(views.label(result.game, name) for name in places)]
    title = f"Victories lost without it, by {result.game.file.scenario_word}"
    return [Grid(title, columns, rows, "“=”: worth nothing is not excluded, or shown.")]


def _worth(found: OneWithout) -> str:
    if found.verdict == "unused":
        return "never used"
    mark = "" if found.verdict in ("helps", "harms") else " ="
    return f"{without_text.worth(found)}{mark}"


def winner_sentences(result: WithoutResult) -> list[str]:
    """Return what wins games in one scenario, and is nothing or never used in another."""
    places = side_by_side(result.game, result.scenarios)
    said = []
    for winning in places:
        others = [name for name in places if name != winning]
        found = [
            one.title
            for (name, place), one in result.worths.items()
            if place == winning
            and one.verdict == "helps"
            and any(
                other is not None and other.verdict == "nothing"
                for elsewhere in others
                for other in [result.worths.get((name, elsewhere))]
            )
        ]
        if found:
            more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
            listed = ", ".join(found[:NAMED]) + more if more else words.listing(found)
            said.append(f"Wins games in {views.label(result.game, winning)} and nothing elsewhere: {listed}.")
    return said
