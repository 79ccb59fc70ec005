"""Every legal way to lay, redirect or improve a tile: `docs/rules/steam.md` section 7.

Which sides of a hex are starts and which are barred, `ground` says. A track is legal when it uses
no barred side, has a start, and does not join two starts that lead to the same stop. Tiles of one
and two such tracks are looked up by their tracks, town tiles by their exits. A tile is withheld
when none of its shape is left, or its exits cannot be paid.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.packing import FIRST
from railhead.games.steam import state
from railhead.games.steam.rules.ground import barred_of, closed_of, ground, starts_of
from railhead.games.steam.rules.money import means
from railhead.games.steam.rules.track import (
    OPEN,
    facing_code,
    follow,
    has_link_at,
    is_open_end,
    may_claim,
)
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import (
    ACTION_BITS,
    ALL_SIDES,
    EDGE_COUNT,
    NO_PAIR,
    PAIR_COUNT,
    SHAPES_AT,
    SPREAD,
    TileSet,
)

TILE_LIMIT: Final = 3
ENGINEER_LIMIT: Final = 4


def tiles_left(position: Position, seat: i64) -> i64:
    """How many more tiles the builder may lay in this turn."""
    engineer = position.cells[state.block(seat) + state.TILE] == state.ENGINEER
    return (ENGINEER_LIMIT if engineer else TILE_LIMIT) - position.cells[state.LAID]


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every tile that the builder may lay now, hex by hex."""
    if tiles_left(position, seat) <= 0:
        return
    cells = position.cells
    money: i64 = means(position, seat)
    short: i64 = short_shapes(position, -1)
    words = ground(position, seat + state.FIRST_OWNER)
    tile_at: i64 = position.tile_at
    for place in range(position.land.hex_count):
        word: i64 = words[place]
        if starts_of(word) != 0 or cells[tile_at + place] != 0:
            collect_hex(position, seat, place, word, money, short, out)


def collect_hex(
    position: Position, seat: i64, place: i64, word: i64, money: i64, short: i64, out: Actions
) -> None:
    """Every tile that the builder may lay on one hex with the sides `word`.

    `short` are the shapes out of stock.
    """
    cells = position.cells
    stop: i64 = position.land.stop_at[place]
    if stop >= 0 and cells[state.STOPS + state.STOP_CELLS * stop] > 0:
        return
    if cells[state.SAME_HEX] == 0 and was_built_on(position, place):
        return
    pattern: i64 = cells[position.tile_at + place]
    if pattern > 0 and short != 0:
        # A tile given back matters only where its own shape is out of stock.
        shape: i64 = position.components.tiles.shape_of[pattern]
        if short & position.components.tiles.shape_mask[shape] != 0:
            short = short_shapes(position, shape)
    if stop >= 0:
        collect_town(position, seat, place, word, money, short, out)
        return
    if pattern == 0:
        money -= position.components.terrain_cost[place]
        collect_new(position, place, word, withheld(position, short, money), out)
    else:
        kept_back: i64 = withheld(position, short, money)
        if starts_of(word) != 0:
            collect_improved(position, place, word, kept_back, out)
        collect_redirected(position, seat, place, word, kept_back, out)


def was_built_on(position: Position, place: i64) -> bool:
    """Whether a tile was laid on this hex in this building turn."""
    for index in range(position.cells[state.LAID]):
        if position.cells[state.LAID_AT + index] == place:
            return True
    return False


def short_shapes(position: Position, returned: i64) -> i64:
    """A mask of the shapes of which no tile is left, were one of shape `returned` given back.

    -1 gives none back. Whether a tile is left is a question of all tiles on the map together,
    because each has two sides; see `games.steam.tiles.limits`.
    """
    cells = position.cells
    tiles = position.components.tiles
    limit_shape = tiles.limit_shape
    back: i64 = 0
    if returned >= 0:
        back = tiles.shape_mask[returned]
    short: i64 = 0
    index: i64 = 0
    for limit in range(tiles.limit_count):
        mask: i64 = tiles.limit_mask[limit]
        shown: i64 = -1 if mask & back != 0 else 0
        end: i64 = tiles.limit_start[limit + 1]
        while index < end:
            shown += cells[state.USED + limit_shape[index]]
            index += 1
        if shown >= tiles.limit[limit]:
            short |= mask
    return short


def withheld(position: Position, short: i64, money: i64) -> i64:
    """The shapes of which no tile can be laid: none is left, or its exits cost more than `money`.

    A mask for the words of tiles (`games.steam.tiles`), with the bit of no tile.
    """
    if money > EDGE_COUNT:
        money = EDGE_COUNT
    elif money < 0:
        money = 0
    return (short | position.components.tiles.dear[money]) << SHAPES_AT


