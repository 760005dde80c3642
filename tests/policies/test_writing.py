# ruff: noqa: E501  (sources of policies stand in one line)
"""Ways to write a policy: weights by name, the decorator, the parent's answer, files beside each other, notebook cells."""

from __future__ import annotations

import linecache
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import sim
from sim import registry
from sim.block import Context, Plan
from sim.errors import BadInput
from sim.jit import INTERPRETED
from sim.policy import Policy, load_declaration, parse_team
from sim.registry import load_game, resolve
from tests.helpers import said

GAME = load_game("pebbles")
ARGUMENTS = "table, rules, choices, n, weights, memory, luck, seat"

OBJECT = f'''"""Stops early or late."""
from sim.policy import Policy, Weight

policy = Policy("pebbles", "mine", parent="careful", weights={{"reserve": Weight(2, (0, 60), "pebbles", "Kept.")}})


@policy.decision
def search({ARGUMENTS}):
    """Less than the parent's weight and one's own."""
    return 1 if table.hand < weights.enough - weights.reserve else 0
'''
DECORATED = f'''"""Stops early or late."""
from sim.policy import Weight, policy


@policy("pebbles", name="mine", parent="careful", weights={{"reserve": Weight(2, (0, 60), "pebbles", "Kept.")}})
def search({ARGUMENTS}):
    """Less than the parent's weight and one's own."""
    return 1 if table.hand < weights.enough - weights.reserve else 0
'''


def rows(policy: object, games: int = 50, seed: int = 7) -> np.ndarray:
    return Context(Plan("pebbles", resolve(GAME), parse_team(GAME, policy), seed)).play(0, games)


def test_weights_are_read_by_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OBJECT)
    assert list(load_declaration(GAME, str(file)).weights) == ["enough", "reserve"], "the parent's come first"
    assert np.array_equal(rows(str(file)), rows("careful:enough=4"))
    assert np.array_equal(rows(f"{file}:reserve=0"), rows("careful"))
    assert np.array_equal(rows(f"{file}:reserve=0,enough=9"), rows("careful:enough=9"))


def test_the_decorator_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(DECORATED)
    declared = load_declaration(GAME, str(file))
    assert (declared.name, declared.parent and declared.parent.name, declared.line) == ("mine", "careful", 5)
    assert list(declared.functions) == ["search"]
    assert np.array_equal(rows(str(file)), rows("careful:enough=4"))


def test_functions_of_one_name_make_one_policy(tmp_path: Path) -> None:
    head = 'from sim.policy import policy\n\n\n@policy("opulent", name="mine", parent="random")\n'
    second = f'\n\n@policy("opulent", "mine")\ndef repay({ARGUMENTS}):\n    return 0\n'
    file = tmp_path / "mine.py"
    file.write_text(f"{head}def close({ARGUMENTS}):\n    return 1\n{second}")
    assert list(load_declaration(load_game("opulent"), str(file)).functions) == ["close", "repay"]
    file.write_text(
        f"{head}def close({ARGUMENTS}):\n    return 1\n{second}".replace('"mine")', '"mine", parent="novice")')
    )
    with pytest.raises(BadInput, match="mine.py:9: policy 'mine' is declared with another parent above"):
        load_declaration(load_game("opulent"), str(file))


