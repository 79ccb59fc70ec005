"""Knowledge whose evaluation is a trained network; what it says of moves is another's."""

from __future__ import annotations

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from ai.net.network import Network
from games.game import OVER, Actions, State
from games.vectors import vec


class Learned(Knowledge):
    """Standings and log odds by a network, in units of `unit` points; moves as `moves` has them.

    At the end of a match the standings are the points themselves.
    """

    def __init__(
        self, network: Network, unit: float, moves: Knowledge, margin: float, horizon: int
    ) -> None:
        super().__init__(1.0, horizon, margin, chances=True)
        self.network: Network = network
        self.unit: float = unit
        self.moves: Knowledge = moves

    def evaluate(self, position: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`."""
        if position.actor() == OVER:
            scores = position.scores()
            for seat in range(len(scores)):
                out[seat] = scores[seat] / self.unit
            return
        self.network.value(position, out)

    def likely(self, position: State, seat: i64, legal: Actions) -> None:
        """See `Knowledge.likely`."""
        self.moves.likely(position, seat, legal)

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        self.moves.priors(position, seat, legal, out)

    def policy(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.policy`."""
        self.moves.policy(position, seat, legal, out)
