"""What differs from one telling of the story to the next, and what stands for it in the examples.

Ids, tokens and secrets get a value of the same form, always the same for the same part of the
story; times are moved to one day. Written examples are turned back into what a service knows.
"""

from __future__ import annotations

import hashlib
import re
import string
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import orjson

BEGINNING: Final = datetime(2026, 11, 22, 10, tzinfo=UTC)
"""When the story begins, in the examples."""
UNGUESSABLE: Final = frozenset(
    ("id", "token", "owner_token", "spectator_token", "invitation", "secret")
)
"""The members of answers in which there may be something that nobody can guess."""
LEAST: Final = 8
"""Ids as short as `main` are names that the service gives, not what it has drawn."""
TIME: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|\+00:00)")
LOWER: Final = string.ascii_lowercase + string.digits
ANY: Final = string.ascii_letters + string.digits


class Names:
    """Pairs of what a service has drawn and what stands for it."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        """What stands in the examples, by what the service has drawn."""
        self.began = datetime.now(UTC)

    def learn(self, operation: str, answer: Any) -> None:
        """Find a fixed value for all that an answer brings and nobody could guess."""
        for place, value in _drawn(answer, operation):
            if value not in self.written:
                self.written[value] = _lookalike(value, place)

    def fixed(self, value: Any) -> Any:
        """A JSON value as the examples have it."""
        text = _replaced(orjson.dumps(value).decode(), self.written)
        return orjson.loads(TIME.sub(self._moved, text))

    def live(self, value: Any) -> Any:
        """A JSON value of the examples as this service knows it."""
        drawn = {fixed: value for value, fixed in self.written.items()}
        return orjson.loads(_replaced(orjson.dumps(value).decode(), drawn))

    def _moved(self, time: re.Match[str]) -> str:
        """A time as if the story had begun at its beginning and had taken no time to tell."""
        told = datetime.fromisoformat(f"{time[1]}+00:00")
        since = timedelta(hours=round((told - self.began) / timedelta(hours=1)))
        fraction = "" if time[2] is None else f".{'0' * (len(time[2]) - 1)}"
        return f"{BEGINNING + since:%Y-%m-%dT%H:%M:%S}{fraction}{time[3]}"


def _drawn(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _drawn(item, f"{place}.{number}")
    elif isinstance(value, dict):
        for member, item in value.items():
            named = f"{place}.{member}"
            if member in UNGUESSABLE and isinstance(item, str) and len(item) >= LEAST:
                yield named, item
            else:
                yield from _drawn(item, named)


def _lookalike(value: str, place: str) -> str:
    """A value of the same form, which follows from its place in the story alone."""
    prefix = re.match(r"[a-z]+_", value)
    kept = "" if prefix is None else prefix[0]
    rest = value[len(kept) :]
    alphabet = LOWER if re.fullmatch(r"[a-z0-9_-]+", rest) else ANY
    drawn = hashlib.shake_256(place.encode()).digest(len(rest))
    body = "".join(alphabet[byte % len(alphabet)] for byte in drawn)
    return kept + body.ljust(len(rest)) if not rest.endswith("=") else f"{kept}{body[:-1]}="


def _replaced(text: str, pairs: dict[str, str]) -> str:
    if not pairs:
        return text
    longest_first = sorted(pairs, key=len, reverse=True)
    pattern = re.compile("|".join(re.escape(one) for one in longest_first))
    return pattern.sub(lambda found: pairs[found[0]], text)
