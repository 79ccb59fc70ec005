"""`python -m bench [part …]`: measure, print a table, write `bench/out/latest.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    crowd,
    durability,
    engine,
    environments,
    memory,
    openspiel,
    parts,
    requests,
    search,
    streams,
    table,
    turns,
    webhooks,
)
from bench.figure import Figure
from railhead.games import COMPILED

PARTS = {
    "engine": engine.figures,
    "environments": environments.figures,
    "search": search.figures,
    "openspiel": openspiel.figures,
    "requests": requests.figures,
    "crowd": crowd.figures,
    "streams": streams.figures,
    "table": table.figures,
    "turns": turns.figures,
    "parts": parts.figures,
    "webhooks": webhooks.figures,
    "memory": memory.figures,
    "durability": durability.figures,
}
OUT = Path(__file__).with_name("out") / "latest.json"
VERDICTS = {True: "[green]met[/green]", False: "[red]missed[/red]", None: ""}


def shown(figures: list[Figure]) -> Table:
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
    found: list[Figure] = []
    for name in names or PARTS:
        with console.status(f"Measuring {name}…"):
            found += PARTS[name]()
    console.print(shown(found))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps([figure.row() for figure in found], indent=2) + "\n")
    console.print(f"Written to {OUT.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main(sys.argv[1:])
