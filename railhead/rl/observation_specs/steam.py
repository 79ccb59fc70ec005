"""Steam: nothing is hidden."""

from __future__ import annotations

from typing import Any, Final

from railhead.games.game import ACTOR, Game
from railhead.games.steam import actions, state
from railhead.rl.actions import ActionPart, Field, Parts, whole
from railhead.rl.encoder import Encoder
from railhead.rl.encoders.steam import EDGES, LAID_NOW, SteamEncoder
from railhead.rl.features import (
    CATEGORY,
    FLAG,
    Feature,
    Lookups,
    ObservationSpec,
    category,
    custom,
    flag,
    looked_up,
    plain,
    seat,
)

LOW_BITS: Final = 5
"""Amounts are chosen in two parts: by 32, then what is left of them."""


def action_parts(components: Any, seats: int) -> Parts:
    """Amounts, tiles and deliveries are chosen in parts.

    Cities that need no urbanization, and shares for seats that there are not, are left out.
    """
    land, tiles = components.land, components.tiles
    patterns = range(1, int(tiles.count))
    turned = [(int(tiles.shape_of[one]), int(tiles.turn_of[one])) for one in patterns]
    towns = range(int(land.city_count), int(land.stop_count))
    colours = range(len(actions.COLOURS))
    shared_out = [(one,) for one, split in enumerate(actions.SPLITS) if not any(split[seats:])]
    amount = [ActionPart([Field(0, LOW_BITS, 10 - LOW_BITS)]), ActionPart([Field(0, 0, LOW_BITS)])]
    return {
        "bid": amount,
        "capital": amount,
        "build": [whole(0), whole(1, 2, values=turned)],
        "urbanize": [whole(0, 1, values=[(town, one) for town in towns for one in colours])],
        "deliver": [whole(0, 1), whole(2), whole(3, values=shared_out)],
    }


def observation_spec(
    game: Game, seats: int, parts: int, most: int
) -> tuple[ObservationSpec, Encoder]:
    """The whole table."""
    lookups = Lookups()
    layout = ObservationSpec(
        seats, shared_features(game.components, seats, lookups), of_seat(), parts, most
    )
    table = layout.table(game, lookups, state.PLAYERS, state.PLAYER_CELLS, SteamEncoder)
    return layout, table


def shared_features(components: Any, seats: int, lookups: Lookups) -> list[Feature]:
    """What all seats share."""
    land = components.land
    places = [str(number + 1) for number in range(seats)]
    exits = [f"{name}.{edge}" for name in land.hex_names for edge in actions.EDGES]
    told = (
        "Whose track leaves a hex over an edge: 0 none, 1 nobody's, 2 the viewer's, 3 the next "
        f"seat's, and so on; {LAID_NOW} more where it was laid in this building turn."
    )
    return [
        *turn(seats, int(land.stop_count), int(land.hex_count)),
        seat("order", state.ORDER, "The seats in turn order.", seats, 0, places),
        seat("queue", state.QUEUE, "The seats in the order of this phase.", seats, 0, places),
        *supplies(),
        *stops(land),
        *tiles_of(components, lookups),
        custom("exit", told, exits, kind=CATEGORY, high=LAID_NOW + 1 + seats),
    ]


def turn(seats: int, stops: int, hexes: int) -> list[Feature]:
    """Whose turn of which phase it is."""
    laid = [str(number + 1) for number in range(state.MOST_LAID)]
    phases = len(state.PHASES) - 1
    return [
        seat("actor", ACTOR, "Who is to act.", seats),
        seat("active", state.ACTIVE, "Whose turn of the phase it is.", seats),
        category("phase", state.PHASE, f"Of {', '.join(state.PHASES)}.", phases),
        plain("turn", state.TURN, "The turn of the match."),
        plain("last_turn", state.LAST_TURN, "The last turn."),
        plain("players_left", state.PLAYERS_LEFT, "Players who are not bankrupt."),
        plain("queue_at", state.QUEUE_AT, "The place of the phase's order that acts."),
        plain("goods_round", state.GOODS_ROUND, "The round of goods."),
        plain("laid", state.LAID, "Tiles laid in this building turn."),
        category("laid_at", state.LAID_AT, "The hexes they lie on, by number.", hexes - 1, laid),
        category("supplied", state.SUPPLIED, "The stop that gets goods; -1.", stops - 1, low=-1),
        plain("high_bid", state.HIGH_BID, "The highest bid; -1 for none.", low=-1),
        seat("leader", state.LEADER, "Who bid it.", seats),
        plain("place", state.PLACE, "The place of the order that is auctioned or taken next."),
    ]


