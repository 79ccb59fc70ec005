"""The railroad in the picture: the track with its engines, the stations and their masters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, INK, MUTED, WHITE, Shade
from railhead.games.great_western_trail.building_words import WORDS
from railhead.games.great_western_trail.icons import ENGINE, coin, icon, worker
from railhead.games.great_western_trail.names import SPACES
from railhead.games.great_western_trail.printed import pieces
from railhead.games.great_western_trail.tokens import BLACK_FRAME, BOARD, disc, piece
from railhead.games.great_western_trail.wording import points_text
from railhead.games.layout import Block
from railhead.games.svg import Drawing, seat_number, wrap_text

RAIL: Final = Shade("#5a4a38", "#b9a888")
TIE: Final = Shade("#b08d5c", "#6b5636")
TILE: Final = Shade("#fffdf4", "#4a4233")
TOP: Final = 58
"""How far below the top of a row the track runs: two engines stand above each other."""
WORDY: Final = 120
"""So broad a station has room for words."""
LOW: Final = 138
"""The height of a row of the track in which no station has a master."""


def track_of(
    stations: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]], width: float,
    each: int,
) -> Block:  # fmt: skip
    """The track in rows of so many spaces, its stations below it, and the engines."""
    spaces = int(float(SPACES[-1])) + 1
    there = {station["space"]: station for station in stations}
    pitch = (width - 42) / (each - 0.5)
    broad = 3 * pitch - 10
    heights = [float(LOW)] * -(-spaces // each)
    for station in stations:
        row = int(float(station["space"])) // each
        if station["master"]:
            high = LOW + 2 + master_height(station["master"], broad)
            heights[row] = max(heights[row], high)
    tops = [sum(heights[:row]) for row in range(len(heights))]

    def draw(out: Drawing, height: float) -> None:
        out.panel(0, 0, width, height)
        out.text(14, TOP + 62, "Railroad", 14, weight="bold")
        for top in tops:
            draw_rails(out, top + TOP, width)
        for name in SPACES:
            row = int(float(name)) // each
            x, top = 22 + pitch * (float(name) % each), tops[row]
            standing = [player["seat"] for player in players if player["engine"] == name]
            draw_track_space(out, name, standing, x, top, pitch)
            if name in there:
                left = min(max(x - broad / 2, 4), width - broad - 4)
                draw_station(out, there[name], left, top + TOP + 46, broad)

    return Block(width, sum(heights) + 2, draw)


def draw_rails(out: Drawing, y: float, width: float) -> None:
    """A row of the track: ties and rails."""
    out.line((8, y), (width - 8, y), TIE, 18, stroke_dasharray="4 7")
    for side in (-5, 5):
        out.line((6, y + side), (width - 6, y + side), RAIL, 2)


def draw_track_space(
    out: Drawing, name: str, standing: Sequence[int], x: float, top: float, pitch: float
) -> None:
    """A space of the railroad or a siding, with the engines of the seats that stand there."""
    siding = "." in name
    y = top + TOP + (32 if siding else 0)
    kind = "Siding" if siding else "Space"
    if siding:
        side = pitch / 2
        shape = f"M{-side:.0f} -21Q{-side:.0f} 0 0 0Q{side:.0f} 0 {side:.0f} -21"
        out.path(shape, x, y, 1, fill="none", stroke=RAIL, stroke_width=3)
    with out.element(f"track-{name}", f"{kind} {name} of the railroad"):
        wide = 30 if siding else 22
        out.rect(x - wide / 2, y - 10, wide, 20, BOARD, rx=4, stroke=EDGE)
        out.text(x, y + 4, name, 11, anchor="middle", fill=INK)
    for slot, seat in enumerate(standing):
        across = 0 if len(standing) == 1 else 13 if slot % 2 else -13
        piece(out, ENGINE, x + max(across, 14 - x), y - 21 - 22 * (slot // 2), 1.1, seat)


def draw_station(
    out: Drawing, station: Mapping[str, Any], left: float, y: float, width: float
) -> None:
    """What a station costs and scores, its discs, and its master tile or worker."""
    words = f"Station {station['space']}: ${station['cost']}, {station['points']} points"
    with out.element(f"station-{station['space']}", words):
        frame = BLACK_FRAME if station["black"] else WHITE
        out.rect(left, y, width, 24, BOARD, rx=4, stroke=frame, stroke_width=3)
        coin(out, f"${station['cost']}", left + 18, y + 12)
        points = points_text(station["points"]) if width > WORDY else f"{station['points']}p"
        out.text(left + 35, y + 16, points, 12, weight="bold", room=width - 36)
    for slot, seat in enumerate(station["seats"]):
        place = f"disc-{seat}-station_{station['space']}"
        with out.element(place, f"Disc of seat {seat_number(seat)} on station {station['space']}"):
            disc(out, left + width - 12 - 15 * slot, y + 12, 8, seat)
    if station["master"]:
        draw_master(out, station["master"], left, y + 27, width)
    if station["worker"]:
        worker(out, station["worker"], left + 12, y + 38, 9)
        out.text(left + 26, y + 42, "given up", 11, fill=MUTED)


def master_words(name: str) -> str:
    """What a station master does and scores, as short as a tile has room."""
    printed = next(one for one in pieces()["station_masters"]["list"] if one["name"] == name)
    parts = [" or ".join(WORDS[effect][1] for effect in printed["effects"])]
    if printed["certificates"]:
        parts = ["a certificate for good"]
    of, per = printed["of"].replace("teepee_pairs", "teepee pair"), printed["per"]
    each = f"{per} {of}" if per > 1 else of.removesuffix("s")
    parts.append(
        f"{printed['points']}p a {each}" if per == 1 else f"{printed['points']}p per {each}"
    )
    return "; ".join(part for part in parts if part)


def master_height(name: str, width: float) -> float:
    """How high a station master tile is."""
    return 13.5 * len(wrap_text(master_words(name), 11, width - 24)) + 6


def draw_master(out: Drawing, name: str, x: float, y: float, width: float) -> float:
    """A station master tile with its words; where it ends."""
    lines = wrap_text(master_words(name), 11, width - 24)
    height = master_height(name, width)
    out.rect(x, y, width, height, TILE, rx=4, stroke=EDGE)
    icon(out, "hire", x + 11, y + height / 2, 13)
    for index, line in enumerate(lines):
        out.text(x + 21, y + 13 + 13.5 * index, line, 11)
    return y + height
