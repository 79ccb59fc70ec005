"""The routes of the API, in the order in which the contract has them."""

from __future__ import annotations

from typing import Final

from railhead.service.http.routes import (
    analyses,
    clients,
    data,
    games,
    matches,
    operations,
    past,
    puzzles,
    seats,
    tokens,
    webhooks,
)
from railhead.service.http.routes.route import Route

ROUTES: Final[tuple[Route, ...]] = (
    *games.ROUTES,
    *puzzles.ROUTES,
    *matches.ROUTES,
    *seats.ROUTES,
    *past.ROUTES,
    *analyses.ROUTES,
    *clients.ROUTES,
    *tokens.ROUTES,
    *data.ROUTES,
    *webhooks.ROUTES,
    *operations.ROUTES,
)


SCOPES_NEEDED: Final = {route.name: route.scopes for route in ROUTES}
"""The scopes that the token of a client needs, by operation."""


def address(name: str, /, **parameters: str) -> str:
    """Where the route of this name is, such as `address("get_match", match=...)`."""
    (path,) = (route.path for route in ROUTES if route.name == name)
    return path.format(**parameters)
