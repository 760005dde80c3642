"""decent and tuned: rungs of the ladder of The Opulent where they should be; weights as data, within their bounds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from analysis.arms import Arm, Base, play_many, won_games
from analysis.proportions import paired_shares
from policies import opulent
from sim.block import Context, Plan
from sim.jit import INTERPRETED
from sim.policy import load_declaration, parse_team
from sim.registry import load_game, resolve
from sim.testing import check_policy

GAME = load_game("opulent")
FRESH = 20_261_130
WEIGHTS = Path(opulent.__path__[0]) / "tuned.toml"


def won(policy: str, year: str, games: int) -> np.ndarray:
    base = Base(GAME, FRESH)
    return next(play_many(base, [Arm(year, policy)], games, lambda rows: won_games(GAME, rows)))


@pytest.mark.kernel
@pytest.mark.parametrize("policy", ["decent", "tuned"])
def test_every_choice_is_legal_and_the_table_is_left_alone(policy: str) -> None:
    check_policy("opulent", policy, games=2 if INTERPRETED else 20)


@pytest.mark.parametrize("year", ["1920", "1921", "1923", "1926", "1927"])
def test_decent_players_stand_between_beginners_and_the_rulebook_s_team(year: str) -> None:
    novice, decent, rulebook = (won(policy, year, 600) for policy in ("novice", "decent", "rulebook"))
    assert paired_shares(decent, novice).difference.low > 0.1
    assert paired_shares(rulebook, decent).difference.low > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("year", GAME.scenarios)
def test_hundreds_of_years_of_decent_players_end_without_an_error(year: str) -> None:
    rows = Context(Plan("opulent", resolve(GAME, year), parse_team(GAME, "decent"), 3)).play(0, 300)
    assert {GAME.file.outcomes[outcome].kind for outcome in rows["outcome"]} <= {"win", "loss"}


def test_trained_weights_are_declared_within_bounds_and_say_how_they_were_found() -> None:
    declared = load_declaration(GAME, "tuned").weights
    data = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
    entries = [data["all"], *data.get("scenarios", {}).values()]
    assert set(data.get("scenarios", {})) <= set(GAME.scenarios)
    for entry in entries:
        for name, value in entry["weights"].items():
            low, high = declared[name].bounds
            assert low <= value <= high, name
        record = entry["record"]
        assert record["command"].startswith("house-edge train opulent") and record["gain"][1] > 0
        assert record["confirm_seed"] != record["seed"] and record["confirm_games"] >= 20_000


def test_trained_weights_beat_the_rulebook_s_in_1922() -> None:
    found = paired_shares(won("tuned", "1922", 2000), won("rulebook", "1922", 2000))
    assert found.difference.low > 0.03


def test_what_the_rulebook_s_team_never_does_can_be_switched_on_by_a_weight() -> None:
    def rows(policy: str, rules: dict | None = None) -> np.ndarray:
        base = Base(GAME, FRESH, rules=rules or {})
        return next(play_many(base, [Arm("1922", policy)], 200, lambda rows: rows))

    cheap = {"tuckers.sabotage_price": 1}
    assert rows("rulebook:lookout=5", cheap)["sabotage"].sum() == 0
    assert rows("rulebook:lookout=5,sabotage=5", cheap)["sabotage"].sum() > 0
    plain = rows("rulebook")
    for weight in ("loud_line=5", "watered_most=8"):
        assert (rows(f"rulebook:{weight}")["coffers"] != plain["coffers"]).any()
