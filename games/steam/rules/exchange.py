"""What options allow beyond one operation a tile, and taking track off the map.

`docs/rules/steam.md` section 17, Q17, Q20 and Q23. By `redirect_and_improve` one tile redirects the
track of a hex and adds another; by `redirect_start` a redirected track may also start from another
side. Where both are on, one tile may do both.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.steam import state
from railhead.games.steam.rules.build import (
    collect_with,
    legal_tracks,
    may_turn,
    meets_itself,
    offer,
    other_track,
    short_shapes,
    tiles_left,
    was_built_on,
    withheld,
)
from railhead.games.steam.rules.ground import barred_of, ground, starts_of
from railhead.games.steam.rules.money import means
from railhead.games.steam.rules.track import is_open_end, opposite
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, NO_PAIR, PAIR_COUNT, SPREAD


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every tile that only these options allow the builder to lay now."""
    cells = position.cells
    if cells[state.REDIRECT_AND_IMPROVE] == 0 and cells[state.REDIRECT_START] == 0:
        return
    if tiles_left(position, seat) <= 0:
        return
    money: i64 = means(position, seat)
    words = ground(position, seat + state.FIRST_OWNER)
    for place in range(position.land.hex_count):
        free = cells[state.SAME_HEX] == 1 or not was_built_on(position, place)
        if free and position.pattern(place) > 0 and position.land.stop_at[place] < 0:
            collect_hex(position, seat, place, words[place], money, out)


def collect_hex(
    position: Position, seat: i64, place: i64, word: i64, money: i64, out: Actions
) -> None:
    """The same for a hex with track and no stop, and the sides `word`."""
    tiles = position.components.tiles
    pattern: i64 = position.pattern(place)
    short: i64 = short_shapes(position, tiles.shape_of[pattern])
    kept_back: i64 = withheld(position, short, money)
    starts: i64 = starts_of(word)
    for edge in range(EDGE_COUNT):
        kept: i64 = tiles.other_end[6 * pattern + edge]
        if (
            kept >= 0
            and is_open_end(position, place, edge)
            and may_turn(position, seat, place, kept)
        ):
            # The side of the open end is free as soon as the track is turned away from it.
            barred: i64 = barred_of(word) & ~(1 << edge)
            legal: i64 = legal_tracks(position, place, starts, barred)
            if tiles.exit_count[pattern] == 2 and position.cells[state.REDIRECT_AND_IMPROVE] == 1:
                collect_turned(position, place, edge, starts, barred, legal, kept_back, out)
            if position.cells[state.REDIRECT_START] == 1:
                collect_moved(position, place, kept, legal, kept_back, out)


def collect_turned(
    position: Position,
    place: i64,
    edge: i64,
    starts: i64,
    barred: i64,
    legal: i64,
    kept_back: i64,
    out: Actions,
) -> None:
    """Tiles that turn the only track away from the side `edge` and add another track."""
    tiles = position.components.tiles
    kept: i64 = tiles.other_end[6 * position.pattern(place) + edge]
    for target in range(EDGE_COUNT):
        free = target != edge and (barred >> target) & 1 == 0
        if free and (starts >> target) & 1 != 0:
            free = not meets_itself(position, place, kept, target)
        if free:
            turned: i64 = tiles.pair_of[6 * kept + target]
            collect_with(tiles, place, turned, legal, kept_back, out)


def collect_moved(
    position: Position, place: i64, kept: i64, legal: i64, kept_back: i64, out: Actions
) -> None:
    """Tiles with a track from elsewhere for the one that came in at `kept`; by both options two."""
    tiles = position.components.tiles
    pattern: i64 = position.pattern(place)
    rest: i64 = other_track(position, pattern, kept)
    if rest != NO_PAIR and position.cells[state.REDIRECT_DOUBLE] == 0:
        return
    twice = rest == NO_PAIR and position.cells[state.REDIRECT_AND_IMPROVE] == 1
    while legal != 0:
        bit: i64 = legal & -legal
        legal -= bit
        pair: i64 = tiles.pair_at[((bit * SPREAD) >> 12) & 15]
        offer(tiles, place, tiles.double[PAIR_COUNT * rest + pair], kept_back, out)
        if twice:
            collect_with(tiles, place, pair, legal, kept_back, out)


def turn_side(position: Position, place: i64, pattern: i64) -> i64:
    """The side at which the track comes in that a pattern would turn or move; -1 for none."""
    other_end = position.components.tiles.other_end
    old: i64 = position.pattern(place)
    for edge in range(EDGE_COUNT):
        kept: i64 = other_end[6 * old + edge]
        lost = 0 <= kept < 6 and other_end[6 * pattern + edge] != kept
        if lost and is_open_end(position, place, edge):
            return kept
    return -1


def without(position: Position, place: i64, edge: i64) -> i64:
    """The pattern of a hex without its track at `edge`: 0 where there is no other."""
    rest: i64 = other_track(position, position.pattern(place), edge)
    if rest == NO_PAIR:
        return 0
    return position.components.tiles.single[rest]


def lift(position: Position, place: i64, edge: i64) -> None:
    """Take the track at `edge` off its hex; another one there stays, on a tile of its own."""
    cells = position.cells
    tiles = position.components.tiles
    old: i64 = position.pattern(place)
    rest: i64 = without(position, place, edge)
    cells[state.USED + tiles.shape_of[old]] -= 1
    if rest > 0:
        cells[state.USED + tiles.shape_of[rest]] += 1
    position.set_exit(place, tiles.other_end[6 * old + edge], state.NO_TRACK)
    position.set_exit(place, edge, state.NO_TRACK)
    cells[position.tile_at + place] = rest


def take_up(position: Position, place: i64, edge: i64) -> bool:
    """Take up the track beyond `edge` of `place` from its open end on, and say whether all went.

    A double tile needs one with its other track alone. Where none is left in stock, it stays, and
    so does what lies before it: the link stays in one piece.
    """
    tiles = position.components.tiles
    beyond: i64 = position.land.neighbour[6 * place + edge]
    if beyond < 0 or position.is_city(beyond):
        return True
    back: i64 = opposite(edge)
    if position.exit(beyond, back) == state.NO_TRACK:
        return True
    pattern: i64 = position.pattern(beyond)
    if not take_up(position, beyond, tiles.other_end[6 * pattern + back]):
        return False
    rest: i64 = without(position, beyond, back)
    if rest > 0:
        short: i64 = short_shapes(position, tiles.shape_of[pattern])
        if short & tiles.shape_mask[tiles.shape_of[rest]] != 0:
            return False
    lift(position, beyond, back)
    return True
