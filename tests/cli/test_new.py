"""new variant, and what the command line says where house rules differ."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from sim.registry import load_game, resolve
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]


@pytest.mark.parametrize("game", ["pebbles", "opulent"])
def test_the_example_works_as_it_is(cli: Cli, surroundings: Path, game: str) -> None:
    answer = cli("new", "variant", "my-own rules.toml", "--game", game)
    assert answer.code == 0
    assert f"house-edge run {game} --variant './my-own rules.toml'" in answer.out
    text = (surroundings / "my-own rules.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert (data["title"], len(data["rules"])) == ("My own rules", 1)
    loaded = load_game(game)
    for scenario in loaded.scenarios:
        rules = resolve(loaded, scenario, ["./my-own rules.toml"])
        assert len(rules.changed(loaded.parameters)) == 1
        assert rules.digest() != resolve(loaded, scenario).digest()


@pytest.mark.parametrize("game", ["pebbles", "opulent"])
def test_every_line_that_is_commented_out_is_valid(cli: Cli, surroundings: Path, game: str) -> None:
    cli("new", "variant", "all.toml", "--game", game)
    path = surroundings / "all.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'^# (extends|"?[a-z_.]+"?) = ', r"\1 = ", text, flags=re.MULTILINE), encoding="utf-8")
    loaded = load_game(game)
    levers = {rule.name for rule in loaded.parameters.values() if rule.lever}
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(data["rules"]) == levers
    assert data["extends"]
    resolve(loaded, variants=["all.toml"])


@pytest.mark.kernel
def test_the_command_it_names_plays_with_it(cli: Cli) -> None:
    new = json.loads(cli("new", "variant", "mine.toml", "--game", "pebbles", "--json").out)
    assert new["schema"] == "house-edge/new" and new["file"] == "mine.toml" and not new["replaced"]
    played = json.loads(cli(*new["try"].split()[1:], "--games", "50", "--jobs", "1", "--json").out)
    assert played["rules_changed"] == {"slip": {"value": 0, "default": 1, "unit": "pips"}}
    assert played["variants"] == ["mine"]


def test_a_file_is_not_replaced_unasked(cli: Cli, surroundings: Path) -> None:
    (surroundings / "mine.toml").write_text("# precious\n", encoding="utf-8")
    answer = cli("new", "variant", "mine.toml", "--game", "pebbles")
    assert (answer.code, answer.out) == (2, "")
    assert "mine.toml: exists already. Name another file, or replace it with --force." in answer.err
    assert (surroundings / "mine.toml").read_text(encoding="utf-8") == "# precious\n"
    assert cli("new", "variant", "mine.toml", "--game", "pebbles", "--force").code == 0
    assert "title" in (surroundings / "mine.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [("variant", "x.toml"), ("policy", "x.py"), ("position", "x.toml")])
def test_without_a_game_it_is_the_one_of_the_documentation(cli: Cli, arguments: tuple[str, str]) -> None:
    answer = cli("new", *arguments)
    assert answer.code == 0 and f"{arguments[1]} written" in answer.out
    assert "for The Opulent; another game is named by --game (marbles, pebbles" in answer.err
    assert json.loads(cli("new", *arguments, "--force", "--json").out)["game"] == "opulent"


def test_a_parent_tells_the_game(cli: Cli) -> None:
    assert json.loads(cli("new", "policy", "x.py", "--parent", "careful", "--json").out)["game"] == "pebbles"


def test_mistakes_of_new_are_named_together(cli: Cli, surroundings: Path) -> None:
    (surroundings / "folder").mkdir()
    answer = cli("new", "varient", "folder", "--game", "pebles")
    assert (answer.code, answer.out) == (2, "")
    for text in ("Did you mean 'variant'?", "folder: this is a folder", "Did you mean 'pebbles'?"):
        assert text in answer.err
    assert "the file is missing, for example: house-edge new policy frugal.py" in cli("new", "policy").err
    assert "what to write (variant, policy, position) is missing" in cli("new").err
    assert cli("new", "variant", "/proc/none/x.toml", "--game", "pebbles").code == 2
    assert [path.name for path in surroundings.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    "line",
    [
        ("run", "pebbles", "--games", "40", "--jobs", "1"),
        ("difficulty", "pebbles", "--games", "40", "--table-only", "--jobs", "1"),
        ("show", "rules", "pebbles"),
        ("odds", "opulent", "raid"),
    ],
)
def test_house_rules_that_differ_are_named_everywhere(cli: Cli, surroundings: Path, line: tuple[str, ...]) -> None:
    game = line[1] if line[0] != "show" else line[2]
    rule, kind, other = (
        ("slip", "kind", "3") if game == "pebbles" else ("year.cost_adjustment", "cheaper-business", "5")
    )
    (surroundings / "mine.toml").write_text(f'[rules]\n"{rule}" = {other}\n', encoding="utf-8")
    answer = cli(*line, "--variant", kind, "--variant", "mine.toml", "--json")
    assert answer.code == 0
    said = f"The last one counts, alone: {other} (variant mine.toml)."
    assert f"warning: house rules differ. {rule}: variant {kind} sets " in answer.err and said in answer.err
    (warning,) = json.loads(answer.out)["warnings"]
    assert warning.startswith(f"{rule}: variant {kind} sets ") and warning.endswith(said)
    quiet = cli(*line, "--variant", kind, "--json")
    assert json.loads(quiet.out)["warnings"] == [] and "differ" not in quiet.err


def test_replay_names_them_too(cli: Cli) -> None:
    assert (
        "slip: variant kind sets 0, --rule sets 2"
        in cli("replay", "pebbles", "--variant", "kind", "--rule", "slip=2").err
    )
