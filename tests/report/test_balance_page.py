"""The page of a game played against each other: sound, offline, answers first, every claim with its doubt."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analysis.balance_result import BalanceResult
from analysis.leader import Leader
from analysis.statements import Survival
from analysis.survival import Split
from analysis.tournament_result import TournamentResult
from analysis.without_result import WithoutResult
from reports.report import balance_views as views
from reports.report.balance_across import (
    policy_grids,
    policy_sentences,
    side_by_side,
    winner_grids,
    winner_sentences,
)
from reports.report.balance_build import Balance, build_balance_report, claims, render, title
from reports.report.balance_even import sentence_of
from reports.report.balance_words import (
    UNTESTED,
    choice_answer,
    choice_sentence,
    decider,
    front_choice,
    policy_answer,
    seats_answer,
    suspect,
)
from reports.report.build import MOST_BYTES, Shelf
from tests.report.made_up_balance import MadeUp
from tests.report.test_report import Reader

COMMAND = "house-edge <again>"


@pytest.fixture(scope="module")
def found():
    """Return everything a page can hold, made up."""
    made = MadeUp()
    return Balance(
        made.game,
        (made.balance(), COMMAND),
        (made.tournament(), COMMAND),
        (made.without(), COMMAND),
        ((made.evened("seats"), "tune seats"), (made.evened("choices"), "tune choices")),
        (made.leader(), COMMAND),
    )


@pytest.fixture(scope="module")
def page(found, tmp_path_factory):
    return build_balance_report(found, tmp_path_factory.mktemp("balance") / "index.html")


class Bare(Shelf):
    """Draws nothing: for what is said around the figures."""

    def take(self, name, draw, description, *, narrow_only=False):
        self.names.append(name)
        return description


def said(found):
    """Return the page's text without figures."""
    return render(found, Bare(None))


def section(text, name):
    start = text.index(f'<section id="{name}"')
    return text[start : text.index("</section>", start)]


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_is_offline_small_and_sound(page):
    text = page.read_text(encoding="utf-8")
    assert page.stat().st_size < MOST_BYTES
    assert not re.search(r"https?:|//[a-z]|@import|<script|<link|<img", text)
    reader = Reader(text)
    assert len(reader.ids) == len(set(reader.ids))
    assert {reference[1:] for reference in reader.references} <= set(reader.ids)
    assert len(reader.pictures) >= 20
    assert all(picture["role"] == "img" and len(picture["aria-label"]) > 20 for picture in reader.pictures)
    assert "<b>" not in re.sub(r"<tr><td><b>[\w.]+</b>", "", text)  # nothing half filled in
    assert "nan" not in re.findall(r"\bnan\b", text)


def test_figures_follow_dark_mode_and_narrow_screens(page):
    text = page.read_text(encoding="utf-8")
    body = text[text.index("</style>") :]
    assert not set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", body)), "an ink that no theme can change"
    assert "DejaVu" not in body
    assert body.count('<div class="wide">') == body.count('<div class="narrow">') > 8


def test_the_same_numbers_make_the_same_page_also_from_what_is_stored(found, page, tmp_path):
    stored = Balance(
        found.game,
        (BalanceResult.from_json(found.balance[0].to_json()), COMMAND),
        (TournamentResult.from_json({**found.tournament[0].to_json(), **head(found)}), COMMAND),
        (WithoutResult.from_json({**found.without[0].to_json(), **head(found)}), COMMAND),
        found.even,
        (Leader.from_json(found.leader[0].to_json()), COMMAND),
    )
    again = build_balance_report(stored, tmp_path / "index.html", files=False)
    assert again.read_bytes() == page.read_bytes()
    assert not (tmp_path / "figures").exists()


def head(found):
    return {"game": found.game.name, "seed": 7, "source_digest": found.game.digest()}


