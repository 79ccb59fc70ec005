"""Answers with a view as JSON: written in parts, they are what they are written at once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import orjson
import pytest

from railhead.games.game import OVER
from railhead.games.options import complete
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets
from railhead.games.shared_parts import SharedDict, SharedList
from railhead.service.http.responses import encode_view


def shared_parts(value: Any) -> int:
    """How many parts of a view stand in others too."""
    if isinstance(value, SharedList | SharedDict):
        return 1
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(map(shared_parts, inner))


@pytest.mark.parametrize("ruleset_id", sorted(rulesets()))
def test_views_of_a_whole_match_are_written_as_they_are(ruleset_id: str) -> None:
    ruleset = rulesets()[ruleset_id]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    state = game.start(game.draw_setup(ruleset.min_seats, options, Random(7)))
    random = Random(7, 1)
    while state.actor() != OVER:
        for viewer in range(ruleset.min_seats):
            body = {"view": state.view(viewer), "version": 3}
            first, again = encode_view(body), encode_view(body)
            assert first == again == orjson.dumps(body)
        random_match(state, random, 9)


@pytest.mark.parametrize("ruleset_id", ["montana", "santa_fe"])
def test_a_map_is_written_once_while_it_stays_as_it_is(ruleset_id: str) -> None:
    ruleset = rulesets()[ruleset_id]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    state = game.start(game.draw_setup(ruleset.min_seats, options, Random(8)))
    one, other = state.view(0), state.clone().view(1)
    assert shared_parts(one) == shared_parts(other) == 1
    encode_view(one)
    shared = [part for part in (one["map"], one["map"].get("hexes")) if shared_parts(part) == 1][-1]
    assert shared.json == orjson.dumps(shared)
    assert shared is other["map"] or shared is other["map"]["hexes"]


def test_a_game_may_have_kinds_of_its_own_of_what_json_has() -> None:
    class Named(str):
        __slots__ = ()

    class Numbered(int):
        __slots__ = ()

    body = {
        "view": OrderedDict(name=Named("a"), cells=[Numbered(1)], text=SharedList([Named("b")]))
    }
    assert encode_view(body) == orjson.dumps(body)
    with pytest.raises(TypeError):
        encode_view({"view": object()})
