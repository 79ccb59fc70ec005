"""What a policy network is told of the moves of Santa Fe."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.santa_fe.move_priors import ExpectedConnections
from railhead.ai.knowledge.santa_fe.piece_features import DECAY, PIECE_KEYS, STAGES, PieceFeatures
from railhead.ai.net.moves import MoveFeatures as Base
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import SEATS, Actions, State
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec

TYPES: Final = 12
REACH: Final = 0.8
"""What the nearest way of a railroad to a city is worth beside a connection."""
CONNECTIONS: Final = 8
"""Expected railroads at a city are told apart in so many steps of a half."""
VALUES: Final = 8
RANKS: Final = 5
MOST_COPIES: Final = 2
MOST_DOUBLES: Final = 3
MONEY: Final = 5
PULLS: Final = 7

CARD_FROM: Final = PIECE_KEYS
"""Of a card to be played; then the same of one to be exchanged."""
RANK_FROM: Final = CARD_FROM + VALUES * CONNECTIONS
STAGE_FROM: Final = RANK_FROM + RANKS * STAGES
NOW_FROM: Final = STAGE_FROM + CONNECTIONS * STAGES
COPIES_FROM: Final = NOW_FROM + 6 * VALUES
OWN_FROM: Final = COPIES_FROM + MOST_COPIES + 1
OTHERS_FROM: Final = OWN_FROM + MOST_COPIES + 1
CARD_KEYS: Final = OTHERS_FROM + 4 - CARD_FROM
DOUBLE_FROM: Final = CARD_FROM + 2 * CARD_KEYS
DOUBLE_CARDS_FROM: Final = DOUBLE_FROM + STAGES * (MOST_DOUBLES + 1)
DOUBLE_BEST_FROM: Final = DOUBLE_CARDS_FROM + HAND_SLOTS + 1
KEEP_FROM: Final = DOUBLE_BEST_FROM + VALUES * 4
STOCK_FROM: Final = KEEP_FROM + STAGES * (HAND_SLOTS + 1)
STOCKS: Final = 8
STOCK_CARDS_FROM: Final = STOCK_FROM + STOCKS * STAGES
STOCK_DOUBLES_FROM: Final = STOCK_CARDS_FROM + STOCKS * (HAND_SLOTS + 1)
STOCK_MONEY_FROM: Final = STOCK_DOUBLES_FROM + STOCKS * (MOST_DOUBLES + 1)
BRANCH_FROM: Final = STOCK_MONEY_FROM + STOCKS * MONEY
DEAD_FROM: Final = BRANCH_FROM + PULLS * 2
PIECE_FROM: Final = DEAD_FROM + 2 * 2
PIECE_MONEY_FROM: Final = PIECE_FROM + 6 * STAGES
PIECE_PULL_FROM: Final = PIECE_MONEY_FROM + 2 * MONEY
PIECE_LEFT_FROM: Final = PIECE_PULL_FROM + PULLS
PASS_FROM: Final = PIECE_LEFT_FROM + 6
OTHERS: Final = PASS_FROM + 3 * STAGES * MONEY

PARAMETERS: Final = (
    (actions.ENGINEER, 0, 2),
    (actions.LAY, 0, 5),
    (actions.LAY, 1, 3),
    (actions.BRANCH, 0, 5),
    (actions.DRAW, 0, STOCKS),
    (actions.BUY, 0, 6),
)
"""Cities have no keys of their own: they are other ones on each map."""


class MoveFeatures(Base):
    """Pieces by where they lead and for whom, cards by what they may be worth, and when."""

    def __init__(self) -> None:
        super().__init__(TYPES, PARAMETERS, OTHERS)
        self.pieces: PieceFeatures = PieceFeatures(self.first_other)
        self.connections: ExpectedConnections = ExpectedConnections(DECAY, REACH)
        self.stage: i64 = 0
        self.worth: vec[float] = vec[float]([0.0] * (HAND_SLOTS + 1))
        """What each card of the hand may be worth: the first `held` entries."""
        self.held: i64 = 0
        self.best: float = 0.0

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """See `ai.net.moves.MoveFeatures.see_moves`."""
        assert isinstance(position, Position)
        out.clear(legal.count)
        items = legal.items
        self.stage = stage_of(position)
        code: i64 = items[0] & CODE_MASK
        if code == actions.SELECT or code == actions.DISCARD or code == actions.KEEP:
            self._see_hand(position, seat)
        else:
            self.pieces.see(position, seat, self.stage)
        index: i64 = 0
        while index < legal.count:
            action: i64 = items[index]
            code = action & CODE_MASK
            self.see_parameters(action, out)
            number: i64 = (action >> FIRST) & PARAMETER_MASK
            if code == actions.LAY or code == actions.BRANCH:
                self.pieces.name(position, seat, action, out)
            elif code == actions.SELECT:
                if number < position.components.cards:
                    self._see_card(position, seat, number, CARD_FROM, out)
                else:
                    self._see_double(position, seat, out)
            elif code == actions.DISCARD:
                self._see_card(position, seat, number, CARD_FROM + CARD_KEYS, out)
            elif code == actions.DRAW:
                self._see_draw(position, seat, number, out)
            else:
                self._see_other(position, seat, code, number, out)
            out.end_move()
            index += 1

    # Cards.

    def _see_hand(self, position: Position, seat: i64) -> None:
        """Find what each card of the hand may be worth."""
        connections = self.connections
        connections.learn(position.components)
        connections.expect(position)
        cells = position.cells
        slot: i64 = state.block(seat) + state.HAND
        count: i64 = 0
        self.best = 0.0
        while count < HAND_SLOTS and cells[slot + count] > 0:
            worth = connections.card_value(position, cells[slot + count] - 1)
            self.worth[count] = worth
            if worth > self.best:
                self.best = worth
            count += 1
        self.held = count

    def _see_card(self, position: Position, seat: i64, card: i64, kind: i64, out: MoveKeys) -> None:
        """A city card: its value, the railroads there now and to come, its place in the hand."""
        first: i64 = self.first_other + kind - CARD_FROM
        components = position.components
        value: i64 = components.value[card]
        expected = self.connections.expected_railroads(position, card)
        worth = float(value) * expected
        rank: i64 = 0
        copies: i64 = 0
        cells = position.cells
        slot: i64 = state.block(seat) + state.HAND
        for index in range(self.held):
            if self.worth[index] > worth:
                rank += 1
            if cells[slot + index] == card + 1:
                copies += 1
        level: i64 = int(2.0 * expected)
        if level >= CONNECTIONS:
            level = CONNECTIONS - 1
        if rank >= RANKS:
            rank = RANKS - 1
        stage: i64 = self.stage
        out.add(first + CARD_FROM + CONNECTIONS * value + level)
        out.add(first + RANK_FROM + STAGES * rank + stage)
        out.add(first + STAGE_FROM + STAGES * level + stage)
        out.choose(first + NOW_FROM + 6 * value, position.connections(card), 5)
        out.choose(first + COPIES_FROM, copies, MOST_COPIES)
        played: i64 = cells[state.city_at(card) + state.TABLEAU]
        own: i64 = state.copies_in(played, seat)
        out.choose(first + OWN_FROM, own, MOST_COPIES)
        others: i64 = -own
        while played > 0:
            others += played & state.COPIES
            played >>= state.SEAT_BITS
        out.choose(first + OTHERS_FROM, others, 3)

    def _see_double(self, position: Position, seat: i64, out: MoveKeys) -> None:
        """The double-turn card: how many there are, and what else there is to play."""
        first: i64 = self.first_other
        doubles: i64 = position.cells[state.block(seat) + state.HELD_DOUBLES]
        out.choose(first + DOUBLE_FROM + (MOST_DOUBLES + 1) * self.stage, doubles, MOST_DOUBLES)
        out.add(first + DOUBLE_CARDS_FROM + self.held)
        best: i64 = int(self.best)
        out.choose(first + DOUBLE_BEST_FROM, best, 4 * VALUES - 1)

    def _see_draw(self, position: Position, seat: i64, stock: i64, out: MoveKeys) -> None:
        """A card to draw, by what the seat has."""
        cells = position.cells
        first: i64 = self.first_other
        at: i64 = state.block(seat)
        out.add(first + STOCK_FROM + STAGES * stock + self.stage)
        out.add(first + STOCK_CARDS_FROM + (HAND_SLOTS + 1) * stock + position.city_cards(seat))
        out.choose(
            first + STOCK_DOUBLES_FROM + (MOST_DOUBLES + 1) * stock,
            cells[at + state.HELD_DOUBLES],
            MOST_DOUBLES,
        )
        out.add(first + STOCK_MONEY_FROM + MONEY * stock + money_level(cells[at + state.MONEY]))
        if stock >= actions.STOCK_BRANCH:
            railroad: i64 = stock - actions.STOCK_BRANCH
            early: i64 = 1 if self.stage < 2 else 0
            out.add(first + BRANCH_FROM + PULLS * early + self._pull(position, railroad))
            alive: i64 = 1 if self._is_alive(position, railroad) else 0
            pieces: i64 = 1 if position.unlaid_pieces(railroad) > 3 else 0
            out.add(first + DEAD_FROM + 2 * alive + pieces)

    # Everything else.

    def _see_other(
        self, position: Position, seat: i64, code: i64, number: i64, out: MoveKeys
    ) -> None:
        """Purchases, the end of an exchange, and laying or drawing nothing."""
        cells = position.cells
        first: i64 = self.first_other
        money: i64 = money_level(cells[state.block(seat) + state.MONEY])
        if code == actions.BUY:
            out.add(first + PIECE_FROM + 6 * self.stage + number)
            bought: i64 = 0 if number == actions.NOTHING else 1
            out.add(first + PIECE_MONEY_FROM + MONEY * bought + money)
            if bought == 1:
                out.add(first + PIECE_PULL_FROM + self._pull(position, number))
                out.choose(first + PIECE_LEFT_FROM, cells[state.SUPPLY + number] - 1, 5)
        elif code == actions.KEEP:
            out.add(first + KEEP_FROM + (HAND_SLOTS + 1) * self.stage + self.held)
        elif code == actions.PASS or code == actions.STOP:
            kind: i64 = 0 if code == actions.PASS else 1
            if cells[state.PHASE] == state.DRAWING:
                kind = 2
            out.add(first + PASS_FROM + MONEY * (STAGES * kind + self.stage) + money)

    def _pull(self, position: Position, railroad: i64) -> i64:
        """The level of what the seat wants of a railroad, less what the others do."""
        pieces = self.pieces
        bits = position.components.bit
        connected: i64 = position.cells[state.CONNECTED + railroad]
        total = 0.0
        index: i64 = 0
        while index < pieces.wanted_count:
            card: i64 = pieces.wanted[index]
            if connected & bits[card] == 0:
                total += float(pieces.played[card] + pieces.held[card]) - pieces.others[card]
            index += 1
        level: i64 = int((total + 20.0) / 10.0)
        return 0 if level < 0 else level if level < PULLS else PULLS - 1

    def _is_alive(self, position: Position, railroad: i64) -> bool:
        """Whether a route of the railroad is in a line, or at a city with a line to begin."""
        connections = self.connections
        connections.learn(position.components)
        at: i64 = state.HEADS + actions.ROUTES * railroad
        for route in range(actions.ROUTES):
            if connections.place_of(position, railroad, position.cells[at + route]) >= 0:
                return True
        return False


def stage_of(position: Position) -> i64:
    """How far a match has come, by how many rounds the pieces are still good for."""
    pieces: i64 = 0
    for railroad in range(actions.RAILROAD_COUNT):
        pieces += position.unlaid_pieces(railroad)
    rounds: i64 = pieces // (2 * position.cells[SEATS])
    return 0 if rounds > 12 else 1 if rounds > 7 else 2 if rounds > 3 else 3 if rounds > 1 else 4


def money_level(money: i64) -> i64:
    """The level of an amount of money."""
    return 0 if money < 2 else 1 if money < 5 else 2 if money < 12 else 3 if money < 25 else 4
