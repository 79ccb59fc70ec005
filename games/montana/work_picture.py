"""Where workers are placed in Montana's picture: the bank and the production areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, MUTED, Shade
from railhead.games.layout import Block, Columns, Region
from railhead.games.montana.tokens import coin, good, worker
from railhead.games.svg import Drawing, width_of

AREA_NAMES: Final = {
    "grain_field": "Grain field",
    "farm": "Farm",
    "mine": "Mine",
    "quarry": "Quarry",
}
SMALL_SPACE: Final = Shade("#f1e8cf", "#332d23")
CELL: Final = 162
"""The width of a large space with the small one beside it."""


def work(view: Mapping[str, Any], columns: Columns) -> Region:
    """The bank and the production areas."""
    width, low = columns.side, columns.narrow

    def area(one: Mapping[str, Any]) -> Block:
        height = 122 if low else 76
        return Block(width, height, lambda out, _height: draw_area(out, one, width, low))

    bank = Block(width, 86, lambda out, _height: draw_bank(out, view["bank"], width))
    return Region("work", "Bank and production areas", [bank, *map(area, view["areas"])])


def draw_bank(out: Drawing, bank: Sequence[Mapping[str, Any]], width: float) -> None:
    """The bank: how many workers each space takes, and the coins that they bring."""
    out.panel(0, 0, width, 86, "Bank")
    out.text(60, 21, "workers of any colours bring coins", 12, fill=MUTED)
    wide = [30 * space["needs"] + 50 for space in bank]
    scale = min(1, (width - 20) / (sum(wide) + 6 * (len(bank) - 1)))
    gap = (width - 20 - scale * sum(wide)) / max(1, len(bank) - 1)
    left = 10.0
    for space, room in zip(bank, wide, strict=True):
        words = f"Bank, space {space['space']}: {space['coins']} coins for {space['needs']} workers"
        with out.transform(left, 34, scale), out.element(f"bank-{space['space']}", words):
            draw_bank_space(out, space, room)
        left += scale * room + min(gap, 60)


def draw_bank_space(out: Drawing, space: Mapping[str, Any], width: float) -> None:
    """A space of the bank with its workers."""
    out.rect(0, 0, width, 42, "none", rx=21, stroke=EDGE)
    for slot in range(space["needs"]):
        place = 22 + 30 * slot
        out.circle(place, 21, 13, FELT, stroke=EDGE, stroke_width=1.5)
        if space["workers"]:
            worker(out, space["workers"][slot], place, 21, 12)
    coin(out, width - 24, 21, 16, str(space["coins"]))


def draw_area(out: Drawing, area: Mapping[str, Any], width: float, low: bool) -> None:
    """A production area, each large space with its small one, beside its name or below it."""
    name = AREA_NAMES[area["area"]]
    out.panel(0, 0, width, 122 if low else 76, name)
    x = 24 + width_of(name, 14, True) if low else 12
    y = 21 if low else 46
    out.text(x, y, "1", 13, weight="bold")
    worker(out, area["worker"], x + 24, y - 5, 10)
    if low:
        out.text(x + 42, y, "or 2 others", 12)
    else:
        out.text(12, 64, "or 2 others", 12)
    pitch = (width - 16) / 3 if low else CELL + 3
    left, top = (8.0, 32.0) if low else (112.0, 8.0)
    for index, space in enumerate(area["spaces"]):
        small = space["small_space"]
        words = (
            f"{name}, space {space['space']}: {space['cost']} coins for {space['goods']}, "
            f"and {small['goods']} more on the small space"
        )
        element = f"work-{area['area']}-{space['space']}"
        with out.transform(left + pitch * index, top), out.element(element, words):
            if low:
                draw_high_space(out, area["good"], space, pitch - 5)
            else:
                draw_space(out, area["good"], space)


def draw_space(out: Drawing, name: str, space: Mapping[str, Any]) -> None:
    """A large space: its cost, what it gives, who works there; beside it the small one."""
    out.rect(0, 0, 98, 60, FELT, rx=6, stroke=EDGE)
    draw_price(out, name, space, 16, 17)
    draw_placed(out, space["workers"], 34, 44, 30)
    small = space["small_space"]
    out.rect(101, 4, 58, 56, SMALL_SPACE, rx=6, stroke=EDGE)
    out.text(106, 24, f"+{small['goods']}", 13, weight="bold")
    good(out, name, 144, 19, 9)
    draw_placed(out, small["workers"], 117, 46, 25)


def draw_high_space(out: Drawing, name: str, space: Mapping[str, Any], width: float) -> None:
    """The same for a narrow picture: the small space below the large one."""
    out.rect(0, 0, width, 50, FELT, rx=6, stroke=EDGE)
    draw_price(out, name, space, 14, 15)
    draw_placed(out, space["workers"], 28, 37, 27)
    small = space["small_space"]
    out.rect(0, 53, width, 30, SMALL_SPACE, rx=6, stroke=EDGE)
    out.text(5, 73, f"+{small['goods']}", 13, weight="bold")
    good(out, name, 40, 68, 9)
    draw_placed(out, small["workers"], 62, 68, 24)


def draw_price(out: Drawing, name: str, space: Mapping[str, Any], x: float, y: float) -> None:
    """What a space costs and gives."""
    coin(out, x, y, 11, str(space["cost"]))
    out.text(x + 18, y + 5, "→", 13)
    out.text(x + 38, y + 5, str(space["goods"]), 14, weight="bold")
    good(out, name, x + 63, y, 10)


def draw_placed(out: Drawing, workers: Sequence[str], x: float, y: float, pitch: float) -> None:
    """Workers on a space, at most two."""
    for slot, colour in enumerate(workers):
        worker(out, colour, x + pitch * slot, y, 11)
