"""A headless browser, driven over Chromium's DevTools protocol: just enough to use a page as a person does."""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.helpers import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

#: Finds elements inside shadow roots too: marimo's controls have one each.
_DEEP = """
function deep(root, wanted) {
  if (!root) return [];
  const found = [...root.querySelectorAll(wanted)];
  for (const element of root.querySelectorAll('*'))
    if (element.shadowRoot) found.push(...deep(element.shadowRoot, wanted));
  return found;
}
function said(root) {
  let text = '';
  if (root) for (const node of root.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    else if (node.nodeType === 1 && !['STYLE', 'SCRIPT'].includes(node.tagName)) {
      text += ' ' + (node.shadowRoot ? said(node.shadowRoot) + ' ' : '') + said(node) + ' ';
    }
  }
  return text;
}
"""


def find() -> str | None:
    """Return the path of a Chromium or Chrome, if there is one."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page of a browser of its own.

    Parameters
    ----------
    folder : Path
        An empty folder for its profile.
    """

    def __init__(self, folder: Path, width: int = 1400, height: int = 1000) -> None:
        from websockets.sync.client import connect

        program = find()
        assert program is not None
        self.process = subprocess.Popen(
            [
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                f"--user-data-dir={folder}",
                f"--window-size={width},{height}",
                "--remote-debugging-port=0",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            port = self._port(folder / "DevToolsActivePort")
            self.connection = connect(self._page(port), max_size=None).__enter__()
        except BaseException:
            self.process.kill()
            raise
        self.numbers = itertools.count(1)
        self.events: list[dict[str, Any]] = []
        for domain in ("Page", "Runtime", "Network"):
            self.call(f"{domain}.enable")

    def _port(self, file: Path) -> int:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if file.exists() and file.read_text().count("\n"):  # the first line, the port, is whole
                return int(file.read_text().split()[0])
            time.sleep(0.1)
        raise AssertionError("the browser did not start")

    def _page(self, port: int) -> str:
        """Return the address of the one page; the browser answers a moment before it has one."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=PATIENCE) as answer:
                for page in json.load(answer):
                    if page["type"] == "page":
                        return str(page["webSocketDebuggerUrl"])
            time.sleep(0.1)
        raise AssertionError("the browser opened no page")

    def close(self) -> None:
        self.process.kill()  # its profile goes with the test
        self.process.wait(PATIENCE)
        self.connection.close()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self.numbers)
        self.connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.connection.recv(timeout=PATIENCE))
            if message.get("id") == number:
                assert "error" not in message, message
                return message["result"]
            self.events.append(message)

    def run(self, script: str) -> Any:
        """Return the value of an expression; ``deep(document, css)`` looks into shadow roots."""
        expression = f"(() => {{ {_DEEP} return ({script}); }})()"
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def go(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def text(self) -> str:
        """Return everything the page says, with single spaces."""
        return " ".join(str(self.run("said(document.body)")).split())

    def wait(self, script: str, seconds: float = 180) -> Any:
        """Return the value of an expression as soon as it is one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"after {seconds} s still not {script}; the page says: {self.text()[:3000]}")

    def wait_text(self, wanted: str, seconds: float = 180) -> str:
        self.wait(f"said(document.body).replace(/\\s+/g, ' ').includes({json.dumps(wanted)})", seconds)
        return self.text()

    def click(self, script: str) -> None:
        """Click in the middle of the element an expression names, once it has come to rest there."""
        look = (
            f"(e => {{ e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect();"
            f" return [b.x + b.width / 2, b.y + b.height / 2]; }})({script})"
        )
        box, before = self.run(look), None
        while box != before:
            time.sleep(0.1)
            box, before = self.run(look), box
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def press(self, key: str, code: int) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def addresses(self) -> list[str]:
        """Return every address the page asked for."""
        found = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return found + [e["params"]["url"] for e in self.events if e.get("method") == "Network.webSocketCreated"]

    def picture(self, file: Path, full: bool = False) -> None:
        options: dict[str, Any] = {"format": "png"}
        if full:
            options["captureBeyondViewport"] = True
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", **options)["data"]))
