"""Answers that are the same for everybody for as long as the service is the same.

They are tagged, so that who has one is told 304, and where they are large they go out compressed to
who takes that.
"""

from __future__ import annotations

import gzip
from collections.abc import Hashable
from hashlib import blake2b
from typing import Final

from flask import Response, request

from railhead.games.recently_used import RecentlyUsed
from railhead.service.http.content_negotiation import takes_gzip
from railhead.service.http.responses import WholeResponse, empty_response

LARGE: Final = 1400
"""Bytes from which on compression spares a client a packet."""
CACHE_SIZE: Final = 48


class CachedResponse:
    """One such answer: its bytes, the same compressed where that is worth it, and its tag."""

    __slots__ = ("body", "compressed", "content_type", "tag")

    def __init__(self, body: bytes, content_type: str = "application/json") -> None:
        self.body = body
        self.content_type = content_type
        # Without the time, so that each process has the same bytes.
        self.compressed = gzip.compress(body, mtime=0) if len(body) >= LARGE else None
        # Weak, for it stands for the compressed bytes as well.
        self.tag = f'W/"{blake2b(body, digest_size=12).hexdigest()}"'


ResponseCache = RecentlyUsed[Hashable, CachedResponse]
"""Such answers by what they were made of."""


def new_response_cache() -> ResponseCache:
    """Room for the answers that were asked for last."""
    return RecentlyUsed(CACHE_SIZE)


def cached_response(kept: CachedResponse) -> Response:
    """The answer as the caller wants it: 304, compressed, or as it is."""
    headers = {"Cache-Control": "public, no-cache", "ETag": kept.tag, "Vary": "Accept-Encoding"}
    if request.if_none_match.contains_weak(kept.tag[3:-1]):
        return empty_response(304, headers)
    body = kept.body
    if kept.compressed is not None and takes_gzip():
        headers["Content-Encoding"] = "gzip"
        body = kept.compressed
    return WholeResponse(body, 200, headers, content_type=kept.content_type)


def cached_response_of(
    answers: ResponseCache, body: bytes, content_type: str = "application/json"
) -> Response:
    """The same of bytes that are made anew each time, though they hardly ever differ."""
    key = (content_type, body)
    kept = answers.get(key)
    if kept is None:
        kept = CachedResponse(body, content_type)
        answers.keep(key, kept)
    return cached_response(kept)
