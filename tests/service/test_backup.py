"""Backups as docs/operating.md describes them: matches that are played are copied, and go on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from railhead.service.matches.matches import Matches, open_matches
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


CLIENT = """#!{python}
import sys, redis
port, *words = sys.argv[2:]
connection = redis.Connection(port=int(port))
connection.send_command(*words)
answer = connection.read_response()
print(answer.decode() if isinstance(answer, bytes) else answer)
"""
"""Stands for valkey-cli, which is not installed with the server that we ship."""


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

    empty = Server(tmp_path / "two", "--appendonly", "no", "--maxmemory-policy", "noeviction")
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
