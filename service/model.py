"""What a match is to the service: the records that the store keeps and the API shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from railhead.games.game import Game, State

MOVES: Final = ("action", "forced", "chance")
"""The kinds of entries that change a position by the rules."""


@dataclass(frozen=True)
class Account:
    """The time of one seat, in milliseconds: what it was granted so far and what it has used.

    `since` is when it began to run, on the clock that `Clocks.now` reads; 0: it stands. Where a bot
    plays for the holder (`by_bot`) what runs counts only if the holder takes that turn back.
    """

    granted: int
    used: int = 0
    since: int = 0
    by_bot: bool = False

    @property
    def left(self) -> int:
        """What is left, or was at `since`; below 0 where more was used than granted."""
        return self.granted - self.used

    @property
    def runs(self) -> bool:
        """Whether it runs, so that it may run out."""
        return self.since > 0 and not self.by_bot

    def ran(self, now: int) -> int:
        """How long it has run at `now`; never less than nothing, whatever became of the clock."""
        return max(0, now - self.since) if self.since else 0


Times = Mapping[int, Account]
"""The accounts of time by seat; empty until the match begins."""

Since = Mapping[int, int]
"""By seat since when it has been waited for, in milliseconds of the epoch by the store's clock."""

HALTS: Final = ("fault", "workers-lost", "unreadable")
"""Why bots stop: their rules or search fail, processes end over it, or what is kept is damaged."""

OWNER: Final = -4
"""What the owner token opens, where a seat's token opens its number."""

SCOPES: Final = ("play", "read", "webhooks")
"""What a client's token may be used for; one that has all of them may be used for everything."""
MAIN: Final = "main"
"""The id of the token that comes with a client."""


@dataclass(frozen=True)
class Seat:
    """One seat: `kind` is `human`, `bot` or `open`; a bot has a `level`; tokens are kept as hashes.

    `token_hash` or `client`, the id of one, tells who holds the seat; a bot may play for a holder.
    Who comes with the invitation may claim an open seat, in a public match anybody, as its `claims`
    say. The bot of a `resigned` seat plays on for good, and the seat is ranked behind all that were
    not given up.
    """

    number: int
    kind: str
    name: str
    level: str | None = None
    token_hash: str | None = None
    client: str | None = None
    invitation_hash: str | None = None
    resigned: bool = False

    @property
    def held(self) -> bool:
        """Whether somebody holds the seat."""
        return self.token_hash is not None or self.client is not None


@dataclass(frozen=True)
class ClientToken:
    """A token of a client, kept as its hash, with those of `SCOPES` that it has.

    Times are UTC as of `now`. `expires_at` is empty where it does not expire; `used_at`, empty
    where it never was, is the hour in which it was used last.
    """

    id: str
    name: str
    hash: str
    scopes: Sequence[str]
    created_at: str
    expires_at: str = ""
    used_at: str = ""


@dataclass(frozen=True)
class Client:
    """An account without a password; `contact` may be empty.

    `tokens` begin with the main one; `token` is the one that the client was found by, the main one
    where it was found by its id.
    """

    id: str
    name: str
    contact: str
    created_at: str
    tokens: Sequence[ClientToken]
    token: ClientToken


@dataclass(frozen=True)
class Document:
    """Data of a client's own: what an option of a game may name in its matches.

    `rules_version` is that of the rules it was tried out with; `size` is in bytes of JSON.
    """

    game: str
    option: str
    name: str
    digest: str
    rules_version: int
    size: int
    updated_at: str


@dataclass(frozen=True)
class NewMatch:
    """A match to be created, syntactically checked; `options` as given, not completed.

    `client` is the id of the one who creates it; further members as in `Record`.
    """

    game: str
    options: Mapping[str, Any]
    seats: Sequence[Seat]
    seed: int | None = None
    visibility: str = "private"
    auto_forced: bool = True
    undo: str = "own"
    sealed: bool = False
    client: str | None = None
    clock: Mapping[str, Any] | None = None
    analyses: str = "alone"
    absent_after: int | None = None
    asked_by: str | None = None
    claims: str = "anybody"


