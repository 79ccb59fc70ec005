"""The games of a service in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def list_games(games: Sequence[Mapping[str, Any]]) -> str:
    """A line for each game with its seats, levels and number of options, then how to go on."""
    lines = [
        f"{game['id']}: {game['name']}, {_seats(game)}; levels {_levels(game)}; "
        f"{len(_options(game))} options"
        for game in games
    ]
    hint = "Call games with a game for what its options do, or new_match to play one."
    return "\n".join([*lines, hint])


def describe_game(game: Mapping[str, Any]) -> str:
    """All that is to be known of a game before it is played: options, levels, types of action."""
    lines = [f"{game['id']}: {game['name']}, {_seats(game)}"]
    lines += [f"Notice: {notice}" for notice in game["notices"]]
    lines.append("Levels of bots:")
    lines += [f"{level['level']}: {level['description']}" for level in game["levels"]]
    if _options(game):
        lines.append("Options:")
        lines += [_option(option) for option in _options(game)]
    lines.append("Types of action, in notation:")
    lines += [f"{one['notation']}: {one['help']}" for one in game["actions"] if not one["chance"]]
    return "\n".join(lines)


def _seats(game: Mapping[str, Any]) -> str:
    return f"{game['seats']['min']} to {game['seats']['max']} seats"


def _levels(game: Mapping[str, Any]) -> str:
    return ", ".join(level["level"] for level in game["levels"])


def _options(game: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The options that have more than one value."""
    return [one for one in game["options"] if len(one.get("choices", ("", ""))) > 1]


def _option(option: Mapping[str, Any]) -> str:
    if "choices" in option:
        values = " or ".join(map(str, option["choices"]))
    elif "minimum" in option:
        values = f"{option['minimum']} to {option['maximum']}"
    else:
        values = "true or false" if option["type"] == "switch" else "text"
    default = str(option["default"])
    default = default.lower() if option["type"] == "switch" else default
    return f"{option['name']} ({values}; default {default}): {option['help']}"
