"""share and run --from: a text with which anyone gets the same number, and is told if not."""

from __future__ import annotations

import io
import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import TEMPLATE, Answer

Cli = Callable[..., Answer]
PLAYED = (
    "--scenario", "low", "--policy", "random+careful:enough=8", "--rule", "jar=22", "--games", "300", "--seed", "3",
    "--jobs", "1",
)  # fmt: skip


@pytest.fixture
def snippet(cli: Cli, surroundings: Path) -> Path:
    """A snippet whose house rules came from a file that is gone."""
    mine = surroundings / "mine.toml"
    mine.write_text('title = "Mine"\nextends = ["kind"]\n[rules]\ntide = 9\n', encoding="utf-8")
    answer = cli("share", "pebbles", *PLAYED, "--variant", "mine.toml")
    assert answer.code == 0, answer.err
    mine.unlink()
    path = surroundings / "shared.toml"
    path.write_text(answer.out, encoding="utf-8")
    return path


def changed(path: Path, *pairs: tuple[str, str]) -> Path:
    """Return a copy of a snippet with some texts replaced."""
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    other = path.with_name("changed.toml")
    other.write_text(text, encoding="utf-8")
    return other


@pytest.mark.kernel
def test_from_run_to_text_to_run_is_the_same_to_the_byte(cli: Cli, snippet: Path, surroundings: Path) -> None:
    first = json.loads(next((surroundings / "runs").glob("*/manifest.json")).read_text(encoding="utf-8"))
    answer = cli("run", "--from", "shared.toml", "--jobs", "1", "--json")
    assert answer.code == 0
    again = json.loads(answer.out)
    assert again["run"]["rows_sha256"] == first["rows_sha256"]
    assert again["rules_digest"] == first["rules_digest"]
    assert again["snippet"]["same"] and again["snippet"]["compared"] == "rows"
    assert again["snippet"]["differences"] == []
    assert again["snippet"]["verdict"].startswith("The same as in the snippet: all 300 games are equal to the byte")
    assert again["command"] == "house-edge run --from shared.toml"
    assert again["variants"] == ["mine"]
    assert "The same as in the snippet" in cli("run", "--from", "shared.toml", "--jobs", "1").out


def test_a_snippet_says_everything_and_needs_no_file(snippet: Path) -> None:
    data = tomllib.loads(snippet.read_text(encoding="utf-8"))
    assert (data["game"], data["scenario"], data["seed"], data["games"]) == ("pebbles", "low", 3, 300)
    assert data["rules"] == {"jar": 22, "slip": 0, "tide": 9}
    assert data["variants"] == ["mine"]
    assert [(entry["seats"], entry["name"], entry.get("weights")) for entry in data["policies"]] == [
        (["left"], "random", None), (["right"], "careful", {"enough": 8.0}),
    ]  # fmt: skip
    assert set(data["digests"]) == {"rules", "sources"}
    assert {"python", "house-edge", "numpy", "numba"} <= set(data["versions"])
    result = data["result"]
    assert result["low"] <= result["win_rate"] <= result["high"]
    assert sum(result["outcomes"].values()) == 300
    assert result["win_rate"] == result["outcomes"]["full"] / 300
    assert len(result["rows_sha256"]) == 64


