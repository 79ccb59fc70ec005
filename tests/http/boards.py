"""Boards of one's own for the tests: those that the games have, with something changed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.http.api import Api

Document = dict[str, Any]


def _trail(board: Document) -> None:
    """The toll of a green hand is dear, and space A1 is called Mill."""
    for seats in "234":
        board["tolls"][seats]["green"] = 7
    spaces = board["trail"]["spaces"]
    for space in spaces:
        space["name"] = "Mill" if space["name"] == "A1" else space["name"]
        space["next"] = ["Mill" if one == "A1" else one for one in space["next"]]


def _tiles(components: Document) -> None:
    """The first tile is called Mill, and its centre costs two grain."""
    tile = components["tiles"]["list"][0]
    for game in components["first_game"]["players"].values():
        game["tiles"] = ["Mill" if one == tile["id"] else one for one in game["tiles"]]
        if game["start_tile_on"] == tile["id"]:
            game["start_tile_on"] = "Mill"
    tile["id"] = "Mill"
    tile["centre"] = {"land": {"grain": 2}}


def _cities(board: Document) -> None:
    """Denver is called Mill."""
    (city,) = [one for one in board["cities"]["list"] if one["id"] == "denver"]
    city["name"] = "Mill"


def _hexes(board: Document) -> None:
    """Essen is called Mill."""
    (city,) = [one for one in board["hexes"] if one.get("city") == "Essen"]
    city["city"] = "Mill"


CHANGES: dict[str, tuple[str, str, int, Callable[[Document], None]]] = {
    "great_western_trail": ("board", "first_edition", 2, _trail),
    "montana": ("components", "reconstruction", 2, _tiles),
    "santa_fe": ("map", "reconstruction", 2, _cities),
    "steam": ("map", "ruhr", 3, _hexes),
}
"""By game: the option that names data, a document to change, the fewest seats, what is changed."""


def client(api: Api, name: str = "cartographer") -> Api:
    """Somebody with an account."""
    made = api.post("/v1/clients", json={"name": name})
    assert made.status_code == 201, made.text
    return api.holding(made.json()["token"])


def shipped(api: Api, game: str) -> Document:
    """The document of a game that is changed here, as it is."""
    option, name, _, _ = CHANGES[game]
    answered = api.get(f"/v1/games/{game}/data/{option}/{name}")
    assert answered.status_code == 200, answered.text
    document: Document = answered.json()
    return document


def changed(api: Api, game: str) -> Document:
    """The same, changed."""
    document = copy.deepcopy(shipped(api, game))
    CHANGES[game][3](document)
    document["title"] = "My <own> board"
    document["notices"] = ["Drawn by hand & <b>boldly</b>."]
    return document


def home(game: str, name: str = "my-board") -> str:
    """Where a document of one's own of a game is."""
    return f"/v1/me/data/{game}/{CHANGES[game][0]}/{name}"
