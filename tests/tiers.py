"""Which tests `make test` leaves to `make test-rest`: those marked `full`, and most parameters.

Two markers say so, and what is measured decides where they stand (`--durations`):

- `full`: a slow test for a rare fault, such as a soak.
- `sampled`: `make test` runs it for one parameter per commit, or for one with each value of the
  parameter `by`.

What covers a scenario of the rules may be sampled, not `full`.

The checks of every game with every option (whatever has a `Case`) are sampled too: `make test` has
the defaults for every number of seats, and one other case of each game a check. A check that is
marked `sampled` as well has the defaults for one number of seats.

What is tried is a matter of the commit alone, so that its run can be repeated. Without a selection
pytest runs everything: only `make test` says `-m "not full"`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
MARKERS = (
    "full: a slow test for a rare fault, left to `make test-rest`",
    "sampled(by=None): `make test` runs it for one parameter per commit, or for one with each "
    "value of the parameter `by`; `make test-rest` runs the others",
)


def commit() -> str:
    """The commit of the checkout; empty where there is none, as in an archive of the sources."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""


def left_out(names: Iterable[str], of: str, at: str) -> set[str]:
    """All of `names`, the repetitions of a test `of`, but one that the commit `at` chooses."""
    ordered = sorted(names, key=lambda name: _drawn(at, of, name))
    return set(ordered[1:])


def _drawn(*words: str) -> bytes:
    return blake2b("\n".join(words).encode(), digest_size=8).digest()


def repetition_of(item: pytest.Item) -> str | None:
    """What a test is one repetition of; None where it is for `make test` whatever the commit."""
    parameters: dict[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
    test = item.nodeid.partition("[")[0]
    case: Any = parameters.get("case")
    sampled = item.get_closest_marker("sampled")
    if hasattr(case, "changed"):
        of = f"{test} {case.game.ruleset.id}"
        if case.changed:
            return of
        return f"{of} by default" if sampled else None
    if sampled is None or not parameters:
        return None
    by = sampled.kwargs.get("by")
    return f"{test} {parameters[by]}" if by else test


def mark_what_is_left_out(items: Iterable[pytest.Item], at: str) -> None:
    """Mark `full` all repetitions but those that the commit `at` chooses."""
    repetitions: dict[str, dict[str, pytest.Item]] = {}
    for item in items:
        repeated = repetition_of(item)
        if repeated is not None and item.get_closest_marker("full") is None:
            repetitions.setdefault(repeated, {})[item.nodeid] = item
    for of, named in repetitions.items():
        for name in left_out(named, of, at):
            named[name].add_marker("full")
