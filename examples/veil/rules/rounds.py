"""A round: what seats may do, what it does, and what comes next."""

from __future__ import annotations

from mypy_extensions import i64

from examples.veil import actions, state
from examples.veil.rules import chance
from examples.veil.state import Position
from railhead.games.game import ACTOR, CHANCE, OVER, SEATS, Actions
from railhead.games.packing import code_of, pack, parameter


def may_act(position: Position, seat: i64) -> bool:
    """Whether a seat may act now: several may while cards are selected."""
    cells = position.cells
    if cells[state.PHASE] == state.SELECTING:
        return 0 <= seat < cells[SEATS] and position.count(state.CHOSEN + seat) == 0
    return 0 <= seat == cells[ACTOR]


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every legal action of a seat that may act."""
    phase: i64 = position.cells[state.PHASE]
    for card in range(position.components.cards):
        if phase == state.SELECTING:
            if position.place(card) == state.HAND + seat:
                out.add(pack(actions.SELECT, card))
        elif phase == state.TAKING:
            if position.place(card) == state.ROW:
                out.add(pack(actions.TAKE, card))
        elif position.is_closed(card, seat):
            if phase == state.OFFERING:
                out.add(pack(actions.GIVE, card))
            elif card >= position.components.show_from:
                out.add(pack(actions.SHOW, card))
    if phase == state.OFFERING:
        out.add(pack(actions.KEEP))
    elif phase == state.SHOWING:
        out.add(pack(actions.PASS))


def receiver_of(position: Position, seat: i64) -> i64:
    """The seat that gets what this one gives."""
    return (seat + 1) % position.cells[SEATS]


def play(position: Position, seat: i64, action: i64) -> None:
    """Carry out a seat's action."""
    cells = position.cells
    code: i64 = code_of(action)
    card: i64 = parameter(action, 0)
    if code == actions.SELECT:
        position.move(card, state.CHOSEN + seat, position.viewers_of(card))
    elif code == actions.TAKE:
        position.move(card, state.HAND + seat, state.EVERYBODY)
    elif code == actions.GIVE:
        receiver: i64 = receiver_of(position, seat)
        position.move(card, state.PILE + receiver, state.bit_of(seat) | state.bit_of(receiver))
        cells[state.POINTS + seat] += position.components.gift_points
    elif code == actions.SHOW:
        position.move(card, state.HAND + seat, state.EVERYBODY)
        cells[state.POINTS + seat] += position.components.show_points


def go_on(position: Position) -> None:
    """Pass to the next decision, or to the next outcome of chance."""
    phase: i64 = position.cells[state.PHASE]
    if phase == state.DRAWING:
        begin(position)
    elif phase == state.SELECTING:
        select_on(position)
    elif phase == state.REVEALING:
        if chance.next_reveal(position) < 0:
            settle(position)
    elif phase == state.TAKING:
        if position.cells[state.GIVING]:
            position.enter(state.OFFERING, position.cells[ACTOR])
        else:
            let_last_show(position)
    elif phase == state.OFFERING:
        let_last_show(position)
    elif phase == state.SHOWING:
        end_round(position)
    else:
        uncover(position)


def begin(position: Position) -> None:
    """Fill up the hands, then let all select; without a card for each the match ends."""
    if chance.drawer(position) >= 0:
        position.enter(state.DRAWING, CHANCE)
        return
    for seat in range(position.cells[SEATS]):
        if position.count(state.HAND + seat) == 0:
            uncover(position)
            return
    position.enter(state.SELECTING, 0)


def select_on(position: Position) -> None:
    """The first seat that has not selected is next; after the last the cards are revealed."""
    for seat in range(position.cells[SEATS]):
        if may_act(position, seat):
            position.enter(state.SELECTING, seat)
            return
    position.enter(state.REVEALING, CHANCE)


def seat_on_table(position: Position, best: bool) -> i64:
    """The seat with the best card on the table, or with the worst."""
    highest: bool = best == (position.cells[state.LOW_WINS] == 0)
    found: i64 = -1
    for card in range(position.components.cards):
        seat: i64 = position.place(card) - state.TABLE
        if 0 <= seat < state.MOST_SEATS and (highest or found < 0):
            found = seat
    return found


def settle(position: Position) -> None:
    """The best card on the table goes to its seat's pile; that seat takes from the row."""
    winner: i64 = seat_on_table(position, True)
    for card in range(position.components.cards):
        if position.place(card) == state.TABLE + winner:
            position.move(card, state.PILE + winner, state.EVERYBODY)
    position.enter(state.TAKING, winner)


def let_last_show(position: Position) -> None:
    """The seat whose card on the table came last is next."""
    position.enter(state.SHOWING, seat_on_table(position, False))


def end_round(position: Position) -> None:
    """Clear the table; the match ends with the row."""
    for card in range(position.components.cards):
        if state.TABLE <= position.place(card) < state.PILE:
            position.move(card, state.OUT, state.EVERYBODY)
    if position.count(state.ROW) > 0:
        begin(position)
    else:
        uncover(position)


def uncover(position: Position) -> None:
    """Cards given face down are uncovered one by one; then the match is over."""
    position.enter(state.UNCOVERING, CHANCE)
    if chance.next_reveal(position) < 0:
        position.enter(state.MATCH_OVER, OVER)
