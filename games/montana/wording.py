"""What labels say beyond the parameters of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.montana.actions import (
    ADVANCE,
    BANK,
    BID,
    BUILD,
    CANTEEN,
    COLLECT,
    COLOURS,
    DISCARD,
    GOODS,
    HELPERS,
    JOKER,
    PAIRS,
    SETS,
    SINGLES,
    SPIN,
    STOP,
    TRADE,
    TRADE_COINS,
    TRADE_WORKER,
    UPGRADE,
    WORK,
)
from games.montana.components import AREA_SPACES, JOKER_PAIR, WHEEL_SPACES, Components
from games.montana.geometry import LAND
from games.montana.rules import build, city
from games.montana.state import (
    ARROW,
    FACE,
    SPACE,
    TOKEN,
    Position,
    hex_at,
)
from games.packing import parameter

GOOD_NAMES = ("grain", "pumpkin", "small copper", "small stone", "large copper", "large stone")
PLACES = ("Grain field", "Farm", "Mine", "Quarry")


def listed(numbers: Sequence[int], names: Sequence[str]) -> str:
    """Such as `2 grain, 1 pumpkin`; `nothing` for no pieces."""
    parts = [f"{n} {name}" for n, name in zip(numbers, names, strict=True) if n]
    return ", ".join(parts) or "nothing"


def set_text(chosen: int, names: Sequence[str]) -> str:
    """A multiset of colours, such as `2 grain, 1 stone`."""
    return listed([SETS[chosen].count(colour) for colour in range(4)], names)


def workers_text(chosen: int) -> str:
    """A multiset of workers, such as `1 copper, 1 stone worker`."""
    return set_text(chosen, COLOURS) + (" worker" if len(SETS[chosen]) == 1 else " workers")


def pair_text(components: Components, space: int) -> str:
    """The two workers of a space of the wheel."""
    pair = int(components.wheel[space])
    return "any two workers" if pair == JOKER_PAIR else workers_text(pair)


def coins_text(number: int) -> str:
    """Such as `1 coin`."""
    return f"{number} coin" + ("" if number == 1 else "s")


def cost_text(components: Components, face: int) -> str:
    """The price of a field."""
    costs = [int(components.face_cost[len(GOODS) * face + good]) for good in range(len(GOODS))]
    return listed(costs, GOOD_NAMES)


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
        parts.append(f"{components.row_goods[row]} goods of {', '.join(kinds)}")
    if components.row_upgrades[row]:
        number = int(components.row_upgrades[row])
        parts.append(f"up to {number} upgrade" + ("" if number == 1 else "s"))
    return " and ".join(parts) or "nothing"


def _advance(state: Position, steps: int) -> str:
    if steps == 0:
        return "Leave the arrow where it is"
    space = (int(state.cells[ARROW]) + steps) % WHEEL_SPACES
    return f"Pay {steps} grain, move the arrow on to {pair_text(state.components, space)}"


def _work(state: Position, area: int, space: int, workers: int) -> dict[str, Any]:
    index = area * AREA_SPACES + space
    return {
        "place": PLACES[area],
        "workers": workers_text(workers),
        "cost": coins_text(int(state.components.area_cost[index])),
        "gain": f"{state.components.area_goods[index]} {GOOD_NAMES[area]}",
    }


def _helpers(state: Position, workers: int) -> str:
    if workers == 0:
        return "Leave the small space empty"
    index = int(state.cells[SPACE])
    gain = f"{state.components.area_extra[index]} {GOOD_NAMES[index // AREA_SPACES]}"
    return f"Small space: place {workers_text(workers)}, take {gain}"


def _bid(state: Position, row: int, column: int) -> dict[str, Any]:
    components = state.components
    rival = int(city.standing(state, row))
    on_the_board = row < components.rows and column < components.columns
    return {
        "price": int(components.prices[column]) if on_the_board else "?",
        "reward": reward_text(components, row) if on_the_board else "?",
        "outbids": "" if rival < 0 else f" (outbids seat {rival})",
    }


def _upgrade(state: Position, seat: int, copper: int, stone: int) -> str:
    what = listed((copper, stone), ("small copper for large", "small stone for large"))
    return "Take the reward without an upgrade" if copper + stone == 0 else f"Swap {what}"


def _build(state: Position, seat: int, place: int) -> dict[str, Any]:
    cells = state.cells
    at = hex_at(place)
    face = int(cells[at + FACE])
    due = int(state.components.face_settlements[face] + build.line_bonus(state, seat, place))
    gain = [f"{due} settlement" + ("" if due == 1 else "s")]
    if cells[at + TOKEN]:
        gain.append("1 cattle")
    canteens = len(canteens_beside(state, place))
    if canteens:
        gain.append(f"{canteens} canteen" + ("" if canteens == 1 else "s"))
    return {"cost": cost_text(state.components, face), "gain": ", ".join(gain)}


def canteens_beside(state: Position, place: int) -> list[int]:
    """The lakes beside a hex that still have a canteen."""
    cells = state.cells
    near = [int(state.components.neighbours[6 * place + direction]) for direction in range(6)]
    return [
        lake
        for lake in near
        if lake >= 0
        and cells[hex_at(lake) + TOKEN] == 1
        and state.components.face_kind[cells[hex_at(lake) + FACE]] != LAND
    ]


def trade_text(components: Components, bought: int) -> str:
    """What one cattle buys."""
    if bought == TRADE_COINS:
        return coins_text(int(components.trade_coins))
    if bought < TRADE_COINS:
        return f"{components.trade_goods} {GOOD_NAMES[bought]}"
    return f"{components.trade_workers} {COLOURS[bought - TRADE_WORKER]} worker"


def details(state: Position, seat: int, action: int) -> dict[str, Any]:
    """What the label template of an action needs besides its parameters."""
    components = state.components
    code = action & 255
    a, b, c = (int(parameter(action, index)) for index in range(3))
    if code == BANK:
        coins = int(components.bank_coins[a]) if a < components.bank_spaces else 0
        return {"workers": workers_text(b + SINGLES), "coins": coins}
    if code == WORK:
        return _work(state, a, b, c + SINGLES)
    if code == BID:
        return _bid(state, a, b)
    if code == BUILD:
        return _build(state, seat, a)
    simple: dict[int, dict[str, Any]] = {
        SPIN: {"pair": pair_text(components, a % WHEEL_SPACES)},
        JOKER: {"workers": set_text((PAIRS + a) % len(SETS), COLOURS)},
        DISCARD: {"limit": int(components.worker_limit)},
        ADVANCE: {"text": _advance(state, a)},
        HELPERS: {"text": _helpers(state, a) if code == HELPERS else ""},
        COLLECT: {"goods": set_text(a % len(SETS), GOOD_NAMES[:4])},
        UPGRADE: {"text": _upgrade(state, seat, a, b)},
        STOP: {"coins": coins_text(int(build.coins_due(state))) if code == STOP else ""},
        TRADE: {"text": trade_text(components, a) if code == TRADE else ""},
        CANTEEN: {"text": "Use a canteen: take another turn" if a else "Keep the canteens"},
    }
    return simple.get(code, {})
