"""The table as SVG, made of a view and of what the rulebook fixes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import CARD, EDGE, INK, MUTED, PANEL, PAPER
from railhead.games.great_western_trail.building_words import WORDS
from railhead.games.great_western_trail.cities_picture import cities_of
from railhead.games.great_western_trail.effect_texts import DUE_TEXTS
from railhead.games.great_western_trail.icons import hand, icon
from railhead.games.great_western_trail.market_picture import market_of
from railhead.games.great_western_trail.player_picture import players
from railhead.games.great_western_trail.printed import (
    effect_text,
    master_text,
    neutral_text,
    pieces,
)
from railhead.games.great_western_trail.railroad_picture import track_of
from railhead.games.great_western_trail.trail_picture import NARROW_GROUND, WIDE_GROUND, trail_of
from railhead.games.layout import WIDE, Block, Columns, Region, Table, measure
from railhead.games.svg import Drawing, seat_name, width_of

COLUMNS: Final = Columns(1000, 434, narrow_width=NARROW_GROUND.width)
LEGEND: Final = (
    "p: points. Hands on hazards and buildings are tolls for passing; the number on a hazard is "
    "its points for whoever removes it, that on a teepee the dollars for taking it. Trees: beside "
    "a forest. Numbers on pieces are seats."
)


def table_of(view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE) -> Table:
    """The table of `view` as parts that can be drawn, with the notices in its caption."""
    columns = COLUMNS.of(layout)
    board, side = columns.board, columns.side
    each = columns.each(len(view["players"]))
    ground = NARROW_GROUND if columns.narrow else WIDE_GROUND
    trail = trail_of(view["trail"], ground)
    choice = measure(board, lambda out, height: draw_choice(out, view, names, board, height))
    spaces = 10 if columns.narrow else 20
    track = track_of(view["stations"], view["players"], board, spaces)
    return Table(
        title="Great Western Trail",
        paper=PAPER,
        columns=columns,
        board=Region("board", "Trail", [trail, choice]),
        below=[
            Region("railroad", "Railroad", [track]),
            Region("cities", "Cities", [cities_of(view["cities"], board)]),
        ],
        side=[
            Region("market", "Jobs, cattle, foresight, objectives", market_of(view, side)),
            Region("explained", "What buildings do", [explanations(view, side)]),
        ],
        row=players(view, names, each),
        sentences=[LEGEND, *view["notices"]],
    )


def draw_choice(
    out: Drawing, view: Mapping[str, Any], names: Sequence[str], width: float, height: float
) -> float:
    """What is due, what the seat to act can use on this visit, and the tolls; where it ends."""
    out.rect(0, 0, width, height, PANEL, rx=8, stroke=EDGE, stroke_width=1.5)
    due = "the match is over"
    if view["pending"]:
        frame = view["pending"][-1]
        due = DUE_TEXTS.get(frame, frame.replace("_", " "))
    who = "" if view["actor"] is None else f"{seat_name(view['actor'], names)}: "
    out.text(12, 19, f"{who}{due}", 12, weight="bold", room=width - 170)
    draw_tolls(out, view["tolls"], width - 140, 15)
    effects = dict.fromkeys(
        effect for action in [view["offered"], *view["local_actions"]] for effect in action
    )
    x, y = 8.0, 28.0
    for effect in effects:
        words = effect_text(effect)
        wide = min(width_of(words, 11) + 32, width - 16)
        if x + wide > width - 8:
            x, y = 8, y + 26
        with out.element(f"effect-{effect}", words):
            out.rect(x, y, wide, 22, CARD, rx=4, stroke=EDGE)
            icon(out, WORDS[effect][0], x + 13, y + 11, 15)
            out.text(x + 25, y + 15, words, 11, room=wide - 27)
        x += wide + 6
    return max(y + 28, 56)


def draw_tolls(out: Drawing, tolls: Mapping[str, int], x: float, y: float) -> None:
    """What a hand of each colour takes."""
    out.text(x, y + 4, "Tolls:", 11, fill=MUTED)
    for index, (colour, dollars) in enumerate(tolls.items()):
        hand(out, colour, x + 50 + 44 * index, y, 15)
        out.text(x + 60 + 44 * index, y + 4, f"${dollars}", 11, fill=INK)


def explanations(view: Mapping[str, Any], width: float) -> Block:
    """What neutral buildings and station masters do, in whole sentences."""
    lines = [
        (name, neutral_text(name))
        for name in sorted(space["tile"] for space in view["trail"] if space["kind"] == "neutral")
    ]
    lines += [
        (f"Master of {one['name']}", master_text(one))
        for one in pieces()["station_masters"]["list"]
    ]

    def draw(out: Drawing, height: float) -> float:
        out.panel(0, 0, width, height, "What buildings and station masters do")
        y = 42.0
        for name, text in lines:
            if len(name) < 4:
                out.text(14, y, name, 11, weight="bold")
                y = out.lines(38, y, text, 11, width - 50) + 3
            else:
                y = out.lines(14, y, f"{name}: {text}", 11, width - 26) + 3
        return y

    return measure(width, draw)
