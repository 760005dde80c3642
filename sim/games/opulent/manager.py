"""The Manager: an event, then two actions out of all printed ones, and the end of the round."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import vip, y1921, y1922, y1924, y1927
from sim.games.opulent.band_cards import drop_song, fill_songs
from sim.games.opulent.closing import end_of_round, last_call_begins
from sim.games.opulent.club import discard, put
from sim.games.opulent.contracts import other_mob, rival_enters
from sim.games.opulent.door_line import settle_line
from sim.games.opulent.doorman import dice_in_pool
from sim.games.opulent.events import resolve_event
from sim.games.opulent.manager_help import bar_help, door_help
from sim.games.opulent.names import (
    AT_BAR,
    BAR_HELP,
    BUMP,
    BUY_UPGRADE,
    COMP,
    CONTRACT,
    DOOR_HELP,
    ESCORT,
    FACT,
    HIRE_LOOKOUT,
    IN_SCHMOOZE_MANAGER,
    LINE,
    LOOK_FOR_CLUE,
    MANAGER,
    MOBSTER,
    OUT_COMP,
    OUT_LOOKOUT,
    OUT_REPAID,
    OUT_SABOTAGE,
    OUT_SPECIAL,
    OUT_UPGRADE,
    PAMPER,
    PLAIN_MANAGER,
    POLITICIAN,
    REQUEST_SONG,
    SABOTAGE,
    SCHMOOZE,
    STOP,
    TURN,
    VIP,
    ids,
)
from sim.games.opulent.nickels import add_nickels, managers_room, ordinary, spend
from sim.games.opulent.upgrades import own
from sim.games.opulent.yorke import look_after_yorke
from sim.jit import compiled
from sim.trace import emit

COMP_RULE = ids.rule("manager.comp")
SCHMOOZE_RULE = ids.rule("manager.schmooze")
CONTRACT_RULE = ids.rule("manager.contract")
SONG_RULE = ids.rule("manager.song")
LOOKOUT_RULE = ids.rule("manager.lookout")
BUY_RULE = ids.rule("manager.buy")
REPAY_RULE = ids.rule("manager.repay")
SABOTAGE_RULE = ids.rule("y1922.sabotage")
CAUGHT = ids.rule("y1927.caught")
ACTION = ids.decision("manager")
COMP_DECISION = ids.decision("comp")
GIVE_MANAGER = ids.decision("give_manager")
REPAY = ids.decision("repay")


@compiled
def manager_turn(table, hidden, rules, team, log):
    """Play the Manager's turn in the order of ruling E1."""
    emit(log, TURN, 0, MANAGER, table.rounds, 0, 0, 0)
    last_call_begins(table, rules, log)
    y1924.meeting_held(table, hidden, rules, log)
    vip.pamper_for_free(table, hidden, rules, log)
    if rules.lookout_stays == 0:
        table.lookout_offers = 0
    resolve_event(table, hidden, rules, team, log)
    table.actions = rules.manager_actions + table.staff[PLAIN_MANAGER]
    worked_door = look_after_yorke(table, hidden, rules, team, log)
    take_actions(table, hidden, rules, team, log, worked_door)
    vip.clear_centre(table, log)
    repay(table, hidden, rules, team, log)
    y1921.counterfeit_loss(table, rules, log)
    move_film_set(table, hidden, rules, team, log)
    end_of_round(table, hidden, rules, team, log)


@compiled
def take_actions(table, hidden, rules, team, log, worked_door):
    """Step 2: spend the actions; one session at the door and one at the bar a turn (rule manager.actions)."""
    worked_bar = False
    while True:
        list_actions(table, rules, team, worked_door, worked_bar)
        index = ask(ACTION, MANAGER, table, hidden, rules, team, log)
        act, actions = team.choices[index, 0], team.choices[index, 1]
        if act == STOP:
            break
        table.actions -= actions
        if act == DOOR_HELP:
            worked_door = True
            door_help(table, hidden, rules, team, log, actions)
        elif act == BAR_HELP:
            worked_bar = True
            bar_help(table, hidden, rules, team, log, actions)
        elif act == ESCORT:
            vip.escort(table, hidden, rules, team, log)
        elif act == BUMP:
            vip.bump(table, hidden, rules, team, log)
        elif act == PAMPER:
            vip.pamper(table, hidden, rules, team, log)
        elif act == COMP:
            comp_drink(table, hidden, rules, team, log)
        elif act == SCHMOOZE:
            schmooze(table, hidden, rules, team, log)
        elif act == LOOK_FOR_CLUE:
            y1921.roll_clue(table, hidden, rules, log)
        else:
            office_action(table, hidden, rules, log, act)
            if act == BUY_UPGRADE:
                settle_line(table, hidden, rules, team, log, True)  # Stanchions add a place to the line at once


