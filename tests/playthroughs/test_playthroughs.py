"""Golden playthroughs: one evening of every year, told line by line, must be told again in the same words.

A rule changed on purpose changes them too: look at what ``pytest tests/playthroughs --update-playthroughs`` writes, in
``git diff``, before committing it.
"""

from pathlib import Path

import pytest

from sim.block import Plan
from sim.playback import tell
from sim.policy import parse_team
from sim.registry import load_game, resolve

FOLDER = Path(__file__).parent
POLICY, SEED, INDEX = "random", 1920, 0
#: Game and scenario of every playthrough.
PLAYED = [("opulent", year) for year in load_game("opulent").scenarios]


def story(name: str, scenario: str) -> list[str]:
    """Tell one game anew."""
    game = load_game(name)
    told = tell(Plan(name, resolve(game, scenario), parse_team(game, POLICY), SEED), INDEX)
    return "\n".join(told).split("\n")


def first_difference(kept: list[str], told: list[str]) -> str:
    """Return the first line that differs, with what came before it."""
    pairs = enumerate(zip(kept, told, strict=False))
    at = next((i for i, (old, new) in pairs if old != new), min(len(kept), len(told)))
    before = [f"       {line}" for line in kept[max(0, at - 5) : at]]
    ends = {"kept:": kept, "told:": told}.items()
    shown = [f"{sign} {lines[at] if at < len(lines) else '(ends here)'}" for sign, lines in ends]
    return "\n".join([f"line {at + 1}:", *before, *shown])


@pytest.mark.parametrize(("game", "scenario"), PLAYED)
def test_the_story_of_the_evening_is_told_in_the_same_words(game, scenario, request):
    path = FOLDER / game / f"{scenario}.txt"
    told = story(game, scenario)
    if request.config.getoption("--update-playthroughs"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    kept = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    assert kept == told, first_difference(kept, told)
