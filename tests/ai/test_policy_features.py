"""What a policy network is told of positions and moves: within bounds, nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from railhead.ai.knowledge import move_features_of, policy_inputs_of
from railhead.ai.net.inputs import MOST_INPUTS, Inputs
from railhead.ai.net.moves import MoveKeys
from railhead.ai.training.matches import game_with
from railhead.games.game import CHANCE, OVER, Actions, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import rulesets
from tests.commands import outputs_compiled_and_interpreted

Options = Mapping[str, object]
VARIANTS: dict[str, list[Options]] = {
    "montana": [
        {},
        {"setup": "first_game", "own_only": True, "build_coins": "more_fields"},
        {"auction_trades": True, "line_bonus": "once", "two_workers": "other_colours"},
    ],
    "santa_fe": [
        *(
            {"variant": variant, "purchase": purchase}
            for variant in ("basic", "advanced")
            for purchase in (False, True)
        ),
        {"variant": "advanced", "exchange_time": "before_phase", "both_ends": True},
        {"stop_drawing": True, "lone_branch": True, "special_bonus_again": True},
    ],
}
SEATS = {"montana": (2, 3, 4), "santa_fe": (2, 3, 4, 5)}
MATCHES = [
    (game, seats, number)
    for game, chosen in VARIANTS.items()
    for seats in SEATS[game]
    for number in range(len(chosen))
]
Told = tuple[list[list[int]], list[list[int]]]


class Reader:
    """What a game's policy would be told at a decision: its inputs, and the keys of each action."""

    def __init__(self, game: str) -> None:
        self.features = policy_inputs_of(game)
        self.moves = move_features_of(game)
        self.inputs = Inputs()
        self.keys = MoveKeys()

    def __call__(self, position: State, seat: int) -> Told:
        """First the table's inputs, then the own ones, then those of each other seat."""
        self.inputs.clear()
        self.features.see_table(position, self.inputs)
        blocks = [self._named()]
        self.inputs.clear()
        self.features.see_seat(position, seat, self.inputs)
        blocks.append(self._named())
        for other in range(int(position.seats())):
            if other != seat:
                self.inputs.clear()
                self.features.see_public(position, other, self.inputs)
                blocks.append(self._named())
        legal = Actions()
        position.collect(seat, legal)
        self.moves.see_moves(position, seat, legal, self.keys)
        ends = [0, *(int(self.keys.ends[index]) for index in range(int(legal.count)))]
        keys = [int(self.keys.items[at]) for at in range(int(self.keys.count))]
        return blocks, [keys[ends[i] : ends[i + 1]] for i in range(len(ends) - 1)]

    def _named(self) -> list[int]:
        return [int(self.inputs.items[index]) for index in range(int(self.inputs.count))]


def decisions(game: str, seats: int, chosen: Options, seed: int) -> Iterator[tuple[State, int]]:
    """The decisions of a match at random: the position, one object, and each seat to act."""
    made = game_with(game, chosen)
    options = complete(rulesets()[game].options, chosen)
    random = Random(seed)
    position = made.start(made.draw_setup(seats, options, random))
    while position.actor() != OVER:
        if position.actor() == CHANCE:
            position.sample_chance(random)
            continue
        for seat in position.to_act():
            yield position, seat
        legal = position.legal_actions(seat)
        position.play(seat, legal[int(random.below(len(legal)))])


@pytest.mark.parametrize(("game", "seats", "number"), MATCHES)
def test_inputs_and_keys_stay_within_bounds(game: str, seats: int, number: int) -> None:
    read = Reader(game)
    of_table, of_seat = int(read.features.of_table), int(read.features.of_seat)
    size = int(read.moves.size)
    for position, seat in decisions(game, seats, VARIANTS[game][number], number):
        (table, *of_seats), keys = read(position, seat)
        assert all(0 <= index < of_table for index in table)
        assert all(0 <= index < of_seat for block in of_seats for index in block)
        assert max(len(block) for block in (table, *of_seats)) < MOST_INPUTS
        assert len(keys) == len(position.legal_actions(seat))
        assert all(0 <= key < size for action in keys for key in action)
        assert all(keys)


@pytest.mark.parametrize(("game", "seats", "number"), MATCHES)
def test_a_policy_is_told_nothing_that_its_seat_cannot_know(
    game: str, seats: int, number: int
) -> None:
    read, random, different = Reader(game), Random(7), 0
    for position, seat in decisions(game, seats, VARIANTS[game][number], 50 + number):
        other = position.clone()
        other.determinize(seat, random)
        different += other.save() != position.save()
        assert read(other, seat) == read(position, seat)
    assert (different > 0) == (game == "santa_fe")


@pytest.mark.parametrize("game", VARIANTS)
def test_what_was_told_before_changes_nothing(game: str) -> None:
    kept = Reader(game)
    for number, chosen in enumerate(VARIANTS[game]):
        for count, (position, seat) in enumerate(decisions(game, 2, chosen, number)):
            if count % 9 == 0:
                assert kept(position, seat) == Reader(game)(position, seat)


CODE = """
from tests.ai.test_policy_features import Reader, VARIANTS, decisions

for game, variants in VARIANTS.items():
    read = Reader(game)
    for number, chosen in enumerate(variants):
        for count, (position, seat) in enumerate(decisions(game, 2 + number % 3, chosen, number)):
            if count % 7 == 0:
                print(read(position, seat))
"""


@pytest.mark.full
def test_the_same_is_told_compiled_and_interpreted() -> None:
    found = outputs_compiled_and_interpreted(CODE)
    assert found[0] == found[1]
    assert found[0].count("\n") > 100
