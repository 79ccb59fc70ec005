"""The results of a run as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.table import Table

from railhead.agents.harness.playing import Record, add_tokens

OUTCOMES: Final = ("matches", "first", "place", "points", "other", "forfeits")
"""`place` and `points` are means, `other` is the mean of the best other seat's points."""
CONDUCT: Final = ("decisions", "illegal", "retried", "read", "written", "s each")
"""What is `read` and `written` are tokens."""


def tables_of(records: Sequence[Record]) -> list[Table]:
    """How the matches ended, and how the model behaved: a row for each game and level.

    Matches that failed are not counted.
    """
    rows: dict[tuple[str, str], list[Record]] = {}
    for one in records:
        if one.status != "failed":
            rows.setdefault((one.game, one.level), []).append(one)
    return [
        _grid("Against the levels", OUTCOMES, rows, outcomes),
        _grid("How it went about it, with tokens read and written", CONDUCT, rows, conduct),
    ]


def outcomes(played: Sequence[Record]) -> list[str]:
    """The cells of `OUTCOMES`; points are of matches that were played to their end."""
    finished = [(one.seat, one.scores) for one in played if one.scores is not None]
    best = [
        max(score for other, score in enumerate(scores) if other != seat)
        for seat, scores in finished
    ]
    return [
        str(len(played)),
        str(sum(one.place == 1 and one.status == "finished" for one in played)),
        mean(one.place for one in played if one.place is not None),
        mean(scores[seat] for seat, scores in finished),
        mean(best),
        str(sum(one.status == "forfeited" for one in played)),
    ]


def conduct(played: Sequence[Record]) -> list[str]:
    """The cells of `CONDUCT`; seconds are of thinking for a decision."""
    decisions = sum(one.decisions for one in played)
    seconds = sum(one.seconds for one in played)
    return [
        str(decisions),
        str(sum(one.illegal for one in played)),
        str(sum(one.retried for one in played)),
        total(one.input_tokens for one in played),
        total(one.output_tokens for one in played),
        f"{seconds / decisions:.2f}" if decisions else "-",
    ]


def mean(numbers: Iterable[int]) -> str:
    """Such as `1.5`; a dash for no numbers."""
    found = list(numbers)
    return f"{sum(found) / len(found):.1f}" if found else "-"


def total(counts: Iterable[int | None]) -> str:
    """The sum of what was told; a dash where nothing was."""
    so_far: int | None = None
    for one in counts:
        so_far = add_tokens(so_far, one)
    return "-" if so_far is None else str(so_far)


def _grid(
    title: str,
    headings: Sequence[str],
    rows: dict[tuple[str, str], list[Record]],
    cells: Callable[[Sequence[Record]], list[str]],
) -> Table:
    grid = Table(title=title, title_justify="left", box=None, padding=(0, 1, 0, 0))
    for heading in ("game", "level"):
        grid.add_column(heading, no_wrap=True)
    for heading in headings:
        grid.add_column(heading, justify="right", no_wrap=True)
    for (game, level), played in sorted(rows.items()):
        grid.add_row(game, level, *cells(played))
    return grid
