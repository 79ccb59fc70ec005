"""What the search knows of Steam: what a network will still deliver, what money is worth.

`weights.py` says where the weights come from.
"""

from __future__ import annotations

from collections.abc import Mapping

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.steam.builds import Builds
from railhead.ai.knowledge.steam.features import Network
from railhead.ai.knowledge.steam.moves import Moves
from railhead.ai.knowledge.steam.weights import COMFORT, MOST_DELIVERIES, MOST_LACKING, RESERVE
from railhead.games.game import ACTOR, OVER, Actions, State
from railhead.games.steam import state
from railhead.games.steam.rules.income import made_good
from railhead.games.steam.rules.money import raised_by_all
from railhead.games.steam.rules.scoring import INCOME_PER_POINT, POINTS_PER_DEBT
from railhead.games.steam.rules.turns import GOODS_ROUNDS
from railhead.games.steam.state import Position
from railhead.games.vectors import vec


class SteamKnowledge(Knowledge):
    """Points, links, the worth of income and cash, and what the goods on the map will bring.

    `weights` as in `weights.json`. Raises `KeyError` where one is missing.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        super().__init__(
            weights["spread"],
            horizon=int(weights["horizon"]),
            exploration=weights["exploration"],
        )
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

    def evaluate(self, position: State, out: vec[float]) -> None:
        """See `Knowledge.evaluate`: the final points that each seat may expect."""
        assert isinstance(position, Position)
        network = Network(position)
        seats: i64 = position.seats()
        for seat in range(seats):
            out[seat] = self._standing(position, network, seat)

    def _standing(self, position: Position, network: Network, seat: i64) -> float:
        cells = position.cells
        own: i64 = state.block(seat)
        points = float(cells[own + state.POINTS] + cells[own + state.PENDING])
        points += self.link * float(network.owned(seat))
        income: i64 = cells[own + state.INCOME]
        if cells[own + state.BANKRUPT] == 1:
            return -4.0 * self.ruin
        phases: i64 = cells[state.LAST_TURN] - cells[state.TURN] + 1
        if position.actor() == OVER:
            phases = 0
        if phases == 0:
            if income > 0:
                return points + float(income) / float(INCOME_PER_POINT)
            return points + float(POINTS_PER_DEBT * income)
        worth = self.income + self.income_turn * float(phases)
        if income > 0:
            points += float(income) * (0.5 + 0.5 * worth * float(phases - 1) / float(phases))
        else:
            points += float(income) * (worth if worth > 1.6 else 1.6)
        cash = float(cells[own + state.CASH])
        if phases == 1:
            points += 0.1 * (cash if cash < 6.0 else 6.0)
        else:
            points += self.cash_share * worth * (cash if cash < COMFORT else COMFORT)
        if cells[state.STANDARD] == 1:
            upkeep = float(cells[own + state.LOCOMOTIVE] * phases)
            points -= self.upkeep * self.cash_share * worth * upkeep
        points += self._to_come(position, network, seat, phases)
        return points - self._danger(position, seat, phases)

    def _to_come(self, position: Position, network: Network, seat: i64, phases: i64) -> float:
        """The points of the deliveries still to be made, the best first."""
        cells = position.cells
        own: i64 = state.block(seat)
        left: i64 = GOODS_ROUNDS * phases
        if cells[state.PHASE] == state.MOVING or cells[state.PHASE] == state.TAKING:
            left -= cells[state.GOODS_ROUND]
        level: i64 = cells[own + state.LOCOMOTIVE]
        owned: i64 = network.owned(seat)
        reach: i64 = owned + 2 if owned + 2 < level else level
        growing = float(phases - 1) * (
            self.locomotive * float(reach) + self.network * float(owned if owned < 12 else 12)
        )
        if phases > 2 and level < position.components.highest_locomotive:
            level += 1
        network.deliverable(seat, level)
        total = 0.0
        taken: i64 = 0
        points: i64 = level
        while points > 0:
            cubes: i64 = network.counts[points]
            while cubes > 0 and taken < left and taken < MOST_DELIVERIES:
                ahead: i64 = phases - 1 - taken // GOODS_ROUNDS
                worth = 1.0 + self.income_turn * float(ahead if ahead > 0 else 0)
                total += float(points) * worth * self.discount[taken]
                taken += 1
                cubes -= 1
            points -= 1
        return self.delivery * total + growing

    def _danger(self, position: Position, seat: i64, phases: i64) -> float:
        """How near bankruptcy is: what can be paid, against what is owed for the turns to come."""
        cells = position.cells
        own: i64 = state.block(seat)
        income: i64 = cells[own + state.INCOME]
        owed: i64 = -income
        if cells[state.STANDARD] == 1:
            owed += cells[own + state.LOCOMOTIVE]
        if owed <= 0:
            return 0.0
        horizon: i64 = phases if phases < 2 else 2
        standard = cells[state.STANDARD] == 1
        paid: i64 = made_good(position, seat) if standard else raised_by_all(position, seat)
        lacking: i64 = owed * horizon + RESERVE - paid
        if lacking > MOST_LACKING:
            lacking = MOST_LACKING
        return self.ruin * float(lacking) / 10.0 if lacking > 0 else 0.0

    def likely(self, position: State, seat: i64, legal: Actions) -> None:
        """See `Knowledge.likely`: of tiles those that go on from the own network."""
        assert isinstance(position, Position)
        if position.cells[state.PHASE] == state.BUILDING and position.cells[ACTOR] == seat:
            self.builds.collect(position, seat, legal)
        else:
            position.collect(seat, legal)

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """See `Knowledge.priors`."""
        assert isinstance(position, Position)
        self.moves.weigh(position, seat, legal, out)
