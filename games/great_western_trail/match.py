"""A match as a `games.game.State`: which decision is open, and what it leads to.

What is owed lies on the stack of `pending`; after every action `settle` carries out what needs no
decision, until somebody has a choice, chance is due, or the match is over.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.game import ACTOR, CHANCE, OVER, Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.rules import (
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
    secrets,
    turns,
    workers,
)
from railhead.games.great_western_trail.state import Position
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND, THIRD, among
from railhead.games.random import Random


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
        code: i64 = action & CODE_MASK
        first: i64 = (action >> FIRST) & PARAMETER_MASK
        second: i64 = (action >> SECOND) & PARAMETER_MASK
        if among(code, actions.CHANCE_TYPES):
            chance.play(self, code, action)
        elif among(code, actions.TURN_TYPES):
            play_turn(self, code, first, second)
        elif among(code, actions.CITY_TYPES):
            play_city(self, code, first, second)
        elif among(code, actions.ENGINE_TYPES):
            play_engine(self, code, first)
        elif among(code, actions.CHOICE_TYPES):
            play_choice(self, code, first, second, ((action >> THIRD) & PARAMETER_MASK))
        else:
            play_cards(self, code, first, second, ((action >> THIRD) & PARAMETER_MASK))
        settle(self)

    def sample_chance(self, random: Random) -> None:
        """Draw all that is due."""
        while self.cells[ACTOR] == CHANCE:
            self.play(CHANCE, chance.sample(self, random))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Every piece that can be drawn or turned up, by its number."""
        return chance.outcomes(self)

    def redact(self, viewer: i64, seat: i64, action: i64) -> i64:
        """See `State.redact`."""
        return secrets.redact(viewer, action)

    def determinize(self, seat: i64, random: Random) -> None:
        """See `State.determinize`."""
        secrets.determinize(self, seat, random)


def collect_cards(position: GreatWesternTrail, code: i64, out: Actions) -> None:
    """Decisions about cards."""
    if code == pending.DISCARD:
        cards.collect_hand(position, actions.DISCARD, out)
    elif code == pending.REMOVE:
        cards.collect_hand(position, actions.REMOVE, out)
        out.add(actions.SKIP)
    elif code == pending.DRAW_NUMBER:
        number: i64 = 0
        while number < pending.top_first(position):
            out.add(actions.DRAW_CARDS, number)
            number += 1
    else:
        objectives.collect_gains(position, out)


def collect_city(position: GreatWesternTrail, code: i64, seat: i64, out: Actions) -> None:
    """Decisions in Kansas City."""
    if code == pending.PAUSE:
        objectives.collect_plays(position, seat, out)
        out.add(actions.DONE)
    elif code == pending.FORESIGHT:
        kansas_city.collect_foresight(position, out)
    elif code == pending.INCOME:
        kansas_city.collect_income(position, seat, out)
    elif code == pending.DELIVERY:
        kansas_city.collect_deliveries(position, seat, out)
    else:
        discs.collect_discs(position, seat, out)


def collect_engine(position: GreatWesternTrail, code: i64, seat: i64, out: Actions) -> None:
    """Decisions about the engine, stations and auxiliary actions."""
    if code == pending.AUXILIARY:
        auxiliary.collect(position, seat, 2, out)
    elif code == pending.ENGINE_ON:
        engine.collect_forward(position, seat, pending.top_first(position), out)
        if pending.top_second(position) == 1:
            out.add(actions.SKIP)
    elif code == pending.ENGINE_BACK:
        engine.collect_back(position, seat, pending.top_first(position), out)
    elif code == pending.SPECIAL_BACK or code == pending.TURN_BACK:
        engine.collect_any_back(position, seat, out)
    elif code == pending.STATION:
        out.add(actions.UPGRADE, pending.top_first(position))
        out.add(actions.SKIP)
    elif code == pending.BEHIND:
        discs.collect_behind(position, seat, out)
    else:
        discs.collect_masters(position, seat, out)


def collect_choice(position: GreatWesternTrail, code: i64, seat: i64, out: Actions) -> None:
    """Decisions that an effect asks for."""
    if code == pending.HIRE:
        workers.collect_hires(position, seat, pending.top_first(position), out)
    elif code == pending.BUILD:
        buildings.collect_builds(position, seat, pending.top_first(position), out)
    elif code == pending.MARKET:
        market.collect(position, seat, out)
    elif code == pending.HAZARD:
        hazards.collect_hazards(position, out)
    elif code == pending.TRADE:
        hazards.collect_trades(position, seat, out)
    else:
        turns.collect_ride(position, seat, out)


def play_turn(position: GreatWesternTrail, code: i64, first: i64, second: i64) -> None:
    """Moves, objective cards, effects and auxiliary actions."""
    if code == actions.MOVE:
        turns.move(position, first, second)
    elif code == actions.PLAY:
        objectives.play(position, first)
    elif code == actions.USE:
        turns.use(position, first)
    elif code == actions.COPY:
        buildings.take_slot(position, position.components.copy_effect)
        buildings.copy(position, first)
    elif code == actions.AUXILIARY:
        turns.use_auxiliary(position, first, second + 1)
    elif code == actions.DONE and pending.top(position) == pending.LOCAL:
        turns.end_visit(position)
    elif pending.top(position) == pending.MASTER:
        discs.leave_master(position)
    else:
        pending.pop(position)


