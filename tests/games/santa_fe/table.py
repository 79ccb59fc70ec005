"""Positions of Santa Fe made by hand: hands, track, selections, moves in notation."""

from __future__ import annotations

from functools import cache

from games.game import CHANCE
from games.options import complete
from games.random import Random
from games.registry import Catalogue
from games.santa_fe import RULESET
from games.santa_fe.actions import RAILROADS, ROUTES
from games.santa_fe.match import SantaFe as Match
from games.santa_fe.rules import cards, track
from games.santa_fe.state import (
    CONNECTED,
    DECK_SIZE,
    DISCARDED,
    HAND,
    HEADS,
    HELD_BRANCH,
    IN_DECK,
    MONEY,
    PIECE,
    ROUND,
    SUPPLY,
    TABLEAU,
    block,
    city_at,
)
from tests.games.moves import offered as offered

HANDS = (
    ("DEN", "REN", "SEA", "SFE"),
    ("ABI", "REN", "POR", "TUC"),
    ("DAL", "ELP", "BOI", "EUG"),
    ("DAL", "ELP", "BOI", "EUG"),
    ("FAR", "CHY", "PHX", "SEA"),
)


def options(**chosen):
    return complete(RULESET.options, {"first_player": "seat_0", **chosen})


@cache
def game():
    return Catalogue().game(RULESET, options())


def opened(seats=2, **chosen) -> Match:
    """Before the deal; seat 0 is the first player."""
    return game().start(game().draw_setup(seats, options(**chosen), Random(1)))


def dealt(seats=2, hands=HANDS, **chosen) -> Match:
    """The first round's selection, after everybody has declined an engineer."""
    state = opened(seats, **chosen)
    for seat in range(seats):
        for card in hands[seat]:
            act(state, f"deal:{seat}:{card}")
    while "engineer:no" in offered(state):
        act(state, "engineer:no")
    return state


def later(seats=2, **chosen) -> Match:
    """The selection of a second round that is like the first, but for the double-turn cards."""
    state = dealt(seats, **chosen)
    state.cells[ROUND] = 2
    return state


def laying(seats=2, doubles=(), branches=None, **chosen) -> Match:
    """The first lay turn of a round in which `doubles` have a double turn.

    `branches` are the branch cards in the hands, by seat.
    """
    state = later(seats, **chosen)
    for seat, railroad in (branches or {}).items():
        give_branch(state, seat, railroad)
    choose(state, *["double" if seat in doubles else HANDS[seat][0] for seat in range(seats)])
    return state


def choose(state, *chosen):
    """Select a card for each seat, then turn all up."""
    for seat, card in enumerate(chosen):
        state.apply(seat, state.parse(f"select:{card}"))
    reveal(state)


def reveal(state):
    while state.actor() == CHANCE:
        [(outcome, _)] = state.chance_outcomes()
        state.apply(CHANCE, outcome)


def act(state, *moves):
    """Apply moves of chance or of whoever is to act, each checked."""
    for move in moves:
        seat = CHANCE if move.startswith(("deal", "reveal")) else state.actor()
        before = state.census()
        state.apply(seat, state.parse(move))
        assert state.census() == before


def reason(state, move, seat=None):
    """Why a move is refused to whoever is to act, or to `seat`."""
    return state.explain(state.actor() if seat is None else seat, state.parse(move))


def player(state, seat, viewer=None):
    """A player as the view shows it to them."""
    return state.view(seat if viewer is None else viewer)["players"][seat]


def phase(state):
    return state.view(0)["phase"]


def road(railroad):
    return RAILROADS.index(railroad)


def city(name):
    return game().components.board.codes.index(name)


def money(state, seat):
    return state.held(seat, MONEY)


def have_money(state, seat, number):
    state.give(seat, MONEY, number)


def supply(state, railroad):
    return int(state.cells[SUPPLY + road(railroad)])


