"""Every problem type as an exception of its own, named as its type is."""

from __future__ import annotations

from typing import Final

from railhead.client.errors import Problem


class MalformedJson(Problem):
    """The body is not JSON.

    Status 400. The body is not JSON, or nested too deep. Carries `line` and `column`, from 1,
    where it says so of a place in the body. Send one JSON object, encoded as UTF-8.
    """

    slug = "malformed-json"


class Unauthorized(Problem):
    """A valid token is needed.

    Status 401. No token was sent where one is needed, or one that opens nothing. Send
    Authorization: Bearer <token> with a token of this match; for what belongs to a client, such
    as /v1/me, with the client's.
    """

    slug = "unauthorized"


class AnalysesNotAllowed(Problem):
    """Analyses may not be asked for here now.

    Status 403. Analyses may not be asked for in the match now. Carries `analyses`, as chosen at
    creation. Read analyses of the match: it says who may ask for them, and when.
    """

    slug = "analyses-not-allowed"


class Forbidden(Problem):
    """This token does not allow that.

    Status 403. The token is valid but does not allow this. Read detail; most often the token of
    the seat, or the owner token, is needed.
    """

    slug = "forbidden"


class InsufficientScope(Problem):
    """The token does not have the scope for that.

    Status 403. The client's token is valid, but has not the scopes that this needs. Carries
    `scope`, those that are needed, and `granted`, those that the token has, as RFC 6750 writes
    them: with spaces between. Use a token of the client that has what scope names, such as its
    main one; that, or one with all scopes, makes further tokens with POST /v1/me/tokens.
    """

    slug = "insufficient-scope"


class NoSuchAnalysis(Problem):
    """There is no such analysis.

    Status 404. The caller has asked for no analysis of this number in the match, or it is gone
    by now. GET analyses lists yours; the oldest make room for others, and all go after a while.
    """

    slug = "no-such-analysis"


class NoSuchClient(Problem):
    """There is no such client.

    Status 404. An open seat is to be kept for a client that there is not. Carries `errors`.
    Correct the id, or leave client out: then the seat's invitation says who may claim it.
    """

    slug = "no-such-client"


class NoSuchData(Problem):
    """There is no such document.

    Status 404. There is no document of this name, or its option names no data. GET /v1/me/data
    lists your documents, GET /v1/games/{game} the options and their files.
    """

    slug = "no-such-data"


class NoSuchDelivery(Problem):
    """There is no such delivery.

    Status 404. No delivery of the client's webhook has this id, or it is no longer kept. GET
    /v1/me/webhook/deliveries lists those that are kept.
    """

    slug = "no-such-delivery"


class NoSuchElement(Problem):
    """The picture has no such element.

    Status 404. Neither the picture has an element of this id, nor can an action be about it.
    Carries `element`, the id in the query. Name the id of an element of the picture, such as
    one of the targets of an action.
    """

    slug = "no-such-element"


class NoSuchGame(Problem):
    """There is no such game.

    Status 404. No game has this id. GET /v1/games lists the games.
    """

    slug = "no-such-game"


class NoSuchMatch(Problem):
    """There is no such match.

    Status 404. No match has this id (it never existed, was deleted, or has expired), or it is a
    private one that the token does not open: these two are not told apart. Check the id, and
    the token or invitation; a deleted or expired match does not come back.
    """

    slug = "no-such-match"


class NoSuchPuzzle(Problem):
    """There is no such puzzle.

    Status 404. The game has no puzzle of this id: it never had, or the rules are others since.
    GET /v1/games/{game}/puzzles lists those of a game.
    """

    slug = "no-such-puzzle"


class NoSuchSeat(Problem):
    """The match has no such seat.

    Status 404. The match, which the caller knows, has no seat of this number. Carries `seats`,
    how many it has. Name a seat from 0 to one less than seats.
    """

    slug = "no-such-seat"


class NoSuchToken(Problem):
    """There is no such token.

    Status 404. The client has no token of this id, or not any more. GET /v1/me/tokens lists the
    tokens of the client; one that is not there opens nothing.
    """

    slug = "no-such-token"


class NoSuchVersion(Problem):
    """The match has no such version.

    Status 404. The match has not been at this version. Carries `version`, the one it is at. Ask
    for a version from 0 to the one that the match is at.
    """

    slug = "no-such-version"


