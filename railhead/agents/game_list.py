"""The games of a service in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def list_games(games: Sequence[Mapping[str, Any]]) -> str:
    """A line for each game with its seats, levels and options, then how to begin."""
    lines = [
        f"{game['id']}: {game['name']}, {_seats(game)}; levels {_levels(game)}"
        + (f"; options {_names(game)}" if game["options"] else "")
        for game in games
    ]
    return "\n".join([*lines, "Call games with a game for its options, or new_match to play one."])


def describe_game(game: Mapping[str, Any]) -> str:
    """All that is to be known of a game before it is played: options, levels, types of action."""
    lines = [f"{game['id']}: {game['name']}, {_seats(game)}"]
    lines += [f"Notice: {notice}" for notice in game["notices"]]
    lines.append("Levels of bots:")
    lines += [f"{level['level']}: {level['description']}" for level in game["levels"]]
    if game["options"]:
        lines.append("Options:")
        lines += [_option(option) for option in game["options"]]
    lines.append("Types of action, in notation:")
    lines += [f"{one['notation']}: {one['help']}" for one in game["actions"] if not one["chance"]]
    return "\n".join(lines)


def _seats(game: Mapping[str, Any]) -> str:
    return f"{game['seats']['min']} to {game['seats']['max']} seats"


def _levels(game: Mapping[str, Any]) -> str:
    return ", ".join(level["level"] for level in game["levels"])


def _names(game: Mapping[str, Any]) -> str:
    return ", ".join(option["name"] for option in game["options"])


def _option(option: Mapping[str, Any]) -> str:
    if "choices" in option:
        values = " or ".join(map(str, option["choices"]))
    elif "minimum" in option:
        values = f"{option['minimum']} to {option['maximum']}"
    else:
        values = "true or false" if option["type"] == "switch" else "text"
    return f"{option['name']} ({values}; default {option['default']}): {option['help']}"
