"""Matches: how they are asked for, created and kept, and what they are now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from railhead.games.game import Game, State
from railhead.games.vocabulary import Vocabulary
from railhead.service.model.seats import Seat, Since, Times, bots

MOVES: Final = ("action", "forced", "chance")
"""The kinds of entries that change a position by the rules."""


@dataclass(frozen=True)
class SearchSummary:
    """What the search for a bot's decision took: its `simulations`, and `seconds` by the clock.

    0 of both where there was one legal action. `cut_short` says that it ended with less than its
    budget: at the backstop of that, or because the move was played without a search after others
    had failed.
    """

    simulations: int
    seconds: float
    cut_short: bool

    def to_json(self) -> dict[str, Any]:
        """All of it by name."""
        return asdict(self)


@dataclass(frozen=True)
class Event:
    """One entry of the log: `kind` is one of `MOVES`, or says what else happened.

    `seat` is None for chance. Of a move, `seen` gives the notation for every viewer (`SPECTATOR`
    included) who sees something other than `notation`. Another entry has no notation, but
    `details`, which all may see: of `undo` the version gone back to (`to`), of `seat` and `clock`
    the seat as it is from then on (`kind`, `name`, `level`, `resigned`), `ends` where the match is
    over with it, as only bots are left, and `absent` where a bot was put in for an absent holder.
    `at` is when it was committed, UTC to the second (`2026-01-31T12:00:00Z`); None in logs that do
    not say. `search` is there for decisions of bots, but in logs that do not say it.
    """

    version: int
    kind: str
    seat: int | None
    notation: str
    seen: Mapping[int, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None
    search: SearchSummary | None = None

    def notation_for(self, viewer: int) -> str:
        """The notation as `viewer` may see it."""
        return self.seen.get(viewer, self.notation)

    def targets_for(self, viewer: int, vocabulary: Vocabulary) -> list[str]:
        """The ids of what of the picture a move is about, as far as `viewer` may see it."""
        if self.kind not in MOVES:
            return []
        return vocabulary.targets(self.notation_for(viewer), self.seat)


@dataclass(frozen=True)
class RenderedEvent:
    """An event in words: `label`, and by viewer what those are told who see something else.

    `may_hide_choices` says that how many choices there were may depend on something hidden. A move
    is written in the words of its `vocabulary`.
    """

    event: Event
    label: str
    labels: Mapping[int, str] = field(default_factory=dict)
    may_hide_choices: bool = False
    vocabulary: Vocabulary | None = None

    def label_for(self, viewer: int) -> str:
        """The label as `viewer` may read it."""
        return self.labels.get(viewer, self.label)

    def targets_for(self, viewer: int) -> list[str]:
        """As `Event.targets_for`; empty for what is no move."""
        return [] if self.vocabulary is None else self.event.targets_for(viewer, self.vocabulary)

    def search_for(self, viewer: int) -> SearchSummary | None:
        """What the search took, as far as `viewer` may know: a forced move takes no simulations.

        So others do not know of a move that they do not see whole, or whose choices may be hidden.
        """
        event = self.event
        hidden = self.may_hide_choices or viewer in event.seen
        return None if hidden and viewer != event.seat else event.search


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
    or imported as (`core.origins`), `line` by which moves a fork's opening came about, where
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


HALTS: Final = ("fault", "workers-lost", "unreadable")
"""Why bots stop: their rules or search fail, processes end over it, or what is kept is damaged."""


@dataclass(frozen=True)
class Halted:
    """Why the bots of a match do not play on: one of `HALTS`, since when (UTC, to the second), and
    the version of the service that gave it up."""

    reason: str
    at: str
    version: str


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


def clients_of(record: Record, *heads: Head | None) -> list[str]:
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
    `stood` is for how many milliseconds no clock of its partition ran, as
    `Clocks.paused_milliseconds` says.
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
class ListedMatch:
    """A match in a listing: without its position, and whether this host has its rules."""

    record: Record
    head: Head
    playable: bool


@dataclass(frozen=True)
class MatchListing:
    """A page of public matches, newest first; `cursor` is None on the last one."""

    matches: Sequence[ListedMatch]
    cursor: str | None
