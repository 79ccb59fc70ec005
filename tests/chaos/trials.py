"""Damage of one kind each, which a mixture of faults does not come upon: trials by their names.

A trial is a test of the suite, run alone against a service of its own; what it says is its outcome.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LONGEST: Final = 900.0
"""Seconds that a trial may take."""

TRIALS: Final[dict[str, tuple[str, ...]]] = {
    "store: starts slowly, never two on one log": ("tests/service/test_store_start.py",),
    "backup: ended, and two at once": (
        "tests/service/test_backup.py::test_a_backup_that_is_ended_leaves_the_store_as_it_was",
        "tests/service/test_backup.py::test_two_at_once_while_the_log_is_rewritten",
    ),
    "match: cannot be read, beside clocks and turns of others": (
        "tests/service/test_attempts.py::"
        "test_matches_that_cannot_be_read_keep_no_clock_from_running_out",
        "tests/service/test_attempts.py::"
        "test_matches_that_cannot_be_read_keep_no_other_from_being_played",
    ),
    "bot worker: dies of the same turn each time": (
        "tests/service/test_attempts.py::"
        "test_a_turn_that_ends_its_worker_is_given_up_and_keeps_no_other_waiting_long",
    ),
    "turn: fails for ever": (
        "tests/service/test_attempts.py::"
        "test_rules_that_always_fail_are_given_up_until_an_operator_has_them_tried_again",
    ),
    "store: emptied": (
        "tests/service/test_store_condition.py::"
        "test_a_store_that_is_emptied_is_not_ready_until_it_is_laid_out_again",
    ),
    "store: its folder deleted": (
        "tests/service/test_store_condition.py::test_a_log_that_is_deleted_is_written_anew",
        "tests/service/test_store_condition.py::test_a_data_folder_that_is_gone_is_a_problem",
    ),
    "store: full": (
        "tests/service/test_store_condition.py::test_a_full_store_is_said_once_and_that_it_is_over",
    ),
    "store: its clock steps": ("tests/service/test_store_clocks.py",),
    "host: few open files": (
        "tests/service/test_serve.py::test_too_few_files_are_refused_with_what_to_do",
        "tests/service/test_serve.py::test_few_files_are_named_and_do",
    ),
    "clients: a thousand half-sent bodies of one address": ("tests/http/test_hostile.py",),
    "webhooks: slow endpoints of one owner": ("tests/hostile/test_webhooks.py",),
    "bots: many of one address beside one of another": (
        "tests/service/test_fair_order.py::test_an_easy_bot_answers_beside_the_experts_of_another",
    ),
}


@dataclass(frozen=True)
class Tried:
    """What a trial came to: its last line, and the seconds that it took."""

    name: str
    held: bool
    said: str
    seconds: float


def tried(name: str, folder: Path) -> Tried:
    """Carry out the trial of this name; all that it says is in a file of the folder."""
    command = [sys.executable, "-m", "pytest", "-n0", "-q", *TRIALS[name]]
    log, began = folder / f"{name.replace(' ', '-').replace(':', '')}.log", time.monotonic()
    with log.open("wb") as output:
        done = subprocess.run(
            command, cwd=ROOT, stdout=output, stderr=output, timeout=LONGEST, check=False
        )
    lines = log.read_text(encoding="utf-8").splitlines()
    return Tried(name, done.returncode == 0, lines[-1] if lines else "", time.monotonic() - began)


def chosen(part: str) -> Sequence[str]:
    """The names that have a part in them, in order; all for an empty one."""
    return [name for name in TRIALS if part in name]
