"""What a mechanic is worth: planted worths are found, planted nothings and what nobody uses are named."""

from __future__ import annotations

import json

import pytest

from analysis import mechanics as question
from analysis.arms import Arm, Base, play, won_games
from analysis.mechanics import MechanicsResult, mechanics, without
from analysis.order import simultaneous
from analysis.skill_result import ALL
from sim.errors import BadInput
from sim.registry import Game, load_game


@pytest.fixture(scope="module")
def base():
    return Base(load_game("pebbles"), 11, rules={"jar": 60})


@pytest.fixture(scope="module")
def found(base):
    return mechanics(base, games=900)


def test_a_planted_worth_is_found_and_what_nobody_uses_is_named(base, found):
    """Who may not roll finds nothing and never wins, so rolling is worth every game won; nobody can dive."""
    assert found.policy == "careful" and found.mechanics == ("rolling", "diving")
    for place in ("high", "low", ALL):
        rolling, diving = found.worths["rolling", place], found.worths["diving", place]
        assert rolling.worth.estimate == found.rates[place].estimate > 0.1
        assert (rolling.without.estimate, rolling.verdict) == (0, "helps") and rolling.worth.low > 0
        assert rolling.touched.estimate == 1
        assert (diving.worth.estimate, diving.touched.estimate, diving.verdict) == (0, 0, "unused")
    won = won_games(base.game, play(base, Arm.of("high", "careful"), 900).rows)
    assert found.rates["high"].estimate == pytest.approx(won.mean())
    assert found.to_json()["adjustment"] == {
        "method": "bonferroni", "comparisons": 6, "confidence_each": simultaneous(0.95, 6),
    }  # fmt: skip
    assert found.played == 900 * 2 * 3


def test_what_changes_games_and_wins_none_is_worth_nothing():
    found = mechanics(Base(load_game("pebbles"), 3, rules={"jar": 200}), ("low",), games=600)
    rolling = found.worths["rolling", "low"]
    assert (rolling.worth.estimate, rolling.touched.estimate, rolling.verdict) == (0, 1, "nothing")
    assert found.place == "low" and found.of("nothing") == [rolling] and len(found.worths) == 2


def test_the_result_depends_on_nothing_but_the_question(base, found, monkeypatch):
    monkeypatch.setattr(question, "CHUNK", 250)
    again = mechanics(Base(base.game, 11, rules={"jar": 60}, jobs=2, backend="threading"), games=900)
    assert again == found
    body = json.loads(
        json.dumps({**found.to_json(), "game": "pebbles", "seed": 11, "source_digest": base.game.digest()})
    )
    assert MechanicsResult.from_json(body) == found
    part = mechanics(base, ("low",), games=900, only=("diving",))
    assert part.worths["diving", "low"].worth.estimate == 0 and part.mechanics == ("diving",)


def test_every_seat_is_forbidden():
    assert without("careful", "rolling") == "careful:forbid=rolling"
    assert without("careful:enough=3+random", "x") == "careful:enough=3,forbid=x+random:forbid=x"


def test_what_cannot_be_asked(base):
    with pytest.raises(BadInput) as error:
        mechanics(base, ("lwo",), "careful", 10, only=("rollin",))
    assert error.value.problems == [
        "pebbles has no scenario 'lwo'. Did you mean 'low'?",
        "pebbles has no mechanic 'rollin'. Did you mean 'rolling'?",
        "games 10: at least 50 are needed to say what a mechanic is worth.",
    ]
    known = load_game("pebbles")
    game = Game(known.name, known.folder)
    game.__dict__["mechanics"] = {}
    with pytest.raises(BadInput, match=r"Pebbles declares no mechanics that could be forbidden \(mechanics.toml\)"):
        mechanics(Base(game, 1))
