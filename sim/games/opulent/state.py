"""The two records of a game: ``table``, which everybody at the table can see, and ``hidden``, which nobody can.

Every number is an int64, so nothing wraps. Queues are arrays with a count; index 0 is the front.
"""

from __future__ import annotations

import numpy as np

from sim.games.opulent.names import (
    DOLLARS_IN,
    DOLLARS_OUT,
    EVENT_CARDS,
    FACES,
    INGREDIENTS,
    NICKELS_IN,
    NICKELS_OUT,
    PATRONS,
    SECTION_CARDS,
    SECTIONS,
    STAFF,
    UPGRADES,
    ids,
)

#: Most choices one decision can list (a hand of all band cards and "done" is the longest).
LONGEST_LIST = 256
DICE = 12
QUEUE = 64
ROUNDS = 64

TABLE = np.dtype(
    [
        # the game
        ("outcome", "i8"),
        ("phase", "i8"),  # seat whose turn begins
        ("rounds", "i8"),  # rounds begun before this one
        ("last_call", "i8"),  # counters left; 0 before last call
        ("last_call_now", "i8"),  # 1 in the Manager turn that triggers it
        # patrons, by card
        ("place", "i8", (PATRONS,)),  # DECK for all not seen yet, in the deck or in the box
        ("nickels", "i8", (PATRONS,)),
        ("yellow", "i8", (PATRONS,)),  # a yellow die is locked on the card
        ("lap", "i8", (PATRONS,)),  # 1 on the second lap (1925)
        ("started", "i8", (PATRONS,)),  # has received the nickels of the line
        ("gift", "i8", (PATRONS,)),  # a Celebrity just came to this station and may give
        ("leaves_centre", "i8", (PATRONS,)),  # round at whose end a Celebrity leaves the centre
        ("vip_next", "i8", (PATRONS,)),  # where a guest of the VIP room goes when bumped; GONE means out of the door
        ("vip_round", "i8", (PATRONS,)),  # round of the escort
        ("pampered", "i8", (PATRONS,)),  # round after the last pampering
        ("removed", "i8", (PATRONS,)),  # shot in 1926, out of the campaign
        ("as_left", "i8", (PATRONS,)),  # goes floor, bar, out after the meeting of 1924, whatever his box
        ("entering", "i8", (PATRONS,)),  # locked and about to enter the club
        ("skipped", "i8", (PATRONS,)),  # times skipped in the step at hand
        # queues
        ("deck_n", "i8"),
        ("deck_top", "i8"),  # the patron deck lies face up; -1 when empty
        ("line", "i8", (QUEUE,)),
        ("line_n", "i8"),
        ("overflow", "i8", (QUEUE,)),
        ("overflow_n", "i8"),
        ("floor", "i8", (QUEUE,)),
        ("floor_n", "i8"),
        ("bar", "i8", (QUEUE,)),
        ("bar_n", "i8"),
        ("vip", "i8", (QUEUE,)),
        ("vip_n", "i8"),
        ("centre", "i8", (QUEUE,)),
        ("centre_n", "i8"),
        ("held", "i8"),  # patron the Maitre d' holds, -1 none
        # regulars
        ("martin", "i8"),  # 1 on the dance floor
        ("edwards", "i8"),  # 1 at the bar
        ("edwards_nickels", "i8"),
        ("edwards_asleep", "i8"),
        ("edwards_orders", "i8"),  # wants a drink this turn
        ("edwards_drink", "i8"),  # 0 nothing, 1 ordered and committed, 2 served this turn
        ("yorke", "i8"),
        # door
        ("dice_n", "i8"),
        ("dice_face", "i8", (DICE,)),
        ("dice_on", "i8", (DICE,)),  # patron a die is locked on, -1 loose, -2 discarded
        ("loose", "i8", (FACES,)),  # loose dice by face, when the Doorman chooses
        ("dice_left", "i8"),  # the Doorman's dice not yet given up this turn, before the roll
        ("yellow_out", "i8"),
        ("cut_offs", "i8"),  # dice the next Doorman turn lacks
        ("door_dice_less", "i8"),  # by a general event
        ("bar_dice_less", "i8"),
        ("moves_left", "i8"),  # locked dice that may still be re-matched
        # band
        ("hand", "i8", (SECTIONS * SECTION_CARDS,)),
        ("hand_n", "i8"),
        ("hand_half_beats", "i8"),  # of all cards in the hand
        ("songs", "i8", (2,)),
        ("songs_n", "i8"),
        ("next_section", "i8"),
        ("section_at_bar", "i8", (SECTIONS,)),
        ("pile_n", "i8", (SECTIONS,)),
        ("discards", "i8", (SECTIONS, SECTION_CARDS)),
        ("discards_n", "i8", (SECTIONS,)),
        ("cards_drawn", "i8"),  # this turn
        ("drawn_from", "i8", (SECTIONS,)),
        ("played", "i8", (SECTIONS * SECTION_CARDS,)),  # cards laid down this turn
        ("played_n", "i8"),
        ("song_kind", "i8"),  # what the Band plays this turn
        ("song_at", "i8"),  # which of the two songs
        ("notes_wanted", "i8"),  # cards a melody takes
        ("to_pay", "i8"),  # nickels still to be taken from dancers
        ("to_give", "i8"),  # nickels still to be placed
        # bar
        ("stock", "i8", (INGREDIENTS,)),
        ("bar_dice", "i8"),  # dice left this turn
        ("drink", "i8", (PATRONS,)),  # drink committed for a patron
        ("section_drink", "i8", (SECTIONS,)),
        ("served", "i8", (PATRONS,)),  # 0 not tried, 1 served, 2 failed in this preparation
        ("staying", "i8", (PATRONS,)),  # stays for another round
        ("difficulty", "i8"),  # of all drinks committed
        ("points", "i8"),  # rolled and not yet spent
        ("shielded", "i8"),  # patron with the Cigarette Girl, -1 none
        # manager
        ("coffers", "i8"),
        ("debt", "i8"),  # dollars borrowed from the mob
        ("contract", "i8"),
        ("lookouts", "i8"),
        ("lookout_offers", "i8"),
        ("actions", "i8"),
        ("fedoras", "i8"),  # patrons arriving at the next Doorman turn
        ("event", "i8"),  # card drawn this turn
        ("events_n", "i8"),
        ("kinds_left", "i8", (5,)),  # event cards of each kind not yet drawn
        ("selected", "i8"),
        ("bought", "i8"),
        ("owned", "i8", (UPGRADES,)),
        ("staff", "i8", (STAFF,)),
        ("staff_money", "i8"),
        ("half_stars", "i8"),
        ("target", "i8"),  # dollars that win, the selected upgrade included while it is not bought
        # the campaign
        ("campaign", "i8"),  # 1 in a campaign, 0 in a single session
        ("years_left", "i8"),  # years of the campaign after this one
        ("next_cost", "i8"),  # cost of business of the next year, 0 if there is none
        ("kept", "i8", (STAFF,)),  # members paid for the next year
        ("idle_lookouts", "i8"),  # hired last year and not needed, before this year begins
        # the years
        ("counterfeiter", "i8"),  # 1 in a year with a counterfeiter, this year's or one nobody has found
        ("clues", "i8"),
        ("solved", "i8"),
        ("tuckers_gone", "i8"),
        ("hard", "i8"),  # this station runs the hard way this turn
        ("meeting", "i8"),  # 0 gathering, 1 held
        ("set", "i8"),  # where the film is shot
        # tallies
        ("nickels_in", "i8", (NICKELS_IN,)),
        ("nickels_out", "i8", (NICKELS_OUT,)),
        ("dollars_in", "i8", (DOLLARS_IN,)),
        ("dollars_out", "i8", (DOLLARS_OUT,)),
        ("arrivals", "i8"),
        ("turned_away", "i8"),
        ("payers", "i8"),
        ("raids", "i8"),
        ("agents", "i8"),
        ("raid_rolls", "i8"),
        ("reached", "i8"),  # round in which the coffers first covered the target, 0 never
        ("coffers_after", "i8", (ROUNDS,)),  # at the end of each round
    ]
)

HIDDEN = np.dtype(
    [
        ("streams", "u8", (len(ids.streams), 4)),
        ("deck", "i8", (PATRONS,)),  # top card last
        ("events", "i8", (EVENT_CARDS,)),  # top card last
        ("pile", "i8", (SECTIONS, SECTION_CARDS)),  # top card last
    ]
)

#: What a campaign carries from one year into the next.
CARRIED = np.dtype(
    [
        ("coffers", "i8"),
        ("owned", "i8", (UPGRADES,)),
        ("staff", "i8", (STAFF,)),  # paid for the next year
        ("removed", "i8", (PATRONS,)),
        ("lookouts", "i8"),  # hired and not needed; they ask for another fee
        ("clues", "i8"),
        ("counterfeiter", "i8"),  # 1 while nobody has found him
        ("over", "i8"),  # 1 when the campaign has ended before its last year
    ]
)
