"""What a report asks about players besides: the ladder of skill, the mechanics, strange games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.cli import ladder, mechanics, strange
from reports.cli.options import ChangeOptions
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.difficulty import DifficultyResult
    from reports.report.player_pages import Players

#: Games a report plays of each, a quarter of a minute on two cores. Rungs that look ahead are left to 'ladder'.
_RUNG_GAMES, _MECHANIC_GAMES, _STRANGE_GAMES = 1_000, 400, 2_000
#: Fewer games say nothing about players.
_LEAST = 50


def stored_players(found: DifficultyResult) -> Players:
    """Return the newest stored answers under the rules and sources of a difficulty result."""
    from reports.report.player_pages import Players

    return Players(ladder.stored_for(found), mechanics.stored_for(found), strange.stored_for(found))


def play_players(base: Base, changes: ChangeOptions, games: int, quiet: bool) -> Players:
    """Play and store what a report says about players, under its own rules and seed."""
    from analysis.skill import best_policy, looks_ahead, rungs_of
    from reports.report.player_pages import Players

    if games < _LEAST:
        return Players()
    game, every = base.game, tuple(base.game.scenarios)
    rungs = tuple(name for name in rungs_of(game)[0] if not looks_ahead(game, name))
    best, skill = best_policy(game), None
    if len(rungs) > 1:
        question = ladder.question_of(base, every, rungs, min(games, _RUNG_GAMES), None, None, None, changes)
        skill = question.answer(quiet)[0], question.command
    worth = None
    if game.mechanics:
        asked = mechanics.question_of(base, every, best, (), min(games, _MECHANIC_GAMES), None, changes)
        worth = asked.answer(quiet)[0], asked.command
    wanted = strange.question_of(base, every, best, min(games, _STRANGE_GAMES), changes)
    try:
        odd = wanted.answer(strange.TOP, quiet)[0], wanted.command
    except BadInput:  # all games are alike: none of them is strange
        odd = None
    return Players(skill, worth, odd)
