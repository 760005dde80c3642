"""Exact odds: the printed table, small cases worked out by hand, and simulated chance."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sim import registry
from sim.block import Context, Plan
from sim.errors import BadInput
from sim.games.opulent import names, odds
from sim.games.opulent.door_dice import dice_on, roll_and_lock
from sim.games.opulent.odds_policy import policy_rerolls
from sim.policy import load_declaration, parse_team
from sim.streams import below, seed_stream

GAME = registry.load_game("opulent")
RULES = registry.resolve(GAME, "1920")
LINE = [names.MOBSTER, names.POLITICIAN, names.ARISTOCRAT]


def mean(spread: dict[int, float]) -> float:
    return sum(number * chance for number, chance in spread.items())


@pytest.mark.rule("raid.risk", "raid.roll")
def test_raid_odds_are_the_rows_of_the_risk_table() -> None:
    table = odds.raid(RULES)
    assert [row[0] for row in table.rows] == ["$20", "$40", "$60", "$80", "$81"]
    assert [row[1] for row in table.rows] == [1, 2, 3, 4, 5]
    assert table.rows[0][2:] == ["10%", "10%", "20%", "20%", "30%", "30%"]
    assert table.rows[4][2:] == ["30%", "30%", "40%", "40%", "50%", "50%"]


def test_hard_knocks_double_the_raid_odds_and_raid_for_sure_at_the_top() -> None:
    hard = odds.raid(registry.resolve(GAME, "1920", ["hard-knocks"]), coffers="90", prestige="5")
    assert hard.rows[0][2] == "100%"


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_sums_of_dice_are_those_of_every_roll(dice: int) -> None:
    every = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
    for total, chance in odds.sum_of_dice(dice).items():
        assert chance == pytest.approx(every.count(total) / len(every))


@pytest.mark.rule("bar.prepare")
def test_the_rulebooks_four_drinks_need_nine() -> None:
    table = odds.bar(RULES, drinks="mixed+mixed+liquor+beer")
    assert table.rows == [[9, "74.1%"]]  # 160 of 216 rolls of three dice reach 9


def test_one_die_and_one_patron_is_a_third() -> None:
    """His colour or yellow, of six faces."""
    assert odds.no_rerolls(RULES, [names.MOBSTER], 1) == pytest.approx({0: 4 / 6, 1: 2 / 6})


def test_two_dice_and_one_patron_with_a_reroll() -> None:
    """Without a match one die is discarded for another roll of the other; two purple dice match at once."""
    miss = (4 / 6) ** 2 - (1 / 6) ** 2
    best = odds.best_rerolls(RULES, [names.MOBSTER], 2)
    assert best[0] == pytest.approx(miss * 4 / 6)


def test_rerolls_never_hurt_and_more_dice_help() -> None:
    for dice in range(1, 6):
        assert mean(odds.best_rerolls(RULES, LINE, dice)) >= mean(odds.no_rerolls(RULES, LINE, dice)) - 1e-12
        assert sum(odds.best_rerolls(RULES, LINE, dice).values()) == pytest.approx(1)
    means = [mean(odds.best_rerolls(RULES, LINE, dice)) for dice in range(1, 6)]
    assert means == sorted(means)


@pytest.mark.parametrize("policy", ["novice", "rulebook"])
def test_exact_odds_of_a_policy_agree_with_its_simulated_rolls(policy: str) -> None:
    """Roll the Doorman dice of the engine 3,000 times and compare with the exact chances."""
    exact = policy_rerolls(RULES, LINE, 4, policy)
    best = odds.best_rerolls(RULES, LINE, 4)
    assert mean(exact) <= mean(best) + 1e-9
    played = simulated(policy, 4, 3000)
    for number in range(len(LINE) + 1):
        chance = exact.get(number, 0.0)
        error = max(1e-3, (chance * (1 - chance) / 3000) ** 0.5)
        assert abs(played.count(number) / 3000 - chance) < 4.5 * error


def simulated(policy: str, dice: int, rolls: int) -> list[int]:
    """Return how many were let in by the engine's own rolling and locking, again and again."""
    context = Context(Plan("opulent", RULES, parse_team(GAME, policy), 0))
    table, hidden, rules = context.table[0], context.hidden[0], context.rules[0]
    team, log = context.team[0], context.log[0]
    patrons = [next(p for p in range(names.PATRONS) if rules.patron_class[p] == social) for social in LINE]
    table.held = table.shielded = table.deck_top = -1
    table.contract = names.IRISH
    table.line_n = len(patrons)
    for i, patron in enumerate(patrons):
        table.line[i], table.place[patron], table.nickels[patron] = patron, names.LINE, 3
    _, decide = load_declaration(GAME, policy).source("lock")
    found = []
    with np.errstate(over="ignore"), pytest.MonkeyPatch.context() as patch:
        for stream in range(len(hidden.streams)):
            seed_stream(hidden.streams[stream], 11, 0, stream)

        def ask(decision, seat, table, hidden, rules, team, log):  # type: ignore[no-untyped-def]
            if team.n <= 1:
                return 0
            arguments = (table, rules, team.choices, int(team.n), team.weights[0], team.memory[0], team.luck, 0)
            return int(decide(*arguments))

        patch.setattr("sim.games.opulent.door_dice.ask", ask)
        for _ in range(rolls):
            team.memory[:] = 0
            roll_and_lock(table, hidden, rules, team, log, names.DOOR, dice, 0)
            found.append(sum(int(dice_on(table, patron)) > 0 for patron in patrons))
    return found


def test_streams_are_fair() -> None:
    """A die of the engine shows each face about as often as any other (chi-square far below its limit)."""
    state = np.zeros(4, np.uint64)
    with np.errstate(over="ignore"):
        seed_stream(state, 3, 0, 0)
        faces = np.bincount([below(state, 6) for _ in range(12_000)], minlength=6)
    assert ((faces - 2000) ** 2 / 2000).sum() < 25  # five degrees of freedom: 25 is passed once in 7,000


@pytest.mark.parametrize(
    ("question", "situation", "said"),
    [
        (odds.raid, {"coffers": "many"}, "coffers"),
        (odds.bar, {"dice": "0"}, "dice"),
        (odds.bar, {"drinks": "bear"}, "Did you mean 'beer'"),
        (odds.door, {"line": "mobstar"}, "Did you mean 'mobster'"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(question, situation: dict[str, str], said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=said):
        question(RULES, **situation)
