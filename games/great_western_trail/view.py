"""The table as a viewer may see it, as JSON: names, not numbers.

`docs/rules/great_western_trail.md` section 16 says what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from railhead.games.game import ACTOR, CHANCE, SEATS
from railhead.games.great_western_trail import names, pending, state
from railhead.games.great_western_trail.components import (
    CARDS,
    CATTLE,
    OBJECTIVES,
    TILES,
    Components,
    task_letters,
)
from railhead.games.great_western_trail.data_schema import KINDS
from railhead.games.great_western_trail.rules import discs, kansas_city, movement, turns
from railhead.games.great_western_trail.rules.scoring import score_sheet
from railhead.games.great_western_trail.rules.secrets import public_pool
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import NEUTRAL, PRIVATE

HANDS = ("green", "black")
"""The hands that take a toll."""


def view_of(position: Position, viewer: int) -> dict[str, Any]:
    """Everything on the table that `viewer` may see."""
    cells = list(position.cells)
    components = position.components
    return {
        "actor": cells[ACTOR] if cells[ACTOR] >= 0 else None,
        "chance": cells[ACTOR] == CHANCE,
        "active": cells[state.ACTIVE],
        "pending": [
            pending.FRAME_NAMES[cells[state.STACK + pending.FRAME * depth]]
            for depth in range(cells[state.DEPTH])
        ],
        "local_actions": local_actions(cells),
        "offered": offered_effects(cells),
        "delivery_value": cells[state.VALUE],
        "cowboys_assigned": cells[state.COWBOYS],
        "sides": "".join(
            names.BUILDINGS[position.face(number)][-1] for number in range(state.BUILDINGS)
        ),
        "players": [player(position, cells, seat, viewer) for seat in range(cells[SEATS])],
        "trail": [space(position, cells, index) for index in range(len(components.trail.names))],
        **market(components, cells),
        "stations": [station(position, cells, index) for index in range(len(names.STATIONS))],
        "cities": [city(position, cells, index) for index in range(len(names.CITIES))],
        "removed_cards": counts(names.CARDS, cells, state.REMOVED_CARDS, CARDS),
        "removed_tiles": counts(names.TILES, cells, state.REMOVED_TILES, TILES),
        "score_sheet": score_sheet(position),
        "tolls": tolls(components, cells[SEATS]),
        "notices": list(components.notices),
    }


def market(components: Components, cells: list[int]) -> dict[str, Any]:
    """What lies open beside the trail, and what is left of it face down."""
    return {
        "supply": [
            counts(names.TILES, cells, state.SUPPLY + TILES * stack, TILES) for stack in range(3)
        ],
        "foresight": [
            [tile_name(cells[state.FORESIGHT + 2 * column + place]) for place in range(2)]
            for column in range(3)
        ],
        "job_market": [job_row(components, cells, row) for row in range(12)],
        "token_row": cells[state.TOKEN_ROW] + 1 if cells[state.TOKEN_ROW] < 12 else None,
        "token_row_fill": cells[state.ROW_FILL],
        "token_holder": cells[state.END_SEAT] - 1 if cells[state.END_SEAT] else None,
        "cattle_market": counts(names.CATTLE, cells, state.MARKET, CATTLE),
        "offers": offers(components),
        "market_deck": counts(names.CATTLE, cells, state.MARKET_DECK, CATTLE),
        "objectives": counts(names.OBJECTIVES, cells, state.DISPLAY, OBJECTIVES),
        "display": [
            objective(components, card)
            for card in range(OBJECTIVES)
            for _ in range(cells[state.DISPLAY + card])
        ],
        "objective_deck": sum(cells[state.OBJECTIVE_DECK : state.OBJECTIVE_DECK + OBJECTIVES]),
        "unseen_objectives": counts(names.OBJECTIVES, cells, state.UNSEEN, OBJECTIVES),
    }


def tolls(components: Components, seats: int) -> dict[str, int]:
    """The dollars of a green and of a black hand."""
    at = 4 * (seats - 2)
    return {hand: int(components.trail.toll[at + 1 + n]) for n, hand in enumerate(HANDS)}


def counts(kinds: Sequence[str], cells: Sequence[int], at: int, number: int) -> dict[str, int]:
    """The kinds of which there are any, with their numbers."""
    return {kinds[kind]: int(cells[at + kind]) for kind in range(number) if cells[at + kind]}


def tile_name(tile: int) -> str | None:
    """The name of a tile, None for none."""
    return names.TILES[tile] if tile else None


def local_actions(cells: list[int]) -> list[list[str]]:
    """The local actions left on this visit, each with what can be chosen."""
    return [
        effects_of(action) for action in cells[state.LOCAL : state.LOCAL + state.LOCALS] if action
    ]


def offered_effects(cells: list[int]) -> list[str]:
    """What a piece just placed or played offers: to be used or left out before all else."""
    at = state.STACK + pending.FRAME * (cells[state.DEPTH] - 1)
    return effects_of(cells[at + 1]) if cells[state.DEPTH] and cells[at] == pending.OFFER else []


def effects_of(action: int) -> list[str]:
    """The effects that can be chosen for a local action."""
    return [names.EFFECTS[part - 1] for part in (action % 64, action // 64) if part]


def player(position: Position, cells: list[int], seat: int, viewer: int) -> dict[str, Any]:
    """One player's board, and the cards as far as the viewer knows them."""
    own = int(state.block(seat))
    components = position.components
    start = cells[own + state.START_OBJECTIVE]
    place = cells[own + state.PLACE]
    return {
        "seat": seat,
        "money": cells[own + state.MONEY],
        "cattleman": components.trail.names[place] if place >= 0 else None,
        "engine": names.SPACES[cells[own + state.TRACK]],
        "certificates": int(components.certificates[cells[own + state.CERTIFICATE]]),
        "certificate_limit": int(components.certificates[discs.certificate_limit(position, seat)]),
        "permanent_certificates": int(discs.permanent_certificates(position, seat)),
        "step_limit": int(movement.step_limit(position, seat)),
        "hand_limit": int(turns.hand_limit(position, seat)),
        "workers": counts(names.WORKERS, cells, own + state.WORKERS, 3),
        "discs": counts(names.DISCS, cells, own + state.DISCS, len(names.DISCS)),
        "stations": _bits(names.STATIONS, cells[own + state.STATIONS]),
        "cities": counts(names.CITIES, cells, own + state.CITIES, len(names.CITIES)),
        "hazards": cells[own + state.HAZARDS],
        "hazard_points": cells[own + state.HAZARD_POINTS],
        "teepees": counts(("green", "blue"), cells, own + state.TEEPEES, 2),
        "station_masters": _bits(names.MASTERS, cells[own + state.MASTERS_OWNED]),
        "buildings": [building(position, cells, own, number) for number in range(state.BUILDINGS)],
        "start_objective": names.START_OBJECTIVES[start - 1],
        "objectives": counts(names.OBJECTIVES, cells, own + state.PLAYED, OBJECTIVES),
        "discard_pile": counts(names.CARDS, cells, own + state.DISCARDS, CARDS),
        **cards(position, cells, seat, viewer),
    }


