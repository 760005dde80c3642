"""Games played against each other on the command line: run, share, resume, replay, strange, advise, train, lists."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sim import simulate
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
RUN = ("run", "marbles", "--seed", "3", "--jobs", "1")


def body(cli: Cli, *arguments: str) -> dict:
    answer = cli(*arguments, "--json")
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


# --- run -------------------------------------------------------------------------------------------------------------


def test_a_run_is_a_table_by_seat(cli: Cli) -> None:
    answer = cli(*RUN, "--games", "2000")
    assert answer.code == 0, answer.err
    first = answer.out.splitlines()[0]
    assert first.startswith("Marbles, The ring: of 2,000 games of 3 players who all play 'bold', the red seat wins 4")
    assert "The seats differ: the red seat wins" in first and "an equal share would be 33.3 %" in first
    assert "the team" not in answer.out and answer.out.count("Marbles:") == 0
    table = [line.split()[0] for line in answer.out.splitlines()[1:] if "  bold  " in line]
    assert table == ["red", "blue", "green"]
    assert "the victory is shared" in answer.out and "a game, on average" in answer.out


def test_empty_seats_are_not_listed(cli: Cli) -> None:
    answer = cli(*RUN, "--games", "300", "--players", "2", "--policy", "bold+shy")
    assert "green" not in answer.out and "at the table bold+shy" in answer.out and "They differ" in answer.out
    said = body(cli, *RUN, "--games", "300", "--players", "2", "--policy", "bold+shy")
    assert set(said["outcomes"]) == {"red", "blue", "shared", "error"}
    assert sum(one["count"] for one in said["outcomes"].values()) == said["games"] == 300
    assert not any("green" in name for name in said["metrics"])


def test_the_json_holds_every_seat_and_agrees_with_the_rows(cli: Cli) -> None:
    said = body(cli, *RUN, "--games", "1500", "--policy", "shy+bold+bold")
    frame = simulate("marbles", policy="shy+bold+bold", games=1500, seed=3)
    assert [seat["policy"] for seat in said["seats"]] == ["shy", "bold", "bold"]
    for seat in said["seats"]:
        name = seat["seat"]
        assert seat["win_share"]["estimate"] == pytest.approx(frame[f"victory_{name}"].mean() / 12)
        assert seat["metrics"]["points"]["mean"]["estimate"] == pytest.approx(frame[f"points_{name}"].mean())
        assert "victory" not in seat["metrics"]
    assert sum(seat["win_share"]["estimate"] for seat in said["seats"]) == pytest.approx(1)
    assert said["win_rate"]["estimate"] == pytest.approx((frame["outcome"] == "red").mean())
    for gap in said["seat_gaps"]:
        apart = (frame[f"victory_{gap['a']}"] - frame[f"victory_{gap['b']}"]).mean() / 12
        assert gap["difference"]["estimate"] == pytest.approx(apart)
        assert gap["difference"]["low"] < apart < gap["difference"]["high"]


def test_a_summary_says_the_same_as_rows(cli: Cli) -> None:
    whole, short = (body(cli, *RUN, "--games", "600", *more) for more in ((), ("--summary-only",)))
    assert whole["seats"] == short["seats"] and whole["seat_gaps"] == short["seat_gaps"]


def test_where_no_seat_is_better_none_is_named(cli: Cli) -> None:
    fair = ("--rule", "head_start=0", "--games", "400")
    answer = cli(*RUN, *fair)
    assert "No seat is shown to win more than another: the widest gap, " in answer.out


def test_until_says_whose_wins_are_known(cli: Cli) -> None:
    answer = cli(*RUN, "--until", "3pp")
    assert answer.code == 0 and "(of the red seat, winning alone)" in answer.out
    assert "95 % confidence sequence" in answer.out


def test_a_stopped_run_is_gone_on_with(cli: Cli) -> None:
    done = body(cli, *RUN, "--games", "400", "--policy", "bold+shy+bold", "--out", "done")
    again = body(cli, "resume", "done", "--jobs", "1")
    assert again["seats"] == done["seats"]
    assert cli("verify", "done").code == 0


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("--players", "1"), "--players 1: Marbles is for 2 or 3 players."),
        (("--players", "5"), "--players 5: Marbles is for 2 or 3 players."),
        (("--players", "two"), "--players takes a number of players such as 2, not 'two'."),
        (("--scenario", "long", "--players", "2"), "no scenario 'long' for other numbers of players"),
        (("--scenario", "rung-6"), "marbles has no scenario 'rung-6'."),
        (("--policy", "bold+shy"), "--policy names 2 policies, but Marbles has 3 seats (red, blue, green)"),
        (("--policy", "bold+bold"), "--policy names 2 policies, but Marbles has 3 seats"),
        (("--players", "2", "--policy", "bold+bold+bold"), "but Marbles has 2 seats (red, blue)"),
        (("--rule", "bags=huge"), "it takes one of empty, dealt"),
    ],
)
def test_wrong_input_is_answered_in_words(cli: Cli, typed: tuple[str, ...], words: str) -> None:
    answer = cli(*RUN, *typed)
    assert answer.code == 2 and answer.out == ""
    assert words in answer.err and "Traceback" not in answer.err


def test_a_team_has_no_numbers_of_players(cli: Cli) -> None:
    for command in ("run", "strange", "train", "explore"):
        answer = cli(command, "opulent", "--players", "3")
        assert answer.code == 2 and "The Opulent is the same for any number of people" in answer.err, command


# --- share -----------------------------------------------------------------------------------------------------------


def test_a_table_is_shared_and_played_again(cli: Cli) -> None:
    line = ("share", "marbles", "--players", "2", "--policy", "bold:enough=7,forbid=stopping+shy", "--games", "200")
    assert cli(*line, "--seed", "5", "--out", "table.toml").code == 0
    shared = tomllib.loads(Path("table.toml").read_text())
    assert [entry["seats"] for entry in shared["policies"]] == [["red"], ["blue"]]
    assert shared["policies"][0]["forbid"] == ["stopping"]
    answer = cli("run", "--from", "table.toml", "--jobs", "1")
    assert answer.code == 0 and "The same as in the snippet: all 200 games are equal" in answer.out


def test_a_snippet_with_the_wrong_seats_is_refused(cli: Cli) -> None:
    cli("share", "marbles", "--players", "2", "--policy", "bold+shy", "--games", "50", "--seed", "5", "--out", "t.toml")
    Path("t.toml").write_text(Path("t.toml").read_text().replace('"red"', '"green"'))
    answer = cli("run", "--from", "t.toml")
    assert answer.code == 2 and "nobody sits on the seat 'green': red, blue play." in answer.err


# --- replay, strange, advise -----------------------------------------------------------------------------------------


def test_a_replay_ends_with_what_each_seat_has(cli: Cli) -> None:
    line = ("replay", "marbles", "--seed", "3", "--game", "4", "--players", "2", "--policy", "bold+shy")
    answer = cli(*line)
    lines = answer.out.splitlines()
    assert "The end: red has the most marbles." in lines
    assert lines[-4].split() == ["seat", "red", "blue"] and lines[-3].split() == ["played", "by", "bold", "shy"]
    traced = cli(*line, "--format", "jsonl")
    result = json.loads(traced.out.splitlines()[-1])
    assert lines[-2].split() == ["Marbles", str(result["row"]["points_red"]), str(result["row"]["points_blue"])]


def test_strange_games_name_seats_and_hold_records(cli: Cli) -> None:
    said = body(cli, "strange", "marbles", "--games", "500", "--seed", "2", "--top", "5", "--jobs", "1")
    frame = simulate("marbles", games=500, seed=2)
    assert not any(odd["column"].startswith("victory") for one in said["strange"] for odd in one["oddities"])
    had = frame[["points_red", "points_blue", "points_green"]].to_numpy()
    records = {entry["name"]: entry for entry in said["records"]}
    assert records["most"]["value"] == had.max()
    assert had[records["most"]["index"]].max() == had.max()
    ordered = np.sort(had, axis=1)
    assert records["widest"]["value"] == (ordered[:, -1] - ordered[:, -2]).max()
    won = frame[["victory_red", "victory_blue", "victory_green"]].to_numpy() > 0
    assert records["least_to_win"]["value"] == had[won].min()
    assert records["most_without_winning"]["value"] == had[~won].max()
    answer = cli("strange", "marbles", "--games", "200", "--policy", "bold+shy")
    assert answer.code == 2 and "names 2 policies" in answer.err


def test_advice_is_for_the_seat_that_decides(cli: Cli) -> None:
    """In the last turn of the last seat: it has rolled nothing yet, so who stops keeps what it has."""
    line = ("advise", "marbles", "--seed", "1", "--game", "3", "--players", "2", "--jobs", "1", "--rollouts", "400")
    said = body(cli, *line, "--turn", "2")
    assert said["position"]["seat"] == "blue"
    rates = {choice["columns"]["roll"]: choice["win_rate"]["estimate"] for choice in said["choices"]}
    assert rates[1] > rates[0], "a seat with nothing in hand wins more by rolling"
    answer = cli(*line, "--turn", "2")
    assert "the blue seat wins" in answer.out and "a shared victory counts in part" in answer.out
    whole = cli(*line)
    assert whole.code == 0 and ", blue " in whole.out and ", red " in whole.out


# --- train -----------------------------------------------------------------------------------------------------------

TRAIN = ("train", "marbles", "--seed", "1", "--trials", "40", "--games", "400", "--select", "800", "--confirm", "2000")


def test_training_finds_what_wins_among_its_like(cli: Cli) -> None:
    answer = cli(*TRAIN, "--policy", "bold:enough=4", "--jobs", "1")
    assert answer.code == 0, answer.err
    assert "Weights were found that win more of the victories" in answer.out and "33.3 % before" in answer.out
    assert "it sits at every seat in turn, all others are 'bold:enough=4'" in answer.out
    found = tomllib.loads(next(Path("runs").glob("*train*/weights.toml")).read_text())
    entry = found["scenarios"]["ring"]
    assert entry["weights"]["enough"] > 8
    assert entry["record"]["against"] == "bold:enough=4" and entry["record"]["measure"] == "win_share"
    assert entry["record"]["win_share_before"] == pytest.approx(1 / 3, abs=1e-4)


def test_the_gain_of_training_is_what_the_tables_say(cli: Cli) -> None:
    said = body(cli, *TRAIN, "--players", "2", "--opponents", "shy", "--measure", "points", "--jobs", "2")
    one = said["trainings"][0]
    assert one["goal"] == {"opponents": "shy", "measure": "points"}
    tables = [f"{one['trained']}+shy", f"shy+{one['trained']}"]
    seed, games = one["confirmation"]["seed"], one["confirmation"]["games"]
    frames = [simulate("marbles", players=2, policy=table, games=games, seed=seed) for table in tables]
    had = (frames[0]["points_red"].mean() + frames[1]["points_blue"].mean()) / 2
    assert one["gain"]["value"]["estimate"] == pytest.approx(had)
    assert one["gain"]["unit"] == "marbles"


def test_training_does_not_depend_on_the_workers(cli: Cli) -> None:
    short = (*TRAIN[:4], "--trials", "16", "--games", "120", "--select", "120", "--confirm", "200")
    both = [body(cli, *short, "--jobs", jobs)["trainings"] for jobs in ("1", "2")]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("marbles", "--opponents", "bald"), "marbles has no policy 'bald'. Did you mean 'bold'?"),
        (("marbles", "--opponents", "bold+shy"), "one policy takes all the other seats"),
        (("marbles", "--measure", "bag"), "stores no such amount of every seat. Known: points, victory, rolls."),
        (("pebbles", "--opponents", "random"), "Pebbles is played by one team"),
        (("marbles", "--policy", "shy"), "declares no weights"),
        (("marbles", "--players", "4"), "Marbles is for 2 or 3 players"),
    ],
)
def test_what_cannot_be_trained_is_said(cli: Cli, typed: tuple[str, ...], words: str) -> None:
    answer = cli("train", *typed)
    assert answer.code == 2 and words in answer.err and answer.out == ""


# --- the others ------------------------------------------------------------------------------------------------------


def test_lists_say_who_plays_how(cli: Cli) -> None:
    rows = {row["name"]: row for row in body(cli, "list", "games")["games"]}
    assert rows["marbles"]["played"] == "against each other" and rows["marbles"]["players"] == "2 to 3"
    assert rows["pebbles"]["played"] == "as one team"
    scenarios = {row["name"]: row["players"] for row in body(cli, "list", "scenarios", "marbles")["scenarios"]}
    assert scenarios == {"long": 3, "ring": 3, "ring-for-2": 2}
    assert "2 *" in cli("show", "rules", "marbles", "--players", "2").out


def test_the_demo_lets_one_player_sit_among_others(cli: Cli) -> None:
    cells = {(cell["scenario"], cell["policy"]): cell for cell in body(cli, "demo", "marbles", "--quiet")["cells"]}
    assert {scenario for scenario, _ in cells} == {"ring", "long"}
    assert cells["ring", "bold"]["win_share"]["estimate"] == pytest.approx(1 / 3)
    assert cells["ring", "random"]["win_share"]["high"] < 1 / 3


def test_what_a_game_does_not_have_is_said(cli: Cli) -> None:
    for line, words in (
        (("campaign", "marbles"), "Marbles has no campaign."),
        (("odds", "marbles"), "Marbles has no exact odds."),
        (("advise", "marbles", "table.toml"), "Marbles does not read positions from files."),
    ):
        answer = cli(*line)
        assert answer.code == 2 and words in answer.err
