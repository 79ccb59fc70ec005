"""Every way a request can be refused, as RFC 9457 problem details.

A problem's `type` is `/problems/<slug>`, stable, and documented at that address by its own
docstring and `fix`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

MOST_SAID: Final = 3
"""How many of the fields of `errors` a `detail` says."""


class Problem(Exception):
    """A refusal: `slug` and `status` by class; `detail` and the extension members by instance."""

    slug: ClassVar[str]
    status: ClassVar[int]
    title: ClassVar[str]
    fix: ClassVar[str]

    def __init__(self, detail: str = "", **members: Any) -> None:
        detail = detail or _said(members.get("errors", ())) or self.title
        super().__init__(detail)
        self.detail = detail
        self.members = members
        """Extension members of the document, such as `errors` or `version`."""

    def document(self) -> dict[str, Any]:
        """The problem document as JSON."""
        return {
            "type": f"/problems/{self.slug}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "fix": self.fix,
            **self.members,
        }


def _said(errors: Sequence[Mapping[str, str]]) -> str:
    """What is wrong with the first few fields, as one sentence: for whoever reads no `errors`."""
    told = [f"{error['field']} {error['problem']}" for error in errors[:MOST_SAID]]
    more = [f"and {len(errors) - MOST_SAID} more"] if len(errors) > MOST_SAID else []
    return "; ".join([*told, *more])


class MalformedJson(Problem):
    """The body is not JSON."""

    slug = "malformed-json"
    status = 400
    title = "The body is not JSON"
    fix = "Send one JSON object, encoded as UTF-8."


class UnsupportedMediaType(Problem):
    """The body is not declared as JSON."""

    slug = "unsupported-media-type"
    status = 415
    title = "The body is not declared as JSON"
    fix = "Send the header Content-Type: application/json."


class InvalidRequest(Problem):
    """A field, parameter or header is missing, unknown or has a value that is not taken.

    Carries `errors`: a list of `{"field": path, "problem": text}`.
    """

    slug = "invalid-request"
    status = 422
    title = "The request has invalid fields"
    fix = "Correct the fields named in errors."


class UnknownGame(InvalidRequest):
    """The game of a new match is not one that this service has. Carries `errors`."""

    slug = "unknown-game"
    title = "There is no such game to play"
    fix = "Name one of the games that GET /v1/games lists."


class InvalidOptions(InvalidRequest):
    """An option of a new match is unknown or has a value that is not taken. Carries `errors`."""

    slug = "invalid-options"
    title = "The game does not take these options"
    fix = "GET /v1/games/{game} lists the options, their values and their defaults."


class InvalidSeats(InvalidRequest):
    """A new match has too few or too many seats, or seats of a kind not offered.

    Carries `errors`.
    """

    slug = "invalid-seats"
    title = "The game cannot be played with these seats"
    fix = "GET /v1/games/{game} says how many seats there are; each is a human, a bot or open."


class UnknownLevel(InvalidRequest):
    """A bot of a new match has a level that does not exist. Carries `errors`."""

    slug = "unknown-level"
    title = "There is no such bot level"
    fix = "GET /v1/games/{game} lists the levels."


class BodyTooLarge(Problem):
    """The body is longer than the service reads."""

    slug = "body-too-large"
    status = 413
    title = "The body is too large"
    fix = "Send a body no longer than limit bytes."


class BodyTooSlow(Problem):
    """The body did not come within the time that the service waits for it. Carries `seconds`."""

    slug = "body-too-slow"
    status = 408
    title = "The body did not come in time"
    fix = "Send the whole body within seconds seconds; nothing was done."


class Unauthorized(Problem):
    """No token was sent where one is needed, or one that opens nothing."""

    slug = "unauthorized"
    status = 401
    title = "A valid token is needed"
    fix = (
        "Send Authorization: Bearer <token> with a token of this match; for what belongs to "
        "a client, such as /v1/me, with the client's."
    )


class Forbidden(Problem):
    """The token is valid but does not allow this."""

    slug = "forbidden"
    status = 403
    title = "This token does not allow that"
    fix = "Use the token of the seat, or the owner token, that the request needs."


class NotFound(Problem):
    """Nothing is at this address."""

    slug = "not-found"
    status = 404
    title = "Nothing is here"
    fix = "Check the address; /openapi.json lists them all."


class NoSuchMatch(Problem):
    """No match has this id (it never existed, was deleted, or has expired), or it is a private one
    that the token does not open: these two are not told apart.
    """

    slug = "no-such-match"
    status = 404
    title = "There is no such match"
    fix = "Check the id and the token; a deleted or expired match does not come back."


class NoSuchGame(Problem):
    """No game has this id."""

    slug = "no-such-game"
    status = 404
    title = "There is no such game"
    fix = "GET /v1/games lists the games."


class MethodNotAllowed(Problem):
    """The address exists but does not take this method."""

    slug = "method-not-allowed"
    status = 405
    title = "The method is not allowed here"
    fix = "Use one of the methods in the Allow header."


class NotAcceptable(Problem):
    """None of the forms that the request accepts is one that is offered. Carries `offered`."""

    slug = "not-acceptable"
    status = 406
    title = "The answer does not come in such a form"
    fix = "Send Accept with one of the media types in offered, or no Accept at all."


class TooManyStreams(Problem):
    """The caller has as many streams open as one may have. Carries `limit`."""

    slug = "too-many-streams"
    status = 429
    title = "Too many streams are open"
    fix = "Close streams that you no longer read; then try again as Retry-After says."


class MatchOver(Problem):
    """The match has ended; nothing can be done in it any more."""

    slug = "match-over"
    status = 409
    title = "The match is over"
    fix = "Read the result with GET on the match."


class NotYourTurn(Problem):
    """The seat has no decision to take now."""

    slug = "not-your-turn"
    status = 409
    title = "It is not this seat's turn"
    fix = "Wait until to_act names your seat: GET the match with ?wait=30 and If-None-Match."


class SeatChanged(Problem):
    """The seat has changed hands: its holder has left, or plays again where a bot did."""

    slug = "seat-changed"
    status = 409
    title = "The seat is not held as it was"
    fix = "Read the match: seats says who holds each seat now."


class SeatTaken(Problem):
    """The seat is not open to be claimed, or its invitation is another one."""

    slug = "seat-taken"
    status = 409
    title = "The seat cannot be claimed"
    fix = "Claim a seat whose kind is open, with its invitation; ask the owner for one."


class AnalysesNotAllowed(Problem):
    """Analyses may not be asked for in the match now. Carries `analyses`, as chosen at creation."""

    slug = "analyses-not-allowed"
    status = 403
    title = "Analyses may not be asked for here now"
    fix = "Read analyses of the match: it says who may ask for them, and when."


class TooManyAnalyses(Problem):
    """As many analyses run for the caller in this match, or in it at all, as may at once."""

    slug = "too-many-analyses"
    status = 429
    title = "Too many analyses are running"
    fix = "Wait until one has ended, or cancel one with DELETE."


class NoSuchAnalysis(Problem):
    """The caller has asked for no analysis of this number in the match, or it is gone by now."""

    slug = "no-such-analysis"
    status = 404
    title = "There is no such analysis"
    fix = "GET analyses lists yours; the oldest make room for others, and all go after a while."


class TimeOver(Problem):
    """The time of the seat is over: a bot plays on in a moment."""

    slug = "time-over"
    status = 409
    title = "The time of this seat is over"
    fix = "Read the match: clock says what happens when time is over, seats who plays now."


class MatchNotStarted(Problem):
    """The match has open seats: nothing can be decided until all are taken."""

    slug = "match-not-started"
    status = 409
    title = "The match waits for players"
    fix = "Wait until status is active; an owner may put bots into open seats."


class NoSuchVersion(Problem):
    """The match has not been at this version. Carries `version`, the one it is at."""

    slug = "no-such-version"
    status = 404
    title = "The match has no such version"
    fix = "Ask for a version from 0 to the one that the match is at."


class CannotGoBack(Problem):
    """The seat may not go back so far; `detail` says what stands between.

    Carries `versions`, those that may be gone back to, and `earliest`, the first of them.
    """

    slug = "cannot-go-back"
    status = 409
    title = "This cannot be taken back"
    fix = "Choose one of versions; GET undo lists them, with the reason why not further."


class MatchNotOver(Problem):
    """This is to be had of a match that has ended only."""

    slug = "match-not-over"
    status = 409
    title = "The match is not over yet"
    fix = "Wait until status is over."


class ImportRefused(InvalidRequest):
    """A document of a match breaks a rule, or does not lead to its end. Carries `errors`, which
    name the entry.
    """

    slug = "import-refused"
    title = "The document is not one of a match that can be replayed"
    fix = "Send a document as GET export gives it; errors says where it departs from the rules."


class InvalidData(InvalidRequest):
    """A document of data (a map, a board, a set of components) cannot be played with.

    Carries `errors`, which name the place in it, as `field` and as a JSON `pointer`.
    """

    slug = "invalid-data"
    title = "The document is not one that can be played with"
    fix = "Correct what errors names; GET /v1/games/{game}/data/… has documents to begin with."


class NoSuchData(Problem):
    """There is no document of this name, or its option names no data."""

    slug = "no-such-data"
    status = 404
    title = "There is no such document"
    fix = "GET /v1/me/data lists your documents, GET /v1/games/{game} the options and their files."


class TooMuchData(Problem):
    """The client has as many documents, or bytes of them, as one may keep.

    Carries `documents` and `bytes`, how much that is.
    """

    slug = "too-much-data"
    status = 409
    title = "The client keeps as much data as one may"
    fix = "Delete a document that you no longer need; running matches keep what they began with."


class NoWebhook(Problem):
    """The client has no webhook."""

    slug = "no-webhook"
    status = 404
    title = "There is no webhook"
    fix = "PUT /v1/me/webhook with the url that events shall go to."


class NoSuchDelivery(Problem):
    """No delivery of the client's webhook has this id, or it is no longer kept."""

    slug = "no-such-delivery"
    status = 404
    title = "There is no such delivery"
    fix = "GET /v1/me/webhook/deliveries lists those that are kept."


