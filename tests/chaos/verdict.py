"""What became of the matches: their logs, what replaying them shows, and what the checker says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

import orjson

from railhead.games.game import SPECTATOR
from railhead.service.core.matches import Matches
from railhead.service.core.progress import Progress
from railhead.service.errors import Problem
from railhead.service.http.rendering import match_json
from railhead.service.model import Match
from railhead.service.store.connection import primaries
from tests.chaos.checker import Finding, check, set_back, without
from tests.chaos.history import Entry, History, Log, Operation
from tests.chaos.players import digest


@dataclass
class Verdict:
    """Everything that was found: empty lists are good."""

    findings: list[Finding] = field(default_factory=list)
    """What is wrong where nothing may be lost, or apart from what was lost."""
    lost: list[Operation] = field(default_factory=list)
    """Acknowledged, and not in the store."""
    unlasting: list[Operation] = field(default_factory=list)
    """Reads of what the store later knew nothing of."""
    set_back: set[str] = field(default_factory=set)
    """Matches that are not held to more than that their log leads to their position."""
    unsound: list[str] = field(default_factory=list)
    """Matches whose log does not lead to their stored position."""
    unfinished: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Matches in the store that nobody created."""


STRICT = "strict"
"""All of the history must be sound."""
READS_AHEAD = "reads ahead"
"""Reads may show what no replica has yet, and what may therefore not last; the rest is sound."""
MAY_GO_BACK = "may go back"
"""Matches may lose what came last, which is counted; all others are sound."""


def judge(history: History, matches: Matches, promise: str = STRICT) -> Verdict:
    """Read all logs of a store that is whole again into the history, and hold it to a promise."""
    verdict = Verdict()
    logs = history.logs = {}
    watched = history.by_match()
    for match_id, operations in watched.items():
        try:
            log, replayed = logged(matches, match_id, operations)
            head = matches.head(match_id)
            stored = matches.match(match_id).state.save()
        except Problem as problem:
            if problem.slug != "no-such-match":
                verdict.unsound.append(f"{match_id}: {problem}")
            continue
        except ValueError as error:
            verdict.unsound.append(f"{match_id}: {error}")
            continue
        logs[match_id] = log
        if head.version != len(log.entries) or replayed != stored:
            verdict.unsound.append(f"{match_id}: the log does not lead to the stored position")
        if head.status != "over":
            verdict.unfinished.append(match_id)
    verdict.lost, verdict.unlasting = set_back(history)
    if promise == MAY_GO_BACK:
        verdict.set_back = {one.match for one in (*verdict.lost, *verdict.unlasting)}
        verdict.findings = check(_apart_from(history, verdict.set_back))
        # Its players may have seen the end of what was lost, and left.
        verdict.unfinished = [one for one in verdict.unfinished if one not in verdict.set_back]
    else:
        left_out = verdict.unlasting if promise == READS_AHEAD else []
        verdict.findings = check(without(history, left_out))
    created = {one.match for one in history.operations if one.kind == "create"}
    unanswered = sum(
        one.kind == "create" and one.outcome == "unknown" for one in history.operations
    )
    others = sorted(stored_matches(matches) - created)
    verdict.unknown = others if len(others) > unanswered else []
    return verdict


def _apart_from(history: History, matches: set[str]) -> History:
    """The history without these matches."""
    operations = [one for one in history.operations if one.match not in matches]
    logs = {match: log for match, log in (history.logs or {}).items() if match not in matches}
    return History(operations, logs)


def logged(matches: Matches, match_id: str, operations: list[Operation]) -> tuple[Log, bytes]:
    """The log with what it shows wherever somebody looked, and the position it leads to."""
    record, events = matches.record(match_id), matches.events(match_id)
    game = matches.game(record)
    progress = Progress.initial(record, game.load(record.opening))
    looked: dict[int, set[int | None]] = {}
    for one in operations:
        if one.content is not None and one.version is not None:
            looked.setdefault(one.version, set()).add(one.seat)
    contents = dict(_shown(matches, progress, looked.get(0, set())))
    for event in events:
        progress.repeat(event)
        contents.update(_shown(matches, progress, looked.get(progress.version, set())))
    entries = tuple(Entry(e.version, e.kind, e.seat, e.notation) for e in events)
    humans = frozenset(seat.number for seat in record.seats if seat.kind == "human")
    return Log(entries, humans, contents), progress.state.save()


def _shown(
    matches: Matches, progress: Progress, seats: set[int | None]
) -> Iterator[tuple[tuple[int, int | None], str]]:
    """Digests of what these seats see of the match as it is now."""
    record = progress.record
    match = Match(
        record=record,
        seats=progress.seats,
        game=matches.game(record),
        state=progress.state,
        version=progress.version,
        status=progress.status,
        to_act=sorted(progress.opened),
        opened=progress.opened,
        updated_at="",
    )
    for seat in seats:
        viewer = SPECTATOR if seat is None else seat
        shown = json.loads(orjson.dumps(match_json(match, viewer)))
        yield (progress.version, seat), digest(shown)


def stored_matches(matches: Matches) -> set[str]:
    """The ids of all matches that the store has."""
    return {
        key.decode().split(":")[2]
        for server in primaries(matches.store.reader)
        for key in server.scan_iter("match:*:head", count=1000)
    }
