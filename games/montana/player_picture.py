"""The players' boards in Montana's picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, PANEL, SEAT_COLOURS, ink_on
from railhead.games.layout import Block, Region, seat_region
from railhead.games.montana.tokens import canteen, coin, cow, good, house, worker
from railhead.games.svg import Drawing, seat_name, seat_number, width_of

HEIGHT: Final = 215
PLACES: Final = 8


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Region]:
    """Every player's board."""

    def board(player: Mapping[str, Any]) -> Block:
        def draw(out: Drawing, _height: float) -> None:
            draw_head(out, view, names, player, width)
            draw_player(out, player, width)

        return Block(width, HEIGHT, draw)

    return [seat_region(one["seat"], names, [board(one)]) for one in view["players"]]


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Mapping[str, Any],
    width: float,
) -> None:
    """A player's number and name and what it is to do, on its colour."""
    seat = player["seat"]
    colour, fill = SEAT_COLOURS[seat], ink_on(SEAT_COLOURS[seat])
    active = seat == view["active"] and view["phase"] != "over"
    acts = ["to act"] if seat == view["actor"] else []
    out.rect(
        0, 0, width, HEIGHT, PANEL, rx=10, stroke=colour, stroke_width=6 if active else 2
    )  # fmt: skip
    out.rect(0, 0, width, 34, colour, rx=8)
    marks = " · ".join(["starts"] * (seat == view["start_seat"]) + acts)
    room = width - 58 - width_of(marks, 13)
    out.circle(22, 17, 12, fill)
    number = seat_number(seat)
    out.text(22, 22, number, 14, anchor="middle", fill=ink_on(fill), weight="bold")
    out.text(42, 23, seat_name(seat, names), 16, fill=fill, weight="bold", room=room)
    out.text(width - 12, 22, marks, 13, fill=fill, anchor="end")


def draw_player(out: Drawing, player: Mapping[str, Any], width: float) -> None:
    """What lies on one player's board: settlements and money large, then the rest."""
    seat, x, y = player["seat"], 26, 64
    house(out, seat, x, y, 0.95)
    built = f"{player['settlements_built']} built"
    out.text(x + 22, y + 8, built, 20, weight="bold")
    left = f"{player['settlements_left']} left"
    out.text(x + 32 + width_of(built, 20, True), y + 8, left, 14)
    money = str(player["coins"])
    out.text(width - 14, y + 9, money, 24, anchor="end", weight="bold")
    coin(out, width - 32 - width_of(money, 24, True), y, 14)
    for index, (name, number) in enumerate(player["goods"].items()):
        at = x + (width - 28) / len(player["goods"]) * index
        good(out, name, at, y + 42, 11)
        out.text(at + 16, y + 47, str(number), 15, weight="bold" if number else "normal")
    draw_stock(out, player, 12, y + 64, width)
    draw_workers(out, player, x, y + 128, min(33, (width - 28) / PLACES))


def draw_stock(out: Drawing, player: Mapping[str, Any], x: float, y: float, width: float) -> None:
    """Cattle and canteens, with what these are."""
    seat, room = player["seat"], (width - 34) / 2
    with out.element(f"cattle-{seat}", f"{player['cattle']} cattle of seat {seat_number(seat)}"):
        out.rect(x, y, room, 34, FELT, rx=5)
        cow(out, x + 22, y + 16, 0.65)
        out.text(x + 46, y + 22, f"{player['cattle']} cattle", 14)
    with out.element(
        f"canteens-{seat}", f"{player['canteens']} canteens of seat {seat_number(seat)}"
    ):
        out.rect(x + room + 10, y, room, 34, FELT, rx=5)
        canteen(out, x + room + 30, y + 17, 0.65)
        out.text(x + room + 50, y + 22, f"{player['canteens']} canteens", 14)


def draw_workers(out: Drawing, player: Mapping[str, Any], x: float, y: float, pitch: float) -> None:
    """The workers of a player, those of one colour together, and the places that are free."""
    seat, slot = player["seat"], 0
    for colour, number in player["workers"].items():
        words = f"{number} {colour} workers of seat {seat_number(seat)}"
        with out.element(f"worker-{seat}-{colour}", words):
            if number:
                out.rect(
                    x + pitch * slot - 15, y - 15, pitch * number - 3, 30, FELT, rx=15, stroke=EDGE
                )
            for _ in range(number):
                worker(out, colour, x + pitch * slot, y, 12)
                slot += 1
    for free in range(slot, PLACES):
        out.circle(x + pitch * free, y, 12.5, FELT, stroke=EDGE, stroke_width=1.5)
