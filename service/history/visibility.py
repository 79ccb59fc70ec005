"""What those who see a match may know of it besides."""

from __future__ import annotations

from railhead.service.model import Match, is_somebody


def knows_all(match: Match) -> bool:
    """Whether everybody who sees a match may see all of it."""
    return match.status == "over" and not match.record.sealed


def allows_analysis(match: Match) -> bool:
    """Whether decisions of a match may be analysed now, for those who may know of them."""
    wanted = match.record.analyses
    if wanted == "nobody":
        return False
    if match.status == "over" or wanted == "everybody":
        return True
    return wanted == "alone" and sum(map(is_somebody, match.seats)) <= 1
