"""Why an action is refused."""

from __future__ import annotations

from railhead.games.packing import code_of, parameter
from railhead.games.reasons import UnsuitableChoice
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.rules import cards, lines, track
from railhead.games.santa_fe.state import Position
from railhead.games.santa_fe.wording import card_text, city_name, railroad_name, way_between


def refusal(position: Position, seat: int, action: int) -> str:
    """Why an action is not legal for a seat that is to act."""
    vocabulary = position.game.vocabulary
    kind = vocabulary.type_of(action)
    legal = {vocabulary.type_of(one).name for one in position.legal_actions(seat)}
    code, first = kind.code, parameter(action, 0)
    if code == actions.SELECT and kind.name in legal:
        return _no_selection(position, seat, first)
    if code == actions.DISCARD and position.cells[state.PHASE] == state.EXCHANGE:
        return _no_discard(position, seat, first)
    if code == actions.DRAW and kind.name in legal:
        return _no_draw(position, seat, first)
    if code == actions.BUY and kind.name in legal:
        return f"{railroad_name(position, first)} has no track pieces left to buy"
    laying = {"lay", "branch", "pass", "stop"} & legal and position.cells[
        state.PHASE
    ] != state.DRAWING
    if laying and code in (actions.LAY, actions.BRANCH, actions.PASS, actions.STOP):
        return _no_lay(position, seat, action)
    return vocabulary.untimely(action, position.legal_actions(seat))


def _no_selection(position: Position, seat: int, card: int) -> str:
    if card == position.components.cards and position.amount(seat, state.HELD_DOUBLES):
        assert position.cells[state.ROUND] == 1
        return "in the first round everybody has to play a city card"
    return f"{card_text(position, card)} is not in your hand"


def _no_discard(position: Position, seat: int, card: int) -> str:
    if card == position.components.cards:
        return "only city cards are exchanged"
    hand = [
        position.amount(seat, state.HAND + slot) for slot in range(int(position.city_cards(seat)))
    ]
    if card + 1 in hand:
        return "cards are exchanged in the order of the list of cities, and a later one has gone"
    return f"{card_text(position, card)} is not in your hand"


def _no_draw(position: Position, seat: int, stock: int) -> str:
    cells = position.cells
    if stock == actions.STOCK_CITY:
        return "the deck is empty"
    if stock == actions.STOCK_DOUBLE:
        return "no double-turn card is left"
    if stock == actions.STOCK_ENGINEER:
        if not cells[state.ADVANCED]:
            return "engineers belong to the advanced game"
        held = position.amount(seat, state.ENGINEER)
        return (
            "one engineer is the limit" if held else f"{cells[state.ENGINEERS]} engineers are left"
        )
    name = railroad_name(position, stock - actions.STOCK_BRANCH)
    if not cells[state.BRANCHES + stock - actions.STOCK_BRANCH]:
        return f"no branch card of {name} is left"
    if position.amount(seat, state.HELD_BRANCH):
        return "one branch card in hand is the limit"
    if position.amount(seat, state.MONEY) < cards.branch_price(position):
        return f"a branch card costs ${int(cards.branch_price(position))}"
    return "a branch card needs another card to be played with"


def _no_lay(position: Position, seat: int, action: int) -> str:
    code, railroad = code_of(action), parameter(action, 0)
    if code == actions.PASS:
        return _no_pass(position)
    if code == actions.STOP:
        if not position.cells[state.LAID]:
            return "no piece has been laid yet"
        return "the second piece has to be laid"
    if code == actions.BRANCH and position.amount(seat, state.PLAYED_BRANCH) != railroad + 1:
        return f"there is no branch card of {railroad_name(position, railroad)} to use in this turn"
    if not position.has_piece(seat, railroad):
        return f"{railroad_name(position, railroad)} has no track pieces left that you may lay"
    first, goal = parameter(action, 1), parameter(action, 2)
    if code == actions.BRANCH:
        if not track.may_branch(position, seat, railroad):
            return f"{railroad_name(position, railroad)} has no track yet to branch off from"
        if not position.cells[state.CONNECTED + railroad] & position.components.bit[first]:
            name = railroad_name(position, railroad)
            return f"{name} is not connected to {city_name(position, first)}"
        return _no_line(position, seat, railroad, first, goal)
    at = state.HEADS + 3 * railroad + first
    head = int(position.cells[at])
    if head == 0:
        name = railroad_name(position, railroad)
        return UnsuitableChoice(f"{name} has no route {first + 1}")
    if head <= state.INSIDE:
        return _no_line(position, seat, railroad, head - 1, goal)
    towards = int(lines.goal_of(position, at))
    if goal == towards:
        if lines.is_left_to_first(position, at):
            return "the last piece of that line is laid by the route that began it"
        return "the price of that space is beyond your money"
    return UnsuitableChoice(f"the route is on its way to {city_name(position, towards)}")


def _no_pass(position: Position) -> str:
    if position.cells[state.LAID]:
        return "a piece has been laid"
    if track.unbought_fits(position):
        return "a track piece has to be laid"
    return "the branch card has to be used, as it alone allows a piece"


def _no_line(position: Position, seat: int, railroad: int, city: int, goal: int) -> str:
    """Why a line from a city to another may not be begun."""
    link, side = way_between(position, city, goal)
    if link < 0:
        one, other = city_name(position, city), city_name(position, goal)
        return UnsuitableChoice(f"there is no line from {one} to {other}")
    if (
        lines.free_line(position, link, railroad) < 0
        and lines.other_end(position, link, side, railroad) < 0
    ):
        return (
            f"no line from {city_name(position, city)} to {city_name(position, goal)} is free, or "
            f"{railroad_name(position, railroad)} has track on the other one"
        )
    if lines.next_price(position, position.price_row(seat), link, side, 0) > position.amount(
        seat, state.MONEY
    ):
        return "the price of that space is beyond your money"
    return "another route of this railroad stands at the same city and goes first"
