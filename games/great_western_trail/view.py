"""The table as a viewer may see it, as JSON: names, not numbers.

`docs/rules/great_western_trail.md` section 16 says what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.game import ACTOR, CHANCE, SEATS
from games.great_western_trail import names, pending
from games.great_western_trail.components import (
    CARDS,
    CATTLE,
    OBJECTIVES,
    TILES,
    Components,
    task_letters,
)
from games.great_western_trail.rules import discs, movement, turns
from games.great_western_trail.rules.scoring import score_sheet
from games.great_western_trail.rules.secrets import public_pool
from games.great_western_trail.state import (
    ACTIVE,
    BOARD,
    BUILDINGS,
    CERTIFICATE,
    CITIES,
    COWBOYS,
    DEPTH,
    DISCARDS,
    DISCS,
    DISPLAY,
    END_SEAT,
    FORESIGHT,
    HAND,
    HAZARD_POINTS,
    HAZARDS,
    JOBS,
    KNOWN,
    LOCAL,
    LOCALS,
    MARKET,
    MARKET_DECK,
    MASTERS,
    MASTERS_OWNED,
    MONEY,
    OBJECTIVE_DECK,
    PILE,
    PLACE,
    PLAYED,
    REMOVED_CARDS,
    REMOVED_TILES,
    ROW_FILL,
    SECRETS,
    SITES,
    STACK,
    START_OBJECTIVE,
    STATION_WORKERS,
    STATIONS,
    SUPPLY,
    TEEPEES,
    TOKEN_ROW,
    TRACK,
    UNSEEN,
    VALUE,
    WORKERS,
    Position,
    block,
)
from games.great_western_trail.trail import KINDS, NEUTRAL, PRIVATE


def view_of(state: Position, viewer: int) -> dict[str, Any]:
    """Everything on the table that `viewer` may see."""
    cells = list(state.cells)
    components = state.components
    return {
        "actor": cells[ACTOR] if cells[ACTOR] >= 0 else None,
        "chance": cells[ACTOR] == CHANCE,
        "active": cells[ACTIVE],
        "pending": [
            pending.FRAME_NAMES[cells[STACK + pending.FRAME * depth]]
            for depth in range(cells[DEPTH])
        ],
        "local_actions": local_actions(cells),
        "delivery_value": cells[VALUE],
        "cowboys_assigned": cells[COWBOYS],
        "sides": "".join(names.BUILDINGS[state.face(number)][-1] for number in range(BUILDINGS)),
        "players": [player(state, cells, seat, viewer) for seat in range(cells[SEATS])],
        "trail": [space(state, cells, index) for index in range(len(components.trail.names))],
        "supply": [counts(names.TILES, cells, SUPPLY + TILES * stack, TILES) for stack in range(3)],
        "foresight": [
            [tile_name(cells[FORESIGHT + 2 * column + place]) for place in range(2)]
            for column in range(3)
        ],
        "job_market": [job_row(components, cells, row) for row in range(12)],
        "token_row": cells[TOKEN_ROW] + 1 if cells[TOKEN_ROW] < 12 else None,
        "token_row_fill": cells[ROW_FILL],
        "token_holder": cells[END_SEAT] - 1 if cells[END_SEAT] else None,
        "cattle_market": counts(names.CATTLE, cells, MARKET, CATTLE),
        "market_deck": counts(names.CATTLE, cells, MARKET_DECK, CATTLE),
        "objectives": counts(names.OBJECTIVES, cells, DISPLAY, OBJECTIVES),
        "display": [
            objective(components, card)
            for card in range(OBJECTIVES)
            for _ in range(cells[DISPLAY + card])
        ],
        "objective_deck": sum(cells[OBJECTIVE_DECK : OBJECTIVE_DECK + OBJECTIVES]),
        "unseen_objectives": counts(names.OBJECTIVES, cells, UNSEEN, OBJECTIVES),
        "stations": [station(state, cells, index) for index in range(len(names.STATIONS))],
        "cities": [city(state, cells, index) for index in range(len(names.CITIES))],
        "removed_cards": counts(names.CARDS, cells, REMOVED_CARDS, CARDS),
        "removed_tiles": counts(names.TILES, cells, REMOVED_TILES, TILES),
        "score_sheet": score_sheet(state),
        "notices": list(state.game.ruleset.notices),
    }


def counts(kinds: Sequence[str], cells: Sequence[int], at: int, number: int) -> dict[str, int]:
    """The kinds of which there are any, with their numbers."""
    return {kinds[kind]: int(cells[at + kind]) for kind in range(number) if cells[at + kind]}


def tile_name(tile: int) -> str | None:
    """The name of a tile, None for none."""
    return names.TILES[tile] if tile else None


def local_actions(cells: list[int]) -> list[list[str]]:
    """The local actions left on this visit, each with what can be chosen."""
    return [
        [names.EFFECTS[part - 1] for part in (action % 64, action // 64) if part]
        for action in cells[LOCAL : LOCAL + LOCALS]
        if action
    ]


def player(state: Position, cells: list[int], seat: int, viewer: int) -> dict[str, Any]:
    """One player's board, and the cards as far as the viewer knows them."""
    own = int(block(seat))
    components = state.components
    start = cells[own + START_OBJECTIVE]
    place = cells[own + PLACE]
    return {
        "seat": seat,
        "money": cells[own + MONEY],
        "cattleman": components.trail.names[place] if place >= 0 else None,
        "engine": names.SPACES[cells[own + TRACK]],
        "certificates": int(components.certificates[cells[own + CERTIFICATE]]),
        "certificate_limit": int(components.certificates[discs.certificate_limit(state, seat)]),
        "permanent_certificates": int(discs.permanent_certificates(state, seat)),
        "step_limit": int(movement.step_limit(state, seat)),
        "hand_limit": int(turns.hand_limit(state, seat)),
        "workers": counts(names.WORKERS, cells, own + WORKERS, 3),
        "discs": counts(names.DISCS, cells, own + DISCS, len(names.DISCS)),
        "stations": _bits(names.STATIONS, cells[own + STATIONS]),
        "cities": counts(names.CITIES, cells, own + CITIES, len(names.CITIES)),
        "hazards": cells[own + HAZARDS],
        "hazard_points": cells[own + HAZARD_POINTS],
        "teepees": counts(("green", "blue"), cells, own + TEEPEES, 2),
        "station_masters": _bits(names.MASTERS, cells[own + MASTERS_OWNED]),
        "buildings": [building(state, cells, own, number) for number in range(BUILDINGS)],
        "start_objective": names.START_OBJECTIVES[start - 1],
        "objectives": counts(names.OBJECTIVES, cells, own + PLAYED, OBJECTIVES),
        "discard_pile": counts(names.CARDS, cells, own + DISCARDS, CARDS),
        **cards(state, cells, seat, viewer),
    }


