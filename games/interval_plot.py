"""A plot of figures with their intervals, one a row, as an SVG document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from railhead.games.svg import Drawing

WIDTH: Final = 720.0
MARGIN: Final = 150.0
ROW: Final = 34.0
TOP: Final = 34.0
SOFT, RULE, PAPER, BAR = "#666666", "#d8d8d8", "#ffffff", "#2f6f9f"
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True)
class Interval:
    """A row: a figure, and from where to where it may be."""

    name: str
    figure: float
    low: float
    high: float


def interval_plot(title: str, rows: Sequence[Interval], least_step: int = 1) -> str:
    """The rows from top to bottom; the marks below them are `least_step` apart or more."""
    height = TOP + ROW * len(rows) + 40
    out = Drawing(WIDTH, height, PAPER, title)
    out.text(12, 22, title, 14, weight="bold")
    marks = marks_of([end for row in rows for end in (row.low, row.high)], least_step)
    first, last = marks[0], marks[-1]

    def across(figure: float) -> float:
        return MARGIN + (WIDTH - MARGIN - 40) * (figure - first) / (last - first)

    bottom = TOP + ROW * len(rows)
    for mark in marks:
        out.line((across(mark), TOP), (across(mark), bottom), RULE, 1)
        out.text(across(mark), bottom + 18, f"{mark}", 11, anchor="middle", fill=SOFT)
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        out.text(MARGIN - 12, y + 4, row.name, 12, anchor="end", room=MARGIN - 16)
        out.line((across(row.low), y), (across(row.high), y), BAR, 3)
        out.circle(across(row.figure), y, 5, BAR)
        out.text(across(row.figure), y - 9, f"{row.figure:g}", 11, anchor="middle")
    return out.document()


def marks_of(figures: Sequence[float], least_step: int = 1) -> list[int]:
    """Round numbers from below the least figure to above the greatest: at least two, about ten."""
    least, most = min(figures), max(figures)
    fitting = (one for one in STEPS if one >= least_step and (most - least) / one <= 10)
    step = next(fitting, STEPS[-1])
    first, last = int(least // step), int(-(-most // step))
    return [step * number for number in range(first, max(last, first + 1) + 1)]
