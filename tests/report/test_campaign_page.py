"""The campaign's page and figures: said first, drawn in inks that follow the theme, the same twice."""

import csv
import re
from dataclasses import replace

import pytest

from analysis.arms import Base
from analysis.campaign import CampaignResult, Extent, campaign
from analysis.difficulty import NOTHING_MORE
from reports import campaigning
from reports.figures import campaign_holdings, campaign_money, campaign_survival, canvas
from reports.report import build_report
from reports.report.campaign_page import assumptions
from sim import registry
from tests.analysis.conftest import made_up
from tests.report.test_report import Reader

COMMAND = "house-edge campaign opulent --games 80 --seed 11"


@pytest.fixture(scope="module")
def found():
    base = Base(registry.load_game("opulent"), 11, jobs=2)
    return campaign(base, [], ["growth", "thrifty"], 80, Extent(searched=6, confirmed=12))


@pytest.fixture(scope="module")
def ladder():
    return made_up(200, scenarios=["1920", "1922"], extent=NOTHING_MORE)


@pytest.fixture(scope="module")
def page(found, ladder, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "index.html"
    return build_report(ladder, path, command="x", campaign=(found, COMMAND))


def section(path):
    text = path.read_text(encoding="utf-8")
    return text[text.index('<section id="campaign">') : text.index('<section id="pages">')]


def test_statements_come_before_figures_and_those_before_tables(page, found):
    text = section(page)
    places = [text.index(part) for part in ("of its campaigns", "<svg", "<table", 'id="campaign-assumed"', COMMAND)]
    assert places == sorted(places)
    assert all(digest in text for digest in (*found.digests.values(), *found.rules_digests.values()))
    assert found.careers[found.main].rows_sha256[:16] in text and f"seed {found.seed}" in text


def test_the_page_is_sound(page):
    reader = Reader(page.read_text(encoding="utf-8"))
    assert len(reader.ids) == len(set(reader.ids))
    assert {reference[1:] for reference in reader.references} <= set(reader.ids)
    assert {"campaign", "campaign-assumed"} <= set(reader.ids)
    body = section(page)
    assert not re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", body), "an ink that no theme can change"
    assert 'href="#campaign"' in page.read_text(encoding="utf-8")


def test_a_stored_campaign_gives_the_same_page(page, found, ladder, tmp_path):
    data = {**found.to_json(), "game": "opulent", "seed": found.seed, "confidence": found.confidence}
    stored = CampaignResult.from_json(data)
    again = build_report(ladder, tmp_path / "index.html", command="x", campaign=(stored, COMMAND))
    assert again.read_bytes() == page.read_bytes()


def test_tables_lie_next_to_it(page, found):
    with (page.parent / "tables" / "campaign_years.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 10
    first = next(row for row in rows if (row["club"], row["scenario"]) == ("thrifty", "1923"))
    assert int(first["alive"]) == found.careers["rulebook", "thrifty"].year("1923").alive
    assert (page.parent / "figures" / "campaign-holdings.svg").exists()


def test_without_a_campaign_the_page_says_how_to_get_one(ladder, tmp_path):
    path = build_report(ladder, tmp_path / "index.html", command="x", files=False)
    assert "house-edge campaign opulent" in section(path) and "<svg" not in section(path)


def test_what_it_rests_on_is_named(found):
    said = " ".join(assumptions(found))
    assert "upgrade.safe_keeps" in said and "campaign.any_miss_ends" in said and "year.cost" not in said


# --- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [campaign_survival, campaign_money, campaign_holdings])
@pytest.mark.parametrize("width", [canvas.WIDE, canvas.NARROW])
def test_figures_are_the_same_twice_and_have_words(found, module, width):
    once, again = (canvas.svg(module.draw(found, width), "name") for _ in range(2))
    assert once == again and len(module.describe(found)) > 60


def test_lines_and_causes_differ_without_colour(found):
    looks = campaign_survival.looks(found)
    assert len({str(look["linestyle"]) for look in looks.values()}) == len(looks)
    axes = campaign_survival.draw(found, canvas.WIDE).axes
    names = [text.get_text().partition("\n")[0] for text in axes[0].texts]
    assert sorted(names) == ["growth", "thrifty"], "each line has its name at its end"
    heights = [sum(bar.get_height() for bar in bars) for bars in axes[1].containers]
    ended = 1 - found.careers[found.main].survived.estimate
    assert sum(heights) == pytest.approx(ended)


def test_a_career_without_survivors_can_be_drawn(found):
    key = found.main
    career = found.careers[key]
    dead = [
        replace(year, money=replace(year.money, quantiles={}), deaths=(), held={"upgrades": {}})
        for year in career.years
    ]
    only = replace(
        found,
        careers={key: replace(career, years=tuple(dead))},
        groups=((key,),),
        pairs={},
        forced=None,
        clubs=(key[1],),
    )
    for module in (campaign_survival, campaign_money):
        canvas.svg(module.draw(only, canvas.WIDE), "name")
    assert campaign_holdings.holdings(only) == {}


# --- words -----------------------------------------------------------------------------------------------------------


def test_ties_are_called_ties(found):
    key = found.main
    tied = replace(found.careers[key], deadliest=("1924", "1922"))
    text = campaigning.headline(replace(found, careers={**found.careers, key: tied}))
    assert "1924 is the year that ends most" in text and "but 1922 cannot be told apart from it" in text
    nobody = replace(found.careers[key], deadliest=())
    assert "no year ends any" in campaigning.headline(replace(found, careers={**found.careers, key: nobody}))


def test_an_own_choice_that_is_not_beaten_is_said_so(found):
    forced = replace(found.forced, groups=((0, -1), (1, 2, 3, 4)))
    text = campaigning.best_orders(replace(found, forced=forced))
    assert text.startswith("None of 54 orders") and "own choice of" in text
    beaten = replace(found.forced, groups=((0, 1), (-1, 2, 3, 4)))
    text = campaigning.best_orders(replace(found, forced=beaten))
    assert "lives longest" in text and "1 other order cannot be told apart" in text
