"""Who may have which decision analysed, and what the search and its results have to do with it."""

from __future__ import annotations

import hashlib
from typing import Any

from railhead.ai.knowledge import knowledge_for
from railhead.ai.search.analysis import Analysis, Tally
from railhead.ai.search.estimates import Estimate
from railhead.games.game import SPECTATOR, State
from railhead.service.core.matches import Matches
from railhead.service.errors import (
    AnalysesNotAllowed,
    Forbidden,
    MatchNotStarted,
    MatchOver,
    NoSuchSeat,
    NotYourTurn,
)
from railhead.service.history.past_versions import PastVersions
from railhead.service.history.visibility import allows_analysis, knows_all
from railhead.service.model import AnalysisRequest, Match

PLACES_OF_SCORES = 2
PLACES_OF_SHARES = 4


def check_allowed(match: Match, viewer: int) -> None:
    """Raise `AnalysesNotAllowed` or `Forbidden` where `viewer` may have nothing analysed now."""
    if not allows_analysis(match):
        raise AnalysesNotAllowed(analyses=match.record.analyses)
    if viewer == SPECTATOR and not knows_all(match):
        raise Forbidden("who holds no seat may ask once the match is over, if it is not sealed")


def decision_asked_about(
    matches: Matches, now: Match, viewer: int, version: int | None, seat: int | None
) -> tuple[int, int]:
    """The version and the seat whose decision `viewer` asks about; `seat` None where not said.

    Raises `NoSuchVersion`, `NoSuchSeat`, `Forbidden`, `MatchNotStarted`, `MatchOver` for the last
    position, `NotYourTurn`.
    """
    wanted = now.version if version is None else version
    then = PastVersions(matches).at(now.record, now, wanted)
    if seat is not None:
        NoSuchSeat.check(seat, len(now.seats))
    if seat is not None and seat != viewer and not knows_all(now):
        raise Forbidden(
            "you may ask about another seat's decisions once the match is over, if it is not sealed"
        )
    if then.status == "over":
        raise MatchOver("the match is over at this version; ask about an earlier one")
    if then.status == "open":
        raise MatchNotStarted()
    to_act = then.state.to_act()
    chosen = _default_seat(to_act, viewer, knows_all(now)) if seat is None else seat
    if chosen not in to_act:
        who = f"seat {chosen}" if chosen >= 0 else "nobody"
        detail = f"{who} had nothing to decide at version {wanted}"
        raise NotYourTurn(detail, to_act=list(to_act))
    return wanted, chosen


def _default_seat(to_act: list[int], viewer: int, knows: bool) -> int:
    """The viewer's own seat, else for who knows all the first that is to act."""
    return to_act[0] if knows and viewer not in to_act and to_act else viewer


def new_analysis(match: Match, request: AnalysisRequest, before: Tally | None) -> Analysis:
    """The analysis of a decision of a match, which stands at it.

    Its luck is that of match, version and seat: the same question gets the same answer, as far as
    simulations bound it. Raises `ValueError` where the seat has nothing to decide.
    """
    text = f"{match.record.id} {request.version} {request.seat}".encode()
    seed = int.from_bytes(hashlib.blake2b(text, digest_size=7).digest())
    return Analysis(match.state, request.seat, knowledge_for(match.record.game), seed, before)


def result_json(analysis: Analysis, state: State) -> dict[str, Any]:
    """What is told of an analysis at `state`."""
    candidates = [
        {
            **_move(state, analysis.seat, one.action, one.label),
            "visits": one.visits,
            "score": _estimate(one.score, PLACES_OF_SCORES),
            "win": _estimate(one.win, PLACES_OF_SHARES),
            "sheet": {name: round(mean, PLACES_OF_SCORES) for name, mean in one.sheet.items()},
        }
        for one in analysis.candidates()
    ]
    line = [
        {"seat": move.seat, **_move(state, move.seat, move.action, move.label)}
        for move in analysis.line()
    ]
    return {"simulations": analysis.simulations, "candidates": candidates, "line": line}


def _move(state: State, seat: int, action: int, label: str) -> dict[str, Any]:
    vocabulary = state.game.vocabulary
    notation = vocabulary.notation(action)
    return {"action": notation, "label": label, "targets": vocabulary.targets(notation, seat)}


def _estimate(estimate: Estimate, places: int) -> dict[str, float]:
    values = {"low": estimate.low, "value": estimate.value, "high": estimate.high}
    return {name: round(value, places) for name, value in values.items()}
