"""What a player types at `railhead play`, whatever it is, and what becomes of the connection."""

from __future__ import annotations

import os
import re
import select
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.http.api import Api, SeatedMatch
from tests.http.terminals import COLOURED, PLAY, Terminal, terminal

NAMES = ("[red]:up: 漢字", "Ben [/]\\")
ODD = [
    "²",
    "１",
    "0",
    "-1",
    "999999999999999999",
    "",
    "   ",
    "[red]",
    ":up:",
    "[/]",
    "{0}%s\\",
    "x" * 5000,
    "²" * 300,
    "build:",
    "joker:grain+grain:1",
    "/",
    "/nonsense",
    "look 99999",
    "u 99999",
    "?[red]:up:",
    "?" * 200,
    "l 0",
    "\u202eesrever",
]
CONTROLS = [b"\x00", b"\x01\x05\x0b\x0e", b"\x07\x08\x7f", b"\xff\xfe\xc3(", b"\x1b[99~", b"\x1bOP"]
PASTED = b"\x1b[200~work:\x07\r\nhire\x1b[201~"


def seated(match: SeatedMatch, url: str) -> list[str]:
    """The arguments with which seat 0 is played on."""
    token = match.created["seats"][0]["token"]
    return [f"--url={url}", f"--match={match.created['id']}", f"--token={token}"]


@pytest.fixture
def people(api: Api) -> SeatedMatch:
    """A match of Montana between two people, of which seat 0 is to act and may do many things."""
    match = api.created(
        game="montana",
        seats=[{"kind": "human", "name": name} for name in NAMES],
        seed=3,
        options={"setup": "first_game"},
    )
    while len(match.legal(0)["actions"]) < 12:
        seat = match.shown(0)["to_act"][0]
        assert match.act(seat).status_code == 200
    return match


@pytest.fixture
def shown(people: SeatedMatch, api: Api) -> Iterator[Terminal]:
    """That match on a terminal of the usual size."""
    with terminal(*seated(people, api.address)) as opened:
        opened.until("your turn")
        opened.until("\n>")
        yield opened


def test_what_stands_on_the_screen(shown: Terminal, people: SeatedMatch) -> None:
    shown.until("? help")
    shown.until(NAMES[1])
    assert shown.lines[0].startswith("Montana: your turn")
    assert NAMES[0] in shown.text.replace("漢 字 ", "漢字"), "pyte shows wide characters with a gap"
    assert len(people.legal(0)["actions"]) > 12
    rows = [line for line in shown.lines if re.match(r" {1,2}\d+ ", line)]
    assert any("ways" in row for row in rows), "the choices are in groups"
    assert "? help" in shown.lines[-1]


def test_groups_and_words_and_back(shown: Terminal, people: SeatedMatch) -> None:
    shown.enter("work")
    shown.until("choices left")
    shown.until("work>")
    shown.enter("<")
    shown.until("\n> ".rstrip())
    shown.enter("hire")
    shown.until(lambda: people.shown(0)["version"] > 0 and "Done: Hire" in shown.text)


def test_notation_is_completed(shown: Terminal, people: SeatedMatch) -> None:
    shown.send("hi\t")
    shown.until("> hire")
    shown.send("\r")
    shown.until("Done: Hire")
    events = people.seats[0].get(f"{people.path}/events").json()["events"]
    assert [event["action"] for event in events if event["seat"] == 0][-1] == "hire"


def test_escape_takes_back_what_is_typed_and_then_the_narrowing(shown: Terminal) -> None:
    shown.enter("work")
    shown.until("work>")
    shown.send("gra\t")
    shown.until("work> gra")
    shown.send("\x1b")
    shown.until(lambda: any(line == "work>" for line in shown.lines))
    shown.send("\x1b")
    shown.until(lambda: any(line == ">" for line in shown.lines))


