"""`python -m bench.hostile`: others' latencies alone and beside each load of one hostile address.

Prints a table, and writes it to `bench/out/hostile.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

from bench.hostile.loads import LOADS
from bench.hostile.measuring import Comparison, measure

OUT = Path(__file__).parents[1] / "out" / "hostile.json"


def tabulate(comparisons: list[Comparison]) -> Table:
    """The findings as a table, written as Markdown has it."""
    table = Table(box=MARKDOWN)
    for column in ("load", "alone p50", "p99 ms", "beside p50", "p99 ms", "p99 ratio", "failed"):
        table.add_column(column, justify="left" if column == "load" else "right", no_wrap=True)
    for one in comparisons:
        alone, beside = one.alone, one.beside
        row = (alone.p50, alone.p99, beside.p50, beside.p99, one.ratio)
        table.add_row(one.load, *(f"{value:.1f}" for value in row), f"{beside.failed}")
    return table


def main(names: list[str]) -> None:
    """Measure the named loads, or all of them."""
    unknown = [name for name in names if name not in LOADS]
    if unknown:
        sys.exit(f"no load is called {', '.join(unknown)}; there are {', '.join(LOADS)}")
    console = Console()
    with console.status("Measuring…"):
        comparisons = measure(names or tuple(LOADS))
    console.print(tabulate(comparisons))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps([one.row() for one in comparisons], indent=2) + "\n")
    console.print(f"Written to {OUT.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main(sys.argv[1:])
