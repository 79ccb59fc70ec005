"""What icons do: whether an effect can be used, and using it.

`docs/rules/great_western_trail.md` sections 7, 8, 11 and 13.2.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import (
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
from games.great_western_trail.rules import (
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
from games.great_western_trail.rules.workers import COWBOY, ENGINEER
from games.great_western_trail.state import (
    ACTIVE,
    CERTIFICATE,
    COPY_AT,
    HAND,
    MONEY,
    TEEPEES,
    TRACK,
    WORKERS,
    Position,
    block,
)
from games.great_western_trail.trail import MOST_NEIGHBOURS


def teepee_pairs(state: Position, seat: i64) -> i64:
    """How many pairs of a green and a blue teepee a player has."""
    at: i64 = block(seat) + TEEPEES
    green: i64 = state.cells[at]
    blue: i64 = state.cells[at + 1]
    return green if green < blue else blue


def is_possible(state: Position, seat: i64, effect: i64) -> bool:
    """Whether an effect can be used as far as all can see: the cards in hand are unknown."""
    does: i64 = state.components.effect_does[effect]
    if does == DO_DISCARD:
        card: i64 = state.components.effect_card[effect]
        return cards.hand_size(state, seat) > 0 and cards.may_hold(state, seat, card)
    if does == DO_DISCARD_CATTLE:
        return cards.may_hold_cattle(state, seat)
    if does == DO_DISCARD_OBJECTIVE:
        return cards.may_hold_objective(state, seat)
    if does == DO_DISCARD_PAIR:
        return cards.hand_size(state, seat) > 1
    if does == DO_COPY:
        return can_copy_any(state)
    return is_usable(state, seat, effect)


def can_copy_any(state: Position) -> bool:
    """Whether 8b has a neighbour to copy."""
    at: i64 = MOST_NEIGHBOURS * (state.cells[COPY_AT] - 1)
    index: i64 = 0
    while index < MOST_NEIGHBOURS:
        if buildings.can_copy(state, state.components.trail.neighbours[at + index]):
            return True
        index += 1
    return False


def is_usable(state: Position, seat: i64, effect: i64) -> bool:
    """Whether a player can `use` an effect now, to some effect."""
    components = state.components
    cells = state.cells
    own: i64 = block(seat)
    does: i64 = components.effect_does[effect]
    price: i64 = components.effect_price[effect]
    if does == DO_DISCARD:
        return cells[own + HAND + components.effect_card[effect]] > 0
    if does == DO_GAIN:
        limit: i64 = discs.certificate_limit(state, seat)
        return components.effect_money[effect] > 0 or cells[own + CERTIFICATE] < limit
    if does == DO_HIRE:
        return workers.can_hire(state, seat, price)
    if does == DO_BUILD:
        return buildings.can_build(state, seat, price)
    if does == DO_ENGINE:
        return cells[own + MONEY] >= price
    if does == DO_ENGINE_BACK:
        return engine.can_go_back(state, seat, components.effect_steps[effect])
    if does == DO_HAZARD:
        return cells[own + MONEY] >= price and hazards.any_hazard(state)
    if does == DO_OBJECTIVE:
        return objectives.any_to_gain(state, pending.FROM_ANYWHERE)
    return is_usable_rarely(state, seat, effect, does)


def is_usable_rarely(state: Position, seat: i64, effect: i64, does: i64) -> bool:
    """The effects that `is_usable` leaves: those of few tiles, and those that always work."""
    if does in (DO_MONEY_FOREST, DO_ENGINE_FOREST):
        return buildings.forest_buildings(state, seat) > 0
    if does == DO_TEEPEE_PAIRS:
        return teepee_pairs(state, seat) > 0
    if does == DO_TRADE:
        return hazards.can_trade(state, seat)
    if does == DO_CATTLE_MARKET:
        return market.can_use_market(state, seat)
    if does in (DO_DRAW, DO_DRAW_COWBOYS):
        return cards.drawable(state, seat) > 0
    if does == DO_RIDE:
        return movement.can_move(state, seat, state.components.effect_steps[effect], False)
    if does == DO_SPECIAL_DELIVERY:
        return state.cells[block(seat) + TRACK] > 0
    if does == DO_UPGRADE_BEHIND:
        out = Actions(16)
        discs.collect_behind(state, seat, out)
        return out.count > 0
    if does in (DO_ENGINE_ENGINEERS, DO_MONEY_ENGINEERS):
        return True
    return does in (DO_AUXILIARY, DO_MOVE)


def collect_choice(state: Position, seat: i64, action: i64, out: Actions) -> None:
    """The uses of a local action, one effect or the other."""
    if action > 0:
        collect_effect(state, seat, action % CHOICE - 1, out)
        if action >= CHOICE:
            collect_effect(state, seat, action // CHOICE - 1, out)


def collect_effect(state: Position, seat: i64, effect: i64, out: Actions) -> None:
    """The actions that use an effect."""
    does: i64 = state.components.effect_does[effect]
    if does == DO_DISCARD_CATTLE:
        cards.collect_spending(state, effect, 0, CATTLE, out)
    elif does == DO_DISCARD_OBJECTIVE:
        cards.collect_spending(state, effect, CATTLE, OBJECTIVES, out)
    elif does == DO_DISCARD_PAIR:
        cards.collect_pairs(state, effect, out)
    elif does == DO_COPY:
        buildings.collect_copies(state, out)
    elif is_usable(state, seat, effect):
        out.add(actions.USE | (effect << 8))


def gain(state: Position, money: i64, certificates: i64) -> None:
    """The active player gains money and certificates."""
    own: i64 = block(state.cells[ACTIVE])
    state.cells[own + MONEY] = state.cells[own + MONEY] + money
    discs.gain_certificates(state, state.cells[ACTIVE], certificates)


def use(state: Position, effect: i64) -> None:
    """Carry an effect out, or lay on the stack what is to be chosen for it."""
    components = state.components
    seat: i64 = state.cells[ACTIVE]
    does: i64 = components.effect_does[effect]
    money: i64 = components.effect_money[effect]
    certificates: i64 = components.effect_certificates[effect]
    price: i64 = components.effect_price[effect]
    if does == DO_DISCARD:
        cards.discard(state, seat, components.effect_card[effect])
        gain(state, money, certificates)
        if components.effect_steps[effect] > 0:
            pending.push(state, pending.ENGINE_ON, components.effect_steps[effect], 1)
    elif does == DO_GAIN:
        gain(state, money, certificates)
    elif does in (DO_MONEY_ENGINEERS, DO_MONEY_FOREST, DO_TEEPEE_PAIRS):
        times: i64 = times_gained(state, seat, effect)
        gain(state, money * times, certificates * times)
    elif does == DO_HIRE:
        pending.push(state, pending.HIRE, price)
    elif does == DO_BUILD:
        pending.push(state, pending.BUILD, price)
    elif does == DO_OBJECTIVE:
        pending.push(state, pending.GAIN_CARD, pending.FROM_ANYWHERE)
    elif does == DO_CATTLE_MARKET:
        market.enter(state)
    elif does == DO_HAZARD:
        pending.push(state, pending.HAZARD, price)
    elif does == DO_TRADE:
        pending.push(state, pending.TRADE)
    elif does == DO_AUXILIARY:
        pending.push(state, pending.AUXILIARY)
    else:
        use_movement(state, seat, effect, does)


def times_gained(state: Position, seat: i64, effect: i64) -> i64:
    """How often a player gains what an effect gives: for each engineer, building or pair."""
    does: i64 = state.components.effect_does[effect]
    if does == DO_MONEY_ENGINEERS:
        return state.cells[block(seat) + WORKERS + ENGINEER]
    if does == DO_MONEY_FOREST:
        return buildings.forest_buildings(state, seat)
    return teepee_pairs(state, seat) if does == DO_TEEPEE_PAIRS else 1


def engine_steps(state: Position, seat: i64, effect: i64) -> i64:
    """How far an effect lets a player's engine go on."""
    does: i64 = state.components.effect_does[effect]
    if does == DO_ENGINE_ENGINEERS:
        return state.cells[block(seat) + WORKERS + ENGINEER]
    if does == DO_ENGINE_FOREST:
        return buildings.forest_buildings(state, seat)
    return state.components.effect_steps[effect]


