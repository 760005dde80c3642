"""The referee of Tiefenthal finds whatever was changed in a trace, and every rule that was changed behind its back."""

import json
import os

import pytest

from sim import replay
from tests.referee import tiefenthal
from tests.referee.tiefenthal_house import WILD, parameters, play_lying

SEED = 1933
LONG = "HOUSE_EDGE_REFEREE_GAMES" in os.environ
#: One of the games is played with this house rule.
FEW_TOKENS = "schnapps.keeps"
SEATS = ["first", "second", "third", "fourth"]


def check(lines, most_faults=5):
    return tiefenthal.check(lines, [FEW_TOKENS], most_faults=most_faults)


@pytest.fixture(scope="module")
def honest():
    """Games in which nearly everything happens, as lines."""
    games = [
        ("module-5-for-3", 2),
        ("module-2-for-3", 0),
        ("module-1-for-2", 0),
        ("module-2-for-2", 3),
        ("module-5", 1),
    ]
    found = [replay("tiefenthal", scenario=scenario, policy=WILD, seed=SEED, index=index) for scenario, index in games]
    found.append(replay("tiefenthal", scenario="module-5-for-2", policy="nobles", seed=SEED, index=1))
    found.append(replay("tiefenthal", scenario="module-2-for-2", policy="random", seed=SEED, rules={FEW_TOKENS: 0}))
    assert not any(check(lines) for lines in found)
    return found


def fits(line, wanted):
    return all(value(line.get(name)) if callable(value) else line.get(name) == value for name, value in wanted.items())


def find(honest, last=False, **wanted):
    """Return the lines of a game that has such a line, and where it stands."""
    for lines in honest:
        places = [at for at, line in enumerate(lines) if fits(line, wanted)]
        if places:
            return lines, places[-1 if last else 0]
    raise LookupError(f"no line with {wanted}")


def changed(lines, at, **fields):
    return [*lines[:at], json.loads(json.dumps(lines[at])) | fields, *lines[at + 1 :]]


def other(value, among):
    return next(each for each in among if each != value)


# --- a line that says something else

