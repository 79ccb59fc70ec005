"""What a network is told of a position of Santa Fe."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from railhead.ai.knowledge.santa_fe import features
from railhead.ai.knowledge.santa_fe.connection_values import LANE, ConnectionValues
from railhead.ai.knowledge.santa_fe.features import PositionFeatures
from railhead.ai.knowledge.santa_fe.reachable_cities import (
    MOST_AWAY,
    ROOM,
    ReachableCities,
    lays_to_come,
)
from railhead.ai.net.inputs import MOST_INPUTS, Features, Inputs
from railhead.games.game import CHANCE, OVER
from railhead.games.random import Random
from railhead.games.santa_fe import RULESET, actions, state
from railhead.games.santa_fe.components import FAR, PRICES_NONE
from railhead.games.santa_fe.match import SantaFe
from railhead.games.santa_fe.rules.scoring import scores
from railhead.games.santa_fe.rules.track import BOUNDLESS, may_begin
from tests.games.positions import CATALOGUE, act, altered_game
from tests.games.santa_fe.positions import (
    city,
    dead_end,
    empty_deck,
    extend,
    game,
    have_money,
    later,
    laying,
    options,
    play_card,
    put_head,
    road,
    swap_hand,
)

FEATURES = PositionFeatures()
VARIANTS = [
    {"variant": variant, "purchase": purchase}
    for variant in ("basic", "advanced")
    for purchase in (False, True)
]
Seen = tuple[Counter[int], list[Counter[int]]]


def seen(position: SantaFe, features: Features = FEATURES) -> Seen:
    """The inputs of the table and of every seat, by how often each is named."""
    named = Inputs()

    def taken() -> Counter[int]:
        return Counter(int(named.items[index]) for index in range(int(named.count)))

    features.see_table(position, named)
    table = taken()
    seats = []
    for seat in range(int(position.seats())):
        named.clear()
        features.see_seat(position, seat, named)
        seats.append(taken())
    return table, seats


def random_play(position: SantaFe, random: Random) -> Iterator[SantaFe]:
    """The positions of a match at random, one object, each decision's and the last."""
    while position.actor() != OVER:
        if position.actor() == CHANCE:
            position.sample_chance(random)
            continue
        yield position
        legal = position.legal_actions(int(position.actor()))
        position.play(int(position.actor()), legal[int(random.below(len(legal)))])
    yield position


def started(seats: int, seed: int, chosen: Mapping[str, object]) -> SantaFe:
    given = options(**chosen)
    made = game().start(game().draw_setup(seats, given, Random(seed)))
    assert isinstance(made, SantaFe)
    return made


def short_lines() -> SantaFe:
    """A match on another map: half of the cities have no line but one space, others seven."""
    given = options(variant="advanced", purchase=True)
    links = CATALOGUE.game(RULESET, given).data["map"]["links"]
    changed = [
        {**link, "river": [False] * (1 if number % 2 else 7), "rivers": []}
        for number, link in enumerate(links["list"])
    ]
    made = altered_game(RULESET, given, {"map": {"links": {**links, "list": changed}}})
    position = made.start(made.draw_setup(3, given, Random(4)))
    assert isinstance(position, SantaFe)
    return position


def within_bounds(table: Counter[int], seats: list[Counter[int]], features: Features) -> bool:
    blocks = [(table, int(features.of_table)), *((one, int(features.of_seat)) for one in seats)]
    return all(
        named.total() < MOST_INPUTS and min(named) >= 0 and max(named) < size
        for named, size in blocks
    )


