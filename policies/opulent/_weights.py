"""The judgements of the two policies as numbers: every weight, with its bounds and what it means.

A policy's weights follow its parent's in the vector, so that a position holds for every descendant of `rulebook`.
"""

from __future__ import annotations

from sim.policy import Weight

NOVICE: dict[str, Weight] = {
    "points_a_die": Weight(3.5, (1, 6), "points", "What a beginner expects of one bar die when he chooses drinks."),
    "help_door_from": Weight(2, (1, 10), "patrons", "A beginner's Manager helps at a line of so many patrons."),
}

RULEBOOK: dict[str, Weight] = {
    # the door
    "door_keep": Weight(1, (0, 8), "dice", "Doorman dice never spent on schmoozing."),
    "door_keep_each": Weight(1, (0, 3), "dice", "Doorman dice kept in addition for each patron in line."),
    "yellow_most": Weight(4, (0, 6), "dice", "Yellow dice that may be out on patrons before others are rerolled for."),
    "celebrity_from": Weight(3, (1, 6), "stars", "Celebrities with fewer stars are not worth the attention."),
    "cut_off_dice": Weight(0, (0, 8), "dice", "A cut-off leaves the Doorman at least so many dice."),
    "tuckers_poor": Weight(
        1, (-1, 6), "patrons", "Poor patrons in line up to whom the door works the hard way (1922)."
    ),
    "tuckers_line": Weight(8, (-1, 12), "patrons", "Patrons outside up to whom the Band works the hard way (1922)."),
    "tuckers_bar": Weight(2, (-1, 12), "patrons", "Patrons there up to whom the bar works the hard way (1922)."),
    # the Band
    "move": Weight(0.25, (0, 5), "nickels", "What moving a dancer is worth when nothing presses."),
    "move_crowd": Weight(0.35, (0, 5), "nickels", "What it is worth more when the floor would be crowded next turn."),
    "move_urgent": Weight(0.5, (0, 5), "nickels", "What it is worth more when the patron deck is empty."),
    "move_out": Weight(0.2, (-2, 5), "nickels", "What it is worth more when he leaves the club and pays."),
    "move_load": Weight(
        0.25, (0, 5), "nickels", "What each patron ahead of him at the bar, beyond the free ones, costs."
    ),
    "bar_free": Weight(0.75, (0, 8), "patrons", "Patrons at the bar who keep no newcomer waiting."),
    "enough_cards": Weight(10, (0, 60), "cards", "With so many cards in hand the Band no longer looks for long notes."),
    "melody": Weight(0.7, (0, 2), "nickels", "What a nickel from a melody is worth."),
    "card": Weight(0.1, (0, 1), "nickels", "What a band card kept for later is worth."),
    "expected_dancers": Weight(1.5, (0, 5), "patrons", "Dancers expected to arrive until the next set."),
    # the bar
    "served": Weight(1.3, (0, 5), "nickels", "What serving a patron is worth beyond what he would lose waiting."),
    "lost_guest": Weight(0.55, (0, 5), "nickels", "What losing a patron costs beyond his nickels."),
    "spoiled": Weight(0.3, (0, 2), "nickels", "What the ingredients of a failed drink are worth."),
    "bar_nickel": Weight(0.7, (0, 2), "nickels", "What a nickel schmoozed at the bar is worth."),
    "shortage": Weight(0.8, (0, 3), "nickels", "What each ingredient short for the patrons who come next costs."),
    "stock": Weight(0.1, (0, 1), "nickels", "What each ice or fruit refilled in good time is worth."),
    "special": Weight(3.3, (-2, 5), "nickels", "What the crowd drawn by a special drink costs while the deck lasts."),
    "section": Weight(1, (0, 5), "nickels", "What serving a Band section is worth."),
    # the Manager
    "arrivals": Weight(2, (0.5, 6), "patrons", "Patrons expected to arrive in a round."),
    "near": Weight(2, (0, 4), "nickels", "What a nickel on a patron about to leave is worth."),
    "far": Weight(0.75, (0, 2), "nickels", "What a nickel on any other patron is worth."),
    "help_bar": Weight(0.4, (0, 5), "nickels", "What a patron served by the Manager is worth."),
    "help_door": Weight(0.3, (0, 5), "nickels", "What a patron admitted by the Manager is worth."),
    "comp": Weight(-1.5, (-5, 5), "nickels", "What a comped drink is worth before its price is paid ..."),
    "comp_late": Weight(0.5, (0, 2), "nickels", "... and more for each nickel of the patron once the deck is empty."),
    "comp_bar": Weight(2, (0, 12), "patrons", "No drink is comped with more patrons at the bar."),
    "lookout": Weight(1.4, (0, 5), "", "How seriously the Manager takes the expected loss by a raid."),
    "idle": Weight(0.9, (0, 5), "nickels", "An action worth less than this is better kept for the upgrade or a song."),
    "bottle": Weight(0.35, (0, 3), "dollars", "What a bottle destroyed by rival Mobsters is worth."),
    "restocks": Weight(0.35, (0, 2), "", "Restocks expected in a round."),
    "wanted": Weight(2, (-2, 10), "nickels", "What it costs to let a Politician go whom the meeting needs (1924)."),
    "urgent": Weight(
        5, (0, 20), "nickels", "What a clue, a Politician for the meeting or a Celebrity to escort is worth."
    ),
    "pamper": Weight(2.5, (0, 20), "nickels", "What pampering a Celebrity is worth."),
    "reserve": Weight(6, (0, 60), "dollars", "Coffers kept when debts are paid back early."),
    # what the rulebook's team does not do, but a trained one may
    "loud_line": Weight(-1, (-1, 12), "patrons", "Patrons outside up to whom loud cards are drawn; below 0 never."),
    "watered_most": Weight(
        -1, (-1, 8), "nickels", "Patrons with up to so many get their drinks watered down; below 0 nobody."
    ),
    "sabotage": Weight(0, (0, 5), "dollars", "What Tuckers' end is worth for each patron in the deck (1922); 0 never."),
}

_NAMES = [*NOVICE, *RULEBOOK]


def position(name: str) -> int:
    """Return where a weight stands in the vector of `novice`, `rulebook` and their descendants."""
    return _NAMES.index(name)
