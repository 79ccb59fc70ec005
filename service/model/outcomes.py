"""What comes of requests that change a match, and of those that are repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from railhead.service.model.matches import Event, Match, RenderedEvent


@dataclass(frozen=True)
class Idempotency:
    """A caller's key, scoped to caller and route, with a fingerprint of the request's body.

    `proves` says whether nobody but that caller repeats it: only then are tokens given again.
    """

    scope: str
    key: str
    fingerprint: str
    proves: bool = True


@dataclass(frozen=True)
class EarlierRequest:
    """What an idempotency key stands for: the request's fingerprint and the versions it made.

    The action itself is `first`, the last entry of its commit `last`; a creation has its match id.
    """

    fingerprint: str
    first: int
    last: int
    match_id: str


@dataclass(frozen=True)
class MatchTokens:
    """What a creation gives away, in the clear: all are empty once they are forgotten."""

    owner: str = ""
    spectator: str = ""
    seats: Mapping[int, str] = field(default_factory=dict)
    invitations: Mapping[int, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, str]:
        """All of them by what they are for."""
        seats = {f"{number}": token for number, token in self.seats.items()}
        invitations = {f"open {number}": token for number, token in self.invitations.items()}
        return {"owner": self.owner, "spectator": self.spectator, **seats, **invitations}

    @classmethod
    def from_json(cls, kept: Mapping[str, str]) -> MatchTokens:
        """The tokens that `to_json` wrote."""
        numbered = {key: token for key, token in kept.items() if key[-1].isdigit()}
        return cls(
            kept.get("owner", ""),
            kept.get("spectator", ""),
            {int(key): token for key, token in numbered.items() if key.isdigit()},
            {int(key.split()[1]): token for key, token in numbered.items() if " " in key},
        )


@dataclass(frozen=True)
class CreationResult:
    """The answer to a creation: the match, and what is given away, nowhere else in the clear."""

    match: Match
    tokens: MatchTokens


@dataclass(frozen=True)
class SubmissionResult:
    """The answer to an action: the match after it, and the events the commit made, in order."""

    match: Match
    told: Sequence[RenderedEvent]

    @property
    def events(self) -> Sequence[Event]:
        """The events without words."""
        return [one.event for one in self.told]
