"""A terminal for the tests: `railhead play` on a real pty, and what a person would see of it."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pyte

PATIENCE = 60.0
PLAY = [sys.executable, "-m", "railhead.service.cli", "play"]
COLOURED = re.compile(rb"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)\b[0-9;]*m")
TAKES_ITS_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    " signal.signal(signal.SIGINT, signal.SIG_DFL);"
    " os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
"""Makes the pty the controlling terminal, so that ^C and a hang-up come as signals.

Shells start what runs in the background with ^C ignored, and that is inherited: a terminal has to
listen to it all the same.
"""


class Terminal:
    """A terminal emulator with `railhead play` in it."""

    def __init__(
        self, arguments: list[str], columns: int, rows: int, environment: Mapping[str, str]
    ) -> None:
        self.pty, inside = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = b""
        self.resize(columns, rows)
        command = [sys.executable, "-c", TAKES_ITS_TERMINAL, "-m", "railhead.service.cli", "play"]
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**os.environ, "TERM": "xterm-256color", **environment},
            start_new_session=True,
        )
        os.close(inside)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.pty, termios.TIOCSWINSZ, size)

    def send(self, text: str | bytes) -> None:
        """Type; what is longer than the pty holds is typed as it is read."""
        left = text.encode() if isinstance(text, str) else text
        while left:
            left = left[os.write(self.pty, left[:1000]) :]
            self.read(0.01)

    def enter(self, text: str) -> None:
        self.send(f"{text}\r")

    def read(self, seconds: float) -> bool:
        """Take what comes within this time; whether there was anything."""
        if not select.select([self.pty], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.pty, 1 << 16)
        except OSError:  # nobody has the other side open any more
            return False
        self.raw += piece
        self.stream.feed(self.decoder.decode(piece))
        return bool(piece)

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def until(self, seen: str | Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Read on until this text stands on the screen, or this is so."""

        def wanted() -> bool:
            return seen in self.text if isinstance(seen, str) else seen()

        end = time.monotonic() + seconds
        while not wanted():
            assert time.monotonic() < end, f"{seen!r} never came:\n{self.text}"
            self.read(0.05)

    def wait_for_another(self, text: str, seconds: float = 10) -> None:
        """Read until something else than this stands on the screen, or that long."""
        end = time.monotonic() + seconds
        while self.text == text and time.monotonic() < end:
            self.read(0.02)

    def settle(self, seconds: float = 0.3) -> None:
        """Read until nothing comes for a while."""
        while self.read(seconds):
            pass

    def ended(self) -> int:
        """Read to the end; the exit status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end:\n{self.text}"
            self.read(0.05)
        self.settle(0.05)
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.pty)


@contextmanager
def terminal(
    *arguments: str, columns: int = 80, rows: int = 24, environment: Mapping[str, str] = {}
) -> Iterator[Terminal]:
    """A terminal of that size in which the match is played."""
    opened = Terminal(list(arguments), columns, rows, environment)
    try:
        yield opened
    finally:
        opened.close()
