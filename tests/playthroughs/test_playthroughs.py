"""Golden playthroughs: one evening of every year, and a campaign, must be told again line by line in the same words.

A rule changed on purpose changes them too: look at what ``pytest tests/playthroughs --update-playthroughs`` writes, in
``git diff``, before committing it.
"""

from pathlib import Path

import pytest

from sim.block import Plan
from sim.campaign import make_campaign_plan
from sim.campaign_playback import tell_campaign
from sim.playback import tell
from sim.policy import parse_team
from sim.registry import load_game, resolve

FOLDER = Path(__file__).parent
POLICY, SEED, INDEX = "random", 1920, 0
#: Game and scenario of every playthrough.
PLAYED = [("opulent", year) for year in load_game("opulent").scenarios]
PLAYED += [
    ("tiefenthal", name)
    for name in ("module-1", "module-2-for-3", "module-3-for-2", "module-4", "module-5-for-3", "module-5-for-2")
]
#: A campaign left to chance, in cheap years so that it has some: the counterfeiter is carried over and found a year
#: later, a member is hired, upgrades are paid, sold and sold again, and the club ends bankrupt in its fourth year.
CHEAP = {
    "year.cost_adjustment": -26,
    "loan.allowed": False,
    "staff.salary": 1,
    "upgrade.prices": [6, 6, 2, 4, 2, 4, 4, 2, 6, 8],
}
CAMPAIGN = 1086


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


def compare(path: Path, told: list[str], update: bool) -> None:
    """Compare a story with the one kept, or keep it."""
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(told) + "\n", encoding="utf-8")
    kept = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    assert kept == told, first_difference(kept, told)


@pytest.mark.parametrize(("game", "scenario"), PLAYED)
def test_the_story_of_the_evening_is_told_in_the_same_words(game, scenario, request):
    told = story(game, scenario)
    compare(FOLDER / game / f"{scenario}.txt", told, request.config.getoption("--update-playthroughs"))


def test_the_story_of_a_campaign_is_told_in_the_same_words(request):
    plan = make_campaign_plan("opulent", POLICY, POLICY, seed=SEED, rules=CHEAP)
    told = "\n".join(tell_campaign(plan, CAMPAIGN)).split("\n")
    for rule in ("carry", "hire", "pay", "quick_sale", "bankrupt", "end"):
        assert any(line.endswith(f"[campaign.{rule}]") for line in told), rule
    compare(FOLDER / "opulent" / "campaign.txt", told, request.config.getoption("--update-playthroughs"))
