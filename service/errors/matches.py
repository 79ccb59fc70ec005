"""What a match, as it stands, does not allow."""

from __future__ import annotations

from railhead.service.errors.problem import Problem


class NoSuchMatch(Problem):
    """No match has this id (it never existed, was deleted, or has expired), or it is a private one
    that the token does not open: these two are not told apart.
    """

    slug = "no-such-match"
    status = 404
    title = "There is no such match"
    fix = (
        "Check the id, and the token or invitation; a deleted or expired match does not come back."
    )


class MatchOver(Problem):
    """The match has ended; nothing can be done in it any more."""

    slug = "match-over"
    status = 409
    title = "The match is over"
    fix = "Read the result with GET on the match."


class LogFull(Problem):
    """The log of the match has all but as many entries as one may have. Carries `limit`.

    What only adds to it is refused first: going back, and seats that are handed over, taken back,
    left or filled. The remaining entries are for playing the match to its end. When they are used
    up too, the match takes no actions of people any more, and can be resigned.
    """

    slug = "log-full"
    status = 409
    title = "The log of the match is full"
    fix = "Play the match to its end, resign, or fork it: a fork begins with an empty log."


class NotYourTurn(Problem):
    """The seat has no decision to take now.

    Carries `to_act`, the seats that have, and `halted`, as the match says it, where that is a bot
    which does not play on.
    """

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


class HolderNotAbsent(Problem):
    """The seat has not been waited for as long as `absent_after` of the match says.

    Carries `absent_at`, from when on its holder counts as absent if nothing is done until then.
    """

    slug = "holder-not-absent"
    status = 409
    title = "The holder of the seat is not absent"
    fix = (
        "Wait until seats in the match has absent for the seat; only its holder changes it before."
    )


class SeatTaken(Problem):
    """The seat is not open to be claimed, or its invitation is another one."""

    slug = "seat-taken"
    status = 409
    title = "The seat cannot be claimed"
    fix = "Claim a seat whose kind is open, with its invitation; ask the owner for one."


class TimeOver(Problem):
    """The time of the seat is over: a bot plays on in a moment."""

    slug = "time-over"
    status = 409
    title = "The time of this seat is over"
    fix = "Read the match: clock says what happens when time is over, seats who plays now."


class NoSuchSeat(Problem):
    """The match, which the caller knows, has no seat of this number. Carries `seats`, how many it
    has.
    """

    slug = "no-such-seat"
    status = 404
    title = "The match has no such seat"
    fix = "Name a seat from 0 to one less than seats."

    @classmethod
    def check(cls, number: int, seats: int) -> None:
        """Raises `NoSuchSeat` where a match with so many seats has none of this number."""
        if number >= seats:
            raise cls(f"there is no seat {number}: they are 0 to {seats - 1}", seats=seats)


class MatchNotStarted(Problem):
    """The match has open seats: nothing can be decided until all are taken."""

    slug = "match-not-started"
    status = 409
    title = "The match waits for players"
    fix = "Wait until status is active; an owner may put bots into open seats."


class MatchNotOver(Problem):
    """This is to be had of a match that has ended only."""

    slug = "match-not-over"
    status = 409
    title = "The match is not over yet"
    fix = "Wait until status is over."


class NoSuchVersion(Problem):
    """The match has not been at this version. Carries `version`, the one it is at."""

    slug = "no-such-version"
    status = 404
    title = "The match has no such version"
    fix = "Ask for a version from 0 to the one that the match is at."


class NoSuchElement(Problem):
    """Neither the picture has an element of this id, nor can an action be about it.

    Carries `element`, the id in the query.
    """

    slug = "no-such-element"
    status = 404
    title = "The picture has no such element"
    fix = "Name the id of an element of the picture, such as one of the targets of an action."


class CannotGoBack(Problem):
    """The seat may not go back so far; `detail` says what stands between.

    Carries `versions`, those that may be gone back to, and `earliest`, the first of them.
    """

    slug = "cannot-go-back"
    status = 409
    title = "This cannot be taken back"
    fix = "Choose one of versions; GET undo lists them, with the reason why not further."


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


class MatchDamaged(Problem):
    """What is kept of the match cannot be read: it was damaged, or written by a later version."""

    slug = "match-damaged"
    status = 500
    title = "The match cannot be read"
    fix = "Ask the operator to run the version that wrote it, or to restore it from a backup."


class RulesChanged(Problem):
    """The match was recorded under rules or data that this service does not have."""

    slug = "rules-changed"
    status = 409
    title = "The match belongs to other rules"
    fix = "Ask the operator to run the version that the match was created with."
