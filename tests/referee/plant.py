"""Wrong rules to plant in a copy of the engine, and the process that plays the copy.

``python -m tests.referee.plant PLAY`` plays games with the first The Opulent on ``HOUSE_EDGE_PATH`` and prints what the
referee finds; ``PLAY`` is a `Play` as JSON. Each plant changes one line of the engine, as a slip of the pen would.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.referee.reader import Fault

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "sim" / "games" / "opulent"
SEED = 1933
PASSED = "no faults"


@dataclass(frozen=True)
class Play:
    """Games in which the referee must find a plant.

    Attributes
    ----------
    year, policy : str
        Scenario and who plays it.
    first, games : int
        Index of the first game or campaign, and within how many it must be found.
    club : str
        Campaign policy: whole campaigns are played; one year alone if empty.
    rules : dict
        House rules under which it shows.
    """

    year: str = "1920"
    policy: str = "rulebook"
    first: int = 0
    games: int = 8
    club: str = ""
    rules: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Plant:
    """One wrong rule.

    Attributes
    ----------
    rule : str
        The rule that is broken.
    file, right, wrong : str
        Where it stands in the engine, what stands there, and what is planted instead.
    play : Play
        Where it shows.
    shows_as : str
        Rule that the referee names; the broken one if empty.
    """

    rule: str
    file: str
    right: str
    wrong: str
    play: Play = Play()
    shows_as: str = ""


PLANTS = [
    Plant(
        "door.skip",
        "doorman.py",
        "table.skipped[passed] += 1",
        "table.skipped[passed] = 1",
        play=Play(policy="random"),
    ),
    Plant(
        "door.move_up",
        "door_line.py",
        "rules.patron_overflow_nickels if",
        "rules.patron_start_nickels if",
        play=Play(policy="random"),
    ),
    Plant(
        "band.off_tempo",
        "band_set.py",
        "off = left // HALF",
        "off = (left + 1) // HALF",
        play=Play(policy="random"),
        shows_as="band.tempo",
    ),
    Plant(
        "band.off_key",
        "band_set.py",
        "!= rules.card_key[song]",
        "== rules.card_key[song]",
        shows_as="band.tempo",
    ),
    Plant(
        "band.melody",
        "band_set.py",
        "return notes, notes - 1",
        "return notes, notes",
    ),
    Plant(
        "bar.zero",
        "bar_losses.py",
        "table.nickels[patron] == 0",
        "table.nickels[patron] < 0",
        play=Play(policy="random"),
    ),
    Plant(
        "bar.shipment",
        "another_round.py",
        "if sent and table.stock[SPECIAL] == 0 and",
        "if sent and",
        play=Play(games=16),
    ),
    Plant(
        "manager.rival",
        "contracts.py",
        "contract_irish_loss if contract == IRISH",
        "contract_irish_loss if contract == NO_FAMILY",
        play=Play(policy="random"),  # chance takes both contracts, whatever a policy has come to prefer
        shows_as="door.admit",
    ),
    Plant(
        "raid.risk",
        "raid.py",
        "risk = bracket + 2",
        "risk = bracket + 1",
        play=Play(year="1928", games=16),
    ),
    Plant(
        "y1923.argument",
        "y1923.py",
        "if face != POLITICIAN and face != ARISTOCRAT",
        "if face != POLITICIAN",
        play=Play(year="1923"),
    ),
    Plant(
        "y1925.second_lap",
        "y1925.py",
        "face == YELLOW or face == PURPLE or",
        "face == YELLOW or",
        play=Play(year="1925"),
    ),
    Plant(
        "vip.pamper",
        "vip.py",
        "vip_round[patron] < table.rounds",
        "vip_round[patron] <= table.rounds",
        play=Play(year="1929", games=16),
        shows_as="manager.actions",
    ),
    Plant(
        "closing.last_call",
        "closing.py",
        "= rules.closing_last_call_turns",
        "= rules.closing_last_call_turns - 1",
        play=Play(policy="novice"),
    ),
]


#: Years without costs or debts, so that even chance lives long enough to show a slip in the second or third year.
FREE = {"year.cost_adjustment": -100, "loan.allowed": False}


def campaign(index: int, rules: dict[str, Any]) -> Play:
    """Return one campaign left to chance, whatever the policies have come to prefer."""
    return Play(policy="random", club="random", first=index, games=1, rules=rules)


CAMPAIGN_PLANTS = [
    Plant(
        "campaign.quick_sale",
        "campaign.py",
        " * rules.campaign_sale_share // PERCENT",
        "",
        play=campaign(1, {**FREE, "year.random_upgrades": 2}),
    ),
    Plant(
        "campaign.unsellable",
        "campaign.py",
        " and rules.campaign_sellable[upgrade] != 0",
        "",
        play=campaign(31, {**FREE, "year.random_upgrades": 1, "upgrade.prices": [8] * 10}),
        shows_as="campaign.quick_sale",
    ),
    Plant(
        "campaign.quick_sale",
        "campaign.py",
        " and upgrade != table.selected",
        "",
        play=campaign(5, {**FREE, "year.cost_adjustment": -24, "upgrade.prices": [2] * 10}),
    ),
    Plant(
        "campaign.bankrupt",
        "campaign.py",
        "row.ending = BANKRUPT\n        carried.over = 1",
        "row.ending = BANKRUPT",
        play=campaign(0, {}),
    ),
    Plant(
        "campaign.pay",
        "campaign.py",
        "OUT_BUSINESS, PAY)\n    if table.bought == 0:",
        "OUT_BUSINESS, PAY)\n    if table.bought > 1:",
        play=campaign(2, {**FREE, "upgrade.prices": [2] * 10, "manager.buy_in_year": False}),
    ),
    Plant(
        "campaign.upgrade_missed",
        "campaign.py",
        "if table.coffers < price:",
        "if table.coffers + 1 < price:",
        play=campaign(17, {**FREE, "upgrade.prices": [2] * 10, "manager.buy_in_year": False}),
    ),
    Plant(
        "campaign.keep_staff",
        "campaign.py",
        "spend(table, log, rules.staff_salary, OUT_SALARY, KEEP)",
        "pass",
        play=campaign(18, {**FREE, "staff.salary": 1, "year.random_upgrades": 2}),
    ),
    Plant(
        "campaign.staff_places",
        "campaign.py",
        "rules.staff_station[member], table.kept) > 0:",
        "rules.staff_station[member], table.kept) > -9:",
        play=campaign(0, {**FREE, "staff.salary": 1, "year.random_upgrades": 1}),
        shows_as="campaign.end",  # where the rules see nobody to ask about
    ),
    Plant(
        "campaign.hire",
        "setup.py",
        "spend(table, log, rules.staff_salary, OUT_SALARY, CAMPAIGN_HIRE)",
        "pass",
        play=campaign(1, {**FREE, "staff.salary": 1, "year.random_upgrades": 2}),
    ),
    Plant(
        "campaign.select",
        "setup.py",
        "if table.owned[upgrade] == 0:\n                offer(",
        "if table.owned[upgrade] >= 0:\n                offer(",
        play=campaign(2, {**FREE, "upgrade.prices": [2] * 10}),
        shows_as="setup.select_upgrade",
    ),
    Plant(
        "campaign.single_session",
        "scenarios/1922.toml",
        'single_session = ["year.random_upgrades", "loan.repay"]',
        'single_session = ["year.random_upgrades"]',
        play=campaign(0, FREE),
    ),
    Plant(
        "campaign.carry",
        "campaign.py",
        "carried.coffers = table.coffers",
        "carried.coffers = table.coffers + 1",
        play=campaign(0, FREE),
    ),
    Plant(
        "campaign.counterfeiter",
        "campaign.py",
        "carried.counterfeiter = 1",
        "carried.counterfeiter = 0",
        play=campaign(21, FREE),
    ),
    Plant(
        "campaign.counterfeiter",
        "campaign.py",
        "carried.clues = table.clues",
        "carried.clues = 0",
        play=campaign(0, FREE),
    ),
    Plant(
        "campaign.lookouts",
        "setup.py",
        "lookouts * rules.lookout_fee, OUT_LOOKOUT",
        "0 * rules.lookout_fee, OUT_LOOKOUT",
        play=campaign(0, {**FREE, "event_deck.lookouts": 20, "event_deck.agents": 0}),
    ),
    Plant(
        "campaign.removed",
        "campaign.py",
        "carried.removed[patron] = table.removed[patron]",
        "carried.removed[patron] = 0",
        play=campaign(0, {**FREE, "gangs.active": True}),
    ),
    Plant(
        "campaign.removed",
        "setup.py",
        "!= CELEBRITY and table.removed[patron] == 0:",
        "!= CELEBRITY:",
        play=campaign(0, {**FREE, "gangs.active": True}),
    ),
]


def copy_engine(folder: Path, plant: Plant | None = None) -> None:
    """Copy the game into ``folder/games/opulent``, with one line changed."""
    copy = folder / "games" / "opulent"
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if plant is not None:
        path = copy / plant.file
        text = path.read_text(encoding="utf-8")
        if text.count(plant.right) != 1:
            raise LookupError(f"{plant.file} has {text.count(plant.right)} times '{plant.right}', not once")
        path.write_text(text.replace(plant.right, plant.wrong), encoding="utf-8")


def play_copy(folder: Path, play: Play) -> str:
    """Play the copy in a process of its own, as plain Python, and return what the referee says."""
    environment = {**os.environ, "HOUSE_EDGE_PATH": str(folder), "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.referee.plant", json.dumps(asdict(play))]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout


def faults_of(play: Play, index: int) -> list[Fault]:
    """Play one game or campaign, and return what the referee says."""
    from sim import replay
    from sim.campaign import make_campaign_plan
    from sim.campaign_playback import trace_campaign
    from tests.referee.opulent import check, check_campaign

    if play.club:
        plan = make_campaign_plan("opulent", play.policy, play.club, seed=SEED, rules=play.rules)
        return check_campaign(trace_campaign(plan, index), play.rules)
    lines = replay("opulent", scenario=play.year, policy=play.policy, seed=SEED, index=index, rules=play.rules)
    return check(lines)


def main(said: str) -> None:
    """Play games until one has a fault, and print the faults."""
    play = Play(**json.loads(said))
    for index in range(play.first, play.first + play.games):
        faults = faults_of(play, index)
        if faults:
            print(f"game {index}")
            print("\n".join(map(str, faults)))
            return
    print(PASSED)


if __name__ == "__main__":
    main(sys.argv[1])
