"""Positions of Great Western Trail made by hand: pieces laid by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railhead.games.great_western_trail import RULESET, names, pending, state
from railhead.games.great_western_trail.components import CARDS, CATTLE
from railhead.games.great_western_trail.match import GreatWesternTrail, settle
from railhead.games.great_western_trail.rules import buildings, kansas_city
from railhead.games.great_western_trail.trail import FIRST_HAZARD, LAST
from tests.games.positions import Pieces, Positions, offered, settle_chance

CELLS = {
    "money": state.MONEY,
    "certificate": state.CERTIFICATE,
    **{worker: state.WORKERS + index for index, worker in enumerate(names.WORKERS)},
    **{disc: state.DISCS + index for index, disc in enumerate(names.DISCS)},
    **{city: state.CITIES + index for index, city in enumerate(names.CITIES)},
    "hazards": state.HAZARDS,
    "hazard_points": state.HAZARD_POINTS,
    "green": state.TEEPEES,
    "blue": state.TEEPEES + 1,
}
LISTS = {
    "stations": (state.STATIONS, names.STATIONS),
    "masters": (state.MASTERS_OWNED, names.MASTERS),
}
PIECES = Pieces(CELLS)
MADE = Positions(RULESET, GreatWesternTrail, neutral_buildings="beginner", building_sides="a")

held = PIECES.held
options, game = MADE.options, MADE.game
opened, started = MADE.opened, MADE.started


def dealt(seats: int = 2, seed: int = 1, **chosen: Any) -> GreatWesternTrail:
    """A match at seat 0's first decision."""
    position = opened(seats, seed, **chosen)
    settle_chance(position, seed)
    return position


def bare(seats: int = 2, **chosen: Any) -> GreatWesternTrail:
    """Seat 0 before its first move, with no hazards, teepees, foresight tiles, money or hands."""
    position = dealt(seats, **chosen)
    for space in range(FIRST_HAZARD, LAST):
        position.cells[state.BOARD + space] = 0
    for place in range(6):
        position.cells[state.FORESIGHT + place] = 0
    for seat in range(seats):
        hold(position, seat)
        have(position, seat, money=0)
    return position


def space(name: str) -> int:
    return int(game().components.trail.names.index(name))


def have(position: GreatWesternTrail, seat: int, **pieces: int | Sequence[str]) -> None:
    """Set numbers of a player's board, the space of the `engine`, lists of what is owned."""
    for name, value in pieces.items():
        if isinstance(value, int):
            PIECES.have(position, seat, **{name: value})
        elif name == "engine":
            position.give(seat, state.TRACK, names.SPACES.index(str(value)))
        else:
            cell, known = LISTS[name]
            position.give(seat, cell, sum(1 << known.index(one) for one in value))


def engine(position: GreatWesternTrail, seat: int) -> str:
    return names.SPACES[position.amount(seat, state.TRACK)]


def unseen_to_all(position: GreatWesternTrail, card: int) -> None:
    """An objective card leaves the deck, where all can see it."""
    if card >= CATTLE:
        position.cells[state.UNSEEN + card - CATTLE] -= (
            position.cells[state.OBJECTIVE_DECK + card - CATTLE] > 0
        )
        position.cells[state.OBJECTIVE_DECK + card - CATTLE] -= (
            position.cells[state.OBJECTIVE_DECK + card - CATTLE] > 0
        )
        position.cells[state.DISPLAY + card - CATTLE] = 0