@dataclass(frozen=True)
class Record:
    """Version 0 of a match: all that creation decided, unchanged for ever after.

    `client` is the id of the one that owns it, besides who has the owner token. `undo` is `own`
    where a seat may take its own moves back, `any` where the owner may go back to any version,
    `off`. A `sealed` match keeps its secrets after the end. `origin` says what it was forked from,
    or imported as (`matches.origins`), `line` by which moves a fork's opening came about, where
    that is known and no secret. A match was imported at `imported_at`; its `created_at` is what the
    document says. An old document says nothing of a clock: the log may know that one ran out.
    `rematch_of` is the id of the match that it follows. `claims` says who may claim an open seat of
    a public match: `anybody`, or whoever is `invited`, as in a private one.
    `analyses` says who may ask for those: `nobody`; once it is over, all who see it (`ended`), and
    before too where there is but one person (`alone`) or whoever plays (`everybody`). Who does
    nothing for `absent_after` seconds counts as absent; nobody does where it is None. `asked_by`
    tells askers apart, for whom bots think, and is shown to nobody: what stands for an address, and
    behind a space the id of a client where one asked; None where it is not known.
    """

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
    spectator_hash: str | None = None
    client: str | None = None
    undo: str = "own"
    sealed: bool = False
    origin: Mapping[str, Any] | None = None
    clock: Mapping[str, Any] | None = None
    analyses: str = "alone"
    absent_after: int | None = None
    rematch_of: str | None = None
    line: Sequence[Mapping[str, Any]] | None = None
    imported_at: str | None = None
    asked_by: str | None = None
    claims: str = "anybody"

    @property
    def here_since(self) -> str:
        """When this service made the match, or took it in: no document has a say in it."""
        return self.imported_at or self.created_at


@dataclass(frozen=True)
class Rematch:
    """The match that follows a finished one: its id, and when it was made."""

    match: str
    created_at: str


@dataclass(frozen=True)
class Head:
    """What a match is now: its version, its open decisions, and its position as saved bytes.

    The nonce is that of the commit that made it: two heads of one version are the same where it is.
    `draws` counts the outcomes of chance so far; `opened` is as in `Match`. `seats` is None as long
    as they are those of the record, `times` in a match without clocks, `waited_since` where nobody
    ever counts as absent.
    """

    version: int
    nonce: str
    status: str
    draws: int
    opened: Mapping[int, int]
    updated_at: str
    position: bytes
    seats: Sequence[Seat] | None = None
    times: Times | None = None
    waited_since: Since | None = None

    @property
    def mark(self) -> str:
        """What tells this head from every other of its match, whatever became of those."""
        return f"{self.version} {self.nonce}"


def seats_of(record: Record, head: Head) -> Sequence[Seat]:
    """The seats of a match as they are now."""
    return record.seats if head.seats is None else head.seats


def seat_of_client(seats: Sequence[Seat], client_id: str) -> Seat | None:
    """The seat that a client holds, else one that is kept for it, None where there is neither."""
    own = [seat for seat in seats if seat.client == client_id]
    return min(own, key=lambda seat: seat.kind == "open", default=None)


def is_somebody(seat: Seat) -> bool:
    """Whether a person, or another client, has a seat or may take it."""
    return not seat.resigned and (seat.kind != "bot" or seat.held)


def bots(seats: Sequence[Seat], opened: Mapping[int, int]) -> Sequence[int]:
    """The seats of bots with an open decision."""
    return [seat for seat in opened if seats[seat].kind == "bot"]


def concerned(record: Record, *heads: Head | None) -> list[str]:
    """The clients that a match concerns, or did at one of these heads."""
    found = [] if record.client is None else [record.client]
    for head in heads:
        for seat in record.seats if head is None else seats_of(record, head):
            if seat.client is not None and seat.client not in found:
                found.append(seat.client)
    return found


def acting_bots(record: Record, head: Head) -> Sequence[int]:
    """The seats of bots that are to act in a match."""
    return bots(seats_of(record, head), head.opened)


@dataclass
class Match:
    """A match as it stands: its record and its head.

    `opened` says for each seat in `to_act` at which version its present decision opened. `state`
    is the caller's own copy. `status` is `open` until all seats are taken, `active`, or `over`.
    `stood` is for how many milliseconds no clock of its partition ran, as `Clocks.stood` says.
    """

    record: Record
    seats: Sequence[Seat]
    game: Game
    state: State
    version: int
    status: str
    to_act: Sequence[int]
    opened: Mapping[int, int]
    updated_at: str
    times: Times | None = None
    stood: int = 0
    waited_since: Since | None = None


