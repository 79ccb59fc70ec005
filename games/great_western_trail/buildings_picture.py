"""Buildings in the picture: houses that say what they do, and the plots that wait for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from railhead.games.colours import CARD, EDGE, INK, MUTED, SEAT_COLOURS, Colour, Shade, ink_on
from railhead.games.great_western_trail.building_words import WORDS, Row, hands_of, rows_of
from railhead.games.great_western_trail.icons import hand, icon
from railhead.games.svg import Drawing, seat_number, wrap_text

WOOD: Final = "#7d4f28"
GREY: Final = "#cfc8ba"
NEUTRAL_WALL: Final = Shade("#f8e7c6", "#4a3a22")
ATTACHED_WALL: Final = Shade("#e7dcc0", "#3d3628")
PLOT: Final = Shade("#f3ead2", "#3a3427")
LETTERS: Final = 11.5
LINE: Final = 14.5
ROOF: Final = 17


class House(NamedTuple):
    """What a building shows: its name, what it does, and whose it is; `attached` is its space's."""

    name: str
    rows: Sequence[Row]
    hands: Sequence[str]
    owner: int | None
    attached: Sequence[Row] = ()
    used: bool = False
    """Whether it is one of a player's own that cannot be built any more."""


class Form(NamedTuple):
    """How broad buildings are; without words they have the signs of their rows alone."""

    width: float
    words: bool


BROAD: Final = Form(120, True)
SLIM: Final = Form(45, False)


def house_of(space: Mapping[str, Any]) -> House:
    """The building on a space of the trail."""
    name, owner = space["tile"], space["owner"]
    hands = [] if owner is None else hands_of(name)
    attached = [WORDS[space["attached"]]] if space["attached"] else []
    return House(name, rows_of(name), hands, owner, attached)


@lru_cache(1024)
def _lines(words: str, width: float) -> list[str]:
    return wrap_text(words, LETTERS, width - 26)


def _body(rows: Sequence[Row], form: Form) -> float:
    """How high rows are."""
    if not rows:
        return 0
    if not form.words:
        return 15.0 * -(-len(rows) // 3)
    return LINE * sum(len(_lines(words, form.width)) for _, words in rows) + 2


def height_of(house: House, form: Form) -> float:
    """How high a building is."""
    return ROOF + 3 + _body(house.rows, form) + _body(house.attached, form)


def draw_house(
    out: Drawing, house: House, x: float, y: float, form: Form, numbered: bool = True
) -> None:
    """A building around a point: neutral ones of wood, others with a roof of their seat's colour,
    and its number."""
    width, height = form.width, height_of(house, form)
    left, top = x - width / 2, y - height / 2
    wall: Colour = NEUTRAL_WALL if house.owner is None else CARD
    roof = GREY if house.used else WOOD if house.owner is None else SEAT_COLOURS[house.owner]
    out.rect(left, top, width, height, wall, rx=3, stroke=INK, stroke_width=1.2)
    out.polygon(
        [(left - 3, top + ROOF), (left + 6, top - 2), (left + width - 6, top - 2),
         (left + width + 3, top + ROOF)],
        roof, stroke=INK, stroke_width=1.2,
    )  # fmt: skip
    aside = 6 * len(house.hands) if not form.words else 0
    out.text(x - aside, top + 13, house.name, 13, anchor="middle", weight="bold", fill=ink_on(roof))
    for index, colour in enumerate(house.hands):
        step = 14 if form.words else 11
        hand(out, colour, left + width - 10 - step * index, top + 8, 12 if form.words else 10)
    if house.owner is not None and form.words and numbered:
        words = seat_number(house.owner)
        out.text(left + 15, top + 12, words, LETTERS, anchor="middle", fill=ink_on(roof))
    below = top + ROOF + 2
    if house.attached:
        high = _body(house.attached, form)
        out.rect(left + 1, top + height - high - 1, width - 2, high, ATTACHED_WALL)
    below = draw_rows(out, house.rows, left, below, form)
    draw_rows(out, house.attached, left, below, form)


def draw_rows(out: Drawing, rows: Sequence[Row], left: float, top: float, form: Form) -> float:
    """Rows of signs and words, or signs alone, three beside each other; where they end."""
    if not form.words:
        for index, (sign, _) in enumerate(rows):
            icon(out, sign, left + 8 + 14.5 * (index % 3), top + 8 + 15 * (index // 3), 12.5)
        return top + 15 * -(-len(rows) // 3)
    for sign, words in rows:
        lines = _lines(words, form.width)
        icon(out, sign, left + 11, top + LINE * len(lines) / 2 + 0.5, 15)
        for line in lines:
            out.text(left + 22, top + 11, line, LETTERS)
            top += LINE
    return top + 2 * bool(rows)


def plot_of(space: Mapping[str, Any], form: Form) -> tuple[Form, float]:
    """How broad and how high a plot without a building is."""
    if not form.words:
        return form._replace(width=38), 38 if space["attached"] else 24
    if not space["attached"]:
        return form._replace(width=70), 26
    return form, 23 + _body([WORDS[space["attached"]]], form)


def draw_plot(out: Drawing, space: Mapping[str, Any], x: float, y: float, form: Form) -> None:
    """A place for a private building with its name, and what is printed beside it."""
    plot, height = plot_of(space, form)
    left, top = x - plot.width / 2, y - height / 2
    out.rect(
        left, top, plot.width, height, PLOT, rx=4, stroke=EDGE, stroke_width=1.6,
        stroke_dasharray="5 4",
    )  # fmt: skip
    out.text(x, top + 17, space["name"], 12, anchor="middle", fill=MUTED, weight="bold",
             room=plot.width - 4)  # fmt: skip
    if space["attached"]:
        row = WORDS[space["attached"]]
        if form.words:
            draw_rows(out, [row], left, top + 21, plot)
        else:
            icon(out, row[0], x, top + 29, 12.5)
