"""What is still owed: the stack of pending decisions, effects and outcomes of chance.

Each frame is a code and two numbers. The top one is settled first: `match` asks its player,
draws its chance, or carries it out. So "after hiring, the slot's immediate action" is an `OFFER`
that lies on the `LOCAL` of the visit, which lies on the `PHASE_C` of the turn.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.state import Position

# `upgraded` stands for the stations upgraded before in the same action, a bit each.

# The frame of a turn.
NEXT_TURN: Final = 1
PHASE_A: Final = 2  # move, or play objective cards before that
LOCAL: Final = 3  # phase B away from Kansas City
PHASE_C: Final = 4
FINISH: Final = 5

# Cards.
DRAW: Final = 6  # (seat, cards)
DISCARD: Final = 7  # (cards)
REMOVE: Final = 8  # (cards)
DRAW_NUMBER: Final = 9  # (most)
GAIN_CARD: Final = 10  # (how: see the constants below)
FILL_DISPLAY: Final = 11
TOP_OBJECTIVE: Final = 12  # (1 where it goes into the hand)

# Kansas City.
PAUSE: Final = 13  # objective cards before a step, by an option
FORESIGHT: Final = 14  # (column)
TURN_UP_HAND: Final = 15  # (seat, 1 where the own deck follows: at the end of the match)
INCOME: Final = 16
DELIVERY: Final = 17  # (1 where it is special)
PLACE_DISC: Final = 18  # (a city; 1 where it is special), or (CITIES + a station; upgraded)
TRANSPORT: Final = 19  # (dollars)
LEAVE_CITY: Final = 20
FILL_FORESIGHT: Final = 21

# Effects.
OFFER: Final = 22  # (a local action): use it or skip it
AUXILIARY: Final = 23
ENGINE_ON: Final = 24  # (most spaces, 1 where it may be skipped)
ENGINE_BACK: Final = 25  # (spaces, what for: see `reward`)
SPECIAL_BACK: Final = 26
TURN_BACK: Final = 27  # (upgraded)
CHECK_STATION: Final = 28
STATION: Final = 29  # (station, upgraded): upgrade it or skip it
BEHIND: Final = 30
MASTER: Final = 31  # (station)
REWARD: Final = 32  # (what, how many)
HIRE: Final = 33  # (dollars more)
BUILD: Final = 34  # (dollars for a craftsman)
MARKET: Final = 35  # (1 once something was done)
TURN_UP_CARDS: Final = 36  # (cards)
HAZARD: Final = 37  # (dollars)
TRADE: Final = 38
RIDE: Final = 39  # (most steps, 1 for an objective card's move)

# Sets of frames, a bit for each: what deals with them together.
CHANCE_FRAMES: Final = (
    1 << DRAW
    | 1 << TURN_UP_HAND
    | 1 << TURN_UP_CARDS
    | 1 << FILL_FORESIGHT
    | 1 << FILL_DISPLAY
    | 1 << TOP_OBJECTIVE
)
CARD_FRAMES: Final = 1 << DISCARD | 1 << REMOVE | 1 << DRAW_NUMBER | 1 << GAIN_CARD
CITY_FRAMES: Final = 1 << PAUSE | 1 << FORESIGHT | 1 << INCOME | 1 << DELIVERY | 1 << PLACE_DISC
ENGINE_FRAMES: Final = (
    1 << AUXILIARY
    | 1 << ENGINE_ON
    | 1 << ENGINE_BACK
    | 1 << SPECIAL_BACK
    | 1 << TURN_BACK
    | 1 << STATION
    | 1 << BEHIND
    | 1 << MASTER
)

FRAME_NAMES: Final = (
    "start",
    "next_turn",
    "phase_a",
    "local_actions",
    "phase_c",
    "finish",
    "draw",
    "discard",
    "remove",
    "draw_number",
    "gain_objective",
    "fill_display",
    "top_objective",
    "pause",
    "foresight",
    "turn_up_hand",
    "income",
    "delivery",
    "place_disc",
    "transport",
    "leave_city",
    "fill_foresight",
    "offer",
    "auxiliary",
    "engine_forward",
    "engine_back",
    "special_delivery",
    "turn_back",
    "check_station",
    "station",
    "station_behind",
    "station_master",
    "reward",
    "hire",
    "build",
    "cattle_market",
    "turn_up_cards",
    "hazard",
    "trade",
    "ride",
)
"""The names of the frames as views show them."""

# How an objective card is gained: the first number of GAIN_CARD.
FROM_ANYWHERE: Final = 0
FROM_DISPLAY: Final = 1
INTO_HAND: Final = 2

# Rewards of an engine's way back: the first number of REWARD.
MONEY_REWARD: Final = 0
CERTIFICATE_REWARD: Final = 1
REMOVE_REWARD: Final = 2

REWARDS: Final = 4


def reward(what: i64, number: i64) -> i64:
    """A reward as one number."""
    return what + REWARDS * number


FRAME: Final = 3
"""Cells of a frame."""


def push(position: Position, code: i64, first: i64 = 0, second: i64 = 0) -> None:
    """Lay a frame on top."""
    cells = position.cells
    depth: i64 = cells[state.DEPTH]
    at: i64 = state.STACK + FRAME * depth
    cells[at] = code
    cells[at + 1] = first
    cells[at + 2] = second
    cells[state.DEPTH] = depth + 1


def pop(position: Position) -> None:
    """Take the top frame off."""
    cells = position.cells
    depth: i64 = cells[state.DEPTH] - 1
    at: i64 = state.STACK + FRAME * depth
    cells[at] = 0
    cells[at + 1] = 0
    cells[at + 2] = 0
    cells[state.DEPTH] = depth


def top(position: Position) -> i64:
    """The code of the top frame."""
    return position.cells[state.STACK + FRAME * (position.cells[state.DEPTH] - 1)]


def top_first(position: Position) -> i64:
    """The first number of the top frame."""
    return position.cells[state.STACK + FRAME * (position.cells[state.DEPTH] - 1) + 1]


def top_second(position: Position) -> i64:
    """The second number of the top frame."""
    return position.cells[state.STACK + FRAME * (position.cells[state.DEPTH] - 1) + 2]


def set_first(position: Position, number: i64) -> None:
    """Change the first number of the top frame."""
    position.cells[state.STACK + FRAME * (position.cells[state.DEPTH] - 1) + 1] = number


def set_second(position: Position, number: i64) -> None:
    """Change the second number of the top frame."""
    position.cells[state.STACK + FRAME * (position.cells[state.DEPTH] - 1) + 2] = number


def below(position: Position) -> i64:
    """The code of the frame below the top one, 0 for none."""
    depth: i64 = position.cells[state.DEPTH]
    return position.cells[state.STACK + FRAME * (depth - 2)] if depth > 1 else 0


def below_first(position: Position) -> i64:
    """The first number of the frame below the top one."""
    return position.cells[state.STACK + FRAME * (position.cells[state.DEPTH] - 2) + 1]
