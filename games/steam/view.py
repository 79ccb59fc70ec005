"""The table of Steam as JSON: names, not indices. Nothing is hidden, so all viewers see this.

Views are made for every request, so each hex is made once for every state it can be in. Parts are
shared between views: they are for reading.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from railhead.games.game import ACTOR, SEATS
from railhead.games.steam import actions, state
from railhead.games.steam.components import Components
from railhead.games.steam.data_schema import TERRAINS
from railhead.games.steam.rules.scoring import score_sheet, scores
from railhead.games.steam.rules.track import arrival, is_open_end, opposite
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import TOWN_CENTRE


def view_of(position: Position, viewer: int) -> dict[str, Any]:
    """Everything on the table."""
    cells = list(position.cells)
    land = position.land
    supplied = cells[state.SUPPLIED]
    return {
        "variant": "standard" if cells[state.STANDARD] else "base",
        "turn": cells[state.TURN],
        "last_turn": cells[state.LAST_TURN],
        "phase": state.PHASES[cells[state.PHASE]],
        "actor": cells[ACTOR] if cells[ACTOR] >= 0 else None,
        "active": cells[state.ACTIVE],
        "goods_round": cells[state.GOODS_ROUND] or None,
        "tiles_laid": cells[state.LAID],
        "order": cells[state.ORDER : state.ORDER + cells[state.PLAYERS_LEFT]]
        if is_order_complete(cells)
        else None,
        "auction": auction(cells),
        "players": [player(cells, seat) for seat in range(cells[SEATS])],
        "action_tiles": action_tiles(cells),
        "supply": supply_shown(position, cells),
        "bag": counts(cells, state.BAG),
        "new_cities": counts(cells, state.NEW_CITIES),
        "growth_markers": cells[state.MARKERS],
        "goods_go_to": land.stop_names[supplied] if supplied >= 0 else None,
        "stops": [stop_shown(position, cells, stop) for stop in range(int(land.stop_count))],
        "links": links_shown(position),
        "hexes": hexes_shown(position, cells),
        "scores": scores(position),
        "score_sheet": score_sheet(position),
        "map": land.title,
        "notices": list(land.notices),
    }


def supply_shown(position: Position, cells: list[int]) -> list[dict[str, Any]]:
    """The goods that lie ready, by their spaces."""
    return [
        {
            "space": space + 1,
            "goods": counts(cells, state.SPACES_AT + len(actions.COLOURS) * space),
        }
        for space in range(position.components.spaces)
    ]


def hexes_shown(position: Position, cells: list[int]) -> list[dict[str, Any]]:
    """All hexes with what lies on them."""
    return [
        hex_shown(
            position.components,
            place,
            cells[position.tile_at + place],
            cells[position.exit_at + place],
        )
        for place in range(int(position.land.hex_count))
    ]


def counts(cells: list[int], at: int) -> dict[str, int]:
    """Numbers by colour."""
    return dict(zip(actions.COLOURS, cells[at : at + len(actions.COLOURS)], strict=True))


def is_order_complete(cells: list[int]) -> bool:
    """Whether there is a whole turn order: not while it is auctioned."""
    return state.PHASES[cells[state.PHASE]] not in ("first_auction", "auction")


def auction(cells: list[int]) -> dict[str, Any] | None:
    """The running auction: the bids, who has passed, who has taken which place."""
    if is_order_complete(cells):
        return None
    first = state.PHASES[cells[state.PHASE]] == "first_auction"
    count = cells[state.PLAYERS_LEFT]
    taken = range(cells[state.PLACE]) if first else range(cells[state.PLACE] + 1, count)
    return {
        "place": cells[state.PLACE] + 1 if first else None,
        "high_bid": cells[state.HIGH_BID] if cells[state.HIGH_BID] >= 0 else None,
        "leader": cells[state.LEADER] if cells[state.LEADER] >= 0 else None,
        "taken": [{"place": place + 1, "seat": cells[state.ORDER + place]} for place in taken],
    }


def player(cells: list[int], seat: int) -> dict[str, Any]:
    """One player's markers and money."""
    own = int(state.block(seat))
    bid = cells[own + state.LAST_BID]
    bidding = not is_order_complete(cells)
    tile = cells[own + state.TILE]
    return {
        "seat": seat,
        "cash": cells[own + state.CASH],
        "income": cells[own + state.INCOME],
        "points": cells[own + state.POINTS],
        "locomotive": cells[own + state.LOCOMOTIVE],
        "action_tile": actions.TILES[tile - 1] if tile else None,
        "action_due": cells[own + state.DUE] == 1,
        "improved": cells[own + state.IMPROVED] == 1,
        "last_bid": bid if bidding and bid != state.NO_BID else None,
        "passed": bidding and cells[own + state.OUT] == state.PASSED,
        "placed": bidding and cells[own + state.OUT] == state.PLACED,
        "free_pass": cells[own + state.FREE_PASS] == 1,
        "points_to_take": cells[own + state.PENDING],
        "beginner": cells[own + state.BEGINNER] == 1,
        "bankrupt": cells[own + state.BANKRUPT] == 1,
    }


