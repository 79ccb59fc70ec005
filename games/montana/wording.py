"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES, WHEEL_SPACES
from railhead.games.montana.components import JOKER_PAIR, Components
from railhead.games.montana.geometry import LAND
from railhead.games.montana.rules import build, city
from railhead.games.montana.state import Position
from railhead.games.packing import code_of, parameter

GOOD_NAMES = ("grain", "pumpkin", "small copper", "small stone", "large copper", "large stone")
PLACES = ("Grain field", "Farm", "Mine", "Quarry")
CANTEEN_TEXTS = ("Keep the canteens", "Use a canteen: take another turn")

TOLD: Final = {
    actions.HIRE: "{who} spins the wheel to hire",
    actions.JOKER: "{who} takes {workers} for the joker",
    actions.DISCARD: "{who} returns a {colour} worker",
    actions.BANK: "{who} places {workers} on space {space} of the bank, taking {coins} coins",
    actions.WORK: "{who} places {workers} on space {space} of the {area}, paying {cost}, taking "
    "{gain}",
    actions.CITY: "{who} takes 1 pumpkin and opens the auction in the city",
    actions.BID: "{who} bids {price} pumpkins for row {row}: {reward}{outbids}",
    actions.PASS: "{who} passes and leaves the auction",
    actions.STOP: "{who} stops building and takes {coins}",
}
"""What a log says where that is not the label in the third person."""


PHASE_TEXTS: Final = {
    "setup_spin": "spin the wheel for the first workers",
    "setup_joker": "choose workers for the joker",
    "main_action": "choose an action",
    "hire_spin": "spin the wheel",
    "joker": "choose workers for the joker",
    "advance": "turn the wheel on for grain, or not",
    "return_workers": "return workers beyond eight",
    "small_space": "use a small space, or not",
    "bid": "bid in the city",
    "city_reward": "choose the reward of the city",
    "build_more": "build on, or stop",
    "end_trade": "trade cattle, or end the turn",
    "canteen": "use a canteen, or not",
    "over": "the match is over",
}
"""What is to be decided in each phase."""


def list_text(numbers: Sequence[int], names: Sequence[str]) -> str:
    """Such as `2 grain and 1 pumpkin`; `nothing` for no pieces."""
    return in_a_row([count_text(n, name) for n, name in zip(numbers, names, strict=True) if n])


def in_a_row(parts: Sequence[str], joined: str = "and") -> str:
    """Such as `this, this and that`; `nothing` without any."""
    *rest, last = parts or ["nothing"]
    return f"{', '.join(rest)} {joined} {last}" if rest else last


def count_text(number: int, name: str) -> str:
    """A number of pieces, such as `2 pumpkins`; grain, copper, stone and cattle are no plurals."""
    several = number != 1 and name.endswith(("pumpkin", "coin", "worker", "settlement", "canteen"))
    return f"{number} {name}" + ("s" if several else "")


def set_text(chosen: int, names: Sequence[str]) -> str:
    """A multiset of colours, such as `2 grain and 1 stone`."""
    return list_text([actions.SETS[chosen].count(colour) for colour in range(4)], names)


def workers_text(chosen: int) -> str:
    """A multiset of workers, such as `1 copper worker and 2 stone workers`."""
    return set_text(chosen, [f"{colour} worker" for colour in actions.COLOURS])


def pair_text(components: Components, space: int) -> str:
    """The two workers of a space of the wheel."""
    pair = int(components.wheel[space])
    return "any two workers" if pair == JOKER_PAIR else workers_text(pair)


def coins_text(number: int) -> str:
    """Such as `1 coin`."""
    return count_text(number, "coin")


def cost_text(components: Components, face: int) -> str:
    """The price of a field."""
    costs = [
        int(components.face_cost[len(actions.GOODS) * face + good])
        for good in range(len(actions.GOODS))
    ]
    return list_text(costs, GOOD_NAMES)


def reward_text(components: Components, row: int) -> str:
    """What a row of the city gives."""
    parts: list[str] = []
    if components.row_cattle[row]:
        parts.append(f"{components.row_cattle[row]} cattle")
    if components.row_coins[row]:
        parts.append(coins_text(int(components.row_coins[row])))
    if components.row_goods[row]:
        kinds = [
            GOOD_NAMES[good]
            for good in range(4)
            if (components.row_choice[row] >> (8 * good)) & 255
        ]
        parts.append(f"{components.row_goods[row]} goods out of {in_a_row(kinds)}")
    if components.row_upgrades[row]:
        number = int(components.row_upgrades[row])
        parts.append(f"up to {number} upgrade" + ("" if number == 1 else "s"))
    return " and ".join(parts) or "nothing"


def _advance(position: Position, steps: int) -> dict[str, Any]:
    if steps == 0:
        return {"text": "Leave the arrow where it is"}
    space = (int(position.cells[state.ARROW]) + steps) % WHEEL_SPACES
    pair = pair_text(position.components, space)
    return {
        "text": f"Pay {steps} grain, move the arrow on and take {pair} too",
        "told": f"{{who}} pays {steps} grain, moves the arrow on and takes {pair} too",
    }


def _work(position: Position, area: int, space: int, workers: int) -> dict[str, Any]:
    index = area * AREA_SPACES + space
    return {
        "place": PLACES[area],
        "workers": workers_text(workers),
        "cost": coins_text(int(position.components.area_cost[index])),
        "gain": count_text(int(position.components.area_goods[index]), GOOD_NAMES[area]),
    }


