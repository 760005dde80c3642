"""compare, attribute and sensitivity of a game played against each other, as typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
QUICK = ("--games", "1500", "--seed", "3")
SIZE = ("--trajectories", "2", "--samples", "8", "--games", "20", "--seed", "3")
TEAM_WORDS = ("hard", "is better", "is worse", "helps", "hurts", "the team")


def body(answer: Answer) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def without_timing(answer: Answer) -> dict[str, Any]:
    found = body(answer)
    assert found.pop("timing")
    return found


# --- compare ---------------------------------------------------------------------------------------------------------


def test_a_change_in_the_words_of_players(cli: Cli) -> None:
    answer = cli("compare", "marbles", "--rule", "head_start=6", *QUICK)
    assert answer.code == 0
    first = answer.out.splitlines()[0]
    assert first.startswith("Marbles, ring: head_start=6: more marbles a player, ")
    assert "+1.333 marbles" in first and "further from an equal 33.3 %" in first
    for text in ("Marbles of the winner", "Marbles from best to worst", "Win share, green seat", "Shared victories"):
        assert text in answer.out, text
    assert not any(word in answer.out for word in TEAM_WORDS)
    assert "those of the seats hold together" in answer.out and "When they meet" not in answer.out


def test_nearer_to_an_equal_part(cli: Cli) -> None:
    out = cli("compare", "marbles", "--rule", "head_start=0", *QUICK).out
    assert "the red seat wins" in out and "nearer to an equal 33.3 %" in out


def test_policies_meet_unless_told_not_to(cli: Cli) -> None:
    line = ("compare", "marbles", "--policy", "shy", "--policy", "bold", *QUICK)
    out = cli(*line).out
    assert "bold beats shy when they meet: alone at a table of the other, bold wins" in out
    assert "500 games of each of 3 tables, the same seeds" in out and "(an equal part is 33.3 %)" in out
    two = cli(*line, "--players", "2", "--meet").out
    assert "bold beats shy when they meet: bold wins" in two and "green" not in two
    turned = cli("compare", "marbles", "--policy", "bold", "--policy", "shy", *QUICK, "--players", "2").out
    share = next(line for line in two.splitlines() if "when they meet" in line).rstrip(".")
    assert share in turned, "whoever is named first, the winner's share is told"
    assert "--players 2" in two and "--meet" in two.split("Again:")[1]
    assert "when they meet" not in cli(*line, "--no-meet").out
    whole = cli("compare", "marbles", "--policy", "bold+shy+shy", "--policy", "bold", *QUICK)
    assert whole.code == 0 and "when they meet" not in whole.out


def test_json_has_the_metrics_and_meetings(cli: Cli) -> None:
    line = ("compare", "marbles", "--policy", "shy", "--policy", "bold", "--policy", "random", *QUICK, "--json")
    found = without_timing(cli(*line, "--jobs", "1"))
    assert found == without_timing(cli(*line, "--jobs", "2"))
    metrics = {effect["metric"]: effect for effect in found["effects"] if effect["arm"] == "bold"}
    assert metrics["points"]["unit"] == "marbles" and metrics["victory.red"]["unit"] == "share"
    assert found["measure"] == "points" and found["order"] == [["bold"], ["random"]]
    assert [(m["player"], m["others"]) for m in found["meetings"]] == [
        ("bold", "shy"), ("shy", "bold"), ("random", "shy"), ("shy", "random"),
    ]  # fmt: skip
    assert set(found["discordant"] or {}) <= {"a_only", "b_only"}


def test_margins_of_points_and_shares(cli: Cli) -> None:
    line = ("compare", "marbles", "--rule", "head_start=3", *QUICK, "--json")
    margins = ("--margin", "points=2", "--margin", "points.red=3", "--margin", "5pp")
    effects = {effect["metric"]: effect for effect in body(cli(*line, *margins))["effects"]}
    assert effects["points"]["margin"] == effects["points.blue"]["margin"] == 2
    assert effects["points.red"]["margin"] == 3 and effects["victory.red"]["margin"] == 0.05
    assert effects["spread"]["margin"] == 0.5 and effects["points"]["verdict"] == "equivalent"


def test_all_scenarios_for_some_players(cli: Cli) -> None:
    found = body(cli("compare", "marbles", "--rule", "slip=2", "--scenario", "all", "--players", "3", *QUICK, "--json"))
    assert found["scenarios"] == ["long", "ring"]
    answer = cli("compare", "marbles", "--rule", "players=2", *QUICK)
    assert "players=2 is played by 2, printed by 3" in answer.err


# --- attribute -------------------------------------------------------------------------------------------------------


def test_what_each_rule_does(cli: Cli) -> None:
    out = cli("attribute", "marbles", *QUICK).out
    assert "marbles a player under 'bold'. What adds most: head start (+0.6667 marbles); what takes most: slip" in out
    assert "Win share of the red seat: " in out and "slip" in out
    wins = cli("attribute", "marbles", "--measure", "victory", "--players", "2", "--margin", "2pp", *QUICK).out
    assert "The ring for two: the red seat wins" in wins and "(an equal part is 50 %)" in wins
    assert "margin 2 pp" in wins and "--measure victory" in wins
    assert not any(word in out + wins for word in TEAM_WORDS)
    found = body(cli("attribute", "marbles", "--measure", "spread", "--no-pairs", *QUICK, "--json"))
    assert found["measure"]["name"] == "spread" and {e["verdict"] for e in found["effects"]} <= {
        "adds", "takes", "equivalent", "unknown",
    }  # fmt: skip


# --- sensitivity -----------------------------------------------------------------------------------------------------


def test_a_study_in_the_words_of_players(cli: Cli) -> None:
    answer = cli("sensitivity", "marbles", *SIZE, "--scenario", "ring", "--believe", "ring=28+-3")
    assert answer.code == 0
    for text in (
        "The policy 'bold' beats 'shy': alone among them it wins more than an equal part",
        "change of the marbles a player in The ring in marbles",
        "Marbles a player under ‘bold’",
        "Share of the wins as assumed: of the red seat",
        "one ‘bold’ among ‘shy’",
        "Believed: The ring, marbles a player: 28 (within 3 marbles)",
    ):
        assert text in answer.out, text
    assert "win rate" not in answer.out and not any(word in answer.out for word in TEAM_WORDS)


def test_a_study_is_a_function_of_its_input(cli: Cli) -> None:
    line = ("sensitivity", "marbles", *SIZE, "--measure", "victory", "--players", "2", "--json", "--quiet")
    once = without_timing(cli(*line, "--jobs", "1"))
    assert once == without_timing(cli(*line, "--jobs", "2"))
    assert once["scenarios"] == ["ring-for-2"] and once["measure"]["name"] == "victory.red"
    words = once["command"].split()[1:]
    assert without_timing(cli(*words, "--json", "--quiet")) == once
    usual = body(cli("sensitivity", "marbles", *SIZE, "--json", "--quiet"))
    assert usual["scenarios"] == ["ring"], "the usual one"
    every = body(cli("sensitivity", "marbles", *SIZE, "--scenario", "all", "--json", "--quiet"))
    assert every["scenarios"] == ["long", "ring"], "all for as many players as the usual one has"


# --- pictures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        ("compare", "marbles", "--rule", "head_start=6", *QUICK),
        ("compare", "marbles", "--rule", "slip=2", "--rule", "slip=0", "--scenario", "all", *QUICK),
        ("compare", "marbles", "--rule", "slip=2", "--scenario", "all", *QUICK),
        ("attribute", "marbles", *QUICK),
        ("sensitivity", "marbles", "--scenario", "ring", *SIZE),
    ],
)
def test_pictures(cli: Cli, line: tuple[str, ...]) -> None:
    answer = cli(*line, "--figure", "it.png")
    assert answer.code == 0 and Path("it.png").read_bytes().startswith(b"\x89PNG")


# --- wrong input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("compare marbles --policy bold --policy shy --players 5", "--players 5: Marbles is for 2 or 3 players."),
        ("compare marbles --policy bold+shy --policy bold", "--policy names 2 policies, but Marbles has 3 seats"),
        ("compare marbles --rule slip=2 --meet", "--meet goes with two or more --policy"),
        ("compare marbles --policy bold+shy+shy --policy bold --meet", "bold+shy+shy names a whole table"),
        ("compare pebbles --policy random --policy careful --meet", "--meet is for games played against each other"),
        ("compare marbles --rule slip=2 --scenario rong", "no scenario 'rong'. Did you mean 'ring'"),
        ("compare marbles --rule slip=2 --margin pionts=1", "nothing compared is called 'pionts'. Did you mean"),
        ("compare marbles --rule slip=2 --scenario long --players 2", "no scenario 'long' for other numbers"),
        ("attribute marbles --measure pionts", "no such measure. Did you mean 'points'"),
        ("attribute marbles --measure points.green --players 2", "no such measure"),
        ("attribute marbles --margin 1pp", "takes a number of marbles"),
        ("attribute marbles --measure victory --margin 3", "Percentage points are typed 3pp"),
        ("attribute pebbles --measure points", "played by one team; only win_rate is measured"),
        ("sensitivity marbles --measure victori", "Did you mean 'victory'"),
        ("sensitivity pebbles --measure points", "played by one team; only win_rate is measured"),
        ("sensitivity marbles --players 5", "--players 5: Marbles is for 2 or 3 players."),
        ("sensitivity marbles --policy bold+shy+shy", "tried under one policy of every seat"),
        ("sensitivity marbles --believe ring=30%", "--believe takes NAME=NUMBER"),
    ],
)
def test_wrong_input(cli: Cli, line: str, said: str) -> None:
    answer = cli(*line.split())
    assert (answer.code, answer.out) == (2, "") and said in answer.err
    assert "Traceback" not in answer.err


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli("attribute", "marbles", "--measure", "pionts", "--players", "5", "--policy", "bald")
    assert answer.code == 2 and all(text in answer.err for text in ("'points'", "--players 5", "'bold'"))
    answer = cli("sensitivity", "marbles", "--measure", "pionts", "--players", "5", "--policy", "bald")
    assert answer.code == 2 and all(text in answer.err for text in ("'points'", "--players 5", "'bold'"))
    answer = cli("compare", "marbles", "--policy", "bald", "--players", "5", "--meet", "--margin", "3")
    assert answer.code == 2
    assert all(text in answer.err for text in ("'bold'", "--players 5", "--meet goes with", "typed 3pp"))


def test_a_team_takes_its_one_measure(cli: Cli) -> None:
    line = ("attribute", "pebbles", "--games", "500", "--seed", "3")
    usual, named = cli(*line).out, cli(*line, "--measure", "win_rate").out
    assert usual.split("Took")[0] == named.split("Took")[0]
