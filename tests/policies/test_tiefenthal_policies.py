"""The policies of The Taverns of Tiefenthal keep their contract, form a ladder, and plan their dice exactly."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import seats
from policies.tiefenthal._dice import (
    FACES,
    MOST_LEFT,
    attainable,
    limit,
    place,
    space_of,
    strides,
    tables_by_face,
    workspace,
)
from policies.tiefenthal._draft import pair_worths
from policies.tiefenthal._planning import best_of, best_plan, drafting_worths, throw_dice
from policies.tiefenthal._purchases import MOST, NO_AREA, NO_CARD, beer_worths, coin_worths
from policies.tiefenthal._throw import THROW
from policies.tiefenthal._weights import BALANCED, position
from policies.tiefenthal._worth import monastery_worth, reputation_worth
from sim.block import Context, Plan
from sim.games.tiefenthal.names import (
    AREAS,
    AT_TABLE,
    CARDS,
    DICE,
    KINDS,
    NOBLE,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
    STAFF,
)
from sim.games.tiefenthal.planning import IMPOSSIBLE, plus_for, plus_for_supplier
from sim.games.tiefenthal.state import TABLE
from sim.policy import load_declaration, parse_team
from sim.records import rules_record
from sim.registry import load_game, resolve
from sim.testing import check_policy

GAME = load_game("tiefenthal")
POLICIES = ("random", "upgrades", "nobles", "balanced")
SEED = 1402


def rows_of(policy: str, scenario: str, games: int) -> np.ndarray:
    return Context(Plan("tiefenthal", resolve(GAME, scenario), parse_team(GAME, policy), SEED)).play(0, games)


def win_share(player: str, others: str, scenario: str, games: int) -> float:
    """Return what part of the victories one player has at every seat in turn."""
    rules = resolve(GAME, scenario)
    taken = seats.seats_at(GAME, rules)
    parts = []
    for own, team in enumerate(seats.one_against(player, others, len(taken))):
        rows = Context(Plan("tiefenthal", rules, parse_team(GAME, "+".join(team)), SEED)).play(0, games)
        parts.append(seats.twelfths(GAME, rows, taken)[:, own].mean() / seats.WHOLE)
    return float(np.mean(parts))


@pytest.mark.kernel
@pytest.mark.parametrize("policy", POLICIES)
def test_every_choice_is_legal_and_the_table_is_left_alone(policy: str) -> None:
    check_policy("tiefenthal", policy, games=2, scenarios=["module-5-for-2"])


@pytest.mark.parametrize("policy", POLICIES)
def test_every_scenario_is_played_by_the_rules(policy: str) -> None:
    check_policy("tiefenthal", policy, games=5)


def test_better_players_win_more_than_their_share() -> None:
    assert win_share("upgrades", "random", "module-1", 100) > 0.9
    assert win_share("balanced", "upgrades", "module-1", 150) > 0.5
    assert win_share("balanced", "nobles", "module-5-for-2", 150) > 0.7


def test_a_mixed_table_ends_every_game() -> None:
    rows = rows_of("random+upgrades+nobles+balanced", "module-5", 100)
    kinds = {GAME.file.outcomes[outcome].kind for outcome in rows["outcome"]}
    assert kinds <= {"win", "draw"}


@pytest.mark.parametrize(
    "values",
    [
        {"singer.beer": 0, "singer.coins": 0},
        {"nobles.cost": [1, 2, 3], "tables.upgraded": 6, "tables.own": 5},
        {"dishwasher.plus": 3, "supplier.faces": [5, 5], "dice.own_limit": 0},
        {"dice.white": 1, "draft.passes": False, "nobles.share_a_table": False},
    ],
)
def test_house_rules_at_their_bounds_are_played_to_the_end(values: dict[str, object]) -> None:
    rules = resolve(GAME, "module-5-for-2", rules=values)
    for policy in ("upgrades", "balanced"):
        rows = Context(Plan("tiefenthal", rules, parse_team(GAME, policy), SEED)).play(0, 40)
        assert {GAME.file.outcomes[outcome].kind for outcome in rows["outcome"]} <= {"win", "draw"}


def test_the_planner_gains_from_seeing_the_turn_as_a_whole() -> None:
    with_one_die = "balanced:coins_a_pick=0,beer_a_pick=0,next_best=0"
    points = [seats.points(GAME, rows_of(policy, "module-1-for-2", 400), ("first", "second")).mean() for policy in
              ("upgrades", with_one_die, "balanced")]  # fmt: skip
    assert points[0] + 15 < points[1] < points[2] + 1


@pytest.mark.parametrize("name", BALANCED)
def test_every_weight_lies_within_its_bounds_and_says_what_it_is(name: str) -> None:
    weight = BALANCED[name]
    assert weight.bounds[0] <= weight.default <= weight.bounds[1]
    assert weight.doc.endswith(".")
    assert list(load_declaration(GAME, "balanced").weights)[position(name)] == name


# --- what a restricted player finds out ------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanic", GAME.mechanics)
def test_a_restricted_player_does_without(mechanic: str) -> None:
    entry = GAME.mechanics[mechanic]
    rows = rows_of(f"balanced:forbid={mechanic}+balanced", "module-5-for-2", 20)
    assert {GAME.file.outcomes[outcome].kind for outcome in rows["outcome"]} <= {"win", "draw"}
    if entry.bit is not None:
        own, other = (rows[f"upgraded_{seat}"].astype(int) >> entry.bit & 1 for seat in ("first", "second"))
        dealt = rows["start_card_first"]  # start cards may come with an upgrade
        assert not own[~np.isin(dealt, (4, 5, 6, 7))].any()
        assert other.any()
    elif mechanic == "guests":
        assert not rows["guests_first"].any() and rows["guests_second"].any()


@pytest.mark.parametrize("mechanic", ["guests-with-coins", "guests-without-bonus"])
def test_other_guests_of_the_price_are_recruited_where_a_bonus_is_forbidden(mechanic: str) -> None:
    rows = rows_of(f"balanced:forbid={mechanic}+balanced", "module-5-for-2", 60)
    assert rows["guests_first"].mean() > 0.75 * rows["guests_second"].mean()


# --- the dice, compared with trying every assignment -----------------------------------------------------------------


def a_table(random: np.random.Generator, rules: np.record) -> np.recarray:
    """Return a table whose first tavern is filled at random, dice rolled and none placed."""
    table = np.zeros(1, TABLE).view(np.recarray)[0]
    table.rounds = random.integers(1, 9)
    table.seat_card[:] = -1
    table.die_at[:] = NOWHERE
    table.nobles_n, table.market[:] = 40, 9
    people = random.integers(1, 6)
    table.taken[0] = people
    for seat in range(people):
        table.seat_card[0, seat] = random.choice([*range(7), NOBLE, *range(14, CARDS)])
    table.dice_n[0] = random.choice(DICE, p=[0.02, 0.04, 0.1, 0.34, 0.3, 0.15, 0.05]) + 1
    table.dice[0, : table.dice_n[0]] = random.integers(1, 7, table.dice_n[0])
    table.plus_left[0] = random.choice([0, 0, 1, 1, 2, 3])
    table.laid[0] = random.integers(0, 3, KINDS)
    table.upgraded[0] = table.works[0] = random.integers(0, 2, AREAS)
    table.coins[0], table.beer[0] = random.integers(0, 6, 2)
    table.monastery[0], table.reputation[0] = random.integers(0, 23), random.integers(0, 12)
    table.display[:] = random.choice(range(14, CARDS), 5, replace=False)
    table.tile[:] = 1
    return table


def ways(table: np.recarray, rules: np.record, die: int) -> list[tuple[int, int]]:
    """Return the spaces a die can go to and the +1 it takes there, as the rules have it."""
    face = int(table.dice[0, die])
    found = [(NOWHERE, 0), (ON_CASHBOX, 0), (ON_BARREL, 0)]
    found.append((ON_SUPPLIER, int(plus_for_supplier(rules, face))))
    found.append((ON_MONK, int(plus_for(rules.monk_face, face))))
    for seat in range(int(table.taken[0])):
        found.append((AT_TABLE + seat, int(plus_for(rules.card_die[table.seat_card[0, seat]], face))))
    return [(space, plus) for space, plus in found if plus < IMPOSSIBLE]


def everything(table: np.recarray, rules: np.record) -> set[tuple[int, bool, bool, int, int]]:
    """Return what all assignments bring: coins of tables, cashbox and barrel used, dice on supplier and monk."""
    states = {(0, int(table.plus_left[0]), 0, 0, 0)}  # spaces used as bits, +1 left, coins, supplier, monk
    for die in range(int(table.dice_n[0])):
        more = set()
        for used, left, coins, suppliers, monks in states:
            for space, plus in ways(table, rules, die):
                bit = 1 << space if space >= AT_TABLE or space in (ON_CASHBOX, ON_BARREL) else 0
                if plus > left or used & bit:
                    continue
                pay = int(rules.card_pay[table.seat_card[0, space - AT_TABLE]]) if space >= AT_TABLE else 0
                suppliers_now, monks_now = suppliers + (space == ON_SUPPLIER), monks + (space == ON_MONK)
                more.add((used | bit, left - plus, coins + pay, suppliers_now, monks_now))
        states = more
    return {(c, bool(u >> ON_CASHBOX & 1), bool(u >> ON_BARREL & 1), j, k) for u, _, c, j, k in states}


def brought(table: np.recarray, rules: np.record, plan: int) -> tuple[int, bool, bool, int, int]:
    """Return what a plan brings, having checked that it is possible."""
    left, taken, coins = int(table.plus_left[0]), [], 0
    for die in range(int(table.dice_n[0])):
        space = space_of(plan, die)
        options = dict(ways(table, rules, die))
        assert space in options
        left -= options[space]
        if space not in (NOWHERE, ON_SUPPLIER, ON_MONK):
            assert space not in taken
        taken.append(space)
        coins += int(rules.card_pay[table.seat_card[0, space - AT_TABLE]]) if space >= AT_TABLE else 0
    assert left >= 0
    return coins, ON_CASHBOX in taken, ON_BARREL in taken, taken.count(ON_SUPPLIER), taken.count(ON_MONK)


def as_good(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether an outcome brings at least as much as another of everything."""
    return all(mine >= yours for mine, yours in zip(one, other, strict=True))


