"""A line on which, by chance, answers are lost, come late, come twice, or are a gateway's."""

from __future__ import annotations

import random
from collections import Counter

from tests.client.faults import Fault

HTML = {"Content-Type": "text/html"}
FAULTS: dict[str, Fault] = {
    "unsent": "unsent",
    "unanswered": "unanswered",
    "half": "half",
    "late": "late",
    "twice": "twice",
    "502": (502, HTML, b"<h1>Bad gateway</h1>"),
    "503": (503, {**HTML, "Retry-After": "1"}, b"<h1>Come back</h1>"),
}
OF_STREAMS = ["unsent", "half", "late", "502", "503"]
"""Those that come to a stream, whose answer has no end."""
ODDS = 0.2


class Line:
    """Draws the misfortunes of a line, and counts them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.met: Counter[str] = Counter()

    def __call__(self, path: str) -> Fault | None:
        if self.chance.random() >= ODDS:
            return None
        fault = self.chance.choice(OF_STREAMS if "/events" in path else [*FAULTS])
        self.met[fault] += 1
        return FAULTS[fault]
