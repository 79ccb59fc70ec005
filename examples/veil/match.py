"""A match of Veil: which decision is open, and what it leads to."""

from __future__ import annotations

from mypy_extensions import i64

from examples.veil.rules import chance, rounds, secrets
from examples.veil.state import Position
from railhead.games.game import ACTOR, CHANCE, SEATS, Actions
from railhead.games.random import Random


class Veil(Position):
    """One position."""

    def clone(self) -> Veil:
        """An independent copy."""
        return Veil(self.game, self.cells[:])

    def to_act(self) -> list[int]:
        """All who have still to select, or the one seat to act."""
        return [seat for seat in range(int(self.cells[SEATS])) if rounds.may_act(self, seat)]

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        if rounds.may_act(self, seat):
            rounds.collect(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        if seat == CHANCE:
            chance.play(self, action)
        else:
            rounds.play(self, seat, action)
        rounds.go_on(self)

    def sample_chance(self, random: Random) -> None:
        """Draw and turn over all that is due."""
        while self.cells[ACTOR] == CHANCE:
            self.play(CHANCE, chance.sample(self, random))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The cards that may be drawn, or the one that is turned over."""
        return chance.outcomes(self)

    def redact(self, viewer: i64, seat: i64, action: i64) -> i64:
        """See `State.redact`."""
        return secrets.redact(self, viewer, seat, action)

    def determinize(self, seat: i64, random: Random) -> None:
        """See `State.determinize`."""
        secrets.determinize(self, seat, random)
