"""Why an action is refused."""

from __future__ import annotations

from typing import Final

from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.geometry import KINDS, LAND
from railhead.games.montana.rules import city, shared
from railhead.games.montana.state import Position
from railhead.games.montana.wording import coins_text, cost_text
from railhead.games.packing import code_of, parameter
from railhead.games.reasons import UnsuitableChoice

OPEN_AT: Final = {
    actions.BUILD: ("main_action", "build_more"),
    actions.BANK: ("main_action",),
    actions.WORK: ("main_action",),
    actions.HELPERS: ("small_space",),
    actions.BID: ("bid",),
    actions.ADVANCE: ("advance",),
}
"""The decisions at which an action, if refused, has a reason of its own."""


def refusal(position: Position, seat: int, action: int) -> str:
    """Why a well-formed action of the seat to act is not legal, as a sentence."""
    phase = int(position.cells[state.PHASE])
    code = code_of(action)
    a, b, c = (int(parameter(action, index)) for index in range(3))
    legal = position.legal_actions(seat)
    offered = {code_of(one) for one in legal}
    reason = ""
    if code == actions.TRADE:
        reason = _no_trade(position, seat)
    elif phase == state.RETURN_WORKERS:
        reason = f"more than {position.components.worker_limit} workers: return one first"
    elif state.PHASES[phase] not in OPEN_AT.get(code, state.PHASES):
        reason = position.game.vocabulary.untimely(action, legal)
    elif code == actions.BUILD:
        reason = _no_building(position, seat, a)
    elif code == actions.BANK:
        reason = _no_bank(position, seat, a, b + actions.SINGLES)
    elif code == actions.WORK:
        reason = _no_work(position, seat, a * AREA_SPACES + b, c + actions.SINGLES)
    elif code == actions.HELPERS:
        area = int(position.cells[state.SPACE]) // AREA_SPACES
        reason = _no_payment(position, seat, area, a)
    elif code == actions.BID:
        reason = _no_bid(position, seat, a, b)
    elif code == actions.ADVANCE:
        grain = position.amount(seat, state.GRAIN)
        reason = (
            f"{a} steps cost {a} grain, you have {grain}; {actions.LAST_STEP} steps are the most"
        )
    elif code not in offered:
        reason = position.game.vocabulary.untimely(action, legal)
    return reason or "it cannot be paid or is not offered here"


def _no_trade(position: Position, seat: int) -> str:
    if position.amount(seat, state.CATTLE) == 0:
        return "there is no cattle to trade"
    if not shared.may_trade(position, seat):
        return "cattle is traded in one's own turn only, and in an auction only where allowed"
    return "cattle is not traded at this decision, or nobody has such a piece to give"


def _no_building(position: Position, seat: int, place: int) -> str:
    cells = position.cells
    at = state.hex_at(place)
    kind = int(position.components.face_kind[cells[at + state.FACE]])
    if position.amount(seat, state.SETTLEMENTS) == 0:
        return "no settlement is left"
    if kind != LAND:
        return f"the hex is {KINDS[kind]}, not a field"
    if cells[at + state.OWNER]:
        return f"the field belongs to seat {int(cells[at + state.OWNER]) - 1}"
    if not (cells[at + state.REACH] >> seat) & 1:
        return "the field is not beside the start tile or a settlement that counts"
    return f"the field costs exactly {cost_text(position.components, int(cells[at + state.FACE]))}"


def _short_of(position: Position, seat: int, workers: int) -> str:
    for colour in range(4):
        if actions.SETS[workers].count(colour) > position.amount(seat, state.WORKERS + colour):
            return UnsuitableChoice(f"there are too few {actions.COLOURS[colour]} workers")
    return ""


def _no_bank(position: Position, seat: int, space: int, workers: int) -> str:
    components = position.components
    if space >= components.bank_spaces:
        return UnsuitableChoice(f"the bank has {components.bank_spaces} spaces")
    if position.cells[state.BANK_AT + space]:
        return "that space of the bank is taken"
    if len(actions.SETS[workers]) != components.bank_workers[space]:
        needed = components.bank_workers[space]
        return UnsuitableChoice(f"that space takes exactly {needed} workers")
    return _short_of(position, seat, workers) or "an equal space with a lower number is free"


def _no_work(position: Position, seat: int, index: int, workers: int) -> str:
    components = position.components
    if position.cells[state.LARGE_AT + index]:
        return "that space is taken"
    if components.area_cost[index] > position.amount(seat, state.COINS):
        return f"that space costs {coins_text(int(components.area_cost[index]))}"
    return _no_payment(position, seat, index // AREA_SPACES, workers)


def _no_payment(position: Position, seat: int, area: int, workers: int) -> str:
    strict = bool(position.cells[state.OTHER_COLOURS])
    if workers != actions.SINGLES + area and (
        len(actions.SETS[workers]) != 2 or (strict and area in actions.SETS[workers])
    ):
        two = "2 workers of other colours" if strict else "any 2 workers"
        return f"it takes 1 {actions.COLOURS[area]} worker or {two}"
    return _short_of(position, seat, workers)


def _no_bid(position: Position, seat: int, row: int, column: int) -> str:
    components = position.components
    if row >= components.rows or column >= components.columns:
        return f"the city has {components.rows} rows of {components.columns} columns"
    if column < city.first_column(position, row):
        return "a contractor there must be outbid further to the right"
    return f"the column costs {components.prices[column]} pumpkins, there are " + str(
        position.amount(seat, state.PUMPKIN)
    )
