"""Montana in few words: the hexes by what they are, instead of a drawing of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railhead.words.ascii_boards import montana as drawing
from railhead.words.prompts import lines_of, list_line

AREAS = "Areas: price → goods (+goods of the small space), [workers there]; > the wheel's arrow"
LEGEND = (
    "Hexes are q,r; neighbours differ by 1,0 0,1 1,-1 or the opposite. Costs: g grain, p pumpkin, "
    "c/C small/large copper, s/S small/large stone; x2 takes two settlements, * gives cattle"
)


def table(view: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """The whole table of a Montana view, `seats` as the API lists them."""
    last = ", the last one" if view["last_round"] else ""
    return [
        f"Round {view['round']}{last}, {view['phase'].replace('_', ' ')}",
        *lines_of(drawing.players(view, seats)),
        AREAS,
        *lines_of(drawing.worker_board(view)),
        auction(view["city"]),
        LEGEND,
        *hexes(view["map"]),
    ]


def auction(city: Mapping[str, Any]) -> str:
    """Who still bids, while there is an auction."""
    bidding = [str(one["seat"]) for one in city["contractors"] if not one["passed"]]
    return f"auction: seats {' '.join(bidding)} have not passed" if city["auction"] else ""


def hexes(shown: Mapping[str, Any]) -> list[str]:
    """Start, settlements, free land by its cost, lakes and mountains."""
    owned: dict[int, list[str]] = {}
    free: dict[str, list[str]] = {}
    other: dict[str, list[str]] = {}
    for place in shown["hexes"]:
        if place["hex"] == shown["start_hex"]:
            continue
        if place["owner"] is not None:
            several = f"({place['built']})" if place["built"] > 1 else ""
            owned.setdefault(place["owner"], []).append(place["hex"] + several)
        elif place["kind"] == "land":
            free.setdefault(drawing.face(place, shown).plain, []).append(place["hex"])
        else:
            name = "lake with canteen" if place["canteen"] else place["kind"]
            other.setdefault(name, []).append(place["hex"])
    return [
        f"start: {shown['start_hex']}",
        list_line("settled", (f"seat {one} {' '.join(at)}" for one, at in sorted(owned.items()))),
        list_line("free, by cost", (f"{cost} {' '.join(at)}" for cost, at in sorted(free.items()))),
        *(list_line(name, [" ".join(at)]) for name, at in sorted(other.items())),
    ]
