"""Veil broken in one place each, for the tests that prove the checks."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from examples.veil import actions, state
from examples.veil.match import Veil
from railhead.games.game import ACTOR, CHANCE, Actions, Ruleset
from railhead.games.packing import HIDDEN, code_of, pack, parameter
from railhead.games.random import Random
from railhead.games.vocabulary import Vocabulary
from tests.small_games.altered_veil import AlteredVeil


class RepeatsAnAction(AlteredVeil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        if out.count:
            out.add(out.items[0])


class ListsForOthers(AlteredVeil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        if self.cells[state.PHASE] == state.TAKING and not out.count:
            super().collect(self.cells[ACTOR], out)


class ListsInAnotherOrder(AlteredVeil):
    calls = itertools.count()

    def collect(self, seat: int, out: Actions) -> None:
        found = Actions()
        super().collect(seat, found)
        for action in found.to_list()[:: -1 if next(self.calls) % 2 else 1]:
            out.add(action)


class SharesItsCells(AlteredVeil):
    def clone(self) -> Self:
        copy = super().clone()
        copy.cells = self.cells
        return copy


class CloneForgetsPoints(AlteredVeil):
    def clone(self) -> Self:
        copy = super().clone()
        copy.cells[state.POINTS] = 0
        return copy


class LosesCards(AlteredVeil):
    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.TAKE:
            self.move(parameter(action, 0), state.PLACES, state.EVERYBODY)


class LegalActionFails(AlteredVeil):
    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.SHOW:
            raise KeyError(action)
        super().play(seat, action)


class TwoActionsDoTheSame(AlteredVeil):
    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.TAKE:
            action = pack(actions.TAKE, self.at(state.ROW)[0])
        super().play(seat, action)


class RefusesWithoutReason(AlteredVeil):
    def explain(self, seat: int, action: int) -> str:
        return ""


class RefusalChangesThePosition(AlteredVeil):
    def explain(self, seat: int, action: int) -> str:
        self.cells[state.POINTS + seat] += 1
        return super().explain(seat, action)


class CommitsDoNotCommute(AlteredVeil):
    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.SELECT:
            self.cells[state.POINTS] = seat
        super().play(seat, action)


class CommitChangesWhatOthersMayDo(AlteredVeil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        others = [s for s in range(self.seats()) if s != seat and self.at(state.CHOSEN + s)]
        if self.cells[state.PHASE] == state.SELECTING and others and out.count > 1:
            out.count = out.count - 1


class SampleLeavesChancePending(AlteredVeil):
    def sample_chance(self, random: Random) -> None:
        outcomes = self.chance_outcomes()
        self.play(CHANCE, outcomes[int(random.below(len(outcomes)))][0])


class SamplesUnfairly(AlteredVeil):
    def sample_chance(self, random: Random) -> None:
        while self.actor() == CHANCE:
            outcomes = self.chance_outcomes()
            drawn = min(random.below(len(outcomes)), random.below(len(outcomes)))
            self.play(CHANCE, outcomes[int(drawn)][0])


class WinnerIsLast(AlteredVeil):
    def ranking(self) -> list[list[int]]:
        return super().ranking()[::-1]


class LabelsAreAlike(AlteredVeil):
    def label_params(self, seat: int, action: int) -> dict[str, Any]:
        return {**super().label_params(seat, action), "card": "a card"}


class LabelLeaks(AlteredVeil):
    def label_params(self, seat: int, action: int) -> dict[str, Any]:
        details = super().label_params(seat, action)
        if code_of(action) == actions.SELECT:
            other = self.at(state.HAND + (seat + 1) % self.seats())
            details["card"] = f"{parameter(action, 0)} against {sum(other)}"
        return details


class EventLabelLeaks(AlteredVeil):
    """What a log says of a card that only its owner sees depends on what others hold."""

    def label_params(self, seat: int, action: int) -> dict[str, Any]:
        details = super().label_params(seat, action)
        if code_of(action) == actions.DRAW and parameter(action, 1) == HIDDEN:
            details["told"] = f"{{who}} draws a card, {sum(self.at(state.HAND))}"
        return details


class EventHasNoSentence(AlteredVeil):
    def label_params(self, seat: int, action: int) -> dict[str, Any]:
        details = super().label_params(seat, action)
        return {**details, "told": "{who} does {{something}}"}


class RefusalLeaks(AlteredVeil):
    def explain(self, seat: int, action: int) -> str:
        return f"that is not possible while {self.at(state.HAND + (seat + 1) % self.seats())}"


class LegalActionsLeak(AlteredVeil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        other = self.at(state.HAND + (seat + 1) % self.seats())
        if self.cells[state.PHASE] == state.OFFERING and sum(other) % 2 and out.count > 1:
            out.count = out.count - 1


class DrawIsSeenByAll(AlteredVeil):
    def redact(self, viewer: int, seat: int, action: int) -> int:
        return action if code_of(action) == actions.DRAW else super().redact(viewer, seat, action)


class SelectionIsSeenByAll(AlteredVeil):
    def redact(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.SELECT:
            return action
        return super().redact(viewer, seat, action)


class TakenCardIsNotShown(AlteredVeil):
    def redact(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.TAKE and viewer != seat:
            return pack(actions.TAKE, HIDDEN)
        return super().redact(viewer, seat, action)


class HandPaysWhenTaking(AlteredVeil):
    """What the taker gets, for all to see, depends on the hand, which no event tells."""

    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.TAKE:
            self.cells[state.POINTS + seat] += sum(self.at(state.HAND + seat)) % 2
        super().play(seat, action)


class OwnActionIsHidden(AlteredVeil):
    def redact(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.SELECT:
            return pack(actions.SELECT, HIDDEN)
        return super().redact(viewer, seat, action)


class TakenCardIsForgotten(AlteredVeil):
    """Nobody but the taker remembers which card went from the row into a hand."""

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.TAKE:
            self.move(parameter(action, 0), state.HAND + seat, state.bit_of(seat))


class GiverForgets(AlteredVeil):
    """The giver does not remember which card went face down onto the next pile."""

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.GIVE and self.cells[state.PHASE] != state.MATCH_OVER:
            receiver = (seat + 1) % self.seats()
            self.move(parameter(action, 0), state.PILE + receiver, state.bit_of(receiver))


class ShowsToOne(AlteredVeil):
    """A card is shown to the next seat alone; others know of a card seen by two in that hand.

    Re-dealing keeps how many such cards there are, as the truth says it: so when a card of that
    hand is turned over, what is left tells the others whether it was the one shown.
    """

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.SHOW:
            both = state.bit_of(seat) | state.bit_of((seat + 1) % self.seats())
            self.move(parameter(action, 0), state.HAND + seat, both)

    def redact(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.SHOW and viewer not in (seat, (seat + 1) % self.seats()):
            return pack(actions.SHOW, HIDDEN)
        return super().redact(viewer, seat, action)


class DeterminizesOwnHand(AlteredVeil):
    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        if seat >= 0:
            closed = [card for card in self.at(state.HAND + seat) if self.is_closed(card, seat)]
            for card in closed[:1]:
                other = (self.at(state.DECK) or [card])[0]
                self.move(card, state.DECK, 0)
                self.move(other, state.HAND + seat, state.bit_of(seat))


class DeterminizesNothing(AlteredVeil):
    def determinize(self, seat: int, random: Random) -> None:
        pass


class KeepsTheChoice(AlteredVeil):
    """Hands are dealt anew, but the selected cards stay what they are."""

    def determinize(self, seat: int, random: Random) -> None:
        chosen = {
            card: self.place(card)
            for other in range(self.seats())
            for card in self.at(state.CHOSEN + other)
        }
        masks = {card: self.viewers_of(card) for card in chosen}
        for card, place in chosen.items():
            self.move(card, place, state.EVERYBODY)
        unknown = [
            c for c in range(self.components.cards) if not self.viewers_of(c) & state.bit_of(seat)
        ]
        lying = sorted((self.place(card), self.viewers_of(card)) for card in unknown)
        for card in unknown:
            self.move(card, *lying.pop(int(random.below(len(lying)))))
        for card, place in chosen.items():
            self.move(card, place, masks[card])


class PutsChoicesBackInFirstPlace(AlteredVeil):
    """Supposes that the others have selected their lowest card."""

    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        for other in range(self.seats()):
            if other != seat and self.at(state.CHOSEN + other):
                held = self.at(state.CHOSEN + other) + self.at(state.HAND + other)
                for place, card in enumerate(sorted(held)):
                    self.move(
                        card, (state.HAND if place else state.CHOSEN) + other, self.viewers_of(card)
                    )


class DeterminizesPublicCards(AlteredVeil):
    """Where nothing is hidden, a re-dealing still changes something."""

    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        self.cells[state.POINTS] += 1


class LosesCardsInDeterminizing(AlteredVeil):
    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        for card in self.at(state.DECK)[:1]:
            self.move(card, state.PLACES, 0)


# What is broken beside the positions: each takes the ruleset and makes one with the fault.


def pass_is_not_secret(ruleset: Ruleset) -> Ruleset:
    types = [replace(kind, secret=False) for kind in ruleset.vocabulary.types]
    return replace(ruleset, vocabulary=Vocabulary(types))


def loads_another_position(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, position=AlteredVeil)


class AmbiguousVocabulary(Vocabulary):
    def bind(self, names: Mapping[str, Sequence[str]]) -> Vocabulary:
        return AmbiguousVocabulary(self.types, names)

    def notation(self, action: int) -> str:
        return super().notation(action).replace(":0:", ":1:")


def notation_is_ambiguous(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, vocabulary=AmbiguousVocabulary(ruleset.vocabulary.types))


def view_leaks(ruleset: Ruleset) -> Ruleset:
    def view(position: Veil, viewer: int) -> dict[str, Any]:
        return {**ruleset.view(position, viewer), "next": position.at(state.DECK)[:1]}

    return replace(ruleset, view=view)


def view_loses_a_key(ruleset: Ruleset) -> Ruleset:
    def view(position: Veil, viewer: int) -> dict[str, Any]:
        shown = ruleset.view(position, viewer)
        if not shown["row"]:
            del shown["row"]
        return shown

    return replace(ruleset, view=view)


def view_is_not_json(ruleset: Ruleset) -> Ruleset:
    def view(position: Veil, viewer: int) -> dict[str, Any]:
        return {**ruleset.view(position, viewer), "sizes": dict(enumerate(position.to_act()))}

    return replace(ruleset, view=view)


def view_shows_selection(ruleset: Ruleset) -> Ruleset:
    """Everybody sees in the view which of the known cards somebody has selected."""

    def selected(position: Veil, seat: int, otherwise: str | None) -> str | None:
        chosen = position.at(state.CHOSEN + seat)
        known = [card for card in chosen if position.viewers_of(card) == state.EVERYBODY]
        return position.components.card_names[known[0]] if known else otherwise

    def view(position: Veil, viewer: int) -> dict[str, Any]:
        shown = ruleset.view(position, viewer)
        for seat, own in enumerate(shown["seats"]):
            own["selected"] = selected(position, seat, own["selected"])
        return shown

    return replace(ruleset, view=view)
