"""What is said of a tournament: cycles, upsets, ties, who is left out, ratings that miss."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis import tournament_measures
from analysis.arms import Base
from analysis.tournament import tournament
from analysis.tournament_result import Field, TournamentResult
from reports.tournament_text import answer, method
from sim.registry import load_game


@pytest.fixture(scope="module")
def played() -> TournamentResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tournament_measures, "SAMPLES", 100)
        return tournament(Base(load_game("marbles"), 5), ("ring",), ("random", "shy", "bold"), 300)


def said(result: TournamentResult, **changes: object) -> str:
    field: Field = replace(result.fields["ring"], **changes)  # type: ignore[arg-type]
    return " ".join(answer(replace(result, fields={"ring": field})))


def test_a_clear_order(played: TournamentResult) -> None:
    text = said(played)
    assert "No cycle: of every two the same one wins that stands higher in this order." in text
    assert "tied" not in text and "left out" not in text


def test_a_cycle_is_told_link_by_link(played: TournamentResult) -> None:
    text = said(played, cycles=(("bold", "shy", "random"),))
    assert "A cycle: 'bold' beats 'shy', 'shy' beats 'random' and 'random' beats 'bold'." in text


def test_who_beats_one_that_stands_higher(played: TournamentResult) -> None:
    standings = played.fields["ring"].standings
    turned = {name: standings[name] for name in ("shy", "bold", "random")}
    text = said(played, standings=turned, order=(("shy",), ("bold",), ("random",)))
    assert "No cycle is found, but 'bold' beats 'shy', who stands higher" in text


def test_what_is_not_decided(played: TournamentResult) -> None:
    pairs = dict(played.fields["ring"].pairs)
    pairs["shy", "bold"] = replace(pairs["shy", "bold"], verdict="unknown")
    pairs["random", "shy"] = replace(pairs["random", "shy"], verdict="even")
    text = said(played, pairs=pairs, order=(("bold", "shy"), ("random",)))
    assert "No cycle is found (1 pair not yet decided and 1 even)." in text
    assert "tied play best, then 'random'" in text
    assert "who of the two is better is not yet known with 300 games of each seating" in text
    pairs["shy", "bold"] = replace(pairs["shy", "bold"], verdict="even", lone="better")
    text = said(played, pairs=pairs)
    assert "even within +-1 pp" in text
    assert "'shy' and 'bold' each win more than an equal share where they are the only one of their kind" in text


def test_ratings_that_miss_a_share_and_who_is_left_out(played: TournamentResult) -> None:
    duels = dict(played.fields["ring"].duels)
    duels["bold", "shy"] = replace(duels["bold", "shy"], expected=0.4)
    assert "they expect 40 % of one 'bold' among 'shy'" in said(played, duels=duels)
    assert answer(replace(played, left_out=("deep",)))[-1].startswith("'deep' is left out: not there, or looking ahead")
    assert "21 seatings, each with the same 300 seeds" in method(played)[0]