TAMPERED = {
    "a white die with another face": ({"type": "roll", "die": "white"}, {"face": lambda face: face % 6 + 1}),
    "an own die with another face": ({"type": "roll", "die": "own"}, {"face": lambda face: face % 6 + 1}),
    "a die without a face": ({"type": "roll"}, {"face": 7}),
    "a die of somebody else": ({"type": "roll", "die": "own"}, {"seat": lambda seat: other(seat, SEATS)}),
    "a card that is not in the deck": ({"type": "card", "rule": "filling.draw"}, {"card": 61}),
    "a guest turned up who is not in the pile": ({"type": "show", "slot": 0}, {"card": 60}),
    "a guest turned up in another slot": ({"type": "show", "slot": 3}, {"slot": 2}),
    "a guest without his tile": ({"type": "show", "slot": 2, "tile": 1}, {"tile": 0}),
    "a start card shown twice": ({"type": "show", "slot": -1}, {"card": 8}),
    "a start card nobody chose": ({"type": "fact", "rule": "start.cards"}, {"values": [0, 8, 0, 0, 0]}),
    "a guest who pays a coin more": (
        {"type": "coins", "cause": "coins_guests"},
        {"change": lambda coins: coins + 1, "after": lambda coins: coins + 1},
    ),
    "coins for another reason": ({"type": "coins", "cause": "coins_cashbox"}, {"cause": "coins_bonus"}),
    "a purse with another sum": ({"type": "coins", "cause": "coins_cards"}, {"after": lambda coins: coins + 1}),
    "a card at half price": ({"type": "coins", "cause": "coins_cards"}, {"change": lambda coins: coins + 1}),
    "an upgrade at another price": ({"type": "coins", "cause": "coins_upgrades"}, {"change": lambda coins: coins + 1}),
    "coins kept that must be lost": ({"type": "coins", "cause": "coins_lost"}, {"change": lambda coins: coins + 1}),
    "a supplier with more beer": ({"type": "beer", "cause": "beer_suppliers"}, {"change": lambda beer: beer + 1}),
    "a barrel with more beer": ({"type": "beer", "cause": "beer_barrels"}, {"change": lambda beer: beer + 1}),
    "a merchant with more beer": ({"type": "beer", "cause": "beer_merchants"}, {"change": lambda beer: beer + 1}),
    "a guest for less beer": ({"type": "beer", "cause": "beer_guests"}, {"change": lambda beer: beer + 1}),
    "nobles for less beer": ({"type": "beer", "cause": "beer_nobles"}, {"change": lambda beer: beer + 1}),
    "beer kept that must be lost": ({"type": "beer", "cause": "beer_lost"}, {"after": lambda beer: beer + 1}),
    "a die placed elsewhere": ({"type": "die", "rule": "plan.place", "space": 0}, {"space": 1}),
    "a die moved elsewhere": ({"type": "die", "rule": "serve.move"}, {"space": 3}),
    "a die raised for nothing": ({"type": "die", "plus": 1}, {"plus": 0}),
    "a die turned to another face": (
        {"type": "die", "rule": "schnapps.juggle_die"},
        {"face": lambda face: face % 6 + 1},
    ),
    "another die removed": ({"type": "used"}, {"die": lambda die: die + 1}),
    "a die removed from elsewhere": ({"type": "used", "space": lambda space: space >= 10}, {"space": 0}),
    "a step too far in the monastery": ({"type": "marker", "track": "monastery"}, {"to": lambda to: to + 1}),
    "a marker that stood elsewhere": ({"type": "marker", "track": "reputation"}, {"from": lambda old: old + 1}),
    "a step on the other track": ({"type": "marker", "track": "monastery"}, {"track": "reputation"}),
    "a token too many": ({"type": "token", "change": 1}, {"change": 2, "after": lambda tokens: tokens + 1}),
    "a token kept": (
        {"type": "token", "rule": lambda rule: rule in ("schnapps.keep", "serve.end")},
        {"after": lambda tokens: tokens + 1},
    ),
    "a token that was not paid": ({"type": "token", "rule": "schnapps.singer"}, {"change": 0}),
    "another area upgraded": ({"type": "area"}, {"area": lambda area: other(area, ["monk", "safe"])}),
    "another number of cards returned": (
        {"type": "area", "rule": "coins.upgrade", "returned": 1},
        {"returned": lambda number: number + 1},
    ),
    "a signature in another column": ({"type": "book"}, {"column": lambda column: (column + 1) % 4}),
    "a signature in another row": ({"type": "book"}, {"row": lambda row: row + 1}),
    "another noble's card": ({"type": "card", "rule": "coins.noble"}, {"card": 8}),
    "a card gained that was not bought": (
        {"type": "card", "rule": "coins.cards"},
        {"card": lambda card: other(card, [8, 9])},
    ),
    "a bonus that is another card": ({"type": "card", "rule": "bonus.card"}, {"card": 12}),
    "a recruit who goes to the discard pile": ({"type": "card", "rule": "beer.guest"}, {"to": "discard"}),
    "a card returned that was kept": ({"type": "card", "rule": "coins.special_order"}, {"to": "discard"}),
    "another guest removed": ({"type": "card", "to": "box"}, {"card": lambda card: (card + 1) % 7}),
    "a removed guest who is discarded": ({"type": "card", "from": "tavern", "to": "box"}, {"to": "discard"}),
    "a card of the tavern kept": ({"type": "card", "rule": "closing.discard"}, {"to": "deck"}),
    "a card of the tavern of another seat": (
        {"type": "card", "rule": "closing.discard"},
        {"seat": lambda seat: other(seat, SEATS)},
    ),
    "a juggled card that is another": ({"type": "card", "rule": "schnapps.juggle_card"}, {"card": 61}),
    "a counter guest too many": ({"type": "fact", "rule": "evening.counter"}, {"values": [0, 2, 0, 0, 0]}),
    "a counter guest not given": ({"type": "fact", "rule": "filling.redraw"}, {"values": [0, 5, 0, 0, 0]}),
    "another side of the entertainer": (
        {"type": "fact", "rule": "schnapps.arrive"},
        {"values": lambda values: [*values[:2], 1 - values[2], 0, 0]},
    ),
    "another sum of points": ({"type": "fact", "rule": "end.points"}, {"values": [0, 999, 0, 0, 0]}),
    "another number of winners": ({"type": "fact", "rule": "end.tie"}, {"values": [0, 9, 0, 0, 0]}),
    "a turn of another seat": ({"type": "turn", "phase": "serving"}, {"seat": lambda seat: other(seat, SEATS)}),
    "a phase that comes too early": ({"type": "turn", "phase": "draft"}, {"phase": "planning"}),
    "another round": ({"type": "turn", "round": 3}, {"round": 4}),
    "another outcome": ({"type": "result"}, {"outcome": lambda name: other(name, ["first", "shared"])}),
    "another game": ({"type": "header"}, {"game": "opulent"}),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_changed_line_is_found(honest, name):
    wanted, change = TAMPERED[name]
    lines, at = find(honest, **wanted)
    fields = {key: value(lines[at][key]) if callable(value) else value for key, value in change.items()}
    assert any(lines[at][key] != value for key, value in fields.items()), "nothing was changed"
    assert check(changed(lines, at, **fields))


# --- lines that are missing, told twice, or in another order

KINDS = ["turn", "decision", "roll", "card", "coins", "beer", "die", "used", "marker", "token", "area", "show", "book"]


@pytest.mark.parametrize("kind", [*KINDS, "fact", "snapshot", "result"])
def test_a_missing_or_repeated_line_is_found(honest, kind):
    lines, at = find(honest, type=kind)
    assert check(lines[:at] + lines[at + 1 :])
    assert check(lines[: at + 1] + lines[at:])


RULES = [
    *("coins.noble", "serve.merchant", "evening.choice", "evening.free_upgrade", "closing.discard", "serve.end"),
    *("beer.refill", "coins.special_order", "schnapps.track", "reputation.phase", "reputation.schnapps"),
    *(
        "reputation.crown",
        "bonus.steps",
        "schnapps.juggle_card",
        "start.items",
        "start.regulars",
        "evening.die",
        "beer.nobles",
    ),
]


@pytest.mark.parametrize("rule", RULES)
def test_a_missing_consequence_is_found(honest, rule):
    lines, at = find(honest, rule=rule)
    assert check(lines[:at] + lines[at + 1 :])


def test_another_order_on_the_deck_is_found(honest):
    """Two cards gained one after the other, as if the second had come first."""
    for lines in honest:
        for at in range(len(lines) - 1):
            here, next_ = lines[at], lines[at + 1]
            both = here["type"] == next_["type"] == "card" and here["to"] == next_["to"] == "deck"
            if both and here["card"] != next_["card"] and here["rule"] not in ("setup.deck", "start.items"):
                assert check([*lines[:at], next_, here, *lines[at + 2 :]])
                return
    raise LookupError("no two cards")


def test_a_card_drawn_from_below_the_known_one_is_found(honest):
    """A card that was just laid on the deck is drawn first; two drawn in the wrong order are found."""
    lines, at = find(honest, type="turn", round=2, phase="evening")
    draws = [n for n in range(at, len(lines)) if lines[n].get("rule") == "filling.draw"]
    for here, there in zip(draws, draws[1:], strict=False):
        same_seat = lines[here]["seat"] == lines[there]["seat"]
        if there == here + 1 and same_seat and lines[here]["card"] >= 8 and lines[there]["card"] != lines[here]["card"]:
            assert check([*lines[:here], lines[there], lines[here], *lines[there + 1 :]])
            return
    raise LookupError("no two draws")


def test_an_unfinished_trace_is_found(honest):
    assert check(honest[0][:-1])
    assert check(honest[0][:100])
    assert check([*honest[0], honest[0][-1]])
    assert check([])


# --- decisions

DECISIONS = [
    *("start_card", "discard_regular", "evening", "entertainer", "free_upgrade", "redraw", "draft", "turn_die", "plan"),
    *("serve", "move", "remove", "reputation_bonus", "signature", "juggle"),
]


@pytest.mark.parametrize("name", DECISIONS)
def test_a_changed_decision_is_found(honest, name):
    lines, at = find(honest, type="decision", name=name)
    choices, index = lines[at]["choices"], lines[at]["index"]
    illegal = [99, *choices[0][1:]]
    assert check(changed(lines, at, choices=[*choices, illegal])), "a choice that is not legal"
    left_out = 1 if index == 0 else 0
    fewer = [row for number, row in enumerate(choices) if number != left_out]
    assert check(changed(lines, at, choices=fewer, index=index - int(left_out < index))), "a legal choice left out"
    assert check(changed(lines, at, choices=[*choices, choices[0]])), "a choice listed twice"
    assert check(changed(lines, at, seat=other(lines[at]["seat"], SEATS))), "somebody else decides"
    assert check(changed(lines, at, index=len(choices))), "an answer outside the list"
    assert check(changed(lines, at, name=other(name, ["serve", "plan"]))), "another question"
    assert check(lines[:at] + lines[at + 1 :]), "nobody was asked"


#: Rows of a turn that a slip of the pen would list: what it costs, how often, from which supply.
WRONG_ACTS = {
    "an act that costs less": (lambda row: row[0] in range(10, 16), lambda row: [*row[:3], row[3] - 1]),
    "an upgrade with a card too many": (lambda row: row[0] == 20, lambda row: [20, row[1] + 1, *row[2:]]),
    "a guest of another slot": (lambda row: row[0] > 40, lambda row: [row[0], row[1] + 1, *row[2:]]),
    "a guest for less beer": (lambda row: row[0] > 43, lambda row: [row[0] - 1, row[1], -1, row[3] - 1]),
    "nobles for less beer": (lambda row: row[0] == 22, lambda row: [*row[:3], row[3] - 1]),
    "a die that was removed": (lambda row: row[0] == 2, lambda row: [2, 7, -1, 0]),
}


@pytest.mark.parametrize("name", WRONG_ACTS)
def test_a_wrong_act_is_found(honest, name):
    wanted, slip = WRONG_ACTS[name]
    lines, at = find(honest, type="decision", name="serve", choices=lambda rows: any(map(wanted, rows or [])))
    choices = [slip(row) if wanted(row) else row for row in lines[at]["choices"]]
    assert check(changed(lines, at, choices=choices))


# --- what is shown and stored

FIELDS = [
    *("market", "display", "threes_n", "guests_n", "nobles_n", "tokens_n", "tiles_n", "tile", "start", "rounds"),
    *("coins", "beer", "schnapps", "counter", "monastery", "reputation", "upgraded", "works", "entertainer", "book"),
    *("owned", "discarded", "deck_n", "known_n", "seat_card", "seat_used", "nobles_out", "laid", "dice", "die_at"),
    *("die_plus", "die_used", "plus", "bought", "recruited", "serenades", "granted", "before_supplier", "coins_in"),
    *("coins_out", "beer_in", "beer_out", "nobles_for", "starts", "recruits", "bought_all", "redraws", "removed"),
    *("dice_rolled", "steps", "renown", "schnapps_got", "schnapps_spent", "start_card", "start_cards"),
    *("outcome", "players", "active", "seats_n", "taken", "on_seat", "on_cashbox", "on_barrel", "die_pay", "plus_left"),
    *("tray_n", "dice_n", "own_n", "extra_die", "before_cashbox", "before_barrel", "points", "victory"),
]


def test_every_field_of_a_snapshot_is_compared(honest):
    places = [at for at, line in enumerate(honest[0]) if line["type"] == "snapshot" and line["after"] != "all"]
    at = places[len(places) // 2]
    table = json.loads(json.dumps(honest[0][at]["table"]))
    for field in FIELDS:
        inner, key = table, field
        while isinstance(inner[key], list):
            inner, key = inner[key], 0
        inner[key] += 1
    found = {fault.message.split(": ", 1)[1].split(" ")[0] for fault in check(changed(honest[0], at, table=table), 999)}
    assert set(FIELDS) <= found, set(FIELDS) - found


def test_every_column_of_the_result_is_compared(honest):
    *lines, result = honest[0]
    row = {name: value + (name != "game") for name, value in result["row"].items()}
    found = {fault.message.split(" ")[1] for fault in check([*lines, result | {"row": row}], 999)}
    assert row.keys() - found == {"game"}


def test_another_guest_in_the_tables_is_found(honest):
    for field, value in (("cost", 4), ("pay", 9), ("points", 9), ("bonus", "noble"), ("die", 1), ("module", 3)):
        tables = json.loads(json.dumps(honest[0][0]["tables"]))
        tables["guests"][5][field] = value
        assert check(changed(honest[0], 0, tables=tables)), field


# --- rules that were changed behind the referee's back

PLAYED = ("module-5-for-3", "module-2-for-3", "module-5")
#: In so many games of each a changed rule must show.
WITHIN = 12
#: What the nearest other value seldom shows.
RARE = {"schnapps.keeps": 0, "fire.upgrade_price": 1, "area.supplier.discount": 12}
#: Entertainers and their rounds are all different.
RARE |= {"winter.entertainers": [2, 1, 0], "winter.rounds": [2, 4, 5]}
#: A usual run plays some of them.
SOME = [
    *("start.rotation", "counter.steps", "nobles.share_a_table", "waitress.dice", "draft.passes", "safe.keeps"),
    *("barrel.beer_upgraded", "staff.of_each_kind", "area.table.discount", "area.nobles", "fire.remove_price"),
    *("winter.entertainers_replace", "reputation.steps", "reputation.crown_nobles", "start_card.pilgrim_regulars"),
    *("schnapps.keeps", "book.row_nobles", "nobles.cost"),
]
#: monastery.last contradicts the spaces unless they are changed with it; the bound on moves is no rule of the game.
NOT_ALONE = ("monastery.last", "turn.most_moves")


def one_off(name):
    """Return the nearest other value of a rule."""
    if name in RARE:
        return RARE[name]
    entry = parameters()[name]
    default = entry["default"]
    if "choices" in entry:
        return other(default, entry["choices"])
    if isinstance(default, bool):
        return not default
    if isinstance(default, list):
        least, most = entry["bounds"]
        return entry["range"][0] if "range" in entry and entry["range"][0] != default else [least] * len(default)
    return default - 1 if default > entry["bounds"][0] else default + 1


@pytest.mark.parametrize("rule", [name for name in parameters() if name not in NOT_ALONE] if LONG else SOME)
def test_a_rule_changed_behind_the_referees_back_is_found(rule):
    for scenario in PLAYED:
        for index in range(WITHIN):
            if play_lying(rule, one_off(rule), scenario, WILD, SEED, index):
                return
    pytest.fail(f"{rule} = {one_off(rule)} was not noticed in {len(PLAYED) * WITHIN} games")
