"""Whole matches played in this process: by players that search, or by a policy alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railhead.ai.knowledge import Knowledge
from railhead.ai.search.choices import Choices
from railhead.ai.training.agents import Chooser
from railhead.games.game import CHANCE, OVER, Game, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets


@dataclass
class Turn:
    """What a turn took, an unbroken run of one seat's decisions."""

    seconds: float = 0.0
    simulations: int = 0


def play_out(
    state: State,
    players: Sequence[Chooser],
    chance: Random,
    cap: int,
    listeners: Sequence[Callable[[int, str], None]] = (),
) -> tuple[int, list[list[Turn]]]:
    """Play `state` to its end; the number of decisions, and each seat's turns.

    Each of `listeners` is called with the seat (or `CHANCE`) and the notation of all that is about
    to happen. Raises `RuntimeError` beyond `cap` plies.
    """
    turns: list[list[Turn]] = [[] for _ in players]
    decisions = 0
    last = CHANCE
    for _ in range(cap + 1):
        seat = int(state.actor())
        if seat == OVER:
            return decisions, turns
        if seat == CHANCE:
            action = sample_outcome(state.chance_outcomes(), chance)
        else:
            choice = players[seat].choose(state, seat)
            if seat != last:
                turns[seat].append(Turn())
            turns[seat][-1].seconds += choice.seconds
            turns[seat][-1].simulations += choice.simulations
            last = seat
            decisions += 1
            action = choice.action
        for tell in listeners:
            tell(seat, state.game.vocabulary.notation(action))
        state.play(seat, action)
    raise RuntimeError(f"the match went on beyond {cap} decisions and outcomes of chance")


def decisions(state: State, random: Random, cap: int) -> Iterator[tuple[int, list[int]]]:
    """The seat and the legal actions of each decision of a match, chance and what is forced played.

    Who takes from it plays one of the actions in `state` before the next is taken. Raises
    `RuntimeError` beyond `cap` plies.
    """
    for _ in range(cap):
        seat = int(state.actor())
        if seat == OVER:
            return
        if seat == CHANCE:
            state.sample_chance(random)
            continue
        legal = state.legal_actions(seat)
        if len(legal) == 1:
            state.play(seat, legal[0])
        else:
            yield seat, legal
    raise RuntimeError(f"the match went on beyond {cap} decisions and outcomes of chance")


def sample_outcome(outcomes: Sequence[tuple[int, int]], chance: Random) -> int:
    """One of the outcomes (packed action, weight above 0), chosen by weight."""
    left = int(chance.below(sum(weight for _, weight in outcomes)))
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return action
    raise ValueError("an outcome of chance has a weight below 0")


def openings(
    game_id: str, seats: int = 0, given: Mapping[str, Any] | None = None
) -> Callable[[int], State]:
    """The openings of a game, by number, with these options; of the fewest seats if not said."""
    ruleset = rulesets()[game_id]
    options = complete(ruleset.options, given or {})
    game = game_with(game_id, given or {})
    count = seats or ruleset.min_seats
    return lambda number: game.start(game.draw_setup(count, options, Random(number, 0)))


def game_with(game_id: str, given: Mapping[str, Any]) -> Game:
    """A game over the data that these options name."""
    ruleset = rulesets()[game_id]
    return Catalogue().game(ruleset, complete(ruleset.options, given))


def play_by_policy(
    knowledge: Knowledge,
    state: State,
    random: Random,
    on_decision: Callable[[State], None],
) -> None:
    """Play `state` by the policy alone, to its end; `on_decision` gets every position with a
    decision."""
    choices = Choices(knowledge)
    while (actor := state.actor()) != OVER:
        if actor == CHANCE:
            state.sample_chance(random)
            continue
        on_decision(state)
        count = choices.consider(state, actor)
        state.play(actor, choices.actions.items[int(choices.draw(count, random))])
