"""The Manager, Step 1: event cards."""

import pytest

from sim.games.opulent import cards, events, manager
from sim.games.opulent.names import (
    AGENT_CARD,
    EVENT_CARDS,
    GENERAL_CARD,
    HISTORICAL,
    HISTORICAL_CARD,
    IN_EVENT,
    LOOKOUT_CARD,
    MIX_CARD,
    OUT_EVENT,
)


def draw(club, kind, fedoras=1, effect="none"):
    """Draw an event card of a kind and do what it says."""
    club.next_event(kind, fedoras, cards.EFFECTS.index(effect))
    club.do(events.resolve_event)


@pytest.mark.rule("manager.event", "door.arrive")
def test_the_turn_begins_with_the_top_card_and_its_fedoras_come_to_the_door_next(club):
    club.deck(5)
    club.next_event("general", fedoras=3)
    card = int(club.hidden.events[club.table.events_n - 1])
    club.do(manager.manager_turn)
    assert club.table.event == card
    assert club.table.fedoras == 3
    assert club.queue("line") == []  # not before the Doorman's turn


@pytest.mark.rule("event.reshuffle")
def test_an_exhausted_event_deck_is_reshuffled_without_the_historical_card(club):
    club.table.events_n = 0
    club.table.kinds_left[:] = 0
    drawn = [club.do(events.draw_event) for _ in range(EVENT_CARDS - 1)]
    assert sorted(drawn) == list(range(HISTORICAL))
    assert club.table.events_n == 0


@pytest.mark.rule("event.lookout")
def test_a_lookout_card_offers_a_lookout_for_this_turn(club):
    draw(club, "lookout")
    assert club.table.lookout_offers == 1
    assert club.table.lookouts == 0


# --- agents ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("event.agents")
def test_one_lookout_sends_one_card_of_agents_away(club):
    club.table.lookouts = 2
    club.answers(use_lookout=[1])
    draw(club, "agents")
    assert club.table.lookouts == 1
    assert club.table.raid_rolls == 0


@pytest.mark.rule("event.agents")
def test_a_lookout_may_be_saved_at_the_risk_of_a_raid_unless_the_ruling_says_must(open_club):
    may = open_club()
    may.table.lookouts = 1
    may.answers(use_lookout=[0])
    may.rolls(raid=[10])
    draw(may, "agents")
    assert (may.table.lookouts, may.table.raid_rolls) == (1, 1)
    must = open_club(rules={"lookout.optional": False})
    must.table.lookouts = 1
    draw(must, "agents")
    assert must.table.lookouts == 0


@pytest.mark.rule("event.agents", "raid.roll")
def test_without_a_lookout_the_raid_die_is_rolled(club):
    club.rolls(raid=[2])
    draw(club, "agents")
    assert (club.table.agents, club.table.raid_rolls, club.table.raids) == (1, 1, 0)


# --- patron mix ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("event.mix")
@pytest.mark.parametrize(
    ("dominant", "pays"), [("irish", "politician"), ("aristocrat", "irish"), ("politician", "aristocrat")]
)
def test_whom_the_dominant_class_dislikes_loses_a_nickel(club, dominant, pays):
    club.floor(dominant, dominant)
    everybody = {social: club.bar(f"{social} 3") for social in ("irish", "politician", "aristocrat")}
    draw(club, "patron mix")
    assert {social: club.nickels(patron) for social, patron in everybody.items()} == {
        social: 2 if social == pays else 3 for social in everybody
    }


@pytest.mark.rule("event.mix")
def test_tied_classes_all_dominate(club):
    mobster, politician, aristocrat = club.floor("irish 3", "politician 3", "aristocrat 3")
    draw(club, "patron mix")
    assert [club.nickels(patron) for patron in (mobster, politician, aristocrat)] == [2, 2, 2]


@pytest.mark.rule("event.mix")
def test_the_line_outside_neither_counts_nor_pays_and_nobody_is_sent_home(club):
    club.line("irish", "irish", "irish")
    outside = club.line("aristocrat 3")
    club.overflow("irish")
    inside, broke, guest = club.floor("politician"), club.bar("aristocrat 1"), club.vip("politician")
    draw(club, "patron mix")
    assert club.nickels(outside) == 3
    assert club.nickels(inside) == club.nickels(guest) == 3
    assert club.nickels(broke) == 0
    assert club.where(broke) == "bar"
    assert club.lost(OUT_EVENT) == 1


