"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from railhead.games.game import SEATS
from railhead.games.great_western_trail import actions, names, pending, state
from railhead.games.great_western_trail.components import task_letters
from railhead.games.great_western_trail.effect_texts import (
    EFFECT_TEXTS,
    article,
    auxiliary_text,
    task_text,
)
from railhead.games.great_western_trail.rules import buildings, kansas_city, market, workers
from railhead.games.great_western_trail.rules.movement import face_on, owner_of, travel
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import HAZARD, KANSAS_CITY, NEUTRAL, TEEPEE
from railhead.games.packing import HIDDEN, code_of, parameter

DISC_TEXTS = {
    "step_left": "from the left step (gain $3)",
    "step_right": "from the right step (3 points at the end)",
    "hand": "from the hand limit (pay $5)",
}
SKIP_TEXTS = {
    pending.OFFER: "Leave the effect out",
    pending.STATION: "Do not upgrade the station",
    pending.MASTER: "Leave the station master tile for good",
    pending.ENGINE_ON: "Leave the engine where it is",
    pending.REMOVE: "Remove no further card",
    pending.GAIN_CARD: "Take no objective card",
}
TOLD: Final = {
    actions.DRAW: "{who} draws {text}",
    actions.REVEAL: "{who} turns up {text}",
    actions.TURN_UP_CATTLE: "{drawn} comes to the cattle market",
    actions.TURN_UP_OBJECTIVE: "Objective {text} comes to the display",
    actions.GAIN_OBJECTIVE: "{who} gains objective {text} from the deck",
    actions.TAKE_OBJECTIVE: "{who} takes {text} into the hand",
    actions.FORESIGHT: "{drawn} comes to foresight {column}",
    actions.MOVE: "{who} {done}",
    actions.USE: "{who} uses an action: {done}",
    actions.AUXILIARY: "{who} takes an auxiliary action: {text}",
    actions.TAKE: "{who} places {text} from foresight {column}",
    actions.INCOME: "{who} {done}",
    actions.DRAW_CARDS: "{who} draws {text}, then discards as many",
    actions.TRADE: "{who} trades at {location}, {done}",
}
"""What a log says where that is not the label in the third person."""


def spoken_name(name: str) -> str:
    """A name of the vocabulary as people read it."""
    return name.replace("_", " ")


def breed(name: str) -> str:
    """A kind of cattle cards as people read it, such as `Texas Longhorn worth 5 points`."""
    words = name.split("_")
    worth = f" worth {words.pop()} points" if words[-1].isdigit() else ""
    return " ".join(words).title() + worth


def points_text(number: int) -> str:
    """Such as `1 point`."""
    return f"{number} point" + ("" if number == 1 else "s")


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
    if kind == NEUTRAL:
        return f"neutral building {names.FACES[face]}"
    return f"{name} (building {names.FACES[face]} of seat {owner})"


def tile_text(tile: int) -> str:
    """A tile, such as `flood of 3 points with a black hand`."""
    parts = names.TILES[tile].split("_")
    if parts[0] in names.HAZARD_TYPES:
        return f"{parts[0]} of {parts[1]} points with a {parts[2]} hand"
    return " ".join(parts)


def _move(position: Position, seat: int, space: int, route: int) -> dict[str, Any]:
    where = space_text(position, space)
    if position.amount(seat, state.PLACE) < 0:
        return {
            "text": f"Put the cattleman on {where}",
            "done": f"puts the cattleman on {where}",
        }
    after = position.clone()
    assert isinstance(after, Position)
    ride = pending.top(position) == pending.RIDE and pending.top_second(position) == 1
    steps = int(travel(after, space, route, ride))
    way = f"to {where}, {steps} step{'s' if steps > 1 else ''}"
    seats = range(int(position.cells[SEATS]))
    paid = [
        after.amount(other, state.MONEY) - position.amount(other, state.MONEY) for other in seats
    ]
    bank = -sum(paid)
    parts = [f"${paid[other]} to seat {other}" for other in seats if paid[other] > 0]
    if bank:
        parts.append(f"${bank} to the bank")
    cost = " and ".join(parts)
    return {
        "text": f"Move {way}" + (f", pay {cost}" if cost else ""),
        "done": f"moves {way}" + (f", paying {cost}" if cost else ""),
    }


