"""1925 the blizzard, 1926 the gangs, 1927 the film, 1928 and 1929 Wall Street."""

import pytest

from sim.games.opulent import band, bartender, door_line, doorman, manager, raid, setup, vip
from sim.games.opulent import club as moving
from sim.games.opulent.names import (
    AT_BAR,
    IN_BLIZZARD,
    OUT_SPECIAL,
)

# --- 1925 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("y1925.cold", "door.wait", "door.zero")
def test_waiting_in_the_cold_costs_two_nickels(open_club):
    club = open_club("1925")
    rich, poor = club.line("politician 3", "irish 1")
    club.do(doorman.wait_in_line)
    assert club.nickels(rich) == 1
    assert club.where(poor) == "gone"


@pytest.mark.rule("y1925.second_lap")
@pytest.mark.parametrize("face", ["yellow", "purple", "blue"])
@pytest.mark.parametrize(("box", "station"), [("left", "floor"), ("right", "bar")])
def test_yellow_purple_or_his_colour_sends_him_round_again_with_a_nickel_more(open_club, face, box, station):
    club = open_club("1925")
    patron = club.vip(f"politician {box} 2 yellow")
    club.rolls(blizzard=[face])
    club.do(moving.leave_club, patron=patron, rule=0)
    assert club.where(patron) == station
    assert club.nickels(patron) == 3
    assert club.table.yellow[patron] == 1
    assert club.table.coffers == 0
    assert club.gained(IN_BLIZZARD) == 1
    club.do(moving.leave_club, patron=patron, rule=0)  # no roll after the second lap
    assert club.where(patron) == "gone"
    assert club.table.coffers == 3


@pytest.mark.rule("y1925.second_lap")
@pytest.mark.parametrize("face", ["red", "green", "blank"])
def test_other_faces_let_him_go_home(open_club, face):
    club = open_club("1925")
    patron = club.floor("politician right 2")
    club.rolls(blizzard=[face])
    club.do(moving.leave_club, patron=patron, rule=0)
    assert club.where(patron) == "gone"
    assert club.table.coffers == 2


@pytest.mark.rule("y1925.second_lap")
def test_three_nickels_stay_three_celebrities_go_home_and_the_discarded_are_not_asked(open_club):
    club = open_club("1925")
    rich, star, crowded = club.floor("politician right 3", "celebrity 2* 2", "irish right 1")
    club.rolls(blizzard=["blue"])
    club.do(moving.leave_club, patron=rich, rule=0)
    assert club.nickels(rich) == 3
    club.do(moving.leave_club, patron=star, rule=0)
    assert club.where(star) == "gone"
    club.floor(*["aristocrat"] * 5)
    club.do(band.remove_crowd)
    assert club.where(crowded) == "gone"


# --- 1926 ------------------------------------------------------------------------------------------------------------


def mobster_arrives(club, family, *rolls):
    """Let a Mobster join the queue while the gang die shows these faces."""
    mobster = club.deck(family)
    club.rolls(gang=rolls)
    club.do(door_line.arrive)
    return mobster


@pytest.mark.rule("y1926.shoot_out")
def test_a_mobster_who_meets_a_rival_in_the_queue_and_that_rival_are_each_checked_once(open_club):
    club = open_club("1926")
    rival, other_rival = club.line("italian 2", "italian 2")
    newcomer = mobster_arrives(club, "irish", "blue", "red")
    assert club.where(newcomer) == "line"
    assert club.where(rival) == "gone"
    assert club.where(other_rival) == "line"
    assert club.table.removed[rival] == 1
    assert club.lost(OUT_SPECIAL) == 2


@pytest.mark.rule("y1926.shoot_out")
def test_both_may_go_and_red_is_the_only_colour_that_hits(open_club):
    club = open_club("1926")
    rival = club.line("irish 2")
    newcomer = mobster_arrives(club, "italian", "red", "red")
    assert (club.where(newcomer), club.where(rival)) == ("gone", "gone")
    lucky = club.line("irish 2")
    newcomer = mobster_arrives(club, "italian", "yellow", "purple")
    assert (club.where(newcomer), club.where(lucky)) == ("line", "line")


@pytest.mark.rule("y1926.shoot_out")
def test_friends_do_not_shoot_the_overflow_counts_and_patrons_inside_do_not(open_club):
    club = open_club("1926")
    club.line("irish", *["politician"] * 4)
    club.floor("italian")
    assert club.where(mobster_arrives(club, "irish")) == "overflow"
    club.overflow("italian")
    assert club.where(mobster_arrives(club, "irish", "blue", "blue")) == "overflow"