def found_by_the_planner(table: np.recarray, rules: np.record) -> set[tuple[int, bool, bool, int, int]]:
    """Return what the paths found bring, each turned into a plan and checked against the rules."""
    throw = np.zeros(1, THROW)[0]
    for die in range(int(table.dice_n[0])):
        throw.counts[table.dice[0, die]] += 1
    tables_by_face(table, rules, 0, throw)
    faces = 1 << rules.supplier_faces[0] | 1 << rules.supplier_faces[1], 1 << rules.monk_face
    limit(throw, 0, *faces, table.plus_left[0], 2)
    work = workspace(table.dice_n[0], table.plus_left[0])
    top_j, top_k = attainable(1, throw, work)
    last, _, _, _, _ = throw.stages[FACES]
    _, at_used, at_left, at_j = strides(throw)
    found = set()
    for left in range(MOST_LEFT + 1):
        for j in range(top_j + 1):
            for k in range(top_k + 1):
                at = left * at_left + j * at_j + k + at_used * np.arange(throw.stages[FACES, 3] + 1)
                coins, path = work[last, :, at[work[last, 0, at].argmax()]]
                if coins < 0:
                    continue
                for cashbox, barrel in ((left > 0, left > 1), (left > 1, left > 0)):
                    plan = place(table, 0, 0, throw, path, j, cashbox, barrel)
                    bringing = brought(table, rules, plan)
                    assert bringing == (coins, cashbox, barrel, j, k)
                    found.add(bringing)
    return found


