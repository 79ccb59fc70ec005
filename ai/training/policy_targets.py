"""Weights of moves by what deep searches came to: priors are to say it before there is a search.

Expert iteration (Anthony, Tian and Barber 2017) with the few weights of a game's `weights.json`.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from railhead.ai.knowledge import moves_from
from railhead.ai.training.matches import game_with
from railhead.ai.training.replay_buffer import Entry
from railhead.games.game import Actions, Game, State
from railhead.games.random import Random
from railhead.games.vectors import vec

HELD_OUT: Final = 5
"""One match in so many is held out to judge by."""
FIRST_STEP: Final = 0.5
LAST_STEP: Final = 0.02
"""A weight is tried at so many powers of e to either side: at first, and in the end."""
MOST_ROUNDS: Final = 40
DIGITS: Final = 4


@dataclass(frozen=True)
class Sample:
    """A decision of `seat`, and what part of a deep search's visits went to each action.

    `position` is a saved position of a match of `game` with these `options`; `match` numbers the
    matches.
    """

    position: bytes
    seat: int
    shares: Mapping[int, float]
    options: Mapping[str, Any]
    match: int


class Recorder:
    """Records the policy targets of one match; see `replay_buffer.play_and_record`."""

    def __init__(self, options: Mapping[str, Any], match: int) -> None:
        self.options = options
        self.match = match
        self.samples: list[Sample] = []

    def record(self, position: State, seat: int, found: Sequence[Entry], random: Random) -> None:
        """Record a decision, and what the search has found."""
        visits = sum(entry[1] for entry in found)
        shares = {entry[0]: entry[1] / visits for entry in found}
        self.samples.append(Sample(position.save(), seat, shares, self.options, self.match))


def write(samples: Sequence[Sample], file: Path) -> None:
    """Put policy targets on file, all or nothing."""
    lines = []
    for sample in samples:
        line = asdict(sample)
        line["position"] = base64.b64encode(sample.position).decode()
        line["shares"] = list(sample.shares.items())
        lines.append(json.dumps(line) + "\n")
    unfinished = file.with_suffix(".part")
    unfinished.write_text("".join(lines), encoding="utf-8")
    unfinished.replace(file)


def read(files: Sequence[Path]) -> list[Sample]:
    """The policy targets on these files."""
    found = []
    for file in files:
        for text in file.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            line["position"] = base64.b64decode(line["position"])
            found.append(Sample(**{**line, "shares": dict(line["shares"])}))
    return found


class PolicyFit:
    """How well weights of a game's moves say what searches came to."""

    def __init__(self, game_id: str, samples: Sequence[Sample]) -> None:
        self.game_id = game_id
        self.samples: list[tuple[bool, State, int, Actions, list[tuple[int, float]]]] = []
        games: dict[str, Game] = {}
        most = 1
        for sample in samples:
            key = json.dumps(sample.options, sort_keys=True)
            if key not in games:
                games[key] = game_with(game_id, sample.options)
            state = games[key].load(sample.position)
            legal = Actions()
            state.collect(sample.seat, legal)
            items = legal.to_list()
            most = max(most, len(items))
            shares = [(items.index(action), share) for action, share in sample.shares.items()]
            held_out = sample.match % HELD_OUT == 0
            self.samples.append((held_out, state, sample.seat, legal, shares))
        self.out = vec[float]([0.0] * most)

    def cross_entropy(self, weights: Mapping[str, float], held_out: bool) -> float:
        """The mean cross-entropy of the visits from the priors by these weights, in nats.

        0 without a sample.
        """
        knowledge = moves_from(self.game_id, weights)
        out = self.out
        total = 0.0
        count = 0
        for held, state, seat, legal, shares in self.samples:
            if held == held_out:
                knowledge.priors(state, seat, legal, out)
                whole = math.log(sum(out[index] for index in range(int(legal.count))))
                total += sum(share * (whole - math.log(out[index])) for index, share in shares)
                count += 1
        return total / max(1, count)

    def fit(self, weights: Mapping[str, float]) -> dict[str, float]:
        """Weights with the least cross-entropy, from these on, by coordinate descent.

        Those that priors do not depend on stay. No weight changes its sign.
        """
        found = dict(weights)
        steps = dict.fromkeys(found, FIRST_STEP)
        least = self.cross_entropy(found, False)
        for _ in range(MOST_ROUNDS):
            for name in found:
                for sign in (1, -1):
                    tried = {
                        **found,
                        name: round_digits(found[name] * math.exp(sign * steps[name])),
                    }
                    cross_entropy = self._finite_cross_entropy(tried)
                    if cross_entropy < least - 1e-6:
                        found, least = tried, cross_entropy
                        steps[name] *= 1.3
                        break
                else:
                    steps[name] /= 2
            if max(steps.values()) < LAST_STEP:
                break
        return found

    def _finite_cross_entropy(self, weights: Mapping[str, float]) -> float:
        """Like `cross_entropy`; endless where weights are too large to calculate with."""
        try:
            return self.cross_entropy(weights, False)
        except (OverflowError, ValueError, ZeroDivisionError):
            return math.inf


def round_digits(weight: float) -> float:
    """The weight with the digits that go on file."""
    return float(f"{weight:.{DIGITS}g}")
