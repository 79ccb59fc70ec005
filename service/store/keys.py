"""What the keys of the store are called.

All that belongs to a match lies in one of `PARTITIONS` partitions, whose tag `{p7}` stands in each
of its keys: a cluster keeps keys of one tag on one server, so that one script covers all that a
commit touches.
"""

from __future__ import annotations

import secrets
import string
from itertools import product
from typing import Final
from zlib import crc32

PARTITIONS: Final = 64
"""How many there are. A store is laid out for this number once and for all."""
LAYOUT: Final = "layout"
CHANGES: Final = "changes:"
"""What the channels of all partitions begin with."""

WEBHOOK_PARTS: Final = ("webhook", "told", "deliveries", "log", "finished")
"""The keys of a client that are of its webhook, and go with it."""

ID_LETTERS: Final = string.ascii_lowercase + string.digits
ID_LENGTH: Final = 20

_ENDINGS: Final = tuple(map("".join, product(ID_LETTERS, repeat=2)))
_TAGS: Final = tuple(f"{{p{number}}}" for number in range(PARTITIONS))


def partition_of(name: str) -> int:
    """The partition of a match id, or of the key of a creation."""
    return crc32(name.encode()) % PARTITIONS


def new_id(partition: int | None) -> str:
    """An id for a new match, in this partition or in any."""
    number = secrets.randbelow(len(ID_LETTERS) ** ID_LENGTH)
    number, first = divmod(number, len(_ENDINGS))
    letters = []
    for _ in range(ID_LENGTH - 2):
        number, rest = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[rest])
    beginning = "".join(letters)
    if partition is None:
        return beginning + _ENDINGS[first]
    # About 20 of the 1,296 endings lead to each partition: no further number is drawn.
    return next(
        beginning + ending
        for ending in (*_ENDINGS[first:], *_ENDINGS[:first])
        if partition_of(beginning + ending) == partition
    )


def match_key(match_id: str, part: str) -> str:
    """A key of a match."""
    return f"match:{_TAGS[partition_of(match_id)]}:{match_id}:{part}"


def match_keys(match_id: str, *parts: str) -> list[str]:
    """Several keys of a match."""
    before = f"match:{_TAGS[partition_of(match_id)]}:{match_id}:"
    return [before + part for part in parts]


def due_key(partition: int) -> str:
    """The matches of a partition in which a bot is to act, by the time it is overdue."""
    return f"due:{_TAGS[partition]}"


def clock_key(partition: int) -> str:
    """The matches of a partition with a clock that runs, by when it has run out."""
    return f"clock:{_TAGS[partition]}"


def beat_key(partition: int) -> str:
    """When somebody who could commit in a partition last said so, and how long nobody could."""
    return f"beat:{_TAGS[partition]}"


def dead_letter_key(partition: int) -> str:
    """The matches of a partition whose due turn no host could play, by when that was found."""
    return f"parked:{_TAGS[partition]}"


def halted_key(partition: int) -> str:
    """The matches of a partition whose due turn failed too often, by when it is tried again."""
    return f"parked:halted:{_TAGS[partition]}"


def analyses_key(partition: int) -> str:
    """The analyses of matches of a partition that are not finished, by when they are overdue."""
    return f"analyses:{_TAGS[partition]}"


def news_key(partition: int) -> str:
    """What may be news to clients: `match client` of a partition's matches, as `ReliableQueue`."""
    return f"news:{_TAGS[partition]}"


def leaving_key(partition: int) -> str:
    """A `ReliableQueue` of the clients of a partition that are gone and have matches to leave."""
    return f"leaving:{_TAGS[partition]}"


def lanes_key(partition: int) -> str:
    """A `ReliableQueue` of where webhooks have something to deliver: `client lane`."""
    return f"lanes:{_TAGS[partition]}"


def undelivered_key(partition: int) -> str:
    """What webhooks have not delivered: `client delivery` of a partition, by when it came."""
    return f"undelivered:{_TAGS[partition]}"


def endpoint_key(name: str) -> str:
    """What is known of an endpoint of webhooks, which is named by its host and port."""
    return limit_key(f"endpoint:{name}")


def index_key(partition: int, game: str, status: str) -> str:
    """The public matches of a partition, of a game and status or, where empty, of all."""
    return f"public:{_TAGS[partition]}:{game or '*'}:{status or '*'}"


def channel(partition: int) -> str:
    """Where the changes of matches of a partition are told."""
    return f"{CHANGES}{_TAGS[partition]}"


def data_key(partition: int, digest: str) -> str:
    """A data set that matches of a partition are played with."""
    return f"data:{_TAGS[partition]}:{digest}"


def created_key(field: str) -> str:
    """What an idempotency key of a creation stands for; the match is in the same partition."""
    return f"created:{_TAGS[partition_of(field)]}:{field}"


def created_client_key(field: str) -> str:
    """The client that an idempotency key has made, with its token; it is in the same partition."""
    return f"{created_key(field)}:client"


def trial_key(partition: int) -> str:
    """What is written to see whether a partition can be written to."""
    return f"trial:{_TAGS[partition]}"


def client_key(client_id: str, part: str) -> str:
    """A key of a client: what it is, its matches, documents and webhook, and what that delivers."""
    return f"client:{_TAGS[partition_of(client_id)]}:{client_id}:{part}"


def client_key_pattern(part: str) -> str:
    """What such keys of all clients look like."""
    return f"client:*:*:{part}"


def id_in(client_key: str) -> str:
    """The id of the client that a key belongs to."""
    return client_key.split(":")[2]


def limit_key(name: str) -> str:
    """A count of what is limited."""
    return f"limit:{name}"
