"""Montana: nothing is hidden."""

from __future__ import annotations

from itertools import product
from typing import Any

from railhead.games.game import ACTOR, Game
from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES
from railhead.rl.actions import Parts, whole
from railhead.rl.encoder import Encoder
from railhead.rl.features import (
    Feature,
    Lookups,
    ObservationSpec,
    category,
    flag,
    looked_up,
    plain,
    seat,
    seat_flags,
)

PIECES = (*actions.GOODS, *(f"{colour}_worker" for colour in actions.COLOURS), "cattle")
FACE_PARTS = ("kind", *actions.GOODS, "settlements")


def action_parts(components: Any, seats: int) -> Parts:
    """Every type is one part; what the bank and the city do not have is left out."""
    city = product(range(int(components.rows)), range(int(components.columns)))
    sets = range(actions.SETS_END - actions.SINGLES)
    bank = product(range(int(components.bank_spaces)), sets)
    return {
        "bid": [whole(0, 1, values=list(city))],
        "bank": [whole(0, 1, values=list(bank))],
    }


def observation_spec(
    game: Game, seats: int, parts: int, most: int
) -> tuple[ObservationSpec, Encoder]:
    """The whole table."""
    lookups = Lookups()
    layout = ObservationSpec(
        seats, shared_features(game.components, seats, lookups), of_seat(), parts, most
    )
    table = layout.table(game, lookups, state.PLAYERS, state.PLAYER_CELLS)
    return layout, table


def shared_features(components: Any, seats: int, lookups: Lookups) -> list[Feature]:
    """What all seats share."""
    phases = len(state.PHASES) - 1
    return [
        seat("actor", ACTOR, "Who is to act.", seats),
        seat("active", state.ACTIVE, "Whose turn it is.", seats),
        seat("start_seat", state.START_SEAT, "Who began.", seats),
        category("phase", state.PHASE, f"Of {', '.join(state.PHASES)}.", phases),
        category("resume", state.RESUME, "The phase that follows the return of workers.", phases),
        category("floor", state.FLOOR, "The lowest colour of a worker to return now.", 4),
        plain("round", state.ROUND, "The round."),
        flag("last_round", state.LAST_ROUND, "Whether it is the last."),
        plain("last_built", state.LAST_BUILT, "The round in which anybody last built."),
        category("arrow", state.ARROW, "Where the wheel's arrow points.", actions.LAST_STEP),
        plain("fields", state.FIELDS, "Fields built in this action."),
        category("space", state.SPACE, "The large space just taken: area * 3 + space.", 11, low=-1),
        plain("asked", state.ASKED, "Players asked for a first bid."),
        flag("auction", state.AUCTION, "Whether there is an auction, or its payments."),
        plain("spun", state.SPUN, "Spins of the set-up so far."),
        plain("used_canteens", state.USED_CANTEENS, "Canteens used."),
        category(
            "start_hex", state.START_HEX, "The hex of the start tile.", len(components.hexes) - 1
        ),
        plain("supply", state.SUPPLY, "Pieces in the supply.", PIECES),
        *worker_board(components, lookups),
        *map_of(components, seats, lookups),
    ]


def worker_board(components: Any, lookups: Lookups) -> list[Feature]:
    """The workers on the spaces of the bank and of the areas, by colour."""
    sets = lookups.add(actions.COLOURS, components.set_counts)
    areas = [f"{area}_{space + 1}" for area in actions.AREAS for space in range(AREA_SPACES)]
    bank = [f"bank_{space + 1}" for space in range(actions.MOST_BANK_SPACES)]
    return [
        looked_up("bank", state.BANK_AT, "Workers on a space of the bank.", bank, sets),
        looked_up("large", state.LARGE_AT, "Workers on a large space.", areas, sets),
        looked_up("small", state.SMALL_AT, "Workers on the small space beside it.", areas, sets),
    ]


def map_of(components: Any, seats: int, lookups: Lookups) -> list[Feature]:
    """The hexes: what is printed, what lies there, who has built and who may."""
    rows = [(face.kind, *face.cost, face.settlements) for face in components.faces]
    faces = lookups.add(FACE_PARTS, (number for row in rows for number in row))
    names = components.hex_names
    each = state.HEX_CELLS
    kinds = "0 outside, 1 start, 2 land, 3 lake, 4 mountain"
    return [
        looked_up(
            "hex",
            state.HEXES + state.FACE,
            f"A hex: its kind ({kinds}), what building there costs, settlements it takes.",
            names,
            faces,
            stride=each,
        ),
        seat("owner", state.HEXES + state.OWNER, "Who has built there.", seats, 1, names, each),
        plain("built", state.HEXES + state.BUILT, "Settlements on a hex.", names, stride=each),
        plain(
            "token",
            state.HEXES + state.TOKEN,
            "1 while the hex's cattle or canteen lies there.",
            names,
            stride=each,
            high=1,
        ),
        seat_flags("reach", state.HEXES + state.REACH, "Who may build there.", seats, names, each),
    ]


def of_seat() -> list[Feature]:
    """What a seat has."""
    return [
        plain("pieces", 0, "Pieces a seat has.", PIECES),
        plain("coins", state.COINS, "Coins."),
        plain("canteens", state.CANTEENS, "Canteens."),
        plain("settlements", state.SETTLEMENTS, "Settlements left to build."),
        category(
            "contractor",
            state.CONTRACTOR,
            "The contractor: 0 waiting, -1 passed, else 1 + 8 * row + column, both from 0.",
            actions.MOST_ROWS * actions.MOST_COLUMNS,
            low=-1,
        ),
    ]
