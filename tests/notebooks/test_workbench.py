"""The workbench as a person uses it: in a real browser, with the keyboard and the mouse."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from analysis.arms import Base
from analysis.workbench import Workbench
from reports import comparing, exploring
from sim import load_game
from tests.helpers import PATIENCE
from tests.notebooks.browser import Browser
from tests.notebooks.conftest import Served
from tests.notebooks.test_explore import the_one_socket

pytest.importorskip("marimo")
pytestmark = pytest.mark.slow

GAMES = 10_000
ALL_PLAYED = "10,000 games of each side"
LEVERS = "deep(document, 'button').filter(e => e.innerText.startsWith('Pebbles ('))[0]"
SLIDERS = "deep(document, '[role=slider]').filter(e => e.getBoundingClientRect().height > 0)"
RIGHT, LEFT, DOWN = ("ArrowRight", 39), ("ArrowLeft", 37), ("ArrowDown", 40)


def sentence(trial):
    return exploring.sentence(trial, trial.comparison())


@pytest.fixture
def page(served: Served, browser: Browser) -> Browser:
    """The workbench, freshly opened, with its levers in sight."""
    browser.go("about:blank")
    browser.events.clear()
    browser.go(served.address)
    browser.wait_text("as printed")
    browser.wait_text(ALL_PLAYED)
    browser.click(LEVERS)
    browser.wait(f"{SLIDERS}.length == 2")
    return browser


def move(page: Browser, lever: int, key: tuple[str, int], times: int) -> None:
    page.run(f"{SLIDERS}[{lever}].focus()")
    for _ in range(times):
        page.press(*key)


@pytest.fixture(scope="module")
def bench() -> Workbench:
    return Workbench(Base(load_game("pebbles"), exploring.SEED))


def trial(bench: Workbench, scenario: str = "high", **changes: int):
    found = bench.trial(scenario, "random", changes)
    for _ in found.play(GAMES):
        pass
    return found


def test_a_moved_lever_changes_the_number_to_what_the_engine_says(page, bench):
    printed, house = trial(bench), trial(bench, jar=23)
    before = page.text()
    assert sentence(printed) in before
    assert "Your rules" not in before and "Difference" not in before

    move(page, 0, RIGHT, 3)

    page.wait_text("--rule jar=23")
    page.wait_text(sentence(house))  # the commands may change before the number does
    after = page.wait_text(ALL_PLAYED)
    effect = house.comparison().win_rate
    assert effect.difference.high < 0, "a bigger jar is harder to fill"
    assert sentence(house) in after
    for side in (effect.base, effect.arm):
        assert f"{comparing.side(side, 'share')} {exploring.between(side)}" in after
    assert f"Difference {exploring.points(effect)} {exploring.points_between(effect)}" in after
    assert "jar Pebbles that fill the jar. 20 pebbles 23 pebbles" in after
    assert exploring.run_command(house, GAMES) in after and exploring.compare_command(house, GAMES) in after


def test_back_to_the_printed_rules(page):
    move(page, 1, LEFT, 1)
    page.wait_text("--rule slip=0")
    page.click("deep(document, 'button').filter(e => e.innerText.includes('Back to the printed rules'))[0]")
    page.wait_text("as printed")
    assert "--rule" not in page.text()


def test_house_rules_stay_when_the_scenario_changes(page, bench):
    move(page, 0, RIGHT, 1)
    page.wait_text("--rule jar=21")
    page.run("(e => { e.selectedIndex = 1; e.dispatchEvent(new Event('change', {bubbles: true})); })"
             "(deep(document, 'select')[0])")  # fmt: skip
    page.wait_text("--scenario low")
    expected = sentence(trial(bench, "low", jar=21))
    page.wait_text(expected)
    assert expected in page.wait_text(ALL_PLAYED)


def test_the_text_to_share_gives_the_same_games(page, tmp_path):
    move(page, 0, RIGHT, 2)
    page.wait_text("--rule jar=22")
    page.wait_text(ALL_PLAYED)
    page.click("deep(document, 'button').filter(e => e.innerText.includes('text to share'))[0]")
    page.wait_text("rows_sha256")
    text = page.run("deep(document, 'pre').map(e => e.innerText).filter(t => t.includes('rows_sha256'))[0]")
    (tmp_path / "shared.toml").write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "reports.cli.main", "run", "--from", str(tmp_path / "shared.toml"), "--quiet"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert "all 10,000 games are equal to the byte" in done.stdout + done.stderr


def test_an_open_page_asks_nobody_else_and_no_port_is_opened(page, served):
    assert the_one_socket(served)[0] == "127.0.0.1"
    asked = [address for address in page.addresses() if not address.startswith(("data:", "blob:", "about:"))]
    own = re.compile(r"(http|ws)://127\.0\.0\.1:\d+/")
    assert asked and all(own.match(address) for address in asked), asked
    assert not [event for event in page.events if event.get("method") == "Runtime.exceptionThrown"]


def test_the_server_asks_nobody(page, served):
    """From the first import to here: it bound the loopback address, looked up no name and connected to nothing."""
    move(page, 0, RIGHT, 1)
    page.wait_text("--rule jar=21")
    page.wait_text(ALL_PLAYED)
    home = Path(psutil.Process(served.process.pid).cwd())
    done = (home / "sockets.txt").read_text().splitlines()
    assert done and all(line.startswith("socket.bind (('127.0.0.1', ") for line in done), done
    assert done[-1] == f"socket.bind (('127.0.0.1', {served.address.rpartition(':')[2]}),)"


def test_nothing_of_marimo_is_written_to_the_home_folder(page, served):
    """Neither settings nor a list of recent files: what a user has is what was there."""
    home = Path(psutil.Process(served.process.pid).cwd())
    found = {str(path.relative_to(home)) for path in home.rglob("*") if "marimo" in str(path.relative_to(home))}
    assert found == {".marimo.toml", "marimo", "marimo/marimo.toml"}
