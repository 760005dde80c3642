"""The server of ``house-edge explore``: one notebook, one socket, no settings of anybody and nothing sent anywhere."""

from __future__ import annotations

import os
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from importlib.resources import as_file, files
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
    """Compile or load what is played first, so that the first lever answers at once."""
    from sim import worker
    from sim.api import make_plan

    worker.warm(make_plan(start.game, start.scenario or None, start.policy or None, seed=start.seed))


def serve(start: Start, listener: socket.socket, address: str, *, browser: bool) -> None:
    """Serve the workbench on a socket that listens already, until Ctrl-C.

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
    with as_file(files("notebooks") / "workbench.py") as notebook, _no_settings():
        app = OwnPagesOnly(_application(notebook), address)
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, timeout_graceful_shutdown=FAREWELL_SECONDS, loop="asyncio"
        )
        server = uvicorn.Server(config)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            pass  # uvicorn raises it again once everything is closed


@contextmanager
def _no_settings() -> Iterator[None]:
    """Hide what marimo would read or write elsewhere: settings that open ports, ``.env`` files, lists of recent files.

    marimo looks for settings in the working folder, the folders above it and the home folder when an application is
    built, and keeps what it found; so the folder that stands in for them lasts as long as the server.
    """
    with tempfile.TemporaryDirectory(prefix="house-edge-explore-") as folder:
        before = {name: os.environ.get(name) for name in _FOLDERS}
        os.environ.update(dict.fromkeys(_FOLDERS, folder))
        os.environ["MARIMO_RESTRICT_SHARING"] = "true"
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


_FOLDERS = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")


def _application(notebook: Path) -> Any:
    """Return marimo's application of the notebook, which can be used but not edited, and shows no code."""
    home = os.environ.get("HOME")
    os.environ["HOME"] = os.environ["XDG_CONFIG_HOME"]
    try:
        with chdir(os.environ["XDG_CONFIG_HOME"]):
            import marimo

            builder = marimo.create_asgi_app(quiet=True, include_code=False, session_ttl=TAB_SECONDS)
            return builder.with_app(path="/", root=str(notebook)).build()
    finally:
        if home is None:
            del os.environ["HOME"]
        else:
            os.environ["HOME"] = home


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
    """

    def __init__(self, app: Any, address: str) -> None:
        self.app = app
        port = urlsplit(address).port
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request, or refuse it."""
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
