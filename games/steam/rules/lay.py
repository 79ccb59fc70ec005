"""Carrying out a build: what it costs, whose the new track is, and what becomes of open ends."""

from __future__ import annotations

from mypy_extensions import i64

from games.steam.rules.build import ground_cost
from games.steam.rules.exchange import lift, take_up, turned_from
from games.steam.rules.money import pay
from games.steam.rules.track import (
    OPEN,
    faced,
    follow,
    is_open_end,
    may_claim,
    paint,
    repaint,
)
from games.steam.state import (
    ALL_OWNERS,
    BRANCH_KEEPS,
    COLOUR,
    FIRST_OWNER,
    FRESH,
    LAID,
    LAID_AT,
    MARKED,
    NEW_CITIES,
    NO_TRACK,
    OWNER_BITS,
    SPUR_TRACK,
    UNOWNED,
    USED,
    Position,
    stop_cell,
)
from games.steam.tiles import TOWN_CENTRE


def cost(state: Position, place: i64, pattern: i64) -> i64:
    """The price of laying a pattern on a hex."""
    return state.components.tiles.exit_count[pattern] + ground_cost(state, place)


def build(state: Position, seat: i64, action: i64) -> None:
    """Pay for a tile and lay it."""
    place: i64 = (action >> 8) & 1023
    shape: i64 = (action >> 18) & 1023
    turn: i64 = (action >> 28) & 1023
    pattern: i64 = state.components.tiles.pattern_of[6 * shape + turn]
    pay(state, seat, cost(state, place, pattern))
    turn_first(state, seat + FIRST_OWNER, place, pattern)
    lay(state, seat + FIRST_OWNER, place, pattern)
    cells = state.cells
    cells[LAID_AT + cells[LAID]] = place
    cells[LAID] += 1


def turn_first(state: Position, code: i64, place: i64, pattern: i64) -> None:
    """Where options let one tile do two things to a track, do the first of them.

    A track that will come in elsewhere is taken off its hex; one that is turned while another is
    added is turned.
    """
    tiles = state.components.tiles
    old: i64 = state.pattern(place)
    if old == 0:
        return
    kept: i64 = turned_from(state, place, pattern)
    if kept < 0:
        return
    target: i64 = tiles.other_end[6 * pattern + kept]
    if target < 0:
        lift(state, place, kept)
    elif tiles.exit_count[pattern] > tiles.exit_count[old]:
        lay(state, code, place, tiles.single[tiles.pair_of[6 * kept + target]])


def lay(state: Position, code: i64, place: i64, pattern: i64) -> None:
    """Put a tile on a hex for the owner `code`, in place of the one that is there."""
    cells = state.cells
    tiles = state.components.tiles
    old: i64 = state.pattern(place)
    if old > 0:
        cells[USED + tiles.shape_of[old]] -= 1
    cells[USED + tiles.shape_of[pattern]] += 1
    cells[state.tile_at + place] = pattern
    edge: i64 = 0
    while edge < 6:
        end: i64 = tiles.other_end[6 * pattern + edge]
        if end == TOWN_CENTRE:
            if state.exit(place, edge) == NO_TRACK:
                add_exit(state, code, place, edge)
        elif end > edge and tiles.other_end[6 * old + edge] != end:
            if state.exit(place, edge) != NO_TRACK:
                redirect(state, code, place, edge, end, tiles.other_end[6 * old + edge])
            elif state.exit(place, end) != NO_TRACK:
                redirect(state, code, place, end, edge, tiles.other_end[6 * old + end])
            else:
                add_track(state, code, place, edge, end)
        edge += 1


def add_exit(state: Position, code: i64, place: i64, edge: i64) -> None:
    """A new exit of a town: the builder's, unless it joins another player's open end."""
    end: i64 = faced(state, place, edge)
    if end in (NO_TRACK, UNOWNED, code):
        state.set_exit(place, edge, code | FRESH)
        paint(state, place, edge, code)
    else:
        state.set_exit(place, edge, end | FRESH)


def add_track(state: Position, code: i64, place: i64, one: i64, other: i64) -> None:
    """A new track: the builder's, with all that it joins."""
    state.set_exit(place, one, code | FRESH)
    state.set_exit(place, other, code | FRESH)
    paint(state, place, one, code)
    paint(state, place, other, code)


