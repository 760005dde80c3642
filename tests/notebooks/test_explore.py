"""house-edge explore: what it says, what it listens on, how it ends."""

from __future__ import annotations

import http.client
import importlib.util
import re
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import psutil
import pytest

from reports.cli.explore import _read_start
from reports.cli.main import main
from reports.cli.options import Problems, RuleOptions
from sim.registry import load_game, resolve
from tests.helpers import PATIENCE
from tests.notebooks.conftest import Served, start

pytest.importorskip("marimo")


def say(capfd, *arguments):
    code = main(["explore", *arguments, "--no-browser"])
    out, err = capfd.readouterr()
    return code, out, err


# --- what is typed ---------------------------------------------------------------------------------------------------


def test_all_mistakes_are_named_at_once_and_nothing_is_served(capfd):
    code, out, err = say(
        capfd,
        "pebbles",
        "--scenario",
        "hihg",
        "--policy",
        "carefull",
        "--rule",
        "jra=3",
        "--port",
        "70000",
        "--seed",
        "x",
    )
    assert code == 2 and out == ""
    assert "'hihg'. Did you mean 'high'?" in err and "'carefull'. Did you mean 'careful'?" in err
    assert "'jra'. Did you mean 'jar'?" in err and "--port takes at most 65,535" in err and "--seed" in err


def test_an_unknown_game_and_an_unknown_option(capfd):
    code, _, err = say(capfd, "peebles")
    assert code == 2 and "Did you mean 'pebbles'?" in err
    code, _, err = say(capfd, "pebbles", "--prot", "3")
    assert code == 2 and "Did you mean --port?" in err


def test_house_rules_typed_are_where_the_levers_begin():
    problems, rules = Problems(), RuleOptions(variant=("kind",), rule=("jar=22", "tide=12"), scenario="low")
    start = _read_start(problems, "pebbles", rules, "random", "7", "1")
    assert problems.found == [] and start is not None
    assert (start.scenario, start.policy, start.seed, start.jobs) == ("low", "random", 7, 1)
    printed = resolve(load_game("pebbles"), "low").values
    wanted = resolve(load_game("pebbles"), "low", ["kind"], {"jar": 22, "tide": 12}).values
    assert dict(start.changes) == {name: value for name, value in wanted.items() if value != printed[name]}
    assert start.changes["jar"] == 22


def test_without_marimo_it_says_what_to_install(capfd, monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "marimo" else found(name))
    code, out, err = say(capfd, "pebbles")
    assert code == 2 and out == ""
    assert "pip install 'house-edge[notebooks]'" in err and "Traceback" not in err


def test_a_port_that_is_taken_is_named_with_what_to_do(capfd):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, out, err = say(capfd, "pebbles", "--port", str(port))
    assert code == 2 and out == ""
    assert f"port {port} is in use: choose another with --port" in err


# --- what is served --------------------------------------------------------------------------------------------------


def family(served: Served) -> list[psutil.Process]:
    process = psutil.Process(served.process.pid)
    return [process, *process.children(recursive=True)]


def connections(served: Served):
    found = []
    for process in family(served):
        with suppress(psutil.NoSuchProcess):  # one that has just ended
            found += process.net_connections(kind="inet")
    return found


def the_one_socket(served: Served) -> tuple[str, int]:
    """Return what is listened on; there must be one socket, and no datagrams."""
    found = [c for c in connections(served) if c.status == psutil.CONN_LISTEN or c.type == socket.SOCK_DGRAM]
    assert len(found) == 1, found
    return tuple(found[0].laddr)


def ask(served: Served, path: str, method: str = "GET", **headers: str):
    place = urlsplit(served.address)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=PATIENCE)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace")


def test_one_socket_on_the_loopback_address_and_no_other(served):
    place = urlsplit(served.address)
    assert place.hostname == "127.0.0.1"
    assert the_one_socket(served) == ("127.0.0.1", place.port)
    status, page = ask(served, "/")
    assert status == 200 and "house-rule workbench" in page
    assert the_one_socket(served) == ("127.0.0.1", place.port)


def test_the_page_tells_nothing_of_the_machine(served):
    _, page = ask(served, "/")
    for told in (
        "a secret",
        "A_SECRET",
        str(psutil.Process(served.process.pid).cwd()),
        __file__.rpartition("/tests/")[0],
    ):
        assert told not in page
    assert not re.search(r"(src|href)=[\"']https?://", page), "something would be loaded from elsewhere"


def test_it_can_be_used_but_not_edited(served):
    for path in (
        "/api/kernel/save",
        "/api/kernel/run",
        "/api/files/list_files",
        "/api/terminal/ws",
        "/api/packages/add",
    ):
        status, _ = ask(served, path, "POST", Content_Type="application/json")
        assert status in (401, 403, 404, 405), (path, status)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_pages_of_somebody_else_are_refused(served, headers):
    status, page = ask(served, "/", **headers)
    assert status == 403 and "its own pages alone" in page


def test_websockets_of_somebody_else_are_refused(served):
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    address = served.address.replace("http", "ws") + "/ws?session_id=s_abcdef"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


# --- how it ends -----------------------------------------------------------------------------------------------------


def test_a_second_one_takes_another_port_and_ctrl_c_frees_it(served, tmp_path):
    """The workbench of this module has the usual port, or somebody else has it."""
    other = start(tmp_path, "pebbles", "--jobs", "1", "--quiet")
    port = urlsplit(other.address).port
    assert port != urlsplit(served.address).port
    assert other.interrupt() == 130
    assert other.process.stderr.read() == "", "quiet is quiet to the end"
    with socket.create_server(("127.0.0.1", port)):
        pass
