"""Where the chance of a match comes from.

The operating system's secure source; in a match created with a seed, draw number k is a keyed
function of (seed, k), so that such a match is reproducible, and not fair where something is hidden.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b

from railhead.games.random import Random, Source


class SystemSource:
    """Draws from the operating system's secure source."""

    def below(self, bound: int) -> int:
        """A uniform integer in `range(bound)`."""
        return secrets.randbelow(bound)


def unpredictable() -> Random:
    """A generator that nobody can foresee, for dealing anew what a seat cannot know."""
    return Random(secrets.randbits(96), secrets.randbits(60))


def source(seed: int | None, draw: int) -> Source:
    """The source of draw number `draw` of a match: 0 is the set-up, each outcome of chance one."""
    if seed is None:
        return SystemSource()
    digest = blake2b(f"{seed} {draw}".encode(), digest_size=16, person=b"railhead").digest()
    return Random(int.from_bytes(digest[:12], "big"), int.from_bytes(digest[12:], "big"))


def sample_outcome(outcomes: Sequence[tuple[int, int]], seed: int | None, draw: int) -> int:
    """One of the outcomes (packed action, weight above 0), chosen by weight."""
    # Draws are keyed by their number: one that is left out changes no later one.
    if len(outcomes) == 1:
        return outcomes[0][0]
    rest = int(source(seed, draw).below(sum(weight for _, weight in outcomes)))
    for action, weight in outcomes:
        rest -= weight
        if rest < 0:
            return action
    raise ValueError("an outcome of chance has a weight below 0")
