"""What Santa Fe's table is made of, in words and in data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.reference import Item, Reference, item, link, place, points
from railhead.games.santa_fe import actions
from railhead.games.santa_fe.board import Link
from railhead.games.santa_fe.components import (
    PRICES_FREE_RIVERS,
    PRICES_FULL,
    PRICES_SAVE_ONE,
    Components,
)
from railhead.games.santa_fe.wording import DOUBLE_TEXT, named_card

FEWEST_SEATS: Final = 2


def reference(components: Components, options: Mapping[str, Any]) -> Reference:
    """Everything that lies on a table with these options."""
    advanced = options["variant"] == "advanced"
    cards = [card_item(components, card) for card in range(int(components.cards) + 1)]
    railroads = [railroad(components, number) for number in range(len(actions.RAILROADS))]
    no_card = item(actions.NO_CARD, "no card", "This seat is not in the match, or had no card.")
    return Reference(
        tables={
            "cities": [city_item(components, at) for at in range(int(components.city_count))],
            "cards": cards,
            "turned": [*cards, no_card],
            "railroads": railroads,
            "stock": stock(components, options, railroads),
            "purchases": purchases(components, railroads),
            "routes": routes(),
            "engineer_uses": engineer_uses(components, options),
            "terrain": terrain(components, options) if advanced else [],
            "bonuses": bonuses(components, options),
        },
        geometries={"cities": city_map(components)},
        numbers={"lay.route": "routes"},
        seats=[seats(components, number, advanced) for number in range(FEWEST_SEATS, 6)],
    )


def city_item(components: Components, index: int) -> Item:
    """A city of the map: its value, whose railroads start there, for whom it is special."""
    board = components.board
    city = board.cities[index]
    starts = [number for number, start in enumerate(board.starts) if start == index]
    special = [number for number, cities in enumerate(board.special) if index in cities]
    names = components.railroad_names
    parts = ["Has no card"]
    if city.value:
        parts = [
            f"Scores {city.value} for each railroad that is connected to it, for who has its card"
        ]
    if starts:
        parts.append(f"start of {' and '.join(names[number] for number in starts)}")
    if special:
        parts.append(f"special city of {' and '.join(names[number] for number in special)}")
    return item(
        city.code,
        city.name,
        ", ".join(parts) + ".",
        value=city.value,
        starts=[actions.RAILROADS[number] for number in starts],
        special=[actions.RAILROADS[number] for number in special],
    )


def city_map(components: Components) -> Item:
    """Where the cities lie, and the links between them."""
    board = components.board
    around: dict[str, dict[str, str | None]] = {city.code: {} for city in board.cities}
    for one in board.links:
        around[board.codes[one.a]][board.codes[one.b]] = None
        around[board.codes[one.b]][board.codes[one.a]] = None
    text = (
        f"`x` and `y` are pixels from the upper left of a picture {board.width} wide and "
        f"{board.height} high."
    )
    places = [place(city.code, city.x, city.y, around[city.code]) for city in board.cities]
    return points(text, places, [link_shown(components, one) for one in board.links])


def link_shown(components: Components, one: Link) -> Item:
    """What a link is made of; `river` says of each space from `a` on whether it crosses one."""
    codes = components.board.codes
    return link(
        codes[one.a],
        codes[one.b],
        lines=one.lines,
        spaces=one.spaces,
        mountain=one.mountain,
        river=list(one.river),
    )


def card_item(components: Components, card: int) -> Item:
    """A city card, or the double-turn card."""
    name = components.card_codes[card]
    label = named_card(components, card)
    if card == int(components.cards):
        return item(name, label, DOUBLE_TEXT, kind="double_turn")
    value, copies = int(components.value[card]), int(components.copies[card])
    text = f"At the end scores {value} for each railroad that is connected to the city. "
    text += f"{copies} card{'s' if copies > 1 else ''} of it."
    return item(name, label, text, kind="city", value=value, copies=copies)


def railroad(components: Components, number: int) -> Item:
    """A railroad: its pieces, where it starts, which cities are special to it."""
    board = components.board
    start = board.cities[board.starts[number]]
    special = [board.cities[city] for city in board.special[number]]
    supply, branches = int(components.supply[number]), components.branches
    names = ", ".join(city.name for city in special)
    text = f"Starts at {start.name} with {supply} track pieces and {branches} branch cards"
    text += f"; special cities are {names}." if special else "."
    return item(
        actions.RAILROADS[number],
        components.railroad_names[number],
        text,
        colour=components.colours[number],
        supply=supply,
        branch_cards=branches,
        start=start.code,
        special=[city.code for city in special],
    )


def stock(components: Components, options: Mapping[str, Any], railroads: list[Item]) -> list[Item]:
    """What can be drawn after the track has been laid."""
    advanced = options["variant"] == "advanced"
    price = int(components.branch_price[int(advanced)])
    limit = int(components.engineer_limit)
    found = [
        item("city", "a city card", "The next card of the deck."),
        item(actions.DOUBLE, "a double-turn card", DOUBLE_TEXT),
        item(
            "engineer",
            "an engineer",
            f"{engineer_text(options)} Drawn instead of a card; from then on the hand has {limit} "
            "cards. There are none in the basic game.",
            hand_limit=limit,
        ),
    ]
    for one in railroads:
        label = f"a branch card of {one['label']}"
        text = f"Played with another card it lets its player begin a branch of {one['label']}."
        found.append(item(one["name"], label, text, {"money": price} if price else None))
    return found


def purchases(components: Components, railroads: list[Item]) -> list[Item]:
    """What can be bought by the optional rule."""
    price = int(components.piece_price)
    found = []
    for one in railroads:
        label = f"a track piece of {one['label']}"
        text = "May be laid once no unbought piece is left, and is its buyer's alone."
        found.append(item(one["name"], label, text, {"money": price} if price else None))
    return [*found, item("nothing", "no track piece", "Buys nothing in this round.")]


def routes() -> list[Item]:
    """The routes of a railroad by number."""
    return [
        item(1, "the original route", "Begins at the railroad's start."),
        *(
            item(number, f"branch {number - 1}", "Begins at a city the railroad is connected to.")
            for number in range(2, int(actions.ROUTES) + 1)
        ),
    ]


def engineer_text(options: Mapping[str, Any]) -> str:
    """What an engineer does for the price of pieces."""
    if options["engineer_mountain_river"] == "saves_one":
        return "Its player pays nothing for a river."
    return "Its player lays across rivers for nothing, on mountains too."


def engineer_uses(components: Components, options: Mapping[str, Any]) -> list[Item]:
    """The answers to the offer of an engineer before the first round of the advanced game."""
    price = int(components.engineer_price)
    text = engineer_text(options)
    return [
        item("no", "no engineer", "Keeps the money."),
        item("yes", "an engineer", text, {"money": price} if price else None),
    ]


def terrain(components: Components, options: Mapping[str, Any]) -> list[Item]:
    """What a piece costs by what its space crosses, without and with an engineer."""
    saves = options["engineer_mountain_river"] == "saves_one"
    whole = options["mountain_river"] == "line"
    row = PRICES_SAVE_ONE if saves else PRICES_FREE_RIVERS
    found = []
    labels = ("plain", "river", "mountain", "mountain with a river")
    for kind, label in enumerate(labels):
        price, less = int(components.prices[PRICES_FULL + kind]), int(components.prices[row + kind])
        text = f"A piece on it costs ${price}, with an engineer ${less}."
        if whole and label == labels[-1]:
            text += " On a mountain line that a river crosses every space counts as such."
        name = label.replace(" with a ", "_")
        cost = {"money": price} if price else None
        found.append(item(name, label, text, cost, with_engineer=less))
    return found


def bonuses(components: Components, options: Mapping[str, Any]) -> list[Item]:
    """What arrivals earn."""
    city, special = int(components.city_bonus), int(components.special_bonus)
    starts = options["start_city_bonus"]
    rest = "; start cities too." if starts else "; start cities earn nothing."
    again = " each time" if options["special_bonus_again"] else ""
    return [
        item(
            "city",
            "city bonus",
            f"The first railroad that arrives at a city earns its player ${city}{rest}",
            money=city,
        ),
        item(
            "special",
            "special bonus",
            f"A railroad that arrives at a special city of its own earns ${special}{again}.",
            money=special,
        ),
    ]


def seats(components: Components, number: int, advanced: bool) -> Item:
    """What depends on the number of players."""
    return {
        "seats": number,
        "double_turn_cards": components.doubles[number - FEWEST_SEATS],
        "start_money": int(components.start_money[int(advanced)]),
        "city_cards_dealt": int(components.dealt),
        "hand_limit": int(components.hand_limit),
        "engineers": components.engineers,
        "deck": int(components.deck_size),
    }
