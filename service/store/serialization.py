"""How a match is written in the store, and read back: small, and never pickled."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, Final

import orjson

from railhead.games.game import SPECTATOR
from railhead.service.model import (
    MOVES,
    Account,
    EarlierRequest,
    Event,
    Head,
    Idempotency,
    Record,
    SearchSummary,
    Seat,
    Times,
)
from railhead.service.store import keys

ENTRY_END: Final = b"\n\n"
"""What no entry of a log contains: each of its lines has something on it."""
NONCE_SECONDS: Final = 60
NONCE_COMMITS: Final = 64
"""How long before its end, and how many at most, the commits of a folded log keep their nonces: who
asks whether a lost answer was that to an own commit asks within seconds, and before the next turn
of the same seat."""
_MARKS: Final = re.compile(rb"(?:#([A-Za-z0-9_-]+))?(?:@([0-9a-z]+)(?:~([0-9a-z:,-]*))?)?\Z")
"""What stands at the end of the first entry of a commit."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"

_LETTERS: Final = {"undo": "u", "seat": "s", "clock": "k"}
_KINDS: Final = {letter: kind for kind, letter in _LETTERS.items()}


def head_to_bytes(head: Head) -> bytes:
    """One line of text, which starts with version and nonce, then the position.

    The seats stand in the line where they are not those of the record, then the clocks, then since
    when seats have been waited for. Before what is there `-` stands for missing seats, and nothing
    for missing clocks: processes of an earlier version read that too.
    """
    opened = ",".join(f"{seat}:{version}" for seat, version in head.opened.items()) or "-"
    line = f"{head.mark} {head.status} {head.draws} {opened} {head.updated_at}".encode()
    if head.seats is not None:
        line += b" " + base64.b64encode(orjson.dumps([_seat_fields(seat) for seat in head.seats]))
    if head.times is not None:
        line += b"" if head.seats is not None else b" -"
        # A comma for nobody's, since nothing is written where there are no clocks.
        line += b" " + (",".join(map(_account_to_text, head.times.items())) or ",").encode()
    if head.waited_since is not None:
        if head.times is None:
            line += b" " if head.seats is not None else b" - "
        line += b" " + ",".join(f"{s}:{at}" for s, at in head.waited_since.items()).encode()
    return line + b"\n" + head.position


def head_from_bytes(stored: bytes) -> Head:
    """The head that `head_to_bytes` wrote."""
    line, _, position = stored.partition(b"\n")
    version, nonce, status, draws, opened, updated_at, *more = line.decode().split(" ")
    pairs = [] if opened == "-" else [pair.split(":") for pair in opened.split(",")]
    decisions = {int(seat): int(since) for seat, since in pairs}
    seats = None
    if more and more[0] != "-":
        seats = _seats(orjson.loads(base64.b64decode(more[0])))
    times = since = None
    if len(more) == 2 or (len(more) > 2 and more[1]):
        times = dict(map(_account, filter(None, more[1].split(","))))
    if len(more) > 2:
        waits = (wait.split(":") for wait in filter(None, more[2].split(",")))
        since = {int(seat): int(at) for seat, at in waits}
    state = (int(version), nonce, status, int(draws), decisions, updated_at)
    return Head(*state, position, seats, times, since)


def _account_to_text(account_of: tuple[int, Account]) -> str:
    seat, account = account_of
    by_bot = ":b" if account.by_bot else ""
    return f"{seat}:{account.granted}:{account.used}:{account.since}{by_bot}"


def _account(written: str) -> tuple[int, Account]:
    """What `_account_to_text` wrote; heads of before accounts have what is left, and since when."""
    seat, granted, *more = written.split(":")
    used, since, *by_bot = more if len(more) > 1 else ("0", *more)
    return int(seat), Account(int(granted), int(used), int(since), bool(by_bot))


HEAD_LINE: Final = 256
"""So many bytes of a head are enough for `updated_at_of`."""


def updated_at_of(beginning: bytes) -> str:
    """When a match last changed, from the beginning of its head."""
    return beginning.partition(b"\n")[0].split(b" ")[5].decode()


def _seat_fields(seat: Seat) -> dict[str, Any]:
    """A seat without what it has not."""
    return {name: value for name, value in asdict(seat).items() if value or name == "number"}


def _seats(stored: Sequence[dict[str, Any]]) -> tuple[Seat, ...]:
    return tuple(Seat(**{"name": "", **fields}) for fields in stored)


def earlier_to_text(earlier: EarlierRequest) -> str:
    """What an idempotency key stands for, as the store keeps it after the time."""
    return f"{earlier.first} {earlier.last} {earlier.match_id} {earlier.fingerprint}"


