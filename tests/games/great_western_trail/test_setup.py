"""The set-up of a match, its options and its data."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from railhead.games.data import DataError, Entry, read
from railhead.games.great_western_trail import RULESET, names
from railhead.games.great_western_trail.components import Components
from railhead.games.options import InvalidOption, complete
from railhead.games.random import Random
from tests.games.great_western_trail.positions import (
    dealt,
    game,
    hand,
    opened,
    options,
)
from tests.games.positions import act, offered, settle_chance

DATA = Path(RULESET.folder) / "data"
FILES = {"board": DATA / "board" / "first_edition.yaml", "pieces": DATA / "pieces.yaml"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_lies_on_the_table_at_the_start(seats: int) -> None:
    for seed in range(12):
        view = opened(seats, seed).view(0)
        tiles = [s["tile"] for s in view["trail"] if s["kind"] in ("hazard", "teepee")]
        assert sum(tile is not None for tile in tiles) == 7
        jobs = [sum(row["workers"].values()) for row in view["job_market"]]
        assert jobs == [seats, seats - 1] + [0] * 10
        assert view["token_row"] == 2
        assert sum(view["cattle_market"].values()) == 3 * seats + 1
        assert len(view["display"]) == 4
        for column, kinds in enumerate((("teepee", "_"), ("c", "e"), ("c", "e", "teepee"))):
            assert all(view["foresight"][column]), kinds
        assert [sum(stack.values()) for stack in view["supply"]] == [
            35 - 9,
            33 - 2 - (2 * seats - 1),
            24,
        ]


def test_stacks_hold_what_their_backs_say() -> None:
    view = opened(2).view(0)
    first, second, third = view["supply"]
    assert not set(first) & set(names.WORKERS)
    assert set(second) <= set(names.WORKERS)
    assert set(third) <= {*names.WORKERS, "green_teepee", "blue_teepee"}


@pytest.mark.parametrize(("split", "cowboys"), [("even", 11), ("more_cowboys", 12)])
def test_the_split_of_workers(split: str, cowboys: int) -> None:
    state = opened(2, worker_split=split)
    census = state.census()
    assert [census[worker] for worker in names.WORKERS] == [18, 18, 18]
    view = state.view(0)
    second = view["supply"][1].get("cowboy", 0)
    second += sum(row["workers"].get("cowboy", 0) for row in view["job_market"])
    second += view["foresight"][1].count("cowboy")
    assert second == cowboys


def test_money_hands_and_boards() -> None:
    state = dealt(4)
    players = state.view(0)["players"]
    assert [player["money"] for player in players] == [6, 7, 8, 9]
    for seat, player in enumerate(players):
        assert player["hand_size"] == sum(hand(state, seat).values()) == 4
        assert player["deck_size"] == 10
        assert sum(player["discs"].values()) == 14
        assert player["workers"] == {"cowboy": 1, "craftsman": 1, "engineer": 1}
        assert player["engine"] == "0"
        assert player["cattleman"] is None
    assert len({player["start_objective"] for player in players}) == 4
    assert state.actor() == 0


def test_hazards_without_a_space_go_back() -> None:
    for seed in range(200):
        setup = game().draw_setup(2, options(), Random(seed))
        kinds = [tile.split("_")[0] for tile in setup["tiles"]]
        assert max(kinds.count(kind) for kind in names.HAZARD_TYPES) <= 4


def test_neutral_buildings_and_sides() -> None:
    shuffled = {
        tuple(
            game().draw_setup(2, options(neutral_buildings="random"), Random(seed))[
                "neutral_buildings"
            ]
        )
        for seed in range(10)
    }
    assert len(shuffled) > 5
    assert game().draw_setup(2, options(), Random(1))["neutral_buildings"] == list("ABCDEFG")
    sides = {
        game().draw_setup(2, options(building_sides="random"), Random(seed))["sides"]
        for seed in range(10)
    }
    assert len(sides) > 5
    tossed = [
        game().draw_setup(2, options(building_sides="one_toss"), Random(seed))["sides"]
        for seed in range(10)
    ]
    assert set(tossed) == {"a" * 10, "b" * 10}
    chosen = opened(2, building_sides="aababbabab").view(0)
    assert chosen["sides"] == "aababbabab"
    assert [building["name"] for building in chosen["players"][1]["buildings"]][:3] == [
        "1a",
        "2a",
        "3b",
    ]


@pytest.mark.parametrize("sides", ["c", "abab", "aaaaaaaaaaa", "one"])
def test_sides_that_do_not_exist(sides: str) -> None:
    with pytest.raises(InvalidOption):
        complete(RULESET.options, {"building_sides": sides})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", 5),
        ("sides", "abc"),
        ("neutral_buildings", ["A"] * 7),
        ("station_masters", ["workers"]),
        ("tiles", ["flood_2_green"] * 7),
        ("tiles", ["flood_4_green", "flood_4_green", "flood_2_green", "flood_2_black",
                   "flood_3_green", "green_teepee", "green_teepee"]),
        ("job_market", ["green_teepee"] * 3),
        ("foresight", [["green_teepee"] * 2] * 2),
        ("cattle_market", ["texas_longhorn_5"] * 7),
        ("objectives", ["D1", "D1", "D2", "D3"]),
        ("start_objectives", ["S1", "S1"]),
    ],
)  # fmt: skip
def test_set_ups_that_the_components_forbid(key: str, value: Any) -> None:
    setup = game().draw_setup(2, options(), Random(3))
    with pytest.raises(ValueError, match=r"\w"):
        game().start({**setup, key: value})


def test_a_first_turn() -> None:
    state = dealt(2)
    assert offered(state)[:7] == [f"move:{name}:0" for name in "ABCDEFG"]
    act(state, "move:A:0", "auxiliary:1:1")
    settle_chance(state)
    if state.actor() == 0:
        act(state, "done")
    assert state.actor() == 1


def components(
    board: dict[str, Any] | None = None, pieces: dict[str, Any] | None = None
) -> Components:
    """The components of the shipped data, with changes."""
    return Components(
        {
            "board": Entry(board or read(FILES["board"]), "board"),
            "pieces": Entry(pieces or read(FILES["pieces"]), "pieces"),
        }
    )


def changed(name: str, *path: int | str, value: Any) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(read(FILES[name]))
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("trail", "spaces", 1, "name"), "B"),
        (("trail", "spaces", 1, "kind"), "private"),
        (("trail", "spaces", 1, "next"), ["A1"]),
        (("trail", "spaces", 29, "next"), []),
        (("trail", "spaces", 42, "next"), ["T1"]),
        (("trail", "spaces", 11, "attached"), "nothing"),
        (("stations", "list", 0, "after"), 5),
        (("stations", "list", 0, "frame"), "grey"),
        (("cities", "list", 1, "name"), "wichita"),
        (("job_market", "costs"), [1]),
        (("offers", "list", 0, "cowboys"), 9),
        (("trail", "spaces", 29, "next"), ["A"]),
        (("trail", "spaces", 3, "next"), ["C11", "TM1"]),
        (("trail", "spaces", 8, "name"), "A:1"),
        (("trail", "spaces", 11, "attached"), "copy"),
        (("tolls", "2"), {"green": 1}),
        (("cities", "list", 0, "value"), 1),
        (("stations", "list", 0, "master"), False),
        (("stations", "list", 9, "master"), True),
        (("job_market", "rows"), 12),
    ],
)
def test_boards_that_are_refused(path: tuple[int | str, ...], value: Any) -> None:
    assert components().trail.names[0] == "START"
    with pytest.raises(DataError):
        components(board=changed("board", *path, value=value))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("cattle", "list", 0, "name"), "bison"),
        (("objectives", "list", 0, "tasks"), "Q"),
        (("objectives", "list", 0, "name"), "D2"),
        (("private_buildings", "1a", "actions"), []),
        (("private_buildings", "1a", "hands"), "red"),
        (("workers", "cowboy"), ["none"]),
        (("station_masters", "list", 0, "name"), "hazards"),
        (("effects", "hire", "does"), "sing"),
        (("effects", "hire", "colour"), 1),
        (("player_boards", "discs", "hat"), 1),
    ],
)
def test_pieces_that_are_refused(path: tuple[int | str, ...], value: Any) -> None:
    with pytest.raises(DataError):
        components(pieces=changed("pieces", *path, value=value))


def test_every_part_of_the_data_names_its_source() -> None:
    for name in ("board", "pieces"):
        for key, part in read(FILES[name]).items():
            if key in ("title", "notices"):
                continue
            assert part["source"], key
            assert part["confidence"] in ("A", "B", "C"), key
