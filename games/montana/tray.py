"""What lies before a player of Montana, made of a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.colours import SEAT_COLOURS
from railhead.games.montana.tokens import MATERIALS, WORKER_COLOURS
from railhead.games.montana.wording import PHASE_TEXTS, count_text
from railhead.games.trays import Field, Item

GOAL: Final = (
    "The match ends with the round in which somebody places the last settlement; most settlements "
    "on the map win."
)


def tray(view: Mapping[str, Any], seat: int) -> list[Field]:
    """Settlements, coins, workers, goods and the rest, and the bid of a running auction."""
    player = view["players"][seat]
    left, colour = player["settlements_left"], SEAT_COLOURS[seat]
    settlements = f"{player['settlements_built']} built, {left} left"
    built = count_text(player["settlements_built"], "settlement")
    coins = count_text(player["coins"], "coin")
    fields = [
        Field("Settlements", items=[Item(settlements, detail=GOAL, colour=colour)], brief=built),
        Field("Money", coins, brief=coins),
        Field("Workers", items=_workers(player)),
        Field("Goods", items=_goods(player)),
        Field("Cattle", items=[Item(str(player["cattle"]), f"cattle-{seat}")]),
        Field("Canteens", items=[Item(str(player["canteens"]), f"canteens-{seat}")]),
    ]
    if view["city"]["auction"]:
        fields.append(Field("City", items=[_bid(view["city"], seat, colour)]))
    if seat == view["actor"]:
        fields.insert(0, Field("To decide", PHASE_TEXTS[view["phase"]]))
    return fields


def _workers(player: Mapping[str, Any]) -> list[Item]:
    seat = player["seat"]
    return [
        Item(f"{number} {name}", f"worker-{seat}-{name}", colour=WORKER_COLOURS[name])
        for name, number in player["workers"].items()
        if number
    ]


def _goods(player: Mapping[str, Any]) -> list[Item]:
    items = []
    for name, number in player["goods"].items():
        material, _, size = name.partition("_")
        if number:
            text = count_text(number, f"{size} {material}".strip())
            items.append(Item(text, colour=MATERIALS[material]))
    return items


def _bid(city: Mapping[str, Any], seat: int, colour: str) -> Item:
    """Where the contractor of a seat is."""
    own = city["contractors"][seat]
    if own["row"] is None:
        said = "has passed" if own["passed"] else "has not bid"
    else:
        price = city["column_prices"][own["column"] - 1]
        said = f"bids {count_text(price, 'pumpkin')} for row {own['row']}"
    return Item(said, f"contractor-{seat}", colour=colour)
