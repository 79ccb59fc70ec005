"""What a player may know of a position, as OpenSpiel asks for it: as numbers and in words."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from railhead.games.game import CHANCE
from railhead.games.packing import HIDDEN, code_of, parameter
from railhead.rl.environment import Table
from railhead.rl.features import Place
from railhead.rl.openspiel.moment import Event, Moment
from railhead.rl.openspiel.settings import Settings
from railhead.rl.turns import observation_at

PRIVATE: Final = "private"
PUBLIC: Final = "public"
BOTH: Final = "both"
OWN: Final = "own."
OTHERS: Final = "next_"
"""How the names of features of the viewer's seat begin, and those of the other seats."""
UNSEEN: Final = -1
"""Stands in a tensor for a parameter that the player has not seen."""


def observer_of(settings: Settings, kind: Any) -> Observer | None:
    """The observer of a kind of OpenSpiel's; None for a kind that there is not.

    There are all that the player may know now, with or without all that it has seen happen; of a
    game that hides something also what all know, and what the player alone knows.
    """
    kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if kind.public_info and own:
        return Observer(settings, BOTH, bool(kind.perfect_recall))
    hides = settings.table.game.ruleset.hides
    if kind.perfect_recall or not hides or kind.public_info == own:
        return None
    if kind.public_info and kind.private_info != pyspiel.PrivateInfoType.NONE:
        return None
    return Observer(settings, PRIVATE if own else PUBLIC, False)


class Observer:
    """Tells a player what its seat may know, or a part of that.

    `tensor` has the numbers, `dict` the same by the names of features. With `recalls` follow the
    events since the set-up, under `events`, a row each: who acted (1 the player, 2 the next seat,
    one more than there are seats for chance), the code of the type of action, and its parameters,
    1 + the number of a value each, -1 for one that the player has not seen. Rows of 0 follow.
    """

    def __init__(self, settings: Settings, part: str, recalls: bool) -> None:
        self.table = table = settings.table
        self.part = part
        self.recalls = recalls
        self.places = places_of(table, part)
        self.cells = np.array([n for one in self.places for n in range(one.start, one.end)], int)
        size = len(self.cells)
        shape = (settings.most_plies if recalls else 0, 2 + _most_parameters(table))
        self.tensor = np.zeros(size + shape[0] * shape[1], np.float32)
        self.events = self.tensor[size:].reshape(shape)
        self._event_line = lru_cache(maxsize=4096)(self._line_of)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for place in self.places:
            self.dict[place.name] = self.tensor[at : at + place.end - place.start]
            at += place.end - place.start
        if recalls:
            self.dict["events"] = self.events

    def set_from(self, state: Any, player: int) -> None:
        """Write what `player` may know at `state` to `tensor`, all 0 before the set-up."""
        moment: Moment = state.moment
        self.tensor.fill(0)
        if moment.position is None:
            return
        self.tensor[: len(self.cells)] = self._observe(moment, player)[self.cells]
        if self.recalls:
            for at, event in enumerate(moment.events_of(player)):
                row = self._row(event, player)
                self.events[at, : len(row)] = row

    def string_from(self, state: Any, player: int) -> str:
        """The same in words, a feature a line, without those that are all 0; events first."""
        moment: Moment = state.moment
        if moment.position is None:
            return ""
        lines = self._event_lines(moment, player) if self.recalls else []
        return "\n".join([*lines, *feature_lines(self.places, self._observe(moment, player))])

    def _observe(self, moment: Moment, player: int) -> NDArray[np.int16]:
        """What `player` knows; where only what is public is asked for, as the next seat sees it."""
        known = told_to(moment, player)
        if self.part == PUBLIC:
            seats = self.table.seats
            other = told_to(moment, (player + 1) % seats)
            at = {place.name: place for place in self.table.layout.places}
            for place in self.places:
                if place.feature.private and place.name.startswith(OWN):
                    seen = at[f"next_{seats - 1}.{place.feature.name}"]
                    known[place.start : place.end] = other[seen.start : seen.end]
        return known

    def _row(self, event: Event, player: int) -> list[int]:
        """The numbers of an event."""
        actor, seen = event
        seats = self.table.seats
        code = code_of(seen)
        who = seats + 1 if actor == CHANCE else (actor - player) % seats + 1
        count = len(self.table.game.vocabulary.types[code].parameters)
        values = [parameter(seen, index) for index in range(count)]
        return [who, code, *(UNSEEN if value == HIDDEN else 1 + value for value in values)]

    def _event_lines(self, moment: Moment, player: int) -> list[str]:
        """What the player has seen happen, an event a line."""
        return [self._event_line(event) for event in moment.events_of(player)]

    def _line_of(self, event: Event) -> str:
        actor, seen = event
        who = "chance" if actor == CHANCE else f"{actor}"
        return f"{who} {self.table.game.vocabulary.notation(seen)}"


def told_to(moment: Moment, player: int) -> NDArray[np.int16]:
    """The observation of a player at a moment after the set-up."""
    position = moment.position
    assert position is not None
    return observation_at(moment.table, position, moment.decision, moment.actor, player)


def feature_lines(places: list[Place], observation: NDArray[np.int16]) -> list[str]:
    """A line for each feature that is not all 0, with the names of numbers that are not."""
    numbers = observation.tolist()
    told = np.flatnonzero(observation).tolist()
    lines, at = [], 0
    for place in places:
        at = bisect_left(told, place.start, at)
        found = told[at : bisect_left(told, place.end, at)]
        if found:
            names, start = place.feature.names, place.start
            parts = [
                f"{names[n - start]} {numbers[n]}" if names else str(numbers[n]) for n in found
            ]
            lines.append(f"{place.name}: {', '.join(parts)}")
    return lines


def places_of(table: Table, part: str) -> list[Place]:
    """The features that are part of what is asked for.

    What others see of a seat's own is public; what is the viewer's alone and of no seat is not.
    """
    every: list[Place] = table.layout.places
    if part == PUBLIC:
        return [one for one in every if one.name != one.feature.name or not one.feature.private]
    if part == PRIVATE:
        return [one for one in every if one.feature.private and not one.name.startswith(OTHERS)]
    return every


def _most_parameters(table: Table) -> int:
    return max(len(kind.parameters) for kind in table.game.vocabulary.types)
