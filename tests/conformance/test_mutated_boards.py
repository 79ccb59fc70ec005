"""Boards of strangers: refused with a place named, or played, shown and explained."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from examples import veil
from railhead.games.data import DataError, read
from railhead.games.game import CHANCE, OVER, SPECTATOR, Game, Ruleset, State
from railhead.games.layout import LAYOUTS
from railhead.games.options import FileOption, InvalidOption, complete
from railhead.games.random import Random
from railhead.games.registry import shipped_rulesets
from railhead.games.santa_fe.data_schema import (
    HIGHEST_VALUE,
    LOWEST_VALUE,
    MOST_CITIES,
    MOST_LINKS,
    MOST_SPACES,
)
from railhead.service.boards.document_limits import check_limits
from railhead.service.errors import InvalidData
from railhead.service.games.responses import GameComponents
from railhead.service.games.routes import components_json
from railhead.service.user_data.validation import validate_by_playing
from tests.conformance.mutated_boards import mutated
from tests.http.shapes import conforms

NUMBER = 20
MOST_PLIES = 5000
SHAPES = {"svg", "g", "title", "desc", "rect", "circle", "line", "polygon", "path", "text"}
HOSTILE = "<script>&\"'</text>"

WITH_BOARDS = [
    ruleset
    for ruleset in (*shipped_rulesets().values(), veil.RULESET)
    if any(isinstance(option, FileOption) for option in ruleset.options)
]
each_game = pytest.mark.parametrize("ruleset", WITH_BOARDS, ids=lambda ruleset: ruleset.id)


def boards(ruleset: Ruleset) -> list[tuple[str, dict[str, Any]]]:
    """The documents of a game, each with its option."""
    return [
        (option.name, read(path))
        for option in ruleset.options
        if isinstance(option, FileOption)
        for path in sorted((ruleset.folder / "data" / option.name).glob("*.yaml"))
    ]


def accepted(ruleset: Ruleset, option: str, document: dict[str, Any]) -> Game | str:
    """The game over a document, or the place for which it is refused."""
    try:
        check_limits(document)
        game = ruleset.bind({option: document}, {option: "own"})
        validate_by_playing(game)
    except InvalidData as error:
        return str(error.members["errors"][0]["pointer"])
    except DataError as error:
        return error.entry
    return game


def played_out(game: Game, seed: int) -> bool:
    """Play a match of other chance than the trial's to its end; whether one could be begun.

    The seats are as many as the board takes, from another number on for each seed.
    """
    counts = [*range(game.ruleset.min_seats, game.ruleset.max_seats + 1)]
    first = seed % len(counts)
    for seats in counts[first:] + counts[:first]:
        options = complete(game.ruleset.options, {})
        random = Random(seed, seats)
        try:
            state = game.start(game.draw_setup(seats, options, random))
        except InvalidOption:
            continue
        for _ in range(MOST_PLIES):
            if state.actor() == OVER:
                break
            if state.actor() == CHANCE:
                state.sample_chance(random)
                continue
            seat = state.to_act()[0]
            legal = state.legal_actions(seat)
            state.apply(seat, legal[random.below(len(legal))])
        assert state.actor() == OVER
        assert len(drawn(state)) > 10
        return True
    return False


def drawn(state: State) -> list[ET.Element]:
    """The elements of the table's pictures, all of which are shapes."""
    view = json.loads(json.dumps(state.view(SPECTATOR)))
    pictures = [state.game.ruleset.picture(view, layout=layout) for layout in LAYOUTS]
    found = [one for picture in pictures for one in ET.fromstring(picture).iter()]
    assert {one.tag.rpartition("}")[2] for one in found} <= SHAPES
    return found