@pytest.mark.rule("event.mix")
def test_celebrities_and_regulars_are_no_class_and_an_empty_club_has_no_mix(club):
    club.floor("martin")
    star = club.bar("celebrity 2* 2")
    draw(club, "patron mix")
    assert club.nickels(star) == 2
    assert club.lost(OUT_EVENT) == 0


# --- historical and general ------------------------------------------------------------------------------------------


@pytest.mark.rule("event.historical")
def test_in_1920_women_in_the_club_gain_a_nickel_up_to_three(club):
    woman, rich = club.floor("politician woman 1", "aristocrat woman 3")
    man, outside = club.bar("politician man 1"), club.line("politician woman 1")
    guest = club.vip("aristocrat woman 2")
    draw(club, "historical")
    assert [club.nickels(patron) for patron in (woman, rich, man, outside, guest)] == [2, 3, 1, 1, 3]
    assert club.gained(IN_EVENT) == 2


@pytest.mark.rule("event.historical")
def test_the_unknown_cards_of_other_years_do_nothing_unless_assumed(open_club):
    club = open_club("1921")
    patron = club.floor("politician woman 1")
    draw(club, "historical")
    assert club.nickels(patron) == 1
    for nickels, after in ((1, 2), (-1, 0)):
        club = open_club("1921", rules={"historical.who": "politicians", "historical.nickels": nickels})
        patron, other = club.floor("politician 1", "irish 1")
        draw(club, "historical")
        assert (club.nickels(patron), club.nickels(other)) == (after, 1)


@pytest.mark.rule("event.general")
def test_general_events_do_nothing_by_default(club):
    patron = club.floor("politician 1")
    draw(club, "general")
    assert club.nickels(patron) == 1


@pytest.mark.rule("event.general")
@pytest.mark.parametrize(
    ("effect", "patron", "nickels"),
    [
        *(("mobsters +1", "irish 1", 2), ("mobsters -1", "irish 1", 0)),
        *(("politicians +1", "politician 3", 3), ("politicians -1", "politician 1", 0)),
        *(("aristocrats +1", "aristocrat 1", 2), ("aristocrats -1", "aristocrat 0", 0)),
    ],
)
def test_a_general_event_may_give_or_take_a_nickel(club, effect, patron, nickels):
    dancer = club.floor(patron)
    draw(club, "general", effect=effect)
    assert club.nickels(dancer) == nickels
    assert club.where(dancer) == "floor"


@pytest.mark.rule("event.general", "door.roll")
def test_a_general_event_may_take_a_die_from_the_next_turn_at_door_or_bar(club):
    from sim.games.opulent import bartender, doorman

    draw(club, "general", effect="door die -1")
    draw(club, "general", effect="bar die -1")
    assert [club.do(doorman.dice_this_turn), club.do(doorman.dice_this_turn)] == [4, 5]
    patron = club.bar("irish left")
    club.answers(prepare=[(patron, 1), -1])
    club.rolls(bar=[1, 1], colour=["blank"])
    club.do(bartender.bartender_turn)
    assert club.table.bar_dice_less == 0


@pytest.mark.rule("event.general", "door.cut_off")
def test_a_die_an_event_took_cannot_be_spent_on_a_cut_off(club):
    from sim.games.opulent import another_round

    patron = club.bar("politician right")
    club.floor(*["irish yellow"] * 4)
    club.table.staying[patron] = club.table.served[patron] = 1
    club.table.door_dice_less = 1
    club.do(another_round.cut_offs)
    assert club.asked["cut_off"] == []


@pytest.mark.rule("manager.event", "setup.events")
def test_the_53_cards_are_of_the_kinds_and_fedoras_the_rules_say(club):
    kinds = [int(kind) for kind in open_deck(club).event_kind]
    counted = [kinds.count(kind) for kind in (AGENT_CARD, LOOKOUT_CARD, MIX_CARD, GENERAL_CARD, HISTORICAL_CARD)]
    assert counted == [8, 7, 8, 30, 1]
    fedoras = [int(number) for number in open_deck(club).event_fedoras]
    assert [fedoras[:53].count(number) for number in (1, 2, 3)] == [16, 24, 13]
    assert fedoras[53] == 2


def open_deck(club):
    """Return the rules before a test printed cards of its own."""
    from sim.records import rules_record
    from sim.registry import resolve

    return rules_record(club.game, resolve(club.game, "1920"))[0]