class NoWebhook(Problem):
    """There is no webhook.

    Status 404. The client has no webhook. PUT /v1/me/webhook with the url that events shall go
    to.
    """

    slug = "no-webhook"


class NotFound(Problem):
    """Nothing is here.

    Status 404. Nothing is at this address. Check the address; /openapi.json lists them all.
    """

    slug = "not-found"


class MethodNotAllowed(Problem):
    """The method is not allowed here.

    Status 405. The address exists but does not take this method. Use one of the methods in the
    Allow header.
    """

    slug = "method-not-allowed"


class NotAcceptable(Problem):
    """The answer does not come in such a form.

    Status 406. None of the forms that the request accepts is one that is offered. Carries
    `offered`. Send Accept with one of the media types in offered, or no Accept at all.
    """

    slug = "not-acceptable"


class BodyTooSlow(Problem):
    """The body did not come in time.

    Status 408. The body did not come within the time that the service waits for it. Carries
    `seconds`. Send the whole body within as many seconds as `seconds` says; nothing was done.
    """

    slug = "body-too-slow"


class CannotGoBack(Problem):
    """This cannot be taken back.

    Status 409. The seat may not go back so far; `detail` says what stands between. Carries
    `versions`, those that may be gone back to, and `earliest`, the first of them. Choose one of
    versions; GET undo lists them, with the reason why not further.
    """

    slug = "cannot-go-back"


class HolderNotAbsent(Problem):
    """The holder of the seat is not absent.

    Status 409. The seat has not been waited for as long as `absent_after` of the match says.
    Carries `absent_at`, from when on its holder counts as absent if nothing is done until then.
    Wait until seats in the match has absent for the seat; only its holder changes it before.
    """

    slug = "holder-not-absent"


class LogFull(Problem):
    """The log of the match is full.

    Status 409. The log of the match has all but as many entries as one may have. Carries
    `limit`. What only adds to it is refused first: going back, and seats that are handed over,
    taken back, left or filled. The remaining entries are for playing the match to its end. When
    they are used up too, the match takes no actions of people any more, and can be resigned.
    Play the match to its end, resign, or fork it: a fork begins with an empty log.
    """

    slug = "log-full"


class MainToken(Problem):
    """The main token is not revoked alone.

    Status 409. The main token of a client is not revoked alone. POST /v1/me/token puts another
    one in its place; DELETE /v1/me revokes the client.
    """

    slug = "main-token"


class MatchNotOver(Problem):
    """The match is not over yet.

    Status 409. This is to be had of a match that has ended only. Wait until status is over.
    """

    slug = "match-not-over"


class MatchNotStarted(Problem):
    """The match waits for players.

    Status 409. The match has open seats: nothing can be decided until all are taken. Wait until
    status is active; an owner may put bots into open seats.
    """

    slug = "match-not-started"


class MatchOver(Problem):
    """The match is over.

    Status 409. The match has ended; nothing can be done in it any more. Read the result with
    GET on the match.
    """

    slug = "match-over"


class MatchWentBack(Problem):
    """The match is at an earlier version than this.

    Status 409. The version is above the one the match is at: the store was set back to an
    earlier state. What came after that state is lost, as after a failover or from a restored
    backup. The same is said of a version that the match never had. Carries `version`, the one
    the match is at. Forget what you know of the match, read it without If-None-Match, and go on
    from there.
    """

    slug = "match-went-back"


class NotYourTurn(Problem):
    """It is not this seat's turn.

    Status 409. The seat has no decision to take now. Carries `to_act`, the seats that have, and
    `halted`, as the match says it, where that is a bot which does not play on. Wait until
    to_act names your seat: GET the match with ?wait=30 and If-None-Match.
    """

    slug = "not-your-turn"


class RulesChanged(Problem):
    """The match belongs to other rules.

    Status 409. The match was recorded under rules or data that this service does not have. Ask
    the operator to run the version that the match was created with.
    """

    slug = "rules-changed"


class SeatChanged(Problem):
    """The seat is not held as it was.

    Status 409. The seat has changed hands: its holder has left, or plays again where a bot did.
    Read the match: seats says who holds each seat now.
    """

    slug = "seat-changed"


