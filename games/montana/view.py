"""The table of Montana as JSON: names, not indices. Nothing is hidden, so all viewers see this.

Views are made for every request, so what is printed on the board is made once for each data set,
a hex once for each state it can be in, and a map once until something is built. Parts are shared
between views: they are for reading.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from railhead.games.game import ACTOR, SEATS
from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.components import JOKER_PAIR, Components
from railhead.games.montana.geometry import KINDS, LAKE, LAND, OUTSIDE
from railhead.games.montana.rules.scoring import score_sheet
from railhead.games.montana.state import Position
from railhead.games.shared_parts import SharedList


def view_of(position: Position, viewer: int) -> dict[str, Any]:
    """Everything on the table. Prices and yields are shown where they are printed."""
    cells = list(position.cells)
    components = position.components
    seats = range(cells[SEATS])
    return {
        "round": cells[state.ROUND],
        "round_limit": cells[state.ROUND_LIMIT] or None,
        "last_built_round": cells[state.LAST_BUILT] or None,
        "last_round": cells[state.LAST_ROUND] == 1,
        "phase": state.PHASES[cells[state.PHASE]],
        "actor": cells[ACTOR] if cells[ACTOR] >= 0 else None,
        "active": cells[state.ACTIVE],
        "start_seat": cells[state.START_SEAT],
        "fields_built": cells[state.FIELDS],
        "players": [player(position, cells, seat) for seat in seats],
        "supply": {
            "goods": _counts(actions.GOODS, cells, state.SUPPLY),
            "workers": _counts(actions.COLOURS, cells, state.SUPPLY + state.WORKERS),
            "cattle": cells[state.SUPPLY + state.CATTLE],
            "used_canteens": cells[state.USED_CANTEENS],
        },
        "wheel": {"arrow": cells[state.ARROW], "spaces": wheel(components)},
        "bank": bank(components, cells),
        "areas": [area(components, cells, number) for number in range(len(actions.AREAS))],
        "city": city(components, cells),
        "map": {
            "start_hex": components.hex_names[cells[state.START_HEX]],
            "hexes": hexes(components, tuple(cells[state.HEXES :])),
        },
        "score_sheet": score_sheet(position),
        "components": components.title,
        "notices": list(components.notices),
    }


@lru_cache(maxsize=64)
def wheel(components: Components) -> list[list[str]]:
    """The pairs of workers on the wheel, clockwise."""
    return [["any", "any"] if pair == JOKER_PAIR else colours(pair) for pair in components.wheel]


def _counts(names: tuple[str, ...], cells: list[int], at: int) -> dict[str, int]:
    return dict(zip(names, cells[at : at + len(names)], strict=True))


@lru_cache(maxsize=len(actions.SETS))
def colours(chosen: int) -> list[str]:
    """A multiset of workers as a list of colours."""
    return [actions.COLOURS[colour] for colour in actions.SETS[chosen]]


def player(position: Position, cells: list[int], seat: int) -> dict[str, Any]:
    """One player's board."""
    own = int(state.block(seat))
    return {
        "seat": seat,
        "coins": cells[own + state.COINS],
        "goods": _counts(actions.GOODS, cells, own),
        "workers": _counts(actions.COLOURS, cells, own + state.WORKERS),
        "cattle": cells[own + state.CATTLE],
        "canteens": cells[own + state.CANTEENS],
        "settlements_left": cells[own + state.SETTLEMENTS],
        "settlements_built": position.settlements_built(seat),
    }


def bank(components: Components, cells: list[int]) -> list[dict[str, Any]]:
    """The spaces of the bank."""
    return [
        {**printed, "workers": colours(cells[state.BANK_AT + index])}
        for index, printed in enumerate(printed_bank(components))
    ]


@lru_cache(maxsize=64)
def printed_bank(components: Components) -> list[dict[str, Any]]:
    """What is printed on the spaces of the bank."""
    return [
        {
            "space": space + 1,
            "needs": int(components.bank_workers[space]),
            "coins": int(components.bank_coins[space]),
        }
        for space in range(int(components.bank_spaces))
    ]