@dataclass(frozen=True)
class Event:
    """One entry of the log: `kind` is one of `MOVES`, or says what else happened.

    `seat` is None for chance. Of a move, `seen` gives the notation for every viewer (`SPECTATOR`
    included) who sees something other than `notation`. Another entry has no notation, but
    `details`, which all may see: of `undo` the version gone back to (`to`), of `seat` and `clock`
    the seat as it is from then on (`kind`, `name`, `level`, `resigned`), `ends` where the match is
    over with it, as only bots are left, and `absent` where a bot was put in for an absent holder.
    `at` is when it was committed, UTC to the second (`2026-01-31T12:00:00Z`); None in logs that do
    not say.
    """

    version: int
    kind: str
    seat: int | None
    notation: str
    seen: Mapping[int, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None

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
    """A caller's key, scoped to caller and route, with a fingerprint of the request's body.

    `proves` says whether nobody but that caller repeats it: only then are tokens given again.
    """

    scope: str
    key: str
    fingerprint: str
    proves: bool = True


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
class Tokens:
    """What a creation gives away, in the clear: all are empty once they are forgotten."""

    owner: str = ""
    spectator: str = ""
    seats: Mapping[int, str] = field(default_factory=dict)
    invitations: Mapping[int, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, str]:
        """All of them by what they are for."""
        seats = {f"{number}": token for number, token in self.seats.items()}
        invitations = {f"open {number}": token for number, token in self.invitations.items()}
        return {"owner": self.owner, "spectator": self.spectator, **seats, **invitations}

    @classmethod
    def from_json(cls, kept: Mapping[str, str]) -> Tokens:
        """The tokens that `to_json` wrote."""
        numbered = {key: token for key, token in kept.items() if key[-1].isdigit()}
        return cls(
            kept.get("owner", ""),
            kept.get("spectator", ""),
            {int(key): token for key, token in numbered.items() if key.isdigit()},
            {int(key.split()[1]): token for key, token in numbered.items() if " " in key},
        )


@dataclass(frozen=True)
class Created:
    """The answer to a creation: the match, and what is given away, nowhere else in the clear."""

    match: Match
    tokens: Tokens


@dataclass(frozen=True)
class Submitted:
    """The answer to an action: the match after it, and the events the commit made, in order."""

    match: Match
    told: Sequence[Told]

    @property
    def events(self) -> Sequence[Event]:
        """The events without words."""
        return [one.event for one in self.told]


@dataclass(frozen=True)
class AnalysisName:
    """Which analysis of a match: `asker` stands for who asked, who has numbered them from 1."""

    match: str
    asker: str
    number: int

    @property
    def mark(self) -> str:
        """All of it as one text; changes are told by it."""
        return f"{self.match}.{self.asker}:{self.number}"


@dataclass(frozen=True)
class AnalysisAsked:
    """What is to be analysed: the decision that `seat` had at `version`, by what it knew then.

    For so many `seconds` of thinking, or `simulations` where those come first.
    """

    seat: int
    version: int
    seconds: float
    simulations: int | None = None

    def to_json(self) -> dict[str, Any]:
        """All of it by name."""
        return asdict(self)


@dataclass(frozen=True)
class AnalysisKept:
    """An analysis as the store has it: `status` is `running`, `done`, `cancelled` or `failed`.

    `asked_at` is in seconds of the epoch. `attempts` were begun since something was last saved,
    which has happened `changes` times; `tally` is what has been counted, for whoever goes on, and
    `found` what is told of it.
    """

    name: AnalysisName
    status: str
    asked_at: float
    attempts: int
    changes: int
    asked: AnalysisAsked
    reason: str
    tally: Mapping[str, Any] | None
    found: Mapping[str, Any]


@dataclass(frozen=True)
class Call:
    """A decision whose search other workers are called to take part in.

    `mark` is that of the match's head, `leader` the holder of its lease, who decides for `seat`.
    `before` is the mark of the decision that the leader called for last, and the action it took.
    """

    match: str
    mark: str
    leader: str
    seat: int
    before: tuple[str, int] | None = None

    @property
    def version(self) -> int:
        """The version of the match at which the decision is to be taken."""
        return int(self.mark.split(" ")[0])


@dataclass(frozen=True)
class Part:
    """What a worker has counted for a call: its `simulations`, and the statistics of its root."""

    simulations: int
    counts: Sequence[tuple[int, int, list[float], float]]


@dataclass(frozen=True)
class Halted:
    """Why the bots of a match do not play on: one of `HALTS`, since when (UTC, to the second), and
    the version of the service that gave it up."""

    reason: str
    at: str
    version: str


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
