"""The Band, Steps 3 and 4: songs in tempo and key, melodies, tuning, the crowd, Robert Martin."""

import pytest

from sim.games.opulent import band, band_set
from sim.games.opulent.names import (
    IN_MELODY,
    MELODY,
    OUT_CROWD,
    OUT_KEY,
    OUT_TEMPO,
    OUT_TUNING,
    PASS,
    TEMPO,
    TUNE,
)

NO_MORE = -1


def play(club, *notes):
    """Play the current song in tempo with these cards of the hand, then stop."""
    club.answers(song=[TEMPO], note=[*notes, *([NO_MORE] if len(notes) < club.table.hand_n else [])])
    club.do(band_set.play_set)


def sets(club):
    """Return what the Band was offered to play, as (act, song)."""
    return club.asked["song"][-1]


# --- tempo -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.tempo")
def test_three_beats_move_one_patron_in_three_four_time_six_two_nine_three():
    for beats, moved in ((2, 0), (3, 1), (5, 1), (6, 2), (9, 3)):
        assert band_set.resolve_tempo(2 * beats, 3, 5, 0)[0] == moved


@pytest.mark.rule("band.tempo", "band.off_tempo")
def test_two_whole_notes_and_a_quarter_move_three_patrons_in_three_four_time_without_penalty(club):
    dancers = club.floor(*["politician right 2"] * 4)
    club.songs("half 3/4", "half 4/4")
    play(club, *club.hand("whole", "whole", "quarter"))
    assert club.queue("floor") == dancers[3:]
    assert club.table.coffers == 6
    assert club.lost(OUT_TEMPO) == 0


@pytest.mark.rule("band.off_tempo")
def test_a_whole_note_in_three_four_time_moves_one_and_the_beat_left_over_costs_a_nickel(club):
    leaving, staying = club.floor("politician right 2", "irish 3")
    club.songs("half 3/4", "half 4/4")
    club.answers(pay_floor=[staying])
    play(club, *club.hand("whole"))
    assert club.nickels(staying) == 2
    assert club.table.coffers == 2
    assert club.where(leaving) == "gone"
    assert club.lost(OUT_TEMPO) == 1


@pytest.mark.rule("band.off_tempo")
def test_two_whole_notes_with_two_beats_left_cost_two_nickels_of_any_patrons(club):
    first, second, third = club.floor("politician right 3", "irish right 3", "aristocrat 3")
    club.songs("half 3/4", "half 4/4")
    club.answers(pay_floor=[first, third])  # one leaving, one staying
    play(club, *club.hand("whole", "whole"))
    assert club.queue("floor") == [third]
    assert club.nickels(third) == 2
    assert club.table.coffers == 2 + 3
    assert club.where(second) == "gone"


@pytest.mark.rule("band.off_tempo", "band.tempo")
def test_beats_for_more_patrons_than_dance_are_beats_off_tempo():
    assert band_set.resolve_tempo(2 * 9, 3, 2, 0) == (2, 3)


@pytest.mark.rule("band.off_tempo")
def test_half_a_beat_off_is_nothing_unless_the_ruling_rounds_up():
    seven_halves = 7
    assert band_set.resolve_tempo(seven_halves, 3, 5, 0) == (1, 0)
    assert band_set.resolve_tempo(seven_halves, 3, 5, 1) == (1, 1)


@pytest.mark.rule("band.off_tempo")
def test_the_ruling_on_half_beats_costs_a_nickel_or_not(open_club):
    for up, lost in ((False, 0), (True, 1)):
        club = open_club(rules={"band.half_beats_up": up})
        club.floor("politician right 3")
        club.songs("half 4/4", "half 4/4")
        play(club, *club.hand("whole", "eighth"))
        assert club.lost(OUT_TEMPO) == lost


