"""The words of The Opulent as numbers: classes, faces, places, causes, drinks, actions, trace events.

These are names, not rule values; a number that a rulebook prints stands in ``rules.toml``.
"""

from __future__ import annotations

from pathlib import Path

from sim.ids import Ids
from sim.trace import GAME_KINDS

ids = Ids(Path(__file__).parent)

# seats, in turn order; the phase of the table is the seat whose turn begins
DOOR, BAND, BAR, MANAGER = 0, 1, 2, 3
CLUB = 4  # the team between two years of a campaign

# outcomes (table.outcome; the stored column is one less)
PLAYING, WON, SHORT, RAIDED, MEETING_FAILED, INDEBTED, ABANDONED, ERROR = 0, 1, 2, 3, 4, 5, 6, 7

# how a year of a campaign ended for the club; 0: it never came to that year
REACHED, RESCUED, MISSED, BANKRUPT, GIVEN_UP, BROKEN = 1, 2, 3, 4, 5, 6

# social classes; the first three are also the faces of the Doorman dice in their colour
MOBSTER, POLITICIAN, ARISTOCRAT, CELEBRITY, REGULAR = 0, 1, 2, 3, 4
RED, BLUE, GREEN, PURPLE, YELLOW, BLANK = 0, 1, 2, 3, 4, 5
FACES = 6

# families of Mobsters, and the liquor contracts
NO_FAMILY, IRISH, ITALIAN = 0, 1, 2

# movement boxes
LEFT_BOX, RIGHT_BOX = 0, 1

# patron cards
PATRONS = 57
COLLINS, MARTIN, EDWARDS, YORKE = 53, 54, 55, 56

# where a patron card is
BOX, DECK, LINE, OVERFLOW, FLOOR, AT_BAR, VIP, CENTRE, HELD, GONE, WITH_MANAGER = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
# William Yorke's way through the club (table.yorke)
YORKE_AWAY, YORKE_BAR, YORKE_FLOOR, YORKE_OFFICE, YORKE_LEFT = 0, 1, 2, 3, 4

# band cards
SECTIONS, SECTION_CARDS = 4, 32
WOODWINDS, BRASS, STRINGS, PERCUSSION = 0, 1, 2, 3
NOTE_F, NOTE_A, NOTE_C, NOTE_E = 0, 1, 2, 3
KEY_A, KEY_E_FLAT = 0, 1
PILE, HAND, SONG, DISCARD = 0, 1, 2, 3  # where a band card is

# bar
ICE, FRUIT, BEER, LIQUOR, SPECIAL = 0, 1, 2, 3, 4  # ingredients (table.stock)
INGREDIENTS = 5
NO_DRINK, A_BEER, A_LIQUOR, A_MIXED, A_SPECIAL, A_WATERED_LIQUOR, A_WATERED_MIXED = 0, 1, 2, 3, 4, 5, 6
SECTION_TARGET = 100  # a drink's target from here on is a Band section

# choices of the decisions (column 0)
STOP = 0
LOCK_DIE, REROLL, FREE_REROLL, MOVE_DIE = 1, 2, 3, 4
TEMPO, MELODY, TUNE, PASS = 1, 2, 3, 4
REFILL_ICE, CHOP_FRUIT, RESTOCK_BEER, RESTOCK_LIQUOR, SCHMOOZE_BAR = 1, 2, 3, 4, 5
DOOR_HELP, BAR_HELP, ESCORT, BUMP, PAMPER, COMP, SCHMOOZE, CONTRACT, REQUEST_SONG = 1, 2, 3, 4, 5, 6, 7, 8, 9
HIRE_LOOKOUT, BUY_UPGRADE, LOOK_FOR_CLUE, SABOTAGE = 10, 11, 12, 13

# events
LOOKOUT_CARD, AGENT_CARD, MIX_CARD, GENERAL_CARD, HISTORICAL_CARD = 0, 1, 2, 3, 4
EVENT_CARDS = 54  # 53 and, as the last, the historical card of the year
HISTORICAL = 53