@pytest.mark.full
@each_game
def test_a_mutated_board_is_refused_with_a_place_or_can_be_played(ruleset: Ruleset) -> None:
    chance = random.Random(f"{ruleset.id} 1")
    whole = names = passed = 0
    for option, document in boards(ruleset):
        for number in range(NUMBER):
            game = accepted(ruleset, option, mutated(document, chance))
            if isinstance(game, str):
                assert re.fullmatch(r"[A-Za-z0-9_.+/\[\]-]*", game)
                whole, names = whole + (not game), names + bool(game)
                continue
            passed += 1
            assert played_out(game, number)
            components = components_json(game, complete(ruleset.options, {}))
            conforms(json.loads(json.dumps(components)), GameComponents)
    assert passed >= 5
    assert names >= 5
    assert whole <= names / 10, "most faults have a place"


@pytest.mark.sampled
@each_game
def test_the_boards_of_a_game_pass_as_those_of_a_stranger(ruleset: Ruleset) -> None:
    for option, document in boards(ruleset):
        assert isinstance(accepted(ruleset, option, document), Game)


def with_hostile_texts(document: dict[str, Any]) -> dict[str, Any]:
    """The document with markup in every text that a stranger may choose."""
    text = json.dumps(document)
    for tile in {one["id"] for one in document.get("tiles", {}).get("list", [])}:
        text = text.replace(json.dumps(tile), json.dumps(f"{tile}{HOSTILE}"))
    changed: dict[str, Any] = json.loads(text)
    for one in changed.get("hexes", []):
        for key in ("city", "town"):
            if key in one:
                one[key] += HOSTILE
    for one in changed.get("cities", {}).get("list", []):
        if "code" in one:
            one["name"] += HOSTILE
    hostile = {"title": HOSTILE, "notices": [HOSTILE]}
    return {**changed, **{key: one for key, one in hostile.items() if key in changed}}


@pytest.mark.sampled
@each_game
def test_markup_in_texts_is_shown_as_it_is_and_nothing_else(ruleset: Ruleset) -> None:
    for option, document in boards(ruleset):
        game = accepted(ruleset, option, with_hostile_texts(document))
        assert isinstance(game, Game), game
        options = complete(ruleset.options, {})
        state = game.start(game.draw_setup(3, options, Random(1)))
        shown = " ".join(one.text or "" for one in drawn(state))
        assert HOSTILE[:8] in shown or "notices" not in document


def largest_map(names: int) -> dict[str, Any]:
    """A map of Santa Fe with as many cities and links as a loader takes, all of seven spaces."""
    (path,) = (shipped_rulesets()["santa_fe"].folder / "data" / "map").glob("*.yaml")
    board = read(path)
    chance = random.Random(3)
    cities = board["cities"]["list"]
    for number in range(MOST_CITIES - len(cities)):
        place = {"x": chance.randint(0, 1000), "y": number, "confidence": "C"}
        value = chance.randint(LOWEST_VALUE, HIGHEST_VALUE)
        cities.append(
            {"id": f"x{number}", "code": f"X{number}", "name": "", "value": value, **place}
        )
    for number, city in enumerate(cities):
        city["name"] = f"{'W' * names}{number}"
    keys = [city["id"] for city in cities]
    pairs = [(a, b) for n, a in enumerate(keys) for b in keys[:n]]
    whole = {"lines": 2, "mountain": True, "river": [True] * MOST_SPACES, "rivers": ["Styx"]}
    chosen = [(key, keys[0]) for key in keys[1:]]
    chosen += chance.sample(
        [pair for pair in pairs if keys[0] not in pair], MOST_LINKS - len(chosen)
    )
    board["links"]["list"] = [{"a": a, "b": b, **whole} for a, b in chosen]
    return board


@pytest.mark.full
def test_the_largest_map_is_played_and_drawn_in_time() -> None:
    ruleset = shipped_rulesets()["santa_fe"]
    game = accepted(ruleset, "map", largest_map(36))
    assert isinstance(game, Game), game
    assert len(game.components.board.links) == MOST_LINKS
    assert isinstance(accepted(ruleset, "map", largest_map(40)), str)
