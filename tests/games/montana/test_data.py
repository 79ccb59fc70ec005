"""The data files: the shipped ones are whole, and a wrong one is refused by file and entry."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from railhead.games.data import DataError, Entry, read
from railhead.games.montana import RULESET
from railhead.games.montana.components import Components
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue
from tests.games.montana.positions import game
from tests.games.positions import offered

PIECES = RULESET.folder / "data" / "pieces.yaml"
SHIPPED = RULESET.folder / "data" / "components" / "reconstruction.yaml"


def components(
    pieces: dict[str, Any] | None = None, components: dict[str, Any] | None = None
) -> Components:
    return Components(
        {
            "pieces": Entry(pieces or read(PIECES), "pieces.yaml"),
            "components": Entry(components or read(SHIPPED), "mine.yaml"),
        }
    )


def changed(path: Sequence[int | str], value: Any, file: Path = SHIPPED) -> dict[str, Any]:
    """A copy of a data file with one entry replaced; a callable changes it."""
    data: dict[str, Any] = copy.deepcopy(read(file))
    at: Any = data
    *folders, last = path
    for key in folders:
        at = at[key]
    at[last] = value(at[last]) if callable(value) else value
    return data


def test_the_shipped_set_in_numbers() -> None:
    shipped = game().components
    fields = [face for face in shipped.faces if face.kind == 2]
    assert len(shipped.faces) - 2 == 84
    assert (len(fields), sum(face.settlements == 2 for face in fields)) == (70, 12)
    assert sum(face.token for face in fields) == 12
    assert sum(face.token for face in shipped.faces if face.kind == 3) == 6
    assert sum(face.kind == 4 for face in shipped.faces) == 8
    assert [sum(face.cost[good] for face in fields) for good in range(6)] == [
        32,
        32,
        27,
        27,
        17,
        17,
    ]
    assert [len(seats.centres) * 7 for seats in shipped.seats] == [49, 63, 70]


WRONG = [
    (["wheel", "spaces"], lambda spaces: spaces[:7], "wheel.spaces", "7 entries, not 8"),
    (["wheel", "spaces", 2], ["any", "grain"], "wheel.spaces[2]", "mixes a joker"),
    (["wheel", "spaces", 2], ["red", "grain"], "wheel.spaces[2][0]", "'red'"),
    (["wheel", "confidence"], "D", "wheel.confidence", "not one of A, B, C"),
    (["wheel", "source"], "", "wheel.source", "not a text"),
    (["bank", "spaces", 0, "workers"], 4, "bank.spaces[0].workers", "outside 1 to 3"),
    (["bank", "spaces"], [], "bank.spaces", "0 entries, not 1 to 6"),
    (["bank", "spaces", 0, "coin"], 4, "bank.spaces[0]", "unknown key 'coin'"),
    (["areas", "mine", "spaces", 0, "goods"], 0, "areas.mine.spaces[0].goods", "outside 1 to 6"),
    (["areas", "mine", "spaces", 0, "cost"], 3, "areas.mine.spaces", "does not rise"),
    (["areas", "farm"], lambda area: {**area, "spaces": []}, "areas.farm.spaces", "0 entries"),
    (["city", "column_prices"], [2, 2, 3], "city.column_prices", "does not rise"),
    (["city", "column_prices"], list(range(9)), "city.column_prices", "9 entries, not 1 to 8"),
    (["city", "rows"], lambda rows: rows[:3], "city.rows", "3 entries, not 4 to 8"),
    (["city", "rows", 1, "goods_from"], [], "city.rows[1]", "goods of no kind"),
    (["city", "rows", 1, "upgrades"], 2, "city.rows[1]", "both goods and upgrades"),
    (["build_coins", "fewer_fields"], [1, 2], "build_coins.fewer_fields", "2 entries, not 3"),
    (["tiles", "list"], lambda tiles: tiles[:11], "tiles.list", "11 entries, not 12"),
    (["tiles", "list", 1, "id"], "T01", "tiles.list[1].id", "the name of another tile"),
    (["tiles", "list", 0, "ring"], lambda ring: ring[:5], "tiles.list[0].ring", "5 entries, not 6"),
    (["tiles", "list", 0, "ring", 0], "swamp", "tiles.list[0].ring[0]", "'swamp'"),
    (["tiles", "list", 0, "ring", 0], "lake", "tiles.list", "5 lakes with a canteen, not 6"),
    (["tiles", "list", 0, "centre"], "mountain", "tiles.list[0].centre", "is not a mapping"),
    (
        ["tiles", "list", 0, "ring", 1, "land"],
        {"gold": 1},
        "tiles.list[0].ring[1].land",
        "unknown key 'gold'; known are grain",
    ),
    (["tiles", "list", 0, "ring", 1, "land"], {}, "tiles.list[0].ring[1].land", "costs 0 goods"),
    (
        ["tiles", "list", 0, "ring", 1, "land"],
        {"grain": 4, "pumpkin": 4},
        "tiles.list[0].ring[1].land",
        "costs 8 goods",
    ),
    (
        ["tiles", "list", 0, "ring", 1],
        {"land": {"grain": 1}, "settlements": 3},
        "tiles.list[0].ring[1].settlements",
        "outside 1 to 2",
    ),
    (["layouts", "lattice", "a"], [1, 2], "layouts.lattice", "does not cover the plane"),
    (["layouts", "lattice", "a"], [7, 0], "layouts.lattice", "does not cover the plane"),
    (["layouts", "players", "2", 1], [0, -1], "layouts.players.2[1]", "there twice"),
    (["layouts", "players", "2", 1], [9, 9], "layouts.players.2", "touch no other"),
    (
        ["layouts", "players", "2"],
        [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1], [2, 0]],
        "layouts.players.2",
        "has a hole",
    ),
    (["layouts", "players", "2"], lambda tiles: tiles[:6], "layouts.players.2", "6 entries, not 7"),
    (["first_game", "players", "2", "tiles", 0], "T99", "first_game.players.2.tiles[0]", "'T99'"),
    (["first_game", "players", "2", "tiles", 0], "T02", "first_game.players.2.tiles[1]", "twice"),
    (
        ["first_game", "players", "2", "start_tile_on"],
        "T12",
        "first_game.players.2.start_tile_on",
        "'T12'",
    ),
    (["titel"], "x", "file", "unknown key 'titel'"),
    (["notices"], "x", "notices", "is not a list"),
]


@pytest.mark.parametrize(
    ("path", "value", "entry", "problem"), WRONG, ids=[f"{e}: {p}" for _, _, e, p in WRONG]
)
def test_a_wrong_entry_is_named(
    path: list[int | str], value: Any, entry: str, problem: str
) -> None:
    with pytest.raises(DataError) as error:
        components(components=changed(path, value))
    assert error.value.source == "mine.yaml"
    assert error.value.entry == entry
    assert problem in error.value.problem


@pytest.mark.parametrize(
    ("path", "value", "entry"),
    [
        (["tokens", "cattle"], 10, "players.3"),
        (["players", "2", "small_goods"], 3, "players.2"),
        (["players", "4", "small_goods"], 24, "players.4.small_goods"),
        (["players", "4", "large_goods"], 2, "players.4"),
        (["players", "2", "tiles"], 13, "players.2.tiles"),
        (["workers", "per_colour"], 8, "workers.per_colour"),
        (["start", "coins"], [3, 4, 5], "start.coins"),
        (["goods", "pieces", "gold"], 3, "goods.pieces"),
    ],
)
def test_pieces_that_cannot_suffice(path: list[str], value: int | list[int], entry: str) -> None:
    with pytest.raises(DataError) as error:
        components(pieces=changed(path, value, PIECES))
    assert error.value.source == "pieces.yaml"
    assert error.value.entry == entry


@pytest.mark.parametrize("top", sorted(read(SHIPPED)))
def test_a_missing_part_is_named(top: str) -> None:
    data = read(SHIPPED)
    del data[top]
    with pytest.raises(DataError, match=rf"mine.yaml: {top}: is missing"):
        components(components=data)


def test_another_file_dropped_in_is_played_with(tmp_path: Path) -> None:
    folder = tmp_path / "montana" / "components"
    folder.mkdir(parents=True)
    data = changed(["city", "column_prices"], [1, 2, 3, 5])
    data["title"] = "Cheap city"
    data["notices"] = []
    (folder / "cheap.yaml").write_text(yaml.safe_dump(data))
    chosen = complete(RULESET.options, {"components": "cheap"})
    cheap = Catalogue(tmp_path).game(RULESET, chosen)
    assert cheap.data_hash != game().data_hash
    view = cheap.start(cheap.draw_setup(3, chosen, Random(1))).view(0)
    assert (view["components"], view["notices"]) == ("Cheap city", [])
    assert view["city"]["column_prices"] == [1, 2, 3, 5]


def test_the_notice_of_the_shipped_set_is_the_rulesets() -> None:
    assert tuple(game().components.notices) == tuple(RULESET.notices)


def test_alike_spaces_of_the_bank_are_offered_once() -> None:
    data = changed(["bank", "spaces"], [{"workers": 1, "coins": 5}] * 2)
    twin = RULESET.bind({"components": data}, {"components": "mine.yaml"})
    given = complete(RULESET.options, {"setup": "first_game"})
    state = twin.start(twin.draw_setup(2, given, Random(1)))
    for _ in range(4):
        state.apply(-1, state.parse("spin:1"))
    assert offered(state, "bank") == ["bank:1:stone"]
    state.apply(0, state.parse("bank:1:stone"))
    state.apply(0, state.parse("done"))
    assert offered(state, "bank") == ["bank:2:stone"]
