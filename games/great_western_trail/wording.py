"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.game import SEATS
from games.great_western_trail import actions, names, pending, state
from games.great_western_trail.components import task_letters
from games.great_western_trail.effect_texts import (
    AUXILIARY_TEXTS,
    EFFECT_TEXTS,
    article,
    task_text,
)
from games.great_western_trail.rules import buildings, kansas_city, market, workers
from games.great_western_trail.rules.movement import face_on, owner_of, travel
from games.great_western_trail.state import Position
from games.great_western_trail.trail import HAZARD, KANSAS_CITY, TEEPEE
from games.packing import code_of, parameter

DISC_TEXTS = {
    "step_left": "of the left step (gain $3)",
    "step_right": "of the right step (3 points at the end)",
    "hand": "of the hand limit (pay $5)",
}
SKIP_TEXTS = {
    pending.OFFER: "Leave the effect out",
    pending.STATION: "Do not upgrade the station",
    pending.MASTER: "Leave the station master tile for good",
    pending.ENGINE_ON: "Leave the engine where it is",
    pending.REMOVE: "Remove no further card",
    pending.GAIN_CARD: "Take no objective card",
}


def spoken(name: str) -> str:
    """A name of the vocabulary as people read it."""
    return name.replace("_", " ")


def space_text(position: Position, space: int) -> str:
    """A space with what lies there, such as `B2 (building 4a of seat 1)`."""
    name = position.components.trail.names[space]
    kind = position.components.trail.kind[space]
    tile = int(position.cells[state.BOARD + space])
    if kind == KANSAS_CITY:
        return "Kansas City"
    if kind in (HAZARD, TEEPEE):
        return f"{name} ({tile_text(tile)})"
    face = int(face_on(position, space))
    if face < 0:
        return name
    owner = int(owner_of(position, space))
    whose = f" of seat {owner}" if owner >= 0 else ""
    return f"{name} (building {names.FACES[face]}{whose})"


def tile_text(tile: int) -> str:
    """A tile, such as `flood of 3 points, black hand`."""
    parts = names.TILES[tile].split("_")
    if parts[0] in names.HAZARD_TYPES:
        return f"{parts[0]} of {parts[1]} points, {parts[2]} hand"
    return " ".join(parts)


def _move(position: Position, seat: int, space: int, route: int) -> str:
    if position.held(seat, state.PLACE) < 0:
        return f"Put the cattleman on {space_text(position, space)}"
    after = position.clone()
    assert isinstance(after, Position)
    ride = pending.top(position) == pending.RIDE and pending.top_second(position) == 1
    steps = int(travel(after, space, route, ride))
    text = f"Move to {space_text(position, space)}, {steps} step{'s' if steps > 1 else ''}"
    seats = range(int(position.cells[SEATS]))
    paid = [after.held(other, state.MONEY) - position.held(other, state.MONEY) for other in seats]
    bank = -sum(paid)
    parts = [f"${paid[other]} to seat {other}" for other in seats if paid[other] > 0]
    if bank:
        parts.append(f"${bank} to the bank")
    return f"{text}, pay {' and '.join(parts)}" if parts else text


def _disc(source: int) -> str:
    if source >= len(names.DISCS):
        return f"from the station at {names.STATIONS[source - len(names.DISCS)]}"
    name = names.DISCS[source]
    return DISC_TEXTS.get(name, f"of {spoken(name)}")


def _deliver(position: Position, seat: int, city: int) -> str:
    text = f"{spoken(names.CITIES[city]).title()} ({position.components.city_value[city]})"
    if pending.top_first(position) == 1:
        return text
    return f"{text}, transport ${kansas_city.transport(position, seat, city)}"


def _income(position: Position, seat: int, steps: int) -> str:
    income = kansas_city.income_of(position, seat, steps)
    if steps == 0:
        return f"Take ${income}, keep the certificates"
    used = kansas_city.certificates_for(position, seat, steps)
    return f"Take ${income}, using certificates worth {used}"


def _buy(position: Position, offer: int, one: int, other: int) -> str:
    components = position.components
    cards = spoken(names.CATTLE[one])
    if other != actions.NO_CARD:
        cards += f" and {spoken(names.CATTLE[other])}"
    cowboys = int(components.offer_cowboys[offer])
    helpers = f"{cowboys} cowboy{'s' if cowboys > 1 else ''}"
    room = " for two" if components.offer_cards[offer] == 2 and other == actions.NO_CARD else ""
    return f"{cards} for ${components.offer_price[offer]}{room} with {helpers}"