def test_figures_and_tables_lie_beside_it(found, page):
    names = {path.stem for path in (page.parent / "figures").glob("*.svg")}
    wanted = {"front-seats", "front-choices", "front-ratings", "seats", "choices-ring", "added", "points", "meetings"}
    assert wanted | {"ratings", "without", "even-seats-3", "even-choices-3"} == names
    assert names == {path.stem for path in (page.parent / "figures").glob("*.png")}
    for path in (page.parent / "figures").glob("*.svg"):
        ElementTree.parse(path)
    with (page.parent / "tables" / "seats.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    result = found.balance[0]
    assert len(rows) == sum(entry.players for entry in result.seats)
    first = next(row for row in rows if (row["scenario"], row["seat"]) == ("ring", "red"))
    assert float(first["share"]) == result.seats_of("ring").seats[0].share.estimate
    tables = {path.stem for path in (page.parent / "tables").glob("*.csv")}
    assert tables >= {"seat_gaps", "starts", "choices", "modules", "luck", "meetings", "ratings", "winners", "ways"}


def test_answers_come_first_and_every_figure_says_how_it_was_made(page):
    text = page.read_text(encoding="utf-8")
    front = text[text.index("<article") : text.index("</article>")]
    places = [
        front.index(part) for part in ("Are the seats equal?", "Which bag is best?", "Which policy wins?", "<svg")
    ]
    assert places == sorted(places)
    for caption in re.findall(r"<figcaption>.*?</figcaption>", text):
        assert re.search(r"[\d,]+ games", caption), caption
        assert "seed" in caption, caption
    for name in ("seats", "choices", "modules", "points", "winners"):
        assert "‘bold’" in section(text, name), name
    for words in ("0123456789abcdef", "0123abcd4567", "house-edge &lt;again&gt;", "To cite"):
        assert words in text, words


# --- what is said ----------------------------------------------------------------------------------------------------


def with_verdicts(result, verdicts):
    """Return a result whose seats have these verdicts, one after the other."""
    seats = tuple(
        replace(entry, gaps={name: replace(gap, verdict=verdict) for name, gap in entry.gaps.items()})
        for entry, verdict in zip(result.seats, verdicts, strict=True)
    )
    return replace(result, seats=seats)


@pytest.mark.parametrize(
    ("verdicts", "headline", "begins"),
    [
        (("equal", "equal", "equal"), "All seats are equal", "Yes, within 1 marble and 2 pp of victories everywhere"),
        (
            ("unequal", "equal", "equal"),
            "Unequal seats in 1 of 3 set-ups",
            "Not everywhere. The ring, 2 players: the red",
        ),
        (("unequal", "unequal", "unknown"), "The red seat has the edge", "Not everywhere. "),
        (("unequal", "unequal", "unequal"), "The red seat has the edge", "No. "),
        (("unknown", "equal", "equal"), "No seat is shown to be ahead", "Not yet known. "),
    ],
)
def test_the_headline_follows_the_verdicts(found, verdicts, headline, begins):
    result = with_verdicts(found.balance[0], verdicts)
    changed = replace(found, balance=(result, COMMAND))
    answer = seats_answer(result)
    assert title(changed) == headline
    assert answer.sentence.startswith(begins)
    assert headline in said(changed)


def test_seats_that_disagree_are_not_called_one_winner(found):
    result = with_verdicts(found.balance[0], ("unequal", "unequal", "equal"))
    last = result.seats[1]
    other = replace(last, gaps={**last.gaps, "victory": replace(last.gaps["victory"], best="blue", worst="red")})
    result = replace(result, seats=(result.seats[0], other, result.seats[2]))
    assert title(replace(found, balance=(result, COMMAND))) == "The seats are not equal"


def test_survival_stands_beside_each_answer(found):
    result = found.balance[0]
    # The widest gap of the scenario that stands for the game may be that of another number of players.
    own = replace(result, seats=tuple(entry for entry in result.seats if entry.scenario == "ring"))
    answer = seats_answer(own)
    assert answer.survival == Survival(23, 32, 4)
    assert answer.claim == "Red has more points than blue."
    assert answer.sure.startswith("Depends on the assumptions: holds under only 23 of 32 sampled sets")
    assert (
        choice_answer(result).sure
        == "Holds under 31 of 32 sampled sets of assumptions; in the others the games do not settle it."
    )
    assert policy_answer(found.tournament[0]).sure == UNTESTED
    assert policy_answer(found.tournament[0], found.leader[0]).survival == Survival(30, 32, 1)
    text = said(found)
    assert "holds under only 30 of 32 sampled sets" in text and 'class="against"' in text


def test_a_doubt_names_the_assumption_and_what_it_may_be(found):
    split = Split("head_start", (0, 2), 8, 16, 15, 16, 0.004)
    text = decider(found.game, split)
    parameter = found.game.parameters["head_start"]
    low, high = parameter.range
    assert text.startswith("head_start 0 to 2: holds in 8 of 16, else in 15 of 16")
    assert f"({parameter.source}: {parameter.default}, may be {low} to {high})" in text
    assert decider(found.game, replace(split, p=0.5)) == "" == decider(found.game, None)
    assert suspect(found.game, split) == text and suspect(found.game, None) == ""
    assert suspect(found.game, replace(split, p=0.5)) == f"not shown; most often with {text}, which could be chance"
    claim = next(c for c in claims(found) if c.survival == Survival(23, 32, 4))
    assert "head_start" in claim.broken
    doubt, assumed = section(said(found), "doubt"), section(said(found), "assumed")
    assert doubt.count("<tr>") == len(claims(found)) + 1
    assert "not examined" in doubt and "<strong>depends on the assumptions</strong>" in doubt
    row = next(row for row in assumed.split("<tr>") if "<b>head_start</b>" in row)
    assert "whether" in row and "red has more points than blue" in row


def test_without_a_test_of_assumptions_that_is_said(found):
    made = MadeUp()
    result = made.balance(samples=0)
    result = replace(result, statements=tuple(replace(s, survival=None, split=None) for s in result.statements))
    text = said(Balance(made.game, (result, COMMAND)))
    assert UNTESTED in text and "Not examined in this run" in text


def test_what_was_not_asked_says_what_to_type(found):
    text = said(Balance(found.game, found.balance))
    for name, command in (("policies", "ladder marbles"), ("winners", "mechanics marbles"), ("even", "tune marbles")):
        assert f"house-edge {command}" in section(text, name), name
        assert "<table" not in section(text, name)
    only = said(Balance(found.game, tournament=found.tournament))
    assert "bold wins" in only and "Type house-edge difficulty marbles" in section(only, "seats")


def test_ties_are_called_ties(found):
    result = found.balance[0]
    text = choice_sentence(result, front_choice(result))
    assert "‘the empty bag’" in text and "‘the small bag’ cannot be told apart from it" in text
    equal = replace(
        front_choice(result),
        gaps={name: replace(gap, verdict="equal") for name, gap in front_choice(result).gaps.items()},
    )
    assert choice_sentence(result, equal).startswith("None: The ring, 3 players, they differ by")


def test_three_players_start_unequally_often(found):
    text = section(said(found), "starts")
    assert "Of 8 rounds, these start: red and blue 3 times; green twice." in text


def test_the_tuners_answer_has_its_confirmation_and_survival(found):
    text = section(said(found), "even")
    assert "→ the big bag with 4 marbles instead of 6" in text
    assert "fresh seeds (seed 8)" in text and "shown to be below 1 point" in text
    assert "holds in 30 of 32 sampled sets" in text and "head_start" in text
    none = replace(found.even[0][0], answer=None, ways=())
    text = section(said(replace(found, even=((none, "x"),))), "even")
    assert "no change that was tried is shown to bring them nearer" in text


def test_a_designer_reads_the_answer_in_a_sentence_on_the_front(found):
    text = said(found)
    front = text[text.index("<article") : text.index("</article>")]
    for every in ("seats", "bags"):
        assert f"How little makes the {every} equal?" in front
        change = "The big bag with 4 marbles instead of 6. The ring, 3 players: "
        assert f"{change}the {every} differ by 0.4 points" in front
    assert "shown to be below 1 point" in front and "Holds under 30 of 32 sampled sets" in front


def test_every_end_of_a_search_is_told_as_it_is(found):
    reached = found.even[0][0]
    printed, way = reached.printed, reached.ways[0]

    def near(one, estimate, low, high, verdict):
        return replace(one, verdict=verdict, gap=replace(one.gap, estimate=estimate, low=low, high=high, n=4_000))

    maybe, off = near(way, 0.5, 0.0, 1.5, "perhaps"), near(way, 1.6, 1.2, 2.0, "off")
    enough, open_ = near(printed, 0.4, 0.0, 0.9, "shown"), near(printed, 0.5, 0.0, 1.5, "perhaps")
    for changed, sentence in (
        ({"printed": enough, "ways": (), "answer": None}, "Nothing has to change. "),
        ({"printed": open_, "ways": (), "answer": None}, "Not yet known; perhaps nothing has to change. "),
        ({"ways": (maybe,), "answer": None}, "Not yet known; perhaps with the big bag with 4 marbles instead of 6. "),
        ({"ways": (off,), "answer": None}, "Not reached with at most 2 changes. "),
    ):
        told = sentence_of(replace(reached, **changed), "Here")
        assert told.startswith(sentence) and "Here: the seats differ by" in told
        assert ("about 16,000 games (4 times as many as were played of it) would tell" in told) is ("yet" in sentence)
    assert "Nearest: the big bag with 4 marbles instead of 6, 1.6 points (1.2 to 2.0)." in told


def test_policies_that_change_places_are_told(found):
    result = found.tournament[0]
    places = side_by_side(found.game, result.scenarios)
    assert set(places) == {"ring", "long"}
    assert policy_sentences(result) == ["No two policies are shown to change places across 2 rings."]
    one, other = "shy", "bold"
    field = result.fields["long"]
    turned = {
        pair: replace(found_, verdict="first") if set(pair) == {one, other} else found_
        for pair, found_ in field.pairs.items()
    }
    changed = replace(result, fields={**result.fields, "long": replace(field, pairs=turned)})
    (sentence,) = policy_sentences(changed)
    assert sentence.startswith("‘bold’ and ‘shy’ change places: ") and "‘shy’ is ahead in The long ring" in sentence
    grid = policy_grids(changed)[0]
    assert len(grid.columns) == 3 and len(grid.rows) == len(result.policies)
    assert winner_grids(found.without[0]) == [] == winner_sentences(found.without[0])  # one scenario alone


def test_text_of_users_is_escaped(found):
    nasty = "<script>alert('$1')</script>"
    result = found.balance[0]
    statement = replace(result.statements[0], text=nasty)
    changed = replace(
        result,
        variants=(nasty,),
        statements=(statement,),
        rules_changed={nasty: {"value": nasty, "default": 1, "unit": ""}},
    )
    text = said(replace(found, balance=(changed, nasty)))
    assert "<script" not in text and "&lt;script&gt;" in text and "Not the printed game." in text


# --- views -----------------------------------------------------------------------------------------------------------


def test_scenarios_go_by_the_words_their_titles_share(found):
    assert [views.label(found.game, name) for name in ("ring", "ring-for-2", "long")] == [
        "The ring", "The ring", "The long ring",
    ]  # fmt: skip
    panels = views.seat_panels(found.balance[0])
    assert [panel.players for panel in panels] == [2, 3]
    assert [label for label, _ in panels[1].rows] == ["The long ring", "The ring"]


def test_histograms_hold_everybody(found):
    for spread in views.spreads(found.balance[0]):
        for edges, heights in (spread.everybody, spread.winners):
            width = edges[1] - edges[0]
            assert sum(heights) * width == pytest.approx(1)
            assert len(edges) == len(heights) + 1


def test_modules_are_drawn_in_the_order_in_which_they_are_added(found):
    points, decisions, luck = views.quantities(found.balance[0])
    assert points.places == ("The ring", "The long\nring") and set(points.lines) == {"3 players"}
    before, now = points.lines["3 players"]
    change = found.balance[0].modules[0].change("points")
    assert (before, now) == (change.before, change.now)
    assert luck.unit == "share" and decisions.title == "Decisions asked"


def test_every_figure_can_be_drawn_narrow_and_wide_at_once(page):
    for path in Path(page.parent / "figures").glob("*.png"):
        assert path.stat().st_size > 5_000
