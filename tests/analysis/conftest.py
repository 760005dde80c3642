"""A difficulty result of games that were never played, made once."""

from pathlib import Path
from unittest import mock

import pytest

import sim.block  # noqa: F401  (before anything is patched: it keeps what it imports)
from tests.analysis import synthetic


@pytest.fixture(scope="session")
def opulent_result():
    """Return a small but complete result of The Opulent's columns; no kernel, no policy is needed."""
    return made_up(games=1500)


def made_up(games, **options):
    """Ask the main question about synthetic games."""
    from analysis.difficulty import Extent, difficulty

    files = {name: Path(f"{name}.py") for name in synthetic.POLICY_STRENGTH}
    policy = mock.Mock(digest=lambda: "0123456789abcdef")
    policy.parent = None  # or its ancestors would never end
    options.setdefault("extent", Extent(400, 300, 120, 6))
    with (
        mock.patch("sim.run.run_games", synthetic.run_games),
        mock.patch("sim.registry.policy_files", lambda game, *_: files),
        mock.patch("sim.policy.load_declaration", lambda game, name, *_: policy),
    ):
        return difficulty("opulent", games=games, seed=7, **options)