@compiled
def list_actions(table, rules, team, worked_door, worked_bar):
    """List every action that can be done, with the number of actions it takes."""
    no_choices(team)
    offer(team, STOP, 0, 0, 0)
    if table.actions > 0:
        for actions in range(1, table.actions + 1):
            if not worked_door and table.line_n > 0 and dice_in_pool(table, rules) > 0:
                offer(team, DOOR_HELP, actions, 0, 0)
            if not worked_bar:
                offer(team, BAR_HELP, actions, 0, 0)
        list_patron_actions(table, rules, team)
        list_office_actions(table, rules, team)
    sabotage_needs = y1922.in_business(table, rules) and table.lookouts > 0
    if sabotage_needs and table.coffers >= rules.tuckers_sabotage_price:
        offer(team, SABOTAGE, 0, 0, 0)


@compiled
def list_patron_actions(table, rules, team):
    """List the actions that concern a patron. Each asks the same questions as the list it leads to."""
    if can_escort(table, rules):
        offer(team, ESCORT, 1, 0, 0)
    if can_bump(table, rules):
        offer(team, BUMP, 1, 0, 0)
    if can_pamper(table, rules):
        offer(team, PAMPER, 1, 0, 0)
    if can_comp(table, rules):
        offer(team, COMP, 1, 0, 0)
    if can_schmooze(table, rules):
        offer(team, SCHMOOZE, 1, 0, 0)


@compiled
def list_office_actions(table, rules, team):
    """List the actions done from the office."""
    offer(team, CONTRACT, 1, 0, 0)
    if table.songs_n > 0:
        offer(team, REQUEST_SONG, 1, 0, 0)
    if table.lookout_offers > 0 and table.coffers >= rules.lookout_fee:
        offer(team, HIRE_LOOKOUT, 1, 0, 0)
    if rules.manager_buy_in_year != 0 and table.bought == 0:
        if table.coffers >= rules.upgrade_prices[table.selected]:
            offer(team, BUY_UPGRADE, 1, 0, 0)
    if y1921.mystery(table, rules):
        offer(team, LOOK_FOR_CLUE, 1, 0, 0)


# --- actions with patrons --------------------------------------------------------------------------------------------


@compiled
def can_escort(table, rules):
    """Return whether anybody may be escorted to the VIP room."""
    for i in range(table.centre_n):
        if vip.may_be_escorted(table, rules, table.centre[i]):
            return True
    for i in range(table.line_n):
        if vip.may_be_escorted(table, rules, table.line[i]):
            return True
    for i in range(table.floor_n):
        if vip.may_be_escorted(table, rules, table.floor[i]):
            return True
    for i in range(table.bar_n):
        if vip.may_be_escorted(table, rules, table.bar[i]):
            return True
    return False


@compiled
def can_bump(table, rules):
    """Return whether any guest may be bumped."""
    for i in range(table.vip_n):
        if vip.may_be_bumped(table, rules, table.vip[i]):
            return True
    return False


@compiled
def can_pamper(table, rules):
    """Return whether any guest may be pampered."""
    for i in range(table.vip_n):
        if vip.may_be_pampered(table, rules, table.vip[i]):
            return True
    return False


@compiled
def may_be_comped(table, rules, patron):
    """Return whether a patron may be sent to the bar for a drink on the house (rules manager.comp, y1927.blocked)."""
    return ordinary(rules, patron) and not y1927.on_set(table, rules, patron, AT_BAR)


@compiled
def can_comp(table, rules):
    """Return whether a drink can be comped at all."""
    if rules.manager_comps == 0 or table.coffers < rules.manager_comp_price:
        return False
    for i in range(table.line_n):
        if may_be_comped(table, rules, table.line[i]):
            return True
    for i in range(table.floor_n):
        if may_be_comped(table, rules, table.floor[i]):
            return True
    return False


@compiled
def comp_drink(table, hidden, rules, team, log):
    """Send a patron from line or floor to the back of the bar, at the club's cost (rule manager.comp)."""
    no_choices(team)
    for i in range(table.line_n):
        if may_be_comped(table, rules, table.line[i]):
            offer(team, table.line[i], 0, 0, 0)
    for i in range(table.floor_n):
        if may_be_comped(table, rules, table.floor[i]):
            offer(team, table.floor[i], 0, 0, 0)
    patron = team.choices[ask(COMP_DECISION, MANAGER, table, hidden, rules, team, log), 0]
    spend(table, log, rules.manager_comp_price, OUT_COMP, COMP_RULE)
    from_line = table.place[patron] == LINE
    if from_line:
        rival_enters(table, hidden, rules, team, log, patron)
    put(table, log, patron, AT_BAR, COMP_RULE)
    if from_line:
        settle_line(table, hidden, rules, team, log, True)


@compiled
def may_be_schmoozed(table, rules, patron):
    """Return whether the Manager may give a patron a nickel; not in the meeting room (1924)."""
    if managers_room(table, rules, patron) == 0:
        return False
    meets = table.place[patron] == VIP and rules.patron_class[patron] == POLITICIAN and y1924.gathering(table, rules)
    return not meets