OTHER_FACES = {"supplier.faces": [3, 6], "monk.face": 6, "guests.dice": "two to six"}


@pytest.mark.parametrize(("positions", "values"), [(400, {}), (120, OTHER_FACES)])
def test_all_the_dice_can_bring_is_found_and_nothing_else(positions: int, values: dict[str, object]) -> None:
    rules = rules_record(GAME, resolve(GAME, "module-1", rules=values))[0]
    random = np.random.default_rng(SEED)
    for _ in range(positions):
        table = a_table(random, rules)
        possible, found = everything(table, rules), found_by_the_planner(table, rules)
        assert found <= possible
        assert all(one in found or any(as_good(other, one) for other in found) for one in possible)


def worths(table: np.recarray, rules: np.record, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what each number of coins, and of beer, is worth in this turn."""
    coins, beer = np.zeros(MOST + 1), np.zeros(MOST + 1)
    bought = np.zeros(MOST + 1, np.int64)
    coin_worths(table, rules, weights, 0, 0, MOST, coins, bought)
    beer_worths(table, rules, weights, 0, 0, MOST, beer, bought)
    return coins, beer


@pytest.mark.parametrize("scenario", ["module-1", "module-3", "module-5"])
def test_no_assignment_is_worth_more_than_the_plan(scenario: str) -> None:
    rules = rules_record(GAME, resolve(GAME, scenario))[0]
    weights = np.array([weight.default for weight in BALANCED.values()])
    random = np.random.default_rng(SEED)
    for _ in range(60):
        table = a_table(random, rules)
        coin_worth, beer_worth = worths(table, rules, weights)
        cash = rules.cashbox_coins_upgraded if table.works[0, 4] else rules.cashbox_coins
        barrel = rules.barrel_beer_upgraded if table.works[0, 5] else rules.barrel_beer
        supplier = (rules.supplier_beer_upgraded if table.works[0, 3] else rules.supplier_beer) + table.laid[0, 4]
        monk = rules.monk_steps_upgraded if table.works[0, 8] else rules.monk_steps

        def worth(one: tuple[int, bool, bool, int, int]) -> float:
            coins = one[0] + one[1] * cash  # noqa: B023
            beer = one[2] * barrel + one[3] * supplier + table.laid[0, 0]  # noqa: B023
            total = coin_worth[table.coins[0] + coins] + beer_worth[table.beer[0] + beer]  # noqa: B023
            total += monastery_worth(table, rules, weights, 0, one[4] * monk)  # noqa: B023
            return float(total + reputation_worth(table, rules, weights, 0, min(coins, beer)))  # noqa: B023

        plan, planned = best_plan(table, rules, weights, 0, 0, 0)
        assert planned == pytest.approx(worth(brought(table, rules, plan)))
        assert planned == pytest.approx(max(worth(one) for one in everything(table, rules)))


@pytest.mark.parametrize("dice", range(4))
def test_what_is_known_of_the_lower_faces_stays_true_while_more_dice_are_tried(dice: int) -> None:
    """Two more dice are worth what they are worth when nothing was known before, with many +1 and few dice too."""
    rules = rules_record(GAME, resolve(GAME, "module-5"))[0]
    weights = np.array([weight.default for weight in BALANCED.values()])
    random = np.random.default_rng(SEED + dice)
    for plus in (0, 1, 2, 5, 9):
        table = a_table(random, rules)
        table.dice_n[0] = dice
        throw = np.zeros(1, THROW)[0]
        work = throw_dice(table, rules, 0, 0, 2, plus, 0, throw)
        drafting_worths(table, rules, weights, 0, 0, 1, throw)
        choices = np.arange(1, FACES + 1).reshape(-1, 1)
        pairs = pair_worths(rules, choices, FACES, np.ones(FACES + 1, np.int64), throw, work)
        for low in range(1, FACES + 1):
            for high in range(low, FACES + 1):
                throw.counts[low] += 1
                throw.counts[high] += 1
                anew = best_of(1, rules, throw, np.full_like(work, -7))[0]
                throw.counts[low] -= 1
                throw.counts[high] -= 1
                assert pairs[low, high] == anew


def everything_bought(table: np.recarray, rules: np.record, weights: np.ndarray, coins: int) -> float:
    """Return what coins are worth at best, by trying every set of things to buy."""
    from policies.tiefenthal._purchases import KEPT_COIN
    from policies.tiefenthal._worth import area_worth, rounds_left, staff_loss, staff_worth
    from sim.games.tiefenthal.purse import safe_keeps

    left = rounds_left(table, rules)
    things: list[list[tuple[int, float]]] = []
    for area in range(AREAS):
        if not table.upgraded[0, area]:
            returnable = min(3, int(table.laid[0, area + 1])) if area < 4 else 0
            loss = staff_loss(table, rules, weights, area + 1) if returnable else 0
            discount = int(rules.area_discount[area]) if area < 4 else 0
            value = area_worth(table, rules, weights, area)
            things.append(
                [(max(0, int(rules.area_price[area]) - discount * r), value - loss * r) for r in range(returnable + 1)]
            )
    for kind in range(KINDS - 1 if rules.module < 3 else KINDS):
        things.append([(int(rules.card_cost[STAFF + kind]), staff_worth(table, rules, weights, 0, kind, left))])
    states = {0: 0.0}
    for options in things:
        more = dict(states)
        for spent, gained in states.items():
            for price, value in options:
                if spent + price <= coins:
                    more[spent + price] = max(more.get(spent + price, -1e9), gained + value)
        states = more
    kept = weights[KEPT_COIN] if left else 0.0
    return max(gained + kept * min(coins - spent, safe_keeps(table, rules, 0)) for spent, gained in states.items())


def test_coins_buy_what_is_worth_most() -> None:
    rules = rules_record(GAME, resolve(GAME, "module-3"))[0]
    weights = np.array([weight.default for weight in BALANCED.values()])
    random = np.random.default_rng(SEED)
    for _ in range(40):
        table = a_table(random, rules)
        coins, _ = worths(table, rules, weights)
        for amount in (0, 3, 7, 12, 19, 30):
            assert coins[amount] == pytest.approx(everything_bought(table, rules, weights, amount))
        assert (np.diff(coins) >= 0).all()


def test_what_is_forbidden_is_not_planned_for() -> None:
    rules = rules_record(GAME, resolve(GAME, "module-1"))[0]
    weights = np.array([weight.default for weight in BALANCED.values()])
    table = a_table(np.random.default_rng(SEED), rules)
    table.rounds, table.upgraded[:] = 3, 0
    worth, bought = np.zeros(MOST + 1), np.zeros(MOST + 1, np.int64)
    nothing = sum(NO_AREA << area for area in range(AREAS)) | sum(NO_CARD << kind for kind in range(KINDS))
    coin_worths(table, rules, weights, 0, nothing, MOST, worth, bought)
    assert not bought.any()
    coin_worths(table, rules, weights, 0, 0, MOST, worth, bought)
    assert bought.any()
