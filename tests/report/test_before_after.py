"""The picture of a comparison."""

import re

import pytest

from analysis.arms import Base
from analysis.compare import Contender, Extent, compare
from reports.figures import before_after
from sim import registry

PRINTED = Contender("printed", "random")
ARMS = {
    "slippery": Contender("slippery", "random", changes=(("slip", 3),)),
    "kind": Contender("kind", "random", ("kind",)),
    "capped": Contender("capped", "random", changes=(("turn_cap", 900),)),
}


def found(*names, games=4000, scenarios=("high",)):
    base = Base(registry.load_game("pebbles"), seed=4)
    return compare(base, PRINTED, [ARMS[name] for name in names], scenarios, Extent(games))


def text_of(path):
    return re.sub(r"\s+", " ", " ".join(re.findall(r"<text[^>]*>([^<]*)", path.read_text()))).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("names", "games", "said"),
    [
        (("slippery",), 4000, "Pebbles, tide high: slippery is worse."),
        (("capped",), 4000, "capped changes nothing that matters."),
        (("capped",), 60, "Whether that matters is not yet known."),
        (("slippery", "kind", "capped"), 4000, "is better, slippery ("),
    ],
)
def test_the_headline_is_the_answer(names, games, said):
    headline = before_after.title(found(*names, games=games)).replace("\n", " ").replace("\xa0", " ")
    assert said in headline


def test_it_says_how_it_was_found_and_is_the_same_for_the_same_numbers(tmp_path):
    result = found("slippery", "capped", scenarios=("high", "low"))
    for name in ("one.svg", "two.svg"):
        before_after.write(result, tmp_path / name, "house-edge compare pebbles ...")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    text = text_of(tmp_path / "one.svg")
    digest = result.rules(result.reference, "high").digest()
    for part in ("4,000 games of each", "seed 4", "policy random", digest, "together for 6 comparisons", "..."):
        assert part in text


def test_one_arm_in_several_scenarios_has_a_row_each(tmp_path):
    before_after.write(found("slippery", scenarios=("high", "low")), tmp_path / "p.svg", "command")
    text = text_of(tmp_path / "p.svg")
    assert text.count("→") == 3 and "mean" in text and "worse" in text


def test_base_and_arms_differ_without_colour():
    """The base is hatched and light, an arm is plain and darker."""
    from matplotlib.colors import to_rgb

    light, dark = (sum(to_rgb(look["facecolor"])) for look in (before_after._BASE, before_after._ARM))
    assert light - dark > 1 and before_after._BASE["hatch"] and "hatch" not in before_after._ARM
    assert "not won" not in before_after.describe(found("slippery"))
