"""What a year leaves in the run: one row with its result, its length, and both ledgers."""

from __future__ import annotations

from sim.games.opulent.names import (
    IN_BANKED,
    IN_BLIZZARD,
    IN_BORROWED,
    IN_CONCESSION,
    IN_EVENT,
    IN_GIFT,
    IN_MELODY,
    IN_PAMPER,
    IN_PLACED,
    IN_SCHMOOZE_BAR,
    IN_SCHMOOZE_DOOR,
    IN_SCHMOOZE_MANAGER,
    IN_UNISON,
    OUT_BANKED,
    OUT_BAR_SKIP,
    OUT_BAR_WAIT,
    OUT_CLOSING,
    OUT_COMP,
    OUT_COUNTERFEIT,
    OUT_CROWD,
    OUT_CUT_OFF,
    OUT_DOOR_SKIP,
    OUT_DOOR_WAIT,
    OUT_EVENT,
    OUT_FAILED,
    OUT_KEY,
    OUT_LOOKOUT,
    OUT_PENALTY,
    OUT_RAID,
    OUT_RAIDED,
    OUT_REPAID,
    OUT_RESTOCK,
    OUT_SABOTAGE,
    OUT_SPECIAL,
    OUT_TEMPO,
    OUT_TIRADE,
    OUT_TUNING,
    OUT_UNPAID,
    OUT_UNSERVED,
    OUT_UPGRADE,
    OUT_WATERED,
)
from sim.jit import compiled

# the stored checkpoints of the coffers, by column
ROUND_4, ROUND_8, ROUND_12 = 4, 8, 12


@compiled
def store_row(table, team, row):
    """Fill the columns of ``game.toml`` after the outcome."""
    row.rounds = table.rounds
    row.coffers = table.coffers
    row.target = table.target
    row.goal = table.target + table.dollars_out[OUT_UPGRADE]
    row.gap = table.coffers - table.target
    row.reached = table.reached
    row.coffers_4 = coffers_at(table, ROUND_4)
    row.coffers_8 = coffers_at(table, ROUND_8)
    row.coffers_12 = coffers_at(table, ROUND_12)
    row.arrivals = table.arrivals
    row.turned_away = table.turned_away
    row.payers = table.payers
    row.agents = table.agents
    row.raid_rolls = table.raid_rolls
    row.raids = table.raids
    row.selected = table.selected
    row.bought = table.bought
    row.clues = table.clues
    row.meeting = table.meeting
    row.decisions = team.asked
    store_nickels(table, row)
    store_dollars(table, row)


@compiled
def coffers_at(table, rounds):
    """Return the coffers after a number of rounds; of a shorter year its last."""
    return table.coffers_after[min(rounds, table.rounds) - 1]


@compiled
def store_nickels(table, row):
    """Fill the ledger of the patrons' nickels."""
    row.placed = table.nickels_in[IN_PLACED]
    row.schmoozed_door = table.nickels_in[IN_SCHMOOZE_DOOR]
    row.schmoozed_bar = table.nickels_in[IN_SCHMOOZE_BAR]
    row.schmoozed_manager = table.nickels_in[IN_SCHMOOZE_MANAGER]
    row.unison = table.nickels_in[IN_UNISON]
    row.melody = table.nickels_in[IN_MELODY]
    row.gifts = table.nickels_in[IN_GIFT]
    row.pampered = table.nickels_in[IN_PAMPER]
    row.event_gain = table.nickels_in[IN_EVENT]
    row.second_lap = table.nickels_in[IN_BLIZZARD]
    row.banked = table.nickels_out[OUT_BANKED]
    row.door_skip = table.nickels_out[OUT_DOOR_SKIP]
    row.door_wait = table.nickels_out[OUT_DOOR_WAIT]
    row.cut_off = table.nickels_out[OUT_CUT_OFF]
    row.off_tempo = table.nickels_out[OUT_TEMPO]
    row.off_key = table.nickels_out[OUT_KEY]
    row.tuning = table.nickels_out[OUT_TUNING]
    row.crowding = table.nickels_out[OUT_CROWD]
    row.failed = table.nickels_out[OUT_FAILED]
    row.bar_skip = table.nickels_out[OUT_BAR_SKIP]
    row.bar_wait = table.nickels_out[OUT_BAR_WAIT]
    row.tirade = table.nickels_out[OUT_TIRADE]
    row.watered = table.nickels_out[OUT_WATERED]
    row.unserved = table.nickels_out[OUT_UNSERVED]
    row.event_loss = table.nickels_out[OUT_EVENT]
    row.raid_loss = table.nickels_out[OUT_RAID]
    row.year_loss = table.nickels_out[OUT_SPECIAL]
    row.unpaid = table.nickels_out[OUT_UNPAID]
    row.closing = table.nickels_out[OUT_CLOSING]


@compiled
def store_dollars(table, row):
    """Fill the ledger of the coffers."""
    row.coffers_banked = table.dollars_in[IN_BANKED]
    row.borrowed = table.dollars_in[IN_BORROWED]
    row.concession = table.dollars_in[IN_CONCESSION]
    row.restocks = table.dollars_out[OUT_RESTOCK]
    row.comps = table.dollars_out[OUT_COMP]
    row.lookouts_paid = table.dollars_out[OUT_LOOKOUT]
    row.sabotage = table.dollars_out[OUT_SABOTAGE]
    row.upgrade_paid = table.dollars_out[OUT_UPGRADE]
    row.penalties = table.dollars_out[OUT_PENALTY]
    row.raided_money = table.dollars_out[OUT_RAIDED]
    row.counterfeit = table.dollars_out[OUT_COUNTERFEIT]
    row.repaid = table.dollars_out[OUT_REPAID]
    row.coffers_left = table.coffers
