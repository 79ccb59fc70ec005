"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

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
    GROW,
    IMPROVE,
    PASS,
    SELECT,
    SPLITS,
    SUPPLY,
    TAKE,
    TAKE_INCOME,
    TILES,
    URBANIZE,
)
from games.steam.rules import growth, lay, turns
from games.steam.rules.track import follow
from games.steam.state import (
    BIDDING,
    BIDDING_FIRST,
    COLOUR_COUNT,
    DUE,
    FREE_PASS,
    INCOME,
    LOCOMOTIVE,
    NO_TRACK,
    PENDING,
    PHASE,
    PLACE,
    SPACES_AT,
    SUPPLIED,
    Position,
)

TITLES: Final = tuple(tile.replace("_", " ").title() for tile in TILES)


def details(state: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label of a legal action needs besides its parameters."""
    code = action & 255
    first = parameter(action, 0)
    titles = state.land.stop_titles
    if code == BUILD:
        return build_details(state, seat, action)
    if code in (SELECT, DECLINE):
        cost = int(turns.tile_cost(state, seat, first + 1))
        return {
            "number": first + 1,
            "tile": TITLES[first],
            "cost": f", for ${cost}" if cost else "",
        }
    if code == BID:
        place = f"place {state.cells[PLACE] + 1} of the first order"
        return {"place": "the turn order" if state.cells[PHASE] == BIDDING else place}
    if code == SUPPLY:
        goods = goods_text([int(state.cells[at]) for at in space_cells(first)])
        return {"city": titles[int(state.cells[SUPPLIED])], "goods": goods}
    if code == DELIVER:
        return delivery_details(state, action)
    if code == IMPROVE:
        return {"level": state.held(seat, LOCOMOTIVE) + 1}
    if code in (URBANIZE, GROW):
        return {"town" if code == URBANIZE else "city": titles[first]}
    return {"text": text_of(state, seat, code, first)}


def space_cells(space: int) -> range:
    """The cells of a supply space."""
    at = SPACES_AT + COLOUR_COUNT * space
    return range(at, at + COLOUR_COUNT)


def goods_text(counts: Sequence[int]) -> str:
    """Such as `2 red, 1 gray`."""
    parts = [f"{count} {name}" for count, name in zip(counts, COLOURS, strict=True) if count]
    return ", ".join(parts)


def text_of(state: Position, seat: int, code: int, first: int) -> str:
    """The whole label of an action whose wording depends on the position."""
    if code == CAPITAL:
        return capital_text(state, seat, first)
    if code == TAKE:
        points = state.held(seat, PENDING)
        if first == TAKE_INCOME:
            room = int(state.components.highest_income) - state.held(seat, INCOME)
            lost = f" ({points - room} lost)" if points > room else ""
            return f"Take {points} as income{lost}"
        return f"Take {points} as victory points"
    if code == PASS:
        return pass_text(state, seat)
    assert code == DONE
    passed = state.held(seat, DUE) and growth.is_due(state, seat)
    return "End building" + (" and pass the action of the tile" if passed else "")


def capital_text(state: Position, seat: int, steps: int) -> str:
    """What a number of steps brings and costs."""
    if steps == 0:
        return "Buy no capital"
    components = state.components
    income = state.held(seat, INCOME)
    down = min(steps, income - int(components.lowest_income))
    parts = [f"income {income} to {income - down}"] if down else []
    if steps > down:
        parts.append(f"{(steps - down) * int(components.points_per_step)} victory points")
    return f"Buy ${steps * int(components.raised_per_step)} of capital for {' and '.join(parts)}"


def pass_text(state: Position, seat: int) -> str:
    """What passing means here."""
    phase = state.cells[PHASE]
    if phase == BIDDING_FIRST:
        return f"Pass: leave the auction of place {state.cells[PLACE] + 1}"
    if phase == BIDDING:
        if state.held(seat, FREE_PASS) == 1:
            return "Pass for free, with the tile Turn Order"
        return f"Pass: take place {state.cells[PLACE] + 1}"
    return "Pass this round of goods"


def place_text(state: Position, place: int) -> str:
    """A hex, with its town or city."""
    stop = int(state.land.stop_at[place])
    name = state.land.hex_names[place]
    return f"{state.land.stop_titles[stop]} {name}" if stop >= 0 else name


def tracks_text(state: Position, pattern: int) -> str:
    """Such as `N-S, NE-SE`, or the exits of a town, `N and S`."""
    tracks = sorted(state.components.tiles.tracks[pattern])
    if len(tracks[0]) == 1:
        return " and ".join(EDGES[edge] for (edge,) in tracks)
    return ", ".join(f"{EDGES[one]}-{EDGES[other]}" for one, other in tracks)


def build_details(state: Position, seat: int, action: int) -> dict[str, Any]:
    """Verb, place, tracks, price and what a tile leads to."""
    place = parameter(action, 0)
    tiles = state.components.tiles
    pattern = int(tiles.pattern_of[6 * parameter(action, 1) + parameter(action, 2)])
    old = int(state.pattern(place))
    passing = ", passing City Growth" if growth.is_passed_by_tile(state, seat) else ""
    verb = "Lay" if not old else "Improve to"
    if old and not tiles.tracks[old] <= tiles.tracks[pattern]:
        adds = len(tiles.tracks[old]) < len(tiles.tracks[pattern])
        verb = "Redirect and improve to" if adds else "Redirect to"
    return {
        "verb": verb,
        "place": place_text(state, place),
        "tracks": tracks_text(state, pattern),
        "cost": int(lay.cost(state, place, pattern)),
        "effect": effect_text(state, place, pattern) + passing,
    }


def effect_text(state: Position, place: int, pattern: int) -> str:
    """The links that a tile completes."""
    tiles = state.components.tiles
    titles = state.land.stop_titles
    completed = []
    for track in sorted(tiles.tracks[pattern] - tiles.tracks[int(state.pattern(place))]):
        if len(track) == 1 and state.exit(place, track[0]) != NO_TRACK:
            continue
        ends = [int(follow(state, place, edge)) for edge in track]
        if len(track) == 1:
            ends.append(int(state.land.stop_at[place]))
        if min(ends) >= 0:
            completed.append(f"{titles[ends[0]]} to {titles[ends[1]]}")
    return f", completing {' and '.join(completed)}" if completed else ""


def delivery_details(state: Position, action: int) -> dict[str, Any]:
    """From where to where, and who gets what."""
    titles = state.land.stop_titles
    split = SPLITS[parameter(action, 3)]
    shares = [f"{points} for seat {seat}" for seat, points in enumerate(split) if points]
    return {
        "start": titles[parameter(action, 0)],
        "end": titles[parameter(action, 2)],
        "points_text": ", ".join(shares),
    }