def test_a_function_can_do_as_its_parent(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    body = "    return AS_BEFORE(table, rules, choices, n, weights, memory, luck, seat)\n"
    text = OBJECT.replace("\n\n\n@policy", '\nAS_BEFORE = policy.parents("search")\n\n\n@policy')
    file.write_text(text[: text.index("    return")] + body)
    assert np.array_equal(rows(str(file)), rows("careful"))


def test_a_parent_may_be_a_file_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "base.py").write_text(OBJECT.replace('"mine"', '"base"'))
    (tmp_path / "mine.py").write_text(
        'from sim.policy import Policy\npolicy = Policy("pebbles", "mine", parent="base.py")\n'
    )
    monkeypatch.chdir("/")
    declared = load_declaration(GAME, str(tmp_path / "mine.py"))
    assert declared.files == [tmp_path / "mine.py", tmp_path / "base.py", *load_declaration(GAME, "careful").files]
    assert np.array_equal(rows(str(tmp_path / "mine.py")), rows("careful:enough=4"))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_is_inherited_is_compiled_once(tmp_path: Path) -> None:
    from sim import kernel

    (tmp_path / "mine.py").write_text(
        'from sim.policy import Policy\npolicy = Policy("pebbles", "mine", parent="careful")\n'
    )
    rows("careful", games=1)
    before = dict(kernel._decisions)
    rows(str(tmp_path / "mine.py"), games=1)
    assert kernel._decisions == before


def test_what_it_is_can_be_asked(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OBJECT.replace('parent="careful"', 'parent="careful", jit=False'))
    declared = load_declaration(GAME, str(file))
    assert not declared.jit and not declared.built_in
    assert load_declaration(load_game("opulent"), "rulebook").built_in
    child = Policy("pebbles", "child", parent=declared)
    assert not child.jit, "whose parent is plain Python is plain Python"


# --- notebooks -------------------------------------------------------------------------------------------------------

CELL = f'''
import math
from numba import njit
from sim.jit import compiled
from sim.policy import Policy, Weight
STEPS = (1, 2)
policy = Policy("pebbles", "In a cell", parent="careful", weights={{"reserve": Weight(2, (0, 60), "pebbles", "Kept.")}})
AS_BEFORE = policy.parents("search")

@compiled
def half(k):
    return math.floor(k / STEPS[1])

@njit
def same(k):
    return k

@policy.decision
def search({ARGUMENTS}):
    """Half of what the weights say."""
    if same(table.jar) < 0:
        return AS_BEFORE(table, rules, choices, n, weights, memory, luck, seat)
    return 1 if table.hand < half(weights.enough + weights.reserve) else 0
'''


def cell(text: str, name: str) -> dict[str, object]:
    """Run text as a notebook runs a cell: its source is kept under a name that is no file."""
    file = f"<cell {name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, object] = {"__name__": "__main__"}
    exec(compile(text, file, "exec"), space)
    return space


@pytest.mark.skipif(INTERPRETED, reason="the same without compiling")
def test_a_policy_of_a_cell_is_written_into_the_cache() -> None:
    policy = cell(CELL, "one")["policy"]
    assert isinstance(policy, Policy)
    frame = sim.simulate("pebbles", policy=policy, games=100, seed=7)
    assert frame.equals(sim.simulate("pebbles", policy="careful:enough=4", games=100, seed=7))
    assert policy.typed() in frame.attrs["command"]
    again = sim.simulate("pebbles", policy=f"{policy}:reserve=0", games=100, seed=7, jobs=2, backend="loky")
    assert again.equals(sim.simulate("pebbles", policy="careful:enough=3", games=100, seed=7))
    other = cell(CELL, "two")["policy"]
    assert str(other) == str(policy), "the same source is the same file"
    assert str(cell(CELL.replace("(1, 2)", "(1, 3)"), "three")["policy"]) != str(policy)


def test_a_decorated_function_stands_for_its_policy() -> None:
    search = cell(DECORATED, "four")["search"]
    assert np.array_equal(rows(search), rows("careful:enough=4"))


def test_a_cell_that_runs_again_replaces_what_it_declared() -> None:
    space = cell(DECORATED, "five")
    text = DECORATED.replace("weights.enough - weights.reserve", "weights.enough")
    linecache.cache["<cell six>"] = (len(text), None, text.splitlines(keepends=True), "<cell six>")
    exec(compile(text, "<cell six>", "exec"), space)
    assert np.array_equal(rows(space["search"]), rows("careful"))


