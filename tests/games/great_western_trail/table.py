"""Positions of Great Western Trail made by hand: pieces laid by name, moves in notation."""

from __future__ import annotations

from functools import cache

from games.game import CHANCE
from games.great_western_trail import RULESET, names, pending, state
from games.great_western_trail.components import CARDS, CATTLE
from games.great_western_trail.match import GreatWesternTrail as Match
from games.great_western_trail.match import settle
from games.great_western_trail.rules import buildings, kansas_city
from games.great_western_trail.trail import FIRST_HAZARD, LAST
from games.options import complete
from games.random import Random
from games.registry import Catalogue
from tests.games.moves import offered as offered

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


def options(**chosen):
    given = {"neutral_buildings": "beginner", "building_sides": "a", **chosen}
    return complete(RULESET.options, given)


@cache
def game():
    return Catalogue().game(RULESET, options())


def opened(seats=2, seed=1, **chosen) -> Match:
    """A match before the hands are dealt."""
    return game().start(game().draw_setup(seats, options(**chosen), Random(seed)))


def dealt(seats=2, seed=1, **chosen) -> Match:
    """A match at seat 0's first decision."""
    position = opened(seats, seed, **chosen)
    position.sample_chance(Random(seed))
    return position


def bare(seats=2, **chosen) -> Match:
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


def space(name):
    return game().components.trail.names.index(name)


def have(position, seat, **pieces):
    """Set numbers of a player's board by name; `engine` takes a space of the track."""
    for name, number in pieces.items():
        if name == "engine":
            position.give(seat, state.TRACK, names.SPACES.index(number))
        elif name == "stations":
            mask = sum(1 << names.STATIONS.index(station) for station in number)
            position.give(seat, state.STATIONS, mask)
        elif name == "masters":
            position.give(
                seat, state.MASTERS_OWNED, sum(1 << names.MASTERS.index(m) for m in number)
            )
        else:
            position.give(seat, CELLS[name], number)


def held(position, seat, *wanted):
    numbers = tuple(position.held(seat, CELLS[name]) for name in wanted)
    return numbers[0] if len(numbers) == 1 else numbers


def engine(position, seat):
    return names.SPACES[position.held(seat, state.TRACK)]


def unseen_to_all(position, card):
    """An objective card leaves the deck, where all can see it."""
    if card >= CATTLE:
        position.cells[state.UNSEEN + card - CATTLE] -= (
            position.cells[state.OBJECTIVE_DECK + card - CATTLE] > 0
        )
        position.cells[state.OBJECTIVE_DECK + card - CATTLE] -= (
            position.cells[state.OBJECTIVE_DECK + card - CATTLE] > 0
        )
        position.cells[state.DISPLAY + card - CATTLE] = 0


def hold(position, seat, *cards):
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


def deck(position, seat, *cards):
    """A player's own deck holds just these cards."""
    _zone(position, seat, state.PILE, cards)
    position.give(
        seat, state.PUBLIC_X, cards.count("X") + position.held(seat, state.HAND + state.X)
    )


def discards(position, seat, *cards):
    """A player's discard pile holds just these cards."""
    _zone(position, seat, state.DISCARDS, cards)


def _zone(position, seat, at, cards):
    for card in range(CARDS):
        position.give(seat, at + card, cards.count(names.CARDS[card]))
    for name in cards:
        unseen_to_all(position, names.CARDS.index(name))


def pile(position, seat, at=state.DISCARDS):
    """The cards of a zone by name."""
    return {
        names.CARDS[card]: position.held(seat, at + card)
        for card in range(CARDS)
        if position.held(seat, at + card)
    }


def hand(position, seat):
    return pile(position, seat, state.HAND)


def played(position, seat, *cards):
    """A player has played these objective cards."""
    for name in cards:
        card = names.OBJECTIVES.index(name)
        unseen_to_all(position, CATTLE + card)
        position.give(seat, state.PLAYED + card, position.held(seat, state.PLAYED + card) + 1)


def lay(position, **tiles):
    """Tiles on spaces of the trail: `lay(state, FL1="flood_2_green")`."""
    for name, tile in tiles.items():
        position.cells[state.BOARD + space(name)] = names.TILES.index(tile)


