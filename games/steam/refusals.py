"""Why a well-formed action is not legal: a sentence that a person can act on."""

from __future__ import annotations

from typing import Final

from railhead.games.packing import code_of, parameter
from railhead.games.reasons import UnsuitableChoice
from railhead.games.steam import actions, state
from railhead.games.steam.rules import build, exchange, growth, lay, loops, turns
from railhead.games.steam.rules.ground import closed_of, ground, starts_of
from railhead.games.steam.rules.money import means, raises_at_need, steps_left
from railhead.games.steam.rules.track import END_MASK, facing_code, follow, has_link_at, links
from railhead.games.steam.state import Position
from railhead.games.steam.wording import TITLES, goods_text, place_text, space_cells

PHASES_OF: Final = {
    actions.BID: (state.BIDDING_FIRST, state.BIDDING),
    actions.PASS: (state.BIDDING_FIRST, state.BIDDING, state.MOVING),
    actions.CAPITAL: (state.BUYING,),
    actions.SELECT: (state.CHOOSING,),
    actions.DECLINE: (state.CHOOSING,),
    actions.BUILD: (state.BUILDING,),
    actions.URBANIZE: (state.BUILDING,),
    actions.GROW: (state.BUILDING,),
    actions.SUPPLY: (state.SUPPLYING,),
    actions.DONE: (state.BUILDING,),
    actions.IMPROVE: (state.MOVING,),
    actions.DELIVER: (state.MOVING,),
    actions.TAKE: (state.TAKING,),
}
"""The phases in which an action may be legal at all."""


def refusal(position: Position, seat: int, action: int) -> str:
    """Why `action` is not legal for `seat`, which is to act."""
    code = code_of(action)
    first = parameter(action, 0)
    phase = int(position.cells[state.PHASE])
    if phase not in PHASES_OF[code]:
        return position.game.vocabulary.untimely(action, position.legal_actions(seat))
    if code == actions.BUILD:
        return build_refusal(position, seat, action)
    if code == actions.DELIVER:
        return delivery_refusal(position, seat, action)
    if code in (actions.URBANIZE, actions.GROW):
        return growth_refusal(position, seat, action)
    if code in (actions.SELECT, actions.DECLINE):
        return tile_refusal(position, seat, first + 1, code == actions.DECLINE)
    if code == actions.BID:
        high = int(position.cells[state.HIGH_BID])
        if first <= high:
            return f"the bid has to be above ${high}"
        return f"you can pay ${means(position, seat)} at most"
    if code == actions.CAPITAL:
        return f"you have {steps_left(position, seat)} steps left at most"
    if code == actions.SUPPLY:
        goods = goods_text([int(position.cells[at]) for at in space_cells(first)])
        if not goods:
            return f"supply space {first + 1} is empty"
        return f"space {growth.first_like(position, first) + 1} has the same goods: name that one"
    if code == actions.IMPROVE:
        if position.amount(seat, state.IMPROVED):
            return "the locomotive is improved once a turn at most in this phase"
        return f"the locomotive has level {position.amount(seat, state.LOCOMOTIVE)}, the highest"
    assert code == actions.DONE
    name = TITLES[position.amount(seat, state.TILE) - 1]
    return f"you have paid for {name}: it has to be carried out before you stop"


def tile_refusal(position: Position, seat: int, number: int, declined: bool) -> str:
    """Why an action tile cannot be taken so."""
    name = TITLES[number - 1]
    other = int(turns.holder(position, number))
    if other >= 0:
        return f"seat {other} has {name}"
    if declined and not turns.has_task(number):
        return f"{name} has no action to pass: select it"
    if not turns.may_take(position, seat, number):
        if number == state.LOCOMOTIVE_TILE:
            return "the locomotive has the highest level already"
        if number == state.URBANIZATION:
            return "no New City tile, no town or no goods are left for Urbanization"
        return "City Growth cannot be carried out: no goods or no city without a marker is left"
    if declined:
        return f"{name} is passed in the build turn: select it"
    if number == state.CITY_GROWTH and not growth.can_grow(position):
        return "City Growth cannot be carried out: decline it to take the tile for its number"
    return f"{name} costs ${turns.tile_cost(position, seat, number)}, {means_text(position, seat)}"


