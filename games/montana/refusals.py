"""Why an action is refused."""

from __future__ import annotations

from games.montana.actions import (
    ADVANCE,
    BANK,
    BID,
    BUILD,
    COLOURS,
    LAST_STEP,
    SETS,
    SINGLES,
    TRADE,
    WORK,
)
from games.montana.components import AREA_SPACES
from games.montana.geometry import KINDS, LAND
from games.montana.rules import city, shared
from games.montana.state import (
    AUCTION,
    BANK_AT,
    CATTLE,
    COINS,
    FACE,
    GRAIN,
    LARGE_AT,
    OWNER,
    PHASE,
    PHASES,
    PUMPKIN,
    REACH,
    RETURN_WORKERS,
    SETTLEMENTS,
    WORKERS,
    Position,
    hex_at,
)
from games.montana.wording import coins_text, cost_text
from games.packing import parameter


def refusal(state: Position, seat: int, action: int) -> str:
    """Why a well-formed action of the seat to act is not legal, as a sentence."""
    phase = int(state.cells[PHASE])
    written = state.game.vocabulary.notation(action)
    code = action & 255
    a, b, c = (int(parameter(action, index)) for index in range(3))
    offered = {legal & 255 for legal in state.legal_actions(seat)}
    reason = ""
    if phase == RETURN_WORKERS:
        reason = f"more than {state.components.worker_limit} workers: return one first"
    elif code == TRADE:
        reason = _no_trade(state, seat, a)
    elif code in (BUILD, BANK, WORK, BID) and code not in offered and not _opens(code, phase):
        reason = f"this is the decision {PHASES[phase]}"
    elif code == BUILD:
        reason = _no_building(state, seat, a)
    elif code == BANK:
        reason = _no_bank(state, seat, a, b + SINGLES)
    elif code == WORK:
        reason = _no_work(state, seat, a * AREA_SPACES + b, c + SINGLES)
    elif code == BID:
        reason = _no_bid(state, seat, a, b)
    elif code == ADVANCE:
        grain = state.held(seat, GRAIN)
        reason = f"{a} steps cost {a} grain, there are {grain}, and {LAST_STEP} steps at most"
    elif code not in offered:
        reason = f"this is the decision {PHASES[phase]}"
    return f"{written} is not legal: {reason or 'it cannot be paid or is not offered here'}"


def _opens(code: int, phase: int) -> bool:
    return PHASES[phase] in {
        BUILD: ("main_action", "build_more"),
        BANK: ("main_action",),
        WORK: ("main_action",),
        BID: ("bid",),
    }.get(code, ())


def _no_trade(state: Position, seat: int, bought: int) -> str:
    if state.held(seat, CATTLE) == 0:
        return "there is no cattle to trade"
    if not shared.may_trade(state, seat):
        return "cattle is traded in one's own turn only, and in an auction only where allowed"
    if state.cells[AUCTION] and bought == PUMPKIN:
        return "the supply has no pumpkin, and bids must stay payable"
    return "cattle is not traded at this decision, or nobody has such a piece to give"


def _no_building(state: Position, seat: int, place: int) -> str:
    cells = state.cells
    at = hex_at(place)
    kind = int(state.components.face_kind[cells[at + FACE]])
    if state.held(seat, SETTLEMENTS) == 0:
        return "no settlement is left"
    if kind != LAND:
        return f"the hex is {KINDS[kind]}, not a field"
    if cells[at + OWNER]:
        return f"the field belongs to seat {int(cells[at + OWNER]) - 1}"
    if not (cells[at + REACH] >> seat) & 1:
        return "the field is not beside the start tile or a settlement that counts"
    return f"the field costs exactly {cost_text(state.components, int(cells[at + FACE]))}"


def _short_of(state: Position, seat: int, workers: int) -> str:
    for colour in range(4):
        if SETS[workers].count(colour) > state.held(seat, WORKERS + colour):
            return f"there are too few {COLOURS[colour]} workers"
    return ""


def _no_bank(state: Position, seat: int, space: int, workers: int) -> str:
    components = state.components
    if space >= components.bank_spaces:
        return f"the bank has {components.bank_spaces} spaces"
    if state.cells[BANK_AT + space]:
        return "that space of the bank is taken"
    if len(SETS[workers]) != components.bank_workers[space]:
        return f"that space takes exactly {components.bank_workers[space]} workers"
    return _short_of(state, seat, workers) or "an equal space with a lower number is free"


def _no_work(state: Position, seat: int, index: int, workers: int) -> str:
    components = state.components
    if state.cells[LARGE_AT + index]:
        return "that space is taken"
    if components.area_cost[index] > state.held(seat, COINS):
        return f"that space costs {coins_text(int(components.area_cost[index]))}"
    area = index // AREA_SPACES
    if workers != SINGLES + area and (len(SETS[workers]) != 2 or area in SETS[workers]):
        return f"it takes 1 {COLOURS[area]} worker or 2 workers of other colours"
    return _short_of(state, seat, workers)


def _no_bid(state: Position, seat: int, row: int, column: int) -> str:
    components = state.components
    if row >= components.rows or column >= components.columns:
        return f"the city has {components.rows} rows of {components.columns} columns"
    if column < city.first_column(state, row):
        return "a contractor there must be outbid further to the right"
    return f"the column costs {components.prices[column]} pumpkins, there are " + str(
        state.held(seat, PUMPKIN)
    )
