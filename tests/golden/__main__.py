"""Writes playthroughs, perft counts and what versions mean, of the games named or of all.

With `--unplayed` a version may come to mean something else: for a game that nobody has kept a match
of, because it is still being made.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection
from pathlib import Path

from railhead.games.registry import shipped_rulesets
from tests.conformance.walks import hosted
from tests.golden import FOLDER, PERFT, counted, perft, perft_text, transcript, versions


def write(names: Collection[str], unplayed: bool) -> None:
    """Write what is recorded of these games; of others it stays."""
    recorded = {name: one for name, one in shipped_rulesets().items() if name in names}
    _write(versions.RECORD, versions.record(recorded, unplayed))
    rows = {name: row for name, row in counted().items() if name in hosted()}
    for name in names:
        ruleset = hosted()[name]
        _write(FOLDER / f"{name}.txt", transcript(ruleset))
        rows[name] = perft(ruleset)
    _write(PERFT, perft_text(rows))


def _write(path: Path, text: str) -> None:
    """Write a file and say so, and whether that changes it."""
    changed = not path.exists() or path.read_text(encoding="utf-8") != text
    path.write_text(text, encoding="utf-8")
    print(f"{path.relative_to(FOLDER.parent.parent)}: {'written' if changed else 'as before'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all where none is named")
    parser.add_argument("--unplayed", action="store_true")
    given = parser.parse_args()
    unknown = set(given.games) - set(hosted())
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(hosted())}")
    write(given.games or list(hosted()), given.unplayed)
