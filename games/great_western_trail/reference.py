"""What Great Western Trail's table is made of, in words and in data: places, tracks, tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.great_western_trail import names
from railhead.games.great_western_trail.building_reference import (
    HANDS,
    actions_text,
    effect,
    effect_text,
    neutral,
    private,
)
from railhead.games.great_western_trail.card_reference import cards, objective_cards, offers
from railhead.games.great_western_trail.components import TILES, Components
from railhead.games.great_western_trail.data_schema import KINDS
from railhead.games.great_western_trail.effect_texts import MASTER_TEXTS, auxiliary_text
from railhead.games.great_western_trail.trail import (
    HAZARD,
    KANSAS_CITY,
    NEUTRAL,
    PRIVATE,
    START,
    TEEPEE,
)
from railhead.games.great_western_trail.wording import (
    disc_text,
    points_text,
    spoken_name,
    tile_text,
)
from railhead.games.reference import Item, Reference, item, place, points

FEWEST_SEATS: Final = 2
SLOTS_OF_A_ROW: Final = 6
KIND_TEXTS: Final = {
    START: "Where the cattlemen begin after each delivery",
    NEUTRAL: "Holds a neutral building",
    PRIVATE: "A private building can be built here",
    HAZARD: "A hazard tile can lie here",
    TEEPEE: "A teepee can lie here",
    KANSAS_CITY: "The end of the trail: income and delivery",
}


def reference(components: Components, options: Mapping[str, Any]) -> Reference:
    """Everything that lies on a table with these options."""
    return Reference(
        tables={
            "locations": [location(components, at) for at in range(len(components.trail.names))],
            "forks": [fork(components, name) for name in names.ROUTES],
            "effects": [effect(components, at) for at in range(len(names.EFFECTS))],
            "buildings": [
                *(neutral(components, name, options) for name in names.NEUTRAL),
                *(private(components, at, options) for at in range(len(names.BUILDINGS))),
            ],
            "tiles": [tile(components, at, options) for at in range(TILES)],
            "workers": [worker(components, at) for at in range(len(names.WORKERS))],
            "cards": [*cards(components), *objective_cards(components)],
            "spaces": [space(components, at) for at in range(len(names.SPACES))],
            "stations": [station(components, at) for at in range(len(names.STATIONS))],
            "station_masters": [master(components, at) for at in range(len(names.MASTERS))],
            "cities": [city(components, at) for at in range(len(names.CITIES))],
            "discs": discs(components),
            "auxiliary_actions": [auxiliary(number) for number in range(5)],
            "foresight": [foresight(column) for column in (1, 2, 3)],
            "job_rows": [job_row(components, row) for row in range(12)],
            "offers": offers(components),
            "certificates": [
                item(
                    at,
                    f"Certificate space {at}",
                    f"Worth {number} certificate{'' if number == 1 else 's'}.",
                    worth=number,
                )
                for at, number in enumerate(int(one) for one in components.certificates)
            ],
        },
        geometries={"locations": trail_map(components), "spaces": track(components)},
        numbers={
            "foresight.column": "foresight",
            "take.column": "foresight",
            "auxiliary.number": "auxiliary_actions",
            "hire.row": "job_rows",
            "buy.offer": "offers",
        },
        seats=[seats(components, number) for number in range(FEWEST_SEATS, 5)],
    )


def following(components: Components, at: int) -> list[str]:
    """The spaces that follow one on the trail."""
    trail = components.trail
    after = (int(trail.first[at]), int(trail.second[at]))
    return [trail.names[other] for other in after if other >= 0]


def location(components: Components, at: int) -> Item:
    """A space of the trail."""
    trail = components.trail
    kind = int(trail.kind[at])
    attached, gain = int(trail.attached[at]), int(trail.gain[at])
    parts = [KIND_TEXTS[kind]]
    if kind == TEEPEE:
        parts.append(f"taking it {'gains' if gain > 0 else 'costs'} ${abs(gain)}")
    if trail.forest[at]:
        parts.append("beside a forest")
    text = ", ".join(parts) + "."
    if attached >= 0:
        text += f" The building's owner may also: {effect_text(components, attached)}."
    return item(
        trail.names[at],
        trail.names[at] if kind != KANSAS_CITY else "Kansas City",
        text,
        {"money": -gain} if gain < 0 else None,
        kind=KINDS[kind],
        next=following(components, at),
        forest=bool(trail.forest[at]),
        attached=names.EFFECTS[attached] if attached >= 0 else None,
        gain=gain,
    )


def fork(components: Components, name: str) -> Item:
    """A fork of the trail, with its bit of a route."""
    ways = following(components, components.trail.names.index(name))
    bit = 1 << names.ROUTES.index(name)
    text = f"From {name} the trail goes on to {ways[0]}, or, where a route has the bit {bit}, to "
    return item(name, f"Fork at {name}", f"{text}{ways[1]}.", bit=bit, ways=ways)


def trail_map(components: Components) -> Item:
    """Where the spaces of the trail lie, and which are beside which."""
    trail = components.trail
    after = {name: following(components, at) for at, name in enumerate(trail.names)}
    found = []
    for at, name in enumerate(trail.names):
        near = [*after[name], *(other for other, nexts in after.items() if name in nexts)]
        found.append(place(name, *trail.places[at], dict.fromkeys(near)))
    return points("`x` and `y` are percents of the width and height of a drawn board.", found)


def tile(components: Components, at: int, options: Mapping[str, Any]) -> Item:
    """A tile of the Kansas City supply."""
    first, *others = components.stacks
    chosen = others[2:] if options["worker_split"] == "more_cowboys" else others[:2]
    stacks = [stack[at] for stack in (first, *chosen)]
    hand, victory = HANDS[int(components.tile_hand[at])], int(components.tile_points[at])
    name = names.TILES[at]
    label = tile_text(at)
    text = "No tile is left there." if at == 0 else f"A worker for the job market: {label}."
    if hand != "none":
        text = f"Who passes or stops there pays the toll of a {hand} hand"
        text += (
            f"; worth {points_text(victory)} to who removes it."
            if victory
            else "; can be traded for."
        )
    return item(name, label, text, hand=hand, points=victory, stacks=stacks)


def worker(components: Components, at: int) -> Item:
    """A type of workers, with what its row does as it fills."""
    first = SLOTS_OF_A_ROW * at
    row = [int(components.slot_effect[first + slot]) for slot in range(SLOTS_OF_A_ROW)]
    shown = [names.EFFECTS[one] if one >= 0 else None for one in row]
    parts = [
        f"{slot}: {effect_text(components, one)}" for slot, one in enumerate(row, 1) if one >= 0
    ]
    victory = int(components.slot_points)
    return item(
        names.WORKERS[at],
        names.WORKERS[at],
        f"Hired on slots 2 to 6 of its row, which do this at once: {'; '.join(parts)}. Each on "
        f"slots 5 and 6 is worth {points_text(victory)} at the end.",
        slots=shown,
        points_of_last_slots=victory,
    )


def space(components: Components, at: int) -> Item:
    """A space of the railroad track."""
    number = int(components.station_at[at])
    siding = components.siding[at] == 1
    crosses = int(components.space_crosses[at])
    label = f"{'siding' if siding else 'space'} {names.SPACES[at]}"
    text = f"Behind {crosses} crosses of the transport costs"
    text += "; a station can be upgraded here." if number >= 0 else "."
    return item(
        names.SPACES[at],
        label,
        text,
        siding=siding,
        crosses=crosses,
        station=names.STATIONS[number] if number >= 0 else None,
    )


def track(components: Components) -> Item:
    """The railroad track as a line, with sidings beside it."""
    found = []
    for at, name in enumerate(names.SPACES):
        number = float(name)
        siding = components.siding[at] == 1
        near = [str(int(number)), str(int(number) + 1)]
        if not siding:
            near = [
                other
                for other in names.SPACES
                if other != name
                and abs(float(other) - number) in (0.5, 1.0)
                and _beside(other, name)
            ]
        found.append(place(name, number, 1.0 if siding else 0.0, dict.fromkeys(near)))
    return points("`x` is the number of a space, a siding lies at `y` 1 beside the track.", found)


def _beside(other: str, name: str) -> bool:
    """Whether a space of the track itself joins another space or a siding."""
    return "." in other or "." not in name


def station(components: Components, at: int) -> Item:
    """A station of the railroad."""
    cost, victory = int(components.station_cost[at]), int(components.station_points[at])
    black = components.station_black[at] == 1
    has_master = at < components.master_stations
    text = (
        f"Upgraded for ${cost} with {frame_text(black)}, worth {points_text(victory)} at the end."
    )
    if has_master:
        text += " A station master tile lies here at first."
    name = names.STATIONS[at]
    data = {"points": victory, "black": black, "master": has_master}
    return item(name, f"Station {name}", text, {"money": cost}, **data)


def frame_text(black: bool) -> str:
    """Which discs a black or white frame takes."""
    return "any disc" if black else "a disc of a white frame"


def master(components: Components, at: int) -> Item:
    """A station master tile."""
    effects = int(components.master_effect[at])
    found = [names.EFFECTS[part - 1] for part in (effects % 64, effects // 64) if part]
    certificates = int(components.master_certificates[at])
    victory, per = int(components.master_points[at]), int(components.master_per[at])
    name = names.MASTERS[at]
    parts = []
    if found:
        parts.append(f"At once: {actions_text(components, [found])}")
    if certificates:
        parts.append(f"{certificates} permanent certificate")
    parts.append(f"{points_text(victory)} at the end {MASTER_TEXTS[name].format(per=per)}")
    return item(
        name,
        f"Station master: {name}",
        "; ".join(parts) + ".",
        effects=found,
        permanent_certificates=certificates,
        points=victory,
        per=per,
    )


def city(components: Components, at: int) -> Item:
    """A city that can be delivered to, and the arrow to the next one."""
    value, black = int(components.city_value[at]), components.city_black[at] == 1
    each, money = int(components.city_points[at]), int(components.city_money[at])
    arrow, card = int(components.arrow_points[at]), components.arrow_objective[at] == 1
    parts = [f"A delivery of {value} or more with {frame_text(black)}"]
    if money:
        parts.append(f"gains ${money}")
    if each:
        parts.append(f"{points_text(each)} for each disc at the end")
    if arrow or card:
        gains = [points_text(arrow)] if arrow else []
        gains += ["an objective card"] if card else []
        parts.append(f"discs here and on the next city give {' and '.join(gains)}")
    return item(
        names.CITIES[at],
        spoken_name(names.CITIES[at]).title(),
        "; ".join(parts) + ".",
        value=value,
        black=black,
        points_each=each,
        money=money,
        arrow_points=arrow,
        arrow_objective=card,
        crosses=int(components.city_crosses[at]),
    )


def discs(components: Components) -> list[Item]:
    """The disc spaces of a player board, and stations as where a disc can come from."""
    costs = {"hand": {"money": int(components.hand_cost)}}
    found = []
    for at, name in enumerate(names.DISCS):
        number = int(components.discs[at])
        label = disc_text(name)
        text = f"{number} disc{'s' if number > 1 else ''} {label}"
        found.append(item(name, label, text + ".", costs.get(name), discs=number))
    for name in names.STATIONS:
        label = f"from the station at {name}"
        found.append(item(f"station_{name}", label, f"An own disc {label}, whose points are lost."))
    return found


def auxiliary(number: int) -> Item:
    """An auxiliary action, single and double."""
    single, double = (auxiliary_text(number, times) for times in (1, 2))
    text = f"Single: {single}. Double: {double}."
    return item(number + 1, f"Auxiliary action {number + 1}", text)


def foresight(column: int) -> Item:
    """A column of the foresight spaces."""
    text = f"Two tiles of stack {column}, of which a delivery places one."
    return item(column, f"Foresight {column}", text, tiles=2)


def job_row(components: Components, row: int) -> Item:
    """A row of the job market."""
    cost = int(components.job_cost[row])
    refills = components.refill_after[row] == 1
    text = f"A worker of this row is hired for ${cost}."
    if refills:
        text += " Once it is full the cattle market is refilled."
    return item(row + 1, f"Row {row + 1}", text, {"money": cost}, refills_market=refills)


def seats(components: Components, number: int) -> Item:
    """What depends on the number of players; `steps` are at first, and with each step disc."""
    at = number - FEWEST_SEATS
    return {
        "seats": number,
        "tolls": {
            hand: int(components.trail.toll[4 * at + code]) for code, hand in enumerate(HANDS)
        },
        "cattle_market": int(components.market_size[at]),
        "steps": [int(components.steps[3 * at + part]) for part in range(3)],
        "start_money": [int(components.start_money[seat]) for seat in range(number)],
        "hand": int(components.hand_limit),
    }