@pytest.mark.rule("band.off_tempo")
def test_what_nobody_can_pay_lapses(club):
    poor = club.floor("politician right 1")
    club.songs("half 3/4", "half 4/4")
    play(club, *club.hand("whole", "half"))
    assert club.where(poor) == "gone"
    assert club.lost(OUT_TEMPO) == 1
    assert club.table.coffers == 0


@pytest.mark.rule("band.tempo")
def test_notes_are_worth_four_two_one_and_half_a_beat(club):
    club.floor("politician right")
    club.songs("half 4/4", "half 4/4")
    hand = club.hand("whole", "half", "quarter", "eighth")
    play(club, hand[0])
    assert [choice[1] for choice in club.asked["note"][0]] == [8, 4, 2, 1]


@pytest.mark.rule("band.tempo")
def test_a_song_needs_a_full_bar_of_notes_and_a_dancer(club):
    club.songs("half A 5/4", "half 4/4")
    club.hand("whole", "eighth")
    club.floor("politician")
    club.do(band_set.play_set)
    assert sets(club) == [(TUNE, 0)]
    club.hand("eighth")
    club.do(band_set.play_set)
    assert (TEMPO, 0) in sets(club)
    club.table.floor_n = 0
    club.do(band_set.play_set)
    assert (TEMPO, 0) not in sets(club)


@pytest.mark.rule("band.tempo")
def test_at_least_one_bar_is_laid_down_and_played_cards_are_discarded_others_kept(club):
    club.floor("politician right")
    club.songs("half 3/4", "half 4/4")
    half, quarter, kept = club.hand("half", "quarter", "whole")
    play(club, half, quarter)
    assert NO_MORE not in [choice[0] for choice in club.asked["note"][1]]
    assert NO_MORE in [choice[0] for choice in club.asked["note"][2]]
    assert club.table.hand[: club.table.hand_n].tolist() == [kept]
    assert set(club.table.discards[0, : club.table.discards_n[0]]) == {half, quarter}
    assert club.band_cards() == 128


# --- key -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.off_key")
def test_three_cards_in_e_flat_and_one_in_a_cost_one_nickel_in_an_e_flat_song(club):
    dancer, other = club.floor("politician right 3", "irish 3")
    club.songs("half flat 4/4", "half 4/4")
    club.answers(pay_floor=[other])
    play(club, *club.hand("quarter flat", "quarter flat", "quarter flat", "quarter"))
    assert club.lost(OUT_KEY) == 1
    assert club.lost(OUT_TEMPO) == 0
    assert club.nickels(other) == 2
    assert club.where(dancer) == "gone"


@pytest.mark.rule("band.off_key", "band.off_tempo")
def test_wrong_notes_and_wrong_beats_add_up(club):
    club.floor("politician right 3", "irish 3")
    club.songs("half 3/4", "half 4/4")
    play(club, *club.hand("whole flat"))
    assert (club.lost(OUT_KEY), club.lost(OUT_TEMPO)) == (1, 1)


@pytest.mark.rule("band.off_key", "band.off_tempo")
def test_celebrities_may_pay_for_a_bad_song_too(club):
    star, dancer = club.floor("celebrity 3* 2", "politician 0")
    club.songs("half 4/4", "half 4/4")
    play(club, *club.hand("whole flat"))
    assert club.table.coffers == 1
    assert club.where(star) == "gone"
    assert club.nickels(dancer) == 0


# --- leaving the floor -----------------------------------------------------------------------------------------------


@pytest.mark.rule("band.leave")
def test_who_is_there_longest_leaves_first_left_boxes_to_the_bar_right_boxes_pay(club):
    to_bar, pays, stays = club.floor("politician left 3", "irish right 2", "aristocrat right 3")
    club.songs("half 4/4", "half 4/4")
    play(club, *club.hand("whole", "whole"))
    assert club.queue("bar") == [to_bar]
    assert club.nickels(to_bar) == 3
    assert club.where(pays) == "gone"
    assert club.table.coffers == 2
    assert club.queue("floor") == [stays]
    assert club.table.payers == 1


