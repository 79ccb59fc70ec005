"""What a model says it will do next, and whether it then does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.words.choices import begins

STEP_OUTCOMES: Final = ("kept", "dropped", "open")
"""What becomes of a step: it was taken; it was legal, but another action was taken; or the plan
ended before it was both next and legal."""
MOST_STEPS: Final = 20
"""Steps of a plan beyond these are not counted."""


class StatedPlan:
    """The actions that a model has said it will take at later decisions, one after the other.

    A step is a type of action or the beginning of a notation, such as “build” or “build:E20”. The
    next step waits for a decision at which it is legal, since a turn has decisions of its own
    between. The plan ends with the first step that is dropped, with a newer plan, and with the
    match.
    """

    def __init__(self) -> None:
        self._steps: list[str] = []

    def state(self, steps: Sequence[str]) -> dict[str, int]:
        """Take a new plan instead of the present one; what becomes of that one's steps."""
        ended = self.end()
        self._steps = [step.strip().casefold() for step in steps if step.strip()][:MOST_STEPS]
        return ended

    def follow(self, actions: Sequence[Mapping[str, Any]], taken: str) -> dict[str, int]:
        """Compare the next step with the action `taken` out of the legal `actions`."""
        if not self._steps:
            return {}
        fitting = {action["action"] for action in actions if begins(action, self._steps[0])}
        if not fitting:
            return {}
        del self._steps[0]
        return {"kept": 1} if taken in fitting else {"dropped": 1, **self.end()}

    def end(self) -> dict[str, int]:
        """End the plan: the steps that are left stay open."""
        left, self._steps = len(self._steps), []
        return {"open": left} if left else {}
