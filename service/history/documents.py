"""A finished match as one document, and back."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from railhead.games.game import Game, Ruleset
from railhead.games.options import FileOption, InvalidOption, complete
from railhead.games.registry import rulesets
from railhead.service.accounts.tokens import new_tokens
from railhead.service.core.creation import new_record
from railhead.service.core.matches import Matches
from railhead.service.core.origins import forked_from, import_of, origin_of
from railhead.service.core.progress import Progress
from railhead.service.errors import ImportRefused, InvalidData, MatchNotOver, RulesChanged
from railhead.service.history.log_entries import (
    MICROSECONDS,
    SECONDS,
    check_level,
    check_time,
    event_of,
    import_refused,
)
from railhead.service.history.log_replay import CLOCKS_APART, LogReplay
from railhead.service.history.openings import opening_of
from railhead.service.model import (
    MOVES,
    CreationResult,
    Event,
    Idempotency,
    Match,
    NewMatch,
    Record,
    Seat,
)
from railhead.service.model.event_text import to_the_second
from railhead.service.user_data.validation_queue import ValidationTicket

FORMAT: Final = "railhead-match/1"


def export_match(matches: Matches, match: Match) -> dict[str, Any]:
    """A finished match with all that was agreed and all that happened. Raises `MatchNotOver`."""
    record = match.record
    if match.status != "over":
        raise MatchNotOver()
    standard = matches.catalogue.is_standard(match.game, record.options)
    forked = forked_from(record.origin) is not None
    events = _in_order(matches.events(record.id))
    return {
        "format": FORMAT,
        "match": record.id,
        "origin": origin_of(record),
        "game": record.game,
        "rules_version": record.rules_version,
        "options": dict(record.options),
        "setup": dict(record.setup),
        "data": None if standard else dict(match.game.data),
        "opening": base64.b64encode(record.opening).decode() if forked else None,
        "line": record.line,
        "auto_forced": record.auto_forced,
        "absent_after": record.absent_after,
        **_clock(record, events),
        "undo": record.undo,
        "sealed": record.sealed,
        "visibility": record.visibility,
        "claims": record.claims,
        "analyses": record.analyses,
        "seats": [_seat(seat) for seat in record.seats],
        "created_at": record.created_at,
        "ended_at": _ended_at(match, events),
        "log": [_entry(event) for event in events],
    }


def _clock(record: Record, events: Sequence[Event]) -> dict[str, Any]:
    """The clock that was agreed; nothing where time ran out by one that an old document has not."""
    known = record.clock is not None or all(event.kind != "clock" for event in events)
    return {"clock": record.clock} if known else {}


def _in_order(events: Sequence[Event]) -> list[Event]:
    """The entries, none of which says that it was before an earlier one: of several hosts that have
    written them, some clocks may have been slow."""
    told: list[Event] = []
    latest = ""
    for event in events:
        latest = max(latest, event.at or "")
        told.append(replace(event, at=latest or None))
    return told


def _ended_at(match: Match, events: Sequence[Event]) -> str:
    last = (events[-1].at if events else None) or ""
    earliest = max(match.record.created_at, f"{last[:19]}.000000Z" if last else "")
    return max(match.updated_at, earliest)


def _seat(seat: Seat) -> dict[str, Any]:
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def _entry(event: Event) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": event.kind, "seat": event.seat}
    what = {"action": event.notation} if event.kind in MOVES else {"details": dict(event.details)}
    search = {} if event.search is None else {"search": event.search.to_json()}
    return {**said, **what, "at": event.at, **search}


@dataclass(frozen=True)
class Importer:
    """Who imports a document, as which of `seats`, and `visibility` if they say anything of it."""

    seats: Sequence[Seat]
    visibility: str | None
    client: str | None


def import_match(
    matches: Matches,
    document: Mapping[str, Any],
    importer: Importer,
    idempotency: Idempotency | None,
    ticket: ValidationTicket,
) -> CreationResult:
    """A finished match made of a document whose form is checked.

    Raises `RulesChanged` for another version of the rules, `ImportRefused` where the document
    breaks a rule of the game or of this service, or does not lead to an end, `IdempotencyMismatch`,
    and what `UserData.game` raises of data that came with it.
    """
    earlier = matches.created_before(idempotency)
    if earlier is not None:
        return earlier
    _check_origin(document["origin"])
    latest = _latest(matches)
    _check_times(document, latest)
    new = _match_terms(document, importer)
    game, options = _game(matches, document, ticket)
    new = replace(new, options=options)
    entries = [event_of(number, entry) for number, entry in enumerate(document["log"])]
    known = (game, document, options, len(new.seats), entries)
    state, line = opening_of(matches.user_data, ticket, *known)
    # Nobody holds a seat of a match that is over.
    tokens = new_tokens(replace(new, seats=[]))
    match_id = matches.store.new_match_id(idempotency)
    setup = {**document["setup"], "options": dict(options)}
    created_at = document["created_at"]
    record = new_record(match_id, new, game, state, setup, tokens, created_at)
    record = replace(
        record,
        origin=import_of(document["match"], document["origin"]),
        line=line,
        imported_at=matches.store.clocks.at(match_id),
    )
    progress = Progress.initial(record, state)
    replay = LogReplay(progress, "clock" in document, latest)
    replay.run(entries)
    _check_end(progress, replay, document["ended_at"])
    progress.at = document["ended_at"]
    return matches.begin(progress, game, tokens, idempotency)


def _check_end(progress: Progress, replay: LogReplay, ended_at: str) -> None:
    """Raises `ImportRefused` where the log leads to no end, or to one at another time."""
    if progress.status != "over":
        raise import_refused("log", "does not lead to the end of the match")
    if replay.last_at not in (None, to_the_second(ended_at)):
        raise import_refused("ended_at", f"must be the time of the last entry, {replay.last_at}")


def check_lengths(document: Any, most: int) -> None:
    """Raises `ImportRefused` for more than `most` entries, before each of them is looked at."""
    for member in ("log", "line"):
        entries = document.get(member) if isinstance(document, Mapping) else None
        if isinstance(entries, list) and len(entries) > most:
            raise import_refused(member, f"has more than {most} entries")


def _check_origin(origin: Mapping[str, Any] | None) -> None:
    if origin is None:
        return
    other = {"fork": "origin", "import": "version"}[origin["kind"]]
    if other in origin:
        raise import_refused(f"origin.{other}", f"must be left out of the kind {origin['kind']}")
    if origin["kind"] == "fork":
        for member in ("match", "version"):
            if origin.get(member) is None:
                raise import_refused(f"origin.{member}", "must say what the match was forked from")


def _check_times(document: Mapping[str, Any], latest: str) -> None:
    for member in ("created_at", "ended_at"):
        check_time(member, document[member], MICROSECONDS)
        if to_the_second(document[member]) > latest:
            raise import_refused(member, "lies in the future")
    if document["ended_at"] < document["created_at"]:
        raise import_refused("ended_at", "must not be before created_at")


def _latest(matches: Matches) -> str:
    """The time after which nothing can have been, as entries have it."""
    latest = matches.store.clocks.wall("") + CLOCKS_APART
    return datetime.fromtimestamp(latest, UTC).strftime(SECONDS)


def _match_terms(document: Mapping[str, Any], importer: Importer) -> NewMatch:
    """What was agreed when the match was made, as far as the document says it."""
    for seat in importer.seats:
        check_level(f"seats.{seat.number}", seat.kind, seat.level)
    if document["sealed"]:
        raise import_refused("sealed", "must be false: of a sealed match there is no document")
    agreed = document["visibility"]
    if importer.visibility == "public" and agreed != "public":
        raise import_refused(
            "visibility", "must be public for the match to be so: it was agreed before"
        )
    return NewMatch(
        document["game"],
        document["options"],
        importer.seats,
        visibility=importer.visibility or agreed,
        auto_forced=bool(document["auto_forced"]),
        undo=document.get("undo") or _undo_of(document["log"]),
        client=importer.client,
        clock=document.get("clock"),
        analyses=document["analyses"],
        absent_after=document["absent_after"],
        claims=document["claims"],
    )


def _undo_of(entries: Sequence[Mapping[str, Any]]) -> str:
    """Who could take back in a match whose old document does not say it: the owner where that was
    done, else the seats."""
    by_owner = any(entry["kind"] == "undo" and entry["seat"] is None for entry in entries)
    return "any" if by_owner else "own"


def _game(
    matches: Matches, document: Mapping[str, Any], ticket: ValidationTicket
) -> tuple[Game, Mapping[str, Any]]:
    """The game that a document is of, and its options."""
    ruleset = rulesets().get(document["game"])
    if ruleset is None:
        raise import_refused("game", f"must be one of {', '.join(rulesets())}")
    if document["rules_version"] != ruleset.version:
        raise RulesChanged(f"version {ruleset.version} of the rules is the one here")
    try:
        options = complete(ruleset.options, document["options"])
    except InvalidOption as error:
        raise import_refused(f"options.{error.option}", error.problem) from error
    if document["data"] is None:
        try:
            return matches.catalogue.game(ruleset, options), options
        except InvalidOption as error:
            raise import_refused("data", f"is missing: {error.option} {error.problem}") from error
    return _bind_game(matches, ruleset, document["data"], ticket), options


def _bind_game(
    matches: Matches, ruleset: Ruleset, data: Mapping[str, Any], ticket: ValidationTicket
) -> Game:
    """The game over the data of a document, which is tried out as any that strangers send."""
    known = [option.name for option in ruleset.options if isinstance(option, FileOption)]
    if not known:
        raise import_refused("data", "must be null: the game has none of its own")
    for option in data:
        if option not in known:
            raise import_refused(
                f"data.{option}", f"is not known; the known ones are {', '.join(known)}"
            )
    if not data:
        raise import_refused("data", f"must be null, or have {' and '.join(known)}")
    try:
        return matches.user_data.bind_validated(ruleset, data, ticket)
    except InvalidData as error:
        whole = f"data.{next(iter(data))}"
        faults = [
            {
                "field": whole if one["field"] == "body" else f"{whole}.{one['field']}",
                "problem": one["problem"],
            }
            for one in error.members["errors"]
        ]
        raise ImportRefused(errors=faults) from error