def action_tiles(cells: list[int]) -> list[dict[str, Any]]:
    """The action tiles, and who has them."""
    held = {cells[int(state.block(seat)) + state.TILE]: seat for seat in range(cells[SEATS])}
    return [
        {"number": number, "tile": tile, "holder": held.get(number)}
        for number, tile in enumerate(actions.TILES, 1)
    ]


def stop_shown(position: Position, cells: list[int], stop: int) -> dict[str, Any]:
    """A city or town with its goods."""
    land = position.land
    at = int(state.stop_cell(stop))
    colour = cells[at]
    return {
        "name": land.stop_names[stop],
        "title": land.stop_titles[stop],
        "hex": land.hex_names[int(land.stop_hex[stop])],
        "colour": actions.COLOURS[colour - 1] if colour else None,
        "new_city": colour > 0 and stop >= land.city_count,
        "growth_marker": cells[at + state.MARKED] == 1,
        "goods": counts(cells, at + state.CUBES),
    }


def links_shown(position: Position) -> list[dict[str, Any]]:
    """Every link once, the incomplete ones with nothing at their open end.

    Track from a New City back to it is no link.
    """
    land = position.land
    shown = []
    for stop in range(int(land.stop_count)):
        place = int(land.stop_hex[stop])
        for edge in range(6):
            hexes, code = course(position, stop, edge)
            end = int(arrival(position, place, edge))
            if not hexes or (end >= 0 and end // 6 == stop):
                continue
            if end < 0 or end > 6 * stop + edge:
                shown.append(
                    {
                        "from": land.stop_names[stop],
                        "side": actions.EDGES[edge],
                        "to": land.stop_names[end // 6] if end >= 0 else None,
                        "owner": owner(code),
                        "complete": end >= 0,
                        "hexes": hexes,
                    }
                )
    return shown


def course(position: Position, stop: int, edge: int) -> tuple[list[str], int]:
    """The hexes of the link that leaves a stop over a side, and the owner's code."""
    land = position.land
    place = int(land.stop_hex[stop])
    town = position.colour_of(stop) == 0
    hexes = [land.hex_names[place]] if town and position.exit(place, edge) else []
    code = int(position.exit(place, edge)) if town else state.NO_TRACK
    if town and not hexes:
        return [], code
    while not (hexes and town and is_open_end(position, place, edge)):
        place, edge = int(land.neighbour[6 * place + edge]), int(opposite(edge))
        if place < 0 or position.is_city(place) or position.exit(place, edge) == state.NO_TRACK:
            break
        hexes.append(land.hex_names[place])
        code = int(position.exit(place, edge))
        edge = int(position.components.tiles.other_end[6 * position.pattern(place) + edge])
        if edge == TOWN_CENTRE:
            break
    return hexes, code


def owner(code: int) -> int | None:
    """The seat of an exit's code."""
    return code - int(state.FIRST_OWNER) if code >= state.FIRST_OWNER else None


@lru_cache(maxsize=16384)
def hex_shown(components: Components, place: int, pattern: int, exits: int) -> dict[str, Any]:
    """A hex: what is printed there, its tile, and whose tracks leave it."""
    land = components.land
    q, r = land.axial[place]
    stop = int(land.stop_at[place])
    tiles = components.tiles
    return {
        "hex": land.hex_names[place],
        "q": q,
        "r": r,
        "terrain": TERRAINS[int(land.terrain[place])],
        "river": land.river[place] == 1,
        "stop": land.stop_names[stop] if stop >= 0 else None,
        "closed": [
            actions.EDGES[edge] for edge in range(6) if land.neighbour[6 * place + edge] < 0
        ],
        "tile": actions.SHAPES[int(tiles.shape_of[pattern])] if pattern else None,
        "turn": int(tiles.turn_of[pattern]) if pattern else None,
        "tracks": [
            {
                "from": actions.EDGES[track[0]],
                "to": actions.EDGES[track[1]] if len(track) > 1 else "town",
                "owner": owner((exits >> (4 * track[0])) & state.OWNER_BITS),
                "laid_now": (exits >> (4 * track[0])) & state.FRESH != 0,
            }
            for track in sorted(tiles.tracks[pattern])
        ],
    }
