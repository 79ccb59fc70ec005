"""The players' boards in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.great_western_trail.effect_texts import AUXILIARY_NOTES, auxiliary_text
from railhead.games.great_western_trail.names import DISCS
from railhead.games.great_western_trail.tokens import (
    EDGE,
    FELT,
    ON_SEAT,
    SEAT_COLOURS,
    disc,
    worker,
)
from railhead.games.great_western_trail.wording import disc_text
from railhead.games.layout import Block, measure
from railhead.games.svg import INK, PANEL, Drawing, seat_name, width_of

MUTED: Final = "#5c4c33"
DISC_LABELS: Final = {
    "certificate_4": "4 cert.",
    "certificate_6": "6 cert.",
    "step_left": "step, $3",
    "step_right": "step, 3p",
    "hand": "hand, $5",
}


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Block]:
    """Every player's board."""

    def board(player: Mapping[str, Any]) -> Block:
        def draw(out: Drawing, height: float) -> float:
            draw_head(out, view, names, player, (width, height))
            return draw_player(out, player, width) + 12

        return measure(width, draw)

    return [board(player) for player in view["players"]]


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Mapping[str, Any],
    size: tuple[float, float],
) -> None:
    """The board of a player with its name, money and points, on its colour."""
    (width, height), seat = size, player["seat"]
    heavy = 6 if seat == view["active"] else 2
    out.rect(0, 0, width, height, PANEL, rx=10, stroke=SEAT_COLOURS[seat], stroke_width=heavy)
    out.rect(0, 0, width, 30, SEAT_COLOURS[seat], rx=8)
    acts = " · to act" if seat == view["actor"] else ""
    points = sum(column[seat] for column in view["score_sheet"].values())
    fill = ON_SEAT[seat]
    now = f"${player['money']} · {points} points now{acts}"
    room = width - 36 - width_of(now, 13)
    title = seat_name(seat, names)
    out.text(12, 21, title, 14, fill=fill, weight="bold", room=room)
    out.text(width - 12, 21, now, 13, anchor="end", fill=fill)


def draw_player(out: Drawing, player: Mapping[str, Any], width: float) -> float:
    """What lies on one player's board, below its head; where it ends."""
    x, room = 12, width - 24
    draw_workers(out, player, x, 42)
    draw_marks(out, player, x + 168, 40, room - 168)
    y = draw_discs(out, player, x, 124, room)
    y = draw_buildings(out, player, x, y + 6, room)
    y = draw_hand(out, player, x, y + 8, room)
    for text in lines_of(player):
        y = out.lines(x, y, text, 12, room)
    return y


def draw_workers(out: Drawing, player: Mapping[str, Any], x: float, y: float) -> None:
    """The three rows of workers."""
    seat = player["seat"]
    for row, name in enumerate(("cowboy", "craftsman", "engineer")):
        number, down = player["workers"].get(name, 0), y + 26 * row
        with out.element(f"worker-{seat}-{name}", f"{name}s of seat {seat}: {number}"):
            out.rect(x - 4, down - 1, 160, 24, "none", rx=8)
            for slot in range(6):
                out.circle(x + 9 + 25 * slot, down + 11, 10, FELT, stroke=EDGE)
                if slot < number:
                    worker(out, name, x + 9 + 25 * slot, down + 11, 10)


def draw_marks(out: Drawing, player: Mapping[str, Any], x: float, y: float, room: float) -> None:
    """Certificates, hand, deck and steps."""
    seat = player["seat"]
    certificates = f"certificates {player['certificates']} of {player['certificate_limit']}"
    if player["permanent_certificates"]:
        certificates += f", +{player['permanent_certificates']}"
    with out.element(f"certificates-{seat}", f"{certificates}, seat {seat}"):
        out.rect(x, y, room, 22, FELT, rx=4)
        out.text(x + 6, y + 15, certificates, 12, room=room - 10)
    cards = f"hand {player['hand_size']} of {player['hand_limit']} · deck {player['deck_size']}"
    with out.element(f"deck-{seat}", f"{cards}, seat {seat}"):
        out.rect(x, y + 26, room, 22, FELT, rx=4)
        out.text(x + 6, y + 41, cards, 12, room=room - 10)
    where = player["cattleman"] or "–"
    steps = f"{player['step_limit']} steps · cattleman {where}"
    out.text(x + 6, y + 65, steps, 12, room=room - 6)


