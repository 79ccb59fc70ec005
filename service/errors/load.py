"""What the service cannot do now, or not so often."""

from __future__ import annotations

from railhead.service.errors.problem import Problem


class TooManyRequests(Problem):
    """A limit on how often something may be done is reached; nothing was done.

    Carries `policy`, the name of the limit, of which there are `quota` in `window` seconds, and
    `retry_after`, the seconds until there are again.
    """

    slug = "too-many-requests"
    status = 429
    title = "Too many requests"
    fix = "Wait as long as Retry-After says."


class TooManyStreams(Problem):
    """The caller, or its address, has as many streams open as one may have. Carries `limit`."""

    slug = "too-many-streams"
    status = 429
    title = "Too many streams are open"
    fix = "Close streams that you no longer read; then try again as Retry-After says."


class TooMuchSpent(Problem):
    """The client, or its address, has spent what it may have of the processor; nothing was done.

    Carries `policy`, the name of the limit, of which `spent` milliseconds are, and `quota` may be,
    in `window` seconds, and `retry_after`, the seconds until there is some left again.
    """

    slug = "too-much-spent"
    status = 429
    title = "The caller has asked for too much work"
    fix = "Wait as long as Retry-After says, and ask for less: events instead of whole versions."


class TooMuchStored(Problem):
    """The client, or its address, has let the store keep as much as it may; nothing was done.

    Carries `policy`, the name of the limit, of which `spent` bytes are, and `quota` may be, in
    `window` seconds, and `retry_after`, the seconds until all of it is there again.
    """

    slug = "too-much-stored"
    status = 429
    title = "The caller has had too much kept"
    fix = "Wait as long as Retry-After says; what is deleted still counts until then."


class TooManyTrials(Problem):
    """As many documents of data of the caller wait to be tried out as may; this one was not taken.

    Carries `limit`, and `retry_after`, the seconds after which there may be room.
    """

    slug = "too-many-trials"
    status = 429
    title = "Too many of your documents wait to be tried out"
    fix = "Wait for answers to the others, or as long as Retry-After says."


class TooManyBotMatches(Problem):
    """As many matches between bots alone run as one client or address may have created; this one
    was not.

    Carries `limit`, and `retry_after`, the seconds after which to try again.
    """

    slug = "too-many-bot-matches"
    status = 429
    title = "Too many of your matches between bots are running"
    fix = "Wait until one is over, or delete one; then try again as Retry-After says."


class Unavailable(Problem):
    """The store cannot be reached, or refuses to write."""

    slug = "unavailable"
    status = 503
    title = "The store does not answer"
    fix = "Try again as Retry-After says; no acknowledged action is lost."


class Overloaded(Problem):
    """More requests are under way than this process takes at once, or it is stopping.

    Carries `limit` where one is reached: how many requests, bodies, or documents to try out, are
    taken.
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
