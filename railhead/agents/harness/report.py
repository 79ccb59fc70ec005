"""The results of a run as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.table import Table

from railhead.agents.harness.looking import READERS
from railhead.agents.harness.playing import Record
from railhead.agents.harness.stated_plans import STEP_OUTCOMES

OUTCOMES: Final = ("matches", "first", "place", "points", "other", "forfeits")
"""`place` and `points` are means, `other` is the mean of the best other seat's points."""
CONDUCT: Final = ("decisions", "illegal", "retried", "read", "written", "seconds")
"""Tokens `read` and `written`, and seconds, are for a decision."""
LOOKS: Final = ("looked", *READERS, "plans", *STEP_OUTCOMES)
"""`looked` is the share of decisions before which something was asked for; how often, by tool; then
the plans that were stated, and what became of their steps."""


def tables_of(records: Sequence[Record]) -> list[Table]:
    """How the matches ended, and what the model did: a row for each game and level.

    Matches that failed are not counted.
    """
    rows: dict[tuple[str, str], list[Record]] = {}
    for one in records:
        if one.status != "failed":
            rows.setdefault((one.game, one.level), []).append(one)
    return [
        _grid("Against the levels", OUTCOMES, rows, outcomes),
        _grid("How it went about it; tokens and seconds for a decision", CONDUCT, rows, conduct),
        _grid("What it asked to see, and what it did of its plans", LOOKS, rows, looks_and_plans),
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
    """The cells of `CONDUCT`; matches whose tokens were not told do not count for these."""
    decisions = sum(one.decisions for one in played)
    return [
        str(decisions),
        str(sum(one.illegal for one in played)),
        str(sum(one.retried for one in played)),
        each((one.input_tokens, one.decisions) for one in played),
        each((one.output_tokens, one.decisions) for one in played),
        each(((one.seconds, one.decisions) for one in played), ".2f"),
    ]


def looks_and_plans(played: Sequence[Record]) -> list[str]:
    """The cells of `LOOKS`."""
    decisions = sum(one.decisions for one in played)
    looked = sum(one.looked for one in played)
    return [
        f"{looked / decisions:.0%}" if decisions else "-",
        *(str(sum(one.looks.get(tool, 0) for one in played)) for tool in READERS),
        str(sum(one.plans for one in played)),
        *(str(sum(one.steps.get(step, 0) for one in played)) for step in STEP_OUTCOMES),
    ]


def mean(numbers: Iterable[int]) -> str:
    """Such as `1.5`; a dash for no numbers."""
    found = list(numbers)
    return f"{sum(found) / len(found):.1f}" if found else "-"


def each(counts: Iterable[tuple[float | None, int]], form: str = ".0f") -> str:
    """The mean for a decision, of counts that were told with their decisions; a dash for none."""
    told = [(number, decisions) for number, decisions in counts if number is not None]
    decisions = sum(one for _, one in told)
    return format(sum(number for number, _ in told) / decisions, form) if decisions else "-"


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
