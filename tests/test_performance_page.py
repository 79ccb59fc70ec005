"""`docs/performance.md` is what `make bench` has measured, and nothing else."""

from __future__ import annotations

import re

import pytest

from bench import page, records
from bench.__main__ import PARTS
from bench.figure import Figure


def test_the_page_is_made_of_the_figures_that_are_kept() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "python -m bench.page"


def test_every_part_has_its_place_on_the_page() -> None:
    assert page.PARTS.keys() == {*PARTS, "load"}
    assert records.read().keys() <= page.PARTS.keys()


@pytest.mark.parametrize("record", records.read().values(), ids=lambda one: one.part)
def test_figures_say_when_and_of_what_they_are(record: records.Record) -> None:
    at = record.circumstances
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", at.date)
    assert re.fullmatch(r"[0-9a-f]{12}(-dirty)?", at.commit)
    assert at.machine
    assert record.figures


def test_what_misses_its_budget_is_told_first() -> None:
    at = records.Circumstances("2026-01-01", "0" * 12, "a machine", 0.5, True)
    figures = (
        Figure("fast", 3, "ms", "<= 5"),
        Figure("slow", 7, "ms", "<= 5"),
        Figure("all", 1, ""),
    )
    text = page.page({"requests": records.Record("requests", at, figures)})
    assert "1 of 2 budgets are met." in text
    summary = text.partition("## Budgets")[2].partition("## Requests")[0]
    assert "| slow | 7 ms | ≤ 5 | 0.5 |" in summary
    assert "fast" not in summary
    assert "| slow | 7 ms | ≤ 5 | **missed** |  |" in text
    assert "2026-01-01, commit 000000000000, 0.5 cores busy before; a machine." in text
