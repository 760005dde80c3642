"""Look-ahead: trying every choice of a decision by playing on, in copied games whose unseen part is dealt again.

A policy that looks ahead names the decisions it does this for. The engine asks its parent first, then plays roll-outs:
the turn from its beginning with the choices already made, the choice to be tried, then on under the parent's policies.
At the choice every random stream gets a new beginning and the game shuffles whatever the table has not seen: nothing
can be learnt about the order of a deck. All choices meet the same futures; one that is surely worse than the best is
dropped. Another choice than the parent's is taken only if it is better by so many standard errors: with few roll-outs
the best of many choices looks better than it is.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import registry
from sim.errors import BadInput
from sim.jit import (
    address_of,
    call_policy,
    call_turns,
    compiled,
    copy_record,
    decide_signature,
    entry,
    place_of,
    record_at,
    turns_signature,
)
from sim.kernel import compiled_decision
from sim.params import nearest
from sim.policy import SETTINGS, WORTH_OF_A_WIN
from sim.records import plain, team_dtype
from sim.streams import STREAM, below, next_word
from sim.trace import LOG

if TYPE_CHECKING:
    from sim.block import Context
    from sim.policy import Policy

#: Positions in ``team.settings``; the weights of the same names are `sim.policy.SETTINGS`.
ROLLOUTS, HORIZON, CANDIDATES, CERTAINTY = 0, 1, 2, 3

MOST_CANDIDATES = 32
BATCH = 8  # roll-outs of each choice between two looks at what can be dropped
SURELY_WORSE = 2.0  # standard errors behind the best
_HALVED = np.uint64(2)  # bits a word is shortened by to be a positive seed


@compiled
def look_ahead(table, hidden, rules, team, log, sums, tried):  # type: ignore[no-untyped-def]
    """Return the choice whose roll-outs are worth most, or the parent's if none is surely better.

    Parameters
    ----------
    sums : float64 array, shape (MOST_CANDIDATES, 2)
        Work space: sum and sum of squares of what a choice gained over the parent's, future by future.
    tried : int64 array, shape (MOST_CANDIDATES,)
        Work space: rows of the choices tried.
    """
    decision, seat = team.deciding, team.deciding_seat
    team.memory_after[:] = team.memory  # what is remembered before the parent is asked
    own = call_policy(
        team.address[decision, seat],
        table,
        rules,
        team.choices,
        team.n,
        team.weights[seat],
        team.memory[seat],
        team.luck,
        seat,
    )
    if own < 0 or own >= team.n or team.made_n >= team.made.shape[0]:
        return own
    count = _choose_candidates(team, seat, own, tried)
    watched = log.on
    log.on = 0
    best = _race(table, hidden, rules, team, log, seat, count, sums, tried)
    log.on = watched
    if best != own:
        team.memory[:] = team.memory_after
    return best


@compiled
def _choose_candidates(team, seat, own, tried):  # type: ignore[no-untyped-def]
    """List the parent's choice and others, all if they are few, else a random sample; return their number."""
    most = int(min(team.settings[seat, CANDIDATES], MOST_CANDIDATES))
    tried[0] = own
    listed = 1
    for row in range(team.n):
        if row != own:
            # selection sampling: every row has the same chance, and the order stays
            wanted, left = most - listed, team.n - row - (1 if own > row else 0)
            if wanted >= left or (wanted > 0 and below(team.luck.state, left) < wanted):
                tried[listed] = row
                listed += 1
    return listed


@compiled
def _race(table, hidden, rules, team, log, seat, count, sums, tried):  # type: ignore[no-untyped-def]
    """Play roll-outs until all but one choice are dropped or their number is used up; return the best row."""
    rollouts, certainty = team.settings[seat, ROLLOUTS], team.settings[seat, CERTAINTY]
    seed = np.int64(next_word(team.luck.state) >> _HALVED)
    sums[:] = 0.0
    running, done = count, 0
    while done < rollouts and running > 1:
        for _ in range(np.int64(min(BATCH, rollouts - done))):
            done += 1
            base = _play_on(table, hidden, rules, team, log, seat, tried[0], seed + done, True)
            for place in range(1, count):
                if tried[place] >= 0:
                    gain = _play_on(table, hidden, rules, team, log, seat, tried[place], seed + done, False) - base
                    sums[place, 0] += gain
                    sums[place, 1] += gain * gain
        running = _drop(sums, tried, count, done)
    best, best_gain = tried[0], 0.0
    for place in range(1, count):
        if tried[place] >= 0:
            mean = sums[place, 0] / done
            if mean > best_gain and mean > certainty * _standard_error(sums, place, done):
                best, best_gain = tried[place], mean
    return best


@compiled
def _standard_error(sums, place, done):  # type: ignore[no-untyped-def]
    mean = sums[place, 0] / done
    return math.sqrt(max(sums[place, 1] / done - mean * mean, 0.0) / done)


