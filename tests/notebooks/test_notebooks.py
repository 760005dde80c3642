"""Every notebook runs from top to bottom as a script, and says what the engine says."""

from __future__ import annotations

import html
import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from reports import exploring
from reports.exploring import Start
from sim import load_game, simulate
from tests.helpers import PATIENCE

pytest.importorskip("marimo")

FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("[!_]*.py"))


def run(name):
    """Return the outputs and the variables of a notebook that was run as a script."""
    return importlib.import_module(f"notebooks.{name}").app.run()


def said(outputs):
    return "\n".join(getattr(output, "text", str(output)) for output in outputs if output is not None)


def sentence(trial):
    return exploring.sentence(trial, trial.comparison())


@pytest.fixture
def begin(monkeypatch):
    """Set where the workbench begins, for one test."""
    monkeypatch.setattr(exploring, "_start", Start())
    return exploring.begin_with


def test_there_are_four():
    assert NAMES == ["campaign", "policy", "quick_start", "workbench"]


def test_marimo_finds_nothing_wrong():
    done = subprocess.run(
        [sys.executable, "-m", "marimo", "check", "--strict", *(str(FOLDER / f"{name}.py") for name in NAMES)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_each_opens_with_what_it_is_for(name):
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    first = source.partition("@app.cell")[2].partition("@app.cell")[0]
    assert 'mo.md("""\n    # ' in first, "the first cell is a heading"
    assert len(first.split()) > 30, "and says for whom and what for"
    assert "app.run()" in source


def test_quick_start():
    outputs, found = run("quick_start")
    games, won = found["games"], found["won"]
    assert len(games) == 5_000 and found["endings"]["games"].sum() == 5_000
    assert won.n == 5_000 and won.estimate == (games["outcome"] == "won").mean()
    assert won.low < won.estimate < won.high
    assert found["answer"] in said(outputs) and "<svg" in said(outputs)
    assert set(found["hard"].cells) == {
        (year, who) for year in ("1920", "1922", "1924") for who in found["hard"].policies
    }
    told = "\n".join(found["story"])
    assert f"after {games['rounds'].max()} rounds" in told and f"game {found['longest']} of seed 7" in told


@pytest.mark.slow
def test_campaign():
    outputs, found = run("campaign")
    career, rows, strangest = found["career"], found["rows"], found["strangest"]
    ended = found["campaigns"] - career.years[-1].alive
    assert found["killers"]["campaigns"].sum() == ended == found["years"]["ended in it"].sum()
    assert career.survived.estimate == 1 - ended / found["campaigns"]
    assert len(found["history"]) == np.count_nonzero(rows["ending"][strangest])
    assert found["surprise"][strangest] == found["surprise"].max()
    assert f"campaign {strangest} of seed {found['seed']}" in found["story"][0] + found["story"][1]
    assert found["last_year"] in said(outputs) and "<svg" in said(outputs)


# --- the workbench ---------------------------------------------------------------------------------------------------


def test_workbench_has_a_control_for_every_lever_made_from_its_declaration(begin):
    begin(Start(scenario="1925"))
    _, found = run("workbench")
    game, controls = load_game("opulent"), found["levers"].elements
    levers = {name: rule for name, rule in game.parameters.items() if rule.lever}
    assert set(controls) == set(levers) and len(levers) > 50
    printed = exploring.printed(game, "1925")
    for name, rule in levers.items():
        control = controls[name]
        assert control.value == printed[name]
        if rule.kind in ("integer", "number"):
            assert (control.start, control.stop) == rule.bounds
        elif rule.kind == "choice":
            assert tuple(control.options) == rule.choices
    assert controls["door.wait_penalty"].value == 2, "as printed in 1925, not in the other years"


def test_workbench_says_what_the_command_line_says(begin):
    begin(Start(scenario="1924", changes={"door.dice": 3, "door.rerolls": False}, seed=7))
    outputs, found = run("workbench")
    trial = found["trial"]
    effect = trial.comparison().win_rate
    house = simulate("opulent", "1924", games=2_000, seed=7, rules={"door.dice": 3, "door.rerolls": False})
    printed = simulate("opulent", "1924", games=2_000, seed=7)
    assert effect.arm.estimate == (house["outcome"] == "won").mean()
    assert effect.base.estimate == (printed["outcome"] == "won").mean()
    assert "--rule door.dice=3 --rule door.rerolls=false" in found["commands"][0]
    text = said(outputs)
    assert sentence(trial) in text and "5 dice" in text and "3 dice" in text
    shared = tomllib.loads(found["snippet"])
    assert shared["rules"] == {"door.dice": 3, "door.rerolls": False}
    assert shared["rows_sha256"] if "rows_sha256" in shared else shared["result"]["rows_sha256"]
    assert shared["result"]["win_rate"] == effect.arm.estimate


def test_workbench_says_in_words_why_rules_cannot_stand_together(begin):
    begin(Start(changes={"patron.start_nickels": 5}))
    outputs, found = run("workbench")
    assert found["trial"] is None and found["wrong"] == [
        "patron.start_nickels = 5 is more than patron.maximum_nickels = 3."
    ]
    assert "These rules cannot be played." in said(outputs) and found["wrong"][0] in said(outputs)


def test_workbench_says_when_a_rule_does_not_come_into_play(begin):
    begin(Start(scenario="1920", changes={"tuckers.sabotage_price": 50}))
    outputs, _ = run("workbench")
    assert "do not come into play" in said(outputs)


def test_workbench_of_a_game_of_somebody_else(begin):
    begin(Start(game="pebbles", policy="random", changes={"slip": 2}))
    outputs, found = run("workbench")
    assert set(found["levers"].elements) == {"jar", "slip"}
    assert "worse for the table" in said(outputs)


def test_workbench_keeps_a_rule_that_is_no_lever(begin):
    begin(Start(game="pebbles", policy="random", changes={"tide": 6}))
    _, found = run("workbench")
    assert found["trial"].changed == {"tide": 6} and "--rule tide=6" in found["commands"][0]


@pytest.mark.slow
def test_policy_of_a_cell_is_checked_and_measured():
    outputs, found = run("policy")
    checked, written = found["checked"], found["written"]
    assert not checked.findings and checked.asked["close"] > 0
    assert "weights.cushion" in written and "Policy('opulent', 'greedy', parent='rulebook'" in written
    effect = found["result"].main(found["own"].name).win_rate
    assert effect.base_only + effect.arm_only > 0, "it plays differently from its parent"
    assert effect.verdict == "worse" and effect.difference.high < 0, "greed costs wins"
    coffers = found["result"].main(found["own"].name).effects["coffers"]
    assert coffers.verdict == "better", "and brings money"
    assert found["answer"] in html.unescape(said(outputs))
    assert str(Path.home()) not in said(outputs), "where the file is stays on this machine"