@pytest.mark.rule("y1926.shoot_out", "door.move_up")
def test_moving_up_from_the_overflow_is_no_new_entry_and_who_is_turned_away_shoots_nobody(open_club):
    club = open_club("1926")
    club.line("irish", "politician", "politician", "politician")
    club.overflow("italian", *["irish"] * 4)
    club.do(door_line.settle_line, fill=True)
    club.overflow("politician")
    assert club.where(mobster_arrives(club, "italian")) == "gone"


@pytest.mark.rule("y1926.shoot_out", "y1923.argument")
def test_the_arguments_of_1923_go_on_and_other_years_have_no_shoot_outs(open_club):
    assert open_club("1926").rules.argument_active == 1
    club = open_club("1927")
    club.line("italian")
    assert club.where(mobster_arrives(club, "irish")) == "line"


@pytest.mark.rule("y1926.raid", "raid.effects")
def test_in_a_raid_every_mobster_inside_is_checked_before_the_raid_takes_them_all(open_club):
    club = open_club("1926")
    one, two, three = club.floor("irish"), club.bar("italian"), club.vip("irish")
    outside = club.line("irish")
    club.rolls(gang=["red", "blue", "red"])
    club.do(raid.suffer_raid)
    assert [club.where(mobster) for mobster in (one, two, three)] == ["gone"] * 3
    assert club.table.removed.sum() == 2
    assert club.where(outside) == "line"


# --- 1927 ------------------------------------------------------------------------------------------------------------

SET_DOOR, SET_BAND, SET_BAR, SET_VIP = 1, 2, 3, 4


@pytest.fixture
def y27(open_club):
    return open_club("1927")


@pytest.mark.rule("y1927.move_set")
@pytest.mark.parametrize(
    ("roll", "place"), [*((r, 1) for r in (1, 3)), *((r, 2) for r in (4, 6)), *((r, 3) for r in (7, 9)), (10, 4)]
)
def test_the_crew_films_at_the_door_the_band_the_bar_or_the_vip_room(y27, roll, place):
    y27.rolls(film=[roll])
    y27.do(manager.move_film_set)
    assert y27.table.set == place


@pytest.mark.rule("y1927.move_set", "setup.first_patrons")
def test_the_film_die_is_rolled_before_the_first_turn_and_after_each_manager_turn(y27):
    y27.deck(5)
    y27.rolls(film=[4])
    y27.do(manager.manager_turn)
    assert y27.table.set == SET_BAND
    for name in ("pile_n", "songs_n", "kinds_left", "place"):
        y27.table[name] = 0
    y27.table.deck_n = 0
    y27.rolls(film=[7])
    y27.do(setup.setup_year)
    assert y27.table.set == SET_BAR


@pytest.mark.rule("y1927.caught")
@pytest.mark.parametrize(("roll", "place"), [(1, "line"), (4, "floor"), (7, "bar"), (10, "vip")])
def test_mobsters_where_the_crew_comes_are_gone_with_their_nickels_others_stay(y27, roll, place):
    where = {name: getattr(y27, name)("irish 2", "politician 2") for name in ("line", "floor", "bar", "vip")}
    y27.rolls(film=[roll])
    y27.do(manager.move_film_set)
    for name, (mobster, politician) in where.items():
        assert y27.where(mobster) == ("gone" if name == place else name)
        assert y27.where(politician) == name
    assert y27.lost(OUT_SPECIAL) == 2


@pytest.mark.rule("y1927.caught", "door.move_up")
def test_the_overflow_is_not_the_door_and_its_mobsters_are_passed_while_the_crew_is_there(y27):
    mobster_in_line = y27.line("irish", "politician", "politician", "politician", "politician")[0]
    waiting, passing = y27.overflow("irish", "aristocrat")
    y27.rolls(film=[2])
    y27.do(manager.move_film_set)
    assert y27.where(mobster_in_line) == "gone"
    assert (y27.where(waiting), y27.where(passing)) == ("overflow", "line")


@pytest.mark.rule("y1927.caught")
def test_a_mobster_forced_onto_the_set_is_lost(y27):
    y27.table.set = SET_DOOR
    newcomer = y27.deck("irish")
    y27.do(door_line.arrive)
    assert y27.where(newcomer) == "gone"
    y27.table.set = SET_BAR
    crowded = y27.floor("irish left 3", *["politician"] * 5)[0]
    y27.do(band.remove_crowd)
    assert y27.where(crowded) == "gone"


@pytest.mark.rule("y1927.blocked", "door.match", "door.skip", "door.wait")
def test_a_mobster_bound_for_the_set_is_not_let_in_nor_skipped_but_pays_for_waiting(y27):
    mobster, politician = y27.line("irish right 3", "politician right 3")
    y27.table.set = SET_BAR
    y27.rolls(door=["red", "yellow", "purple", "purple", "blue"])
    y27.answers(lock=[(1, 1, politician)])
    y27.do(doorman.doorman_turn)
    assert all(choice[2] != mobster for choices in y27.asked["lock"] for choice in choices)
    assert y27.nickels(mobster) == 2


