"""Positions of Santa Fe made by hand: hands, track, selections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railhead.games.game import CHANCE
from railhead.games.santa_fe import RULESET, actions, state
from railhead.games.santa_fe.match import SantaFe
from railhead.games.santa_fe.rules import cards, track
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
    position = opened(seats, **chosen)
    for seat in range(seats):
        for card in hands[seat]:
            act(position, f"deal:{seat}:{card}")
    while "engineer:no" in offered(position):
        act(position, "engineer:no")
    return position


def later(seats: int = 2, **chosen: Any) -> SantaFe:
    """The selection of a second round that is like the first, but for the double-turn cards."""
    position = dealt(seats, **chosen)
    position.cells[state.ROUND] = 2
    return position


def laying(
    seats: int = 2,
    doubles: Sequence[int] = (),
    branches: Mapping[int, str] | None = None,
    **chosen: Any,
) -> SantaFe:
    """The first lay turn of a round in which `doubles` have a double turn.

    `branches` are the branch cards in the hands, by seat.
    """
    position = later(seats, **chosen)
    for seat, railroad in (branches or {}).items():
        give_branch(position, seat, railroad)
    choose(position, *["double" if seat in doubles else HANDS[seat][0] for seat in range(seats)])
    return position


def choose(position: SantaFe, *chosen: str) -> None:
    """Select a card for each seat, then turn all up."""
    for seat, card in enumerate(chosen):
        position.apply(seat, position.parse(f"select:{card}"))
    reveal(position)


def reveal(position: SantaFe) -> None:
    while position.actor() == CHANCE:
        [(outcome, _)] = position.chance_outcomes()
        position.apply(CHANCE, outcome)


def player(position: SantaFe, seat: int, viewer: int | None = None) -> dict[str, Any]:
    """A player as the view shows it to them."""
    shown: dict[str, Any] = position.view(seat if viewer is None else viewer)["players"][seat]
    return shown


def road(railroad: str) -> int:
    return actions.RAILROADS.index(railroad)


def city(name: str) -> int:
    return int(game().components.board.codes.index(name))


def money(position: SantaFe, seat: int) -> int:
    return position.amount(seat, state.MONEY)


def have_money(position: SantaFe, seat: int, number: int) -> None:
    position.give(seat, state.MONEY, number)


def supply(position: SantaFe, railroad: str) -> int:
    return int(position.cells[state.SUPPLY + road(railroad)])


def build(position: SantaFe, railroad: str, *cities: str, route: int = 1, seat: int = 0) -> None:
    """Lay track of a route through cities, completely, and give the money for it back."""
    for name in cities:
        if not extend(position, railroad, name, route, seat):
            raise AssertionError(f"{railroad} does not arrive at {name}")


def extend(
    position: SantaFe, railroad: str, name: str, route: int = 1, seat: int = 0, pieces: int = 7
) -> bool:
    """Lay at most so many pieces of a route towards a city; whether it arrives."""
    at = state.HEADS + actions.ROUTES * road(railroad) + route - 1
    before = money(position, seat)
    for _ in range(pieces):
        track.lay(position, seat, road(railroad), route - 1, city(name))
        if position.cells[at] == 1 + city(name):
            break
    have_money(position, seat, before)
    return position.cells[at] == 1 + city(name)


def branch_off(position: SantaFe, railroad: str, origin: str, *cities: str, seat: int = 0) -> int:
    """Lay a new route of a railroad from a city through others; its number."""
    heads = [
        int(position.cells[state.HEADS + actions.ROUTES * road(railroad) + index])
        for index in range(actions.ROUTES)
    ]
    route = 1 + heads.index(0)
    before = money(position, seat)
    track.branch(position, seat, road(railroad), city(origin), city(cities[0]))
    have_money(position, seat, before)
    if position.cells[state.HEADS + actions.ROUTES * road(railroad) + route - 1] != 1 + city(
        cities[0]
    ):
        build(position, railroad, cities[0], route=route, seat=seat)
    build(position, railroad, *cities[1:], route=route, seat=seat)
    return route


def put_head(position: SantaFe, railroad: str, name: str, route: int = 1) -> None:
    """Let a route stand at a city without any track."""
    position.cells[state.HEADS + actions.ROUTES * road(railroad) + route - 1] = 1 + city(name)
    position.cells[state.CONNECTED + road(railroad)] |= 1 << city(name)


def dead_end(position: SantaFe, railroad: str, pieces: int = 9) -> None:
    """Leave pieces to one railroad alone, whose only route stands in a dead end at Duluth."""
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = pieces if name == railroad else 0
    put_head(position, railroad, "DUL")
    for name in ("MIL", "MIN", "FAR"):
        fill(position, "DUL", name)


def fill(position: SantaFe, a: str, b: str) -> None:
    """Lay a piece of a railroad that has gone, the Southern Pacific, on every line of a link."""
    components = position.components
    for link in range(int(components.link_count)):
        if {int(components.link_ends[2 * link + end]) for end in range(2)} == {city(a), city(b)}:
            for line in range(int(components.link_lines[link])):
                position.cells[position.lines + components.link_first[link] + line] = (
                    state.PIECE + 2
                )


def give_branch(position: SantaFe, seat: int, railroad: str) -> None:
    """A branch card from the supply into a hand."""
    position.give(seat, state.HELD_BRANCH, 1 + road(railroad))


def in_hand(position: SantaFe, seat: int) -> list[str]:
    """The city cards in a hand."""
    return [card for card in player(position, seat)["hand"] if card != "double"]


def swap_hand(position: SantaFe, seat: int, *names: str) -> None:
    """Put a hand back into the deck and take these city cards from it."""
    slots = int(state.block(seat)) + state.HAND
    for slot in range(slots, slots + 5):
        if position.cells[slot]:
            position.cells[state.city_at(position.cells[slot] - 1) + state.IN_DECK] += 1
            position.cells[state.DECK_SIZE] += 1
        position.cells[slot] = 0
    for name in names:
        cards.move_to_hand(position, seat, city(name))


def empty_deck(position: SantaFe, keep: int = 0, seat: int = 1) -> None:
    """Move the deck, but for some cards, to the discards of a seat."""
    for card in range(int(position.components.cards)):
        while (
            position.cells[state.city_at(card) + state.IN_DECK]
            and position.cells[state.DECK_SIZE] > keep
        ):
            position.cells[state.city_at(card) + state.IN_DECK] -= 1
            position.cells[state.DECK_SIZE] -= 1
            position.cells[state.city_at(card) + state.DISCARDED] += 1 << (2 * seat)


def play_card(position: SantaFe, seat: int, name: str) -> None:
    """Move a city card from the deck to a tableau."""
    assert position.cells[state.city_at(city(name)) + state.IN_DECK]
    position.cells[state.city_at(city(name)) + state.IN_DECK] -= 1
    position.cells[state.DECK_SIZE] -= 1
    position.cells[state.city_at(city(name)) + state.TABLEAU] += 1 << (2 * seat)