def test_stdin_and_sharing_again(cli: Cli, snippet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = snippet.read_text(encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    answer = json.loads(cli("run", "--from", "-", "--jobs", "1", "--json", "--out", "again").out)
    assert answer["snippet"]["same"]
    # the command needs neither the text, which is gone, nor the variant's file
    assert (
        json.loads(cli(*answer["command"].split()[1:], "--jobs", "1", "--json").out)["run"]["rows_sha256"]
        == (answer["run"]["rows_sha256"])
    )
    shared = json.loads(cli("share", "again", "--json").out)
    assert shared["schema"] == "house-edge/snippet"
    before, after = tomllib.loads(text), tomllib.loads(shared["snippet"])
    assert before == after


def test_what_differs_is_named(cli: Cli, snippet: Path) -> None:
    other = changed(snippet, ("jar = 22", "jar = 24"), ('house-edge = "', 'house-edge = "9.'))
    answer = cli("run", "--from", other.name, "--jobs", "1", "--json")
    assert answer.code == 0  # explained: the rules are others
    found = json.loads(answer.out)["snippet"]
    assert not found["same"]
    assert [item["what"] for item in found["differences"]] == ["rules", "house-edge"]
    assert found["verdict"].startswith("NOT the same as in the snippet: ")
    assert "What differs: rules (" in found["verdict"]


def test_other_sources_with_equal_rows_are_the_same(cli: Cli, snippet: Path) -> None:
    digest = tomllib.loads(snippet.read_text(encoding="utf-8"))["digests"]["sources"]
    other = changed(snippet, (f'sources = "{digest}"', 'sources = "0123456789abcdef"'))
    found = json.loads(cli("run", "--from", other.name, "--jobs", "1", "--json").out)["snippet"]
    assert found["same"]
    assert "That holds although these differ: sources (0123456789abcdef there, " in found["verdict"]


def test_a_result_nothing_explains_is_a_broken_contract(cli: Cli, snippet: Path) -> None:
    rows = tomllib.loads(snippet.read_text(encoding="utf-8"))["result"]["rows_sha256"]
    other = changed(snippet, (rows, "0" * 64))
    answer = cli("run", "--from", other.name, "--jobs", "1")
    assert answer.code == 3
    assert "Rules, sources, policies and versions are the same, so the result or the snippet was edited" in answer.out


def test_without_rows_the_outcomes_are_compared(cli: Cli, snippet: Path) -> None:
    answer = json.loads(cli("run", "--from", snippet.name, "--jobs", "1", "--summary-only", "--json").out)
    assert answer["snippet"]["same"] and answer["snippet"]["compared"] == "outcomes"


def test_every_mistake_of_a_snippet_with_its_line(cli: Cli, snippet: Path) -> None:
    other = changed(
        snippet, ('scenario = "low"', 'scenario = "lwo"'), ("jar = 22", "jar = 999"), ("slip = ", "slpi = "),
        ("enough = ", "enuogh = "), ('["right"]', '["rihgt"]'),
    )  # fmt: skip
    lines = other.read_text(encoding="utf-8").splitlines()
    answer = cli("run", "--from", other.name)
    assert (answer.code, answer.out) == (2, "")

    def line(start: str) -> int:
        return next(number for number, text in enumerate(lines, 1) if text.startswith(start))

    second = max(number for number, text in enumerate(lines, 1) if text == "[[policies]]")
    for text in (
        f"changed.toml:{line('scenario')}: pebbles has no scenario 'lwo'. Did you mean 'low'?",
        f"changed.toml:{line('jar')}: jar = 999 is not allowed",
        f"changed.toml:{line('slpi')}: there is no rule 'slpi'. Did you mean 'slip'?",
        f"changed.toml:{second}: policy careful has no weight 'enuogh'. Did you mean 'enough'?",
        f"changed.toml:{second}: pebbles has no seat 'rihgt'. Did you mean 'right'?",
    ):
        assert text in answer.err


def test_the_shape_of_a_snippet_is_checked(cli: Cli, snippet: Path) -> None:
    other = changed(snippet, ("seed = 3", 'seed = "x"'), ("games = 300", "gamse = 300"), ("sources", "suorces"))
    answer = cli("run", "--from", other.name)
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "seed: input should be a valid integer, not 'x'.",
        "changed.toml: games is missing.",
        "'gamse' is not a key of a snippet. Did you mean 'games'?",
        "changed.toml: digests.sources is missing.",
        "'digests.suorces' is not a key of a snippet. Did you mean 'sources'?",
    ):
        assert text in answer.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a snippet"),
        ("game = ", "not valid TOML: Invalid value (at end"),
        ('schema = "house-edge/snippet"\nschema_version = 2\n', "of schema version 2, this House Edge reads version 1"),
    ],
)
def test_what_is_no_snippet(cli: Cli, surroundings: Path, text: str, said: str) -> None:
    (surroundings / "no.toml").write_text(text, encoding="utf-8")
    answer = cli("run", "--from", "no.toml")
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_a_snippet_says_all_of_what_is_played(cli: Cli, snippet: Path) -> None:
    answer = cli("run", "pebbles", "--from", snippet.name, "--games", "10", "--variant", "kind", "--jobs", "x")
    assert answer.code == 2
    assert "so GAME, --games, --variant cannot be given besides" in answer.err
    assert "--jobs takes" in answer.err
    assert "there is no such file" in cli("run", "--from", "nowhere.toml").err
    assert cli("run", "--from").code == 2


# --- policies and cards that are not shipped -------------------------------------------------------------------------

FILE = '''"""Plays as careful does."""
from sim.policy import Policy

policy = Policy("pebbles", "mine", parent="careful")
'''


