"""What a policy network is told of positions of Great Western Trail: plain cells, sparsely.

Of others only what all may know: hand and own deck of cattle together, never which card is where.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.measures import hand_value, herd_value
from railhead.ai.net.inputs import Features, Inputs
from railhead.games.game import SEATS, State
from railhead.games.great_western_trail import pending, state
from railhead.games.great_western_trail.components import CARDS, CATTLE, CHOICE, OBJECTIVES
from railhead.games.great_western_trail.rules import discs
from railhead.games.great_western_trail.rules.buildings import side
from railhead.games.great_western_trail.rules.cards import drawable, hand_size
from railhead.games.great_western_trail.rules.turns import hand_limit
from railhead.games.great_western_trail.rules.workers import ROWS, TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import (
    FIRST_HAZARD,
    FIRST_NEUTRAL,
    FIRST_PRIVATE,
    FIRST_TEEPEE,
    HAZARDS,
    NEUTRALS,
    SPACES,
    TEEPEES,
)

MOST_MONEY: Final = 24
MOST_WORKERS: Final = 6
MOST_TAKEN: Final = 4
"""Hazards, teepees of a colour, and cards of a kind are told apart up to so many."""
MOST_KIND: Final = 3
MOST_VALUE: Final = 25
MOST_CARDS: Final = 25
TRACK_SPACES: Final = 49
FRAMES: Final = 40
MOST_NUMBER: Final = 12
EFFECTS: Final = 57
TILES: Final = 21
FACES: Final = 20
PRIVATES: Final = 22

# A seat.
MONEY_FROM: Final = 0
PLACE_FROM: Final = MONEY_FROM + MOST_MONEY + 1
TRACK_FROM: Final = PLACE_FROM + SPACES + 1
CERTIFICATES_FROM: Final = TRACK_FROM + TRACK_SPACES
WORKERS_FROM: Final = CERTIFICATES_FROM + 6
DISCS_FROM: Final = WORKERS_FROM + 3 * (MOST_WORKERS + 1)
STATIONS_FROM: Final = DISCS_FROM + 3 * 10
CITIES_FROM: Final = STATIONS_FROM + 10
HAZARDS_FROM: Final = CITIES_FROM + 10
TEEPEES_FROM: Final = HAZARDS_FROM + MOST_TAKEN + 1
MASTERS_FROM: Final = TEEPEES_FROM + 2 * (MOST_TAKEN + 1)
FACES_FROM: Final = MASTERS_FROM + 5
SITES_FROM: Final = FACES_FROM + FACES
OWNED_FROM: Final = SITES_FROM + PRIVATES
DISCARDS_FROM: Final = OWNED_FROM + 13 * MOST_TAKEN
PLAYED_FROM: Final = DISCARDS_FROM + 13 * MOST_KIND
TASKS_FROM: Final = PLAYED_FROM + MOST_TAKEN + 1
HAND_SIZE_FROM: Final = TASKS_FROM + 2 * MOST_TAKEN + 1
DRAWABLE_FROM: Final = HAND_SIZE_FROM + 10
HERD_FROM: Final = DRAWABLE_FROM + MOST_CARDS + 1
# What only its owner sees.
HAND_FROM: Final = HERD_FROM + MOST_VALUE + 1
HELD_FROM: Final = HAND_FROM + 13 * MOST_KIND
HAND_VALUE_FROM: Final = HELD_FROM + MOST_TAKEN + 1
OF_SEAT: Final = HAND_VALUE_FROM + MOST_VALUE + 1

# The table.
SEATS_FROM: Final = 0
ROW_FROM: Final = SEATS_FROM + 3
FILL_FROM: Final = ROW_FROM + 13
ENDING: Final = FILL_FROM + 4
JOBS_FROM: Final = ENDING + 1
COSTS_FROM: Final = JOBS_FROM + 3 * (MOST_TAKEN + 1)
MARKET_FROM: Final = COSTS_FROM + 3 * (ROWS + 1)
FORESIGHT_FROM: Final = MARKET_FROM + 13 * MOST_KIND
NEUTRAL_FROM: Final = FORESIGHT_FROM + 6 * TILES
HAZARD_FROM: Final = NEUTRAL_FROM + 7 * 7
TEEPEE_FROM: Final = HAZARD_FROM + 12
DISPLAY_FROM: Final = TEEPEE_FROM + 9 * 2
STATION_MASTERS_FROM: Final = DISPLAY_FROM + 21
TOP_FROM: Final = STATION_MASTERS_FROM + 5 * 5
BELOW_FROM: Final = TOP_FROM + FRAMES
NUMBER_FROM: Final = BELOW_FROM + FRAMES
LOCAL_FROM: Final = NUMBER_FROM + MOST_NUMBER + 1
ACTED_FROM: Final = LOCAL_FROM + EFFECTS
COWBOYS_FROM: Final = ACTED_FROM + 3
DELIVERED_FROM: Final = COWBOYS_FROM + MOST_WORKERS + 1
OF_TABLE: Final = DELIVERED_FROM + MOST_VALUE + 1


@final
class PolicyInputs(Features):
    """The cells of the table and of each seat, one input for each number that matters."""

    def __init__(self) -> None:
        super().__init__(OF_TABLE, OF_SEAT)

    def see_table(self, position: State, out: Inputs) -> None:
        """See `Features.see_table`."""
        assert isinstance(position, Position)
        cells = position.cells
        out.choose(SEATS_FROM, cells[SEATS] - 2, 2)
        see_job_market(position, out)
        for card in range(CATTLE):
            see_count(cells[state.MARKET + card], MARKET_FROM + MOST_KIND * card, MOST_KIND, out)
        for space in range(state.FORESIGHT_CELLS):
            tile: i64 = cells[state.FORESIGHT + space]
            if tile > 0:
                out.add(FORESIGHT_FROM + TILES * space + tile)
        see_trail(position, out)
        # The display holds few cards at a time, whatever the number of kinds.
        for card in range(OBJECTIVES):
            if cells[state.DISPLAY + card] > 0:
                out.add(DISPLAY_FROM + card)
        for station in range(state.MASTER_CELLS):
            master: i64 = cells[state.MASTERS + station]
            if master > 0:
                out.add(STATION_MASTERS_FROM + 5 * station + master - 1)
        see_pending(position, out)

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`."""
        assert isinstance(position, Position)
        self.see_public(position, seat, out)
        cells = position.cells
        own: i64 = state.block(seat)
        for card in range(CATTLE):
            see_count(cells[own + state.HAND + card], HAND_FROM + MOST_KIND * card, MOST_KIND, out)
        held: i64 = state.count(cells, own + state.HAND + CATTLE, OBJECTIVES)
        out.choose(HELD_FROM, held, MOST_TAKEN)
        value: i64 = hand_value(position, own) + discs.all_certificates(position, seat)
        out.choose(HAND_VALUE_FROM, value, MOST_VALUE)

    def see_public(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_public`."""
        assert isinstance(position, Position)
        cells = position.cells
        own: i64 = state.block(seat)
        out.choose(MONEY_FROM, cells[own + state.MONEY], MOST_MONEY)
        out.add(PLACE_FROM + 1 + cells[own + state.PLACE])
        out.add(TRACK_FROM + cells[own + state.TRACK])
        out.add(CERTIFICATES_FROM + cells[own + state.CERTIFICATE])
        for worker in range(TYPES):
            first: i64 = WORKERS_FROM + (MOST_WORKERS + 1) * worker
            out.choose(first, cells[own + state.WORKERS + worker], MOST_WORKERS)
        see_board(position, own, out)
        see_buildings(position, own, out)
        see_cards(position, seat, out)


def see_count(number: i64, first: i64, most: i64, out: Inputs) -> None:
    """Tell a number above 0, up to `most`; 0 costs nothing."""
    if number > 0:
        out.choose(first, number - 1, most - 1)


def see_board(position: Position, own: i64, out: Inputs) -> None:
    """What a player has cleared, connected and taken."""
    cells = position.cells
    for group in range(discs.GROUPS):
        cleared: i64 = position.components.discs[group] - cells[own + state.DISCS + group]
        if cleared > 0:
            out.choose(DISCS_FROM + 3 * group, cleared, 2)
    bits: i64 = cells[own + state.STATIONS]
    for station in range(discs.STATION_COUNT):
        if (bits >> station) & 1 == 1:
            out.add(STATIONS_FROM + station)
    for city in range(discs.CITY_COUNT):
        if cells[own + state.CITIES + city] > 0:
            out.add(CITIES_FROM + city)
    out.choose(HAZARDS_FROM, cells[own + state.HAZARDS], MOST_TAKEN)
    out.choose(TEEPEES_FROM, cells[own + state.TEEPEES], MOST_TAKEN)
    out.choose(TEEPEES_FROM + MOST_TAKEN + 1, cells[own + state.TEEPEES + 1], MOST_TAKEN)
    bits = cells[own + state.MASTERS_OWNED]
    for master in range(discs.MASTER_STATIONS):
        if (bits >> master) & 1 == 1:
            out.add(MASTERS_FROM + master)


def see_buildings(position: Position, own: i64, out: Inputs) -> None:
    """Which buildings stand, and where."""
    for number in range(state.BUILDINGS):
        site: i64 = position.cells[own + state.SITES + number]
        if site > 0:
            out.add(FACES_FROM + side(position, number))
            out.add(SITES_FROM + site - 1 - FIRST_PRIVATE)


def see_cards(position: Position, seat: i64, out: Inputs) -> None:
    """The cards that all know a player to have, without saying which are in hand."""
    cells = position.cells
    own: i64 = state.block(seat)
    cattle: i64 = 0
    for card in range(CATTLE):
        discarded: i64 = cells[own + state.DISCARDS + card]
        number: i64 = cells[own + state.HAND + card] + cells[own + state.PILE + card] + discarded
        cattle += number
        see_count(number, OWNED_FROM + MOST_TAKEN * card, MOST_TAKEN, out)
        see_count(discarded, DISCARDS_FROM + MOST_KIND * card, MOST_KIND, out)
    hand: i64 = hand_size(position, seat)
    rest: i64 = drawable(position, seat)
    out.choose(PLAYED_FROM, state.count(cells, own + state.PLAYED, OBJECTIVES), MOST_TAKEN)
    out.choose(TASKS_FROM, hand + rest - cattle, 2 * MOST_TAKEN)
    out.choose(HAND_SIZE_FROM, hand + 6 - hand_limit(position, seat), 9)
    deck: i64 = state.count(cells, own + state.PILE, CARDS)
    out.choose(DRAWABLE_FROM, deck, MOST_CARDS)
    out.choose(HERD_FROM, i64(herd_value(position, seat) + 0.5), MOST_VALUE)


def see_job_market(position: Position, out: Inputs) -> None:
    """How far the match has come, and which workers are to be had at what price."""
    cells = position.cells
    token: i64 = cells[state.TOKEN_ROW]
    out.choose(ROW_FROM, token, 12)
    out.choose(FILL_FROM, cells[state.ROW_FILL], 3)
    if cells[state.END_SEAT] > 0:
        out.add(ENDING)
    for worker in range(TYPES):
        number: i64 = 0
        cheapest: i64 = ROWS
        cost: i64 = 99
        row: i64 = 0
        while row < token and row < ROWS:
            here: i64 = cells[state.JOBS + TYPES * row + worker]
            if here > 0:
                number += here
                if position.components.job_cost[row] < cost:
                    cost = position.components.job_cost[row]
                    cheapest = cost
            row += 1
        out.choose(JOBS_FROM + (MOST_TAKEN + 1) * worker, number, MOST_TAKEN)
        out.choose(COSTS_FROM + (ROWS + 1) * worker, cheapest, ROWS)


def see_trail(position: Position, out: Inputs) -> None:
    """Neutral buildings, hazards and teepees; private ones are their owners'."""
    cells = position.cells
    for space in range(NEUTRALS):
        out.add(NEUTRAL_FROM + 7 * space + cells[state.BOARD + FIRST_NEUTRAL + space] - 1)
    for space in range(HAZARDS):
        if cells[state.BOARD + FIRST_HAZARD + space] > 0:
            out.add(HAZARD_FROM + space)
    for space in range(TEEPEES):
        tile: i64 = cells[state.BOARD + FIRST_TEEPEE + space]
        if tile > 0:
            out.add(TEEPEE_FROM + 2 * space + tile % 2)


def see_pending(position: Position, out: Inputs) -> None:
    """What is decided, what comes after it, and what is open on this visit."""
    cells = position.cells
    if cells[state.DEPTH] > 0:
        out.add(TOP_FROM + pending.top(position))
        out.choose(NUMBER_FROM, pending.top_first(position), MOST_NUMBER)
        out.add(BELOW_FROM + pending.below(position))
    for at in range(state.LOCAL, state.LOCAL + state.LOCALS):
        action: i64 = cells[at]
        if action > 0:
            out.add(LOCAL_FROM + action % CHOICE - 1)
            if action >= CHOICE:
                out.add(LOCAL_FROM + action // CHOICE - 1)
    out.choose(ACTED_FROM, cells[state.ACTED], 2)
    out.choose(COWBOYS_FROM, cells[state.COWBOYS], MOST_WORKERS)
    out.choose(DELIVERED_FROM, cells[state.VALUE], MOST_VALUE)


assert len(pending.FRAME_NAMES) == FRAMES
