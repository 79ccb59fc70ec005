"""Whether a history of matches is linearizable: `python -m tests.chaos.checker history.jsonl …`

A match is a log that is only appended to, and each of its versions has a number of its own. So
the order in which operations must have happened is known, not searched for: a submission at its
versions, a read right after the version it shows. The history is linearizable exactly if no
operation ended before one began that comes earlier in that order: if there is no such pair, each
can be given a moment between its start and its end, in order (the latest start of all up to it).

What has no answer may have happened at any later time or never. The logs, read when all is over,
say which; without them only the order of what was answered is checked.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.history import Entry, History, Log, Operation, read

LOST = "lost"
"""An acknowledged action is not in the log, or an acknowledged match is not there."""
DOUBLED = "doubled"
"""The log has an action of a player that nobody submitted, or once more than it was."""
REORDERED = "reordered"
"""Acknowledged actions are in the log in another order than they were acknowledged in."""
STALE = "stale read"
"""A read shows less than was known to have happened before it began."""
UNCOMMITTED = "uncommitted read"
"""A read shows what had not been submitted by then, or half of what one submission did."""
FORKED = "forked"
"""One version has two contents, or what was read of a version is not what the log leads to."""
REPEATED = "repeated"
"""One idempotency key has done something twice."""

KINDS = (LOST, DOUBLED, REORDERED, STALE, UNCOMMITTED, FORKED, REPEATED)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a match: of which kind, in words, by which operations."""

    kind: str
    match: str
    text: str
    operations: tuple[Operation, ...] = ()


def check(history: History) -> list[Finding]:
    """All that is wrong with a history; nothing where it is sound."""
    found = list(_repeated_keys(history.operations))
    for match, operations in history.by_match().items():
        found += check_match(match, operations, *_log_of(history, match))
    return found


def _log_of(history: History, match: str) -> tuple[Log | None, bool]:
    """The log of a match, and whether it is known that there is none."""
    return (None, False) if history.logs is None else (history.logs.get(match), True)


def check_match(
    match: str, operations: Sequence[Operation], log: Log | None, logs_known: bool = True
) -> list[Finding]:
    """What is wrong with one match; keys used twice are looked for across matches."""
    answered = [operation for operation in operations if operation.outcome == "ok"]
    found = [*_order(match, answered), *_contents(match, answered), *_overlaps(match, answered)]
    if log is not None:
        return [*found, *_held_against(match, operations, answered, log)]
    if logs_known and answered:
        found.append(Finding(LOST, match, "the match is gone", tuple(answered[:1])))
    return found


def _rank(operation: Operation) -> tuple[int, int]:
    """Where an answered operation stands in the only possible order."""
    assert operation.version is not None
    return operation.version, int(operation.kind == "read")


def _order(match: str, answered: Sequence[Operation]) -> Iterator[Finding]:
    """Pairs of which the one that comes later in order had ended before the other began."""
    latest: dict[str, Operation] = {}
    """Of those that rank below the present one, the read and the other that began last."""
    level: list[Operation] = []
    for operation in sorted(answered, key=_rank):
        if level and _rank(level[0]) != _rank(operation):
            for one in level:
                known = latest.setdefault(one.kind, one)
                latest[one.kind] = max(known, one, key=lambda either: either.start)
            level = []
        level.append(operation)
        for other in latest.values():
            if operation.end is not None and operation.end < other.start:
                yield _inverted(match, operation, other)


def _inverted(match: str, first: Operation, then: Operation) -> Finding:
    """What it means that `first` ended before `then` began, which stands before it in order."""
    pair = (first, then)
    if then.kind == "read":
        text = f"version {then.version} was read after {first.version} had been seen"
        return Finding(STALE, match, text, pair)
    if first.kind == "read":
        text = f"version {first.version} was read before {then.version} had been submitted"
        return Finding(UNCOMMITTED, match, text, pair)
    text = f"version {first.version} was acknowledged before {then.version} was submitted"
    return Finding(REORDERED, match, text, pair)


