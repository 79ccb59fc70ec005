"""The players' boards in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import (
    CARD,
    EDGE,
    FELT,
    MUTED,
    PANEL,
    SEAT_COLOURS,
    ink_on,
)
from railhead.games.great_western_trail.building_words import hands_of, rows_of
from railhead.games.great_western_trail.buildings_picture import Form, House, draw_house, height_of
from railhead.games.great_western_trail.cards_picture import CARD as CARD_WIDTH
from railhead.games.great_western_trail.cards_picture import (
    HIGH,
    breed_words,
    draw_back,
    draw_cattle,
    draw_objective,
)
from railhead.games.great_western_trail.effect_texts import AUXILIARY_NOTES, auxiliary_text
from railhead.games.great_western_trail.icons import icon, worker
from railhead.games.great_western_trail.names import DISCS, WORKERS
from railhead.games.great_western_trail.printed import cattle
from railhead.games.great_western_trail.railroad_picture import draw_master
from railhead.games.great_western_trail.tokens import disc, draw_teepee
from railhead.games.great_western_trail.wording import disc_text
from railhead.games.layout import Block, Region, flow, measure, seat_region
from railhead.games.svg import Drawing, seat_name, seat_number, width_of

BUILDING: Final = 160
"""So broad a building of a player's own is at least, with what is around it."""
LEAST: Final = 330
"""So broad a column of a player's board is at least."""
DISC_LABELS: Final = {
    "certificate_4": "4 cert.",
    "certificate_6": "6 cert.",
    "step_left": "step, $3",
    "step_right": "step, 3p",
    "hand": "hand, $5",
}
Player = Mapping[str, Any]


def players(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Region]:
    """Every player's board."""
    return [
        seat_region(player["seat"], names, [board_of(view, names, player, width)])
        for player in view["players"]
    ]