def _helpers(position: Position, workers: int) -> dict[str, Any]:
    if workers == 0:
        return {"text": "Leave the small space empty"}
    index = int(position.cells[state.SPACE])
    gain = count_text(int(position.components.area_extra[index]), GOOD_NAMES[index // AREA_SPACES])
    placed = workers_text(workers)
    return {
        "text": f"Small space: place {placed}, take {gain}",
        "told": f"{{who}} places {placed} on the small space, taking {gain}",
    }


def _bid(position: Position, row: int, column: int) -> dict[str, Any]:
    components = position.components
    rival = int(city.standing(position, row))
    on_the_board = row < components.rows and column < components.columns
    return {
        "price": int(components.prices[column]) if on_the_board else "?",
        "reward": reward_text(components, row) if on_the_board else "?",
        "outbids": "" if rival < 0 else f" (outbids seat {rival})",
    }


def _upgrade(position: Position, seat: int, copper: int, stone: int) -> str:
    if copper + stone == 0:
        return "Take the reward without an upgrade"
    kinds = ((copper, "copper"), (stone, "stone"))
    swaps = [f"{number} small {kind} for {number} large" for number, kind in kinds if number]
    return f"Swap {in_a_row(swaps)}"


def _build(position: Position, seat: int, place: int) -> dict[str, Any]:
    cells = position.cells
    at = state.hex_at(place)
    face = int(cells[at + state.FACE])
    due = int(position.components.face_settlements[face] + build.line_bonus(position, seat, place))
    gain = [count_text(due, "settlement")]
    if cells[at + state.TOKEN]:
        gain.append("1 cattle")
    canteens = len(canteens_beside(position, place))
    if canteens:
        gain.append(count_text(canteens, "canteen"))
    return {"cost": cost_text(position.components, face), "gain": in_a_row(gain)}


def canteens_beside(position: Position, place: int) -> list[int]:
    """The lakes beside a hex that still have a canteen."""
    cells = position.cells
    near = [int(position.components.neighbours[6 * place + direction]) for direction in range(6)]
    return [
        lake
        for lake in near
        if lake >= 0
        and cells[state.hex_at(lake) + state.TOKEN] == 1
        and position.components.face_kind[cells[state.hex_at(lake) + state.FACE]] != LAND
    ]


def trade_text(components: Components, bought: int) -> str:
    """What one cattle buys."""
    if bought == actions.TRADE_COINS:
        return coins_text(int(components.trade_coins))
    if bought < actions.TRADE_COINS:
        return count_text(int(components.trade_goods), GOOD_NAMES[bought])
    colour = actions.COLOURS[bought - actions.TRADE_WORKER]
    return count_text(int(components.trade_workers), f"{colour} worker")


def _canteen(used: int) -> dict[str, Any]:
    if not used:
        return {"text": CANTEEN_TEXTS[0]}
    return {
        "text": CANTEEN_TEXTS[1],
        "told": "{who} uses a canteen for another turn",
    }


def _bank(position: Position, space: int, workers: int) -> dict[str, Any]:
    components = position.components
    coins = int(components.bank_coins[space]) if space < components.bank_spaces else 0
    return {"workers": workers_text(workers), "coins": coins}


Details = Callable[[Position, int, int, int, int], dict[str, Any]]

WRITERS: Final[dict[int, Details]] = {
    actions.SPIN: lambda position, seat, a, b, c: {
        "pair": pair_text(position.components, a % WHEEL_SPACES)
    },
    actions.JOKER: lambda position, seat, a, b, c: {
        "workers": workers_text((actions.PAIRS + a) % len(actions.SETS))
    },
    actions.DISCARD: lambda position, seat, a, b, c: {
        "limit": int(position.components.worker_limit)
    },
    actions.ADVANCE: lambda position, seat, a, b, c: _advance(position, a),
    actions.BANK: lambda position, seat, a, b, c: _bank(position, a, b + actions.SINGLES),
    actions.WORK: lambda position, seat, a, b, c: _work(position, a, b, c + actions.SINGLES),
    actions.HELPERS: lambda position, seat, a, b, c: _helpers(position, a),
    actions.BID: lambda position, seat, a, b, c: _bid(position, a, b),
    actions.COLLECT: lambda position, seat, a, b, c: {
        "goods": set_text(a % len(actions.SETS), GOOD_NAMES[:4])
    },
    actions.UPGRADE: lambda position, seat, a, b, c: {"text": _upgrade(position, seat, a, b)},
    actions.BUILD: lambda position, seat, a, b, c: _build(position, seat, a),
    actions.STOP: lambda position, seat, a, b, c: {
        "coins": coins_text(int(build.coins_due(position)))
    },
    actions.TRADE: lambda position, seat, a, b, c: {"text": trade_text(position.components, a)},
    actions.CANTEEN: lambda position, seat, a, b, c: _canteen(a),
}


def label_params(position: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label template of an action needs besides its parameters, and what a log says."""
    code = int(code_of(action))
    told = {"told": TOLD[code]} if code in TOLD else {}
    writer = WRITERS.get(code)
    if writer is None:
        return told
    shown = writer(position, seat, *(int(parameter(action, index)) for index in range(3)))
    return {**told, **shown}
