"""The table of Steam as SVG, drawn from its view alone: map, tracks, goods, players, caption."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from games.steam.map_picture import disc, draw_cubes, draw_map, goods_text
from games.svg import EDGE, INK, PANEL, Drawing, caption_height, seat_name

WIDTH: Final = 1500
SIDE_X: Final = 1090
SIDE_WIDTH: Final = 390
PAPER: Final = "#efe6cf"
FELT: Final = "#eadfbf"
LOWEST: Final = -10
HIGHEST: Final = 10
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


def drawn(view: Mapping[str, Any], names: Sequence[str] = (), marked: Collection[str] = ()) -> str:
    """The table of `view` as an SVG document."""
    sentences = [LEGEND, *view["notices"]]
    scratch = Drawing(WIDTH, 0, PAPER, "")
    bottom = max(draw_map(scratch, view), draw_side(scratch, view, names)) + 34
    out = Drawing(WIDTH, bottom + caption_height(sentences, WIDTH), PAPER, "Steam")
    out.text(24, 40, "Steam", 28, weight="bold")
    goods_round = f" · goods round {view['goods_round']}" if view["goods_round"] else ""
    subtitle = f"{view['variant']} game · turn {view['turn']} of {view['last_turn']}"
    phase = view["phase"].replace("_", " ")
    out.text(140, 40, f"{subtitle} · {phase}{goods_round} · {view['map']}", 16)
    draw_income(out, view["players"])
    draw_map(out, view)
    draw_side(out, view, names)
    out.caption(sentences, bottom)
    return out.document(marked)


def draw_side(out: Drawing, view: Mapping[str, Any], names: Sequence[str]) -> float:
    """The panels at the right, from the top; where they end."""
    y = draw_order(out, view, 60)
    y = draw_players(out, view, names, y)
    y = draw_tiles(out, view["action_tiles"], y)
    return draw_supply(out, view, y)


def draw_income(out: Drawing, players: Sequence[Mapping[str, Any]]) -> None:
    """The income track with the players' markers."""
    out.text(24, 76, "Income", 13, weight="bold")
    pitch = 1050 / (HIGHEST - LOWEST + 1)
    for income in range(LOWEST, HIGHEST + 1):
        left = 20 + pitch * (income - LOWEST)
        fill = "#f3d8c4" if income < 0 else "#e2ecd0" if income > 0 else PANEL
        out.rect(left, 84, pitch - 2, 52, fill, rx=4, stroke=EDGE)
        out.text(left + pitch / 2 - 1, 97, f"{income:+d}" if income else "0", 11, anchor="middle")
        there = [player["seat"] for player in players if player["income"] == income]
        for slot, seat in enumerate(there):
            with out.element(f"income-{seat}", f"Income of seat {seat}: {income}"):
                disc(out, left + 8.5 + 15.5 * (slot % 3), 108 + 16 * (slot // 3), 7.5, seat)


def draw_order(out: Drawing, view: Mapping[str, Any], top: float) -> float:
    """The turn order, or the auction of it; where the panel ends."""
    auction = view["auction"]
    with out.element("turn-order", "The turn order"):
        out.rect(SIDE_X, top, SIDE_WIDTH, 62, PANEL, rx=10, stroke=EDGE, stroke_width=1.5)
        out.text(SIDE_X + 12, top + 21, "Turn order", 14, weight="bold")
        taken = auction["taken"] if auction else []
        seats = view["order"] if auction is None else [one["seat"] for one in taken]
        for slot, seat in enumerate(seats):
            place = slot + 1 if auction is None else taken[slot]["place"]
            x = SIDE_X + 130 + 42 * slot
            out.text(x, top + 21, f"{place}.", 12)
            disc(out, x + 24, top + 16, 10, seat)
        if auction is not None:
            bid = "no bid yet"
            if auction["high_bid"] is not None:
                bid = f"${auction['high_bid']} by seat {auction['leader']}"
            place = f"place {auction['place']}" if auction["place"] else "the first place"
            out.text(SIDE_X + 12, top + 48, f"Auction of {place}: {bid}", 13)
        else:
            out.text(SIDE_X + 12, top + 48, f"{view['tiles_laid']} tiles laid in this turn", 13)
    return top + 70


def draw_players(out: Drawing, view: Mapping[str, Any], names: Sequence[str], top: float) -> float:
    """Every player's numbers; where they end."""
    for player in view["players"]:
        seat = player["seat"]
        acts = seat == view["actor"]
        out.rect(
            SIDE_X, top, SIDE_WIDTH, 92, PANEL, rx=10, stroke=INK if acts else EDGE,
            stroke_width=4 if acts else 1.5,
        )  # fmt: skip
        disc(out, SIDE_X + 24, top + 24, 14, seat)
        state = " · bankrupt" if player["bankrupt"] else " · to act" if acts else ""
        room = SIDE_WIDTH - 62
        x = SIDE_X + 48
        out.text(x, top + 22, f"{seat_name(seat, names)}{state}", 14, weight="bold", room=room)
        draw_numbers(out, player, view["score_sheet"]["links"][seat], x, top + 32)
        tile = (player["action_tile"] or "no action tile").replace("_", " ")
        marks = ["improved"] if player["improved"] else []
        if player["last_bid"] is not None:
            marks.append(f"bid ${player['last_bid']}")
        marks += [name for name in ("passed", "placed") if player[name]]
        now = f"{view['scores'][seat]} if it ended now"
        out.text(x, top + 80, " · ".join([tile, *marks, now]), 12, room=room)
        top += 100
    return top


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


def draw_tiles(out: Drawing, tiles: Sequence[Mapping[str, Any]], top: float) -> float:
    """The action tiles, what they do, and who has them; where the panel ends."""
    out.panel(SIDE_X, top, SIDE_WIDTH, 36 + 28 * len(tiles), "Action tiles")
    for index, tile in enumerate(tiles):
        y = top + 30 + 28 * index
        name = tile["tile"].replace("_", " ")
        holder = "" if tile["holder"] is None else f", taken by seat {tile['holder']}"
        words = f"{tile['number']} {name}: {TILE_TEXTS[tile['tile']]}"
        with out.element(f"tile-{tile['tile']}", f"Action tile {words}{holder}"):
            out.rect(SIDE_X + 8, y, SIDE_WIDTH - 16, 25, FELT, rx=4)
            out.text(SIDE_X + 16, y + 17, words, 11.5, room=SIDE_WIDTH - 60)
        if tile["holder"] is not None:
            disc(out, SIDE_X + SIDE_WIDTH - 24, y + 12.5, 9.5, tile["holder"])
    return top + 44 + 28 * len(tiles)


def draw_supply(out: Drawing, view: Mapping[str, Any], top: float) -> float:
    """Supply spaces, New City tiles and growth markers; where the panel ends."""
    rows = (len(view["supply"]) + 3) // 4
    height = 76 + 34 * rows
    out.panel(SIDE_X, top, SIDE_WIDTH, height, "Supply of goods")
    for index, space in enumerate(view["supply"]):
        x, y = SIDE_X + 12 + index % 4 * 93, top + 30 + index // 4 * 34
        words = f"Supply space {space['space']}: {goods_text(space['goods'])}"
        with out.element(f"supply-{space['space']}", words):
            out.rect(x, y, 88, 30, FELT, rx=4)
            out.text(x + 5, y + 20, str(space["space"]), 11)
            goods = [colour for colour, number in space["goods"].items() for _ in range(number)]
            draw_cubes(out, goods, x + 24, y + 6, 18, 3)
    y = top + 40 + 34 * rows
    out.text(SIDE_X + 12, y + 19, "New cities", 13, weight="bold")
    for index, (colour, number) in enumerate(view["new_cities"].items()):
        x = SIDE_X + 104 + 56 * index
        with out.element(f"new_city-{colour}", f"{colour} New City tiles left: {number}"):
            out.rect(x, y, 50, 28, FELT, rx=4)
            draw_cubes(out, [colour], x + 5, y + 5, 18, 1)
            out.text(x + 28, y + 19, f"×{number}", 12)
    out.text(SIDE_X + SIDE_WIDTH - 12, top + 21, f"{view['growth_markers']} growth markers", 12,
             anchor="end")  # fmt: skip
    return top + height
