"""What a game leaves in the run: one row with every seat's result, and both ledgers of the table."""

from __future__ import annotations

from sim.games.tiefenthal.names import (
    AREAS,
    BEER_LOST,
    COINS_LOST,
    FOR_CARDS,
    FOR_GUESTS,
    FOR_NOBLES,
    FOR_UPGRADES,
    FROM_BARREL,
    FROM_BONUS,
    FROM_CASHBOX,
    FROM_GUESTS,
    FROM_MERCHANTS,
    FROM_SINGER,
    FROM_SINGER_BEER,
    FROM_START,
    FROM_START_BEER,
    FROM_SUPPLIERS,
    NOBLE,
)
from sim.games.tiefenthal.scoring import stored
from sim.jit import compiled


@compiled
def store_row(table, rules, team, row):
    """Fill the stored columns but the outcome."""
    row.rounds = table.rounds
    store_seats(table, row)
    store_race(table, row)
    store_ledgers(table, row)
    row.decisions = team.asked


@compiled
def store_seats(table, row):
    """Fill what is stored of every seat."""
    row.points_first = table.points[0]
    row.points_second = table.points[1]
    row.points_third = table.points[2]
    row.points_fourth = table.points[3]
    row.victory_first = table.victory[0]
    row.victory_second = table.victory[1]
    row.victory_third = table.victory[2]
    row.victory_fourth = table.victory[3]
    row.nobles_first = table.owned[0, NOBLE]
    row.nobles_second = table.owned[1, NOBLE]
    row.nobles_third = table.owned[2, NOBLE]
    row.nobles_fourth = table.owned[3, NOBLE]
    row.guests_first = table.recruits[0]
    row.guests_second = table.recruits[1]
    row.guests_third = table.recruits[2]
    row.guests_fourth = table.recruits[3]
    row.upgrades_first = upgrades_of(table, 0)
    row.upgrades_second = upgrades_of(table, 1)
    row.upgrades_third = upgrades_of(table, 2)
    row.upgrades_fourth = upgrades_of(table, 3)
    row.upgraded_first = upgrade_bits(table, 0)
    row.upgraded_second = upgrade_bits(table, 1)
    row.upgraded_third = upgrade_bits(table, 2)
    row.upgraded_fourth = upgrade_bits(table, 3)
    row.cards_first = total(table.bought_all[0])
    row.cards_second = total(table.bought_all[1])
    row.cards_third = total(table.bought_all[2])
    row.cards_fourth = total(table.bought_all[3])
    row.coins_first = total(table.coins_in[0])
    row.coins_second = total(table.coins_in[1])
    row.coins_third = total(table.coins_in[2])
    row.coins_fourth = total(table.coins_in[3])
    row.beer_first = total(table.beer_in[0])
    row.beer_second = total(table.beer_in[1])
    row.beer_third = total(table.beer_in[2])
    row.beer_fourth = total(table.beer_in[3])
    row.stored_first = stored(table, 0)
    row.stored_second = stored(table, 1)
    row.stored_third = stored(table, 2)
    row.stored_fourth = stored(table, 3)
    row.steps_first = table.steps[0]
    row.steps_second = table.steps[1]
    row.steps_third = table.steps[2]
    row.steps_fourth = table.steps[3]
    row.renown_first = table.renown[0]
    row.renown_second = table.renown[1]
    row.renown_third = table.renown[2]
    row.renown_fourth = table.renown[3]
    row.schnapps_first = table.schnapps_spent[0]
    row.schnapps_second = table.schnapps_spent[1]
    row.schnapps_third = table.schnapps_spent[2]
    row.schnapps_fourth = table.schnapps_spent[3]
    row.signatures_first = total(table.book[0])
    row.signatures_second = total(table.book[1])
    row.signatures_third = total(table.book[2])
    row.signatures_fourth = total(table.book[3])
    row.start_card_first = table.start_card[0]
    row.start_card_second = table.start_card[1]
    row.start_card_third = table.start_card[2]
    row.start_card_fourth = table.start_card[3]
    row.starts_first = table.starts[0]
    row.starts_second = table.starts[1]
    row.starts_third = table.starts[2]
    row.starts_fourth = table.starts[3]
    row.redraws_first = table.redraws[0]
    row.redraws_second = table.redraws[1]
    row.redraws_third = table.redraws[2]
    row.redraws_fourth = table.redraws[3]
    row.removed_first = table.removed[0]
    row.removed_second = table.removed[1]
    row.removed_third = table.removed[2]
    row.removed_fourth = table.removed[3]
    row.own_dice_first = table.dice_rolled[0]
    row.own_dice_second = table.dice_rolled[1]
    row.own_dice_third = table.dice_rolled[2]
    row.own_dice_fourth = table.dice_rolled[3]


@compiled
def store_race(table, row):
    """Fill the winner's points, and how far the others were behind."""
    best, second, last = table.points[0], -1, table.points[0]
    for seat in range(1, table.players):
        points = table.points[seat]
        last = min(last, points)
        if points > best:
            second = best
            best = points
        else:
            second = max(second, points)
    row.best = best
    row.margin = best - second
    row.spread = best - last


@compiled
def store_ledgers(table, row):
    """Fill where coins and beer of all taverns came from and went."""
    row.coins_guests = over_seats(table.coins_in, FROM_GUESTS)
    row.coins_cashbox = over_seats(table.coins_in, FROM_CASHBOX)
    row.coins_bonus = over_seats(table.coins_in, FROM_BONUS)
    row.coins_singer = over_seats(table.coins_in, FROM_SINGER)
    row.coins_start = over_seats(table.coins_in, FROM_START)
    row.coins_cards = over_seats(table.coins_out, FOR_CARDS)
    row.coins_upgrades = over_seats(table.coins_out, FOR_UPGRADES)
    row.coins_lost = over_seats(table.coins_out, COINS_LOST)
    row.coins_left = total(table.coins)
    row.beer_suppliers = over_seats(table.beer_in, FROM_SUPPLIERS)
    row.beer_barrels = over_seats(table.beer_in, FROM_BARREL)
    row.beer_merchants = over_seats(table.beer_in, FROM_MERCHANTS)
    row.beer_singer = over_seats(table.beer_in, FROM_SINGER_BEER)
    row.beer_start = over_seats(table.beer_in, FROM_START_BEER)
    row.beer_guests = over_seats(table.beer_out, FOR_GUESTS)
    row.beer_nobles = over_seats(table.beer_out, FOR_NOBLES)
    row.beer_lost = over_seats(table.beer_out, BEER_LOST)
    row.beer_left = total(table.beer)


@compiled
def over_seats(flows, cause):
    """Return one flow of all seats together."""
    found = 0
    for seat in range(flows.shape[0]):
        found += flows[seat, cause]
    return found


@compiled
def total(numbers):
    """Return the sum of an array."""
    found = 0
    for i in range(len(numbers)):
        found += numbers[i]
    return found


@compiled
def upgrades_of(table, seat):
    """Return how many areas a seat has upgraded."""
    return total(table.upgraded[seat])


@compiled
def upgrade_bits(table, seat):
    """Return the areas upgraded, a bit for each."""
    bits = 0
    for area in range(AREAS):
        bits += table.upgraded[seat, area] << area
    return bits
