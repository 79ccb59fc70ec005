"""The table of Steam as JSON: names, not indices. Nothing is hidden, so all viewers see this.

Views are made for every request, so each hex is made once for every state it can be in. Parts are
shared between views: they are for reading.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.game import ACTOR, SEATS
from games.steam.actions import COLOURS, EDGES, SHAPES, TILES
from games.steam.components import Components
from games.steam.geography import TERRAINS
from games.steam.rules.scoring import score_sheet, scores
from games.steam.rules.track import arrival, is_open_end, opposite
from games.steam.state import (
    ACTIVE,
    BAG,
    BANKRUPT,
    BEGINNER,
    CASH,
    CUBES,
    DUE,
    FIRST_OWNER,
    FREE_PASS,
    FRESH,
    GOODS_ROUND,
    HIGH_BID,
    IMPROVED,
    INCOME,
    LAID,
    LAST_BID,
    LAST_TURN,
    LEADER,
    LOCOMOTIVE,
    MARKED,
    MARKERS,
    NEW_CITIES,
    NO_BID,
    NO_TRACK,
    ORDER,
    OUT,
    OWNER_BITS,
    PASSED,
    PENDING,
    PHASE,
    PHASES,
    PLACE,
    PLACED,
    PLAYERS_LEFT,
    POINTS,
    SPACES_AT,
    STANDARD,
    SUPPLIED,
    TILE,
    TURN,
    Position,
    block,
    stop_cell,
)
from games.steam.tiles import TOWN_CENTRE


def view_of(state: Position, viewer: int) -> dict[str, Any]:
    """Everything on the table."""
    cells = list(state.cells)
    land = state.land
    supplied = cells[SUPPLIED]
    return {
        "variant": "standard" if cells[STANDARD] else "base",
        "turn": cells[TURN],
        "last_turn": cells[LAST_TURN],
        "phase": PHASES[cells[PHASE]],
        "actor": cells[ACTOR] if cells[ACTOR] >= 0 else None,
        "active": cells[ACTIVE],
        "goods_round": cells[GOODS_ROUND] or None,
        "tiles_laid": cells[LAID],
        "order": cells[ORDER : ORDER + cells[PLAYERS_LEFT]] if ordered(cells) else None,
        "auction": auction(cells),
        "players": [player(cells, seat) for seat in range(cells[SEATS])],
        "action_tiles": action_tiles(cells),
        "supply": [
            {"space": space + 1, "goods": counts(cells, SPACES_AT + len(COLOURS) * space)}
            for space in range(state.components.spaces)
        ],
        "bag": counts(cells, BAG),
        "new_cities": counts(cells, NEW_CITIES),
        "growth_markers": cells[MARKERS],
        "goods_go_to": land.stop_names[supplied] if supplied >= 0 else None,
        "stops": [stop_shown(state, cells, stop) for stop in range(int(land.stop_count))],
        "links": links_shown(state),
        "hexes": [
            hex_shown(
                state.components, place, cells[state.tile_at + place], cells[state.exit_at + place]
            )
            for place in range(int(land.hex_count))
        ],
        "scores": scores(state),
        "score_sheet": score_sheet(state),
        "map": land.title,
        "notices": list(land.notices),
    }


def counts(cells: list[int], at: int) -> dict[str, int]:
    """Numbers by colour."""
    return dict(zip(COLOURS, cells[at : at + len(COLOURS)], strict=True))


def ordered(cells: list[int]) -> bool:
    """Whether there is a whole turn order: not while it is auctioned."""
    return PHASES[cells[PHASE]] not in ("first_auction", "auction")


def auction(cells: list[int]) -> dict[str, Any] | None:
    """The running auction: the bids, who has passed, who has taken which place."""
    if ordered(cells):
        return None
    first = PHASES[cells[PHASE]] == "first_auction"
    count = cells[PLAYERS_LEFT]
    taken = range(cells[PLACE]) if first else range(cells[PLACE] + 1, count)
    return {
        "place": cells[PLACE] + 1 if first else None,
        "high_bid": cells[HIGH_BID] if cells[HIGH_BID] >= 0 else None,
        "leader": cells[LEADER] if cells[LEADER] >= 0 else None,
        "taken": [{"place": place + 1, "seat": cells[ORDER + place]} for place in taken],
    }


def player(cells: list[int], seat: int) -> dict[str, Any]:
    """One player's markers and money."""
    own = int(block(seat))
    bid = cells[own + LAST_BID]
    bidding = not ordered(cells)
    tile = cells[own + TILE]
    return {
        "seat": seat,
        "cash": cells[own + CASH],
        "income": cells[own + INCOME],
        "points": cells[own + POINTS],
        "locomotive": cells[own + LOCOMOTIVE],
        "action_tile": TILES[tile - 1] if tile else None,
        "action_due": cells[own + DUE] == 1,
        "improved": cells[own + IMPROVED] == 1,
        "last_bid": bid if bidding and bid != NO_BID else None,
        "passed": bidding and cells[own + OUT] == PASSED,
        "placed": bidding and cells[own + OUT] == PLACED,
        "free_pass": cells[own + FREE_PASS] == 1,
        "points_to_take": cells[own + PENDING],
        "beginner": cells[own + BEGINNER] == 1,
        "bankrupt": cells[own + BANKRUPT] == 1,
    }