def area(components: Components, cells: list[int], number: int) -> dict[str, Any]:
    """A production area: its large spaces, each with the small one beside it."""
    first = AREA_SPACES * number
    return {
        "area": actions.AREAS[number],
        "good": actions.SMALL_GOODS[number],
        "worker": actions.COLOURS[number],
        "spaces": [
            area_space(
                components, index, cells[state.LARGE_AT + index], cells[state.SMALL_AT + index]
            )
            for index in range(first, first + AREA_SPACES)
        ],
    }


@lru_cache(maxsize=4096)
def area_space(components: Components, index: int, large: int, small: int) -> dict[str, Any]:
    """A large space and the small one beside it, with the workers on them."""
    return {
        "space": index % AREA_SPACES + 1,
        "cost": int(components.area_cost[index]),
        "goods": int(components.area_goods[index]),
        "workers": colours(large),
        "small_space": {"goods": int(components.area_extra[index]), "workers": colours(small)},
    }


def city(components: Components, cells: list[int]) -> dict[str, Any]:
    """The rows of the city, and where the contractors are."""
    return {
        "auction": cells[state.AUCTION] == 1 or state.PHASES[cells[state.PHASE]] == "bid",
        **printed_city(components),
        "contractors": [contractor(cells, seat) for seat in range(cells[SEATS])],
    }


@lru_cache(maxsize=64)
def printed_city(components: Components) -> dict[str, Any]:
    """What is printed in the city: the prices of the columns and what the rows give."""
    return {
        "column_prices": [int(price) for price in components.prices],
        "rows": [row(components, number) for number in range(int(components.rows))],
    }


def row(components: Components, number: int) -> dict[str, Any]:
    """What a row of the city gives."""
    choice = int(components.row_choice[number])
    return {
        "row": number + 1,
        "cattle": int(components.row_cattle[number]),
        "coins": int(components.row_coins[number]),
        "goods": int(components.row_goods[number]),
        "goods_from": [
            good for index, good in enumerate(actions.SMALL_GOODS) if (choice >> (8 * index)) & 255
        ],
        "upgrades": int(components.row_upgrades[number]),
    }


def contractor(cells: list[int], seat: int) -> dict[str, Any]:
    """Where a player's contractor is: on a row and column, or in the hardware store."""
    at = cells[int(state.block(seat)) + state.CONTRACTOR]
    placed = at > 0
    return {
        "seat": seat,
        "row": (at - 1) // actions.MOST_COLUMNS + 1 if placed else None,
        "column": (at - 1) % actions.MOST_COLUMNS + 1 if placed else None,
        "passed": at == state.PASSED,
    }


@lru_cache(maxsize=1024)
def hexes(components: Components, cells: tuple[int, ...]) -> SharedList:
    """Every hex of the map, row by row from the top; `cells` are those of the hexes."""
    outside = outside_faces(components)
    return SharedList(
        [
            hex_shown(components, at // state.HEX_CELLS, *cells[at : at + state.TOKEN + 1])
            for at in range(0, len(cells), state.HEX_CELLS)
            if cells[at + state.FACE] not in outside
        ]
    )


@lru_cache(maxsize=64)
def outside_faces(components: Components) -> frozenset[int]:
    """The faces that are no part of the map."""
    return frozenset(index for index, face in enumerate(components.faces) if face.kind == OUTSIDE)


@lru_cache(maxsize=32768)
def hex_shown(
    components: Components, index: int, face: int, owner: int, built: int, token: int
) -> dict[str, Any]:
    """A hex: what it is, what lies on it, who has built there."""
    q, r = components.hexes[index]
    shown = components.faces[face]
    return {
        "hex": components.hex_names[index],
        "q": q,
        "r": r,
        "kind": KINDS[shown.kind],
        "cost": {
            good: number for good, number in zip(actions.GOODS, shown.cost, strict=True) if number
        },
        "settlements": shown.settlements,
        "cattle": token == 1 and shown.kind == LAND,
        "canteen": token == 1 and shown.kind == LAKE,
        "owner": owner - 1 if owner else None,
        "built": built,
    }
