"""Events in words: what each viewer may read of an entry of the log.

A sentence is made before its event is carried out, of the action as its viewer sees it and of what
is public then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.game import CHANCE, State
from service.model import MOVES, Event, Record, Told


def seat_name(record: Record, number: int) -> str:
    """What a seat is called wherever the service speaks of one: `Seat 1 (medium bot)`."""
    seat = record.seats[number]
    if seat.kind == "bot":
        return f"Seat {number} ({seat.level} bot)"
    return f"Seat {number}" if seat.name == f"Seat {number}" else f"Seat {number} ({seat.name})"


def told(record: Record, state: State, event: Event) -> Told:
    """An event in words, for each of its viewers; `state` is the position before it."""
    if event.kind not in MOVES:
        return Told(event, OTHERS[event.kind](record, event))
    seat = CHANCE if event.seat is None else event.seat
    action = state.parse(event.notation)
    by_notation: dict[str, str] = {}
    labels: dict[int, str] = {}
    for viewer, notation in event.seen.items():
        if notation not in by_notation:
            seen = int(state.observed(viewer, seat, action))
            by_notation[notation] = sentence(record, state, seat, seen)
        labels[viewer] = by_notation[notation]
    return Told(event, sentence(record, state, seat, action), labels)


def sentence(record: Record, state: State, seat: int, action: int) -> str:
    """What a log says of an action of `seat`, or of chance, that may have hidden parameters."""
    vocabulary = state.game.vocabulary
    concerned = seat if seat != CHANCE else vocabulary.parameters(action).get("seat")
    who = seat_name(record, concerned) if isinstance(concerned, int) else ""
    return vocabulary.told(action, state.label_details(seat, action), who)


def _over(record: Record, event: Event) -> str:
    result = event.members["result"]
    first: Sequence[int] = result["ranking"][0]
    winners = " and ".join(seat_name(record, seat) for seat in first)
    points = result["scores"][first[0]]
    end = "wins" if len(first) == 1 else "share the victory"
    return f"The match is over: {winners} {end} with {points} points"


OTHERS: Final[Mapping[str, Callable[[Record, Event], str]]] = {"over": _over}
"""How events are worded that are no moves, by their kind."""


def to_the_second(time: str) -> str:
    """A time of the service without its fraction: `2026-01-31T12:00:00Z`."""
    return f"{time[:19]}Z"
