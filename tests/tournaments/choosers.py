"""Functions that choose, for `python:` players of the tests."""

from __future__ import annotations

import random

from railhead.client import AsyncTurn, Choice, Turn, bot

NOWHERE = "http://127.0.0.1:9"


@bot(NOWHERE)
def first(turn: Turn) -> Choice:
    return turn.actions[0]


@bot(NOWHERE)
async def last(turn: AsyncTurn) -> Choice:
    return turn.actions[-1]["action"]


def chance(turn: Turn) -> Choice:
    return random.choice(turn.actions)


def raises(turn: Turn) -> Choice:
    raise RuntimeError(f"cannot decide at version {turn.version}")


NO_FUNCTION = 3
