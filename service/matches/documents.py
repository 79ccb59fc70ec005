"""A finished match as one document, and back."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from railhead.games.game import Game, Ruleset, State
from railhead.games.options import FileOption, InvalidOption, complete
from railhead.games.registry import rulesets
from railhead.service.errors import InvalidData, MatchNotOver, RulesChanged
from railhead.service.matches.creation import new_record
from railhead.service.matches.log_entries import check_level, event_of, refused
from railhead.service.matches.matches import Matches
from railhead.service.matches.progress import BrokenLog, Progress, copied
from railhead.service.matches.tokens import drawn
from railhead.service.matches.trials import Place
from railhead.service.model import MOVES, Created, Event, Idempotency, Match, NewMatch, Seat

FORMAT: Final = "railhead-match/1"


def exported(matches: Matches, match: Match) -> dict[str, Any]:
    """A finished match with all that replays it. Raises `MatchNotOver`."""
    record = match.record
    if match.status != "over":
        raise MatchNotOver()
    standard = matches.catalogue.is_standard(match.game, record.options)
    forked = record.origin is not None
    return {
        "format": FORMAT,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": dict(record.options),
        "setup": dict(record.setup),
        "data": None if standard else dict(match.game.data),
        "opening": base64.b64encode(record.opening).decode() if forked else None,
        "auto_forced": record.auto_forced,
        "absent_after": record.absent_after,
        "seats": [_seat(seat) for seat in record.seats],
        "created_at": record.created_at,
        "ended_at": match.updated_at,
        "log": [_entry(event) for event in matches.events(record.id)],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {"kind": seat.kind, "name": seat.name, "level": seat.level}


def _entry(event: Event) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": event.kind, "seat": event.seat}
    if event.kind in MOVES:
        return {**said, "action": event.notation}
    return {**said, "details": dict(event.details)}


def imported(
    matches: Matches,
    document: Mapping[str, Any],
    seats: Sequence[Seat],
    visibility: str,
    client: str | None,
    idempotency: Idempotency | None,
    place: Place,
) -> Created:
    """A finished match made of a document whose form is checked.

    Raises `RulesChanged` for another version of the rules, `ImportRefused` where the document
    breaks a rule or does not lead to an end, `IdempotencyMismatch`, and what `OwnData.bound` raises
    of data that came with it.
    """
    earlier = matches.created_before(idempotency)
    if earlier is not None:
        return earlier
    game, options = _game(matches, document, place)
    state = _opening(game, document, options)
    if int(state.seats()) != len(seats):
        raise refused("seats", f"must be {int(state.seats())} seats, as in the set-up")
    for seat in seats:
        check_level(f"seats.{seat.number}", seat.kind, seat.level)
    sitting = [replace(seat, kind="human") if seat.kind == "open" else seat for seat in seats]
    auto_forced = bool(document["auto_forced"])
    new = NewMatch(
        document["game"],
        options,
        seats,
        visibility=visibility,
        auto_forced=auto_forced,
        client=client,
        absent_after=document["absent_after"],
    )
    tokens = drawn(replace(new, seats=[seat for seat in sitting if seat.kind == "bot"]))
    match_id = matches.store.new_match_id(idempotency)
    setup = {**document["setup"], "options": dict(options)}
    record = new_record(match_id, new, game, state, setup, tokens)
    progress = Progress.opening(record, state)
    limit = matches.store.settings.log_entries
    if len(document["log"]) > limit:
        raise refused("log", f"has more than {limit} entries")
    entries = [event_of(number, entry) for number, entry in enumerate(document["log"])]
    try:
        copied(progress, entries)
    except BrokenLog as broken:
        raise refused(f"log.{broken.number}", broken.problem) from broken
    if progress.status != "over":
        raise refused("log", "does not lead to the end of the match")
    return matches.begin(progress, game, tokens, idempotency)


def _game(
    matches: Matches, document: Mapping[str, Any], place: Place
) -> tuple[Game, Mapping[str, Any]]:
    """The game that a document is of, and its options."""
    ruleset = rulesets().get(document["game"])
    if ruleset is None:
        raise refused("game", f"must be one of {', '.join(rulesets())}")
    if document["rules_version"] != ruleset.version:
        raise RulesChanged(f"version {ruleset.version} of the rules is the one here")
    try:
        options = complete(ruleset.options, document["options"])
    except InvalidOption as error:
        raise refused(f"options.{error.option}", error.problem) from error
    if document["data"] is None:
        try:
            return matches.catalogue.game(ruleset, options), options
        except InvalidOption as error:
            raise refused("data", f"is missing: {error.option} {error.problem}") from error
    return _bound(matches, ruleset, document["data"], place), options


def _bound(matches: Matches, ruleset: Ruleset, data: Mapping[str, Any], place: Place) -> Game:
    """The game over the data of a document, which is tried out as any that strangers send."""
    known = [option.name for option in ruleset.options if isinstance(option, FileOption)]
    for option in data:
        if option not in known:
            raise refused(f"data.{option}", f"is not known; the known ones are {', '.join(known)}")
    try:
        return matches.own_data.bound(ruleset, data, place)
    except InvalidData as error:
        (first, *_) = error.members["errors"]
        within = "" if first["field"] == "body" else f".{first['field']}"
        raise refused(f"data.{next(iter(data), '')}{within}", first["problem"]) from error


def _opening(game: Game, document: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """The position that the set-up makes: one that was written by others is not taken as it is."""
    if document["opening"] is not None:
        raise refused("opening", "must be null: a match that was forked cannot be imported")
    try:
        return game.start({**document["setup"], "options": dict(options)})
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise refused("setup", str(error)) from error
