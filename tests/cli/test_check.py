"""house-edge check policy and new policy: the contract kept and broken, and bad input."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]

ARGUMENTS = "table, rules, choices, n, weights, memory, luck, seat"
POLICY = '''"""Under test."""
from sim.policy import Policy, Weight
policy = Policy("pebbles", "mine", parent="careful"{more})
SEEN = [0]


@policy.decision
def search({arguments}):
    """Under test."""
    {body}
'''


@pytest.fixture
def policy(surroundings: Path) -> Callable[..., str]:
    """Write a policy and return what is typed for it."""

    def write(body: str, more: str = "") -> str:
        text = POLICY.format(body=body, more=more, arguments=ARGUMENTS)
        (surroundings / "mine.py").write_text(text, encoding="utf-8")
        return "./mine.py"

    return write


def findings(cli: Cli, *arguments: str) -> list[dict[str, object]]:
    answer = cli("check", "policy", *arguments, "--games", "20", "--json", "--quiet")
    assert answer.code == 3, answer.err
    body = json.loads(answer.out)
    assert body["schema"] == "house-edge/check" and body["status"] == "failed" and not body["kept"]
    found: list[dict[str, object]] = body["findings"]
    assert found and {check["name"] for check in body["checks"] if check["failed"]} == {each["check"] for each in found}
    return found


def test_a_good_policy(cli: Cli, policy: Callable[..., str]) -> None:
    more = ', weights={"reserve": Weight(2, (0, 20), "pebbles", "Kept.")}'
    typed = policy("return 1 if table.hand < weights.enough - weights.reserve else 0", more)
    answer = cli("check", "policy", typed, "--games", "30")
    assert answer.code == 0, answer.out
    assert answer.out.startswith("Policy ./mine.py keeps the contract (")
    names = [line.split()[0] for line in answer.out.splitlines() if " fine " in line]
    assert names == ["declared", "compiles", "plays", "rules", "weights", "again"]
    assert "playing high" in answer.err
    body = json.loads(cli("check", "policy", f"{typed}:reserve=5", "--games", "30", "--json", "--quiet").out)
    assert body["kept"] and body["findings"] == [] and body["asked"]["search"] > 0
    assert body["command"].startswith("house-edge check policy ./mine.py:reserve=5 --game pebbles --games 30")


def test_policies_that_come_along_keep_the_contract(cli: Cli) -> None:
    assert cli("check", "policy", "careful", "--games", "10", "--quiet").code == 0  # only one game has it


@pytest.mark.parametrize(
    ("body", "what", "fix"),
    [
        (
            "return n if table.turn > 1 else 0",
            "answered 2 to the decision 'search'",
            "Return the index of one of the n",
        ),
        ("if table.turn > 1:\n        table.jar = 9\n    return 0", "wrote to the table", "Line 11 writes to table"),
        ("if table.turn > 1:\n        raise ValueError('oh')\n    return 0", "raised ValueError: oh", ""),
    ],
)
def test_what_where_and_how_to_see_it(cli: Cli, policy: Callable[..., str], body: str, what: str, fix: str) -> None:
    found = [each for each in findings(cli, policy(body)) if each["check"] == "plays"]
    assert what in str(found[0]["what"]) and str(found[0]["fix"]).startswith(fix)
    assert (found[0]["scenario"], found[0]["decision"]) == ("high", "search")
    replay = str(found[0]["replay"])
    assert replay == f"house-edge replay pebbles --scenario high --policy ./mine.py --game {found[0]['game']} --seed 20"
    shown = cli(*replay.split()[1:])
    assert shown.code == 3 and what in shown.err


@pytest.mark.parametrize(
    ("body", "what", "fix"),
    [
        (
            "return choices[n + table.turn, 0] * 0 if table.turn > 4 else 0",
            "raised IndexError",
            "Lists of the table have",
        ),
        ("return 5 // (table.jar - table.jar) * 0", "raised ZeroDivisionError", "Divide only where"),
    ],
)
def test_what_compiled_play_passes_over_is_found(
    cli: Cli, process: Cli, policy: Callable[..., str], body: str, what: str, fix: str
) -> None:
    typed = policy(body)
    assert cli("run", "pebbles", "--policy", typed, "--games", "20", "--seed", "20", "--quiet").code == 0
    found = findings(cli, typed)[0]
    assert what in str(found["what"]) and str(found["fix"]).startswith(fix)
    if "Index" in what:  # numpy divides by 0 without a word, so there is nothing to show
        assert str(found["what"]).endswith("line 10 of mine.py")
        replay = str(found["replay"])
        assert replay.startswith("NUMBA_DISABLE_JIT=1 house-edge replay pebbles")
        played = process(*replay.split()[2:], NUMBA_DISABLE_JIT="1")
        assert played.code == 3 and "IndexError" in played.err


def test_a_mistake_found_once_is_not_played_in_every_scenario(cli: Cli, policy: Callable[..., str]) -> None:
    answer = cli(
        "check", "policy", policy("while table.turn > 0:\n        memory[0] += 1\n    return 0"), "--limit", "0.5"
    )
    assert answer.code == 3 and answer.err.count("playing") == 1, "it would be waited for again in every one"
    assert "HOUSE_EDGE_DECISION_SECONDS" not in os.environ, "the limit is of this command alone"


@pytest.mark.slow
def test_one_that_never_answers_is_ended(cli: Cli, policy: Callable[..., str]) -> None:
    typed = policy("while table.turn > 0:\n        memory[0] += 1\n    return 0")
    found = findings(cli, typed, "--limit", "0.5")
    assert len(found) == 1 and "gave no answer within 0.5 s" in str(found[0]["what"])


@pytest.mark.slow
def test_a_game_that_never_ends_is_ended(cli: Cli, policy: Callable[..., str]) -> None:
    found = findings(cli, policy("return 1"))  # nothing slips when the rule slip is at its bound
    assert "answers without end" in str(found[0]["what"])
    assert found[0]["check"] == "rules" and found[0]["rules"]["slip"] == 0  # type: ignore[index]


def test_one_that_remembers_is_found_out(cli: Cli, policy: Callable[..., str]) -> None:
    typed = policy("SEEN[0] += 1\n    return 1 if SEEN[0] % 7 < 3 else 0", ", jit=False")
    found = findings(cli, typed)
    assert "went otherwise" in str(found[0]["what"]) and found[0]["check"] == "again"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 1 if table.hnad < 3 else 0", "mine.py:10: table has no field 'hnad'. Did you mean 'hand'?"),
        ("return weights[0] / 10", "mine.py:10: 'search' returns a number with a fraction"),
        ("return (1,", "mine.py:10: this is not Python"),
    ],
)
def test_mistakes_in_the_file_are_findings(cli: Cli, policy: Callable[..., str], body: str, said: str) -> None:
    assert said in str(findings(cli, policy(body))[0]["what"])


def test_a_file_that_is_nearly_called_so(cli: Cli, policy: Callable[..., str]) -> None:
    policy("return 0")
    for command in (["check", "policy", "./mien.py"], ["run", "pebbles", "--policy", "./mien.py"]):
        answer = cli(*command)
        assert answer.code == 2 and answer.err.endswith("there is no such file. Did you mean './mine.py'?\n")


def test_a_file_without_its_ending(cli: Cli, policy: Callable[..., str]) -> None:
    policy("return 0")
    assert "There is a file mine.py here: type ./mine.py." in cli("check", "policy", "mine").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "what to check is missing"),
        (["polcy", "x.py"], "there is nothing called 'polcy' to check. Did you mean 'policy'?"),
        (["policy"], "the policy is missing"),
        (["policy", "gone.py"], "gone.py: there is no such file. Begin one: house-edge new policy gone.py"),
        (["policy", "carefull", "--game", "pebbles"], "Did you mean 'careful'?"),
        (["policy", "carefull"], "no game has a policy 'carefull'. Did you mean 'careful'?"),
        (["policy", "random"], "have a policy 'random'. Type: house-edge check policy random --game"),
        (["policy", "careful:enuogh=3", "--game", "pebbles"], "policy careful has no weight 'enuogh'."),
        (["policy", "careful", "--game", "pebble"], "Did you mean 'pebbles'?"),
        (["policy", "careful", "--game", "pebbles", "--limit", "soon"], "--limit takes a number of seconds"),
        (["policy", "careful", "--game", "pebbles", "--games", "0"], "--games takes at least 1"),
    ],
)
def test_bad_input(cli: Cli, arguments: list[str], said: str) -> None:
    answer = cli("check", *arguments)
    assert answer.code == 2 and answer.out == "" and said in answer.err


# --- new policy ------------------------------------------------------------------------------------------------------


def test_the_example_keeps_the_contract(cli: Cli, surroundings: Path) -> None:
    answer = cli("new", "policy", "first-try.py", "--game", "pebbles", "--parent", "random")
    assert answer.code == 0 and "house-edge check policy ./first-try.py" in answer.out
    assert cli("check", "policy", "./first-try.py", "--games", "20", "--quiet").code == 0
    played = cli("run", "pebbles", "--policy", "./first-try.py:haste=0", "--games", "50", "--seed", "1", "--quiet")
    assert played.code == 0


@pytest.mark.parametrize(("parent", "decision"), [("rulebook", "close"), ("thrifty", "rehire_lookouts")])
def test_the_example_for_the_opulent_can_be_read(cli: Cli, surroundings: Path, parent: str, decision: str) -> None:
    from sim.policy import load_declaration
    from sim.registry import load_game

    assert cli("new", "policy", "frugal.py", "--game", "opulent", "--parent", parent).code == 0
    text = (surroundings / "frugal.py").read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 120
    kind = "campaign" if parent == "thrifty" else ""
    declared = load_declaration(load_game("opulent"), "./frugal.py", kind)
    assert list(declared.functions) == [decision] and declared.parent is not None and declared.parent.name == parent


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["policy", "x.txt", "--game", "pebbles"], "a policy is a Python file"),
        (["policy", "careful.py", "--game", "pebbles"], "pebbles has a policy 'careful' already"),
        (["policy", "x.py", "--game", "pebbles", "--parent", "carefull"], "Did you mean 'careful'?"),
        (["variant", "x.toml", "--game", "pebbles", "--parent", "careful"], "--parent is for a policy"),
        (["policy", "x.py", "--parent", "rulebok"], "Did you mean 'rulebook'?"),
    ],
)
def test_what_cannot_be_begun(cli: Cli, surroundings: Path, arguments: list[str], said: str) -> None:
    answer = cli("new", *arguments)
    assert answer.code == 2 and said in answer.err
    assert list(surroundings.iterdir()) == []


# --- looking things up -----------------------------------------------------------------------------------------------


def test_a_policy_is_shown(cli: Cli) -> None:
    answer = cli("show", "policy", "opulent", "rulebook")
    assert answer.code == 0 and "novice > random" in answer.out and "door_keep *" in answer.out
    body = json.loads(cli("show", "policy", "pebbles", "careful", "--json").out)
    assert body["parents"] == ["random"] and body["decides"] == ["search"]
    assert body["weights"][0]["bounds"] == [0, 30]


def test_fields_and_decisions_are_shown(cli: Cli) -> None:
    assert "table.coffers" in cli("show", "fields", "opulent", "coffers").out
    assert "Did you mean 'hand'?" in cli("show", "fields", "pebbles", "hnad").err
    assert "first choice ends the sequence" in cli("show", "decisions", "pebbles").out
    assert cli("show", "decisions", "pebbles", "serch").code == 2
    assert cli("show", "fields", "pebbles", "--scenario", "low").code == 2


def test_the_list_names_parents(cli: Cli) -> None:
    rows = json.loads(cli("list", "policies", "opulent", "--json").out)["policies"]
    parents = {row["name"]: row["parent"] for row in rows if row["plays"] == "scenario"}
    assert parents["rulebook"] == "novice" and parents["novice"] == "random" and parents["random"] == ""
