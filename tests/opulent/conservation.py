"""What must hold at every moment of a year: nothing appears, nothing vanishes, nobody is in two places."""

from sim.games.opulent import names

QUEUES = {"line": names.LINE, "overflow": names.OVERFLOW, "floor": names.FLOOR, "bar": names.AT_BAR}
QUEUES |= {"vip": names.VIP, "centre": names.CENTRE}
STANDING = {names.MARTIN: names.FLOOR, names.EDWARDS: names.AT_BAR, names.YORKE: names.WITH_MANAGER}


def check_trace(lines, rules):
    """Check every snapshot of a trace and return their number; the box neither gains nor loses a card."""
    boxed = []
    for line in lines:
        if line["type"] == "snapshot":
            check(line["table"], rules)
            boxed.append(line["table"]["place"].count(names.DECK) - line["table"]["deck_n"])
    assert len(set(boxed)) == 1
    assert boxed[0] >= 0
    return len(boxed)


def check(table, rules):
    """Check one snapshot of the table.

    Parameters
    ----------
    table : dict
        The visible table as `sim.playback.snapshot` gives it.
    rules : numpy.record
        Rule values.
    """
    patrons_are_in_one_place(table)
    nickels_are_within_limits(table, rules)
    ledgers_balance(table)
    band_cards_are_all_there(table)
    dice_are_all_there(table, rules)
    stock_is_within_capacity(table, rules)
    assert sum(table["kinds_left"]) == table["events_n"]


def patrons_are_in_one_place(table):
    """Every patron card is where its place says, once."""
    for name, place in QUEUES.items():
        queue = table[name]
        standing = [card for card, where in STANDING.items() if where == place and table["place"][card] == place]
        here = [card for card in range(names.PATRONS) if table["place"][card] == place]
        assert sorted([*queue, *(card for card in standing if card not in queue)]) == here, name
        assert len(set(queue)) == len(queue), name
    assert table["place"].count(names.DECK) >= table["deck_n"]  # the rest is in the box, see check_trace
    assert [card for card in range(names.PATRONS) if table["place"][card] == names.HELD] == (
        [table["held"]] if table["held"] >= 0 else []
    )


def nickels_are_within_limits(table, rules):
    """Ordinary patrons hold what is allowed, Celebrities up to their stars, Regulars nothing."""
    for card, held in enumerate(table["nickels"]):
        social = rules.patron_class[card]
        if social == names.CELEBRITY:
            most = rules.patron_stars[card]
        elif social == names.REGULAR:
            most = 0
        else:
            most = rules.patron_maximum_nickels
            if social == names.ARISTOCRAT and rules.aristocrat_own_maximum > 0:
                most = rules.aristocrat_own_maximum
            if table["yellow"][card]:
                most = max(most, rules.patron_yellow_maximum)
        assert 0 <= held <= most, (card, held, most)
        if table["place"][card] in (names.GONE, names.DECK, names.BOX):
            assert held == 0, card


def ledgers_balance(table):
    """Nickels that came in and did not go out are on cards, dollars in the coffers."""
    assert sum(table["nickels_in"]) - sum(table["nickels_out"]) == sum(table["nickels"])
    assert sum(table["dollars_in"]) - sum(table["dollars_out"]) == table["coffers"]
    assert table["nickels_out"][names.OUT_BANKED] == table["dollars_in"][names.IN_BANKED]


def band_cards_are_all_there(table):
    """128 band cards are in piles, hand, song list and discards, none of them twice."""
    seen = [*table["hand"], *table["songs"], *(card for section in table["discards"] for card in section)]
    assert len(set(seen)) == len(seen)
    assert len(seen) + sum(table["pile_n"]) == names.SECTIONS * names.SECTION_CARDS
    for section in range(names.SECTIONS):
        shown = sum(card // names.SECTION_CARDS == section for card in seen)
        assert shown + table["pile_n"][section] == names.SECTION_CARDS
        assert table["pile_n"][section] > 0 or table["section_at_bar"][section]


def dice_are_all_there(table, rules):
    """The Doorman's dice are in his pool or, yellow, on patrons in the club."""
    assert sum(table["yellow"]) == table["yellow_out"]
    assert 0 <= table["yellow_out"] <= rules.door_dice + table["staff"][names.PLAIN_DOORMAN]
    for card, yellow in enumerate(table["yellow"]):
        assert not yellow or rules.patron_class[card] <= names.ARISTOCRAT
        assert not yellow or table["place"][card] in (*QUEUES.values(), names.HELD)


def stock_is_within_capacity(table, rules):
    """The bar holds no more than it has room for, or than it opened with."""
    owned = table["owned"]
    ice = rules.upgrade_ice_chest if owned[names.ICE_CHEST] else rules.bar_ice_capacity
    fruit = rules.upgrade_bar_fruit if owned[names.BAR_UPGRADES] else rules.bar_fruit_capacity
    liquor = rules.upgrade_bar_liquor if owned[names.BAR_UPGRADES] else rules.bar_liquor_capacity
    most = [
        max(ice, rules.setup_ice),
        max(fruit, rules.setup_fruit),
        max(rules.bar_beer_capacity, rules.setup_beer),
        max(liquor, rules.setup_liquor),
        rules.bar_special_tokens,
    ]
    for ingredient, held in enumerate(table["stock"]):
        assert 0 <= held <= most[ingredient], ingredient


def check_row(row, game, rules):
    """Check the stored row of a finished year: both ledgers balance, the outcome is one of those declared."""
    for ledger in game.file.ledgers:
        flows = [column for column in game.file.columns if column.ledger == ledger.name]
        came = sum(int(row[column.name]) for column in flows if column.direction == "in")
        went = sum(int(row[column.name]) for column in flows if column.direction == "out")
        assert came == went, ledger.name
    outcome = game.file.outcomes[int(row["outcome"])].name
    assert outcome != "error"
    assert (outcome == "won") == (row["coffers"] >= row["target"]) or outcome == "abandoned"
    assert (outcome == "abandoned") <= (row["rounds"] == rules.year_turn_cap)
    assert row["rounds"] <= rules.year_turn_cap
    assert row["gap"] == row["coffers"] - row["target"]
    assert row["goal"] == row["target"] + row["upgrade_paid"]