def build(state, railroad, *cities, route=1, seat=0):
    """Lay track of a route through cities, completely, and give the money for it back."""
    for name in cities:
        if not extend(state, railroad, name, route, seat):
            raise AssertionError(f"{railroad} does not arrive at {name}")


def extend(state, railroad, name, route=1, seat=0, pieces=7):
    """Lay at most so many pieces of a route towards a city; whether it arrives."""
    at = HEADS + ROUTES * road(railroad) + route - 1
    before = money(state, seat)
    for _ in range(pieces):
        track.lay(state, seat, road(railroad), route - 1, city(name))
        if state.cells[at] == 1 + city(name):
            break
    have_money(state, seat, before)
    return state.cells[at] == 1 + city(name)


def branch_off(state, railroad, origin, *cities, seat=0):
    """Lay a new route of a railroad from a city through others; its number."""
    heads = [int(state.cells[HEADS + ROUTES * road(railroad) + index]) for index in range(ROUTES)]
    route = 1 + heads.index(0)
    before = money(state, seat)
    track.branch(state, seat, road(railroad), city(origin), city(cities[0]))
    have_money(state, seat, before)
    if state.cells[HEADS + ROUTES * road(railroad) + route - 1] != 1 + city(cities[0]):
        build(state, railroad, cities[0], route=route, seat=seat)
    build(state, railroad, *cities[1:], route=route, seat=seat)
    return route


def put_head(state, railroad, name, route=1):
    """Let a route stand at a city without any track."""
    state.cells[HEADS + ROUTES * road(railroad) + route - 1] = 1 + city(name)
    state.cells[CONNECTED + road(railroad)] |= 1 << city(name)


def dead_end(state, railroad, pieces=9):
    """Leave pieces to one railroad alone, whose only route stands in a dead end at Duluth."""
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = pieces if name == railroad else 0
    put_head(state, railroad, "DUL")
    for name in ("MIL", "MIN", "FAR"):
        fill(state, "DUL", name)


def fill(state, a, b):
    """Lay a piece of a railroad that has gone, the Southern Pacific, on every line of a link."""
    components = state.components
    for link in range(int(components.link_count)):
        if {int(components.link_ends[2 * link + end]) for end in range(2)} == {city(a), city(b)}:
            for line in range(int(components.link_lines[link])):
                state.cells[state.lines + components.link_first[link] + line] = PIECE + 2


def give_branch(state, seat, railroad):
    """A branch card from the supply into a hand."""
    state.give(seat, HELD_BRANCH, 1 + road(railroad))


def in_hand(state, seat):
    """The city cards in a hand."""
    return [card for card in player(state, seat)["hand"] if card != "double"]


def swap_hand(state, seat, *names):
    """Put a hand back into the deck and take these city cards from it."""
    slots = int(block(seat)) + HAND
    for slot in range(slots, slots + 5):
        if state.cells[slot]:
            state.cells[city_at(state.cells[slot] - 1) + IN_DECK] += 1
            state.cells[DECK_SIZE] += 1
        state.cells[slot] = 0
    for name in names:
        cards.move_to_hand(state, seat, city(name))


def empty_deck(state, keep=0, seat=1):
    """Move the deck, but for some cards, to the discards of a seat."""
    for card in range(int(state.components.cards)):
        while state.cells[city_at(card) + IN_DECK] and state.cells[DECK_SIZE] > keep:
            state.cells[city_at(card) + IN_DECK] -= 1
            state.cells[DECK_SIZE] -= 1
            state.cells[city_at(card) + DISCARDED] += 1 << (2 * seat)


def play_card(state, seat, name):
    """Move a city card from the deck to a tableau."""
    assert state.cells[city_at(city(name)) + IN_DECK]
    state.cells[city_at(city(name)) + IN_DECK] -= 1
    state.cells[DECK_SIZE] -= 1
    state.cells[city_at(city(name)) + TABLEAU] += 1 << (2 * seat)
