"""One player without a mechanic: planted effects, the definition, prices, and no trace of how it was played."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from analysis import without as question
from analysis.arms import Arm, Base, play
from analysis.seats import points, twelfths
from analysis.without import moved, moves_of, one_without
from analysis.without_result import WithoutResult
from sim.errors import BadInput
from sim.registry import Game, load_game
from tests.analysis.tables import SEATS, ImaginedEngine, base


class Planted(ImaginedEngine):
    """Without rolling half the strength, without stopping other games, without diving the same; slip is a price."""

    def __init__(self) -> None:
        super().__init__(lambda one, others: 0.5 if one.endswith("forbid=rolling") else 1.0, luck=0.5)

    def rows(self, base: Base, arm: Arm, games: int, first: int) -> np.ndarray:
        policy = arm.policy.replace(":forbid=diving", "")
        policy = policy if "+" in policy else "+".join([policy] * 3)
        rows = super().rows(base, Arm(arm.scenario, policy), games, first).copy()
        for seat in SEATS:
            rows[f"rolls_{seat}"] = 5 - dict(arm.changes).get("slip", 1)
            rows[f"points_{seat}"] += 2 * rows[f"rolls_{seat}"]
        rows["decisions"] = 40
        return rows


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Planted()
    monkeypatch.setattr(question, "play", engine.play)
    monkeypatch.setattr(question, "play_many", engine.play_many)


def test_planted_effects_are_found(planted: None) -> None:
    found = one_without(base(4), ("ring",), "bold", 5_000)
    rolling, stopping, diving = (found.worths[name, "ring"] for name in ("rolling", "stopping", "diving"))
    assert [one.verdict for one in (rolling, stopping, diving)] == ["helps", "nothing", "unused"]
    # Half the strength among two others: 1/5 of the victory; a seed's favour moves it a little.
    assert 1 / 3 - 0.2 - 0.02 < rolling.worth.low < rolling.worth.high < 1 / 3 - 0.2 + 0.03
    assert rolling.share.estimate == pytest.approx(1 / 3 - rolling.worth.estimate)
    # Five points for half the strength, and one for a victory.
    assert rolling.points.estimate == pytest.approx(5 + rolling.worth.estimate, abs=0.001)
    assert (diving.worth.estimate, diving.points.estimate, diving.touched.estimate) == (0, 0, 0)
    assert stopping.touched.estimate > 0.5
    assert found.mechanics == ("rolling", "stopping", "diving") or found.mechanics == ("stopping", "rolling", "diving")
    assert found.groups == ["Dice", "Water"]


def test_the_intervals_hold_the_planted_effect(planted: None) -> None:
    whole = one_without(base(999), ("ring",), "bold", 5_000, only=("rolling",), prices=False)
    true, trials, held = whole.worths["rolling", "ring"].worth.estimate, 60, 0
    for trial in range(trials):
        engine = Planted()
        engine.most = 150
        question.play, question.play_many = engine.play, engine.play_many  # put back by the fixture
        found = one_without(base(trial), ("ring",), "bold", 150, only=("rolling",), prices=False)
        held += found.worths["rolling", "ring"].worth.low <= true <= found.worths["rolling", "ring"].worth.high
    assert held >= 51  # of intervals that hold in 95 % of trials, fewer hold in less than one of a thousand


def test_prices_are_moved_for_everybody(planted: None) -> None:
    found = one_without(base(), ("ring",), "bold", 300)
    dearer, cheaper = found.prices
    assert [(one.mechanic, one.rule, one.before, one.value, one.direction) for one in found.prices] == [
        ("rolling", "slip", 1, 2, "dearer"),
        ("rolling", "slip", 1, 0, "cheaper"),
    ]
    assert dearer.times is not None and dearer.times_before is not None
    assert (dearer.times.estimate, dearer.times_before.estimate) == (-1, 4)
    assert (dearer.points.estimate, cheaper.points.estimate, cheaper.length.estimate) == (-2, 2, 0)
    assert one_without(base(), ("ring",), "bold", 60, prices=False).prices == ()


def test_prices_stay_within_their_bounds() -> None:
    game = load_game("marbles")
    assert moved(game, "slip", 1, 1) == 2 and moved(game, "slip", 6, 1) == 6 and moved(game, "slip", 1, -3) == 0
    assert moved(game, "bag_marbles", (0, 1, 3), -1) == (0, 0, 2)
    assert moved(game, "start", "fixed", 1) == "fixed"
    moves, fixed = moves_of(Base(game, 1, rules={"slip": 0}), "ring", ("rolling", "diving"))
    assert [move.direction for move in moves] == ["dearer"]
    assert list(fixed) == ["rolling cheaper"] and "at the end of its bounds" in fixed["rolling cheaper"]


def test_the_numbers_are_those_of_the_games() -> None:
    asked, seats = Base(load_game("marbles"), 7), ("red", "blue")
    found = one_without(asked, ("ring-for-2",), "bold", 150, only=("stopping",)).worths["stopping", "ring-for-2"]
    plain = play(asked, Arm("ring-for-2", "bold"), 150).rows
    before, share, less, touched = points(asked.game, plain, seats), [], [], []
    for own, seating in enumerate(("bold:forbid=stopping+bold", "bold+bold:forbid=stopping")):
        rows = play(asked, Arm("ring-for-2", seating), 150).rows
        share.append(twelfths(asked.game, rows, seats)[:, own] / 12)
        less.append(before[:, own] - points(asked.game, rows, seats)[:, own])
        touched.append([any(rows[n][i] != plain[n][i] for n in rows.dtype.names if n != "game") for i in range(150)])
    assert found.share.estimate == pytest.approx(np.mean(share))
    assert found.worth.estimate == pytest.approx(0.5 - np.mean(share))
    assert found.points.estimate == pytest.approx(np.mean(less))
    assert found.touched.estimate == pytest.approx(np.mean(touched))


def test_it_is_a_function_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("marbles")
    whole = one_without(Base(game, 5), ("ring", "ring-for-2"), "bold", 60).to_json()
    assert one_without(Base(game, 5, jobs=2), ("ring", "ring-for-2"), "bold", 60).to_json() == whole
    monkeypatch.setattr(question, "CHUNK", 23)
    assert one_without(Base(game, 5), ("ring", "ring-for-2"), "bold", 60).to_json() == whole
    read = WithoutResult.from_json({**whole, "game": "marbles", "seed": 5, "source_digest": ""})
    assert read.to_json() == whole and read.played == 60 * (1 + 9 + 2 + 1 + 6 + 2)


def test_a_price_and_a_measure_must_be_there(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(load_game("marbles").folder, tmp_path / "marbles"))
    entry = '[x]\ntitle = "X"\ndoc = "X."\nforbid = [{ decision = "roll", column = "roll", values = [1] }]\n'
    (folder / "mechanics.toml").write_text(f'{entry}price = "slpi"\ncounted = "rols"\n', encoding="utf-8")
    with pytest.raises(BadInput) as raised:
        Game("marbles", folder).mechanics  # noqa: B018
    said = str(raised.value)
    assert "there is no rule 'slpi'. Did you mean 'slip'?" in said and "Did you mean 'rolls'?" in said


def test_what_cannot_be_asked() -> None:
    with pytest.raises(BadInput) as raised:
        one_without(base(), ("rnig",), "bold", 10, only=("rollng",))
    assert len(raised.value.problems) == 3 and "Did you mean 'rolling'?" in str(raised.value)
    with pytest.raises(BadInput, match="Pebbles is played by one team"):
        one_without(Base(load_game("pebbles"), 1))
