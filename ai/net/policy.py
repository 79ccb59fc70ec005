"""A policy network: how likely each legal action of a seat is to be the best, before any search.

The position goes through one hidden layer of its own, over the sparse inputs that the value reads;
an action is the sum of the embeddings of its keys (`moves.py`):
p(a) ~ prior(a) ** firmness * exp(e(a) . h + b(a)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.inputs import Features, Inputs
from railhead.ai.net.moves import MoveFeatures, MoveKeys
from railhead.ai.net.network import Rows
from railhead.games.game import Actions, State
from railhead.games.vectors import vec

FURTHEST: Final = 30.0
"""Logits are clipped to as much above and below 0: no action is thought to be likelier than another
by more than twice as many powers of e."""


@final
class Policy:
    """Sharpens the priors of a node by what the acting seat may know of the position.

    `own`, `others` and `table` are the rows of the hidden layer, `bias` has a number for each of
    its units, clipped to 0 and 1. `embeddings` has for each key its weights from the hidden units,
    then its bias. `firmness` is the power of the priors by hand. Raises `ValueError` where the
    parts do not fit together.
    """

    def __init__(
        self,
        features: Features,
        moves: MoveFeatures,
        own: Rows,
        others: Rows,
        table: Rows,
        bias: Sequence[float],
        embeddings: Sequence[float],
        firmness: float,
    ) -> None:
        units = len(bias)
        if len(embeddings) != int(moves.size) * (units + 1):
            raise ValueError(f"the embeddings are not of {moves.size} keys")
        self.features: Features = features
        self.moves: MoveFeatures = moves
        self.own: Rows = own
        self.others: Rows = others
        self.table: Rows = table
        self.units: i64 = units
        self.bias: vec[float] = vec[float](list(bias))
        self.embeddings: vec[float] = vec[float](list(embeddings))
        self.firmness: float = firmness
        self.inputs: Inputs = Inputs()
        self.keys: MoveKeys = MoveKeys()
        self.hidden: vec[float] = vec[float]([0.0] * units)
        self.block: vec[float] = vec[float]([0.0] * units)
        self.logits: vec[float] = vec[float]([0.0] * int(moves.size))
        """What each key adds, for those found for the decision at hand."""
        self.found: vec[i64] = vec[i64]([0] * int(moves.size))
        """The number of the decision that each entry of `logits` is of."""
        self.decision: i64 = 0

    def sharpen(self, position: State, seat: i64, legal: Actions, weights: vec[float]) -> None:
        """Make priors of `weights`, which begins with one above 0 for each of `legal`."""
        self.see(position, seat)
        keys = self.keys
        self.moves.see_moves(position, seat, legal, keys)
        self.decision += 1
        items, found, logits = keys.items, self.found, self.logits
        start: i64 = 0
        index: i64 = 0
        while index < legal.count:
            end: i64 = keys.ends[index]
            logit = self.firmness * math.log(weights[index])
            while start < end:
                key: i64 = items[start]
                if found[key] != self.decision:
                    self.find_logit(key)
                logit += logits[key]
                start += 1
            if logit > FURTHEST:
                logit = FURTHEST
            elif logit < -FURTHEST:
                logit = -FURTHEST
            weights[index] = math.exp(logit)
            index += 1

    def see(self, position: State, seat: i64) -> None:
        """Fill the hidden layer for a decision of `seat`."""
        features, inputs = self.features, self.inputs
        hidden, block = self.hidden, self.block
        units: i64 = self.units
        inputs.clear()
        features.see_table(position, inputs)
        self.table.add_up(inputs, hidden, 0)
        self._add_seat(position, seat, self.own, 1.0, True)
        seats: i64 = position.seats()
        part = 1.0 / float(seats - 1)
        other: i64 = 0
        while other < seats:
            if other != seat:
                self._add_seat(position, other, self.others, part, False)
            other += 1
        unit: i64 = 0
        while unit < units:
            x = hidden[unit] + self.bias[unit]
            if x < 0.0:
                x = 0.0
            elif x > 1.0:
                x = 1.0
            hidden[unit] = x
            block[unit] = 0.0
            unit += 1

    def _add_seat(self, position: State, seat: i64, rows: Rows, part: float, own: bool) -> None:
        inputs = self.inputs
        inputs.clear()
        if own:
            self.features.see_seat(position, seat, inputs)
        else:
            self.features.see_public(position, seat, inputs)
        hidden, block = self.hidden, self.block
        rows.add_up(inputs, block, 0)
        unit: i64 = 0
        while unit < self.units:
            hidden[unit] += part * block[unit]
            unit += 1

    def find_logit(self, key: i64) -> None:
        """Note what a key adds, once for a decision: many actions share one."""
        hidden, embeddings = self.hidden, self.embeddings
        units: i64 = self.units
        at: i64 = key * (units + 1)
        total = embeddings[at + units]
        unit: i64 = 0
        while unit < units:
            total += hidden[unit] * embeddings[at + unit]
            unit += 1
        self.found[key] = self.decision
        self.logits[key] = total
