"""The table of a game at the beginning of a match, and the regions that it is drawn in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.game import CHANCE, SPECTATOR, Game, State
from railhead.games.options import InvalidOption
from railhead.games.random import Random

PICTURED: Final = 7
"""The seed of the match whose beginning stands for its game."""


def opening(game: Game, options: Mapping[str, Any], seats: int | None = None) -> State:
    """The first decision of a match of so many seats, or of as few as may be.

    `options` are complete. Chance falls the same each time. Raises `InvalidOption` where they do
    not go together.
    """
    random = Random(PICTURED)
    state = game.start(game.draw_setup(seats or _fewest(game, options), options, random))
    while state.actor() == CHANCE:
        state.sample_chance(random)
    return state


def _fewest(game: Game, options: Mapping[str, Any]) -> int:
    """The fewest seats that the options, such as a map, are made for."""
    ruleset = game.ruleset
    for seats in range(ruleset.min_seats, ruleset.max_seats):
        try:
            game.draw_setup(seats, options, Random(PICTURED))
        except InvalidOption:
            continue
        return seats
    return ruleset.max_seats


def regions_json(
    game: Game, options: Mapping[str, Any], seats: int | None = None
) -> list[dict[str, Any]]:
    """The regions of the table at the opening; none where options do not go together."""
    try:
        state = opening(game, options, seats)
    except InvalidOption:
        return []
    table = game.ruleset.table(state.view(SPECTATOR))
    return [
        {
            "id": region.id,
            "title": region.title,
            "width": round(region.width, 1),
            "height": round(region.height, 1),
            "seat": region.seat,
            "colour": region.colour,
        }
        for region in table.regions()
    ]
