"""Entries of a log from elsewhere: each has what an export writes of its kind, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from railhead.ai.search.levels import LEVELS
from railhead.service.errors import ImportRefused
from railhead.service.model import MOVES, Event, SearchSummary

SECONDS: Final = "%Y-%m-%dT%H:%M:%SZ"
"""How an entry says when it was; all times are UTC."""
MICROSECONDS: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
"""How a match says when it was made, and when it ended."""
SEATED: Final = ("kind", "name", "level", "resigned", "ends", "absent")
"""What the details of an entry about a seat may have."""


def event_of(number: int, entry: Mapping[str, Any]) -> Event:
    """Entry `number` of a log, whose members have the right types. Raises `ImportRefused`."""
    place, kind, details = f"log.{number}", entry["kind"], entry.get("details") or {}
    at = entry.get("at")
    if at is not None:
        check_time(f"{place}.at", at, SECONDS)
    if "search" in entry and kind != "action":
        raise import_refused(f"{place}.search", f"must be left out: {kind} is no bot's decision")
    if kind in MOVES:
        _check_move(place, entry)
        search = SearchSummary(**entry["search"]) if "search" in entry else None
        return Event(0, kind, entry["seat"], entry["action"], at=at, search=search)
    if "action" in entry:
        raise import_refused(f"{place}.action", f"must be left out: {kind} is no move")
    if kind == "undo":
        _check_members(place, details, ("to",))
        if "to" not in details:
            raise import_refused(f"{place}.details.to", "must be a version")
        return Event(0, kind, entry["seat"], "", {}, {"to": details["to"]}, at)
    if entry["seat"] is None:
        raise import_refused(f"{place}.seat", "must be the number of a seat")
    _check_members(place, details, SEATED)
    _check_seat(f"{place}.details", kind, details)
    # As an export has it: without what is empty.
    now = {member: details[member] for member in SEATED if details.get(member)}
    return Event(0, kind, entry["seat"], "", {}, now, at)


def check_time(place: str, time: str, form: str) -> None:
    """Raises `ImportRefused` where a text is no time of this form, or one before there were any."""
    try:
        known = datetime.strptime(time, form).strftime(form) == time and time >= "1970"
    except ValueError:
        known = False
    if not known:
        raise import_refused(
            place, f"must be a time, such as {datetime(2026, 1, 31, 12).strftime(form)}"
        )


def check_level(place: str, kind: str | None, level: str | None) -> None:
    """Raises `ImportRefused` where a seat of this kind cannot have the level."""
    if kind == "bot" and level not in LEVELS:
        raise import_refused(f"{place}.level", f"must be one of {', '.join(LEVELS)}")
    if kind != "bot" and level is not None:
        raise import_refused(f"{place}.level", "must be left out or null: only bots have a level")


def import_refused(field: str, problem: str) -> ImportRefused:
    """What is said of a member of a document that cannot be taken."""
    return ImportRefused(errors=[{"field": field, "problem": problem}])


def _check_move(place: str, entry: Mapping[str, Any]) -> None:
    if "action" not in entry:
        raise import_refused(f"{place}.action", "is missing")
    if entry.get("details"):
        raise import_refused(f"{place}.details", f"must be left out: {entry['kind']} is a move")
    if (entry["kind"] == "chance") != (entry["seat"] is None):
        wanted = "null for chance" if entry["kind"] == "chance" else "the number of a seat"
        raise import_refused(f"{place}.seat", f"must be {wanted}")


def _check_members(place: str, details: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for member in details:
        if member not in known:
            problem = f"is not known here; the known ones are {', '.join(known)}"
            raise import_refused(f"{place}.details.{member}", problem)


def _check_seat(place: str, entry: str, details: Mapping[str, Any]) -> None:
    """Whether an entry about a seat, of the kind `entry`, may leave it so."""
    kinds = ("bot",) if entry == "clock" else ("human", "bot", "open")
    kind = details.get("kind")
    if kind not in kinds:
        raise import_refused(f"{place}.kind", f"must be {' or '.join(kinds)}")
    check_level(place, kind, details.get("level"))
    if kind != "bot" and details.get("resigned"):
        raise import_refused(
            f"{place}.resigned", "must be left out or false: a bot plays a resigned seat"
        )
    if kind != "bot" and details.get("absent"):
        raise import_refused(
            f"{place}.absent", "must be left out or false: a bot plays for who is absent"
        )
    if details.get("ends") and not details.get("resigned"):
        raise import_refused(
            f"{place}.ends", "must be left out or false: only a resignation ends a match"
        )
