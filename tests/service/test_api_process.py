"""An API process ends when it is told to, from its first moment on."""

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
child.join(60)
print(child.exitcode)
child.kill()
"""

FORKED = """
import multiprocessing, os, signal, time
from railhead.service.running.granian_main import hear_from_the_first

hear_from_the_first()
signal.signal(signal.SIGTERM, lambda *_: None)
codes = set()
for number in range(100):
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,), daemon=True)
    child.start()
    time.sleep(number / 100_000)
    os.kill(child.pid, signal.SIGTERM)
    child.join(30)
    codes.add(child.exitcode)
    child.kill()
os.kill(os.getpid(), signal.SIGTERM)
print(codes)
"""


def test_being_told_to_stop_ends_a_process_that_was_just_forked() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=True, timeout=120
    )
    assert ended.stdout.strip() == "{-15}", ended.stderr


def test_being_told_to_stop_while_loading_ends_a_process() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, check=True, timeout=120
    )
    assert ended.stdout.strip() == "-15", ended.stderr
