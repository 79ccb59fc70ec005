"""Positions of Great Western Trail made by hand: pieces laid by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.great_western_trail import RULESET, names, pending
from games.great_western_trail.components import CARDS, CATTLE
from games.great_western_trail.match import GreatWesternTrail, settle
from games.great_western_trail.rules import buildings, kansas_city
from games.great_western_trail.state import (
    ACTIVE,
    BOARD,
    CERTIFICATE,
    CITIES,
    DEPTH,
    DISCARDS,
    DISCS,
    DISPLAY,
    FORESIGHT,
    HAND,
    HAZARD_POINTS,
    HAZARDS,
    JOBS,
    KNOWN,
    MARKET,
    MARKET_DECK,
    MASTERS_OWNED,
    MONEY,
    OBJECTIVE_DECK,
    PILE,
    PLACE,
    PLAYED,
    PUBLIC_X,
    SITES,
    STATIONS,
    TEEPEES,
    TOKEN_ROW,
    TRACK,
    UNSEEN,
    VALUE,
    WORKERS,
    X,
    block,
)
from games.great_western_trail.trail import FIRST_HAZARD, LAST
from tests.games.positions import Pieces, Positions, offered, settle_chance

CELLS = {
    "money": MONEY,
    "certificate": CERTIFICATE,
    **{worker: WORKERS + index for index, worker in enumerate(names.WORKERS)},
    **{disc: DISCS + index for index, disc in enumerate(names.DISCS)},
    **{city: CITIES + index for index, city in enumerate(names.CITIES)},
    "hazards": HAZARDS,
    "hazard_points": HAZARD_POINTS,
    "green": TEEPEES,
    "blue": TEEPEES + 1,
}
PIECES = Pieces(CELLS)
MADE = Positions(RULESET, GreatWesternTrail, neutral_buildings="beginner", building_sides="a")

held = PIECES.held
options, game = MADE.options, MADE.game
opened, started = MADE.opened, MADE.started


def dealt(seats: int = 2, seed: int = 1, **chosen: Any) -> GreatWesternTrail:
    """A match at seat 0's first decision."""
    state = opened(seats, seed, **chosen)
    settle_chance(state, seed)
    return state


def bare(seats: int = 2, **chosen: Any) -> GreatWesternTrail:
    """Seat 0 before its first move, with no hazards, teepees, foresight tiles, money or hands."""
    state = dealt(seats, **chosen)
    for space in range(FIRST_HAZARD, LAST):
        state.cells[BOARD + space] = 0
    for place in range(6):
        state.cells[FORESIGHT + place] = 0
    for seat in range(seats):
        hold(state, seat)
        have(state, seat, money=0)
    return state


def space(name: str) -> int:
    return int(game().components.trail.names.index(name))


def have(
    state: GreatWesternTrail,
    seat: int,
    engine: str = "",
    stations: Sequence[str] | None = None,
    masters: Sequence[str] | None = None,
    **pieces: int,
) -> None:
    """Set numbers of a player's board by name, the space of the engine, stations and masters."""
    if engine:
        state.give(seat, TRACK, names.SPACES.index(engine))
    if stations is not None:
        state.give(seat, STATIONS, sum(1 << names.STATIONS.index(name) for name in stations))
    if masters is not None:
        state.give(seat, MASTERS_OWNED, sum(1 << names.MASTERS.index(name) for name in masters))
    PIECES.have(state, seat, **pieces)


def engine(state: GreatWesternTrail, seat: int) -> str:
    return names.SPACES[state.held(seat, TRACK)]


def unseen_to_all(state: GreatWesternTrail, card: int) -> None:
    """An objective card leaves the deck, where all can see it."""
    if card >= CATTLE:
        state.cells[UNSEEN + card - CATTLE] -= state.cells[OBJECTIVE_DECK + card - CATTLE] > 0
        state.cells[OBJECTIVE_DECK + card - CATTLE] -= (
            state.cells[OBJECTIVE_DECK + card - CATTLE] > 0
        )
        state.cells[DISPLAY + card - CATTLE] = 0


