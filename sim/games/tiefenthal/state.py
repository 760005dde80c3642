"""The two records of a game: ``table``, which everybody at the table can see, and ``hidden``, which nobody can.

Every number is an int64, so nothing wraps. What belongs to a player has the seat as its first index.
"""

from __future__ import annotations

import numpy as np

from sim.games.tiefenthal.names import (
    AREAS,
    BEER_IN,
    BEER_OUT,
    CARDS,
    COINS_IN,
    COINS_OUT,
    COLUMNS,
    DECK,
    DICE,
    DISPLAY,
    ENTERTAINERS,
    GUESTS,
    KINDS,
    NOBLE_CAUSES,
    PENDING,
    PLAYERS,
    SEATS,
    START_CARDS,
    THREES,
    WHITE,
    ids,
)

#: Most choices one decision can list (a turn with every act at once is the longest).
LONGEST_LIST = 128

TABLE = np.dtype(
    [
        # the game
        ("outcome", "i8"),
        ("phase", "i8"),  # what is played next: evening, draft, planning, serving, closing
        ("rounds", "i8"),  # rounds begun: 1 to 8 while the game is played
        ("players", "i8"),
        ("start", "i8"),  # seat of the start player
        ("turn", "i8"),  # serving: how many have had their turn this round
        ("active", "i8"),  # seat that is deciding alone, -1 when all act at once
        # supplies
        ("market", "i8", (KINDS,)),
        ("display", "i8", (DISPLAY,)),  # card codes of the guests shown, -1 none; slot 0 is the pile for 3 beer
        ("tile", "i8", (DISPLAY,)),  # 1: a signature tile lies on the guest (module 5)
        ("threes_n", "i8"),  # guests left in the pile for 3 beer, with the one shown
        ("guests_n", "i8"),  # guests left in the face-down deck
        ("nobles_n", "i8"),
        ("tokens_n", "i8"),  # schnapps left in the supply
        ("tiles_n", "i8"),
        ("start_cards", "i8", (START_CARDS,)),  # numbers of the start cards shown, 0 none
        # a player
        ("coins", "i8", (PLAYERS,)),  # running total in the own turn; between turns what is in the safe
        ("beer", "i8", (PLAYERS,)),  # likewise; between turns what is in the beer store
        ("schnapps", "i8", (PLAYERS,)),
        ("counter", "i8", (PLAYERS,)),  # counter guests on the stools
        ("monastery", "i8", (PLAYERS,)),  # space of the marker
        ("reputation", "i8", (PLAYERS,)),  # space of the marker, 0 before the first
        ("upgraded", "i8", (PLAYERS, AREAS)),
        ("works", "i8", (PLAYERS, AREAS)),  # 1 once the upgrade has its effect (next round for three of them)
        ("entertainer", "i8", (PLAYERS, ENTERTAINERS)),  # 0 not here, 1 first side, 2 second side
        ("book", "i8", (PLAYERS, COLUMNS)),  # signatures in each column
        ("start_card", "i8", (PLAYERS,)),
        # cards, by code
        ("owned", "i8", (PLAYERS, CARDS)),  # wherever they are
        ("discarded", "i8", (PLAYERS, CARDS)),
        ("deck_n", "i8", (PLAYERS,)),
        ("known_n", "i8", (PLAYERS,)),  # cards on top of the deck everybody saw being laid there
        # the tavern this round
        ("seats_n", "i8", (PLAYERS,)),  # tables
        ("seat_card", "i8", (PLAYERS, SEATS)),  # card at each table, -1 none
        ("seat_used", "i8", (PLAYERS, SEATS)),  # 1 once served
        ("taken", "i8", (PLAYERS,)),  # tables that were taken in phase B
        ("nobles_out", "i8", (PLAYERS,)),  # nobles at their table
        ("laid", "i8", (PLAYERS, KINDS)),  # tavern cards laid out, by kind
        # dice
        ("tray", "i8", (PLAYERS, WHITE)),  # white dice still on the coaster in front of a seat
        ("tray_n", "i8", (PLAYERS,)),
        ("dice", "i8", (PLAYERS, DICE)),  # faces of the dice below the board, white ones first, 0 while not yet drafted
        ("dice_n", "i8", (PLAYERS,)),
        ("own_n", "i8", (PLAYERS,)),  # how many of them are of the player's colour
        ("die_at", "i8", (PLAYERS, DICE)),  # space of a die, -1 nowhere
        ("die_plus", "i8", (PLAYERS, DICE)),  # dishwashers' +1 it takes
        ("die_used", "i8", (PLAYERS, DICE)),  # 1 once removed
        ("die_pay", "i8", (PLAYERS, DICE)),  # coins of the guest a die is placed at
        ("plus", "i8", (PLAYERS,)),  # dishwashers' +1 of this round, used or not
        ("plus_left", "i8", (PLAYERS,)),  # those no placed or removed die takes
        ("on_cashbox", "i8", (PLAYERS,)),  # 1 if the cashbox has its die, or had it this round
        ("on_barrel", "i8", (PLAYERS,)),
        ("on_seat", "i8", (PLAYERS, SEATS)),  # likewise each table
        ("extra_die", "i8", (PLAYERS,)),  # face of the own die of rounds 3 and 7, 0 none
        # the own turn
        ("bought", "i8", (PLAYERS, KINDS)),  # tavern cards of each kind bought this round
        ("recruited", "i8", (PLAYERS,)),  # guests recruited this round
        ("moves", "i8"),  # dice moved in this turn
        ("serenades", "i8", (PLAYERS,)),  # bards who have not played this round
        ("granted", "i8", (PLAYERS,)),  # the lesser of coins and beer that reputation was given for
        ("before_supplier", "i8", (PLAYERS,)),  # beer of a supplier die, coins of the cashbox, beer of the barrel
        ("before_cashbox", "i8", (PLAYERS,)),  # as they were when the turn began
        ("before_barrel", "i8", (PLAYERS,)),
        # bonuses that wait to be settled, the next one last
        ("pending", "i8", (PENDING,)),
        ("pending_amount", "i8", (PENDING,)),
        ("pending_n", "i8"),
        # the end
        ("points", "i8", (PLAYERS,)),
        ("victory", "i8", (PLAYERS,)),  # twelfths
        # tallies
        ("coins_in", "i8", (PLAYERS, COINS_IN)),
        ("coins_out", "i8", (PLAYERS, COINS_OUT)),
        ("beer_in", "i8", (PLAYERS, BEER_IN)),
        ("beer_out", "i8", (PLAYERS, BEER_OUT)),
        ("nobles_for", "i8", (PLAYERS, NOBLE_CAUSES)),
        ("starts", "i8", (PLAYERS,)),  # rounds as start player
        ("recruits", "i8", (PLAYERS,)),
        ("bought_all", "i8", (PLAYERS, KINDS)),
        ("counter_got", "i8", (PLAYERS,)),  # counter guests taken from the reserve
        ("redraws", "i8", (PLAYERS,)),
        ("removed", "i8", (PLAYERS,)),  # guests and regulars gone for good
        ("dice_rolled", "i8", (PLAYERS,)),  # own dice
        ("steps", "i8", (PLAYERS,)),  # on the monastery track
        ("renown", "i8", (PLAYERS,)),  # steps on the reputation track
        ("schnapps_got", "i8", (PLAYERS,)),
        ("schnapps_spent", "i8", (PLAYERS,)),
    ]
)

HIDDEN = np.dtype(
    [
        ("streams", "u8", (len(ids.streams), 4)),
        ("deck", "i8", (PLAYERS, DECK)),  # top card last
        ("threes", "i8", (THREES,)),  # top card last
        ("guests", "i8", (GUESTS,)),  # top card last
    ]
)