class SeatTaken(Problem):
    """The seat cannot be claimed.

    Status 409. The seat is not open to be claimed, or its invitation is another one. Claim a
    seat whose kind is open, with its invitation; ask the owner for one.
    """

    slug = "seat-taken"


class StaleVersion(Problem):
    """The action was meant for an earlier decision.

    Status 409. The decision the action was meant for is no longer the one that is open. Read
    the match and its legal actions again, then submit with the new version.
    """

    slug = "stale-version"


class TimeOver(Problem):
    """The time of this seat is over.

    Status 409. The time of the seat is over: a bot plays on in a moment. Read the match: clock
    says what happens when time is over, seats who plays now.
    """

    slug = "time-over"


class TooManyTokens(Problem):
    """The client has as many tokens as one may.

    Status 409. The client has as many tokens as one may. Carries `most`, how many besides the
    main one. Revoke a token that you no longer need with DELETE /v1/me/tokens/{token}.
    """

    slug = "too-many-tokens"


class TooMuchData(Problem):
    """The client keeps as much data as one may.

    Status 409. The client has as many documents, or bytes of them, as one may keep. Carries
    `documents` and `bytes`, how much that is. Delete a document that you no longer need;
    running matches keep what they began with.
    """

    slug = "too-much-data"


class WebhookDisabled(Problem):
    """The webhook is switched off.

    Status 409. The client's webhook is switched off: nothing is sent. Mend the endpoint, then
    PUT /v1/me/webhook again.
    """

    slug = "webhook-disabled"


class PreconditionFailed(Problem):
    """The action was meant for an earlier decision.

    Status 412. As `stale-version`, where the version came in `If-Match`. Read the match and its
    legal actions again, then submit with the new ETag in If-Match.
    """

    slug = "precondition-failed"


class BodyTooLarge(Problem):
    """The body is too large.

    Status 413. The body is longer than the service reads: that of an import may be longer than
    others. Carries `limit`, in bytes. Send a body of at most as many bytes as `limit` says.
    """

    slug = "body-too-large"


class UnsupportedContentEncoding(Problem):
    """The body has a content coding.

    Status 415. The body is declared as compressed, or as transformed in another way. Send the
    body as it is, without the header Content-Encoding.
    """

    slug = "unsupported-content-encoding"


class UnsupportedMediaType(Problem):
    """The body is not declared as JSON.

    Status 415. The body is not declared as JSON, or in an encoding of characters other than
    UTF-8. Send the header Content-Type: application/json.
    """

    slug = "unsupported-media-type"


class IdempotencyKeyReused(Problem):
    """This idempotency key belongs to another request.

    Status 422. The idempotency key was used before with another request. Use a new key for a
    new request.
    """

    slug = "idempotency-key-reused"


class IllegalAction(Problem):
    """The rules do not allow this action now.

    Status 422. The rules refuse the action here; `detail` says why. Choose one of the actions
    that GET legal-actions lists.
    """

    slug = "illegal-action"


class ImportRefused(Problem):
    """The document is not one of a match that can be replayed.

    Status 422. A document of a match breaks a rule, or does not lead to its end. Carries
    `errors`, which name the entry. Send a document as GET export gives it; errors says where it
    departs from the rules.
    """

    slug = "import-refused"


class InvalidData(Problem):
    """The document is not one that can be played with.

    Status 422. A document of data (a map, a board, a set of components) cannot be played with.
    Carries `errors`, which name the place in it, as `field` and as a JSON `pointer`. Correct
    what errors names; GET /v1/games/{game}/data/… has documents to begin with.
    """

    slug = "invalid-data"


class InvalidOptions(Problem):
    """The game does not take these options.

    Status 422. An option of a new match is unknown or has a value that is not taken. Carries
    `errors`. GET /v1/games/{game} lists the options, their values and their defaults.
    """

    slug = "invalid-options"


class InvalidRequest(Problem):
    """The request has invalid fields.

    Status 422. A field, parameter or header is missing, unknown, given twice or has a value not
    taken. Carries `errors`: a list of `{"field": path, "problem": text}`. Correct the fields
    named in errors.
    """

    slug = "invalid-request"


