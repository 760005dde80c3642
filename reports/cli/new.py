"""``house-edge new``: write a commented file to start from.

What can be begun is a function in ``KINDS`` that returns the text of the file and what to type next.
"""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from reports.cli import output
from reports.cli.new_policy import policy
from reports.cli.new_position import position
from reports.cli.options import (
    DEFAULT_OUTPUT,
    HOW,
    PLAYED,
    OutputOptions,
    Problems,
    need,
    option,
    switch,
    writable,
)
from reports.cli.which_game import first_game, games_with
from sim import registry
from sim.errors import BadInput
from sim.params import Parameter as Rule
from sim.params import Value, nearest
from sim.tomltext import key, toml

#: What can be typed, by what is begun.
EXAMPLES = {
    "variant": "house-edge new variant my-rules.toml",
    "policy": "house-edge new policy frugal.py",
    "position": "house-edge new position table.toml",
}
_WIDTH = 110


def new(
    what: Annotated[str | None, Parameter(help="variant, policy or position.", metavar="WHAT")] = None,
    file: Annotated[str | None, Parameter(help="The file to write.", metavar="FILE")] = None,
    /,
    *,
    game: Annotated[str | None, option("Name of the game [default: opulent].", "GAME", PLAYED)] = None,
    parent: Annotated[
        str | None, option("A policy: who decides what it leaves out [default: the game's own].", "NAME", PLAYED)
    ] = None,
    force: Annotated[bool, switch("Replace the file if it exists.", HOW)] = False,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Write a commented example that works as it is, to be changed."""
    problems = Problems()
    word = problems.take(need, what, f"what to write ({', '.join(KINDS)})", EXAMPLES["variant"])
    if word is not None and word not in KINDS:
        problems.found.append(f"there is nothing called '{word}' to begin.{nearest(word, KINDS)}")
    name = problems.take(need, file, "the file", EXAMPLES.get(word or "", EXAMPLES["variant"]))
    target = problems.take(_target, name, force) if name is not None else None
    loaded = problems.take(_game, game, parent)
    if parent is not None and word in KINDS and word != "policy":
        problems.found.append(f"--parent is for a policy; a {word} has none.")
    if word == "policy" and target is not None and loaded is not None:
        written = problems.take(policy, loaded, target, parent)
    problems.stop_if_any()
    assert word is not None and target is not None and loaded is not None
    text, command = written if word == "policy" and written else KINDS[word](loaded, target)
    existed = target.exists()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{target}: cannot be written ({error.strerror}).") from None
    if out.json:
        head = {"schema": "house-edge/new", "schema_version": 1, "what": word, "game": loaded.name}
        output.print_json({**head, "file": str(target), "replaced": existed, "try": command})
        return 0
    if game is None and not out.quiet:
        _tell_game(loaded)
    output.say(f"{target} {'replaced' if existed else 'written'}. Change it in any editor, then play with it:")
    output.say(f"  {command}")
    return 0


def _target(text: str, force: bool) -> Path:
    """Return the file to write; nothing is written yet."""
    path = Path(text).expanduser()
    if path.is_dir():
        raise BadInput(f"{text}: this is a folder; name a file in it.")
    if path.exists() and not force:
        raise BadInput(f"{text}: exists already. Name another file, or replace it with --force.")
    return writable(path, text, 0)


def _game(name: str | None, parent: str | None) -> registry.Game:
    """Return the game named, the only one that has the parent, or the one the documentation is about."""
    if name is None and parent is not None and len(games_with(parent)) == 1:
        name = games_with(parent)[0]
    return registry.load_game(name or first_game())


def _tell_game(loaded: registry.Game) -> None:
    """Say which game was taken, since it was not typed, and how to name another."""
    others = [name for name in registry.games() if name != loaded.name]
    if others:
        output.note(f"for {loaded.file.title}; another game is named by --game ({', '.join(others)})")


# --- a variant -------------------------------------------------------------------------------------------------------


def variant(game: registry.Game, target: Path) -> tuple[str, str]:
    """Return the text of a house-rule set that works, with every lever of the game explained, and how to play it."""
    levers = [rule for rule in game.parameters.values() if rule.lever] or list(game.parameters.values())
    chosen, value = example_change(game, levers)
    title = re.sub(r"[\W_]+", " ", target.stem).strip().capitalize() or "House rules"
    parent = next(iter(game.variants), None)
    command = f"house-edge run {game.name} --variant {_as_path(target)}"
    lines = [
        f"# House rules for {game.file.title}. Try them: {command}",
        "# Against the printed game, on the same seeds:",
        f"#   house-edge compare {game.name} --variant {_as_path(target)}",
        "",
        f"title = {toml(title)}",
        'reason = "Say in a sentence why; reports print it."',
        "",
        "# To begin with other house rules, shipped ones by name or a file beside this one; yours come after them:",
        f"# extends = [{toml(parent or 'other-rules.toml')}]",
        *([f"# Shipped: {', '.join(game.variants)}."] if game.variants else []),
        "",
        "[rules]",
        *_comment(f"{chosen.doc} Otherwise: {toml(chosen.default)} ({chosen.source}: {chosen.section})."),
        f"{key(chosen.name)} = {toml(value)}",
        "",
        "# Take away the # before a rule and change its value; what is commented out stays as it is. A rule set here",
        f"# counts in every {game.file.scenario_word}, also where one prints a value of its own.",
        f"# These are the levers; 'house-edge show rules {game.name}' lists all {len(game.parameters)} rules.",
    ]
    for rule in levers:
        if rule is not chosen:
            lines += ["", *_comment(_explained(rule)), f"# {key(rule.name)} = {toml(rule.default)}"]
    return "\n".join(lines) + "\n", command


def example_change(game: registry.Game, levers: list[Rule]) -> tuple[Rule, Value]:
    """Return a lever and a value for it that stands in every scenario: switched off, or moved by one."""
    candidates: list[tuple[Rule, Value]] = [
        (rule, rule.off) for rule in levers if rule.off is not None and rule.off != rule.default
    ]
    for rule in levers:
        if rule.kind == "integer" and isinstance(rule.default, int):
            candidates += [(rule, rule.default + step) for step in (1, -1)]
        candidates += [(rule, choice) for choice in rule.choices if choice != rule.default]
        if rule.kind == "switch":
            candidates.append((rule, not rule.default))
    for rule, value in candidates:
        if all(_stands(game, scenario, rule, value) for scenario in game.scenarios):
            return rule, value
    return levers[0], levers[0].default


def _stands(game: registry.Game, scenario: str, rule: Rule, value: Value) -> bool:
    try:
        registry.resolve(game, scenario, rules={rule.name: value})
    except BadInput:
        return False
    return True


def _explained(rule: Rule) -> str:
    off = "" if rule.off is None or rule.off == rule.default else f" Off: {toml(rule.off)}."
    return f"{rule.doc} Takes {rule.allowed}.{off} ({rule.source}: {rule.section})"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False)


def _as_path(path: Path) -> str:
    """Return a path that cannot be taken for a shipped name, quoted for the shell where it needs to be."""
    text = str(path)
    return shlex.quote(text if path.is_absolute() or path.parent != Path() else f"./{text}")


#: What can be begun: a function of the game and the file that returns its text and the command to try it.
KINDS: dict[str, Callable[[registry.Game, Path], tuple[str, str]]] = {
    "variant": variant,
    "policy": policy,
    "position": position,
}