def cards(state: Position, cells: list[int], seat: int, viewer: int) -> dict[str, Any]:
    """Hand and deck: both for their owner; for others what they know of both together."""
    own = int(block(seat))
    mine = seat == viewer
    return {
        "hand_size": sum(cells[own + HAND : own + HAND + CARDS]),
        "deck_size": sum(cells[own + PILE : own + PILE + CARDS]),
        "hand": counts(names.CARDS, cells, own + (HAND if mine else KNOWN), CARDS),
        "deck": counts(names.CARDS, cells, own + PILE, CARDS) if mine else None,
        "hand_or_deck": counts(names.CARDS, list(public_pool(state, seat)), 0, CARDS),
        "unseen_in_hand": cells[own + SECRETS],
    }


def _bits(kinds: Sequence[str], mask: int) -> list[str]:
    return [name for index, name in enumerate(kinds) if (mask >> index) & 1]


def building(state: Position, cells: list[int], own: int, number: int) -> dict[str, Any]:
    """One of a player's private buildings, and where it is."""
    face = state.face(number)
    components = state.components
    site = cells[own + SITES + number]
    return {
        "name": names.BUILDINGS[face],
        "site": components.trail.names[site - 1] if site > 0 else None,
        "removed": site < 0,
        "craftsmen": int(components.building_craftsmen[face]),
        "points": int(components.building_points[face]),
    }


def space(state: Position, cells: list[int], index: int) -> dict[str, Any]:
    """One space of the trail, with what lies and who stands there."""
    trail = state.components.trail
    kind = int(trail.kind[index])
    tile = cells[BOARD + index]
    owner = int(movement.owner_of(state, index))
    name = None
    if tile and kind in (NEUTRAL, PRIVATE):
        name = names.FACES[int(movement.face_on(state, index))]
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
        "attached": names.EFFECTS[attached] if attached >= 0 else None,
        "cattlemen": [
            seat for seat in range(cells[SEATS]) if cells[int(block(seat)) + PLACE] == index
        ],
    }


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
        "workers": counts(names.WORKERS, cells, JOBS + 3 * row, 3),
    }


def station(state: Position, cells: list[int], index: int) -> dict[str, Any]:
    """One station, with its master tile or the worker who took its place."""
    components = state.components
    master = cells[MASTERS + index] if index < discs.MASTER_STATIONS else 0
    worker = cells[STATION_WORKERS + index] if index < discs.MASTER_STATIONS else 0
    return {
        "space": names.STATIONS[index],
        "cost": int(components.station_cost[index]),
        "points": int(components.station_points[index]),
        "black": bool(components.station_black[index]),
        "master": names.MASTERS[master - 1] if master else None,
        "worker": names.WORKERS[worker - 1] if worker else None,
        "seats": [
            seat
            for seat in range(cells[SEATS])
            if (cells[int(block(seat)) + STATIONS] >> index) & 1
        ],
    }


def city(state: Position, cells: list[int], index: int) -> dict[str, Any]:
    """One city, with the number of each seat's discs."""
    components = state.components
    return {
        "name": names.CITIES[index],
        "value": int(components.city_value[index]),
        "black": bool(components.city_black[index]),
        "points_each": int(components.city_points[index]),
        "arrow_points": int(components.arrow_points[index]),
        "arrow_objective": bool(components.arrow_objective[index]),
        "discs": [cells[int(block(seat)) + CITIES + index] for seat in range(cells[SEATS])],
    }
