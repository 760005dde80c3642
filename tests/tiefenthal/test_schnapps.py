"""Module 2: schnapps and entertainers, rule by rule."""

import pytest

from sim.games.tiefenthal import (
    closing,
    evening,
    planning,
    scoring,
    serving,
)
from sim.games.tiefenthal.names import (
    DISHES,
    FIRE_BREATHER,
    FIRE_REMOVE,
    FIRE_UPGRADE,
    JUGGLER,
    SINGER,
    SINGER_ACT,
    STOP,
)
from tests.tiefenthal.kit import NOBLE, REGULAR_1, REGULAR_2, STAFF

FIRST, SECOND = 1, 2

# --- module 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("schnapps.track")
@pytest.mark.parametrize(("module", "tokens"), [(2, [0, 1, 2, 0, 1, 2, 0, 1]), (3, [0, 1, 0, 0, 0, 0, 0, 1])])
def test_schnapps_of_the_round_track(open_village, module, tokens):
    village = open_village(module)
    village.table.upgraded[0] = 1  # nothing is left to upgrade for nothing
    got = []
    for round_ in range(1, 9):
        before, village.table.rounds = village.table.schnapps[0], round_
        village.do(evening.bonus_of_the_round)
        got.append(village.table.schnapps[0] - before)
    assert got == tokens


@pytest.mark.rule("schnapps.track")
def test_who_is_first_in_turn_takes_the_last_token(open_village):
    village = open_village(2)
    village.table.tokens_n, village.table.rounds = 1, 2
    for seat in (1, 0):
        village.do(evening.bonus_of_the_round, seat=seat)
    assert list(village.table.schnapps[:2]) == [0, 1]


@pytest.mark.rule("schnapps.arrive", "schnapps.replace")
def test_entertainers_come_instead_of_cards(open_village):
    village = open_village(2)
    village.decide("entertainer", (SINGER, 1), (FIRE_BREATHER, 0), (JUGGLER, 1))
    for round_ in (2, 3, 5, 7):
        village.table.rounds = round_
        village.do(evening.bonus_of_the_round)
    assert list(village.table.entertainer[0]) == [SECOND, FIRST, SECOND]
    assert village.table.deck_n[0] == 0 and len(village.asked["evening"]) == 1  # round 7 is as in summer


@pytest.mark.rule("schnapps.replace")
def test_the_other_reading_has_entertainers_and_cards(open_village):
    village = open_village(2, rules={"winter.entertainers_replace": False})
    village.table.rounds = 5
    village.do(evening.bonus_of_the_round)
    assert village.top() == [STAFF["table"]] and village.table.entertainer[0, JUGGLER] == FIRST


@pytest.mark.rule("schnapps.singer")
@pytest.mark.parametrize(("side", "coins", "beer", "left"), [(FIRST, 4, 0, 1), (SECOND, 0, 3, 1)])
def test_the_singer(open_village, side, coins, beer, left):
    village = open_village(2)
    village.table.entertainer[0, SINGER], village.table.schnapps[0] = side, 3
    village.decide("serve", *[SINGER_ACT] * (2 if side == FIRST else 1), STOP)
    village.do(serving.serve_turn)
    assert (village.table.coins_in[0, 3], village.table.beer_in[0, 3]) == (coins, beer)
    assert village.table.schnapps[0] == left


@pytest.mark.rule("schnapps.fire_upgrade", "schnapps.keep")
def test_the_fire_breather_upgrades_with_a_noble(open_village):
    village = open_village(2)
    village.seat(STAFF["dishwasher"])
    village.table.entertainer[0, FIRE_BREATHER], village.table.schnapps[0] = FIRST, 5
    village.decide("serve", (FIRE_UPGRADE, 0, DISHES, 5), STOP)
    village.do(serving.serve_turn)
    table = village.table
    assert (table.upgraded[0, DISHES], table.works[0, DISHES], table.laid[0, 1]) == (1, 0, 1)
    assert village.top() == [NOBLE] and table.schnapps[0] == 0


@pytest.mark.rule("schnapps.fire_remove")
def test_the_fire_breather_sends_away(open_village):
    village = open_village(2)
    village.table.entertainer[0, FIRE_BREATHER], village.table.schnapps[0] = SECOND, 2
    village.seat(NOBLE, REGULAR_1)
    village.decide("serve", FIRE_REMOVE, STOP)
    village.do(serving.serve_turn)
    assert village.table.owned[0, REGULAR_1] == 0 and village.table.schnapps[0] == 0


@pytest.mark.rule("schnapps.fire_remove")
def test_not_without_anybody_to_send_away(open_village):
    village = open_village(2)
    village.table.entertainer[0, FIRE_BREATHER], village.table.schnapps[0] = SECOND, 4
    village.seat(NOBLE, REGULAR_1)
    village.dice(1)
    village.place(1)
    village.decide("serve", STOP)
    village.do(serving.serve_turn)
    assert all(row[0] != FIRE_REMOVE for row in village.asked["serve"][0])


@pytest.mark.rule("schnapps.juggle_card")
def test_the_juggler_keeps_a_card_on_top_of_the_deck(open_village):
    village = open_village(2)
    village.table.entertainer[0, JUGGLER], village.table.schnapps[0] = FIRST, 3
    village.deck(REGULAR_2)
    village.seat(NOBLE, NOBLE, STAFF["supplier"], REGULAR_1)
    village.decide("juggle", NOBLE)
    village.do(closing.close_taverns)
    table = village.table
    assert village.top(2) == [NOBLE, REGULAR_2]
    assert (table.schnapps[0], table.discarded[0, NOBLE], table.discarded[0].sum()) == (2, 1, 3)


@pytest.mark.rule("schnapps.juggle_card")
def test_of_nobles_apart_one_table_is_left(open_village):
    village = open_village(2, rules={"nobles.share_a_table": False})
    village.table.entertainer[0, JUGGLER], village.table.schnapps[0] = FIRST, 1
    village.seat(NOBLE, NOBLE, REGULAR_1)
    village.decide("juggle", NOBLE)
    village.do(closing.close_taverns)
    assert [row[0] for row in village.asked["juggle"][0]] == [-1, NOBLE, REGULAR_1]
    assert village.table.discarded[0, NOBLE] == 1 and village.table.owned[0, NOBLE] == 2


@pytest.mark.rule("schnapps.juggle_die")
def test_the_juggler_turns_dice_before_they_are_placed(open_village):
    village = open_village(2)
    village.table.entertainer[0, JUGGLER], village.table.schnapps[0] = SECOND, 2
    village.dice(4, 3)
    village.decide("turn_die", (0, 5), (0, 6))
    village.decide("plan", 2)
    village.do(planning.plan_dice)
    assert list(village.table.dice[0, :2]) == [6, 3] and village.table.schnapps[0] == 0
    assert len(village.asked["turn_die"][0]) == 11


@pytest.mark.rule("schnapps.keep", "schnapps.points")
def test_four_tokens_are_kept_and_score(open_village):
    village = open_village(2)
    village.table.schnapps[0], village.table.tokens_n = 6, 0
    village.do(serving.serve_turn)
    assert (village.table.schnapps[0], village.table.tokens_n) == (4, 2)
    assert village.do(scoring.points_of) == 4