class WebhookDisabled(Problem):
    """The client's webhook is switched off: nothing is sent."""

    slug = "webhook-disabled"
    status = 409
    title = "The webhook is switched off"
    fix = "Mend the endpoint, then PUT /v1/me/webhook again."


class StaleVersion(Problem):
    """The decision the action was meant for is no longer the one that is open."""

    slug = "stale-version"
    status = 409
    title = "The action was meant for an earlier decision"
    fix = "Read the match and its legal actions again, then submit with the new version."


class MatchWentBack(Problem):
    """The version is above the one the match is at: the store was set back to an earlier state.

    What came after that state is lost, as after a failover or from a restored backup. The same is
    said of a version that the match never had. Carries `version`, the one the match is at.
    """

    slug = "match-went-back"
    status = 409
    title = "The match is at an earlier version than this"
    fix = "Forget what you know of the match, read it without If-None-Match, and go on from there."


class PreconditionFailed(Problem):
    """As `stale-version`, where the version came in `If-Match`."""

    slug = "precondition-failed"
    status = 412
    title = "The action was meant for an earlier decision"
    fix = "Read the match and its legal actions again, then submit with the new ETag in If-Match."


class VersionRequired(Problem):
    """An action came without saying which version of the match it is for."""

    slug = "version-required"
    status = 428
    title = "The version is missing"
    fix = "Send version in the body, or the ETag in If-Match."


