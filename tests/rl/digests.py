"""What some steps of every environment come to, as a line for each: the same for every build."""

from __future__ import annotations

import hashlib

from railhead.rl.vector import VectorEnv
from tests.rl.tables import GAMES

STEPS = 120


def report() -> list[str]:
    """A digest of all that the arrays held, by game and opponents."""
    lines = []
    for game in GAMES:
        for opponents in ("none", "greedy"):
            env = VectorEnv(game, 2, seed=6, opponents=opponents)
            held = hashlib.blake2b(digest_size=16)
            for _ in range(STEPS if opponents == "none" else STEPS // 12):
                env.step(env.sample())
                for array in (env.observations, env.masks, env.seats, env.ended, env.rewards):
                    held.update(array.tobytes())
            lines.append(f"{game} {opponents} {held.hexdigest()}")
    return lines


if __name__ == "__main__":
    print(*report(), sep="\n")