# club upgrades
STANCHIONS, ORNATE_DOOR, EXPANDED_DANCE_FLOOR, NEW_BAND_INSTRUMENTS, ICE_CHEST = 0, 1, 2, 3, 4
BAR_UPGRADES, SLIDING_PANELS, BUSINESS_LICENSE, LUXURIOUS_UPGRADES, FLOOR_SAFE = 5, 6, 7, 8, 9
UPGRADES = 10

# staff: the five known, then the plain ones of a sensitivity run
CHANTEUSE, CIGARETTE_GIRL, COCKTAIL_WAITRESS, DOORMAN_ASSISTANT, MAITRE_D = 0, 1, 2, 3, 4
PLAIN_DOORMAN, PLAIN_MUSICIAN, PLAIN_BARTENDER, PLAIN_MANAGER = 5, 6, 7, 8
STAFF = 9

# film set (1927)
NO_SET, SET_DOOR, SET_BAND, SET_BAR, SET_VIP = 0, 1, 2, 3, 4

# why nickels come and go (index of table.nickels_in / nickels_out)
IN_PLACED, IN_SCHMOOZE_DOOR, IN_SCHMOOZE_BAR, IN_SCHMOOZE_MANAGER, IN_UNISON, IN_MELODY = 0, 1, 2, 3, 4, 5
IN_GIFT, IN_PAMPER, IN_EVENT, IN_BLIZZARD = 6, 7, 8, 9
NICKELS_IN = 10
OUT_BANKED, OUT_DOOR_SKIP, OUT_DOOR_WAIT, OUT_CUT_OFF, OUT_TEMPO, OUT_KEY, OUT_TUNING, OUT_CROWD = (
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
)
OUT_FAILED, OUT_BAR_SKIP, OUT_BAR_WAIT, OUT_TIRADE, OUT_WATERED, OUT_UNSERVED = 8, 9, 10, 11, 12, 13
OUT_EVENT, OUT_RAID, OUT_SPECIAL, OUT_UNPAID, OUT_CLOSING = 14, 15, 16, 17, 18
NICKELS_OUT = 19

# why dollars come and go (index of table.dollars_in / dollars_out)
IN_BANKED, IN_BORROWED, IN_CONCESSION, IN_CARRIED, IN_SOLD = 0, 1, 2, 3, 4
DOLLARS_IN = 5
OUT_RESTOCK, OUT_COMP, OUT_LOOKOUT, OUT_SABOTAGE, OUT_UPGRADE, OUT_PENALTY = 0, 1, 2, 3, 4, 5
OUT_RAIDED, OUT_COUNTERFEIT, OUT_REPAID, OUT_SALARY, OUT_BUSINESS = 6, 7, 8, 9, 10
DOLLARS_OUT = 11

# dice, as the trace names them; each has a stream of its own
DOOR_DIE, BAR_DIE, COLOUR_DIE, RAID_DIE, CLUE_DIE, FILM_DIE = 0, 1, 2, 3, 4, 5
TUCKERS_DIE, ARGUMENT_DIE, GANG_DIE, BLIZZARD_DIE, CUT_OFF_DIE = 6, 7, 8, 9, 10

# trace events of this game (docs/trace.md)
TURN = GAME_KINDS  # seat, round
ROLL = GAME_KINDS + 1  # die, result
NICKELS = GAME_KINDS + 2  # patron, change, in/out cause (out: 100 + cause), nickels after
DOLLARS = GAME_KINDS + 3  # change, in/out cause (out: 100 + cause), coffers after
MOVE = GAME_KINDS + 4  # patron, from, to
CARD = GAME_KINDS + 5  # band card, from, to
SECTION = GAME_KINDS + 6  # section, 1 to the bar or 0 back to the Band
STOCK = GAME_KINDS + 7  # ingredient, change, stock after
EVENT = GAME_KINDS + 8  # card, kind, fedoras
DIE = GAME_KINDS + 9  # face, patron (-1 none), 1 locked / 0 discarded / 2 taken back
DRINK = GAME_KINDS + 10  # target, drink, 0 committed / 1 served / 2 failed, difficulty
FACT = GAME_KINDS + 11  # what the rule id says happened: up to five numbers
OUT_CAUSE = 100
