"""Game Setup, and the additional rules of a single session."""

import pytest

from sim.games.opulent import setup
from sim.games.opulent.names import (
    CELEBRITY,
    EVENT_CARDS,
    HISTORICAL,
    IN_PLACED,
    IRISH,
    ITALIAN,
    POLITICIAN,
    REGULAR,
)

LICENSE = 7
COSTS = {"1920": 20, "1921": 25, "1922": 30, "1923": 35, "1924": 40, "1925": 45, "1926": 50, "1927": 55, "1928": 60}
COSTS["1929"] = 65
PRICES = [20, 20, 10, 16, 10, 16, 16, 10, 20, 30]


def fresh(club):
    """Return the club as before the set-up."""
    for name in ("pile_n", "songs_n", "kinds_left", "events_n", "stock"):
        club.table[name] = 0
    return club


@pytest.fixture
def new_club(open_club):
    def opened(*arguments, **options):
        return fresh(open_club(*arguments, **options))

    return opened


@pytest.mark.rule("setup.bar")
def test_the_bar_opens_with_six_ice_six_beer_four_liquor_and_two_fruit(new_club):
    club = new_club()
    club.do(setup.stock_bar)
    assert club.stock() == {"ice": 6, "fruit": 2, "beer": 6, "liquor": 4, "special": 0}
    shelves = new_club()
    shelves.own("ice chest", "bar upgrades")
    shelves.do(setup.stock_bar)
    assert shelves.stock() == club.stock()


