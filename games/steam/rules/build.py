"""Every legal way to lay, redirect or improve a tile: `docs/rules/steam.md` section 7.

For each hex its six sides are sorted once: *starts* are the sides from which the builder may begin
or go on (a city, an own open end, an unowned one that may be claimed), *foreign* sides have another
player's open end, *closed* ones cannot be used. Everything else is open ground. A track is legal
when it uses no closed or foreign side, has a start, and does not join two starts that lead to the
same stop. Tiles of one and two such tracks are looked up by their tracks, town tiles by their
exits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.steam import actions, state
from railhead.games.steam.rules.money import means
from railhead.games.steam.rules.track import faced, follow, has_link_at, is_open_end, may_claim
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT, PAIR_COUNT

TILE_LIMIT: Final = 3
ENGINEER_LIMIT: Final = 4
ALL_SIDES: Final = 63


def tiles_left(position: Position, seat: i64) -> i64:
    """How many more tiles the builder may lay in this turn."""
    engineer = position.cells[state.block(seat) + state.TILE] == state.ENGINEER
    return (ENGINEER_LIMIT if engineer else TILE_LIMIT) - position.cells[state.LAID]


def side_bit(edge: i64) -> i64:
    """The mask of one side."""
    return 1 << edge


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every tile that the builder may lay now, hex by hex."""
    if tiles_left(position, seat) <= 0:
        return
    money: i64 = means(position, seat)
    short: i64 = short_shapes(position, -1)
    land = position.land
    for place in range(land.hex_count):
        collect_hex(position, seat, place, money, short, out)


def collect_hex(
    position: Position, seat: i64, place: i64, money: i64, short: i64, out: Actions
) -> None:
    """Every tile that the builder may lay on one hex; `short` are the shapes out of stock."""
    if position.is_city(place):
        return
    pattern: i64 = position.pattern(place)
    if position.cells[state.SAME_HEX] == 0 and was_built_on(position, place):
        return
    starts, foreign, closed = sides(position, seat + state.FIRST_OWNER, place)
    stop: i64 = position.land.stop_at[place]
    if pattern > 0 and short != 0:
        # A tile given back matters only where its own shape is out of stock.
        shape: i64 = position.components.tiles.shape_of[pattern]
        if short & position.components.tiles.shape_mask[shape] != 0:
            short = short_shapes(position, shape)
    if stop >= 0:
        collect_town(position, seat, place, starts, closed, money, short, out)
    elif pattern == 0:
        if starts != 0:
            money -= position.components.terrain_cost[place]
            collect_new(position, place, starts, foreign | closed, money, short, out)
    else:
        if starts != 0:
            collect_improved(position, place, starts, foreign | closed, money, short, out)
        collect_redirected(position, seat, place, starts, foreign | closed, money, short, out)


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
    back: i64 = 0 if returned < 0 else tiles.shape_mask[returned]
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


def sides(position: Position, code: i64, place: i64) -> tuple[i64, i64, i64]:
    """The sides of a hex as masks: starts, foreign and closed ones for the owner `code`.

    Sides that have a track already count as closed.
    """
    cells = position.cells
    neighbour = position.land.neighbour
    stop_at = position.land.stop_at
    exit_at: i64 = position.exit_at
    own: i64 = cells[exit_at + place]
    starts: i64 = 0
    foreign: i64 = 0
    closed: i64 = 0
    bit: i64 = 1
    for edge in range(EDGE_COUNT):
        beyond: i64 = neighbour[6 * place + edge]
        if beyond < 0 or (own >> (4 * edge)) & state.OWNER_BITS != state.NO_TRACK:
            closed |= bit
        else:
            stop: i64 = stop_at[beyond]
            across: i64 = edge + 3 if edge < 3 else edge - 3
            end: i64 = (cells[exit_at + beyond] >> (4 * across)) & state.OWNER_BITS
            if end == code or (stop >= 0 and cells[state.STOPS + state.STOP_CELLS * stop] > 0):
                starts |= bit
            elif end == state.UNOWNED:
                if may_claim(position, code, follow(position, place, edge)):
                    starts |= bit
                elif cells[state.JOIN_UNOWNED] == 0:
                    closed |= bit
            elif end != state.NO_TRACK:
                foreign |= bit
        bit += bit
    return starts, foreign, closed


def legal_tracks(position: Position, place: i64, starts: i64, barred: i64) -> i64:
    """The pairs of sides that a new track of this hex may join, a bit each."""
    tiles = position.components.tiles
    legal: i64 = 0
    for pair in range(PAIR_COUNT):
        mask: i64 = tiles.pair_mask[pair]
        usable = mask & barred == 0 and mask & starts != 0
        if usable and mask & starts == mask:
            one: i64 = tiles.pair_first[pair]
            usable = not meets_itself(position, place, one, tiles.pair_second[pair])
        if usable:
            legal |= 1 << pair
    return legal


def meets_itself(position: Position, place: i64, one: i64, other: i64) -> bool:
    """Whether a track between two starts would be a link from a stop back to it."""
    return follow(position, place, one) == follow(position, place, other)


def offer(
    position: Position, place: i64, pattern: i64, money: i64, short: i64, out: Actions
) -> None:
    """Add a pattern if there is one, a tile of it is left, and its exits can be paid."""
    tiles = position.components.tiles
    if pattern == 0 or tiles.exit_count[pattern] > money:
        return
    shape: i64 = tiles.shape_of[pattern]
    if short & tiles.shape_mask[shape] == 0:
        out.add(actions.BUILD, place, shape, tiles.turn_of[pattern])


