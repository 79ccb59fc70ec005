"""Playing on from a position that a stranger sent, as its log does, before anything is kept of it.

A position is numbers that the rules trust: some that no match ever comes to may keep them busy
without end. So this is done in a process with limits (`user_data.validation_sandbox`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import orjson
import structlog

from railhead.games.game import CHANCE, OVER, SPECTATOR, Game, State
from railhead.games.random import Random
from railhead.service.errors import InvalidData
from railhead.service.model import MOVES, Event, Seat
from railhead.service.model.event_text import sentence
from railhead.service.user_data.validation import MOST_SECONDS, PLIES_BETWEEN, invalid_data, show

log = structlog.get_logger()

Moves = Sequence[tuple[int, str] | int]
"""Each the acting seat (or `CHANCE`) and its notation, or the number of moves to go back to."""
NO_POSITION: Final = "is no position that a match can come to"


def moves_of(entries: Sequence[Event]) -> list[tuple[int, str] | int]:
    """What of a log changes the position; other entries stand as versions to go back to."""
    moves: list[tuple[int, str] | int] = []
    for number, entry in enumerate(entries):
        if entry.kind in MOVES:
            moves.append((CHANCE if entry.seat is None else entry.seat, entry.notation))
        else:
            moves.append(entry.details["to"] if entry.kind == "undo" else number)
    return moves


def validate_opening(game: Game, saved: bytes, pieces: Mapping[str, int], moves: Moves) -> None:
    """Carry out moves from a position, up to one that is not legal, with all that is shown.

    All positions must have the census `pieces`.

    Raises `InvalidData` where the position breaks the rules, or what is shown of it.
    """
    until = time.thread_time() + MOST_SECONDS
    try:
        for number, state in enumerate(_positions(game, saved, moves)):
            if time.thread_time() > until:
                raise invalid_data(f"takes over {MOST_SECONDS:.0f} seconds to try out")
            if state.census() != pieces:
                raise invalid_data("must have all components of the game, and no other")
            show(state, pictured=number % PLIES_BETWEEN == 0 or state.actor() == OVER)
            orjson.dumps([state.scores(), state.ranking(), state.score_sheet()])
            for viewer in (SPECTATOR, *range(int(state.seats()))):
                state.clone().determinize(viewer, Random(number, 1))
    except InvalidData:
        raise
    except Exception as error:
        log.info("opening refused", game=game.ruleset.id, exc_info=error)
        raise invalid_data(NO_POSITION) from error


def _positions(game: Game, saved: bytes, moves: Moves) -> Iterator[State]:
    """The positions that moves lead to, the first one too; ends at one that is not legal."""
    state = game.load(saved)
    kept = [saved]
    yield state
    for move in moves:
        if isinstance(move, int):
            if not 0 <= move < len(kept):
                return
            state = game.load(kept[move])
        else:
            action = _legal(state, *move)
            if action is None:
                return
            _tell(state, move[0], action)
            state.play(move[0], action)
        kept.append(state.save())
        yield state


def _legal(state: State, seat: int, notation: str) -> int | None:
    """The action, where it may be done here."""
    try:
        action = state.parse(notation)
    except ValueError:
        return None
    if seat == CHANCE:
        due = state.actor() == CHANCE
        offered = [outcome for outcome, _ in state.chance_outcomes()] if due else []
    else:
        offered = state.legal_actions(seat) if seat in state.to_act() else []
    return action if action in offered else None


def _tell(state: State, seat: int, action: int) -> None:
    """Say of an action what every viewer is told."""
    count = int(state.seats())
    seats: list[Any] = [Seat(number, "human", f"Seat {number}") for number in range(count)]
    for viewer in (SPECTATOR, *range(count)):
        sentence(seats, state, seat, int(state.redact(viewer, seat, action)))
