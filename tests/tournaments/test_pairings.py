"""Pairings: who meets whom how often, in which seat, and who rests."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead.tournaments.pairings import (
    History,
    Pairing,
    Round,
    Table,
    pairings,
    round_robin,
    shuffle,
    swiss,
)


def names(count: int) -> list[str]:
    return [f"player-{number}" for number in range(count)]


@st.composite
def crowds(draw: st.DrawFn, most: int = 7) -> tuple[list[str], int]:
    """Players, and the seats of a table that they can fill."""
    seats = draw(st.integers(2, 5))
    return names(draw(st.integers(seats, max(seats, most)))), seats


@given(crowds(), st.integers(0, 2**32))
def test_in_a_round_robin_everybody_meets_everybody_as_often_in_every_seat(
    crowd: tuple[list[str], int], seed: int
) -> None:
    players, seats = crowd
    played = pairings(1, round_robin(players, seats, random.Random(seed)), seed)
    each = math.comb(len(players) - 1, seats - 1)
    for seat in range(seats):
        held = Counter(one.players[seat] for one in played)
        assert held == dict.fromkeys(players, each)
    met = Counter(frozenset(pair) for one in played for pair in combinations(one.players, 2))
    assert set(met.values()) == {math.comb(len(players) - 2, seats - 2) * seats}
    assert len(met) == math.comb(len(players), 2)


@given(crowds(), st.integers(0, 2**32), st.integers(1, 9))
def test_matches_of_a_table_are_rotations_with_one_shuffle(
    crowd: tuple[list[str], int], seed: int, number: int
) -> None:
    players, seats = crowd
    tables: dict[int, list[Pairing]] = {}
    for one in pairings(number, round_robin(players, seats, random.Random(seed)), seed):
        tables.setdefault(one.table, []).append(one)
    for table in tables.values():
        first = table[0].players
        turned = {(*first[by:], *first[:by]) for by in range(seats)}
        assert {one.players for one in table} == turned
        assert len({one.seed for one in table}) == 1
        assert all(0 <= one.seed < 2**53 for one in table)
    assert len({one.key for table in tables.values() for one in table}) == seats * len(tables)


def test_shuffles_differ_by_tournament_round_and_table() -> None:
    made = {shuffle(*where) for where in combinations(range(12), 3)}
    assert len(made) == math.comb(12, 3)


def played_rounds(players: list[str], seats: int, rounds: int, seed: int) -> list[Round]:
    """The rounds of a Swiss tournament in which chance decides."""
    source, history, all_of_them = random.Random(seed), History(), []
    points = dict.fromkeys(players, 0.0)
    for _ in range(rounds):
        history.points = dict(points)
        made = swiss(players, seats, history, source)
        history.add(made)
        all_of_them.append(made)
        for name in players:
            points[name] += source.random()
    return all_of_them


@pytest.mark.full
@settings(deadline=None)
@given(crowds(most=16), st.integers(1, 6), st.integers(0, 2**32))
def test_in_each_round_everybody_sits_once_or_rests_and_byes_go_round(
    crowd: tuple[list[str], int], rounds: int, seed: int
) -> None:
    players, seats = crowd
    byes = Counter(dict.fromkeys(players, 0))
    for made in played_rounds(players, seats, rounds, seed):
        assert all(len(table) == seats for table in made.tables)
        seated = [name for table in made.tables for name in table]
        assert sorted([*seated, *made.byes]) == sorted(players)
        assert len(made.byes) == len(players) % seats
        byes.update(made.byes)
        assert max(byes.values()) - min(byes.values()) <= 1


@pytest.mark.full
@settings(deadline=None)
@given(st.integers(6, 24), st.integers(0, 2**32))
def test_nobody_meets_again_in_rounds_for_a_third_of_the_field(count: int, seed: int) -> None:
    met: Counter[frozenset[str]] = Counter()
    for made in played_rounds(names(count), 2, count // 3, seed):
        met.update(frozenset(table) for table in made.tables)
    assert set(met.values()) == {1}


def ways(players: tuple[str, ...], seats: int) -> Iterator[list[Table]]:
    """Every way to seat players at tables."""
    if not players:
        yield []
        return
    for others in combinations(players[1:], seats - 1):
        left = tuple(name for name in players[1:] if name not in others)
        for rest in ways(left, seats):
            yield [(players[0], *others), *rest]


def again(tables: list[Table], met: Counter[frozenset[str]]) -> int:
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([(4, 2), (6, 2), (8, 2), (6, 3), (9, 3), (8, 4)]), st.integers(0, 2**32))
def test_small_fields_meet_again_no_more_than_they_must(field: tuple[int, int], seed: int) -> None:
    count, seats = field
    players, history = names(count), History()
    for made in played_rounds(players, seats, 5, seed):
        fewest = min(again(way, history.met) for way in ways(tuple(players), seats))
        assert again([tuple(table) for table in made.tables], history.met) == fewest
        history.add(made)


def test_who_stands_alike_sits_together_and_the_last_rest() -> None:
    points = {name: float(-number) for number, name in enumerate(names(9))}
    made = swiss(names(9), 4, History(points), random.Random(1))
    assert made.byes == ("player-8",)
    together = {frozenset(table) for table in made.tables}
    assert together == {frozenset(names(4)), frozenset(names(8)[4:])}
