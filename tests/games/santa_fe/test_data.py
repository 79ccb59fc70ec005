"""The data files: what is shipped, and what is refused."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from railhead.games.data import DataError, Entry, read
from railhead.games.game import OVER
from railhead.games.options import complete
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import Catalogue
from railhead.games.santa_fe import RULESET
from railhead.games.santa_fe.components import Components
from tests.games.santa_fe.positions import game

PIECES = RULESET.folder / "data" / "pieces.yaml"
MAP = RULESET.folder / "data" / "map" / "reconstruction.yaml"


def built(pieces: dict[str, Any] | None = None, board: dict[str, Any] | None = None) -> Components:
    return Components(
        {
            "pieces": Entry(read(PIECES) if pieces is None else pieces, "pieces.yaml"),
            "map": Entry(read(MAP) if board is None else board, "map.yaml"),
        }
    )


def test_the_published_totals() -> None:
    components = game().components
    values = Counter(city.value for city in components.board.cities)
    assert values == {0: 4, 2: 3, 3: 7, 4: 5, 5: 7, 6: 9, 7: 7}
    assert components.deck_size == 66
    assert sum(components.supply) == 128
    assert len(components.board.links) == 91
    assert components.line_count == 120
    spaces = sum(link.spaces * link.lines for link in components.board.links)
    assert spaces == 251


def test_every_railroad_reaches_the_pacific_with_its_pieces() -> None:
    components = game().components
    for railroad, start in enumerate(components.board.starts):
        away = {start: 0}
        for _ in components.board.cities:
            for link in components.board.links:
                for one, other in ((link.a, link.b), (link.b, link.a)):
                    if one in away:
                        away[other] = min(away.get(other, 99), away[one] + link.spaces)
        nearest = min(away[c] for c, city in enumerate(components.board.cities) if city.value == 7)
        assert nearest == (13, 11, 14, 13, 11)[railroad]
        assert nearest <= components.supply[railroad]


def test_the_map_says_that_it_is_a_reconstruction() -> None:
    assert "reconstruction" in game().components.board.notices[0]
    [notice] = RULESET.notices
    assert notice.startswith("The map “reconstruction” is a reconstruction,")


def at(data: Any, path: str) -> tuple[Any, str | int]:
    """The container and key of a place such as `cities.list.0.value`."""
    *steps, last = path.split(".")
    for step in steps:
        data = data[int(step) if isinstance(data, list) else step]
    return data, int(last) if isinstance(data, list) else last


WRONG_MAPS = [
    ("title", 3, "title: is not a text"),
    ("board.width", 5, "board.width: is 5, outside 100 to 5000"),
    ("cities.list.0.value", 4, r"railroads.list\[0\].start: has a value"),
    ("cities.list.5.value", 1, r"cities.list\[5\].value: is 1, not one of 0, 2, 3"),
    ("cities.list.5.value", 0, "railroads: has no start at"),
    ("cities.list.5.id", "denver", r"is 'denver', the name of another city"),
    ("cities.list.5.name", "Denver", r"is 'Denver', the name of another city"),
    ("cities.list.5.code", "DEN", "is 'DEN', the code of another city"),
    ("cities.list.5.code", "New York", r"is 'New York', which does not match \^\(\[A-Z\]"),
    ("cities.list.5.code", "-", "is '-', which does not match"),
    ("cities.list.5.x", 1300, r"cities.list\[5\].x: is 1300, outside 0 to 1200"),
    ("cities.list.5.confidence", "D", "is 'D', not one of A, B, C"),
    ("cities.list.5.height", 7, "has the unknown key 'height'"),
    ("cities.list", [], "has 0 entries, not 2 to 60"),
    ("railroads.list.0.id", "sp", r"railroads.list\[0\].id: is not atsf"),
    ("railroads.list.1.start", "nowhere", "is 'nowhere', not one of"),
    ("railroads.list.1.start", "denver", "has a value, which start cities have not"),
    ("railroads.list.1.special.0.city", "el_paso", "names a city twice"),
    ("railroads.list.1.special.0.city", "new_orleans", "is where the railroad itself starts"),
    ("railroads.list", [], r"railroads.list: has 0 entries, not 5"),
    ("links.list.0.a", "chicago", "joins a city with itself"),
    ("links.list.1.b", "chicago", "joins two cities that another link joins"),
    ("links.list.0.lines", 3, "is 3, outside 1 to 2"),
    ("links.list.0.river", [], "has 0 entries, not 1 to 7"),
    ("links.list.0.river", [True], "does not fit the spaces that cross a river"),
    ("links.list.2.rivers", ["A", "B", "C"], "does not fit the spaces that cross a river"),
    ("links.list.0.mountain", "yes", "is neither true nor false"),
    ("links.list", [], "leaves des_moines without a way to it"),
    ("links.source", "", "links.source: is not a text"),
]


@pytest.mark.parametrize(("path", "value", "problem"), WRONG_MAPS)
def test_a_wrong_map_is_refused(path: str, value: Any, problem: str) -> None:
    board = copy.deepcopy(read(MAP))
    place, key = at(board, path)
    place[key] = value
    with pytest.raises(DataError, match=problem):
        built(board=board)


WRONG_PIECES = [
    ("railroads.list.0.supply", 60, "has 156 pieces, over 128"),
    ("railroads.list.0.id", "up", "is not atsf"),
    ("railroads.list.0.supply", 0, "is 0, outside 1 to 60"),
    ("city_cards.copies.7", 3, "is 3, outside 1 to 2"),
    ("city_cards.copies.8", 1, "has the unknown key '8'"),
    ("double_turn_cards.5", 4, "is 4, outside 5 to 20"),
    ("branch_cards.per_railroad", 3, "is 3, outside 0 to 2"),
    ("engineers.cards", 6, "is 6, outside 0 to 5"),
    ("hands.cities", 5, "is 5, outside 1 to 4"),
    ("hands.limit", 4, "is 4, outside 5 to 5"),
    ("hands.limit_with_free_engineer", 6, "is 6, outside 1 to 5"),
    ("money.start.basic", -1, "is -1, outside 0 to 60"),
    ("terrain.mountain_river", 0, "is 0, outside 1 to 60"),
    ("bonuses.city", "two", "is not a whole number"),
    ("wheel", {}, "has the unknown key 'wheel'"),
]


@pytest.mark.parametrize(("path", "value", "problem"), WRONG_PIECES)
def test_wrong_pieces_are_refused(path: str, value: Any, problem: str) -> None:
    pieces = copy.deepcopy(read(PIECES))
    place, key = at(pieces, path)
    place[key] = value
    with pytest.raises(DataError, match=problem):
        built(pieces=pieces)


def test_two_cities_at_one_place_are_refused() -> None:
    board = copy.deepcopy(read(MAP))
    listed = board["cities"]["list"]
    linked = board["links"]["list"][0]
    one, other = (next(city for city in listed if city["id"] == linked[end]) for end in ("a", "b"))
    other["x"] = one["x"]
    assert built(board=board).board.codes, "cities may lie below each other"
    other["y"] = one["y"]
    later = max(listed.index(one), listed.index(other))
    place = rf"cities.list\[{later}\].x: is {one['x']}, which with y {one['y']} is where another"
    with pytest.raises(DataError, match=place):
        built(board=board)


def test_a_map_needs_cards_for_five_hands() -> None:
    board = copy.deepcopy(read(MAP))
    kept = ("chicago", "milwaukee", "kansas_city", "new_orleans", "denver", "reno")
    board["cities"]["list"] = [c for c in board["cities"]["list"] if c["id"] in kept]
    for road in board["railroads"]["list"]:
        road["special"] = []
    board["links"]["list"] = [
        {"a": a, "b": b, "lines": 1, "mountain": False, "river": [False], "rivers": []}
        for a, b in itertools.pairwise(kept)
    ]
    with pytest.raises(DataError, match="makes 4 city cards, below 20"):
        built(board=board)


def test_a_dropped_in_map_with_one_space_a_line_is_played(tmp_path: Path) -> None:
    board = copy.deepcopy(read(MAP))
    board["title"] = "Short lines"
    for link in board["links"]["list"]:
        link["river"], link["rivers"] = [False], []
    folder = tmp_path / "santa_fe" / "map"
    folder.mkdir(parents=True)
    (folder / "short.yaml").write_text(yaml.safe_dump(board), encoding="utf-8")
    options = complete(RULESET.options, {"map": "short", "variant": "advanced"})
    short = Catalogue(tmp_path).game(RULESET, options)
    state = short.start(short.draw_setup(3, options, Random(1)))
    assert state.view(0)["map"]["title"] == "Short lines"
    random_match(state, Random(2))
    assert state.actor() == OVER
    assert short.load(state.save()).save() == state.save()
