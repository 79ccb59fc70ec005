"""Cursors of pages: text that clients hand back as it was given to them."""

from __future__ import annotations

import base64
import binascii

from railhead.service.errors import InvalidRequest


def encode_cursor(place: str) -> str:
    """The cursor that stands for a place in a list: URL-safe, without padding."""
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def decode_cursor(cursor: str) -> str:
    """The place that a cursor stands for. Raises `InvalidRequest`."""
    try:
        return base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", True).decode()
    except (binascii.Error, ValueError) as error:
        raise bad_cursor() from error


def bad_cursor() -> InvalidRequest:
    """The refusal of a cursor that was never given."""
    problem = "is not the cursor of a page"
    return InvalidRequest(errors=[{"field": "cursor", "problem": problem}])
