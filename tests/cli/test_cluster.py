"""What the command line says about clusters before anything is played; blocks on a real one: tests/test_cluster.py."""

import sys

import pytest

from reports.cli.main import main

pytest.importorskip("distributed", reason="pip install 'house-edge[cluster]'")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--backend", "dask"], "needs --scheduler ADDRESS"),
        (["--backend", "dask", "--scheduler", "127.0.0.1:9"], "no dask scheduler answers at tcp://127.0.0.1:9"),
        (["--backend", "dask", "--scheduler", "http://x"], "takes an address such as"),
        (["--scheduler", "127.0.0.1:9"], "--scheduler goes with --backend dask"),
        (["--backend", "dask", "--jobs", "2", "--scheduler", "127.0.0.1:9"], "--jobs counts the workers"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(options, said, capsys, runs):
    assert main(["run", "pebbles", *options]) == 2
    out, err = capsys.readouterr()
    assert said in " ".join(err.split()) and out == ""
    assert not runs.exists()


def test_other_commands_say_where_clusters_are_for(capsys):
    assert main(["tune", "pebbles", "--target", "50%", "--backend", "dask"]) == 2
    assert "is for run, resume, compare, difficulty and ladder" in capsys.readouterr().err


def test_without_dask_it_says_what_to_install(monkeypatch, capsys):
    for name in [name for name in sys.modules if name.partition(".")[0] in ("distributed", "dask")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["run", "pebbles", "--backend", "dask", "--scheduler", "127.0.0.1:8786"]) == 2
    assert "pip install 'house-edge[cluster]'" in " ".join(capsys.readouterr().err.split())
