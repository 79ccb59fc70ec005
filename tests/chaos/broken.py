"""Sound histories made up at random, and the same broken on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from random import Random

from tests.chaos import checker
from tests.chaos.history import Entry, History, Log, Operation

MATCH = "m"
PLAYERS = frozenset({0, 1})
BOT = 2


def contents(entries: tuple[Entry, ...]) -> dict[tuple[int, int | None], str]:
    """What each version looks like to each seat: it depends on all that led there."""
    found: dict[tuple[int, int | None], str] = {}
    chain = ""
    for version in range(len(entries) + 1):
        if version:
            chain = blake2b(f"{chain}{entries[version - 1]}".encode(), digest_size=6).hexdigest()
        for seat in (0, 1, None):
            found[version, seat] = f"{seat}:{chain}"
    return found


def logged(entries: list[Entry]) -> Log:
    numbered = tuple(replace(entry, version=n) for n, entry in enumerate(entries, 1))
    return Log(numbered, PLAYERS, contents(numbered))


def log_of(history: History) -> Log:
    """The log of the one match."""
    assert history.logs is not None
    return history.logs[MATCH]


class Playing:
    """Plays a made-up match; with `few` actions their names repeat, else each has its own."""

    def __init__(self, random: Random, few: bool) -> None:
        self.random = random
        self.few = few
        self.time = 0.0
        self.entries: list[Entry] = []
        self.heads = [(0, 0.0)]
        """The versions that were the last one, and since when."""
        self.operations: list[Operation] = []
        self.drafts: list[Operation] = []

    def play(self, steps: int) -> History:
        self._note("create", 0.0, "ok", version=0, nonce="n0")
        acts = [self._submitted, self._bot, self._read, self._read, self._unknown, self._refused]
        for _ in range(steps):
            self.time += self.random.uniform(0.1, 1)
            self.random.choice(acts)()
        log = logged(self.entries)
        done = [self._seen(one, log) for one in self.operations]
        self.random.shuffle(done)
        return History(done, {MATCH: log})

    def _seen(self, one: Operation, log: Log) -> Operation:
        if one.outcome != "ok" or one.kind == "create":
            return one
        assert one.version is not None
        return replace(one, content=log.contents[one.version, one.seat])

    def _note(self, kind: str, start: float, outcome: str, **members: object) -> None:
        end = None if outcome == "unknown" else self.time + self.random.uniform(0.01, 3)
        client = f"c{self.random.randrange(3)}"
        self.operations.append(
            Operation(client, MATCH, kind, start, end, outcome, **members)  # type: ignore[arg-type] # by name
        )

    def _action(self) -> str:
        return f"a{self.random.randrange(2) if self.few else len(self.operations)}"

    def _commit(self, seat: int, action: str) -> tuple[int, int]:
        """Add an action and what follows from it; the versions of both."""
        first = len(self.entries) + 1
        self.entries.append(Entry(first, "action", seat, action))
        for _ in range(self.random.choice([0, 0, 1, 2])):
            self.entries.append(Entry(len(self.entries) + 1, "chance", None, self._action()))
        self.heads.append((len(self.entries), self.time))
        return first, len(self.entries)

    def _ask(self) -> dict[str, object]:
        version, since = self.random.choice(self.heads[-2:])
        return {
            "start": self.random.uniform(since, self.time),
            "before": version,
            "seat": self.random.randrange(2),
            "action": self._action(),
            "key": f"k{len(self.operations)}",
        }

    def _submitted(self) -> None:
        ask = self._ask()
        first, version = self._commit(int(str(ask["seat"])), str(ask["action"]))
        nonce = f"n{len(self.heads)}"
        self._note("submit", outcome="ok", first=first, version=version, nonce=nonce, **ask)  # type: ignore[arg-type] # by name

    def _unknown(self) -> None:
        ask = self._ask()
        if self.random.random() < 0.5:
            self._commit(int(str(ask["seat"])), str(ask["action"]))
        self._note("submit", outcome="unknown", **ask)  # type: ignore[arg-type] # by name

    def _refused(self) -> None:
        self._note("submit", outcome="refused", **self._ask())  # type: ignore[arg-type] # by name

    def _bot(self) -> None:
        self._commit(BOT, self._action())

    def _read(self) -> None:
        version, _ = self.heads[-1]
        start = max(0.0, self.time - self.random.uniform(0, 3))
        seat = self.random.choice([0, 1, None])
        nonce = f"n{len(self.heads)}" if len(self.heads) > 1 else "n0"
        self._note("read", start, "ok", seat=seat, version=version, nonce=nonce)


def sound(random: Random, steps: int = 25, few: bool = False) -> History:
    """A sound history of one match, with answers that never came and a seat that a bot plays."""
    return Playing(random, few).play(steps)


Breaking = Callable[[Random, History], History | None]
"""Breaks a history; None where it offers no place for that."""


def _acknowledged(history: History) -> list[Operation]:
    return [one for one in history.operations if (one.kind, one.outcome) == ("submit", "ok")]


def _with_entries(history: History, entries: list[Entry]) -> History:
    return History(history.operations, {MATCH: logged(entries)})


def _with(history: History, old: Operation, new: Operation) -> History:
    rest = [one for one in history.operations if one is not old]
    return History([*rest, new], history.logs)


def lost_at_the_end(random: Random, history: History) -> History | None:
    acknowledged = _acknowledged(history)
    if not acknowledged:
        return None
    first = random.choice(acknowledged).first or 1
    return _with_entries(history, list(log_of(history).entries[: first - 1]))


def lost_within(random: Random, history: History) -> History | None:
    acknowledged = _acknowledged(history)
    if not acknowledged:
        return None
    first = random.choice(acknowledged).first or 1
    entries = list(log_of(history).entries)
    return _with_entries(history, entries[: first - 1] + entries[first:])


def lost_whole(_random: Random, history: History) -> History | None:
    return History(history.operations, {})


def doubled(random: Random, history: History) -> History | None:
    acknowledged = _acknowledged(history)
    if not acknowledged:
        return None
    entries = list(log_of(history).entries)
    again = entries[(random.choice(acknowledged).first or 1) - 1]
    entries.insert(random.randrange(again.version, len(entries) + 1), again)
    return _with_entries(history, entries)


def reordered(random: Random, history: History) -> History | None:
    acknowledged = _acknowledged(history)
    if len(acknowledged) < 2:
        return None
    one, other = ((found.first or 1) - 1 for found in random.sample(acknowledged, 2))
    entries = list(log_of(history).entries)
    entries[one], entries[other] = entries[other], entries[one]
    return _with_entries(history, entries)


def acknowledged_out_of_order(random: Random, history: History) -> History | None:
    """The earlier of two submissions is said to have begun when the later had its answer."""
    pairs = [
        (one, other)
        for one in _acknowledged(history)
        for other in _acknowledged(history)
        if (one.version or 0) < (other.version or 0)
    ]
    if not pairs:
        return None
    one, other = random.choice(pairs)
    assert other.end is not None
    return _with(history, one, replace(one, start=other.end + 0.5, end=other.end + 1))


def stale(random: Random, history: History) -> History | None:
    """A read shows the version before one that was acknowledged before it began."""
    reads = [one for one in history.operations if one.kind == "read"]
    places = [
        (read, known)
        for read in reads
        for known in history.operations
        if known.outcome == "ok" and known.version and (known.end or 0) < read.start
    ]
    if not places:
        return None
    read, known = random.choice(places)
    version = (known.first or known.version or 1) - 1
    shown = log_of(history).contents[version, read.seat]
    return _with(history, read, replace(read, version=version, content=shown, nonce=None))


def uncommitted(random: Random, history: History) -> History | None:
    """A read shows what was submitted after it had ended."""
    places = [
        (read, later)
        for read in history.operations
        for later in _acknowledged(history)
        if read.kind == "read" and read.end is not None and read.end < later.start
    ]
    if not places:
        return None
    read, later = random.choice(places)
    shown = log_of(history).contents[later.version or 0, read.seat]
    changed = replace(read, version=later.version, content=shown, nonce=None)
    return _with(history, read, changed)


def torn(random: Random, history: History) -> History | None:
    """A read shows an action without what followed from it."""
    reads = [one for one in history.operations if one.kind == "read"]
    several = [one for one in _acknowledged(history) if one.first != one.version]
    if not reads or not several:
        return None
    read, one = random.choice(reads), random.choice(several)
    assert one.end is not None
    shown = log_of(history).contents[one.first or 0, read.seat]
    when = {"start": one.start, "end": one.end}
    changed = replace(read, version=one.first, content=shown, nonce=None, **when)  # type: ignore[arg-type] # by name
    return _with(history, read, changed)


def forked_content(random: Random, history: History) -> History | None:
    """A read or a submission shows another table than the log leads to."""
    shown = [one for one in history.operations if one.content is not None]
    if not shown:
        return None
    one = random.choice(shown)
    return _with(history, one, replace(one, content="another"))


def forked_unseen(random: Random, history: History) -> History | None:
    """Two reads of one version are of two commits; both tables look alike, no log is known."""
    reads = [one for one in history.operations if one.kind == "read" and one.nonce]
    if not reads:
        return None
    one = random.choice(reads)
    other = replace(one, client="another", nonce="another")
    return History([*history.operations, other], None)


def forked_log(random: Random, history: History) -> History | None:
    """Two submissions are acknowledged at the same version."""
    acknowledged = _acknowledged(history)
    if not acknowledged:
        return None
    one = random.choice(acknowledged)
    other = replace(one, key="another", action="another", content=None)
    return History([*history.operations, other], history.logs)


def repeated(random: Random, history: History) -> History | None:
    """A request that was sent again was carried out again."""
    acknowledged = _acknowledged(history)
    if not acknowledged:
        return None
    one = random.choice(acknowledged)
    entries = list(log_of(history).entries)
    version = len(entries) + 1
    entries.append(Entry(version, "action", one.seat, one.action or ""))
    end = max(other.end or other.start for other in history.operations)
    again = replace(one, first=version, version=version, content=None, nonce=None)
    again = replace(again, start=end + 1, end=end + 2)
    return History([*history.operations, again], {MATCH: logged(entries)})


BROKEN: dict[str, tuple[Breaking, str]] = {
    "lost at the end": (lost_at_the_end, checker.LOST),
    "lost within": (lost_within, checker.LOST),
    "lost as a whole": (lost_whole, checker.LOST),
    "doubled": (doubled, checker.DOUBLED),
    "reordered": (reordered, checker.REORDERED),
    "acknowledged out of order": (acknowledged_out_of_order, checker.REORDERED),
    "stale read": (stale, checker.STALE),
    "uncommitted read": (uncommitted, checker.UNCOMMITTED),
    "torn read": (torn, checker.UNCOMMITTED),
    "forked content": (forked_content, checker.FORKED),
    "forked without a trace": (forked_unseen, checker.FORKED),
    "forked log": (forked_log, checker.FORKED),
    "repeated": (repeated, checker.REPEATED),
}
"""Each way to break a history, and what the checker must call it."""
