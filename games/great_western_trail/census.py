"""Every component, wherever it lies: what no action may change."""

from __future__ import annotations

from railhead.games.game import SEATS
from railhead.games.great_western_trail import names, state
from railhead.games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES, TILES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import FIRST_HAZARD, FIRST_PRIVATE, LAST, PRIVATES


def census(position: Position) -> dict[str, int]:
    """The components of each kind, wherever they lie."""
    seats = range(int(position.cells[SEATS]))
    counted = {**_tiles(position), **_cards(position)}
    for seat in seats:
        placed = bin(position.amount(seat, state.STATIONS)).count("1")
        counted[f"discs of seat {seat}"] = placed + sum(
            position.amount(seat, cell)
            for cell in [*range(state.DISCS, state.STATIONS), *range(state.CITIES, state.HAZARDS)]
        )
        counted[f"buildings of seat {seat}"] = sum(
            position.amount(seat, state.SITES + number) <= 0 for number in range(state.BUILDINGS)
        ) + sum(
            (int(position.cells[state.BOARD + space]) - 1) // state.BUILDINGS == seat
            for space in range(FIRST_PRIVATE, FIRST_PRIVATE + PRIVATES)
            if position.cells[state.BOARD + space]
        )
    counted["station masters"] = sum(
        bin(position.amount(seat, state.MASTERS_OWNED)).count("1") for seat in seats
    ) + sum(position.cells[state.MASTERS + station] > 0 for station in range(5))
    return counted


def _tiles(position: Position) -> dict[str, int]:
    cells = position.cells
    seats = range(int(cells[SEATS]))
    lying = [int(cells[state.BOARD + space]) for space in range(FIRST_HAZARD, LAST)]
    lying += [int(cells[state.FORESIGHT + index]) for index in range(6)]
    lying += [int(cells[state.STATION_WORKERS + station]) for station in range(5)]
    numbers = [
        lying.count(tile)
        + int(cells[state.REMOVED_TILES + tile])
        + sum(int(cells[state.SUPPLY + TILES * stack + tile]) for stack in range(3))
        for tile in range(TILES)
    ]
    for worker in range(3):
        numbers[1 + worker] += sum(int(cells[state.JOBS + 3 * row + worker]) for row in range(12))
        numbers[1 + worker] += sum(
            position.amount(seat, state.WORKERS + worker) - 1 for seat in seats
        )
    for colour in range(2):
        numbers[4 + colour] += sum(position.amount(seat, state.TEEPEES + colour) for seat in seats)
    counted = dict(zip(names.TILES[1:6], numbers[1:6], strict=True))
    points = position.components.tile_points
    counted["hazards"] = sum(numbers[6:]) + sum(
        position.amount(seat, state.HAZARDS) for seat in seats
    )
    counted["points of hazards"] = sum(
        number * int(points[tile]) for tile, number in enumerate(numbers)
    ) + sum(position.amount(seat, state.HAZARD_POINTS) for seat in seats)
    return counted


def _cards(position: Position) -> dict[str, int]:
    cells = position.cells
    numbers = [int(cells[state.REMOVED_CARDS + card]) for card in range(CARDS)]
    for seat in range(int(cells[SEATS])):
        for card in range(CARDS):
            numbers[card] += sum(
                position.amount(seat, at + card) for at in (state.HAND, state.PILE, state.DISCARDS)
            )
    for card in range(CATTLE):
        numbers[card] += int(cells[state.MARKET + card] + cells[state.MARKET_DECK + card])
    for card in range(OBJECTIVES):
        numbers[CATTLE + card] += int(
            cells[state.DISPLAY + card] + cells[state.OBJECTIVE_DECK + card]
        )
        for seat in range(int(cells[SEATS])):
            numbers[CATTLE + card] += position.amount(seat, state.PLAYED + card)
    return dict(zip(names.CARDS, numbers, strict=True))
