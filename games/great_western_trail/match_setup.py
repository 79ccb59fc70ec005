"""The set-up of a match: drawing it, and laying it out as the first position.

`docs/rules/great_western_trail.md` section 4.2. A set-up is plain JSON: what lies on the board by
name, and the sides of the private buildings as ten letters. Hands are dealt by chance afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.game import ACTOR, CHANCE, SEATS, Setup
from railhead.games.great_western_trail import names, pending, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES, TILES, Components
from railhead.games.great_western_trail.rules import hazards
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import FIRST_NEUTRAL
from railhead.games.random import Source, shuffled_copy
from railhead.games.vectors import vec

FIRST_TILES: Final = 7
DISPLAY_SIZE: Final = 4


def stacks(components: Components, split: str) -> list[list[int]]:
    """The numbers of tiles of each kind in the three stacks."""
    first, *others = components.stacks
    chosen = others[2:] if split == "more_cowboys" else others[:2]
    return [list(first), *(list(stack) for stack in chosen)]


def pieces(numbers: list[int]) -> list[int]:
    """Every piece of these numbers by kind, one entry each."""
    return [kind for kind, number in enumerate(numbers) for _ in range(number)]


def lay_first_tiles(stack: list[int]) -> tuple[list[int], list[int]]:
    """The first seven tiles that find a space, and the rest of the stack.

    A hazard without a free space goes back, and another tile is turned up.
    """
    laid: list[int] = []
    left: list[int] = []
    for tile in stack:
        kind = (tile - hazards.FIRST_HAZARD_TILE) // hazards.FACES
        same = [t for t in laid if (t - hazards.FIRST_HAZARD_TILE) // hazards.FACES == kind]
        full = tile >= hazards.FIRST_HAZARD_TILE and len(same) == 4
        if len(laid) < FIRST_TILES and not full:
            laid.append(tile)
        else:
            left.append(tile)
    return laid, left


def sides_of(option: str, source: Source) -> str:
    """The sides of the ten private buildings."""
    if option == "random":
        return "".join("ab"[int(source.below(2))] for _ in range(state.BUILDINGS))
    if option == "one_toss":
        return "ab"[int(source.below(2))] * state.BUILDINGS
    return option * state.BUILDINGS if len(option) == 1 else option


def draw_setup(
    components: Components, seats: int, options: Mapping[str, Any], source: Source
) -> Setup:
    """A set-up for `seats` players."""
    piles = [shuffled_copy(pieces(n), source) for n in stacks(components, options["worker_split"])]
    tiles, piles[0] = lay_first_tiles(piles[0])
    # A hazard that went back may be turned up next, so the rest is shuffled anew.
    piles[0] = shuffled_copy(piles[0], source)
    jobs = [piles[1].pop() for _ in range(2 * seats - 1)]
    foresight = [[pile.pop(), pile.pop()] for pile in piles]
    neutral = list(names.NEUTRAL)
    if options["neutral_buildings"] == "random":
        neutral = [names.NEUTRAL[index] for index in shuffled_copy(list(range(7)), source)]
    market = shuffled_copy(pieces([int(n) for n in components.market_cards]), source)
    objectives = shuffled_copy(pieces([int(n) for n in components.objective_copies]), source)
    return {
        "seats": seats,
        "options": dict(options),
        "neutral_buildings": neutral,
        "sides": sides_of(options["building_sides"], source),
        "station_masters": [
            names.MASTERS[index] for index in shuffled_copy(list(range(5)), source)
        ],
        "tiles": [names.TILES[tile] for tile in tiles],
        "job_market": [names.TILES[tile] for tile in jobs],
        "foresight": [[names.TILES[tile] for tile in column] for column in foresight],
        "cattle_market": [
            names.CATTLE[card] for card in sorted(market[: components.market_size[seats - 2]])
        ],
        "objectives": [names.OBJECTIVES[card] for card in sorted(objectives[:DISPLAY_SIZE])],
        "start_objectives": [
            names.START_OBJECTIVES[index] for index in shuffled_copy(list(range(4)), source)[:seats]
        ],
    }


def take(cells: vec[i64], at: int, kind: int, entry: Entry) -> None:
    """One piece leaves its supply. Raises `DataError` where there is none left."""
    if cells[at + kind] == 0:
        raise entry.fail("has more pieces of a kind than there are")
    cells[at + kind] -= 1


def lay_header(position: Position, setup: Entry) -> None:
    """The sides of the buildings, and what comes first: hands are dealt, then seat 0 begins."""
    cells = position.cells
    cells[ACTOR] = CHANCE
    cells[state.ACTIVE] = cells[SEATS] - 1
    cells[state.TOKEN_ROW] = 1
    sides = setup["sides"].text()
    if len(sides) != state.BUILDINGS or not set(sides) <= set("ab"):
        raise setup["sides"].fail("must be ten letters a or b")
    cells[state.SIDES] = sum(1 << index for index, side in enumerate(sides) if side == "b")


def lay_tiles(position: Position, setup: Entry, split: str) -> None:
    """Neutral buildings, station masters, the three stacks and what was turned up of them."""
    cells = position.cells
    neutral = setup["neutral_buildings"].indexes(names.NEUTRAL, 7, apart=True)
    for index, tile in enumerate(neutral):
        cells[state.BOARD + FIRST_NEUTRAL + index] = 1 + tile
    masters = setup["station_masters"].indexes(names.MASTERS, 5, apart=True)
    for index, master in enumerate(masters):
        cells[state.MASTERS + index] = 1 + master
    for stack, numbers in enumerate(stacks(position.components, split)):
        for tile, number in enumerate(numbers):
            cells[state.SUPPLY + TILES * stack + tile] = number
    for tile in setup["job_market"].indexes(names.TILES, 2 * int(cells[SEATS]) - 1):
        take(cells, state.SUPPLY + TILES, tile, setup["job_market"])
    for column, listed in enumerate(setup["foresight"].items(3)):
        for space, tile in enumerate(listed.indexes(names.TILES, 2)):
            take(cells, state.SUPPLY + TILES * column, tile, listed)
            cells[state.FORESIGHT + 2 * column + space] = tile


def lay_trail(position: Position, setup: Entry) -> None:
    """The first seven hazards and teepees, and the first workers of the job market."""
    cells = position.cells
    for tile in setup["tiles"].indexes(names.TILES, FIRST_TILES):
        take(cells, state.SUPPLY, tile, setup["tiles"])
        if hazards.free_space(position, tile) < 0:
            raise setup["tiles"].fail("has a hazard without a free space")
        hazards.lay(position, tile)
    seats = int(cells[SEATS])
    for index, tile in enumerate(setup["job_market"].indexes(names.TILES, 2 * seats - 1)):
        cells[state.JOBS + 3 * (index // seats) + tile - 1] += 1
    cells[state.ROW_FILL] = seats - 1


def lay_cards(position: Position, setup: Entry) -> None:
    """The market, the display of objective cards, and what is left of their decks."""
    cells, components = position.cells, position.components
    for card in range(CATTLE):
        cells[state.MARKET_DECK + card] = components.market_cards[card]
    size = int(components.market_size[int(cells[SEATS]) - 2])
    for card in setup["cattle_market"].indexes(names.CATTLE, size):
        take(cells, state.MARKET_DECK, card, setup["cattle_market"])
        cells[state.MARKET + card] += 1
    for card in range(OBJECTIVES):
        cells[state.OBJECTIVE_DECK + card] = components.objective_copies[card]
    for card in setup["objectives"].indexes(names.OBJECTIVES, DISPLAY_SIZE):
        take(cells, state.OBJECTIVE_DECK, card, setup["objectives"])
        cells[state.DISPLAY + card] += 1
    for card in range(OBJECTIVES):
        cells[state.UNSEEN + card] = cells[state.OBJECTIVE_DECK + card]


def lay_players(position: Position, setup: Entry) -> None:
    """Every player's board, money, deck and start objective."""
    cells, components = position.cells, position.components
    seats = int(cells[SEATS])
    starts = setup["start_objectives"].indexes(names.START_OBJECTIVES, seats, apart=True)
    for seat, start in enumerate(starts):
        own = int(state.block(seat))
        cells[own + state.MONEY] = components.start_money[seat]
        cells[own + state.PLACE] = -1
        cells[own + state.START_OBJECTIVE] = 1 + start
        for worker in range(3):
            cells[own + state.WORKERS + worker] = 1
        for group, number in enumerate(components.discs):
            cells[own + state.DISCS + group] = number
        for card in range(CATTLE):
            cells[own + state.PILE + card] = components.start_cards[card]


def set_initial_state(position: Position, setup: Entry, options: Mapping[str, Any]) -> None:
    """Make the empty position the first of a set-up, before the hands are dealt.

    Raises `DataError`.
    """
    lay_header(position, setup)
    lay_tiles(position, setup, options["worker_split"])
    lay_cards(position, setup)
    lay_players(position, setup)
    lay_trail(position, setup)
    pending.push(position, pending.NEXT_TURN)
    for seat in reversed(range(int(position.cells[SEATS]))):
        pending.push(position, pending.DRAW, seat, position.components.hand_limit)
