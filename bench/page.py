"""`python -m bench.page`: write `docs/performance.md` of what `bench/data` has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bench.figure import Figure
from bench.records import Record, read

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
HEAD = """# Performance

`make bench` measures every part below and writes this page; `make bench BENCH="engine requests"`
does some of them, `make load` the last one. Server, store and load generator share the cores.

- *Bare* is a Flask route that does one Redis GET of the same size, on granian's WSGI server over
  the same store. Both are measured in turns.
- The engine and the search are measured by processor time of one core, which other work on the
  machine disturbs least.
- Other work shares the machine: *busy before* are the cores that it took just then. Latencies
  suffer from it, and so do rates over HTTP, ratios less.

[strength.md](strength.md) says how strong the bots are, [capacity.md](capacity.md) what ten million
live matches cost.
"""
PARTS = {
    "engine": ("The engine", "Random play, the copy of a position and its legal actions."),
    "environments": ("Environments", "Masked random steps, the seats taking turns."),
    "search": ("The search", "Simulations with what the bots know."),
    "openspiel": ("Beside OpenSpiel", "OpenSpiel's MCTS in Python over the same engine."),
    "requests": ("Requests", "Four connections to one API process."),
    "past": ("Past versions", "Versions of one long log that goes back again and again."),
    "crowd": ("A crowd at the door", "Reading a match while others only wait."),
    "hostile": ("One hostile address", "Twelve players beside each load of one other address."),
    "fairness": ("Bots of others", "An easy bot's answer while another address has experts think."),
    "streams": ("Streams", "`RAILHEAD_BENCH_STREAMS=5000` opens more."),
    "table": ("The table in the browser", "The slowest of the games, in Chromium."),
    "turns": ("Bots' turns", "One worker that has nothing else to do."),
    "parts": ("Shared searches", "Several workers that search one turn."),
    "webhooks": ("Webhooks", "One endpoint on the same machine."),
    "memory": ("The store", "Bytes of finished matches."),
    "durability": ("Durability", "A commit over a unix socket, the modes taking turns."),
    "first_answer": ("From clone to answer", "Nothing is cached; packages come from the network."),
    "suite": ("The tests", "The quick ones, on all cores."),
    "load": ("Whole matches under load", "Clients that send their next request after each answer."),
}
"""The title of each part, and how it is measured."""
VERDICTS = {True: "met", False: "**missed**", None: ""}


def section(record: Record) -> str:
    """One part in Markdown."""
    title, how = PARTS[record.part]
    at = record.circumstances
    built = "" if at.compiled else " Nothing was compiled."
    lines = [
        f"\n## {title}\n",
        f"{how} {at.date}, commit {at.commit}, {at.busy:g} cores busy before; "
        f"{at.machine}.{built}\n",
        "| what | measured | to reach | | beside |",
        "| --- | --- | --- | --- | --- |",
        *map(row, record.figures),
    ]
    return "\n".join([*lines, ""])


def value(figure: Figure) -> str:
    """What was measured, with its unit."""
    return f"{figure.value:,} {figure.unit}".strip()


def budget(figure: Figure) -> str:
    """What is to be reached; empty where that is not decided."""
    return (figure.budget or "").replace("<=", "≤").replace(">=", "≥")


def row(figure: Figure) -> str:
    """One figure as a row: bold where it misses its budget."""
    cells = (figure.name, value(figure), budget(figure), VERDICTS[figure.met], figure.beside)
    return f"| {' | '.join(cells)} |"


def summary(records: Mapping[str, Record]) -> str:
    """How many budgets are met, and those that are not."""
    held = [(record, one) for record in records.values() for one in record.figures if one.budget]
    missed = [(record, one) for record, one in held if not one.met]
    lines = [f"\n## Budgets\n\n{len(held) - len(missed)} of {len(held)} budgets are met."]
    if missed:
        lines += ["", "| missed | measured | to reach | cores busy before |"]
        lines.append("| --- | --- | --- | --- |")
    for record, one in missed:
        cells = (one.name, value(one), budget(one), f"{record.circumstances.busy:g}")
        lines.append(f"| {' | '.join(cells)} |")
    unmeasured = [PARTS[part][0] for part in PARTS if part not in records]
    if unmeasured:
        lines += ["", "Not measured yet:", "", *(f"- {title}" for title in unmeasured)]
    return "\n".join([*lines, ""])


def page(records: Mapping[str, Record] | None = None) -> str:
    """The page as Markdown, of these records or of those that are kept."""
    entries = read() if records is None else records
    ordered = {part: entries[part] for part in PARTS if part in entries}
    return HEAD + summary(ordered) + "".join(map(section, ordered.values()))


def write_page() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write_page()
