"""Why a well-formed action is not legal: a sentence that a person can act on."""

from __future__ import annotations

from typing import Final

from games.packing import parameter
from games.steam.actions import (
    BID,
    BUILD,
    CAPITAL,
    COLOURS,
    DECLINE,
    DELIVER,
    DONE,
    EDGES,
    FIRST_TOWN_SHAPE,
    GROW,
    IMPROVE,
    PASS,
    SELECT,
    SHAPES,
    SPLITS,
    SUPPLY,
    TAKE,
    URBANIZE,
)
from games.steam.rules import build, exchange, growth, lay, turns
from games.steam.rules.money import means, raises_at_need, steps_left
from games.steam.rules.track import faced, follow, has_link_at
from games.steam.state import (
    BIDDING,
    BIDDING_FIRST,
    BUILDING,
    BUYING,
    CHOOSING,
    CITY_GROWTH,
    CUBES,
    FIRST_OWNER,
    HIGH_BID,
    IMPROVED,
    LAID,
    LOCOMOTIVE,
    LOCOMOTIVE_TILE,
    MOVING,
    NO_TRACK,
    PHASE,
    PHASES,
    REDIRECT_AND_IMPROVE,
    REDIRECT_DOUBLE,
    REDIRECT_START,
    SAME_HEX,
    SUPPLYING,
    TAKING,
    TILE,
    UNOWNED,
    URBANIZATION,
    Position,
    stop_cell,
)
from games.steam.wording import TITLES, goods_text, place_text, space_cells

PHASES_OF: Final = {
    BID: (BIDDING_FIRST, BIDDING),
    PASS: (BIDDING_FIRST, BIDDING, MOVING),
    CAPITAL: (BUYING,),
    SELECT: (CHOOSING,),
    DECLINE: (CHOOSING,),
    BUILD: (BUILDING,),
    URBANIZE: (BUILDING,),
    GROW: (BUILDING,),
    SUPPLY: (SUPPLYING,),
    DONE: (BUILDING,),
    IMPROVE: (MOVING,),
    DELIVER: (MOVING,),
    TAKE: (TAKING,),
}
"""The phases in which an action may be legal at all."""


def refusal(state: Position, seat: int, action: int) -> str:
    """Why `action` is not legal for `seat`, which is to act."""
    code = action & 255
    first = parameter(action, 0)
    phase = int(state.cells[PHASE])
    if phase not in PHASES_OF[code]:
        return f"the phase is {PHASES[phase].replace('_', ' ')}: nothing of the kind is due"
    if code == BUILD:
        return build_refusal(state, seat, action)
    if code == DELIVER:
        return delivery_refusal(state, seat, action)
    if code in (URBANIZE, GROW):
        return growth_refusal(state, seat, action)
    if code in (SELECT, DECLINE):
        return tile_refusal(state, seat, first + 1, code == DECLINE)
    if code == BID:
        high = int(state.cells[HIGH_BID])
        if first <= high:
            return f"the bid has to be above ${high}"
        return f"you can pay ${means(state, seat)} at most"
    if code == CAPITAL:
        return f"you have {steps_left(state, seat)} steps left at most"
    if code == SUPPLY:
        goods = goods_text([int(state.cells[at]) for at in space_cells(first)])
        if not goods:
            return f"supply space {first + 1} is empty"
        return f"space {growth.first_like(state, first) + 1} has the same goods: name that one"
    if code == IMPROVE:
        if state.held(seat, IMPROVED):
            return "the locomotive is improved once a turn at most in this phase"
        return f"the locomotive has level {state.held(seat, LOCOMOTIVE)}, the highest"
    assert code == DONE
    name = TITLES[state.held(seat, TILE) - 1]
    return f"you have paid for {name}: it has to be carried out before you stop"


