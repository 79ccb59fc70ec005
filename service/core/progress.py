"""How a match goes on: a decision, and the chance and forced moves that follow from it.

Pure: nothing here knows where matches are stored.
"""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from railhead.games.game import CHANCE, OVER, SPECTATOR, Game, State
from railhead.service.core import chance
from railhead.service.model import (
    MOVES,
    Event,
    Head,
    Record,
    RenderedEvent,
    SearchSummary,
    Seat,
    Since,
    Times,
    is_somebody,
    seats_of,
)
from railhead.service.model.event_text import render_event, render_move, seat_after, to_the_second

NONCE_BYTES: Final = 9


@dataclass(frozen=True)
class UndoTarget:
    """To which version a match went back, and what is to be known of it for the clocks.

    `by` are the seats of whoever went back, `times` the accounts of time at that version (None
    where the log does not say them), `to_act` the seats that had a decision to take then.
    """

    to: int
    by: frozenset[int]
    times: Times | None
    to_act: frozenset[int]


class Progress:
    """A match while entries are added to it.

    `state` is changed in place. `told` are the entries added so far, `opened` says for each seat
    to act at which version its decision opened, `draws` counts the outcomes of chance so far,
    `seats` are those of now. All that is added happens at the one time `at`. Until all seats are
    taken no decision is open. `ended` says whether the match is over before its position is, by a
    resignation.

    For the clocks, in a match that has them: `turns_ended` counts by seat the turns that have ended
    on the way, `turned` are the seats of which one has ended or begun, and `gone_back` says where
    the match went back to.
    """

    def __init__(
        self,
        record: Record,
        state: State,
        version: int,
        opened: dict[int, int],
        draws: int,
        seats: Sequence[Seat],
        at: str,
    ) -> None:
        self.record = record
        self.state = state
        self.version = version
        self.opened = opened
        self.draws = draws
        self.seats = seats
        self.ended = False
        self.at = at
        self._second: str | None = to_the_second(self.at)
        self.told: list[RenderedEvent] = []
        self.turns_ended: Counter[int] = Counter()
        self.turned: set[int] = set()
        self.gone_back: UndoTarget | None = None
        self._turns = self._turns_now() if record.clock is not None else {}

    @classmethod
    def initial(cls, record: Record, state: State) -> Progress:
        """The progress of a match at version 0, whose position `state` is.

        What follows without a decision happens when it is created.
        """
        begun = cls(record, state, 0, {}, 0, record.seats, record.created_at)
        begun._open_decisions()
        return begun

    @classmethod
    def after(
        cls,
        record: Record,
        head: Head,
        state: State,
        at: str,
        seats: Sequence[Seat] | None = None,
    ) -> Progress:
        """The progress of a match from `head` on, whose position `state` is, at a time.

        `seats` are those of the head, where the caller knows them.
        """
        seats = seats_of(record, head) if seats is None else seats
        # Processes know the store's time to a few milliseconds: a log never goes back by those.
        at = max(at, head.updated_at)
        after = cls(record, state, head.version, dict(head.opened), head.draws, seats, at)
        after.ended = head.status == "over"
        return after

    @property
    def events(self) -> list[Event]:
        """The entries added so far, without words."""
        return [one.event for one in self.told]

    @property
    def status(self) -> str:
        """`open` until all seats are taken, then `active`, at the end `over`."""
        if self.ended or self.state.actor() == OVER:
            return "over"
        return "open" if any(seat.kind == "open" for seat in self.seats) else "active"

    def decide(self, seat: int, action: int, search: SearchSummary | None = None) -> None:
        """Carry out a legal action of `seat`, then all that follows without a decision.

        `search` is what the decision took, of a bot.
        """
        self._add("action", seat, action, search)
        self.settle()

    def settle(self) -> None:
        """Resolve all pending chance, and take forced moves where the match has that on.

        A match with open seats waits for them.
        """
        while self.status == "active":
            if self.state.actor() == CHANCE:
                # Counted, so that a seed and the number of a draw give the same outcome in a
                # replay.
                self.draws += 1
                outcomes = self.state.chance_outcomes()
                self._add(
                    "chance", CHANCE, chance.sample_outcome(outcomes, self.record.seed, self.draws)
                )
            elif (forced := self.forced_move()) is not None:
                self._add("forced", *forced)
            else:
                return

    @property
    def waits(self) -> bool:
        """Whether the match waits for players: nothing is drawn and nobody decides."""
        return self.status == "open"

    def sit(self, kind: str, seat: Seat, *, play_on: bool = False, absent: bool = False) -> None:
        """Let a seat be as given from now on, by an entry of this kind; then go on.

        A resignation after which only bots are left ends the match at once, unless they shall
        `play_on`. The entry says where a seat is a bot's because its holder is `absent`.
        """
        details = _seat_details(seat) | ({"absent": True} if absent else {})
        if not play_on and self.may_end_with(seat):
            details["ends"] = True
        self._tell(Event(self.version + 1, kind, seat.number, "", {}, details, self._second))
        self._sit(seat, "ends" in details)
        self.settle()

    def go_back(
        self,
        seat: int | None,
        to: int,
        state: State,
        by: frozenset[int] = frozenset(),
        times: Times | None = None,
    ) -> None:
        """Go back to the position of version `to`, which `state` is, for `seat` or the owner.

        `by` and `times` as `UndoTarget` has them.
        """
        self._tell(Event(self.version + 1, "undo", seat, "", {}, {"to": to}, self._second))
        self.gone_back = UndoTarget(to, by, times, frozenset(map(int, state.to_act())))
        self._return(state, to)
        self.settle()

    def copy(self, event: Event, state: State | None = None) -> None:
        """As `repeat`, adding the entry anew, with what each viewer sees of it, at its own time."""
        self._second = event.at
        if event.kind not in MOVES:
            self._tell(replace(event, version=self.version + 1))
            self.repeat(event, state)
            return
        seat = CHANCE if event.seat is None else event.seat
        action = self.state.parse(event.notation)
        # Tried with all checks, on a copy: `_add` plays unchecked.
        self.state.clone().apply(seat, action)
        self.draws += event.kind == "chance"
        self._add(event.kind, seat, action, event.search)

    def repeat(self, event: Event, state: State | None = None) -> None:
        """Carry out an entry of the log; for `undo`, `state` is a copy of the position returned to.

        Raises `ValueError` where the rules refuse it.
        """
        if event.kind == "undo":
            assert state is not None
            self._return(state, event.details["to"])
        elif event.kind in MOVES:
            seat = CHANCE if event.seat is None else event.seat
            self.draws += event.kind == "chance"
            self.state.apply(seat, self.state.parse(event.notation))
            self._advance_version(seat)
        else:
            assert event.seat is not None
            now = seat_after(self.seats[event.seat], event.details)
            self._sit(now, event.details.get("ends", False))

    def may_end_with(self, seat: Seat) -> bool:
        """Whether a match ends where a seat becomes as given: it gives up, and only bots remain."""
        gives_up = seat.resigned and not self.seats[seat.number].resigned
        return gives_up and not any(map(is_somebody, self._seats_with(seat)))

    def forced_move(self) -> tuple[int, int] | None:
        """The seat and action of a decision that is none, and gives nothing hidden away, where the
        match lets the service take those."""
        if not self.record.auto_forced or len(self.opened) != 1:
            return None
        (seat,) = self.opened
        actions = self.state.legal_actions(seat)
        if len(actions) != 1 or self.state.game.vocabulary.type_of(actions[0]).secret:
            return None
        return seat, actions[0]

    def _add(self, kind: str, seat: int, action: int, search: SearchSummary | None = None) -> None:
        notation = self.state.game.vocabulary.notation(action)
        seen = self._notations_seen(seat, action, notation) if self.state.game.ruleset.hides else {}
        who = None if seat == CHANCE else seat
        event = Event(self.version + 1, kind, who, notation, seen, {}, self._second, search)
        # Before it is played: words such as "for $3" are of the position in which it was chosen.
        self.told.append(render_move(self.seats, self.state, event, action))
        self.state.play(seat, action)
        self._advance_version(seat)

    def _tell(self, event: Event) -> None:
        """Add an entry that is about to happen."""
        self.told.append(render_event(self.seats, self.state, event))

    def _notations_seen(self, seat: int, action: int, notation: str) -> dict[int, str]:
        viewers = [*range(len(self.record.seats)), SPECTATOR]
        shown = {viewer: self.state.observe(viewer, seat, action) for viewer in viewers}
        # Most entries hide nothing from anybody, and are stored without this.
        return {viewer: text for viewer, text in shown.items() if text != notation}

    def _sit(self, seat: Seat, ends: bool) -> None:
        before = self.status
        self.version += 1
        self.seats = self._seats_with(seat)
        self.ended = self.ended or ends
        if before != self.status:
            self._open_decisions()

    def _seats_with(self, seat: Seat) -> list[Seat]:
        """The seats once one of them is as given."""
        return [seat if other.number == seat.number else other for other in self.seats]

    def _return(self, state: State, to: int) -> None:
        """Be at the position of version `to` again; decisions that were open then stay so.

        Else who takes back again and again what is decided at the same time as by others would make
        each of their decisions stale.
        """
        self.version += 1
        self.state = state
        if self.record.clock is not None:
            self._turns = self._turns_now()
        before = self.opened
        self._open_decisions()
        self.opened |= {seat: at for seat, at in before.items() if at <= to and seat in self.opened}

    def _open_decisions(self) -> None:
        """Open all decisions of the position anew; none in a match that nobody plays now."""
        acting = map(int, self.state.to_act()) if self.status == "active" else []
        self.opened = dict.fromkeys(acting, self.version)

    def _advance_version(self, seat: int) -> None:
        """Count the version; decisions of other seats that stay open keep theirs."""
        self.version += 1
        before = self.opened
        self.opened = {
            int(other): self.version if other == seat else before.get(int(other), self.version)
            for other in self.state.to_act()
        }
        if self.record.clock is not None and self.state.actor() != CHANCE:
            self._note_turn_changes()

    def _note_turn_changes(self) -> None:
        """Note which turns have ended and begun; none does where chance comes in between."""
        before, self._turns = self._turns, self._turns_now()
        ended = {seat for seat, turn in before.items() if self._turns.get(seat) != turn}
        self.turns_ended.update(ended)
        self.turned |= ended | (self._turns.keys() - before.keys())

    def _turns_now(self) -> dict[int, int]:
        """The seats with a decision to take in this position, and which turn of theirs it is in."""
        turn = self.state.turn()
        return {int(seat): turn for seat in self.state.to_act()}