def _disc(source: int) -> str:
    if source >= len(names.DISCS):
        return f"from the station at {names.STATIONS[source - len(names.DISCS)]}"
    return disc_text(names.DISCS[source])


def disc_text(name: str) -> str:
    """Where a disc of the player board is taken from, by the names of `names.DISCS`."""
    kind, _, number = name.partition("_")
    spaces = {
        "auxiliary": f"from auxiliary action {number}",
        "certificate": f"from certificate space {number}",
    }
    return spaces.get(kind) or DISC_TEXTS[name]


def _deliver(position: Position, seat: int, city: int) -> str:
    text = (
        f"{spoken_name(names.CITIES[city]).title()} (value {position.components.city_value[city]})"
    )
    if pending.top_first(position) == 1:
        return text
    return f"{text}, transport costs ${kansas_city.transport(position, seat, city)}"


def _income(position: Position, seat: int, steps: int) -> dict[str, Any]:
    income = kansas_city.income_of(position, seat, steps)
    if steps == 0:
        return {
            "text": f"Take ${income}, keep the certificates",
            "done": f"takes ${income} and keeps the certificates",
        }
    used = kansas_city.certificates_for(position, seat, steps)
    how = f"${income}, using certificates worth {used}"
    return {"text": f"Take {how}", "done": f"takes {how}"}


def _buy(position: Position, offer: int, one: int, other: int) -> str:
    components = position.components
    cards = article(breed(names.CATTLE[one]))
    if other != actions.NO_CARD:
        cards = f"{cards} and {_beside(one, other)}"
    cowboys = int(components.offer_cowboys[offer])
    helpers = f"{cowboys} cowboy{'' if cowboys == 1 else 's'}"
    room = " for two" if components.offer_cards[offer] == 2 and other == actions.NO_CARD else ""
    return f"{cards} for ${components.offer_price[offer]}{room} with {helpers}"


def _build(position: Position, seat: int, face: int, site: int) -> dict[str, Any]:
    number = face % 10
    needed = int(buildings.craftsmen_needed(position, seat, number, site))
    text = ""
    if position.cells[state.BOARD + site]:
        text = f", replacing {names.FACES[int(face_on(position, site))]}"
    return {"cost": needed * int(pending.top_first(position)), "text": text}


def _objective(position: Position, card: int) -> dict[str, Any]:
    if card == actions.FROM_DECK:
        return {"text": "the top objective of the deck"}
    return {"text": f"objective {objective_text(position, card)}"}


def card_text(card: int) -> str:
    """A card of a player's deck, such as `an Ayrshire` or `objective D1`; `a card` if hidden."""
    if card == HIDDEN:
        return "a card"
    name = names.CARDS[card]
    return article(breed(name)) if name in names.CATTLE else f"objective {name}"


def _use(effect: str) -> dict[str, Any]:
    return {"text": effect, "done": effect[0].lower() + effect[1:]}


def objective_text(position: Position, card: int) -> str:
    """An objective card with its effect, tasks and points."""
    components = position.components
    tasks = task_text(task_letters(components, card))
    points, penalty = components.objective_points[card], components.objective_penalty[card]
    effect = EFFECT_TEXTS[names.EFFECTS[int(components.objective_effect[card])]]
    return f"{names.OBJECTIVES[card]} ({effect}; {tasks}: {points} or -{penalty} points)"


def _master(position: Position) -> str:
    """What a station master tile is called, such as `worth points for hazards`."""
    master = int(position.cells[state.MASTERS + pending.top_first(position)]) - 1
    return f"tile that scores for {names.MASTERS[master]}"


def _engine(space: int) -> str:
    name = names.SPACES[space]
    return f"siding {name}" if "." in name else f"space {name}"


Details = Callable[[Position, int, int, int, int], dict[str, Any]]


def _text(text: str) -> dict[str, Any]:
    return {"text": text}


def _sentence_start(text: str) -> dict[str, Any]:
    return {"text": text, "drawn": text[0].upper() + text[1:]}


