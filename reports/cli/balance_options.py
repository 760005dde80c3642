"""``house-edge difficulty`` of a game played against each other: what is asked, read from the options."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli.arms import read_points
from reports.cli.options import PLAYED, ChangeOptions, Problems, WorkOptions, option, read_count
from reports.cli.plans import command_line, read_team
from reports.cli.years import read_base
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.balance import Extent
    from analysis.balance_result import BalanceResult

EXAMPLE = "house-edge difficulty opulent"
#: The kind of the stored answer.
KIND = "balance"

#: Games of a scenario are kept in memory, all seats of them.
_MOST_GAMES, _MOST_SAMPLES = 500_000, 1_000
#: Points of a margin.
_MOST_POINTS = 1_000.0


@Parameter(name="*")
@dataclass(frozen=True)
class BalanceOptions:
    """What is asked of a game played against each other only."""

    players: Annotated[
        str | None, option("Only for so many players, where they play against each other.", "NUMBER", PLAYED)
    ] = None
    among: Annotated[
        tuple[str, ...],
        option(
            "Against each other: policies of different strength that meet, to tell luck from play; two or more"
            " [default: the game's ladder].",
            "NAME",
            PLAYED,
        ),
    ] = ()
    margin: Annotated[
        tuple[str, ...],
        option("Against each other: gaps that do not matter, in points and in victories [default: 1 and 1pp].", "SIZE"),
    ] = ()
    samples: Annotated[
        str | None,
        option("Against each other: sets of assumptions the claims are tried in, 0 for none [default: 32].", "NUMBER"),
    ] = None
    sample_games: Annotated[
        str | None,
        option("Against each other: games of each claim in each of these sets [default: 300].", "NUMBER"),
    ] = None


NO_BALANCE = BalanceOptions()


def refuse_for_teams(problems: Problems, game: registry.Game, asked: BalanceOptions) -> None:
    """Note every option that only games played against each other have."""
    given = {"--players": asked.players, "--among": asked.among, "--margin": asked.margin, "--samples": asked.samples}
    given |= {"--sample-games": asked.sample_games}
    for name, value in given.items():
        if value not in (None, ()):
            problems.found.append(
                f"{name} is for games played against each other; {game.file.title} is played by one team."
            )


def competitive(game: str | None) -> bool:
    """Return whether a game is known, sound, and played against each other."""
    try:
        return game is not None and registry.load_game(game).file.competitive
    except BadInput:
        return False


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes
    ----------
    base : Base
        Game, house rules, seed, workers.
    scenarios : tuple of str
        What is played.
    policy : str
        Plays every seat.
    among : tuple of str
        Policies that meet; empty for those of the game's ladder.
    margins : dict
        By measure, where given.
    extent : Extent
        How much is played.
    command : str
        The command that asks the same again.
    """

    base: Base
    scenarios: tuple[str, ...]
    policy: str
    among: tuple[str, ...]
    margins: Mapping[str, float]
    extent: Extent
    command: str

    def answer(self, quiet: bool) -> tuple[BalanceResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in."""
        from analysis.balance import balance
        from reports import balance_text
        from reports.cli import findings
        from reports.cli.envelope import envelope
        from reports.cli.progress import StepDisplay

        started, base = time.perf_counter(), self.base
        with StepDisplay(base.game.name, quiet) as display:
            result = balance(
                base,
                self.scenarios,
                self.policy,
                meeting=self.among,
                extent=self.extent,
                margins=self.margins,
                progress=display.step,
            )
        wall = time.perf_counter() - started
        timing = {"wall_s": wall, "games_per_s": result.played.total / wall}
        head = envelope(KIND, base.game, base.resolve(self.scenarios[0]), base.seed, "complete", self.command, timing)
        body = {**head, "answer": balance_text.answer(result), **result.to_json()}
        return result, body, findings.store(body)


def read_question(
    problems: Problems,
    game: str | None,
    scenarios: tuple[str, ...],
    policies: tuple[str, ...],
    games: str | None,
    changes: ChangeOptions,
    work: WorkOptions,
    asked: BalanceOptions,
    table_only: bool,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    number = problems.take(read_count, games, "--games", _MOST_GAMES) if games is not None else None
    samples = problems.take(read_count, asked.samples, "--samples", _MOST_SAMPLES, 0) if asked.samples else None
    each = problems.take(read_count, asked.sample_games, "--sample-games", _MOST_GAMES) if asked.sample_games else None
    if asked.sample_games and samples == 0:
        problems.found.append("--sample-games goes with sets of assumptions; --samples 0 has none.")
    if table_only and (asked.samples or asked.sample_games or asked.among):
        problems.found.append("--table-only leaves out --samples, --sample-games and --among; drop it or them.")
    found = read_base(problems, game, scenarios, changes, work, EXAMPLE, players=asked.players)
    margins = _read_margins(problems, asked.margin)
    if game in registry.games():
        loaded = registry.load_game(game)
        _read_policies(problems, loaded, policies, asked.among)
        if asked.players is not None and found is not None:
            problems.take(_read_tables, loaded, found[1], asked.among)
    if found is None or problems.found:
        return None
    base, chosen = found
    problems.take(_read_tables, base.game, chosen, asked.among)
    problems.stop_if_any()
    policy = policies[0] if policies else base.game.file.default_policy
    return question_of(base, chosen, policy, number, changes, asked.among, margins, samples, table_only, each)


def question_of(
    base: Base,
    scenarios: tuple[str, ...],
    policy: str,
    games: int | None,
    changes: ChangeOptions,
    among: tuple[str, ...] = (),
    margins: Mapping[str, float] | None = None,
    samples: int | None = None,
    table_only: bool = False,
    sample_games: int | None = None,
) -> Question:
    """Return the question with the command that asks it again.

    Parameters
    ----------
    games, samples, sample_games : int or None
        None for as many as usual.
    table_only : bool, optional
        The seats and the points alone.
    """
    from analysis.balance import Extent

    usual, given = Extent(), margins or {}
    count = usual.games if games is None else games
    sets = usual.samples if samples is None else samples
    tried = usual.assumption_games if sample_games is None else sample_games
    extent = Extent(count, count, min(count, usual.luck_games), sets, tried)
    if table_only:
        extent = Extent(count, 0, 0, 0, 0)
    every = set(scenarios) == set(base.game.scenarios)
    sizes = [f"{value:g}" if name == "points" else f"{100 * value:g}pp" for name, value in given.items()]
    typed: dict[str, Any] = {"scenario": () if every else (",".join(scenarios),)}
    typed |= {"policy": policy, "games": count, "among": among}
    typed |= {"margin": sizes, "samples": None if table_only else sets, "sample_games": sample_games}
    typed |= {"table_only": table_only}
    command = command_line(["house-edge", "difficulty", base.game.name], changes, **typed, seed=base.seed)
    return Question(base, scenarios, policy, among, given, extent, command)


def _read_policies(problems: Problems, game: registry.Game, policies: tuple[str, ...], among: tuple[str, ...]) -> None:
    """Note what cannot sit at every seat, and what cannot meet."""
    if len(set(policies)) > 1:
        problems.found.append(
            "--policy: balance is asked with one policy at every seat; 'compare' and 'ladder' let policies meet."
        )
    for option_name, names in (("--policy", policies), ("--among", among)):
        for name in names:
            if "+" in name:
                problems.found.append(f"{option_name} {name}: one policy plays every seat here; name one.")
            else:
                problems.take(read_team, game, name)
    if among and len(set(among)) == 1:
        problems.found.append("--among: policies of different strength meet; name another one, or more.")
    if len(set(among)) < len(among) and len(set(among)) > 1:
        problems.found.append("--among: a policy is named twice.")


def _read_tables(game: registry.Game, scenarios: tuple[str, ...], among: tuple[str, ...]) -> None:
    """Check that not too many tables would have to be played.

    Raises
    ------
    BadInput
        If there are.
    """
    from analysis.balance_luck import MOST_TABLES
    from analysis.balance_places import players_of

    seats = max(players_of(game, name) for name in scenarios)
    most = max(count for count in range(1, MOST_TABLES) if count**seats <= MOST_TABLES)
    if len(among) > most:
        raise BadInput(f"--among: at most {most} policies can meet at tables of {seats}, not {len(among)}.")


def _read_margins(problems: Problems, sizes: tuple[str, ...]) -> dict[str, float]:
    """Return the margins typed, of points and of victories."""
    found: dict[str, float] = {}
    for text in sizes:
        value = problems.take(_read_margin, text)
        if value is None:
            continue
        if value[0] in found:
            problems.found.append(f"--margin {text}: a margin of {value[0]} is given twice.")
        found[value[0]] = value[1]
    return found


def _read_margin(text: str) -> tuple[str, float]:
    """Return a margin: ``1`` of points, ``1pp`` of victories.

    Raises
    ------
    BadInput
        If it is neither.
    """
    if re.search(r"[p%]", text.lower()):
        return "victory", read_points(text, "--margin")
    try:
        value = float(text)
    except ValueError:
        raise BadInput(f"--margin takes points such as 1, or percentage points such as 1pp, not '{text}'.") from None
    if not 0 < value <= _MOST_POINTS:
        raise BadInput(f"--margin takes more than 0 and at most {_MOST_POINTS:g} points, not {text}.")
    return "points", value
