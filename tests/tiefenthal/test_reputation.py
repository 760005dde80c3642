"""Module 3: reputation and bards, rule by rule."""

import pytest

from sim.games.tiefenthal import (
    bonuses,
    reputation,
    serving,
)
from sim.games.tiefenthal.moving import move_die
from sim.games.tiefenthal.names import (
    MORE_REPUTATION,
    RECRUIT,
    SERENADE,
    STOP,
)
from sim.games.tiefenthal.pile import push
from tests.tiefenthal.kit import NOBLE, REGULAR_1, REGULAR_2, STAFF

FIRST, SECOND = 1, 2

# --- module 3 --------------------------------------------------------------------------------------------------------


def planned(village):
    village.do(serving.begin_turn)
    return village.table.reputation[0]


@pytest.mark.rule("reputation.phase")
def test_the_lesser_of_coins_and_beer_moves_the_marker(open_village):
    village = open_village(3)
    guest = village.guest(5, die=3)
    village.seat(STAFF["merchant"], STAFF["supplier"], guest, REGULAR_2)
    village.dice(3, 4, 1, 5)
    village.place(0, "cashbox", "supplier", "monk")
    # coins 5 and 1; beer 2 of the supplier and 1 of the merchant
    assert planned(village) == 3
    assert village.table.granted[0] == 3


@pytest.mark.rule("reputation.phase")
def test_only_dice_and_merchants_count(open_village):
    village = open_village(3)
    village.table.coins[0] = village.table.beer[0] = 5
    village.seat(STAFF["bard"], STAFF["supplier"], REGULAR_2)
    village.dice(5, 2)
    village.place("monk", 0)
    assert planned(village) == 0


@pytest.mark.rule("reputation.replan")
def test_a_die_moves_only_if_the_reputation_stands(open_village):
    village = open_village(3)
    village.seat(REGULAR_2, REGULAR_1, STAFF["merchant"])
    village.dice(2, 1, 4)
    village.place(0, "barrel", "nowhere")
    assert planned(village) == 2
    village.do(move_die, die=0)
    village.decide("move", 0)
    village.do(move_die, die=2)
    # the guest's die may not go to the cashbox (1 coin < 2), nor be taken away; the loose die may go anywhere
    assert village.asked["move"] == [[(-1, 0, 2, -1), (0, 0, 2, -1)]]
    assert village.table.reputation[0] == 2  # the third coin needs a third beer


@pytest.mark.rule("reputation.replan")
def test_more_reputation_is_granted_at_once(open_village):
    village = open_village(3)
    village.seat(REGULAR_2, REGULAR_1)
    village.dice(2, 4)
    village.place(0, "nowhere")
    assert planned(village) == 0
    village.decide("move", 1)
    village.do(move_die, die=1)
    assert village.table.reputation[0] == 1


@pytest.mark.rule("reputation.cashed")
@pytest.mark.parametrize(("module", "coins"), [(2, 0), (3, 2)])
def test_dice_left_are_cashed_from_module_3_on(open_village, module, coins):
    village = open_village(module)
    village.seat(REGULAR_2)
    village.dice(2)
    village.place(0)
    village.decide("serve", STOP)
    village.do(serving.serve_turn)
    assert village.table.coins[0] == coins


@pytest.mark.rule("reputation.schnapps", "reputation.crown")
@pytest.mark.parametrize(
    ("start", "steps", "end", "tokens", "nobles"),
    [(3, 1, 4, 1, 0), (7, 1, 8, 1, 0), (10, 1, 11, 0, 1), (10, 2, 1, 0, 1)],
)
def test_the_spaces_of_the_reputation_track(open_village, start, steps, end, tokens, nobles):
    village = open_village(3)
    village.table.reputation[0] = start
    push(village.table, MORE_REPUTATION, steps)
    village.do(bonuses.settle)
    table = village.table
    assert (table.reputation[0], table.schnapps[0], table.owned[0, NOBLE]) == (end, tokens, nobles)


@pytest.mark.rule("reputation.schnapps")
def test_the_second_space_may_remove_a_guest(open_village):
    village = open_village(3)
    village.seat(REGULAR_1, REGULAR_2)
    village.dice(2)
    village.place(1)
    village.table.reputation[0] = 7
    push(village.table, MORE_REPUTATION, 1)
    village.decide("reputation_bonus", 1)
    village.do(bonuses.settle)
    assert village.table.owned[0, REGULAR_1] == 0 and village.table.schnapps[0] == 0


@pytest.mark.rule("reputation.points")
def test_the_sixth_space_scores_five(open_village):
    village = open_village(3)
    scores = []
    for space in range(12):
        village.table.reputation[0] = space
        scores.append(village.do(reputation.reputation_points))
    assert scores == [0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 0]


@pytest.mark.rule("reputation.bards")
def test_bards_sing_once_each(open_village):
    village = open_village(3)
    village.seat(STAFF["bard"], STAFF["bard"])
    village.decide("serve", SERENADE, SERENADE, STOP)
    village.do(serving.serve_turn)
    assert village.table.reputation[0] == 2


def test_no_reputation_before_module_3(open_village):
    village = open_village(2)
    push(village.table, MORE_REPUTATION, 3)
    village.do(bonuses.settle)
    assert village.table.reputation[0] == 0


@pytest.mark.rule("reputation.guests")
@pytest.mark.parametrize(("bonus", "steps", "tokens"), [("reputation2", 2, 0), ("schnapps", 0, 1)])
def test_the_new_guests(open_village, bonus, steps, tokens):
    village = open_village(3)
    guest = village.guest(5, bonus=bonus)
    village.show(guest)
    village.table.beer[0] = 5
    village.decide("serve", RECRUIT + 5, STOP)
    village.do(serving.serve_turn)
    assert (village.table.reputation[0], village.table.schnapps[0]) == (steps, tokens)
