"""The server of ``house-edge explore``: one notebook, one socket, no settings of anybody and nothing sent anywhere."""

from __future__ import annotations

import os
import tempfile
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from contextlib import chdir, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import socket

    from reports.exploring import Start

#: Seconds a closed tab is waited for before its games are forgotten.
TAB_SECONDS = 120
#: Seconds that open pages have to hear that the server ends.
FAREWELL_SECONDS = 1


def load(start: Start) -> None:
    """Compile or load everything that a first lever needs, by playing and drawing a few games."""
    from analysis.arms import Base
    from analysis.workbench import Workbench
    from reports.figures import trial as figure
    from sim.registry import load_game

    game = load_game(start.game)
    bench = Workbench(Base(game, start.seed, cards=start.cards, jobs=start.jobs))
    scenario, policy = start.scenario or game.file.default_scenario, start.policy or game.file.default_policy
    trial = bench.trial(scenario, policy, start.changes)
    next(trial.play(1))
    figure.picture(trial, trial.comparison())


def serve(start: Start, listener: socket.socket, address: str, *, browser: bool) -> None:
    """Serve the workbench on a socket that listens already, until Ctrl-C, which is raised when everything is closed.

    Parameters
    ----------
    start : Start
        Where the workbench begins.
    listener : socket.socket
        The only socket that is listened on.
    address : str
        What a browser is told.
    browser : bool
        Whether to open one.
    """
    import uvicorn

    from reports import exploring

    exploring.begin_with(start)
    with _no_settings() as folder:
        # A copy: marimo keeps what it remembers of a notebook beside it, and tells pages where it is.
        notebook = folder / "workbench.py"
        notebook.write_text((files("notebooks") / "workbench.py").read_text("utf-8"), "utf-8")
        app, end_sessions = _application(notebook)
        config = uvicorn.Config(
            OwnPagesOnly(app, address, end_sessions),
            log_level="critical",
            access_log=False,
            timeout_graceful_shutdown=FAREWELL_SECONDS,
            loop="asyncio",
            lifespan="on",
        )
        server = uvicorn.Server(config)
        if browser:
            threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
        server.run(sockets=[listener])


def _open_browser(address: str) -> None:
    """Open the user's browser, but none that would take over the terminal."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return
    if type(found) is not webbrowser.GenericBrowser:
        found.open(address)


@contextmanager
def _no_settings() -> Iterator[Path]:
    """Give a folder of its own, and hide what marimo would read or write elsewhere.

    That is settings that open ports, ``.env`` files, and lists of recent files. marimo looks for settings in the
    working folder, the folders above it and the home folder when an application is built, and keeps what it found; so
    the folder that stands in for them lasts as long as the server.
    """
    with tempfile.TemporaryDirectory(prefix="house-edge-explore-") as folder:
        before = {name: os.environ.get(name) for name in _FOLDERS}
        os.environ.update(dict.fromkeys(_FOLDERS, folder))
        os.environ["MARIMO_RESTRICT_SHARING"] = "true"
        try:
            yield Path(folder)
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


_FOLDERS = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")


def _application(notebook: Path) -> tuple[Any, Callable[[], Awaitable[None]]]:
    """Return marimo's application of the notebook, which can be used but not edited, and what ends its sessions."""
    home = os.environ.get("HOME")
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"]
    try:
        with chdir(os.environ["XDG_CONFIG_HOME"]):
            import marimo

            builder = marimo.create_asgi_app(quiet=True, include_code=False, session_ttl=TAB_SECONDS)
            app: Any = builder.with_app(path="/", root=str(notebook)).build()
    finally:
        if home is None:
            del os.environ["HOME"]
        else:
            os.environ["HOME"] = home
    # An application that is mounted in another is not told when that one ends; its threads would be waited for.
    return app, app.routes[-1].app.state.session_manager.shutdown


class OwnPagesOnly:
    """Refuses requests that a page of somebody else sends: another host name, or another origin.

    A browser lets any page talk to the loopback address; websockets are not even asked for. What such a page cannot
    forge is where it comes from.

    Parameters
    ----------
    app : ASGI application
        What is served.
    address : str
        The only origin that is answered; ``localhost`` counts as the loopback address.
    end : callable
        Awaited when the server ends.
    """

    def __init__(self, app: Any, address: str, end: Callable[[], Awaitable[None]]) -> None:
        self.app, self.end = app, end
        port = urlsplit(address).port
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, or refuse it; begin and end with the server."""
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await self.end()
            await send({"type": "lifespan.shutdown.complete"})
            return
        if scope["type"] in ("http", "websocket") and not self._own(scope):
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain")]})
            await send({"type": "http.response.body", "body": b"This address serves its own pages alone.\n"})
            return
        await self.app(scope, receive, send)

    def _own(self, scope: Any) -> bool:
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        return headers.get(b"host") in self.hosts and (origin is None or urlsplit(origin).netloc in self.hosts)
