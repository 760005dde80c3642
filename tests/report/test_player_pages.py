"""The report's pages about players: said first, sound HTML, the same files; and what stands there if nobody asked."""

from __future__ import annotations

import csv
import re

import pytest

from analysis.arms import Base
from analysis.difficulty import NOTHING_MORE, difficulty
from analysis.mechanics import mechanics
from analysis.skill import climb
from reports.cli.options import NO_CHANGES
from reports.cli.strange import question_of
from reports.report import build_report
from reports.report.player_pages import Players
from sim.registry import load_game
from tests.report.test_report import Reader


@pytest.fixture(scope="module")
def base():
    return Base(load_game("pebbles"), 11, rules={"jar": 60})


@pytest.fixture(scope="module")
def ladder(base):
    return difficulty(base.game, games=200, seed=11, extent=NOTHING_MORE, rules=base.rules)


@pytest.fixture(scope="module")
def page(base, ladder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("players")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSE_EDGE_RUNS", str(folder / "runs"))
        strange = question_of(base, ("high", "low"), "random", 200, NO_CHANGES).answer(10, quiet=True)[0]
    players = Players(
        (climb(base, games=300), "climb again"), (mechanics(base, games=200), "forbid again"), (strange, "s")
    )
    return build_report(ladder, folder / "index.html", command="x", players=players)


def section(path, name):
    text = path.read_text(encoding="utf-8")
    start = text.index(f'<section id="{name}">')
    return text[start : text.index("</section>", start)]


def test_the_answer_comes_before_figures_and_those_before_tables(page):
    for name, again in (("skill", "climb again"), ("mechanics", "forbid again")):
        text = section(page, name)
        places = [text.index(part) for part in ('class="deck"', "<svg", "<table", again)]
        assert places == sorted(places)
    assert section(page, "strange").count("<code>house-edge replay pebbles --scenario") == 10


def test_the_page_is_sound(page):
    reader = Reader(page.read_text(encoding="utf-8"))
    assert len(reader.ids) == len(set(reader.ids))
    assert {reference[1:] for reference in reader.references} <= set(reader.ids)
    for name in ("skill", "mechanics", "strange"):
        assert f'href="#{name}"' in page.read_text(encoding="utf-8")
        assert not re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", section(page, name)), (
            "an ink that no theme can change"
        )


def test_tables_and_figures_lie_beside_it(page):
    with (page.parent / "tables" / "skill_steps.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["scenario"] for row in rows} == {"high", "low", "all"}
    with (page.parent / "tables" / "mechanics.csv").open(encoding="utf-8") as file:
        assert {row["mechanic"]: row["verdict"] for row in csv.DictReader(file)} == {
            "rolling": "helps",
            "diving": "unused",
        }
    assert (page.parent / "tables" / "strange.csv").is_file()
    for name in ("skill-rungs", "skill-luck", "mechanics"):
        assert (page.parent / "figures" / f"{name}.png").is_file()


def test_what_was_not_asked_says_how_to(ladder, tmp_path):
    path = build_report(ladder, tmp_path / "index.html", command="x")
    for name, command in (("skill", "ladder"), ("mechanics", "mechanics"), ("strange", "strange")):
        assert f"Type house-edge {command} pebbles" in section(path, name)


def test_stored_answers_of_the_same_rules_are_found(runs):
    from reports.cli import ladder as asked
    from reports.cli.players import play_players, stored_players

    found = difficulty("pebbles", games=100, seed=3, extent=NOTHING_MORE)
    assert stored_players(found) == Players()
    played = play_players(Base(load_game("pebbles"), 3), NO_CHANGES, 100, True)
    assert stored_players(found).skill[0].to_json() == played.skill[0].to_json()
    assert stored_players(found).mechanics[0] == played.mechanics[0]
    assert stored_players(found).strange[0].entries == played.strange[0].entries
    part = asked.question_of(Base(load_game("pebbles"), 3), ("low",), (), 100, None, 0, None, NO_CHANGES)
    assert part.answer(True)[0].scenarios == ("low",)  # newer, but not about all scenarios of the page
    assert stored_players(found).skill[0].to_json() == played.skill[0].to_json()
    other = difficulty("pebbles", games=100, seed=3, extent=NOTHING_MORE, rules={"jar": 30})
    assert asked.stored_for(other) is None