def means_text(position: Position, seat: int) -> str:
    """What a player can pay."""
    most = int(means(position, seat))
    return f"you can {'raise' if raises_at_need(position, seat) else 'pay'} ${most} at most"


def growth_refusal(position: Position, seat: int, action: int) -> str:
    """Why Urbanization or City Growth is refused at a place."""
    stop = parameter(action, 0)
    urbanizes = code_of(action) == actions.URBANIZE
    wanted = state.URBANIZATION if urbanizes else state.CITY_GROWTH
    title = position.land.stop_titles[stop]
    if position.amount(seat, state.TILE) != wanted:
        return f"you do not have the tile {TITLES[int(wanted) - 1]}"
    if growth.is_tied(position, seat) and position.cells[state.LAID] > 0:
        return "City Growth comes before the first tile of a building turn"
    if not growth.is_due(position, seat):
        return f"{TITLES[int(wanted) - 1]} was carried out or passed, or is not possible any more"
    if not urbanizes:
        if position.colour_of(stop) == 0:
            return f"{title} is a town"
        return f"{title} has a growth marker already"
    if position.colour_of(stop) > 0:
        return f"{title} is a city"
    colour = parameter(action, 1)
    return f"no {actions.COLOURS[colour]} New City tile is left"


def delivery_refusal(position: Position, seat: int, action: int) -> str:
    """Why a delivery is refused."""
    start, colour, end = (parameter(action, index) for index in range(3))
    titles = position.land.stop_titles
    if position.cells[state.stop_cell(start) + state.CUBES + colour] == 0:
        return UnsuitableChoice(f"{titles[start]} has no {actions.COLOURS[colour]} goods")
    if position.colour_of(end) != colour + 1:
        return UnsuitableChoice(f"{titles[end]} does not take {actions.COLOURS[colour]} goods")
    split = actions.SPLITS[parameter(action, 3)]
    level = position.amount(seat, state.LOCOMOTIVE)
    if sum(split) > level:
        return UnsuitableChoice(f"that takes {sum(split)} links, your locomotive pulls {level}")
    if split[seat] == 0 or split[seat] < max(split):
        return UnsuitableChoice(
            "you must use at least one own link, and no fewer than of any other player"
        )
    same = position.game.vocabulary.notation
    for other in position.legal_actions(seat):
        if code_of(other) == actions.DELIVER and all(
            parameter(other, index) == parameter(action, index) for index in (0, 1, 3)
        ):
            return UnsuitableChoice(f"{same(other)} gives everybody the same: name that one")
    return (
        f"no route over complete links brings it first to {titles[end]} with these points "
        f"in at most {level} links"
    )


def build_refusal(position: Position, seat: int, action: int) -> str:
    """Why a tile cannot be laid so."""
    place, shape, turn = (parameter(action, index) for index in range(3))
    tiles = position.components.tiles
    pattern = int(tiles.pattern_of[6 * shape + turn])
    name = place_text(position, place)
    if build.tiles_left(position, seat) <= 0:
        return "you have laid all tiles of this turn"
    if growth.comes_first(position, seat):
        return "City Growth comes before the first tile of a building turn"
    if position.is_city(place):
        return f"{name} is a city"
    town = position.land.stop_at[place] >= 0
    if town != (shape >= actions.FIRST_TOWN_SHAPE):
        return UnsuitableChoice(f"{name} takes {'town tiles only' if town else 'no town tile'}")
    if tiles.turn_of[pattern] != turn:
        written = int(tiles.turn_of[pattern])
        return UnsuitableChoice(
            f"{actions.SHAPES[shape]} lies the same with turn {written}: write that"
        )
    if not position.cells[state.SAME_HEX] and build.was_built_on(position, place):
        return f"{name} was built on in this turn"
    reason = replacement_refusal(position, place, pattern)
    if reason:
        return reason
    for edge in new_exits(position, place, pattern):
        if position.land.neighbour[6 * place + edge] < 0:
            return UnsuitableChoice(f"the {actions.EDGES[edge]} side of {name} is closed")
    old = int(tiles.shape_of[int(position.pattern(place))])
    if build.short_shapes(position, old) & tiles.shape_mask[shape]:
        return UnsuitableChoice(f"no tile {actions.SHAPES[shape]} is left")
    price = int(lay.cost(position, place, pattern))
    if price > means(position, seat):
        return f"that costs ${price}, {means_text(position, seat)}"
    reason = loop_refusal(position, seat, action)
    if reason:
        return reason
    return connection_refusal(position, seat, place, pattern)


