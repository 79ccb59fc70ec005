"""Random play and copying of positions, compiled and interpreted in one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping

from bench.figure import Figure
from railhead.games import COMPILED
from railhead.games.game import CHANCE, OVER, Actions, Game, State
from railhead.games.options import InvalidOption, complete
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets

DECISIONS = {"montana": 200_000, "great_western_trail": 100_000, "steam": 250_000}
"""The budget of decisions per second of random play, by game."""
MATCH_SECONDS = {("steam", 4): 0.06}
"""The budget of a whole random match, by game and seats."""
LISTING = {"steam": 300}
"""The budget of listing the legal actions of a decision with many, in microseconds, by game."""
SECONDS = 2.0


def game_of(ruleset_id: str) -> tuple[Game, Mapping[str, object]]:
    """The game with its default options."""
    ruleset = rulesets()[ruleset_id]
    options = complete(ruleset.options, {})
    return Catalogue().game(ruleset, options), options


def seats_of(ruleset_id: str) -> list[int]:
    """The numbers of seats that go with the default options."""
    ruleset = rulesets()[ruleset_id]
    game, options = game_of(ruleset_id)
    found = []
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        try:
            game.draw_setup(seats, options, Random(1))
        except InvalidOption:
            continue
        found.append(seats)
    return found


def random_play(ruleset_id: str, seats: int, seconds: float) -> tuple[float, float]:
    """Decisions per second of random play on one core, and milliseconds per match."""
    game, options = game_of(ruleset_id)
    openings = [game.start(game.draw_setup(seats, options, Random(k))) for k in range(50)]
    for opening in openings[:3]:
        random_match(opening.clone(), Random(0))
    decisions = matches = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        opening = openings[matches % len(openings)]
        decisions += random_match(opening.clone(), Random(matches, 1))
        matches += 1
    elapsed = time.process_time() - start
    return decisions / elapsed, elapsed / matches * 1000


def copy_time(ruleset_id: str, seats: int) -> float:
    """Microseconds to copy a position."""
    game, options = game_of(ruleset_id)
    state = game.start(game.draw_setup(seats, options, Random(1)))
    random_match(state, Random(1), 40)
    count = 100_000
    start = time.process_time()
    for _ in range(count):
        state.clone()
    return (time.process_time() - start) / count * 1e6


def listing_time(ruleset_id: str, seats: int) -> float:
    """Microseconds to list the legal actions, at the tenth of the decisions that have the most."""
    game, options = game_of(ruleset_id)
    out = Actions()
    decisions: list[tuple[int, State]] = []
    for number in range(20):
        state = game.start(game.draw_setup(seats, options, Random(number)))
        random = Random(number, 1)
        while state.actor() != OVER:
            if state.actor() == CHANCE:
                state.sample_chance(random)
                continue
            out.clear()
            state.collect(state.actor(), out)
            decisions.append((int(out.count), state.clone()))
            state.play(state.actor(), out.items[random.below(out.count)])
    decisions.sort(key=lambda pair: -pair[0])
    largest = [state for _, state in decisions[: max(1, len(decisions) // 10)]]
    start = time.process_time()
    for state in largest:
        out.clear()
        state.collect(state.actor(), out)
    return (time.process_time() - start) / len(largest) * 1e6


def run_interpreted(ruleset_id: str, seats: int) -> float:
    """Decisions per second of random play in a process that runs plain Python."""
    environment = {**os.environ, "RAILHEAD_INTERPRETED": "1"}
    code = (
        "import json; from bench.engine import random_play;"
        f"print(json.dumps(random_play({ruleset_id!r}, {seats}, {SECONDS})[0]))"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return float(json.loads(process.stdout))


def figures() -> list[Figure]:
    """Random play at every number of seats, the gain from compiling, and the time of a copy."""
    results = []
    for ruleset_id, ruleset in rulesets().items():
        for seats in seats_of(ruleset_id):
            per_second, per_match = random_play(ruleset_id, seats, SECONDS)
            budget = f">= {DECISIONS[ruleset_id]}" if ruleset_id in DECISIONS else None
            name = f"{ruleset_id}: random play, {seats} seats"
            beside = f"{per_match:.1f} ms a match, one core"
            results.append(
                Figure(name, round(per_second), "decisions/s", budget if COMPILED else None, beside)
            )
            most = MATCH_SECONDS.get((ruleset_id, seats))
            if most is not None:
                budget = f"<= {most * 1000:g}" if COMPILED else None
                name = f"{ruleset_id}: a random match, {seats} seats"
                results.append(Figure(name, round(per_match, 2), "ms", budget, "one core"))
            if seats == ruleset.min_seats and COMPILED:
                plain = run_interpreted(ruleset_id, seats)
                again, _ = random_play(ruleset_id, seats, SECONDS)
                name = f"{ruleset_id}: compiled against interpreted"
                beside = f"interpreted {plain:,.0f} decisions/s"
                results.append(Figure(name, round(again / plain, 1), "times", ">= 4", beside))
        copying = copy_time(ruleset_id, seats_of(ruleset_id)[-1])
        listing = listing_time(ruleset_id, seats_of(ruleset_id)[-1])
        budget = f"<= {LISTING[ruleset_id]}" if ruleset_id in LISTING and COMPILED else None
        beside = "the tenth of the decisions that have the most"
        name = f"{ruleset_id}: listing legal actions"
        results.append(Figure(name, round(listing, 1), "µs", budget, beside))
        beside = "called from Python, the call included"
        results.append(Figure(f"{ruleset_id}: copy", round(copying, 2), "µs", "<= 3", beside))
    return results
