"""The players' boards in the picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.great_western_trail.tokens import EDGE, INK, PANEL, SEAT_COLOURS, disc, worker
from games.svg import Drawing, wrapped

PLAYER_HEIGHT: Final = 330
GAP: Final = 12


def draw_players(out: Drawing, view: Mapping[str, Any], width: float, top: float) -> None:
    """Every player's board, side by side."""
    players = view["players"]
    each = (width - 40 - GAP * (len(players) - 1)) / len(players)
    for index, player in enumerate(players):
        x = 20 + index * (each + GAP)
        seat = player["seat"]
        heavy = 5 if seat == view["active"] else 2
        out.rect(
            x, top, each, PLAYER_HEIGHT, PANEL, rx=10, stroke=SEAT_COLOURS[seat],
            stroke_width=heavy,
        )  # fmt: skip
        out.rect(x, top, each, 30, SEAT_COLOURS[seat], rx=8)
        acts = " · to act" if seat == view["actor"] else ""
        points = sum(column[seat] for column in view["score_sheet"].values())
        fill = INK if seat == 1 else "#ffffff"
        title = f"Seat {seat}{acts} · ${player['money']} · {points} points now"
        out.text(x + 12, top + 21, title, 15, fill=fill, weight="bold")
        draw_player(out, player, x + 12, top + 30, int(each / 7.4))


def draw_player(out: Drawing, player: Mapping[str, Any], x: float, y: float, letters: int) -> None:
    """What lies on one player's board; lines hold so many letters."""
    for row, (name, number) in enumerate(player["workers"].items()):
        for slot in range(6):
            place = x + 12 + 25 * slot
            out.circle(place, y + 22 + 26 * row, 10, "#eadfbf", stroke=EDGE)
            if slot < number:
                worker(out, name, place, y + 22 + 26 * row, 10)
    for slot in range(sum(player["discs"].values())):
        disc(out, x + 168 + 15 * (slot % 7), y + 18 + 15 * (slot // 7), 6, player["seat"])
    out.text(x + 162, y + 64, f"hand {player['hand_size']}/{player['hand_limit']}", 12)
    out.text(x + 162, y + 80, f"steps {player['step_limit']}", 12)
    line = y + 110
    for text in lines_of(player):
        for part in wrapped(text, letters):
            out.text(x, line, part, 12)
            line += 16


def counted(cards: Mapping[str, int]) -> str:
    """Such as `2 jersey, 1 D4`; a dash for none."""
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in cards.items()) or "–"


def lines_of(player: Mapping[str, Any]) -> list[str]:
    """What the board says in words."""
    certificates = f"{player['certificates']} of {player['certificate_limit']}"
    if player["permanent_certificates"]:
        certificates += f" + {player['permanent_certificates']}"
    built = [f"{b['name']} on {b['site']}" for b in player["buildings"] if b["site"]]
    return [
        f"Certificates {certificates} · teepees {counted(player['teepees'])} · "
        f"hazards {player['hazards']} ({player['hazard_points']} points)",
        f"Masters: {', '.join(player['station_masters']) or '–'} · "
        f"buildings: {', '.join(built) or '–'}",
        f"Objectives: {player['start_objective']}, {counted(player['objectives'])}",
        f"Hand: {counted(player['hand'])}",
        f"Hand or deck: {counted(player['hand_or_deck'])}",
        f"Discards: {counted(player['discard_pile'])}",
    ]
