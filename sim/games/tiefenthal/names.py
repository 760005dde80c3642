"""The words of the game as numbers: seats, cards, areas, spaces, acts, causes, trace events.

These are names, not rule values; a number that the rulebook prints stands in ``rules.toml``.
"""

from __future__ import annotations

from pathlib import Path

from sim.ids import Ids
from sim.trace import GAME_KINDS

ids = Ids(Path(__file__).parent)

PLAYERS = 4
ROUNDS = 12  # longest game a house rule may ask for

# outcomes (table.outcome; the stored column is one less): which seat won, or a shared victory
PLAYING, SHARED, ERROR = 0, 5, 6

# what is played next (table.phase)
EVENING, DRAFT, PLANNING, SERVING, CLOSING = 0, 1, 2, 3, 4

# cards of a player's deck, by code
REGULARS, NOBLE = 7, 7  # codes 0 to 6 are the regulars; they are the same for every player
STAFF = 8  # the first of the tavern cards
MERCHANT, DISHWASHER, WAITRESS, TABLE_CARD, SUPPLIER, BARD = 0, 1, 2, 3, 4, 5
KINDS = 6
GUEST, GUESTS, BASIC_GUESTS = 14, 48, 38  # the last ten guests belong to module 3
CARDS = 62
DECK = 224  # more than all cards of the box

# where a card is, for the trace
SUPPLY, ON_DECK, IN_TAVERN, DISCARDED, BOX = 0, 1, 2, 3, 4

# areas of a tavern
DISHES, WAITING, TABLES, SUPPLY_AREA, CASHBOX, BARREL, SAFE, STORE, MONK = 0, 1, 2, 3, 4, 5, 6, 7, 8
AREAS = 9
SPECIAL_ORDERS = 4  # the first four areas take cards back; area a takes kind a + 1

# spaces for dice; a seat at a table is AT_TABLE + its number
NOWHERE, ON_CASHBOX, ON_BARREL, ON_SUPPLIER, ON_MONK, AT_TABLE = -1, 0, 1, 2, 3, 10
SEATS = 24  # tables: the tavern's own and all table cards
DICE = 7
WHITE = 4
DISPLAY = 5  # slot 0 is the pile of guests for 3 beer
THREES, SHOWN = 8, 4

# bonuses (monastery, guests, guest book); the first five gain the tavern card of the kind one less
NO_BONUS, COINS_2, COINS_3, COINS_4, STEPS_1, STEPS_2, REMOVE, A_NOBLE, A_SCHNAPPS = 0, 6, 7, 8, 9, 10, 11, 12, 13
REPUTATION_1, REPUTATION_2, REPUTATION_3 = 14, 15, 16
# what waits to be settled besides bonuses: a signature in a column, or in any
MORE_STEPS, MORE_REPUTATION, SIGNATURE, ANY_SIGNATURE, TOKEN_OR_REMOVAL = 20, 21, 22, 23, 24
PENDING = 32

# spaces of the reputation track besides the numbers 1 to 8
SCHNAPPS_SPACE, SCHNAPPS_OR_REMOVE, CROWN, SIGNATURE_SPACE = 101, 102, 103, 104
TRACK = 12

# bonuses of the round track
COUNTER_GUEST, GUEST_OR_MERCHANT, DIE_OR_DISHWASHER, TABLE_OR_SUPPLIER, DIE_OR_MERCHANT, FREE_UPGRADE = 1, 2, 3, 4, 5, 6

# entertainers and their sides (table.entertainer: 0 away, else side + 1)
SINGER, FIRE_BREATHER, JUGGLER = 0, 1, 2
ENTERTAINERS = 3

# start cards, by number from 1
PLAIN, CREW, PILGRIM, LONG_TABLE, FULL_CELLAR, HEAD_WAITRESS, CASHIER = 1, 2, 3, 4, 5, 6, 7
START_CARDS = 7

# the guest book
COLUMNS, ROWS = 4, 5

# acts of a player's own turn (decision serve, first column)
STOP, USE_ALL, USE, PICK_UP, STEP, SERENADE = 0, 1, 2, 3, 4, 5
BUY = 10  # + kind
UPGRADE, NOBLES, SINGER_ACT, FIRE_UPGRADE, FIRE_REMOVE = 20, 22, 23, 24, 25
RECRUIT = 40  # + the price of the guest: 43 to 48
BRINGS = 100  # + the bonus of the guest who is recruited (third column)
NO_AREA = -1  # third column of acts without an area, and a free upgrade that is declined

# why coins come and go (table.coins_in / coins_out)
FROM_GUESTS, FROM_CASHBOX, FROM_BONUS, FROM_SINGER, FROM_START = 0, 1, 2, 3, 4
COINS_IN = 5
FOR_CARDS, FOR_UPGRADES, COINS_LOST = 0, 1, 2
COINS_OUT = 3
# why beer comes and goes (table.beer_in / beer_out)
FROM_SUPPLIERS, FROM_BARREL, FROM_MERCHANTS, FROM_SINGER_BEER, FROM_START_BEER = 0, 1, 2, 3, 4
BEER_IN = 5
FOR_GUESTS, FOR_NOBLES, BEER_LOST = 0, 1, 2
BEER_OUT = 3

# what a noble was gained for (table.nobles_for)
BY_UPGRADE, BY_BEER, BY_MONASTERY, BY_CROWN, BY_BOOK, BY_ROW, BY_TRACK = 0, 1, 2, 3, 4, 5, 6
NOBLE_CAUSES = 7

# trace events of this game (docs/trace.md)
TURN = GAME_KINDS  # seat (-1 all at once), round, phase
ROLL = GAME_KINDS + 1  # seat, 0 white / 1 own, face
CARD = GAME_KINDS + 2  # seat, card, from, to
COINS = GAME_KINDS + 3  # seat, change, cause (out: 100 + cause), after
BEER = GAME_KINDS + 4  # seat, change, cause (out: 100 + cause), after
DIE = GAME_KINDS + 5  # seat, die, face, space, plus: a die is placed or moved
USED = GAME_KINDS + 6  # seat, die, face, space
MARKER = GAME_KINDS + 7  # seat, 0 monastery / 1 reputation, from, to
TOKEN = GAME_KINDS + 8  # seat, change of schnapps, after
AREA = GAME_KINDS + 9  # seat, area, cards returned: an area is upgraded
SHOW = GAME_KINDS + 10  # slot, guest, tile: a guest is shown; or, with slot -1, a start card
BOOK = GAME_KINDS + 11  # seat, column, row: a signature
FACT = GAME_KINDS + 12  # what the rule id says happened: up to five numbers, the seat first
OUT_CAUSE = 100