def new_exits(position: Position, place: int, pattern: int) -> list[int]:
    """The sides that a tile gives a track they do not have yet."""
    ends = position.components.tiles.other_end
    return [e for e in range(6) if ends[6 * pattern + e] >= 0 and not position.exit(place, e)]


def replacement_refusal(position: Position, place: int, pattern: int) -> str:
    """Why a tile cannot replace the one there; empty where it keeps or only turns its tracks."""
    tiles = position.components.tiles
    old, new = tiles.tracks[int(position.pattern(place))], tiles.tracks[pattern]
    name = place_text(position, place)
    if old == new:
        return UnsuitableChoice(f"{name} has this tile already")
    if not build.may_be_improved(position, place) and old < new:
        return f"{name} has a complete link without owner, which is protected"
    if old <= new:
        return ""
    more = int(position.cells[state.REDIRECT_AND_IMPROVE])
    exchanged = len(old - new) == 1 and len(old) <= len(new) <= len(old) + more
    if not exchanged or position.land.stop_at[place] >= 0:
        return UnsuitableChoice(f"the tile takes away track from {name}")
    if len(old) > 1 and not position.cells[state.REDIRECT_DOUBLE]:
        return "a double tile cannot be redirected"
    kept = int(exchange.turn_side(position, place, pattern))
    if kept < 0:
        return "only the open end of an incomplete link can be redirected"
    if not position.cells[state.REDIRECT_START] and all(kept not in track for track in new):
        return "a redirected track still has to come in where it did"
    return ""


def loop_refusal(position: Position, seat: int, action: int) -> str:
    """Which loop of links keeps a tile from being laid that is legal but for that; else empty."""
    if position.loops() == state.LOOPS_ALLOWED:
        return ""
    free = position.clone()
    free.cells[state.JOIN_UNOWNED] %= state.LOOPS_STEP
    if action not in free.legal_actions(seat):
        return ""
    port = int(loops.loop_of(position, seat, action))
    other = int(links(loops.after(position, seat, action))[port]) & END_MASK
    one, two = (position.land.stop_titles[end // 6] for end in (port, other))
    whose = "" if position.loops() == state.LOOPS_NONE else " of one owner"
    return f"that would make a loop of links{whose}: {one} and {two} are joined already"


def connection_refusal(position: Position, seat: int, place: int, pattern: int) -> str:
    """Why the new track does not connect as it has to."""
    code = seat + state.FIRST_OWNER
    name = place_text(position, place)
    word = ground(position, code)[place]
    starts, closed = starts_of(word), closed_of(word)
    town = position.land.stop_at[place] >= 0
    tiles = position.components.tiles
    for edge in new_exits(position, place, pattern):
        owner = int(facing_code(position, place, edge))
        beyond = int(position.land.neighbour[6 * place + edge])
        if position.is_city(beyond) or owner in (state.NO_TRACK, code):
            continue
        if owner != state.UNOWNED and not town:
            holder = owner - state.FIRST_OWNER
            return f"{actions.EDGES[edge]} of {name} is the open end of seat {holder}"
        if (closed >> edge) & 1:
            side = actions.EDGES[edge]
            return f"{side} of {name} is an open end without owner that you cannot claim"
    kept = int(exchange.turn_side(position, place, pattern))
    if kept >= 0 and not build.may_turn(position, seat, place, kept):
        return "you may not redirect this link"
    for track in tiles.tracks[pattern] - tiles.tracks[int(position.pattern(place))]:
        ends = [int(follow(position, place, edge)) for edge in track]
        if town:
            ends.append(int(position.land.stop_at[place]))
        if ends[0] == ends[-1] >= 0:
            return f"that would be a link from {position.land.stop_titles[ends[0]]} back to it"
        if not (kept in track or town or any((starts >> edge) & 1 for edge in track)):
            return f"the new track on {name} touches neither a city nor track you may go on with"
    if town and not has_link_at(position, code, int(position.land.stop_at[place])):
        return f"no exit of the tile in {name} meets track you may go on with"
    return f"{name} does not take that tile"