def test_what_cannot_be_written_down_is_named() -> None:
    text = CELL.replace("STEPS = (1, 2)", "STEPS = [1, 2]")
    with pytest.raises(BadInput, match="policy In a cell: 'half' uses 'STEPS', a list"):
        str(cell(text, "seven")["policy"])
    space: dict[str, object] = {}
    exec(OBJECT, space)  # as at a prompt that keeps no source
    with pytest.raises(
        BadInput, match="this prompt does not keep the source of 'search'. Write the policy into a file"
    ):
        str(space["policy"])


# --- installed packages ----------------------------------------------------------------------------------------------


def installed(folder: Path, entry: str) -> None:
    """Lay out a package as an installer does."""
    package = folder / "house_of_cards"
    (package / "pebbles").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "pebbles" / "mine.py").write_text(OBJECT)
    (package / "single.py").write_text(OBJECT.replace('"mine"', '"single"'))
    metadata = folder / "house_of_cards-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: house-of-cards\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[house_edge.policies]\n{entry}\n")


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ("any = house_of_cards", "mine"),
        ("lucky = house_of_cards.single", "lucky"),
        ("gone = not_there\nany = house_of_cards", "mine"),
    ],
)
def test_policies_of_installed_packages_are_found(tmp_path: Path, entry: str, name: str) -> None:
    installed(tmp_path, entry)
    root = str(Path(__file__).parents[2])
    code = f"""
        from sim import registry
        from sim.policy import load_declaration
        game = registry.load_game("pebbles")
        print([each for each in registry.policy_files(game) if each not in ("careful", "random")])
        print(list(load_declaration(game, {name!r}).weights))
    """
    path = f"{tmp_path}{';' if sys.platform == 'win32' else ':'}{root}"
    assert said(code, PYTHONPATH=path).splitlines() == [str([name]), "['enough', 'reserve']"]


def test_facts_are_read_without_importing() -> None:
    from sim.policysource import facts

    known = registry.policy_files(load_game("opulent"))
    assert (facts(known["rulebook"]).parent, facts(known["rulebook"]).kind) == ("novice", "")
    clubs = registry.policy_files(load_game("opulent"), "campaign")
    assert facts(clubs["thrifty"]).kind == "campaign"


IN_A_CELL = f"""
    import linecache
    import sim
    CELL = {CELL!r}
    linecache.cache["<cell>"] = (len(CELL), None, CELL.splitlines(keepends=True), "<cell>")
    space = {{"__name__": "__main__"}}
    exec(compile(CELL, "<cell>", "exec"), space)
    print(sim.simulate("pebbles", policy=space["policy"], games=100, seed=7).to_csv())
    """


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_two_clones_share_a_cache(tmp_path: Path) -> None:
    """Compiled code names the module of a parent, which in another clone is another one; and a cache can be damaged."""
    told = []
    for clone in ("one", "two"):
        shutil.copytree(os.environ["HOUSE_EDGE_PATH"], tmp_path / clone)
        told.append(said(IN_A_CELL, HOUSE_EDGE_PATH=str(tmp_path / clone), HOUSE_EDGE_CACHE=str(tmp_path / "cache")))
    assert told[0] == told[1] and "\n99," in told[0]
    damaged = list((tmp_path / "cache").rglob("*search*.nbc"))
    for file in damaged:
        file.write_bytes(b"")
    last = {"HOUSE_EDGE_PATH": str(tmp_path / "two"), "HOUSE_EDGE_CACHE": str(tmp_path / "cache")}
    assert damaged and said(IN_A_CELL, **last) == told[1], "what cannot be loaded is compiled anew"


def test_an_edited_file_is_another_policy_at_once(tmp_path: Path) -> None:
    """Edited within a second, and no longer than before: Python's own caches would take it for the old one."""
    file = tmp_path / "mine.py"
    for reserve in (2, 5, 3):
        file.write_text(OBJECT.replace("- weights.reserve else", f"- {reserve} else"))
        assert np.array_equal(rows(str(file)), rows(f"careful:enough={6 - reserve}"))
