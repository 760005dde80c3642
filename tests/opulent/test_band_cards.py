"""The Band, Steps 1, 2 and 5: arrivals, drawing, loud cards, unison, the song list, exhausted sections."""

import pytest

from sim.games.opulent import band, band_cards, band_set, door_line
from sim.games.opulent import club as moving
from sim.games.opulent.names import BRASS, FLOOR, IN_UNISON, PERCUSSION, STRINGS, TUNE, WOODWINDS

ALL_FOUR = [WOODWINDS, BRASS, STRINGS, PERCUSSION]


def draw(club, *sections, clue_draws=0):
    """Draw a card from each section named, then stop; returns the number drawn."""
    club.answers(draw=[*sections])
    club.do(band.draw_cards, clue_draws=clue_draws)
    return int(club.table.cards_drawn)


def offered_sections(club):
    """Return the sections in the last list of the draw."""
    return [section for section, _ in club.asked["draw"][-1] if section >= 0]


# --- Step 1 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.arrive")
def test_patrons_from_door_and_bar_line_up_on_the_floor_in_the_order_they_come(club):
    dancer = club.floor("politician")
    from_line, from_bar = club.line("irish left"), club.bar("aristocrat right")
    club.do(door_line.enter_club, patron=from_line, rule=0)
    club.do(moving.go_to, patron=from_bar, station=FLOOR, rule=0)
    assert club.queue("floor") == [dancer, from_line, from_bar]


@pytest.mark.rule("band.arrive")
def test_more_than_five_on_the_floor_simply_extend_the_queue_until_the_crowd_is_removed(club):
    dancers = club.floor(*["politician left"] * 7)
    assert club.queue("floor") == dancers


# --- Step 2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.draw")
def test_the_band_draws_up_to_four_cards_three_at_most_from_one_section(club):
    top = [int(card) for card in club.hidden.pile[STRINGS][-1:-4:-1]]
    assert draw(club, STRINGS, STRINGS, STRINGS, WOODWINDS) == 4
    assert club.table.hand[:3].tolist() == top
    assert STRINGS not in [section for section, _ in club.asked["draw"][3]]
    assert club.table.pile_n.tolist() == [31, 32, 29, 32]
    assert club.band_cards() == 128


@pytest.mark.rule("band.draw")
def test_drawing_is_optional_and_the_hand_has_no_limit(club):
    club.hand(*["whole"] * 20)
    assert draw(club) == 0
    assert draw(club, *ALL_FOUR) == 4
    assert club.table.hand_n == 24


@pytest.mark.rule("band.loud")
def test_the_fifth_and_sixth_card_each_bring_a_patron_to_the_door_and_there_is_no_seventh(club):
    first, second = club.deck("irish", "politician", 5)[:2]
    assert draw(club, WOODWINDS, BRASS, STRINGS, PERCUSSION, WOODWINDS, WOODWINDS) == 6
    assert [choices[0][1] if choices[0][0] >= 0 else choices[1][1] for choices in club.asked["draw"][:6]] == [
        *(0, 0, 0, 0),
        *(1, 1),
    ]
    assert offered_sections(club) == []
    assert club.queue("line") == [first, second]
    assert [club.nickels(patron) for patron in (first, second)] == [3, 3]


@pytest.mark.rule("band.loud")
def test_the_patron_comes_before_the_loud_card_is_looked_at_and_the_section_limit_still_holds(club):
    club.deck(5)
    draw(club, STRINGS, STRINGS, STRINGS, BRASS, BRASS)
    assert len(club.queue("line")) == 1
    assert offered_sections(club) == [WOODWINDS, BRASS, PERCUSSION]


@pytest.mark.rule("band.last_patron")
def test_with_the_patron_deck_empty_the_band_draws_no_more_than_four(club):
    assert draw(club, *ALL_FOUR) == 4
    assert offered_sections(club) == []


@pytest.mark.rule("band.last_patron")
def test_the_last_patron_allows_one_loud_card_and_no_more(club):
    last = club.deck("irish")
    assert draw(club, *ALL_FOUR, BRASS) == 5
    assert offered_sections(club) == []
    assert club.queue("line") == [last]


@pytest.mark.rule("band.last_patron", "upgrade.instruments")
def test_with_the_patron_deck_empty_new_instruments_still_draw_five(open_club):
    for free in (1, 0):
        club = open_club(rules={"upgrade.instruments_free": free})
        club.own("new band instruments")
        assert draw(club, *ALL_FOUR, BRASS) == 5
        assert offered_sections(club) == []


@pytest.mark.rule("band.unison")
def test_one_card_of_each_section_gives_one_nickel_to_a_dancer_of_the_bands_choice(club):
    first, second, full = club.floor("politician 1", "irish 2", "aristocrat 3")
    draw(club, *ALL_FOUR)
    club.answers(give_floor=[second])
    club.do(band.unison)
    assert club.asked["give_floor"] == [[(first,), (second,)]]
    assert (club.nickels(first), club.nickels(second), club.nickels(full)) == (1, 3, 3)
    assert club.gained(IN_UNISON) == 1