def lying(position, name):
    """The name of the hazard or teepee on a space."""
    return names.TILES[int(position.cells[state.BOARD + space(name)])]


def build(position, seat, **sites):
    """A player's buildings by number: `build(state, 0, B1=4)`."""
    for name, number in sites.items():
        position.cells[state.BOARD + space(name)] = 1 + 10 * seat + number - 1
        position.give(seat, state.SITES + number - 1, 1 + space(name))


def jobs(position, token_row, **rows):
    """Workers of the job market: `jobs(state, 4, row1="cowboy")`; rows from 1."""
    for cell in range(36):
        position.cells[state.JOBS + cell] = 0
    position.cells[state.TOKEN_ROW] = token_row - 1
    for row, listed in rows.items():
        for worker in listed.split():
            position.cells[state.JOBS + 3 * (int(row[3:]) - 1) + names.WORKERS.index(worker)] += 1


def market(position, *cards, deck=()):
    """The cattle market and its deck hold just these cards."""
    for card, name in enumerate(names.CATTLE):
        position.cells[state.MARKET + card] = cards.count(name)
        position.cells[state.MARKET_DECK + card] = deck.count(name)


def display(position, *cards):
    """The display of objective cards."""
    for name in cards:
        unseen_to_all(position, CATTLE + names.OBJECTIVES.index(name))
    for card, name in enumerate(names.OBJECTIVES):
        position.cells[state.DISPLAY + card] = cards.count(name)


def stand(position, seat, name):
    """A cattleman stands on a space."""
    position.give(seat, state.PLACE, space(name))


def where(position, seat):
    return game().components.trail.names[position.held(seat, state.PLACE)]


def visit(position, name):
    """The active player has just come to a space, its phase B begins."""
    drop(position)
    begin_visit(position, name)


def move_on(position, name):
    """The active player has moved on from its visit to another space."""
    assert pending.top(position) == pending.LOCAL
    pending.pop(position)
    begin_visit(position, name)


def begin_visit(position, name):
    """Phase B on a space."""
    stand(position, position.cells[state.ACTIVE], name)
    buildings.arrive(position, space(name))
    settle(position)


def enter_city(position):
    """The active player has just come to Kansas City."""
    drop(position)
    stand(position, position.cells[state.ACTIVE], "KC")
    kansas_city.arrive(position)
    settle(position)


def deliver(position, value):
    """The active player is about to deliver with this value."""
    drop(position)
    stand(position, position.cells[state.ACTIVE], "KC")
    pending.push(position, pending.LEAVE_CITY)
    pending.push(position, pending.DELIVERY)
    position.cells[state.VALUE] = value
    settle(position)


def owe(position, code, first=0, second=0):
    """A decision for the active player, before its move."""
    pending.push(position, code, first, second)
    settle(position)


def drop(position):
    """Take phase A off the stack."""
    assert pending.top(position) == pending.PHASE_A
    pending.pop(position)


def turn_of(position, seat):
    """It is a seat's turn, before its move."""
    while position.cells[state.DEPTH]:
        pending.pop(position)
    position.cells[state.ACTIVE] = seat
    pending.push(position, pending.PHASE_C)
    pending.push(position, pending.PHASE_A)
    settle(position)


def act(position, *moves):
    """Apply moves of whoever is to act, or outcomes of chance, each checked."""
    for move in moves:
        before = position.census()
        action = position.parse(move)
        seat = CHANCE if game().vocabulary.type_of(action).chance else position.actor()
        position.apply(seat, action)
        assert position.census() == before


def settle_chance(position, seed=1):
    """Whatever chance is due, drawn."""
    position.sample_chance(Random(seed))


def values(position, kind, index=1):
    """One parameter of every legal action of a type, in order, repeats left out."""
    return list(dict.fromkeys(move.split(":")[index] for move in offered(position, kind)))


def now(position):
    """What the player is asked."""
    return pending.FRAME_NAMES[int(pending.top(position))]


def on(number, sides="a", space="B2", seats=2, **chosen):
    """Seat 0 has come to its own building."""
    position = bare(seats, building_sides=sides, **chosen)
    build(position, 0, **{space: number})
    return position


def uses(position):
    return values(position, "use")
