"""The report is one offline page that says what was found, for any game, and says it the same way twice."""

import csv
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analysis.deeper import deepen, differences
from analysis.difficulty import NOTHING_MORE, DifficultyResult, Extent, difficulty
from analysis.statements import Survival
from analysis.survival import Split
from reports.report import build_report
from reports.report.build import MOST_BYTES
from reports.report.departures import markdown
from reports.report.verdict import article, deck, survival_words, verdict
from sim.errors import BadInput
from tests.analysis.conftest import made_up


@pytest.fixture(scope="module")
def opulent_result():
    """Return a result of five years: enough for every figure, and drawn sooner than ten."""
    return made_up(900, scenarios=["1920", "1924", "1926", "1928", "1929"])


@pytest.fixture(scope="module")
def page(opulent_result, tmp_path_factory):
    return build_report(opulent_result, tmp_path_factory.mktemp("report") / "index.html", command="house-edge <again>")


class Reader(HTMLParser):
    """Collects ids, anchors, images and every reference of a page."""

    VOID = {"meta", "br", "link", "img", "input", "hr", "path", "use", "rect"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.references, self.pictures, self.open, self.tags = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        self.references += [found[name] for name in ("href", "src", "xlink:href", "srcset", "action") if name in found]
        if tag == "svg":
            self.pictures.append(found)


def test_page_is_offline_and_small(page):
    text = page.read_text(encoding="utf-8")
    assert page.stat().st_size < MOST_BYTES
    assert not re.search(r"https?:|//[a-z]|@import|<script|<link|<img", text)
    assert all(reference.startswith("#") for reference in Reader(text).references)


def test_ids_are_unique_and_anchors_lead_somewhere(page):
    found = Reader(page.read_text(encoding="utf-8"))
    assert len(found.ids) == len(set(found.ids))
    assert {reference[1:] for reference in found.references} <= set(found.ids)


def test_pictures_have_words(page):
    found = Reader(page.read_text(encoding="utf-8"))
    assert len(found.pictures) > 25
    assert all(picture["role"] == "img" and len(picture["aria-label"]) > 20 for picture in found.pictures)


def test_figures_follow_dark_mode_and_print(page):
    text = page.read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    body = text[text.index("</style>") :]
    loose = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", body))
    assert not loose, f"inks that no theme can change: {loose}"
    assert "DejaVu" not in body


def test_same_numbers_same_bytes(opulent_result, tmp_path, page):
    again = build_report(opulent_result, tmp_path / "index.html", command="house-edge <again>")
    assert again.read_bytes() == page.read_bytes()
    for name in ("ladder", "flow-1926"):
        figure = Path("figures") / f"{name}.svg"
        assert (tmp_path / figure).read_bytes() == (page.parent / figure).read_bytes()


def test_a_stored_result_gives_the_same_page(opulent_result, tmp_path, page):
    stored = DifficultyResult.from_json(opulent_result.to_json())
    again = build_report(stored, tmp_path / "index.html", command="house-edge <again>", files=False)
    assert again.read_bytes() == page.read_bytes()
    assert not (tmp_path / "figures").exists()


def test_figures_and_tables_lie_next_to_it(opulent_result, page):
    figures = page.parent / "figures"
    names = {path.stem for path in figures.glob("*.svg")}
    assert {"ladder", "gaps", "flow-nickels", "flow-coffers", "stations", "endings", "tornado", "flow-1924"} <= names
    assert names == {path.stem for path in figures.glob("*.png")}
    for path in figures.glob("*.svg"):
        ElementTree.parse(path)
    with (page.parent / "tables" / "ladder.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 15
    first = next(r for r in rows if (r["scenario"], r["policy"]) == ("1926", "rulebook"))
    assert float(first["win_rate"]) == opulent_result.cell("1926").win_rate.estimate
    assert {path.stem for path in (page.parent / "tables").glob("*.csv")} >= {"ledgers", "assumptions", "outcomes"}


def test_what_must_be_said_is_said(opulent_result, page):
    text = page.read_text(encoding="utf-8")
    hardest = opulent_result.order[opulent_result.main][0]
    headline = f"{' and '.join(hardest)} {'is' if len(hardest) == 1 else 'are'} the wall"
    for words in (headline, "sampled sets of assumptions", "adjusted Wald", "The dollar gap", "seed 7", "To cite"):
        assert words in text, words
    for scenario in opulent_result.scenarios:
        assert f'id="page-{scenario}"' in text
    assert "0123456789abcdef" in text and opulent_result.cell("1920").rules_digest in text
    assert "house-edge &lt;again&gt;" in text


def test_text_of_users_is_escaped(opulent_result, tmp_path):
    nasty = "<script>alert('$1')</script>"
    statement = replace(opulent_result.statements[0], text=nasty)
    changed = replace(
        opulent_result,
        variants=(nasty,),
        statements=(statement, *opulent_result.statements[1:]),
        rules_changed={nasty: {"value": nasty, "default": 1, "unit": ""}},
    )
    text = build_report(changed, tmp_path / "index.html", command=nasty, files=False).read_text(encoding="utf-8")
    assert "<script" not in text and "&lt;script&gt;" in text
    assert "Not the printed game." in text


def test_departures_stay_text():
    html = markdown(
        "# Top\n\n<b onclick=x>raw</b> [a](http://example.org) ![i](http://x.org/i.png) *yes*\n\n| a |\n|---|\n| 1 |"
    )
    assert "<b" not in html and "<a" not in html and "<img" not in html
    assert "<em>yes</em>" in html and "<table>" in html and "<h3>Top</h3>" in html


def test_departures_of_the_game_are_shown_if_there_are_any(opulent_result, page):
    exists = (opulent_result.game.folder / "DEPARTURES.md").exists()
    assert ("Departures from the rulebook" in page.read_text(encoding="utf-8")) == exists


# --- the verdict ---


def with_order(result, groups, rates=()):
    """Return a result with another ladder of the main policy and other win rates."""
    cells = dict(result.cells)
    for scenario, rate in rates:
        cell = result.cell(scenario)
        estimate = replace(cell.win_rate, estimate=rate, low=rate - 0.01, high=rate + 0.01)
        cells[cell.key] = replace(cell, win_rate=estimate)
    return replace(result, order={**result.order, result.main: groups}, cells=cells)


@pytest.mark.parametrize(
    ("groups", "rates", "headline"),
    [
        ([["1926"], ["1920"]], [("1926", 0.2), ("1920", 0.8)], "1926 is the wall"),
        ([["1926", "1929"], ["1920"]], [("1926", 0.2), ("1920", 0.8)], "1926 and 1929 are the wall"),
        ([["1926", "1929", "1924", "1928"], ["1920"]], [("1926", 0.2), ("1920", 0.8)], "4 years are a wall"),
        ([["1926"], ["1920"]], [("1926", 0.6), ("1920", 0.9)], "1926 is the hardest year"),
        ([["1926"], ["1920"]], [("1926", 0.9), ("1920", 0.98)], "No wall in sight"),
        ([["1926"], ["1920"]], [("1926", 0.01), ("1920", 0.05)], "The house always wins"),
        ([["1926", "1920"]], [("1926", 0.5), ("1920", 0.5)], "All years alike"),
    ],
)
def test_headlines(opulent_result, groups, rates, headline):
    changed = with_order(opulent_result, groups, rates)
    assert verdict(changed).headline == headline
    assert deck(changed).endswith(".")


def test_a_tie_is_called_a_tie(opulent_result):
    assert "1929 cannot be told apart" in deck(with_order(opulent_result, [["1926", "1929"], ["1920"]]))


def test_survival_in_words(opulent_result):
    statement = opulent_result.statements[0]
    assert survival_words(None).startswith("How far") and survival_words(None, True).startswith("The headline ranks")
    said = {
        (6, 0): "Holds under 6 of 6 sampled sets of assumptions.",
        (4, 0): "Left open by some assumptions: holds under only 4 of 6 sampled sets of assumptions, fewer than 95 %;"
        " in the others the games do not settle it.",
        (4, 1): "Left open by some assumptions: holds under only 4 of 6 sampled sets of assumptions, fewer than 95 %;"
        " 1 of the others shows the opposite, as chance may.",
        (3, 2): "Depends on the assumptions: holds under only 3 of 6 sampled sets of assumptions, fewer than 95 %;"
        " 2 of the others show the opposite.",
    }
    for (held, against), sentence in said.items():
        assert survival_words(replace(statement, survival=Survival(held, 6, against))) == sentence
    nearly = survival_words(replace(statement, survival=Survival(39, 40, 1)))
    said_so = "1 of the others shows the opposite, as chance may."
    assert nearly == f"Holds under 39 of 40 sampled sets of assumptions; {said_so}"


def test_claims_that_assumptions_could_overturn_are_marked(opulent_result, tmp_path):
    survivals = [Survival(6, 6, 0), Survival(3, 6, 2), Survival(5, 6, 0), None]
    statements = tuple(
        replace(s, survival=found) for s, found in zip(opulent_result.statements, survivals, strict=False)
    )
    path = build_report(replace(opulent_result, statements=statements), tmp_path / "index.html")
    text = path.read_text(encoding="utf-8")
    doubt = text[text.index('id="doubt"') : text.index('id="pages"')]
    assert doubt.count("<strong>depends on the assumptions</strong>") == 1
    assert doubt.count("<strong>left open by some assumptions</strong>") == 1
    assert doubt.count("<td>stands</td>") == 1 and doubt.count("not examined") == 1
    rows = (tmp_path / "tables" / "statements.csv").read_text(encoding="utf-8").splitlines()
    assert "depends on the assumptions" in rows[2] and "house-edge sensitivity opulent" in doubt


def study_of(result, **changes):
    """What a study of the same games would have stored."""
    mine = result.to_json()
    body = {name: mine[name] for name in ("game", "source_digest", "variants", "rules_changed", "cards", "scenarios")}
    deeper = [
        replace(s, survival=Survival(100, 128, 9), broken_by=(("event_deck.agents", 12),)) for s in result.statements
    ]
    body |= {"policy": result.main, "sets": [{}] * 128, "sources": ["assumed", "ruling"], "parameters": [{}] * 40}
    split = Split("event_deck.agents", (9, 12), 30, 60, 68, 68, 0.0001).to_json()
    body |= {"confidence": 0.95, "statements": [{**s.to_json(), "split": split} for s in deeper]}
    return body | {"command": "house-edge sensitivity opulent"} | changes


def test_a_study_of_the_same_games_gives_its_survival(opulent_result, tmp_path):
    study = study_of(opulent_result)
    study["statements"] = study["statements"][:3]
    found = deepen(opulent_result, study)
    assert [s.survival for s in found.statements[:3]] == [Survival(100, 128, 9)] * 3
    assert found.statements[3:] == opulent_result.statements[3:]
    text = build_report(found, tmp_path / "index.html").read_text(encoding="utf-8")
    assert "The survival of 3 of these claims is that of a deeper study instead: 128 sets of 40 values" in text
    assert "Depends on the assumptions: holds under only 100 of 128" in text
    assert text.count("event_deck.agents = 12; together with others most of all event_deck.agents 9 to 12") == 3


def test_a_claim_about_other_years_is_not_the_same_claim(opulent_result):
    study = study_of(opulent_result)
    study["statements"][0]["subjects"] = ["1923"]
    assert deepen(opulent_result, study).statements[0] == opulent_result.statements[0]


def test_a_study_of_other_games_is_refused(opulent_result):
    for change in (
        {"policy": "novice"},
        {"variants": ["easy-street"]},
        {"source_digest": "0"},
        {"scenarios": ["1920"]},
    ):
        study = study_of(opulent_result, **change)
        assert differences(opulent_result, study)
        with pytest.raises(BadInput, match="not about the games of this report"):
            deepen(opulent_result, study)


def test_article_speaks_of_money_and_beginners(opulent_result):
    text = " ".join(article(opulent_result))
    assert "‘novice’" in text and "The station that costs the team most is the" in text


# --- other games and smaller questions ---


def test_one_year_alone(tmp_path):
    found = made_up(300, scenarios=["1924"], extent=NOTHING_MORE)
    text = build_report(found, tmp_path / "index.html").read_text(encoding="utf-8")
    assert "times in 100" in text and "Not examined in this run" in text


@pytest.mark.parametrize("extent", [NOTHING_MORE, Extent(50, 50, 50, 3)])
def test_any_game_has_a_report(tmp_path, extent):
    found = difficulty("pebbles", games=200, seed=1, extent=extent)
    text = build_report(found, tmp_path / "index.html").read_text(encoding="utf-8")
    assert "Pebbles" in text and "Low tide" in text and "opulent" not in text.lower()
    assert not re.search(r"https?:", text)


def test_each_special_rule_has_its_measured_cost(opulent_result, page):
    text = page.read_text(encoding="utf-8")
    alone = {entry.rule: entry for entry in opulent_result.single_rules if entry.scenario == "1924"}
    assert len(alone) == 5
    assert "the meeting" not in alone  # all parts are switched off with it, which is played as 'without special rules'
    for rule, entry in alone.items():
        effect = entry.effect.difference
        shown = f"({100 * effect.low:+.1f} to {100 * effect.high:+.1f})".replace("-", "−")
        name = f"{rule[:1].upper()}{rule[1:]}".replace("'", "&#39;")
        assert re.search(rf"<dt>{re.escape(name)}</dt><dd>\S+ points {re.escape(shown)}</dd>", text), rule
    assert "<dt>The film crew</dt>" not in text  # 1927 was not played
    assert "<dt>The Aristocrats&#39; five nickels</dt>" in text  # the only rule of 1928 has its row too
    with (page.parent / "tables" / "special_rules.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["rule"] for row in rows if row["scenario"] == "1924"} == {*alone, "all of them"}
