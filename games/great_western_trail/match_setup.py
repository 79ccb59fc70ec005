"""The set-up of a match: drawing it, and laying it out as the first position.

`docs/rules/great_western_trail.md` section 4.2. A set-up is plain JSON: what lies on the board by
name, and the sides of the private buildings as ten letters. Hands are dealt by chance afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from games.game import ACTOR, CHANCE, SEATS, Setup
from games.great_western_trail import names, pending
from games.great_western_trail.components import CATTLE, OBJECTIVES, TILES, Tables
from games.great_western_trail.rules import hazards
from games.great_western_trail.state import (
    ACTIVE,
    BOARD,
    BUILDINGS,
    CITY_OBJECTIVES,
    COPY_ATTACHED,
    COWBOYS_EACH_TURN,
    DELIVERY_DECK,
    DISCS,
    DISPLAY,
    FORESIGHT,
    IDLE_TURNS,
    JOBS,
    KEEP_ACTIONS,
    LATE_REMOVED,
    MARKET,
    MARKET_DECK,
    MASTERS,
    MONEY,
    OBJECTIVE_DECK,
    PILE,
    PLACE,
    ROW_FILL,
    SIDES,
    SPECIAL_PAYS,
    SPLIT,
    START_OBJECTIVE,
    SUPPLY,
    TOKEN_ROW,
    TURN_UP_LAST,
    UNSEEN,
    UPGRADE_FIRST,
    WORKERS,
    Position,
    block,
    cell_count,
)
from games.great_western_trail.trail import FIRST_NEUTRAL
from games.options import complete
from games.random import Source, shuffled
from games.vectors import vec

FIRST_TILES: Final = 7
DISPLAY_SIZE: Final = 4
SWITCHES: Final = {
    "idle_turns": IDLE_TURNS,
    "delivery_objective_from_deck": DELIVERY_DECK,
    "special_delivery_pays": SPECIAL_PAYS,
    "objectives_in_kansas_city": CITY_OBJECTIVES,
    "copy_attached": COPY_ATTACHED,
    "turn_up_last_card": TURN_UP_LAST,
    "upgrade_before_reward": UPGRADE_FIRST,
    "keep_replaced_actions": KEEP_ACTIONS,
}
"""The cells of the options that are true or false."""


def stacks(tables: Tables, split: str) -> list[list[int]]:
    """The numbers of tiles of each kind in the three stacks."""
    first, *others = tables.stacks
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
        return "".join("ab"[int(source.below(2))] for _ in range(BUILDINGS))
    if option == "one_toss":
        return "ab"[int(source.below(2))] * BUILDINGS
    return option * BUILDINGS if len(option) == 1 else option


def draw(tables: Tables, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
    """A set-up for `seats` players."""
    piles = [shuffled(pieces(n), source) for n in stacks(tables, options["worker_split"])]
    tiles, piles[0] = lay_first_tiles(piles[0])
    # A hazard that went back may be turned up next, so the rest is shuffled anew.
    piles[0] = shuffled(piles[0], source)
    jobs = [piles[1].pop() for _ in range(2 * seats - 1)]
    foresight = [[pile.pop(), pile.pop()] for pile in piles]
    neutral = list(names.NEUTRAL)
    if options["neutral_buildings"] == "random":
        neutral = [names.NEUTRAL[index] for index in shuffled(list(range(7)), source)]
    market = shuffled(pieces([int(n) for n in tables.market_cards]), source)
    objectives = shuffled(pieces([int(n) for n in tables.objective_copies]), source)
    return {
        "seats": seats,
        "options": dict(options),
        "neutral_buildings": neutral,
        "sides": sides_of(options["building_sides"], source),
        "station_masters": [names.MASTERS[index] for index in shuffled(list(range(5)), source)],
        "tiles": [names.TILES[tile] for tile in tiles],
        "job_market": [names.TILES[tile] for tile in jobs],
        "foresight": [[names.TILES[tile] for tile in column] for column in foresight],
        "cattle_market": [
            names.CATTLE[card] for card in sorted(market[: tables.market_size[seats - 2]])
        ],
        "objectives": [names.OBJECTIVES[card] for card in sorted(objectives[:DISPLAY_SIZE])],
        "start_objectives": [
            names.START_OBJECTIVES[index] for index in shuffled(list(range(4)), source)[:seats]
        ],
    }


class Layout:
    """Lays a set-up out as cells, checking each part. Raises `ValueError`."""

    def __init__(self, tables: Tables, setup: Mapping[str, Any]) -> None:
        self.tables = tables
        self.setup = setup
        seats = setup.get("seats")
        if type(seats) is not int or not 2 <= seats <= 4:
            raise ValueError(f"seats must be 2, 3 or 4, not {seats!r}")
        self.seats: int = seats
        self.cells: vec[i64] = vec[i64]([i64(0)] * cell_count(self.seats))

    def names_in(self, key: str, known: tuple[str, ...], number: int, apart: bool) -> list[int]:
        """The numbers of the names listed under a key, so many and, if `apart`, all different."""
        return self.numbers(key, self.setup.get(key), known, number, apart)

    def numbers(
        self, key: str, listed: Any, known: tuple[str, ...], number: int, apart: bool
    ) -> list[int]:
        """The numbers of listed names. Raises `ValueError` where they do not fit."""
        if not isinstance(listed, list) or len(listed) != number:
            raise ValueError(f"{key} must list {number} names")
        if not set(listed) <= set(known) or (apart and len(set(listed)) < number):
            raise ValueError(f"{key} has a name that is unknown or listed twice")
        return [known.index(name) for name in listed]

    def take(self, key: str, at: int, kind: int) -> None:
        """One piece leaves its supply. Raises `ValueError` where there is none left."""
        if self.cells[at + kind] == 0:
            raise ValueError(f"{key} has more pieces of a kind than there are")
        self.cells[at + kind] -= 1

    def lay_header(self, options: Mapping[str, Any]) -> None:
        """Seats, options and the order of what comes first: hands are dealt, then seat 0 begins."""
        cells = self.cells
        cells[SEATS] = self.seats
        cells[ACTOR] = CHANCE
        cells[ACTIVE] = self.seats - 1
        cells[TOKEN_ROW] = 1
        for name, cell in SWITCHES.items():
            cells[cell] = int(options[name])
        cells[COWBOYS_EACH_TURN] = int(options["cowboys"] == "each_turn")
        cells[LATE_REMOVED] = int(options["late_workers"] == "removed")
        cells[SPLIT] = int(options["worker_split"] == "more_cowboys")
        sides = self.setup.get("sides")
        if not isinstance(sides, str) or len(sides) != BUILDINGS or not set(sides) <= set("ab"):
            raise ValueError("sides must be ten letters a or b")
        cells[SIDES] = sum(1 << index for index, side in enumerate(sides) if side == "b")

    def lay_tiles(self, options: Mapping[str, Any]) -> None:
        """Neutral buildings, station masters, the three stacks and what was turned up of them."""
        cells = self.cells
        neutral = self.names_in("neutral_buildings", names.NEUTRAL, 7, True)
        for index, tile in enumerate(neutral):
            cells[BOARD + FIRST_NEUTRAL + index] = 1 + tile
        for index, master in enumerate(self.names_in("station_masters", names.MASTERS, 5, True)):
            cells[MASTERS + index] = 1 + master
        for stack, numbers in enumerate(stacks(self.tables, options["worker_split"])):
            for tile, number in enumerate(numbers):
                cells[SUPPLY + TILES * stack + tile] = number
        for tile in self.names_in("job_market", names.TILES, 2 * int(cells[SEATS]) - 1, False):
            self.take("job_market", SUPPLY + TILES, tile)
        columns = self.setup.get("foresight")
        if not isinstance(columns, list) or len(columns) != 3:
            raise ValueError("foresight must list three columns")
        for column, listed in enumerate(columns):
            for space, tile in enumerate(self.numbers("foresight", listed, names.TILES, 2, False)):
                self.take("foresight", SUPPLY + TILES * column, tile)
                cells[FORESIGHT + 2 * column + space] = tile

    def lay_trail(self, state: Position) -> None:
        """The first seven hazards and teepees, and the first workers of the job market."""
        for tile in self.names_in("tiles", names.TILES, FIRST_TILES, False):
            self.take("tiles", SUPPLY, tile)
            if hazards.free_space(state, tile) < 0:
                raise ValueError("tiles has a hazard without a free space")
            hazards.lay(state, tile)
        seats = int(self.cells[SEATS])
        for index, tile in enumerate(
            self.names_in("job_market", names.TILES, 2 * seats - 1, False)
        ):
            self.cells[JOBS + 3 * (index // seats) + tile - 1] += 1
        self.cells[ROW_FILL] = seats - 1

    def lay_cards(self) -> None:
        """The market, the display of objective cards, and what is left of their decks."""
        cells, tables = self.cells, self.tables
        for card in range(CATTLE):
            cells[MARKET_DECK + card] = tables.market_cards[card]
        size = int(tables.market_size[int(cells[SEATS]) - 2])
        for card in self.names_in("cattle_market", names.CATTLE, size, False):
            self.take("cattle_market", MARKET_DECK, card)
            cells[MARKET + card] += 1
        for card in range(OBJECTIVES):
            cells[OBJECTIVE_DECK + card] = tables.objective_copies[card]
        for card in self.names_in("objectives", names.OBJECTIVES, DISPLAY_SIZE, False):
            self.take("objectives", OBJECTIVE_DECK, card)
            cells[DISPLAY + card] += 1
        for card in range(OBJECTIVES):
            cells[UNSEEN + card] = cells[OBJECTIVE_DECK + card]

    def lay_players(self) -> None:
        """Every player's board, money, deck and start objective."""
        cells, tables = self.cells, self.tables
        seats = int(cells[SEATS])
        starts = self.names_in("start_objectives", names.START_OBJECTIVES, seats, True)
        for seat, start in enumerate(starts):
            own = int(block(seat))
            cells[own + MONEY] = tables.start_money[seat]
            cells[own + PLACE] = -1
            cells[own + START_OBJECTIVE] = 1 + start
            for worker in range(3):
                cells[own + WORKERS + worker] = 1
            for group, number in enumerate(tables.discs):
                cells[own + DISCS + group] = number
            for card in range(CATTLE):
                cells[own + PILE + card] = tables.start_cards[card]


def opening(state_of: Any, tables: Tables, setup: Mapping[str, Any], options: Any) -> Position:
    """The position before the hands are dealt, made by `state_of(cells)`. Raises `ValueError`.

    `options` are the ruleset's, of which the set-up may leave out any.
    """
    given = complete(options, setup.get("options", {}))
    layout = Layout(tables, setup)
    layout.lay_header(given)
    layout.lay_tiles(given)
    layout.lay_cards()
    layout.lay_players()
    state: Position = state_of(layout.cells)
    layout.lay_trail(state)
    pending.push(state, pending.NEXT_TURN)
    for seat in reversed(range(int(layout.cells[SEATS]))):
        pending.push(state, pending.DRAW, seat, tables.hand_limit)
    return state