def supplies() -> list[Feature]:
    """Pieces that are not in play."""
    spaces = [
        f"{space + 1}.{colour}" for space in range(actions.SPACES) for colour in actions.COLOURS
    ]
    return [
        plain("used", state.USED, "Tiles on the map.", actions.SHAPES),
        plain("bag", state.BAG, "Goods in the bag.", actions.COLOURS),
        plain("new_cities", state.NEW_CITIES, "New City tiles left.", actions.COLOURS),
        plain("markers", state.MARKERS, "Growth markers left."),
        plain("spaces", state.SPACES_AT, "Goods on the supply spaces.", spaces),
    ]


def stops(land: Any) -> list[Feature]:
    """Cities and towns."""
    each, names = state.STOP_CELLS, land.stop_names
    colours = len(actions.COLOURS)
    return [
        plain(
            "colour",
            state.STOPS + state.COLOUR,
            "0 for a town, else 1 + the city's colour.",
            names,
            stride=each,
            kind=CATEGORY,
            high=colours,
        ),
        plain(
            "marked",
            state.STOPS + state.MARKED,
            "Whether a growth marker lies there.",
            names,
            stride=each,
            kind=FLAG,
            high=1,
        ),
        *(
            plain(
                f"goods_{colour}",
                state.STOPS + state.CUBES + number,
                f"{colour.capitalize()} goods there.",
                names,
                stride=each,
            )
            for number, colour in enumerate(actions.COLOURS)
        ),
    ]


def tiles_of(components: Any, lookups: Lookups) -> list[Feature]:
    """The tile of each hex."""
    tiles, land = components.tiles, components.land
    rows = [
        number
        for pattern in range(int(tiles.count))
        for number in (int(tiles.shape_of[pattern]) + 1, int(tiles.turn_of[pattern]))
    ]
    told = "The tile of a hex: 1 + its shape (0 for none), and the sixths it is turned by."
    at = int(state.stop_cell(land.stop_count))
    found = lookups.add(("shape", "turn"), rows)
    return [looked_up("tile", at, told, land.hex_names, found, high=len(actions.SHAPES))]


def of_seat() -> list[Feature]:
    """What a seat has."""
    return [
        plain("cash", state.CASH, "Dollars."),
        plain("income", state.INCOME, "The place on the income track.", low=-99),
        plain("points", state.POINTS, "Victory points.", low=-999),
        plain("locomotive", state.LOCOMOTIVE, "The level of the locomotive."),
        category("tile", state.TILE, "The action tile; 0 for none.", int(state.TILE_COUNT)),
        flag("due", state.DUE, "Whether the action of the tile is still to be carried out."),
        flag("improved", state.IMPROVED, "Whether the locomotive was improved in this turn."),
        category("out", state.OUT, "Of an auction: 0 bids, 1 has passed, 2 has a place.", 2),
        plain("last_bid", state.LAST_BID, "The last bid; -1 for none.", low=-1),
        category("free_pass", state.FREE_PASS, "A free pass: 0 none, 1 to use, 2 just used.", 2),
        plain("pending", state.PENDING, "Points of the last delivery, still to be taken."),
        flag("bankrupt", state.BANKRUPT, "Whether the seat is bankrupt."),
        flag("beginner", state.BEGINNER, "Whether the seat may raise money at need."),
    ]


assert len(actions.EDGES) == EDGES