def cards(position: Position, cells: list[int], seat: int, viewer: int) -> dict[str, Any]:
    """Hand and deck: both for their owner; for others what they know of both together."""
    own = int(state.block(seat))
    mine = seat == viewer
    return {
        "hand_size": sum(cells[own + state.HAND : own + state.HAND + CARDS]),
        "deck_size": sum(cells[own + state.PILE : own + state.PILE + CARDS]),
        "hand": counts(names.CARDS, cells, own + (state.HAND if mine else state.KNOWN), CARDS),
        "deck": counts(names.CARDS, cells, own + state.PILE, CARDS) if mine else None,
        "hand_or_deck": counts(names.CARDS, list(public_pool(position, seat)), 0, CARDS),
        "unseen_in_hand": cells[own + state.SECRETS],
    }


def _bits(kinds: Sequence[str], mask: int) -> list[str]:
    return [name for index, name in enumerate(kinds) if (mask >> index) & 1]


def building(position: Position, cells: list[int], own: int, number: int) -> dict[str, Any]:
    """One of a player's private buildings, and where it is."""
    face = position.face(number)
    components = position.components
    site = cells[own + state.SITES + number]
    return {
        "name": names.BUILDINGS[face],
        "site": components.trail.names[site - 1] if site > 0 else None,
        "removed": site < 0,
        "craftsmen": int(components.building_craftsmen[face]),
        "points": int(components.building_points[face]),
    }