WRITERS: dict[int, Details] = {
    actions.DRAW: lambda position, seat, a, b, c: _text(card_text(b)),
    actions.REVEAL: lambda position, seat, a, b, c: _text(card_text(b)),
    actions.TURN_UP_CATTLE: lambda position, seat, a, b, c: _sentence_start(card_text(a)),
    actions.TURN_UP_OBJECTIVE: lambda position, seat, a, b, c: _text(objective_text(position, a)),
    actions.GAIN_OBJECTIVE: lambda position, seat, a, b, c: _text(objective_text(position, b)),
    actions.TAKE_OBJECTIVE: lambda position, seat, a, b, c: _text(
        "an objective card" if b == HIDDEN else f"objective {objective_text(position, b)}"
    ),
    actions.FORESIGHT: lambda position, seat, a, b, c: _sentence_start(article(tile_text(b))),
    actions.DISCARD: lambda position, seat, a, b, c: {"card": card_text(a)},
    actions.REMOVE: lambda position, seat, a, b, c: {"card": card_text(a)},
    actions.MOVE: lambda position, seat, a, b, c: _move(position, seat, a, b),
    actions.PLAY: lambda position, seat, a, b, c: _text(objective_text(position, a)),
    actions.USE: lambda position, seat, a, b, c: _use(EFFECT_TEXTS[names.EFFECTS[a]]),
    actions.COPY: lambda position, seat, a, b, c: _text(space_text(position, a)),
    actions.AUXILIARY: lambda position, seat, a, b, c: _text(auxiliary_text(a, b + 1)),
    actions.DONE: lambda position, seat, a, b, c: _text(
        "End the visit" if pending.top(position) == pending.LOCAL else "Go on in Kansas City"
    ),
    actions.SKIP: lambda position, seat, a, b, c: _text(SKIP_TEXTS[int(pending.top(position))]),
    actions.TAKE: lambda position, seat, a, b, c: _text(article(tile_text(b))),
    actions.INCOME: lambda position, seat, a, b, c: _income(position, seat, a),
    actions.DELIVER: lambda position, seat, a, b, c: _text(_deliver(position, seat, a)),
    actions.DISC: lambda position, seat, a, b, c: _text(_disc(a)),
    actions.OBJECTIVE: lambda position, seat, a, b, c: _objective(position, a),
    actions.ENGINE: lambda position, seat, a, b, c: _text(_engine(a)),
    actions.UPGRADE: lambda position, seat, a, b, c: {
        "cost": position.components.station_cost[a],
        "points": points_text(int(position.components.station_points[a])),
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
    actions.TRADE: lambda position, seat, a, b, c: _trade(position, a),
    actions.DRAW_CARDS: lambda position, seat, a, b, c: _text(
        f"{a + 1} card" + ("" if a == 0 else "s")
    ),
    actions.PAIR: lambda position, seat, a, b, c: {
        "text": EFFECT_TEXTS[names.EFFECTS[a]],
        "card": card_text(b),
        "second": _beside(b, c),
    },
    actions.SPEND: lambda position, seat, a, b, c: {
        "text": EFFECT_TEXTS[names.EFFECTS[a]],
        "card": card_text(b),
    },
}


def _beside(one: int, other: int) -> str:
    """The second of two cattle cards, where the first has been named."""
    return "another" if one == other else card_text(other)


def _trade(position: Position, space: int) -> dict[str, Any]:
    gain = int(position.components.trail.gain[space])
    teepee = tile_text(int(position.cells[state.BOARD + space]))
    if gain > 0:
        return {
            "text": f"take the {teepee} and ${gain}",
            "done": f"taking the {teepee} and ${gain}",
        }
    return {
        "text": f"take the {teepee} and pay ${-gain}",
        "done": f"taking the {teepee} and paying ${-gain}",
    }


def label_params(position: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label of an action needs besides the parameters, and what a log says."""
    code = int(code_of(action))
    writer = WRITERS.get(code)
    if writer is None:
        return {}
    shown = writer(position, seat, *(int(parameter(action, index)) for index in range(3)))
    return {**shown, "told": TOLD[code]} if code in TOLD else shown
