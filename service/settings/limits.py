"""What one address, client or process may have at once and in a time."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.service.environment import setting


@dataclass(frozen=True)
class LimitSettings:
    """What one address, client or process may have at once and in a time."""

    max_requests: int = setting(
        "RAILHEAD_MAX_REQUESTS",
        512,
        "Requests that an API process has at work or in its queue; beyond that the address with "
        "the most loses its newest one, with 503.",
        1,
    )
    max_bodies: int = setting(
        "RAILHEAD_MAX_BODIES",
        1000,
        "Request bodies that an API process receives at once; beyond that the address with the "
        "most loses its oldest one, with 503.",
        1,
    )
    address_share: float = setting(
        "RAILHEAD_ADDRESS_SHARE",
        0.5,
        "The share of the threads, long polls, streams and processor time of an API process that "
        "one address may have (of IPv6 a /64): 1 for a household or behind a gateway where all "
        "have the same, 0.1 for a server open to all.",
        0.001,
        1,
    )
    max_long_polls: int = setting(
        "RAILHEAD_MAX_LONG_POLLS",
        4000,
        "Long polls that an API process holds; further ones get 304 with `Retry-After` at once.",
        0,
    )
    long_polls_per_caller: int = setting(
        "RAILHEAD_LONG_POLLS_PER_CALLER",
        100,
        "Long polls that an API process holds for one token, or for one address without a "
        "token; further ones get 304 with `Retry-After` at once.",
        0,
    )
    max_streams: int = setting(
        "RAILHEAD_MAX_STREAMS",
        4000,
        "Streams of events that an API process keeps open; further ones get 503.",
        0,
    )
    streams_per_caller: int = setting(
        "RAILHEAD_STREAMS_PER_CALLER",
        100,
        "Streams that an API process keeps open for one token, or for one address without a "
        "token; further ones get 429.",
        0,
    )
    max_body_bytes: int = setting(
        "RAILHEAD_MAX_BODY_BYTES",
        128 * 1024,
        "Longest request body in bytes, except for imports.",
        1024,
    )
    max_import_bytes: int = setting(
        "RAILHEAD_MAX_IMPORT_BYTES",
        4 * 1024 * 1024,
        "Longest import in bytes; the default is enough for the longest log.",
        1024,
    )
    creation_limit: str = setting(
        "RAILHEAD_CREATION_LIMIT",
        "60/minute",
        "How many matches and clients one client or address may create (empty for no limit).",
        rate=True,
    )
    stored_bytes_limit: str = setting(
        "RAILHEAD_STORED_BYTES_LIMIT",
        "32000000/hour;200000000/day",
        "How many bytes one client or address may let the store keep, in matches, logs, documents "
        "and clients (empty for no limit).",
        rate=True,
    )
    action_limit: str = setting(
        "RAILHEAD_ACTION_LIMIT",
        "200/second",
        "How many actions, undos and changes of seats an API process takes of one client or token "
        "(empty for no limit).",
        rate=True,
    )
    claim_limit: str = setting(
        "RAILHEAD_CLAIM_LIMIT",
        "120/hour",
        "How many seats of public matches one address may claim without an invitation, with "
        "whatever token (empty for no limit).",
        rate=True,
    )
    stream_limit: str = setting(
        "RAILHEAD_STREAM_LIMIT",
        "600/minute",
        "How many streams one client, token or address may open on an API process (empty for no "
        "limit).",
        rate=True,
    )
    analysis_limit: str = setting(
        "RAILHEAD_ANALYSIS_LIMIT",
        "12/minute",
        "How many analyses one client or address may ask for (empty for no limit).",
        rate=True,
    )
    component_limit: str = setting(
        "RAILHEAD_COMPONENT_LIMIT",
        "120/minute",
        "How many descriptions of tables an API process makes for one address; cached ones are "
        "not counted (empty for no limit).",
        rate=True,
    )
    data_limit: str = setting(
        "RAILHEAD_DATA_LIMIT",
        "30/minute",
        "How many documents of data an API process takes from one client, and in imports from "
        "one client or address (empty for no limit).",
        rate=True,
    )

    def share_of(self, places: int) -> int:
        """How many of so many places one address may have: at least one, if there are any."""
        return min(places, max(1, round(places * self.address_share)))