def legal_tracks(position: Position, place: i64, starts: i64, barred: i64) -> i64:
    """The pairs of sides that a new track of this hex may join, a bit each."""
    tiles = position.components.tiles
    legal: i64 = tiles.touching[starts] & ~tiles.touching[barred]
    # Sides to two cities lead to two stops.
    cities: i64 = starts & starts_of(position.land.bare_ground[place])
    joining: i64 = legal & tiles.within[starts] & ~tiles.within[cities]
    while joining != 0:
        # The lowest bit alone; `SPREAD` finds its number by one multiplication instead of a loop.
        bit: i64 = joining & -joining
        pair: i64 = tiles.pair_at[((bit * SPREAD) >> 12) & 15]
        if meets_itself(position, place, tiles.pair_first[pair], tiles.pair_second[pair]):
            legal -= bit
        joining -= bit
    return legal


def meets_itself(position: Position, place: i64, one: i64, other: i64) -> bool:
    """Whether a track between two starts would be a link from a stop back to it."""
    return follow(position, place, one) == follow(position, place, other)


def offer(tiles: TileSet, place: i64, pattern: i64, kept_back: i64, out: Actions) -> None:
    """Add a pattern if there is one, and its shape is not withheld."""
    tile: i64 = tiles.tile_of[pattern]
    if tile & kept_back == 0:
        out.add((tile & ACTION_BITS) | (place << FIRST))


def collect_new(position: Position, place: i64, word: i64, kept_back: i64, out: Actions) -> None:
    """Tiles of one or two legal tracks for an empty hex without a town."""
    tiles = position.components.tiles
    starts: i64 = starts_of(word)
    legal: i64 = legal_tracks(position, place, starts, barred_of(word))
    if starts & (starts - 1) == 0:  # two tracks need a start each
        collect_with(tiles, place, NO_PAIR, legal, kept_back, out)
        return
    while legal != 0:
        bit: i64 = legal & -legal
        legal -= bit
        pair: i64 = tiles.pair_at[((bit * SPREAD) >> 12) & 15]
        offer(tiles, place, tiles.single[pair], kept_back, out)
        collect_with(tiles, place, pair, legal, kept_back, out)


def collect_with(
    tiles: TileSet, place: i64, track: i64, pairs: i64, kept_back: i64, out: Actions
) -> None:
    """Tiles of a track, which is a pair or `NO_PAIR`, and any of the `pairs`, a bit each."""
    row: i64 = 16 * track
    first: i64 = place << FIRST
    out.make_room(PAIR_COUNT)
    items = out.items
    count: i64 = out.count
    while pairs != 0:
        bit: i64 = pairs & -pairs
        pairs -= bit
        tile: i64 = tiles.tile_with[row + (((bit * SPREAD) >> 12) & 15)]
        if tile & kept_back == 0:
            items[count] = (tile & ACTION_BITS) | first
            count += 1
    out.count = count


def collect_improved(
    position: Position, place: i64, word: i64, kept_back: i64, out: Actions
) -> None:
    """Tiles that add a second legal track to the one there is."""
    tiles = position.components.tiles
    pattern: i64 = position.pattern(place)
    if tiles.exit_count[pattern] != 2 or not may_be_improved(position, place):
        return
    first: i64 = first_exit(position, pattern)
    present: i64 = tiles.pair_of[6 * first + tiles.other_end[6 * pattern + first]]
    legal: i64 = legal_tracks(position, place, starts_of(word), barred_of(word))
    collect_with(tiles, place, present, legal, kept_back, out)


def first_exit(position: Position, pattern: i64) -> i64:
    """The lowest side that a pattern has a track at."""
    other_end = position.components.tiles.other_end
    edge: i64 = 0
    while other_end[6 * pattern + edge] < 0:
        edge += 1
    return edge


def may_be_improved(position: Position, place: i64) -> bool:
    """Whether the links on a hex allow it: an option protects complete unowned ones."""
    if position.cells[state.IMPROVE_UNOWNED] == 1:
        return True
    for edge in range(EDGE_COUNT):
        if position.exit(place, edge) == state.UNOWNED and is_complete(position, place, edge):
            return False
    return True


def is_complete(position: Position, place: i64, edge: i64) -> bool:
    """Whether the link that leaves a hex over an edge has stops at both ends, not the same one."""
    end: i64 = follow(position, place, edge)
    if end < 0:
        return False
    back: i64 = position.components.tiles.other_end[6 * position.pattern(place) + edge]
    if back == 6:
        return True
    start: i64 = follow(position, place, back)
    return start >= 0 and start != end


