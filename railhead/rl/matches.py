"""Many matches at once, each at a decision of the caller: observations, masks, rewards in vectors.

Compiled, so that a step of a thousand matches is one call. `railhead.rl.vector` shows the vectors
as NumPy arrays over the same memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from mypy_extensions import i16, i64, u8

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search.choices import Choices
from railhead.games.game import CHANCE, OVER, Game, State
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

    def __init__(self, kind: i64, knowledge: Knowledge) -> None:
        self.kind: i64 = kind
        self.choices: Choices = Choices(knowledge)

    def choose(self, state: State, seat: i64, random: Random) -> i64:
        """The action of `seat`, which is to act: any, or the likeliest to be the best."""
        choices = self.choices
        count: i64 = choices.list_all(state, seat)
        if self.kind == GREEDY and count > 1:
            choices.weigh(state, seat)
            choices.put_first(1, count, random)
            return choices.actions.items[0]
        return choices.actions.items[random.below(count)]

    def advise(self, state: State, seat: i64, decision: Decision) -> i64:
        """The number that leads to the likeliest action which fits the parts chosen so far."""
        choices = self.choices
        count: i64 = choices.list_all(state, seat)
        choices.weigh(state, seat)
        items = choices.actions.items
        legal = decision.legal
        best: i64 = 0
        most = -1.0
        for index in range(legal.count):
            for other in range(count):
                if items[other] == legal.items[index] and choices.weights[other] > most:
                    most = choices.weights[other]
                    best = index
        return decision.offered[best]


@final
class Matches:
    """`count` matches of one game; each row of the vectors is one of them.

    `observations` has `width` numbers a row, `masks` one for each action number, 1 where it may be
    chosen; both are those of the seat in `seats`, which is to choose. `ended` says whether the last
    step ended a match: then `rewards` and `scores`, one for each seat by its number, are those of
    that match, and the rest of the row is of the next one, which has begun. With opponents the
    caller has one seat of each match, another one in the next match of the row. `first` is the
    number of the first row, where these are some of more: chance and seats go by those numbers.
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
        first: int,
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
        self.first: i64 = first
        self.observations: vec[i16] = _shorts(count * width)
        self.masks: vec[u8] = _bytes(count * int(table.size))
        self.seats: vec[i64] = vec[i64]([0] * count)
        self.learners: vec[i64] = vec[i64]([0] * count)
        self.ended: vec[u8] = _bytes(count)
        self.rewards: vec[float] = vec[float]([0.0] * (count * seats))
        self.scores: vec[i64] = vec[i64]([0] * (count * seats))
        self.sampled: vec[i64] = vec[i64]([0] * count)
        self.states: list[State] = []
        self.decisions: list[Decision] = [Decision(table) for _ in range(count)]
        self.randoms: list[Random] = []

    def reset(self, seed: int) -> None:
        """Begin all matches anew; equal seeds and choices make equal matches."""
        first = int(self.first)
        self.randoms = [Random(seed, first + row) for row in range(int(self.count))]
        self._clear_masks()
        self.states = []
        for row in range(self.count):
            self.learners[row] = (self.first + row) % self.seats_each
            self.states.append(self._opening(row))
            self._forget(row)
            self._advance(row)
            self._show(row)

    def resume(
        self,
        states: list[State],
        randoms: list[Random],
        learners: list[int],
        chosen: list[list[int]],
    ) -> None:
        """Go on where matches stood, a row each: `chosen` has the parts chosen of an action."""
        self.randoms = randoms
        self.states = states
        self._clear_masks()
        for row in range(self.count):
            self.learners[row] = learners[row]
            actor: i64 = states[row].actor()
            self.seats[row] = actor
            decision = self.decisions[row]
            decision.begin(states[row], actor)
            for number in chosen[row]:
                decision.choose(number)
            self._show(row)

    def set_ends(self, ended: list[int], rewards: list[float], scores: list[int]) -> None:
        """What the last step ended, as the vectors have it."""
        for row in range(self.count):
            self.ended[row] = u8(ended[row])
        for index in range(self.count * self.seats_each):
            self.rewards[index] = rewards[index]
            self.scores[index] = scores[index]

    def step(self, choices: list[int]) -> None:
        """Choose a number in every match, one that its mask allows.

        They come as a list, as mypyc never frees a vector that interpreted code hands over.
        """
        for row in range(self.count):
            decision = self.decisions[row]
            decision.mark(self.masks, row * self.size, 0)
            if self.ended[row] != 0:
                self._forget(row)
            action: i64 = decision.choose(choices[row])
            if action != UNFINISHED:
                self.states[row].play(self.seats[row], action)
                self._advance(row)
            self._show(row)

    def advise(self, opponent: Opponent) -> None:
        """Write to `sampled` what an opponent would choose in every match."""
        for row in range(self.count):
            decision = self.decisions[row]
            self.sampled[row] = opponent.advise(self.states[row], self.seats[row], decision)

    def sample(self) -> None:
        """Write to `sampled` a choice for every match, all its legal actions being as likely."""
        for row in range(self.count):
            decision = self.decisions[row]
            random = self.randoms[row]
            self.sampled[row] = decision.offered[random.below(decision.legal.count)]

    def _clear_masks(self) -> None:
        for index in range(i64(len(self.masks))):
            self.masks[index] = 0

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
