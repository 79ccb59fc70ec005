"""All features with routes, in the order in which the contract has them."""

from __future__ import annotations

from typing import Final

from railhead.service.analyses.routes import AnalysisRoutes
from railhead.service.boards.routes import GameDataRoutes, UserDataRoutes
from railhead.service.clients.event_routes import ClientEventRoutes
from railhead.service.clients.routes import ClientRoutes, TokenRoutes
from railhead.service.documentation.routes import DocumentationRoutes
from railhead.service.events.routes import EventRoutes
from railhead.service.games.routes import GameRoutes
from railhead.service.history.routes import ExportRoutes, ForkRoutes, VersionRoutes
from railhead.service.http.route import Route, routes_of
from railhead.service.matches.picture_routes import PictureRoutes
from railhead.service.matches.routes import MatchListRoutes, MatchRoutes
from railhead.service.operations.routes import HealthRoutes
from railhead.service.play.routes import ActionRoutes, LegalActionRoutes
from railhead.service.puzzles.routes import PuzzleRoutes
from railhead.service.seats.routes import SeatRoutes
from railhead.service.webhooks.routes import DeliveryRoutes, WebhookRoutes

FEATURES: Final[tuple[type, ...]] = (
    GameRoutes,
    PuzzleRoutes,
    MatchListRoutes,
    MatchRoutes,
    LegalActionRoutes,
    ActionRoutes,
    EventRoutes,
    PictureRoutes,
    SeatRoutes,
    VersionRoutes,
    ForkRoutes,
    ExportRoutes,
    AnalysisRoutes,
    ClientRoutes,
    ClientEventRoutes,
    TokenRoutes,
    GameDataRoutes,
    UserDataRoutes,
    WebhookRoutes,
    DeliveryRoutes,
    DocumentationRoutes,
    HealthRoutes,
)
ROUTES: Final[tuple[Route, ...]] = tuple(
    route for feature in FEATURES for route in routes_of(feature)
)