def _seat_details(seat: Seat) -> dict[str, Any]:
    """A seat as an entry of the log has it, for all to see."""
    said = {"kind": seat.kind, "name": seat.name, "level": seat.level, "resigned": seat.resigned}
    return {key: value for key, value in said.items() if value}


def replay(
    progress: Progress,
    events: Sequence[Event],
    before: Callable[[Progress, Event], None] | None = None,
    elsewhere: Callable[[int], State] | None = None,
) -> Progress:
    """The progress once it has repeated all of a log; `before` is called before each entry.

    `elsewhere` gives the position of a version before the first entry, to keep. Raises
    `ValueError`, and `KeyError` where the log goes back to there and nothing gives it.
    """
    returns = UndoReplay(events)
    for event in events:
        returns.pass_by(progress)
        back = None
        if event.kind == "undo":
            back = returns.position(progress.state.game, event.details["to"], elsewhere)
        if before is not None:
            before(progress, event)
        progress.repeat(event, back)
    return progress


class UndoReplay:
    """The positions that a log goes back to, as saved bytes: some hundred for each."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._wanted = {event.details["to"] for event in events if event.kind == "undo"}
        self._kept: dict[int, bytes] = {}

    def pass_by(self, progress: Progress) -> None:
        """Keep the position that the progress is at, if the log goes back to it."""
        if progress.version in self._wanted and progress.version not in self._kept:
            self._kept[progress.version] = progress.state.save()

    def position(
        self, game: Game, version: int, elsewhere: Callable[[int], State] | None = None
    ) -> State:
        """The position of a version, to keep; `elsewhere` as `replay` has it.

        Raises `KeyError`.
        """
        saved = self._kept.get(version)
        if saved is None and elsewhere is not None:
            return elsewhere(version)
        return game.load(self._kept[version])


def head_of(progress: Progress, times: Times | None = None, since: Since | None = None) -> Head:
    """The head that keeps what the progress has come to, the clocks, and who is waited for."""
    return Head(
        version=progress.version,
        nonce=_nonce(),
        status=progress.status,
        draws=progress.draws,
        opened=progress.opened,
        updated_at=progress.at,
        position=progress.state.save(),
        seats=None if progress.seats is progress.record.seats else tuple(progress.seats),
        times=times,
        waited_since=since,
    )


def _nonce() -> str:
    """A text that no other commit has. Nobody need be kept from guessing it, so that it takes no
    system call, at which other threads would get the interpreter's lock.
    """
    return urlsafe_b64encode(random.getrandbits(8 * NONCE_BYTES).to_bytes(NONCE_BYTES)).decode()
