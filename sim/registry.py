"""Finds games and policies by scanning folders and entry points. Never imports numba.

Search path, first match wins: the folders in ``HOUSE_EDGE_PATH`` (each may hold ``games/`` and ``policies/``), the
built-in ``sim/games`` and ``policies``, and installed packages that offer the entry-point groups
``house_edge.games`` and ``house_edge.policies`` (each names a package whose folder is searched; an entry point of a
policy may name its module, too).
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from sim import params, schema
from sim.digest import digest_of, engine_digest
from sim.errors import BadInput
from sim.variants import Settings, conflicts, read_variant

BUILT_IN = Path(__file__).parent / "games"
POLICIES = Path(__file__).parent.parent / "policies"


@dataclass(frozen=True)
class Game:
    """A game as declared by the files of its folder; compiled code is loaded elsewhere.

    Attributes
    ----------
    name : str
        Name of the folder and of the game on the command line.
    folder : Path
        Where its files are.
    """

    name: str
    folder: Path

    @cached_property
    def file(self) -> schema.GameFile:
        """``game.toml``."""
        path = self.folder / "game.toml"
        return schema.parse_file(path, schema.GameFile, params.read_toml(path))  # type: ignore[no-any-return]

    @cached_property
    def parameters(self) -> dict[str, params.Parameter]:
        """Every number and switch of the rulebook, by name."""
        return params.load_parameters(self.folder / "rules.toml")

    @cached_property
    def decisions(self) -> dict[str, schema.DecisionEntry]:
        """Every decision a policy is asked, in the order of their numbers."""
        path = self.folder / "decisions.toml"
        return schema.parse_entries(path, schema.DecisionEntry, params.read_toml(path))

    @cached_property
    def mechanics(self) -> dict[str, schema.MechanicEntry]:
        """What a restricted player can be forbidden, by name; empty if the game declares nothing.

        Raises
        ------
        BadInput
            If an entry names a decision or a column that does not exist.
        """
        path = self.folder / "mechanics.toml"
        if not path.exists():
            return {}
        found: dict[str, schema.MechanicEntry] = schema.parse_entries(
            path, schema.MechanicEntry, params.read_toml(path)
        )
        problems = [
            f"{path}: {name}: {problem}" for name, entry in found.items() for problem in self._unknown_choices(entry)
        ]
        if problems:
            raise BadInput(problems)
        return found

    def _unknown_choices(self, entry: schema.MechanicEntry) -> Iterator[str]:
        for line in entry.forbid:
            if line.decision not in self.decisions:
                yield f"there is no decision '{line.decision}'.{params.nearest(line.decision, self.decisions)}"
            elif line.column not in self.decisions[line.decision].columns:
                columns = self.decisions[line.decision].columns
                yield f"{line.decision} has no column '{line.column}'.{params.nearest(line.column, columns)}"
            elif (line.keep is None) == (not line.values):
                yield f"{line.decision} needs either values or keep."
        if entry.price and entry.price not in self.parameters:
            yield f"price: there is no rule '{entry.price}'.{params.nearest(entry.price, self.parameters)}"
        if entry.counted and entry.counted not in self.file.measures:
            yield f"counted: there is no measure '{entry.counted}'.{params.nearest(entry.counted, self.file.measures)}"

    @cached_property
    def rulebook(self) -> dict[str, schema.RuleLine]:
        """Every rule in one line, by id; a rule's number is its position, from 1."""
        path = self.folder / "rulebook.toml"
        return schema.parse_entries(path, schema.RuleLine, _rule_lines(params.read_toml(path)))

    @cached_property
    def scenarios(self) -> dict[str, dict[str, Any]]:
        """Title, summary and rule values of each scenario, in the order of their file names."""
        return {path.stem: params.read_toml(path) for path in sorted((self.folder / "scenarios").glob("*.toml"))}

    @cached_property
    def variants(self) -> dict[str, Path]:
        """File of each shipped variant."""
        return {path.stem: path for path in sorted((self.folder / "variants").glob("*.toml"))}

    def seats_in_play(self, rules: params.RuleSet) -> tuple[str, ...]:
        """Return the seats that are taken under a rule set: all of a team, else as many as there are players."""
        rule = self.file.players_rule
        return tuple(self.file.seats[: int(rules.values[rule])] if rule else self.file.seats)  # type: ignore[arg-type]

    def scenario_for(self, scenario: str | None, players: int) -> str:
        """Return the scenario that is another one for a number of players.

        Scenarios that differ in nothing else share the name ``of`` in their files.

        Raises
        ------
        BadInput
            If the game is not for so many, or has no such scenario for them.
        """
        name = self.file.default_scenario if scenario is None else scenario
        if players not in self.file.players:
            counts = [str(count) for count in self.file.players]
            allowed = f"{', '.join(counts[:-1])} or {counts[-1]}" if counts[1:] else counts[0]
            raise BadInput(f"--players {players}: {self.file.title} is for {allowed} players.")
        if name not in self.scenarios:
            raise BadInput(f"{self.name} has no scenario '{name}'.{params.nearest(name, self.scenarios)}")
        kin = self.scenarios[name].get("of", name)
        for other, entry in self.scenarios.items():
            if entry.get("of", other) == kin and entry.get("players") == players:
                return other
        raise BadInput(f"--players {players}: {self.file.title} has no scenario '{name}' for other numbers of players.")

    def digest(self) -> str:
        """Digest of the engine's and the game's sources."""
        return engine_digest(self.folder)

    def module(self, name: str) -> ModuleType:
        """Import one module of the game's folder, wherever the folder is."""
        return import_from(self.folder, name, f"sim.games.{self.name}")


