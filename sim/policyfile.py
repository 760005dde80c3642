"""Reading a policy's file: each mistake in it becomes a line with the file, the line, what is wrong and what to do.

Policies that come with House Edge are imported as the modules they are; a file from elsewhere gets a module name made
of its place and content, the same in every process.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import importlib.machinery
import importlib.util
import inspect
import linecache
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import policysource, registry
from sim.errors import BadInput
from sim.params import nearest
from sim.policysource import ARGUMENTS, Mistake

if TYPE_CHECKING:
    from sim.policy import Policy

#: Seconds a policy's file has to be read; the libraries it imports may be slow to load.
READING = 30.0

#: What else people call what a policy is declared with.
MEANT = {
    "params": "weights", "parameters": "weights", "options": "weights", "base": "parent", "inherits": "parent",
    "numba": "jit", "compiled": "jit", "description": "doc", "meaning": "doc", "min": "bounds", "range": "bounds",
}  # fmt: skip

#: Files being imported, the outermost first: what a relative parent is relative to, and how a circle is found.
_loading: list[Path] = []


@contextmanager
def being_read(path: Path) -> Iterator[None]:
    """Context in which a policy's file is imported.

    Raises
    ------
    BadInput
        If it is being imported already: it is its own ancestor.
    """
    here = path.absolute()
    if here in _loading:
        line = [*_loading[_loading.index(here) :], here]
        raise BadInput(
            f"the parents go round in a circle: {' -> '.join(entry.name for entry in line)}. Give one of them another"
            " parent."
        )
    _loading.append(here)
    try:
        yield
    finally:
        _loading.pop()


def place_of(name: str) -> Path:
    """Return the path of a policy named by a path; a parent's is relative to the file that names it."""
    path = Path(name).expanduser()
    if not path.is_absolute() and _loading and (_loading[-1].parent / path).exists():
        return _loading[-1].parent / path
    return path


def file_like(path: Path) -> str:
    """Return `` Did you mean './frugal.py'?`` if a file beside a missing one has nearly its name, else ""."""
    try:
        beside = sorted(entry.name for entry in path.parent.glob(f"*{path.suffix}"))
    except OSError:
        return ""
    close = difflib.get_close_matches(path.name, beside, n=1)
    if not close:
        return ""
    found = path.with_name(close[0])
    return f" Did you mean '{found if found.is_absolute() or found.parent != Path() else f'./{found}'}'?"


def hint(game: registry.Game, name: str, kind: str) -> str:
    """Return what may have been meant by the name of a policy that does not exist."""
    from sim.policy import CAMPAIGN

    if Path(f"{name}.py").exists():
        return f" There is a file {name}.py here: type ./{name}.py."
    missing = _offered_in_vain(name)
    if missing:
        return f" An installed package offers it as {missing}, but has no such module."
    other = "" if kind else CAMPAIGN
    if game.file.campaign is not None and name in registry.policy_files(game, other):
        return f" It is a {other or 'station'} policy: {'--club' if other else '--policy'} takes it."
    return nearest(name, registry.policy_files(game, kind))


def _offered_in_vain(name: str) -> str:
    """Return the module by which an installed package offers a policy, if there is no such module; else ""."""
    for point in entry_points(group="house_edge.policies"):
        module = point.value.partition(":")[0]
        if point.name == name:
            try:
                found = importlib.util.find_spec(module) is not None
            except (ImportError, AttributeError, ValueError):
                found = False
            return "" if found else module
    return ""


def import_policy(game: registry.Game, path: Path) -> Any:
    """Import a policy file under a name that is the same in every process.

    Raises
    ------
    BadInput
        With file, line, what is wrong and what to do.
    """
    with registry.IMPORTING, being_read(path):
        if registry.POLICIES / game.name in path.parents:
            parts = path.relative_to(registry.POLICIES).with_suffix("").parts
            return importlib.import_module(".".join(("policies", *parts)))
        try:
            identity = str(path.resolve()).encode() + path.read_bytes()  # a copy elsewhere is a module of its own
        except OSError as error:
            raise BadInput(f"{path}: cannot be read ({error.strerror}).") from None
        name = f"house_edge_policy_{path.stem}_{hashlib.sha256(identity).hexdigest()[:12]}"
        return sys.modules[name] if name in sys.modules else _import_file(name, path)


class _Fresh(importlib.machinery.SourceFileLoader):
    """Reads a file as it is now. Python's own cache knows a file by second and size: "return 0", "return 1" at once."""

    def get_code(self, fullname: str) -> Any:
        linecache.cache.pop(self.path, None)  # weights are read by name in the text of a function
        return self.source_to_code(self.get_data(self.path), self.path)


def _import_file(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path, loader=_Fresh(name, str(path)))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _with_an_end(), redirect_stdout(sys.stderr):  # what a file prints must not end up in --json
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt | MemoryError):
            raise
        raise BadInput(_told(path, error, module)) from error
    return module


