"""Carrying out a build: what it costs, whose the new track is, and what becomes of open ends."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.packing import FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.steam import state
from railhead.games.steam.rules.build import ground_cost
from railhead.games.steam.rules.exchange import lift, take_up, turn_side
from railhead.games.steam.rules.money import pay
from railhead.games.steam.rules.track import (
    OPEN,
    facing_code,
    follow,
    is_open_end,
    may_claim,
    paint,
    repaint,
)
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, TOWN_CENTRE


def cost(position: Position, place: i64, pattern: i64) -> i64:
    """The price of laying a pattern on a hex."""
    return position.components.tiles.exit_count[pattern] + ground_cost(position, place)


def build(position: Position, seat: i64, action: i64) -> None:
    """Pay for a tile and lay it."""
    place: i64 = (action >> FIRST) & PARAMETER_MASK
    shape: i64 = (action >> SECOND) & PARAMETER_MASK
    turn: i64 = (action >> THIRD) & PARAMETER_MASK
    pattern: i64 = position.components.tiles.pattern_of[6 * shape + turn]
    pay(position, seat, cost(position, place, pattern))
    put(position, seat + state.FIRST_OWNER, place, pattern)
    cells = position.cells
    cells[state.LAID_AT + cells[state.LAID]] = place
    cells[state.LAID] += 1


def put(position: Position, code: i64, place: i64, pattern: i64) -> None:
    """Carry out a build of the owner `code`, its price and its count aside."""
    turn_first(position, code, place, pattern)
    lay(position, code, place, pattern)


def turn_first(position: Position, code: i64, place: i64, pattern: i64) -> None:
    """Where options let one tile do two things to a track, do the first of them.

    A track that will come in elsewhere is taken off its hex; one that is turned while another is
    added is turned.
    """
    tiles = position.components.tiles
    old: i64 = position.pattern(place)
    if old == 0:
        return
    kept: i64 = turn_side(position, place, pattern)
    if kept < 0:
        return
    target: i64 = tiles.other_end[6 * pattern + kept]
    if target < 0:
        lift(position, place, kept)
    elif tiles.exit_count[pattern] > tiles.exit_count[old]:
        lay(position, code, place, tiles.single[tiles.pair_of[6 * kept + target]])


def lay(position: Position, code: i64, place: i64, pattern: i64) -> None:
    """Put a tile on a hex for the owner `code`, in place of the one that is there."""
    cells = position.cells
    tiles = position.components.tiles
    old: i64 = position.pattern(place)
    if old > 0:
        cells[state.USED + tiles.shape_of[old]] -= 1
    cells[state.USED + tiles.shape_of[pattern]] += 1
    cells[position.tile_at + place] = pattern
    for edge in range(EDGE_COUNT):
        end: i64 = tiles.other_end[6 * pattern + edge]
        if end == TOWN_CENTRE:
            if position.exit(place, edge) == state.NO_TRACK:
                add_exit(position, code, place, edge)
        elif end > edge and tiles.other_end[6 * old + edge] != end:
            if position.exit(place, edge) != state.NO_TRACK:
                redirect(position, code, place, edge, end, tiles.other_end[6 * old + edge])
            elif position.exit(place, end) != state.NO_TRACK:
                redirect(position, code, place, end, edge, tiles.other_end[6 * old + end])
            else:
                add_track(position, code, place, edge, end)


def add_exit(position: Position, code: i64, place: i64, edge: i64) -> None:
    """A new exit of a town: the builder's, unless it joins another player's open end."""
    end: i64 = facing_code(position, place, edge)
    if end in (state.NO_TRACK, state.UNOWNED, code):
        position.set_exit(place, edge, code | state.FRESH)
        paint(position, place, edge, code)
    else:
        position.set_exit(place, edge, end | state.FRESH)


def add_track(position: Position, code: i64, place: i64, one: i64, other: i64) -> None:
    """A new track: the builder's, with all that it joins."""
    position.set_exit(place, one, code | state.FRESH)
    position.set_exit(place, other, code | state.FRESH)
    paint(position, place, one, code)
    paint(position, place, other, code)


def redirect(position: Position, code: i64, place: i64, kept: i64, target: i64, old: i64) -> None:
    """Turn the end of a link from the side `old` to `target`.

    That alone changes no owner. A link completed by it is the builder's.
    """
    fresh: i64 = state.FRESH if position.is_fresh(place, old) else 0
    owner: i64 = position.exit(place, kept)
    position.set_exit(place, old, state.NO_TRACK)
    position.set_exit(place, target, owner | fresh)
    if not is_open_end(position, place, target):
        position.set_exit(place, target, code | fresh)
        repaint(position, place, kept, code)
        paint(position, place, kept, code)
        paint(position, place, target, code)