def _rule_lines(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    lines: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, Mapping) and "text" not in value:
            lines |= _rule_lines(value, f"{prefix}{name}.")
        else:
            lines[prefix + name] = value
    return lines


#: Held while a game or a policy is imported: another thread must not see half of a module.
IMPORTING = threading.RLock()


def import_from(folder: Path, name: str, package: str) -> ModuleType:
    """Import ``folder/name.py`` as ``package.name``, creating the package if it is not importable by itself."""
    full = f"{package}.{name}"
    with IMPORTING:
        _forget_other(folder, package)
        if full in sys.modules:
            return sys.modules[full]
        if package not in sys.modules:
            init = folder / "__init__.py"
            spec = importlib.util.spec_from_file_location(package, init, submodule_search_locations=[str(folder)])
            if spec is None or spec.loader is None or not init.exists():
                raise BadInput(f"{folder}: not a package (it has no __init__.py).")
            module = importlib.util.module_from_spec(spec)
            sys.modules[package] = module
            spec.loader.exec_module(module)
        return importlib.import_module(full)


def _forget_other(folder: Path, package: str) -> None:
    """Forget the modules of a game of the same name in another folder: their code is not this one's."""
    known = sys.modules.get(package)
    if known is not None and known.__file__ and Path(known.__file__).parent.resolve() != folder.resolve():
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]


def _search_folders(kind: str, built_in: Path) -> Iterator[Path]:
    for entry in os.environ.get("HOUSE_EDGE_PATH", "").split(os.pathsep):
        if entry:
            yield Path(entry) / kind
    yield built_in
    yield from _installed_folders(kind)


@lru_cache  # reading the metadata of every installed package takes 7 ms, and what is installed does not change
def _installed_folders(kind: str) -> tuple[Path, ...]:
    specs = [_spec(point.value) for point in entry_points(group=f"house_edge.{kind}")]
    return tuple(Path(next(iter(s.submodule_search_locations))) for s in specs if s and s.submodule_search_locations)


@lru_cache
def _installed_policies() -> tuple[tuple[str, Path], ...]:
    """Return name and file of the policies that installed packages offer one by one."""
    specs = [(point.name, _spec(point.value)) for point in entry_points(group="house_edge.policies")]
    return tuple((name, Path(s.origin)) for name, s in specs if s and s.origin and not s.submodule_search_locations)


def _spec(value: str) -> ModuleSpec | None:
    """Return where the module of an entry point is; None for a package that is broken."""
    try:
        return importlib.util.find_spec(value.partition(":")[0])
    except (ImportError, AttributeError, ValueError):
        return None


def games() -> dict[str, Game]:
    """Return every game that can be found, by name."""
    found: dict[str, Game] = {}
    for folder in _search_folders("games", BUILT_IN):
        for path in sorted(folder.glob("*/game.toml")):
            found.setdefault(path.parent.name, _game(path.parent))
    return found


@lru_cache
def _game(folder: Path) -> Game:
    return Game(folder.name, folder)


def load_game(name: str) -> Game:
    """Return a game by name.

    Raises
    ------
    BadInput
        If there is no such game; the message names the nearest.
    """
    known = games()
    if name not in known:
        raise BadInput(f"there is no game '{name}'.{params.nearest(name, known)}")
    return known[name]


