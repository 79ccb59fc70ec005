"""What went wrong, in words that say what to do next."""

from __future__ import annotations

from typing import Final

from railhead.client import ConnectionLost, Problem, RailheadError, problems

NEXT: Final[dict[type[Problem], str]] = {
    problems.Unauthorized: "Use the seat as new_match answered it, letter by letter.",
    problems.NoSuchMatch: "Use the seat as new_match answered it, or begin anew with new_match.",
    problems.NoSuchGame: "Call games for the games there are.",
    problems.NotYourTurn: "Call table: it waits until it is your turn.",
    problems.TimeOver: "Nothing was done: a bot plays on for you. Call table to see how it goes.",
    problems.AnalysesNotAllowed: "Play on without advice.",
    problems.TooManyAnalyses: "Call advise again in a few seconds.",
    problems.TooManyRequests: "Wait a minute, then call again.",
    problems.Overloaded: "Call again in a few seconds.",
}
"""What to do where the service's own word is about requests instead of tools."""


def explain(error: RailheadError, url: str) -> str:
    """An error of the client as a sentence or two; `url` is where the service should be."""
    if isinstance(error, ConnectionLost):
        return (
            f"No service answers at {url}. Whoever runs this server starts one with `railhead "
            "serve`, or names another with --url; then call again."
        )
    if not isinstance(error, Problem):
        return f"The service at {url} gave an answer that is none of its own: {error}"
    return f"{error} {NEXT.get(type(error), error.fix)}".strip()