def earlier_from_bytes(stored: bytes) -> EarlierRequest:
    """What `earlier_to_text` wrote, with the time before it."""
    _, first, last, match_id, fingerprint = stored.decode().split(" ", 4)
    return EarlierRequest(fingerprint, int(first), int(last), match_id)


def idempotency_field(idempotency: Idempotency) -> str:
    """A short name of scope and key."""
    text = orjson.dumps([idempotency.scope, idempotency.key])
    return base64.urlsafe_b64encode(blake2b(text, digest_size=15).digest()).decode()


def id_for(idempotency: Idempotency | None) -> str:
    """An id for what a request makes, in the partition of its key: one script keeps both."""
    partition = None
    if idempotency is not None:
        partition = keys.partition_of(idempotency_field(idempotency))
    return keys.new_id(partition)


_RECORD_FIELDS: Final = frozenset(Record.__dataclass_fields__)


def record_to_bytes(record: Record) -> bytes:
    """A creation record as compressed JSON."""
    fields = asdict(record)
    fields["seats"] = [_seat_fields(seat) for seat in record.seats]
    fields["opening"] = base64.b64encode(record.opening).decode()
    for seldom in ("rematch_of", "asked_by"):
        if fields[seldom] is None:
            del fields[seldom]
    if record.claims == "anybody":
        del fields["claims"]  # so it is in most
    return zlib.compress(orjson.dumps(fields), 9)


def record_from_bytes(stored: bytes) -> Record:
    """The record that `record_to_bytes` wrote, here or in a later version, which may keep more."""
    fields = orjson.loads(zlib.decompress(stored))
    fields = {name: value for name, value in fields.items() if name in _RECORD_FIELDS}
    fields["opening"] = base64.b64decode(fields["opening"])
    fields["seats"] = _seats(fields["seats"])
    return Record(**fields)


def seconds_between(created_at: str, at: str) -> int:
    """Whole seconds from one time of the service to another, 0 where their clocks disagree."""
    return max(0, int((_to_second(at) - _to_second(created_at)).total_seconds()))


def _to_second(time: str) -> datetime:
    """A time of the service without its fraction, and without saying that it is UTC."""
    return datetime.fromisoformat(time[:19])


def event_to_text(
    event: Event, nonce: str = "", seconds: int | None = None, times: Times | None = None
) -> str:
    """One entry of a log: who did it and the notation, then a line for each other way it is seen.

    The seat alone stands for its action, `c` for chance, `f` before a seat for a forced one. What
    is no move has a letter, its seat and its details as JSON. A line has the viewers, and the
    numbers of the parameters hidden from them after a `?`, or after a space what they see. A line
    without viewers, which earlier versions pass over, has what a bot's search took: simulations,
    milliseconds, and `c` where it was cut short. The first entry of a commit has at its end its
    `nonce` after a `#`, and after an `@`, in base 36, how many `seconds` after the creation of the
    match that was. In a match with clocks the accounts of time as they were then follow after a
    `~`: seat, granted and used, in base 36.
    """
    if event.kind in MOVES:
        written = _move_to_text(event)
    else:
        who = "-" if event.seat is None else event.seat
        written = f"{_LETTERS[event.kind]}{who}{orjson.dumps(dict(event.details)).decode()}"
    marked = written + (f"#{nonce}" if nonce else "")
    if seconds is None:
        return marked
    marked = f"{marked}@{_in_base_36(seconds)}"
    return marked if times is None else f"{marked}~{_times_to_text(times)}"


def _times_to_text(times: Times) -> str:
    return ",".join(
        f"{seat}:{_in_base_36(account.granted)}:{_in_base_36(account.used)}"
        for seat, account in times.items()
    )


def times_of(entry: bytes) -> Times | None:
    """The accounts of time that an entry has, all standing; None where it has none."""
    found = _MARKS.search(entry)
    assert found is not None
    if found[3] is None:
        return None
    accounts = [account.split(b":") for account in found[3].split(b",") if account]
    return {int(seat): Account(int(granted, 36), int(used, 36)) for seat, granted, used in accounts}


def _move_to_text(event: Event) -> str:
    origins = {"action": f"{event.seat}", "chance": "c", "forced": f"f{event.seat}"}
    lines = [f"{origins[event.kind]}{event.notation}"]
    viewers: dict[str, str] = {}
    for viewer, notation in event.seen.items():
        viewers[notation] = viewers.get(notation, "") + ("s" if viewer < 0 else str(viewer))
    for notation, those in viewers.items():
        hidden = _hidden_parameters(event.notation, notation)
        lines.append(f"{those}?{hidden}" if hidden else f"{those} {notation}")
    if event.search is not None:
        lines.append(f" {_search_to_text(event.search)}")
    return "\n".join(lines)


