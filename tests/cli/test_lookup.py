"""list and show."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reports.cli.show import uses
from sim import registry
from tests.cli.conftest import TEMPLATE, Answer

Cli = Callable[..., Answer]


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("games", ["pebbles", "Two friends fill a jar"]),
        ("scenarios", ["high", "More time, a bigger jar."]),
        ("policies", ["careful", "default", "Uniform over the legal choices."]),
        ("variants", ["kind", "slip = 0", "For small children"]),
        ("rules", ["turn_cap", "ruling", "A longer game is abandoned."]),
    ],
)
def test_list(cli: Cli, what: str, expected: list[str]) -> None:
    answer = cli("list", what, "pebbles")
    assert answer.code == 0
    assert answer.err == ""
    assert all(text in answer.out for text in expected)


def test_list_without_a_game_names_the_game(cli: Cli) -> None:
    games = registry.games()
    answer = cli("list", "scenarios")
    assert len(games) == 1 or "game" in answer.out.splitlines()[0]


def test_list_as_json(cli: Cli) -> None:
    answer = json.loads(cli("list", "scenarios", "pebbles", "--json").out)
    assert [row["name"] for row in answer["scenarios"]] == ["high", "low"]
    assert answer["schema"] == "house-edge/list"


def test_no_runs_yet(cli: Cli) -> None:
    answer = cli("list", "runs")
    assert answer.code == 0
    assert "no runs here yet" in answer.out


def test_a_table_is_not_cut_off_a_terminal(cli: Cli) -> None:
    assert "For small children: nothing slips." in cli("list", "variants", "pebbles").out


def test_show_rules(cli: Cli) -> None:
    answer = cli("show", "rules", "pebbles")
    assert answer.code == 0
    line = next(line for line in answer.out.splitlines() if line.startswith("slip"))
    assert line.split() == ["slip", "1", "pips", "assumed", "0", "to", "2", "2", "play.py:54"] or "play.py:" in line


def test_show_one_rule_with_the_origin_of_its_value(cli: Cli) -> None:
    answer = cli("show", "rules", "pebbles", "slip", "--variant", "kind")
    assert "slip = 0 pips" in answer.out
    assert "variant kind" in answer.out
    assert "play.py:" in answer.out


def test_precedence_is_default_scenario_variant_rule(cli: Cli) -> None:
    def value(*options: str) -> tuple[object, str]:
        entry = json.loads(cli("show", "rules", "pebbles", "jar", "--json", *options).out)["rules"][0]
        return entry["value"], entry["origin"]

    assert value() == (20, "default")
    assert value("--scenario", "low") == (30, "scenario low")
    Path("mine.toml").write_text('title = "Mine"\n[rules]\njar = 25\n', encoding="utf-8")
    assert value("--scenario", "low", "--variant", "mine.toml") == (25, "variant mine")
    assert value("--scenario", "low", "--variant", "mine.toml", "--rule", "jar=7") == (7, "--rule")


def test_every_rule_of_the_template_is_used_somewhere() -> None:
    game = registry.Game("pebbles", TEMPLATE / "games" / "pebbles")
    found = uses(game.folder, list(game.parameters.values()))
    assert all(found.values())


def test_every_mistake_of_a_variant_file_with_its_line(cli: Cli) -> None:
    Path("bad.toml").write_text('titel = "Bad"\n[rules]\njar = 0\nslp = 1\nslip = "two"\n', encoding="utf-8")
    answer = cli("show", "rules", "pebbles", "--variant", "bad.toml", "--rule", "tide=x", "--scenario", "hgh")
    assert answer.code == 2
    assert answer.out == ""
    for text in (
        "bad.toml:1: 'titel' is not a key of a variant. Did you mean 'title'?",
        "bad.toml:3: jar = 0 is not allowed: it takes a whole number from 1 to 200 pebbles (rulebook's default 20)",
        "bad.toml:4: there is no rule 'slp'. Did you mean 'slip'?",
        "bad.toml:5: slip = 'two' is not allowed",
        "tide = 'x' is not allowed",
        "pebbles has no scenario 'hgh'. Did you mean 'high'?",
    ):
        assert text in answer.err
    assert len(answer.err.splitlines()) == 6