def collect_redirected(
    position: Position, seat: i64, place: i64, word: i64, kept_back: i64, out: Actions
) -> None:
    """Tiles that turn the open end of an incomplete link to another side; its start stays."""
    tiles = position.components.tiles
    pattern: i64 = position.pattern(place)
    if tiles.exit_count[pattern] > 2 and position.cells[state.REDIRECT_DOUBLE] == 0:
        return
    exits: i64 = position.cells[position.exit_at + place]
    for edge in range(EDGE_COUNT):
        kept: i64 = tiles.other_end[6 * pattern + edge]
        if kept >= 0:
            owner: i64 = (exits >> (4 * kept)) & state.OWNER_BITS
            # Most track is somebody else's.
            if (owner == seat + state.FIRST_OWNER or owner == state.UNOWNED) and (
                is_open_end(position, place, edge) and may_turn(position, seat, place, kept)
            ):
                collect_turned(position, place, kept, word, kept_back, out)


def collect_turned(
    position: Position, place: i64, kept: i64, word: i64, kept_back: i64, out: Actions
) -> None:
    """Tiles by which the track that comes in at `kept` leaves over another side."""
    tiles = position.components.tiles
    rest: i64 = other_track(position, position.pattern(place), kept)
    starts: i64 = starts_of(word)
    free: i64 = ALL_SIDES & ~barred_of(word)
    origin: i64 = OPEN
    if free & starts != 0:
        origin = follow(position, place, kept)
    for target in range(EDGE_COUNT):
        if (free >> target) & 1 != 0 and not (
            (starts >> target) & 1 != 0 and follow(position, place, target) == origin
        ):
            pattern: i64 = tiles.double[PAIR_COUNT * rest + tiles.pair_of[6 * kept + target]]
            offer(tiles, place, pattern, kept_back, out)


def may_turn(position: Position, seat: i64, place: i64, kept: i64) -> bool:
    """Whether a player may redirect the incomplete link that comes in at `kept`."""
    owner: i64 = position.exit(place, kept)
    code: i64 = seat + state.FIRST_OWNER
    if owner == code:
        return True
    return owner == state.UNOWNED and may_claim(position, code, follow(position, place, kept))


def other_track(position: Position, pattern: i64, edge: i64) -> i64:
    """The pair of the track that does not touch `edge`; `NO_PAIR` for a tile with one track."""
    tiles = position.components.tiles
    if tiles.exit_count[pattern] == 2:
        return NO_PAIR
    first: i64 = 0
    while True:
        end: i64 = tiles.other_end[6 * pattern + first]
        if first != edge and end >= 0 and end != edge:
            return tiles.pair_of[6 * first + end]
        first += 1


def ground_cost(position: Position, place: i64) -> i64:
    """What a tile on a hex costs beside its exits: the town, and the terrain of an empty hex."""
    cost: i64 = 0
    if position.land.stop_at[place] >= 0:
        cost = position.components.town_cost
    if position.cells[position.tile_at + place] == 0:
        cost += position.components.terrain_cost[place]
    return cost


def town_sides(position: Position, code: i64, place: i64, word: i64) -> tuple[i64, i64]:
    """The sides at which the owner `code` may add an exit to a town, and those that begin one.

    At least one new exit has to be at one of the latter: at a start, or anywhere where the town has
    an own link. No sides where the town can get no tile.
    """
    stop: i64 = position.land.stop_at[place]
    pattern: i64 = position.pattern(place)
    starts: i64 = starts_of(word)
    anchored = pattern > 0 and has_link_at(position, code, stop)
    if not anchored and starts == 0:
        return 0, 0
    if pattern > 0 and not may_be_improved(position, place):
        return 0, 0
    free: i64 = ALL_SIDES & ~closed_of(word)
    free &= ~returning(position, place, stop, free)
    if anchored:
        starts = ALL_SIDES
    return free, starts


def collect_town(
    position: Position, seat: i64, place: i64, word: i64, money: i64, short: i64, out: Actions
) -> None:
    """Town tiles that keep the exits there are and add some.

    Without an own link in the town, an added exit has to meet a start. Other players' open ends may
    be met too: they stay theirs.
    """
    tiles = position.components.tiles
    free, begun = town_sides(position, seat + state.FIRST_OWNER, place, word)
    if free == 0:
        return
    present: i64 = tiles.exits[position.pattern(place)]
    kept_back: i64 = withheld(position, short, money - ground_cost(position, place))
    # From one set of the free sides to the next, in ascending order.
    added: i64 = -free & free
    while added != 0:
        if added & begun != 0:
            offer(tiles, place, tiles.town[present | added], kept_back, out)
        added = (added - free) & free


def returning(position: Position, place: i64, stop: i64, ends: i64) -> i64:
    """Those of the sides `ends` whose track began at this very stop."""
    found: i64 = 0
    for edge in range(EDGE_COUNT):
        meets = (ends >> edge) & 1 != 0 and facing_code(position, place, edge) != state.NO_TRACK
        if meets and follow(position, place, edge) == stop:
            found |= 1 << edge
    return found
