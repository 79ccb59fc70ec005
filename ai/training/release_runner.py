"""Plays seats as an earlier release does: run with that release's checkout on the path.

`python -P release_runner.py`: a JSON object a line in, and one out for each `begin` and `choose`.
It uses nothing of this checkout, and of the release only its games and its players. Set-up, actions
and outcomes of chance come as they happen, in notation, so positions need not be stored alike.

    {"begin": {"game", "version", "data", "setup", "level", "factor", "simulations", "seeds"}}
        → {"simulations"}: the most of a turn, None where it does not search
    {"played": [seat or -1, notation]}
    {"choose": seat} → {"action", "simulations", "seconds", "value"}

What goes wrong is answered as {"error"} in place of the next answer; then it ends.
"""

from __future__ import annotations

import inspect
import json
import os
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

PACKAGE = "railhead." if (Path(os.environ["PYTHONPATH"]) / "railhead").is_dir() else ""
"""What comes before the names of folders: releases up to 0.1 were imported by these alone."""
levels: Any = import_module(f"{PACKAGE}ai.search.levels")
registry: Any = import_module(f"{PACKAGE}games.registry")


class RunnerMatch:
    """One match, and the players of some of its seats."""

    def __init__(self, asked: dict[str, Any]) -> None:
        ruleset = registry.rulesets().get(asked["game"])
        if ruleset is None or ruleset.version != asked["version"]:
            raise ValueError(
                f"it has no version {asked['version']} of the rules of {asked['game']}"
            )
        if asked["level"] not in (levels.RANDOM.name, *levels.LEVELS):
            raise ValueError(f"it has no level {asked['level']!r}, but {', '.join(levels.LEVELS)}")
        data = asked["data"]
        game = registry.Catalogue().bind(ruleset, data, dict.fromkeys(data, "the match"))
        self.state = game.start(asked["setup"])
        level = levels.level_named(asked["level"])
        seats = int(self.state.seats())
        budget = level.budget
        if hasattr(level, "budget_in"):  # levels of earlier releases have one budget for all games
            budget = level.budget_in(ruleset.id, seats)
        scale = asked["factor"]
        self.simulations = None
        if budget is not None:
            if budget.simulations is None:
                raise ValueError(f"its {asked['level']} does not count simulations")
            if asked["simulations"] is not None:
                scale = asked["simulations"] / budget.simulations
            # Releases up to 0.1 have other names for this and for `deterministic`.
            times = budget.times if hasattr(budget, "times") else budget.scaled
            self.simulations = times(scale).simulations
        known = inspect.signature(levels.Player).parameters
        fixed = "deterministic" if "deterministic" in known else "counted"
        own = {"scale": scale, fixed: True}
        self.players = {
            int(seat): levels.Player(ruleset.id, asked["level"], seed=seed, **own)
            for seat, seed in asked["seeds"].items()
        }

    def notify(self, seat: int, notation: str) -> None:
        """An action or an outcome of chance has happened."""
        self.state.play(seat, self.state.parse(notation))

    def choose(self, seat: int) -> dict[str, Any]:
        """The move of a seat."""
        started = time.process_time()
        choice = self.players[seat].choose(self.state, seat)
        return {
            "action": self.state.game.vocabulary.notation(choice.action),
            "simulations": choice.simulations,
            "seconds": time.process_time() - started,
            "value": choice.value,
        }


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which closes the input
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed is no answer
    match: RunnerMatch | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, Any] | None = None
        try:
            if "begin" in asked:
                match = RunnerMatch(asked["begin"])
                answer = {"simulations": match.simulations}
            elif match is None:
                raise ValueError("no match has begun")
            elif "played" in asked:
                match.notify(*asked["played"])
            else:
                answer = match.choose(asked["choose"])
        except Exception as error:  # noqa: BLE001 - the release's own, and told to who asked
            answer = {"error": f"{type(error).__name__}: {error}"}
        if answer is not None:
            try:
                print(json.dumps(answer), file=answers, flush=True)
            except BrokenPipeError:
                os._exit(0)  # the arena has stopped and wants no answer any more
            if "error" in answer:
                return


if __name__ == "__main__":
    main()
