"""Links as chains of track: where a track leads, who owns it, which links are complete.

A chain is followed from tile to tile; it always has a stop at one end. The owner's code lies on
every exit of a chain (`state.Position.exit`), so whoever changes it repaints the chain.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.steam.state import (
    FIRST_OWNER,
    FRESH,
    NO_TRACK,
    OWNER_BITS,
    STOP_CELLS,
    STOPS,
    UNOWNED,
    Position,
)
from games.steam.tiles import TOWN_CENTRE
from games.vectors import vec

OPEN: Final = -1
"""Where a track leads that does not end at a stop."""
NO_LINK: Final = -1
END_BITS: Final = 9
END_MASK: Final = 511
"""A link's other end, six times the stop and the side, below the owner's code."""


def opposite(edge: i64) -> i64:
    """The same edge as seen from the hex across it."""
    return edge + 3 if edge < 3 else edge - 3


def arrival(state: Position, place: i64, edge: i64) -> i64:
    """Where the track ends that leaves `place` over `edge`: six times the stop, and the side.

    `OPEN` for a track that does not end at a stop.
    """
    cells = state.cells
    neighbour = state.land.neighbour
    stop_at = state.land.stop_at
    other_end = state.components.tiles.other_end
    while True:
        place = neighbour[6 * place + edge]
        if place < 0:
            return OPEN
        edge = edge + 3 if edge < 3 else edge - 3
        stop: i64 = stop_at[place]
        if stop >= 0 and cells[STOPS + STOP_CELLS * stop] > 0:
            return 6 * stop + edge
        if (cells[state.exit_at + place] >> (4 * edge)) & OWNER_BITS == NO_TRACK:
            return OPEN
        beyond: i64 = other_end[6 * cells[state.tile_at + place] + edge]
        if beyond == TOWN_CENTRE:
            return 6 * stop + edge
        edge = beyond


def follow(state: Position, place: i64, edge: i64) -> i64:
    """The stop where the track ends that leaves `place` over `edge`, or `OPEN`."""
    end: i64 = arrival(state, place, edge)
    return end // 6 if end >= 0 else OPEN


def paint(state: Position, place: i64, edge: i64, code: i64) -> None:
    """Give the track beyond `edge` of `place`, as far as it leads, to the owner `code`."""
    neighbour = state.land.neighbour
    other_end = state.components.tiles.other_end
    while True:
        place = neighbour[6 * place + edge]
        if place < 0 or state.is_city(place):
            return
        edge = opposite(edge)
        if state.exit(place, edge) == NO_TRACK:
            return
        repaint(state, place, edge, code)
        edge = other_end[6 * state.pattern(place) + edge]
        if edge == TOWN_CENTRE:
            return
        repaint(state, place, edge, code)


def repaint(state: Position, place: i64, edge: i64, code: i64) -> None:
    """Change the owner of one exit and keep whether it was laid just now."""
    fresh: i64 = FRESH if state.is_fresh(place, edge) else 0
    state.set_exit(place, edge, code | fresh)


def faced(state: Position, place: i64, edge: i64) -> i64:
    """The code of the open end that faces `place` from across `edge`; `NO_TRACK` for none.

    `place` has no track at that edge, and the hex across it is no city.
    """
    beyond: i64 = state.land.neighbour[6 * place + edge]
    return state.exit(beyond, opposite(edge)) if beyond >= 0 else NO_TRACK


def is_open_end(state: Position, place: i64, edge: i64) -> bool:
    """Whether the track of `place` that leaves over `edge` ends there."""
    beyond: i64 = state.land.neighbour[6 * place + edge]
    if beyond < 0:
        return True
    return not state.is_city(beyond) and state.exit(beyond, opposite(edge)) == NO_TRACK


def has_link_at(state: Position, code: i64, stop: i64) -> bool:
    """Whether the town tile of a stop has an exit of the owner `code`."""
    word: i64 = state.cells[state.exit_at + state.land.stop_hex[stop]]
    while word != 0:
        if word & OWNER_BITS == code:
            return True
        word >>= 4
    return False


def may_claim(state: Position, code: i64, stop: i64) -> bool:
    """Whether the owner `code` may claim an unowned incomplete link that starts at `stop`."""
    return state.colour_of(stop) > 0 or has_link_at(state, code, stop)


def links(state: Position) -> vec[i64]:
    """The complete links by stop and side: the other end, and the owner's code above it.

    `NO_LINK` where no complete link leaves. Every link stands at both its ends. Track from a New
    City back to it is no link.
    """
    land = state.land
    found = state.components.no_links[:]
    neighbour = land.neighbour
    stop: i64 = 0
    while stop < land.stop_count:
        place: i64 = land.stop_hex[stop]
        town = state.colour_of(stop) == 0
        edge: i64 = 0
        if town and state.cells[state.exit_at + place] == 0:
            edge = 6
        while edge < 6:
            code: i64 = NO_TRACK
            if town:
                code = state.exit(place, edge)
            elif neighbour[6 * place + edge] >= 0:
                code = state.exit(neighbour[6 * place + edge], opposite(edge))
            if code != NO_TRACK:
                end: i64 = arrival(state, place, edge)
                if end >= 0 and end // 6 != stop:
                    found[6 * stop + edge] = end | (code << END_BITS)
            edge += 1
        stop += 1
    return found


def count_links(found: vec[i64], seat: i64) -> i64:
    """How many of the links that `links` has found a player owns."""
    ends: i64 = 0
    index: i64 = 0
    while index < i64(len(found)):
        if found[index] != NO_LINK and found[index] >> END_BITS == seat + FIRST_OWNER:
            ends += 1
        index += 1
    return ends // 2


def links_of(state: Position, seat: i64) -> i64:
    """How many complete links a player owns."""
    return count_links(links(state), seat)


def release(state: Position, seat: i64) -> None:
    """Take all of a player's tokens off the map: its links are unowned."""
    code: i64 = seat + FIRST_OWNER
    place: i64 = 0
    while place < state.land.hex_count:
        edge: i64 = 0
        while state.pattern(place) > 0 and edge < 6:
            if state.exit(place, edge) == code:
                repaint(state, place, edge, UNOWNED)
            edge += 1
        place += 1
