"""Many matches at once, each at a decision of the caller: observations, masks, rewards in vectors.

Compiled, so that a step of a thousand matches is one call. `railhead.rl.vector` shows the vectors
as NumPy arrays over the same memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from mypy_extensions import i16, i64, u8

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search.values import Values
from railhead.games.game import CHANCE, OVER, Actions, Game, IllegalAction, State
from railhead.games.random import Random
from railhead.games.vectors import vec
from railhead.rl.action_table import UNFINISHED, ActionTable, Decision
from railhead.rl.encoder import Encoder

# Who plays the seats that are not the caller's.
NOBODY: Final = 0
"""All seats are the caller's."""
RANDOM: Final = 1
GREEDY: Final = 2

# What the end of a match is worth.
PLACE: Final = 0
"""From 1 for first place to -1 for the last, in equal steps; who ties shares."""
SCORE: Final = 1
"""Points more than the others have on average."""


@final
class Opponent:
    """Plays seats that are not the caller's, from what they may know."""

    def __init__(self, kind: i64, knowledge: Knowledge, seats: i64) -> None:
        self.kind: i64 = kind
        self.values: Values = Values(knowledge, seats)
        self.legal: Actions = Actions()

    def choose(self, state: State, seat: i64, random: Random) -> i64:
        """The action of `seat`, which is to act: any, or the one that looks best at once."""
        legal = self.legal
        legal.clear()
        state.collect(seat, legal)
        if self.kind == GREEDY and legal.count > 1:
            return self._best(state, seat, random)
        return legal.items[random.below(legal.count)]

    def _best(self, state: State, seat: i64, random: Random) -> i64:
        """The action whose outcome is valued most, all that is hidden dealt once."""
        supposed = state.clone()
        supposed.determinize(seat, random)
        values = self.values
        best: i64 = 0
        most = -1.0
        for index in range(self.legal.count):
            after = supposed.clone()
            after.play(seat, self.legal.items[index])
            if after.actor() == CHANCE:
                after.sample_chance(random)
            if after.actor() == OVER:
                values.score_terminal(after)
            else:
                values.evaluate_leaf(after)
            if values.of_seat[seat] > most:
                most = values.of_seat[seat]
                best = index
        return self.legal.items[best]