def _search_to_text(search: SearchSummary) -> str:
    cut_short = " c" if search.cut_short else ""
    return f"{search.simulations} {round(1000 * search.seconds)}{cut_short}"


def _search(written: str) -> SearchSummary:
    simulations, milliseconds, *cut_short = written.split(" ")
    return SearchSummary(int(simulations), int(milliseconds) / 1000, bool(cut_short))


def event_from_bytes(version: int, stored: bytes, created_at: str = "") -> tuple[Event, str]:
    """The entry that `event_to_text` wrote, and its nonce or an empty text.

    `created_at` is when the match was created; only the first entry of a commit has a time.
    """
    text, nonce, seconds = _split_marks(stored)
    at = _later(created_at, seconds) if seconds >= 0 else None
    first, *lines = text.decode().split("\n")
    if first[0] in _KINDS:
        who = None if first[1] == "-" else int(first[1])
        details = orjson.loads(first[2:])
        return Event(version, _KINDS[first[0]], who, "", {}, details, at), nonce
    kind = {"c": "chance", "f": "forced"}.get(first[0], "action")
    seat = None if kind == "chance" else int(first[kind == "forced"])
    written = first[2 if kind == "forced" else 1 :]
    seen: dict[int, str] = {}
    search: SearchSummary | None = None
    for line in lines:
        those, space, notation = line.partition(" ")
        if not those:
            search = _search(notation)
        elif not space:
            those, _, hidden = line.partition("?")
            notation = _with_hidden(written, hidden)
        seen.update(dict.fromkeys((_viewer(letter) for letter in those), notation))
    return Event(version, kind, seat, written, seen, {}, at, search), nonce


def _split_marks(entry: bytes) -> tuple[bytes, str, int]:
    """An entry without its marks, its nonce, and its seconds; empty and -1 where there are none."""
    found = _MARKS.search(entry)
    assert found is not None
    nonce, seconds, _ = found.groups()
    text = entry[: found.start()]
    return text, (nonce or b"").decode(), -1 if seconds is None else int(seconds, 36)


def _later(created_at: str, seconds: int) -> str:
    return f"{(_to_second(created_at) + timedelta(seconds=seconds)).isoformat()}Z"


def _in_base_36(number: int) -> str:
    digits = ""
    while number >= 36:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return _DIGITS[number] + digits


def without_old_nonces(entries: Sequence[bytes]) -> list[bytes]:
    """The entries of a match that has ended, with the nonces of its last commits only, and
    without accounts of time: nobody goes back any more."""
    marked = [_split_marks(entry) for entry in entries]
    timed = [number for number, (_, _, seconds) in enumerate(marked) if seconds >= 0]
    kept = set(timed[-NONCE_COMMITS:])
    least = marked[timed[-1]][2] - NONCE_SECONDS if timed else 0
    return [
        _with_marks(text, "" if number not in kept or seconds < least else nonce, seconds)
        if seconds >= 0
        else entries[number]
        for number, (text, nonce, seconds) in enumerate(marked)
    ]


def _with_marks(text: bytes, nonce: str, seconds: int) -> bytes:
    marks = f"#{nonce}@" if nonce else "@"
    return text + f"{marks}{_in_base_36(seconds)}".encode()


def nonce_of(entry: bytes) -> str:
    """The nonce of an entry as written, empty where it has none."""
    return _split_marks(entry)[1]


def fold_log(entries: Sequence[bytes]) -> bytes:
    """A whole log as one value: a finished match is kept for long and seldom read."""
    return zlib.compress(ENTRY_END.join(entries), 9)


def unfold_log(stored: bytes) -> list[bytes]:
    """The entries that `fold_log` wrote, from version 1 on."""
    text = zlib.decompress(stored)
    return text.split(ENTRY_END) if text else []


def _hidden_parameters(notation: str, seen: str) -> str:
    """The numbers of the parameters that are `?` in `seen`; empty where more than that differs."""
    _, *parts = seen.split(":")
    hidden = "".join(str(number) for number, part in enumerate(parts) if part == "?")
    return hidden if _with_hidden(notation, hidden) == seen else ""


def _with_hidden(notation: str, hidden: str) -> str:
    """The notation with `?` for the parameters of these numbers."""
    kind, *parts = notation.split(":")
    return ":".join([kind, *("?" if str(n) in hidden else part for n, part in enumerate(parts))])


def _viewer(letter: str) -> int:
    return SPECTATOR if letter == "s" else int(letter)


def pack_data(data: Mapping[str, Any]) -> bytes:
    """Data as it is kept: compressed JSON."""
    return zlib.compress(orjson.dumps(dict(data)), 9)


def unpack_data(stored: bytes) -> dict[str, Any]:
    """What `pack_data` wrote."""
    found: dict[str, Any] = orjson.loads(zlib.decompress(stored))
    return found
