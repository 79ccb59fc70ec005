"""Veil broken in one place each, for the tests that prove the checks."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mypy_extensions import i64

from games.game import CHANCE, Actions, Game, Ruleset
from games.packing import HIDDEN, code_of, packed, parameter
from games.random import Random
from games.vectors import vec
from games.vocabulary import Vocabulary
from tests.veil import actions, rules
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


# What is broken beside the positions: each takes the ruleset and makes one with the fault.


def pass_is_not_secret(ruleset: Ruleset) -> Ruleset:
    types = [replace(kind, secret=False) for kind in ruleset.vocabulary.types]
    return replace(ruleset, vocabulary=Vocabulary(types))


def saves_another_position(ruleset: Ruleset) -> Ruleset:
    def position(game: Game, cells: vec[i64]) -> Veil:
        cells[rules.POINTS] += 1
        return Veil(game, cells)

    return replace(ruleset, position=position)


class AmbiguousVocabulary(Vocabulary):
    def bound(self, names: Mapping[str, Sequence[str]]) -> Vocabulary:
        return AmbiguousVocabulary(self.types, names)

    def notation(self, action: int) -> str:
        return super().notation(action).replace(":0:", ":1:")


def notation_is_ambiguous(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, vocabulary=AmbiguousVocabulary(ruleset.vocabulary.types))


def view_leaks(ruleset: Ruleset) -> Ruleset:
    def view(position: Veil, viewer: int) -> dict[str, Any]:
        return {**ruleset.view(position, viewer), "next": position.at(rules.DECK)[:1]}

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
        chosen = position.at(rules.CHOSEN + seat)
        known = [card for card in chosen if position.seen(card) == rules.EVERYBODY]
        return position.deck.names[known[0]] if known else otherwise

    def view(position: Veil, viewer: int) -> dict[str, Any]:
        shown = ruleset.view(position, viewer)
        for seat, own in enumerate(shown["seats"]):
            own["selected"] = selected(position, seat, own["selected"])
        return shown

    return replace(ruleset, view=view)