def tile_refusal(state: Position, seat: int, number: int, declined: bool) -> str:
    """Why an action tile cannot be taken so."""
    name = TITLES[number - 1]
    other = int(turns.holder(state, number))
    if other >= 0:
        return f"seat {other} has {name}"
    if declined and not turns.has_task(number):
        return f"{name} has no action to pass: select it"
    if not turns.may_take(state, seat, number):
        if number == LOCOMOTIVE_TILE:
            return "the locomotive has the highest level already"
        if number == URBANIZATION:
            return "no New City tile, no town or no goods are left for Urbanization"
        return "City Growth cannot be carried out: no goods or no city without a marker is left"
    if declined:
        return f"{name} is passed in the build turn: select it"
    if number == CITY_GROWTH and not growth.can_grow(state):
        return "City Growth cannot be carried out: decline it to take the tile for its number"
    return f"{name} costs ${turns.tile_cost(state, seat, number)}, {means_text(state, seat)}"


def means_text(state: Position, seat: int) -> str:
    """What a player can pay."""
    most = int(means(state, seat))
    return f"you can {'raise' if raises_at_need(state, seat) else 'pay'} ${most} at most"


def growth_refusal(state: Position, seat: int, action: int) -> str:
    """Why Urbanization or City Growth is refused at a place."""
    stop = parameter(action, 0)
    urbanizes = action & 255 == URBANIZE
    wanted = URBANIZATION if urbanizes else CITY_GROWTH
    title = state.land.stop_titles[stop]
    if state.held(seat, TILE) != wanted:
        return f"you do not have the tile {TITLES[int(wanted) - 1]}"
    if growth.is_tied(state, seat) and state.cells[LAID] > 0:
        return "City Growth comes before the first tile of a building turn"
    if not growth.is_due(state, seat):
        return f"{TITLES[int(wanted) - 1]} was carried out or passed, or is not possible any more"
    if not urbanizes:
        if state.colour_of(stop) == 0:
            return f"{title} is a town"
        return f"{title} has a growth marker already"
    if state.colour_of(stop) > 0:
        return f"{title} is a city"
    colour = parameter(action, 1)
    return f"no {COLOURS[colour]} New City tile is left"


def delivery_refusal(state: Position, seat: int, action: int) -> str:
    """Why a delivery is refused."""
    start, colour, end = (parameter(action, index) for index in range(3))
    titles = state.land.stop_titles
    if state.cells[stop_cell(start) + CUBES + colour] == 0:
        return f"{titles[start]} has no {COLOURS[colour]} goods"
    if state.colour_of(end) != colour + 1:
        return f"{titles[end]} does not take {COLOURS[colour]} goods"
    split = SPLITS[parameter(action, 3)]
    level = state.held(seat, LOCOMOTIVE)
    if sum(split) > level:
        return f"that takes {sum(split)} links, your locomotive pulls {level}"
    if split[seat] == 0 or split[seat] < max(split):
        return "you must use at least one own link, and no fewer than of any other player"
    same = state.game.vocabulary.notation
    for other in state.legal_actions(seat):
        if other & 255 == DELIVER and all(
            parameter(other, index) == parameter(action, index) for index in (0, 1, 3)
        ):
            return f"{same(other)} gives everybody the same: name that one"
    return (
        f"no route over complete links brings it first to {titles[end]} with these points "
        f"in at most {level} links"
    )


