"""What icons do: whether an effect can be used, and using it.

`docs/rules/great_western_trail.md` sections 7, 8, 11 and 13.2.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import (
    CATTLE,
    CHOICE,
    DO_AUXILIARY,
    DO_BUILD,
    DO_CATTLE_MARKET,
    DO_COPY,
    DO_DISCARD,
    DO_DISCARD_CATTLE,
    DO_DISCARD_OBJECTIVE,
    DO_DISCARD_PAIR,
    DO_DRAW,
    DO_DRAW_COWBOYS,
    DO_ENGINE,
    DO_ENGINE_BACK,
    DO_ENGINE_ENGINEERS,
    DO_ENGINE_FOREST,
    DO_GAIN,
    DO_HAZARD,
    DO_HIRE,
    DO_MONEY_ENGINEERS,
    DO_MONEY_FOREST,
    DO_MOVE,
    DO_OBJECTIVE,
    DO_RIDE,
    DO_SPECIAL_DELIVERY,
    DO_TEEPEE_PAIRS,
    DO_TRADE,
    DO_UPGRADE_BEHIND,
    OBJECTIVES,
)
from railhead.games.great_western_trail.rules import (
    buildings,
    cards,
    discs,
    engine,
    hazards,
    market,
    movement,
    objectives,
    workers,
)
from railhead.games.great_western_trail.rules.workers import COWBOY, ENGINEER
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import MOST_NEIGHBOURS


def teepee_pairs(position: Position, seat: i64) -> i64:
    """How many pairs of a green and a blue teepee a player has."""
    at: i64 = state.block(seat) + state.TEEPEES
    green: i64 = position.cells[at]
    blue: i64 = position.cells[at + 1]
    return green if green < blue else blue


def is_possible(position: Position, seat: i64, effect: i64) -> bool:
    """Whether an effect can be used as far as all can see: the cards in hand are unknown."""
    does: i64 = position.components.effect_does[effect]
    if does == DO_DISCARD:
        card: i64 = position.components.effect_card[effect]
        return cards.hand_size(position, seat) > 0 and cards.may_hold(position, seat, card)
    if does == DO_DISCARD_CATTLE:
        return cards.may_hold_cattle(position, seat)
    if does == DO_DISCARD_OBJECTIVE:
        return cards.may_hold_objective(position, seat)
    if does == DO_DISCARD_PAIR:
        return cards.hand_size(position, seat) > 1
    if does == DO_COPY:
        return can_copy_any(position)
    return is_usable(position, seat, effect)


def can_copy_any(position: Position) -> bool:
    """Whether 8b has a neighbour to copy."""
    at: i64 = MOST_NEIGHBOURS * (position.cells[state.COPY_AT] - 1)
    for index in range(MOST_NEIGHBOURS):
        if buildings.can_copy(position, position.components.trail.neighbours[at + index]):
            return True
    return False


def is_usable(position: Position, seat: i64, effect: i64) -> bool:
    """Whether a player can `use` an effect now, to some effect."""
    components = position.components
    cells = position.cells
    own: i64 = state.block(seat)
    does: i64 = components.effect_does[effect]
    price: i64 = components.effect_price[effect]
    if does == DO_DISCARD:
        return cells[own + state.HAND + components.effect_card[effect]] > 0
    if does == DO_GAIN:
        limit: i64 = discs.certificate_limit(position, seat)
        return components.effect_money[effect] > 0 or cells[own + state.CERTIFICATE] < limit
    if does == DO_HIRE:
        return workers.can_hire(position, seat, price)
    if does == DO_BUILD:
        return buildings.can_build(position, seat, price)
    if does == DO_ENGINE:
        return cells[own + state.MONEY] >= price
    if does == DO_ENGINE_BACK:
        return engine.can_go_back(position, seat, components.effect_steps[effect])
    if does == DO_HAZARD:
        return cells[own + state.MONEY] >= price and hazards.any_hazard(position)
    if does == DO_OBJECTIVE:
        return objectives.any_to_gain(position, pending.FROM_ANYWHERE)
    return is_usable_rarely(position, seat, effect, does)


def is_usable_rarely(position: Position, seat: i64, effect: i64, does: i64) -> bool:
    """The effects that `is_usable` leaves: those of few tiles, and those that always work."""
    if does in (DO_MONEY_FOREST, DO_ENGINE_FOREST):
        return buildings.forest_buildings(position, seat) > 0
    if does == DO_TEEPEE_PAIRS:
        return teepee_pairs(position, seat) > 0
    if does == DO_TRADE:
        return hazards.can_trade(position, seat)
    if does == DO_CATTLE_MARKET:
        return market.can_use_market(position, seat)
    if does in (DO_DRAW, DO_DRAW_COWBOYS):
        return cards.drawable(position, seat) > 0
    if does == DO_RIDE:
        return movement.can_move(position, seat, position.components.effect_steps[effect], False)
    if does == DO_SPECIAL_DELIVERY:
        return position.cells[state.block(seat) + state.TRACK] > 0
    if does == DO_UPGRADE_BEHIND:
        out = Actions(16)
        discs.collect_behind(position, seat, out)
        return out.count > 0
    if does in (DO_ENGINE_ENGINEERS, DO_MONEY_ENGINEERS):
        return True
    return does in (DO_AUXILIARY, DO_MOVE)


def collect_choice(position: Position, seat: i64, action: i64, out: Actions) -> None:
    """The uses of a local action, one effect or the other."""
    if action > 0:
        collect_effect(position, seat, action % CHOICE - 1, out)
        if action >= CHOICE:
            collect_effect(position, seat, action // CHOICE - 1, out)


def collect_effect(position: Position, seat: i64, effect: i64, out: Actions) -> None:
    """The actions that use an effect."""
    does: i64 = position.components.effect_does[effect]
    if does == DO_DISCARD_CATTLE:
        cards.collect_spending(position, effect, 0, CATTLE, out)
    elif does == DO_DISCARD_OBJECTIVE:
        cards.collect_spending(position, effect, CATTLE, OBJECTIVES, out)
    elif does == DO_DISCARD_PAIR:
        cards.collect_pairs(position, effect, out)
    elif does == DO_COPY:
        buildings.collect_copies(position, out)
    elif is_usable(position, seat, effect):
        out.add(actions.USE, effect)


def gain(position: Position, money: i64, certificates: i64) -> None:
    """The active player gains money and certificates."""
    own: i64 = state.block(position.cells[state.ACTIVE])
    position.cells[own + state.MONEY] += money
    discs.gain_certificates(position, position.cells[state.ACTIVE], certificates)


def use(position: Position, effect: i64) -> None:
    """Carry an effect out, or lay on the stack what is to be chosen for it."""
    components = position.components
    seat: i64 = position.cells[state.ACTIVE]
    does: i64 = components.effect_does[effect]
    money: i64 = components.effect_money[effect]
    certificates: i64 = components.effect_certificates[effect]
    price: i64 = components.effect_price[effect]
    if does == DO_DISCARD:
        cards.discard(position, seat, components.effect_card[effect])
        gain(position, money, certificates)
        if components.effect_steps[effect] > 0:
            pending.push(position, pending.ENGINE_ON, components.effect_steps[effect], 1)
    elif does == DO_GAIN:
        gain(position, money, certificates)
    elif does in (DO_MONEY_ENGINEERS, DO_MONEY_FOREST, DO_TEEPEE_PAIRS):
        times: i64 = times_gained(position, seat, effect)
        gain(position, money * times, certificates * times)
    elif does == DO_HIRE:
        pending.push(position, pending.HIRE, price)
    elif does == DO_BUILD:
        pending.push(position, pending.BUILD, price)
    elif does == DO_OBJECTIVE:
        pending.push(position, pending.GAIN_CARD, pending.FROM_ANYWHERE)
    elif does == DO_CATTLE_MARKET:
        market.enter(position)
    elif does == DO_HAZARD:
        pending.push(position, pending.HAZARD, price)
    elif does == DO_TRADE:
        pending.push(position, pending.TRADE)
    elif does == DO_AUXILIARY:
        pending.push(position, pending.AUXILIARY)
    else:
        use_movement(position, seat, effect, does)


def times_gained(position: Position, seat: i64, effect: i64) -> i64:
    """How often a player gains what an effect gives: for each engineer, building or pair."""
    does: i64 = position.components.effect_does[effect]
    if does == DO_MONEY_ENGINEERS:
        return position.cells[state.block(seat) + state.WORKERS + ENGINEER]
    if does == DO_MONEY_FOREST:
        return buildings.forest_buildings(position, seat)
    return teepee_pairs(position, seat) if does == DO_TEEPEE_PAIRS else 1


def engine_steps(position: Position, seat: i64, effect: i64) -> i64:
    """How far an effect lets a player's engine go on."""
    does: i64 = position.components.effect_does[effect]
    if does == DO_ENGINE_ENGINEERS:
        return position.cells[state.block(seat) + state.WORKERS + ENGINEER]
    if does == DO_ENGINE_FOREST:
        return buildings.forest_buildings(position, seat)
    return position.components.effect_steps[effect]