def urbanize(position: Position, code: i64, stop: i64, colour: i64) -> None:
    """Make a town a city: its tile goes back, open ends that face it are complete.

    Unowned ones become the builder's where they could be claimed. Track that began in this very
    town leads from the city back to it: it is no link, and nobody's.
    """
    cells = position.cells
    place: i64 = position.land.stop_hex[stop]
    if cells[state.SPUR_TRACK] == 0:
        take_up_spurs(position, place, stop)
    claimed: i64 = 0
    looped: i64 = 0
    for edge in range(EDGE_COUNT):
        end: i64 = state.NO_TRACK
        if position.exit(place, edge) == state.NO_TRACK:
            end = facing_code(position, place, edge)
        if end != state.NO_TRACK and follow(position, place, edge) == stop:
            looped |= 1 << edge
        elif end == state.UNOWNED and may_claim(position, code, follow(position, place, edge)):
            claimed |= 1 << edge
    pattern: i64 = position.pattern(place)
    if pattern > 0:
        cells[state.USED + position.components.tiles.shape_of[pattern]] -= 1
    for edge in range(EDGE_COUNT):
        if claimed & (1 << edge) != 0:
            paint(position, place, edge, code)
        elif looped & (1 << edge) != 0:
            paint(position, place, edge, state.UNOWNED)
    cells[position.tile_at + place] = 0
    cells[position.exit_at + place] = 0
    cells[state.stop_cell(stop) + state.COLOUR] = colour + 1
    cells[state.stop_cell(stop) + state.MARKED] = 1
    cells[state.NEW_CITIES + colour] -= 1


def take_up_spurs(position: Position, place: i64, stop: i64) -> None:
    """Take up the incomplete links without owner that begin in a town."""
    for edge in range(EDGE_COUNT):
        if position.exit(place, edge) == state.UNOWNED:
            end: i64 = follow(position, place, edge)
            if end in (OPEN, stop):
                take_up(position, place, edge)


def finish(position: Position, seat: i64) -> None:
    """The end of a building turn: incomplete links that were not extended lose their token."""
    cells = position.cells
    code: i64 = seat + state.FIRST_OWNER
    hexes: i64 = position.land.hex_count
    for place in range(hexes):
        word: i64 = cells[position.exit_at + place]
        edge: i64 = 0
        while word != 0 and edge < 6:
            # An old exit of the builder's: its four bits are the code and no `FRESH`.
            old = (cells[position.exit_at + place] >> (4 * edge)) & 15 == code
            open_end = old and is_open_end(position, place, edge)
            if open_end and not is_kept(position, code, place, edge):
                give_up(position, place, edge)
            edge += 1
    for index in range(cells[state.LAID]):
        cells[position.exit_at + cells[state.LAID_AT + index]] &= state.ALL_OWNERS


def give_up(position: Position, place: i64, edge: i64) -> None:
    """Take the token off the incomplete link that ends at this exit."""
    back: i64 = position.components.tiles.other_end[6 * position.pattern(place) + edge]
    repaint(position, place, edge, state.UNOWNED)
    if back != TOWN_CENTRE:
        repaint(position, place, back, state.UNOWNED)
        paint(position, place, back, state.UNOWNED)


def is_kept(position: Position, code: i64, place: i64, edge: i64) -> bool:
    """Whether an option lets a new branch at its start keep an incomplete link."""
    if position.cells[state.BRANCH_KEEPS] == 0:
        return False
    back: i64 = position.components.tiles.other_end[6 * position.pattern(place) + edge]
    stop: i64 = position.land.stop_at[place]
    if back != TOWN_CENTRE:
        stop = follow(position, place, back)
    centre: i64 = position.land.stop_hex[stop]
    neighbour = position.land.neighbour
    for side in range(EDGE_COUNT):
        word: i64 = (position.cells[position.exit_at + centre] >> (4 * side)) & 15
        if position.colour_of(stop) > 0 and neighbour[6 * centre + side] >= 0:
            across: i64 = side + 3 if side < 3 else side - 3
            beyond: i64 = neighbour[6 * centre + side]
            word = (position.cells[position.exit_at + beyond] >> (4 * across)) & 15
        if word & state.FRESH != 0 and word & state.OWNER_BITS == code:
            return True
    return False
