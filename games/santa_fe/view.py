"""The table of Santa Fe as JSON, as a viewer sees it: names, not indices.

Views are made for every request, so a city or a link is made once for each state it can be in, and
a map once until something is laid. Parts are shared between views: they are for reading.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from railhead.games.game import SEATS
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS, Components
from railhead.games.santa_fe.rules.lines import inside_side
from railhead.games.santa_fe.rules.scoring import card_points
from railhead.games.santa_fe.state import Position
from railhead.games.shared_parts import SharedDict

ENGINEERS_SHOWN = (None, "bought", "free")


def view_of(position: Position, viewer: int) -> dict[str, Any]:
    """Everything that a viewer may see."""
    cells = list(position.cells)
    components = position.components
    phase = cells[state.PHASE]
    in_turns = phase not in (state.DEALING, state.SELECTING, state.REVEALING, state.MATCH_OVER)
    return {
        "round": cells[state.ROUND],
        "phase": state.PHASES[phase],
        "to_act": position.to_act(),
        "first_player": cells[state.FIRST],
        "turn": cells[state.TURN] if in_turns else None,
        "pieces_laid_in_turn": cells[state.LAID],
        "deck": cells[state.DECK_SIZE],
        "double_turn_cards": cells[state.DOUBLES],
        "engineers": cells[state.ENGINEERS],
        "railroads": [
            railroad(position, cells, number) for number in range(actions.RAILROAD_COUNT)
        ],
        "players": [player(position, cells, viewer, seat) for seat in range(cells[SEATS])],
        "map": board(
            components,
            tuple(cells[position.lines :]),
            tuple(cells[state.CONNECTED : state.CONNECTED + actions.RAILROAD_COUNT]),
            cells[state.BOTH_ENDS] == 1,
        ),
        "notices": list(components.board.notices),
    }


def railroad(position: Position, cells: list[int], number: int) -> dict[str, Any]:
    """A railroad: its supplies and its routes."""
    board = position.components.board
    heads = cells[
        state.HEADS + actions.ROUTES * number : state.HEADS + actions.ROUTES * (number + 1)
    ]
    return {
        "railroad": actions.RAILROADS[number],
        "name": position.components.railroad_names[number],
        "colour": position.components.colours[number],
        "start": board.codes[board.starts[number]],
        "special": [board.codes[city] for city in board.special[number]],
        "supply": cells[state.SUPPLY + number],
        "branch_cards": cells[state.BRANCHES + number],
        "routes": [
            route(position, state.HEADS + actions.ROUTES * number + index, index, head)
            for index, head in enumerate(heads)
            if head
        ],
    }


def route(position: Position, at: int, index: int, head: int) -> dict[str, Any]:
    """A route: the city where it stands or from which it left, and the one it is on its way to."""
    components = position.components
    codes = components.board.codes
    if head <= state.INSIDE:
        return {"route": index + 1, "at": codes[head - 1], "towards": None}
    line = head - 1 - state.INSIDE
    link = int(components.line_link[line])
    side = int(inside_side(position, at))
    ends = [codes[int(components.link_ends[2 * link + end])] for end in (side, 1 - side)]
    return {"route": index + 1, "at": ends[0], "towards": ends[1]}


def player(position: Position, cells: list[int], viewer: int, seat: int) -> dict[str, Any]:
    """What lies before a player, and the hand where it is the viewer's own."""
    own = seat == viewer
    at = int(state.block(seat))
    codes = position.components.card_codes
    slots = [
        codes[card - 1] for card in cells[at + state.HAND : at + state.HAND + HAND_SLOTS] if card
    ]
    open_money = own or cells[state.OPEN_MONEY] or cells[state.PHASE] == state.MATCH_OVER
    chosen = cells[at + state.CHOSEN]
    return {
        "seat": seat,
        "money": cells[at + state.MONEY] if open_money else None,
        "hand_size": int(position.hand_size(seat)),
        "hand_limit": int(position.hand_limit(seat)),
        "city_cards": len(slots),
        "hand": slots + [actions.DOUBLE] * cells[at + state.HELD_DOUBLES] if own else None,
        "double_turn_cards": cells[at + state.HELD_DOUBLES],
        "branch_card": _railroad_or_none(cells[at + state.HELD_BRANCH]),
        "has_selected": chosen > 0,
        "selected": codes[chosen - 1] if own and chosen else None,
        "double_turn": cells[at + state.DOUBLE_TURN] == 1,
        "branch_card_played": _railroad_or_none(cells[at + state.PLAYED_BRANCH]),
        "passed": bool((cells[state.PASSED] >> seat) & 1),
        "engineer": ENGINEERS_SHOWN[cells[at + state.ENGINEER]],
        "track_pieces": {
            name: cells[at + state.OWN + number]
            for number, name in enumerate(actions.RAILROADS)
            if cells[at + state.OWN + number]
        },
        "tableau": _cards(position, cells, seat, state.TABLEAU),
        "tableau_points": card_points(position, seat),
        **exchanges(position, cells, seat, own or cells[state.OPEN_EXCHANGE] == 1),
    }