class InvalidSeats(Problem):
    """The game cannot be played with these seats.

    Status 422. A new match has too few or too many seats, or seats of a kind not offered.
    Carries `errors`. GET /v1/games/{game} says how many seats there are; each is a human, a bot
    or open.
    """

    slug = "invalid-seats"


class UnknownGame(Problem):
    """There is no such game to play.

    Status 422. The game of a new match is not one that this service has. Carries `errors`. Name
    one of the games that GET /v1/games lists.
    """

    slug = "unknown-game"


class UnknownLevel(Problem):
    """There is no such bot level.

    Status 422. A bot, of a seat or when a clock has run out, has a level that does not exist.
    Carries `errors`. GET /v1/games/{game} lists the levels.
    """

    slug = "unknown-level"


class VersionRequired(Problem):
    """The version is missing.

    Status 428. An action came without saying which version of the match it is for. Send version
    in the body, or the ETag in If-Match.
    """

    slug = "version-required"


class TooManyAnalyses(Problem):
    """Too many analyses are running.

    Status 429. As many analyses run for the caller in this match, or in it at all, as may at
    once. Wait until one has ended, or cancel one with DELETE.
    """

    slug = "too-many-analyses"


class TooManyBotMatches(Problem):
    """Too many of your matches between bots are running.

    Status 429. As many matches between bots alone run as one client or address may have
    created; this one was not. Carries `limit`, and `retry_after`, the seconds after which to
    try again. Wait until one is over, or delete one; then try again as Retry-After says.
    """

    slug = "too-many-bot-matches"


class TooManyRequests(Problem):
    """Too many requests.

    Status 429. A limit on how often something may be done is reached; nothing was done. Carries
    `policy`, the name of the limit, of which there are `quota` in `window` seconds, and
    `retry_after`, the seconds until there are again. Wait as long as Retry-After says.
    """

    slug = "too-many-requests"


class TooManyStreams(Problem):
    """Too many streams are open.

    Status 429. The caller, or its address, has as many streams open as one may have. Carries
    `limit`. Close streams that you no longer read; then try again as Retry-After says.
    """

    slug = "too-many-streams"


class TooManyTrials(Problem):
    """Too many of your documents wait to be tried out.

    Status 429. As many documents of data of the caller wait to be tried out as may; this one
    was not taken. Carries `limit`, and `retry_after`, the seconds after which there may be
    room. Wait for answers to the others, or as long as Retry-After says.
    """

    slug = "too-many-trials"


class TooMuchSpent(Problem):
    """The caller has asked for too much work.

    Status 429. The client, or its address, has spent what it may have of the processor; nothing
    was done. Carries `policy`, the name of the limit, of which `spent` milliseconds are, and
    `quota` may be, in `window` seconds, and `retry_after`, the seconds until there is some left
    again. Wait as long as Retry-After says, and ask for less: events instead of whole versions.
    """

    slug = "too-much-spent"


class TooMuchStored(Problem):
    """The caller has had too much kept.

    Status 429. The client, or its address, has let the store keep as much as it may; nothing
    was done. Carries `policy`, the name of the limit, of which `spent` bytes are, and `quota`
    may be, in `window` seconds, and `retry_after`, the seconds until all of it is there again.
    Wait as long as Retry-After says; what is deleted still counts until then.
    """

    slug = "too-much-stored"


class InternalError(Problem):
    """The service has failed.

    Status 500. A fault of the service. Report it with the request id.
    """

    slug = "internal-error"


class MatchDamaged(Problem):
    """The match cannot be read.

    Status 500. What is kept of the match cannot be read: it was damaged, or written by a later
    version. Ask the operator to run the version that wrote it, or to restore it from a backup.
    """

    slug = "match-damaged"


class Overloaded(Problem):
    """The service has too much to do.

    Status 503. More requests are under way than this process takes at once, or it is stopping.
    Carries `limit` where one is reached: how many requests, bodies, or documents to try out,
    are taken. Try again as Retry-After says; nothing was done.
    """

    slug = "overloaded"


class Unavailable(Problem):
    """The store does not answer.

    Status 503. The store cannot be reached, or refuses to write. Try again as Retry-After says;
    no acknowledged action is lost.
    """

    slug = "unavailable"


BY_SLUG: Final = {kind.slug: kind for kind in Problem.__subclasses__()}
"""The exceptions by the end of their `type`."""