def redirect(state: Position, code: i64, place: i64, kept: i64, target: i64, old: i64) -> None:
    """Turn the end of a link from the side `old` to `target`.

    That alone changes no owner. A link completed by it is the builder's.
    """
    fresh: i64 = FRESH if state.is_fresh(place, old) else 0
    owner: i64 = state.exit(place, kept)
    state.set_exit(place, old, NO_TRACK)
    state.set_exit(place, target, owner | fresh)
    if not is_open_end(state, place, target):
        state.set_exit(place, target, code | fresh)
        repaint(state, place, kept, code)
        paint(state, place, kept, code)
        paint(state, place, target, code)


def urbanize(state: Position, code: i64, stop: i64, colour: i64) -> None:
    """Make a town a city: its tile goes back, open ends that face it are complete.

    Unowned ones become the builder's where they could be claimed. Track that began in this very
    town leads from the city back to it: it is no link, and nobody's.
    """
    cells = state.cells
    place: i64 = state.land.stop_hex[stop]
    if cells[SPUR_TRACK] == 0:
        take_up_spurs(state, place, stop)
    claimed: i64 = 0
    looped: i64 = 0
    edge: i64 = 0
    while edge < 6:
        end: i64 = NO_TRACK
        if state.exit(place, edge) == NO_TRACK:
            end = faced(state, place, edge)
        if end != NO_TRACK and follow(state, place, edge) == stop:
            looped |= 1 << edge
        elif end == UNOWNED and may_claim(state, code, follow(state, place, edge)):
            claimed |= 1 << edge
        edge += 1
    pattern: i64 = state.pattern(place)
    if pattern > 0:
        cells[USED + state.components.tiles.shape_of[pattern]] -= 1
    edge = 0
    while edge < 6:
        if claimed & (1 << edge) != 0:
            paint(state, place, edge, code)
        elif looped & (1 << edge) != 0:
            paint(state, place, edge, UNOWNED)
        edge += 1
    cells[state.tile_at + place] = 0
    cells[state.exit_at + place] = 0
    cells[stop_cell(stop) + COLOUR] = colour + 1
    cells[stop_cell(stop) + MARKED] = 1
    cells[NEW_CITIES + colour] -= 1


def take_up_spurs(state: Position, place: i64, stop: i64) -> None:
    """Take up the incomplete links without owner that begin in a town."""
    edge: i64 = 0
    while edge < 6:
        if state.exit(place, edge) == UNOWNED:
            end: i64 = follow(state, place, edge)
            if end in (OPEN, stop):
                take_up(state, place, edge)
        edge += 1


def finish(state: Position, seat: i64) -> None:
    """The end of a building turn: incomplete links that were not extended lose their token."""
    cells = state.cells
    code: i64 = seat + FIRST_OWNER
    hexes: i64 = state.land.hex_count
    place: i64 = 0
    while place < hexes:
        word: i64 = cells[state.exit_at + place]
        edge: i64 = 0
        while word != 0 and edge < 6:
            # An old exit of the builder's: its four bits are the code and no `FRESH`.
            old = (cells[state.exit_at + place] >> (4 * edge)) & 15 == code
            open_end = old and is_open_end(state, place, edge)
            if open_end and not is_kept(state, code, place, edge):
                give_up(state, place, edge)
            edge += 1
        place += 1
    at: i64 = state.exit_at
    while at < state.exit_at + hexes:
        if cells[at] != 0:
            cells[at] &= ALL_OWNERS
        at += 1


def give_up(state: Position, place: i64, edge: i64) -> None:
    """Take the token off the incomplete link that ends at this exit."""
    back: i64 = state.components.tiles.other_end[6 * state.pattern(place) + edge]
    repaint(state, place, edge, UNOWNED)
    if back != TOWN_CENTRE:
        repaint(state, place, back, UNOWNED)
        paint(state, place, back, UNOWNED)


def is_kept(state: Position, code: i64, place: i64, edge: i64) -> bool:
    """Whether an option lets a new branch at its start keep an incomplete link."""
    if state.cells[BRANCH_KEEPS] == 0:
        return False
    back: i64 = state.components.tiles.other_end[6 * state.pattern(place) + edge]
    stop: i64 = state.land.stop_at[place]
    if back != TOWN_CENTRE:
        stop = follow(state, place, back)
    centre: i64 = state.land.stop_hex[stop]
    neighbour = state.land.neighbour
    side: i64 = 0
    while side < 6:
        word: i64 = (state.cells[state.exit_at + centre] >> (4 * side)) & 15
        if state.colour_of(stop) > 0 and neighbour[6 * centre + side] >= 0:
            across: i64 = side + 3 if side < 3 else side - 3
            beyond: i64 = neighbour[6 * centre + side]
            word = (state.cells[state.exit_at + beyond] >> (4 * across)) & 15
        if word & FRESH != 0 and word & OWNER_BITS == code:
            return True
        side += 1
    return False