def draw_discs(out: Drawing, player: Mapping[str, Any], x: float, y: float, room: float) -> float:
    """The auxiliary actions and the other spaces of discs; where they end."""
    seat, left = player["seat"], player["discs"]
    for number, note in enumerate(AUXILIARY_NOTES, 1):
        name, down = f"auxiliary_{number}", y + 20 * (number - 1)
        words = auxiliary_text(number - 1, 1)
        with out.element(f"auxiliary-{seat}-{number}", f"Auxiliary action of seat {seat}: {words}"):
            out.rect(x - 4, down, room + 8, 19, FELT, rx=4)
            out.text(x + 36, down + 14, f"{number}: {note}", 11, room=room - 34)
        draw_disc_space(out, seat, name, left.get(name, 0), x + 8, down + 9.5)
    y += 20 * len(AUXILIARY_NOTES) + 12
    pitch = room / len(DISC_LABELS)
    for index, name in enumerate(DISCS[len(AUXILIARY_NOTES) :]):
        place = x + pitch * index + 8
        draw_disc_space(out, seat, name, left.get(name, 0), place, y)
        out.text(place - 8, y + 20, DISC_LABELS[name], 10, fill=MUTED, room=pitch - 4)
    return y + 30


def draw_disc_space(out: Drawing, seat: int, name: str, number: int, x: float, y: float) -> None:
    """A group of equal disc spaces with the discs that are still there."""
    with out.element(
        f"disc-{seat}-{name}",
        f"{number} disc{'' if number == 1 else 's'} of seat {seat} {disc_text(name)}",
    ):
        out.circle(x, y, 7.5, "#ffffff", stroke=EDGE)
        for slot in range(number):
            disc(out, x + 13 * slot, y, 6.5, seat)


def draw_buildings(
    out: Drawing, player: Mapping[str, Any], x: float, y: float, room: float
) -> float:
    """The private buildings: the craftsmen that each needs, or where it stands; where they end."""
    seat, pitch = player["seat"], room / 5
    out.text(x, y + 12, "Buildings, with the craftsmen they need", 11, fill=MUTED)
    y += 18
    for index, building in enumerate(player["buildings"]):
        left, top = x + pitch * (index % 5), y + 26 * (index // 5)
        if building["removed"]:
            state, fill, ink = "gone", "#ded6c4", MUTED
        elif building["site"]:
            state, fill, ink = building["site"], SEAT_COLOURS[seat], ON_SEAT[seat]
        else:
            state, fill, ink = f"({building['craftsmen']})", "#ffffff", INK
        words = f"Building {building['name']} of seat {seat}, {building['points']} points"
        with out.element(f"building-{seat}-{building['name']}", words):
            out.rect(left, top, pitch - 4, 22, fill, rx=4, stroke=EDGE)
            text = f"{building['name']} {state}"
            out.text(left + 5, top + 15, text, 11, fill=ink, room=pitch - 10)
    return y + 26 * ((len(player["buildings"]) + 4) // 5)


def draw_hand(out: Drawing, player: Mapping[str, Any], x: float, y: float, room: float) -> float:
    """The cards in hand that the viewer knows, a chip for each kind; the baseline below them."""
    seat = player["seat"]
    unseen = player["hand_size"] - sum(player["hand"].values())
    out.text(x, y + 12, "Hand" + (f", {unseen} unseen" if unseen else ""), 12, weight="bold")
    left = x
    y += 20
    for name, number in player["hand"].items():
        text = f"{number} {name.replace('_', ' ')}"
        width = width_of(text, 11) + 12
        if left + width > x + room:
            left, y = x, y + 26
        with out.element(f"hand-{seat}-{name}", f"{text} in the hand of seat {seat}"):
            out.rect(left, y, width, 21, "#ffffff", rx=4, stroke=EDGE)
            out.text(left + 6, y + 15, text, 11)
        left += width + 5
    return y + (40 if player["hand"] else 16)


def count_text(cards: Mapping[str, int]) -> str:
    """Such as `2 jersey, 1 D4`; a dash for none."""
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in cards.items()) or "–"


def lines_of(player: Mapping[str, Any]) -> list[str]:
    """What the board says in words."""
    hidden = "Deck" if player["deck"] is not None else "Hand or deck"
    pile = player["deck"] if player["deck"] is not None else player["hand_or_deck"]
    return [
        f"Teepees {count_text(player['teepees'])} · hazards {player['hazards']} "
        f"({player['hazard_points']} points)",
        f"Station masters: {', '.join(player['station_masters']) or '–'}",
        f"Objectives: {player['start_objective']}, {count_text(player['objectives'])}",
        f"{hidden}: {count_text(pile)}",
        f"Discards: {count_text(player['discard_pile'])}",
    ]
