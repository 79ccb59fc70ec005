"""All features with routes, in the order in which the contract has them."""

from __future__ import annotations

from typing import Final

from railhead.service.analyses.routes import Analyses
from railhead.service.boards.routes import GameData, OwnData
from railhead.service.clients.event_routes import ClientEvents
from railhead.service.clients.routes import Clients, Tokens
from railhead.service.documentation.routes import Documentation
from railhead.service.events.routes import Events
from railhead.service.games.routes import Games
from railhead.service.history.routes import Exports, Forks, Versions
from railhead.service.http.route import Route, routes_of
from railhead.service.matches.picture_routes import Picture
from railhead.service.matches.routes import AllMatches, OneMatch
from railhead.service.operations.routes import Health
from railhead.service.play.routes import Actions, LegalActions
from railhead.service.puzzles.routes import Puzzles
from railhead.service.seats.routes import Seats
from railhead.service.webhooks.routes import Deliveries, Webhooks

FEATURES: Final[tuple[type, ...]] = (
    Games,
    Puzzles,
    AllMatches,
    OneMatch,
    LegalActions,
    Actions,
    Events,
    Picture,
    Seats,
    Versions,
    Forks,
    Exports,
    Analyses,
    Clients,
    ClientEvents,
    Tokens,
    GameData,
    OwnData,
    Webhooks,
    Deliveries,
    Documentation,
    Health,
)
ROUTES: Final[tuple[Route, ...]] = tuple(
    route for feature in FEATURES for route in routes_of(feature)
)