@pytest.mark.parametrize("chosen", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_inputs_stay_within_bounds(seats: int, chosen: Mapping[str, object]) -> None:
    for seed in range(2):
        for position in random_play(started(seats, seed, chosen), Random(seed)):
            assert within_bounds(*seen(position), FEATURES)


def test_inputs_stay_within_bounds_on_another_map() -> None:
    for position in random_play(short_lines(), Random(5)):
        assert within_bounds(*seen(position), FEATURES)


def test_the_largest_position_fits() -> None:
    position = laying(5)
    for card in range(int(position.components.cards)):
        position.cells[state.city_at(card) + state.TABLEAU] = 2
    have_money(position, 0, 500)
    for railroad in range(5):
        position.cells[state.CONNECTED + railroad] |= 0x5555555555
    assert within_bounds(*seen(position), FEATURES)


def test_what_was_seen_before_changes_nothing() -> None:
    """Distances are kept from one position to the next; another map and another match too."""
    kept = PositionFeatures()
    for seed, chosen in enumerate(VARIANTS):
        for position in random_play(started(2 + seed, seed, chosen), Random(seed)):
            if position.cells[state.ROUND] % 3 == 0:
                assert seen(position, kept) == seen(position, PositionFeatures())
        seen(short_lines(), kept)


def test_positions_that_look_alike_are_told_alike() -> None:
    for seed in range(3):
        for position in random_play(started(3, seed, {}), Random(seed)):
            again = game().load(position.save())
            assert isinstance(again, SantaFe)
            assert seen(again) == seen(position)


def test_a_hand_shows_in_its_own_inputs_alone_but_for_what_is_left_to_draw() -> None:
    position = laying()
    put_head(position, "kp", "SEA")
    before = seen(position)
    swap_hand(position, 1, "SEA", "POR", "SAC")
    after = seen(position)
    assert after[1][1] != before[1][1]
    others = [*(after[1][0] - before[1][0]), *(before[1][0] - after[1][0])]
    assert all(features.UNSEEN_FROM <= index < features.DOUBLES_FROM for index in others)


def away_by_rules(position: SantaFe, railroad: int) -> dict[int, int]:
    """The pieces to each city that a railroad can still get to, by trying all lines."""
    components = position.components
    waiting = []
    for at in range(state.HEADS + 3 * railroad, state.HEADS + 3 * railroad + 3):
        head = int(position.cells[at])
        if head > state.INSIDE:
            line = head - 1 - state.INSIDE
            cell = int(position.cells[position.lines + line])
            link = int(components.line_link[line])
            goal = int(components.link_ends[2 * link + (0 if cell & state.SIDE else 1)])
            left = int(components.link_spaces[link]) - cell // state.PIECE
            waiting.append((left, goal))
        elif head:
            waiting.append((0, head - 1))
    heapq.heapify(waiting)
    away: dict[int, int] = {}
    while waiting:
        pieces, place = heapq.heappop(waiting)
        if place not in away:
            away[place] = pieces
            for way in range(
                int(components.way_first[place]), int(components.way_first[place + 1])
            ):
                if may_begin(position, railroad, way, PRICES_NONE, BOUNDLESS):
                    spaces = int(components.link_spaces[components.way_link[way]])
                    heapq.heappush(waiting, (pieces + spaces, int(components.way_to[way])))
    return away


@pytest.mark.parametrize("seats", [2, 4])
def test_distances_are_those_over_lines_that_may_be_begun(seats: int) -> None:
    reachable = ReachableCities()
    for position in [
        *(started(seats, seed, {"variant": "advanced"}) for seed in range(2)),
        short_lines(),
    ]:
        for seen_now in random_play(position, Random(seats)):
            if seen_now.cells[state.ROUND] % 2:
                continue
            reachable.see(seen_now)
            for railroad in range(5):
                away = away_by_rules(seen_now, railroad)
                rest = min(away.values())
                assert reachable.rest[railroad] == rest
                for place in range(int(seen_now.components.city_count)):
                    far = away.get(place, FAR) - rest
                    told = reachable.away[ROOM * railroad + place]
                    assert told == (far if far <= MOST_AWAY else FAR)


def test_what_is_seen_depends_on_the_position_alone() -> None:
    """Not on the positions that were seen before: a search would follow what another one saw."""
    positions = []
    choices: list[dict[str, object]] = [{}, {"variant": "advanced"}, {"purchase": True}]
    for seed, chosen in enumerate(choices):
        start, random = started(3, seed, chosen), Random(seed)
        positions += [one.clone() for one in random_play(start, random) if random.below(4) == 0]
    random = Random(5)
    values, compared = ConnectionValues(), 0
    for _ in range(1500):
        position = positions[int(random.below(len(positions)))]
        values.see(position)
        alone = values_of(position)
        assert list(values.reachable.away) == list(alone.reachable.away)
        reached = [at for at, far in enumerate(alone.reachable.away) if far <= MOST_AWAY]
        compared += len(reached)
        assert [values.reachable.step[at] for at in reached] == [
            alone.reachable.step[at] for at in reached
        ]
        assert list(values.steered) == list(alone.steered)
        assert list(values.pulls) == list(alone.pulls)
    assert compared > 10_000


def test_points_are_those_of_the_rules() -> None:
    values = ConnectionValues()
    for seed in range(3):
        for position in random_play(started(2 + seed, seed, {}), Random(seed)):
            if position.cells[state.PHASE] not in (state.SELECTING, state.REVEALING):
                values.see(position)
                told = [int(values.points[seat]) for seat in range(2 + seed)]
                assert told == scores(position)


def changed_between(before: Seen, after: Seen) -> tuple[bool, list[bool]]:
    """Whether the table's inputs and those of each seat differ."""
    return before[0] != after[0], [now != was for was, now in zip(before[1], after[1], strict=True)]


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (state.MONEY, 4),
        (state.HELD_DOUBLES, 2),
        (state.HELD_BRANCH, 1),
        (state.HELD_BRANCH, 5),
        (state.PLAYED_BRANCH, 3),
        (state.ENGINEER, state.BOUGHT),
        (state.ENGINEER, state.FREE),
        (state.DOUBLE_TURN, 1),
        (state.OWN, 2),
    ],
)
def test_what_a_seat_has_shows_in_its_inputs(cell: int, number: int) -> None:
    position = laying(3, purchase=True, variant="advanced")
    before = seen(position)
    position.give(1, cell, number)
    _, [first, own, last] = changed_between(before, seen(position))
    assert own
    # Others see the lead over the best, and with pieces that one more round may come.
    if cell not in (state.MONEY, state.OWN, state.DOUBLE_TURN):
        assert not first
        assert not last


