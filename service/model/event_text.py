"""Events in words: what each viewer may read of an entry of the log.

A sentence is made before its event is carried out, of the action as its viewer sees it and of what
is public then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from railhead.games.game import CHANCE, State
from railhead.service.model import MOVES, Event, RenderedEvent, Seat

Seats = Sequence[Seat]


def seat_name(seat: Seat) -> str:
    """What a seat is called wherever the service speaks of one: `Seat 1 (medium bot)`."""
    if seat.kind == "bot":
        return f"Seat {seat.number} ({seat.level} bot)"
    plain = f"Seat {seat.number}"
    return plain if seat.name in ("", plain) else f"{plain} ({seat.name})"


def join_names(names: Sequence[str]) -> str:
    """Names as a sentence has them: `one, two and three`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def render_event(seats: Seats, state: State, event: Event) -> RenderedEvent:
    """An event in words, for each of its viewers; `seats` and `state` are those before it."""
    if event.kind not in MOVES:
        return RenderedEvent(event, RENDERERS[event.kind](seats, event))
    return render_move(seats, state, event, state.parse(event.notation))


def render_move(seats: Seats, state: State, event: Event, action: int) -> RenderedEvent:
    """As `render_event`, of a move whose packed action is known."""
    seat = CHANCE if event.seat is None else event.seat
    by_notation: dict[str, str] = {}
    labels: dict[int, str] = {}
    for viewer, notation in event.seen.items():
        if notation not in by_notation:
            seen = int(state.redact(viewer, seat, action))
            by_notation[notation] = sentence(seats, state, seat, seen)
        labels[viewer] = by_notation[notation]
    vocabulary = state.game.vocabulary
    secret = vocabulary.type_of(action).secret
    return RenderedEvent(event, sentence(seats, state, seat, action), labels, secret, vocabulary)


def sentence(seats: Seats, state: State, seat: int, action: int) -> str:
    """What a log says of an action of `seat`, or of chance, that may have hidden parameters."""
    vocabulary = state.game.vocabulary
    concerned = seat if seat != CHANCE else vocabulary.parameters(action).get("seat")
    who = seat_name(seats[concerned]) if isinstance(concerned, int) else ""
    return vocabulary.sentence(action, state.label_params(seat, action), who)


def _over(seats: Seats, event: Event) -> str:
    result = event.details["result"]
    first: Sequence[int] = result["ranking"][0]
    winners = join_names([seat_name(seats[number]) for number in first])
    points = result["scores"][first[0]]
    end = "wins" if len(first) == 1 else "share the victory"
    still = [seat for place in result["ranking"][1:] for seat in place]
    given_up = set(result["resigned"])
    tied = any(result["scores"][seat] == points for seat in still if seat not in given_up)
    how = ", ahead by the tie-breakers" if tied else ""
    return f"The match is over: {winners} {end} with {points} {_points(points)}{how}"


def _points(number: int) -> str:
    return "point" if number == 1 else "points"


def _undo(seats: Seats, event: Event) -> str:
    who = "The owner" if event.seat is None else seat_name(seats[event.seat])
    return f"{who} takes the match back to version {event.details['to']}"


def _seat(seats: Seats, event: Event) -> str:
    before, now = _change(seats, event)
    if now.resigned:
        who = seat_name(replace(before, kind="human"))
        return f"{who} gives up; {_what_follows(event, now)}"
    if now.kind == "open":
        return f"{seat_name(before)} is open to be claimed"
    if now.kind == "bot" and event.details.get("absent"):
        return f"{seat_name(before)} has done nothing for too long; {_bot(now)} plays on"
    if now.kind == "bot":
        return f"{seat_name(before)} is played by {_bot(now)} from now on"
    if before.kind == "bot":
        return f"{seat_name(now)} plays again, no longer a bot"
    return f"{seat_name(now)} sits down"


def _clock(seats: Seats, event: Event) -> str:
    before, now = _change(seats, event)
    out = f"The time of {seat_name(before)} has run out"
    given_up = "the seat is given up and " if now.resigned else ""
    return f"{out}; {given_up}{_what_follows(event, now)}" if now.kind == "bot" else out


def _what_follows(event: Event, now: Seat) -> str:
    """What becomes of a match in which a bot has got a seat."""
    return "only bots are left" if event.details.get("ends") else f"{_bot(now)} plays on"


def _bot(seat: Seat) -> str:
    level = str(seat.level)
    return f"{'an' if level[:1] in 'aeiou' else 'a'} {level} bot"


def _change(seats: Seats, event: Event) -> tuple[Seat, Seat]:
    """A seat before an event about it, and after."""
    assert event.seat is not None
    before = seats[event.seat]
    return before, seat_after(before, event.details)


def seat_after(before: Seat, details: Mapping[str, Any]) -> Seat:
    """A seat as the details of an entry about it have it; who holds it is not theirs to say."""
    return replace(
        before,
        kind=details.get("kind", before.kind),
        name=details.get("name", ""),
        level=details.get("level"),
        resigned=details.get("resigned", False),
    )


RENDERERS: Final[Mapping[str, Callable[[Seats, Event], str]]] = {
    "over": _over,
    "undo": _undo,
    "seat": _seat,
    "clock": _clock,
}
"""How events are worded that are no moves, by their kind."""


def to_the_second(time: str) -> str:
    """A time of the service without its fraction: `2026-01-31T12:00:00Z`."""
    return f"{time[:19]}Z"
