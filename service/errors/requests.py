"""What is wrong with a request itself, or with what its caller may do."""

from __future__ import annotations

from railhead.service.errors.problem import Problem


class MalformedJson(Problem):
    """The body is not JSON, or nested too deep.

    Carries `line` and `column`, from 1, where it says so of a place in the body.
    """

    slug = "malformed-json"
    status = 400
    title = "The body is not JSON"
    fix = "Send one JSON object, encoded as UTF-8."


class UnsupportedMediaType(Problem):
    """The body is not declared as JSON, or in an encoding of characters other than UTF-8."""

    slug = "unsupported-media-type"
    status = 415
    title = "The body is not declared as JSON"
    fix = "Send the header Content-Type: application/json."


class UnsupportedContentEncoding(Problem):
    """The body is declared as compressed, or as transformed in another way."""

    slug = "unsupported-content-encoding"
    status = 415
    title = "The body has a content coding"
    fix = "Send the body as it is, without the header Content-Encoding."


class InvalidRequest(Problem):
    """A field, parameter or header is missing, unknown, given twice or has a value not taken.

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
    """A bot, of a seat or when a clock has run out, has a level that does not exist.

    Carries `errors`.
    """

    slug = "unknown-level"
    title = "There is no such bot level"
    fix = "GET /v1/games/{game} lists the levels."


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


class BodyTooLarge(Problem):
    """The body is longer than the service reads: that of an import may be longer than others.

    Carries `limit`, in bytes.
    """

    slug = "body-too-large"
    status = 413
    title = "The body is too large"
    fix = "Send a body of at most as many bytes as `limit` says."


class BodyTooSlow(Problem):
    """The body did not come within the time that the service waits for it. Carries `seconds`."""

    slug = "body-too-slow"
    status = 408
    title = "The body did not come in time"
    fix = "Send the whole body within as many seconds as `seconds` says; nothing was done."


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
    fix = "Read detail; most often the token of the seat, or the owner token, is needed."


class InsufficientScope(Problem):
    """The client's token is valid, but has not the scopes that this needs.

    Carries `scope`, those that are needed, and `granted`, those that the token has, as RFC 6750
    writes them: with spaces between.
    """

    slug = "insufficient-scope"
    status = 403
    title = "The token does not have the scope for that"
    fix = (
        "Use a token of the client that has what scope names, such as its main one; that, or one "
        "with all scopes, makes further tokens with POST /v1/me/tokens."
    )


class NotFound(Problem):
    """Nothing is at this address."""

    slug = "not-found"
    status = 404
    title = "Nothing is here"
    fix = "Check the address; /openapi.json lists them all."


class NoSuchGame(Problem):
    """No game has this id."""

    slug = "no-such-game"
    status = 404
    title = "There is no such game"
    fix = "GET /v1/games lists the games."


class NoSuchPuzzle(Problem):
    """The game has no puzzle of this id: it never had, or the rules are others since."""

    slug = "no-such-puzzle"
    status = 404
    title = "There is no such puzzle"
    fix = "GET /v1/games/{game}/puzzles lists those of a game."


class NoSuchClient(Problem):
    """An open seat is to be kept for a client that there is not. Carries `errors`."""

    slug = "no-such-client"
    status = 404
    title = "There is no such client"
    fix = "Correct the id, or leave client out: then the seat's invitation says who may claim it."


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


class IdempotencyMismatch(Problem):
    """The idempotency key was used before with another request."""

    slug = "idempotency-key-reused"
    status = 422
    title = "This idempotency key belongs to another request"
    fix = "Use a new key for a new request."
