"""What clients send to have a decision analysed."""

from __future__ import annotations

from railhead.service.http.schemas.fields import Integer, Strict, named_seat
from railhead.service.http.schemas.queries import LONGEST_WAIT
from railhead.service.http.schemas.requests import MOST_VERSIONS

MOST_ANALYSIS_SECONDS = 3600
MOST_SIMULATIONS = 100_000_000


class NewAnalysis(Strict):
    """A decision to be analysed, and for how long."""

    seconds = Integer(
        1,
        MOST_ANALYSIS_SECONDS,
        load_default=2,
        metadata={
            "description": "How long to think; the service may allow less, and the answer says "
            "how long it will be.",
            "examples": [2],
        },
    )
    simulations = Integer(
        1,
        MOST_SIMULATIONS,
        metadata={
            "description": "End after so many simulations, if that is earlier: then the same "
            "question gets the same answer."
        },
    )
    version = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "An earlier version at which the seat had a decision."},
    )
    seat = named_seat(
        "After the end: whose decision. If left out, the caller's own, else the first that is to "
        "act."
    )


class AnalysisQuery(Strict):
    """The query of a read of an analysis."""

    wait = Integer(
        0,
        LONGEST_WAIT,
        text=True,
        load_default=0,
        metadata={"description": "How many seconds to wait for it to end before it is shown."},
    )
