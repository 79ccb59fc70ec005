"""The folder of a tournament: its settings, results and matches under way, always as they are.

`tournament.json` says what is played, `results.jsonl` how each match ended, in the order in which
they did. `under-way.jsonl` has the tokens of matches that have not: it is for the owner alone.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from railhead.tournaments.results import Result, result_of

FORMAT: Final = 1
SETTINGS, RESULTS, UNDER_WAY = "tournament.json", "results.jsonl", "under-way.jsonl"


class UnusableStateDir(Exception):
    """The folder is no tournament's, or another's, or in use; the message says what to do."""


@dataclass(frozen=True)
class Settings:
    """What is played: with `rounds`, the players' names with how they are written, and clocks."""

    game: str
    seats: int
    form: str
    rounds: int
    seed: int
    turn_seconds: int
    players: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class UnderWay:
    """A match that has begun: its tokens, those of seats by number, and seats that were given up.

    `forfeits` has the reasons that are known.
    """

    key: str
    match: str
    owner: str
    tokens: dict[int, str]
    forfeits: dict[int, str] = field(default_factory=dict)


class StateDir:
    """The folder at `path`, held until it is closed.

    Raises `UnusableStateDir` where another process holds it, or where a file is none of ours.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            raise UnusableStateDir(f"another process plays the tournament of {path}") from error
        self.results: dict[str, Result] = {}
        self.under_way: dict[str, UnderWay] = {}
        try:
            self._load()
        except (ValueError, KeyError, TypeError) as error:
            self.close()
            raise UnusableStateDir(
                f"{path} has no tournament of this form: name another folder"
            ) from error

    def close(self) -> None:
        """Let others have it."""
        os.close(self._lock)

    def settings(self) -> Settings | None:
        """What is played, or None for a new folder. Raises `UnusableStateDir`."""
        file = self.path / SETTINGS
        if not file.exists():
            return None
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
            if document.pop("format") != FORMAT:
                raise ValueError
            return Settings(**document)
        except (ValueError, KeyError, TypeError) as error:
            raise UnusableStateDir(
                f"{file} says nothing of a tournament: name another folder"
            ) from error

    def settle(self, settings: Settings) -> None:
        """Begin the tournament, or go on with it. Raises `UnusableStateDir` where it is another."""
        found = self.settings()
        if found is None:
            self.write(SETTINGS, json.dumps({"format": FORMAT, **asdict(settings)}, indent=1))
            return
        wanted, kept = asdict(settings), asdict(found)
        for name, value in wanted.items():
            if value != kept[name]:
                raise UnusableStateDir(
                    f"{self.path} has a tournament with {name} {json.dumps(kept[name])}, not "
                    f"{json.dumps(value)}: name another folder, or the folder alone to go on"
                )

    def begin(self, match: UnderWay) -> None:
        """A match has begun."""
        self.under_way[match.key] = match
        self._append(UNDER_WAY, asdict(match))

    def forfeit(self, match: UnderWay, seat: int, reason: str) -> None:
        """A seat of a match under way is to be given up."""
        match.forfeits[seat] = reason
        self._append(UNDER_WAY, asdict(match))

    def end(self, result: Result) -> None:
        """A match has ended; another result of it is not taken."""
        if result.pairing.key not in self.results:
            self._append(RESULTS, result.document())
            self.results[result.pairing.key] = result
        self.under_way.pop(result.pairing.key, None)

    def write(self, name: str, text: str) -> Path:
        """Put a whole file into the folder, in one step; its path."""
        file = self.path / name
        aside = self.path / f".{name}.new"
        aside.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8")
        os.replace(aside, file)
        return file

    def _load(self) -> None:
        for line in _lines(self.path / RESULTS):
            result = result_of(line)
            self.results.setdefault(result.pairing.key, result)
        for line in _lines(self.path / UNDER_WAY):
            match = UnderWay(**line)
            match.tokens = {int(seat): token for seat, token in match.tokens.items()}
            match.forfeits = {int(seat): why for seat, why in match.forfeits.items()}
            if match.key not in self.results:
                self.under_way[match.key] = match

    def _append(self, name: str, document: Mapping[str, Any]) -> None:
        """Write a line, and have it on the disk before anything else is done."""
        mode = 0o600 if name == UNDER_WAY else 0o666
        file = os.open(self.path / name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, mode)
        try:
            os.write(file, json.dumps(document).encode() + b"\n")
            os.fsync(file)
        finally:
            os.close(file)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file of JSON; one that was cut in the middle of writing is cut off."""
    if not file.exists():
        return
    written = file.read_bytes()
    whole = written.rfind(b"\n") + 1
    if whole < len(written):
        os.truncate(file, whole)
    for line in written[:whole].splitlines():
        yield json.loads(line)