def test_a_policy_that_is_a_file_is_asked_for(cli: Cli, surroundings: Path) -> None:
    (surroundings / "mine.py").write_text(FILE, encoding="utf-8")
    answer = cli("share", "pebbles", "--policy", "./mine.py:enough=5", "--games", "100", "--seed", "1", "--jobs", "1")
    assert "others need the file mine.py of the policy 'mine' besides" in answer.err
    assert "# The policy 'mine' is a file of its own, mine.py: put it beside the snippet first." in answer.out
    (entry,) = tomllib.loads(answer.out)["policies"]
    assert (entry["seats"], entry["file"], entry["weights"]) == (["left", "right"], "mine.py", {"enough": 5.0})
    there = surroundings / "there"
    there.mkdir()
    (there / "shared.toml").write_text(answer.out, encoding="utf-8")
    shutil.move(surroundings / "mine.py", surroundings / "hidden")
    missing = cli("run", "--from", "there/shared.toml")
    assert missing.code == 2
    assert f"the policy 'mine' is a file, mine.py (digest {entry['file_digest']}), that is not shipped" in missing.err
    (there / "mine.py").write_text(FILE + "# another\n", encoding="utf-8")
    found = json.loads(cli("run", "--from", "there/shared.toml", "--jobs", "1", "--json").out)["snippet"]
    assert found["same"]  # the comment changes no game, but the file is not the same
    assert [item["what"] for item in found["differences"]] == ["policy file mine.py"]


def test_a_snippet_brings_no_path_to_code(cli: Cli, snippet: Path, surroundings: Path) -> None:
    elsewhere = surroundings / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.py").write_text("raise SystemExit('it was run')\n", encoding="utf-8")
    by_name = changed(snippet, ('name = "random"', 'name = "elsewhere/mine.py"'))
    assert "pebbles has no policy 'elsewhere/mine.py'" in cli("run", "--from", by_name.name).err
    by_file = changed(snippet, ('name = "random"', 'name = "mine"\nfile = "elsewhere/mine.py"'))
    answer = cli("run", "--from", by_file.name)
    assert answer.code == 2
    assert "that is not shipped" in answer.err


@pytest.mark.slow
def test_printed_cards_travel_with_the_snippet(cli: Cli, surroundings: Path) -> None:
    assert cli("cards", "export", "opulent", "cards").code == 0
    (surroundings / "cards" / "band.csv").unlink()
    events = surroundings / "cards" / "events.csv"
    events.write_text(events.read_text(encoding="utf-8").replace("?", ""), encoding="utf-8")
    line = ("opulent", "--policy", "random", "--cards", "cards", "--games", "200", "--seed", "2", "--jobs", "1")
    shared = cli("share", *line)
    assert shared.code == 0, shared.err
    shutil.rmtree(surroundings / "cards")
    path = surroundings / "shared.toml"
    path.write_text(shared.out, encoding="utf-8")
    answer = json.loads(cli("run", "--from", "shared.toml", "--jobs", "1", "--json").out)
    assert answer["snippet"]["same"] and answer["snippet"]["differences"] == []
    assert answer["command"] == "house-edge run --from shared.toml"
    bad = changed(path, ('"irish"', '"scottish"'))
    refused = cli("run", "--from", bad.name)
    assert refused.code == 2
    assert "family = 'scottish' is not allowed: it takes none, irish, italian." in refused.err


# --- which run is shared ---------------------------------------------------------------------------------------------


def test_the_newest_run_is_shared(cli: Cli, surroundings: Path) -> None:
    assert "no finished run is stored here" in cli("share").err
    cli("run", "pebbles", "--games", "50", "--seed", "1", "--jobs", "1")
    cli("run", "pebbles", "--games", "60", "--seed", "2", "--jobs", "1")
    assert tomllib.loads(cli("share").out)["games"] == 60
    first = next(path for path in (surroundings / "runs").iterdir() if path.name.endswith("s1"))
    for name in (first.name, str(first)):
        assert tomllib.loads(cli("share", name).out)["games"] == 50
    written = cli("share", first.name, "--out", "file.toml")
    assert written.out == "file.toml written.\n"
    assert tomllib.loads(Path("file.toml").read_text(encoding="utf-8"))["seed"] == 1


def test_mistakes_of_share(cli: Cli, surroundings: Path) -> None:
    cli("run", "pebbles", "--games", "50", "--seed", "1", "--jobs", "1", "--out", "here")
    answer = cli("share", "here", "--games", "7")
    assert answer.code == 2 and "a stored run is shared as it is" in answer.err
    assert "neither a run nor a game 'pebles'. Did you mean 'pebbles'?" in cli("share", "pebles").err
    wrong = cli("share", "pebbles", "--scenario", "hihg", "--games", "x", "--rule", "jr=1")
    assert (wrong.code, wrong.out) == (2, "")
    for text in ("Did you mean 'high'?", "--games takes", "Did you mean 'jar'?"):
        assert text in wrong.err
    manifest = surroundings / "here" / "manifest.json"
    data = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**data, "status": "interrupted", "games_requested": 90}), encoding="utf-8")
    unfinished = cli("share", "here")
    assert unfinished.code == 2
    assert "50 of 90 games are finished" in unfinished.err and "house-edge resume here" in unfinished.err


def test_the_template_is_not_shipped(snippet: Path) -> None:
    assert "# The game 'pebbles' is not shipped with House Edge" in snippet.read_text(encoding="utf-8")
    assert TEMPLATE.is_dir()
