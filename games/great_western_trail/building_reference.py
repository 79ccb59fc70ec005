"""The effects and the buildings of Great Western Trail, in words and in data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.great_western_trail import names
from railhead.games.great_western_trail.components import SLOTS, Components
from railhead.games.great_western_trail.effect_texts import EXPLAINED, whole_text
from railhead.games.great_western_trail.wording import points_text
from railhead.games.reference import Item, item

HANDS: Final = ("none", "green", "black", "both")


def effect_text(components: Components, at: int) -> str:
    """What an effect does, in words."""
    return whole_text(names.EFFECTS[at], names.DOINGS[int(components.effect_does[at])])


def effect(components: Components, at: int) -> Item:
    """An effect of a building, a card, a slot or a tile."""
    card = int(components.effect_card[at])
    data: dict[str, Any] = {
        "does": names.DOINGS[int(components.effect_does[at])],
        "card": names.CATTLE[card] if card >= 0 else None,
        "money": int(components.effect_money[at]),
        "certificates": int(components.effect_certificates[at]),
        "steps": int(components.effect_steps[at]),
        "price": int(components.effect_price[at]),
        "cards": int(components.effect_cards[at]),
        "objective": components.effect_gives_objective[at] == 1,
    }
    label = effect_text(components, at)
    explained = EXPLAINED.get(names.EFFECTS[at])
    text = f"{label}: {explained}." if explained else f"{label}."
    return item(names.EFFECTS[at], label, text, **data)


def local_actions(components: Components, face: int) -> list[list[str]]:
    """The local actions of a face, each with what can be chosen."""
    first = int(SLOTS) * face
    slots = [int(components.face_actions[first + slot]) for slot in range(int(SLOTS))]
    return [
        [names.EFFECTS[part - 1] for part in (slot % 64, slot // 64) if part]
        for slot in slots
        if slot
    ]


def actions_text(components: Components, found: Sequence[Sequence[str]]) -> str:
    """Local actions in words."""
    return "; ".join(
        " or ".join(effect_text(components, names.EFFECTS.index(name)) for name in choice)
        for choice in found
    )


def neutral(components: Components, name: str, options: Mapping[str, Any]) -> Item:
    """A neutral building, with its space where the options fix it."""
    found = local_actions(components, names.FACES.index(name))
    fixed = options["neutral_buildings"] == "beginner"
    return item(
        name,
        f"Neutral building {name}",
        f"Everybody may use it: {actions_text(components, found)}.",
        kind="neutral",
        actions=found,
        location=name if fixed else None,
    )


def private(components: Components, at: int, options: Mapping[str, Any]) -> Item:
    """One side of a private building."""
    name = names.BUILDINGS[at]
    found = local_actions(components, len(names.NEUTRAL) + at)
    craftsmen, victory = int(components.building_craftsmen[at]), int(components.building_points[at])
    hand = HANDS[int(components.building_hands[at])]
    text = f"Its owner may use it: {actions_text(components, found)}. Takes {craftsmen} "
    several = "e" if craftsmen > 1 else "a"
    text += f"craftsm{several}n to build, worth {points_text(victory)} at the end"
    if hand != "none":
        text += "; others pay the toll of " + ("both hands" if hand == "both" else f"a {hand} hand")
    return item(
        name,
        f"Building {name}",
        text + ".",
        {"craftsmen": craftsmen},
        kind="private",
        actions=found,
        points=victory,
        hand=hand,
        in_play=side_in_play(name, options["building_sides"]),
    )


def side_in_play(name: str, sides: str) -> bool | None:
    """Whether a side is used; None where that is drawn for each match."""
    if sides in ("random", "one_toss"):
        return None
    number, side = int(name[:-1]), name[-1]
    return side == (sides if len(sides) == 1 else sides[number - 1])
