"""tune --balance."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.balanced import BalancedResult
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("tune", "marbles", "--balance", "seats", "--free", "head_start,slip", "--seed", "5")
QUICK = ("--games", "1600", "--confirm", "9000", "--samples", "4", "--quiet")


def answer_of(answer: Answer) -> dict:
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def test_the_head_start_is_taken_away_and_everything_is_kept(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSE_EDGE_RUNS", str(tmp_path / "runs"))
    picture, file = tmp_path / "even.svg", tmp_path / "even.toml"
    said = cli(*LINE, *QUICK, "--jobs", "1", "--figure", str(picture), "--out", str(file))
    assert said.code == 0, said.err
    assert "Marbles, ring ring, 3 players: what makes the seats equal, within 1 marble, under 'bold'?" in said.out
    assert "Head start 0 marbles instead of 2: the seats are equal within 1 marble: the gap is 0." in said.out
    assert "red has most" in said.out and "of 4 sampled sets of assumed values" in said.out
    assert "Wilson" not in said.out
    assert picture.read_text().startswith("<?xml") and "head_start = 0  # was 2" in file.read_text()
    (folder,) = (tmp_path / "runs").iterdir()
    body = json.loads((folder / "tune.json").read_text())
    result = BalancedResult.from_json(body["balanced"])
    assert (body["schema"], result.unit, result.players) == ("house-edge/tune", "marbles", 3)
    best = result.best
    assert [(change.name, change.value, change.before) for change in best.changes] == [("head_start", 0, 2)]
    assert best.verdict == "shown" and best.gap.high <= result.target == 1.0
    assert best.file and (folder / best.file).read_text() == file.read_text()
    # The same again, by other workers and from the folder; and the confirmation, played by 'run'.
    again = answer_of(cli(*LINE, *QUICK, "--jobs", "2", "--json"))
    assert BalancedResult.from_json(again["balanced"]) == result
    shown = answer_of(cli("tune", "--resume", str(folder), "--json", "--quiet"))
    assert shown["balanced"] == body["balanced"] and shown["points"] == body["points"]
    run = cli(
        *("run", "marbles", "--scenario", "ring", "--variant", str(file), "--policy", "bold", "--quiet", "--json"),
        *("--games", str(best.gap.n), "--seed", str(result.confirm_seed)),
    )
    metrics = answer_of(run)["metrics"]
    for seat, mean in best.means.items():
        assert metrics[f"points_{seat}"]["mean"]["estimate"] == pytest.approx(mean.estimate)


def test_a_search_that_was_cut_off_goes_on_to_the_same_answer(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSE_EDGE_RUNS", str(tmp_path / "runs"))
    whole = answer_of(cli(*LINE, *QUICK, "--json"))
    (folder,) = (tmp_path / "runs").iterdir()
    lines = (folder / "played.jsonl").read_text().splitlines(keepends=True)
    (folder / "played.jsonl").write_text("".join(lines[: len(lines) // 2]) + lines[-1][:20])
    (folder / "tune.json").unlink()
    again = answer_of(cli("tune", "--resume", str(folder), "--json", "--quiet"))
    for changing in ("timing", "run"):
        whole.pop(changing), again.pop(changing)
    assert again == whole


def test_what_players_call_it_and_single_numbers_of_a_list(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "bags.toml"
    line = ("tune", "marbles", "--balance", "bags", "--free", "bag_marbles.*", "--target", "1.5marbles", "--seed", "5")
    said = cli(*line, "--out", str(file), "--confirm", "9000", "--samples", "0", "--quiet")
    assert said.code == 0, said.err
    assert "the bags are equal within 1.5 marbles" in said.out and "bag marbles 3:" in said.out.lower()
    assert "--rule bags=dealt" in said.out  # how the confirmation is played again
    text = file.read_text()
    assert "bag_marbles = [" in text and "# was 0,1,3" in text and "dealt" not in text


def test_equal_already_and_win_shares(cli: Cli) -> None:
    said = cli(*LINE, "--rule", "head_start=0", "--free", "rounds", "--target", "6pp", "--samples", "0", "--quiet")
    assert said.code == 0, said.err
    assert "Nothing has to change: the seats are equal within 6 points of the victories already" in said.out


def test_a_share_of_the_watched_seat_is_named(cli: Cli) -> None:
    line = ("tune", "marbles", "--target", "38%", "--tolerance", "4pp", "--seed", "1", "--games", "1600")
    said = cli(*line, "--confirm", "2000", "--quiet")
    assert said.code == 0, said.err
    assert "what makes the red seat win 38 % of the games" in said.out and "won by the red seat" in said.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--balance", "sets"), "seats or choices or bags, not 'sets'. Did you mean 'seats'?"),
        (("--balance", "seats", "--target", "0"), "a gap is more than 0"),
        (("--balance", "seats", "--target", "wide"), "such as 1, <1 or 1marble, or 1pp"),
        (("--balance", "seats", "--target", "1win"), "1marble"),
        (("--balance", "seats", "--target", "60%"), "at most 50%"),
        (("--balance", "seats", "--tolerance", "1pp"), "--tolerance"),
        (("--balance", "seats", "--all-years"), "of one scenario"),
        (("--balance", "seats", "--scenario", "ring", "--scenario", "long"), "of one scenario"),
        (("--balance", "seats", "--players", "5"), "for 2 or 3 players"),
        (("--balance", "bags", "--scenario", "long"), "long has none to compare"),
        (("--balance", "bags", "--rule", "bags=empty"), "--balance says itself"),
        (("--balance", "bags", "--free", "bags"), "part of the question"),
        (("--balance", "seats", "--policy", "bold+shy+shy"), "one policy plays every seat"),
        (("--balance", "seats", "--free", "bag_marbles.4"), "no rule 'bag_marbles.4'"),
        (("--balance", "seats", "--samples", "-1"), "at least 0"),
        (("--balance", "seats", "--changes", "9"), "at most 8"),
        (("--target", "30%", "--samples", "3"), "--samples goes with --balance"),
    ],
)
def test_mistakes(cli: Cli, options: tuple[str, ...], said: str) -> None:
    answer = cli("tune", "marbles", *options)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_mistakes_all_at_once_and_games_of_one_team(cli: Cli) -> None:
    many = ("--target", "wide", "--policy", "bald", "--samples", "x", "--seed", "-1", "--cost", "slip")
    answer = cli("tune", "marbles", "--balance", "seats", *many)
    assert (answer.code, len(answer.err.splitlines())) == (2, 5)
    team = cli("tune", "pebbles", "--balance", "seats")
    assert team.code == 2 and "played by one team" in team.err
