"""What Steam's table is made of, in words and in data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.reference import FLAT, Item, Reference, hex_centre, hexes, item, place
from railhead.games.steam import actions
from railhead.games.steam.components import Components
from railhead.games.steam.data_schema import FEWEST_SEATS, TERRAINS
from railhead.games.steam.effect_texts import SHAPE_TEXTS, action_tile_text
from railhead.games.steam.geography import STEPS
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.steam.wording import TITLES, split_text, tracks_text

EDGES: Final = int(EDGE_COUNT)


def reference(components: Components, options: Mapping[str, Any]) -> Reference:
    """Everything that lies on a table with these options."""
    land = components.land
    return Reference(
        tables={
            "hexes": [hex_item(components, at) for at in range(int(land.hex_count))],
            "stops": [stop_item(components, at) for at in range(int(land.stop_count))],
            "splits": [split_item(number) for number in range(len(actions.SPLITS))],
            "colours": [colour_item(components, at) for at in range(len(actions.COLOURS))],
            "action_tiles": [
                action_tile(components, number, options["variant"])
                for number in range(len(actions.TILES))
            ],
            "track_tiles": [track_tile(components, at) for at in range(len(actions.SHAPES))],
            "supply": [supply_space(components, space) for space in range(components.spaces)],
            "takings": takings(components),
            "building_costs": building_costs(components),
            "pieces": pieces(components, options["variant"] == "standard"),
        },
        geometries={
            "hexes": hexes(FLAT, [hex_place(components, at) for at in range(int(land.hex_count))])
        },
        numbers={"supply.space": "supply"},
        seats=[seats(components, number) for number in land.players],
    )


def hex_item(components: Components, index: int) -> Item:
    """A hex of the map, and what its terrain adds to the price of a first tile."""
    land = components.land
    stop = int(land.stop_at[index])
    terrain = TERRAINS[int(land.terrain[index])]
    river = land.river[index] == 1
    more = int(components.terrain_cost[index])
    parts = [terrain.capitalize() + (" with a river" if river else "")]
    if stop >= 0:
        parts[0] += f" with the town {land.stop_titles[stop]}"
    if terrain == "city":
        parts = [f"City {land.stop_titles[stop]}", "takes no tiles"]
    else:
        parts.append(f"the first tile costs ${more} more" if more else "no cost of terrain")
    return item(
        land.hex_names[index],
        f"Hex {land.hex_names[index]}",
        ", ".join(parts) + ".",
        {"money": more} if more else None,
        terrain=terrain,
        river=river,
        stop=land.stop_names[stop] if stop >= 0 else None,
    )


def hex_place(components: Components, index: int) -> Item:
    """Where a hex lies, the hexes across open edges, and the edges that are closed."""
    land = components.land
    near = [int(land.neighbour[EDGES * index + edge]) for edge in range(EDGES)]
    around = {
        land.hex_names[other]: actions.EDGES[edge] for edge, other in enumerate(near) if other >= 0
    }
    q, r = land.axial[index]
    closed = [actions.EDGES[edge] for edge, other in enumerate(near) if other < 0]
    walls = [
        actions.EDGES[edge]
        for edge, (dq, dr) in enumerate(STEPS)
        if near[edge] < 0 and (q + dq, r + dr) in land.axial
    ]
    name = land.hex_names[index]
    return place(name, *hex_centre(FLAT, q, r), around, q=q, r=r, closed=closed, walls=walls)


def stop_item(components: Components, stop: int) -> Item:
    """A city or a town."""
    land = components.land
    name = land.hex_names[int(land.stop_hex[stop])]
    if stop >= land.city_count:
        cost = int(components.town_cost)
        text = f"Town on {name}: each tile there costs ${cost} more. It takes no goods until "
        text += "Urbanization makes it a city."
        return item(land.stop_names[stop], land.stop_titles[stop], text, kind="town", hex=name)
    colour = actions.COLOURS[land.printed_colour[stop]]
    goods = {str(seats): components.city_goods(seats)[stop] for seats in land.players}
    numbers = sorted({*goods.values()})
    text = f"City on {name} that takes {colour} goods and begins with "
    text += f"{' or '.join(str(number) for number in numbers)} cubes."
    return item(
        land.stop_names[stop],
        land.stop_titles[stop],
        text,
        kind="city",
        hex=name,
        colour=colour,
        goods_by_seats=goods,
    )


def split_item(number: int) -> Item:
    """A way to share out the points of a delivery."""
    text = split_text(number) or "nobody gets points"
    shares = list(actions.SPLITS[number])
    name = actions.SPLIT_NAMES[number]
    return item(name, text, f"Points of a delivery: {text}.", points=shares)


def colour_item(components: Components, colour: int) -> Item:
    """Goods and New City tiles of one colour."""
    name = actions.COLOURS[colour]
    cubes, tiles = components.goods[colour], components.new_cities[colour]
    text = f"{cubes} cubes of goods, which go to {name} cities, and {tiles} New City "
    text += f"tile{'s' if tiles != 1 else ''}."
    return item(name, name, text, goods=cubes, new_cities=tiles)


def action_tile(components: Components, index: int, variant: str) -> Item:
    """An action tile with its effect, and in the base game its price."""
    name = actions.TILES[index]
    prices = {
        "city_growth": int(components.growth_cost),
        "urbanization": int(components.urbanization_cost),
        "locomotive": int(components.locomotive_cost),
    }
    cost = prices.get(name, 0) if variant == "base" else 0
    text = f"{action_tile_text(name, variant)}. Number {index + 1}"
    if cost:
        text += f"; costs ${cost}" + (" and the new level" if name == "locomotive" else "")
    level = cost > 0 and name == "locomotive"
    return item(
        name,
        TITLES[index],
        text + ".",
        {"money": cost} if cost else None,
        number=index + 1,
        new_level_is_paid=level,
    )


def track_tile(components: Components, shape: int) -> Item:
    """A shape of track: its tracks unturned, its price without terrain, how many there are."""
    tiles = components.tiles
    pattern = int(tiles.pattern_of[EDGES * shape])
    name = actions.SHAPES[shape]
    town = shape >= actions.FIRST_TOWN_SHAPE
    cost = int(tiles.exit_count[pattern]) + (int(components.town_cost) if town else 0)
    most = sum(number for sides, number in tiles.pools if shape in sides)
    turns = [int(tiles.pattern_of[EDGES * shape + turn]) for turn in range(EDGES)]
    listed = [turn for turn in range(EDGES) if turns.index(turns[turn]) == turn]
    text = f"{SHAPE_TEXTS[name].capitalize()}, unturned {tracks_text(tiles, pattern)}; costs "
    text += f"${cost} and the terrain. At most {most} tiles show it."
    return item(
        name,
        f"{name}, {SHAPE_TEXTS[name]}",
        text,
        {"money": cost},
        town=town,
        tracks=[
            [actions.EDGES[edge] for edge in track] + (["town"] if town else [])
            for track in sorted(tiles.tracks[pattern])
        ],
        turns=listed,
        tiles=[
            {"sides": [actions.SHAPES[side] for side in sides], "tiles": number}
            for sides, number in tiles.pools
            if shape in sides
        ],
    )


def supply_space(components: Components, space: int) -> Item:
    """A space of the goods supply."""
    numbers = {
        str(seats): components.cubes_per_space[seats - FEWEST_SEATS]
        for seats in components.land.players
    }
    text = "Holds a set of goods for a New City or for City Growth."
    return item(space + 1, f"Supply space {space + 1}", text, cubes_by_seats=numbers)


def takings(components: Components) -> list[Item]:
    """What the points of a delivery can become."""
    high, low = int(components.highest_income), int(components.lowest_income)
    return [
        item(
            "income",
            "as income",
            f"The points move the marker up the income track, which goes from {low} to {high}.",
            lowest=low,
            highest=high,
        ),
        item("points", "as victory points", "The points count at the end."),
    ]


def building_costs(components: Components) -> list[Item]:
    """What tiles cost by what they are laid on."""
    return [
        item("exit", "Exit", "Each side of the hex that the tile's tracks reach.", {"money": 1}),
        _more(
            "town", "Town", "A tile with a town, also when it is improved.", components.town_cost
        ),
        _more("hill", "Hill", "The first tile on a hill.", components.hill_cost),
        _more("river", "River", "The first tile on a hex with a river.", components.river_cost),
    ]


def _more(name: str, label: str, text: str, cost: int) -> Item:
    return item(name, label, text, {"money": int(cost)})


def pieces(components: Components, standard: bool) -> list[Item]:
    """The pieces that notation does not name."""
    level, step = int(components.highest_locomotive), int(components.raised_per_step)
    points = int(components.points_per_step)
    when = "at the start of a turn" if standard else "when a payment needs it"
    return [
        item(
            "locomotive",
            "Locomotive",
            f"A delivery goes over at most as many links as its level, 1 to {level}.",
            highest=level,
        ),
        item(
            "income",
            "Income",
            f"Money can be raised {when}: ${step} for each step back on the income track, at its "
            f"lower end for {points} victory points each.",
            raised_per_step=step,
            victory_points_per_step=points,
            lowest=int(components.lowest_income),
            highest=int(components.highest_income),
        ),
        item(
            "growth_marker",
            "Growth marker",
            "Lies on a city where City Growth was used, and keeps it from another.",
            pieces=components.markers,
        ),
        item(
            "link",
            "Link",
            "Complete track from a city or town to the next. Each that a delivery passes gives its "
            "owner a point.",
        ),
    ]


def seats(components: Components, number: int) -> Item:
    """What depends on the number of players."""
    return {
        "seats": number,
        "recommended": number in components.land.recommended,
        "turns": components.turns[number - FEWEST_SEATS],
        "cubes_per_space": components.cubes_per_space[number - FEWEST_SEATS],
    }