def use_movement(position: Position, seat: i64, effect: i64, does: i64) -> None:
    """The effects that move an engine or a cattleman, and those that draw cards."""
    components = position.components
    cells = position.cells
    own: i64 = state.block(seat)
    steps: i64 = components.effect_steps[effect]
    price: i64 = components.effect_price[effect]
    if does == DO_ENGINE:
        cells[own + state.MONEY] -= price
        pending.push(position, pending.ENGINE_ON, steps, i64(price > 0))
    elif does in (DO_ENGINE_ENGINEERS, DO_ENGINE_FOREST):
        pending.push(position, pending.ENGINE_ON, engine_steps(position, seat, effect))
    elif does == DO_ENGINE_BACK:
        reward: i64 = pending.reward(pending.MONEY_REWARD, components.effect_money[effect])
        pending.push(position, pending.ENGINE_BACK, steps, reward)
    elif does == DO_DRAW:
        push_draw_number(position, seat, components.effect_cards[effect])
    elif does == DO_DRAW_COWBOYS:
        push_draw_number(position, seat, cells[own + state.WORKERS + COWBOY])
    elif does == DO_MOVE:
        pending.push(position, pending.RIDE, steps)
    elif does == DO_RIDE:
        pending.push(position, pending.RIDE, steps, 1)
    elif does == DO_SPECIAL_DELIVERY:
        pending.push(position, pending.SPECIAL_BACK)
    elif does == DO_UPGRADE_BEHIND:
        pending.push(position, pending.BEHIND)


