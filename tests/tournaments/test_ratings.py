"""Ratings of players whose strength is known, points of results, and standings."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence

import pytest

from railhead.tournaments import ratings
from railhead.tournaments.pairings import Pairing, Round, pairings, round_robin
from railhead.tournaments.ratings import Rating, RatingsUnavailable, rate
from railhead.tournaments.results import Result, result_of
from railhead.tournaments.standings import standings

STRENGTH = {"weak": 15.0, "fair": 22.0, "good": 28.0, "strong": 35.0}
BETA = 25 / 6


def ended(pairing: Pairing, ranking: Sequence[Sequence[int]], **forfeits: str) -> Result:
    scores = [0] * len(pairing.players)
    for place, tied in enumerate(ranking):
        for seat in tied:
            scores[seat] = 100 - 10 * place
    given_up = {int(seat.removeprefix("seat_")): why for seat, why in forfeits.items()}
    return Result(pairing, "m", scores, ranking, 1, given_up)


def drawn(pairing: Pairing, source: random.Random) -> Result:
    """A match that ended as the model of Plackett and Luce has it."""
    scale = math.sqrt(len(pairing.players)) * BETA
    luck = [
        STRENGTH[name] / scale - math.log(-math.log(source.random())) for name in pairing.players
    ]
    order = sorted(range(len(luck)), key=lambda seat: -luck[seat])
    return ended(pairing, [[seat] for seat in order])


def tournament(seats: int, rounds: int, seed: int) -> list[Result]:
    source = random.Random(seed)
    return [
        drawn(pairing, source)
        for number in range(1, rounds + 1)
        for pairing in pairings(number, round_robin([*STRENGTH], seats, source), seed)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_of_known_strength_are_rated_in_their_order(seats: int) -> None:
    found = rate([*STRENGTH], tournament(seats, 40, seats))
    means = [found[name].mean for name in STRENGTH]
    assert means == sorted(means)
    for name, strength in STRENGTH.items():
        assert found[name].mean == pytest.approx(strength, abs=2.5)


def test_intervals_have_the_truth_as_often_as_they_say() -> None:
    runs = [rate([*STRENGTH], tournament(2, 12, seed)) for seed in range(40)]
    kept = sum(
        one.low <= STRENGTH[name] <= one.high for found in runs for name, one in found.items()
    )
    assert kept / (len(runs) * len(STRENGTH)) >= 0.93


def test_ratings_know_no_order_of_matches() -> None:
    results = tournament(3, 5, 1)
    other = list(results)
    random.Random(2).shuffle(other)
    found, again = rate([*STRENGTH], results), rate([*reversed(STRENGTH)], other)
    for name, one in found.items():
        assert again[name].mean == pytest.approx(one.mean, abs=0.01)
        assert again[name].low == pytest.approx(one.low, abs=0.01)


def test_more_matches_make_intervals_narrower_and_alike_matches_of_a_table_less_so() -> None:
    few, many = (rate([*STRENGTH], tournament(2, rounds, 3)) for rounds in (3, 30))
    assert all(width(many[name]) < 0.6 * width(few[name]) for name in STRENGTH)
    apart = [match(number, 0, number % 2) for number in range(24)]
    alike = [match(number // 6, number % 6, number // 6 % 2) for number in range(24)]
    assert width(rate(["a", "b"], alike)["a"]) > 1.5 * width(rate(["a", "b"], apart)["a"])


def width(rating: Rating) -> float:
    return rating.high - rating.low


def match(table: int, rotation: int, won: int) -> Result:
    return ended(Pairing(1, table, rotation, ("a", "b"), 1), [[won], [1 - won]])


def test_nobody_is_rated_infinitely_and_who_has_not_played_is_where_all_begin() -> None:
    found = rate(["a", "b", "c"], [match(number, 0, 0) for number in range(60)])
    assert 25 < found["a"].mean < 60
    assert found["c"].mean == pytest.approx(25, abs=0.01)
    assert found["c"].high - found["c"].mean == pytest.approx(1.96 * 25 / 3, abs=0.1)
    assert rate(["a"], [])["a"].mean == 25


def test_points_and_wins_share_what_is_tied() -> None:
    pairing = Pairing(1, 1, 1, ("a", "b", "c", "d"), 1)
    one = ended(pairing, [[2], [0, 3], [1]])
    assert one.points() == [0.5, 0.0, 1.0, 0.5]
    assert one.wins() == [0.0, 0.0, 1.0, 0.0]
    tied = ended(pairing, [[0, 1], [2], [3]])
    assert tied.points() == pytest.approx([5 / 6, 5 / 6, 1 / 3, 0.0])
    assert tied.wins() == [0.5, 0.5, 0.0, 0.0]


def test_a_result_is_the_same_from_its_file() -> None:
    one = ended(Pairing(2, 1, 3, ("a", "b"), 7), [[1], [0]], seat_0="it ended")
    assert result_of(one.document()) == one
    assert one.document()["players"] == ["a", "b"]


def test_standings_count_byes_and_forfeits_and_are_ordered_as_wanted() -> None:
    first, second = Pairing(1, 1, 1, ("a", "b"), 1), Pairing(1, 1, 2, ("b", "a"), 1)
    results = [ended(first, [[0], [1]], seat_1="why"), ended(second, [[0, 1]])]
    rows = standings(["a", "b", "c"], results, [Round([("a", "b")], ["c"])], 2)
    assert [(row.player, row.points, row.wins) for row in rows] == [
        ("a", 1.5, 1.5),
        ("c", 1.0, 0.0),
        ("b", 0.5, 0.5),
    ]
    assert [(row.matches, row.byes, row.forfeits) for row in rows] == [
        (2, 0, 0),
        (0, 1, 0),
        (2, 0, 1),
    ]
    by_wins = standings(["a", "b", "c"], results, [Round([("a", "b")], ["c"])], 2, "wins")
    assert [row.player for row in by_wins] == ["a", "b", "c"]
    by_rating = standings(["c", "b", "a"], results, [], 2, "rating")
    assert [row.player for row in by_rating] == ["a", "c", "b"]


def test_without_openskill_it_is_said_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(RatingsUnavailable, match="extra tournaments is not installed"):
        ratings.available()
