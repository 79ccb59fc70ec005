"""Filling a store with idle matches, through the store's own commits."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Final

from railhead.games.random import Random
from railhead.service.core.matches import open_matches
from railhead.service.model import Event, Head, NewMatch, Record, Seat
from railhead.service.settings import Settings
from railhead.service.store.commits import Commit
from railhead.service.store.connection import connect_to_server
from railhead.service.store.keys import PARTITIONS, new_id
from railhead.service.store.store import Store

TEMPLATES: Final = 16
"""How many different matches there are; the others are copies under ids of their own."""
PLIES: Final = 60
"""How far into a match they lie idle."""
LISTED: Final = 10
"""One of so many is public."""

Template = tuple[Record, Head, list[Event]]


def templates(url: str, game: str) -> list[Template]:
    """Matches of two humans, played at random that far; they are deleted again."""
    matches = open_matches(replace(Settings(), redis_url=url))
    found = []
    for seed in range(TEMPLATES):
        seats = (Seat(0, "human", "one"), Seat(1, "human", "two"))
        match = matches.create(NewMatch(game, {}, seats, seed=seed)).match
        random = Random(seed)
        for _ in range(PLIES):
            if match.status == "over":
                break
            seat = match.to_act[0]
            legal = match.state.legal_actions(seat)
            notation = match.game.vocabulary.notation(legal[int(random.below(len(legal)))])
            match = matches.submit(match.record.id, seat, notation, match.version).match
        match_id = match.record.id
        found.append((match.record, matches.head(match_id), list(matches.events(match_id))))
        data = match.game.data
        for partition in range(PARTITIONS):
            matches.store.data_sets.keep(new_id(partition), match.record.data_hash, data)
        matches.delete(match_id)
    matches.close()
    return found


def fill(url: str, kinds: list[Template], number: int, processes: int) -> float:
    """Store so many more idle matches; how many a second that were."""
    began = time.perf_counter()
    shares = [number // processes + (n < number % processes) for n in range(processes)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(_fill_one, url, kinds, share) for share in shares if share]
        for one in tasks:
            one.result()
    return number / (time.perf_counter() - began)


def _fill_one(url: str, kinds: list[Template], number: int) -> None:
    store = Store(replace(Settings(), redis_url=url))
    for count in range(number):
        record, head, events = kinds[count % len(kinds)]
        visibility = "private" if count % LISTED else "public"
        copy = replace(record, id=store.new_match_id(None), visibility=visibility)
        store.commit(Commit(copy, None, head, events))
    store.close()


def used_bytes(url: str) -> int:
    """The memory that the store's server has given out."""
    with connect_to_server(url) as client:
        return int(client.info("memory")["used_memory"])


def wait_until_idle(url: str) -> None:
    """Wait until the server is not busy with its append-only file."""
    with connect_to_server(url) as client:
        while client.info("persistence")["aof_rewrite_in_progress"]:
            time.sleep(0.5)