def exchanges(position: Position, cells: list[int], seat: int, shown: bool) -> dict[str, Any]:
    """How many cards a player has exchanged or just laid aside, and where shown, which."""
    running = cells[state.PHASE] == state.EXCHANGE and cells[state.TURN] == seat
    codes = position.components.card_codes
    aside = [
        codes[card - 1]
        for card in cells[state.PENDING : state.PENDING + HAND_SLOTS]
        if card and running
    ]
    exchanged = _cards(position, cells, seat, state.DISCARDED)
    return {
        "laid_aside": len(aside),
        "laid_aside_cards": aside if shown else None,
        "exchanged": len(exchanged),
        "exchanged_cards": exchanged if shown else None,
    }


def _railroad_or_none(cell: int) -> str | None:
    return actions.RAILROADS[cell - 1] if cell else None


def _cards(position: Position, cells: list[int], seat: int, where: int) -> list[str]:
    """City cards of a seat in `TABLEAU` or `DISCARDED` by code, those of more copies as often."""
    codes = position.components.card_codes[: int(position.components.cards)]
    first, shift = state.CITIES + where, state.SEAT_BITS * seat
    found = []
    for card, code in enumerate(codes):
        copies = (cells[first + state.CITY_CELLS * card] >> shift) & state.COPIES
        found += [code] * copies
    return found


@lru_cache(maxsize=256)
def board(
    components: Components, lines: tuple[int, ...], connected: tuple[int, ...], both_ends: bool
) -> SharedDict:
    """The map with all track, and which railroads each city is connected to."""
    shown = components.board
    firsts = [int(first) for first in components.link_first]
    cities = [
        city(components, index, tuple((reached >> index) & 1 for reached in connected))
        for index in range(len(shown.cities))
    ]
    links = [
        link(components, number, lines[first : first + shown.links[number].lines], both_ends)
        for number, first in enumerate(firsts)
    ]
    size = {"title": shown.title, "width": shown.width, "height": shown.height}
    return SharedDict({**size, "cities": cities, "links": links})


@lru_cache(maxsize=8192)
def city(components: Components, index: int, connected: tuple[int, ...]) -> dict[str, Any]:
    """A city and the railroads that are connected to it."""
    printed = components.board.cities[index]
    return {
        "city": printed.code,
        "name": printed.name,
        "value": printed.value,
        "x": printed.x,
        "y": printed.y,
        "railroads": [
            name for name, there in zip(actions.RAILROADS, connected, strict=True) if there
        ],
    }


@lru_cache(maxsize=8192)
def link(
    components: Components, number: int, cells: tuple[int, ...], both_ends: bool
) -> dict[str, Any]:
    """A link, what its spaces cross from city `a` to city `b`, and its lines."""
    printed = components.board.links[number]
    codes = components.board.codes
    return {
        "a": codes[printed.a],
        "b": codes[printed.b],
        "spaces": printed.spaces,
        "mountain": printed.mountain,
        "river": list(printed.river),
        "lines": [
            line(
                cell,
                printed.spaces,
                codes[printed.b if cell & state.SIDE else printed.a],
                both_ends,
            )
            for cell in cells
        ],
    }


def line(cell: int, spaces: int, begun_from: str, both_ends: bool) -> dict[str, Any]:
    """A line: whose track lies on it, how many pieces, and from where while it is not complete.

    By the option of laying from both ends, also how many of the pieces came from the other one.
    """
    pieces = cell // state.PIECE
    shown = {
        "railroad": actions.RAILROADS[(cell & state.OWNER) - 1] if cell else None,
        "pieces": pieces,
        "from": begun_from if 0 < pieces < spaces else None,
    }
    if both_ends:
        shown["from_other_end"] = (cell // state.OTHER_PIECE) & state.OTHER_MOST
    return shown
