"""Who is replaced waits for its successor; who is alone does not."""

from __future__ import annotations

import subprocess
import sys

PARENT = """
import subprocess, sys
def child(code):
    one = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE,
                           stdout=subprocess.PIPE, text=True)
    one.stdout.readline()
    return one
ASKS = '''
from railhead.service.graceful_restart import successors_are_ready
print("here", flush=True)
while input():
    print(successors_are_ready(), flush=True)
'''
STARTS = '''
import socket
print("here", flush=True)
input()
listening = socket.create_server(("127.0.0.1", 0))
print("listening", flush=True)
input()
'''
def asked(one):
    print("x", file=one.stdin, flush=True)
    return one.stdout.readline().strip()
old = child(ASKS)
print(asked(old), flush=True)
new = child(STARTS)
print(asked(old), flush=True)
print(asked(new), flush=True)
print(asked(old), flush=True)
old.kill()
older_is_gone = child(ASKS)
print(asked(older_is_gone), flush=True)
new.kill()
older_is_gone.kill()
"""


def test_a_successor_is_ready_once_it_listens() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PARENT], capture_output=True, text=True, timeout=60, check=True
    )
    alone, while_it_starts, listening, then, the_youngest = told.stdout.split()
    assert (alone, while_it_starts, listening) == ("True", "False", "listening")
    assert (then, the_youngest) == ("True", "True")
