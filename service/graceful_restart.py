"""How a process makes way for the one that takes over from it, while processes are replaced."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
from typing import Any, Final

import psutil

PARENT: Final = os.getppid()
"""Who started this process, and would start what takes over from it."""
START_SECONDS: Final = 60
"""A successor that takes longer than this to start is not waited for."""
ATTACH_PROGRAM: Final = 51
"""Linux's `SO_ATTACH_REUSEPORT_CBPF`: a program says which socket of a group a connection gets."""
RETURN: Final = 0x06
"""The instruction of such a program that gives a number back, `BPF_RET | BPF_K`."""


def successors_are_ready() -> bool:
    """Whether every younger child of this process's parent listens for connections.

    So it is where there is none, or where that parent has died: then this process is not replaced,
    the service stops.
    """
    if os.getppid() != PARENT:
        return True
    return all(_listens(one, unknown=True) for one in _successors())


def leave_new_connections() -> bool:
    """Let new connections go to a successor, where there is one; whether it is so.

    Each process has a queue of its own at the shared port, and the kernel deals connections out to
    them. What is in the queue of a process that closes it, or still shakes hands for it, is reset.
    So the group of queues is told to take its last one, the youngest process's: the others get
    nothing from then on. Once there is one queue less, its number is none, and the kernel deals out
    again. False also where the kernel knows no such thing: it is Linux's.
    """
    if sys.platform != "linux" or os.getppid() != PARENT or not _successors():
        return False
    try:
        listening = [one for one in _siblings() if _listens(one, unknown=False)]
        for own in _listened_at(psutil.Process()):
            _take_queue(own.fd, len(listening) - 1)
    except (OSError, psutil.Error):
        return False
    return True


def _take_queue(descriptor: int, number: int) -> None:
    """Let all new connections at the port of a listening socket go to a queue of its group."""
    program = ctypes.create_string_buffer(struct.pack("=HBBI", RETURN, 0, 0, number))
    told = struct.pack("@HP", 1, ctypes.addressof(program))
    # Of a copy, as the object closes what it was made of.
    with socket.socket(fileno=os.dup(descriptor)) as listener:
        listener.setsockopt(socket.SOL_SOCKET, ATTACH_PROGRAM, told)


def _successors() -> list[psutil.Process]:
    """The younger children of this process's parent."""
    own = psutil.Process()
    return [one for one in _siblings() if one.create_time() > own.create_time()]


def _siblings() -> list[psutil.Process]:
    """The children of this process's parent, itself included."""
    parent = psutil.Process().parent()
    return [] if parent is None else parent.children()


def _listens(process: psutil.Process, *, unknown: bool) -> bool:
    """Whether a process accepts connections; `unknown` where it is gone, or not ours to ask."""
    try:
        return bool(_listened_at(process))
    except psutil.Error:
        return unknown


def _listened_at(process: psutil.Process) -> list[Any]:
    """The sockets at which a process accepts connections, as psutil has them."""
    found = process.net_connections("tcp")
    return [one for one in found if one.status == psutil.CONN_LISTEN]
