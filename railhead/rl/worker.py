"""A process that steps some rows of matches for another one, which begins it.

Its arguments are the numbers of two open files: the connection that commands come by, and the
memory that both share.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from mmap import mmap
from multiprocessing.connection import Connection
from typing import Any

from railhead.rl.environment import Table
from railhead.rl.processes import SharedArrays
from railhead.rl.rows import Arrays, Rows, RowSettings


def share_of(settings: RowSettings, table: Table, count: int, memory: int) -> Arrays:
    """The part of the shared arrays that is for these rows."""
    shared = SharedArrays(table, count)
    arrays = shared.over(mmap(memory, shared.size))
    rows = slice(settings.first, settings.first + settings.count)
    return {name: array[rows] for name, array in arrays.items()}


def obey(rows: Rows, share: Arrays, command: tuple[Any, ...]) -> Any:
    """Carry out a command; what is answered."""
    match command:
        case ("step",):
            rows.step(share["choices"])
        case ("reset", seed):
            rows.reset(seed)
        case ("resume", saved):
            rows.resume(saved)
        case ("save",):
            return rows.save()
        case ("sample",):
            rows.sample()
            share["sampled"][:] = rows.arrays["sampled"]
            return None
        case ("advise",):
            rows.advise()
            share["sampled"][:] = rows.arrays["sampled"]
            return None
    for name, array in rows.arrays.items():
        share[name][:] = array
    return None


def main() -> None:
    """Obey until nobody is connected any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the process that began this one
    connection: Connection[Any, Any] = Connection(int(sys.argv[1]))
    memory = int(sys.argv[2])
    settings, count = pickle.loads(connection.recv_bytes())  # noqa: S301 - from who began it
    table = Table(settings.game, settings.seats, settings.options)
    rows = Rows(table, settings)
    share = share_of(settings, table, count, memory)
    os.close(memory)
    while True:
        try:
            command = connection.recv()
        except EOFError:
            return
        answer: Any
        try:
            answer = obey(rows, share, command)
        except Exception as failed:  # noqa: BLE001 - whoever asked is told
            answer = failed
        connection.send(answer)