def take_reward(position: Position) -> None:
    """What an engine's way back has paid for."""
    what: i64 = pending.top_first(position)
    number: i64 = pending.top_second(position)
    pending.pop(position)
    if what == pending.MONEY_REWARD:
        gain(position, number, 0)
    elif what == pending.CERTIFICATE_REWARD:
        gain(position, 0, number)
    else:
        pending.push(position, pending.REMOVE, number)


def push_draw_number(position: Position, seat: i64, most: i64) -> None:
    """How many cards to draw is to be chosen, of as many as there are."""
    there: i64 = cards.drawable(position, seat)
    pending.push(position, pending.DRAW_NUMBER, most if most < there else there)


def spend(position: Position, effect: i64, card: i64) -> None:
    """A card of choice is discarded for an effect."""
    components = position.components
    cards.discard(position, position.cells[state.ACTIVE], card)
    gain(position, components.effect_money[effect], components.effect_certificates[effect])
    if components.effect_gives_objective[effect] == 1:
        pending.push(position, pending.GAIN_CARD, pending.INTO_HAND)


def spend_pair(position: Position, effect: i64, one: i64, other: i64) -> None:
    """Two cards of one breed are discarded for an effect."""
    cards.discard(position, position.cells[state.ACTIVE], one)
    cards.discard(position, position.cells[state.ACTIVE], other)
    gain(position, position.components.effect_money[effect], 0)


def collect_offer(position: Position, seat: i64, out: Actions) -> None:
    """Use the effect that is offered, or skip it."""
    collect_choice(position, seat, pending.top_first(position), out)
    out.add(actions.SKIP)


def is_offer_possible(position: Position, seat: i64) -> bool:
    """Whether the effect on offer can be used, as far as all can see."""
    action: i64 = pending.top_first(position)
    if is_possible(position, seat, action % CHOICE - 1):
        return True
    return action >= CHOICE and is_possible(position, seat, action // CHOICE - 1)