def board_of(view: Mapping[str, Any], names: Sequence[str], player: Player, width: float) -> Block:
    """One player's board: its head, then cards, workers and buildings in as many columns as fit."""
    inner = width - 16
    columns = max(1, int((inner + 10) // (LEAST + 10)))
    each = (inner - 10 * (columns - 1)) / columns
    parts = [
        measure(each, lambda out, _: draw_cards(out, player, each)),
        measure(each, lambda out, _: draw_table(out, player, each)),
        measure(inner, lambda out, _: draw_buildings(out, player, inner)),
        measure(inner, lambda out, _: draw_piles(out, player, inner)),
    ]
    content = flow(parts, inner)

    def draw(out: Drawing, height: float) -> None:
        draw_head(out, view, names, player, (width, height))
        with out.transform(8, 38):
            content.draw(out, content.height)

    return Block(width, content.height + 46, draw)


def draw_head(
    out: Drawing,
    view: Mapping[str, Any],
    names: Sequence[str],
    player: Player,
    size: tuple[float, float],
) -> None:
    """The board of a player with its name, money and points, on its colour."""
    (width, height), seat = size, player["seat"]
    heavy = 6 if seat == view["active"] else 2
    out.rect(0, 0, width, height, PANEL, rx=10, stroke=SEAT_COLOURS[seat], stroke_width=heavy)
    out.rect(0, 0, width, 30, SEAT_COLOURS[seat], rx=8)
    acts = " · to act" if seat == view["actor"] else ""
    points = sum(column[seat] for column in view["score_sheet"].values())
    fill = ink_on(SEAT_COLOURS[seat])
    now = f"${player['money']} · {points} points now{acts}".replace("-", "−")
    room = width - 36 - width_of(now, 13, True)
    out.text(12, 21, seat_name(seat, names), 14, fill=fill, weight="bold", room=room)
    out.text(width - 12, 21, now, 13, anchor="end", fill=fill, weight="bold")


def draw_cards(out: Drawing, player: Player, width: float) -> float:
    """The hand as far as the viewer knows it, and the objectives; where they end."""
    seat, known = player["seat"], player["hand"]
    unseen = player["hand_size"] - sum(known.values())
    limit = f"Hand: {player['hand_size']} of {player['hand_limit']} cards"
    head = limit + (f", {unseen} unseen" if unseen else "")
    out.text(0, 13, head, 12, weight="bold", room=width)
    x, y = 0.0, 20.0
    for name in (name for name in known if name in cattle()):
        if x + CARD_WIDTH > width + 0.1:
            x, y = 0, y + HIGH + 6
        with out.element(f"hand-{seat}-{name}", _hand_title(name, known[name], seat)):
            draw_cattle(out, name, known[name], x, y)
        x += CARD_WIDTH + 5
    for slot in range(unseen):
        draw_back(out, x + 14 * slot, y)
        x += CARD_WIDTH if slot == unseen - 1 else 0
    y += HIGH + 8 if x else 0
    for name in (name for name in known if name not in cattle()):
        with out.element(f"hand-{seat}-{name}", _hand_title(name, known[name], seat)):
            y = draw_objective(out, name, known[name], 0, y, width)
    out.text(0, y + 13, "Objectives laid down", 12, weight="bold")
    y += 20
    y = draw_objective(out, player["start_objective"], 1, 0, y, width)
    for name, number in player["objectives"].items():
        y = draw_objective(out, name, number, 0, y, width)
    return y


def _hand_title(name: str, number: int, seat: int) -> str:
    return f"{number} {name.replace('_', ' ')} in the hand of seat {seat_number(seat)}"


def draw_table(out: Drawing, player: Player, width: float) -> float:
    """Workers, marks, discs, tiles and masters; where they end."""
    draw_workers(out, player, 4, 2)
    draw_marks(out, player, 172, 0, width - 172)
    y = draw_discs(out, player, 4, 84, width - 8)
    return draw_tokens(out, player, y + 4, width)


def draw_workers(out: Drawing, player: Player, x: float, y: float) -> None:
    """The three rows of workers."""
    seat = player["seat"]
    for row, name in enumerate(WORKERS):
        number, down = player["workers"].get(name, 0), y + 25 * row
        words = f"{name}s of seat {seat_number(seat)}: {number}"
        with out.element(f"worker-{seat}-{name}", words):
            out.rect(x - 4, down - 1, 160, 24, "none", rx=8)
            for slot in range(6):
                if slot < number:
                    worker(out, name, x + 9 + 25 * slot, down + 11, 10.5)
                else:
                    out.circle(x + 9 + 25 * slot, down + 11, 10, FELT, stroke=EDGE)


def draw_marks(out: Drawing, player: Player, x: float, y: float, room: float) -> None:
    """Certificates, deck and steps."""
    seat = player["seat"]
    certificates = f"{player['certificates']} of {player['certificate_limit']} certificates"
    if player["permanent_certificates"]:
        certificates += f" +{player['permanent_certificates']}"
    title = f"certificates {player['certificates']} of {player['certificate_limit']}"
    with out.element(f"certificates-{seat}", f"{title}, seat {seat_number(seat)}"):
        out.rect(x, y, room, 23, FELT, rx=4)
        icon(out, "certificate", x + 12, y + 11.5, 15)
        out.text(x + 24, y + 16, certificates, 11, room=room - 26)
    cards = f"hand {player['hand_size']} of {player['hand_limit']} · deck {player['deck_size']}"
    with out.element(f"deck-{seat}", f"{cards}, seat {seat_number(seat)}"):
        out.rect(x, y + 26, room, 23, FELT, rx=4)
        icon(out, "draw", x + 12, y + 37.5, 15)
        out.text(x + 24, y + 42, f"deck of {player['deck_size']}", 11, room=room - 26)
    steps = f"up to {player['step_limit']} steps"
    icon(out, "move", x + 12, y + 63, 15)
    out.text(x + 24, y + 68, steps, 11, room=room - 24)


def draw_discs(out: Drawing, player: Player, x: float, y: float, room: float) -> float:
    """The auxiliary actions and the other spaces of discs; where they end."""
    seat, left = player["seat"], player["discs"]
    for number, note in enumerate(AUXILIARY_NOTES, 1):
        name, down = f"auxiliary_{number}", y + 20 * (number - 1)
        words = auxiliary_text(number - 1, 1)
        title = f"Auxiliary action of seat {seat_number(seat)}: {words}"
        with out.element(f"auxiliary-{seat}-{number}", title):
            out.rect(x - 4, down, room + 8, 19, FELT, rx=4)
            out.text(x + 36, down + 14, f"{number}: {note}", 11, room=room - 34)
        draw_disc_space(out, seat, name, left.get(name, 0), x + 8, down + 9.5)
    y += 20 * len(AUXILIARY_NOTES) + 12
    pitch = room / len(DISC_LABELS)
    for index, name in enumerate(DISCS[len(AUXILIARY_NOTES) :]):
        place = x + pitch * index + 8
        draw_disc_space(out, seat, name, left.get(name, 0), place, y)
        out.text(place - 8, y + 20, DISC_LABELS[name], 11, fill=MUTED, room=pitch - 2)
    return y + 28


def draw_disc_space(out: Drawing, seat: int, name: str, number: int, x: float, y: float) -> None:
    """A group of equal disc spaces with the discs that are still there."""
    several = "" if number == 1 else "s"
    title = f"{number} disc{several} of seat {seat_number(seat)} {disc_text(name)}"
    with out.element(f"disc-{seat}-{name}", title):
        out.circle(x, y, 8, CARD, stroke=EDGE)
        for slot in range(number):
            disc(out, x + 14 * slot, y, 7.5, seat)


def draw_tokens(out: Drawing, player: Player, y: float, width: float) -> float:
    """Teepees, hazards and station masters; where they end."""
    x = 12.0
    for colour in ("green", "blue"):
        draw_teepee(out, colour, x, y + 12, 0.9)
        out.text(x + 15, y + 17, f"×{player['teepees'].get(colour, 0)}", 11)
        x += 56
    icon(out, "hazard", x, y + 12, 17)
    several = "" if player["hazards"] == 1 else "s"
    words = f"{player['hazards']} hazard{several}, {player['hazard_points']}p"
    out.text(x + 14, y + 17, words, 11, room=width - x - 16)
    y += 28
    for name in player["station_masters"]:
        y = draw_master(out, name, 0, y, width) + 3
    return y


def draw_buildings(out: Drawing, player: Player, width: float) -> float:
    """The private buildings: what each does, and what it takes or where it stands."""
    out.text(0, 13, "Buildings, with the craftsmen they need", 12, weight="bold")
    per = int((width + 10) // BUILDING)
    form = Form((width + 2) / per - 10, True)
    seat, y = player["seat"], 22.0
    buildings = player["buildings"]
    for first in range(0, len(buildings), per):
        row = [(one, own_house(one, seat)) for one in buildings[first : first + per]]
        for index, (one, house) in enumerate(row):
            draw_own(out, one, house, seat, 4 + (form.width + 10) * index, y, form)
        y += max(height_of(house, form) for _, house in row) + 22
    return y


def own_house(building: Mapping[str, Any], seat: int) -> House:
    """A building of a player's own as their board shows it."""
    name = building["name"]
    used = building["removed"] or building["site"] is not None
    return House(name, rows_of(name), hands_of(name), seat, used=used)


def draw_own(
    out: Drawing, building: Mapping[str, Any], house: House, seat: int, x: float, y: float,
    form: Form,
) -> None:  # fmt: skip
    """A building of a player's own, and below it what it takes or where it is."""
    height = height_of(house, form)
    points = building["points"]
    words = f"Building {building['name']} of seat {seat_number(seat)}, {points} points"
    with out.element(f"building-{seat}-{building['name']}", words):
        draw_house(out, house, x + form.width / 2, y + height / 2, form, numbered=False)
    men = building["craftsmen"]
    state = f"{men} craftsm{'e' if men > 1 else 'a'}n"
    if building["removed"]:
        state = "out of the game"
    elif building["site"]:
        state = "on the trail"
    out.text(x + 2, y + height + 12, f"{state} · {points}p", 11, fill=MUTED, room=form.width)


def draw_piles(out: Drawing, player: Player, width: float) -> float:
    """The cards of deck and discards as far as the viewer knows them; where they end."""
    own = player["deck"] is not None
    pile = player["deck"] if own else player["hand_or_deck"]
    y = 0.0
    for title, cards in (("Deck" if own else "Hand or deck", pile),
                         ("Discards", player["discard_pile"])):  # fmt: skip
        out.text(0, y + 13, f"{title}: {sum(cards.values())} cards", 12, weight="bold")
        x, y = 0.0, y + 20
        for name, number in cards.items():
            kind = cattle().get(name)
            words = f"{breed_words(name)} {kind['value']}" if kind else name
            text = f"{number} × {words}"
            wide = width_of(text, 11) + 28
            if x + wide > width:
                x, y = 0, y + 24
            out.rect(x, y, wide, 21, FELT, rx=4)
            sign = f"card:{kind['breed']}" if kind else "objective"
            icon(out, sign, x + 12, y + 10.5, 15)
            out.text(x + 22, y + 15, text, 11)
            x += wide + 4
        y += 28
    return y