@compiled
def _drop(sums, tried, count, done):  # type: ignore[no-untyped-def]
    """Drop the choices that are surely no better than the parent's or the best; return how many are left with it.

    A choice that made no difference in any future is dropped, too.
    """
    leader, ahead = 0, 0.0
    for place in range(1, count):
        if tried[place] >= 0 and sums[place, 0] / done > ahead:
            leader, ahead = place, sums[place, 0] / done
    left = 1
    for place in range(1, count):
        if tried[place] >= 0:
            hope = sums[place, 0] / done + SURELY_WORSE * _standard_error(sums, place, done)
            if place != leader and hope <= ahead:
                tried[place] = -1
            else:
                left += 1
    return left


@compiled
def _play_on(table, hidden, rules, team, log, seat, row, seed, of_parent):  # type: ignore[no-untyped-def]
    """Play one future of one choice and return what it is worth, 1 for a win."""
    other = record_at(team.other_team, team)
    other_table, other_hidden = record_at(team.other_table, table), record_at(team.other_hidden, hidden)
    copy_record(other_table, record_at(team.begun_table, table))
    copy_record(other_hidden, record_at(team.begun_hidden, hidden))
    other.luck.state[:] = team.begun_luck.state
    other.memory[:] = team.begun_memory
    other.weights[:] = team.weights
    for i in range(team.made_n):
        other.script[i] = team.made[i]
    other.script[team.made_n] = team.row_in_full[row] if team.restricted != 0 else row
    other.script_length, other.script_at = team.made_n + 1, 0
    other.fresh_streams = seed
    other.remember = 1
    if of_parent:
        other.memory_after[:] = team.memory
    else:
        other.memory_after[:] = team.memory_after
    other.error = 0
    turns = np.int64(team.settings[seat, HORIZON])
    call_turns(team.play, other_table, other_hidden, rules, other, log, turns if turns > 0 else -1)
    worth = call_policy(
        team.value[seat],
        other_table,
        rules,
        other.choices,
        0,
        team.weights[seat],
        other.memory[seat],
        other.luck,
        seat,
    )
    return worth / WORTH_OF_A_WIN


# --- setting up ------------------------------------------------------------------------------------------------------


@lru_cache
def load_look(name: str, folder: Path, rules_dtype: np.dtype) -> tuple[Any, int]:
    """Return the compiled entry that looks ahead in a game, and its address."""
    game = registry.load_game(name)
    state = game.module("state")

    def look(table, hidden, rules, team, log, turns):  # type: ignore[no-untyped-def]
        sums, tried = np.zeros((MOST_CANDIDATES, 2)), np.zeros(MOST_CANDIDATES, np.int64)
        return look_ahead(table, hidden, rules, team, log, sums, tried)

    signature = turns_signature(state.TABLE, state.HIDDEN, rules_dtype, team_dtype(game), LOG)
    function = entry(signature, game.digest())(look)
    return function, address_of(function, signature)


def set_up_seat(context: Context, policy: Policy, position: int) -> Any:
    """Let a seat look ahead; return what must be kept alive for it.

    Raises
    ------
    BadInput
        If the policy lacks a weight of `sim.policy.SETTINGS`, or looks ahead at a decision that its game does not have.
    """
    game, team = context.game, context.team
    missing = [name for name in SETTINGS if name not in policy.weights]
    if missing:
        raise BadInput(f"policy {policy.name} looks ahead, so it needs the weights {', '.join(missing)}.")
    unknown = [name for name in policy.looks_ahead if name not in game.decisions]
    if unknown:
        raise BadInput(
            [f"policy {policy.name}: there is no decision '{name}'.{nearest(name, game.decisions)}" for name in unknown]
        )
    for number, name in enumerate(SETTINGS):
        team["settings"][0, position, number] = team["weights"][0, position, list(policy.weights).index(name)]
    for number, (name, decision) in enumerate(game.decisions.items()):
        if name in policy.looks_ahead and game.file.all_seats[position] in decision.seats:
            team["looks"][0, number, position] = 1
    signature = decide_signature(game.module("state").TABLE, plain(context.rules.dtype), STREAM)
    function = compiled_decision(*policy.source_of_value(), signature)
    team["value"][0, position] = address_of(function, signature)
    team["looking"][0] = 1
    return function


def set_up_team(context: Context) -> list[Any]:
    """Lay out the records roll-outs need, once all seats are set up; return what must be kept alive."""
    context.can_reshuffle()
    function, address = load_look(context.game.name, context.game.folder, plain(context.rules.dtype))
    team = context.team
    team["look"][0], team["play"][0] = address, context.play_address
    records = {name: source.copy() for name, source in _sources(context).items()}
    other = records["other_team"]
    other["looking"][0], other["audit"][0] = 0, 0
    other["looks"][:] = 0
    for name, record in records.items():
        team[name][0] = place_of(record)
    return [function, *records.values()]


def _sources(context: Context) -> dict[str, np.recarray]:
    """Return what each record that ``team`` names the place of is a copy of."""
    table, hidden = context.table, context.hidden
    begun = {"begun_table": table, "begun_hidden": hidden}
    return {**begun, "other_table": table, "other_hidden": hidden, "other_team": context.team}