@pytest.mark.sampled
@pytest.mark.parametrize("plain", [False, True])
def test_odd_input_is_answered(people: SeatedMatch, api: Api, plain: bool) -> None:
    before = people.shown(0)["version"]
    with terminal(*seated(people, api.address), *["--plain"] * plain) as shown:
        shown.until("your turn")
        shown.settle()
        for text in ODD:
            shown.enter(text)
            shown.settle(0.05)
            assert shown.process.poll() is None, f"{text!r} ended it:\n{shown.text}"
        for typed in CONTROLS if plain else [*CONTROLS, PASTED]:
            shown.send(typed)
            shown.enter("")
            shown.settle(0.3)
            assert shown.process.poll() is None, f"{typed!r} ended it:\n{shown.text}"
        assert people.shown(0)["version"] == before, "nothing of that was an action"
        shown.enter("")
        shown.enter("no such thing")
        shown.until("Nothing that you may do has “no such thing” in it.")
        shown.enter("q")
        shown.until("Play on with")
        assert shown.ended() == 0
        assert "Traceback" not in shown.raw.decode(errors="replace")


@pytest.mark.sampled
@pytest.mark.parametrize("key", ["\x03", "\x04"])
@pytest.mark.parametrize("plain", [False, True])
def test_leaving_by_a_key(people: SeatedMatch, api: Api, plain: bool, key: str) -> None:
    arguments = seated(people, api.address)
    with terminal(*arguments, *["--plain"] * plain) as shown:
        shown.until("your turn")
        shown.settle()
        shown.send(key)
        shown.until("Play on with")
        assert shown.ended() == 0
        told = shown.raw.decode()
        for argument in arguments:
            assert argument in told
        assert "Traceback" not in told


@pytest.mark.full
def test_leaving_while_others_think(people: SeatedMatch, api: Api) -> None:
    while 0 in people.shown(0)["to_act"]:
        people.act(0)
    for plain in (False, True):
        with terminal(*seated(people, api.address), *["--plain"] * plain) as shown:
            shown.until("waiting for Ben [/]\\")
            shown.send("\x03")
            shown.until("Play on with")
            assert shown.ended() == 0


@pytest.mark.full
def test_the_screen_is_given_back_when_it_is_hung_up(shown: Terminal) -> None:
    shown.process.terminate()
    shown.until("Play on with")
    assert shown.ended() == 0
    assert b"\x1b[?1049l" in shown.raw


def test_what_others_do_appears_by_itself(shown: Terminal, people: SeatedMatch) -> None:
    while 0 in people.shown(0)["to_act"]:
        people.act(0)
    shown.until("waiting for Ben")
    while 0 not in people.shown(0)["to_act"]:
        people.act(1)
    shown.until("your turn")
    last = people.seats[0].get(f"{people.path}/events?limit=1000").json()["events"][-1]["label"]
    shown.until(lambda: last[:40] in shown.text.replace("\n     ", " "))


def test_help_and_what_names_mean(shown: Terminal) -> None:
    shown.enter("?")
    shown.until("Words leave only what has them")
    shown.enter("? quarry")
    shown.until("Gives small stone")
    shown.until("On the table now")
    shown.send("\x1b")
    shown.until("your turn")


def test_looking_back_and_the_log(shown: Terminal, people: SeatedMatch) -> None:
    shown.enter("l")
    shown.until("The log")
    shown.enter("look 0")
    shown.until("Version 0 of")
    shown.enter("n")
    shown.until("Version 1 of")
    shown.enter("")
    shown.until("your turn")


def test_a_move_is_taken_back(shown: Terminal, people: SeatedMatch) -> None:
    trade = next(a for a in people.legal(0)["actions"] if a["action"].startswith("trade:"))
    version = people.shown(0)["version"]
    shown.enter(trade["action"])
    shown.until("Done: Trade")
    shown.enter("u")
    shown.until("Taken back.")
    events = people.seats[0].get(f"{people.path}/events?after={version}").json()["events"]
    assert [event["kind"] for event in events][-1] == "undo"


def test_resigning_is_asked_for_twice(shown: Terminal, people: SeatedMatch) -> None:
    shown.enter("resign")
    shown.until("Type yes")
    shown.enter("no")
    shown.until("You play on.")
    assert people.shown(1)["seats"][0]["kind"] == "human"
    shown.enter("resign")
    shown.until("Type yes")
    shown.enter("yes")
    shown.until("You have resigned")
    assert people.shown(1)["seats"][0]["kind"] == "bot"


