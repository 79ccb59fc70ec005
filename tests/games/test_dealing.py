"""Deals that fit, each as likely as every other, against a list of all of them."""

from __future__ import annotations

import itertools

import pytest

from railhead.games.dealing import deal_to_fit
from railhead.games.random import Random
from tests.conformance.hidden import agrees


def fitting(allowed: list[int], room: list[int]) -> set[bytes]:
    """Every deal, as the places of the cards."""
    places = [place for place, number in enumerate(room) for _ in range(number)]
    deals = set(itertools.permutations(places))
    return {
        bytes(deal)
        for deal in deals
        if all((mask >> place) & 1 for mask, place in zip(allowed, deal, strict=True))
    }


@pytest.mark.parametrize(
    ("allowed", "room"),
    [
        ([7, 7, 7, 7], [2, 1, 1]),
        ([6, 6, 5, 7, 7, 7], [2, 2, 2]),
        ([6, 6, 6, 3, 7, 7], [2, 2, 2]),
        ([1, 2, 4, 7, 7, 7, 7], [3, 1, 3]),
        ([4, 4, 7], [1, 0, 2]),
    ],
)
def test_every_deal_that_fits_is_as_likely(allowed: list[int], room: list[int]) -> None:
    deals = fitting(allowed, room)
    shares = dict.fromkeys(deals, 1 / len(deals))
    random = Random(5)
    agrees(shares, (bytes(deal_to_fit(allowed, room, random)) for _ in range(40 * len(deals))))


def test_a_whole_deck_is_dealt_within_its_bounds() -> None:
    allowed = [14] * 8 + [13] * 8 + [15] * 23
    places = deal_to_fit(allowed, [13, 13, 13, 0], Random(1))
    assert [places.count(place) for place in range(4)] == [13, 13, 13, 0]
    assert all((mask >> place) & 1 for mask, place in zip(allowed, places, strict=True))
    assert places == deal_to_fit(allowed, [13, 13, 13, 0], Random(1))


@pytest.mark.parametrize(("allowed", "room"), [([1, 1], [1, 1]), ([3, 3], [1, 0]), ([0], [1])])
def test_what_does_not_fit_is_refused(allowed: list[int], room: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fit into"):
        deal_to_fit(allowed, room, Random(1))
