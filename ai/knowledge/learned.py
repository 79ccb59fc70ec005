"""Knowledge that has its moves from a game's folder and its evaluation from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from railhead.ai.knowledge.base import NO_DEPTH_LIMIT, SCORE_MARGIN_WEIGHT, Knowledge
from railhead.ai.knowledge.search_weights import SearchWeights, search_weights
from railhead.ai.net.inputs import Features
from railhead.ai.net.network import Network
from railhead.ai.net.policy import Policy
from railhead.ai.net.weights_file import Weights
from railhead.games.game import OVER, Actions, State
from railhead.games.vectors import vec


class General(Knowledge):
    """Points for an evaluation, as `Knowledge` has it; what it says of moves is the game's own.

    `moves` are priors by hand. A `Knowledge` itself has none: then playouts go by the policy
    network, as the tree does.
    """

    def __init__(
        self,
        moves: Knowledge,
        spread: float,
        rollout_depth: int = NO_DEPTH_LIMIT,
        score_margin_weight: float = SCORE_MARGIN_WEIGHT,
        has_win_odds: bool = False,
        search: SearchWeights | None = None,
    ) -> None:
        super().__init__(
            spread,
            rollout_depth,
            score_margin_weight=score_margin_weight,
            has_win_odds=has_win_odds,
            search=search,
        )
        self.moves: Knowledge = moves
        self.has_moves: bool = type(moves) is not Knowledge
        self.policy_network: Policy | None = None
        """What makes the priors of a node sharper, where a game has it."""

    def likely(self, position: State, seat: i64, legal: Actions) -> None:
        """See `Knowledge.likely`."""
        self.moves.likely(position, seat, legal)

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        self.moves.priors(position, seat, legal, out)
        if self.policy_network is not None:
            self.policy_network.sharpen(position, seat, legal, out)

    def policy(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.policy`."""
        if self.has_moves:
            self.moves.policy(position, seat, legal, out)
        else:
            self.priors(position, seat, legal, out)

    def is_quiet(self, position: State) -> bool:
        """See `Knowledge.is_quiet`."""
        return self.moves.is_quiet(position)


class Learned(General):
    """Standings and log odds by a network over `features`, in units of its `unit` of points.

    `seats` is the most that play. At the end of a match the standings are the points themselves.
    Raises `ValueError` where the network is over other features.
    """

    def __init__(
        self,
        moves: Knowledge,
        features: Features,
        network: Weights,
        seats: int,
        weights: Mapping[str, float],
    ) -> None:
        super().__init__(
            moves,
            1.0,
            round(weights["rollout_depth"]),
            weights["score_margin_weight"],
            True,
            search_weights(weights),
        )
        self.network: Network = network.network(features, seats)
        self.unit: float = network.unit

    def evaluate(self, position: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`."""
        if position.actor() == OVER:
            scores = position.scores()
            for seat in range(len(scores)):
                out[seat] = scores[seat] / self.unit
            return
        self.network.value(position, out)