def build_refusal(state: Position, seat: int, action: int) -> str:
    """Why a tile cannot be laid so."""
    place, shape, turn = (parameter(action, index) for index in range(3))
    tiles = state.components.tiles
    pattern = int(tiles.pattern_of[6 * shape + turn])
    name = place_text(state, place)
    if build.tiles_left(state, seat) <= 0:
        return "you have laid all tiles of this turn"
    if growth.comes_first(state, seat):
        return "City Growth comes before the first tile of a building turn"
    if state.is_city(place):
        return f"{name} is a city"
    town = state.land.stop_at[place] >= 0
    if town != (shape >= FIRST_TOWN_SHAPE):
        return f"{name} takes {'town tiles only' if town else 'no town tile'}"
    if tiles.turn_of[pattern] != turn:
        return f"{SHAPES[shape]} lies the same with turn {tiles.turn_of[pattern]}: write that"
    if not state.cells[SAME_HEX] and build.was_built_on(state, place):
        return f"{name} was built on in this turn"
    reason = replacement_refusal(state, place, pattern)
    if reason:
        return reason
    for edge in new_exits(state, place, pattern):
        if state.land.neighbour[6 * place + edge] < 0:
            return f"the {EDGES[edge]} side of {name} is closed"
    old = int(tiles.shape_of[int(state.pattern(place))])
    if build.short_shapes(state, old) & tiles.shape_mask[shape]:
        return f"no tile {SHAPES[shape]} is left"
    price = int(lay.cost(state, place, pattern))
    if price > means(state, seat):
        return f"that costs ${price}, {means_text(state, seat)}"
    return connection_refusal(state, seat, place, pattern)


def new_exits(state: Position, place: int, pattern: int) -> list[int]:
    """The sides that a tile gives a track they do not have yet."""
    ends = state.components.tiles.other_end
    return [e for e in range(6) if ends[6 * pattern + e] >= 0 and not state.exit(place, e)]


def replacement_refusal(state: Position, place: int, pattern: int) -> str:
    """Why a tile cannot replace the one there; empty where it keeps or only turns its tracks."""
    tiles = state.components.tiles
    old, new = tiles.tracks[int(state.pattern(place))], tiles.tracks[pattern]
    name = place_text(state, place)
    if old == new:
        return f"{name} has this tile already"
    if not build.may_be_improved(state, place) and old < new:
        return f"{name} has a complete link without owner, which is protected"
    if old <= new:
        return ""
    more = int(state.cells[REDIRECT_AND_IMPROVE])
    exchanged = len(old - new) == 1 and len(old) <= len(new) <= len(old) + more
    if not exchanged or state.land.stop_at[place] >= 0:
        return f"the tile takes away track from {name}"
    if len(old) > 1 and not state.cells[REDIRECT_DOUBLE]:
        return "a double tile cannot be redirected"
    kept = int(exchange.turned_from(state, place, pattern))
    if kept < 0:
        return "only the open end of an incomplete link can be redirected"
    if not state.cells[REDIRECT_START] and all(kept not in track for track in new):
        return "a redirected track still has to come in where it did"
    return ""


def connection_refusal(state: Position, seat: int, place: int, pattern: int) -> str:
    """Why the new track does not connect as it has to."""
    code = seat + FIRST_OWNER
    name = place_text(state, place)
    starts, _, closed = build.sides(state, code, place)
    town = state.land.stop_at[place] >= 0
    tiles = state.components.tiles
    for edge in new_exits(state, place, pattern):
        owner = int(faced(state, place, edge))
        beyond = int(state.land.neighbour[6 * place + edge])
        if state.is_city(beyond) or owner in (NO_TRACK, code):
            continue
        if owner != UNOWNED and not town:
            return f"{EDGES[edge]} of {name} is the open end of seat {owner - FIRST_OWNER}"
        if closed & build.side_bit(edge):
            return f"{EDGES[edge]} of {name} is an open end without owner that you cannot claim"
    kept = int(exchange.turned_from(state, place, pattern))
    if kept >= 0 and not build.may_turn(state, seat, place, kept):
        return "you may not redirect this link"
    for track in tiles.tracks[pattern] - tiles.tracks[int(state.pattern(place))]:
        ends = [int(follow(state, place, edge)) for edge in track]
        if town:
            ends.append(int(state.land.stop_at[place]))
        if ends[0] == ends[-1] >= 0:
            return f"that would be a link from {state.land.stop_titles[ends[0]]} back to it"
        if not (kept in track or town or any(starts & build.side_bit(edge) for edge in track)):
            return f"the new track on {name} touches neither a city nor track you may go on with"
    if town and not has_link_at(state, code, int(state.land.stop_at[place])):
        return f"no exit of the tile in {name} meets track you may go on with"
    return f"{name} does not take that tile"
