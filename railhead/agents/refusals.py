"""What went wrong, in words that say what to do next: of tools, for who cannot send requests."""

from __future__ import annotations

import logging
import re
from typing import Final

from railhead.client import ConnectionLost, Problem, RailheadError, problems

log = logging.getLogger(__name__)

SEAT: Final = "Use the seat as new_match answered it, letter by letter, or begin anew."
TABLE: Final = "Call table, then choose anew with the version that it names."
WAIT: Final = "Call table: it waits until it is your turn."
SOON: Final = "Call again in a few seconds."
LATER: Final = "Wait a minute, then call again."
ANEW: Final = "Begin another match with new_match."
OPERATOR: Final = "Tell whoever runs these tools; calling again does not help."

NEXT: Final[dict[type[Problem], str]] = {
    problems.AnalysesNotAllowed: "Play on without advice.",
    problems.BodyTooLarge: "Call again with shorter arguments.",
    problems.BodyTooSlow: SOON,
    problems.Forbidden: SEAT,
    problems.IllegalAction: "Choose another action.",
    problems.InternalError: SOON,
    problems.InvalidOptions: "Call games with this game: it lists the options with their values.",
    problems.InvalidRequest: "Correct that, then call again.",
    problems.InvalidSeats: "Call games: it says how many seats each game has.",
    problems.LogFull: ANEW,
    problems.MalformedJson: "Call again with shorter arguments.",
    problems.MatchDamaged: ANEW,
    problems.MatchNotStarted: WAIT,
    problems.MatchOver: "Call table for the result.",
    problems.MatchWentBack: TABLE,
    problems.NoSuchAnalysis: "Call advise again.",
    problems.NoSuchGame: "Call games for the games there are.",
    problems.NoSuchMatch: SEAT,
    problems.NoSuchSeat: SEAT,
    problems.NotYourTurn: WAIT,
    problems.Overloaded: SOON,
    problems.PreconditionFailed: TABLE,
    problems.RulesChanged: ANEW,
    problems.SeatChanged: TABLE,
    problems.StaleVersion: TABLE,
    problems.TimeOver: "Nothing was done: a bot plays on for you. Call table to see how it goes.",
    problems.TooManyAnalyses: SOON,
    problems.TooManyRequests: LATER,
    problems.TooMuchSpent: LATER,
    problems.TooMuchStored: LATER,
    problems.Unauthorized: SEAT,
    problems.Unavailable: SOON,
    problems.UnknownGame: "Call games for the games there are.",
    problems.UnknownLevel: "Call games with this game: it lists the levels.",
}
"""What to do, by what the service said: its own advice is about requests."""

OF_REQUESTS: Final = re.compile(
    r"\b(GET|POST|PUT|PATCH|DELETE|HTTP|ETag|Authorization|Bearer|OpenAPI)\b|://|/v\d|\w+-\w+:"
    r"|\b(address|bod(y|ies)|encoding|header|media type|quer(y|ies)|request|status|token)s?\b",
    re.IGNORECASE,
)
"""What only who sends requests can make use of."""
SEAT_FIELD: Final = re.compile(r"seats\.\d+\.(\w+)")


def explain(error: RailheadError, url: str) -> str:
    """An error of the client as sentences about tools; `url` is where the service should be.

    What only its operator can use is logged instead.
    """
    if isinstance(error, ConnectionLost):
        log.warning("no service answers at %s: %s", url, error)
        return (
            "The service of the games does not answer. Whoever runs these tools starts one with "
            "`railhead serve`, or names another with --url; then call again."
        )
    if not isinstance(error, Problem):
        log.warning("%s gave an answer that is none of the service's: %s", url, error)
        return f"The service of the games gave an answer that is none of its own. {OPERATOR}"
    return sentences(*what_is_wrong(error), NEXT.get(type(error), OPERATOR))


def what_is_wrong(problem: Problem) -> list[str]:
    """What the service has refused, argument by argument, where it says so in words for all."""
    said = [f"{argument_name(one['field'])} {one['problem']}" for one in problem.errors]
    told = [one for one in said or [problem.detail] if one and not OF_REQUESTS.search(one)]
    if told:
        return told
    title = problem.title
    return ["The call was refused"] if not title or OF_REQUESTS.search(title) else [title]


def argument_name(field: str) -> str:
    """A field of the service as the argument of a tool that it comes from."""
    named = SEAT_FIELD.fullmatch(field)
    return f"The argument {named[1] if named else field}"


def sentences(*parts: str) -> str:
    """The parts as sentences: each begins with a capital and ends."""
    stripped = (part.strip() for part in parts)
    return " ".join(
        f"{part[0].upper()}{part[1:]}{'' if part[-1] in '.!?' else '.'}"
        for part in stripped
        if part
    )
