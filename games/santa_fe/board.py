"""The map as data: cities, links of one or two lines, where railroads start. Read and checked.

Cities with a card come first, so that a city's number is its card's number too.
"""

from __future__ import annotations

from railhead.games.data import Entry
from railhead.games.data_schema import check
from railhead.games.santa_fe.data_schema import MAP


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
        check(entry, MAP)
        self.title: str = entry["title"].text()
        self.notices: list[str] = [notice.text() for notice in entry["notices"].items()]
        self.width: int = entry["board"]["width"].number()
        self.height: int = entry["board"]["height"].number()
        self.cities: list[City] = self._read_cities(entry["cities"])
        self.ids: list[str] = [city.id for city in self.cities]
        self.codes: list[str] = [city.code for city in self.cities]
        self.starts: list[int] = []
        self.special: list[list[int]] = []
        self._read_railroads(entry["railroads"])
        self.links: list[Link] = self._read_links(entry["links"])
        entry.settle()

    def _read_cities(self, entry: Entry) -> list[City]:
        found: list[City] = []
        for item in entry["list"].items():
            city = self._read_city(item)
            if city.id in [other.id for other in found]:
                item["id"].refuse(f"is {city.id!r}, the name of another city")
            if city.code in [other.code for other in found]:
                item["code"].refuse(f"is {city.code!r}, the code of another city")
            if city.name in [other.name for other in found]:
                item["name"].refuse(f"is {city.name!r}, the name of another city")
            if (city.x, city.y) in [(other.x, other.y) for other in found]:
                item["x"].refuse(f"is {city.x}, which with y {city.y} is where another city is")
            found.append(city)
        return [c for c in found if c.value] + [c for c in found if not c.value]

    def _read_city(self, item: Entry) -> City:
        x, y = item["x"].number(), item["y"].number()
        for key, at, most in (("x", x, self.width), ("y", y, self.height)):
            if at > most:
                item[key].refuse(f"is {at}, outside 0 to {most}")
        code, name = item["code"].text(), item["name"].text()
        return City(item["id"].text(), code, name, item["value"].number(), x, y)

    def _read_railroads(self, entry: Entry) -> None:
        for item in entry["list"].items():
            start = self._read_end(item["start"])
            if start >= 0 and self.cities[start].value:
                item["start"].refuse("has a value, which start cities have not")
            self.starts.append(start)
            special = item["special"].items()
            if len({one["city"].text() for one in special}) != len(special):
                item["special"].refuse("names a city twice")
            self.special.append([self._read_special(one["city"], start) for one in special])
        for city in self.cities:
            if city.value == 0 and self.ids.index(city.id) not in self.starts:
                entry.refuse(f"has no start at {city.id}, a city without value")

    def _read_special(self, entry: Entry, start: int) -> int:
        city = self._read_end(entry)
        if city == start >= 0:
            entry.refuse("is where the railroad itself starts")
        return city

    def _read_end(self, entry: Entry) -> int:
        """The number of the city of this id, -1 where there is none, which is noted."""
        if entry.text() in self.ids:
            return self.ids.index(entry.text())
        entry.refuse(f"is {entry.text()!r}, not one of {', '.join(self.ids)}")
        return -1

    def _read_links(self, entry: Entry) -> list[Link]:
        found: list[Link] = []
        for item in entry["list"].items():
            link = self._read_link(item)
            if min(link.a, link.b) >= 0 and {link.a, link.b} in [
                {other.a, other.b} for other in found
            ]:
                item.refuse("joins two cities that another link joins")
            found.append(link)
        entry.settle()  # a link to nowhere makes others look as if they were not reached
        unreached = set(range(len(self.cities))) - _reachable_cities(found, self.starts[0])
        if unreached:
            entry.refuse(f"leaves {self.ids[min(unreached)]} without a way to it")
        return found

    def _read_link(self, item: Entry) -> Link:
        a, b = self._read_end(item["a"]), self._read_end(item["b"])
        if item["a"].text() == item["b"].text():
            item.refuse("joins a city with itself")
        river = [space.flag() for space in item["river"].items()]
        rivers = item["rivers"].items()
        if len(rivers) > sum(river) or bool(rivers) != any(river):
            item["rivers"].refuse("does not fit the spaces that cross a river")
        return Link(a, b, item["lines"].number(), item["mountain"].flag(), river)


def _reachable_cities(links: list[Link], start: int) -> set[int]:
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
