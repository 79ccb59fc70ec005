"""What lies before a player of Great Western Trail, made of a view and of what is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.games.colours import SEAT_COLOURS
from railhead.games.great_western_trail.effect_texts import DUE_TEXTS
from railhead.games.great_western_trail.icons import WORKER_COLOURS
from railhead.games.great_western_trail.printed import (
    cattle,
    master_text,
    objective_text,
    objectives,
    pieces,
    private_text,
    progress_text,
)
from railhead.games.great_western_trail.wording import breed, disc_text, points_text
from railhead.games.trays import Field, Item

ONCE: Final = "What a player has serves one card alone."
SEVERAL: Final = {"cowboy": "cowboys", "craftsman": "craftsmen", "engineer": "engineers"}


def tray(view: Mapping[str, Any], seat: int) -> list[Field]:
    """Money, hand, workers, objectives, buildings and the rest, as far as the view has them."""
    player = view["players"][seat]
    points = sum(column[seat] for column in view["score_sheet"].values())
    fields = [
        Field("Money", f"${player['money']}", brief=f"${player['money']}"),
        Field("Points", f"{points} if it ended now", brief=points_text(points)),
        _hand(player),
        Field("Workers", items=_workers(player)),
        Field("Objectives", items=_objectives(player)),
        Field("Certificates", items=[_certificates(player)]),
        Field("Engine", _engine(player["engine"])),
        Field("Movement", f"up to {player['step_limit']} steps, {_place(view, seat)}"),
        *_tokens(player),
        Field("Buildings", items=_buildings(player)),
        Field("Discs left", items=_discs(player)),
        *_cards(player),
    ]
    if seat == view["actor"] and view["pending"]:
        due = view["pending"][-1]
        fields.insert(0, Field("To decide", DUE_TEXTS.get(due, due.replace("_", " "))))
    return fields


def _engine(place: str) -> str:
    """Where an engine stands: on a space of the railroad, or at a turnout behind one."""
    space, _, turnout = place.partition(".")
    return f"{'turnout behind' if turnout else 'on'} space {space}"


def _place(view: Mapping[str, Any], seat: int) -> str:
    """Where the cattleman of a seat stands."""
    for space in view["trail"]:
        if seat in space["cattlemen"]:
            neutral = space["kind"] == "neutral"
            return f"at {'building ' + space['tile'] if neutral else space['name']}"
    return "not on the trail yet"


def _card(name: str, number: int, kind: str = "") -> Item:
    """Cards of one kind; `kind` begins the id of their element."""
    several = f"{number} × " if number > 1 else ""
    place = f"{kind}-{name}" if kind else ""
    if name in objectives():
        return Item(f"{several}objective {name}", place, objective_text(name))
    card = cattle()[name]
    detail = f"breeding value {card['value']}, {points_text(card['points'])}"
    label = breed(name).partition(" worth ")[0]
    return Item(f"{several}{label} {card['value']}", place, detail)


def _hand(player: Mapping[str, Any]) -> Field:
    """The cards in hand that the viewer knows, the best first, and how many it does not."""
    seat, hand = player["seat"], player["hand"]
    known = [name for name in hand if name in cattle()]
    ordered = sorted(known, key=lambda name: -cattle()[name]["value"])
    ordered += [name for name in hand if name not in cattle()]
    items = [_card(name, hand[name], f"hand-{seat}") for name in ordered]
    unseen = player["hand_size"] - sum(hand.values())
    if unseen:
        items.append(Item(f"{unseen} unseen"))
    worth = sum({cattle()[name]["breed"]: cattle()[name]["value"] for name in known}.values())
    total = f", breeds worth {worth}" if known and not unseen else ""
    return Field(f"Hand ({player['hand_size']} of {player['hand_limit']}{total})", items=items)


def _workers(player: Mapping[str, Any]) -> list[Item]:
    seat = player["seat"]
    return [
        Item(f"{number} {name if number == 1 else SEVERAL[name]}", f"worker-{seat}-{name}",
             colour=WORKER_COLOURS[name])
        for name, number in player["workers"].items()
    ]  # fmt: skip


def _objectives(player: Mapping[str, Any]) -> list[Item]:
    """The objective that a player began with and those laid down, with what is reached."""
    have, first = count_tasks(player), player["start_objective"]
    items = [Item(progress_text(first, have), detail=f"{first}, the first objective. {ONCE}")]
    for name, number in player["objectives"].items():
        several = f"{number} × " if number > 1 else ""
        label = f"{several}{progress_text(name, have)}"
        items.append(Item(label, detail=f"{name}, laid down. {ONCE}"))
    return items


def count_tasks(player: Mapping[str, Any]) -> dict[str, int]:
    """How much a player has of each task, by its letter, as far as the viewer can know."""
    piles = [player["discard_pile"]]
    own = player["deck"] is not None
    piles += [player["hand"], player["deck"]] if own else [player["hand_or_deck"]]
    values: Counter[int] = Counter()
    for pile in piles:
        for name, number in pile.items():
            if name in cattle():
                values[cattle()[name]["value"]] += number
    return {
        "B": sum(1 for building in player["buildings"] if building["site"]),
        "G": player["teepees"].get("green", 0),
        "L": player["teepees"].get("blue", 0),
        "H": player["hazards"],
        "S": len(player["stations"]),
        "F": player["cities"].get("san_francisco", 0),
        **{str(value): values[value] for value in (3, 4, 5)},
    }


def _certificates(player: Mapping[str, Any]) -> Item:
    text = f"{player['certificates']} of {player['certificate_limit']}"
    if player["permanent_certificates"]:
        text += f", and {player['permanent_certificates']} for good"
    return Item(text, f"certificates-{player['seat']}")


def _buildings(player: Mapping[str, Any]) -> list[Item]:
    """The private buildings with where they stand, or the craftsmen that they take."""
    seat, items = player["seat"], []
    for building in player["buildings"]:
        name, several = building["name"], "e" if building["craftsmen"] > 1 else "a"
        state = f"takes {building['craftsmen']} craftsm{several}n"
        if building["removed"]:
            state = "out of the game"
        elif building["site"]:
            state = f"at {building['site']}"
        colour = SEAT_COLOURS[seat] if building["site"] else ""
        items.append(
            Item(f"{name}: {state}", f"building-{seat}-{name}", private_text(name), colour)
        )
    return items


def _discs(player: Mapping[str, Any]) -> list[Item]:
    seat = player["seat"]
    return [
        Item(f"{number} {disc_text(name)}", f"disc-{seat}-{name}")
        for name, number in player["discs"].items()
        if number
    ]


def _tokens(player: Mapping[str, Any]) -> list[Field]:
    """Hazards, teepees and station masters, where there are any."""
    fields = []
    if player["hazards"]:
        worth = points_text(player["hazard_points"])
        fields.append(Field("Hazards", f"{player['hazards']}, {worth}"))
    teepees = [f"{number} {name}" for name, number in player["teepees"].items() if number]
    if teepees:
        fields.append(Field("Teepees", ", ".join(teepees)))
    printed = {one["name"]: one for one in pieces()["station_masters"]["list"]}
    masters = [Item(name, detail=master_text(printed[name])) for name in player["station_masters"]]
    return [*fields, Field("Station masters", items=masters)] if masters else fields


def _cards(player: Mapping[str, Any]) -> list[Field]:
    """The cards of the deck and of the discards, as far as the viewer knows them."""
    own = player["deck"] is not None
    pile = player["deck"] if own else player["hand_or_deck"]
    return [
        Field("Deck" if own else "Hand or deck", items=_pile(pile)),
        Field("Discards", items=_pile(player["discard_pile"])),
    ]


def _pile(pile: Mapping[str, int]) -> Sequence[Item]:
    return [_card(name, number) for name, number in pile.items() if number]
