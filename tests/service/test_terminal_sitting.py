"""What a player at a terminal is told of a match, whatever the order in which answers come."""

from __future__ import annotations

import io
import signal
import time
from typing import Any, cast

import pytest
from rich.console import Console

from railhead.service.commands.play.client import Client
from railhead.service.commands.play.plain import play_lines
from railhead.service.commands.play.sitting import Sitting

SEATS = [
    {"seat": 0, "kind": "human", "name": "Ann"},
    {"seat": 1, "kind": "bot", "level": "easy"},
]
DESCRIBED = {
    "name": "Chairs",
    "actions": [{"type": "sit", "help": "Sit.", "parameters": []}],
    "levels": [{"level": "easy"}],
    "notices": [],
}


def event(version: int, seat: int | None, kind: str = "action") -> dict[str, Any]:
    return {"version": version, "kind": kind, "seat": seat, "action": "sit", "label": f"E{version}"}


class Answers:
    """Stands for a client: answers what a test has put here, and keeps what was asked."""

    def __init__(self, log: list[dict[str, Any]]) -> None:
        self.match = "/v1/matches/m"
        self.on_pause = None
        self.ahead = 0.0
        self.log = log
        self.acted: list[tuple[str, int]] = []

    def read(self, after: int | None = None) -> dict[str, Any]:
        return self.at(self.log[-1]["version"])

    def at(self, version: int, **other: Any) -> dict[str, Any]:
        action = {"action": "sit", "type": "sit", "label": "Sit down"}
        legal = {"version": version, "actions": [action]}
        shown = {"game": "chairs", "version": version, "status": "active", "you": 0, "to_act": [0]}
        rest = {"seats": SEATS, "view": {}, "clock": None, "result": None, "legal_actions": legal}
        return {**shown, **rest, **other}

    def json(self, path: str, **_: Any) -> dict[str, Any]:
        return {"parameters": {}, "tables": {}} if path.endswith("components") else DESCRIBED

    def events(self, after: int) -> list[dict[str, Any]]:
        return [event for event in self.log if event["version"] > after]

    def act(self, action: str, version: int) -> None:
        self.acted.append((action, version))
        self.log.append(event(version + 1, 0))


def sitting(log: list[dict[str, Any]]) -> tuple[Sitting, Answers]:
    answers = Answers(log)
    return Sitting(cast(Client, answers), "railhead play"), answers


@pytest.mark.parametrize(
    ("seats", "news"),
    [
        ([0, 1, 1], ["E2", "E3"]),
        ([0, 1, 0, 0], ["E2"]),
        ([0, 1, 0, 1], ["E4"]),
        ([1, 0, 1, None, 1], ["E3", "E4", "E5"]),
        ([None, 1], ["E1", "E2"]),
        ([0], []),
    ],
)
def test_the_news_is_what_others_did_since_our_turn(
    seats: list[int | None], news: list[str]
) -> None:
    log = [
        event(version, seat, "chance" if seat is None else "action")
        for version, seat in enumerate(seats, 1)
    ]
    seated, _ = sitting(log)
    console = Console(width=40, record=True)
    for line in seated.news():
        console.print(line)
    assert [line.split()[1] for line in console.export_text().splitlines()] == news


def test_an_answer_that_comes_late_changes_nothing() -> None:
    seated, answers = sitting([event(1, 0), event(2, 1)])
    client = cast(Client, answers)
    answers.log.append(event(3, 1))
    seated.show(answers.at(3), client)
    seated.show(answers.at(2), client)
    assert seated.match["version"] == 3
    seated.show(answers.at(3), client)
    assert [one["version"] for one in seated.log] == [1, 2, 3]


def test_a_match_that_went_back_is_told_anew() -> None:
    seated, answers = sitting([event(1, 0), event(2, 1)])
    del answers.log[1:]
    seated.show(answers.at(1), cast(Client, answers), anew=True)
    assert seated.match["version"] == 1
    assert [one["version"] for one in seated.log] == [1]


def test_narrowing_is_kept_while_the_choices_stay() -> None:
    seated, answers = sitting([event(1, 0)])
    seated.enter("down")
    assert seated.message == ""
    seated.choices.steps.append(("kept", seated.choices.all))
    seated.show(answers.at(1), cast(Client, answers))
    assert seated.choices.path == "kept"


def test_words_are_no_action_but_enter_takes_what_alone_is_left() -> None:
    seated, answers = sitting([event(1, 1)])
    other = {"action": "stand", "type": "stand", "label": "Stand up"}
    match = answers.at(1)
    match["legal_actions"]["actions"].append(other)
    seated.show(match, cast(Client, answers))
    seated.enter("")
    seated.enter("down")
    assert answers.acted == []
    seated.enter("")
    assert answers.acted == [("sit", 1)]


def test_a_slash_means_a_command_and_notation_an_action() -> None:
    seated, answers = sitting([event(1, 1)])
    match = answers.at(1)
    match["legal_actions"]["actions"] = [{"action": "l", "type": "l", "label": "Lie down"}]
    seated.show(match, cast(Client, answers))
    seated.enter("/l")
    assert seated.page is not None
    seated.enter("l")
    assert answers.acted == [("l", 1)]


def test_a_clock_is_told_by_the_time_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    seated, answers = sitting([event(1, 1)])
    answers.ahead = 1000.0
    running = {"seats": [{"seat": 0, "left": 100.0, "since": now - 1000.0 - 10}]}
    seated.show(answers.at(1, clock=running), cast(Client, answers))
    assert seated.heading() == "Chairs: your turn, 1:30 left"
    stopped = {"seats": [{"seat": 0, "left": 3.0, "since": None}]}
    seated.show(answers.at(1, clock=stopped), cast(Client, answers))
    assert seated.heading() == "Chairs: your turn, 0:03 left"


class InterruptedWhenFreed(io.RawIOBase):
    """An answer of the service that is freed just when ^C is pressed."""

    def close(self) -> None:
        if not self.closed:
            super().close()
            signal.raise_signal(signal.SIGINT)


def test_who_leaves_while_an_answer_is_freed_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a signal raises there is dropped by Python."""
    playing, answers = sitting([event(1, 0)])
    playing.show(answers.at(1, to_act=[1], legal_actions=None), cast(Client, answers))
    waits = []

    def wait(client: Client) -> None:
        waits.append(client)
        assert len(waits) == 1, "it goes on waiting"
        InterruptedWhenFreed()

    monkeypatch.setattr(playing, "wait", wait)
    before = signal.getsignal(signal.SIGINT)
    play_lines(playing, Console(file=io.StringIO()), io.StringIO())
    assert len(waits) == 1
    assert signal.getsignal(signal.SIGINT) is before