@compiled
def can_schmooze(table, rules):
    """Return whether anybody has room for a nickel."""
    if rules.manager_schmooze_nickels == 0:
        return False
    return (
        anybody_to_schmooze(table, rules, table.line, table.line_n)
        or anybody_to_schmooze(table, rules, table.floor, table.floor_n)
        or anybody_to_schmooze(table, rules, table.bar, table.bar_n)
        or anybody_to_schmooze(table, rules, table.vip, table.vip_n)
    )


@compiled
def anybody_to_schmooze(table, rules, queue, count):
    """Return whether somebody in a queue may be given a nickel."""
    for i in range(count):
        if may_be_schmoozed(table, rules, queue[i]):
            return True
    return False


@compiled
def schmooze(table, hidden, rules, team, log):
    """Give two nickels, one after the other, anywhere but in the overflow (rule manager.schmooze)."""
    for _ in range(rules.manager_schmooze_nickels):
        no_choices(team)
        for i in range(table.line_n):
            offer_nickel(table, rules, team, table.line[i])
        for i in range(table.floor_n):
            offer_nickel(table, rules, team, table.floor[i])
        for i in range(table.bar_n):
            offer_nickel(table, rules, team, table.bar[i])
        for i in range(table.vip_n):
            offer_nickel(table, rules, team, table.vip[i])
        if team.n > 0:
            patron = team.choices[ask(GIVE_MANAGER, MANAGER, table, hidden, rules, team, log), 0]
            add_nickels(table, log, patron, 1, IN_SCHMOOZE_MANAGER, SCHMOOZE_RULE)


@compiled
def offer_nickel(table, rules, team, patron):
    """Offer a patron the Manager may give a nickel."""
    if may_be_schmoozed(table, rules, patron):
        offer(team, patron, 0, 0, 0)


# --- actions from the office -----------------------------------------------------------------------------------------


@compiled
def office_action(table, hidden, rules, log, act):
    """Switch the contract, request a song, hire a lookout, buy the upgrade, or sabotage Tuckers."""
    if act == CONTRACT:
        table.contract = other_mob(table.contract)
        emit(log, FACT, CONTRACT_RULE, table.contract, 0, 0, 0, 0)
    elif act == REQUEST_SONG:
        emit(log, FACT, SONG_RULE, table.songs[0], 0, 0, 0, 0)
        drop_song(table, log, 0, SONG_RULE)
        fill_songs(table, hidden, log)
    elif act == HIRE_LOOKOUT:
        spend(table, log, rules.lookout_fee, OUT_LOOKOUT, LOOKOUT_RULE)
        table.lookouts += 1
        table.lookout_offers -= 1
        emit(log, FACT, LOOKOUT_RULE, table.lookouts, 0, 0, 0, 0)
    elif act == BUY_UPGRADE:
        price = rules.upgrade_prices[table.selected]
        emit(log, FACT, BUY_RULE, table.selected, price, 0, 0, 0)
        spend(table, log, price, OUT_UPGRADE, BUY_RULE)
        table.bought = 1
        table.target -= price
        own(table, rules, table.selected)
    elif act == SABOTAGE:
        emit(log, FACT, SABOTAGE_RULE, rules.tuckers_sabotage_price, 0, 0, 0, 0)
        spend(table, log, rules.tuckers_sabotage_price, OUT_SABOTAGE, SABOTAGE_RULE)
        table.tuckers_gone = 1


@compiled
def repay(table, hidden, rules, team, log):
    """Pay back borrowed dollars, as many as the Manager likes (rule manager.repay)."""
    most = min(table.debt, table.coffers // rules.loan_repay)
    if most <= 0:
        return
    no_choices(team)
    for dollars in range(most + 1):
        offer(team, dollars, 0, 0, 0)
    dollars = team.choices[ask(REPAY, MANAGER, table, hidden, rules, team, log), 0]
    if dollars > 0:
        table.debt -= dollars
        emit(log, FACT, REPAY_RULE, dollars, dollars * rules.loan_repay, table.debt, 0, 0)
        spend(table, log, dollars * rules.loan_repay, OUT_REPAID, REPAY_RULE)


# --- 1927 ------------------------------------------------------------------------------------------------------------


@compiled
def move_film_set(table, hidden, rules, team, log):
    """Move the film crew; Mobsters where it comes are gone (rules y1927.move_set, y1927.caught)."""
    if rules.film_active == 0:
        return
    y1927.roll_set(table, hidden, rules, log)
    for patron in range(table.place.shape[0]):
        caught = rules.patron_class[patron] == MOBSTER and y1927.set_is_at(table, table.place[patron])
        if caught:
            discard(table, log, patron, OUT_SPECIAL, CAUGHT)
    settle_line(table, hidden, rules, team, log, True)
