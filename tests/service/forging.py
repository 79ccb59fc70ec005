"""Documents of matches changed in thousands of ways, most of them into what no export would be."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import orjson

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    9,
    10,
    3.5,
    4.0,
    2**31,
    2**63 - 1,
    -(2**63),
    "",
    "x",
    "0",
    "?",
    "any",
    "bot",
    "AAAA",
    "2026-02-30T00:00:00Z",
    "1815-06-18T12:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-01-31T12:00:00.000000Z",
    "\u202e",
    "é" * 500,
    [],
    {},
    [[]],
    [None],
    {"kind": "human"},
    {"": {}},
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document."""
    yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def around(document: Any, path: tuple[Any, ...]) -> Any:
    """What holds the last step of a path."""
    for step in path[:-1]:
        document = document[step]
    return document


def another(value: Any, random: Random) -> Any:
    """A value that is near, or far."""
    if isinstance(value, bool) or value is None or random.random() < 0.4:
        return random.choice(JUNK)
    if isinstance(value, int):
        return value + random.choice([-2, -1, 1, 2, 255])
    if isinstance(value, str) and value:
        at = random.randrange(len(value))
        return random.choice(
            [
                value[:at] + random.choice("0123456789abZ:?-é") + value[at + 1 :],
                value[:at],
                value + " ",
                value.upper(),
            ]
        )
    return random.choice(JUNK)


def anywhere(document: dict[str, Any], random: Random) -> None:
    """Change, leave out, add or double one thing, wherever it is."""
    # Every member at the top is as likely as all of the log.
    first = random.choice([*document])
    path = random.choice([(first, *rest) for rest in places(document[first])])
    held, step = around(document, path), path[-1]
    what = random.randrange(5)
    if what == 0:
        del held[step]
    elif what == 1 and isinstance(held, dict):
        held[random.choice(["zzz", "kind", "seat", "to", "name", "origin"])] = random.choice(JUNK)
    elif what == 2 and isinstance(held, list):
        held.insert(step, copy.deepcopy(random.choice(held)))
    elif what == 3 and isinstance(held, list):
        other = random.randrange(len(held))
        held[step], held[other] = held[other], held[step]
    else:
        held[step] = another(held[step], random)


def entry_of(document: dict[str, Any], random: Random, *kinds: str) -> dict[str, Any] | None:
    found = [entry for entry in document["log"] if not kinds or entry["kind"] in kinds]
    chosen: dict[str, Any] | None = random.choice(found) if found else None
    return chosen


def exchanged_kind(document: dict[str, Any], random: Random) -> None:
    """A forced move as an action, or an action as a forced one."""
    entry = entry_of(document, random, "action", "forced")
    if entry is not None:
        entry["kind"] = "forced" if entry["kind"] == "action" else "action"


def taken_back(document: dict[str, Any], random: Random) -> None:
    """A move taken back that nobody took back, by anybody, and what follows once more."""
    log = document["log"]
    number = random.randrange(1, len(log) + 1)
    to = random.randrange(max(0, number - 4), number)
    seat = random.choice([None, *range(len(document["seats"]))])
    undo = {"kind": "undo", "seat": seat, "details": {"to": to}, "at": log[number - 1]["at"]}
    log[number:number] = [undo, *copy.deepcopy(log[to:number])]


def other_undo(document: dict[str, Any], random: Random) -> None:
    """A move taken back by somebody else, or further."""
    entry = entry_of(document, random, "undo")
    if entry is None:
        taken_back(document, random)
    elif random.random() < 0.6:
        entry["seat"] = random.choice([None, *range(len(document["seats"]))])
    else:
        entry["details"]["to"] += random.choice([-3, -1, 1])


