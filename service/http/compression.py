"""Answers compressed with gzip: which may be, and how.

How well a text is compressed tells who sees its length something of what is in it (CRIME, BREACH).
So nothing is compressed that has a token, an invitation or a secret in it, nothing that answers a
`POST` or a `PUT` but a decision, no problem and no stream. What is left are answers to reads and to
decisions, each of which depends only on what its caller may know; `docs/threat-model.md` says what
is to be learnt from their lengths.
"""

from __future__ import annotations

import gzip
import io
import secrets
from typing import Final

LEVEL: Final = 4
"""Beyond it a picture takes half as long again to be a tenth smaller."""
LARGE: Final = 1024
"""Bytes from which on an answer is compressed."""
MOST_PADDING: Final = 100
"""Up to so many bytes, by chance, are added to each compressed answer.

They blur lengths that somebody compares to guess at a part (Heal the BREACH, 2022)."""


def compress(body: bytes) -> bytes | None:
    """The body, compressed and padded; None where it is too small to gain by that."""
    if len(body) < LARGE:
        return None
    padding = "a" * secrets.randbelow(MOST_PADDING + 1)  # as the name of a file, which none reads
    into = io.BytesIO()
    with gzip.GzipFile(padding, "wb", LEVEL, into, mtime=0) as file:
        file.write(body)
    return into.getvalue()


class Body:
    """The body of an answer, compressed once a client takes that."""

    __slots__ = ("_compressed", "_tried", "plain")

    def __init__(self, plain: bytes) -> None:
        self.plain = plain
        self._compressed: bytes | None = None
        self._tried = False

    @property
    def gzip(self) -> bytes | None:
        """See `gzip`; the same bytes each time."""
        if not self._tried:
            self._compressed, self._tried = compress(self.plain), True
        return self._compressed
