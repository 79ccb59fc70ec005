"""The set-up of a match: drawing it, and laying it out as the first position.

`docs/rules/santa_fe.md` section 4.3. A set-up is plain JSON:
`{"seats": 2, "options": {…}, "first_player": 0}`. Cards are dealt by chance afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from games.game import SEATS, Setup
from games.options import complete
from games.random import Source
from games.santa_fe.actions import MOST_SEATS, RAILROAD_COUNT, ROUTES
from games.santa_fe.components import Tables
from games.santa_fe.state import (
    ADVANCED,
    BOTH_ENDS,
    BRANCHES,
    CONNECTED,
    DECK_SIZE,
    DOUBLES,
    EARLY_EXCHANGE,
    EARLY_SALE,
    ENGINEERS,
    FIRST,
    HEADS,
    HELD_DOUBLES,
    IN_DECK,
    LONE_BRANCH,
    MANDATORY,
    MONEY,
    MUST_BRANCH,
    ONE_PASSES,
    OPEN_EXCHANGE,
    OPEN_MONEY,
    PURCHASE,
    ROUND,
    SAME_RAILROAD,
    SAVES_ONE,
    SPECIAL_AGAIN,
    START_BONUS,
    STOP_DRAWING,
    SUPPLY,
    UNBEGUN_BRANCH,
    UNPAID_ENDS,
    WHOLE_LINE,
    block,
    cell_count,
    city_at,
)
from games.vectors import vec


def draw(seats: int, options: Mapping[str, Any], source: Source) -> Setup:
    """A set-up for `seats` players."""
    first = int(source.below(seats)) if options["first_player"] == "random" else 0
    return {"seats": seats, "options": dict(options), "first_player": first}


def _whole(setup: Mapping[str, Any], key: str, low: int, high: int) -> int:
    value = setup.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{key} must be a whole number from {low} to {high}, not {value!r}")
    return value


def opening(tables: Tables, setup: Mapping[str, Any], options: Any) -> vec[i64]:
    """The cells of the first position, before the deal. Raises `ValueError`.

    `options` are the ruleset's, of which the set-up may leave out any.
    """
    given = complete(options, setup.get("options", {}))
    cells = vec[i64]([i64(0)] * cell_count(tables))
    seats = _whole(setup, "seats", 2, MOST_SEATS)
    cells[SEATS] = seats
    cells[FIRST] = _whole(setup, "first_player", 0, seats - 1)
    cells[ROUND] = 1
    fill_options(cells, given)
    fill_supplies(cells, tables)
    doubles = tables.doubles[seats - 2]
    cells[DOUBLES] = doubles - seats
    for seat in range(seats):
        cells[block(seat) + HELD_DOUBLES] = 1
        cells[block(seat) + MONEY] = tables.start_money[cells[ADVANCED]]
    return cells


def fill_options(cells: vec[i64], given: Mapping[str, Any]) -> None:
    """Write the options down."""
    cells[ADVANCED] = int(given["variant"] == "advanced")
    cells[PURCHASE] = int(given["purchase"])
    cells[MANDATORY] = int(given["double_second"] == "mandatory")
    cells[START_BONUS] = int(given["start_city_bonus"])
    cells[SAVES_ONE] = int(given["engineer_mountain_river"] == "saves_one")
    cells[SAME_RAILROAD] = int(given["own_pieces_unlock"] == "same_railroad")
    cells[OPEN_MONEY] = int(given["open_money"])
    cells[EARLY_SALE] = int(given["engineer_sale"] == "before_deal")
    cells[EARLY_EXCHANGE] = int(given["exchange_time"] == "before_phase")
    cells[OPEN_EXCHANGE] = int(given["open_exchange"])
    cells[SPECIAL_AGAIN] = int(given["special_bonus_again"])
    cells[LONE_BRANCH] = int(given["lone_branch"])
    cells[STOP_DRAWING] = int(given["stop_drawing"])
    cells[MUST_BRANCH] = int(given["must_branch"])
    cells[UNPAID_ENDS] = int(given["cannot_pay"] == "ends")
    cells[ONE_PASSES] = int(given["double_pass"] == "one_piece")
    cells[UNBEGUN_BRANCH] = int(given["unbegun_branch"])
    cells[WHOLE_LINE] = int(given["mountain_river"] == "line")
    cells[BOTH_ENDS] = int(given["both_ends"])


def fill_supplies(cells: vec[i64], tables: Tables) -> None:
    """The deck, the open supplies, and the railroads at their starts."""
    for card in range(int(tables.cards)):
        cells[city_at(card) + IN_DECK] = tables.copies[card]
    cells[DECK_SIZE] = tables.deck_size
    cells[ENGINEERS] = tables.engineers if cells[ADVANCED] else 0
    for railroad in range(RAILROAD_COUNT):
        start = tables.start[railroad]
        cells[SUPPLY + railroad] = tables.supply[railroad]
        cells[BRANCHES + railroad] = tables.branches
        cells[CONNECTED + railroad] = tables.bit[start]
        cells[HEADS + ROUTES * railroad] = 1 + start
