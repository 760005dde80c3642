"""The Manager, Step 1: drawing and resolving the event card."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.club import inside
from sim.games.opulent.names import (
    AGENT_CARD,
    ARISTOCRAT,
    EVENT,
    FACT,
    GENERAL_CARD,
    HISTORICAL,
    HISTORICAL_CARD,
    IN_EVENT,
    LOOKOUT_CARD,
    MANAGER,
    MIX_CARD,
    MOBSTER,
    OUT_EVENT,
    POLITICIAN,
    ids,
)
from sim.games.opulent.nickels import add_nickels, ordinary, room, take_nickels
from sim.games.opulent.raid import raid
from sim.jit import compiled
from sim.streams import shuffle
from sim.trace import emit

DRAW = ids.rule("manager.event")
MIX = ids.rule("event.mix")
HISTORICAL_RULE = ids.rule("event.historical")
GENERAL = ids.rule("event.general")
AGENTS = ids.rule("event.agents")
RESHUFFLE = ids.rule("event.reshuffle")
USE_LOOKOUT = ids.decision("use_lookout")
EVENT_STREAM = ids.stream("event_deck")

WOMEN = 1  # position of "women" among the choices of historical.who; the classes follow
DOOR_DIE_LESS, BAR_DIE_LESS = 7, 8  # positions among cards.EFFECTS


@compiled
def resolve_event(table, hidden, rules, team, log):
    """Draw the event card and do what it says (rules manager.event, event.lookout)."""
    card = draw_event(table, hidden, rules, log)
    kind = rules.event_kind[card]
    emit(log, EVENT, DRAW, card, kind, rules.event_fedoras[card], 0, 0)
    table.event = card
    table.fedoras = rules.event_fedoras[card]
    if kind == LOOKOUT_CARD:
        table.lookout_offers += 1
    elif kind == AGENT_CARD:
        agents(table, hidden, rules, team, log)
    elif kind == MIX_CARD:
        patron_mix(table, rules, log)
    elif kind == HISTORICAL_CARD:
        historical(table, rules, log)
    elif kind == GENERAL_CARD:
        general(table, rules, log, rules.event_effect[card])


@compiled
def draw_event(table, hidden, rules, log):
    """Take the top event card; an exhausted deck is reshuffled without the historical one (rule event.reshuffle)."""
    if table.events_n == 0:
        for card in range(HISTORICAL):
            hidden.events[card] = card
            table.kinds_left[rules.event_kind[card]] += 1
        shuffle(hidden.streams[EVENT_STREAM], hidden.events, HISTORICAL)
        table.events_n = HISTORICAL
        emit(log, FACT, RESHUFFLE, HISTORICAL, 0, 0, 0, 0)
    table.events_n -= 1
    card = hidden.events[table.events_n]
    table.kinds_left[rules.event_kind[card]] -= 1
    return card


# --- agents ----------------------------------------------------------------------------------------------------------


@compiled
def agents(table, hidden, rules, team, log):
    """Send the agents away with a lookout, or risk a raid (rule event.agents)."""
    table.agents += 1
    if table.lookouts > 0:
        no_choices(team)
        offer(team, 1, 0, 0, 0)
        if rules.lookout_optional != 0:
            offer(team, 0, 0, 0, 0)
        if team.choices[ask(USE_LOOKOUT, MANAGER, table, hidden, rules, team, log), 0] == 1:
            table.lookouts -= 1
            emit(log, FACT, AGENTS, 1, table.lookouts, 0, 0, 0)
            return
    raid(table, hidden, rules, log)


# --- patron mix ------------------------------------------------------------------------------------------------------


@compiled
def count_inside(table, rules, social_class):
    """Return how many patrons of a class are in the club."""
    count = 0
    for patron in range(table.place.shape[0]):
        if inside(table.place[patron]) and rules.patron_class[patron] == social_class:
            count += 1
    return count


@compiled
def disliked_by(social_class):
    """Return whom a dominant class makes pay, as the card says."""
    if social_class == MOBSTER:
        return POLITICIAN
    return MOBSTER if social_class == ARISTOCRAT else ARISTOCRAT


@compiled
def patron_mix(table, rules, log):
    """Let everybody pay whom a dominant class dislikes; tied classes all dominate (rule event.mix)."""
    mobsters = count_inside(table, rules, MOBSTER)
    politicians = count_inside(table, rules, POLITICIAN)
    aristocrats = count_inside(table, rules, ARISTOCRAT)
    most = max(mobsters, politicians, aristocrats)
    if most == 0:
        return
    emit(log, FACT, MIX, mobsters == most, politicians == most, aristocrats == most, 0, 0)
    if mobsters == most:
        class_loses(table, rules, log, disliked_by(MOBSTER), rules.mix_penalty, MIX)
    if politicians == most:
        class_loses(table, rules, log, disliked_by(POLITICIAN), rules.mix_penalty, MIX)
    if aristocrats == most:
        class_loses(table, rules, log, disliked_by(ARISTOCRAT), rules.mix_penalty, MIX)


@compiled
def class_loses(table, rules, log, social_class, count, rule):
    """Take nickels from every patron of a class in the club; event cards send nobody home."""
    for patron in range(table.place.shape[0]):
        if inside(table.place[patron]) and rules.patron_class[patron] == social_class:
            take_nickels(table, log, patron, count, OUT_EVENT, rule)


@compiled
def class_gains(table, rules, log, social_class, count, rule):
    """Give nickels to every patron of a class in the club, as far as there is room."""
    for patron in range(table.place.shape[0]):
        if inside(table.place[patron]) and rules.patron_class[patron] == social_class:
            add_nickels(table, log, patron, min(count, room(table, rules, patron)), IN_EVENT, rule)


# --- historical and general events -----------------------------------------------------------------------------------


@compiled
def historical(table, rules, log):
    """Resolve the card of the year: in 1920 women gain a nickel (rule event.historical)."""
    who, nickels = rules.historical_who, rules.historical_nickels
    if who == 0:
        return
    if who > WOMEN:
        if nickels > 0:
            class_gains(table, rules, log, who - WOMEN - 1, nickels, HISTORICAL_RULE)
        else:
            class_loses(table, rules, log, who - WOMEN - 1, -nickels, HISTORICAL_RULE)
        return
    for patron in range(table.place.shape[0]):
        if inside(table.place[patron]) and rules.patron_woman[patron] != 0 and ordinary(rules, patron):
            if nickels > 0:
                add_nickels(table, log, patron, min(nickels, room(table, rules, patron)), IN_EVENT, HISTORICAL_RULE)
            else:
                take_nickels(table, log, patron, -nickels, OUT_EVENT, HISTORICAL_RULE)


@compiled
def general(table, rules, log, effect):
    """Resolve a general event: none by default, or a nickel for a class or a die for a station (rule event.general)."""
    emit(log, FACT, GENERAL, effect, 0, 0, 0, 0)
    if effect == 0:
        return
    if effect == DOOR_DIE_LESS:
        table.door_dice_less += 1
    elif effect == BAR_DIE_LESS:
        table.bar_dice_less += 1
    elif effect % 2 == 1:
        class_gains(table, rules, log, effect // 2, 1, GENERAL)
    else:
        class_loses(table, rules, log, effect // 2 - 1, 1, GENERAL)
