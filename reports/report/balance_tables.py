"""The tables of a competitive game's page, as rows of plain values for CSV files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.figures.tornado import shown_value

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult
    from analysis.balanced import BalancedResult
    from analysis.tournament_result import TournamentResult
    from analysis.without_result import WithoutResult

Rows = list[dict[str, Any]]


def ends(found: Any, name: str) -> dict[str, float]:
    """Return an estimate as three columns."""
    return {name: found.estimate, f"{name}_low": found.low, f"{name}_high": found.high}


def of_balance(result: BalanceResult) -> dict[str, Rows]:
    """Return what was found about seats, starts, what is dealt, modules and points."""
    return {
        "seats": [
            {"scenario": e.scenario, "players": e.players, "seat": s.seat, "games": e.games, "starts": s.starts}
            | {**ends(s.share, "share"), **ends(s.points, "points"), **ends(s.ahead, "ahead")}
            for e in result.seats
            for s in e.seats
        ],
        "seat_gaps": [
            {"scenario": e.scenario, "players": e.players, "measure": name, "best": g.best, "worst": g.worst}
            | {**ends(g.size, "gap"), "margin": g.margin, "verdict": g.verdict, "rules_digest": e.rules_digest}
            for e in result.seats
            for name, g in e.gaps.items()
        ],
        "starts": [
            {"scenario": e.scenario, "players": e.players, "seat": s.seat, "starts": s.starts, "measure": name}
            | {**ends(e.worth[name], "one_start"), **ends(s.ahead[name], "ahead")}
            | {**ends(s.explained[name], "explained"), **ends(s.left[name], "left")}
            for e in result.starts
            for s in e.seats
            for name in s.ahead
        ],
        "choices": [
            {"scenario": e.scenario, "players": e.players, "choice": c.name, "dealt": c.dealt}
            | {**ends(c.share, "share"), **ends(c.points, "points")}
            | {**ends(c.ahead["points"], "points_ahead"), **ends(c.ahead["victory"], "victory_ahead")}
            for e in result.choices
            for c in e.choices
        ],
        "modules": [
            {"scenario": step.scenario, "before": step.before, "players": step.players, "what": c.name}
            | {"unit": c.unit, **ends(c.difference, "difference"), "verdict": c.verdict, "margin": c.margin}
            for step in result.modules
            for c in step.changes
        ],
        "luck": [
            {"scenario": e.scenario, "players": e.players, "measure": name, "part": part}
            | ends(getattr(parts, part), "share")
            for e in result.luck
            for name, parts in e.parts.items()
            for part in ("own", "others", "seat", "luck")
        ],
        "points": [
            {"scenario": e.scenario, "players": e.players, "of": of, **ends(d.mean, "mean"), "sd": d.sd}
            | {f"quantile_{q}": value for q, value in d.quantiles.items()}
            for e in result.scores
            for of, d in (("all players", e.all_seats), ("winner", e.winner), ("lead", e.lead))
        ],
        "statements": [
            {"id": s.id, "scenario": s.scenario, "statement": s.text, "holds": s.holds}
            | {
                "held": s.survival.held if s.survival else None,
                "contradicted": s.survival.contradicted if s.survival else None,
                "of": s.survival.of if s.survival else None,
            }
            for s in result.statements
        ],
    }


def of_tournament(result: TournamentResult) -> dict[str, Rows]:
    """Return who wins among whom, and ratings."""
    return {
        "meetings": [
            {"scenario": f.scenario, "player": d.player, "others": d.others, "seat": seat, **ends(share, "share")}
            for f in result.fields.values()
            for d in f.duels.values()
            for seat, share in (("all", d.share), *d.by_seat.items())
        ],
        "ratings": [
            {"scenario": f.scenario, "policy": s.policy, "rank": s.rank}
            | {**ends(s.rating, "rating"), **ends(s.share, "share"), **ends(s.points, "points")}
            for f in result.fields.values()
            for s in f.standings.values()
        ],
    }


def of_without(result: WithoutResult) -> dict[str, Rows]:
    """Return what each thing is worth to one player, and what its price does."""
    return {
        "winners": [
            {"scenario": w.scenario, "without": w.mechanic, "group": w.group, **ends(w.worth, "worth")}
            | {**ends(w.points, "points"), "touched": w.touched.estimate, "verdict": w.verdict}
            for w in result.worths.values()
        ],
        "prices": [
            {"scenario": p.scenario, "thing": p.mechanic, "rule": p.rule, "before": shown_value(p.before)}
            | {"value": shown_value(p.value), **ends(p.points, "points"), **ends(p.length, "length")}
            | (ends(p.times, "times") if p.times else {"times": None, "times_low": None, "times_high": None})
            for p in result.prices
        ],
    }


def of_even(found: Sequence[BalancedResult]) -> dict[str, Rows]:
    """Return the ways to equal seats or choices."""
    return {
        "ways": [
            {"of": r.of, "scenario": r.scenario, "players": r.players, "change": way.text, "rules": way.number}
            | {"cost": way.cost, **ends(way.gap, "gap"), "target": r.target, "verdict": way.verdict}
            for r in found
            for way in (r.printed, *r.ways)
        ]
    }
