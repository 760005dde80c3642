"""The template game and The Opulent keep the engine's contracts; broken policies are found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reports.cli.main import main
from sim import registry
from sim.block import Context, Plan
from sim.errors import ContractBroken
from sim.jit import INTERPRETED
from sim.policy import parse_team
from sim.testing import check_campaign, check_game, check_policy

#: Without compiled code a campaign takes half a minute, and what is checked is the engine, whoever runs the club.
CLUBS = ["random"] if INTERPRETED else ["random", "thrifty", "bar-first", "growth", "safe-first"]
TEMPLATE = Path(__file__).parent / "template"

BROKEN = '''"""A policy that breaks a contract."""

from sim.policy import Policy

policy = Policy("pebbles", "{name}", parent="random")


@policy.decision
def search(table, rules, choices, n, weights, memory, luck, seat):
    """Break it."""
    {line}
    return {answer}
'''


@pytest.mark.kernel
def test_the_template_game_conforms() -> None:
    check_game("pebbles", games=200)


@pytest.mark.kernel
@pytest.mark.parametrize("club", CLUBS)
def test_the_opulent_campaign_conforms(club: str) -> None:
    check_campaign("opulent", [club], "novice", games=1 if INTERPRETED else 40)


@pytest.mark.kernel
def test_the_opulent_conforms_with_random_play() -> None:
    check_game("opulent", games=3 if INTERPRETED else 12, policies=["random"])


@pytest.mark.parametrize("policy", ["random", "careful", "careful:enough=9"])
def test_template_policies_conform(policy: str) -> None:
    check_policy("pebbles", policy, games=100)


@pytest.mark.parametrize(
    ("name", "line", "answer", "said"),
    [
        ("out_of_range", "", "n", "answered 2 to the decision 'search' with 2 choices"),
        ("negative", "", "-1", "answered -1"),
        ("writer", "table.jar = 100", "0", "wrote to the table"),
        ("chooser", "for mine in (choices,):\n        mine[0, 0] = 1", "0", "wrote to the list of choices"),
    ],
)
def test_a_broken_policy_is_named(tmp_path: Path, name: str, line: str, answer: str, said: str) -> None:
    file = tmp_path / f"{name}.py"
    file.write_text(BROKEN.format(name=name, line=line, answer=answer))
    with pytest.raises(ContractBroken, match=said):
        check_policy("pebbles", str(file), games=20)


def test_a_policy_that_raises_is_named(tmp_path: Path) -> None:
    file = tmp_path / "raises.py"
    file.write_text(BROKEN.format(name="raises", line="if n > 1:\n        raise ValueError('oh')", answer="0"))
    game = registry.load_game("pebbles")
    with pytest.raises(ContractBroken, match="oh"):
        Context(Plan("pebbles", registry.resolve(game), parse_team(game, str(file)), 1)).play(0, 10)


def test_a_new_game_is_only_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy the template under another name onto the search path: it plays and nothing else changes."""
    shutil.copytree(TEMPLATE / "games" / "pebbles", tmp_path / "games" / "shells")
    shutil.copytree(TEMPLATE / "policies" / "pebbles", tmp_path / "policies" / "shells")
    for file in tmp_path.rglob("*"):
        if file.suffix in (".py", ".toml"):
            file.write_text(file.read_text().replace("pebbles", "shells").replace("Pebbles", "Shells"))
    monkeypatch.setenv("HOUSE_EDGE_PATH", str(tmp_path))
    assert "shells" in registry.games()
    check_game("shells", games=50)
    report = tmp_path / "report"
    monkeypatch.setenv("HOUSE_EDGE_RUNS", str(tmp_path / "runs"))
    assert main(["run", "shells", "--games", "300", "--seed", "1", "--quiet"]) == 0
    arguments = ["report", "--fresh", "--game", "shells", "--games", "300", "--seed", "1", "--quiet"]
    assert main([*arguments, "--out", str(report)]) == 0
    page = next(report.glob("*.html")).read_text(encoding="utf-8")
    assert "Shells" in page
