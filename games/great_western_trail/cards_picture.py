"""Cards in the picture: cattle with breed and value, objectives with their whole text."""

from __future__ import annotations

from typing import Final

from railhead.games.colours import EDGE, INK, MUTED, PIECE_INK, Shade, ink_on
from railhead.games.great_western_trail.building_words import WORDS
from railhead.games.great_western_trail.effect_texts import EFFECT_TEXTS, task_text
from railhead.games.great_western_trail.icons import BREED_COLOURS, COW, icon
from railhead.games.great_western_trail.names import TASKS
from railhead.games.great_western_trail.printed import cattle, objectives
from railhead.games.svg import Drawing, wrap_text

CARD: Final = 64
"""How broad a cattle card is."""
HIGH: Final = 78
BACK: Final = "#7d4f28"
PARCHMENT: Final = Shade("#fff8e2", "#443c2b")


def breed_words(name: str) -> str:
    """A kind of card by its breed alone: its points are beside it."""
    return name.rstrip("_34567").replace("_", " ").title()


def _tasks(name: str) -> str:
    """What an objective card wants, in the order of the rules."""
    return task_text("".join(sorted(objectives()[name]["tasks"], key=TASKS.index)))


def objective_title(name: str) -> str:
    """Such as `Objective D4: 1 hazard, 2 stations: 3 or −2 points`."""
    card = objectives()[name]
    lost = f" or −{card['penalty']}" if card.get("penalty") else ""
    return f"Objective {name}: {_tasks(name)}: {card['points']}{lost} points"


def _objective_lines(name: str, number: int, width: float) -> list[tuple[str, str]]:
    """What an objective card says in lines of at most this width, each with its weight."""
    card = objectives()[name]
    played = EFFECT_TEXTS[card["effect"]] if card.get("effect") else "the first objective"
    several = f" ×{number}" if number > 1 else ""
    head = wrap_text(f"{name}{several}: {played}", 11, width, bold=True)
    tasks = wrap_text(f"wants {_tasks(name)}", 11, width)
    return [*((line, "bold") for line in head), *((line, "normal") for line in tasks)]


def draw_objective(out: Drawing, name: str, number: int, x: float, y: float, width: float) -> float:
    """An objective card: what it does when played, what it wants and scores; where it ends."""
    card = objectives()[name]
    lines = _objective_lines(name, number, width - 84)
    height = 14 * len(lines) + 8
    out.rect(x, y, width, height, PARCHMENT, rx=4, stroke=EDGE)
    sign = WORDS[card["effect"]][0] if card.get("effect") else "objective"
    icon(out, sign, x + 15, y + height / 2, 17)
    for index, (line, weight) in enumerate(lines):
        out.text(x + 30, y + 15 + 14 * index, line, 11, weight=weight)
    middle = y + height / 2
    lost = card.get("penalty", 0)
    out.text(
        x + width - 8, middle + (-1 if lost else 5), f"{card['points']}p", 14, anchor="end",
        weight="bold",
    )  # fmt: skip
    if lost:
        out.text(x + width - 8, middle + 13, f"or −{lost}", 11, anchor="end", fill=MUTED)
    return y + height + 4


def draw_cattle(out: Drawing, name: str, number: int, x: float, y: float) -> None:
    """A cattle card: its value, how many there are, its breed and its points."""
    card = cattle()[name]
    colour = BREED_COLOURS[card["breed"]]
    out.rect(x, y, CARD, HIGH, PARCHMENT, rx=5, stroke=PIECE_INK, stroke_width=1.2)
    out.rect(x + 3, y + 3, CARD - 6, 40, colour, rx=4)
    ink = ink_on(colour)
    out.text(x + 12, y + 20, str(card["value"]), 17, anchor="middle", fill=ink, weight="bold")
    out.path(COW, x + CARD / 2 + 3, y + 27, 1.35, fill=ink)
    if number > 1:
        out.text(x + CARD - 6, y + 16, f"×{number}", 12, anchor="end", fill=ink, weight="bold")
    if card["points"]:
        out.text(x + 6, y + 39, f"{card['points']}p", 11, fill=ink)
    words = breed_words(name).split(" ")
    for index, word in enumerate(words):
        down = y + 56 + 13 * index if len(words) > 1 else y + 62
        out.text(x + CARD / 2, down, word, 11, anchor="middle", room=CARD - 2, fill=INK)


def draw_back(out: Drawing, x: float, y: float) -> None:
    """The back of a card."""
    out.rect(x, y, CARD, HIGH, BACK, rx=5, stroke=PIECE_INK, stroke_width=1.2)
    out.path(COW, x + CARD / 2, y + HIGH / 2, 1.6, fill="#d6b98a")
