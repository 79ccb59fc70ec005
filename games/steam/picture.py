"""The table of Steam as SVG, drawn from its view alone: map, tracks, goods, players, caption."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from railhead.games.layout import WIDE, Block, Columns, Table
from railhead.games.steam.map_picture import disc, draw_cubes, goods_text, map_of
from railhead.games.svg import EDGE, INK, PANEL, Drawing, seat_name

COLUMNS: Final = Columns(1050, 390)
PAPER: Final = "#efe6cf"
FELT: Final = "#eadfbf"
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
    "Tracks have their owner's colour and number, those without an "
    "owner are pink and broken. Squares are goods, their letter is their colour's; a city takes "
    "the goods of its colour. A city with a plus has a growth marker; thick black sides "
    "are closed. Numbers on pieces are seats."
)


def render_svg(
    view: Mapping[str, Any],
    names: Sequence[str] = (),
    marked: Collection[str] = (),
    layout: str = WIDE,
) -> str:
    """The table of `view` as an SVG document."""
    columns = COLUMNS.of(layout)
    goods_round = f" · goods round {view['goods_round']}" if view["goods_round"] else ""
    subtitle = f"{view['variant']} game · turn {view['turn']} of {view['last_turn']}"
    phase = view["phase"].replace("_", " ")
    table = Table(
        title="Steam",
        said=f"{subtitle} · {phase}{goods_round} · {view['map']}",
        paper=PAPER,
        columns=columns,
        board=map_of(view, columns),
        above=[income(view["players"], columns)],
        side=panels(view, names, columns.side),
        sentences=[LEGEND, *view["notices"]],
    )
    return table.document(marked)


def panels(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Block]:
    """The turn order, the players, the action tiles and the goods that are left."""

    def board(player: Mapping[str, Any]) -> Block:
        return Block(width, 92, lambda out, _height: draw_player(out, view, names, player, width))

    tiles, rows = view["action_tiles"], (len(view["supply"]) + 3) // 4
    return [
        Block(width, 62, lambda out, _height: draw_order(out, view, width)),
        *(board(player) for player in view["players"]),
        Block(
            width, 36 + 28 * len(tiles), lambda out, height: draw_tiles(out, tiles, width, height)
        ),
        Block(width, 76 + 34 * rows, lambda out, height: draw_supply(out, view, width, height)),
    ]


def income(players: Sequence[Mapping[str, Any]], columns: Columns) -> Block:
    """The income track with the players' markers, in one row or in two."""
    width, values = columns.board, range(LOWEST, HIGHEST + 1)
    each = (len(values) + 1) // 2 if columns.narrow else len(values)
    pitch = width / each
    beside = int((pitch - 2) // 15.5)
    height = 22 + 16 * -(-MOST_PLAYERS // beside)

    def draw(out: Drawing, _height: float) -> None:
        out.text(4, 16, "Income", 13, weight="bold")
        for index, value in enumerate(values):
            left, top = pitch * (index % each), 24 + (height + 4) * (index // each)
            fill = "#f3d8c4" if value < 0 else "#e2ecd0" if value > 0 else PANEL
            out.rect(left, top, pitch - 2, height, fill, rx=4, stroke=EDGE)
            text = f"{value:+d}" if value else "0"
            out.text(left + pitch / 2 - 1, top + 13, text, 11, anchor="middle")
            there = [player["seat"] for player in players if player["income"] == value]
            for slot, seat in enumerate(there):
                x, y = left + 8.5 + 15.5 * (slot % beside), top + 24 + 16 * (slot // beside)
                with out.element(f"income-{seat}", f"Income of seat {seat}: {value}"):
                    disc(out, x, y, 7.5, seat)

    return Block(width, 20 + (height + 4) * -(-len(values) // each), draw)


def draw_order(out: Drawing, view: Mapping[str, Any], width: float) -> None:
    """The turn order, or the auction of it."""
    auction = view["auction"]
    with out.element("turn-order", "The turn order"):
        out.rect(0, 0, width, 62, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
        out.text(12, 21, "Turn order", 14, weight="bold")
        taken = auction["taken"] if auction else []
        seats = view["order"] if auction is None else [one["seat"] for one in taken]
        for slot, seat in enumerate(seats):
            place = slot + 1 if auction is None else taken[slot]["place"]
            x = 130 + 42 * slot
            out.text(x, 21, f"{place}.", 12)
            disc(out, x + 24, 16, 10, seat)
        if auction is not None:
            bid = "no bid yet"
            if auction["high_bid"] is not None:
                bid = f"${auction['high_bid']} by seat {auction['leader']}"
            place = f"place {auction['place']}" if auction["place"] else "the first place"
            out.text(12, 48, f"Auction of {place}: {bid}", 13)
        else:
            laid = view["tiles_laid"]
            out.text(12, 48, f"{laid} {'tile' if laid == 1 else 'tiles'} laid in this turn", 13)


def draw_player(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Mapping[str, Any],
    width: float,
) -> None:
    """A player's numbers and marks."""
    seat, x, room = player["seat"], 48, width - 62
    acts = seat == view["actor"]
    out.rect(
        0, 0, width, 92, PANEL, rx=10, stroke=INK if acts else EDGE,
        stroke_width=4 if acts else 1.5,
    )  # fmt: skip
    disc(out, 24, 24, 14, seat)
    state = " · bankrupt" if player["bankrupt"] else " · to act" if acts else ""
    out.text(x, 22, f"{seat_name(seat, names)}{state}", 14, weight="bold", room=room)
    draw_numbers(out, player, view["score_sheet"]["links"][seat], x, 32)
    tile = (player["action_tile"] or "no action tile").replace("_", " ")
    marks = ["improved"] if player["improved"] else []
    if player["last_bid"] is not None:
        marks.append(f"bid ${player['last_bid']}")
    marks += [name for name in ("passed", "placed") if player[name]]
    now = f"{view['scores'][seat]} if it ended now"
    out.text(x, 80, " · ".join([tile, *marks, now]), 12, room=room)


def draw_numbers(out: Drawing, player: Mapping[str, Any], links: int, x: float, y: float) -> None:
    """Cash, points, locomotive and links of a player."""
    seat = player["seat"]
    out.text(x, y + 20, f"${player['cash']}", 14)
    with out.element(f"points-{seat}", f"Points of seat {seat}: {player['points']}"):
        out.rect(x + 52, y + 4, 84, 24, FELT, rx=4)
        out.text(x + 58, y + 20, f"{player['points']} points", 13)
    words = f"Locomotive of seat {seat}: level {player['locomotive']}"
    with out.element(f"locomotive-{seat}", words):
        out.rect(x + 142, y + 4, 118, 24, FELT, rx=4)
        out.text(x + 148, y + 20, f"locomotive {player['locomotive']}", 13)
    out.text(x + 268, y + 20, f"{links} links", 13)


def draw_tiles(
    out: Drawing, tiles: Sequence[Mapping[str, Any]], width: float, height: float
) -> None:
    """The action tiles, what they do, and who has them."""
    out.panel(0, 0, width, height, "Action tiles")
    for index, tile in enumerate(tiles):
        y = 30 + 28 * index
        name = tile["tile"].replace("_", " ")
        holder = "" if tile["holder"] is None else f", taken by seat {tile['holder']}"
        words = f"{tile['number']} {name}: {TILE_TEXTS[tile['tile']]}"
        with out.element(f"tile-{tile['tile']}", f"Action tile {words}{holder}"):
            out.rect(8, y, width - 16, 25, FELT, rx=4)
            out.text(16, y + 17, words, 11.5, room=width - 60)
        if tile["holder"] is not None:
            disc(out, width - 24, y + 12.5, 9.5, tile["holder"])


def draw_supply(out: Drawing, view: Mapping[str, Any], width: float, height: float) -> None:
    """Supply spaces, New City tiles and growth markers."""
    rows, pitch = (len(view["supply"]) + 3) // 4, (width - 19) / 4
    out.panel(0, 0, width, height, "Supply of goods")
    for index, space in enumerate(view["supply"]):
        x, y = 12 + index % 4 * pitch, 30 + index // 4 * 34
        words = f"Supply space {space['space']}: {goods_text(space['goods'])}"
        with out.element(f"supply-{space['space']}", words):
            out.rect(x, y, pitch - 5, 30, FELT, rx=4)
            out.text(x + 5, y + 20, str(space["space"]), 11)
            goods = [colour for colour, number in space["goods"].items() for _ in range(number)]
            draw_cubes(out, goods, x + 24, y + 6, 18, 3)
    y = 40 + 34 * rows
    out.text(12, y + 19, "New cities", 13, weight="bold")
    for index, (colour, number) in enumerate(view["new_cities"].items()):
        x = 104 + 56 * index
        with out.element(f"new_city-{colour}", f"{colour} New City tiles left: {number}"):
            out.rect(x, y, 50, 28, FELT, rx=4)
            draw_cubes(out, [colour], x + 5, y + 5, 18, 1)
            out.text(x + 28, y + 19, f"×{number}", 12)
    out.text(width - 12, 21, f"{view['growth_markers']} growth markers", 12,
             anchor="end")  # fmt: skip
