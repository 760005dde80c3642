"""report of a game played against each other: played now, of stored answers, of stored runs; and what keeps it away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]

RUN = ("run", "marbles", "--games", "200", "--seed", "3", "--jobs", "1")


#: What 'report --fresh' stores; a search also keeps its question.
ALL = ["balance", "leader", "question", "question", "tournament", "tune", "tune", "without"]


def page(folder: str = "report") -> str:
    return Path(folder, "index.html").read_text(encoding="utf-8")


def kinds() -> list[str]:
    """Return the kinds of the stored answers."""
    return sorted(path.stem for path in Path("runs").glob("*/*.json") if path.stem != "manifest")


def test_a_game_that_was_never_played_is_played_then(cli: Cli) -> None:
    answer = cli("report", "marbles", "--games", "60", "--seed", "3", "--jobs", "1", "--json")
    assert answer.code == 0
    written = json.loads(answer.out)
    assert (written["schema"], written["game"], written["seed"]) == ("house-edge/report", "marbles", 3)
    parts = [line for line in answer.err.splitlines() if " of 6: " in line]
    assert parts[0].startswith("1 of 6: seats") and len(parts) == 6
    assert parts[-1] == "6 of 6: what makes the bags equal, in at most 20,000 games"
    assert kinds() == ALL
    text = page()
    assert written["bytes"] == len(text.encode())
    assert "house-edge difficulty marbles --policy bold --games 60 --samples 32 --seed 3" in text
    # What is stored is reported as it is, by name and as the newest answer; it is the same page.
    assert cli("report", "marbles", "--out", "again").code == 0
    assert page("again") == text
    assert kinds() == ALL
    refused = cli("report", "marbles", "--games", "70")
    assert refused.code == 2 and "add --fresh" in refused.err and refused.out == ""


def test_stored_answers_make_a_page_of_what_they_hold(cli: Cli) -> None:
    line = ("ladder", "marbles", "--games", "60", "--seed", "3", "--jobs", "1")
    assert cli(*line).code == 0
    folder = next(Path("runs").glob("*tournament*"))
    assert cli("report", str(folder)).code == 0
    assert "Type house-edge difficulty marbles, then house-edge report marbles" in page()
    assert cli("difficulty", "marbles", "--table-only", "--games", "100", "--seed", "3", "--jobs", "1").code == 0
    assert cli("report").code == 0
    text = page()
    assert "Which policy wins?" in text and "house-edge ladder marbles" in text  # stored under the same rules
    other = ("difficulty", "marbles", "--table-only", "--games", "100", "--seed", "3", "--jobs", "1")
    assert cli(*other, "--rule", "slip=2").code == 0
    assert cli("report").code == 0
    assert "Not the printed game." in page() and "Type house-edge ladder marbles" in page()


def test_stored_runs_make_a_page(cli: Cli) -> None:
    for players in ("2", "3"):
        assert cli(*RUN, "--players", players, "--out", f"run-{players}").code == 0
    assert cli("report", "run-2", "run-3").code == 0
    text = page()
    assert "2 players: equal is 50 %" in text and "3 players: equal is 33 %" in text
    assert "house-edge report run-2 run-3" in text and "Which bag is best?" not in text
    shares = [row.split(",") for row in Path("report/tables/seats.csv").read_text(encoding="utf-8").splitlines()]
    column = shares[0].index("share")
    assert sum(float(row[column]) for row in shares[1:] if row[0] == "ring") == pytest.approx(1)


def test_runs_that_do_not_show_seats(cli: Cli) -> None:
    assert cli(*RUN, "--policy", "shy+bold+bold", "--out", "mixed").code == 0
    assert cli(*RUN, "--out", "plain").code == 0
    assert cli(*RUN, "--out", "twice").code == 0
    answer = cli("report", "mixed")
    assert (answer.code, answer.out) == (2, "")
    assert "mixed: its seats were played by shy, bold, bold" in answer.err
    assert "another run has the same scenario" in cli("report", "plain", "twice").err
    assert "house-edge report" not in answer.err or not Path("report").exists()


def test_what_does_not_go_together(cli: Cli, surroundings: Path) -> None:
    assert cli(*RUN, "--out", "plain").code == 0
    answer = cli("report", "plain", "--fresh")
    assert answer.code == 2 and "--fresh plays anew" in answer.err
    answer = cli("report", "marbles", "--game", "pebbles")
    assert answer.code == 2 and "are two games" in answer.err
    (surroundings / "mine").mkdir()
    (surroundings / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    answer = cli("report", "marbles", "--games", "0", "--seed", "x", "--rule", "slp=1", "--out", "mine")
    assert (answer.code, answer.out) == (2, "")
    for words in ("--out mine", "--games", "--seed", "slp"):
        assert words in answer.err, words
    assert not Path("runs").exists() or not list(Path("runs").glob("*balance*"))
    assert "neither a game nor a run 'marblez'. Did you mean 'marbles'?" in cli("report", "marblez").err
    line = ("compare", "marbles", "--rule", "slip=2", "--games", "60", "--seed", "3", "--jobs", "1")
    assert cli(*line).code == 0
    answer = cli("report", str(next(Path("runs").glob("*compare*"))))
    assert (answer.code, answer.out) == (2, "")
    assert "an answer of 'compare' has no page of its own. One about balance: house-edge report marbles" in answer.err
    answer = cli("report", "pebbles")
    assert answer.code == 2 and "nothing to report on yet" in answer.err


def test_the_tuner_is_played_for_every_fairness_and_found_again(cli: Cli) -> None:
    line = ("report", "marbles", "--fresh", "--games", "60", "--seed", "3", "--jobs", "1", "--rule", "head_start=6")
    assert cli(*line).code == 0
    text = page()
    front = text[text.index("<article") : text.index("</article>")]
    assert "How little makes the seats equal?" in front and "How little makes the bags equal?" in front
    assert (
        re.search(r"ead start \d marbles? instead of 6", front) and "The ring, 3 players: the seats differ by" in front
    )
    assert "of 16 sampled sets" in front
    section = text[text.index('id="even"') :]
    section = section[: section.index("</section>")]
    for said in (
        "could be changed (head_start, start)",
        "of 20,000 allowed",
        "--most-games 20000",
        "--free head_start",
    ):
        assert said in section, said
    commands = re.findall(r"house-edge tune marbles [^<]*", text[text.index('id="method"') :])
    assert len(commands) == 2 and all("--rule head_start=6" in command for command in commands)
    # Where the seats are furthest apart, and the bags at the usual table.
    stored = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path("runs").glob("*/tune.json"))]
    seats, bags = ({answer["balanced"]["of"]: answer for answer in stored}[of] for of in ("seats", "choices"))
    gaps = json.loads(next(Path("runs").glob("*/balance.json")).read_text(encoding="utf-8"))["seats"]
    assert seats["scenarios"][0] in [entry["scenario"] for entry in gaps] and bags["scenarios"] == ["ring"]
    assert all(answer["balanced"]["played"] <= 1.1 * 20_000 for answer in stored)
    assert cli("report", "marbles", "--out", "again").code == 0
    assert page("again") == text
    # Across scenarios: both are played, the shorter ring first.
    assert "Rank and rating by ring" in text and "Victories lost without it, by ring" in text
    assert "change places" in text or "No two policies are shown to change places across 2 rings" in text
