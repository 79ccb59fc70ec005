"""The API: `railhead.service.api_process:bridge` for granian (RSGI),
`railhead.service.app:app` for any WSGI server.

`create_app` is for tests.
"""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import structlog
from flask import Flask, Request, Response, has_request_context, request
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from structlog.typing import EventDict
from werkzeug import exceptions
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from railhead.games.registry import Catalogue
from railhead.service import metrics
from railhead.service.analyses.routes import AnalysisRoutes
from railhead.service.boards.routes import GameDataRoutes, UserDataRoutes
from railhead.service.bots.turns import TurnScheduler
from railhead.service.clients.event_routes import ClientEventRoutes
from railhead.service.clients.routes import ClientRoutes, TokenRoutes
from railhead.service.contract.openapi import served_document
from railhead.service.core.matches import Matches, open_matches
from railhead.service.documentation.routes import DocumentationRoutes, add_pages
from railhead.service.documentation.web import add_web
from railhead.service.errors import (
    BodyTooLarge,
    InternalError,
    InvalidRequest,
    MethodNotAllowed,
    NotFound,
    Overloaded,
    Problem,
    Unavailable,
    UnsupportedMediaType,
)
from railhead.service.events.routes import EventRoutes
from railhead.service.games.routes import GameRoutes
from railhead.service.history.routes import ExportRoutes, ForkRoutes, VersionRoutes
from railhead.service.http.access_log import access_log
from railhead.service.http.common_headers import (
    allow_other_origins,
    common_headers_middleware,
    request_id,
)
from railhead.service.http.concurrency_limiter import ConcurrencyLimiter, ConcurrencyLimits
from railhead.service.http.costs import SECONDS
from railhead.service.http.rate_limits import rate_limits
from railhead.service.http.rendering import Renderings
from railhead.service.http.request_parsing import BODY_SIZES, BodySizes
from railhead.service.http.responses import empty_response, problem_response
from railhead.service.http.route import address, register
from railhead.service.http.validation_waits import wait_for_validation
from railhead.service.logs import configure
from railhead.service.matches.picture_routes import PictureRoutes
from railhead.service.matches.routes import MatchListRoutes, MatchRoutes
from railhead.service.operations.routes import HealthRoutes
from railhead.service.parent_death_signal import die_with
from railhead.service.play.routes import ActionRoutes, LegalActionRoutes
from railhead.service.puzzles.routes import PuzzleRoutes
from railhead.service.seats.routes import SeatRoutes
from railhead.service.server.bounds import Bounds
from railhead.service.server.bridge import ROUTE, Bridge
from railhead.service.settings import Settings
from railhead.service.store.clocks import keep_beating
from railhead.service.store.presence import keep_announcing
from railhead.service.user_data.validation_queue import ValidationPending
from railhead.service.webhooks.hints import WebhookHints
from railhead.service.webhooks.routes import DeliveryRoutes, WebhookRoutes
from railhead.service.webhooks.webhooks import Webhooks, tell_webhooks

log = structlog.get_logger()

GC_ALLOCATIONS = 50_000
"""Objects that are allocated before the garbage collector looks at the youngest ones."""
KEPT_RENDERINGS = 512
KEPT_PICTURES = 64


class NoSessions(SessionInterface):
    """The sessions of an application that has no cookies."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """One that keeps nothing."""
        return NullSession()


class Api(Flask):
    """Flask without what it does at every request for the sake of applications unlike this one."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function, as it is: all handlers are plain functions."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds the route of a request, by its path and method alone."""
        if request is None or "HTTP_UPGRADE" in request.environ:
            return super().create_url_adapter(request)
        path = request.environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
        return MapAdapter(self.url_map, "", "/", "", "http", path, request.method)

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Nothing: no handler leaves anything to be torn down."""

    def preprocess_request(self) -> None:
        """Tell the bridge which route answers, for what it counts: all that precedes a handler."""
        matched = request_ctx.request
        if matched.endpoint is not None:
            matched.environ[ROUTE] = matched.endpoint

    def make_default_options_response(self) -> Response:
        """What may be done at an address, without a body to have a media type."""
        made = super().make_default_options_response()
        return empty_response(200, {"Allow": made.headers["Allow"]})


