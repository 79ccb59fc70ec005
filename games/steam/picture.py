"""The table of Steam as SVG, drawn from its view alone: map, tracks, goods, players, caption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import EDGE, FELT, MUTED, PANEL, PAPER
from railhead.games.layout import WIDE, Block, Columns, Region, Table
from railhead.games.steam.map_picture import extent, map_of
from railhead.games.steam.player_picture import GAIN, LOSS, players
from railhead.games.steam.tokens import disc, draw_cube, draw_cubes, goods_text
from railhead.games.svg import Drawing, seat_name, seat_number

SIDE: Final = 390
NARROW: Final = 340
"""So narrow that on a screen of 360 pixels nothing is drawn smaller."""
LOWEST: Final = -10
HIGHEST: Final = 10
MOST_PLAYERS: Final = 6
TILE_TEXTS: Final = {
    "turn_order": "a free pass in the next auction",
    "first_move": "moves goods first",
    "engineer": "4 tiles instead of 3",
    "first_build": "builds first",
    "city_growth": "goods and a marker for a city",
    "locomotive": "locomotive one level up",
    "urbanization": "a New City on a town, with goods",
}
LEGEND: Final = (
    "Tracks have their owner's colour and, on each link, the owner's number; those without an "
    "owner are grey and broken. Squares are goods, their letter is their colour's; a city takes "
    "the goods of its colour. A city with a plus has a growth marker; over thick "
    "sides goes no track. Hills and rivers make track dearer. Numbers on pieces are seats."
)


def table_of(view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE) -> Table:
    """The table of `view` as parts that can be drawn."""
    columns = Columns(extent(view["hexes"]), SIDE, narrow_width=NARROW).of(layout)
    goods_round = f" · goods round {view['goods_round']}" if view["goods_round"] else ""
    phase = view["phase"].replace("_", " ")
    who = "" if view["actor"] is None else f"{seat_name(view['actor'], names)}: "
    return Table(
        title="Steam",
        said=f"turn {view['turn']} of {view['last_turn']} · {who}{phase}{goods_round}",
        paper=PAPER,
        columns=columns,
        board=Region("board", "Map", [map_of(view, columns)]),
        above=[Region("income", "Income", [income(view["players"], columns)])],
        side=[
            Region("order", "Turn order", [order(view, names, columns.side)]),
            *players(view, names, columns.side),
            Region("actions", "Action tiles", [tiles(view["action_tiles"], columns.side)]),
        ],
        below=[Region("supply", "Supply of goods", [supply(view, columns)])],
        sentences=[f"The {view['variant']} game.", LEGEND, *view["notices"]],
    )


def income(standing: Sequence[Mapping[str, Any]], columns: Columns) -> Block:
    """The income track with the players' markers, in one row or in three."""
    width, values = columns.board, range(LOWEST, HIGHEST + 1)
    each = len(values) // 3 if columns.narrow else len(values)
    pitch = width / each
    beside = max(1, int((pitch - 4) // 20))
    height = 62

    def draw(out: Drawing, _height: float) -> None:
        out.text(4, 15, "Income", 14, weight="bold")
        said = "dollars each turn" if columns.narrow else "dollars each turn; below 0 to be paid"
        out.text(72, 15, said, 12, fill=MUTED)
        for index, value in enumerate(values):
            left, top = pitch * (index % each), 22 + (height + 4) * (index // each)
            fill = LOSS if value < 0 else GAIN if value > 0 else PANEL
            out.rect(left, top, pitch - 2, height, fill, rx=4, stroke=EDGE)
            text = f"{value:+d}" if value else "0"
            out.text(left + pitch / 2 - 1, top + 14, text, 12, anchor="middle")
            there = [player["seat"] for player in standing if player["income"] == value]
            _draw_markers(out, there, value, (left, top), (pitch, beside, height))

    return Block(width, 18 + (height + 4) * -(-len(values) // each), draw)


def _draw_markers(
    out: Drawing,
    seats: Sequence[int],
    value: int,
    corner: tuple[float, float],
    shape: tuple[float, int, float],
) -> None:
    """The markers on a space of the income track, of so large a pitch and so many in a row."""
    (left, top), (pitch, beside, height) = corner, shape
    rows = max(1, -(-len(seats) // beside))
    down = min(20.0, (height - 18) / rows)
    for slot, seat in enumerate(seats):
        row = seats[slot // beside * beside : slot // beside * beside + beside]
        across = (slot % beside - (len(row) - 1) / 2) * 20
        x, y = left + pitch / 2 - 1 + across, top + 18 + down * (slot // beside + 0.5)
        with out.element(f"income-{seat}", f"Income of seat {seat_number(seat)}: {value}"):
            disc(out, x, y, min(9, down / 2), seat)


def order(view: Mapping[str, Any], names: Sequence[str], width: float) -> Block:
    """The turn order, or the auction of it."""
    auction = view["auction"]

    def draw(out: Drawing, _height: float) -> None:
        with out.element("turn-order", "The turn order"):
            out.rect(0, 0, width, 80, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
            out.text(12, 21, "Turn order", 14, weight="bold")
            taken = auction["taken"] if auction else []
            seats = view["order"] if auction is None else [one["seat"] for one in taken]
            pitch = (width - 16) / MOST_PLAYERS
            for slot, seat in enumerate(seats):
                place = slot + 1 if auction is None else taken[slot]["place"]
                x = 12 + pitch * slot
                out.text(x, 49, f"{place}.", 13)
                disc(out, x + 28, 44, 12, seat)
            out.text(12, 72, _order_text(view, names), 13, room=width - 24)

    return Block(width, 80, draw)


def _order_text(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The highest bid of a running auction, else how many tiles were laid."""
    auction = view["auction"]
    if auction is None:
        laid = view["tiles_laid"]
        return f"{laid} {'tile' if laid == 1 else 'tiles'} laid in this turn"
    bid = "no bid yet"
    if auction["high_bid"] is not None:
        bid = f"${auction['high_bid']} by {seat_name(auction['leader'], names)}"
    place = f"place {auction['place']}" if auction["place"] else "the first place"
    return f"Auction of {place}: {bid}"


def tiles(shown: Sequence[Mapping[str, Any]], width: float) -> Block:
    """The action tiles, what they do, and who has them."""

    def draw(out: Drawing, height: float) -> None:
        out.panel(0, 0, width, height, "Action tiles")
        for index, tile in enumerate(shown):
            y = 30 + 40 * index
            name = tile["tile"].replace("_", " ")
            taken = tile["holder"] is not None
            holder = f", taken by seat {seat_number(tile['holder'])}" if taken else ""
            words = f"{tile['number']} {name}: {TILE_TEXTS[tile['tile']]}"
            with out.element(f"tile-{tile['tile']}", f"Action tile {words}{holder}"):
                out.rect(8, y, width - 16, 37, FELT, rx=5)
                out.text(26, y + 25, str(tile["number"]), 19, anchor="middle", weight="bold")
                out.text(46, y + 15, name[0].upper() + name[1:], 13, weight="bold")
                out.text(46, y + 31, TILE_TEXTS[tile["tile"]], 12, room=width - 90)
            if taken:
                disc(out, width - 26, y + 18.5, 12, tile["holder"])

    return Block(width, 34 + 40 * len(shown), draw)


def supply(view: Mapping[str, Any], columns: Columns) -> Block:
    """Supply spaces, New City tiles and growth markers."""
    width, spaces = columns.board, view["supply"]
    each = 3 if columns.narrow else 6
    rows, pitch = -(-len(spaces) // each), (width - 16) / each

    def draw(out: Drawing, height: float) -> None:
        out.panel(0, 0, width, height, "Supply of goods")
        for index, space in enumerate(spaces):
            x, y = 10 + index % each * pitch, 30 + index // each * 36
            words = f"Supply space {space['space']}: {goods_text(space['goods'])}"
            with out.element(f"supply-{space['space']}", words):
                out.rect(x, y, pitch - 4, 32, FELT, rx=4)
                out.text(x + 6, y + 21, str(space["space"]), 12, fill=MUTED)
                goods = [colour for colour, number in space["goods"].items() for _ in range(number)]
                draw_cubes(out, goods, x + 27, y + 7, 18)
        _draw_new_cities(out, view, width, 34 + 36 * rows)

    return Block(width, 78 + 36 * rows + (24 if columns.narrow else 0), draw)


def _draw_new_cities(out: Drawing, view: Mapping[str, Any], width: float, y: float) -> None:
    """New City tiles and growth markers that are left."""
    narrow = width < 500
    out.text(12, y + 22, "New cities left" if not narrow else "New cities", 13, weight="bold")
    left = 92 if narrow else 140
    pitch = (width - left - 8) / 5 if narrow else 70
    for index, (colour, number) in enumerate(view["new_cities"].items()):
        x = left + pitch * index
        with out.element(f"new_city-{colour}", f"{colour} New City tiles left: {number}"):
            out.rect(x, y + 2, pitch - 4, 30, FELT, rx=4)
            draw_cube(out, colour, x + 5, y + 9, 16)
            out.text(x + 25, y + 22, f"×{number}", 12)
    text = f"{view['growth_markers']} growth markers left"
    if narrow:
        out.text(12, y + 54, text, 13, weight="bold")
    else:
        out.text(width - 14, y + 22, text, 13, anchor="end", weight="bold")
