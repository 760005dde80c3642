"""The position file to start from: commented, and it works as it is."""

from __future__ import annotations

TEXT = """\
# A position of The Opulent, as it stood when a station's turn began. What should we do?
#     {command}
# Everything has a default; take away what you do not need. Patrons, events and band cards you do not name are where
# nobody has seen them yet: advice shuffles them again in every future it plays.

game = "opulent"
scenario = "1922"               # 'house-edge list scenarios opulent'
# variants = ["hard-knocks"]    # house rules, by name or file
seat = "manager"                # whose turn begins: door, band, bar or manager
round = 3

# The office
coffers = 9
debt = 0                        # dollars borrowed from the mob
lookouts = 0
lookouts_on_offer = 0           # lookout cards whose offer still stands
contract = "irish"              # or "italian"
selected = "Ice Chest"          # the upgrade you work towards; its price is part of the target
bought = false                  # true once it is bought
upgrades = ["Expanded Dance Floor", "Business License"]
staff = []
arriving = 0                    # patrons the last event card sends to the next Doorman's turn
last_call = 0                   # last-call counters left

# Patrons, the front of each queue first. Say who, then what is on the card:
#     "Irish Mobster, 2 nickels"        any Irish Mobster; "left", "right" and "woman" narrow it down
#     "Irish Mobster 3, 2 nickels"      card 3 of House Edge, as 'replay' prints it
#     "Aristocrat, 4 nickels, yellow die"      "3-star Celebrity"      "Frank Collins"
line = ["Italian Mobster, 2 nickels", "Politician, 1 nickel"]
overflow = []
floor = ["left Aristocrat, 3 nickels, yellow die", "left Politician, 2 nickels"]
bar = ["right Aristocrat, 2 nickels", "Stanley Edwards, 1 nickel"]
vip = []                        # "2-star Celebrity, 1 nickel, then bar"
centre = []
gone = ["right Irish Mobster", "left Irish Mobster", "right Politician"]    # who has left; all others are unseen
deck = 12                       # patrons left in the deck
deck_top = "Politician"         # the deck lies face up

# The Band
hand = ["half A in E flat", "quarter C in A", "whole F in A"]
songs = ["4/4 in A", "3/4 in E flat"]     # the current one first
piles = {{ woodwinds = 24, brass = 26, strings = 27, percussion = 25 }}     # cards left; the others are discarded
next_song_from = "strings"
sections_at_bar = []            # sections that wait for a drink

events_drawn = {{ general = 1, agents = 1 }}     # so far this year

[stock]
ice = 1
fruit = 0
beer = 2
liquor = 1
special = 0

# What has happened since the turn began; leave it out to ask about its first decision.
[now]
event = "general"               # turned over this turn: lookout, agents, patron mix, general or historical
# arrived = ["Irish Mobster"]   # patrons who came to the door this turn, the first one first
# deck_top = "Aristocrat"       # who lies open on the deck after them
# drawn = ["half A in A"]       # cards the Band drew this turn
# made = ["schmooze"]           # choices made this turn, in the words of advise, or their numbers from 0
# decision = "lock"             # the decision at hand; choices before it that 'made' does not name were the first ones
# rolled = {{ door = ["red", "red", "blue", "green", "blank"] }}     # what the dice showed before it
"""


def text(command: str) -> str:
    """Return the file; ``command`` is what to type with it."""
    return TEXT.format(command=command)
