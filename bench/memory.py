"""Bytes in the store of a finished two-player match, log and all."""

from __future__ import annotations

import statistics
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figure import Figure
from railhead.ai.search.levels import Player
from railhead.games.registry import rulesets
from railhead.service.core.matches import Matches, open_matches
from railhead.service.model import NewMatch, Seat
from railhead.service.running.embedded_store import Embedded
from railhead.service.settings import Settings

MATCHES = 5
SCALE = 0.1
BUDGET = "<= 12288"


def play_out(matches: Matches, ruleset_id: str, seed: int) -> str:
    """Play a match of two bots to its end; its id."""
    seats = (Seat(0, "bot", "one", level="easy"), Seat(1, "bot", "two", level="easy"))
    match = matches.create(NewMatch(ruleset_id, {}, seats, seed=seed)).match
    players = [Player(ruleset_id, "easy", seed=seat, scale=SCALE) for seat in range(2)]
    while match.status != "over":
        seat = match.to_act[0]
        action = players[seat].choose(match.state, seat).action
        notation = match.game.vocabulary.notation(action)
        match = matches.submit(match.record.id, seat, notation, match.version).match
    return match.record.id


def figures() -> list[Figure]:
    """The mean over matches between bots, for each game that two can play."""
    results = []
    with TemporaryDirectory() as folder:
        embedded = Embedded(Path(folder))
        embedded.lock()
        process = embedded.start()
        try:
            matches = open_matches(replace(Settings(), redis_url=embedded.url))
            for ruleset_id, ruleset in rulesets().items():
                if ruleset.min_seats <= 2:
                    results.append(mean_size(matches, ruleset_id))
        finally:
            process.terminate()
            process.wait(10)
            embedded.close()
    return results


def mean_size(matches: Matches, ruleset_id: str) -> Figure:
    """The mean size of finished matches of one game."""
    sizes, versions = [], []
    for seed in range(MATCHES):
        match_id = play_out(matches, ruleset_id, seed)
        client = matches.store.reader
        keys = list(client.scan_iter(f"match:*:{match_id}:*"))
        sizes.append(sum(client.memory_usage(key, samples=0) or 0 for key in keys))
        versions.append(matches.head(match_id).version)
    name = f"{ruleset_id}: a finished match of two in the store"
    beside = f"mean of {MATCHES}, {statistics.mean(versions):.0f} entries each"
    return Figure(name, round(statistics.mean(sizes)), "bytes", BUDGET, beside)
