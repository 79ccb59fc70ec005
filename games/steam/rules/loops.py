"""Loops of links, which an option forbids: `docs/rules/steam.md` section 17, rule 7.7.

A loop is a way over complete links from a stop back to it on which no link comes twice. A tile
makes one when it completes a link whose ends are joined by links without it. By `own` the links of
each owner are looked at by themselves, whoever lays the tile; by `none` all together, those without
owner too. A New City is no track: whatever links it completes, it may be placed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD
from railhead.games.steam import actions, state
from railhead.games.steam.rules.lay import put
from railhead.games.steam.rules.track import END_BITS, END_MASK, NO_LINK, facing_code, links
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.vectors import vec

NO_LOOP: Final = -1
ANY_OWNER: Final = 0


def withdraw(position: Position, seat: i64, out: Actions, first: i64) -> None:
    """Take the builds that make a forbidden loop off a list, from the place `first` on."""
    if position.loops() == state.LOOPS_ALLOWED:
        return
    items = out.items
    kept: i64 = first
    for index in range(first, out.count):
        action: i64 = items[index]
        if action & CODE_MASK != actions.BUILD or loop_of(position, seat, action) == NO_LOOP:
            items[kept] = action
            kept += 1
    out.count = kept


def loop_of(position: Position, seat: i64, action: i64) -> i64:
    """The link by which a build makes a loop that the option forbids, or `NO_LOOP`.

    Named by one of its ends: six times the stop, and the side.
    """
    # This look at six sides spares most builds the two whole tables of links that come next.
    if not may_complete(position, action):
        return NO_LOOP
    before: vec[i64] = links(position)
    now: vec[i64] = links(after(position, seat, action))
    if position.loops() == state.LOOPS_NONE:
        return closing(position, before, now, ANY_OWNER)
    for owner in range(position.cells[SEATS]):
        found: i64 = closing(position, before, now, owner + state.FIRST_OWNER)
        if found != NO_LOOP:
            return found
    return NO_LOOP


def pattern_of(position: Position, action: i64) -> i64:
    """The pattern that a build lays."""
    shape: i64 = (action >> SECOND) & PARAMETER_MASK
    turn: i64 = (action >> THIRD) & PARAMETER_MASK
    return position.components.tiles.pattern_of[6 * shape + turn]


def after(position: Position, seat: i64, action: i64) -> Position:
    """A copy of the position in which the tile of a build is laid."""
    copy = position.clone()
    assert isinstance(copy, Position)
    place: i64 = (action >> FIRST) & PARAMETER_MASK
    put(copy, seat + state.FIRST_OWNER, place, pattern_of(position, action))
    return copy


def may_complete(position: Position, action: i64) -> bool:
    """Whether a tile meets enough of what surrounds its hex to complete a link, at a glance."""
    neighbour = position.land.neighbour
    place: i64 = (action >> FIRST) & PARAMETER_MASK
    exits: i64 = position.components.tiles.exits[pattern_of(position, action)]
    town = position.land.stop_at[place] >= 0
    met: i64 = 1 if town else 0
    for edge in range(EDGE_COUNT):
        beyond: i64 = neighbour[6 * place + edge]
        meets = (exits >> edge) & 1 != 0 and beyond >= 0
        if meets and (
            position.is_city(beyond) or facing_code(position, place, edge) != state.NO_TRACK
        ):
            met += 1
    return met > 1


def closing(position: Position, before: vec[i64], now: vec[i64], code: i64) -> i64:
    """The first link in `now` and not `before` that joins stops which links join without it.

    Looks at the links of the owner `code`, or of `ANY_OWNER`; says `NO_LOOP` where there is none.
    """
    # Sets of joined stops (union-find): a new link closes a loop where both its ends are in one
    # set.
    roots: vec[i64] = vec[i64](list(range(int(position.land.stop_count))))
    ports: i64 = 6 * position.land.stop_count
    for index in range(ports):
        if before[index] != NO_LINK and is_of(now[index], code):
            roots[root_of(roots, index // 6)] = root_of(roots, (now[index] & END_MASK) // 6)
    for index in range(ports):
        end: i64 = now[index] & END_MASK
        # A link stands at both its ends.
        new = now[index] != NO_LINK and before[index] == NO_LINK and index < end
        if new and is_of(now[index], code):
            one: i64 = root_of(roots, index // 6)
            other: i64 = root_of(roots, end // 6)
            if one == other:
                return index
            roots[one] = other
    return NO_LOOP


def is_of(link: i64, code: i64) -> bool:
    """Whether a link is the owner's."""
    return code == ANY_OWNER or link >> END_BITS == code


def root_of(roots: vec[i64], stop: i64) -> i64:
    """The stop that stands for all that are joined with this one."""
    while roots[stop] != stop:
        stop = roots[stop]
    return stop
