"""Why a well-formed action is not legal, from what its seat may know."""

from __future__ import annotations

from games.great_western_trail import actions, names, pending
from games.great_western_trail.effect_texts import article
from games.great_western_trail.rules import buildings, kansas_city, market, movement, workers
from games.great_western_trail.state import (
    CITIES,
    JOBS,
    MARKET,
    MONEY,
    SITES,
    TOKEN_ROW,
    VALUE,
    WORKERS,
    Position,
)
from games.great_western_trail.trail import PRIVATE
from games.packing import code_of, parameter

CITY_ENDS = (0, len(names.CITIES) - 1)


def refusal(state: Position, seat: int, action: int) -> str:
    """The reason; `seat` is to act and the action is not among its legal ones."""
    vocabulary = state.game.vocabulary
    offered = {vocabulary.type_of(legal).name: None for legal in state.legal_actions(seat)}
    code = int(code_of(action))
    if vocabulary.type_of(action).name not in offered:
        return f"now is the time to {' or '.join(offered)}"
    first, second, third = (int(parameter(action, index)) for index in range(3))
    return _reason(state, seat, code, first, second, third)


def _reason(state: Position, seat: int, code: int, first: int, second: int, third: int) -> str:
    if code == actions.MOVE:
        return _move(state, seat, first)
    if code == actions.HIRE:
        return _hire(state, seat, first, second)
    if code == actions.BUILD:
        return _build(state, seat, first, second)
    if code == actions.BUY:
        return _buy(state, seat, first, second, third)
    if code == actions.DELIVER:
        return _deliver(state, seat, first)
    if code in (actions.DISCARD, actions.REMOVE):
        return f"there is no {names.CARDS[first].replace('_', ' ')} in your hand"
    if code in (actions.PAIR, actions.SPEND):
        return "you do not hold what this needs, or it is not to be had here"
    if code == actions.PLAY:
        return f"objective {names.OBJECTIVES[first]} is not in your hand"
    if code in (actions.HAZARD, actions.TRADE, actions.COPY):
        name = state.components.trail.names[first]
        return f"nothing on {name} can be taken or copied now"
    if code == actions.ENGINE:
        return f"the engine cannot stop on {names.SPACES[first]} now"
    if code == actions.USE:
        effect = names.EFFECTS[first].replace("_", " ")
        return f"{effect} cannot be used here now, or would have no effect"
    return "that is not possible now; see the legal actions"


def _move(state: Position, seat: int, space: int) -> str:
    name = state.components.trail.names[space]
    if not movement.is_location(state, space):
        return f"nothing lies on {name}, so nobody can stop there"
    if pending.top(state) == pending.RIDE:
        return f"{name} is not within {pending.top_first(state)} steps by that route"
    steps = movement.step_limit(state, seat)
    return f"{name} is not within your {steps} steps by that route, or another route pays the same"


def _hire(state: Position, seat: int, row: int, worker: int) -> str:
    kind = names.WORKERS[worker]
    if row >= state.cells[TOKEN_ROW]:
        return f"row {row + 1} cannot be hired from before the token has left it"
    if state.cells[JOBS + 3 * row + worker] == 0:
        return f"there is no {kind} in row {row + 1}"
    if state.held(seat, WORKERS + worker) == workers.MOST_WORKERS:
        return f"your row of {kind}s is full"
    price = workers.price(state, row, pending.top_first(state))
    if price > state.held(seat, MONEY):
        have = state.held(seat, MONEY)
        return f"{article(kind)} of row {row + 1} costs ${price}, you have ${have}"
    return f"an earlier row has {article(kind)} at the same cost"


def _build(state: Position, seat: int, face: int, site: int) -> str:
    building, name = names.BUILDINGS[face], state.components.trail.names[site]
    number = face % 10
    if state.face(number) != face or state.held(seat, SITES + number) != 0:
        return f"building {building} is not on your player board"
    if state.components.trail.kind[site] != PRIVATE:
        return f"{name} is no space for private buildings"
    needed = int(buildings.craftsmen_needed(state, seat, number, site))
    if needed < 0:
        return f"{building} cannot replace what lies on {name}"
    craftsmen, money = state.held(seat, WORKERS + workers.CRAFTSMAN), state.held(seat, MONEY)
    cost = needed * int(pending.top_first(state))
    return (
        f"{building} at {name} needs {needed} craftsmen and ${cost}, "
        f"you have {craftsmen} and ${money}"
    )


def _buy(state: Position, seat: int, offer: int, one: int, other: int) -> str:
    components = state.components
    cowboys, price = int(components.offer_cowboys[offer]), int(components.offer_price[offer])
    if cowboys > market.free_cowboys(state, seat) or price > state.held(seat, MONEY):
        return f"that offer needs {cowboys} free cowboys and ${price}"
    wanted = [one] if other == actions.NO_CARD else [one, other]
    for card in wanted:
        name = names.CATTLE[card].replace("_", " ")
        if components.value[card] != components.offer_value[offer]:
            return f"that offer is for cards of value {components.offer_value[offer]}, not {name}"
        if state.cells[MARKET + card] < wanted.count(card):
            return f"there are not so many {name} in the market"
    return "that offer does not give these cards in this order"


def _deliver(state: Position, seat: int, city: int) -> str:
    name = names.CITIES[city].replace("_", " ").title()
    needed = state.components.city_value[city]
    if needed > state.cells[VALUE]:
        return f"{name} needs {needed}, your delivery has {state.cells[VALUE]}"
    if state.held(seat, CITIES + city) and city not in CITY_ENDS:
        return f"you have delivered to {name} before"
    if pending.top_first(state) == 1:
        return f"you have no disc that you could place on {name}"
    cost = kansas_city.transport(state, seat, city)
    return f"no disc that you could place on {name} can be paid with its transport of ${cost}"
