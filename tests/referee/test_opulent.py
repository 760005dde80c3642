"""Games of every year and policy pass the referee; a trace that was tampered with does not."""

import copy

import pytest

from sim import replay
from tests.referee.opulent import check

YEARS = [str(year) for year in range(1920, 1930)]
POLICIES = ["random", "novice", "rulebook"]
GAMES = 8
SEED = 1920


def report(faults):
    return "\n".join(str(fault) for fault in faults)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("year", YEARS)
def test_games_pass(year, policy):
    for index in range(GAMES):
        faults = check(replay("opulent", scenario=year, policy=policy, seed=SEED, index=index))
        assert not faults, f"{year}, {policy}, seed {SEED}, game {index}:\n{report(faults)}"


@pytest.mark.parametrize("variant", ["cakewalk", "hard-knocks", "no-overflow-penalty", "no-key-penalty"])
def test_variants_pass(variant):
    for index, year in enumerate(YEARS):
        lines = replay("opulent", scenario=year, policy="rulebook", seed=SEED, index=index, variants=(variant,))
        assert not check(lines), report(check(lines))


#: Switches away from their defaults, several at a time: the referee reads every value from the header.
SWITCHES = [
    {"staff.plain": True, "event_deck.general_effects": 24, "staff.assistant_rerolls": 2},
    {"door.at_zero": "next_penalty", "bar.failed_waits_too": False, "vip.ordinary": False},
    {"door.at_zero": "stays", "band.unison_exact": False, "band.half_beats_up": True, "band.free_pass": True},
    {"raid.by_factor": True, "upgrade.safe_keeps": 3, "upgrade.panels_save": 50, "raid.numbers": [5, 5, 5, 5, 5]},
    {"door.sixth_face": "purple", "door.purple_needed": 1, "vip.pamper_free": True},
    {"lookout.stays": True, "lookout.optional": False, "closing.trigger_counts": True},
    {"upgrade.instruments_free": 0, "door.wait_penalty": 2, "door.skip_penalty": 2, "bar.skip_penalty": 2},
    {"band.melody": False, "door.rerolls": False, "bar.watering": False, "manager.comps": False},
    {"loan.allowed": False, "manager.buy_in_year": False, "closing.early": False, "contract.italian_loss": 3},
    {"manager.actions": 4, "manager.bar_dice": 2, "manager.door_dice": 3, "bar.dice": 5, "door.dice": 7},
    {"bar.schmooze_nickels": 3, "door.schmooze_nickels": 3, "manager.schmooze_nickels": 3, "band.tuning_nickels": 2},
    {"counterfeiter.active": True, "argument.active": True, "meeting.active": True},
    {"film.active": True, "gangs.active": True, "tuckers.active": True, "blizzard.active": True},
]


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda switches: " ".join(switches))
def test_switches_pass(switches):
    for index, year in enumerate(YEARS[::3]):
        lines = replay("opulent", scenario=year, policy="random", seed=SEED, index=index, rules=switches)
        assert not check(lines), report(check(lines))


@pytest.fixture(scope="module")
def honest():
    """The trace of one game that passes."""
    lines = replay("opulent", scenario="1923", policy="rulebook", seed=SEED, index=0)
    assert not check(lines)
    return lines


def first(lines, kind, **fields):
    """Index of the first line of a kind with these fields."""
    for index, line in enumerate(lines):
        if line["type"] == kind and all(line.get(name) == value for name, value in fields.items()):
            return index
    raise LookupError(f"no {kind} line with {fields}")


TAMPERED = {
    "a nickel more": ("nickels", {"cause": "placed"}, {"change": 4, "after": 4}),
    "a nickel for another reason": ("nickels", {"cause": "door_wait"}, {"cause": "door_skip"}),
    "a patron to the wrong station": ("move", {"rule": "door.admit", "to": "bar"}, {"to": "floor"}),
    "a dollar more": ("dollars", {"cause": "coffers_banked"}, {"change": 9}),
    "a die with another face": ("roll", {"die": "door"}, {"result": "blank"}),
    "a card nobody played": ("card", {"from": "hand"}, {"card": 127}),
    "an ingredient kept": ("stock", {"rule": "bar.prepare"}, {"change": 0}),
    "an event of another kind": ("event", {}, {"kind": "agents"}),
    "a choice that is not legal": ("decision", {"name": "song"}, {"choices": [[1, 1], [3, 0]], "index": 1}),
    "another winner": ("result", {}, {"outcome": "raided"}),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_changed_line_is_found(honest, name):
    kind, fields, change = TAMPERED[name]
    lines = copy.deepcopy(honest)
    lines[first(lines, kind, **fields)].update(change)
    assert check(lines)


@pytest.mark.parametrize("kind", ["nickels", "move", "dollars", "card", "stock", "drink", "die", "roll", "decision"])
def test_a_missing_or_repeated_line_is_found(honest, kind):
    at = first(honest, kind)
    assert check(honest[:at] + honest[at + 1 :])
    assert check(honest[: at + 1] + honest[at:])


@pytest.mark.parametrize("field", ["nickels", "coffers", "stock", "line", "floor", "bar", "songs", "deck_n", "payers"])
def test_a_changed_snapshot_is_found(honest, field):
    lines = copy.deepcopy(honest)
    table = [line["table"] for line in lines if line["type"] == "snapshot"][10]
    table[field] = [*table[field], 1] if isinstance(table[field], list) else table[field] + 1
    assert [fault for fault in check(lines) if fault.rule == "snapshot"]


def test_an_unfinished_trace_is_found(honest):
    assert check(honest[:-1])
    assert check(honest[:100])
