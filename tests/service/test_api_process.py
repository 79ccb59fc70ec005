"""An API process ends when it is told to, while it still loads."""

from __future__ import annotations

import subprocess
import sys

LOADING = """
import multiprocessing, os, signal, time

def loads(pipe):
    import railhead.service.api_process
    pipe.send("loading")
    time.sleep(60)

signal.signal(signal.SIGTERM, lambda *_: None)
here, there = multiprocessing.Pipe()
child = multiprocessing.get_context("fork").Process(target=loads, args=(there,), daemon=True)
child.start()
here.recv()
os.kill(child.pid, signal.SIGTERM)
child.join(20)
print(child.exitcode)
child.kill()
"""


def test_being_told_to_stop_while_loading_ends_a_process() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, check=True, timeout=60
    )
    assert ended.stdout.strip() == "-15", ended.stderr
