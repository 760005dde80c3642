"""Parts that were damaged, swapped or forged are found."""

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from sim import parts
from sim.api import make_plan
from sim.errors import BadInput
from sim.store import open_run, resume_run, verify_run
from tests.helpers import part_bytes, play
from tests.store.kit import GAMES, edit_manifest, manifest_of


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-3000])


def empty(path):
    path.write_bytes(b"")


def remove(path):
    path.unlink()


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def edit_keeping_metadata(path):
    table = pyarrow.parquet.read_table(path)
    jar = table.column("jar").to_numpy().copy()
    jar[17] += 1
    place = table.schema.get_field_index("jar")
    table = table.set_column(place, table.schema.field("jar"), pyarrow.array(jar))
    pyarrow.parquet.write_table(table, path)


def edit_with_pandas(path):
    frame = pyarrow.parquet.read_table(path).to_pandas()
    frame.loc[3, "outcome"] = 1 - frame.loc[3, "outcome"]
    frame.to_parquet(path)


def edit_and_forge(path):
    """Rewrite the rows with a digest that fits them; the manifest still tells."""
    dtype = np.dtype([("game", "<i8"), ("outcome", "i1"), *((n, "<i2") for n in ("turns", "jar", "found", "dropped"))])
    run = manifest_of(path.parent)["run_digest"]
    rows, entry = parts.read_part(path.parent, 1, dtype, run)
    rows["jar"][5] += 1
    parts.write_part(path.parent, entry["first"] // 10_000, rows, run)


@pytest.mark.parametrize(
    "damage", [cut_short, empty, remove, flip, edit_keeping_metadata, edit_with_pandas, edit_and_forge]
)
def test_a_damaged_part_is_found_and_played_again(plan, whole, whole_parts, runs, damage):
    _, folder = play(plan, GAMES)
    damage(folder / "part-000001.parquet")
    assert part_bytes(folder) != whole_parts
    with pytest.raises(BadInput, match=r"part-000001.*house-edge resume"):
        open_run(folder).rows()
    assert verify_run(folder, 5).damaged
    seen = []
    result = resume_run(folder, progress=seen.append)
    assert seen[-1].played == 10_000, "only the damaged part is played"
    assert len(result.notes) == 1 and "part-000001" in result.notes[0]
    assert part_bytes(folder) == whole_parts
    assert result.summary == whole.summary and result.rows_sha256 == whole.rows_sha256


def test_a_part_of_another_run_is_not_taken(plan, whole_parts, runs):
    _, folder = play(plan, GAMES)
    _, other = play(make_plan("pebbles", policy="random", seed=8), GAMES)
    (folder / "part-000002.parquet").write_bytes((other / "part-000002.parquet").read_bytes())
    assert "belongs to another run" in resume_run(folder).notes[0]
    assert part_bytes(folder) == whole_parts


def test_verify_plays_a_sample_again(plan, runs):
    _, folder = play(plan, 12_345)
    verification = verify_run(folder, sample=50)
    assert verification.passed and verification.checked == 50


def test_verify_finds_a_forged_run(plan, runs):
    """Rows, digests and manifest all agree with each other, but not with the game."""
    _, folder = play(plan, 200)
    run = open_run(folder)
    rows = run.rows()
    rows["jar"] += 1
    entry = parts.write_part(folder, 0, rows, run.manifest["run_digest"])
    edit_manifest(folder, parts=[entry])
    verification = verify_run(folder)
    assert not verification.passed and len(verification.different) == 200
    assert verification.different[0]["column"] == "jar"
    assert verification.different[0]["stored"] == verification.different[0]["played"] + 1
