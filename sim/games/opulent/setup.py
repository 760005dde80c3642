"""Game Setup, the additional rules of a single session, and what differs in a campaign."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import staff
from sim.games.opulent.band_cards import WOODWIND_STREAM, fill_songs
from sim.games.opulent.door_line import arrive
from sim.games.opulent.manager import move_film_set
from sim.games.opulent.names import (
    BEER,
    CELEBRITY,
    CLUB,
    DECK,
    EVENT_CARDS,
    FACT,
    FRUIT,
    HISTORICAL,
    ICE,
    IRISH,
    ITALIAN,
    LIQUOR,
    MANAGER,
    OUT_LOOKOUT,
    OUT_SALARY,
    PATRONS,
    POLITICIAN,
    SECTION_CARDS,
    SECTIONS,
    STAFF,
    TURN,
    UPGRADES,
    ids,
)
from sim.games.opulent.nickels import spend
from sim.games.opulent.upgrades import count_stars, own, prestige
from sim.jit import compiled
from sim.streams import below, shuffle
from sim.trace import emit

DECK_RULE = ids.rule("setup.deck")
SELECT = ids.rule("setup.select_upgrade")
RANDOM = ids.rule("setup.random_upgrades")
CHOSEN = ids.rule("setup.chosen_upgrades")
HIRE = ids.rule("setup.hire_staff")
CAMPAIGN_HIRE = ids.rule("campaign.hire")
LOOKOUTS_RULE = ids.rule("campaign.lookouts")
CONTRACT_RULE = ids.rule("setup.contract")
SELECT_UPGRADE = ids.decision("select_upgrade")
CHOOSE_UPGRADE = ids.decision("choose_upgrade")
HIRE_STAFF = ids.decision("hire_staff")
FIRST_CONTRACT = ids.decision("first_contract")
REHIRE_LOOKOUTS = ids.decision("rehire_lookouts")
PATRON_STREAM = ids.stream("patron_deck")
EVENT_STREAM = ids.stream("event_deck")
UPGRADE_STREAM = ids.stream("upgrades")
NOBODY = -1
SETUP_SEAT = -1  # seat of the set-up in a TURN event
ANY = 0  # position of "any" among the choices of year.required_upgrade


@compiled
def setup_year(table, hidden, rules, team, log):
    """Set up a year, with patrons in line (rule setup.first_patrons)."""
    emit(log, TURN, 0, SETUP_SEAT, 0, 0, 0, 0)
    if rules.counterfeiter_active != 0:
        table.counterfeiter = 1
    table.held = NOBODY
    table.shielded = NOBODY
    table.lookouts = rules.setup_lookouts
    stock_bar(table, rules)
    band_decks(table, hidden, log)
    select_upgrade(table, hidden, rules, team, log)
    random_upgrades(table, hidden, rules, log)
    chosen_upgrades(table, hidden, rules, team, log)
    hire_staff(table, hidden, rules, team, log)
    rehire_lookouts(table, hidden, rules, team, log)
    count_stars(table, rules)
    event_deck(table, hidden, rules)
    patron_deck(table, hidden, rules, log)
    first_contract(table, hidden, rules, team, log)
    for _ in range(rules.setup_first_patrons):
        arrive(table, hidden, rules, team, log)
    move_film_set(table, hidden, rules, team, log)


@compiled
def stock_bar(table, rules):
    """Stock the bar (rule setup.bar)."""
    table.stock[ICE] = rules.setup_ice
    table.stock[BEER] = rules.setup_beer
    table.stock[LIQUOR] = rules.setup_liquor
    table.stock[FRUIT] = rules.setup_fruit


@compiled
def band_decks(table, hidden, log):
    """Shuffle the four sections and turn over the first two songs (rule setup.songs)."""
    for section in range(SECTIONS):
        for i in range(SECTION_CARDS):
            hidden.pile[section, i] = section * SECTION_CARDS + i
        shuffle(hidden.streams[WOODWIND_STREAM + section], hidden.pile[section], SECTION_CARDS)
        table.pile_n[section] = SECTION_CARDS
    fill_songs(table, hidden, log)


# --- upgrades and staff ----------------------------------------------------------------------------------------------


@compiled
def select_upgrade(table, hidden, rules, team, log):
    """Select the upgrade of the year and set the target (rules setup.select_upgrade, campaign.select).

    A club that owns everything selects nothing and needs the cost of business alone. An upgrade a house rule requires
    in every year is required until the club owns it.
    """
    table.selected = NOBODY
    if rules.year_required_upgrade != ANY and table.owned[rules.year_required_upgrade - 1] == 0:
        table.selected = rules.year_required_upgrade - 1
    else:
        no_choices(team)
        for upgrade in range(UPGRADES):
            if table.owned[upgrade] == 0:
                offer(team, upgrade, 0, 0, 0)
        if team.n > 0:
            table.selected = team.choices[ask(SELECT_UPGRADE, owner(table), table, hidden, rules, team, log), 0]
    price = 0
    if table.selected == NOBODY:
        table.bought = 1
    else:
        price = rules.upgrade_prices[table.selected]
    table.target = cost_of_business(rules) + price
    emit(log, FACT, SELECT, table.selected, price, 0, 0, 0)


@compiled
def owner(table):
    """Return the seat that decides what the club buys: the Manager in a single session, all together in a campaign."""
    return MANAGER if table.campaign == 0 else CLUB


@compiled
def cost_of_business(rules):
    """Return what a year costs before upgrades and salaries."""
    return max(0, rules.year_cost + rules.year_cost_adjustment)


@compiled
def free_upgrades(table):
    """Return how many upgrades are neither selected nor owned."""
    count = 0
    for upgrade in range(UPGRADES):
        if is_free(table, upgrade):
            count += 1
    return count


@compiled
def is_free(table, upgrade):
    """Return whether an upgrade is neither selected nor owned."""
    return table.owned[upgrade] == 0 and upgrade != table.selected


@compiled
def random_upgrades(table, hidden, rules, log):
    """Draw the upgrades the club already has, 1922 to 1926 (rule setup.random_upgrades)."""
    for _ in range(min(rules.year_random_upgrades, free_upgrades(table))):
        skip = below(hidden.streams[UPGRADE_STREAM], free_upgrades(table))
        for upgrade in range(UPGRADES):
            if is_free(table, upgrade):
                if skip == 0:
                    own(table, rules, upgrade)
                    emit(log, FACT, RANDOM, upgrade, 0, 0, 0, 0)
                    break
                skip -= 1


@compiled
def chosen_upgrades(table, hidden, rules, team, log):
    """Choose the upgrades the club already has, 1927 to 1929 (rule setup.chosen_upgrades)."""
    for _ in range(min(rules.year_chosen_upgrades, free_upgrades(table))):
        no_choices(team)
        for upgrade in range(UPGRADES):
            if is_free(table, upgrade):
                offer(team, upgrade, 0, 0, 0)
        upgrade = team.choices[ask(CHOOSE_UPGRADE, MANAGER, table, hidden, rules, team, log), 0]
        own(table, rules, upgrade)
        emit(log, FACT, CHOSEN, upgrade, 0, 0, 0, 0)


@compiled
def hire_staff(table, hidden, rules, team, log):
    """Hire staff with the money of the single session, what is left is lost, or from the coffers of a campaign.

    Rules setup.hire_staff, campaign.hire.
    """
    table.staff_money = rules.year_staff_money
    while purse(table) >= rules.staff_salary:
        no_choices(team)
        offer(team, NOBODY, 0, 0, 0)
        for member in range(STAFF):
            if staff.may_be_hired(table, rules, member):
                offer(team, member, 0, 0, 0)
        member = team.choices[ask(HIRE_STAFF, owner(table), table, hidden, rules, team, log), 0]
        if member < 0:
            break
        table.staff[member] = 1
        emit(log, FACT, HIRE, member, rules.staff_salary, 0, 0, 0)
        if table.campaign == 0:
            table.staff_money -= rules.staff_salary
        else:
            spend(table, log, rules.staff_salary, OUT_SALARY, CAMPAIGN_HIRE)
    table.staff_money = 0


@compiled
def rehire_lookouts(table, hidden, rules, team, log):
    """Hire lookouts of last year again who were not needed, for another fee each (rule campaign.lookouts)."""
    if table.idle_lookouts == 0:
        return
    no_choices(team)
    for lookouts in range(table.idle_lookouts + 1):
        if lookouts * rules.lookout_fee <= table.coffers:
            offer(team, lookouts, 0, 0, 0)
    lookouts = team.choices[ask(REHIRE_LOOKOUTS, CLUB, table, hidden, rules, team, log), 0]
    table.idle_lookouts = 0
    if lookouts > 0:
        table.lookouts += lookouts
        emit(log, FACT, LOOKOUTS_RULE, lookouts, table.lookouts, 0, 0, 0)
        spend(table, log, lookouts * rules.lookout_fee, OUT_LOOKOUT, LOOKOUTS_RULE)


@compiled
def purse(table):
    """Return the money staff is hired with."""
    return table.staff_money if table.campaign == 0 else table.coffers


@compiled
def first_contract(table, hidden, rules, team, log):
    """Choose the mob that supplies the club (rule setup.contract)."""
    no_choices(team)
    offer(team, IRISH, 0, 0, 0)
    offer(team, ITALIAN, 0, 0, 0)
    table.contract = team.choices[ask(FIRST_CONTRACT, MANAGER, table, hidden, rules, team, log), 0]
    emit(log, FACT, CONTRACT_RULE, table.contract, 0, 0, 0, 0)


# --- decks -----------------------------------------------------------------------------------------------------------


@compiled
def event_deck(table, hidden, rules):
    """Shuffle the event deck, the historical card among the top ten (rule setup.events)."""
    for card in range(HISTORICAL):
        hidden.events[card] = card
    shuffle(hidden.streams[EVENT_STREAM], hidden.events, HISTORICAL)
    hidden.events[HISTORICAL] = HISTORICAL
    top = rules.event_deck_shuffled_into + 1
    shuffle(hidden.streams[EVENT_STREAM], hidden.events[EVENT_CARDS - top :], top)
    table.events_n = EVENT_CARDS
    for card in range(EVENT_CARDS):
        table.kinds_left[rules.event_kind[card]] += 1


@compiled
def patron_deck(table, hidden, rules, log):
    """Choose and shuffle the patrons of the year (rules setup.deck, y1924.politicians).

    Nobody at the table knows who went back into the box: for the table all who have not been seen are in the deck. The
    trace tells who is.
    """
    stars = prestige(table, rules)
    pool = shuffled_pool(table, hidden, rules)
    wanted = min(pool, rules.patron_base_deck + rules.patron_per_prestige * stars)
    if rules.meeting_active != 0:
        politicians_first(hidden, rules, pool)
    count = wanted
    for patron in range(PATRONS):
        if table.removed[patron] == 0:
            table.place[patron] = DECK
        if rules.patron_class[patron] == CELEBRITY and attracted(rules, patron, stars):
            hidden.deck[count] = patron
            count += 1
    for i in range(count):
        emit(log, FACT, DECK_RULE, hidden.deck[i], 0, 0, 0, 0)
    shuffle(hidden.streams[PATRON_STREAM], hidden.deck, count)
    table.deck_n = count
    table.deck_top = hidden.deck[count - 1]


@compiled
def shuffled_pool(table, hidden, rules):
    """Shuffle all patrons but the Celebrities into the deck's array and return their number."""
    pool = 0
    for patron in range(PATRONS):
        if rules.patron_class[patron] != CELEBRITY and table.removed[patron] == 0:
            hidden.deck[pool] = patron
            pool += 1
    shuffle(hidden.streams[PATRON_STREAM], hidden.deck, pool)
    return pool


@compiled
def politicians_first(hidden, rules, pool):
    """Put the Politicians the meeting needs first, so that the deck surely holds them (rule y1924.politicians)."""
    found = 0
    for i in range(pool):
        if found < rules.meeting_politicians and rules.patron_class[hidden.deck[i]] == POLITICIAN:
            held = hidden.deck[found]
            hidden.deck[found] = hidden.deck[i]
            hidden.deck[i] = held
            found += 1


@compiled
def attracted(rules, celebrity, stars):
    """Return whether a prestige attracts a Celebrity: all up to it, or only the one that equals it."""
    if rules.patron_celebrities_up_to != 0:
        return rules.patron_stars[celebrity] <= stars
    return rules.patron_stars[celebrity] == stars
