"""House-rule sets: what a file may hold, whom it extends, and what is said where two of them differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.errors import BadInput
from sim.registry import load_game, resolve
from sim.variants import read_variant


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_precedence_is_default_scenario_variants_in_order_rule(tmp_path: Path) -> None:
    game = load_game("pebbles")
    first = write(tmp_path / "first.toml", "[rules]\njar = 11\nslip = 3\n")
    second = write(tmp_path / "second.toml", "[rules]\nslip = 4\n")
    assert resolve(game, "high").values["jar"] == 20
    assert resolve(game, "low").values["jar"] == 30
    rules = resolve(game, "low", [first, second], {"tide": "9"})
    assert (rules.values["jar"], rules.values["slip"], rules.values["tide"]) == (11, 4, 9)
    assert rules.origins == {
        "jar": "variant first", "slip": "variant second", "tide": "--rule", "turn_cap": "default"
    }  # fmt: skip
    assert resolve(game, "low", [second, first]).values["slip"] == 3
    assert rules.variants == ("first", "second")


def test_two_sets_that_differ_are_named_and_the_later_one_counts(tmp_path: Path) -> None:
    game = load_game("pebbles")
    hard = write(tmp_path / "hard.toml", "[rules]\nslip = 3\njar = 25\n")
    rules = resolve(game, "high", ["kind", hard])
    assert rules.values["slip"] == 3
    assert rules.conflicts == (
        f"slip: variant kind sets 0, variant {hard} sets 3. The last one counts, alone: 3 (variant {hard}).",
    )
    (line,) = resolve(game, "high", ["kind", hard], {"slip": "2"}).conflicts
    assert line.endswith(f"variant {hard} sets 3, --rule sets 2. The last one counts, alone: 2 (--rule).")
    assert resolve(game, "high", ["kind", "kind"], {"slip": 0, "jar": 9}).conflicts == ()
    # the digest names what is played, not how it came about
    assert rules.digest() == resolve(game, "high", [hard]).digest()


def test_relative_rules_are_not_added_up() -> None:
    rules = resolve(load_game("opulent"), "1926", ["easy-street", "hard-knocks"])
    assert rules.values["year.cost_adjustment"] == 5
    assert rules.conflicts == (
        "year.cost_adjustment: variant easy-street sets -5, variant hard-knocks sets 5."
        " The last one counts, alone: 5 (variant hard-knocks).",
    )


@pytest.mark.parametrize("variant", list(load_game("opulent").variants))
def test_shipped_sets_stand_in_every_year_and_disagree_with_nobody(variant: str) -> None:
    game = load_game("opulent")
    for year in game.scenarios:
        assert resolve(game, year, [variant]).conflicts == ()
    found = read_variant(game, variant)
    assert found.title and found.reason.endswith(".")


def test_what_a_set_extends_is_found_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "sets" / "base.toml", "[rules]\nslip = 3\njar = 25\n")
    child = write(tmp_path / "sets" / "child.toml", 'extends = ["base.toml", "kind"]\n[rules]\njar = 26\n')
    monkeypatch.chdir(tmp_path)
    found = read_variant(load_game("pebbles"), child)
    assert found.settings == {"slip": (0, "variant kind"), "jar": (26, "variant child")}
    assert resolve(load_game("pebbles"), "high", [child]).conflicts == ()  # inside a set the author meant it


def test_every_mistake_of_a_file_is_named_with_its_line(tmp_path: Path) -> None:
    bad = write(
        tmp_path / "bad.toml",
        'title = 5\nraeson = "x"\nextends = ["knid", 7]\n\n[rules]\nslip = 9\njr = 3\njar = "many"\n[tide]\nx = 1\n',
    )
    with pytest.raises(BadInput) as error:
        resolve(load_game("pebbles"), "high", [bad], {"slip": "x"})
    said = "\n".join(error.value.problems)
    for text in (
        f"{bad}:1: title is a text",
        f"{bad}:2: 'raeson' is not a key of a variant. Did you mean 'reason'?",
        f"{bad}:3: extends takes names or files",
        "no variant 'knid'. Did you mean 'kind'?",
        f"{bad}:6: slip = 9 is not allowed",
        f"{bad}:7: there is no rule 'jr'. Did you mean 'jar'?",
        f"{bad}:8: jar = 'many' is not allowed",
        f"{bad}:9: 'tide' is not a key of a variant. The rules stand below [rules].",
        "--rule slip: slip = 'x'",
    ):
        assert text in said


@pytest.mark.parametrize("text", ["rules = 3", "extends = 7", "extends = {a = 1}", "title = ["])
def test_shapes_nobody_expects_are_bad_input(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match="odd.toml"):
        read_variant(load_game("pebbles"), write(tmp_path / "odd.toml", text))


def test_going_round_in_circles(tmp_path: Path) -> None:
    first = write(tmp_path / "a.toml", 'extends = "b.toml"\n')
    write(tmp_path / "b.toml", 'extends = "./a.toml"\n')
    with pytest.raises(BadInput, match="extends itself by way of a > b"):
        read_variant(load_game("pebbles"), first)


def test_a_contradiction_names_who_set_what(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        resolve(load_game("opulent"), "1920", ["easy-street"], {"patron.maximum_nickels": "3"})
    assert error.value.problems[0].endswith(
        "Set: patron.start_nickels by variant four-nickels, patron.maximum_nickels by --rule."
    )


def test_the_command_of_a_plan_needs_no_file(tmp_path: Path) -> None:
    from sim.api import make_plan
    from sim.commands import run_command

    mine = write(tmp_path / "mine.toml", "[rules]\njar = 22\n")
    plan = make_plan("pebbles", "low", "random", seed=1, variants=["kind", mine], rules={"tide": 9})
    command = run_command(plan, 10)
    assert command == (
        "house-edge run pebbles --scenario low --variant kind --rule jar=22 --rule tide=9 --policy random"
        " --games 10 --seed 1"
    )


def test_the_command_of_a_plan_keeps_every_digit_of_a_weight() -> None:
    from sim.api import make_plan
    from sim.commands import replay_command

    plan = make_plan("pebbles", policy="careful:enough=0.1234567891234+random", seed=1)
    words = replay_command(plan, 7)
    assert words.endswith("--policy careful:enough=0.1234567891234+random --game 7 --seed 1")
    restricted = make_plan("opulent", policy="rulebook:forbid=schmoozing", seed=1)
    assert "--policy rulebook:forbid=schmoozing --game 7" in replay_command(restricted, 7)
