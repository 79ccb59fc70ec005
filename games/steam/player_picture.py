"""The players' boards in Steam's picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, MUTED, PANEL, TRACK_COLOURS, Shade, ink_on
from railhead.games.layout import Block, Region, measure, seat_region
from railhead.games.steam.dues import balance, due_text, made_of_text, shortage_text
from railhead.games.svg import Drawing, seat_name, seat_number, width_of

LOSS: Final = Shade("#f3d8c4", "#5a3527")
GAIN: Final = Shade("#dcebc8", "#36452b")


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Region]:
    """Every player's board."""

    def board(seat: int) -> Block:
        def draw(out: Drawing, height: float) -> float:
            draw_head(out, view, names, seat, width, height)
            draw_numbers(out, view, seat, width)
            return draw_words(out, view, seat, width)

        return measure(width, draw)

    seats = range(len(view["players"]))
    return [seat_region(seat, names, [board(seat)], TRACK_COLOURS) for seat in seats]


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    seat: int,
    width: float,
    height: float,
) -> None:
    """A player's number and name, on the colour of its tracks, and whether it is to act."""
    colour, fill = TRACK_COLOURS[seat], ink_on(TRACK_COLOURS[seat])
    player, acts = view["players"][seat], seat == view["actor"]
    out.rect(0, 0, width, height, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
    if acts:
        out.rect(1, 1, width - 2, height - 2, PANEL, rx=9, stroke=colour, stroke_width=6)
    out.rect(0, 0, width, 30, colour, rx=8, stroke=EDGE, stroke_width=1)
    state = "bankrupt" if player["bankrupt"] else "to act" if acts else ""
    room = width - 54 - width_of(state, 13, True)
    out.circle(20, 15, 11, fill)
    number = seat_number(seat)
    out.text(20, 20, number, 14, anchor="middle", fill=ink_on(fill), weight="bold")
    out.text(40, 21, seat_name(seat, names), 16, fill=fill, weight="bold", room=room)
    out.text(width - 10, 20, state, 13, fill=fill, anchor="end", weight="bold")


def draw_numbers(out: Drawing, view: Mapping[str, Any], seat: int, width: float) -> None:
    """Money, income, locomotive, points and links of a player, large and with their names."""
    player, whose = view["players"][seat], f"of seat {seat_number(seat)}"
    points, level = player["points"], player["locomotive"]
    cells = (
        ("Money", f"${player['cash']}", 1, "", ""),
        ("Income", f"{player['income']:+d}" if player["income"] else "0", 1, "", ""),
        ("Locomotive", str(level), 1.3, f"locomotive-{seat}", f"Locomotive {whose}: level {level}"),
        ("Points", str(points), 1, f"points-{seat}", f"Points {whose}: {points}"),
        ("Links", str(view["score_sheet"]["links"][seat]), 0.9, "", ""),
    )
    left, unit = 10.0, (width - 16) / sum(cell[2] for cell in cells)
    for label, value, units, name, words in cells:
        pitch = units * unit
        if name:
            with out.element(name, words):
                _number(out, label, value, left, pitch - 4)
        else:
            _number(out, label, value, left, pitch - 4)
        left += pitch


def _number(out: Drawing, label: str, value: str, left: float, width: float) -> None:
    out.rect(left, 36, width, 44, FELT, rx=5)
    out.text(left + width / 2, 49, label, 12, anchor="middle", fill=MUTED)
    out.text(left + width / 2, 72, value, 20, anchor="middle", weight="bold")


def draw_words(out: Drawing, view: Mapping[str, Any], seat: int, width: float) -> float:
    """What is coming at the end of the turn, and what else is to be said; where it ends."""
    y, room = 84.0, width - 36
    said = due_text(view, seat)
    if said:
        made, short = made_of_text(view, seat), shortage_text(view, seat)
        more = [text[0].upper() + text[1:] for text in (made, short) if text]

        def write(out: Drawing, top: float) -> float:
            base = out.lines(18, top + 17, said[0].upper() + said[1:], 14, room, weight="bold")
            for text in more:
                base = out.lines(18, base - 2, text, 12, room)
            return base - 10 - top

        high = write(Drawing(width, 0, "", ""), 0)
        due = balance(view, seat)
        out.rect(10, y, width - 20, high, LOSS if due < 0 else GAIN if due > 0 else FELT, rx=5)
        write(out, y)
        y += high
    lines = out.lines(18, y + 17, " · ".join(_marks(view, seat)), 12.5, room)
    return lines - 7


def _marks(view: Mapping[str, Any], seat: int) -> list[str]:
    """The action tile, what has happened to a player, and its score."""
    player = view["players"][seat]
    tile = (player["action_tile"] or "no action tile").replace("_", " ")
    marks = [tile, *(["improved"] if player["improved"] else [])]
    if player["last_bid"] is not None:
        marks.append(f"bid ${player['last_bid']}")
    marks += [name for name in ("passed", "placed") if player[name]]
    return [*marks, f"score {view['scores'][seat]} if it ended now"]