def policy_files(game: Game, kind: str = "") -> dict[str, Path]:
    """Return the file of every policy of a game, by name; ``kind`` "campaign" for those of its campaign."""
    found: dict[str, Path] = {}
    for folder in _search_folders("policies", POLICIES):
        for path in sorted((folder / game.name / kind).glob("*.py")):
            if not path.name.startswith("_"):
                found.setdefault(path.stem.replace("_", "-"), path)
    if _installed_policies():
        from sim.policysource import facts

        for name, path in _installed_policies():
            said = facts(path)
            if (said.game, said.kind) == (game.name, kind):
                found.setdefault(name, path)
    return found


def resolve(
    game: Game,
    scenario: str | None = None,
    variants: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    cards: Mapping[str, list[dict[str, Any]]] | None = None,
    campaign: bool = False,
) -> params.RuleSet:
    """Return the rule set of a scenario: default < scenario < variants in order < ``rules``.

    Where two variants, or a variant and ``rules``, differ about a parameter, the later one counts and the rule set's
    ``conflicts`` names both.

    Parameters
    ----------
    scenario : str, optional
        Name of a scenario; the game's default scenario if omitted.
    variants : sequence of str
        Names of shipped variants or paths of TOML files.
    rules : mapping, optional
        Single values by parameter name, as typed (strings) or as values.
    cards : mapping, optional
        Printed cards that replace assumed ones, by table.
    campaign : bool
        Leave out what the scenario adds for a single session (its ``single_session`` names).

    Raises
    ------
    BadInput
        With every mistake found.
    """
    name = game.file.default_scenario if scenario is None else scenario
    if name not in game.scenarios:
        raise BadInput(f"{game.name} has no scenario '{name}'.{params.nearest(name, game.scenarios)}")
    values = {parameter.name: parameter.default for parameter in game.parameters.values()}
    origins = dict.fromkeys(values, "default")
    path = game.folder / "scenarios" / f"{name}.toml"
    changes = params.flatten(game.scenarios[name].get("rules", {}))
    if campaign:
        changes = {key: changes[key] for key in changes if key not in game.scenarios[name].get("single_session", ())}
    problems = params.apply(game.parameters, values, origins, changes, f"scenario {name}", path)
    settings: list[tuple[str, Settings]] = []
    names = []
    for variant in variants:
        try:
            found = read_variant(game, variant)
        except BadInput as error:
            problems += error.problems
            continue
        names.append(found.name)
        settings.append((f"variant {variant}", found.settings))
        for rule, (value, origin) in found.settings.items():
            values[rule], origins[rule] = value, origin
    typed = dict(rules or {})
    problems += params.apply(game.parameters, values, origins, typed, "--rule")
    settings.append(("--rule", {rule: (values[rule], "--rule") for rule in typed if rule in values}))
    if cards:
        problems += _printed_cards(game, origins, cards)
    if not problems:
        problems = [_blamed(line, origins) for line in _contradictions(game, values)]
    if problems:
        raise BadInput(problems)
    return params.RuleSet(values, origins, name, tuple(names), dict(cards or {}), tuple(conflicts(game, settings)))


def _printed_cards(game: Game, origins: dict[str, str], cards: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    """Note which assumptions printed cards replace; a parameter they replace cannot be changed as well."""
    problems = []
    for table in [row["table"] for row in cards.get("printed", ())]:
        for name in game.module("cards").GOVERNED[table]:
            if origins[name] == "--rule" or origins[name].startswith("variant"):
                problems.append(
                    f"{name} is set by {origins[name]}, but the {table} of --cards leave nothing to assume."
                )
            origins[name] = "cards"
    return problems


def _contradictions(game: Game, values: dict[str, Any]) -> list[str]:
    """Ask the game which values cannot stand together."""
    if not (game.folder / "checks.py").exists():
        return []
    return list(game.module("checks").contradictions(values))


def _blamed(line: str, origins: Mapping[str, str]) -> str:
    """Return a contradiction with who set the parameters it names, where that was a house rule."""
    named = {name: origins[name] for name in dict.fromkeys(re.findall(r"[\w.-]+", line)) if name in origins}
    set_by = [f"{name} by {who}" for name, who in named.items() if who == "--rule" or who.startswith("variant")]
    return f"{line} Set: {', '.join(set_by)}." if set_by else line


def policy_digest(game: Game, files: Sequence[Path]) -> str:
    """Return the digest of a policy: the engine's, and its file with its ancestors'."""
    folders = {POLICIES / game.name, *(path.parent for path in files if POLICIES / game.name in path.parents)}
    shared = [path for folder in sorted(folders) for path in sorted(folder.glob("_*.py"))]
    return digest_of([game.digest(), *(path.read_bytes() for path in [*files, *shared])])
