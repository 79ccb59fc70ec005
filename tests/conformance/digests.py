"""`python -m tests.conformance.digests` plays seeded matches of every game and prints digests.

For comparing builds: every line is a case and a digest over all that the rules answered. With a
number, one case in so many is played.
"""

from __future__ import annotations

import hashlib
import sys

import orjson

from railhead import games
from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random
from railhead.games.vectors import vec
from tests.conformance.walks import Case, cases, choices_at, hosted

ASKED_EVERY = 5
"""Plies from one view, determinization and sample to the next: interpreted, they are slow."""


def digest(case: Case, seed: int) -> str:
    """Over a random match: each position and the scores, and often all that the rules answer."""
    random = Random(seed, 12)
    state = case.opening(seed)
    answered = hashlib.blake2b(state.save(), digest_size=16)
    ply = 0
    while state.actor() != OVER:
        choices = choices_at(state)
        actor = list(choices)[int(random.below(len(choices)))]
        action = choices[actor][int(random.below(len(choices[actor])))]
        if ply % ASKED_EVERY == 0:
            answered.update(_answers(state, choices, random))
        ply += 1
        state.apply(actor, action)
        answered.update(state.save())
    answered.update(orjson.dumps([state.scores(), state.ranking(), state.score_sheet()]))
    return answered.hexdigest()


def _answers(state: State, choices: dict[int, list[int]], random: Random) -> bytes:
    seat = int(random.below(state.seats()))
    other = state.clone()
    other.determinize(seat, random)
    if other.actor() == CHANCE:
        other.sample_chance(random)
    listed = [[int(actor), actions] for actor, actions in choices.items()]
    return other.save() + orjson.dumps([listed, state.view(seat)])


def report(every: int = 1) -> list[str]:
    """A line for each case, of every game at every number of seats and value of an option.

    Or for the first of each game and one in `every` after it.
    """
    return [f"{case} {digest(case, 5)}" for r in hosted().values() for case in cases(r)[::every]]


if __name__ == "__main__":
    print("compiled" if games.COMPILED else "interpreted", vec.__module__)
    print("\n".join(report(int(sys.argv[1]) if sys.argv[1:] else 1)))
