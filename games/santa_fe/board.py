"""The map as data: cities, links of one or two lines, where railroads start. Read and checked.

Cities with a card come first, so that a city's number is its card's number too.
"""

from __future__ import annotations

import re
from typing import Final

from railhead.games.data import CONFIDENCES, Entry
from railhead.games.santa_fe import actions

MOST_CITIES: Final = 60
MOST_LINKS: Final = 250
MOST_SPACES: Final = 7
LOWEST_VALUE: Final = 2
HIGHEST_VALUE: Final = 7
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]{1,3}")


class City:
    """A city: its code in moves, its name, its value (0 for a start), where it is drawn.

    `id` is how the data file itself refers to it.
    """

    def __init__(self, id: str, code: str, name: str, value: int, x: int, y: int) -> None:
        self.id = id
        self.code = code
        self.name = name
        self.value = value
        self.x = x
        self.y = y


class Link:
    """Two neighbouring cities, by number, the lines between them, and what each space crosses."""

    def __init__(self, a: int, b: int, lines: int, mountain: bool, river: list[bool]) -> None:
        self.a = a
        self.b = b
        self.lines = lines
        self.mountain = mountain
        self.river = river
        """One entry for each space, from `a` to `b`."""

    @property
    def spaces(self) -> int:
        """How many pieces complete one of its lines."""
        return len(self.river)


class Board:
    """A whole map. Raises `DataError` where the file is wrong."""

    def __init__(self, entry: Entry) -> None:
        entry.only("title", "notices", "board", "railroads", "cities", "links")
        self.title: str = entry["title"].text()
        self.notices: list[str] = [notice.text() for notice in entry["notices"].items()]
        entry["board"].only("width", "height")
        self.width: int = entry["board"]["width"].integer(100, 5000)
        self.height: int = entry["board"]["height"].integer(100, 5000)
        self.cities: list[City] = self._read_cities(entry["cities"])
        self.ids: list[str] = [city.id for city in self.cities]
        self.codes: list[str] = [city.code for city in self.cities]
        self.starts: list[int] = []
        self.special: list[list[int]] = []
        self._read_railroads(entry["railroads"])
        self.links: list[Link] = self._read_links(entry["links"])

    def _read_cities(self, entry: Entry) -> list[City]:
        found: list[City] = []
        listed = entry.sourced("list")["list"].items()
        if not 2 <= len(listed) <= MOST_CITIES:
            raise entry["list"].fail(f"has {len(listed)} cities, not 2 to {MOST_CITIES}")
        for item in listed:
            city = self._read_city(item)
            if city.id in [other.id for other in found]:
                raise item["id"].fail(f"is {city.id!r}, the name of another city")
            if city.code in [other.code for other in found]:
                raise item["code"].fail(f"is {city.code!r}, the code of another city")
            if city.name in [other.name for other in found]:
                raise item["name"].fail(f"is {city.name!r}, the name of another city")
            if (city.x, city.y) in [(other.x, other.y) for other in found]:
                raise item["x"].fail(f"is {city.x}, which with y {city.y} is where another city is")
            found.append(city)
        return [c for c in found if c.value] + [c for c in found if not c.value]

    def _read_city(self, item: Entry) -> City:
        item.only("id", "code", "name", "value", "x", "y", "confidence")
        item["confidence"].index(CONFIDENCES)
        code = item["code"].text()
        if not _CODE.fullmatch(code):
            raise item["code"].fail(f"is {code!r}, not two to four capital letters and digits")
        value = item["value"].integer(0, HIGHEST_VALUE)
        if 0 < value < LOWEST_VALUE:
            raise item["value"].fail("is neither 0, of a start city, nor the value of a card")
        x = item["x"].integer(0, self.width)
        y = item["y"].integer(0, self.height)
        return City(item["id"].text(), code, item["name"].text(), value, x, y)

    def _read_railroads(self, entry: Entry) -> None:
        for expected, item in zip(
            actions.RAILROADS,
            entry.sourced("list")["list"].items(len(actions.RAILROADS)),
            strict=True,
        ):
            item.only("id", "start", "special")
            if item["id"].text() != expected:
                raise item["id"].fail(f"is not {expected}")
            start = item["start"].index(self.ids)
            if self.cities[start].value:
                raise item["start"].fail("has a value, which start cities have not")
            self.starts.append(start)
            self.special.append(
                [self._read_special(special, start) for special in item["special"].items()]
            )
            if len(set(self.special[-1])) != len(self.special[-1]):
                raise item["special"].fail("names a city twice")
        for city in self.cities:
            if city.value == 0 and self.ids.index(city.id) not in self.starts:
                raise entry.fail(f"has no start at {city.id}, a city without value")

    def _read_special(self, item: Entry, start: int) -> int:
        item.only("city", "confidence")
        item["confidence"].index(CONFIDENCES)
        city = item["city"].index(self.ids)
        if city == start:
            raise item["city"].fail("is where the railroad itself starts")
        return city

    def _read_links(self, entry: Entry) -> list[Link]:
        found: list[Link] = []
        for item in entry.sourced("list")["list"].items():
            link = self._read_link(item)
            if {link.a, link.b} in [{other.a, other.b} for other in found]:
                raise item.fail("joins two cities that another link joins")
            found.append(link)
        if len(found) > MOST_LINKS:
            raise entry["list"].fail(f"has {len(found)} links, over {MOST_LINKS}")
        unreached = set(range(len(self.cities))) - _reached(found, self.starts[0])
        if unreached:
            raise entry.fail(f"leaves {self.ids[min(unreached)]} without a way to it")
        return found

    def _read_link(self, item: Entry) -> Link:
        item.only("a", "b", "lines", "mountain", "river", "rivers")
        a, b = item["a"].index(self.ids), item["b"].index(self.ids)
        if a == b:
            raise item.fail("joins a city with itself")
        river = [space.flag() for space in item["river"].items()]
        if not 1 <= len(river) <= MOST_SPACES:
            raise item["river"].fail(f"has {len(river)} spaces, not 1 to {MOST_SPACES}")
        rivers = [river.text() for river in item["rivers"].items()]
        if len(rivers) > sum(river) or bool(rivers) != any(river):
            raise item["rivers"].fail("does not fit the spaces that cross a river")
        return Link(a, b, item["lines"].integer(1, 2), item["mountain"].flag(), river)


def _reached(links: list[Link], start: int) -> set[int]:
    """The cities that can be reached from one."""
    reached = {start}
    frontier = [start]
    while frontier:
        city = frontier.pop()
        for link in links:
            near = link.b if link.a == city else link.a if link.b == city else city
            if near not in reached:
                reached.add(near)
                frontier.append(near)
    return reached
