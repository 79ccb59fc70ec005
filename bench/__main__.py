"""`python -m bench [part …]`: measure, print a table, write `bench/data` and the page of it."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from bench import (
    checkout,
    crowd,
    durability,
    engine,
    environments,
    fairness,
    memory,
    openspiel,
    parts,
    past,
    requests,
    search,
    streams,
    table,
    turns,
    webhooks,
)
from bench.figure import Figure
from bench.hostile import measuring
from bench.page import PAGE, write_page
from bench.records import Record, circumstances, write
from railhead.games import COMPILED

PARTS = {
    "engine": engine.figures,
    "environments": environments.figures,
    "search": search.figures,
    "openspiel": openspiel.figures,
    "requests": requests.figures,
    "past": past.figures,
    "crowd": crowd.figures,
    "hostile": measuring.figures,
    "fairness": fairness.figures,
    "streams": streams.figures,
    "table": table.figures,
    "turns": turns.figures,
    "parts": parts.figures,
    "webhooks": webhooks.figures,
    "memory": memory.figures,
    "durability": durability.figures,
    "first_answer": checkout.first_answer,
    "suite": checkout.suite,
}
VERDICTS = {True: "[green]met[/green]", False: "[red]missed[/red]", None: ""}


def tabulate(figures: list[Figure]) -> Table:
    """The figures as a table for the terminal."""
    table = Table(title="Railhead, measured")
    for column in ("what", "value", "unit", "budget", "", "beside"):
        table.add_column(column, justify="right" if column == "value" else "left")
    for figure in figures:
        row = (figure.unit, figure.budget or "", VERDICTS[figure.met], figure.beside)
        table.add_row(figure.name, f"{figure.value:,}", *row)
    return table


def main(names: list[str]) -> None:
    """Measure the named parts, or all of them."""
    console = Console()
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"no part is called {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if not COMPILED:
        console.print("[yellow]Plain Python is measured: nothing is compiled here.[/yellow]")
    for name in names or PARTS:
        with console.status(f"Measuring {name}…"):
            at = circumstances()
            figures = PARTS[name]()
        if figures:
            write(Record(name, at, tuple(figures)))
            write_page()
            console.print(tabulate(figures))
    console.print(f"{PAGE.name} is written anew.")


if __name__ == "__main__":
    main(sys.argv[1:])
