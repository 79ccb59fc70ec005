"""Backups as docs/operating.md describes them: matches that are played are copied, and go on."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.service.core.matches import Matches, open_matches
from railhead.service.running.backup import back_up
from railhead.service.running.embedded_store import Embedded
from railhead.service.settings import Settings
from railhead.service.store.connection import connect_to_server
from tests.ports import free_port
from tests.service.conftest import Processes, eventually
from tests.service.test_bot_turns import new_match, play_to_the_end
from tests.service.test_renewal import Player
from tests.service.test_serve import Served
from tests.stores import Server, all_keys

GUIDE = Path(__file__).parents[2] / "docs" / "operating.md"


def stored(matches: Matches) -> list[str]:
    """The ids of all matches of a store."""
    keys = [key.decode() for key in all_keys(matches.store.reader)]
    return [key.split(":")[2] for key in keys if key.startswith("match:") and key.endswith(":head")]


def assert_whole(matches: Matches, ids: list[str]) -> None:
    """Each log leads to the position that is stored."""
    for match_id in ids:
        assert matches.replay(match_id).save() == matches.match(match_id).state.save()


@pytest.mark.full
def test_the_embedded_store_is_copied_while_it_is_used(
    processes: Processes, tmp_path: Path
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    served = Served(processes, data, free_port(), RAILHEAD_CREATION_LIMIT="")
    players = [Player(served.url) for _ in range(4)]
    for player in players:
        player.start()
    eventually(lambda: min(player.answered for player in players) > 20)
    with connect_to_server(Embedded(data).url) as client:
        client.bgrewriteaof()
    guests = [player.guest for player in players]  # each goes on to further matches
    before = {guest.path.rpartition("/")[2]: guest.get() for guest in guests}
    run = subprocess.run(
        [sys.executable, "-m", "railhead.service.cli", "backup", str(copy)],
        env={**os.environ, "RAILHEAD_DATA_DIR": str(data)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    answered = [player.answered for player in players]
    eventually(lambda: all(p.answered > n for p, n in zip(players, answered, strict=True)))
    for player in players:
        player.enough.set()
    for player in players:
        player.join()
    assert [player.failed for player in players] == [[]] * 4
    served.interrupt()

    again = Served(processes, copy, free_port(), RAILHEAD_CREATION_LIMIT="")
    matches = open_matches(replace(Settings(), redis_url=Embedded(copy).url))
    for match_id, seen in before.items():
        assert matches.head(match_id).version >= seen["version"]
    assert_whole(matches, stored(matches))
    guest = guests[0]
    guest.url = again.url
    while (match := eventually(guest.my_turn))["status"] != "over":
        guest.decide()
    assert match["result"]
    matches.close()
    again.interrupt()


def test_a_stopped_store_is_copied_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    store = Embedded(data)
    store.lock()
    server = store.start()
    matches = open_matches(replace(Settings(), redis_url=store.url))
    match_id = new_match(matches, "hh", game="veil")
    matches.close()
    command = [sys.executable, "-m", "railhead.service.cli", "backup", str(tmp_path / "copy")]
    environment = {**os.environ, "RAILHEAD_DATA_DIR": str(data)}
    server.terminate()
    server.wait()
    store.close()
    assert subprocess.run(command, env=environment, timeout=120, check=False).returncode == 0
    assert subprocess.run(command, env=environment, timeout=120, check=False).returncode == 1
    copied = Embedded(tmp_path / "copy")
    copied.lock()
    again = copied.start()
    matches = open_matches(replace(Settings(), redis_url=copied.url))
    assert stored(matches) == [match_id]
    matches.close()
    again.terminate()
    again.wait()
    copied.close()


@pytest.fixture
def large(tmp_path: Path) -> Iterator[Embedded]:
    """A store whose log takes a while to copy."""
    store = Embedded(tmp_path / "data")
    store.lock()
    server = store.start()
    with connect_to_server(store.url) as client:
        for number in range(64):
            client.set(f"trial:{number}", random.randbytes(1 << 20))
    yield store
    server.terminate()
    server.wait()
    store.close()


def begun(store: Embedded, target: Path) -> subprocess.Popen[bytes]:
    """A backup that is held up in the middle of its copying."""
    run = subprocess.Popen(
        [sys.executable, "-m", "railhead.service.cli", "backup", str(target)],
        env={**os.environ, "RAILHEAD_DATA_DIR": str(store.folder)},
    )
    eventually(lambda: partial(target) and any(partial(target)[0].glob("*/*.rdb")), pause=0.001)
    os.kill(run.pid, signal.SIGSTOP)
    assert run.poll() is None
    return run


def partial(target: Path) -> list[Path]:
    return list(target.parent.glob(f".{target.name}-partial-*"))


def rewriting(store: Embedded) -> str:
    with connect_to_server(store.url) as client:
        return str(client.config_get("auto-aof-rewrite-percentage").popitem()[1])


def keys_of(folder: Path) -> int:
    """How many keys a copy has."""
    copy = Embedded(folder)
    copy.lock()
    server = copy.start()
    with connect_to_server(copy.url) as client:
        count = int(client.dbsize())
    server.terminate()
    server.wait()
    copy.close()
    return count


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_backup_that_is_ended_leaves_the_store_as_it_was(
    large: Embedded, tmp_path: Path, number: signal.Signals
) -> None:
    target = tmp_path / "copy"
    run = begun(large, target)
    run.send_signal(number)
    os.kill(run.pid, signal.SIGCONT)
    assert run.wait(60) != 0
    assert rewriting(large) == "100"
    assert not target.exists()
    if number != signal.SIGKILL:
        assert partial(target) == []
    again = subprocess.run(
        run.args, env={**os.environ, "RAILHEAD_DATA_DIR": str(large.folder)}, check=True
    )
    assert again.returncode == 0
    assert keys_of(target) == 64


@pytest.mark.full
def test_two_at_once_while_the_log_is_rewritten(large: Embedded, tmp_path: Path) -> None:
    targets = [tmp_path / "one", tmp_path / "two"]
    runs = [begun(large, target) for target in targets]
    log = large.folder / "appendonlydir"
    with connect_to_server(large.url) as client:
        # The store may be rewriting by itself since the data came in, and does one at a time.
        eventually(lambda: client.info("persistence")["aof_rewrite_in_progress"] == 0)
        before = {file.name for file in log.glob("*.aof")}
        client.bgrewriteaof()
        eventually(lambda: not before & {file.name for file in log.glob("*.aof")})
        client.flushall()
    for run in runs:
        os.kill(run.pid, signal.SIGCONT)
    for run, target in zip(runs, targets, strict=True):
        assert run.wait(60) == 0
        assert keys_of(target) == 64
    assert rewriting(large) == "100"


def test_a_store_that_was_left_without_rewriting_is_named_and_mended(
    large: Embedded, tmp_path: Path
) -> None:
    matches = open_matches(replace(Settings(), redis_url=large.url))
    with connect_to_server(large.url) as client:
        client.config_set("auto-aof-rewrite-percentage", 0)
    _, warnings = matches.store.condition()
    assert "never rewrites its append-only file" in " ".join(warnings)
    assert back_up(large.folder, tmp_path / "copy") > 64 << 20
    problems, warnings = matches.store.condition()
    assert not problems
    assert "never rewrites" not in " ".join(warnings)
    matches.close()


CLIENT = """#!{python}
import sys, redis
port, *words = sys.argv[2:]
connection = redis.Connection(port=int(port))
connection.send_command(*words)
answer = connection.read_response()
print(answer.decode() if isinstance(answer, bytes) else answer)
"""
"""Stands for valkey-cli, which is not installed with the server that we ship."""


@pytest.mark.full
def test_an_external_store_as_the_guide_says(tmp_path: Path) -> None:
    """The commands of the guide, over two servers."""
    server = Server(tmp_path / "one", "--appendonly", "yes", "--maxmemory-policy", "noeviction")
    server.start()
    matches = open_matches(replace(Settings(), redis_url=server.url))
    ids = sorted(new_match(matches, "hh", game=game) for game in ("veil", "montana"))
    (tmp_path / "bin").mkdir()
    client = tmp_path / "bin" / "valkey-cli"
    client.write_text(CLIENT.format(python=sys.executable))
    client.chmod(0o755)
    taking, restoring = re.findall(
        r"```sh backup\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL
    )

    def follow(script: str, **variables: str) -> None:
        subprocess.run(
            ["bash", "-euc", script],
            env={**os.environ, "PATH": f"{client.parent}:{os.environ['PATH']}", **variables},
            cwd=tmp_path,
            check=True,
            timeout=120,
        )

    follow(taking, STORE=f"-p {server.port}", FOLDER=str(tmp_path / "one"))
    matches.close()
    server.stop()

    options = ["--appendonly", "no", "--maxmemory-policy", "noeviction", "--maxmemory", "1gb"]
    empty = Server(tmp_path / "two", *options)
    (tmp_path / "two").mkdir(exist_ok=True)
    (backup,) = tmp_path.glob("railhead-*.rdb")
    shutil.copy(backup, tmp_path / "two" / "dump.rdb")
    empty.start()
    follow(restoring, STORE=f"-p {empty.port}", FOLDER=str(tmp_path / "two"))
    matches = open_matches(replace(Settings(), redis_url=empty.url))
    assert sorted(stored(matches)) == ids
    assert_whole(matches, ids)
    for match_id in ids:
        assert play_to_the_end(matches, match_id).status == "over"
    assert matches.store.condition() == ([], [])
    matches.close()
    empty.stop()
    assert (tmp_path / "two" / "appendonlydir").is_dir()
