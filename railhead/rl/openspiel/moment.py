"""Where a match of OpenSpiel stands: its position, the decision there, what each seat has seen."""

from __future__ import annotations

from typing import Any

from railhead.games.game import CHANCE, OVER, IllegalAction, State
from railhead.games.random import Random
from railhead.rl.action_table import UNFINISHED, Decision
from railhead.rl.openspiel.settings import Settings

Event = tuple[int, int]
"""The seat that acted, or `CHANCE`, and the packed action as somebody saw it."""


class Moment:
    """Where a match stands: its position, None before the set-up, and the decision there.

    `seen` has the events since the set-up as each seat saw them; one list for all seats in a game
    that hides nothing. `plies` counts choices, parts of them, and outcomes of chance.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.table = table = settings.table
        self.position: State | None = None
        self.decision = Decision(table.actions.table)
        self.plies = 0
        views = table.seats if table.game.ruleset.hides else 1
        self.seen: list[list[Event]] = [[] for _ in range(views)]

    def __deepcopy__(self, _memo: dict[int, Any]) -> Moment:
        """A copy that goes on by itself; what is the game's stays shared."""
        copy = Moment(self.settings)
        copy.plies = self.plies
        copy.seen = [list(events) for events in self.seen]
        if self.position is not None:
            copy.position = self.position.clone()
            copy.decision.copy_of(self.decision)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        saved = None if self.position is None else self.position.save()
        chosen = self.decision.chosen_parts()
        return _restore, (self.settings, saved, chosen, self.plies, self.seen)

    @property
    def actor(self) -> int:
        """The seat to act, `CHANCE` or `OVER`."""
        if self.plies >= self.settings.most_plies:
            return OVER
        return CHANCE if self.position is None else int(self.position.actor())

    def events_of(self, viewer: int) -> list[Event]:
        """What a seat has seen happen since the set-up."""
        return self.seen[viewer % len(self.seen)]

    def outcomes(self) -> list[tuple[int, int]]:
        """The outcomes of the chance that is due, packed or as set-ups, with their weights."""
        if self.position is None:
            return [(setup, 1) for setup in range(self.settings.setups)]
        return self.position.chance_outcomes()

    def apply(self, number: int) -> None:
        """Choose a number, or the outcome of chance at that place.

        Raises `IllegalAction` for what is not possible here, and changes nothing.
        """
        actor = self.actor
        if actor == OVER:
            raise IllegalAction("the match is over: there is nothing left to choose")
        if actor == CHANCE:
            self._draw(number)
        else:
            action = int(self.decision.choose(number))
            if action != UNFINISHED:
                self._play(actor, action)
        self.plies += 1

    def _draw(self, place: int) -> None:
        """The outcome at a place of `outcomes` happens."""
        outcomes = self.outcomes()
        if not 0 <= place < len(outcomes):
            raise IllegalAction(f"outcomes of chance are 0 to {len(outcomes) - 1}, not {place}")
        if self.position is None:
            self._go_to(self.table.opening(Random(place)))
        else:
            self._play(CHANCE, outcomes[place][0])

    def _play(self, actor: int, action: int) -> None:
        position = self.position
        assert position is not None
        for viewer, events in enumerate(self.seen):
            events.append((actor, int(position.redact(viewer, actor, action))))
        position.play(actor, action)
        self._go_to(position)

    def _go_to(self, position: State) -> None:
        """The match stands at `position`."""
        self.position = position
        if position.actor() >= 0:
            self.decision.begin(position, position.actor())

    def suppose(self, viewer: int, random: Random) -> Moment:
        """A copy in which all that `viewer` cannot know is dealt anew.

        What other seats have seen of events and the viewer has not is gone: in the copy they have
        seen what the viewer has, and know what they would know at its position.
        """
        other = Moment(self.settings)
        other.plies = self.plies
        other.seen = [list(self.events_of(viewer)) for _ in self.seen]
        if self.position is not None:
            supposed = self.position.clone()
            supposed.determinize(viewer, random)
            other._go_to(supposed)
            if self.actor == viewer:
                other._choose_again(self.decision.chosen_parts())
        return other

    def _choose_again(self, chosen: list[int]) -> None:
        for number in chosen:
            self.decision.choose(number)


def _restore(
    settings: Settings,
    saved: bytes | None,
    chosen: list[int],
    plies: int,
    seen: list[list[Event]],
) -> Moment:
    """Where a match stood when it was written down."""
    moment = Moment(settings)
    if saved is not None:
        moment._go_to(moment.table.game.load(saved))
        moment._choose_again(chosen)
    moment.plies = plies
    moment.seen = seen
    return moment
