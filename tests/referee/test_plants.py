"""The referee finds each wrong rule planted in a copy of the engine, and nothing in an honest copy."""

import pytest

from tests.referee.plant import CAMPAIGN_PLANTS, FREE, PASSED, PLANTS, Play, campaign, copy_engine, play_copy

ALL = [*PLANTS, *CAMPAIGN_PLANTS]


@pytest.mark.slow
@pytest.mark.parametrize("plant", ALL, ids=[f"{plant.rule}, {plant.file}" for plant in ALL])
def test_the_referee_finds_a_wrong_rule(plant, tmp_path):
    copy_engine(tmp_path, plant)
    said = play_copy(tmp_path, plant.play)
    assert PASSED not in said
    assert f": {plant.shows_as or plant.rule}: " in said, said


@pytest.mark.slow
def test_an_honest_copy_passes(tmp_path):
    copy_engine(tmp_path)
    assert play_copy(tmp_path, Play(year="1923", games=3)).strip() == PASSED
    assert play_copy(tmp_path, campaign(21, FREE)).strip() == PASSED


def test_a_plant_needs_its_line(tmp_path):
    """A plant whose line is gone from the engine says so, rather than passing unseen."""
    for number, plant in enumerate(ALL):
        copy_engine(tmp_path / str(number), plant)
