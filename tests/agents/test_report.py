"""The tables at the end of a run: what is counted, and what is not."""

from __future__ import annotations

import io

from rich.console import Console

from railhead.agents.harness.playing import Record
from railhead.agents.harness.report import conduct, looks_and_plans, outcomes, tables_of

WON = Record(
    *("great_western_trail", "expert", 3, 1, 1),
    status="finished",
    place=1,
    scores=[50, 70, 60],
    decisions=100,
    illegal=3,
    retried=2,
    looked=30,
    looks={"rules": 20, "table": 15},
    plans=8,
    steps={"kept": 10, "dropped": 3, "open": 4},
    input_tokens=123456,
    output_tokens=1000,
    seconds=50.0,
)
LOST = Record(
    *("great_western_trail", "expert", 3, 0, 1),
    status="finished",
    place=2,
    scores=[40, 90, 30],
    decisions=100,
    seconds=25.0,
)
FORFEITED = Record(
    *("great_western_trail", "expert", 3, 2, 1),
    status="forfeited",
    place=3,
    decisions=50,
    illegal=3,
)
FAILED = Record("great_western_trail", "easy", 3, 2, 1)


def test_what_is_counted() -> None:
    assert outcomes([WON, LOST, FORFEITED]) == ["3", "1", "2.0", "55.0", "75.0", "1"]
    assert conduct([WON, LOST, FORFEITED]) == ["250", "6", "2", "1235", "10", "0.30"]
    assert outcomes([FORFEITED]) == ["1", "0", "3.0", "-", "-", "1"]
    assert conduct([FORFEITED])[3:5] == ["-", "-"]
    assert looks_and_plans([WON, LOST, FORFEITED]) == ["12%", "20", "15", "0", "8", "10", "3", "4"]
    assert looks_and_plans([LOST]) == ["0%", *"0000000"]


def test_the_tables_fit_a_terminal_and_leave_out_what_failed() -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(*tables_of([WON, LOST, FAILED]), sep="\n")
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in out.getvalue()
    assert sum("great_western_trail" in line for line in lines) == 3
    assert not any("easy" in line for line in lines)