def collect_new(
    position: Position, place: i64, starts: i64, barred: i64, money: i64, short: i64, out: Actions
) -> None:
    """Tiles of one or two legal tracks for an empty hex without a town."""
    tiles = position.components.tiles
    legal: i64 = legal_tracks(position, place, starts, barred)
    # Two tracks need a start each.
    last: i64 = PAIR_COUNT if starts & (starts - 1) != 0 else 0
    for pair in range(PAIR_COUNT):
        if (legal >> pair) & 1 != 0:
            offer(position, place, tiles.single[pair], money, short, out)
            for second in range(pair + 1, last):
                if (legal >> second) & 1 != 0:
                    both: i64 = tiles.double[PAIR_COUNT * pair + second]
                    offer(position, place, both, money, short, out)


def collect_improved(
    position: Position, place: i64, starts: i64, barred: i64, money: i64, short: i64, out: Actions
) -> None:
    """Tiles that add a second legal track to the one there is."""
    tiles = position.components.tiles
    pattern: i64 = position.pattern(place)
    if tiles.exit_count[pattern] != 2 or not may_be_improved(position, place):
        return
    first: i64 = first_exit(position, pattern)
    present: i64 = tiles.pair_of[6 * first + tiles.other_end[6 * pattern + first]]
    legal: i64 = legal_tracks(position, place, starts, barred)
    for pair in range(PAIR_COUNT):
        if (legal >> pair) & 1 != 0:
            both: i64 = tiles.double[PAIR_COUNT * present + pair]
            offer(position, place, both, money, short, out)


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
    position: Position,
    seat: i64,
    place: i64,
    starts: i64,
    barred: i64,
    money: i64,
    short: i64,
    out: Actions,
) -> None:
    """Tiles that turn the open end of an incomplete link to another side; its start stays."""
    tiles = position.components.tiles
    pattern: i64 = position.pattern(place)
    if tiles.exit_count[pattern] > 2 and position.cells[state.REDIRECT_DOUBLE] == 0:
        return
    for edge in range(EDGE_COUNT):
        kept: i64 = tiles.other_end[6 * pattern + edge]
        if (
            kept >= 0
            and is_open_end(position, place, edge)
            and may_turn(position, seat, place, kept)
        ):
            rest: i64 = other_track(position, pattern, kept)
            for target in range(EDGE_COUNT):
                if barred & side_bit(target) == 0 and not (
                    starts & side_bit(target) != 0 and meets_itself(position, place, kept, target)
                ):
                    pair: i64 = tiles.pair_of[6 * kept + target]
                    turned: i64 = tiles.single[pair]
                    if rest >= 0:
                        turned = tiles.double[PAIR_COUNT * pair + rest]
                    offer(position, place, turned, money, short, out)


def may_turn(position: Position, seat: i64, place: i64, kept: i64) -> bool:
    """Whether a player may redirect the incomplete link that comes in at `kept`."""
    owner: i64 = position.exit(place, kept)
    code: i64 = seat + state.FIRST_OWNER
    if owner == code:
        return True
    return owner == state.UNOWNED and may_claim(position, code, follow(position, place, kept))


def other_track(position: Position, pattern: i64, edge: i64) -> i64:
    """The pair of the track that does not touch `edge`; -1 for a tile with one track."""
    tiles = position.components.tiles
    if tiles.exit_count[pattern] == 2:
        return -1
    first: i64 = 0
    while True:
        end: i64 = tiles.other_end[6 * pattern + first]
        if first != edge and end >= 0 and end != edge:
            return tiles.pair_of[6 * first + end]
        first += 1


def ground_cost(position: Position, place: i64) -> i64:
    """What a tile on a hex costs beside its exits: the town, and the terrain of an empty hex."""
    cost: i64 = position.components.town_cost if position.land.stop_at[place] >= 0 else 0
    return cost + position.components.terrain_cost[place] if position.pattern(place) == 0 else cost


def town_sides(
    position: Position, code: i64, place: i64, starts: i64, closed: i64
) -> tuple[i64, i64]:
    """The sides at which the owner `code` may add an exit to a town, and those that begin one.

    At least one new exit has to be at one of the latter: at a start, or anywhere where the town has
    an own link. No sides where the town can get no tile.
    """
    stop: i64 = position.land.stop_at[place]
    pattern: i64 = position.pattern(place)
    anchored = pattern > 0 and has_link_at(position, code, stop)
    if not anchored and starts == 0:
        return 0, 0
    if pattern > 0 and not may_be_improved(position, place):
        return 0, 0
    free: i64 = ALL_SIDES & ~closed
    free &= ~returning(position, place, stop, free)
    return free, ALL_SIDES if anchored else starts


def collect_town(
    position: Position,
    seat: i64,
    place: i64,
    starts: i64,
    closed: i64,
    money: i64,
    short: i64,
    out: Actions,
) -> None:
    """Town tiles that keep the exits there are and add some.

    Without an own link in the town, an added exit has to meet a start. Other players' open ends may
    be met too: they stay theirs.
    """
    tiles = position.components.tiles
    free, begun = town_sides(position, seat + state.FIRST_OWNER, place, starts, closed)
    if free == 0:
        return
    present: i64 = tiles.exits[position.pattern(place)]
    money -= ground_cost(position, place)
    # From one set of the free sides to the next, in ascending order.
    added: i64 = -free & free
    while added != 0:
        if added & begun != 0:
            offer(position, place, tiles.town[present | added], money, short, out)
        added = (added - free) & free


def returning(position: Position, place: i64, stop: i64, ends: i64) -> i64:
    """Those of the sides `ends` whose track began at this very stop."""
    found: i64 = 0
    for edge in range(EDGE_COUNT):
        meets = ends & side_bit(edge) != 0 and faced(position, place, edge) != state.NO_TRACK
        if meets and follow(position, place, edge) == stop:
            found |= side_bit(edge)
    return found