def create_app(
    settings: Settings,
    matches: Matches,
    catalogue: Catalogue,
    webhooks: Webhooks | None = None,
) -> Flask:
    """The application over these matches; without `webhooks` it tells no worker of theirs."""
    webhooks = webhooks or Webhooks(matches.store)
    app = Api("railhead", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.config[BODY_SIZES] = body_sizes(settings)
    # A redirect to the address without the second slash would name the host that the client claims.
    app.url_map.merge_slashes = False
    register(app, features(settings, matches, catalogue, webhooks))
    add_pages(app)
    add_web(app, settings.web_other_apis)
    allow_other_origins(app, settings.cors_reading, settings.cors_origins.split())
    handle_errors(app, settings)
    wrapped = common_headers_middleware(app.wsgi_app, settings.proxies)
    app.wsgi_app = wrapped  # type: ignore[assignment, method-assign] # how Flask takes middleware
    return app


def features(
    settings: Settings, matches: Matches, catalogue: Catalogue, webhooks: Webhooks
) -> list[object]:
    """The objects whose methods are the handlers of all routes."""
    waits, streams = concurrency_limiters(settings)
    limits = rate_limits(settings, matches.store)
    return [
        GameRoutes(catalogue, limits.components),
        PuzzleRoutes(
            catalogue, lambda: datetime.fromtimestamp(matches.store.clocks.wall(""), UTC).date()
        ),
        MatchListRoutes(matches, limits),
        MatchRoutes(matches, Renderings(KEPT_RENDERINGS), waits),
        LegalActionRoutes(matches),
        ActionRoutes(matches, limits),
        EventRoutes(matches, streams, limits.streams),
        PictureRoutes(matches, Renderings(KEPT_PICTURES)),
        SeatRoutes(matches, limits),
        VersionRoutes(matches, limits),
        ForkRoutes(matches, limits),
        ExportRoutes(matches, limits),
        AnalysisRoutes(matches, waits, streams, limits),
        ClientRoutes(matches, limits),
        ClientEventRoutes(matches, streams, limits.streams),
        TokenRoutes(matches, limits),
        GameDataRoutes(matches, catalogue, limits),
        UserDataRoutes(matches, limits),
        WebhookRoutes(matches, webhooks, limits.webhooks),
        DeliveryRoutes(matches, webhooks, limits.webhooks),
        DocumentationRoutes(served_document),
        HealthRoutes(matches),
    ]


def concurrency_limiters(settings: Settings) -> tuple[ConcurrencyLimiter, ConcurrencyLimiter]:
    """Where long polls wait, and where streams go on."""
    waits, streams = settings.max_long_polls, settings.max_streams
    places = ConcurrencyLimits(waits, settings.long_polls_per_caller, settings.share_of(waits))
    others = ConcurrencyLimits(streams, settings.streams_per_caller, settings.share_of(streams))
    return (
        ConcurrencyLimiter("waits", places, metrics.add_waiting),
        ConcurrencyLimiter("streams", others, metrics.add_streaming),
    )


def body_sizes(settings: Settings) -> BodySizes:
    """How long the bodies of requests may be."""
    return BodySizes(settings.max_body_bytes, {address("import_match"): settings.max_import_bytes})


def handle_errors(app: Flask, settings: Settings) -> None:
    """Answer every error with a problem document."""

    @app.errorhandler(Problem)
    def refuse(problem: Problem) -> Response:
        if isinstance(problem, Overloaded):
            log.info("request refused", problem=problem.detail)
        elif problem.status >= 500:
            log.error("request failed", outage=problem.outage, problem=problem.detail)
        return problem_response(problem)

    app.register_error_handler(ValidationPending, wait_for_validation)

    @app.errorhandler(HTTPException)
    def translate(error: HTTPException) -> Response:
        answered = problem_response(problem_of(error, body_sizes(settings).of(request.path)))
        if isinstance(error, exceptions.MethodNotAllowed) and error.valid_methods:
            answered.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return answered

    @app.errorhandler(Exception)
    def fail(error: Exception) -> Response:
        log.exception("request failed", exc_info=error)
        return problem_response(InternalError(request_id=request_id()))


def problem_of(error: HTTPException, longest: int) -> Problem:
    """The problem that one of the framework's errors is; `longest` bytes may a body have here."""
    if isinstance(error, exceptions.RequestEntityTooLarge):
        return BodyTooLarge(limit=longest)
    if isinstance(error, exceptions.MethodNotAllowed):
        return MethodNotAllowed()
    if isinstance(error, exceptions.NotFound):
        return NotFound()
    if isinstance(error, exceptions.UnsupportedMediaType):
        return UnsupportedMediaType()
    if error.code is not None and 400 <= error.code < 500:
        detail = error.description or "the request cannot be read"
        return InvalidRequest(detail, errors=[{"field": "request", "problem": detail}])
    return InternalError(request_id=request_id())


def add_request_id(_: Any, __: str, event: EventDict) -> EventDict:
    """Put the request's id on each line that is logged while one is answered."""
    if has_request_context():
        event.setdefault("request", request_id())
    return event


def new_bridge(app: Flask, settings: Settings, matches: Matches) -> Bridge:
    """The application in its bridge, which waits for the changes of these matches."""
    bounds = Bounds(
        threads=settings.api_threads,
        requests=settings.max_requests,
        bodies=settings.max_bodies,
        body_sizes=body_sizes(settings),
        body_seconds=settings.body_seconds,
        drain_seconds=settings.drain_seconds,
        threads_of_an_address=settings.share_of(settings.api_threads),
        processor_ms=0 if settings.address_share == 1 else 1000 * SECONDS * settings.address_share,
        proxies=settings.proxies,
        shortcuts=settings.shortcuts,
    )
    return Bridge(
        app.wsgi_app,
        matches.changes.watch,
        bounds,
        inline_paths=[address("get_health")],
        log_access=access_log(settings.access_log),
    )


def __getattr__(name: str) -> Flask | Bridge:
    """Build `app` and `bridge` from the environment when a server first asks for one of them."""
    if name not in ("app", "bridge"):
        raise AttributeError(name)
    server = multiprocessing.parent_process()
    if name == "bridge" and server is not None and server.pid is not None:
        die_with(server.pid)
    settings = Settings.from_environment()
    configure(settings)
    structlog.configure(processors=[add_request_id, *structlog.get_config()["processors"]])
    turns = TurnScheduler(settings)
    matches = open_matches(settings, turns.announce)
    webhooks = tell_webhooks(matches, WebhookHints(settings).announce)
    matches.announce_analysis = turns.announce_analysis
    try:
        matches.store.prepare()
    except Unavailable as problem:
        log.warning("the store is not ready yet", problem=problem.detail)
    keep_announcing(matches.store, "api")
    # Workers do not: while no API lives nobody can act, so the clocks have to stand.
    keep_beating(matches.store)
    app = globals()["app"] = create_app(settings, matches, matches.catalogue, webhooks)
    bridge = globals()["bridge"] = new_bridge(app, settings, matches)
    # Requests leave no cycles behind; without this, collections triggered by the many small parts
    # of a view walk all that was imported again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_ALLOCATIONS)
    return app if name == "app" else bridge
