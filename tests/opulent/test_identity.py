"""The same game is the same game: in any block, interpreted, stopped and continued, or replayed from its script."""

import json

import numpy as np
import pytest

from sim.block import Context, Plan
from sim.decisions import SCRIPT
from sim.jit import INTERPRETED
from sim.playback import trace
from sim.policy import parse_team
from sim.records import work_dtype
from sim.registry import load_game, resolve
from tests.helpers import said

GAME = load_game("opulent")
YEARS = sorted(GAME.scenarios)
SEED = 1933
GAMES = 2
#: Years that are also played without the compiler, which takes its time.
SOME_YEARS = YEARS[::3] if INTERPRETED else YEARS


def context(year):
    return Context(Plan("opulent", resolve(GAME, year), parse_team(GAME, "random"), SEED))


def interpreted_rows():
    """Return the rows of every year, played without the compiler in a process of its own."""
    code = f"""
        import json
        from sim.block import Context, Plan
        from sim.policy import parse_team
        from sim.registry import load_game, resolve

        game = load_game("opulent")
        rows = {{}}
        for year in {YEARS!r}:
            plan = Plan("opulent", resolve(game, year), parse_team(game, "random"), {SEED})
            rows[year] = Context(plan).play(0, {GAMES}).tolist()
        print(json.dumps(rows))
    """
    return json.loads(said(code, NUMBA_DISABLE_JIT="1"))


def test_rows_are_the_same_without_the_compiler_in_every_year():
    interpreted = interpreted_rows()
    for year in YEARS:
        compiled = [list(row) for row in context(year).play(0, GAMES).tolist()]
        assert compiled == interpreted[year], year


@pytest.mark.kernel
@pytest.mark.parametrize("year", ["1921"] if INTERPRETED else ["1921", "1924", "1927"])
def test_rows_are_the_same_however_the_games_are_cut_into_blocks(year):
    games = 3 if INTERPRETED else 60
    whole = context(year).play(0, games)
    for size in (1, 7, games):
        one = context(year)
        parts = [one.play(first, min(size, games - first)) for first in range(0, games, size)]
        assert np.concatenate(parts).tolist() == whole.tolist()


def play_turns(one, index, turns, fresh=1):
    """Play station turns of one game and return its row as it stands."""
    rows = np.zeros(1, work_dtype(GAME)).view(np.recarray)
    one.call(rows, index, 1, turns=turns, fresh=fresh)
    assert one.team["error"][0] == 0
    return rows.tolist()


@pytest.mark.kernel
@pytest.mark.parametrize("year", SOME_YEARS)
def test_stopping_between_turns_and_going_on_changes_nothing(year):
    through = context(year)
    straight = play_turns(through, 3, -1)
    stopped = context(year)
    play_turns(stopped, 3, 0)
    row = None
    while stopped.table["outcome"][0] == 0:
        row = play_turns(stopped, 3, 5, fresh=0)
    assert row == straight
    assert stopped.table.tobytes() == through.table.tobytes()
    assert stopped.hidden.tobytes() == through.hidden.tobytes()


def chosen(year, index, turns):
    """Return the indices chosen in the set-up and the first turns of a game, in order."""
    plan = context(year).plan
    lines = trace(plan, index, stop_after=turns)
    return [line["index"] for line in lines if line["type"] == "decision"]


@pytest.mark.kernel
@pytest.mark.parametrize("year", SOME_YEARS)
@pytest.mark.parametrize("turns", [3, 12])
def test_a_scripted_game_reaches_the_same_position(year, turns):
    played = context(year)
    play_turns(played, 5, turns)
    script = chosen(year, 5, turns)
    assert len(script) < SCRIPT
    scripted = context(year)
    scripted.team["script"][0, : len(script)] = script
    scripted.team["script_length"][0] = len(script)
    play_turns(scripted, 5, turns)
    assert scripted.team["script_at"][0] == len(script)
    assert scripted.table.tobytes() == played.table.tobytes()
    assert scripted.hidden.tobytes() == played.hidden.tobytes()


@pytest.mark.kernel
def test_a_whole_game_is_replayed_from_its_script():
    played = context("1922")
    row = play_turns(played, 5, -1)
    script = chosen("1922", 5, None)
    scripted = context("1922")
    scripted.team["script"][0, : len(script)] = script
    scripted.team["script_length"][0] = len(script)
    assert play_turns(scripted, 5, -1) == row