def _contents(match: str, answered: Sequence[Operation]) -> Iterator[Finding]:
    """Versions that looked different to the same eyes, or are of different commits."""
    first: dict[tuple[str, int | None, int | None], Operation] = {}
    for one in answered:
        for what, seat, value in (("content", one.seat, one.content), ("nonce", None, one.nonce)):
            if value is None:
                continue
            known = first.setdefault((what, one.version, seat), one)
            if getattr(known, what) != value:
                text = f"version {one.version} has two contents"
                yield Finding(FORKED, match, text, (known, one))


def _overlaps(match: str, answered: Sequence[Operation]) -> Iterator[Finding]:
    """Versions that two submissions made, and reads in the midst of one."""
    maker: dict[int, Operation] = {}
    inside: dict[int, Operation] = {}
    for one in answered:
        if one.kind == "submit":
            assert one.first is not None
            assert one.version is not None
            if one.before is not None and one.first <= one.before:
                text = f"a submission at version {one.before} became version {one.first}"
                yield Finding(REORDERED, match, text, (one,))
            for version in range(one.first, one.version + 1):
                other = maker.setdefault(version, one)
                if other is not one:
                    text = f"two submissions made version {version}"
                    yield Finding(FORKED, match, text, (other, one))
            inside.update(dict.fromkeys(range(one.first, one.version), one))
    for one in answered:
        if one.kind == "read" and one.version in inside:
            text = f"version {one.version} was never the last one"
            yield Finding(UNCOMMITTED, match, text, (inside[one.version], one))


def _repeated_keys(operations: Iterable[Operation]) -> Iterator[Finding]:
    """Keys whose answers name different matches or versions."""
    first: dict[str, Operation] = {}
    for one in operations:
        if one.outcome != "ok" or one.key is None:
            continue
        known = first.setdefault(one.key, one)
        if (known.match, known.first, known.version) != (one.match, one.first, one.version):
            text = f"the idempotency key {one.key} did two things"
            yield Finding(REPEATED, one.match, text, (known, one))


def _held_against(
    match: str, operations: Sequence[Operation], answered: Sequence[Operation], log: Log
) -> Iterator[Finding]:
    """What the log of the end says otherwise."""
    versions = [entry.version for entry in log.entries]
    if versions != list(range(1, len(versions) + 1)):
        yield Finding(REORDERED, match, "the versions of the log are not 1, 2, 3, …")
    yield from _submitted(match, operations, log)
    for one in answered:
        if one.kind == "submit" or one.version is None:
            continue
        if one.version > len(versions):
            yield Finding(LOST, match, f"version {one.version} was seen and is no more", (one,))
    for one in answered:
        shown = log.contents.get((one.version or 0, one.seat))
        if shown is not None and one.content is not None and shown != one.content:
            text = f"version {one.version} looked otherwise than the log leads to"
            yield Finding(FORKED, match, text, (one,))


def _submitted(match: str, operations: Sequence[Operation], log: Log) -> Iterator[Finding]:
    """Acknowledged actions that are not where they were acknowledged, and entries of nobody."""
    by_players = [e for e in log.entries if e.kind == "action" and e.seat in log.players]
    unclaimed = {entry.version: entry for entry in by_players}
    misplaced: list[Operation] = []
    for one in _acknowledged_once(operations):
        assert one.first is not None
        entry = unclaimed.get(one.first)
        if entry is not None and (entry.seat, entry.action) == (one.seat, one.action):
            del unclaimed[one.first]
        else:
            misplaced.append(one)
    for one in misplaced:
        there = next((e for e in unclaimed.values() if (e.seat, e.action) == _what(one)), None)
        if there is None:
            text = f"the action of version {one.first} is not in the log"
            yield Finding(LOST, match, text, (one,))
        else:
            del unclaimed[there.version]
            text = f"the action of version {one.first} is the log's entry {there.version}"
            yield Finding(REORDERED, match, text, (one,))
    for entry in _of_nobody(unclaimed.values(), operations):
        text = f"entry {entry.version} of the log was submitted by nobody"
        yield Finding(DOUBLED, match, text)


def _what(operation: Operation) -> tuple[int | None, str | None]:
    return operation.seat, operation.action


