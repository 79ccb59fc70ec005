"""The data that clients have sent, each client's in one hash: by game, option and name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.service.accounts.token_storage import HELD, proof
from railhead.service.model import Client, Document
from railhead.service.store import keys
from railhead.service.store.connection import Script, command, translating_errors
from railhead.service.store.serialization import pack_data, unpack_data
from railhead.service.store.store import Store
from railhead.service.store.written_bytes import count_written

PUT = Script(
    HELD
    + """
local before = redis.call('HGET', KEYS[2], ARGV[3])
local count, size = 0, 0
for _, kept in ipairs(redis.call('HVALS', KEYS[2])) do
  count = count + 1
  size = size + tonumber(string.match(kept, '^%d+'))
end
if before then
  count = count - 1
  size = size - tonumber(string.match(before, '^%d+'))
end
if count + 1 > tonumber(ARGV[5]) or size + tonumber(ARGV[7]) > tonumber(ARGV[6]) then
  return 'full'
end
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
return before and 'replaced' or 'new'
"""
)
"""Keep a document of a client that exists, where it has room for it.

KEYS 1 the client 2 its documents; ARGV 1 and 2 `proof` of the client 3 field 4 value, which begins
with its size 5 the most documents 6 the most bytes 7 the size
"""


class DocumentStorage:
    """The documents of all clients of one store.

    Every method raises `Unavailable` where the store does not answer or refuses to write.
    """

    def __init__(self, store: Store) -> None:
        self._reader = store.reader
        self._writer = store.writer

    def put(
        self, client: Client, document: Document, content: Mapping[str, Any], most: int, room: int
    ) -> str:
        """Keep a document: `new`, `replaced`, `full` where the client would have over `most` of
        them or over `room` bytes, `gone` where there is no such client, or its token is not its
        own any more.
        """
        involved = [keys.client_key(client.id, part) for part in ("self", "data")]
        value = _value(document, content)
        arguments = [*proof(client), _field(document), value, most, room, document.size]
        with translating_errors():
            outcome = str(PUT(self._writer, involved, arguments).decode())
        if outcome in ("new", "replaced"):
            count_written([value])
        return outcome

    def get(
        self, client_id: str, game: str, option: str, name: str
    ) -> tuple[Document, dict[str, Any]] | None:
        """A document and what it says; None where there is none."""
        field = f"{game}/{option}/{name}"
        with translating_errors():
            stored = command(self._reader, "HGET", keys.client_key(client_id, "data"), field)
        if stored is None:
            return None
        line, _, content = stored.partition(b"\n")
        return _document(field, line), unpack_data(content)

    def list_documents(self, client_id: str) -> list[Document]:
        """The documents of a client, in the order of their names."""
        with translating_errors():
            kept: Any = self._reader.hgetall(keys.client_key(client_id, "data"))
        found = [_document(field.decode(), value) for field, value in kept.items()]
        return sorted(found, key=lambda one: (one.game, one.option, one.name))

    def delete(self, client_id: str, game: str, option: str, name: str) -> bool:
        """Delete a document; False where there was none."""
        with translating_errors():
            key = keys.client_key(client_id, "data")
            return bool(self._writer.hdel(key, f"{game}/{option}/{name}"))


def _field(document: Document) -> str:
    return f"{document.game}/{document.option}/{document.name}"


def _value(document: Document, content: Mapping[str, Any]) -> bytes:
    """A line that begins with the size, then the content."""
    written = (document.size, document.rules_version, document.digest, document.updated_at)
    return " ".join(map(str, written)).encode() + b"\n" + pack_data(content)


def _document(field: str, value: bytes) -> Document:
    game, option, name = field.split("/")
    size, version, digest, updated_at = value.partition(b"\n")[0].decode().split(" ")
    return Document(game, option, name, digest, int(version), int(size), updated_at)
