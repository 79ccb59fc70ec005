"""Documents that were tampered with: refused by name, or exported again just as they came."""

from __future__ import annotations

import base64
from collections import Counter
from random import Random
from typing import Any

import orjson
import pytest

from railhead.games.options import complete
from railhead.games.registry import rulesets
from railhead.service.core.matches import Matches
from railhead.service.errors import Overloaded, Problem
from railhead.service.history.forking import Fork, fork
from railhead.service.model import Seat
from tests.service.forging import completed, forged
from tests.service.random_matches import (
    Calendar,
    RandomMatch,
    as_imported,
    calendar,
    document_of,
    taken_in,
)
from tests.words_of_python import words_of_python

__all__ = ["calendar"]

FORGED = {"veil": 400, "montana": 120, "great_western_trail": 80, "santa_fe": 100, "steam": 60}
"""How many documents are made of each of six matches of each game."""


def told_by(refusal: Problem) -> str:
    """What a refusal says, held against what one has to say."""
    assert 400 <= refusal.status < 500, refusal
    errors: Any = refusal.members.get("errors")
    assert errors or refusal.slug == "rules-changed", refusal
    assert all(error["field"] and error["problem"] for error in errors or ())
    said = f"{refusal} {errors}"
    problems = [str(refusal.detail), *(error["problem"] for error in errors or ())]
    assert not words_of_python(" ".join(problems)), said
    return str(errors[0]["field"]) if errors else "rules_version"


@pytest.mark.full
@pytest.mark.parametrize("game", FORGED)
def test_what_was_forged_is_refused_or_stays_as_it_is(
    matches: Matches, calendar: Calendar, game: str
) -> None:
    random = Random(7)
    options = complete(rulesets()[game].options, {})
    taken, refused = 0, Counter[str]()
    for seed in range(6):
        seats = max(3 if seed % 2 else 2, rulesets()[game].min_seats)
        match = RandomMatch(matches, calendar, game, seats, seed).play()
        document = document_of(matches, match)
        for _ in range(FORGED[game]):
            change = forged(document, random)
            try:
                again = taken_in(matches, change)
            except Overloaded:
                continue  # by what else runs here: a trial was not come to in time
            except Problem as refusal:
                refused[told_by(refusal).split(".")[0]] += 1
                continue
            taken += 1
            expected = orjson.dumps(completed(change, options))
            second = orjson.loads(document_of(matches, again))
            wanted = orjson.loads(as_imported(expected, again, orjson.loads(expected)["match"]))
            different = {
                name: (second.get(name), wanted.get(name))
                for name in {*second, *wanted}
                if second.get(name) != wanted.get(name)
            }
            assert not different, different
    assert taken > 10
    assert {"log", "seats", "setup", "created_at", "ended_at"} <= set(refused), refused


@pytest.mark.full
@pytest.mark.parametrize("game", ["veil", "great_western_trail", "santa_fe", "steam"])
def test_openings_of_forks_are_refused_or_stay_as_they_are(
    matches: Matches, calendar: Calendar, game: str
) -> None:
    random = Random(3)
    running = RandomMatch(matches, calendar, game, 3, 1)
    while (now := running.now()).status == "open" or now.version < 4:
        if now.status == "open":
            running.change_seats(now)
        else:
            running.act(now)
    seats: Any = [Seat(number, "human", f"Seat {number}") for number in range(3)]
    wanted = Fork(now.version, seats, "private", "any", False, "everybody", None, None, "anybody")
    made = fork(matches, now, 0, wanted, None).match
    running.id = made.record.id
    document: dict[str, Any] = orjson.loads(document_of(matches, running.play(changes=0)))
    assert (document["line"] is None) == rulesets()[game].hides
    refused: Counter[str] = Counter()
    for _ in range(6):  # each is tried out in a process of its own
        opening = bytearray(base64.b64decode(document["opening"]))
        for _ in range(random.choice([1, 1, 2])):
            at = random.randrange(2, len(opening))
            opening[at] = random.choice([opening[at] ^ 2, random.randrange(128)])
        change = {**document, "opening": base64.b64encode(opening).decode()}
        try:
            again = taken_in(matches, change)
        except Problem as refusal:
            refused[told_by(refusal).split(".")[0]] += 1
            continue
        expected = orjson.dumps(change)
        assert document_of(matches, again) == as_imported(expected, again, change["match"])
    assert refused
    assert set(refused) <= {"opening", "log"}
