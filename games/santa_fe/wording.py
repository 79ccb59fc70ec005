"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from typing import Any

from games.packing import parameter
from games.santa_fe.actions import (
    BRANCH,
    BUY,
    DISCARD,
    DRAW,
    ENGINEER,
    KEEP,
    LAY,
    NOTHING,
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
    CONNECTED,
    DRAWING,
    HEADS,
    HELD_BRANCH,
    INSIDE,
    ONE_PASSES,
    PHASE,
    PIECE,
    Position,
)


def city_name(state: Position, city: int) -> str:
    """The name of a city as printed on the map."""
    return state.components.board.cities[city].name


def card_text(state: Position, card: int) -> str:
    """A city card with its value, or the double-turn card."""
    if card == state.components.cards:
        return "the double-turn card"
    return f"{city_name(state, card)} (value {int(state.components.value[card])})"


def railroad_name(state: Position, railroad: int) -> str:
    """The name of a railroad."""
    return state.components.railroad_names[railroad]


def details(state: Position, seat: int, action: int) -> dict[str, Any]:
    """What the template of an action's label needs."""
    code = action & 255
    first = parameter(action, 0)
    texts = {
        SELECT: lambda: _select(state, seat, first),
        DISCARD: lambda: card_text(state, first),
        KEEP: lambda: _keep(state),
        LAY: lambda: _lay(state, seat, first, parameter(action, 1), parameter(action, 2)),
        BRANCH: lambda: _branch(state, seat, first, parameter(action, 1), parameter(action, 2)),
        PASS: lambda: _pass(state),
        STOP: lambda: _stop(state),
        DRAW: lambda: _draw(state, first),
        BUY: lambda: _buy(state, first),
        ENGINEER: lambda: _engineer(state, first),
    }
    return {"text": texts[code]()} if code in texts else {}


def _select(state: Position, seat: int, card: int) -> str:
    held = state.held(seat, HELD_BRANCH)
    branch = f" and the branch card of {railroad_name(state, held - 1)}" if held else ""
    return card_text(state, card) + branch


def _keep(state: Position) -> str:
    count = int(cards.pending_count(state))
    if count == 0:
        return "Exchange no cards"
    return f"Draw {count} new card" + ("" if count == 1 else "s") + " and keep the rest"


def _piece(
    state: Position, seat: int, link: int, side: int, filled: int, railroad: int, ahead: int
) -> str:
    """Which space of a line a piece takes, what it costs, and what its arrival earns.

    `ahead` are the pieces that another route has laid from the other end.
    """
    components = state.components
    spaces = int(components.link_spaces[link])
    text = f", space {filled + 1} of {spaces}"
    if ahead:
        meet = filled + 1 + ahead == spaces
        text += ", meeting another route" if meet else ", towards another route"
    price = int(lines.next_price(state, state.price_row(seat), link, side, filled))
    if price:
        text += f", pay ${price}"
    city = components.link_ends[2 * link + 1 - side]
    if filled + 1 == spaces:
        bonus = int(track.arrival_bonus(state, seat, railroad, city))
        if bonus:
            text += f", earn ${bonus}"
        elif not state.cells[CONNECTED + railroad] & components.bit[city]:
            text += ", connect it"
    return text


def _lay(state: Position, seat: int, railroad: int, route: int, goal: int) -> str:
    at = HEADS + 3 * railroad + route
    head = int(state.cells[at])
    text = f"{railroad_name(state, railroad)}, route {route + 1}: "
    if head > INSIDE:
        link, side = int(lines.inside_link(state, head)), int(lines.inside_side(state, at))
        filled = int(lines.inside_filled(state, at))
        ahead = int(state.cells[state.lines + head - 1 - INSIDE]) // PIECE - filled
        text += f"on to {city_name(state, goal)}"
        return text + _piece(state, seat, link, side, filled, railroad, ahead)
    text += f"from {city_name(state, head - 1)} to {city_name(state, goal)}"
    return text + _first_piece(state, seat, railroad, head - 1, goal)


def _branch(state: Position, seat: int, railroad: int, city: int, goal: int) -> str:
    return (
        f"{railroad_name(state, railroad)}, new branch from {city_name(state, city)} to "
        f"{city_name(state, goal)}" + _first_piece(state, seat, railroad, city, goal)
    )


def _first_piece(state: Position, seat: int, railroad: int, city: int, goal: int) -> str:
    """What is to be said of the first piece from a city to its neighbour."""
    link, side = way_between(state, city, goal)
    line = int(lines.other_end(state, link, side, railroad))
    ahead = int(state.cells[state.lines + line]) // PIECE if line >= 0 else 0
    return _piece(state, seat, link, side, 0, railroad, ahead)


def way_between(state: Position, city: int, goal: int) -> tuple[int, int]:
    """The link between two neighbouring cities and the end that the first one is; (-1, 0)."""
    components = state.components
    for way in range(int(components.way_first[city]), int(components.way_first[city + 1])):
        if components.way_to[way] == goal:
            return int(components.way_link[way]), int(components.way_side[way])
    return -1, 0


def _pass(state: Position) -> str:
    ends = not state.cells[ADVANCED] and state.unbought() > 0
    return "Lay nothing: the match ends" if ends else "Pass: lay nothing"


def _stop(state: Position) -> str:
    if state.cells[PHASE] == DRAWING:
        return "Draw no more"
    counts = state.cells[ONE_PASSES] and (state.cells[ADVANCED] or state.unbought() == 0)
    return "Lay no second piece: that is a pass" if counts else "Lay no second piece"


def _draw(state: Position, stock: int) -> str:
    if stock == STOCK_CITY:
        return "a city card"
    if stock == STOCK_DOUBLE:
        return "a double-turn card"
    if stock == STOCK_ENGINEER:
        limit = int(state.components.engineer_limit)
        return f"an engineer: from now on the hand has {limit} cards"
    name = railroad_name(state, stock - STOCK_BRANCH)
    return f"a branch card of {name} for ${int(cards.branch_price(state))}"


def _buy(state: Position, railroad: int) -> str:
    if railroad == NOTHING:
        return "Buy no track piece"
    price = int(state.components.piece_price)
    return f"Buy a track piece of {railroad_name(state, railroad)} for ${price}"


def _engineer(state: Position, answer: int) -> str:
    price = int(state.components.engineer_price)
    return f"Buy an engineer for ${price}" if answer else "Buy no engineer"
