"""What lies at the six sides of every hex, sorted for a builder: section 7 of the rules.

*Starts* are the sides from which the builder may begin or go on (a city, an own open end, an
unowned one that may be claimed), *foreign* sides have another player's open end, *closed* ones
cannot be used; sides that have a track already are closed too. Everything else is open ground. The
three kinds are three masks in one word, a word for each hex. They are found for the whole map at
once, from the little that lies on it: most hexes are as the map has them.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.steam import state
from railhead.games.steam.geography import CLOSED, CLOSED_AT, FOREIGN, FOREIGN_AT, START
from railhead.games.steam.rules.track import follow, may_claim
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import ALL_SIDES, EDGE_COUNT
from railhead.games.vectors import vec


def starts_of(word: i64) -> i64:
    """The starts of a hex as a mask."""
    return word & ALL_SIDES


def closed_of(word: i64) -> i64:
    """The closed sides of a hex as a mask."""
    return word >> CLOSED_AT


def barred_of(word: i64) -> i64:
    """The foreign and closed sides of a hex, which no new track may use, as a mask."""
    return ((word >> FOREIGN_AT) & ALL_SIDES) | (word >> CLOSED_AT)


def ground(position: Position, code: i64) -> vec[i64]:
    """By hex, its sides for the owner `code`; what it says of a city's own sides means nothing."""
    cells = position.cells
    land = position.land
    exit_at: i64 = position.exit_at
    found = land.bare_ground[:]
    for stop in range(land.city_count, land.stop_count):
        if cells[state.STOPS + state.STOP_CELLS * stop] > 0:
            begin_around(position, land.stop_hex[stop], found)
    for place in range(land.hex_count):
        word: i64 = cells[exit_at + place]
        if word != 0:
            note_exits(position, code, place, word, found)
    return found


def begin_around(position: Position, centre: i64, found: vec[i64]) -> None:
    """A New City: the hexes around it have a start more."""
    neighbour = position.land.neighbour
    for edge in range(EDGE_COUNT):
        beyond: i64 = neighbour[6 * centre + edge]
        if beyond >= 0:
            found[beyond] |= START << (edge + 3 if edge < 3 else edge - 3)


def note_exits(position: Position, code: i64, place: i64, word: i64, found: vec[i64]) -> None:
    """The exits of a hex close its own sides, and are something to the hexes across them."""
    cells = position.cells
    neighbour = position.land.neighbour
    exit_at: i64 = position.exit_at
    edge: i64 = 0
    while word != 0:
        owner: i64 = word & state.OWNER_BITS
        if owner != state.NO_TRACK:
            found[place] = (found[place] | (CLOSED << edge)) & ~(START << edge)
            beyond: i64 = neighbour[6 * place + edge]
            across: i64 = edge + 3 if edge < 3 else edge - 3
            if (
                beyond >= 0
                and (cells[exit_at + beyond] >> (4 * across)) & state.OWNER_BITS == state.NO_TRACK
            ):
                found[beyond] |= kind_of(position, code, owner, beyond, across) << across
        word >>= 4
        edge += 1


def kind_of(position: Position, code: i64, owner: i64, place: i64, edge: i64) -> i64:
    """What an open end of `owner`, which faces a hex from across an edge, is to `code`."""
    if owner == code:
        return START
    if owner != state.UNOWNED:
        return FOREIGN
    stop: i64 = follow(position, place, edge)
    if stop >= 0 and may_claim(position, code, stop):
        return START
    if position.joins_unowned():
        return 0
    return CLOSED
