"""`python -m tests.chaos`: do damage to a running service, and say whether it holds.

    make chaos CHAOS="--topology cluster --durable --matches 200 --faults 100 --seconds 300"

    make chaos CHAOS="--trials store"   # one kind of damage each, alone: those with "store" in it

Writes the histories, the logs of all processes and a summary into a folder of `tests/chaos/out`;
exits with 0 where everything holds that is promised.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.chaos.checker import counted, longest_lag
from tests.chaos.run import Outcome, Size, run
from tests.chaos.topologies import TOPOLOGIES
from tests.chaos.trials import Tried, chosen, tried

OUT = Path(__file__).with_name("out")


def parsed(words: list[str]) -> tuple[Size, Path, str | None]:
    """The size that the command line asks for, the folder, and which trials instead of a run."""
    usual = Size()
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__.splitlines()[0])
    parser.add_argument("--topology", choices=TOPOLOGIES, default=usual.topology)
    parser.add_argument(
        "--durable",
        action="store_true",
        help="acknowledged when on disk and, where there are replicas, when one has it: "
        "then nothing may be lost, else it is reported",
    )
    parser.add_argument("--matches", type=int, default=usual.matches, help="at least so many")
    parser.add_argument("--faults", type=int, default=usual.faults)
    parser.add_argument("--seconds", type=float, default=usual.seconds, help="for the faults")
    parser.add_argument("--finish", type=float, default=usual.finish, help="at most, after that")
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--clients", type=int, default=usual.clients, help="processes")
    parser.add_argument("--live", type=int, default=usual.live, help="matches played at once")
    parser.add_argument("--apis", type=int, default=usual.apis)
    parser.add_argument("--supervisors", type=int, default=usual.supervisors)
    parser.add_argument("--games", default=",".join(usual.games))
    parser.add_argument("--out", type=Path, help="the folder; by default one in tests/chaos/out")
    parser.add_argument(
        "--trials", nargs="?", const="", help="those with this in their names, instead of a run"
    )
    given = vars(parser.parse_args(words))
    trials = given.pop("trials")
    folder = given.pop("out") or OUT / time.strftime("%Y%m%d-%H%M%S")
    return Size(**{**given, "games": tuple(given["games"].split(","))}), folder.absolute(), trials


def shown(outcome: Outcome) -> Table:
    """The outcome as one table."""
    size, found, counts = outcome.size, outcome.verdict, outcome.counts
    mode = "durable" if size.durable else "default"
    table = Table(title=f"{size.topology}, {mode}, seed {size.seed}: {outcome.seconds:.0f} s")
    table.add_column("what")
    table.add_column("number", justify="right")
    table.add_column("may be")
    any_loss = "0" if size.durable else "reported"
    rows: list[tuple[str, int, str]] = [
        ("matches played", counts["over"], ""),
        ("actions acknowledged", counts["acknowledged"], "> 0"),
        ("requests repeated", counts["repeated"], ""),
        ("faults", sum(outcome.faults.values()), f"of {size.faults}"),
        *((f"    {kind}", number, "") for kind, number in sorted(outcome.faults.items())),
        ("acknowledged and lost", len(found.lost), any_loss),
        ("matches set back", len(found.set_back), any_loss),
        ("matches gone", counts["gone"], any_loss),
        ("clients told that a match went back", counts["set back"], ""),
        ("reads that did not last", len(found.unlasting), ""),
        *(
            (kind, number, "reported" if kind in outcome.excused else "0")
            for kind, number in counted(found.findings).items()
        ),
        ("seconds that a stale read was behind", round(longest_lag(found.findings)), ""),
        ("logs that do not lead to their position", len(found.unsound), "0"),
        ("matches not at their end", len(found.unfinished), "0"),
        ("matches that nobody created", len(found.unknown), "0"),
        ("answers 500", counts["failures"], "0"),
        ("clients that crashed", outcome.crashed, "0"),
    ]
    for what, number, allowed in rows:
        table.add_row(what, f"{number:,}", allowed)
    return table


def on_trial(part: str, folder: Path) -> int:
    """Carry out trials and print each as it ends; 0 where all hold."""
    folder.mkdir(parents=True)
    console, found = Console(), list[Tried]()
    for name in chosen(part):
        found.append(tried(name, folder))
        held = "holds" if found[-1].held else "DOES NOT HOLD"
        console.print(f"{name}: {held}; {found[-1].said}", soft_wrap=True)
    console.print(f"{sum(one.held for one in found)} of {len(found)} hold; written to {folder}")
    return 0 if found and all(one.held for one in found) else 1


def main(words: list[str]) -> int:
    """Run, print the table; 0 where it is sound."""
    size, folder, trials = parsed(words)
    if trials is not None:
        return on_trial(trials, folder)
    outcome = run(size, folder)
    console = Console()
    console.print(shown(outcome))
    for line in outcome.summary()["wrong"][:20]:
        console.print(line, soft_wrap=True)
    console.print(f"{'Sound' if outcome.sound else 'NOT SOUND'}; written to {folder}")
    return 0 if outcome.sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
