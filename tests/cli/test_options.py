"""Reading what was typed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reports.cli import options
from sim.errors import BadInput


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("10000", 10_000), ("1e5", 100_000), ("100_000", 100_000), ("100,000", 100_000), ("100k", 100_000),
     ("1.5k", 1500), ("2M", 2_000_000), ("1e9", 10**9), (" 7 ", 7)],
)  # fmt: skip
def test_numbers_of_games(text: str, value: int) -> None:
    assert options.read_games(text) == value


@pytest.mark.parametrize("text", ["", "many", "1.5", "1e-3", "0x10", "1e", "k", "nan", "inf", "10 000", "1e999"])
def test_what_is_no_number_of_games(text: str) -> None:
    with pytest.raises(BadInput, match="--games takes"):
        options.read_games(text)


@pytest.mark.parametrize(
    ("text", "said"), [("0", "at least 1"), ("-5", "at least 1"), ("1e12", "at most 1,000,000,000")]
)
def test_limits_are_named(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        options.read_games(text)


def test_seeds() -> None:
    assert options.read_seed("0") == 0
    assert options.read_seed(str(2**53 - 1)) == 2**53 - 1
    assert 0 <= options.read_seed(None) < 2**53
    for text in (str(2**53), "-1", "seven"):
        with pytest.raises(BadInput):
            options.read_seed(text)


def test_rules_typed_twice() -> None:
    assert options.read_assignments(["a=1", "a=1", "b = x "]) == {"a": "1", "b": "x"}
    with pytest.raises(BadInput) as error:
        options.read_assignments(["a=1", "a=2", "b", "=3", "c="])
    assert len(error.value.problems) == 4


def test_folders_are_only_looked_at(tmp_path: Path) -> None:
    new = tmp_path / "a" / "b"
    assert options.read_new_folder(str(new)) == new
    assert not any(tmp_path.iterdir())
    with pytest.raises(BadInput, match="about 10000 TB are needed, but only"):
        options.read_new_folder(str(new), 1e16)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for bad in ("file", "file/below", "."):
        with pytest.raises(BadInput):
            options.read_new_folder(str(tmp_path / bad))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadInput, match="cannot write there"):
        options.read_new_folder(str(tmp_path / "new"))
    tmp_path.chmod(0o700)