def hold(state: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player holds just these cards, drawn from a deck of which all know that they were in."""
    own = int(block(seat))
    for card in range(CARDS):
        state.cells[own + PILE + card] += state.cells[own + HAND + card]
        state.cells[own + HAND + card] = state.cells[own + KNOWN + card] = 0
    for name in cards:
        card = names.CARDS.index(name)
        state.cells[own + HAND + card] += 1
        if state.cells[own + PILE + card]:
            state.cells[own + PILE + card] -= 1
        else:
            unseen_to_all(state, card)
            state.cells[own + PUBLIC_X] += card == X


def deck(state: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player's own deck holds just these cards."""
    _zone(state, seat, PILE, cards)
    state.give(seat, PUBLIC_X, cards.count("X") + state.held(seat, HAND + X))


def discards(state: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player's discard pile holds just these cards."""
    _zone(state, seat, DISCARDS, cards)


def _zone(state: GreatWesternTrail, seat: int, at: int, cards: Sequence[str]) -> None:
    for card in range(CARDS):
        state.give(seat, at + card, cards.count(names.CARDS[card]))
    for name in cards:
        unseen_to_all(state, names.CARDS.index(name))


def pile(state: GreatWesternTrail, seat: int, at: int = DISCARDS) -> dict[str, int]:
    """The cards of a zone by name."""
    return {
        names.CARDS[card]: state.held(seat, at + card)
        for card in range(CARDS)
        if state.held(seat, at + card)
    }


def hand(state: GreatWesternTrail, seat: int) -> dict[str, int]:
    return pile(state, seat, HAND)


def played(state: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player has played these objective cards."""
    for name in cards:
        card = names.OBJECTIVES.index(name)
        unseen_to_all(state, CATTLE + card)
        state.give(seat, PLAYED + card, state.held(seat, PLAYED + card) + 1)


def lay(state: GreatWesternTrail, **tiles: str) -> None:
    """Tiles on spaces of the trail: `lay(state, FL1="flood_2_green")`."""
    for name, tile in tiles.items():
        state.cells[BOARD + space(name)] = names.TILES.index(tile)


def lying(state: GreatWesternTrail, name: str) -> str:
    """The name of the hazard or teepee on a space."""
    return names.TILES[int(state.cells[BOARD + space(name)])]


def build(state: GreatWesternTrail, seat: int, **sites: int) -> None:
    """A player's buildings by number: `build(state, 0, B1=4)`."""
    for name, number in sites.items():
        state.cells[BOARD + space(name)] = 1 + 10 * seat + number - 1
        state.give(seat, SITES + number - 1, 1 + space(name))


def jobs(state: GreatWesternTrail, token_row: int, **rows: str) -> None:
    """Workers of the job market: `jobs(state, 4, row1="cowboy")`; rows from 1."""
    for cell in range(36):
        state.cells[JOBS + cell] = 0
    state.cells[TOKEN_ROW] = token_row - 1
    for row, listed in rows.items():
        for worker in listed.split():
            state.cells[JOBS + 3 * (int(row[3:]) - 1) + names.WORKERS.index(worker)] += 1


def market(state: GreatWesternTrail, *cards: str, deck: Sequence[str] = ()) -> None:
    """The cattle market and its deck hold just these cards."""
    for card, name in enumerate(names.CATTLE):
        state.cells[MARKET + card] = cards.count(name)
        state.cells[MARKET_DECK + card] = deck.count(name)


def display(state: GreatWesternTrail, *cards: str) -> None:
    """The display of objective cards."""
    for name in cards:
        unseen_to_all(state, CATTLE + names.OBJECTIVES.index(name))
    for card, name in enumerate(names.OBJECTIVES):
        state.cells[DISPLAY + card] = cards.count(name)


def stand(state: GreatWesternTrail, seat: int, name: str) -> None:
    """A cattleman stands on a space."""
    state.give(seat, PLACE, space(name))


def where(state: GreatWesternTrail, seat: int) -> str:
    return state.components.trail.names[state.held(seat, PLACE)]


def visit(state: GreatWesternTrail, name: str) -> None:
    """The active player has just come to a space, its phase B begins."""
    drop(state)
    begin_visit(state, name)


def move_on(state: GreatWesternTrail, name: str) -> None:
    """The active player has moved on from its visit to another space."""
    assert pending.top(state) == pending.LOCAL
    pending.pop(state)
    begin_visit(state, name)


def begin_visit(state: GreatWesternTrail, name: str) -> None:
    """Phase B on a space."""
    stand(state, state.cells[ACTIVE], name)
    buildings.arrive(state, space(name))
    settle(state)


def enter_city(state: GreatWesternTrail) -> None:
    """The active player has just come to Kansas City."""
    drop(state)
    stand(state, state.cells[ACTIVE], "KC")
    kansas_city.arrive(state)
    settle(state)


def deliver(state: GreatWesternTrail, value: int) -> None:
    """The active player is about to deliver with this value."""
    drop(state)
    stand(state, state.cells[ACTIVE], "KC")
    pending.push(state, pending.LEAVE_CITY)
    pending.push(state, pending.DELIVERY)
    state.cells[VALUE] = value
    settle(state)


def owe(state: GreatWesternTrail, code: int, first: int = 0, second: int = 0) -> None:
    """A decision for the active player, before its move."""
    pending.push(state, code, first, second)
    settle(state)


def drop(state: GreatWesternTrail) -> None:
    """Take phase A off the stack."""
    assert pending.top(state) == pending.PHASE_A
    pending.pop(state)


def turn_of(state: GreatWesternTrail, seat: int) -> None:
    """It is a seat's turn, before its move."""
    while state.cells[DEPTH]:
        pending.pop(state)
    state.cells[ACTIVE] = seat
    pending.push(state, pending.PHASE_C)
    pending.push(state, pending.PHASE_A)
    settle(state)


def values(state: GreatWesternTrail, kind: str, index: int = 1) -> list[str]:
    """One parameter of every legal action of a type, in order, repeats left out."""
    return list(dict.fromkeys(move.split(":")[index] for move in offered(state, kind)))


def now(state: GreatWesternTrail) -> str:
    """What the player is asked."""
    return pending.FRAME_NAMES[int(pending.top(state))]


def on(
    number: int, sides: str = "a", space: str = "B2", seats: int = 2, **chosen: Any
) -> GreatWesternTrail:
    """Seat 0 has come to its own building."""
    state = bare(seats, building_sides=sides, **chosen)
    build(state, 0, **{space: number})
    return state


def uses(state: GreatWesternTrail) -> list[str]:
    return values(state, "use")