@pytest.mark.rule("band.unison")
@pytest.mark.parametrize("sections", [[WOODWINDS, BRASS, STRINGS], [WOODWINDS, WOODWINDS, BRASS, STRINGS]])
def test_no_unison_without_all_four_sections(club, sections):
    dancer = club.floor("politician 1")
    draw(club, *sections)
    club.do(band.unison)
    assert club.nickels(dancer) == 1


@pytest.mark.rule("band.unison")
def test_a_fifth_card_spoils_the_unison_unless_the_ruling_says_otherwise(open_club):
    for exact, nickels in ((True, 1), (False, 2)):
        club = open_club(rules={"band.unison_exact": exact})
        dancer = club.floor("politician 1")
        club.deck(3)
        draw(club, *ALL_FOUR, BRASS)
        club.do(band.unison)
        assert club.nickels(dancer) == nickels


@pytest.mark.rule("band.unison")
def test_celebrities_and_dancers_with_three_nickels_get_nothing_for_unison(club):
    star, full = club.floor("celebrity 3* 1", "irish 3")
    draw(club, *ALL_FOUR)
    club.do(band.unison)
    assert (club.nickels(star), club.nickels(full)) == (1, 3)


# --- Step 5 ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.new_song")
def test_songs_come_from_woodwinds_brass_strings_percussion_in_turn(club):
    sections = []
    for _ in range(5):
        club.table.songs_n = 1
        club.do(band_cards.fill_songs)
        sections.append(int(club.table.songs[1]) // 32)
    assert sections == [WOODWINDS, BRASS, STRINGS, PERCUSSION, WOODWINDS]


@pytest.mark.rule("band.new_song")
def test_the_song_played_is_discarded_the_next_moves_up_and_a_new_one_is_turned_over(club):
    played, following = club.songs("whole 4/4", "half 3/4")
    club.hand("whole")
    club.floor("politician right 3")
    club.table.next_section = STRINGS
    top = int(club.hidden.pile[STRINGS, club.table.pile_n[STRINGS] - 1])
    club.answers(song=[1])
    club.do(band.band_turn)
    assert club.table.songs.tolist() == [following, top]
    assert played in club.table.discards[STRINGS, : club.table.discards_n[STRINGS]]
    assert club.band_cards() == 128


@pytest.mark.rule("band.new_song")
def test_after_tuning_the_song_stays(club):
    songs = club.songs("whole 4/4", "half 3/4")
    club.answers(song=[TUNE])
    club.do(band.band_turn)
    assert club.table.songs.tolist() == songs


@pytest.mark.rule("band.new_song")
def test_a_section_at_the_bar_is_passed_and_the_order_goes_on_after_the_one_that_gave_the_song(club):
    club.table.section_at_bar[BRASS] = 1
    club.table.next_section = BRASS
    club.table.songs_n = 1
    club.do(band_cards.fill_songs)
    assert club.table.songs[1] // 32 == STRINGS
    assert club.table.next_section == PERCUSSION


# --- exhausted sections ----------------------------------------------------------------------------------------------


@pytest.mark.rule("band.exhausted")
def test_a_section_whose_last_card_is_drawn_shuffles_its_discards_and_takes_five_at_the_bar(club):
    club.pile(STRINGS, 1)
    draw(club, STRINGS)
    assert club.table.section_at_bar.tolist() == [0, 0, 1, 0]
    assert club.table.pile_n[STRINGS] == 31
    assert club.table.discards_n[STRINGS] == 0
    assert STRINGS not in offered_sections(club)
    assert club.band_cards() == 128


@pytest.mark.rule("band.exhausted")
def test_cards_in_hand_and_in_the_song_list_stay_out_of_the_reshuffle(club):
    held = club.hand("whole", "half")
    song = club.card("whole")
    club.table.songs[0], club.table.songs_n = song, 1
    club.pile(WOODWINDS, 1)
    draw(club, WOODWINDS)
    pile = club.hidden.pile[WOODWINDS, : club.table.pile_n[WOODWINDS]].tolist()
    assert not set(pile) & {*held, song}
    assert len(set(pile)) == 28


@pytest.mark.rule("band.exhausted", "band.tune")
def test_tuning_exhausts_a_section_too_and_one_with_a_single_card_loses_one(club):
    club.pile(BRASS, 1)
    club.do(band_set.tune)
    assert club.table.section_at_bar.tolist() == [0, 1, 0, 0]
    assert club.table.pile_n[BRASS] == 32
    assert club.band_cards() == 128


@pytest.mark.rule("band.section_served")
def test_a_section_served_a_drink_is_back_at_once(club):
    club.table.section_at_bar[STRINGS] = 1
    club.do(band_cards.section_served, section=STRINGS)
    assert club.table.section_at_bar[STRINGS] == 0


@pytest.mark.rule("band.section_served")
def test_a_section_without_discards_comes_back_with_those_there_are_when_it_is_served(club):
    club.table.pile_n[STRINGS] = 0
    club.table.section_at_bar[STRINGS] = 1
    club.do(band_cards.section_served, section=STRINGS)
    assert club.table.section_at_bar[STRINGS] == 1  # still no card at all
    club.table.discards[STRINGS, :2], club.table.discards_n[STRINGS] = [64, 65], 2
    club.do(band_cards.section_served, section=STRINGS)
    assert club.table.section_at_bar[STRINGS] == 0
    assert club.table.pile_n[STRINGS] == 2
