"""Links as chains of track: where a track leads, who owns it, which links are complete.

A chain is followed from tile to tile; it always has a stop at one end. The owner's code lies on
every exit of a chain (`state.Position.exit`), so whoever changes it repaints the chain.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.steam import state
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import TOWN_CENTRE
from railhead.games.vectors import vec

OPEN: Final = -1
"""Where a track leads that does not end at a stop."""
NO_LINK: Final = -1
END_BITS: Final = 9
END_MASK: Final = 511
"""A link's other end, six times the stop and the side, below the owner's code."""


def opposite(edge: i64) -> i64:
    """The same edge as seen from the hex across it."""
    return edge + 3 if edge < 3 else edge - 3


def arrival(position: Position, place: i64, edge: i64) -> i64:
    """Where the track ends that leaves `place` over `edge`: six times the stop, and the side.

    `OPEN` for a track that does not end at a stop.
    """
    cells = position.cells
    neighbour = position.land.neighbour
    stop_at = position.land.stop_at
    other_end = position.components.tiles.other_end
    while True:
        place = neighbour[6 * place + edge]
        if place < 0:
            return OPEN
        # `opposite`, written out: in this loop a call is felt.
        edge = edge + 3 if edge < 3 else edge - 3
        stop: i64 = stop_at[place]
        if stop >= 0 and cells[state.STOPS + state.STOP_CELLS * stop] > 0:
            return 6 * stop + edge
        if (cells[position.exit_at + place] >> (4 * edge)) & state.OWNER_BITS == state.NO_TRACK:
            return OPEN
        beyond: i64 = other_end[6 * cells[position.tile_at + place] + edge]
        if beyond == TOWN_CENTRE:
            return 6 * stop + edge
        edge = beyond


def follow(position: Position, place: i64, edge: i64) -> i64:
    """The stop where the track ends that leaves `place` over `edge`, or `OPEN`."""
    end: i64 = arrival(position, place, edge)
    if end < 0:
        return OPEN
    return end // 6


def paint(position: Position, place: i64, edge: i64, code: i64) -> None:
    """Give the track beyond `edge` of `place`, as far as it leads, to the owner `code`."""
    neighbour = position.land.neighbour
    other_end = position.components.tiles.other_end
    while True:
        place = neighbour[6 * place + edge]
        if place < 0 or position.is_city(place):
            return
        edge = opposite(edge)
        if position.exit(place, edge) == state.NO_TRACK:
            return
        repaint(position, place, edge, code)
        edge = other_end[6 * position.pattern(place) + edge]
        if edge == TOWN_CENTRE:
            return
        repaint(position, place, edge, code)


def repaint(position: Position, place: i64, edge: i64, code: i64) -> None:
    """Change the owner of one exit and keep whether it was laid just now."""
    fresh: i64 = state.FRESH if position.is_fresh(place, edge) else 0
    position.set_exit(place, edge, code | fresh)


def facing_code(position: Position, place: i64, edge: i64) -> i64:
    """The code of the open end that faces `place` from across `edge`; `NO_TRACK` for none.

    `place` has no track at that edge, and the hex across it is no city.
    """
    beyond: i64 = position.land.neighbour[6 * place + edge]
    if beyond < 0:
        return state.NO_TRACK
    across: i64 = edge + 3 if edge < 3 else edge - 3
    return (position.cells[position.exit_at + beyond] >> (4 * across)) & state.OWNER_BITS


def is_open_end(position: Position, place: i64, edge: i64) -> bool:
    """Whether the track of `place` that leaves over `edge` ends there."""
    cells = position.cells
    beyond: i64 = position.land.neighbour[6 * place + edge]
    if beyond < 0:
        return True
    stop: i64 = position.land.stop_at[beyond]
    if stop >= 0 and cells[state.STOPS + state.STOP_CELLS * stop] > 0:
        return False
    across: i64 = edge + 3 if edge < 3 else edge - 3
    return (cells[position.exit_at + beyond] >> (4 * across)) & state.OWNER_BITS == state.NO_TRACK


def has_link_at(position: Position, code: i64, stop: i64) -> bool:
    """Whether the town tile of a stop has an exit of the owner `code`."""
    word: i64 = position.cells[position.exit_at + position.land.stop_hex[stop]]
    while word != 0:
        if word & state.OWNER_BITS == code:
            return True
        word >>= 4
    return False


def may_claim(position: Position, code: i64, stop: i64) -> bool:
    """Whether the owner `code` may claim an unowned incomplete link that starts at `stop`."""
    return position.colour_of(stop) > 0 or has_link_at(position, code, stop)


def links(position: Position) -> vec[i64]:
    """The complete links by stop and side: the other end, and the owner's code above it.

    `NO_LINK` where no complete link leaves. Every link stands at both its ends. Track from a New
    City back to it is no link.
    """
    cells = position.cells
    land = position.land
    neighbour = land.neighbour
    exit_at: i64 = position.exit_at
    found = position.components.no_links[:]
    for stop in range(land.stop_count):
        place: i64 = land.stop_hex[stop]
        own: i64 = cells[exit_at + place]
        town = cells[state.STOPS + state.STOP_CELLS * stop] == 0
        edge: i64 = 0
        if town and own == 0:
            edge = 6
        while edge < 6:
            code: i64 = (own >> (4 * edge)) & state.OWNER_BITS
            beyond: i64 = neighbour[6 * place + edge]
            if not town and beyond >= 0:
                across: i64 = edge + 3 if edge < 3 else edge - 3
                code = (cells[exit_at + beyond] >> (4 * across)) & state.OWNER_BITS
            if code != state.NO_TRACK:
                end: i64 = arrival(position, place, edge)
                if end >= 0 and end // 6 != stop:
                    found[6 * stop + edge] = end | (code << END_BITS)
            edge += 1
    return found


def count_links(found: vec[i64], seat: i64) -> i64:
    """How many of the links that `links` has found a player owns."""
    ends: i64 = 0
    for index in range(i64(len(found))):
        if found[index] != NO_LINK and found[index] >> END_BITS == seat + state.FIRST_OWNER:
            ends += 1
    return ends // 2


def links_of(position: Position, seat: i64) -> i64:
    """How many complete links a player owns."""
    return count_links(links(position), seat)


def release(position: Position, seat: i64) -> None:
    """Take all of a player's tokens off the map: its links are unowned."""
    code: i64 = seat + state.FIRST_OWNER
    for place in range(position.land.hex_count):
        edge: i64 = 0
        while position.pattern(place) > 0 and edge < 6:
            if position.exit(place, edge) == code:
                repaint(position, place, edge, state.UNOWNED)
            edge += 1
