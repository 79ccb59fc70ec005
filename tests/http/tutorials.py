"""Learners who follow a tutorial over HTTP, as its steps say."""

from __future__ import annotations

import re
from typing import Any

from tests.http.api import Api, SeatedMatch

MOST_DECISIONS = 60
"""A learner who plays freely comes to what a step is about within so many decisions."""

ENDING = ("move", "done", "stop", "pass", "skip")


class StuckLearner(AssertionError):
    """A step could not be done."""


class Learner:
    """Seat 0 of the match of a tutorial."""

    def __init__(self, api: Api, tutorial: dict[str, Any]) -> None:
        self.match: SeatedMatch = api.created(**tutorial["match"])
        self.tutorial = tutorial

    def follow(self) -> dict[str, Any]:
        """Do all steps; the match as it is then."""
        for number, step in enumerate(self.tutorial["steps"], 1):
            self._look(number, step["look"])
            if step["attempt"] is not None:
                self._attempt(number, step["attempt"])
        return self.match.shown(0)

    def _look(self, number: int, ids: list[str]) -> None:
        """What a step wants looked at is in the picture when the step is shown."""
        self._due()
        drawn = self.match.seats[0].get(f"{self.match.path}/picture.svg").text
        missing = [one for one in ids if f'id="{one}"' not in drawn]
        if missing:
            raise StuckLearner(f"step {number} of {self.tutorial['game']}: no {missing} to look at")

    def _attempt(self, number: int, wanted: dict[str, str]) -> None:
        for _ in range(MOST_DECISIONS):
            actions = self._due()
            if not actions:
                break
            fitting = [one for one in actions if fits(one, wanted)]
            self._take((fitting or sorted(actions, key=holds_up))[0])
            if fitting:
                return
        raise StuckLearner(f"step {number} of {self.tutorial['game']}: {wanted} is never legal")

    def _due(self) -> list[dict[str, Any]]:
        """What the learner may do, once there is something; nothing after the end."""
        shown = self.match.shown(0)
        while shown["status"] != "over":
            if 0 in shown["to_act"]:
                actions: list[dict[str, Any]] = self.match.legal(0)["actions"]
                return actions
            shown = self.match.changed(0, shown["version"])
        return []

    def _take(self, action: dict[str, Any]) -> None:
        version = self.match.shown(0)["version"]
        body = {"action": action["action"], "version": version}
        answered = self.match.submit(0, body)
        assert answered.status_code == 200, answered.text


def fits(action: dict[str, Any], wanted: dict[str, str]) -> bool:
    """Whether an action is what a step is about."""
    return action["type"] == wanted["type"] and bool(re.search(wanted["label"], action["label"]))


def holds_up(action: dict[str, Any]) -> bool:
    """Whether an action is none of those by which a learner without a plan comes to an end."""
    return action["type"] not in ENDING
