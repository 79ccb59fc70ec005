"""A typed client of a Railhead service, to wait with (`Railhead`) and not to (`AsyncRailhead`).

Nothing here knows the rules of a game: it asks the service, over its public API.
"""

from railhead.client import operations, problems, schemas, webhooks
from railhead.client.asynchronous.analysis import AsyncAnalysis
from railhead.client.asynchronous.bots import AsyncBot
from railhead.client.asynchronous.match import AsyncCreated, AsyncMatch, AsyncTurn
from railhead.client.asynchronous.service import AsyncRailhead
from railhead.client.bots import bot
from railhead.client.errors import (
    ConnectionLost,
    Problem,
    RailheadError,
    UnexpectedAnswer,
    WebhookVerificationError,
)
from railhead.client.results import Played
from railhead.client.seats import Action, Choice, Seat, View
from railhead.client.synchronous.analysis import Analysis
from railhead.client.synchronous.bots import Bot
from railhead.client.synchronous.match import Created, Match, Turn
from railhead.client.synchronous.service import Railhead

__all__ = [
    "Action",
    "Analysis",
    "AsyncAnalysis",
    "AsyncBot",
    "AsyncCreated",
    "AsyncMatch",
    "AsyncRailhead",
    "AsyncTurn",
    "Bot",
    "Choice",
    "ConnectionLost",
    "Created",
    "Match",
    "Played",
    "Problem",
    "Railhead",
    "RailheadError",
    "Seat",
    "Turn",
    "UnexpectedAnswer",
    "View",
    "WebhookVerificationError",
    "bot",
    "operations",
    "problems",
    "schemas",
    "webhooks",
]
