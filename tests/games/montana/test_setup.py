"""The set-up: maps, supplies, start goods, spins."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import CHANCE
from railhead.games.montana.geometry import are_connected
from railhead.games.random import Random
from tests.games.montana.positions import (
    game,
    held,
    opened,
    options,
    started,
    stock,
)
from tests.games.positions import act, offered, phase

NUMBERS = {2: (7, 12, 10, 6), 3: (9, 10, 15, 9), 4: (10, 8, 20, 12)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pieces_by_number_of_players(seats: int) -> None:
    tiles, settlements, small, large = NUMBERS[seats]
    state = opened(seats)
    view = state.view(0)
    assert len(view["map"]["hexes"]) == 7 * tiles
    assert view["supply"]["goods"] == {
        **dict.fromkeys(["grain", "pumpkin", "copper_small", "stone_small"], small),
        **dict.fromkeys(["copper_large", "stone_large"], large),
    }
    assert set(view["supply"]["workers"].values()) == {18}
    on_map = sum(shown["cattle"] for shown in view["map"]["hexes"])
    assert on_map == tiles
    assert view["supply"]["cattle"] == 24 - seats - on_map
    for player in view["players"]:
        assert player["settlements_left"] == settlements
        assert player["goods"] == {
            **dict.fromkeys(["grain", "pumpkin", "copper_small", "stone_small"], 1),
            "copper_large": 0,
            "stone_large": 0,
        }
        assert (player["cattle"], player["canteens"]) == (1, 0)
        assert player["coins"] == 3 + player["seat"]
    census = state.census()
    assert census["cattle"] == 24
    assert census["grain"] == small + seats
    assert census["stone_worker"] == 18


def test_money_goes_by_turn_order() -> None:
    setup = game().draw_setup(4, options(setup="first_game"), Random(1)) | {"start_seat": 2}
    state = started(setup)
    assert [held(state, seat, "coins") for seat in range(4)] == [5, 6, 3, 4]


def test_canteens_lie_on_the_lakes() -> None:
    lakes = [shown for shown in opened().view(0)["map"]["hexes"] if shown["kind"] == "lake"]
    assert lakes
    assert all(lake["canteen"] for lake in lakes)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_spins_each_in_turn_order(seats: int) -> None:
    setup = game().draw_setup(seats, options(setup="first_game"), Random(1)) | {"start_seat": 1}
    state = started(setup)
    for turn in range(seats):
        for _ in range(2):
            assert state.actor() == CHANCE
            assert state.view(0)["active"] == (1 + turn) % seats
            act(state, "spin:3")
    assert state.actor() == 1
    assert phase(state) == "main_action"
    assert stock(state, "stone_worker") == 18 - 2 * seats
    for seat in range(seats):
        assert held(state, seat, "stone_worker", "pumpkin_worker") == (2, 2)


def test_the_joker_of_a_setup_spin() -> None:
    state = opened()
    act(state, "spin:0")
    assert state.actor() == 0
    assert len(offered(state, "joker")) == len(offered(state)) == 10, "no trade before the turn"
    act(state, "joker:grain+stone", "spin:0", "joker:copper+copper")
    assert held(state, 0, "grain_worker", "copper_worker", "stone_worker") == (1, 2, 1)
    assert state.view(0)["active"] == 1


FIRST_MAP = """
gcs* ps
S pc ^ gC* gp
gcSx2 S C pCsx2 gcSx2 pc ~
gc gs ^ gpcsx2 gS* ss cS
gp pC* pc [S] ~ gpc* gps
gpcsx2 cS C pcs ^ gs ~
gC* gc ~ C CSx2 gpCx2 Cs
ps Cs S gc ^
gS* pp
"""
LETTERS = {
    "grain": "g",
    "pumpkin": "p",
    "copper_small": "c",
    "stone_small": "s",
    "copper_large": "C",
    "stone_large": "S",
}


def sign(shown: dict[str, Any]) -> str:
    """A hex in the letters of the rules reference."""
    bare = {"lake": "~", "mountain": "^", "start": "[S]"}.get(shown["kind"])
    if bare:
        return bare
    goods = "".join(LETTERS[good] * number for good, number in shown["cost"].items())
    double = "x2" if shown["settlements"] == 2 else ""
    return "".join(sorted(goods, key="gpcCsS".index)) + double + ("*" if shown["cattle"] else "")


def test_the_first_map_is_the_one_of_the_rules() -> None:
    rows: dict[int, list[str]] = {}
    for shown in opened().view(0)["map"]["hexes"]:
        rows.setdefault(shown["r"], []).append(sign(shown))
    normal = [
        [sorted(h.rstrip("*")) for h in line.split()] for line in FIRST_MAP.strip().splitlines()
    ]
    assert [[sorted(h.rstrip("*")) for h in row] for row in rows.values()] == normal
    assert [[h.endswith("*") for h in row] for row in rows.values()] == [
        [h.endswith("*") for h in line.split()] for line in FIRST_MAP.strip().splitlines()
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_drawn_maps_are_connected_and_differ(seats: int) -> None:
    bound = game()
    seen = set()
    for seed in range(40):
        setup = bound.draw_setup(seats, options(), Random(seed))
        state = bound.start(setup)
        fields = {
            (shown["q"], shown["r"])
            for shown in state.view(0)["map"]["hexes"]
            if shown["kind"] in ("land", "start")
        }
        assert are_connected(fields)
        assert [tile["tile"] for tile in setup["tiles"]] != sorted({"T01"})
        seen.add((str(setup["tiles"]), setup["start_hex"], setup["start_seat"]))
    assert len(seen) == 40
    assert {entry[2] for entry in seen} == set(range(seats))


def test_the_start_tile_on_another_hex() -> None:
    setup = game().draw_setup(2, options(setup="first_game"), Random(1)) | {"start_hex": "2,-1"}
    state = started(setup)
    shown = {h["hex"]: h["kind"] for h in state.view(0)["map"]["hexes"]}
    assert shown["2,-1"] == "start"
    assert shown["0,0"] == "land"


def broken(**changes: Any) -> dict[str, Any]:
    return game().draw_setup(2, options(setup="first_game"), Random(1)) | changes


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": 5}, "seats: is 5, outside 2 to 4"),
        ({"start_seat": 2}, "start_seat: is 2, outside 0 to 1"),
        ({"start_hex": "1,0"}, "not a field"),
        ({"start_hex": "1,-1"}, "without cattle"),
        ({"start_hex": "9,9"}, "start_hex: is '9,9', not one of"),
        ({"start_hex": "5,-1"}, "not a field"),
        ({"tiles": []}, "tiles: has 0 entries, not 7"),
        ({"tiles": [{"tile": "T01", "rotation": 0}] * 7}, "lays a tile twice"),
        (
            {"tiles": [{"tile": f"T0{n}", "rotation": 6} for n in range(1, 8)]},
            "rotation: is 6, outside 0 to 5",
        ),
        (
            {"tiles": [{"tile": f"T1{n}", "rotation": 0} for n in range(1, 8)]},
            "tile: is 'T13', not one of",
        ),
    ],
)
def test_setups_that_the_components_forbid(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        game().start(broken(**changes))


def test_a_saved_position_of_another_size_is_refused() -> None:
    state = opened()
    saved = state.save()
    assert game().load(saved).save() == saved
    with pytest.raises(ValueError, match="another size"):
        game().load(saved + b"\x00")
