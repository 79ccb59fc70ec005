"""Histories: who saw which version of a match when, and what was acknowledged, as JSON lines.

A line is an operation of a client or, once all is over, the log of a match as the store has it.
Times are those of the one monotonic clock that all processes of a machine share.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Operation:
    """What one client did to one match, repeated attempts with one idempotency key as one.

    `kind` is `create`, `read` or `submit`; `outcome` is `ok`, `refused` (nothing was done) or
    `unknown` (no answer came: it may have been done, at any time after `start`). `seat` is whose
    eyes the answer is for, None for a spectator's. `version` is the one the answer shows, and
    `content` a digest of what it shows of it; `nonce` tells commits of one version apart, where
    the answer says enough for that. A submission was made at version `before`, and its action is
    the log's entry `first`; `version` is the last entry that followed from it.
    """

    client: str
    match: str
    kind: str
    start: float
    end: float | None
    outcome: str
    seat: int | None = None
    version: int | None = None
    content: str | None = None
    nonce: str | None = None
    before: int | None = None
    first: int | None = None
    action: str | None = None
    key: str | None = None
    refusal: str | None = None
    attempts: int = 1


@dataclass(frozen=True)
class Entry:
    """One entry of a log: `kind` is `action`, `forced` or `chance`; `seat` None for chance."""

    version: int
    kind: str
    seat: int | None
    action: str


@dataclass(frozen=True)
class Log:
    """The log of a match, and what its replay shows at some versions.

    `players` are the seats whose submissions are all in the history. `contents` are digests by
    version and seat, of as many as the history has reads of.
    """

    entries: tuple[Entry, ...]
    players: frozenset[int]
    contents: Mapping[tuple[int, int | None], str] = field(default_factory=dict)


@dataclass
class History:
    """The operations, and for each match that the store has its log in the end.

    `logs` is None where nobody has looked.
    """

    operations: list[Operation]
    logs: dict[str, Log] | None

    def by_match(self) -> dict[str, list[Operation]]:
        """The operations of each match; a creation that was never answered is of none."""
        found: dict[str, list[Operation]] = {match: [] for match in self.logs or ()}
        for operation in self.operations:
            if operation.match:
                found.setdefault(operation.match, []).append(operation)
        return found


def operation_line(operation: Operation) -> str:
    """The operation as a line; members that are not set are left out."""
    return json.dumps(
        {name: value for name, value in asdict(operation).items() if value is not None}
    )


def log_line(match: str, log: Log) -> str:
    """The log of a match as a line."""
    return json.dumps(
        {
            "log": match,
            "players": sorted(log.players),
            "entries": [[e.version, e.kind, e.seat, e.action] for e in log.entries],
            "contents": [[v, seat, digest] for (v, seat), digest in log.contents.items()],
        }
    )


def _log(line: Mapping[str, Any]) -> Log:
    return Log(
        tuple(Entry(*entry) for entry in line["entries"]),
        frozenset(line["players"]),
        {(version, seat): digest for version, seat, digest in line["contents"]},
    )


def read(files: Iterable[Path]) -> History:
    """The history in these files together. Raises `ValueError` for what is none."""
    history = History([], None)
    for file in files:
        with file.open(encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                if "log" in line:
                    history.logs = {} if history.logs is None else history.logs
                    history.logs[line["log"]] = _log(line)
                else:
                    history.operations.append(Operation(**{"end": None, **line}))
    return history