def _acknowledged_once(operations: Iterable[Operation]) -> Iterator[Operation]:
    """The acknowledged submissions, each once however often it was acknowledged."""
    seen: set[tuple[str, int | None]] = set()
    for number, one in enumerate(operations):
        if one.kind != "submit" or one.outcome != "ok":
            continue
        name = (one.key or f"operation {number}", one.first)
        if name not in seen:
            seen.add(name)
            yield one


def _of_nobody(entries: Iterable[Entry], operations: Sequence[Operation]) -> Iterator[Entry]:
    """Entries that no submission of unknown outcome can have made, each making at most one.

    A submission may have made an entry above the version it was made at, unless that version was
    seen before it began. Both bounds let more pass the later the entry, so taking the first that
    fits leaves as many as can be left.
    """
    unknown: dict[tuple[int | None, str | None], list[Operation]] = {}
    for one in operations:
        if one.kind == "submit" and one.outcome == "unknown":
            unknown.setdefault(_what(one), []).append(one)
    if not unknown:
        yield from entries
        return
    for entry in sorted(entries, key=lambda one: one.version):
        candidates = unknown.get((entry.seat, entry.action), [])
        seen_by = min(
            (
                one.end
                for one in operations
                if one.outcome == "ok"
                and one.end is not None
                and (one.version or 0) >= entry.version
            ),
            default=float("inf"),
        )
        for one in candidates:
            if (one.before is None or one.before < entry.version) and one.start <= seen_by:
                candidates.remove(one)
                break
        else:
            yield entry


def set_back(history: History) -> tuple[list[Operation], list[Operation]]:
    """The answered operations that the logs contradict: what a store lost that went back.

    First creations and submissions, of which the log knows nothing; then reads, of a version that
    is not there or was made anew by another commit. Of submissions that made one version, only the
    one that was answered last can be the log's.
    """
    lost: list[Operation] = []
    unlasting: list[Operation] = []
    for match, operations in history.by_match().items():
        log = (history.logs or {}).get(match)
        last_nonce = {
            one.version: one.nonce
            for one in sorted(operations, key=lambda one: one.start)
            if one.outcome == "ok" and one.nonce is not None
        }
        last_maker = {
            one.first: one
            for one in sorted(operations, key=lambda one: one.end or 0)
            if one.outcome == "ok" and one.kind == "submit"
        }
        for one in operations:
            if one.outcome != "ok":
                continue
            made_anew = one.kind == "submit" and last_maker[one.first].key != one.key
            if log is None or made_anew or not _lasts(one, log, last_nonce):
                (unlasting if one.kind == "read" else lost).append(one)
    return lost, unlasting


def without(history: History, operations: Iterable[Operation]) -> History:
    """The history without these operations."""
    left_out = set(operations)
    return History([one for one in history.operations if one not in left_out], history.logs)


def _lasts(one: Operation, log: Log, last_nonce: dict[int | None, str]) -> bool:
    """Whether an answer is still true of the log."""
    version = one.version or 0
    if version > len(log.entries):
        return False
    if one.nonce is not None and last_nonce[one.version] != one.nonce:
        return False
    shown = log.contents.get((version, one.seat))
    if shown is not None and one.content is not None and shown != one.content:
        return False
    if one.kind == "submit":
        entry = log.entries[(one.first or 1) - 1]
        return (entry.seat, entry.action) == _what(one)
    return True


def longest_lag(findings: Iterable[Finding]) -> float:
    """For how many seconds something had been known that a stale read did not show, at most."""
    lags = [
        then.start - first.end
        for finding in findings
        if finding.kind == STALE
        for first, then in [finding.operations]
        if first.end is not None
    ]
    return max(lags, default=0.0)


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings there are of each kind."""
    numbers = Counter(finding.kind for finding in findings)
    return {kind: numbers[kind] for kind in KINDS}


def main(names: Sequence[str]) -> int:
    """Check the history in these files; 0 where it is sound."""
    if not names:
        print(__doc__)
        return 2
    history = read(map(Path, names))
    findings = check(history)
    for finding in findings:
        print(f"{finding.match}: {finding.kind}: {finding.text}")
        for operation in finding.operations:
            print(f"    {operation}")
    matches = len(history.by_match())
    print(f"{len(history.operations)} operations on {matches} matches: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
