"""Positions of Santa Fe made by hand: hands, track, selections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.game import CHANCE
from games.santa_fe import RULESET
from games.santa_fe.actions import RAILROADS, ROUTES
from games.santa_fe.match import SantaFe
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
from tests.games.positions import Positions, act, offered

HANDS = (
    ("DEN", "REN", "SEA", "SFE"),
    ("ABI", "REN", "POR", "TUC"),
    ("DAL", "ELP", "BOI", "EUG"),
    ("DAL", "ELP", "BOI", "EUG"),
    ("FAR", "CHY", "PHX", "SEA"),
)


MADE = Positions(RULESET, SantaFe, first_player="seat_0")

options, game = MADE.options, MADE.game
opened, started = MADE.opened, MADE.started


def dealt(
    seats: int = 2,
    hands: Sequence[Sequence[str]] = HANDS,
    **chosen: Any,
) -> SantaFe:
    """The first round's selection, after everybody has declined an engineer."""
    state = opened(seats, **chosen)
    for seat in range(seats):
        for card in hands[seat]:
            act(state, f"deal:{seat}:{card}")
    while "engineer:no" in offered(state):
        act(state, "engineer:no")
    return state


def later(seats: int = 2, **chosen: Any) -> SantaFe:
    """The selection of a second round that is like the first, but for the double-turn cards."""
    state = dealt(seats, **chosen)
    state.cells[ROUND] = 2
    return state


def laying(
    seats: int = 2,
    doubles: Sequence[int] = (),
    branches: Mapping[int, str] | None = None,
    **chosen: Any,
) -> SantaFe:
    """The first lay turn of a round in which `doubles` have a double turn.

    `branches` are the branch cards in the hands, by seat.
    """
    state = later(seats, **chosen)
    for seat, railroad in (branches or {}).items():
        give_branch(state, seat, railroad)
    choose(state, *["double" if seat in doubles else HANDS[seat][0] for seat in range(seats)])
    return state


def choose(state: SantaFe, *chosen: str) -> None:
    """Select a card for each seat, then turn all up."""
    for seat, card in enumerate(chosen):
        state.apply(seat, state.parse(f"select:{card}"))
    reveal(state)


def reveal(state: SantaFe) -> None:
    while state.actor() == CHANCE:
        [(outcome, _)] = state.chance_outcomes()
        state.apply(CHANCE, outcome)


def player(state: SantaFe, seat: int, viewer: int | None = None) -> dict[str, Any]:
    """A player as the view shows it to them."""
    shown: dict[str, Any] = state.view(seat if viewer is None else viewer)["players"][seat]
    return shown


def road(railroad: str) -> int:
    return RAILROADS.index(railroad)


def city(name: str) -> int:
    return int(game().components.board.codes.index(name))


def money(state: SantaFe, seat: int) -> int:
    return state.held(seat, MONEY)


def have_money(state: SantaFe, seat: int, number: int) -> None:
    state.give(seat, MONEY, number)


def supply(state: SantaFe, railroad: str) -> int:
    return int(state.cells[SUPPLY + road(railroad)])


def build(state: SantaFe, railroad: str, *cities: str, route: int = 1, seat: int = 0) -> None:
    """Lay track of a route through cities, completely, and give the money for it back."""
    for name in cities:
        if not extend(state, railroad, name, route, seat):
            raise AssertionError(f"{railroad} does not arrive at {name}")


def extend(
    state: SantaFe, railroad: str, name: str, route: int = 1, seat: int = 0, pieces: int = 7
) -> bool:
    """Lay at most so many pieces of a route towards a city; whether it arrives."""
    at = HEADS + ROUTES * road(railroad) + route - 1
    before = money(state, seat)
    for _ in range(pieces):
        track.lay(state, seat, road(railroad), route - 1, city(name))
        if state.cells[at] == 1 + city(name):
            break
    have_money(state, seat, before)
    return state.cells[at] == 1 + city(name)


def branch_off(state: SantaFe, railroad: str, origin: str, *cities: str, seat: int = 0) -> int:
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


def put_head(state: SantaFe, railroad: str, name: str, route: int = 1) -> None:
    """Let a route stand at a city without any track."""
    state.cells[HEADS + ROUTES * road(railroad) + route - 1] = 1 + city(name)
    state.cells[CONNECTED + road(railroad)] |= 1 << city(name)


def dead_end(state: SantaFe, railroad: str, pieces: int = 9) -> None:
    """Leave pieces to one railroad alone, whose only route stands in a dead end at Duluth."""
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = pieces if name == railroad else 0
    put_head(state, railroad, "DUL")
    for name in ("MIL", "MIN", "FAR"):
        fill(state, "DUL", name)


def fill(state: SantaFe, a: str, b: str) -> None:
    """Lay a piece of a railroad that has gone, the Southern Pacific, on every line of a link."""
    components = state.components
    for link in range(int(components.link_count)):
        if {int(components.link_ends[2 * link + end]) for end in range(2)} == {city(a), city(b)}:
            for line in range(int(components.link_lines[link])):
                state.cells[state.lines + components.link_first[link] + line] = PIECE + 2


def give_branch(state: SantaFe, seat: int, railroad: str) -> None:
    """A branch card from the supply into a hand."""
    state.give(seat, HELD_BRANCH, 1 + road(railroad))


def in_hand(state: SantaFe, seat: int) -> list[str]:
    """The city cards in a hand."""
    return [card for card in player(state, seat)["hand"] if card != "double"]


def swap_hand(state: SantaFe, seat: int, *names: str) -> None:
    """Put a hand back into the deck and take these city cards from it."""
    slots = int(block(seat)) + HAND
    for slot in range(slots, slots + 5):
        if state.cells[slot]:
            state.cells[city_at(state.cells[slot] - 1) + IN_DECK] += 1
            state.cells[DECK_SIZE] += 1
        state.cells[slot] = 0
    for name in names:
        cards.move_to_hand(state, seat, city(name))


def empty_deck(state: SantaFe, keep: int = 0, seat: int = 1) -> None:
    """Move the deck, but for some cards, to the discards of a seat."""
    for card in range(int(state.components.cards)):
        while state.cells[city_at(card) + IN_DECK] and state.cells[DECK_SIZE] > keep:
            state.cells[city_at(card) + IN_DECK] -= 1
            state.cells[DECK_SIZE] -= 1
            state.cells[city_at(card) + DISCARDED] += 1 << (2 * seat)


def play_card(state: SantaFe, seat: int, name: str) -> None:
    """Move a city card from the deck to a tableau."""
    assert state.cells[city_at(city(name)) + IN_DECK]
    state.cells[city_at(city(name)) + IN_DECK] -= 1
    state.cells[DECK_SIZE] -= 1
    state.cells[city_at(city(name)) + TABLEAU] += 1 << (2 * seat)