@final
class Matches:
    """`count` matches of one game; each row of the vectors is one of them.

    `observations` has `width` numbers a row, `masks` one for each action number, 1 where it may be
    chosen; both are those of the seat in `seats`, which is to choose. `ended` says whether the last
    step ended a match: then `rewards` and `scores`, one for each seat by its number, are those of
    that match, and the rest of the row is of the next one, which has begun. With opponents the
    caller has one seat of each match, another one in the next match of the row.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        seats: int,
        table: ActionTable,
        features: Encoder,
        width: int,
        chosen: int,
        count: int,
        opponent: Opponent,
        reward: int,
    ) -> None:
        self.game: Game = game
        self.options: Mapping[str, Any] = options
        self.seats_each: i64 = seats
        self.features: Encoder = features
        self.width: i64 = width
        self.chosen: i64 = chosen
        self.size: i64 = table.size
        self.count: i64 = count
        self.opponent: Opponent = opponent
        self.reward: i64 = reward
        self.observations: vec[i16] = _shorts(count * width)
        self.masks: vec[u8] = _bytes(count * int(table.size))
        self.seats: vec[i64] = vec[i64]([0] * count)
        self.learners: vec[i64] = vec[i64]([0] * count)
        self.ended: vec[u8] = _bytes(count)
        self.rewards: vec[float] = vec[float]([0.0] * (count * seats))
        self.scores: vec[i64] = vec[i64]([0] * (count * seats))
        self.sampled: vec[i64] = vec[i64]([0] * count)
        self.numbers: vec[i64] = vec[i64]([0] * count)
        self.states: list[State] = []
        self.decisions: list[Decision] = [Decision(table) for _ in range(count)]
        self.randoms: list[Random] = []

    def reset(self, seed: int) -> None:
        """Begin all matches anew; equal seeds and choices make equal matches."""
        self.randoms = [Random(seed, row) for row in range(int(self.count))]
        for index in range(i64(len(self.masks))):
            self.masks[index] = 0
        self.states = []
        for row in range(self.count):
            self.learners[row] = row % self.seats_each
            self.states.append(self._opening(row))
            self._forget(row)
            self._advance(row)
            self._show(row)

    def step(self, choices: list[int]) -> None:
        """Choose a number in every match.

        They come as a list, as mypyc never frees a vector that interpreted code hands over. Raises
        `IllegalAction`, and `ValueError` for another number of choices than matches; then nothing
        has changed.
        """
        if i64(len(choices)) != self.count:
            raise ValueError(f"{len(choices)} choices were made for {self.count} matches")
        self._check(choices)
        numbers = self.numbers
        for row in range(self.count):
            decision = self.decisions[row]
            decision.mark(self.masks, row * self.size, 0)
            if self.ended[row] != 0:
                self._forget(row)
            action: i64 = decision.choose(numbers[row])
            if action != UNFINISHED:
                self.states[row].play(self.seats[row], action)
                self._advance(row)
            self._show(row)

    def sample(self) -> None:
        """Write to `sampled` a choice for every match, all its legal actions being as likely."""
        for row in range(self.count):
            decision = self.decisions[row]
            random = self.randoms[row]
            self.sampled[row] = decision.offered[random.below(decision.legal.count)]

    def _check(self, choices: list[int]) -> None:
        """Take in `numbers`, which all may be chosen."""
        numbers = self.numbers
        masks = self.masks
        size: i64 = self.size
        at: i64 = 0
        for row in range(self.count):
            number: i64 = choices[row]
            numbers[row] = number
            if number < 0 or number >= size or masks[at + number] == 0:
                raise IllegalAction(f"{number} may not be chosen in match {row}")
            at += size

    def _opening(self, row: i64) -> State:
        random = self.randoms[row]
        game = self.game
        return game.start(game.draw_setup(int(self.seats_each), self.options, random))

    def _forget(self, row: i64) -> None:
        """What the last step ended is no news any more."""
        self.ended[row] = 0
        at: i64 = row * self.seats_each
        for seat in range(self.seats_each):
            self.rewards[at + seat] = 0.0
            self.scores[at + seat] = 0

    def _advance(self, row: i64) -> None:
        """Go on to the caller's next decision: chance, other seats, the next match."""
        state = self.states[row]
        random = self.randoms[row]
        alone: bool = self.opponent.kind == NOBODY
        while True:
            actor: i64 = state.actor()
            if actor == CHANCE:
                state.sample_chance(random)
            elif actor == OVER:
                self._settle(row, state)
                state = self._opening(row)
                self.states[row] = state
            elif alone or actor == self.learners[row]:
                self.seats[row] = actor
                self.decisions[row].begin(state, actor)
                return
            else:
                state.play(actor, self.opponent.choose(state, actor, random))

    def _settle(self, row: i64, state: State) -> None:
        """A match is over: its scores and rewards, and the caller's seat in the next one."""
        seats: i64 = self.seats_each
        at: i64 = row * seats
        total: i64 = 0
        scores = state.scores()
        for seat in range(seats):
            self.scores[at + seat] = scores[seat]
            total += scores[seat]
        if self.reward == SCORE:
            for seat in range(seats):
                own: i64 = scores[seat]
                self.rewards[at + seat] = float(int(own * seats - total)) / float(int(seats - 1))
        else:
            self._reward_places(at, state.ranking())
        self.ended[row] = 1
        self.learners[row] = (self.learners[row] + 1) % seats

    def _reward_places(self, at: i64, ranking: list[list[int]]) -> None:
        """See `PLACE`."""
        steps = float(int(self.seats_each - 1))
        before: i64 = 0
        for tied in ranking:
            share: i64 = 2 * before + i64(len(tied)) - 1
            for seat in tied:
                self.rewards[at + i64(seat)] = 1.0 - float(int(share)) / steps
            before += i64(len(tied))

    def _show(self, row: i64) -> None:
        """Write the row of the observations and of the masks."""
        at: i64 = row * self.width
        self.features.write(self.states[row], self.seats[row], self.observations, at)
        decision = self.decisions[row]
        chosen: i64 = at + self.chosen
        for part in range(self.width - self.chosen):
            number: i64 = 1 + decision.chosen[part] if part < decision.parts else 0
            self.observations[chosen + part] = i16(number)
        decision.mark(self.masks, row * self.size, 1)


def _shorts(size: int) -> vec[i16]:
    return vec[i16]([i16(0) for _ in range(size)])


def _bytes(size: int) -> vec[u8]:
    return vec[u8]([u8(0) for _ in range(size)])