def _build(position: Position, seat: int, face: int, site: int) -> dict[str, Any]:
    number = face % 10
    needed = int(buildings.craftsmen_needed(position, seat, number, site))
    text = ""
    if position.cells[state.BOARD + site]:
        text = f", replacing {names.FACES[int(face_on(position, site))]}"
    return {"cost": needed * int(pending.top_first(position)), "text": text}


def _objective(position: Position, card: int) -> str:
    if card == actions.FROM_DECK:
        return "from the top of the deck"
    return objective_text(position, card)


def objective_text(position: Position, card: int) -> str:
    """An objective card with its effect, tasks and points."""
    components = position.components
    tasks = task_text(task_letters(components, card))
    points, penalty = components.objective_points[card], components.objective_penalty[card]
    effect = EFFECT_TEXTS[names.EFFECTS[int(components.objective_effect[card])]]
    return f"{names.OBJECTIVES[card]} ({effect}; {tasks}: {points} or -{penalty} points)"


def _master(position: Position) -> str:
    return names.MASTERS[int(position.cells[state.MASTERS + pending.top_first(position)]) - 1]


def _engine(space: int) -> str:
    name = names.SPACES[space]
    return f"siding {name}" if "." in name else f"space {name}"


Details = Callable[[Position, int, int, int, int], dict[str, Any]]


def _text(text: str) -> dict[str, Any]:
    return {"text": text}


WRITERS: dict[int, Details] = {
    actions.MOVE: lambda position, seat, a, b, c: _text(_move(position, seat, a, b)),
    actions.PLAY: lambda position, seat, a, b, c: _text(objective_text(position, a)),
    actions.USE: lambda position, seat, a, b, c: _text(EFFECT_TEXTS[names.EFFECTS[a]]),
    actions.COPY: lambda position, seat, a, b, c: _text(space_text(position, a)),
    actions.AUXILIARY: lambda position, seat, a, b, c: _text(
        AUXILIARY_TEXTS[a].format(times=b + 1)
    ),
    actions.DONE: lambda position, seat, a, b, c: _text(
        "End the visit" if pending.top(position) == pending.LOCAL else "Go on in Kansas City"
    ),
    actions.SKIP: lambda position, seat, a, b, c: _text(SKIP_TEXTS[int(pending.top(position))]),
    actions.TAKE: lambda position, seat, a, b, c: _text(tile_text(b)),
    actions.INCOME: lambda position, seat, a, b, c: _text(_income(position, seat, a)),
    actions.DELIVER: lambda position, seat, a, b, c: _text(_deliver(position, seat, a)),
    actions.DISC: lambda position, seat, a, b, c: _text(_disc(a)),
    actions.OBJECTIVE: lambda position, seat, a, b, c: _text(_objective(position, a)),
    actions.ENGINE: lambda position, seat, a, b, c: _text(_engine(a)),
    actions.UPGRADE: lambda position, seat, a, b, c: {
        "cost": position.components.station_cost[a],
        "points": position.components.station_points[a],
    },
    actions.MASTER: lambda position, seat, a, b, c: _text(_master(position)),
    actions.HIRE: lambda position, seat, a, b, c: {
        "cost": workers.price(position, a, pending.top_first(position)),
        "text": article(names.WORKERS[b]),
    },
    actions.BUILD: lambda position, seat, a, b, c: _build(position, seat, a, b),
    actions.BUY: lambda position, seat, a, b, c: _text(_buy(position, a, b, c)),
    actions.TURN_UP: lambda position, seat, a, b, c: _text(f"{market.to_turn_up(position)} cards"),
    actions.HAZARD: lambda position, seat, a, b, c: _text(
        tile_text(int(position.cells[state.BOARD + a]))
    ),
    actions.TRADE: lambda position, seat, a, b, c: _text(_trade(position, a)),
    actions.DRAW_CARDS: lambda position, seat, a, b, c: _text(f"{a + 1}"),
    actions.PAIR: lambda position, seat, a, b, c: _text(EFFECT_TEXTS[names.EFFECTS[a]]),
    actions.SPEND: lambda position, seat, a, b, c: _text(EFFECT_TEXTS[names.EFFECTS[a]]),
}


def _trade(position: Position, space: int) -> str:
    gain = int(position.components.trail.gain[space])
    money = f"gain ${gain}" if gain > 0 else f"pay ${-gain}"
    return f"{tile_text(int(position.cells[state.BOARD + space]))}, {money}"


def details(position: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label of a legal action needs besides the parameters."""
    writer = WRITERS.get(int(code_of(action)))
    if writer is None:
        return {}
    return writer(position, seat, *(int(parameter(action, index)) for index in range(3)))
