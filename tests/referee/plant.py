"""Wrong rules to plant in a copy of the engine, and the process that plays the copy.

``python -m tests.referee.plant YEAR POLICY GAMES`` plays games with the first The Opulent on ``HOUSE_EDGE_PATH`` and
prints what the referee finds. Each plant changes one line of the engine, as a slip of the pen would.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "sim" / "games" / "opulent"
SEED = 1933
PASSED = "no faults"


@dataclass(frozen=True)
class Plant:
    """One wrong rule.

    Attributes
    ----------
    rule : str
        The rule that is broken.
    file, right, wrong : str
        Where it stands in the engine, what stands there, and what is planted instead.
    year, policy : str
        Where it shows.
    games : int
        Games within which the referee must find it.
    shows_as : str
        Rule that the referee names; the broken one if empty.
    """

    rule: str
    file: str
    right: str
    wrong: str
    year: str = "1920"
    policy: str = "rulebook"
    games: int = 8
    shows_as: str = ""


PLANTS = [
    Plant("door.skip", "doorman.py", "table.skipped[passed] += 1", "table.skipped[passed] = 1", policy="random"),
    Plant(
        "door.move_up",
        "door_line.py",
        "rules.patron_overflow_nickels if",
        "rules.patron_start_nickels if",
        policy="random",
    ),
    Plant(
        "band.off_tempo",
        "band_set.py",
        "off = left // HALF",
        "off = (left + 1) // HALF",
        policy="random",
        shows_as="band.tempo",
    ),
    Plant(
        "band.off_key",
        "band_set.py",
        "!= rules.card_key[song]",
        "== rules.card_key[song]",
        shows_as="band.tempo",
    ),
    Plant("band.melody", "band_set.py", "return notes, notes - 1", "return notes, notes"),
    Plant("bar.zero", "bar_losses.py", "table.nickels[patron] == 0", "table.nickels[patron] < 0", policy="random"),
    Plant("bar.shipment", "another_round.py", "if sent and table.stock[SPECIAL] == 0 and", "if sent and", games=16),
    Plant(
        "manager.rival",
        "contracts.py",
        "contract_irish_loss if contract == IRISH",
        "contract_irish_loss if contract == NO_FAMILY",
        policy="random",  # chance takes both contracts, whatever a policy has come to prefer
        games=8,
        shows_as="door.admit",
    ),
    Plant("raid.risk", "raid.py", "risk = bracket + 2", "risk = bracket + 1", year="1928", games=16),
    Plant(
        "y1923.argument",
        "y1923.py",
        "if face != POLITICIAN and face != ARISTOCRAT",
        "if face != POLITICIAN",
        year="1923",
    ),
    Plant("y1925.second_lap", "y1925.py", "face == YELLOW or face == PURPLE or", "face == YELLOW or", year="1925"),
    Plant(
        "vip.pamper",
        "vip.py",
        "vip_round[patron] < table.rounds",
        "vip_round[patron] <= table.rounds",
        year="1929",
        games=16,
        shows_as="manager.actions",
    ),
    Plant(
        "closing.last_call",
        "closing.py",
        "= rules.closing_last_call_turns",
        "= rules.closing_last_call_turns - 1",
        policy="novice",
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


def play_copy(folder: Path, year: str, policy: str, games: int) -> str:
    """Play the copy in a process of its own, as plain Python, and return what the referee says."""
    environment = {**os.environ, "HOUSE_EDGE_PATH": str(folder), "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.referee.plant", year, policy, str(games)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout


def main(year: str, policy: str, games: str) -> None:
    """Play games until one has a fault, and print the faults."""
    from sim import replay
    from tests.referee.opulent import check

    for index in range(int(games)):
        faults = check(replay("opulent", scenario=year, policy=policy, seed=SEED, index=index))
        if faults:
            print(f"game {index}")
            print("\n".join(map(str, faults)))
            return
    print(PASSED)


if __name__ == "__main__":
    main(*sys.argv[1:])