def hold(position: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player holds just these cards, drawn from a deck of which all know that they were in."""
    own = int(state.block(seat))
    for card in range(CARDS):
        position.cells[own + state.PILE + card] += position.cells[own + state.HAND + card]
        position.cells[own + state.HAND + card] = position.cells[own + state.KNOWN + card] = 0
    for name in cards:
        card = names.CARDS.index(name)
        position.cells[own + state.HAND + card] += 1
        if position.cells[own + state.PILE + card]:
            position.cells[own + state.PILE + card] -= 1
        else:
            unseen_to_all(position, card)
            position.cells[own + state.PUBLIC_X] += card == state.X


def deck(position: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player's own deck holds just these cards."""
    _zone(position, seat, state.PILE, cards)
    position.give(
        seat, state.PUBLIC_X, cards.count("X") + position.amount(seat, state.HAND + state.X)
    )


def discards(position: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player's discard pile holds just these cards."""
    _zone(position, seat, state.DISCARDS, cards)


def _zone(position: GreatWesternTrail, seat: int, at: int, cards: Sequence[str]) -> None:
    for card in range(CARDS):
        position.give(seat, at + card, cards.count(names.CARDS[card]))
    for name in cards:
        unseen_to_all(position, names.CARDS.index(name))


def pile(position: GreatWesternTrail, seat: int, at: int = state.DISCARDS) -> dict[str, int]:
    """The cards of a zone by name."""
    return {
        names.CARDS[card]: position.amount(seat, at + card)
        for card in range(CARDS)
        if position.amount(seat, at + card)
    }


def hand(position: GreatWesternTrail, seat: int) -> dict[str, int]:
    return pile(position, seat, state.HAND)


def played(position: GreatWesternTrail, seat: int, *cards: str) -> None:
    """A player has played these objective cards."""
    for name in cards:
        card = names.OBJECTIVES.index(name)
        unseen_to_all(position, CATTLE + card)
        position.give(seat, state.PLAYED + card, position.amount(seat, state.PLAYED + card) + 1)


def lay(position: GreatWesternTrail, **tiles: str) -> None:
    """Tiles on spaces of the trail: `lay(state, FL1="flood_2_green")`."""
    for name, tile in tiles.items():
        position.cells[state.BOARD + space(name)] = names.TILES.index(tile)


def lying(position: GreatWesternTrail, name: str) -> str:
    """The name of the hazard or teepee on a space."""
    return names.TILES[int(position.cells[state.BOARD + space(name)])]


def build(position: GreatWesternTrail, seat: int, **sites: int) -> None:
    """A player's buildings by number: `build(state, 0, B1=4)`."""
    for name, number in sites.items():
        position.cells[state.BOARD + space(name)] = 1 + 10 * seat + number - 1
        position.give(seat, state.SITES + number - 1, 1 + space(name))


def jobs(position: GreatWesternTrail, token_row: int, **rows: str) -> None:
    """Workers of the job market: `jobs(state, 4, row1="cowboy")`; rows from 1."""
    for cell in range(36):
        position.cells[state.JOBS + cell] = 0
    position.cells[state.TOKEN_ROW] = token_row - 1
    for row, listed in rows.items():
        for worker in listed.split():
            position.cells[state.JOBS + 3 * (int(row[3:]) - 1) + names.WORKERS.index(worker)] += 1


def market(position: GreatWesternTrail, *cards: str, deck: Sequence[str] = ()) -> None:
    """The cattle market and its deck hold just these cards."""
    for card, name in enumerate(names.CATTLE):
        position.cells[state.MARKET + card] = cards.count(name)
        position.cells[state.MARKET_DECK + card] = deck.count(name)


def display(position: GreatWesternTrail, *cards: str) -> None:
    """The display of objective cards."""
    for name in cards:
        unseen_to_all(position, CATTLE + names.OBJECTIVES.index(name))
    for card, name in enumerate(names.OBJECTIVES):
        position.cells[state.DISPLAY + card] = cards.count(name)


def stand(position: GreatWesternTrail, seat: int, name: str) -> None:
    """A cattleman stands on a space."""
    position.give(seat, state.PLACE, space(name))


def where(position: GreatWesternTrail, seat: int) -> str:
    return position.components.trail.names[position.amount(seat, state.PLACE)]


def visit(position: GreatWesternTrail, name: str) -> None:
    """The active player has just come to a space, its phase B begins."""
    drop(position)
    begin_visit(position, name)


def move_on(position: GreatWesternTrail, name: str) -> None:
    """The active player has moved on from its visit to another space."""
    assert pending.top(position) == pending.LOCAL
    pending.pop(position)
    begin_visit(position, name)


def begin_visit(position: GreatWesternTrail, name: str) -> None:
    """Phase B on a space."""
    stand(position, position.cells[state.ACTIVE], name)
    buildings.arrive(position, space(name))
    settle(position)


def enter_city(position: GreatWesternTrail) -> None:
    """The active player has just come to Kansas City."""
    drop(position)
    stand(position, position.cells[state.ACTIVE], "KC")
    kansas_city.arrive(position)
    settle(position)


def deliver(position: GreatWesternTrail, value: int) -> None:
    """The active player is about to deliver with this value."""
    drop(position)
    stand(position, position.cells[state.ACTIVE], "KC")
    pending.push(position, pending.LEAVE_CITY)
    pending.push(position, pending.DELIVERY)
    position.cells[state.VALUE] = value
    settle(position)


def owe(position: GreatWesternTrail, code: int, first: int = 0, second: int = 0) -> None:
    """A decision for the active player, before its move."""
    pending.push(position, code, first, second)
    settle(position)


def drop(position: GreatWesternTrail) -> None:
    """Take phase A off the stack."""
    assert pending.top(position) == pending.PHASE_A
    pending.pop(position)


def turn_of(position: GreatWesternTrail, seat: int) -> None:
    """It is a seat's turn, before its move."""
    while position.cells[state.DEPTH]:
        pending.pop(position)
    position.cells[state.ACTIVE] = seat
    pending.push(position, pending.PHASE_C)
    pending.push(position, pending.PHASE_A)
    settle(position)


def values(position: GreatWesternTrail, kind: str, index: int = 1) -> list[str]:
    """One parameter of every legal action of a type, in order, repeats left out."""
    return list(dict.fromkeys(move.split(":")[index] for move in offered(position, kind)))


def now(position: GreatWesternTrail) -> str:
    """What the player is asked."""
    return pending.FRAME_NAMES[int(pending.top(position))]


def on(
    number: int, sides: str = "a", space: str = "B2", seats: int = 2, **chosen: Any
) -> GreatWesternTrail:
    """Seat 0 has come to its own building."""
    position = bare(seats, building_sides=sides, **chosen)
    build(position, 0, **{space: number})
    return position


def uses(position: GreatWesternTrail) -> list[str]:
    return values(position, "use")
