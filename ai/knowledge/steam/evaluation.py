"""What the search knows of Steam: what a network will still deliver, what money is worth.

The weights lie in `steam.json`, tuned by `python -m ai.training.tune steam`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from ai.knowledge.base import Knowledge
from ai.knowledge.steam.builds import Builds
from ai.knowledge.steam.features import MOST_POINTS, Network
from ai.knowledge.steam.moves import Moves
from games.game import ACTOR, OVER, Actions, State
from games.steam.state import (
    BANKRUPT,
    BUILDING,
    CASH,
    FIRST_OWNER,
    GOODS_ROUND,
    INCOME,
    LAST_TURN,
    LOCOMOTIVE,
    MOVING,
    PENDING,
    PHASE,
    POINTS,
    STANDARD,
    TAKING,
    TURN,
    Position,
    block,
)
from games.vectors import vec

ROUNDS: Final = 2
MOST_DELIVERIES: Final = 24
MOST_LACKING: Final = 12
COMFORT: Final = 12
"""So many dollars in hand are worth their full price."""


class SteamKnowledge(Knowledge):
    """Points, links, the worth of income and cash, and what the goods on the map will bring.

    `weights` as in `steam.json`. Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(weights["spread"], horizon=int(weights["horizon"]))
        self.income: float = weights["income"]
        self.income_turn: float = weights["income_turn"]
        self.cash_share: float = weights["cash_share"]
        self.link: float = weights["link"]
        self.upkeep: float = weights["upkeep"]
        self.delivery: float = weights["delivery"]
        self.locomotive: float = weights["locomotive"]
        self.network: float = weights["network"]
        self.ruin: float = weights["ruin"]
        decay = weights["delivery_decay"]
        self.discount: vec[float] = vec[float]([decay**n for n in range(MOST_DELIVERIES)])
        self.moves: Moves = Moves(weights)
        self.builds: Builds = Builds()

    def evaluate(self, state: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: the final points that each seat may expect."""
        assert isinstance(state, Position)
        network = Network(state)
        seats: i64 = state.seats()
        seat: i64 = 0
        while seat < seats:
            out[seat] = self._standing(state, network, seat)
            seat += 1

    def _standing(self, state: Position, network: Network, seat: i64) -> float:
        cells = state.cells
        own: i64 = block(seat)
        points = float(cells[own + POINTS] + cells[own + PENDING])
        points += self.link * float(network.owned(seat + FIRST_OWNER))
        income: i64 = cells[own + INCOME]
        if cells[own + BANKRUPT] == 1:
            return -4.0 * self.ruin
        phases: i64 = cells[LAST_TURN] - cells[TURN] + 1
        if state.actor() == OVER:
            phases = 0
        if phases == 0:
            return points + (0.5 * float(income) if income > 0 else 2.0 * float(income))
        worth = self.income + self.income_turn * float(phases)
        if income > 0:
            points += float(income) * (0.5 + 0.5 * worth * float(phases - 1) / float(phases))
        else:
            points += float(income) * (worth if worth > 1.6 else 1.6)
        cash = float(cells[own + CASH])
        if phases == 1:
            points += 0.1 * (cash if cash < 6.0 else 6.0)
        else:
            points += self.cash_share * worth * (cash if cash < COMFORT else COMFORT)
        if cells[STANDARD] == 1:
            upkeep = float(cells[own + LOCOMOTIVE] * phases)
            points -= self.upkeep * self.cash_share * worth * upkeep
        points += self._to_come(state, network, seat, phases)
        return points - self._danger(state, seat, phases)

    def _to_come(self, state: Position, network: Network, seat: i64, phases: i64) -> float:
        """The points of the deliveries still to be made, the best first."""
        cells = state.cells
        own: i64 = block(seat)
        left: i64 = ROUNDS * phases
        if cells[PHASE] == MOVING or cells[PHASE] == TAKING:
            left -= cells[GOODS_ROUND]
        level: i64 = cells[own + LOCOMOTIVE]
        owned: i64 = network.owned(seat + FIRST_OWNER)
        reach: i64 = owned + 2 if owned + 2 < level else level
        growing = float(phases - 1) * (
            self.locomotive * float(reach) + self.network * float(owned if owned < 12 else 12)
        )
        if phases > 2 and level < MOST_POINTS:
            level += 1
        network.deliverable(seat, level)
        total = 0.0
        taken: i64 = 0
        points: i64 = level
        while points > 0:
            cubes: i64 = network.counts[points]
            while cubes > 0 and taken < left and taken < MOST_DELIVERIES:
                ahead: i64 = phases - 1 - taken // ROUNDS
                worth = 1.0 + self.income_turn * float(ahead if ahead > 0 else 0)
                total += float(points) * worth * self.discount[taken]
                taken += 1
                cubes -= 1
            points -= 1
        return self.delivery * total + growing

    def _danger(self, state: Position, seat: i64, phases: i64) -> float:
        """How near bankruptcy is: what can be paid, against what is owed for the turns to come."""
        cells = state.cells
        own: i64 = block(seat)
        income: i64 = cells[own + INCOME]
        owed: i64 = -income
        rate: i64 = 5
        points: i64 = 5 * (cells[own + POINTS] // 2)
        if cells[STANDARD] == 1:
            owed += cells[own + LOCOMOTIVE]
            rate = 2
            points = 2 * cells[own + POINTS]
        if owed <= 0:
            return 0.0
        horizon: i64 = phases if phases < 2 else 2
        means: i64 = cells[own + CASH] + rate * (income + 10) + points
        lacking: i64 = owed * horizon + 4 - means
        if lacking > MOST_LACKING:
            lacking = MOST_LACKING
        return self.ruin * float(lacking) / 10.0 if lacking > 0 else 0.0

    def likely(self, state: State, seat: i64, actions: Actions) -> None:
        """See `Knowledge.likely`: of tiles those that go on from the own network."""
        assert isinstance(state, Position)
        if state.cells[PHASE] == BUILDING and state.cells[ACTOR] == seat:
            self.builds.collect(state, seat, actions)
        else:
            state.collect(seat, actions)

    def priors(self, state: State, seat: i64, actions: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(state, Position)
        self.moves.weigh(state, seat, actions, out)


def make(weights: Mapping[str, float]) -> Knowledge:
    """The knowledge with these weights."""
    return SteamKnowledge(weights)