def use_movement(state: Position, seat: i64, effect: i64, does: i64) -> None:
    """The effects that move an engine or a cattleman, and those that draw cards."""
    components = state.components
    cells = state.cells
    own: i64 = block(seat)
    steps: i64 = components.effect_steps[effect]
    price: i64 = components.effect_price[effect]
    if does == DO_ENGINE:
        cells[own + MONEY] = cells[own + MONEY] - price
        pending.push(state, pending.ENGINE_ON, steps, i64(price > 0))
    elif does in (DO_ENGINE_ENGINEERS, DO_ENGINE_FOREST):
        pending.push(state, pending.ENGINE_ON, engine_steps(state, seat, effect))
    elif does == DO_ENGINE_BACK:
        reward: i64 = pending.reward(pending.MONEY_REWARD, components.effect_money[effect])
        pending.push(state, pending.ENGINE_BACK, steps, reward)
    elif does == DO_DRAW:
        push_draw_number(state, seat, components.effect_cards[effect])
    elif does == DO_DRAW_COWBOYS:
        push_draw_number(state, seat, cells[own + WORKERS + COWBOY])
    elif does == DO_MOVE:
        pending.push(state, pending.RIDE, steps)
    elif does == DO_RIDE:
        pending.push(state, pending.RIDE, steps, 1)
    elif does == DO_SPECIAL_DELIVERY:
        pending.push(state, pending.SPECIAL_BACK)
    elif does == DO_UPGRADE_BEHIND:
        pending.push(state, pending.BEHIND)


