"""What must hold at every moment of a game: nothing appears, nothing vanishes, nothing is in two places."""

from sim.games.tiefenthal import names

NOBLES, TAVERN_CARDS, SCHNAPPS, TILES = 61, 16, 20, 40


def check_trace(lines, rules):
    """Check every snapshot of a trace and return their number."""
    seen = 0
    for line in lines:
        if line["type"] == "snapshot":
            check(line["table"], rules)
            seen += 1
    return seen


def check(table, rules):
    """Check one snapshot of the table.

    Parameters
    ----------
    table : dict
        The visible table as `sim.playback.snapshot` gives it.
    rules : numpy.record
        Rule values.
    """
    players = range(table["players"])
    cards_are_all_there(table, rules, players)
    for seat in players:
        deck_and_tavern_hold_what_is_owned(table, seat)
        dice_are_where_they_can_be(table, rules, seat)
        purses_balance(table, rules, seat)
    guests_are_in_one_place(table, rules)
    tokens_and_tiles_are_all_there(table, rules, players)
    assert table["pending_n"] == 0


def cards_are_all_there(table, rules, players):
    """Tavern cards, nobles and regulars: with players, in the supply, or gone for good."""
    for kind in range(names.KINDS):
        owned = sum(table["owned"][seat][names.STAFF + kind] for seat in players)
        if kind != names.BARD or rules.module >= 3:
            assert owned + table["market"][kind] == rules.staff_cards
    assert sum(table["owned"][seat][names.NOBLE] for seat in players) + table["nobles_n"] == rules.nobles_supply
    for seat in players:
        assert table["owned"][seat][names.NOBLE] == sum(table["nobles_for"][seat])
        people = sum(table["owned"][seat][: names.REGULARS]) + sum(table["owned"][seat][names.GUEST :])
        taken = sum(table["owned"][seat][names.GUEST :])
        assert people + table["removed"][seat] >= names.REGULARS + table["recruits"][seat]
        assert taken <= table["recruits"][seat] + 1  # the guest of round 2


def deck_and_tavern_hold_what_is_owned(table, seat):
    """A player's cards are in the deck, on the discard pile or laid out."""
    laid = sum(table["laid"][seat]) + table["nobles_out"][seat]
    laid += sum(card >= 0 and card != names.NOBLE for card in table["seat_card"][seat])
    total = table["deck_n"][seat] + sum(table["discarded"][seat]) + laid
    assert total == sum(table["owned"][seat])
    assert table["known_n"][seat] <= table["deck_n"][seat]
    for card, count in enumerate(table["owned"][seat]):
        assert count >= table["discarded"][seat][card] >= 0


def dice_are_where_they_can_be(table, rules, seat):
    """White and own dice, each on one space that wants its face, and no more help than there are dishwashers."""
    n = table["dice_n"][seat]
    assert table["own_n"][seat] <= rules.dice_own_limit and n in (0, rules.dice_white + table["own_n"][seat])
    if table["phase"] == names.SERVING:
        spaces = [s for s in table["die_at"][seat][:n] if s >= 0 and s not in (names.ON_SUPPLIER, names.ON_MONK)]
        assert len(spaces) == len(set(spaces))
        assert sum(table["die_plus"][seat][:n]) + table["plus_left"][seat] == table["plus"][seat]
        for die, space in enumerate(table["die_at"][seat][:n]):
            counted = table["dice"][seat][die] + table["die_plus"][seat][die]
            assert counted <= 6
            if space == names.ON_SUPPLIER:
                assert counted in rules.supplier_faces
            elif space == names.ON_MONK:
                assert counted == rules.monk_face
    for card in table["seat_card"][seat]:
        assert card < names.STAFF or card >= names.GUEST


def purses_balance(table, rules, seat):
    """What came in is there, was spent or was lost; between turns safe and store hold what they can."""
    for unit, keeps in (("coins", "safe"), ("beer", "store")):
        came, went = sum(table[f"{unit}_in"][seat]), sum(table[f"{unit}_out"][seat])
        assert came - went == table[unit][seat] >= 0
        if table["rounds"] > 0 and table["phase"] in (names.EVENING, names.CLOSING):
            area = names.SAFE if unit == "coins" else names.STORE
            most = rules[f"{keeps}_keeps_upgraded" if table["works"][seat][area] else f"{keeps}_keeps"]
            assert table[unit][seat] <= most


def guests_are_in_one_place(table, rules):
    """Guests are shown, in the deck, in the pile, with a player, or gone."""
    shown = [card for card in table["display"] if card >= 0]
    assert len(shown) == len(set(shown))
    total = names.GUESTS if rules.module >= 3 else names.BASIC_GUESTS
    hidden = table["guests_n"] + max(0, table["threes_n"] - 1)
    owned = sum(sum(row[names.GUEST :]) for row in table["owned"])
    removed = sum(table["removed"])
    assert shown and total - removed <= len(shown) + hidden + owned <= total


def tokens_and_tiles_are_all_there(table, rules, players):
    """Schnapps and signature tiles."""
    if rules.module >= 2:
        assert table["tokens_n"] + sum(table["schnapps"][seat] for seat in players) == rules.schnapps_supply
        assert all(table["schnapps"][seat] <= max(rules.schnapps_keeps, 20) for seat in players)
    if rules.module >= 5:
        signed = sum(sum(table["book"][seat]) for seat in players)
        assert table["tiles_n"] + sum(table["tile"]) + signed == rules.book_tiles
    else:
        assert sum(table["tile"]) == table["tiles_n"] == 0
