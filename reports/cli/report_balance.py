"""``house-edge report`` of a game played against each other: what is stored, or played now, becomes its own page."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.cli import findings
from reports.cli.options import Problems
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult
    from analysis.balanced import BalancedResult
    from analysis.leader import Leader
    from analysis.tournament_result import TournamentResult
    from analysis.without_result import WithoutResult
    from reports.report.balance_build import Balance

#: Kinds of stored answers about a competitive game that a page can begin with.
KINDS = ("balance", "tournament", "without")


def is_about(game: str | None) -> bool:
    """Return whether a game is known, sound, and played against each other."""
    from reports.cli.balance_options import competitive

    return competitive(game)


# --- stored ----------------------------------------------------------------------------------------------------------


def newest(game: str) -> Balance | None:
    """Return the newest stored answer of 'difficulty', with what was stored under the same rules; None without one."""
    folder = findings.newest(game, "balance")
    return None if folder is None else of_folders((str(folder),))


def game_of(names: tuple[str, ...]) -> str | None:
    """Return the game of stored answers of any kind, or of runs; None if it cannot be told."""
    from sim.store import open_run

    for name in names:
        answer = findings.any_answer(name)
        if answer is not None:
            return str(answer.get("game"))
        try:
            return str(open_run(name).manifest["game"])
        except BadInput:
            continue  # whoever reads it says what is wrong
    return None


def newest_game() -> str | None:
    """Return the game of the newest stored answer that makes a page, None if there is none."""
    found = [folder for kind in ("difficulty", "balance") if (folder := findings.newest(None, kind)) is not None]
    if not found:
        return None
    last = max(found, key=lambda folder: max(path.stat().st_mtime for path in folder.glob("*.json")))
    kind = "balance" if findings.is_answer(str(last), "balance") else "difficulty"
    return str(findings.load(last, kind)["game"])


def of_folders(names: tuple[str, ...]) -> Balance:
    """Return the page of stored answers, or of stored runs, with what else was stored under the same rules.

    Raises
    ------
    BadInput
        If they cannot be read, or do not belong together.
    """
    from reports.report.balance_build import Balance

    kinds = {name: next((kind for kind in (*KINDS, "tune") if findings.is_answer(name, kind)), "run") for name in names}
    problems = Problems()
    problems.found += [
        f"{name}: an answer of '{kind}' has no page of its own. One about balance: house-edge report {answer['game']}"
        for name in names
        if kinds[name] == "run" and (answer := findings.any_answer(name)) is not None
        for kind in [str(answer["schema"]).rpartition("/")[2]]
    ]
    problems.stop_if_any()
    if set(kinds.values()) == {"run"}:
        result = _of_runs(names)
        return _filled(Balance(result.game, (result, shlex.join(["house-edge", "report", *names]))))
    problems.found += [
        f"{name}: is a run; it makes a page of its own, not one together with stored answers."
        for name, kind in kinds.items()
        if kind == "run"
    ]
    found: dict[str, list[tuple[Any, str]]] = {}
    for name, kind in kinds.items():
        if kind != "run" and (read := problems.take(_read, name, kind)) is not None:
            found.setdefault(kind, []).append(read)
    problems.found += [
        f"{kind}: name one stored answer of a kind, not {len(answers)}."
        for kind, answers in found.items()
        if len(answers) > 1 and kind != "tune"
    ]
    problems.stop_if_any()
    if set(found) == {"tune"}:
        found["balance"] = [_beside(found["tune"][0][0])]
    problems.found += _strangers(found)
    problems.stop_if_any()
    first = {kind: answers[0] for kind, answers in found.items()}
    even = tuple((stored.balanced, command) for stored, command in found.get("tune", []))
    main = next(first[kind] for kind in KINDS if kind in first)
    given = Balance(main[0].game, first.get("balance"), first.get("tournament"), first.get("without"), even)
    return _filled(given)


def _beside(search: Stored) -> tuple[BalanceResult, str]:
    """Return the newest answer of 'difficulty' under the rules of a search: a search has no page of its own.

    Raises
    ------
    BadInput
        If there is none.
    """
    found = _like(search, "balance")
    if found is None:
        name = search.game.name
        raise BadInput(
            "a search of 'tune' is shown beside the answer of 'difficulty' under the same rules, which is not there."
            f" Ask it: house-edge difficulty {name}"
        )
    return found


def _strangers(found: Mapping[str, list[tuple[Any, str]]]) -> list[str]:
    """Return a line for answers that are not about the games of the first."""
    main = next(found[kind][0][0] for kind in KINDS if kind in found)
    return [
        f"the answers of '{kind}' and the first one are not about the same game, rules and version."
        for kind, answers in found.items()
        for answer, _ in answers
        if (answer.game.name, *findings.played(answer)) != (main.game.name, *findings.played(main))
    ]


@dataclass(frozen=True)
class Stored:
    """A stored search for equal seats or choices, with what `findings.newest_like` compares."""

    game: registry.Game
    balanced: BalancedResult
    source_digest: str
    variants: tuple[str, ...]
    rules_changed: dict[str, dict[str, Any]]
    cards: tuple[str, ...]


def _read_even(data: Mapping[str, Any]) -> Stored:
    """Return a search about balance.

    Raises
    ------
    KeyError
        If it was about a share of games won.
    """
    from analysis.balanced import BalancedResult

    game = registry.load_game(data["game"])
    # That choices are dealt is part of the question, no house rule.
    dealt = game.file.balance.choice_rule
    changed = {name: change for name, change in data["rules_changed"].items() if name != dealt}
    balanced = BalancedResult.from_json(data["balanced"])
    cards = tuple(data.get("cards") or ())
    return Stored(game, balanced, data["source_digest"], tuple(data["variants"]), changed, cards)


def _read(name: str, kind: str) -> tuple[Any, str]:
    """Return a stored answer and the command it came from.

    Raises
    ------
    BadInput
        If it cannot be read.
    """
    data = findings.load(name, kind)
    try:
        return _reader(kind)(data), str(data["command"])
    except (ValueError, KeyError, TypeError) as error:
        if kind == "tune" and "balanced" not in data:
            raise BadInput(f"{name}: is a search for a share of games won; a page needs --balance.") from None
        raise BadInput(f"{name}: cannot be read ({type(error).__name__}: {error}).") from None


def _reader(kind: str) -> Callable[[Mapping[str, Any]], Any]:
    from analysis.balance_result import BalanceResult
    from analysis.leader import Leader
    from analysis.tournament_result import TournamentResult
    from analysis.without_result import WithoutResult

    readers: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "balance": BalanceResult.from_json,
        "tournament": TournamentResult.from_json,
        "without": WithoutResult.from_json,
        "tune": _read_even,
        "leader": Leader.from_json,
    }
    return readers[kind]


def _of_runs(names: tuple[str, ...]) -> BalanceResult:
    from analysis.balance_stored import balance_of_runs
    from sim.store import open_run

    problems = Problems()
    runs = [found for name in names if (found := problems.take(open_run, name)) is not None]
    problems.stop_if_any()
    return balance_of_runs(runs)


def _filled(found: Balance) -> Balance:
    """Return the page with the newest stored answers under the same rules where it has none."""
    from reports.report.balance_build import Balance

    main = found.answers[0][0]
    balance: tuple[BalanceResult, str] | None = found.balance or _like(main, "balance")
    meeting: tuple[TournamentResult, str] | None = found.tournament or _like(main, "tournament")
    lost: tuple[WithoutResult, str] | None = found.without or _like(main, "without")
    best: tuple[Leader, str] | None = _like(main, "leader") if meeting else None
    return Balance(found.game, balance, meeting, lost, found.even or stored_even(found.game, main), best)


def _like(main: Any, kind: str) -> tuple[Any, str] | None:
    return findings.newest_like(main, kind, _reader(kind))


def stored_even(game: registry.Game, main: Any) -> tuple[tuple[BalancedResult, str], ...]:
    """Return the newest stored searches for equal seats and equal choices, one for each number of players."""
    found = []
    for of in ("seats", "choices"):
        for players in game.file.players:

            def fits(stored: Stored, of: str = of, players: int = players) -> bool:
                return (stored.balanced.of, stored.balanced.players) == (of, players)

            one = findings.newest_like(main, "tune", _read_even, fits)
            found += [(one[0].balanced, one[1])] if one else []
    return tuple(found)