def space(position: Position, cells: list[int], index: int) -> dict[str, Any]:
    """One space of the trail, with what lies and who stands there."""
    trail = position.components.trail
    kind = int(trail.kind[index])
    tile = cells[state.BOARD + index]
    owner = int(movement.owner_of(position, index))
    name = None
    if tile and kind in (NEUTRAL, PRIVATE):
        name = names.FACES[int(movement.face_on(position, index))]
    elif tile:
        name = names.TILES[tile]
    attached = int(trail.attached[index])
    return {
        "name": trail.names[index],
        "kind": KINDS[kind],
        "at": list(trail.places[index]),
        "tile": name,
        "owner": owner if owner >= 0 else None,
        "next": [
            trail.names[following]
            for following in (int(trail.first[index]), int(trail.second[index]))
            if following >= 0
        ],
        "forest": bool(trail.forest[index]),
        "gain": int(trail.gain[index]),
        "attached": names.EFFECTS[attached] if attached >= 0 else None,
        "cattlemen": [
            seat
            for seat in range(cells[SEATS])
            if cells[int(state.block(seat)) + state.PLACE] == index
        ],
    }


def offers(components: Components) -> list[dict[str, int]]:
    """What cowboys buy in the cattle market."""
    return [
        {
            "cowboys": int(components.offer_cowboys[at]),
            "price": int(components.offer_price[at]),
            "cards": int(components.offer_cards[at]),
            "value": int(components.offer_value[at]),
        }
        for at in range(len(components.offer_price))
    ]


@lru_cache(maxsize=64)
def objective(components: Components, card: int) -> dict[str, Any]:
    """What is printed on an objective card."""
    return {
        "card": names.OBJECTIVES[card],
        "effect": names.EFFECTS[int(components.objective_effect[card])],
        "tasks": task_letters(components, card),
        "points": int(components.objective_points[card]),
        "penalty": int(components.objective_penalty[card]),
    }


def job_row(components: Components, cells: list[int], row: int) -> dict[str, Any]:
    """One row of the job market."""
    return {
        "cost": int(components.job_cost[row]),
        "workers": counts(names.WORKERS, cells, state.JOBS + 3 * row, 3),
    }


def station(position: Position, cells: list[int], index: int) -> dict[str, Any]:
    """One station, with its master tile or the worker who took its place.

    Who left the tile at an upgrade can no longer have it.
    """
    components = position.components
    master = cells[state.MASTERS + index] if index < discs.MASTER_STATIONS else 0
    worker = cells[state.STATION_WORKERS + index] if index < discs.MASTER_STATIONS else 0
    return {
        "space": names.STATIONS[index],
        "cost": int(components.station_cost[index]),
        "points": int(components.station_points[index]),
        "black": bool(components.station_black[index]),
        "master": names.MASTERS[master - 1] if master else None,
        "worker": names.WORKERS[worker - 1] if worker else None,
        "seats": _marked_seats(cells, state.STATIONS, index),
        "master_left_by": _marked_seats(cells, state.MASTERS_LEFT, index) if master else [],
    }


def _marked_seats(cells: list[int], cell: int, index: int) -> list[int]:
    """The seats with a bit for `index` in a cell of theirs."""
    return [
        seat for seat in range(cells[SEATS]) if (cells[int(state.block(seat)) + cell] >> index) & 1
    ]


def city(position: Position, cells: list[int], index: int) -> dict[str, Any]:
    """One city, with the number of each seat's discs."""
    components = position.components
    return {
        "name": names.CITIES[index],
        "value": int(components.city_value[index]),
        "money": int(components.city_money[index]),
        "black": bool(components.city_black[index]),
        "points_each": int(components.city_points[index]),
        "arrow_points": int(components.arrow_points[index]),
        "arrow_objective": bool(components.arrow_objective[index]),
        "discs": [
            cells[int(state.block(seat)) + state.CITIES + index] for seat in range(cells[SEATS])
        ],
        "transport": [
            int(kansas_city.transport(position, seat, index)) for seat in range(cells[SEATS])
        ],
    }