def other_seat(document: dict[str, Any], random: Random) -> None:
    """A seat that changes hands by itself."""
    entry = {
        "kind": random.choice(["seat", "clock"]),
        "seat": random.randrange(len(document["seats"])),
        "details": random.choice(
            [
                {"kind": "bot", "name": "easy", "level": "easy"},
                {"kind": "bot", "name": "Ann", "level": "medium"},
                {"kind": "bot", "name": "Ann", "level": "easy", "resigned": True},
                {"kind": "open", "name": "Seat 1"},
                {"kind": "human", "name": "Eve"},
                {"kind": "human", "name": "Ann"},
            ]
        ),
    }
    number = random.randrange(len(document["log"]))
    at = {"at": document["log"][number]["at"]}
    document["log"].insert(number, {**entry, **at})


def other_time(document: dict[str, Any], random: Random) -> None:
    """Another time of something that has one."""
    holders = [(document, "created_at"), (document, "ended_at")]
    holders += [(entry, "at") for entry in random.sample(document["log"], 2)]
    held, member = random.choice(holders)
    digit = random.choice([0, 3, 6, 9, 12, 15, 18])
    text = held[member]
    held[member] = text[:digit] + random.choice("0123456789") + text[digit + 1 :]


def otherwise_agreed(document: dict[str, Any], random: Random) -> None:
    """Something else that was agreed."""
    agreed: list[tuple[str, list[Any]]] = [
        ("undo", ["any", "own", "off"]),
        ("auto_forced", [True, False]),
        ("sealed", [True]),
        ("visibility", ["public", "private"]),
        ("analyses", ["nobody", "alone"]),
        ("clock", [None, {"kind": "turn", "seconds": 9}]),
        ("opening", ["AQEEBA==", None]),
        ("line", [[], [{"seat": 0, "action": "x"}], None]),
        ("origin", [{"kind": "fork", "match": "a", "version": 3}, None]),
        ("origin", [{"kind": "import", "match": "a"}, {"kind": "import", "match": "a"}]),
    ]
    member, values = random.choice(agreed)
    document[member] = random.choice(values)


WAYS: tuple[Callable[[dict[str, Any], Random], None], ...] = (
    anywhere,
    anywhere,
    anywhere,
    exchanged_kind,
    taken_back,
    other_undo,
    other_seat,
    other_time,
    otherwise_agreed,
)


def forged(document: bytes, random: Random) -> dict[str, Any]:
    """A document changed in one way, now and then in two."""
    changed: dict[str, Any] = orjson.loads(document)
    for _ in range(random.choice([1, 1, 1, 2])):
        try:
            random.choice(WAYS)(changed, random)
        except (KeyError, TypeError, IndexError, AttributeError, ValueError):
            continue  # what was to be changed was changed away before
    return changed


DEFAULTS: dict[str, Any] = {
    "match": None,
    "origin": None,
    "line": None,
    "sealed": False,
    "visibility": "private",
    "claims": "anybody",
    "absent_after": None,
    "analyses": "alone",
}


def completed(document: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """What a document says that leaves out what older ones do not have, as docs/api.md has it."""
    whole = {**DEFAULTS, **document}
    by_owner = any(entry["kind"] == "undo" and entry["seat"] is None for entry in whole["log"])
    whole["undo"] = whole.get("undo") or ("any" if by_owner else "own")
    if all(entry["kind"] != "clock" for entry in whole["log"]):
        whole.setdefault("clock", None)
    if whole.get("clock") is not None:
        end = {"kind": "bot", "level": "easy", **whole["clock"].get("then", {})}
        whole["clock"] = {"increment": 0, **whole["clock"], "then": end}
    whole["options"] = {**options, **whole["options"]}
    setup = whole["setup"]
    whole["setup"] = {**setup, "options": {**options, **setup["options"]}}
    whole["log"] = [completed_entry(entry) for entry in whole["log"]]
    return whole


def completed_entry(entry: dict[str, Any]) -> dict[str, Any]:
    details = {
        name: value for name, value in entry.get("details", {}).items() if value is not False
    }
    has = {} if entry["kind"] in ("action", "forced", "chance") else {"details": details}
    without = {name: value for name, value in entry.items() if name != "details"}
    return {**without, **has, "at": entry.get("at")}
