"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from railhead.games.packing import code_of, parameter
from railhead.games.steam import actions, state
from railhead.games.steam.rules import growth, lay, turns
from railhead.games.steam.rules.track import follow
from railhead.games.steam.settlement import settlement_text
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import TileSet

TITLES: Final = tuple(tile.replace("_", " ").title() for tile in actions.TILES)

TOLD: Final = {
    actions.DECLINE: "{who} takes tile {number}, {tile}, and passes its action",
    actions.BUILD: "{who} {does} {tile} on {place}, {tracks}, for ${cost}{effect}",
    actions.GROW: "{who} uses City Growth in {city}",
    actions.DONE: "{who} {done}",
    actions.PASS: "{who} {done}",
}
"""What a log says where that is not the label in the third person."""

DONE_BY: Final = {
    "Lay tile": "lays tile",
    "Improve to tile": "improves to tile",
    "Redirect to tile": "redirects to tile",
    "Redirect and improve to tile": "redirects and improves to tile",
}
"""The verbs of building in the third person."""


def label_params(position: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label of a legal action needs besides its parameters, and what a log says."""
    code = int(code_of(action))
    told = {"told": TOLD[code]} if code in TOLD else {}
    follows = settlement_text(position, seat, action)
    return {**told, "follows": follows, **_params(position, seat, code, action)}


def _params(position: Position, seat: int, code: int, action: int) -> dict[str, Any]:
    first = parameter(action, 0)
    titles = position.land.stop_titles
    if code == actions.BUILD:
        return build_details(position, seat, action)
    if code in (actions.SELECT, actions.DECLINE):
        cost = int(turns.tile_cost(position, seat, first + 1))
        return {
            "number": first + 1,
            "tile": TITLES[first],
            "cost": f", for ${cost}" if cost else "",
        }
    if code == actions.BID:
        place = f"place {position.cells[state.PLACE] + 1} of the first order"
        return {
            "place": "the turn order" if position.cells[state.PHASE] == state.BIDDING else place
        }
    if code == actions.SUPPLY:
        goods = goods_text([int(position.cells[at]) for at in space_cells(first)])
        return {"city": titles[int(position.cells[state.SUPPLIED])], "goods": goods}
    if code == actions.DELIVER:
        return delivery_details(position, action)
    if code == actions.IMPROVE:
        return {"level": position.amount(seat, state.LOCOMOTIVE) + 1}
    if code in (actions.URBANIZE, actions.GROW):
        return {"town" if code == actions.URBANIZE else "city": titles[first]}
    if code == actions.PASS:
        text, done = pass_texts(position, seat)
        return {"text": text, "done": done}
    if code == actions.DONE:
        text, done = done_texts(position, seat)
        return {"text": text, "done": done}
    return {"text": text_of(position, seat, code, first)}


def space_cells(space: int) -> range:
    """The cells of a supply space."""
    at = state.SPACES_AT + state.COLOUR_COUNT * space
    return range(at, at + state.COLOUR_COUNT)


def goods_text(counts: Sequence[int]) -> str:
    """Such as `2 red, 1 gray`."""
    parts = [
        f"{count} {name}" for count, name in zip(counts, actions.COLOURS, strict=True) if count
    ]
    return ", ".join(parts)


def text_of(position: Position, seat: int, code: int, first: int) -> str:
    """The whole label of an action whose wording depends on the position."""
    if code == actions.CAPITAL:
        return capital_text(position, seat, first)
    assert code == actions.TAKE
    points = position.amount(seat, state.PENDING)
    if first == actions.TAKE_INCOME:
        room = int(position.components.highest_income) - position.amount(seat, state.INCOME)
        lost = f" ({points - room} lost)" if points > room else ""
        return f"Take {points_text(points)} as income{lost}"
    return f"Take {points_text(points)} as victory points"


def done_texts(position: Position, seat: int) -> tuple[str, str]:
    """The end of building as a label and as a log have it."""
    if position.amount(seat, state.DUE) and growth.is_due(position, seat):
        return (
            "End building and pass the action of the tile",
            "ends building and passes the action of the tile",
        )
    return "End building", "ends building"


def capital_text(position: Position, seat: int, steps: int) -> str:
    """What a number of steps brings and costs."""
    if steps == 0:
        return "Buy no capital"
    components = position.components
    income = position.amount(seat, state.INCOME)
    down = min(steps, income - int(components.lowest_income))
    parts = [f"{down} income (from {income} to {income - down})"] if down else []
    if steps > down:
        parts.append(f"{(steps - down) * int(components.points_per_step)} victory points")
    return f"Buy ${steps * int(components.raised_per_step)} of capital for {' and '.join(parts)}"


def pass_texts(position: Position, seat: int) -> tuple[str, str]:
    """What passing means here, as a label and as a log have it."""
    phase = position.cells[state.PHASE]
    place = int(position.cells[state.PLACE]) + 1
    if phase == state.BIDDING_FIRST:
        return (
            f"Pass: leave the auction of place {place}",
            f"passes and leaves the auction of place {place}",
        )
    if phase == state.BIDDING:
        if position.amount(seat, state.FREE_PASS) == 1:
            text = "for free, with the tile Turn Order"
            return f"Pass {text}", f"passes {text}"
        return f"Pass: take place {place}", f"passes and takes place {place}"
    return "Pass this round of goods", "passes this round of goods"


def place_text(position: Position, place: int) -> str:
    """A hex, with its town or city."""
    stop = int(position.land.stop_at[place])
    name = position.land.hex_names[place]
    return f"{position.land.stop_titles[stop]} {name}" if stop >= 0 else name


def tracks_text(tiles: TileSet, pattern: int) -> str:
    """Such as `N-S, NE-SE`, or the exits of a town, `N and S`."""
    tracks = sorted(tiles.tracks[pattern])
    if len(tracks[0]) == 1:
        return " and ".join(actions.EDGES[edge] for (edge,) in tracks)
    return ", ".join(f"{actions.EDGES[one]}-{actions.EDGES[other]}" for one, other in tracks)


def build_details(position: Position, seat: int, action: int) -> dict[str, Any]:
    """Verb, place, tracks, price and what a tile leads to."""
    place = parameter(action, 0)
    tiles = position.components.tiles
    pattern = int(tiles.pattern_of[6 * parameter(action, 1) + parameter(action, 2)])
    old = int(position.pattern(place))
    passing = ", passing City Growth" if growth.is_passed_by_tile(position, seat) else ""
    verb = "Lay tile" if not old else "Improve to tile"
    if old and not tiles.tracks[old] <= tiles.tracks[pattern]:
        adds = len(tiles.tracks[old]) < len(tiles.tracks[pattern])
        verb = "Redirect and improve to tile" if adds else "Redirect to tile"
    return {
        "verb": verb,
        "does": DONE_BY[verb],
        "place": place_text(position, place),
        "tracks": tracks_text(tiles, pattern),
        "cost": int(lay.cost(position, place, pattern)),
        "effect": effect_text(position, place, pattern) + passing,
    }


def effect_text(position: Position, place: int, pattern: int) -> str:
    """The links that a tile completes."""
    tiles = position.components.tiles
    titles = position.land.stop_titles
    completed = []
    for track in sorted(tiles.tracks[pattern] - tiles.tracks[int(position.pattern(place))]):
        if len(track) == 1 and position.exit(place, track[0]) != state.NO_TRACK:
            continue
        ends = [int(follow(position, place, edge)) for edge in track]
        if len(track) == 1:
            ends.append(int(position.land.stop_at[place]))
        if min(ends) >= 0:
            completed.append(f"{titles[ends[0]]} to {titles[ends[1]]}")
    return f", completing {' and '.join(completed)}" if completed else ""


def delivery_details(position: Position, action: int) -> dict[str, Any]:
    """From where to where, and who gets what."""
    titles = position.land.stop_titles
    return {
        "start": titles[parameter(action, 0)],
        "end": titles[parameter(action, 2)],
        "points_text": split_text(parameter(action, 3)),
    }


def split_text(split: int) -> str:
    """Who gets how many points, such as `3 points for seat 0, 1 for seat 2`."""
    shares = [(seat, points) for seat, points in enumerate(actions.SPLITS[split]) if points]
    return ", ".join(
        f"{points if place else points_text(points)} for seat {seat}"
        for place, (seat, points) in enumerate(shares)
    )


def points_text(number: int) -> str:
    """What deliveries bring, such as `1 point`."""
    return f"{number} point" + ("" if number == 1 else "s")