@pytest.mark.rule("y1927.blocked", "band.tempo")
def test_a_song_passes_over_a_mobster_bound_for_the_set(y27):
    mobster, politician = y27.floor("irish left 3", "politician right 3")
    y27.table.set = SET_BAR
    y27.songs("half 4/4", "half 4/4")
    y27.answers(song=[1])
    y27.hand("whole")
    from sim.games.opulent.band_set import play_set

    y27.do(play_set)
    assert (y27.where(mobster), y27.where(politician)) == ("floor", "gone")


@pytest.mark.rule("y1927.blocked", "bar.order", "bar.skip", "bar.wait")
def test_a_mobster_bound_for_the_set_is_not_served_nor_skipped_but_pays_for_waiting(y27):
    mobster, politician = y27.bar("irish right 3", "politician left 3")
    y27.table.set = SET_BAND
    y27.answers(prepare=[(politician, 2), -1])
    y27.rolls(bar=[6, 6, 6], colour=["blank"])
    y27.do(bartender.bartender_turn)
    assert all(choice[0] != mobster for choices in y27.asked["prepare"] for choice in choices)
    assert y27.nickels(mobster) == 2


@pytest.mark.rule("y1927.blocked", "vip.escort", "vip.bump", "manager.comp")
def test_no_mobster_is_escorted_bumped_or_comped_to_the_set(y27):
    mobster = y27.line("irish right")
    y27.table.coffers = 5
    y27.table.set = SET_VIP
    assert not y27.do(vip.may_be_escorted, patron=mobster)
    y27.table.set = SET_BAR
    assert y27.do(vip.may_be_escorted, patron=mobster)
    assert not y27.do(manager.may_be_comped, patron=mobster)
    guest = y27.vip("irish right", next_place=AT_BAR)
    assert not y27.do(vip.may_be_bumped, patron=guest)


# --- 1928, 1929 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("y1928.rich", "door.arrive", "door.move_up")
@pytest.mark.parametrize(("year", "nickels"), [("1928", 5), ("1929", 1)])
def test_aristocrats_come_with_five_in_1928_and_one_in_1929_also_from_the_overflow(open_club, year, nickels):
    club = open_club(year)
    aristocrat, politician = club.deck("aristocrat", "politician")
    club.do(door_line.arrive)
    club.do(door_line.arrive)
    assert (club.nickels(aristocrat), club.nickels(politician)) == (nickels, 3)
    moving_up, other = club.overflow("aristocrat", "irish")
    club.do(door_line.settle_line, fill=True)
    assert (club.nickels(moving_up), club.nickels(other)) == (nickels, 2)


@pytest.mark.rule("y1928.rich", "door.schmooze", "bar.schmooze", "band.melody")
def test_in_1928_any_station_brings_an_aristocrat_back_up_to_five_and_a_yellow_die_adds_nothing(open_club):
    from sim.games.opulent import band_give, bar_actions, nickels

    club = open_club("1928")
    aristocrat, politician = club.line("aristocrat 3 yellow", "politician 3")
    club.answers(schmooze_door=[aristocrat, aristocrat])
    club.table.dice_left = 1
    club.do(doorman.schmooze)
    assert club.nickels(aristocrat) == 5
    assert club.do(nickels.managers_room, patron=aristocrat) == 0
    assert club.do(nickels.room, patron=politician) == 0
    at_bar, dancer = club.bar("aristocrat 4"), club.floor("aristocrat 4")
    club.do(bar_actions.give_at_bar, seat=2, count=2, cause=2, rule=0)
    club.do(band_give.give_on_floor, count=2, cause=5, rule=0)
    assert (club.nickels(at_bar), club.nickels(dancer)) == (5, 5)


@pytest.mark.rule("y1929.poor", "door.yellow", "manager.schmooze")
def test_in_1929_aristocrats_hold_three_and_five_with_a_yellow_die_from_the_manager(open_club):
    from sim.games.opulent import nickels

    club = open_club("1929")
    plain, yellow = club.floor("aristocrat 1", "aristocrat 1 yellow")
    assert [club.do(nickels.room, patron=patron) for patron in (plain, yellow)] == [2, 2]
    assert [club.do(nickels.managers_room, patron=patron) for patron in (plain, yellow)] == [2, 4]


@pytest.mark.rule("y1929.poor")
def test_in_1929_an_aristocrat_joins_the_line_with_one_nickel(open_club):
    club = open_club("1929")
    aristocrat = club.deck("aristocrat")
    club.do(door_line.arrive)
    assert club.nickels(aristocrat) == 1
