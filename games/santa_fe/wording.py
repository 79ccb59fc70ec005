"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.game import SEATS
from railhead.games.packing import HIDDEN, code_of, parameter
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import Components
from railhead.games.santa_fe.rules import cards, lines, track
from railhead.games.santa_fe.state import Position

TOLD: Final = {
    actions.DEAL: "{who} gets {text}",
    actions.REVEAL: "The selected cards are turned up: {text}",
    actions.SELECT: "{who} selects {text}",
    actions.DISCARD: "{who} lays {text} aside",
    actions.LAY: "{who} lays a piece of {done}",
    actions.BRANCH: "{who} lays a piece of {done}",
    actions.PASS: "{who} {done}",
    actions.KEEP: "{who} {done}",
}
"""What a log says where that is not the label in the third person."""

DONE: Final = (
    (", pay $", ", paying $"),
    (", earn $", ", earning $"),
    (", connect it", ", connecting it"),
    ("Pass: lay nothing", "passes and lays nothing"),
    ("Lay nothing", "lays nothing"),
    ("Exchange no", "exchanges no"),
    ("Draw ", "draws "),
    ("and keep", "and keeps"),
)
"""Parts of labels, and the same in a log."""


DOUBLE_TEXT: Final = (
    "Played in place of a city card it gives a second piece in the second lay turn of the round, "
    "an exchange of city cards before that, and every bonus twice."
)
"""What a double-turn card does."""


def city_name(position: Position, city: int) -> str:
    """The name of a city as printed on the map."""
    return position.components.board.cities[city].name


def card_text(position: Position, card: int) -> str:
    """A city card with its value, or the double-turn card; a hidden one is just a card."""
    return "a card" if card == HIDDEN else named_card(position.components, card)


def named_card(components: Components, card: int) -> str:
    """A city card with its value, or the double-turn card."""
    if card == components.cards:
        return "the double-turn card"
    return f"{components.board.cities[card].name} (value {int(components.value[card])})"


def railroad_name(position: Position, railroad: int) -> str:
    """The name of a railroad."""
    return position.components.railroad_names[railroad]


def label_params(position: Position, seat: int, action: int) -> dict[str, Any]:
    """What the template of an action's label needs, and what a log says."""
    code = int(code_of(action))
    first = parameter(action, 0)
    texts = {
        actions.DEAL: lambda: card_text(position, parameter(action, 1)),
        actions.REVEAL: lambda: _selection_text(position, action),
        actions.SELECT: lambda: _select(position, seat, first),
        actions.DISCARD: lambda: card_text(position, first),
        actions.KEEP: lambda: _keep(position),
        actions.LAY: lambda: _lay(
            position, seat, first, parameter(action, 1), parameter(action, 2)
        ),
        actions.BRANCH: lambda: _branch(
            position, seat, first, parameter(action, 1), parameter(action, 2)
        ),
        actions.PASS: lambda: _pass(position),
        actions.STOP: lambda: _stop(position),
        actions.DRAW: lambda: _draw(position, first),
        actions.BUY: lambda: _buy(position, first),
        actions.ENGINEER: lambda: _engineer(position, first),
    }
    text = texts[code]()
    if code not in TOLD:
        return {"text": text}
    done = text
    for said, told in DONE:
        done = done.replace(said, told)
    return {"text": text, "done": done, "told": TOLD[code]}


def _selection_text(position: Position, action: int) -> str:
    """Who has selected what."""
    selected = [
        f"{card_text(position, card)} by seat {seat}"
        for seat in range(int(position.cells[SEATS]))
        if (card := int(parameter(action, seat))) <= position.components.cards
    ]
    return ", ".join(selected)


def _select(position: Position, seat: int, card: int) -> str:
    if card == HIDDEN:
        return card_text(position, card)
    held = position.amount(seat, state.HELD_BRANCH)
    branch = f" and the branch card of {railroad_name(position, held - 1)}" if held else ""
    return card_text(position, card) + branch


def _keep(position: Position) -> str:
    count = int(cards.pending_count(position))
    if count == 0:
        return "Exchange no cards"
    return f"Draw {count} new card" + ("" if count == 1 else "s") + " and keep the rest"


