"""`/v1/matches/{match}/legal-actions`: every decision open to the caller's seat."""

from __future__ import annotations

from flask import Blueprint, Response

from service.http import auth
from service.http.answers import private_answer
from service.http.rendering import legal_json
from service.http.request_parts import query
from service.matches.matches import Matches


def legal_actions(matches: Matches) -> Blueprint:
    """The route of the legal actions."""
    routes = Blueprint("legal_actions", __name__)

    @routes.get("/v1/matches/<match_id>/legal-actions")
    def list_legal_actions(match_id: str) -> Response:
        caller = auth.player(matches, match_id)
        match = matches.at(caller.record, matches.head(match_id))
        query()
        return private_answer(legal_json(match, caller.viewer), match.version)

    return routes