@pytest.mark.full
def test_another_size_is_drawn_at_once(shown: Terminal) -> None:
    for columns, rows in ((40, 24), (120, 50), (40, 12), (20, 5), (80, 24)):
        shown.resize(columns, rows)
        shown.settle()
        assert shown.process.poll() is None
    shown.resize(40, 24)
    shown.until(lambda: shown.lines[0].startswith("Montana: your turn"))
    shown.until(lambda: shown.lines[-1].startswith("? help"))
    shown.until(lambda: any(re.match(r" {1,2}1 ", line) for line in shown.lines))


@pytest.mark.full
def test_no_colour_where_none_is_wanted(people: SeatedMatch, api: Api) -> None:
    for wanted in (True, False):
        environment = {} if wanted else {"NO_COLOR": "1"}
        with terminal(*seated(people, api.address), environment=environment) as shown:
            shown.until("your turn")
            shown.enter("?")
            shown.until("Words leave only what has them")
            assert (COLOURED.search(shown.raw) is not None) is wanted


@pytest.mark.full
def test_a_terminal_that_cannot_move_its_cursor_gets_lines(people: SeatedMatch, api: Api) -> None:
    with terminal(*seated(people, api.address), environment={"TERM": "dumb"}) as shown:
        shown.until("your turn")
        shown.settle()
        assert b"\x1b" not in shown.raw


@pytest.mark.full
def test_a_pipe_that_ends_leaves_the_match(people: SeatedMatch, api: Api, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with out.open("wb") as told:
        played = subprocess.run(
            [*PLAY, *seated(people, api.address)],
            input=b"\xff\xfe\x00\n[red]\nhire\n",
            stdout=told,
            stderr=subprocess.PIPE,
            timeout=120,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            check=True,
        )
    text = out.read_text()
    assert "\x1b" not in text
    assert "Done: Hire" in text
    assert "Play on with" in text
    assert played.stderr == b""


class Wire:
    """A way to the API that can be cut, and mended at the same address."""

    def __init__(self, address: str) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self.goal = (host, int(port))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.whole = True
        self.open: list[socket.socket] = []
        self.accepting = threading.Thread(target=self._accept, daemon=True)
        self.accepting.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(self.goal)
                self.open += [near, far]
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError, ValueError):
            while self.whole:
                for one in select.select([near, far], [], [])[0]:
                    piece = one.recv(1 << 16)
                    if not piece:
                        return
                    (far if one is near else near).sendall(piece)

    def cut(self) -> None:
        self.whole = False
        for one in self.open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.open.clear()

    def close(self) -> None:
        self.cut()
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.accepting.join(10)
        self.listener.close()


@contextmanager
def wire(address: str) -> Iterator[Wire]:
    laid = Wire(address)
    try:
        yield laid
    finally:
        laid.close()


@pytest.mark.full
def test_a_lost_connection_is_found_again(people: SeatedMatch, api: Api) -> None:
    with wire(api.address) as way, terminal(*seated(people, way.url)) as shown:
        shown.until("your turn")
        way.cut()
        shown.until("The connection is lost")
        shown.enter("hire")
        way.whole = True
        shown.until("Done: Hire")
        shown.until(lambda: shown.lines[0].startswith("Montana"))
    events = people.seats[0].get(f"{people.path}/events?limit=1000").json()["events"]
    assert [e["action"] for e in events if e["seat"] == 0].count("hire") == 1


@pytest.mark.full
def test_no_service_and_no_address(api: Api) -> None:
    for url, said in (("http://127.0.0.1:9", "no service answers"), ("nonsense", "is no address")):
        played = subprocess.run(
            [*PLAY, f"--url={url}"], capture_output=True, timeout=60, check=False
        )
        assert played.returncode == 1
        assert said in played.stderr.decode()
        assert b"Traceback" not in played.stderr


@pytest.mark.full
def test_a_match_that_is_deleted_meanwhile(shown: Terminal, people: SeatedMatch) -> None:
    assert people.owner.delete(people.path).status_code == 204
    assert shown.ended() == 1
    assert "Error:" in shown.text