@pytest.mark.rule("band.leave")
def test_a_dancer_without_nickels_leaves_and_the_club_breaks_even(club):
    broke = club.floor("politician right 0")
    club.songs("half 4/4", "half 4/4")
    play(club, *club.hand("whole"))
    assert club.where(broke) == "gone"
    assert club.table.coffers == 0


@pytest.mark.rule("band.leave")
def test_a_celebrity_leaves_the_floor_in_order_and_pays_its_nickels(club):
    star = club.floor("celebrity 4* 4", "politician")[0]
    club.songs("half 4/4", "half 4/4")
    play(club, *club.hand("whole"))
    assert club.where(star) == "gone"
    assert club.table.coffers == 4


# --- melody ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.melody")
def test_three_a_notes_give_two_nickels_and_four_give_three():
    assert band_set.resolve_melody(3, 4) == (3, 2)
    assert band_set.resolve_melody(4, 4) == (4, 3)
    assert band_set.resolve_melody(6, 4) == (4, 3)


@pytest.mark.rule("band.melody")
def test_a_melody_plays_the_songs_pitch_whatever_the_key_and_time_and_nickels_go_where_the_band_likes(club):
    first, second = club.floor("politician 2", "irish 1")
    played = club.songs("half A 7/4", "half C 4/4")[0]
    a_notes = club.hand("whole A", "eighth A flat", "half A")
    club.hand("whole F")
    club.answers(song=[MELODY], give_floor=[second, first])
    club.do(band_set.play_set)
    assert (club.nickels(first), club.nickels(second)) == (3, 2)
    assert club.gained(IN_MELODY) == 2
    assert club.table.hand_n == 1
    assert set(a_notes) == set(club.table.discards[0, : club.table.discards_n[0]].tolist())
    assert played not in club.table.songs[: club.table.songs_n]
    assert club.queue("floor") == [first, second]  # nobody moves


@pytest.mark.rule("band.melody")
def test_as_many_notes_as_possible_must_be_played_up_to_four(club):
    club.floor("politician 0")
    club.songs("half A 7/4", "half C 4/4")
    hand = club.hand(*["whole A"] * 5)
    club.answers(song=[MELODY], note=hand[1:])
    club.do(band_set.play_set)
    assert club.table.hand[: club.table.hand_n].tolist() == hand[:1]


@pytest.mark.rule("band.melody")
def test_one_note_is_no_matching_set_and_nobody_listens_on_an_empty_floor(club):
    club.songs("half A 7/4", "half C 4/4")
    club.hand("whole A", "quarter C")
    club.floor("politician 0")
    club.do(band_set.play_set)
    assert (MELODY, 0) not in sets(club)
    club.hand("whole A")
    club.do(band_set.play_set)
    assert (MELODY, 0) in sets(club)
    club.table.floor_n = 0
    club.do(band_set.play_set)
    assert (MELODY, 0) not in sets(club)


@pytest.mark.rule("band.melody")
def test_melody_nickels_stop_at_three_on_each_patron_and_the_rest_are_lost(club):
    dancer, star = club.floor("politician 2", "celebrity 5* 1")
    club.songs("half A 7/4", "half C 4/4")
    club.hand(*["half A"] * 4)
    club.answers(song=[MELODY])
    club.do(band_set.play_set)
    assert (club.nickels(dancer), club.nickels(star)) == (3, 1)


@pytest.mark.rule("band.melody")
def test_a_house_rule_without_melodies(open_club):
    club = open_club(rules={"band.melody": False})
    club.songs("half A 7/4", "half C 4/4")
    club.hand("half A", "half A")
    club.floor("politician 0")
    club.do(band_set.play_set)
    assert sets(club) == [(TUNE, 0)]


