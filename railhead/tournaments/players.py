"""Who plays in a tournament, as it is written: `NAME=KIND:WHAT`, `ours=command:./bot -v`."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from railhead.tournaments import agent_process, seat_process

LONGEST_NAME: Final = 40
"""Characters of a name, as the API takes them."""
SECONDS_TO_LOAD: Final = 60.0
_WRITTEN: Final = re.compile(r"(?:(?P<name>[^=:]+)=)?(?P<kind>[a-z]+):(?P<what>.+)", re.DOTALL)


class UnusablePlayer(ValueError):
    """No tournament can be played with the players as they were named; the message says why."""


@dataclass(frozen=True)
class Player:
    """A player: a bot of the service where it has a `level`, else a program with its `arguments`.

    `written` is kind and what of it, without the name.
    """

    name: str
    written: str
    level: str | None = None
    arguments: Sequence[str] = ()


def _level(what: str) -> Player:
    return Player(what, f"level:{what}", level=what)


def _command(what: str) -> Player:
    arguments = _split_command("command", what)
    return Player(Path(arguments[0]).name, f"command:{what}", arguments=arguments)


def _agent(what: str) -> Player:
    own = [sys.executable, "-m", agent_process.__name__, "command", what]
    return Player(Path(_split_command("agent", what)[0]).name, f"agent:{what}", arguments=own)


def _endpoint(what: str) -> Player:
    url, _, model = what.partition(" ")
    if not url.startswith(("http://", "https://")) or not model.strip():
        raise UnusablePlayer(f"endpoint:{what} should read endpoint:URL MODEL")
    own = [sys.executable, "-m", agent_process.__name__, "endpoint", url, model.strip()]
    return Player(model.strip(), f"endpoint:{what}", arguments=own)


def _split_command(kind: str, what: str) -> list[str]:
    """The arguments of a command. Raises `UnusablePlayer` where it cannot be run."""
    try:
        arguments = shlex.split(what)
    except ValueError as error:
        raise UnusablePlayer(f"{kind}:{what} cannot be read: {error}") from error
    if not arguments or shutil.which(arguments[0]) is None:
        raise UnusablePlayer(f"{kind}:{what} cannot be run: there is no such program")
    return arguments


def _python(what: str) -> Player:
    arguments = [sys.executable, "-m", seat_process.__name__, what]
    checking = [*arguments, "--check"]
    try:
        tried = subprocess.run(
            checking, capture_output=True, text=True, timeout=SECONDS_TO_LOAD, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise UnusablePlayer(
            f"python:{what} cannot be used: its module takes longer than {SECONDS_TO_LOAD:g} "
            "seconds to load"
        ) from error
    if tried.returncode != 0:
        said = tried.stderr.strip().splitlines() or [f"it ends with status {tried.returncode}"]
        raise UnusablePlayer(f"python:{what} cannot be used: {said[-1]}")
    return Player(what.rpartition(":")[2], f"python:{what}", arguments=arguments)


KINDS: Final[Mapping[str, Callable[[str], Player]]] = {
    "level": _level,
    "command": _command,
    "python": _python,
    "agent": _agent,
    "endpoint": _endpoint,
}
"""What makes a player of what is written behind its kind; a kind of players is an entry here."""


def read_players(written: Sequence[str]) -> list[Player]:
    """The players that are written so, in their order. Raises `UnusablePlayer`."""
    players = [_read(one) for one in written]
    names = [one.name for one in players]
    for one in players:
        if names.count(one.name) > 1:
            raise UnusablePlayer(
                f"there are two players {one.name!r}: name them, as NAME={one.written}"
            )
    return players


def _read(written: str) -> Player:
    found = _WRITTEN.fullmatch(written)
    if found is None or found["kind"] not in KINDS:
        kinds = ", ".join(f"{kind}:…" for kind in KINDS)
        raise UnusablePlayer(f"{written!r} is no player: write one of {kinds}, or NAME= before it")
    player = KINDS[found["kind"]](found["what"])
    name = (found["name"] or player.name).strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise UnusablePlayer(f"{name!r} is no name of 1 to {LONGEST_NAME} characters")
    return Player(name, player.written, player.level, player.arguments)
