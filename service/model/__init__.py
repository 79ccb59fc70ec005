"""What a match is to the service: the records that the store keeps and the API shows."""

from __future__ import annotations

from railhead.service.model.clients import MAIN, SCOPES, Client, ClientToken, Document
from railhead.service.model.events import MOVES, Event, Told
from railhead.service.model.matches import (
    HALTS,
    Halted,
    Head,
    Listed,
    Match,
    NewMatch,
    Page,
    Record,
    Rematch,
    acting_bots,
    concerned,
    seats_of,
)
from railhead.service.model.outcomes import Created, Earlier, Idempotency, Submitted, Tokens
from railhead.service.model.seats import (
    OWNER,
    Account,
    Seat,
    Since,
    Times,
    bots,
    is_somebody,
    seat_of_client,
)
from railhead.service.model.thinking import AnalysisAsked, AnalysisKept, AnalysisName, Call, Part

__all__ = [
    "HALTS",
    "MAIN",
    "MOVES",
    "OWNER",
    "SCOPES",
    "Account",
    "AnalysisAsked",
    "AnalysisKept",
    "AnalysisName",
    "Call",
    "Client",
    "ClientToken",
    "Created",
    "Document",
    "Earlier",
    "Event",
    "Halted",
    "Head",
    "Idempotency",
    "Listed",
    "Match",
    "NewMatch",
    "Page",
    "Part",
    "Record",
    "Rematch",
    "Seat",
    "Since",
    "Submitted",
    "Times",
    "Tokens",
    "Told",
    "acting_bots",
    "bots",
    "concerned",
    "is_somebody",
    "seat_of_client",
    "seats_of",
]
