"""What lies before a player of Santa Fe, made of a view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.santa_fe.tokens import colour_of
from railhead.games.santa_fe.wording import DOUBLE_TEXT, round_marks
from railhead.games.trays import Field, Item

HIDDEN: Final = "hidden"


def tray(view: Mapping[str, Any], seat: int) -> list[Field]:
    """Money, cards and pieces of a player, as far as the view has them."""
    player = view["players"][seat]
    roads = {road["railroad"]: road for road in view["railroads"]}
    money = "" if player["money"] is None else f"${player['money']}"
    cards = f"${player['tableau_points']}"
    fields = [
        Field("Money", money or HIDDEN, brief=money),
        _hand(view, player),
        Field(
            "Played",
            items=_cards(view, player["tableau"], f"played-{seat}"),
        ),
        Field("Worth now", f"{cards} of cards played", brief=f"cards {cards}"),
    ]
    pieces = [
        Item(f"{number} of {roads[name]['name']}", colour=colour_of(roads[name]))
        for name, number in player["track_pieces"].items()
    ]
    if pieces:
        fields.append(Field("Bought pieces", items=pieces))
    marks = round_marks(player, {name: road["name"] for name, road in roads.items()})
    if marks:
        fields.append(Field("This round", ", ".join(marks)))
    if seat in view["to_act"]:
        fields.insert(0, Field("To decide", view["phase"].rstrip("_12").replace("_", " ")))
    return fields


def _hand(view: Mapping[str, Any], player: Mapping[str, Any]) -> Field:
    """The hand, or how much is in it."""
    if player["hand"] is None:
        doubles = player["double_turn_cards"]
        return Field("Hand", f"{player['city_cards']} city cards, {doubles} double-turn cards")
    cards = _cards(view, player["hand"], f"hand-{player['seat']}")
    chosen = f"hand-{player['seat']}-{player['selected']}"
    items = [
        item._replace(label=f"{item.label} ✓") if item.id == chosen else item for item in cards
    ]
    return Field("Hand", items=items)


def _cards(view: Mapping[str, Any], cards: Sequence[str], kind: str) -> list[Item]:
    """Cards with the values of their cities, equal ones together."""
    cities = {city["city"]: city for city in view["map"]["cities"]}
    items = []
    for card in dict.fromkeys(cards):
        count = cards.count(card)
        label, detail = "double turn", DOUBLE_TEXT
        if card in cities:
            label = f"{cities[card]['name']} {cities[card]['value']}"
            connected = len(cities[card]["railroads"])
            detail = f"At the end {cities[card]['value']} for each railroad there, now {connected}."
        times = f"{count} × " if count > 1 else ""
        items.append(Item(f"{times}{label}", f"{kind}-{card}", detail))
    return items
