# ruff: noqa: E501  (one line a case reads as a table)
"""Every mistake in a policy's file is told with file, line, what is wrong and what to do; never in numba's words."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from sim.block import Context, Plan
from sim.errors import BadInput
from sim.jit import INTERPRETED
from sim.policy import MOST_WEIGHTS, load_declaration, parse_team
from sim.registry import load_game, resolve

GAME = load_game("pebbles")
ARGUMENTS = "table, rules, choices, n, weights, memory, luck, seat"
HEAD = '''"""Broken."""
import random
import numpy as np
from sim.jit import compiled
from sim.policy import Policy, Weight
policy = Policy("pebbles", "broken", parent="careful")
'''


def decide(body: str, head: str = HEAD, name: str = "search", arguments: str = ARGUMENTS) -> str:
    return f"{head}\n@policy.decision\ndef {name}({arguments}):\n    {body}\n"


def declared(**changed: str) -> str:
    """The head with other arguments of Policy."""
    given = {"parent": '"careful"', **changed}
    words = ", ".join(f"{word}={value}" for word, value in given.items())
    return HEAD.replace('parent="careful"', words)


def told(folder: Path, text: str | bytes, name: str = "broken") -> str:
    """Return what is said about a policy file; its lines begin with the file."""
    file = folder / f"{name}.py"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInput) as caught:
        Context(Plan("pebbles", resolve(GAME), parse_team(GAME, str(file)), 1))
    return str(caught.value).replace(f"{folder}/", "")


#: What is written, and the beginning of what is said.
READ = {
    "syntax": (HEAD + "def x(:\n", "broken.py:7: this is not Python: invalid syntax in: def x(:"),
    "bytes": (b"\xff\xfe\x00\x01", "broken.py: this is not Python"),
    "decision": (decide("return 0", name="serch"), "broken.py:8: pebbles has no decision 'serch'. Did you mean 'search'?"),
    "few": (decide("return 0", arguments="table, rules"), "broken.py:8: 'search' takes 2 arguments; every decision is"),
    "swapped": (decide("return 0", arguments=ARGUMENTS.replace("table, rules", "rules, table")), "broken.py:8: 'search' has"),
    "star": (decide("return 0", arguments="*given"), "broken.py:8: 'search' takes arguments with a star. Write: def search"),
    "field": (decide("return 1 if table.hnad < 3 else 0"), "broken.py:10: table has no field 'hnad'. Did you mean 'hand'?"),
    "rule": (decide("return rules.jarr"), "broken.py:10: rules has no field 'jarr'. Did you mean 'jar'?"),
    "elsewhere": (decide("return table.slip"), "broken.py:10: table has no field 'slip'. It is a field of rules: rules.slip."),
    "helper": (
        HEAD + "@compiled\ndef small(t, k):\n    return t.hnad < k\n" + decide("return small(table, 3)", head=""),
        "broken.py:9: t has no field 'hnad'. Did you mean 'hand'?",
    ),
    "parent": (decide("return 0", head=declared(parent='"carefull"')), "broken.py:6: pebbles has no policy 'carefull'. Did you"),
    "itself": (decide("return 0", head=declared(parent='"broken.py"')), "broken.py:6: the parents go round in a circle: broken.py"),
    "bounds": (HEAD + 'policy.add_weights({"a": Weight(12, (0, 10))})', "broken.py:7: weight a: its default 12 is not within its"),
    "turned": (HEAD + 'policy.add_weights({"a": Weight(5, (10, 0))})', "broken.py:7: weight a: its bounds are the least and"),
    "number": (HEAD + 'policy.add_weights({"a": 12})', "broken.py:7: weight a: write Weight(default, (least, most)"),
    "missing": (HEAD + "W = Weight(12)", "broken.py:7: Weight missing 1 required positional argument: 'bounds'. It takes"),
    "many": (
        HEAD + 'policy.add_weights({f"a{i}": Weight(1, (0, 10)) for i in range(70)})',
        f"broken.py:7: has 71 weights (1 of them its parent's), and {MOST_WEIGHTS} is the most there can be.",
    ),
    "keyword": (declared(weigths="{}"), "broken.py:6: Policy takes no 'weigths'. Did you mean 'weights'?"),
    "meant": (declared(params="{}"), "broken.py:6: Policy takes no 'params'. Did you mean 'weights'?"),
    "two": (HEAD + 'other = Policy("pebbles", "second")', "broken.py: declares 2 policies: 'broken' (line 6) and 'second' (line 7)."),
    "none": ("X = 1\n", 'broken.py: declares no policy. Write, for example: policy = Policy("pebbles", "mine", parent="careful")'),
    "game": (HEAD.replace('"pebbles"', '"pebble"'), "broken.py:6: there is no game 'pebble'. Did you mean 'pebbles'?"),
    "other game": (HEAD.replace("pebbles", "opulent").replace("careful", "novice"), "broken.py:6: plays opulent, not pebbles."),
    "unanswered": (HEAD.replace(', parent="careful"', ""), "broken.py:6: leaves 1 decision without an answer (search). Name a"),
    "module": (HEAD + "import nunpy", "broken.py:7: there is no module 'nunpy' to import."),
    "name": (HEAD + "from sim.policy import Wieght", "broken.py:7: sim.policy has no 'Wieght'. Did you mean 'Weight'?"),
    "undefined": (HEAD + "W = Weigth(1, (0, 2))", "broken.py:7: there is nothing called 'Weigth'. Did you mean 'Weight'?"),
    "decorator": (HEAD + "@policy.decison\ndef search(): ...", "broken.py:7: Policy has no 'decison'. Did you mean 'decision'?"),
    "brackets": (HEAD + "@policy.decision()\ndef search(): ...", "broken.py:7: @policy.decision stands above the def of a"),
    "twice": (decide("return 0") + decide("return 1", head=""), "broken.py:12: 'search' is answered twice, first in line 8."),
    "exits": (HEAD + "raise SystemExit(3)", "broken.py:7: ends the program when it is read."),
    "raises": (HEAD + "1 / 0", "broken.py:7: raises ZeroDivisionError when it is read: division by zero"),
    "choices": (decide("choices[0, 0] = 1\n    return 0"), "broken.py:10: writes to choices, which a policy may only read."),
    "chance": (decide("return random.randint(0, 1)"), "broken.py:10: random.randint depends on chance outside the game"),
    "numpy chance": (decide("return np.random.randint(0, n)"), "broken.py:10: np.random depends on chance outside the game"),
}  # fmt: skip


@pytest.mark.parametrize("case", READ)
def test_what_can_be_read_is_told_without_compiling(tmp_path: Path, case: str) -> None:
    text, said = READ[case]
    assert told(tmp_path, text).startswith(said)


#: Bodies of decisions and what is said: the line, and words that must occur.
COMPILED = {
    "float": ("return weights[0] / 10", 10, "returns a number with a fraction"),
    "tuple": ("return (1, 2)", 10, "returns a tuple"),
    "text": ("return 'a'", 10, "returns text"),
    "no return": ("x = table.hand", 10, "can end without an answer"),
    "format": ("x = f'{weights[0]:.2f}'\n    return 0", 10, "formats text"),
    "list": ("a = []\n    return len(a)", 10, "an empty list?"),
    "generator": ("return sum(i for i in range(n))", 10, "make a list of it"),
    "lambda": ("return max(range(n), key=lambda i: choices[i, 0])", 10, "lambda"),
    "import": ("import math\n    return 0", 10, "Move the import to the top of the file"),
    "plain helper": ("return plain(n)", 13, "Write @compiled in the line above its def"),
    "global": ("global COUNT\n    COUNT += 1\n    return 0", 11, "changes a global variable"),
    "global list": ("return LIST[0]", 10, "Make it a tuple"),
    "global dict": ("return DICT[1]", 10, "'DICT' is a dict"),
    "undefined": ("return nothing_there", 10, "there is nothing called 'nothing_there'"),
    "hidden": ("return hidden.deck[0]", 10, "what nobody at the table can see is not passed to a policy."),
    "weight": ("return 1 if table.hand < weights.enuogh else 0", 10, "has no weight 'enuogh'. Did you mean 'enough'?"),
    "attribute": ("return table.hand.size_of", 10, "a whole number has no 'size_of'"),
}
BEFORE = {
    "plain helper": "def plain(k):\n    return k - 1\n",
    "global": "COUNT = 0\n",
    "global list": "LIST = [1]\n",
    "global dict": "DICT = {1: 0}\n",
}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("case", COMPILED)
def test_what_does_not_compile_is_told_in_plain_words(tmp_path: Path, case: str) -> None:
    body, line, words = COMPILED[case]
    before = BEFORE.get(case, "")
    said = told(tmp_path, decide(body, head=HEAD + before))
    wanted = line + before.count("\n") if case not in BEFORE or case != "plain helper" else 12
    assert said.startswith(f"broken.py:{wanted}: "), said
    assert words in said
    assert not re.search(r"numba|nopython|Cannot determine|TypingError|Literal\[", said)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_mistake_in_a_helper_is_told_at_the_helper(tmp_path: Path) -> None:
    helpers = "@compiled\ndef inner(k):\n    return k.depth\n@compiled\ndef outer(k):\n    return inner(k) + 1\n"
    said = told(tmp_path, decide("return outer(table.hand)", head=HEAD + helpers))
    assert said.startswith("broken.py:9: a whole number has no 'depth'.")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_fraction_is_refused_the_second_time_too(tmp_path: Path) -> None:
    text = decide("return weights[0] / 10")
    assert told(tmp_path, text) == told(tmp_path, text)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = (
        decide("return table.hnad")
        + decide("return 0", head="", name="serch")
        + decide("return random.random()", head="", name="x")
    )
    lines = told(tmp_path, text).splitlines()
    assert [line.split(": ")[0] for line in lines] == ["broken.py:10", "broken.py:12", "broken.py:16"]


def test_parents_in_a_circle_are_named(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text(decide("return 0", head=declared(parent='"broken.py"')))
    said = told(tmp_path, decide("return 0", head=declared(parent='"other.py"')))
    assert "the parents go round in a circle: broken.py -> other.py -> broken.py." in said


def test_the_name_of_a_policy_that_comes_along_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text('from sim.policy import Policy\npolicy = Policy("opulent", "novice", parent="random")\n')
    with pytest.raises(BadInput, match="mine.py:2: is called 'novice', as a policy that comes with House Edge"):
        parse_team(load_game("opulent"), str(file))


def test_a_decision_of_the_campaign_is_not_asked_of_who_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    head = 'from sim.policy import Policy\npolicy = Policy("opulent", "mine", parent="random")\n'
    file.write_text(decide("return 0", head=head, name="keep_staff"))
    with pytest.raises(BadInput, match="mine.py:4: the decision 'keep_staff' is never asked of this kind of policy"):
        parse_team(load_game("opulent"), str(file))


def test_a_file_typed_like_a_name_is_pointed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(HEAD)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"There is a file mine.py here: type ./mine.py"):
        parse_team(GAME, "mine")


def test_a_file_of_another_editor_is_read(tmp_path: Path) -> None:
    file = tmp_path / "my policy-1.py"
    file.write_bytes(
        b"\xef\xbb\xbf" + decide("return 1 if table.hand < weights.enough else 0").replace("\n", "\r\n").encode()
    )
    assert parse_team(GAME, f"{file}:enough=4")[0].weights == {"enough": 4}


def test_a_broken_file_on_the_search_path_does_not_spoil_the_list(tmp_path: Path) -> None:
    from sim.policysource import Facts, facts, summary

    file = tmp_path / "broken.py"
    file.write_text('policy = Policy("pebbles", "broken", parent=\n')
    assert (summary(file), facts(file)) == ("", Facts("pebbles"))


def test_a_file_that_never_ends_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim import policyfile

    monkeypatch.setattr(policyfile, "READING", 0.2)
    said = told(tmp_path, "def wait():\n    while True: pass\nwait()\n")
    assert said.startswith("broken.py:2: is still being read here after 0.2 s.")
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0), "nobody is called back later"


def test_what_a_file_prints_does_not_end_up_in_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chatty.py"
    file.write_text("print('hello')\n" + decide("return 0"))
    load_declaration(GAME, str(file))
    assert capsys.readouterr() == ("", "hello\n")


def test_a_policy_that_a_package_offers_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    from sim import policyfile

    offered = EntryPoint("lucky", "no_such_package.single", "house_edge.policies")
    monkeypatch.setattr(policyfile, "entry_points", lambda group: [offered])
    with pytest.raises(BadInput, match="An installed package offers it as no_such_package.single, but has no such"):
        load_declaration(GAME, "lucky")


def test_as_many_weights_as_the_engine_holds() -> None:
    from sim.decisions import WEIGHTS

    assert MOST_WEIGHTS == WEIGHTS


def test_a_compiler_that_stumbles_is_asked_once_more(monkeypatch):
    """What has nothing to do with the source, such as a cache file another process took away, is no mistake of it."""
    from sim import uncompilable

    policy, asked = load_declaration(load_game("pebbles"), "careful"), []

    def stumbles(*arguments):
        asked.append(arguments)
        if len(asked) == 1:
            raise FileNotFoundError("gone")
        return "compiled"

    monkeypatch.setattr(uncompilable, "_compiled", stumbles)
    assert uncompilable.compile_decision(policy, policy.functions["search"], None) == "compiled"
    assert len(asked) == 2


def test_what_the_compiler_said_travels_with_the_error():
    import pickle

    error = BadInput("two words")
    error.add_note("numba: no")
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == ["two words"] and again.__notes__ == ["numba: no"]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_fraction_is_refused_when_another_process_left_it_in_the_cache(tmp_path, monkeypatch):
    from sim import kernel, uncompilable

    text = decide("return weights[0] / 11")
    (tmp_path / "broken.py").write_text(text)
    with monkeypatch.context() as before:  # a process that was ended between compiling and looking
        before.setattr(uncompilable, "fraction", lambda *_: None)
        before.setattr(Path, "touch", lambda *_: None)
        Context(Plan("pebbles", resolve(GAME), parse_team(GAME, str(tmp_path / "broken.py")), 1))
    kernel._decisions.clear(), kernel._seats.clear()  # as in a new process
    assert "fraction" in told(tmp_path, text)
