"""campaign, and what other commands know of campaigns: replay, list, report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
CLUBS = ("--club", "thrifty", "--club", "growth:reserve=12")
LINE = ("campaign", "opulent", *CLUBS, "--games", "60", "--seed", "3")

#: Campaigns alone.
QUICK = ("--no-orders", "--no-doubts")


def test_the_answer_comes_first_then_the_tables(cli: Cli) -> None:
    answer = cli(*LINE, "--order-games", "6", "--jobs", "2", "--figure", "curve.svg")
    assert answer.code == 0
    first = answer.out.splitlines()[0]
    assert first.startswith("The Opulent: A team that plays ‘rulebook’ and runs the club as ‘thrifty’ survives all ten")
    for text in (
        "Why its campaigns end:", "alive after", "growth:reserve=12", "of those who came", "carried on, median (90 %)",
        "goal in the coffers, in the campaign", "upgrades, % of clubs alive after",
        "- Cost of business", "first purchase fixed, in 1921", "An association", "years/s", "seed 3",
    ):  # fmt: skip
        assert text in answer.out, text
    assert "Again: house-edge campaign opulent --club thrifty --club growth:reserve=12 --games 60" in answer.out
    ElementTree.parse("curve.svg")


def test_json_is_a_function_of_the_input_and_not_of_the_workers(cli: Cli) -> None:
    once, again = (json.loads(cli(*LINE, *QUICK, "--jobs", jobs, "--json").out) for jobs in ("1", "2"))
    for body in (once, again):
        assert body.pop("timing")["years_per_s"] > 0
    assert once == again
    assert (once["schema"], once["schema_version"], once["status"]) == ("house-edge/campaign", 1, "complete")
    assert [career["club"] for career in once["careers"]] == ["thrifty", "growth:reserve=12"]
    assert once["orders_forced"] is None and once["main"] == ["rulebook", "thrifty"]
    for career in once["careers"]:
        assert career["ledger"]["unbalanced"] == 0
        assert sum(career["ledger"]["in"].values()) == sum(career["ledger"]["out"].values())
        assert all(sum(year["endings"].values()) == 60 for year in career["years"])
    stored = json.loads(next(Path("runs").glob("*-opulent-campaign-s3/campaign.json")).read_text(encoding="utf-8"))
    assert stored["careers"] == once["careers"]


def test_house_rules_stack_and_are_told(cli: Cli) -> None:
    line = (
        "campaign",
        "opulent",
        "--club",
        "thrifty",
        "--games",
        "20",
        "--seed",
        "3",
        "--no-orders",
        "--no-doubts",
        "--json",
    )
    printed = json.loads(cli(*line).out)
    answer = cli(*line, "--variant", "easy-street", "--variant", "five-nickels", "--rule", "campaign.sale_share=100")
    changed = json.loads(answer.out)
    assert "house rules differ" in answer.err and len(changed["warnings"]) == answer.err.count("house rules differ")
    assert changed["rules_changed"]["campaign.sale_share"]["value"] == 100
    assert changed["variants"] == ["easy-street", "five-nickels"]
    survived = [body["careers"][0]["years_survived"]["estimate"] for body in (printed, changed)]
    assert survived[1] > survived[0]
    assert printed["rules_digests"].keys() == changed["rules_digests"].keys()


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli(
        "campaign", "opulent", "--club", "growht", "--club", "rulebook", "--policy", "thrifty", "--games", "0",
        "--rule", "jar=3", "--order-games", "x", "--figure", "curve.pdf", "--seed", "-1",
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 8
    assert "Did you mean 'growth'?" in answer.err
    assert "--club rulebook: 'rulebook' plays the scenarios themselves; say --policy rulebook." in answer.err
    assert "say --club thrifty." in answer.err
    assert "takes a number from" in cli("campaign", "opulent", "--club", "growth:reserve=-3").err
    assert (
        "has no weight 'reseve'. Did you mean 'reserve'?" in cli("campaign", "opulent", "--club", "growth:reseve=3").err
    )
    assert "Pebbles has no campaign." in cli("campaign", "pebbles").err
    assert "the game is missing" in cli("campaign").err
    assert "Did you mean --club?" in cli("campaign", "opulent", "--clubs", "growth").err


def test_ctrl_c_says_how_far_it_came(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        step = SimpleNamespace(stage="campaigns", done=250, total=8000, note="", run=None)
        _[-1](step)  # type: ignore[operator]
        raise KeyboardInterrupt

    monkeypatch.setattr("analysis.campaign.campaign", stopped)
    answer = cli(*LINE)
    assert (answer.code, answer.out) == (130, "")
    assert "stopped at 250 of 8,000 of ‘campaigns’; nothing was stored." in answer.err
    assert "Again: house-edge campaign opulent" in answer.err
    assert not Path("runs").exists() or not list(Path("runs").glob("*campaign*"))


# --- other commands --------------------------------------------------------------------------------------------------


def test_a_campaign_is_replayed_whole_or_a_year_of_it(cli: Cli) -> None:
    line = ("replay", "opulent", "--campaign", "--club", "thrifty", "--seed", "3", "--game", "1")
    whole = [json.loads(text) for text in cli(*line, "--format", "jsonl").out.splitlines()]
    headers = [entry for entry in whole if entry["type"] == "header"]
    assert [header["scenario"] for header in headers][:2] == ["1920", "1921"]
    assert headers[0]["policies"][-1] == "thrifty" and headers[1]["campaign"]["number"] == 1
    alone = [json.loads(text) for text in cli(*line, "--scenario", "1921", "--json").out.splitlines()]
    begins = whole.index(headers[1])
    assert alone == whole[begins : begins + len(alone)] and alone[-1]["type"] == "result"
    story = cli(*line, "--scenario", "1921")
    assert story.code == 0 and "1921" in story.out and "[campaign.carry]" in story.out


def test_what_cannot_be_replayed(cli: Cli) -> None:
    answer = cli("replay", "opulent", "--club", "thrifty")
    assert (answer.code, answer.out) == (2, "") and "add --campaign" in answer.err
    answer = cli("replay", "opulent", "--campaign", "--club", "thrfty", "--scenario", "1992", "--game", "x")
    assert answer.code == 2 and len(answer.err.splitlines()) == 3
    assert "Pebbles has no campaign." in cli("replay", "pebbles", "--campaign").err


def test_the_list_of_policies_has_a_section_for_those_who_run_the_club(cli: Cli) -> None:
    text = cli("list", "policies", "opulent").out
    first, second = text.split("(--club)")
    assert "rulebook" in first and "thrifty" not in first.replace("--club", "")
    assert "thrifty" in second and "reserve=" in second
    rows = json.loads(cli("list", "policies", "opulent", "--json").out)["policies"]
    assert {row["plays"] for row in rows} == {"scenario", "campaign"}
    scenarios = json.loads(cli("list", "scenarios", "opulent", "--json").out)["scenarios"]
    assert "year.staff_money" in scenarios[4]["single_session_only"]


def test_a_report_takes_the_newest_campaign_under_its_own_rules(cli: Cli) -> None:
    table = ("difficulty", "opulent", "--scenario", "1920", "--policy", "random", "--games", "50", "--seed", "3")
    assert cli(*table, "--table-only").code == 0
    assert cli("report", "--out", "page").code == 0
    page = Path("page/index.html")
    assert "house-edge campaign opulent" in page.read_text(encoding="utf-8")
    assert not list(Path("page/figures").glob("campaign-*"))
    line = ("campaign", "opulent", "--club", "thrifty", "--games", "40", *QUICK, "--seed", "5")
    assert cli(*line).code == 0
    assert cli(*line, "--rule", "campaign.sale_share=100").code == 0  # newer, but other rules
    assert cli("report", "--out", "page").code == 0
    text = page.read_text(encoding="utf-8")
    assert "How long the club lasts" in text and "house-edge campaign opulent --club thrifty --games 40" in text
    assert "sale_share=100" not in text
    assert Path("page/figures/campaign-survival.png").exists() and Path("page/tables/campaign_years.csv").exists()
