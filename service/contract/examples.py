"""Bodies that the contract shows as examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema

from railhead.service.analyses import requests as analysis_requests
from railhead.service.http.schemas import creation_requests, requests, seat_requests
from railhead.service.puzzles import requests as puzzle_requests

EXAMPLE_ACTION: Final = {"action": "hire", "version": 0}
EXAMPLE_DOCUMENT: Final = {"title": "My map", "notices": ["Drawn by hand."]}
EXAMPLE_SEAT: Final = {"kind": "bot", "level": "medium"}
EXAMPLE_MATCH: Final = {
    "game": "montana",
    "options": {},
    "seed": 7,
    "seats": [{"kind": "human", "name": "guest"}, {"kind": "bot", "level": "easy"}],
}

EXAMPLES: Final[Mapping[type[Schema] | str, Any]] = {
    seat_requests.Claim: {"invitation": "8MLB1gD7LzlMz_Qyag7z8bPVqYqXw2cC", "name": "guest"},
    requests.NewClient: {"name": "my bot"},
    requests.NewToken: {"name": "spectator", "scopes": ["read"], "expires_in": 86400},
    analysis_requests.NewAnalysis: {"seconds": 2},
    puzzle_requests.NewPuzzleAnswer: {"action": "hire"},
    requests.NewWebhook: {"url": "https://bots.example.com/railhead"},
    requests.NewUndo: {"to": 10, "version": 12},
    creation_requests.NewFork: {"version": 10, "seats": EXAMPLE_MATCH["seats"]},
    creation_requests.NewImport: {
        "format": "railhead-match/1",
        "game": "montana",
        "rules_version": 2,
        "options": {},
        "setup": {"seats": 2},
        "data": None,
        "opening": None,
        "auto_forced": True,
        "seats": [{"kind": "human", "name": name, "level": None} for name in ("Ann", "Ben")],
        "created_at": "2026-11-22T10:00:00Z",
        "ended_at": "2026-11-22T11:00:00Z",
        "log": [{"kind": "chance", "seat": None, "action": "spin:3"}],
    },
}
