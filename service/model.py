"""What a match is to the service: the records that the store keeps and the API shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.game import Game, State

OWNER: Final = -4
"""What the owner token opens, where a seat's token opens its number."""
MOVES: Final = ("action", "forced", "chance")
"""The kinds of events that change the position: a decision, one without a choice, an outcome."""


@dataclass(frozen=True)
class Seat:
    """One seat: `kind` is `human` or `bot`; a bot has a `level`; the token is kept as its hash."""

    number: int
    kind: str
    name: str
    level: str | None = None
    token_hash: str | None = None


@dataclass(frozen=True)
class NewMatch:
    """A match to be created, syntactically checked; `options` as given, not completed."""

    game: str
    options: Mapping[str, Any]
    seats: Sequence[Seat]
    seed: int | None = None
    visibility: str = "private"
    auto_forced: bool = True


@dataclass(frozen=True)
class Record:
    """Version 0 of a match: all that creation decided, unchanged for ever after."""

    id: str
    game: str
    rules_version: int
    options: Mapping[str, Any]
    data_hash: str
    setup: Mapping[str, Any]
    opening: bytes
    seats: Sequence[Seat]
    owner_hash: str
    visibility: str
    auto_forced: bool
    seed: int | None
    created_at: str


@dataclass(frozen=True)
class Head:
    """What a match is now: its version, its open decisions, and its position as saved bytes.

    The nonce is that of the commit that made it: two heads of one version are the same where it is.
    `draws` counts the outcomes of chance so far; `opened` is as in `Match`.
    """

    version: int
    nonce: str
    status: str
    draws: int
    opened: Mapping[int, int]
    updated_at: str
    position: bytes

    @property
    def mark(self) -> str:
        """What tells this head from every other of its match, whatever became of those."""
        return f"{self.version} {self.nonce}"


def bots(record: Record, opened: Mapping[int, int]) -> Sequence[int]:
    """The seats of bots with an open decision."""
    return [seat for seat in opened if record.seats[seat].kind == "bot"]


@dataclass
class Match:
    """A match as it stands: its record and its head.

    `opened` says for each seat in `to_act` at which version its present decision opened. `state`
    is the caller's own copy.
    """

    record: Record
    game: Game
    state: State
    version: int
    status: str
    to_act: Sequence[int]
    opened: Mapping[int, int]
    updated_at: str


@dataclass(frozen=True)
class Event:
    """One entry of the log: `kind` is one of `MOVES`, or `over`; `seat` is None for chance.

    An entry that is no move has no `notation`; its `members` say what it is about. `seen` gives the
    notation for every viewer (`SPECTATOR` included) who sees something other than `notation`. `at`
    is when it was committed, UTC to the second (`2026-01-31T12:00:00Z`); None in logs that do not
    say.
    """

    version: int
    kind: str
    seat: int | None
    notation: str
    seen: Mapping[int, str] = field(default_factory=dict)
    at: str | None = None
    members: Mapping[str, Any] = field(default_factory=dict)

    def shown_to(self, viewer: int) -> str:
        """The notation as `viewer` may see it."""
        return self.seen.get(viewer, self.notation)


@dataclass(frozen=True)
class Told:
    """An event in words: `label`, and by viewer what those are told who see something else."""

    event: Event
    label: str
    labels: Mapping[int, str] = field(default_factory=dict)

    def told_to(self, viewer: int) -> str:
        """The label as `viewer` may read it."""
        return self.labels.get(viewer, self.label)


@dataclass(frozen=True)
class Idempotency:
    """A client's key, scoped to caller and route, with a fingerprint of the request's body."""

    scope: str
    key: str
    fingerprint: str


@dataclass(frozen=True)
class Earlier:
    """What an idempotency key stands for: the request's fingerprint and the versions it made.

    The action itself is `first`, the last entry of its commit `last`; a creation has its match id.
    """

    fingerprint: str
    first: int
    last: int
    match_id: str


@dataclass(frozen=True)
class Created:
    """The answer to a creation: the match and the tokens, which exist nowhere else in the clear."""

    match: Match
    owner_token: str
    seat_tokens: Mapping[int, str]


@dataclass(frozen=True)
class Submitted:
    """The answer to an action: the match after it, and the events the commit made, in order."""

    match: Match
    events: Sequence[Event]
    told: Sequence[Told]


@dataclass(frozen=True)
class Listed:
    """A match in a listing: without its position, and whether this host has its rules."""

    record: Record
    head: Head
    playable: bool


@dataclass(frozen=True)
class Page:
    """A page of public matches, newest first; `cursor` is None on the last one."""

    matches: Sequence[Listed]
    cursor: str | None