def take_reward(state: Position) -> None:
    """What an engine's way back has paid for."""
    what: i64 = pending.top_first(state)
    number: i64 = pending.top_second(state)
    pending.pop(state)
    if what == pending.MONEY_REWARD:
        gain(state, number, 0)
    elif what == pending.CERTIFICATE_REWARD:
        gain(state, 0, number)
    else:
        pending.push(state, pending.REMOVE, number)


def push_draw_number(state: Position, seat: i64, most: i64) -> None:
    """How many cards to draw is to be chosen, of as many as there are."""
    there: i64 = cards.drawable(state, seat)
    pending.push(state, pending.DRAW_NUMBER, most if most < there else there)


def spend(state: Position, effect: i64, card: i64) -> None:
    """A card of choice is discarded for an effect."""
    components = state.components
    cards.discard(state, state.cells[ACTIVE], card)
    gain(state, components.effect_money[effect], components.effect_certificates[effect])
    if components.effect_gives_objective[effect] == 1:
        pending.push(state, pending.GAIN_CARD, pending.INTO_HAND)


def spend_pair(state: Position, effect: i64, one: i64, other: i64) -> None:
    """Two cards of one breed are discarded for an effect."""
    cards.discard(state, state.cells[ACTIVE], one)
    cards.discard(state, state.cells[ACTIVE], other)
    gain(state, state.components.effect_money[effect], 0)


def collect_offer(state: Position, seat: i64, out: Actions) -> None:
    """Use the effect that is offered, or skip it."""
    collect_choice(state, seat, pending.top_first(state), out)
    out.add(actions.SKIP)


def is_offer_possible(state: Position, seat: i64) -> bool:
    """Whether the effect on offer can be used, as far as all can see."""
    action: i64 = pending.top_first(state)
    if is_possible(state, seat, action % CHOICE - 1):
        return True
    return action >= CHOICE and is_possible(state, seat, action // CHOICE - 1)
