"""How a match goes on: a decision, and the chance and forced moves that follow from it.

Pure: nothing here knows where matches are stored.
"""

from __future__ import annotations

from games.game import CHANCE, OVER, SPECTATOR, State
from service.matches import chance
from service.matches.telling import to_the_second, told
from service.model import Event, Record, Told


class Progress:
    """A match while entries are added to it.

    `state` is changed in place. `told` are the entries added so far, `opened` says for each seat
    to act at which version its decision opened, `draws` counts the outcomes of chance so far, `at`
    is the time of what is added.
    """

    def __init__(
        self,
        record: Record,
        state: State,
        version: int,
        opened: dict[int, int],
        draws: int,
        at: str = "",
    ) -> None:
        self.record = record
        self.state = state
        self.version = version
        self.opened = opened
        self.draws = draws
        self.at = at
        self.told: list[Told] = []

    @classmethod
    def opening(cls, record: Record, state: State) -> Progress:
        """The progress of a match at version 0, whose position `state` is."""
        opened = dict.fromkeys(map(int, state.to_act()), 0)
        return cls(record, state, 0, opened, 0, record.created_at)

    @property
    def events(self) -> list[Event]:
        """The entries added so far."""
        return [one.event for one in self.told]

    @property
    def status(self) -> str:
        """`active` or `over`."""
        return "over" if self.state.actor() == OVER else "active"

    def decide(self, seat: int, action: int) -> None:
        """Carry out a legal action of `seat`, then all that follows without a decision."""
        self._add("action", seat, action)
        self.settle()

    def settle(self) -> None:
        """Resolve all pending chance, and take forced moves where the match has that on."""
        while True:
            if self.state.actor() == CHANCE:
                self.draws += 1
                outcomes = self.state.chance_outcomes()
                self._add("chance", CHANCE, chance.drawn(outcomes, self.record.seed, self.draws))
                continue
            forced = self._forced() if self.record.auto_forced else None
            if forced is None:
                return
            self._add("forced", *forced)

    def repeat(self, event: Event) -> None:
        """Carry out an entry of the log. Raises `ValueError` where the rules refuse it."""
        seat = CHANCE if event.seat is None else event.seat
        self.draws += event.kind == "chance"
        self.state.apply(seat, self.state.parse(event.notation))
        self._moved(seat)

    def _forced(self) -> tuple[int, int] | None:
        """The seat and action of a decision that is none, and gives nothing hidden away."""
        if len(self.opened) != 1:
            return None
        (seat,) = self.opened
        actions = self.state.legal_actions(seat)
        if len(actions) != 1 or self.state.game.vocabulary.type_of(actions[0]).secret:
            return None
        return seat, actions[0]

    def _add(self, kind: str, seat: int, action: int) -> None:
        notation = self.state.game.vocabulary.notation(action)
        seen = self._seen(seat, action, notation) if self.state.game.ruleset.hides else {}
        who = None if seat == CHANCE else seat
        event = Event(self.version + 1, kind, who, notation, seen, to_the_second(self.at))
        self.told.append(told(self.record, self.state, event))
        self.state.play(seat, action)
        self._moved(seat)

    def _seen(self, seat: int, action: int, notation: str) -> dict[int, str]:
        viewers = [*range(len(self.record.seats)), SPECTATOR]
        shown = {viewer: self.state.observe(viewer, seat, action) for viewer in viewers}
        return {viewer: text for viewer, text in shown.items() if text != notation}

    def _moved(self, seat: int) -> None:
        """Count the version; decisions of other seats that stay open keep theirs."""
        self.version += 1
        before = self.opened
        self.opened = {
            int(other): self.version if other == seat else before.get(int(other), self.version)
            for other in self.state.to_act()
        }