@pytest.mark.rule("setup.songs", "band.new_song")
def test_the_top_woodwind_is_the_first_song_the_top_brass_the_next(new_club):
    club = new_club()
    club.do(setup.band_decks)
    assert (club.table.songs // 32).tolist() == [0, 1]
    assert club.table.pile_n.tolist() == [31, 31, 32, 32]
    assert club.band_cards() == 128
    for section in range(4):
        cards = set(club.hidden.pile[section].tolist())
        assert cards == set(range(section * 32, section * 32 + 32))
    assert club.table.hand_n == 0


@pytest.mark.rule("setup.events")
def test_the_historical_card_is_among_the_first_eleven(new_club):
    places = set()
    for _ in range(60):
        club = new_club()
        club.hidden.streams[1] += len(places) * 7 + _
        club.do(setup.event_deck)
        order = club.hidden.events[::-1].tolist()
        assert sorted(order) == list(range(EVENT_CARDS))
        places.add(order.index(HISTORICAL))
    assert places <= set(range(11))
    assert len(places) > 5


@pytest.mark.rule("setup.deck")
@pytest.mark.parametrize(("stars", "patrons", "celebrities"), [(0, 25, 0), (1, 30, 1), (2, 35, 2), (5, 50, 5)])
def test_the_patron_deck_has_25_patrons_five_more_a_star_and_the_celebrities_prestige_attracts(
    new_club, stars, patrons, celebrities
):
    club = new_club()
    club.table.half_stars = 2 * stars
    club.do(setup.patron_deck)
    cards = club.hidden.deck[: club.table.deck_n].tolist()
    assert len(set(cards)) == len(cards) == patrons + celebrities
    classes = [int(club.rules.patron_class[card]) for card in cards]
    assert classes.count(CELEBRITY) == celebrities
    assert all(club.rules.patron_stars[card] <= stars for card in cards)
    assert club.table.deck_top == cards[-1]


@pytest.mark.rule("setup.deck")
def test_the_other_reading_brings_only_the_celebrity_that_equals_the_prestige(new_club):
    club = new_club(rules={"patron.celebrities_up_to": False})
    club.table.half_stars = 6
    club.do(setup.patron_deck)
    assert club.table.deck_n == 40 + 1


@pytest.mark.rule("setup.deck")
def test_the_57_patrons_are_15_mobsters_33_others_5_celebrities_and_4_regulars(club):
    classes = club.rules.patron_class.tolist()
    families = club.rules.patron_family.tolist()
    assert [classes.count(social) for social in range(5)] == [15, 17, 16, 5, 4]
    assert [families.count(family) for family in (IRISH, ITALIAN)] == [10, 5]
    assert sorted(club.rules.patron_stars[card] for card in range(57) if classes[card] == CELEBRITY) == [1, 2, 3, 4, 5]
    assert classes[53:] == [REGULAR] * 4


@pytest.mark.rule("setup.first_patrons", "setup.contract")
def test_three_patrons_with_three_nickels_stand_in_line_before_the_first_turn(new_club):
    club = new_club(rules={"patron.base_deck": 25})
    club.answers(first_contract=[ITALIAN])
    club.do(setup.setup_year)
    inside = [club.queue(place) for place in ("line", "floor", "bar", "centre")]
    arrived = club.table.arrivals
    assert arrived == 3
    assert sum(len(queue) for queue in inside) + club.table.martin + club.table.edwards + (club.table.yorke > 0) == 3
    assert club.gained(IN_PLACED) == 3 * sum(club.rules.patron_class[card] < CELEBRITY for card in club.queue("line"))
    assert club.table.contract == ITALIAN
    assert club.table.phase == 0


@pytest.mark.rule("setup.first_patrons")
@pytest.mark.parametrize("count", [0, 2, 5])
def test_the_ruling_on_first_patrons_is_a_number(new_club, count):
    club = new_club(rules={"setup.first_patrons": count})
    club.do(setup.setup_year)
    assert club.table.arrivals == count


@pytest.mark.rule("setup.contract")
def test_either_mob_may_be_chosen_before_the_first_turn_for_free(new_club):
    club = new_club()
    club.do(setup.first_contract)
    assert club.asked["first_contract"] == [[(IRISH,), (ITALIAN,)]]
    assert club.table.contract == IRISH


@pytest.mark.rule("setup.select_upgrade")
@pytest.mark.parametrize("year", sorted(COSTS))
def test_the_target_is_the_cost_of_the_year_and_the_selected_upgrade(new_club, year):
    for upgrade in (9, 2):
        club = new_club(year)
        club.answers(select_upgrade=[upgrade] if year != "1920" else [])
        club.do(setup.select_upgrade)
        selected = LICENSE if year == "1920" else upgrade
        assert club.table.selected == selected
        assert club.table.target == COSTS[year] + PRICES[selected]
        assert club.rules.upgrade_prices.tolist() == PRICES


@pytest.mark.rule("setup.random_upgrades")
@pytest.mark.parametrize(("year", "count"), [*zip(sorted(COSTS), [0, 0, 1, 2, 3, 4, 5], strict=False)])
def test_single_sessions_until_1926_begin_with_random_upgrades_none_of_them_the_selected_one(new_club, year, count):
    club = new_club(year)
    club.table.selected = 3
    club.do(setup.random_upgrades)
    assert club.table.owned.sum() == count
    assert club.table.owned[3] == 0
    assert club.asked["choose_upgrade"] == []


@pytest.mark.rule("setup.chosen_upgrades")
@pytest.mark.parametrize(("year", "count"), [("1927", 6), ("1928", 7), ("1929", 8)])
def test_single_sessions_from_1927_begin_with_chosen_upgrades(new_club, year, count):
    club = new_club(year)
    club.table.selected = 3
    wanted = [upgrade for upgrade in range(9, -1, -1) if upgrade != 3][:count]
    club.answers(choose_upgrade=wanted)
    club.do(setup.chosen_upgrades)
    assert sorted(wanted) == [upgrade for upgrade in range(10) if club.table.owned[upgrade]]
    assert (3,) not in club.asked["choose_upgrade"][0]


@pytest.mark.rule("setup.hire_staff")
@pytest.mark.parametrize(("year", "staff"), [("1923", 1), ("1925", 2), ("1928", 3), ("1929", 4)])
def test_the_staff_money_hires_one_member_for_six_dollars_and_what_is_left_is_lost(new_club, year, staff):
    club = new_club(year)
    club.own("ornate door", "stanchions", "expanded dance floor", "ice chest", "bar upgrades")
    club.answers(hire_staff=[0, 1, 2, 3][:staff])
    club.do(setup.hire_staff)
    assert club.table.staff.sum() == staff
    assert club.table.staff_money == 0
    assert club.table.coffers == 0


@pytest.mark.rule("setup.hire_staff")
def test_each_upgrade_of_a_station_allows_one_member_there(new_club):
    club = new_club("1929")
    club.own("ice chest", "floor safe")  # one bar upgrade; no known staff belongs to the Manager
    club.answers(hire_staff=[1])
    club.do(setup.hire_staff)
    assert [choice[0] for choice in club.asked["hire_staff"][0]] == [-1, 1, 2]
    assert [choice[0] for choice in club.asked["hire_staff"][1]] == [-1]


@pytest.mark.rule("setup.hire_staff", "staff.plain")
def test_plain_members_are_for_hire_only_if_assumed(new_club):
    for plain, members in ((False, [-1]), (True, [-1, 8])):
        club = new_club("1923", rules={"staff.plain": plain})
        club.own("floor safe")
        club.do(setup.hire_staff)
        assert [choice[0] for choice in club.asked["hire_staff"][0]] == members


@pytest.mark.rule("y1924.politicians")
def test_the_deck_of_1924_surely_holds_five_politicians_and_no_more_patrons_than_usual(new_club):
    for step in range(30):
        club = new_club("1924", rules={"patron.base_deck": 6})
        club.hidden.streams[0] += step
        club.do(setup.patron_deck)
        cards = club.hidden.deck[: club.table.deck_n]
        assert club.table.deck_n == 6
        assert sum(club.rules.patron_class[card] == POLITICIAN for card in cards) >= 5
