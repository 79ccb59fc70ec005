"""Why a well-formed action is not legal, from what its seat may know."""

from __future__ import annotations

from railhead.games.great_western_trail import actions, names, pending, state
from railhead.games.great_western_trail.effect_texts import EFFECT_TEXTS, article
from railhead.games.great_western_trail.rules import (
    buildings,
    discs,
    kansas_city,
    market,
    movement,
    workers,
)
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import PRIVATE
from railhead.games.great_western_trail.wording import card_text
from railhead.games.packing import code_of, parameter
from railhead.games.reasons import UnsuitableChoice

CITY_ENDS = (0, len(names.CITIES) - 1)


def refusal(position: Position, seat: int, action: int) -> str:
    """The reason; `seat` is to act and the action is not among its legal ones."""
    vocabulary = position.game.vocabulary
    legal = position.legal_actions(seat)
    code = int(code_of(action))
    if code not in {code_of(one) for one in legal}:
        if code == actions.MASTER and _has_left_master(position, seat):
            return "you upgraded this station without taking its tile, so you can never have it"
        return vocabulary.untimely(action, legal)
    first, second, third = (int(parameter(action, index)) for index in range(3))
    return _reason(position, seat, code, first, second, third)


def _has_left_master(position: Position, seat: int) -> bool:
    """Whether the engine stands at a station whose tile its player has left."""
    station = int(position.components.station_at[position.amount(seat, state.TRACK)])
    return station >= 0 and bool(position.amount(seat, state.MASTERS_LEFT) >> station & 1)


def _reason(position: Position, seat: int, code: int, first: int, second: int, third: int) -> str:
    if code == actions.MOVE:
        return _move(position, seat, first)
    if code == actions.HIRE:
        return _hire(position, seat, first, second)
    if code == actions.BUILD:
        return _build(position, seat, first, second)
    if code == actions.BUY:
        return _buy(position, seat, first, second, third)
    if code == actions.DISC:
        return _disc(position, seat, first)
    if code == actions.DELIVER:
        return _deliver(position, seat, first)
    if code in (actions.DISCARD, actions.REMOVE):
        return f"{card_text(first)} is not in your hand"
    if code in (actions.PAIR, actions.SPEND):
        return "you do not hold what this needs, or it is not to be had here"
    if code == actions.PLAY:
        return f"objective {names.OBJECTIVES[first]} is not in your hand"
    if code in (actions.HAZARD, actions.TRADE, actions.COPY):
        name = position.components.trail.names[first]
        return f"nothing on {name} can be taken or copied now"
    if code == actions.ENGINE:
        return f"the engine cannot stop on {names.SPACES[first]} now"
    if code == actions.USE:
        effect = EFFECT_TEXTS[names.EFFECTS[first]]
        return f"this cannot be done here now, or would have no effect: {effect}"
    return "that is not possible now: GET legal-actions lists what is"


def _move(position: Position, seat: int, space: int) -> str:
    name = position.components.trail.names[space]
    if not movement.is_location(position, space):
        return f"nothing lies on {name}, so nobody can stop there"
    if pending.top(position) == pending.RIDE:
        return f"{name} is not within {pending.top_first(position)} steps by that route"
    steps = movement.step_limit(position, seat)
    return f"{name} is not within your {steps} steps by that route, or another route pays the same"


def _hire(position: Position, seat: int, row: int, worker: int) -> str:
    kind = names.WORKERS[worker]
    if row >= position.cells[state.TOKEN_ROW]:
        return f"row {row + 1} of the job market cannot be hired from before the token has left it"
    if position.cells[state.JOBS + 3 * row + worker] == 0:
        return f"there is no {kind} in row {row + 1} of the job market"
    if position.amount(seat, state.WORKERS + worker) == workers.MOST_WORKERS:
        return f"your player board has no room for another {kind}"
    price = workers.price(position, row, pending.top_first(position))
    if price > position.amount(seat, state.MONEY):
        have = position.amount(seat, state.MONEY)
        return (
            f"{article(kind)} of row {row + 1} of the job market costs ${price}, you have ${have}"
        )
    return f"an earlier row of the job market has {article(kind)} at the same cost"


def _build(position: Position, seat: int, face: int, site: int) -> str:
    building, name = names.BUILDINGS[face], position.components.trail.names[site]
    number = face % 10
    if position.face(number) != face or position.amount(seat, state.SITES + number) != 0:
        return UnsuitableChoice(f"building {building} is not on your player board")
    if position.components.trail.kind[site] != PRIVATE:
        return UnsuitableChoice(f"{name} is no space for private buildings")
    needed = int(buildings.craftsmen_needed(position, seat, number, site))
    if needed < 0:
        return f"{building} cannot replace what lies on {name}"
    craftsmen, money = (
        position.amount(seat, state.WORKERS + workers.CRAFTSMAN),
        position.amount(seat, state.MONEY),
    )
    cost = needed * int(pending.top_first(position))
    return (
        f"{building} at {name} needs {needed} craftsmen and ${cost}, "
        f"you have {craftsmen} and ${money}"
    )


def _buy(position: Position, seat: int, offer: int, one: int, other: int) -> str:
    components = position.components
    cowboys, price = int(components.offer_cowboys[offer]), int(components.offer_price[offer])
    if cowboys > market.free_cowboys(position, seat) or price > position.amount(seat, state.MONEY):
        return f"that offer needs {cowboys} free cowboys and ${price}"
    wanted = [one] if other == actions.NO_CARD else [one, other]
    for card in wanted:
        name = names.CATTLE[card].replace("_", " ")
        if components.value[card] != components.offer_value[offer]:
            value = int(components.offer_value[offer])
            return UnsuitableChoice(f"that offer is for cards of value {value}, not {name}")
        if position.cells[state.MARKET + card] < wanted.count(card):
            return f"there are not so many {name} in the market"
    return "that offer does not give these cards in this order"


def _disc(position: Position, seat: int, source: int) -> str:
    if source >= discs.GROUPS:
        return "no disc of yours can be taken from that station now: the player board comes first"
    name, left = names.DISCS[source].replace("_", " "), position.amount(seat, state.DISCS + source)
    if left == 0:
        return f"no disc is left on the space {name}"
    cost, money = position.components.hand_cost, position.amount(seat, state.MONEY)
    transport = int(discs.transport_due(position))
    if source == discs.HAND_DISC and money - transport < cost:
        return (
            f"a disc of the hand limit costs ${cost}, paid before it is placed: you have ${money}"
            + (f" and owe ${transport} for transport" if transport else "")
        )
    return "only a disc from a white space can be placed there while there are any"


def _deliver(position: Position, seat: int, city: int) -> str:
    name = names.CITIES[city].replace("_", " ").title()
    needed = position.components.city_value[city]
    if needed > position.cells[state.VALUE]:
        return f"{name} needs {needed}, your delivery has {position.cells[state.VALUE]}"
    if position.amount(seat, state.CITIES + city) and city not in CITY_ENDS:
        return f"you have delivered to {name} before"
    if pending.top_first(position) == 1:
        return f"you have no disc that you could place on {name}"
    cost = kansas_city.transport(position, seat, city)
    return f"no disc that you could place on {name} can be paid with its transport of ${cost}"