def test_a_card_played_shows_by_what_it_is_worth() -> None:
    position = laying()
    put_head(position, "kp", "LOS")
    points = [int(values_of(position).points[seat]) for seat in range(2)]
    before = seen(position)
    play_card(position, 0, "LOS")
    value = int(position.components.value[city("LOS")])
    assert [int(values_of(position).points[seat]) for seat in range(2)] == [
        points[0] + value,
        points[1],
    ]
    assert changed_between(before, seen(position)) == (True, [True, True])


def values_of(position: SantaFe) -> ConnectionValues:
    values = ConnectionValues()
    values.see(position)
    return values


def test_a_card_selected_counts_as_played() -> None:
    position = later()
    assert values_of(position).shares[city("DEN")] == 0
    values = values_of(position)
    values.see_hand(position, 0, 4)
    held = int(values.hand)
    act(position, "select:DEN")
    values.see(position)
    assert values.shares[city("DEN")] == position.components.value[city("DEN")]
    values.see_hand(position, 0, 4)
    assert values.hand < held


def test_cards_near_a_railroad_promise_more() -> None:
    worth = []
    for place in ("PHX", "DAL"):
        position = laying()
        play_card(position, 0, "SDG")
        put_head(position, "kp", place)
        worth.append(int(values_of(position).steered[0]))
    assert worth[0] > worth[1]


def test_a_railroad_is_steered_to_where_the_others_want_it_too() -> None:
    told = []
    for wish in ("ELP", "BUT"):
        position = laying()
        for name in actions.RAILROADS:
            position.cells[state.SUPPLY + road(name)] = 9 if name == "kp" else 0
        put_head(position, "kp", "DEN")
        before = values_of(position)
        promised, steered = before.played_now[0] >> (2 * LANE), before.steered[0]
        play_card(position, 0, "PHX")
        play_card(position, 1, wish)
        after = values_of(position)
        assert after.played_now[0] >> (2 * LANE) > promised
        told.append(int(after.steered[0] - steered))
    assert told[0] > told[1]


def test_a_dead_end_promises_nothing() -> None:
    position = laying()
    play_card(position, 0, "SDG")
    dead_end(position, "gn")
    values = values_of(position)
    assert values.all_pieces == 0
    assert values.rounds == 0
    assert values.steered[0] == 0


def test_pieces_to_come_are_told_down_to_the_end_of_the_round() -> None:
    position = laying(2, doubles=[1])
    told = []
    while position.cells[state.PHASE] < state.DRAWING:
        if position.actor() == CHANCE:
            position.sample_chance(Random(1))
            continue
        told.append([int(lays_to_come(position, seat)) for seat in range(2)])
        legal = position.legal_actions(int(position.actor()))
        position.play(int(position.actor()), legal[-1 if len(told) == 4 else 0])
    assert told[0] == [2, 4]
    assert [sum(one) for one in told if one] == sorted((sum(one) for one in told), reverse=True)
    assert {sum(one) for one in told} == {6, 5, 4, 3, 2, 1}


def test_no_more_cards_count_than_rounds_can_come() -> None:
    position = laying()
    values = values_of(position)
    values.see_hand(position, 0, 4)
    four = int(values.hand)
    values.see_hand(position, 0, 1)
    one = int(values.hand)
    values.see_hand(position, 0, 0)
    assert four > one > 0
    assert values.hand == 0
    for railroad in range(5):
        position.cells[state.SUPPLY + railroad] = 1
    assert values_of(position).rounds == 1
    for railroad in range(1, 5):
        position.cells[state.SUPPLY + railroad] = 0
    assert values_of(position).rounds == 0


def test_an_arrival_a_piece_away_shows_what_it_brings() -> None:
    position = laying()
    extend(position, "kp", "ABI", pieces=1)
    values = values_of(position)
    arrivals = [
        (values.next_railroad[index], values.next_city[index])
        for index in range(int(values.next_count))
    ]
    assert (road("kp"), city("ABI")) in arrivals
    bonus = int(position.components.city_bonus + position.components.special_bonus)
    values.see_gains(position, 0)
    assert values.best_gain == bonus
    position.give(1, state.DOUBLE_TURN, 1)
    values.see_gains(position, 1)
    assert values.best_gain == 2 * bonus + position.components.value[city("ABI")]


def test_an_empty_deck_leaves_nothing_to_expect_of_it() -> None:
    position = laying()
    empty_deck(position)
    table, _ = seen(position)
    assert table[features.DECK_FROM] == 1
    assert all(table[index] == 0 for index in range(features.DECK_NOW_FROM, features.SUPPLY_FROM))