def action_tiles(cells: list[int]) -> list[dict[str, Any]]:
    """The action tiles, and who has them."""
    held = {cells[int(block(seat)) + TILE]: seat for seat in range(cells[SEATS])}
    return [
        {"number": number, "tile": tile, "holder": held.get(number)}
        for number, tile in enumerate(TILES, 1)
    ]


def stop_shown(state: Position, cells: list[int], stop: int) -> dict[str, Any]:
    """A city or town with its goods."""
    land = state.land
    at = int(stop_cell(stop))
    colour = cells[at]
    return {
        "name": land.stop_names[stop],
        "title": land.stop_titles[stop],
        "hex": land.hex_names[int(land.stop_hex[stop])],
        "colour": COLOURS[colour - 1] if colour else None,
        "new_city": colour > 0 and stop >= land.city_count,
        "growth_marker": cells[at + MARKED] == 1,
        "goods": counts(cells, at + CUBES),
    }


def links_shown(state: Position) -> list[dict[str, Any]]:
    """Every link once, the incomplete ones with nothing at their open end.

    Track from a New City back to it is no link.
    """
    land = state.land
    shown = []
    for stop in range(int(land.stop_count)):
        place = int(land.stop_hex[stop])
        for edge in range(6):
            hexes, code = course(state, stop, edge)
            end = int(arrival(state, place, edge))
            if not hexes or (end >= 0 and end // 6 == stop):
                continue
            if end < 0 or end > 6 * stop + edge:
                shown.append(
                    {
                        "from": land.stop_names[stop],
                        "side": EDGES[edge],
                        "to": land.stop_names[end // 6] if end >= 0 else None,
                        "owner": owner(code),
                        "complete": end >= 0,
                        "hexes": hexes,
                    }
                )
    return shown


def course(state: Position, stop: int, edge: int) -> tuple[list[str], int]:
    """The hexes of the link that leaves a stop over a side, and the owner's code."""
    land = state.land
    place = int(land.stop_hex[stop])
    town = state.colour_of(stop) == 0
    hexes = [land.hex_names[place]] if town and state.exit(place, edge) else []
    code = int(state.exit(place, edge)) if town else NO_TRACK
    if town and not hexes:
        return [], code
    while not (hexes and town and is_open_end(state, place, edge)):
        place, edge = int(land.neighbour[6 * place + edge]), int(opposite(edge))
        if place < 0 or state.is_city(place) or state.exit(place, edge) == NO_TRACK:
            break
        hexes.append(land.hex_names[place])
        code = int(state.exit(place, edge))
        edge = int(state.components.tiles.other_end[6 * state.pattern(place) + edge])
        if edge == TOWN_CENTRE:
            break
    return hexes, code


def owner(code: int) -> int | None:
    """The seat of an exit's code."""
    return code - int(FIRST_OWNER) if code >= FIRST_OWNER else None


@lru_cache(maxsize=65536)
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
        "closed": [EDGES[edge] for edge in range(6) if land.neighbour[6 * place + edge] < 0],
        "tile": SHAPES[int(tiles.shape_of[pattern])] if pattern else None,
        "turn": int(tiles.turn_of[pattern]) if pattern else None,
        "tracks": [
            {
                "from": EDGES[track[0]],
                "to": EDGES[track[1]] if len(track) > 1 else "town",
                "owner": owner((exits >> (4 * track[0])) & OWNER_BITS),
                "laid_now": (exits >> (4 * track[0])) & FRESH != 0,
            }
            for track in sorted(tiles.tracks[pattern])
        ],
    }