class _Endless(BaseException):
    """A file is not read to its end; no policy can catch this by mistake."""


@contextmanager
def _with_an_end() -> Iterator[None]:
    """Context that a file leaves by `_Endless` if it is not read within `READING` seconds.

    Only the main thread can be called back from a loop, and only where there are signals: elsewhere there is no limit.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(number: int, frame: object) -> None:
        raise _Endless

    before = signal.signal(signal.SIGALRM, give_up)
    outer = signal.setitimer(signal.ITIMER_REAL, READING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *outer)
        signal.signal(signal.SIGALRM, before)


def _told(path: Path, error: BaseException, module: Any) -> list[str]:
    """Return an exception raised while a file was imported, in plain lines."""
    if isinstance(error, SyntaxError):
        shown = f" in: {error.text.strip()}" if error.text and error.text.strip() else ""
        elsewhere = error.filename is not None and Path(error.filename).name != path.name
        file = error.filename if elsewhere else path
        return [str(Mistake(str(file), error.lineno or 0, f"this is not Python: {error.msg}{shown}"))]
    here = path.absolute()
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if Path(frame.filename).absolute() == here), 0) or 0
    if isinstance(error, BadInput):
        placed = re.compile(r"\S.*\.py(:\d+)?: ")
        return [text if placed.match(text) else str(Mistake(str(path), line, text)) for text in error.problems]
    return [str(Mistake(str(path), line, _cause(error, module)))]


def _cause(error: BaseException, module: Any) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, ModuleNotFoundError):
        return f"there is no module '{error.name}' to import."
    if isinstance(error, ImportError):
        found = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", text)
        if found:
            known = [name for name in vars(sys.modules.get(found[2], module)) if not name.startswith("_")]
            return f"{found[2]} has no '{found[1]}'.{nearest(found[1], known)}"
    if isinstance(error, NameError) and error.name:
        close = nearest(error.name, [name for name in vars(module) if not name.startswith("__")])
        return f"there is nothing called '{error.name}'.{close if 'Did you mean' in close else ' Define or import it.'}"
    if isinstance(error, AttributeError) and error.name:
        known = [name for name in dir(error.obj) if not name.startswith("_")]
        return f"{type(error.obj).__name__} has no '{error.name}'.{nearest(error.name, known)}"
    if isinstance(error, TypeError):
        return _misused(text)
    if isinstance(error, UnicodeDecodeError):
        return "this is no text in UTF-8."
    if isinstance(error, _Endless):
        return f"is still being read here after {READING:g} s. A policy file only declares; a decision plays."
    if isinstance(error, SystemExit):
        return "ends the program when it is read. A policy file only declares."
    return f"raises {type(error).__name__} when it is read{f': {text}' if text else '.'}"


def _misused(text: str) -> str:
    """Return a TypeError of a call of Policy, Weight or policy with what the call takes."""
    from sim import policy

    used = re.match(r"Policy\.(decision|otherwise|value)\(\)", text)
    if used:
        return f"@policy.{used[1]} stands above the def of a function, without brackets."
    for name, thing in (("Policy", policy.Policy), ("Weight", policy.Weight), ("policy", policy.policy)):
        if re.match(rf"{name}(\.__init__)?\(\)", text):
            takes = [each for each in inspect.signature(thing).parameters if not each.startswith("_")]
            word = re.search(r"unexpected keyword argument '(\w+)'", text)
            if word:
                meant = f" Did you mean '{MEANT[word[1]]}'?" if MEANT.get(word[1]) in takes else nearest(word[1], takes)
                return f"{name} takes no '{word[1]}'.{meant}"
            said = re.sub(rf"^{name}(\.__init__)?\(\) ", "", text)
            return f"{name} {said}. It takes {', '.join(takes)}."
    return f"raises TypeError when it is read: {text}"


# --- what it declares ------------------------------------------------------------------------------------------------


def only_policy(game: registry.Game, path: Path, module: Any) -> Policy:
    """Return the one policy a file declares.

    Raises
    ------
    BadInput
        If it declares none, or several.
    """
    from sim.policy import Policy

    declared = {id(value): value for value in vars(module).values() if isinstance(value, Policy)}
    own = [value for value in declared.values() if Path(value.written_in).absolute() == path.absolute()]
    if len(own) == 1:
        return own[0]
    if not own:
        example = f'policy = Policy("{game.name}", "mine", parent="{game.file.default_policy}")'
        raise BadInput(f"{path}: declares no policy. Write, for example: {example}")
    names = " and ".join(f"'{policy.name}' (line {policy.line})" for policy in own)
    raise BadInput(
        f"{path}: declares {len(own)} policies: {names}. A file declares one; put the other into a file of its own."
    )


def mistakes(game: registry.Game, policy: Policy, path: Path) -> list[str]:
    """Return what is wrong with a policy as it is declared, one line each; its functions were not compiled yet."""
    found = [Mistake(str(path), policy.line, text) for text in _in_declaration(game, policy, path)]
    if policy.game != game.name:
        return [str(mistake) for mistake in found]
    readable = []
    for _, function in policy.marked():
        faults = list(_in_function(game, policy, path, function))
        found += faults
        if not faults:
            readable.append(function.__name__)
    walk = policysource.Walk(path, policysource.source(path), readable)
    found += policysource.unknown_fields(walk, policysource.fields_of(game))
    found += policysource.chance_from_elsewhere(walk)
    found += [each for each in policysource.writing(walk) if each.what.startswith("writes to choices")]
    return [str(mistake) for mistake in sorted(found, key=lambda mistake: mistake.line)]


def _in_declaration(game: registry.Game, policy: Policy, path: Path) -> Iterator[str]:
    from sim.policy import CAMPAIGN, decisions_of

    if policy.game != game.name:
        yield f"plays {policy.game}, not {game.name}."
        return
    shipped = registry.policy_files(game, policy.kind).get(policy.name)
    if shipped is not None and registry.POLICIES in shipped.parents and shipped.absolute() != path.absolute():
        yield f"is called '{policy.name}', as a policy that comes with House Edge. Give it another name."
    if policy.kind == CAMPAIGN and game.file.campaign is None:
        yield f"{game.file.title} has no campaign."
        return
    unanswered = []
    for name in decisions_of(game, policy):
        try:
            policy.source(name)
        except BadInput:
            unanswered.append(name)
    if unanswered:
        shown = ", ".join(unanswered[:5]) + (", ..." if len(unanswered) > 5 else "")
        parent = "random" if policy.kind == CAMPAIGN else game.file.default_policy
        yield (
            f"leaves {len(unanswered)} decision{'s' if len(unanswered) > 1 else ''} without an answer ({shown})."
            f' Name a parent that answers: parent="{parent}".'
        )


def _in_function(game: registry.Game, policy: Policy, path: Path, function: Any) -> Iterator[Mistake]:
    from sim.policy import decisions_of

    code, name = function.__code__, function.__name__

    def said(what: str, fix: str = "") -> Mistake:
        return Mistake(str(path), code.co_firstlineno, what, fix)

    if function in policy.functions.values():
        if name not in game.decisions:
            yield said(f"{game.name} has no decision '{name}'.{nearest(name, game.decisions)}")
        elif name not in decisions_of(game, policy):
            seats = ", ".join(game.decisions[name].seats)
            yield said(f"the decision '{name}' is never asked of this kind of policy, but of: {seats}.")
    yield from _in_signature(said, code, name)


def _in_signature(said: Callable[..., Mistake], code: Any, name: str) -> Iterator[Mistake]:
    words = code.co_varnames[: code.co_argcount]
    wanted = f"Write: def {name}({', '.join(ARGUMENTS)}):"
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or code.co_kwonlyargcount:
        yield said(f"'{name}' takes arguments with a star.", wanted)
    elif len(words) != len(ARGUMENTS):
        yield said(f"'{name}' takes {len(words)} arguments; every decision is given {len(ARGUMENTS)}.", wanted)
    else:
        moved = [word for at, word in enumerate(words) if word in ARGUMENTS and ARGUMENTS[at] != word]
        if moved:
            yield said(f"'{name}' has {', '.join(moved)} in another place than they are given.", wanted)
        if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            yield said(f"'{name}' uses yield or async; a decision returns one answer.")


def weight_faults(weights: Mapping[str, Any], inherited: int, most: int) -> list[str]:
    """Return what is wrong with the weights a policy declares.

    Parameters
    ----------
    weights : mapping
        As declared.
    inherited : int
        Weights of its parent that it does not declare anew.
    most : int
        Weights a policy may have.
    """
    from sim.policy import Weight

    found = []
    for name, weight in weights.items():
        if not isinstance(name, str) or not name.isidentifier():
            found.append(f"a weight cannot be called {name!r}: its name takes letters, digits and underscores.")
        if not isinstance(weight, Weight):
            found.append(f"weight {name}: write Weight(default, (least, most), unit, meaning), not {weight!r}.")
            continue
        try:
            low, high = (float(bound) for bound in weight.bounds)
            default = float(weight.default)
        except (TypeError, ValueError):
            found.append(f"weight {name}: default and bounds are numbers: Weight(12, (0, 60), unit, meaning).")
            continue
        if not low < high or low - low or high - high:
            found.append(f"weight {name}: its bounds are the least and the greatest value, not {weight.bounds}.")
        elif not low <= default <= high:
            found.append(f"weight {name}: its default {default:g} is not within its bounds, {low:g} to {high:g}.")
    if inherited + len(weights) > most:
        found.append(
            f"has {inherited + len(weights)} weights ({inherited} of them its parent's), and {most} is the most there"
            " can be. Constants of the file need no weight."
        )
    return found