# --- tuning ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.tune")
def test_tuning_costs_a_nickel_on_the_floor_and_two_cards_of_each_section(club):
    first, second = club.floor("politician 3", "irish 3")
    club.answers(song=[TUNE], pay_floor=[second])
    club.do(band_set.play_set)
    assert (club.nickels(first), club.nickels(second)) == (3, 2)
    assert club.lost(OUT_TUNING) == 1
    assert club.table.discards_n.tolist() == [2, 2, 2, 2]
    assert club.queue("floor") == [first, second]
    assert club.band_cards() == 128


@pytest.mark.rule("band.tune")
def test_tuning_before_an_empty_floor_costs_only_the_cards_and_passing_is_a_switch(open_club):
    club = open_club()
    club.do(band_set.play_set)
    assert sets(club) == [(TUNE, 0)]
    assert club.table.discards_n.sum() == 8
    club = open_club(rules={"band.free_pass": True})
    club.answers(song=[PASS])
    club.do(band_set.play_set)
    assert club.table.discards_n.sum() == 0


@pytest.mark.rule("band.tune")
def test_sections_at_the_bar_discard_nothing(club):
    club.table.section_at_bar[1] = 1
    club.do(band_set.tune)
    assert club.table.discards_n.tolist() == [2, 0, 2, 2]


# --- the crowd -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.crowd")
def test_patrons_beyond_five_leave_from_the_front_with_a_nickel_less(club):
    to_bar, pays, *stay = club.floor("politician left 3", "irish right 2", *["aristocrat"] * 5)
    club.do(band.remove_crowd)
    assert club.queue("floor") == stay
    assert club.nickels(to_bar) == 2
    assert club.where(to_bar) == "bar"
    assert club.where(pays) == "gone"
    assert club.table.coffers == 1
    assert club.lost(OUT_CROWD) == 2


@pytest.mark.rule("band.crowd")
def test_who_has_no_nickels_left_in_the_crowd_is_discarded_whatever_his_box(club):
    poor, broke, *stay = club.floor("politician left 1", "irish left 0", *["aristocrat"] * 5)
    club.do(band.remove_crowd)
    assert (club.where(poor), club.where(broke)) == ("gone", "gone")
    assert club.queue("floor") == stay
    assert club.table.coffers == 0


@pytest.mark.rule("band.crowd")
def test_five_are_no_crowd(club):
    dancers = club.floor(*["politician 1"] * 5)
    club.do(band.remove_crowd)
    assert club.queue("floor") == dancers
    assert club.nickels(dancers[0]) == 1


@pytest.mark.rule("band.crowd")
def test_a_celebrity_in_a_crowd_loses_a_nickel_and_pays_the_rest(club):
    star = club.floor("celebrity 4* 3", *["aristocrat"] * 5)[0]
    club.do(band.remove_crowd)
    assert club.where(star) == "gone"
    assert club.table.coffers == 2


@pytest.mark.rule("band.martin", "band.crowd")
def test_robert_martin_counts_for_the_crowd_but_never_leaves(club):
    martin = club.floor("martin")
    first, *stay = club.floor(*["aristocrat left 3"] * 5)
    club.do(band.remove_crowd)
    assert club.where(martin) == "floor"
    assert club.where(first) == "bar"
    assert club.queue("floor") == stay


@pytest.mark.rule("band.martin", "band.tempo")
def test_a_song_passes_over_robert_martin(club):
    club.floor("martin")
    dancer = club.floor("politician right 2")
    club.songs("half 4/4", "half 4/4")
    play(club, *club.hand("whole", "whole"))
    assert club.where(dancer) == "gone"
    assert club.table.martin == 1
    assert club.lost(OUT_TEMPO) == 2  # the second bar moved nobody: four beats off, two nickels to pay


@pytest.mark.rule("band.martin")
def test_alone_with_robert_martin_the_band_can_only_tune(club):
    club.floor("martin")
    club.songs("half A 4/4", "half 4/4")
    club.hand("whole A", "whole A")
    club.do(band_set.play_set)
    assert sets(club) == [(TUNE, 0)]
