"""The referee finds each wrong rule planted in a copy of the engine, and nothing in an honest copy."""

import pytest

from tests.referee.plant import PASSED, PLANTS, copy_engine, play_copy


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS, ids=[plant.rule for plant in PLANTS])
def test_the_referee_finds_a_wrong_rule(plant, tmp_path):
    copy_engine(tmp_path, plant)
    said = play_copy(tmp_path, plant.year, plant.policy, plant.games)
    assert PASSED not in said
    assert f": {plant.shows_as or plant.rule}: " in said, said


@pytest.mark.slow
def test_an_honest_copy_passes(tmp_path):
    copy_engine(tmp_path)
    assert play_copy(tmp_path, "1923", "rulebook", 3).strip() == PASSED


def test_a_plant_needs_its_line(tmp_path):
    """A plant whose line is gone from the engine says so, rather than passing unseen."""
    for number, plant in enumerate(PLANTS):
        copy_engine(tmp_path / str(number), plant)