def play_city(position: GreatWesternTrail, code: i64, first: i64, second: i64) -> None:
    """The steps of Kansas City, and the choice of an objective card."""
    if code == actions.TAKE:
        kansas_city.take(position, first, second)
    elif code == actions.INCOME:
        kansas_city.take_income(position, first)
    elif code == actions.DELIVER:
        kansas_city.deliver(position, first)
    elif code == actions.DISC:
        discs.place(position, first)
    else:
        objectives.gain(position, first)


def play_engine(position: GreatWesternTrail, code: i64, first: i64) -> None:
    """The engine, stations and station masters."""
    if code == actions.UPGRADE:
        discs.upgrade(position, first)
    elif code == actions.MASTER:
        discs.take_master(position, first)
    elif pending.top(position) == pending.ENGINE_ON:
        engine.move_forward(position, first)
    elif pending.top(position) == pending.ENGINE_BACK:
        engine.move_back(position, first)
    elif pending.top(position) == pending.TURN_BACK:
        engine.turn_back(position, first)
    else:
        kansas_city.go_back_to_deliver(position, first)


def play_choice(
    position: GreatWesternTrail, code: i64, first: i64, second: i64, third: i64
) -> None:
    """Workers, buildings, the cattle market, hazards and teepees."""
    if code == actions.HIRE:
        workers.hire(position, first, second)
    elif code == actions.BUILD:
        buildings.build(position, first, second)
    elif code == actions.BUY:
        market.buy(position, first, second, third)
    elif code == actions.TURN_UP:
        market.turn_up(position)
    elif code == actions.STOP:
        market.leave(position)
    elif code == actions.HAZARD:
        hazards.remove_hazard(position, first)
    else:
        hazards.trade(position, first)


def play_cards(position: GreatWesternTrail, code: i64, first: i64, second: i64, third: i64) -> None:
    """Cards of the own hand."""
    if code == actions.DISCARD:
        cards.discard_one(position, first)
    elif code == actions.REMOVE:
        cards.remove_one(position, first)
    elif code == actions.DRAW_CARDS:
        pending.pop(position)
        cards.draw_to_discard(position, first + 1)
    elif code == actions.PAIR:
        buildings.take_slot(position, first)
        effects.spend_pair(position, first, second, third)
    else:
        buildings.take_slot(position, first)
        effects.spend(position, first, second)


def settle(position: GreatWesternTrail) -> None:
    """Go on to the next moment that leaves a choice, or that chance decides."""
    cells = position.cells
    while True:
        code: i64 = pending.top(position)
        if code == pending.FINISH:
            cells[ACTOR] = OVER
            return
        if chance.is_chance(code):
            if chance.is_due(position, code):
                cells[ACTOR] = CHANCE
                return
            pending.pop(position)
        elif not carry_out(position, code):
            if is_asked(position, code):
                cells[ACTOR] = cells[state.ACTIVE]
                return
            skip(position, code)


def carry_out(position: GreatWesternTrail, code: i64) -> bool:
    """Carry out a frame that asks nobody; False for one that does."""
    if code == pending.NEXT_TURN:
        turns.next_turn(position)
    elif code == pending.PHASE_C:
        turns.phase_c(position)
    elif code == pending.TRANSPORT:
        kansas_city.pay_transport(position)
    elif code == pending.LEAVE_CITY:
        kansas_city.leave_city(position)
    elif code == pending.CHECK_STATION:
        pending.pop(position)
        engine.check_station(position, position.cells[state.ACTIVE], 0)
    elif code == pending.REWARD:
        effects.take_reward(position)
    else:
        return False
    return True


def is_asked(position: GreatWesternTrail, code: i64) -> bool:
    """Whether a decision leaves its player a choice, as far as all can see."""
    seat: i64 = position.cells[state.ACTIVE]
    if code == pending.LOCAL:
        return turns.is_local_open(position)
    if code == pending.OFFER:
        return effects.is_offer_possible(position, seat)
    if code == pending.PAUSE:
        return cards.may_hold_objective(position, seat)
    if code == pending.FORESIGHT:
        return kansas_city.is_foresight_open(position)
    if code == pending.GAIN_CARD:
        return objectives.any_to_gain(position, pending.top_first(position))
    if code == pending.MASTER:
        return discs.can_take_master(position, seat, pending.top_first(position))
    if code == pending.REMOVE or code == pending.DISCARD:
        return cards.hand_size(position, seat) > 0
    if code == pending.MARKET:
        return market.can_use_market(position, seat)
    return True


def skip(position: GreatWesternTrail, code: i64) -> None:
    """Pass over a decision without a choice."""
    if code == pending.LOCAL:
        turns.end_visit(position)
    elif code == pending.MARKET:
        market.leave(position)
    elif code == pending.MASTER:
        discs.leave_master(position)
    else:
        pending.pop(position)
