"""Stored answers of any kind."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from reports.cli import findings
from sim.errors import BadInput


def body(kind: str, **more: object) -> dict[str, object]:
    return {"schema": f"house-edge/{kind}", "schema_version": 1, "game": "pebbles", "seed": 7, "value": 0.5, **more}


def test_each_answer_has_a_folder_named_by_its_kind(runs: Path) -> None:
    first, second, other = (findings.store(body(kind)) for kind in ("compare", "compare", "tune"))
    assert first.name.endswith("-pebbles-compare-s7") and second.name.endswith("-pebbles-compare-s7-2")
    assert other.name.endswith("-pebbles-tune-s7") and (other / "tune.json").is_file()
    assert findings.load(first.name, "compare") == findings.load(first, "compare") == body("compare")


def test_the_newest_of_a_game_and_kind(runs: Path) -> None:
    assert findings.newest("pebbles", "compare") is None
    old, new = findings.store(body("compare")), findings.store(body("compare", value=float("nan")))
    os.utime(old / "compare.json", (1, 1))
    findings.store(body("compare", game="opulent"))
    findings.store(body("attribute"))
    assert findings.newest("pebbles", "compare") == new
    assert findings.load(new, "compare")["value"] is None
    assert findings.newest("pebbles") is None


def test_what_is_no_answer_is_said_so(runs: Path) -> None:
    folder = findings.store(body("compare"))
    assert findings.is_answer(folder.name, "compare") and not findings.is_answer(folder.name)
    with pytest.raises(BadInput, match=r"holds no tune.json. Make one: house-edge tune"):
        findings.load(folder.name, "tune")
    (folder / "compare.json").write_text(json.dumps(body("compare", schema_version=9)), encoding="utf-8")
    with pytest.raises(BadInput, match="is house-edge/compare 9, this version reads house-edge/compare 1"):
        findings.load(folder.name, "compare")
    (folder / "compare.json").write_text("[]", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read"):
        findings.load(folder.name, "compare")
