"""Matches whose bots are of a level that there is not, or not any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from railhead.service.bots import worker
from railhead.service.bots.worker import ATTEMPTS, TurnWorker
from railhead.service.core.levels import DEFAULT_LEVEL
from railhead.service.core.matches import Matches
from railhead.service.model import Match, NewMatch, Seat
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.seats.rematch import rematch
from railhead.service.store.keys import due_key, partition_of

FORMER = "grandmaster"


def with_bots(matches: Matches, level: str | None = FORMER) -> Match:
    seats = [Seat(number, "bot", level or "", level) for number in range(2)]
    return matches.create(NewMatch("veil", {}, seats, seed=4)).match


@pytest.fixture
def bots(matches: Matches) -> Iterator[TurnWorker]:
    settings = replace(matches.store.settings, bot_budget_factor=0.05, bot_job_seconds=600.0)
    playing = TurnWorker(settings, WorkerProcess("here", 1, 1), lambda: False, Heartbeat())
    yield playing
    playing.matches.close()


@pytest.mark.parametrize("level", [FORMER, None])
def test_a_bot_of_a_former_level_plays_on_at_the_default_one(
    matches: Matches, bots: TurnWorker, level: str | None
) -> None:
    made = with_bots(matches, level)
    bots.play(made.record.id)
    assert matches.match(made.record.id).status == "over"
    assert bots._player(made, 0).level.name == DEFAULT_LEVEL


def test_a_bot_without_a_player_takes_legal_actions(
    matches: Matches, bots: TurnWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object, **__: object) -> None:
        raise KeyError("no player")

    monkeypatch.setattr(worker, "Player", nobody)
    made = with_bots(matches, "easy")
    bots.play(made.record.id)
    assert matches.match(made.record.id).status == "over"


def test_a_turn_without_any_action_is_left_for_later(
    matches: Matches, bots: TurnWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def nothing(*_: object) -> int:
        tried.append(1)
        raise ValueError("nothing to decide")

    monkeypatch.setattr(bots, "_search", nothing)
    monkeypatch.setattr(bots, "_without_search", nothing)
    made = with_bots(matches, "easy").record.id
    bots.play(made)
    assert len(tried) == ATTEMPTS + 1
    assert matches.store.writer.zscore(due_key(partition_of(made)), made) is not None
    bots.play(made)
    assert len(tried) == ATTEMPTS + 2, "once for each time that it is offered"


def test_a_rematch_has_bots_and_clocks_of_known_levels(matches: Matches) -> None:
    then = {"kind": "bot", "level": FORMER}
    clock = {"kind": "turn", "seconds": 60, "increment": 0, "then": then}
    seats = [
        Seat(0, "human", "Ann", token_hash="ann"),
        Seat(1, "bot", FORMER, FORMER, resigned=True),
        Seat(2, "bot", "Deep Rail", FORMER),
        Seat(3, "bot", "hard", "hard"),
    ]
    played = NewMatch("veil", {}, seats, clock={**clock, "then": {**then, "level": "hard"}})
    made = matches.create(played).match
    over = replace(made, status="over", record=replace(made.record, clock=clock), seats=seats)
    following = rematch(matches, over).match
    shown = [(seat.kind, seat.name, seat.level, seat.resigned) for seat in following.seats]
    assert shown == [
        ("human", "Ann", None, False),
        ("bot", "easy", "easy", False),
        ("bot", "Deep Rail", "easy", False),
        ("bot", "hard", "hard", False),
    ]
    assert following.record.clock == {**clock, "then": {**then, "level": "easy"}}
