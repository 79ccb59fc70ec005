"""`/v1/matches/{match}/forks`, `/export` and `/v1/imports`: new matches out of others."""

from __future__ import annotations

from flask import Response

from railhead.service.errors import Forbidden
from railhead.service.http import auth
from railhead.service.http.answers import answer, read_answer
from railhead.service.http.contract import address
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import created_json
from railhead.service.http.request_parts import idempotency, json_body, query
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.creation_requests import fork_wanted
from railhead.service.http.schemas.data_documents import check_form
from railhead.service.http.schemas.import_requests import NewImport
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.queries import ImportQuery
from railhead.service.http.schemas.seat_requests import seats_wanted
from railhead.service.http.trial_places import trial_place
from railhead.service.matches.absence import USUAL_SECONDS
from railhead.service.matches.documents import Importer, exported, imported
from railhead.service.matches.forking import Fork, fork
from railhead.service.matches.matches import Matches
from railhead.service.matches.openness import knows_all
from railhead.service.model import Created, Record, Seat

_UNSTORED = {"Cache-Control": "no-store"}


def forks(matches: Matches, limits: RateLimits) -> Handlers:
    """The handler of forks."""

    def create_fork(match: str) -> Response:
        caller = auth.reader(matches, match)
        client = auth.client_if_one(matches)
        limits.creations.count(auth.client_or_address(client))
        query()
        body = json_body()
        wanted = fork_wanted(body)
        seats = seats_wanted(wanted["seats"], client)
        auth.check_invited(matches, seats)
        now = matches.at(caller.record, caller.head)
        made = fork(
            matches,
            now,
            caller.viewer,
            Fork(
                wanted["version"],
                seats,
                wanted["visibility"],
                wanted["undo"],
                wanted["sealed"],
                wanted["analyses"],
                None if client is None else client.id,
                wanted.get("absent_after", _absent_after(caller.record)),
                wanted["claims"],
                auth.asked_by(matches, client),
            ),
            idempotency(f"fork {match} {caller.own_name}", body, known=caller.is_one),
        )
        return _created(made)

    return [create_fork]


def documents(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of exports and imports."""

    def export_match(match: str) -> Response:
        caller = auth.reader(matches, match)
        query()
        now = matches.at(caller.record, caller.head)
        if now.status == "over" and not knows_all(now):
            raise Forbidden("the match was made sealed: its log is nobody's to see")
        return read_answer(exported(matches, now), now.version, caller.viewer)

    def import_match() -> Response:
        client = auth.client_or_nobody(matches)
        limits.creations.count(auth.client_or_address(client))
        visibility = query(ImportQuery).get("visibility")
        body = json_body()
        document = parsed(NewImport, body)
        if document["data"] is not None or document["opening"] is not None:
            limits.data.count(auth.client_or_address(client))
        if document["data"] is not None:
            check_form(document["data"], "data")
        seats = [
            Seat(number, seat["kind"], seat["name"], seat["level"])
            for number, seat in enumerate(document["seats"])
        ]
        importer = Importer(seats, visibility, None if client is None else client.id)
        asked = body if visibility is None else {"visibility": visibility, "document": body}
        by = auth.client_or_address(client)
        key = idempotency(f"import {by}", asked, known=client is not None)
        return _created(imported(matches, document, importer, key, trial_place(by)))

    return [export_match, import_match]


def _absent_after(record: Record) -> int | None:
    """After how long a holder is absent in a fork of a match, which has no clocks."""
    return record.absent_after if record.clock is None else USUAL_SECONDS


def _created(created: Created) -> Response:
    location = address("get_match", match=created.match.record.id)
    return answer(created_json(created), 201, {"Location": location, **_UNSTORED})
