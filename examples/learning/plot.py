"""The curve of a policy that learned, as an SVG document.

python -m examples.learning.plot learned/curve.csv > curve.svg
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from railhead.games.interval_plot import marks_of
from railhead.games.svg import Drawing

WIDTH, HEIGHT = 720.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 60.0, 20.0, 40.0, 50.0
SOFT, RULE, PAPER, LINE = "#666666", "#d8d8d8", "#ffffff", "#2f6f9f"


def plot(title: str, points: Sequence[tuple[float, float]]) -> str:
    """Shares from 0 to 1 by minutes."""
    out = Drawing(WIDTH, HEIGHT, PAPER, title)
    out.text(12, 22, title, 14, weight="bold")
    marks = marks_of([0, *(minutes for minutes, _ in points)])

    def place(minutes: float, share: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * minutes / marks[-1]
        return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    for percent in range(0, 101, 25):
        left, right = place(0, percent / 100), place(marks[-1], percent / 100)
        out.line(left, right, RULE, 2 if percent == 50 else 1)
        out.text(LEFT - 8, left[1] + 4, f"{percent} %", 11, anchor="end", fill=SOFT)
    for mark in marks:
        across, down = place(mark, 0)
        out.text(across, down + 18, f"{mark}", 11, anchor="middle", fill=SOFT)
    out.text(WIDTH / 2, HEIGHT - 10, "minutes of one core", 11, anchor="middle", fill=SOFT)
    for one, other in pairwise(points):
        out.line(place(*one), place(*other), LINE, 2)
    for point in points:
        out.circle(*place(*point), 3, LINE)
    return out.document()


def main() -> None:
    """Print the plot of a curve."""
    rows = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()[1:]
    cells = [row.split(",") for row in rows]
    points = [(float(minutes), float(won)) for minutes, _, won in cells]
    print(plot("Matches of Montana won of greedy players", points))


if __name__ == "__main__":
    main()
