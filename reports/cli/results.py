"""A run in words: the sentence that answers, the ways it ended, what flowed where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import words
from reports.cli import envelope, output, seat_results
from sim import registry
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Plan

#: A game counts nickels and dollars; thousandths of them are noise to the eye.
_MOST_DECIMALS = 2


def answer(game: registry.Game, plan: Plan, policy: str, summary: Summary, looking: bool = False) -> str:
    """Return the sentence a person asked for; ``policy`` is who plays, as typed."""
    if game.file.competitive:
        return seat_results.answer(game, plan, summary, looking)
    scenario, seed = plan.rules.scenario, plan.seed
    where = f"{game.file.title}, {game.file.scenario_word} {scenario}"
    if summary.games == 0:
        return f"{where}: no game was finished, so nothing can be said (seed {seed})."
    rate = envelope.win_rate(game, summary, looking)
    kind = "confidence sequence" if looking else "Wilson interval"
    return (
        f"{where}: under the policy '{policy}' the team wins {words.share(rate.estimate, rate.low, rate.high)} of"
        f" {words.count(summary.games, 'game')} (95 % {kind}"
        f" {words.interval(rate.estimate, rate.low, rate.high)}; seed {seed})."
    )


def print_outcomes(game: registry.Game, summary: Summary, looking: bool = False) -> None:
    """Print how the games ended; the counts sum to all games."""
    rows = []
    for outcome in game.file.outcomes:
        count = summary.counts[outcome.name]
        if count == 0 and outcome.kind == "error":
            continue
        share = envelope.share_of_games(count, summary.games, looking)
        rows.append(
            [
                {"win": "won", "loss": "lost"}.get(outcome.kind, outcome.kind),
                outcome.words,
                f"{count:,}",
                words.share(share.estimate, share.low, share.high),
                words.interval(share.estimate, share.low, share.high),
            ]
        )
    total = ["", "all games", f"{summary.games:,}", ""]
    output.table(["", "how it ended", "games", "share", "95 % interval"], rows, right=(2, 3, 4), total=total)


def print_lengths(game: registry.Game, summary: Summary) -> None:
    """Print the mean of lengths and scores."""
    for column in game.file.columns:
        if column.role in ("length", "score"):
            error = summary.standard_error(column.name)
            low, high = summary.quantile(column.name, 0.05), summary.quantile(column.name, 0.95)
            unit = "" if column.unit.lower() == column.label.lower() else column.unit
            output.say(
                f"{column.label}: {words.quantity(summary.mean(column.name), unit, error)} on average,"
                f" nine games in ten from {words.span(low, high, unit)}"
            )


def print_ledgers(game: registry.Game, summary: Summary) -> None:
    """Print what came in and where it went, a game; totals are exact and equal."""
    labels = {column.name: column.label for column in game.file.columns}
    for ledger in game.file.ledgers:
        sides = envelope.ledgers(game, summary)[ledger.name]
        came, went = sum(sides["in"].values()), sum(sides["out"].values())
        if came == went == 0:
            continue
        output.say("")
        balance = "balances" if came == went else f"DOES NOT BALANCE: {went:,} went out"
        output.heading(f"{ledger.label}, {ledger.unit} a game ({came:,} in all; {balance})")
        rows = []
        # A ledger that ends below zero has a negative entry; parts of the whole then mean nothing.
        parts = min([*sides["in"].values(), *sides["out"].values()]) >= 0
        for direction in ("in", "out"):
            for name, total in sides[direction].items():
                if total:
                    amount = words.amount(total / summary.games, summary.standard_error(name), _MOST_DECIMALS)
                    rows.append([direction, labels[name], amount, *([words.part(total / came)] if parts else [])])
        output.table(["", "what", "a game", *(["of all"] if parts else [])], rows, right=(2, 3))


def print_timing(timing: dict[str, float]) -> None:
    """Print how long it took."""
    if timing["play_s"] > 0:
        output.say(f"Played in {words.duration(timing['play_s'])} ({words.rate(timing['games_per_s'])})")
    else:
        output.say("Nothing was missing, so nothing was played")