def _piece(
    position: Position, seat: int, link: int, side: int, filled: int, railroad: int, ahead: int
) -> str:
    """Which space of a line a piece takes, what it costs, and what its arrival earns.

    `ahead` are the pieces that another route has laid from the other end.
    """
    components = position.components
    spaces = int(components.link_spaces[link])
    text = f", space {filled + 1} of {spaces}"
    if ahead:
        meet = filled + 1 + ahead == spaces
        text += ", meeting another route" if meet else ", towards another route"
    price = int(lines.next_price(position, position.price_row(seat), link, side, filled))
    if price:
        text += f", pay ${price}"
    city = components.link_ends[2 * link + 1 - side]
    if filled + 1 == spaces:
        bonus = int(track.arrival_bonus(position, seat, railroad, city))
        if bonus:
            text += f", earn ${bonus}"
        elif not position.cells[state.CONNECTED + railroad] & components.bit[city]:
            text += ", connect it"
    return text


def _lay(position: Position, seat: int, railroad: int, route: int, goal: int) -> str:
    at = state.HEADS + 3 * railroad + route
    head = int(position.cells[at])
    text = f"{railroad_name(position, railroad)}, route {route + 1}: "
    if head > state.INSIDE:
        link, side = int(lines.inside_link(position, head)), int(lines.inside_side(position, at))
        filled = int(lines.pieces_behind(position, at))
        ahead = (
            int(position.cells[position.lines + head - 1 - state.INSIDE]) // state.PIECE - filled
        )
        text += f"on to {city_name(position, goal)}"
        return text + _piece(position, seat, link, side, filled, railroad, ahead)
    text += f"from {city_name(position, head - 1)} to {city_name(position, goal)}"
    return text + _first_piece(position, seat, railroad, head - 1, goal)


def _branch(position: Position, seat: int, railroad: int, city: int, goal: int) -> str:
    return (
        f"{railroad_name(position, railroad)}, new branch from {city_name(position, city)} to "
        f"{city_name(position, goal)}" + _first_piece(position, seat, railroad, city, goal)
    )


def _first_piece(position: Position, seat: int, railroad: int, city: int, goal: int) -> str:
    """What is to be said of the first piece from a city to its neighbour."""
    link, side = way_between(position, city, goal)
    line = int(lines.other_end(position, link, side, railroad))
    ahead = int(position.cells[position.lines + line]) // state.PIECE if line >= 0 else 0
    return _piece(position, seat, link, side, 0, railroad, ahead)


def way_between(position: Position, city: int, goal: int) -> tuple[int, int]:
    """The link between two neighbouring cities and the end that the first one is; (-1, 0)."""
    components = position.components
    for way in range(int(components.way_first[city]), int(components.way_first[city + 1])):
        if components.way_to[way] == goal:
            return int(components.way_link[way]), int(components.way_side[way])
    return -1, 0


def _pass(position: Position) -> str:
    ends = not position.cells[state.ADVANCED] and position.unbought_pieces() > 0
    return "Lay nothing: the match ends" if ends else "Pass: lay nothing"


def _stop(position: Position) -> str:
    if position.cells[state.PHASE] == state.DRAWING:
        return "Draw no more"
    counts = position.cells[state.ONE_PASSES] and (
        position.cells[state.ADVANCED] or position.unbought_pieces() == 0
    )
    return "Lay no second piece: that is a pass" if counts else "Lay no second piece"


def _draw(position: Position, stock: int) -> str:
    if stock == actions.STOCK_CITY:
        return "a city card"
    if stock == actions.STOCK_DOUBLE:
        return "a double-turn card"
    if stock == actions.STOCK_ENGINEER:
        limit = int(position.components.engineer_limit)
        return f"an engineer: from now on the hand has {limit} cards"
    name = railroad_name(position, stock - actions.STOCK_BRANCH)
    return f"a branch card of {name} for ${int(cards.branch_price(position))}"


def _buy(position: Position, railroad: int) -> str:
    if railroad == actions.NOTHING:
        return "Buy no track piece"
    price = int(position.components.piece_price)
    return f"Buy a track piece of {railroad_name(position, railroad)} for ${price}"


def _engineer(position: Position, answer: int) -> str:
    price = int(position.components.engineer_price)
    return f"Buy an engineer for ${price}" if answer else "Buy no engineer"


def round_marks(player: Mapping[str, Any], roads: Mapping[str, str]) -> list[str]:
    """What a player of a view has done in this round; `roads` are the names of railroads."""
    held, played = player["branch_card"], player["branch_card_played"]
    marks = [
        f"branch card of {roads[held]} in hand" if held else "",
        "a double turn" if player["double_turn"] else "",
        f"branch card of {roads[played]} played" if played else "",
        "an engineer" if player["engineer"] else "",
        "has passed" if player["passed"] else "",
        "has selected" if player["has_selected"] else "",
        f"{player['laid_aside']} cards laid aside" if player["laid_aside"] else "",
        f"{player['exchanged']} cards exchanged before" if player["exchanged"] else "",
    ]
    return [mark for mark in marks if mark]