class IllegalMove(Problem):
    """The rules refuse the action here; `detail` says why."""

    slug = "illegal-action"
    status = 422
    title = "The rules do not allow this action now"
    fix = "Choose one of the actions that GET legal-actions lists."


class IdempotencyMismatch(Problem):
    """The idempotency key was used before with another request."""

    slug = "idempotency-key-reused"
    status = 422
    title = "This idempotency key belongs to another request"
    fix = "Use a new key for a new request."


class TooManyRequests(Problem):
    """A limit on how often something may be done is reached; nothing was done.

    Carries `policy`, the name of the limit, of which there are `quota` in `window` seconds, and
    `retry_after`, the seconds until there are again.
    """

    slug = "too-many-requests"
    status = 429
    title = "Too many requests"
    fix = "Wait as long as Retry-After says."


class RulesChanged(Problem):
    """The match was recorded under rules or data that this service does not have."""

    slug = "rules-changed"
    status = 409
    title = "The match belongs to other rules"
    fix = "Ask the operator to run the version that the match was created with."


class Unavailable(Problem):
    """The store cannot be reached, or refuses to write."""

    slug = "unavailable"
    status = 503
    title = "The store does not answer"
    fix = "Try again as Retry-After says; what was acknowledged is not lost."


class Overloaded(Problem):
    """More requests are under way than this process takes at once, or it is stopping.

    Carries `limit` where one is reached: how many requests, or bodies, are taken.
    """

    slug = "overloaded"
    status = 503
    title = "The service has too much to do"
    fix = "Try again as Retry-After says; nothing was done."


class InternalError(Problem):
    """A fault of the service."""

    slug = "internal-error"
    status = 500
    title = "The service has failed"
    fix = "Report it with the request id."
