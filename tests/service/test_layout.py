"""Stores as earlier versions wrote them: nothing is lost, and every match goes on."""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service import errors
from railhead.service.accounts.tokens import seat_of_token
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import Idempotency
from railhead.service.settings import Settings
from railhead.service.store import keys
from railhead.service.store.connection import connect_to_server
from railhead.service.store.layout import VERSION, prepare
from railhead.service.store.serialization import record_from_bytes, record_to_bytes
from tests.service.conftest import eventually
from tests.service.test_matches import any_notation, create, ids, play
from tests.stores import all_keys

FIRST = Path(__file__).parents[1] / "store_layouts" / "first.json"
"""Written by the last commit before the keys had partitions: a running and a finished match of each
game, with tokens, idempotency keys and listings, and what an expired match leaves behind."""


def raw(value: Any) -> bytes:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value.encode()


def load(settings: Settings) -> dict[str, Any]:
    """Fill an empty store with what the file has, as if it had just been written."""
    layout: dict[str, Any] = json.loads(FIRST.read_text(encoding="utf-8"))
    with connect_to_server(settings.redis_url) as client:
        for name, stored in layout["keys"].items():
            kind, value = stored["kind"], stored["value"]
            if kind == "string":
                client.set(name, raw(value))
            elif kind == "hash":
                for field, text in value.items():
                    _, rest = raw(text).split(b" ", 1)
                    client.hset(name, field, b"%d %s" % (time.time() * 1000, rest))
            elif kind == "zset":
                client.zadd(name, value)
            else:
                for version, text in value:
                    client.xadd(name, {"e": raw(text)}, id=version)
            if stored["ttl"] > 0:
                client.expire(name, stored["ttl"])
    return layout


@pytest.fixture
def layout(settings: Settings) -> dict[str, Any]:
    return load(settings)


def test_every_match_is_as_it_was_and_goes_on(layout: dict[str, Any], matches: Matches) -> None:
    for match_id, known in layout["matches"].items():
        match = matches.match(match_id)
        assert match.record.game == known["game"]
        assert (match.version, match.status) == (known["version"], known["status"])
        assert matches.replay(match_id).save() == match.state.save()
        over = play(matches, match)
        assert over.status == "over"
        versions = [event.version for event in matches.events(match_id)]
        assert versions == list(range(1, over.version + 1))
        assert matches.replay(match_id).save() == matches.match(match_id).state.save()


def test_what_goes_with_a_match_is_there(layout: dict[str, Any], matches: Matches) -> None:
    client = matches.store.reader
    for match_id, known in layout["matches"].items():
        record = matches.record(match_id)
        tokens = matches.store.ttl_cache.kept_tokens(match_id)
        opened = {seat_of_token(record, record.seats, token) for token in tokens.values()}
        assert len(opened) == len(tokens) >= 2
        running = known["status"] == "active"
        for part in ("head", "record", "log" if running else "folded", "idempotency", "tokens"):
            name = f"match:{match_id}:{part}"
            assert client.ttl(keys.match_key(match_id, part)) == pytest.approx(
                layout["keys"][name]["ttl"], abs=30
            )
        key = Idempotency("create here", f"{known['game']} {not running}", "print")
        earlier = matches.store.earlier(key)
        assert earlier is not None
        assert earlier.match_id == match_id
        repeated = [Idempotency(f"act {seat}", "3", "print") for seat in range(4)]
        assert any(matches.store.earlier(one, match_id) for one in repeated)


def test_listings_and_due_marks_are_those_of_before(
    layout: dict[str, Any], matches: Matches
) -> None:
    gone = layout["gone"]
    for name, stored in layout["keys"].items():
        if name.startswith("public:"):
            _, game, status = (part.replace("*", "") for part in name.split(":"))
            rows = sorted(stored["value"], reverse=True)
            wanted = [match_id for row in rows if (match_id := row.split(" ")[1]) != gone]
            assert ids(matches.list_matches(game or None, status or None, None, 50)) == wanted
    due = {match_id for match_id in layout["keys"]["due"]["value"] if match_id != gone}
    assert due
    assert set(matches.store.due.offer_overdue()) == due


def test_nothing_is_left_of_the_first_layout(layout: dict[str, Any], matches: Matches) -> None:
    matches.store.prepare()
    names = all_keys(matches.store.reader)
    assert len(names) >= len(layout["matches"]) * 5
    assert not [name for name in names if b"{p" not in name]
    assert not [name for name in names if layout["gone"].encode() in name]
    before = {name: matches.store.reader.dump(name) for name in names}
    prepare(matches.store.writer)
    assert {name: matches.store.reader.dump(name) for name in names} == before


MIGRATING = """
import sys
from railhead.service.settings import Settings
from railhead.service.store.store import Store
Store(Settings(redis_url=sys.argv[1])).prepare()
print("prepared")
"""


@pytest.mark.full
def test_processes_that_start_at_once_and_one_that_dies_move_it_whole(
    layout: dict[str, Any], settings: Settings
) -> None:
    copies = multiplied(settings, layout, 250)
    started = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATING, settings.redis_url], stdout=subprocess.PIPE
        )
        for _ in range(3)
    ]
    client = connect_to_server(settings.redis_url)
    moved = [keys.match_key(match_id, "head") for match_id in copies]
    eventually(lambda: client.exists(*moved), 60)
    started[0].send_signal(signal.SIGKILL)
    ends = [(process.communicate(timeout=120)[0], process.returncode) for process in started]
    assert all(b"prepared" in output or status == -signal.SIGKILL for output, status in ends)
    matches = open_matches(settings)
    for match_id, original in copies.items():
        match = matches.match(match_id)
        assert match.version == layout["matches"][original]["version"]
        assert matches.replay(match_id).save() == match.state.save()
    assert not [name for name in all_keys(client) if b"{p" not in name]
    client.close()
    matches.close()


def multiplied(settings: Settings, layout: dict[str, Any], copies: int) -> dict[str, str]:
    """Copies of matches under ids of their own; the original of each."""
    short = [name for name, known in layout["matches"].items() if known["game"] == "steam"]
    made = {f"copy{number:016}": short[number % len(short)] for number in range(copies)}
    with connect_to_server(settings.redis_url) as client:
        for match_id, original in made.items():
            record = record_from_bytes(client.get(f"match:{original}:record"))
            for part in ("head", "log", "folded"):
                client.copy(f"match:{original}:{part}", f"match:{match_id}:{part}")
            stored = record_to_bytes(replace(record, id=match_id))
            client.set(f"match:{match_id}:record", stored)
            client.zadd("public:*:*", {f"{record.created_at} {match_id}": 0})
    return made


@pytest.mark.parametrize("other", [{"version": VERSION + 1}, {"partitions": 7}])
def test_a_store_laid_out_otherwise_is_not_touched(
    matches: Matches, settings: Settings, other: dict[str, int]
) -> None:
    match = matches.match(play_one(matches))
    for name, value in other.items():
        matches.store.writer.hset(keys.LAYOUT, name, value)
    late = open_matches(settings)
    with pytest.raises(errors.Unavailable, match="layout"):
        late.match(match.record.id)
    matches.store.writer.hset(keys.LAYOUT, mapping={"version": VERSION, "partitions": 64})
    assert late.match(match.record.id).version == match.version
    late.close()


def play_one(matches: Matches) -> str:
    match = create(matches).match
    seat = match.to_act[0]
    matches.submit(match.record.id, seat, any_notation(match, seat, Random(1)), match.version)
    return match.record.id
