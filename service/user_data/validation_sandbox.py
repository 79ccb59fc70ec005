"""Trying out data or a position that a stranger sent in a process of its own.

What the rules make of absurd ones may take long, or memory, and between two of their calls nobody
can stop them. So it is done where the system can: in a process with limits, which keeps no request
waiting and takes nothing with it when it breaks.
"""

from __future__ import annotations

import base64
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

import orjson
import structlog

from railhead.games.data import DataError
from railhead.games.game import Game
from railhead.games.registry import rulesets
from railhead.service.errors import InvalidData, Overloaded
from railhead.service.logs import configure
from railhead.service.parent_death_signal import die_with
from railhead.service.settings import Settings
from railhead.service.user_data.opening_validation import Moves, validate_opening
from railhead.service.user_data.validation import MOST_SECONDS, invalid_data, validate_by_playing

log = structlog.get_logger()

# Above what a trial ends by itself after: for rules that never come to look at the time.
MOST_PROCESSOR_SECONDS: Final = int(MOST_SECONDS) + 10
"""After so much of the processor's time the process is ended, whatever it does."""
MOST_SECONDS_IN_ALL: Final = 120
"""After so long it is ended too: it was given too little of the processor, whatever was sent."""
MOST_MEMORY: Final = 2 * 1024**3
"""Address space of the process, in bytes; on shipped data it takes a tenth."""
NICE: Final = 5


def validate_in_sandbox(game: Game, processor_seconds: int = MOST_PROCESSOR_SECONDS) -> None:
    """As `validate_by_playing`, in a process that may use so much of the processor.

    Raises `InvalidData`, and `Overloaded` where others leave it too little of the processor.
    """
    _run_sandbox(game, {"processor_seconds": processor_seconds})


def validate_opening_in_sandbox(
    game: Game, saved: bytes, pieces: Mapping[str, int], moves: Moves
) -> None:
    """As `validate_opening`, in a process of its own. Raises as `validate_in_sandbox`."""
    opening = base64.b64encode(saved).decode()
    request = {"opening": opening, "pieces": dict(pieces), "moves": moves}
    _run_sandbox(game, {**request, "processor_seconds": MOST_PROCESSOR_SECONDS})


def _run_sandbox(game: Game, what: dict[str, Any]) -> None:
    request = {"game": game.ruleset.id, "data": dict(game.data), **what}
    sent = orjson.dumps({**request, "parent": os.getpid()})
    command = [sys.executable, "-m", "railhead.service.user_data.validation_sandbox"]
    try:
        ran = subprocess.run(
            command, input=sent, stdout=subprocess.PIPE, timeout=MOST_SECONDS_IN_ALL, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Overloaded("there is too much else to do to try it out; try again later") from error
    if ran.returncode != 0:
        log.warning("validation ended", game=game.ruleset.id, status=ran.returncode)
        raise invalid_data("leads to a match that cannot be played: trying it out had to be ended")
    errors = orjson.loads(ran.stdout)["errors"]
    if errors:
        raise InvalidData(errors=errors)


def main() -> None:
    """Try out what standard input says, and write what is wrong with it."""
    request = orjson.loads(sys.stdin.buffer.read())
    die_with(request["parent"])
    configure(Settings.from_environment())
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (request["processor_seconds"],) * 2)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    # What is killed at its limits leaves no dump of gigabytes behind.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    errors: list[dict[str, str]] = []
    try:
        ruleset = rulesets()[request["game"]]
        game = ruleset.bind(request["data"], dict.fromkeys(request["data"], ""))
        if "opening" in request:
            saved = base64.b64decode(request["opening"])
            validate_opening(game, saved, request["pieces"], request["moves"])
        else:
            validate_by_playing(game)
    except InvalidData as problem:
        errors = problem.members["errors"]
    except DataError as problem:
        errors = invalid_data(str(problem)).members["errors"]
    sys.stdout.buffer.write(orjson.dumps({"errors": errors}))


if __name__ == "__main__":
    main()
