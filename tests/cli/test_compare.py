"""compare."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reports.cli.arms import read_margins, read_points, read_until, split_rules, stacked
from sim import registry
from sim.errors import BadInput
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
QUICK = ("--games", "6000", "--seed", "3", "--policy", "random")


def body(answer: Answer) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def effects(found: dict[str, Any], scenario: str = "high") -> dict[tuple[str, str], dict[str, Any]]:
    return {(e["arm"], e["metric"]): e for e in found["effects"] if e["scenario"] == scenario}


# --- planted effects -------------------------------------------------------------------------------------------------


def test_a_planted_effect_is_found(cli: Cli) -> None:
    """A jar that holds less is filled more often, and sooner."""
    found = body(cli("compare", "pebbles", "--rule", "jar=15", *QUICK, "--json"))
    won = effects(found)["jar=15", "win_rate"]
    assert won["verdict"] == "better" and won["difference"]["low"] > 0.05
    assert won["difference"]["estimate"] == pytest.approx(won["value"]["estimate"] - won["base"]["estimate"])
    washed = effects(found)["jar=15", "outcome.washed"]
    assert washed["verdict"] == "better" and washed["difference"]["high"] < 0
    assert effects(found)["jar=15", "turns"]["verdict"] == "less"
    assert found["diverged"]["low"] > 0.3 and found["discordant"]["a_only"] == 0 < found["discordant"]["b_only"]
    assert found["pairs"] == 6000 and found["stop"]["rule"] == "fixed"


def test_a_planted_nothing_is_not_found(cli: Cli) -> None:
    """A rule set to its own default, and a cap that no game reaches."""
    for rule in ("slip=1", "turn_cap=500"):
        answer = cli("compare", "pebbles", "--rule", rule, *QUICK)
        assert "is equivalent within 1 pp" in answer.out and "0.00 pp (-0.06 to +0.06 pp)" in answer.out
        assert "None of the games went differently" in answer.out
    assert "slip=1 changes nothing in high" in cli("compare", "pebbles", "--rule", "slip=1", *QUICK).err


def test_policies_against_each_other(cli: Cli) -> None:
    found = body(cli("compare", "pebbles", "--policy", "random", "--policy", "careful", *QUICK[:4], "--json"))
    assert [(arm["name"], arm["base"]) for arm in found["arms"]] == [("random", True), ("careful", False)]
    assert found["arms"][1]["policies"][0]["name"] == "careful" and not found["arms"][1]["rules_changed"]
    assert effects(found)["careful", "win_rate"]["verdict"] == "better"


def test_few_games_show_nothing(cli: Cli) -> None:
    answer = cli("compare", "pebbles", "--rule", "turn_cap=500", "--games", "50", "--seed", "3")
    assert "whether it matters is not yet known" in answer.out


# --- what is printed and stored --------------------------------------------------------------------------------------


def test_the_answer_in_words(cli: Cli) -> None:
    answer = cli("compare", "pebbles", "--variant", "kind", "--rule", "tide=5", *QUICK)
    assert answer.code == 0
    first, second = answer.out.splitlines()[:2]
    assert re.fullmatch(
        r"Pebbles, tide high: kind is better: the team wins [\d.]+ % of games instead of [\d.]+ %, "
        r"\+[\d.]+ pp \(\+[\d.]+ to \+[\d.]+ pp\)\.",
        first,
    )
    assert second.startswith("tide=5 is worse")
    for text in (
        "Compared with the printed rules, played by random",
        "Most wins first: kind > tide=5",
        "not won: the tide came in",
        "hold together for 2 comparisons",
        "seed 3",
        "Again: house-edge compare pebbles --variant kind --rule tide=5 --policy random --games 6000 --seed 3",
    ):
        assert text in answer.out


def test_json_is_a_function_of_the_question(cli: Cli) -> None:
    line = ("compare", "pebbles", "--variant", "kind", "--rule", "jar=22", "--scenario", "all", *QUICK, "--json")
    one, two = (json.loads(cli(*line, "--jobs", jobs).out) for jobs in ("1", "2"))
    assert one.pop("timing") != two.pop("timing")
    assert one == two
    assert one["schema"] == "house-edge/compare" and one["adjustment"] == {
        "method": "bonferroni",
        "comparisons": 6,
        "confidence_each": pytest.approx(1 - 0.05 / 6),
    }
    assert {e["scenario"] for e in one["effects"]} == {"high", "low", "all"}
    assert one["diverged"] is None and len(one["comparisons"]) == 6 and len(one["mutual"]) == 1
    assert [arm["name"] for arm in one["arms"]] == ["printed", "kind", "jar=22"] * 2
    high, low, overall = (effects(one, name)["kind", "win_rate"]["difference"] for name in ("high", "low", "all"))
    assert overall["estimate"] == pytest.approx((high["estimate"] + low["estimate"]) / 2)
    assert one["arms"][1]["rules_changed"] == {"slip": {"value": 0, "default": 1, "unit": "pips"}}


def test_the_answer_is_stored(cli: Cli, surroundings: Path) -> None:
    found = body(cli("compare", "pebbles", "--variant", "kind", *QUICK, "--json"))
    (path,) = (surroundings / "runs").glob("*-pebbles-compare-s3/compare.json")
    assert json.loads(path.read_text(encoding="utf-8")) == found


def test_arms_that_cannot_be_told_apart_are_tied(cli: Cli) -> None:
    found = body(
        cli(
            "compare",
            "pebbles",
            "--rule",
            "turn_cap=500",
            "--rule",
            "turn_cap=600",
            "--rule",
            "slip=3",
            *QUICK,
            "--json",
        )
    )
    assert found["order"] == [["turn_cap=500", "turn_cap=600"], ["slip=3"]]
    assert "turn_cap=500 = turn_cap=600 > slip=3  (= cannot" in cli(
        "compare", "pebbles", "--rule", "slip=3", "--rule", "turn_cap=500", "--rule", "turn_cap=600", *QUICK
    ).out  # fmt: skip


def test_stacked_variants_and_another_base(cli: Cli, surroundings: Path) -> None:
    Path("long.toml").write_text('title = "Long"\nreason = "More time."\n[rules]\ntide = 16\n', encoding="utf-8")
    found = body(cli("compare", "pebbles", "--base", "kind", "--variant", "./long.toml", *QUICK, "--json"))
    assert [(arm["name"], sorted(arm["rules_changed"])) for arm in found["arms"]] == [
        ("kind", ["slip"]),
        ("long", ["slip", "tide"]),
    ]
    stack = body(
        cli("compare", "pebbles", "--variant", "kind+./long.toml", "--rule", "slip=0,tide=16", *QUICK, "--json")
    )
    (both,) = stack["mutual"]
    assert both["difference"]["estimate"] == 0 and stack["order"] == [["kind+long", "slip=0,tide=16"]]


# --- until -----------------------------------------------------------------------------------------------------------


def test_until_a_half_width(cli: Cli) -> None:
    line = ("compare", "pebbles", "--rule", "slip=2", "--policy", "random", "--seed", "3", "--until", "0.8pp", "--json")
    one, two = (json.loads(cli(*line, "--jobs", jobs).out) for jobs in ("1", "2"))
    del one["timing"], two["timing"]
    assert one == two
    won = effects(one)["slip=2", "win_rate"]
    assert one["status"] == "stopped" and one["stop"]["rule"] == "half-width"
    assert re.fullmatch(r"every difference is known to within 0\.[67]\d pp", one["stop"]["reason"])
    assert (won["difference"]["high"] - won["difference"]["low"]) / 2 <= 0.008
    assert won["difference"]["method"] == "normal-mixture-sequence"
    assert one["pairs"] == one["stop"]["games"] == 5000 * (one["stop"]["block"] + 1) > 5000


def test_until_decided(cli: Cli) -> None:
    line = ("compare", "pebbles", "--rule", "slip=2", "--rule", "turn_cap=500", "--policy", "random", "--seed", "3")
    answer = cli(*line, "--until", "decided")
    assert "slip=2 is worse" in answer.out and "turn_cap=500 is equivalent within 1 pp" in answer.out
    assert "every verdict is known" in answer.out and "may be looked at after every block" in answer.out


def test_until_ends_where_it_may_not_go_on(cli: Cli) -> None:
    answer = cli("compare", "pebbles", "--rule", "jar=21", "--until", "0.01pp", "--max-games", "7000", "--seed", "3")
    assert answer.code == 0 and "7,000 games of each" in answer.out and "the most games were played" in answer.out


def test_ctrl_c_prints_what_is_known(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis import compare

    real, calls = compare.play, []

    def play(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == 4:  # in the second chunk, after the base
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(compare, "play", play)
    answer = cli("compare", "pebbles", "--rule", "slip=2", "--games", "20000", "--seed", "3", "--json")
    found = json.loads(answer.out)
    assert answer.code == 130 and "Stopped after 5,000 games of each" in answer.err
    assert found["status"] == "interrupted" and found["stop"]["reason"] == "stopped by hand"
    assert found["effects"][0]["difference"]["n"] == 5000 == found["pairs"]
    calls[:] = [1, 1, 1]
    assert cli("compare", "pebbles", "--rule", "slip=2", "--seed", "3").code == 130


# --- the picture -----------------------------------------------------------------------------------------------------


def test_the_picture_says_how_it_was_found(cli: Cli, surroundings: Path) -> None:
    answer = cli("compare", "pebbles", "--rule", "tide=5", *QUICK, "--figure", "new/picture.svg")
    assert answer.code == 0 and "The picture: new/picture.svg" in answer.out
    text = re.sub(r"\s+", " ", " ".join(re.findall(r"<text[^>]*>([^<]*)", Path("new/picture.svg").read_text())))
    for part in ("tide=5 is worse", "6,000 games of each", "seed 3", "policy random", "house-edge compare pebbles"):
        assert part in text.replace("\xa0", " ")
    assert cli("compare", "pebbles", "--rule", "tide=5", "--scenario", "all", *QUICK, "--figure", "p.png").code == 0
    assert Path("p.png").read_bytes().startswith(b"\x89PNG")


# --- mistakes --------------------------------------------------------------------------------------------------------


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli(
        *("compare", "pebbles", "--scenario", "hih", "--variant", "knd", "--rule", "jr=1", "--rule", "x"),
        *("--policy", "randm", "--games", "10", "--until", "0", "--margin", "2", "--seed", "x", "--figure", "a.jpg"),
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "has no scenario 'hih'. Did you mean 'high'?",
        "has no variant 'knd'. Did you mean 'kind'?",
        "no rule 'jr'. Did you mean 'jar'?",
        "--rule takes NAME=VALUE",
        "has no policy 'randm'. Did you mean 'random'?",
        "--games is a fixed number, --until finds one",
        "--until takes more than 0pp",
        "--margin 2: 2 of what? Percentage points are typed 2pp.",
        "--seed takes a whole number",
        "--figure a.jpg: the name ends in .png or .svg.",
    ):
        assert text in answer.err
    assert len(answer.err.splitlines()) == 10


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "the game is missing"),
        (("pebbles",), "there is nothing to compare with"),
        (("pebbles", "--policy", "random"), "there is nothing to compare with"),
        (("pebbles", "--policy", "random", "--policy", "random"), "two arms called random"),
        (("pebbles", "--policy", "random", "--policy", "careful", "--variant", "kind"), "not both at once"),
        (("pebbles", "--variant", "kind", "--variant", "kind"), "two arms called kind"),
        (("pebbles", "--variant", "kind", "--scenario", "all", "--scenario", "low"), "leave the others out"),
        (("pebbles", "--variant", "kind", "--max-games", "5"), "--max-games goes with --until"),
        (("pebbles", "--variant", "kind", "--games", "0"), "--games takes at least 1"),
        (("pebbles", "--variant", "kind", "--games", ""), "--games takes a whole number"),
        (("pebbles", "--rule", "slip=9"), "slip = '9' is not allowed"),
        (("pebbles", "--variant", "kind", "--margin", "jra=1"), "Did you mean 'jar'?"),
    ],
)
def test_one_mistake(cli: Cli, arguments: tuple[str, ...], text: str) -> None:
    answer = cli("compare", *arguments)
    assert (answer.code, answer.out) == (2, "") and text in answer.err


def test_units() -> None:
    assert read_points("0.5pp", "--until") == 0.005 and read_points("1 %", "--until") == 0.01
    for wrong in ("0.5", "0pp", "51pp", "-1pp", "pp", "1ppm", "", "nan", "1e999pp"):
        with pytest.raises(BadInput, match="--until"):
            read_points(wrong, "--until")
    assert read_until("decided").half_width is None and read_until("2pp").half_width == 0.02
    with pytest.raises(BadInput, match="'decided', not 'decide'"):
        read_until("decide")
    game = registry.load_game("pebbles")
    margins = read_margins(["0.5pp", "jar=2"], game)
    assert margins == {"win_rate": 0.005, "outcome.washed": 0.005, "outcome.abandoned": 0.005, "jar": 2.0}
    with pytest.raises(BadInput) as error:
        read_margins(["1pp", "2pp", "jar=x", "turns=0", "jra=1"], game)
    assert len(error.value.problems) == 4
    assert split_rules("a.b=1,c=2,3") == ["a.b=1", "c=2,3"] and stacked("a+b") == ["a", "b"]


def test_the_margin_makes_the_verdict(cli: Cli) -> None:
    line = ("compare", "pebbles", "--rule", "jar=21", *QUICK, "--json")
    usual, wide = (effects(body(cli(*line, *more)))["jar=21", "win_rate"] for more in ((), ("--margin", "5pp")))
    assert (usual["verdict"], usual["margin"]) == ("worse", 0.01)
    assert (wide["verdict"], wide["margin"]) == ("equivalent", 0.05)
    assert usual["difference"] == wide["difference"]


def test_help_says_what_an_arm_is(cli: Cli) -> None:
    answer = cli("compare", "--help")
    assert answer.code == 0
    words = " ".join(answer.out.replace("│", " ").split())
    assert "A+B for two together. Repeated: each an arm of its own." in words
