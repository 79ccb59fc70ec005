"""What options allow beyond one operation a tile, and taking track off the map.

`docs/rules/steam.md` section 17, Q17, Q20 and Q23. By `redirect_and_improve` one tile redirects the
track of a hex and adds another; by `redirect_start` a redirected track may also start from another
side. Where both are on, one tile may do both.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import Actions
from games.steam.rules.build import (
    legal_tracks,
    may_turn,
    meets_itself,
    offer,
    other_track,
    short_shapes,
    side_bit,
    sides,
    tiles_left,
    was_built_on,
)
from games.steam.rules.money import means
from games.steam.rules.track import is_open_end, opposite
from games.steam.state import (
    FIRST_OWNER,
    NO_TRACK,
    REDIRECT_AND_IMPROVE,
    REDIRECT_DOUBLE,
    REDIRECT_START,
    SAME_HEX,
    USED,
    Position,
)
from games.steam.tiles import PAIR_COUNT


def collect(state: Position, seat: i64, out: Actions) -> None:
    """Every tile that only these options allow the builder to lay now."""
    cells = state.cells
    if cells[REDIRECT_AND_IMPROVE] == 0 and cells[REDIRECT_START] == 0:
        return
    if tiles_left(state, seat) <= 0:
        return
    money: i64 = means(state, seat)
    place: i64 = 0
    while place < state.land.hex_count:
        free = cells[SAME_HEX] == 1 or not was_built_on(state, place)
        if free and state.pattern(place) > 0 and state.land.stop_at[place] < 0:
            collect_hex(state, seat, place, money, out)
        place += 1


def collect_hex(state: Position, seat: i64, place: i64, money: i64, out: Actions) -> None:
    """The same for a hex with track and no stop."""
    tiles = state.components.tiles
    pattern: i64 = state.pattern(place)
    short: i64 = short_shapes(state, tiles.shape_of[pattern])
    edge: i64 = 0
    while edge < 6:
        kept: i64 = tiles.other_end[6 * pattern + edge]
        if kept >= 0 and is_open_end(state, place, edge) and may_turn(state, seat, place, kept):
            starts, foreign, closed = sides(state, seat + FIRST_OWNER, place)
            # The side of the open end is free as soon as the track is turned away from it.
            barred: i64 = (foreign | closed) & ~side_bit(edge)
            legal: i64 = legal_tracks(state, place, starts, barred)
            if tiles.exit_count[pattern] == 2 and state.cells[REDIRECT_AND_IMPROVE] == 1:
                collect_turned(state, place, edge, starts, barred, legal, money, short, out)
            if state.cells[REDIRECT_START] == 1:
                collect_moved(state, place, kept, legal, money, short, out)
        edge += 1


def collect_turned(
    state: Position,
    place: i64,
    edge: i64,
    starts: i64,
    barred: i64,
    legal: i64,
    money: i64,
    short: i64,
    out: Actions,
) -> None:
    """Tiles that turn the only track away from the side `edge` and add another track."""
    tiles = state.components.tiles
    kept: i64 = tiles.other_end[6 * state.pattern(place) + edge]
    target: i64 = 0
    while target < 6:
        free = target != edge and barred & side_bit(target) == 0
        if free and starts & side_bit(target) != 0:
            free = not meets_itself(state, place, kept, target)
        pair: i64 = 0
        while free and pair < PAIR_COUNT:
            if (legal >> pair) & 1 != 0:
                turned: i64 = tiles.pair_of[6 * kept + target]
                both: i64 = tiles.double[PAIR_COUNT * turned + pair]
                offer(state, place, both, money, short, out)
            pair += 1
        target += 1


def collect_moved(
    state: Position, place: i64, kept: i64, legal: i64, money: i64, short: i64, out: Actions
) -> None:
    """Tiles with a track from elsewhere for the one that came in at `kept`; by both options two."""
    tiles = state.components.tiles
    pattern: i64 = state.pattern(place)
    rest: i64 = other_track(state, pattern, kept)
    if rest >= 0 and state.cells[REDIRECT_DOUBLE] == 0:
        return
    last: i64 = PAIR_COUNT if rest < 0 and state.cells[REDIRECT_AND_IMPROVE] == 1 else 0
    pair: i64 = 0
    while pair < PAIR_COUNT:
        if (legal >> pair) & 1 != 0:
            moved: i64 = tiles.single[pair]
            if rest >= 0:
                moved = tiles.double[PAIR_COUNT * pair + rest]
            offer(state, place, moved, money, short, out)
            second: i64 = pair + 1
            while second < last:
                if (legal >> second) & 1 != 0:
                    both: i64 = tiles.double[PAIR_COUNT * pair + second]
                    offer(state, place, both, money, short, out)
                second += 1
        pair += 1


def turned_from(state: Position, place: i64, pattern: i64) -> i64:
    """The side at which the track comes in that a pattern would turn or move; -1 for none."""
    other_end = state.components.tiles.other_end
    old: i64 = state.pattern(place)
    edge: i64 = 0
    while edge < 6:
        kept: i64 = other_end[6 * old + edge]
        lost = 0 <= kept < 6 and other_end[6 * pattern + edge] != kept
        if lost and is_open_end(state, place, edge):
            return kept
        edge += 1
    return -1


def without(state: Position, place: i64, edge: i64) -> i64:
    """The pattern of a hex without its track at `edge`: 0 where there is no other."""
    rest: i64 = other_track(state, state.pattern(place), edge)
    return state.components.tiles.single[rest] if rest >= 0 else 0


def lift(state: Position, place: i64, edge: i64) -> None:
    """Take the track at `edge` off its hex; another one there stays, on a tile of its own."""
    cells = state.cells
    tiles = state.components.tiles
    old: i64 = state.pattern(place)
    rest: i64 = without(state, place, edge)
    cells[USED + tiles.shape_of[old]] -= 1
    if rest > 0:
        cells[USED + tiles.shape_of[rest]] += 1
    state.set_exit(place, tiles.other_end[6 * old + edge], NO_TRACK)
    state.set_exit(place, edge, NO_TRACK)
    cells[state.tile_at + place] = rest


def take_up(state: Position, place: i64, edge: i64) -> bool:
    """Take up the track beyond `edge` of `place` from its open end on, and say whether all went.

    A double tile needs one with its other track alone. Where none is left in stock, it stays, and
    so does what lies before it: the link stays in one piece.
    """
    tiles = state.components.tiles
    beyond: i64 = state.land.neighbour[6 * place + edge]
    if beyond < 0 or state.is_city(beyond):
        return True
    back: i64 = opposite(edge)
    if state.exit(beyond, back) == NO_TRACK:
        return True
    pattern: i64 = state.pattern(beyond)
    if not take_up(state, beyond, tiles.other_end[6 * pattern + back]):
        return False
    rest: i64 = without(state, beyond, back)
    if rest > 0:
        short: i64 = short_shapes(state, tiles.shape_of[pattern])
        if short & tiles.shape_mask[tiles.shape_of[rest]] != 0:
            return False
    lift(state, beyond, back)
    return True
