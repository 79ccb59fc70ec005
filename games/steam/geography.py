"""A map file as integer tables, checked: hexes, edges, cities and towns.

*Stops* are the cities, in the order of the file, followed by the towns.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.data_schema import check
from railhead.games.steam import actions
from railhead.games.steam.data_schema import COUNTED, MAP, TERRAINS
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.vectors import vec, vector

STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""From a hex to its neighbours in axial coordinates, by edge."""
MOST_STOPS: Final = 60
FEWEST_TOWNS: Final = 8
"""As many as there are New City tiles, so that a player always finds an action tile to take."""
MOST_BETWEEN: Final = 2
"""The tiles between a stop and the one nearest to it: a link that one turn can complete."""
START: Final[i64] = 1
FOREIGN_AT: Final = 6
FOREIGN: Final[i64] = 1 << FOREIGN_AT
CLOSED_AT: Final = 12
CLOSED: Final[i64] = 1 << CLOSED_AT
"""What the first side of a hex is to a builder, as a bit; see `games.steam.rules.ground`."""


def notation_name(title: str) -> str:
    """A place's name as notation writes it, such as `New_York` or `Koln`."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_+.\-]", "", plain.replace(" ", "_"))


@final
class Geography:
    """One map. Raises `DataError` where the file contradicts itself."""

    def __init__(self, entry: Entry) -> None:
        check(entry, MAP)
        self.title: str = entry["title"].text()
        self.notices: list[str] = [notice.text() for notice in entry["notices"].items()]
        self.players: list[int] = [n.number() for n in entry["players"].items()]
        self.recommended: list[int] = [n.number() for n in entry["recommended"].items()]
        if not set(self.recommended) <= set(self.players):
            entry["recommended"].refuse("has a number that is not one of players")
        self.three_players: int = entry["goods_change_with_3_players"].number()
        places = entry["hexes"].items()
        self._read_hexes(places)
        self._read_edges(places)
        self._read_stops(entry["hexes"], places)
        self._sort_sides()
        self._check_stops(entry["hexes"])
        self._check_counts(entry["counts"])
        entry.settle()

    def _read_hexes(self, places: list[Entry]) -> None:
        self.hex_names: list[str] = []
        self.axial: list[tuple[int, int]] = []
        terrain: list[int] = []
        river: list[int] = []
        for place in places:
            q, r = place["q"].number(), place["r"].number()
            name = place["id"].text()
            if name != f"{chr(65 + q)}{2 * r + q:02}":
                place["id"].refuse(f"is {name!r}, which does not lie at q {q}, r {r}")
            if name in self.hex_names:
                place["id"].refuse(f"{name} is there twice")
            self.hex_names.append(name)
            self.axial.append((q, r))
            terrain.append(place["terrain"].index(TERRAINS))
            flowing = place.get("river")
            river.append(int(flowing is not None and flowing.flag()))
        self.hex_count: i64 = len(places)
        self.terrain: vec[i64] = vector(terrain)
        """By hex, an index of `TERRAINS`."""
        self.river: vec[i64] = vector(river)

    def _read_edges(self, places: list[Entry]) -> None:
        """`neighbour` by hex and edge: the hex across an open edge, or -1."""
        index = {place: number for number, place in enumerate(self.axial)}
        rows: list[int] = []
        closed: dict[tuple[int, int], Entry] = {}
        for here, (q, r) in enumerate(self.axial):
            rows.extend(index.get((q + dq, r + dr), -1) for dq, dr in STEPS)
            blocked = places[here].get("blocked")
            for side in blocked.items() if blocked is not None else []:
                closed[here, side.index(actions.EDGES)] = side
        for (here, edge), named in closed.items():
            beyond = rows[EDGE_COUNT * here + edge]
            if beyond < 0:
                named.refuse("names an edge to no hex, which is closed anyway")
            elif (beyond, (edge + 3) % EDGE_COUNT) not in closed:
                named.refuse(f"is not blocked from {self.hex_names[beyond]} too")
        for here, edge in closed:
            rows[EDGE_COUNT * here + edge] = -1
        self.neighbour: vec[i64] = vector(rows)

    def _read_stops(self, entry: Entry, places: list[Entry]) -> None:
        cities = [n for n, place in enumerate(places) if place["terrain"].value == "city"]
        towns = [n for n, place in enumerate(places) if place.get("town") is not None]
        self.city_count: i64 = len(cities)
        self.stop_count: i64 = len(cities) + len(towns)
        if not 2 <= len(cities) <= MOST_STOPS - len(towns) or len(towns) < FEWEST_TOWNS:
            raise entry.fail(
                f"needs 2 cities, {FEWEST_TOWNS} towns and at most {MOST_STOPS} of both"
            )
        self.stop_hex: vec[i64] = vector([*cities, *towns])
        self.stop_titles: list[str] = [places[n]["city"].text() for n in cities]
        self.stop_titles += [places[n]["town"].text() for n in towns]
        self.stop_names: list[str] = [notation_name(title) for title in self.stop_titles]
        for name, title in zip(self.stop_names, self.stop_titles, strict=True):
            if not name or self.stop_names.count(name) > 1:
                entry.refuse(f"the name {title!r} is empty or twice there")
        stop_at = [-1] * len(places)
        for stop, hex_number in enumerate([*cities, *towns]):
            stop_at[hex_number] = stop
        self.stop_at: vec[i64] = vector(stop_at)
        """By hex: its stop, or -1."""
        self.printed_colour: list[int] = [
            places[n]["colour"].index(actions.COLOURS[:-1]) for n in cities
        ]
        self.printed_goods: list[int] = [places[n]["goods"].number() for n in cities]

    def _sort_sides(self) -> None:
        """`bare_ground` by hex: its sides to a builder as `rules.ground` has them, without track.

        Sides to printed cities are starts, those that lead nowhere closed.
        """
        rows: list[int] = []
        for here in range(int(self.hex_count)):
            word = 0
            for edge in range(EDGE_COUNT):
                beyond = int(self.neighbour[EDGE_COUNT * here + edge])
                if beyond < 0:
                    word += int(CLOSED) * 2**edge
                elif 0 <= self.stop_at[beyond] < self.city_count:
                    word += int(START) * 2**edge
            rows.append(word)
        self.bare_ground: vec[i64] = vector(rows)

    def _check_stops(self, entry: Entry) -> None:
        """A tile or more between stops, not too many to the nearest, and no hex out of reach."""
        for stop in range(int(self.stop_count)):
            here = int(self.stop_hex[stop])
            for edge in range(EDGE_COUNT):
                beyond = int(self.neighbour[EDGE_COUNT * here + edge])
                if beyond >= 0 and self.stop_at[beyond] >= 0:
                    other = self.stop_titles[int(self.stop_at[beyond])]
                    if other > self.stop_titles[stop]:  # each pair once
                        entry.refuse(f"{self.stop_titles[stop]} and {other} share an open edge")
            near = self._within(here, MOST_BETWEEN + 1) - {here}
            if all(self.stop_at[place] < 0 for place in near):
                entry.refuse(
                    f"{self.stop_titles[stop]} has no other stop with at most "
                    f"{MOST_BETWEEN} tiles between"
                )
        self._check_connected(entry)

    def _within(self, start: int, steps: int) -> set[int]:
        """The hexes at most so many steps over open edges from a hex."""
        found = {start}
        for _ in range(steps):
            found |= {
                int(self.neighbour[EDGE_COUNT * here + edge])
                for here in found
                for edge in range(EDGE_COUNT)
            } - {-1}
        return found

    def _check_connected(self, entry: Entry) -> None:
        """No hex out of reach over open edges."""
        reached = {0}
        waiting = [0]
        while waiting:
            here = waiting.pop()
            for edge in range(EDGE_COUNT):
                beyond = int(self.neighbour[EDGE_COUNT * here + edge])
                if beyond >= 0 and beyond not in reached:
                    reached.add(beyond)
                    waiting.append(beyond)
        if len(reached) < self.hex_count:
            missing = min(set(range(int(self.hex_count))) - reached)
            entry.refuse(f"{self.hex_names[missing]} cannot be reached")

    def _check_counts(self, entry: Entry) -> None:
        """The file's own summary of the map."""
        terrains = [int(kind) for kind in self.terrain]
        edges = [int(beyond) for beyond in self.neighbour]
        inner = sum(
            edges[EDGE_COUNT * here + edge] < 0 and (q + dq, r + dr) in self.axial
            for here, (q, r) in enumerate(self.axial)
            for edge, (dq, dr) in enumerate(STEPS)
        )
        counted = {
            "hexes": len(terrains),
            "cities": int(self.city_count),
            "towns": int(self.stop_count - self.city_count),
            "plain": terrains.count(0),
            "hill": terrains.count(1),
            "river_hexes": sum(int(flag) for flag in self.river),
            "city_goods": sum(self.printed_goods),
            "blocked_edges": inner // 2,
        }
        assert counted.keys() == COUNTED.keys()
        for key, number in counted.items():
            if entry[key].number() != number:
                entry[key].refuse(f"does not agree with the hexes, which have {number}")
