"""Where answers lead: operations that take what an answer brings, for clients that follow links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_OF_THE_MATCH: Final = {
    "read": ("get_match", "The match that was made."),
    "legal_actions": ("list_legal_actions", "What a seat may do, with the token of that seat."),
    "act": ("submit_action", "Takes one of these, with the token of that seat."),
    "events": ("list_events", "What happens in the match."),
}
_MATCH: Final = {"match": "$response.body#/id"}

LINKS: Final[Mapping[tuple[str, int], Mapping[str, Any]]] = {
    (operation, 201): {
        name: {"operationId": to, "parameters": {**_MATCH}, "description": text}
        for name, (to, text) in _OF_THE_MATCH.items()
    }
    for operation in ("create_match", "create_fork", "import_match", "play_again")
}
"""The links of an answer by name, by operation and status."""
