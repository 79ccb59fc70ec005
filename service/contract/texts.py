"""What the contract says in words of its own: of parameters, headers, security and tags."""

from __future__ import annotations

from typing import Final

from railhead.games.options import OWN_NAME

DESCRIPTION: Final = """\
Railhead keeps matches of heavy eurogames: it knows the rules, shows every seat what that seat may
see, lists its legal actions, and plays the seats that are bots. Every refusal is an RFC 9457
problem document whose type is documented at its address.
"""

PATH_PARAMETERS: Final = {
    "game": ("The id of a game.", {"type": "string", "minLength": 1}),
    "match": ("The id of a match.", {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}),
    "seat": ("The number of a seat, from 0.", {"type": "integer", "minimum": 0, "maximum": 9}),
    "version": ("A version of the match.", {"type": "integer", "minimum": 0}),
    "analysis": ("The number of an analysis.", {"type": "integer", "minimum": 1}),
    "puzzle": ("The id of a puzzle.", {"type": "string", "pattern": "^[0-9a-f]{12}$"}),
    "option": (
        "An option that names data.",
        {"type": "string", "pattern": "^[a-z_]{1,40}$"},
    ),
    "name": ("The name of a document.", {"type": "string", "pattern": f"^{OWN_NAME}$"}),
    "token": (
        "The id of a token of the client.",
        {"type": "string", "pattern": "^[a-z0-9]{1,40}$"},
    ),
    "delivery": ("The id of a delivery.", {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}),
    "slug": ("The last part of a problem's type.", {"type": "string", "pattern": "^[a-z-]+$"}),
}

REQUEST_HEADERS: Final = {
    "If-None-Match": ("The ETag of the last answer: 304 while it holds.", '"3-0"'),
    "If-Match": (
        "The ETag that the decision was made at, in place of `version`; or several, any of which "
        "will do, or `*` for whatever decision is open.",
        '"3-0"',
    ),
    "Last-Event-ID": ("The id of the last event of a stream that is taken up again.", "12"),
    "Idempotency-Key": (
        "Makes a repetition safe: the same key with the same request counts once, for 24 hours (of "
        "a new client, ten minutes).",
        "8e03978e-40d5-43dd-bc93-6894a57f9324",
    ),
}
_TAG: Final = '"[0-9]{1,9}(-([0-9]|watching)(-gzip)?)?"'
HEADER_PATTERNS: Final = {
    "If-Match": f"^(\\*|{_TAG}( *, *{_TAG})*)$",
    "Idempotency-Key": "^[!-~]{1,200}$",
    "Last-Event-ID": "^(0|[1-9][0-9]{0,8})$",
}

DOCUMENT: Final = {
    "type": "object",
    "additionalProperties": True,
    "description": "A document of data, of the form that the game's own ones have.",
}

GAME_OPTIONS: Final = {
    "in": "query",
    "name": "options",
    "description": "Values of the game's options by name, such as `map=ruhr`; which there are, "
    "`GET /v1/games/{game}` says.",
    "style": "form",
    "explode": True,
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    "example": {},
}

RESPONSE_HEADERS: Final = {
    "Location": "The address of what was made.",
    "ETag": "Tells this answer from others; of a match: its version, and whose eyes see it.",
    "Retry-After": "Seconds to wait before trying again.",
    "RateLimit": "Of each limit that the request counts for, `r`: how many are left, and `t`: in "
    "how many seconds there are all again. Where one is reached, that one alone, with `r=0`.",
    "RateLimit-Policy": "What those limits are: `q` requests in `w` seconds, or at once.",
}
BEFORE_LIMITS: Final = (401, 408)
"""The statuses of answers that come before a request is counted."""

SECURITY: Final = {
    "token": "A token of one match. Of a seat, from the creation or a claim: sees what the seat "
    "sees, and plays it. The `owner_token`: deletes the match, fills and opens its seats, goes "
    "back in it. The `spectator_token`: watches, a private match too.",
    "client": "A token of a client, which begins with `client_` and opens the seats and matches "
    "that are the client's. The main one, from `POST /v1/clients` or `POST /v1/me/token`, has all "
    "scopes. Further ones, from `POST /v1/me/tokens`, have those that were chosen: `read`, `play`, "
    "which has `read` too, `webhooks`, or all of them. Each operation names what it needs.",
}

TAGS: Final = {
    "games": "What can be played.",
    "puzzles": "Decisions with one clearly best action.",
    "matches": "Matches: create, list, read, delete.",
    "play": "Decisions: which there are, and taking one.",
    "seats": "Who sits where: claiming, bots that stand in, leaving.",
    "past": "What was: versions, taking back, forks, export and import.",
    "analyses": "What could be done: decisions searched as the bots do it.",
    "clients": "Accounts without a password, and their tokens.",
    "data": "Boards, maps and components of one's own.",
    "webhooks": "Events of a client, sent to an address of its own.",
    "operations": "For whoever runs the service.",
    "documentation": "For whoever uses it.",
}
