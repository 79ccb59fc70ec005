"""What forms of an answer its client takes, by `Accept` and `Accept-Encoding` (RFC 9110, 12.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header, parse_options_header

from railhead.service.http.current_request import current

JSON: Final = "application/json"
ANY: Final = "*/*"
UTF_8: Final = ("utf-8", "utf8")
_HEADERS: Final = 64
"""How many different headers are remembered: a client sends the same one again and again."""

Range = tuple[str, bool, float]
"""A media range without its parameters, whether it has any that matter, and its quality."""


def preferred_media_type(offered: Sequence[str]) -> str | None:
    """The media type out of those offered that the request would have most, None for none of them.

    Of types that it would have alike the one that it names is taken before those that it does not,
    then the one offered first; so that is also the answer to who has no wish.
    """
    ranges = _accept_ranges()
    best, (best_quality, best_precision) = None, (0.0, -1)
    for kind in offered:
        quality, precision = _quality_of(kind, ranges)
        if quality > best_quality or (quality == best_quality > 0 and precision > best_precision):
            best, best_quality, best_precision = kind, quality, precision
    return best


def names_media_type(media_type: str) -> bool:
    """Whether the request names the media type as one that it takes."""
    return any(kind == media_type and quality > 0 for kind, _, quality in _accept_ranges())


def takes_gzip() -> bool:
    """Whether the client takes an answer that is compressed with gzip."""
    header: str | None = current().get("HTTP_ACCEPT_ENCODING")
    return header is not None and _has_gzip(header)


def _accept_ranges() -> tuple[Range, ...]:
    header: str = current().get("HTTP_ACCEPT", "")
    return _ranges(header.strip() or ANY)


@lru_cache(_HEADERS)
def _has_gzip(header: str) -> bool:
    return parse_accept_header(header, Accept)["gzip"] > 0


@lru_cache(_HEADERS)
def _ranges(header: str) -> tuple[Range, ...]:
    """What a header says. That JSON and streams of events are in UTF-8 needs no saying."""
    found = []
    for text, quality in parse_accept_header(header, Accept):
        kind, parameters = parse_options_header(text)
        charset = parameters.pop("charset", "utf-8").lower()
        found.append((kind.lower(), bool(parameters) or charset not in UTF_8, quality))
    return tuple(found)


def _quality_of(kind: str, ranges: Sequence[Range]) -> tuple[float, int]:
    """How much a type is wanted, 0 to 1, and how precisely that is said: by the range that fits it
    best.

    A range with parameters asks for a variant. There are none of our types, so it speaks of its
    type where no other range does, and where it refuses a variant it refuses nothing of ours.
    """
    general = f"{kind.partition('/')[0]}/*"
    # Not 2: a range with parameters counts one less, and still above its family.
    fits = {ANY: 0, general: 1, kind: 3}
    found = [
        (fits[name] - variant, quality)
        for name, variant, quality in ranges
        if name in fits and not (variant and quality == 0)
    ]
    precision, quality = max(found, default=(0, 0.0))
    return quality, precision
