"""A match as a `games.game.State`: which decision is open, and what it leads to.

What is owed lies on the stack of `pending`; after every action `settle` carries out what needs no
decision, until somebody has a choice, chance is due, or the match is over.
"""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from games.game import ACTOR, CHANCE, OVER, Actions
from games.great_western_trail import actions, census, pending
from games.great_western_trail.refusals import refusal
from games.great_western_trail.rules import (
    auxiliary,
    buildings,
    cards,
    chance,
    discs,
    effects,
    engine,
    hazards,
    kansas_city,
    market,
    objectives,
    scoring,
    secrets,
    turns,
    workers,
)
from games.great_western_trail.state import ACTIVE, Position
from games.great_western_trail.wording import details
from games.packing import among
from games.random import Random


@final
class GreatWesternTrail(Position):
    """One position."""

    def clone(self) -> GreatWesternTrail:
        """An independent copy."""
        return GreatWesternTrail(self.game, self.cells[:])

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        if seat != self.cells[ACTOR] or seat < 0:
            return
        code: i64 = pending.top(self)
        if code == pending.PHASE_A:
            turns.collect_phase_a(self, seat, out)
        elif code == pending.LOCAL:
            turns.collect_local(self, seat, out)
        elif code == pending.OFFER:
            effects.collect_offer(self, seat, out)
        elif among(code, pending.CARD_FRAMES):
            collect_cards(self, code, out)
        elif among(code, pending.CITY_FRAMES):
            collect_city(self, code, seat, out)
        elif among(code, pending.ENGINE_FRAMES):
            collect_engine(self, code, seat, out)
        else:
            collect_choice(self, code, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & 255
        first: i64 = (action >> 8) & 1023
        second: i64 = (action >> 18) & 1023
        if among(code, actions.CHANCE_TYPES):
            chance.play(self, code, action)
        elif among(code, actions.TURN_TYPES):
            play_turn(self, code, first, second)
        elif among(code, actions.CITY_TYPES):
            play_city(self, code, first, second)
        elif among(code, actions.ENGINE_TYPES):
            play_engine(self, code, first)
        elif among(code, actions.CHOICE_TYPES):
            play_choice(self, code, first, second, (action >> 28) & 1023)
        else:
            play_cards(self, code, first, second, (action >> 28) & 1023)
        settle(self)

    def sample_chance(self, random: Random) -> None:
        """Draw all that is due."""
        while self.cells[ACTOR] == CHANCE:
            self.play(CHANCE, chance.sample(self, random))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Every piece that can be drawn or turned up, by its number."""
        return chance.outcomes(self)

    def observed(self, viewer: i64, seat: i64, action: i64) -> i64:
        """See `State.observed`."""
        return secrets.observed(viewer, action)

    def determinize(self, seat: i64, random: Random) -> None:
        """See `State.determinize`."""
        secrets.determinize(self, seat, random)

    def scores(self) -> list[int]:
        """The sum of the eleven categories."""
        return scoring.scores(self)

    def ranking(self) -> list[list[int]]:
        """By points; ties share a place."""
        return scoring.ranking(self)

    def score_sheet(self) -> dict[str, list[int]]:
        """The eleven categories."""
        return scoring.score_sheet(self)

    def census(self) -> dict[str, int]:
        """Every component, wherever it lies."""
        return census.census(self)

    def label_details(self, seat: i64, action: i64) -> dict[str, Any]:
        """What the label says beyond the parameters."""
        return details(self, int(seat), int(action))

    def explain(self, seat: i64, action: i64) -> str:
        """Why an action is not legal here."""
        return refusal(self, int(seat), int(action))


def collect_cards(state: GreatWesternTrail, code: i64, out: Actions) -> None:
    """Decisions about cards."""
    if code == pending.DISCARD:
        cards.collect_hand(state, actions.DISCARD, out)
    elif code == pending.REMOVE:
        cards.collect_hand(state, actions.REMOVE, out)
        out.add(actions.SKIP)
    elif code == pending.DRAW_NUMBER:
        number: i64 = 0
        while number < pending.top_first(state):
            out.add(actions.DRAW_CARDS | (number << 8))
            number += 1
    else:
        objectives.collect_gains(state, out)


def collect_city(state: GreatWesternTrail, code: i64, seat: i64, out: Actions) -> None:
    """Decisions in Kansas City."""
    if code == pending.PAUSE:
        objectives.collect_plays(state, seat, out)
        out.add(actions.DONE)
    elif code == pending.FORESIGHT:
        kansas_city.collect_foresight(state, out)
    elif code == pending.INCOME:
        kansas_city.collect_income(state, seat, out)
    elif code == pending.DELIVERY:
        kansas_city.collect_deliveries(state, seat, out)
    else:
        discs.collect_discs(state, seat, out)


def collect_engine(state: GreatWesternTrail, code: i64, seat: i64, out: Actions) -> None:
    """Decisions about the engine, stations and auxiliary actions."""
    if code == pending.AUXILIARY:
        auxiliary.collect(state, seat, 2, out)
    elif code == pending.ENGINE_ON:
        engine.collect_forward(state, seat, pending.top_first(state), out)
        if pending.top_second(state) == 1:
            out.add(actions.SKIP)
    elif code == pending.ENGINE_BACK:
        engine.collect_back(state, seat, pending.top_first(state), out)
    elif code == pending.SPECIAL_BACK or code == pending.TURN_BACK:
        engine.collect_any_back(state, seat, out)
    elif code == pending.STATION:
        out.add(actions.UPGRADE | (pending.top_first(state) << 8))
        out.add(actions.SKIP)
    elif code == pending.BEHIND:
        discs.collect_behind(state, seat, out)
    else:
        discs.collect_masters(state, seat, out)


def collect_choice(state: GreatWesternTrail, code: i64, seat: i64, out: Actions) -> None:
    """Decisions that an effect asks for."""
    if code == pending.HIRE:
        workers.collect_hires(state, seat, pending.top_first(state), out)
    elif code == pending.BUILD:
        buildings.collect_builds(state, seat, pending.top_first(state), out)
    elif code == pending.MARKET:
        market.collect(state, seat, out)
    elif code == pending.HAZARD:
        hazards.collect_hazards(state, out)
    elif code == pending.TRADE:
        hazards.collect_trades(state, seat, out)
    else:
        turns.collect_ride(state, seat, out)


def play_turn(state: GreatWesternTrail, code: i64, first: i64, second: i64) -> None:
    """Moves, objective cards, effects and auxiliary actions."""
    if code == actions.MOVE:
        turns.move(state, first, second)
    elif code == actions.PLAY:
        objectives.play(state, first)
    elif code == actions.USE:
        turns.use(state, first)
    elif code == actions.COPY:
        buildings.take_slot(state, state.components.copy_effect)
        buildings.copy(state, first)
    elif code == actions.AUXILIARY:
        turns.use_auxiliary(state, first, second + 1)
    elif code == actions.DONE and pending.top(state) == pending.LOCAL:
        turns.end_visit(state)
    else:
        pending.pop(state)


def play_city(state: GreatWesternTrail, code: i64, first: i64, second: i64) -> None:
    """The steps of Kansas City, and the choice of an objective card."""
    if code == actions.TAKE:
        kansas_city.take(state, first, second)
    elif code == actions.INCOME:
        kansas_city.take_income(state, first)
    elif code == actions.DELIVER:
        kansas_city.deliver(state, first)
    elif code == actions.DISC:
        discs.place(state, first)
    else:
        objectives.gain(state, first)


def play_engine(state: GreatWesternTrail, code: i64, first: i64) -> None:
    """The engine, stations and station masters."""
    if code == actions.UPGRADE:
        discs.upgrade(state, first)
    elif code == actions.MASTER:
        discs.take_master(state, first)
    elif pending.top(state) == pending.ENGINE_ON:
        engine.move_forward(state, first)
    elif pending.top(state) == pending.ENGINE_BACK:
        engine.move_back(state, first)
    elif pending.top(state) == pending.TURN_BACK:
        engine.turn_back(state, first)
    else:
        kansas_city.go_back_to_deliver(state, first)


def play_choice(state: GreatWesternTrail, code: i64, first: i64, second: i64, third: i64) -> None:
    """Workers, buildings, the cattle market, hazards and teepees."""
    if code == actions.HIRE:
        workers.hire(state, first, second)
    elif code == actions.BUILD:
        buildings.build(state, first, second)
    elif code == actions.BUY:
        market.buy(state, first, second, third)
    elif code == actions.TURN_UP:
        market.turn_up(state)
    elif code == actions.STOP:
        market.leave(state)
    elif code == actions.HAZARD:
        hazards.remove_hazard(state, first)
    else:
        hazards.trade(state, first)


def play_cards(state: GreatWesternTrail, code: i64, first: i64, second: i64, third: i64) -> None:
    """Cards of the own hand."""
    if code == actions.DISCARD:
        cards.discard_one(state, first)
    elif code == actions.REMOVE:
        cards.remove_one(state, first)
    elif code == actions.DRAW_CARDS:
        pending.pop(state)
        cards.draw_to_discard(state, first + 1)
    elif code == actions.PAIR:
        buildings.take_slot(state, first)
        effects.spend_pair(state, first, second, third)
    else:
        buildings.take_slot(state, first)
        effects.spend(state, first, second)


def settle(state: GreatWesternTrail) -> None:
    """Go on to the next moment that leaves a choice, or that chance decides."""
    cells = state.cells
    while True:
        code: i64 = pending.top(state)
        if code == pending.FINISH:
            cells[ACTOR] = OVER
            return
        if chance.is_chance(code):
            if chance.is_due(state, code):
                cells[ACTOR] = CHANCE
                return
            pending.pop(state)
        elif not carried_out(state, code):
            if is_asked(state, code):
                cells[ACTOR] = cells[ACTIVE]
                return
            skip(state, code)


def carried_out(state: GreatWesternTrail, code: i64) -> bool:
    """Carry out a frame that asks nobody; False for one that does."""
    if code == pending.NEXT_TURN:
        turns.next_turn(state)
    elif code == pending.PHASE_C:
        turns.phase_c(state)
    elif code == pending.TRANSPORT:
        kansas_city.pay_transport(state)
    elif code == pending.LEAVE_CITY:
        kansas_city.leave_city(state)
    elif code == pending.CHECK_STATION:
        pending.pop(state)
        engine.check_station(state, state.cells[ACTIVE], 0)
    elif code == pending.REWARD:
        effects.take_reward(state)
    else:
        return False
    return True


def is_asked(state: GreatWesternTrail, code: i64) -> bool:
    """Whether a decision leaves its player a choice, as far as all can see."""
    seat: i64 = state.cells[ACTIVE]
    if code == pending.LOCAL:
        return turns.is_local_open(state)
    if code == pending.OFFER:
        return effects.is_offer_possible(state, seat)
    if code == pending.PAUSE:
        return cards.may_hold_objective(state, seat)
    if code == pending.FORESIGHT:
        return kansas_city.is_foresight_open(state)
    if code == pending.GAIN_CARD:
        return objectives.any_to_gain(state, pending.top_first(state))
    if code == pending.MASTER:
        return discs.can_take_master(state, seat, pending.top_first(state))
    if code == pending.REMOVE or code == pending.DISCARD:
        return cards.hand_size(state, seat) > 0
    if code == pending.MARKET:
        return market.can_use_market(state, seat)
    return True


def skip(state: GreatWesternTrail, code: i64) -> None:
    """Pass over a decision without a choice."""
    if code == pending.LOCAL:
        turns.end_visit(state)
    elif code == pending.MARKET:
        market.leave(state)
    else:
        pending.pop(state)
