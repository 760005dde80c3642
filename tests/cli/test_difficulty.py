"""difficulty."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("difficulty", "pebbles", "--games", "400", "--seed", "3", "--jobs", "1", "--table-only")


def test_the_ladder_in_words(cli: Cli) -> None:
    answer = cli(*LINE)
    assert answer.code == 0
    for text in ("Pebbles: how hard is each tide?", "High tide", "careful", "Hardest first, random:", "seed 3"):
        assert text in answer.out


def test_the_ladder_as_json_is_a_function_of_the_input(cli: Cli) -> None:
    once, again = (json.loads(cli(*LINE, "--rule", "slip=2", "--json").out) for _ in range(2))
    assert once.pop("timing") != again.pop("timing")
    assert once == again
    assert once["schema"] == "house-edge/difficulty"
    assert len(once["cells"]) == 4
    assert once["rules_changed"]["slip"]["value"] == 2
    assert {name for group in once["order"]["random"] for name in group} == {"high", "low"}


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli("difficulty", "pebbles", "--games", "0", "--scenario", "hih", "--policy", "rndom", "--rule", "jr=1")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 4
