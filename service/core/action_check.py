"""Whether an action may be taken: by whom, at which version, and by the rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from railhead.games.game import IllegalAction, NotationError
from railhead.service.errors import (
    IllegalMove,
    MatchNotStarted,
    MatchOver,
    MatchWentBack,
    NotYourTurn,
    SeatChanged,
    StaleVersion,
    VersionRequired,
)
from railhead.service.model import Match, Seat


def check_player(seat: Seat) -> None:
    """Raises `SeatChanged` where nobody may decide for a seat, since a bot plays it."""
    if seat.kind != "human":
        raise SeatChanged("a bot plays this seat")


def check_action(match: Match, seat: int, notation: str, named: int | Sequence[int] | None) -> int:
    """The packed action, where `seat` may do it now."""
    if match.status == "over":
        raise MatchOver()
    if match.status == "open":
        raise MatchNotStarted()
    if seat not in match.opened:
        raise NotYourTurn(to_act=list(match.to_act))
    if named is None:
        raise VersionRequired()
    version = named if isinstance(named, int) else _latest(named, match.version)
    if version > match.version:
        raise MatchWentBack(version=match.version)
    if version < match.opened[seat]:
        raise StaleVersion(version=match.version, opened=match.opened[seat])
    try:
        action = match.state.parse(notation)
        if action not in match.state.legal_actions(seat):
            raise IllegalAction(match.state.explain(seat, action))
    except (NotationError, IllegalAction) as error:
        raise IllegalMove(str(error)) from error
    return action


def _latest(versions: Sequence[int], now: int) -> int:
    """The last of these versions, in ascending order, that a match at `now` has been at.

    Else the first; -1, which is no version, where there are none.
    """
    before = bisect_right(versions, now)
    return versions[max(before - 1, 0)] if versions else -1
