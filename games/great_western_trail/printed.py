"""What is printed on the pieces of Great Western Trail, in the words of its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from railhead.games.data import GAMES_FOLDER, read
from railhead.games.great_western_trail.effect_texts import EFFECT_TEXTS, task_text, whole_text


@cache
def pieces() -> dict[str, Any]:
    """All pieces, as their file has them."""
    content: dict[str, Any] = read(GAMES_FOLDER / "great_western_trail" / "data" / "pieces.yaml")
    return content


@cache
def cattle() -> dict[str, dict[str, Any]]:
    """What is printed on the cattle cards, by name."""
    return {card["name"]: card for card in pieces()["cattle"]["list"]}


@cache
def objectives() -> dict[str, dict[str, Any]]:
    """What is printed on the objective cards, those that players begin with too, by name."""
    printed = pieces()["objectives"]
    return {card["name"]: card for card in [*printed["list"], *printed["start"]]}


def objective_text(name: str) -> str:
    """What an objective card asks for and brings: `1 blue teepee, 2 hazards: 3 points`."""
    return f"{task_text(objectives()[name]['tasks'])}{_worth(name)}"


def progress_text(name: str, counts: Mapping[str, int]) -> str:
    """An objective card with how much there is of what it asks for: `0 of 1 blue teepee, 2 of
    2 hazards: 3 points`. `counts` has the numbers by the letters of the tasks."""
    tasks = objectives()[name]["tasks"]
    parts = [
        f"{min(counts[letter], tasks.count(letter))} of {task_text(letter * tasks.count(letter))}"
        for letter in dict.fromkeys(tasks)
    ]
    return f"{', '.join(parts)}{_worth(name)}"


def _worth(name: str) -> str:
    card = objectives()[name]
    penalty = f", else −{card['penalty']}" if card.get("penalty") else ""
    return f": {card['points']} points{penalty}"


def effect_text(name: str) -> str:
    """An effect in words, with what it is paid with."""
    return whole_text(name, pieces()["effects"][name]["does"])


def actions_text(actions: Iterable[Sequence[str]]) -> str:
    """The local actions of a building in words."""
    return " · ".join(" or ".join(effect_text(name) for name in one) for one in actions)


def neutral_text(name: str) -> str:
    """What a neutral building does."""
    return actions_text(pieces()["neutral_buildings"][name])


def private_text(name: str) -> str:
    """What a private building does, its points and its toll."""
    printed = pieces()["private_buildings"][name]
    parts = [actions_text(printed["actions"]), f"{printed['points']}p"]
    if printed["hands"] != "none":
        parts.append(f"toll: {printed['hands']}")
    return " · ".join(parts)


def master_text(printed: Mapping[str, Any]) -> str:
    """What a station master does and scores."""
    parts = [EFFECT_TEXTS[name] for name in printed["effects"]]
    if printed["certificates"]:
        parts.append("1 certificate for good")
    of, per = printed["of"].replace("_", " "), printed["per"]
    each = f"{per} {of}" if per > 1 else of.removesuffix("s")
    parts.append(f"{printed['points']}p for each {each}")
    return " · ".join(parts)
