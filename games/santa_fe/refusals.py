"""Why an action is refused."""

from __future__ import annotations

from games.packing import parameter
from games.santa_fe.actions import (
    BRANCH,
    BUY,
    DISCARD,
    DRAW,
    LAY,
    PASS,
    SELECT,
    STOCK_BRANCH,
    STOCK_CITY,
    STOCK_DOUBLE,
    STOCK_ENGINEER,
    STOP,
)
from games.santa_fe.rules import cards, lines, track
from games.santa_fe.state import (
    ADVANCED,
    BRANCHES,
    CONNECTED,
    DRAWING,
    ENGINEERS,
    EXCHANGE,
    HAND,
    HEADS,
    HELD_BRANCH,
    HELD_DOUBLES,
    INSIDE,
    LAID,
    MONEY,
    PHASE,
    PLAYED_BRANCH,
    ROUND,
    Position,
)
from games.santa_fe.state import ENGINEER as HAS_ENGINEER
from games.santa_fe.wording import card_text, city_name, railroad_name, way_between


def refusal(state: Position, seat: int, action: int) -> str:
    """Why an action is not legal for a seat that is to act."""
    vocabulary = state.game.vocabulary
    kind = vocabulary.type_of(action)
    legal = {vocabulary.type_of(one).name for one in state.legal_actions(seat)}
    code, first = kind.code, parameter(action, 0)
    if code == SELECT and kind.name in legal:
        return _no_selection(state, seat, first)
    if code == DISCARD and state.cells[PHASE] == EXCHANGE:
        return _no_discard(state, seat, first)
    if code == DRAW and kind.name in legal:
        return _no_draw(state, seat, first)
    if code == BUY and kind.name in legal:
        return f"{railroad_name(state, first)} has no track pieces left to buy"
    laying = {"lay", "branch", "pass", "stop"} & legal and state.cells[PHASE] != DRAWING
    if laying and code in (LAY, BRANCH, PASS, STOP):
        return _no_lay(state, seat, action)
    return f"now is the time to {' or '.join(sorted(legal))}, not to {kind.name}"


def _no_selection(state: Position, seat: int, card: int) -> str:
    if card == state.components.cards and state.held(seat, HELD_DOUBLES):
        assert state.cells[ROUND] == 1
        return "in the first round everybody has to play a city card"
    return f"{card_text(state, card)} is not in your hand"


def _no_discard(state: Position, seat: int, card: int) -> str:
    if card == state.components.cards:
        return "only city cards are exchanged"
    hand = [state.held(seat, HAND + slot) for slot in range(int(state.city_cards(seat)))]
    if card + 1 in hand:
        return "cards are exchanged in the order of the list of cities, and a later one has gone"
    return f"{card_text(state, card)} is not in your hand"


def _no_draw(state: Position, seat: int, stock: int) -> str:
    cells = state.cells
    if stock == STOCK_CITY:
        return "the deck is empty"
    if stock == STOCK_DOUBLE:
        return "no double-turn card is left"
    if stock == STOCK_ENGINEER:
        if not cells[ADVANCED]:
            return "engineers belong to the advanced game"
        held = state.held(seat, HAS_ENGINEER)
        return "one engineer is the limit" if held else f"{cells[ENGINEERS]} engineers are left"
    name = railroad_name(state, stock - STOCK_BRANCH)
    if not cells[BRANCHES + stock - STOCK_BRANCH]:
        return f"no branch card of {name} is left"
    if state.held(seat, HELD_BRANCH):
        return "one branch card in hand is the limit"
    if state.held(seat, MONEY) < cards.branch_price(state):
        return f"a branch card costs ${int(cards.branch_price(state))}"
    return "a branch card needs another card to be played with"


def _no_lay(state: Position, seat: int, action: int) -> str:
    code, railroad = action & 255, parameter(action, 0)
    if code == PASS:
        return _no_pass(state)
    if code == STOP:
        if not state.cells[LAID]:
            return "no piece has been laid yet"
        return "the second piece has to be laid"
    if code == BRANCH and state.held(seat, PLAYED_BRANCH) != railroad + 1:
        return f"there is no branch card of {railroad_name(state, railroad)} to use in this turn"
    if not state.has_piece(seat, railroad):
        return f"{railroad_name(state, railroad)} has no track pieces left that you may lay"
    first, goal = parameter(action, 1), parameter(action, 2)
    if code == BRANCH:
        if not track.may_branch(state, seat, railroad):
            return f"{railroad_name(state, railroad)} has no track yet to branch off from"
        if not state.cells[CONNECTED + railroad] & state.components.bit[first]:
            name = railroad_name(state, railroad)
            return f"{name} is not connected to {city_name(state, first)}"
        return _no_line(state, seat, railroad, first, goal)
    at = HEADS + 3 * railroad + first
    head = int(state.cells[at])
    if head == 0:
        return f"{railroad_name(state, railroad)} has no route {first + 1}"
    if head <= INSIDE:
        return _no_line(state, seat, railroad, head - 1, goal)
    towards = int(lines.goal_of(state, at))
    if goal == towards:
        if lines.is_left_to_first(state, at):
            return "the last piece of that line is laid by the route that began it"
        return "the price of that space is beyond your money"
    return f"the route is on its way to {city_name(state, towards)}"


def _no_pass(state: Position) -> str:
    if state.cells[LAID]:
        return "a piece has been laid"
    if track.unbought_fits(state):
        return "a track piece has to be laid"
    return "the branch card has to be used, as it alone allows a piece"


def _no_line(state: Position, seat: int, railroad: int, city: int, goal: int) -> str:
    """Why a line from a city to another may not be begun."""
    link, side = way_between(state, city, goal)
    if link < 0:
        return f"there is no line from {city_name(state, city)} to {city_name(state, goal)}"
    if (
        lines.free_line(state, link, railroad) < 0
        and lines.other_end(state, link, side, railroad) < 0
    ):
        return (
            f"no line from {city_name(state, city)} to {city_name(state, goal)} is free, or "
            f"{railroad_name(state, railroad)} has track on the other one"
        )
    if lines.next_price(state, state.price_row(seat), link, side, 0) > state.held(seat, MONEY):
        return "the price of that space is beyond your money"
    return "another route of this railroad stands at the same city and goes first"
