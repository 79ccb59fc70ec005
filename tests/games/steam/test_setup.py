"""Set-ups, options and maps."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from railhead.games.data import DataError
from railhead.games.game import SPECTATOR, Game
from railhead.games.options import InvalidOption, complete
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import Catalogue
from railhead.games.steam import RULESET, actions
from tests.conformance import checks
from tests.conformance.walks import Case, walk
from tests.games.steam.positions import (
    drawn,
    game,
    opened,
    options,
)

MAPS = Path(RULESET.folder) / "data" / "map"


def content(name: str = "northeast") -> dict[str, Any]:
    return copy.deepcopy(game(map=name).data["map"])


def bound(data: dict[str, Any]) -> Game:
    return RULESET.bind({"map": data}, {"map": "made by hand"})


@pytest.mark.rule("steam:X2")
def test_goods_of_cities_and_supply() -> None:
    for seats, size in ((3, 2), (4, 3), (5, 3)):
        for name, printed in (("northeast", 31), ("ruhr", 42)):
            view = drawn(seats, map=name).view(SPECTATOR)
            spaces = [sum(space["goods"].values()) for space in view["supply"]]
            assert spaces == [size] * 12
            cities = sum(sum(stop["goods"].values()) for stop in view["stops"])
            assert cities == printed - (14 if (seats, name) == (3, "ruhr") else 0)
    albany = drawn(3).view(SPECTATOR)["stops"][7]
    assert (albany["title"], sum(albany["goods"].values())) == ("Albany", 3)


@pytest.mark.rule("steam:Q19")
def test_maps_and_numbers_of_players() -> None:
    for name in ("northeast", "ruhr"):
        for seats in (3, 4, 5):
            assert drawn(seats, map=name).seats() == seats
        with pytest.raises(InvalidOption, match="made for 3, 4, 5 players") as raised:
            drawn(6, map=name)
        assert raised.value.option == "map"


@pytest.mark.rule("steam:Q19")
@pytest.mark.rule("steam:X1")
def test_six_players_on_a_map_made_for_them(tmp_path: Path) -> None:
    data = content("ruhr")
    data["players"].append(6)
    folder = tmp_path / "steam" / "map"
    folder.mkdir(parents=True)
    (folder / "wide.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    chosen = complete(RULESET.options, {"map": "wide"})
    wide = Catalogue(tmp_path).game(RULESET, chosen)
    for variant in ("base", "standard"):
        given = {**chosen, "variant": variant}
        state = wide.start(wide.draw_setup(6, given, Random(1)))
        assert state.view(0)["last_turn"] == 7
        assert len(state.view(0)["players"]) == 6
        random_match(state, Random(1))
        assert len(state.scores()) == 6


def test_options_that_do_not_go_together() -> None:
    for wrong, option in (
        ({"variant": "standard", "first_order": "auction"}, "first_order"),
        ({"beginners": "1"}, "beginners"),
        ({"variant": "standard", "beginners": "3"}, "beginners"),
        ({"variant": "standard", "beginners": "11"}, "beginners"),
    ):
        with pytest.raises(InvalidOption) as raised:
            drawn(3, 1, **wrong)
        assert raised.value.option == option


def test_setups_that_the_components_forbid() -> None:
    setup = game().draw_setup(3, options(), Random(1))
    cities, supply = setup["cities"], setup["supply"]
    auctioned = options(first_order="auction")
    for problem, change in (
        ("whole number", {"seats": "3"}),
        ("whole number", {"seats": True}),
        ("an action tile twice", {"tiles": [1, 2, 2]}),
        ("2 entries, not 3", {"tiles": [1, 2]}),
        ("is 9, outside 1 to 7", {"tiles": [1, 2, 9]}),
        ("whole number", {"tiles": [[1], [2], [3]]}),
        ("whole number", {"tiles": [True, 2, 3]}),
        ("not a list", {"tiles": None}),
        ("Atlantis", {"cities": {**cities, "Atlantis": ["red"]}}),
        ("Albany", {"cities": {name: cities[name] for name in cities if name != "Albany"}}),
        ("is 'green', not one of", {"cities": {**cities, "Albany": ["red", "red", "green"]}}),
        ("not a list", {"cities": {**cities, "Albany": 3}}),
        ("4 entries, not 3", {"cities": {**cities, "Albany": ["red"] * 4}}),
        ("not a list", {"cities": {**cities, "Albany": "red"}}),
        ("not one of", {"cities": {**cities, "Albany": [["red"], 1, None]}}),
        ("not a mapping", {"cities": []}),
        ("not a list", {"supply": {}}),
        ("1 entries, not 12", {"supply": [3]}),
        ("13 entries, not 12", {"supply": [*supply, ["red"] * 2]}),
        ("not a list", {"supply": [3, *supply[1:]]}),
        ("1 entries, not 2", {"supply": [["red"], *supply[1:]]}),
        ("one more of red than there are", {"supply": [["red"] * 2] * 12}),
        ("is 3, outside 0 to 2", {"options": auctioned, "first_bidder": 3}),
        ("whole number", {"options": auctioned, "first_bidder": True}),
    ):
        with pytest.raises(ValueError, match=problem):
            game().start({**setup, **change})


@pytest.mark.rule("steam:X15")
def test_errors_in_a_map() -> None:
    cases: dict[str, Callable[[dict[str, Any]], object]] = {
        "share an open edge": lambda data: _hex(data, "E06").update(town="Lakeside"),
        "does not lie at q": lambda data: _hex(data, "I12").update(q=9),
        "not blocked from": lambda data: _hex(data, "E06").update(blocked=["N"]),
        "closed anyway": lambda data: _hex(data, "A04").update(blocked=["NW"]),
        "cannot be reached": lambda data: _hex(data, "A04").update(id="Z03", q=25, r=-11),
        "unknown key": lambda data: _hex(data, "I12").update(towm="Lakeside"),
        "is there twice": lambda data: data["hexes"].append(dict(_hex(data, "I12"))),
        "does not agree": lambda data: data["counts"].update(river_hexes=7),
        "is empty or twice": lambda data: _hex(data, "N11").update(city="Albany"),
        "not one of": lambda data: _hex(data, "N11").update(colour="gray"),
        "may not be there where terrain is 'city'": lambda data: _hex(data, "N11").update(
            town="Boston"
        ),
        "may not be there where terrain is 'plain'": lambda data: _hex(data, "I12").update(goods=3),
        "towns and at most": lambda data: [place.pop("town", None) for place in data["hexes"]],
        "recommended": lambda data: data.update(players=[5]),
        "no other stop with at most 2 tiles between": _isolate,
        "needs": lambda data: [
            data["counts"].update(city_goods=108),
            *(place.update(goods=9) for place in _cities(data)),
        ],
    }
    for problem, spoil in cases.items():
        data = content()
        spoil(data)
        with pytest.raises(DataError, match=problem) as raised:
            bound(data)
        assert raised.value.source == "made by hand"


def _hex(data: dict[str, Any], name: str) -> dict[str, Any]:
    return next(place for place in data["hexes"] if place["id"] == name)


def _cities(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [place for place in data["hexes"] if place["terrain"] == "city"]


def _isolate(data: dict[str, Any]) -> None:
    """Leave no other stop within three hexes of Boston."""
    at = {place["id"]: (place["q"], place["r"]) for place in data["hexes"]}
    q, r = at["N11"]
    for place in data["hexes"]:
        dq, dr = place["q"] - q, place["r"] - r
        if 0 < max(abs(dq), abs(dr), abs(dq + dr)) <= 3:
            place.pop("town", None)
            if place["terrain"] == "city":
                for key in ("city", "colour", "goods"):
                    del place[key]
                place["terrain"] = "plain"


def test_the_box_is_whole() -> None:
    components = game().components
    assert sum(number for _, number in components.tiles.pools) == 136
    assert dict(zip(actions.COLOURS, components.goods, strict=True)) == {
        "red": 20, "blue": 20, "yellow": 20, "purple": 20, "gray": 16,
    }  # fmt: skip
    assert sum(components.goods) == 96
    for seats in (3, 4, 5):
        for name in ("northeast", "ruhr"):
            view = drawn(seats, map=name).view(SPECTATOR)
            held = [view["bag"], *(part["goods"] for part in view["supply"] + view["stops"])]
            assert sum(sum(goods.values()) for goods in held) == 96


def test_the_maps_say_that_they_are_reconstructions() -> None:
    for name in ("northeast", "ruhr"):
        view = opened(map=name).view(SPECTATOR)
        assert "reconstruction" in view["notices"][0]
        picture = RULESET.picture(view)
        assert "reconstruction" in picture
        assert picture.startswith("<svg")


def test_six_seats_keep_the_contract() -> None:
    data = content("ruhr")
    data["players"].append(6)
    for variant, seed in (("base", 1), ("standard", 2)):
        case = Case(bound(data), options(variant=variant), 6, "a map for six")
        checks.setup_is_plain(case, seed)
        assert checks.log_replays(case, seed) > 0
        for ply, moment in enumerate(walk(case, seed)):
            for check in checks.AT_EVERY_MOMENT:
                check(moment)
            if ply % 10 == 0:
                checks.views_are_regular(moment, {})
                for check in checks.NOW_AND_THEN:
                    check(moment)
