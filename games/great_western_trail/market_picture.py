"""The job market, the foresight, the cattle market and the objective cards in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, MUTED, PIECE_INK, WHITE
from railhead.games.great_western_trail.cards_picture import (
    breed_words,
    draw_objective,
    objective_title,
)
from railhead.games.great_western_trail.icons import HAT, coin, icon, worker
from railhead.games.great_western_trail.printed import cattle
from railhead.games.great_western_trail.tokens import tile, tile_text
from railhead.games.layout import GAP, Block, flow, measure
from railhead.games.svg import Drawing

SLOT: Final = 24
JOBS: Final = 350
BESIDE: Final = 200
"""So broad a column beside the jobs is at least, if it is not left out."""
RED: Final = "#c23a22"


def market_of(view: Mapping[str, Any], width: float) -> list[Block]:
    """All markets: beside each other where there is room."""
    jobs_width = 92 + SLOT * len(view["players"])
    rest = width - jobs_width - GAP
    jobs = Block(jobs_width, JOBS, lambda out, height: draw_jobs(out, view, height))
    sight = foresight_of(view["foresight"], min(rest, 240))
    side = rest if rest > BESIDE else width
    herd = measure(side, lambda out, height: draw_cattle(out, view, side, height))
    beside = [flow([sight, herd], rest)] if rest > BESIDE else [sight, herd]
    return [jobs, *beside, objectives_of(view, width)]


def draw_jobs(out: Drawing, view: Mapping[str, Any], height: float) -> None:
    """The job market: what a worker of each row costs, and the token that moves down."""
    seats = len(view["players"])
    width = 92 + SLOT * seats
    out.panel(0, 0, width, height, "Job market")
    token = view["token_row"] or len(view["job_market"]) + 1
    pitch = (height - 44) / len(view["job_market"])
    for index, row in enumerate(view["job_market"]):
        y = 46 + pitch * index
        if index + 1 == token:
            over = y - pitch / 2
            out.line((8, over), (width - 8, over), RED, 2, stroke_dasharray="4 3")
        coin(out, f"${row['cost']}", 28, y)
        for slot in range(seats):
            out.circle(62 + SLOT * slot, y, 9, "none", stroke=EDGE, stroke_dasharray="2 2")
        at = 62
        for name, number in row["workers"].items():
            several = "" if number == 1 else "s"
            words = f"{number} {name}{several} in row {index + 1} of the job market, ${row['cost']}"
            with out.element(f"job-{index + 1}-{name}", words):
                out.rect(at - 12, y - 12, SLOT * number, 24, FELT, rx=12)
                for slot in range(number):
                    worker(out, name, at + SLOT * slot, y, 10)
            at += SLOT * number
        if view["token_row"] == index + 1:
            out.circle(width - 18, y, 11, WHITE, stroke=RED, stroke_width=3)
            out.text(width - 18, y + 4, "2p", 11, anchor="middle", fill=PIECE_INK)


def foresight_of(foresight: Sequence[Sequence[str | None]], width: float) -> Block:
    """The foresight spaces of Kansas City, beside each other if there is room, or below."""
    down = width < BESIDE
    height = JOBS if down else 150

    def draw(out: Drawing, _height: float) -> None:
        out.panel(0, 0, width, height, "Foresight")
        for index, column in enumerate(foresight, 1):
            for place, name in enumerate(column):
                x, y = width * (index - 0.5) / len(foresight), 50 + 58 * place
                if down:
                    x, y = width * (place + 0.5) / len(column) + 5, 62 + 104 * (index - 1)
                if place == 0:
                    out.text(x - 32, y - 10, str(index), 11, fill=MUTED, weight="bold")
                if name is None or name in column[:place]:
                    draw_tile(out, name, x, y)
                else:
                    words = f"Foresight {index}: {tile_text(name)}"
                    with out.element(f"foresight-{index}-{name}", words):
                        draw_tile(out, name, x, y)

    return Block(width, height, draw)


def draw_tile(out: Drawing, name: str | None, x: float, y: float) -> None:
    """A tile of the foresight with what it is below, or the empty space."""
    out.rect(x - 20, y - 20, 40, 40, FELT, rx=4, stroke=EDGE)
    if name is not None:
        tile(out, name, x, y, 19)
        words = name.split("_")[-1] if name.endswith("teepee") else name.split("_")[0]
        out.text(x, y + 33, words, 11, anchor="middle")


def draw_cattle(out: Drawing, view: Mapping[str, Any], width: float, height: float) -> float:
    """The cattle market: how many of which card, what it scores, and what cowboys pay."""
    out.panel(0, 0, width, height, "Cattle market")
    deck = sum(view["market_deck"].values())
    with out.element("market-deck", f"{deck} cards in the market deck"):
        out.rect(width - 92, 7, 84, 19, FELT, rx=3)
        out.text(width - 50, 21, f"deck of {deck}", 11, anchor="middle")
    y, prints = 32.0, cattle()
    values = {offer["value"] for offer in view["offers"]}
    values |= {prints[name]["value"] for name in view["cattle_market"]}
    for value in sorted(values):
        offers = [offer for offer in view["offers"] if offer["value"] == value]
        y = draw_offers(out, value, offers, y, width)
        for name, number in view["cattle_market"].items():
            if prints[name]["value"] == value:
                draw_kind(out, name, number, y, width)
                y += 23
        y += 5
    return y


def draw_offers(
    out: Drawing, value: int, offers: Sequence[Mapping[str, Any]], y: float, width: float
) -> float:
    """What cards of a value cost, by how many cowboys go for them."""
    out.text(12, y + 12, f"Value {value}", 12, weight="bold")
    x = 72.0
    for offer in offers:
        several = f" for {offer['cards']}" if offer["cards"] > 1 else ""
        text = f"×{offer['cowboys']} ${offer['price']}{several}"
        wide = 24 + 6.6 * len(text)
        if x + wide > width:
            x, y = 72, y + 16
        out.path(HAT, x, y + 8, 0.5, fill="#8a4f24", stroke=PIECE_INK, stroke_width=1)
        out.text(x + 9, y + 12, text, 11)
        x += wide
    return y + 19


def draw_kind(out: Drawing, name: str, number: int, y: float, width: float) -> None:
    """The cards of one kind in the market."""
    card = cattle()[name]
    words = breed_words(name)
    title = f"{number} × {name.rstrip('_34567').replace('_', ' ')}: value {card['value']}"
    with out.element(f"market-{name}", f"{title}, {card['points']}p, cattle market"):
        out.rect(8, y, width - 16, 21, FELT, rx=3)
        for slot in range(number):
            icon(out, f"card:{card['breed']}", 19 + 6 * min(slot, 6), y + 10.5, 15)
        left = 36 + 6 * min(number, 6)
        out.text(left, y + 15, f"{number} {words}", 11.5, room=width - left - 40)
        out.text(width - 14, y + 15, f"{card['points']}p", 11.5, anchor="end", weight="bold")


def objectives_of(view: Mapping[str, Any], width: float) -> Block:
    """The display of objective cards in words, and the deck."""
    cards = {card["card"]: card for card in view["display"]}
    copies = [card["card"] for card in view["display"]]

    def draw(out: Drawing, height: float) -> float:
        out.panel(0, 0, width, height, "Objective cards")
        deck = f"{view['objective_deck']} in the deck"
        with out.element("objective-deck", f"Objective cards: {deck}"):
            out.rect(width - 114, 7, 106, 19, FELT, rx=3)
            out.text(width - 61, 21, deck, 11, anchor="middle")
        y = 32.0
        for name in cards:
            with out.element(f"objective-{name}", objective_title(name)):
                y = draw_objective(out, name, copies.count(name), 8, y, width - 16)
        return y + 4

    return measure(width, draw)
