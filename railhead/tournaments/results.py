"""How matches of a tournament ended, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from railhead.tournaments.pairings import Pairing

BYE: float = 0.5
"""Points for each match that a player with a bye misses: those of an even table."""


@dataclass(frozen=True)
class Result:
    """The end of a match: `ranking` has the seats from first to last, tied ones together.

    `forfeits` says for seats that were given up why; they come last. `seconds` is how long the
    match took since it was begun or gone on with last.
    """

    pairing: Pairing
    match: str
    scores: Sequence[int]
    ranking: Sequence[Sequence[int]]
    rules_version: int
    forfeits: Mapping[int, str] = field(default_factory=dict)
    seconds: float = 0.0

    def points(self) -> list[float]:
        """The points of each seat: the share of the others that it is ahead of, ties half."""
        others = len(self.pairing.players) - 1
        found = [0.0] * (others + 1)
        behind = float(others + 1)
        for tied in self.ranking:
            behind -= len(tied)
            for seat in tied:
                found[seat] = (behind + (len(tied) - 1) / 2) / others
        return found

    def wins(self) -> list[float]:
        """The share of first place of each seat."""
        first = self.ranking[0]
        return [1 / len(first) if seat in first else 0.0 for seat in range(len(self.scores))]

    def document(self) -> dict[str, Any]:
        """The result as it is on file."""
        pairing = asdict(self.pairing) | {"players": list(self.pairing.players)}
        ended = {name: value for name, value in asdict(self).items() if name != "pairing"}
        return {**pairing, **ended}


def result_of(document: Mapping[str, Any]) -> Result:
    """The result that is on file. Raises `KeyError`, `TypeError` or `ValueError` for no such."""
    names = ("round", "table", "rotation", "players", "seed")
    pairing = {name: document[name] for name in names}
    ended = {name: value for name, value in document.items() if name not in names}
    ended["forfeits"] = {int(seat): why for seat, why in document["forfeits"].items()}
    return Result(Pairing(**pairing | {"players": tuple(pairing["players"])}), **ended)
