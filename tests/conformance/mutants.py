"""Veil broken in one place each, for the tests that prove the checks."""

from __future__ import annotations

import itertools
from typing import Any

from games.game import CHANCE, Actions
from games.packing import HIDDEN, code_of, packed, parameter
from games.random import Random
from tests.veil import VeilGame, actions, rules
from tests.veil.rules import Veil


class RepeatsAnAction(Veil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        if out.count:
            out.add(out.items[0])


class ListsForOthers(Veil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        if self.cells[rules.PHASE] == rules.TAKING and not out.count:
            super().collect(self.cells[rules.TURN], out)


class ListsInAnotherOrder(Veil):
    calls = itertools.count()

    def collect(self, seat: int, out: Actions) -> None:
        found = Actions()
        super().collect(seat, found)
        for action in found.to_list()[:: -1 if next(self.calls) % 2 else 1]:
            out.add(action)


class SharesItsCells(Veil):
    def clone(self) -> Veil:
        copy = super().clone()
        copy.cells = self.cells
        return copy


class CloneForgetsPoints(Veil):
    def clone(self) -> Veil:
        copy = super().clone()
        copy.cells[rules.POINTS] = 0
        return copy


class LosesCards(Veil):
    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.TAKE:
            self.move(parameter(action, 0), 3, rules.EVERYBODY)


class LegalActionFails(Veil):
    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.SHOW:
            raise KeyError(action)
        super().play(seat, action)


class TwoActionsDoTheSame(Veil):
    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.TAKE:
            action = packed(actions.TAKE, self.at(rules.ROW)[0])
        super().play(seat, action)


class RefusesWithoutReason(Veil):
    def explain(self, seat: int, action: int) -> str:
        return ""


class RefusalChangesThePosition(Veil):
    def explain(self, seat: int, action: int) -> str:
        self.cells[rules.POINTS + seat] += 1
        return super().explain(seat, action)


class CommitsDoNotCommute(Veil):
    def play(self, seat: int, action: int) -> None:
        if code_of(action) == actions.SELECT:
            self.cells[rules.TURN] = seat
        super().play(seat, action)


class CommitChangesWhatOthersMayDo(Veil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        others = [s for s in range(self.seats()) if s != seat and self.at(rules.CHOSEN + s)]
        if self.cells[rules.PHASE] == rules.SELECTING and others and out.count > 1:
            out.count = out.count - 1


class SampleLeavesChancePending(Veil):
    def sample_chance(self, random: Random) -> None:
        outcomes = self.chance_outcomes()
        self.play(CHANCE, outcomes[int(random.below(len(outcomes)))][0])


class SamplesUnfairly(Veil):
    def sample_chance(self, random: Random) -> None:
        while self.actor() == CHANCE:
            outcomes = self.chance_outcomes()
            drawn = min(random.below(len(outcomes)), random.below(len(outcomes)))
            self.play(CHANCE, outcomes[int(drawn)][0])


class WinnerIsLast(Veil):
    def ranking(self) -> list[list[int]]:
        return super().ranking()[::-1]


class LabelsAreAlike(Veil):
    def label_details(self, seat: int, action: int) -> dict[str, Any]:
        return {**super().label_details(seat, action), "card": "a card"}


class LabelLeaks(Veil):
    def label_details(self, seat: int, action: int) -> dict[str, Any]:
        details = super().label_details(seat, action)
        if code_of(action) == actions.SELECT:
            other = self.at(rules.HAND + (seat + 1) % self.seats())
            details["card"] = f"{parameter(action, 0)} against {sum(other)}"
        return details


class RefusalLeaks(Veil):
    def explain(self, seat: int, action: int) -> str:
        return f"that is not possible while {self.at(rules.HAND + (seat + 1) % self.seats())}"


class LegalActionsLeak(Veil):
    def collect(self, seat: int, out: Actions) -> None:
        super().collect(seat, out)
        other = self.at(rules.HAND + (seat + 1) % self.seats())
        if self.cells[rules.PHASE] == rules.GIVING_AWAY and sum(other) % 2 and out.count > 1:
            out.count = out.count - 1


class DrawIsSeenByAll(Veil):
    def observed(self, viewer: int, seat: int, action: int) -> int:
        return action if code_of(action) == actions.DRAW else super().observed(viewer, seat, action)


class SelectionIsSeenByAll(Veil):
    def observed(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.SELECT:
            return action
        return super().observed(viewer, seat, action)


class TakenCardIsNotShown(Veil):
    def observed(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.TAKE and viewer != seat:
            return packed(actions.TAKE, HIDDEN)
        return super().observed(viewer, seat, action)


class OwnActionIsHidden(Veil):
    def observed(self, viewer: int, seat: int, action: int) -> int:
        if code_of(action) == actions.SELECT:
            return packed(actions.SELECT, HIDDEN)
        return super().observed(viewer, seat, action)


class TakenCardIsForgotten(Veil):
    """Nobody but the taker remembers which card went from the row into a hand."""

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.TAKE:
            self.move(parameter(action, 0), rules.HAND + seat, rules.bit_of(seat))


class GiverForgets(Veil):
    """The giver does not remember which card went face down onto the next pile."""

    def play(self, seat: int, action: int) -> None:
        super().play(seat, action)
        if code_of(action) == actions.GIVE and self.cells[rules.PHASE] != rules.DONE:
            receiver = (seat + 1) % self.seats()
            self.move(parameter(action, 0), rules.PILE + receiver, rules.bit_of(receiver))


class DeterminizesOwnHand(Veil):
    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        if seat >= 0:
            for card in self.closed(seat)[:1]:
                other = (self.at(rules.DECK) or [card])[0]
                self.move(card, rules.DECK, 0)
                self.move(other, rules.HAND + seat, rules.bit_of(seat))


class DeterminizesNothing(Veil):
    def determinize(self, seat: int, random: Random) -> None:
        pass


class KeepsTheChoice(Veil):
    """Hands are dealt anew, but the selected cards stay what they are."""

    def determinize(self, seat: int, random: Random) -> None:
        chosen = {
            card: self.place(card)
            for other in range(self.seats())
            for card in self.at(rules.CHOSEN + other)
        }
        masks = {card: self.seen(card) for card in chosen}
        for card, place in chosen.items():
            self.move(card, place, rules.EVERYBODY)
        unknown = [c for c in range(self.count()) if not self.seen(c) & rules.bit_of(seat)]
        lying = sorted((self.place(card), self.seen(card)) for card in unknown)
        for card in unknown:
            self.move(card, *lying.pop(int(random.below(len(lying)))))
        for card, place in chosen.items():
            self.move(card, place, masks[card])


class PutsChoicesBackInFirstPlace(Veil):
    """Supposes that the others have selected their lowest card."""

    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        for other in range(self.seats()):
            if other != seat and self.at(rules.CHOSEN + other):
                held = self.at(rules.CHOSEN + other) + self.at(rules.HAND + other)
                for place, card in enumerate(sorted(held)):
                    self.move(
                        card, (rules.HAND if place else rules.CHOSEN) + other, self.seen(card)
                    )


class DeterminizesPublicCards(Veil):
    """Where nothing is hidden, a re-dealing still changes something."""

    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        self.cells[rules.POINTS] += 1


class LosesCardsInDeterminizing(Veil):
    def determinize(self, seat: int, random: Random) -> None:
        super().determinize(seat, random)
        for card in self.at(rules.DECK)[:1]:
            self.move(card, 3, 0)


class PassIsNotSecret(VeilGame):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        kind = self.vocabulary.by_name["pass"]
        types = [
            type(kind)(t.code, t.name, t.label, t.parameters, chance=t.chance)
            for t in self.vocabulary.types
        ]
        self.vocabulary = type(self.vocabulary)(types, self.vocabulary.names)


class SavesAnotherPosition(VeilGame):
    def load(self, saved: bytes) -> Any:
        state = super().load(saved)
        state.cells[rules.POINTS] += 1
        return state


class NotationIsAmbiguous(VeilGame):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        notation = self.vocabulary.notation
        self.vocabulary.notation = lambda action: notation(action).replace(":0:", ":1:")


class ViewLeaks(VeilGame):
    def view(self, state: Any, viewer: int) -> dict[str, Any]:
        return {**super().view(state, viewer), "next": state.at(rules.DECK)[:1]}


class ViewLosesAKey(VeilGame):
    def view(self, state: Any, viewer: int) -> dict[str, Any]:
        view = super().view(state, viewer)
        if not view["row"]:
            del view["row"]
        return view


class ViewIsNotJson(VeilGame):
    def view(self, state: Any, viewer: int) -> dict[str, Any]:
        return {**super().view(state, viewer), "sizes": dict(enumerate(state.to_act()))}


class ViewShowsSelection(VeilGame):
    """Everybody sees in the view which of the known cards somebody has selected."""

    def _seat(self, state: Veil, viewer: int, seat: int) -> dict[str, Any]:
        shown = super()._seat(state, viewer, seat)
        known = [c for c in state.at(rules.CHOSEN + seat) if state.seen(c) == rules.EVERYBODY]
        return {**shown, "selected": self._named(known)[0] if known else shown["selected"]}
