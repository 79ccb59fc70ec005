"""The components of Santa Fe as small integer tables, made from the data files and checked.

`data/pieces.yaml` says what the rulebook fixes, a file of `data/map/` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.santa_fe import actions
from railhead.games.santa_fe.board import Board
from railhead.games.santa_fe.data_schema import HIGHEST_VALUE, LOWEST_VALUE, MOST_SPACES
from railhead.games.vectors import vec, vector

HAND_SLOTS: Final = 5
MOST_PIECES: Final = 128
"""The track pieces of the box: from them follows how long a match can last."""

# Rows of the prices of a space, by who lays it.
PRICES_NONE: Final = 0
"""Nobody pays for terrain in the basic game."""
PRICES_FULL: Final = 4
PRICES_FREE_RIVERS: Final = 8
PRICES_SAVE_ONE: Final = 12
# What a space crosses: the sum of these, within a row.
RIVER: Final = 1
MOUNTAIN: Final = 2

FAR: Final = 1000
"""More pieces than any railroad has: the distance of what is not yet known to be nearer."""

LINK_SPACES: Final = 8
"""The room for the spaces of one link in the table of terrain."""


def _by_variant(entry: Entry, high: int) -> vec[i64]:
    entry.only("basic", "advanced")
    return vector([entry[name].integer(0, high) for name in ("basic", "advanced")])


@final
class Components:
    """Every number of the game that is data. Raises `DataError` where a file is wrong.

    A way is a link seen from one of its cities. Those of city `c` are numbers `way_first[c]` up to
    `way_first[c + 1]`, in the order of the cities they lead to.
    """

    def __init__(self, files: Mapping[str, Entry]) -> None:
        pieces, board = files["pieces"], files["map"]
        pieces.only(
            "railroads", "city_cards", "double_turn_cards", "branch_cards", "engineers", "hands",
            "money", "bonuses", "terrain",
        )  # fmt: skip
        self.board: Board = Board(board)
        self._read_railroads(pieces["railroads"])
        self._read_cards(pieces)
        self._read_money(pieces)
        self._read_prices(pieces["terrain"])
        self._index_cities(pieces["city_cards"], board["cities"])
        self._index_links()
        self._index_ways()

    def _read_railroads(self, entry: Entry) -> None:
        self.railroad_names: list[str] = []
        self.colours: list[str] = []
        supplies: list[int] = []
        listed = entry.check_sourced("list")["list"]
        for expected, item in zip(
            actions.RAILROADS, listed.items(len(actions.RAILROADS)), strict=True
        ):
            item.only("id", "name", "colour", "supply")
            if item["id"].text() != expected:
                raise item["id"].fail(f"is not {expected}")
            self.railroad_names.append(item["name"].text())
            self.colours.append(item["colour"].text())
            supplies.append(item["supply"].integer(1, 60))
        if sum(supplies) > MOST_PIECES:
            raise listed.fail(f"has {sum(supplies)} pieces, over {MOST_PIECES}")
        self.supply: vec[i64] = vector(supplies)

    def _read_cards(self, pieces: Entry) -> None:
        counts = [str(seats) for seats in range(2, actions.MOST_SEATS + 1)]
        doubles = pieces["double_turn_cards"].check_sourced(*counts)
        self.doubles: list[int] = [
            doubles[str(seats)].integer(seats, 20) for seats in range(2, actions.MOST_SEATS + 1)
        ]
        branches = pieces["branch_cards"].check_sourced("per_railroad")["per_railroad"]
        self.branches: int = branches.integer(0, actions.ROUTES - 1)
        engineers = pieces["engineers"].check_sourced("cards", "price")
        self.engineers: int = engineers["cards"].integer(0, actions.MOST_SEATS)
        self.engineer_price: i64 = engineers["price"].integer(0, 60)
        hands = pieces["hands"].check_sourced("cities", "limit", "limit_with_free_engineer")
        self.dealt: i64 = hands["cities"].integer(1, HAND_SLOTS - 1)
        self.hand_limit: i64 = hands["limit"].integer(int(self.dealt) + 1, HAND_SLOTS)
        free = hands["limit_with_free_engineer"].integer(1, int(self.hand_limit))
        self.engineer_limit: i64 = free

    def _read_money(self, pieces: Entry) -> None:
        money = pieces["money"].check_sourced("start", "branch_card", "bought_piece")
        self.start_money: vec[i64] = _by_variant(money["start"], 60)
        self.branch_price: vec[i64] = _by_variant(money["branch_card"], 60)
        self.piece_price: i64 = money["bought_piece"].integer(0, 60)
        bonuses = pieces["bonuses"].check_sourced("city", "special")
        self.city_bonus: i64 = bonuses["city"].integer(0, 60)
        self.special_bonus: i64 = bonuses["special"].integer(0, 60)

    def _read_prices(self, entry: Entry) -> None:
        entry.check_sourced("river", "mountain", "mountain_river")
        river = entry["river"].integer(0, 60)
        mountain = entry["mountain"].integer(0, 60)
        both = entry["mountain_river"].integer(max(river, mountain), 60)
        self.prices: vec[i64] = vector(
            [
                *(0, 0, 0, 0),
                *(0, river, mountain, both),
                *(0, 0, mountain, 0),
                *(0, 0, mountain, both - river),
            ]
        )

    def _index_cities(self, cards: Entry, cities: Entry) -> None:
        values = [str(value) for value in range(LOWEST_VALUE, HIGHEST_VALUE + 1)]
        printed = cards.check_sourced("copies")["copies"]
        printed.only(*values)
        copies = [printed[value].integer(1, 2) for value in values]
        board = self.board
        self.city_count: i64 = len(board.cities)
        self.value: vec[i64] = vector([city.value for city in board.cities])
        self.copies: vec[i64] = vector(
            [copies[city.value - LOWEST_VALUE] for city in board.cities if city.value]
        )
        self.cards: i64 = len(self.copies)
        """How many cities have a card; the double-turn card has this number."""
        self.deck_size: i64 = sum(int(number) for number in self.copies)
        least = actions.MOST_SEATS * int(self.dealt)
        if self.deck_size < least:
            raise cities.fail(f"makes {self.deck_size} city cards, below {least}")
        self.card_codes: list[str] = [*board.codes[: int(self.cards)], actions.DOUBLE]
        self.bit: vec[i64] = vector([1 << city for city in range(len(board.cities))])
        self.start: vec[i64] = vector(board.starts)
        self.special: vec[i64] = vector(
            [sum(1 << city for city in special) for special in board.special]
        )
        self.starters: vec[i64] = vector(
            [
                sum(1 << railroad for railroad, start in enumerate(board.starts) if start == city)
                for city in range(len(board.cities))
            ]
        )
        """For each city the railroads that start there, a bit each."""

    def _index_links(self) -> None:
        links = self.board.links
        first: list[int] = []
        line_link: list[int] = []
        terrain: list[int] = []
        whole: list[int] = []
        for number, link in enumerate(links):
            first.append(len(line_link))
            line_link.extend([number] * link.lines)
            row = [(RIVER if wet else 0) + (MOUNTAIN if link.mountain else 0) for wet in link.river]
            terrain.extend(row + [0] * (LINK_SPACES - link.spaces))
            if link.mountain and any(link.river):
                row = [RIVER + MOUNTAIN] * link.spaces
            whole.extend(row + [0] * (LINK_SPACES - link.spaces))
        assert MOST_SPACES < LINK_SPACES
        self.link_count: i64 = len(links)
        self.line_count: i64 = len(line_link)
        self.link_first: vec[i64] = vector(first)
        """The number of a link's first line."""
        self.link_lines: vec[i64] = vector([link.lines for link in links])
        self.link_spaces: vec[i64] = vector([link.spaces for link in links])
        self.link_ends: vec[i64] = vector([end for link in links for end in (link.a, link.b)])
        self.line_link: vec[i64] = vector(line_link)
        self.terrain: vec[i64] = vector(terrain)
        self.whole_terrain: vec[i64] = vector(whole)
        """The same where a river counts for every space of a mountain line."""

    def _index_ways(self) -> None:
        first: list[int] = []
        to: list[int] = []
        through: list[int] = []
        side: list[int] = []
        for city in range(len(self.board.cities)):
            first.append(len(to))
            ways: list[tuple[int, int, int]] = []
            for number, link in enumerate(self.board.links):
                if link.a == city:
                    ways.append((link.b, number, 0))
                elif link.b == city:
                    ways.append((link.a, number, 1))
            for near, number, end in sorted(ways):
                to.append(near)
                through.append(number)
                side.append(end)
        first.append(len(to))
        self.way_first: vec[i64] = vector(first)
        self.way_to: vec[i64] = vector(to)
        self.way_link: vec[i64] = vector(through)
        self.way_side: vec[i64] = vector(side)
        """Which end of its link the way begins at: 0 for `a`, 1 for `b`."""


def distances(components: Components) -> list[int]:
    """The fewest pieces from each city to each, row by row, on a map without track."""
    cities = int(components.city_count)
    away = [0 if one == other else FAR for one in range(cities) for other in range(cities)]
    for link in range(int(components.link_count)):
        a, b = int(components.link_ends[2 * link]), int(components.link_ends[2 * link + 1])
        away[cities * a + b] = away[cities * b + a] = int(components.link_spaces[link])
    for over in range(cities):
        for one in range(cities):
            first = away[cities * one + over]
            if first < FAR:
                for other in range(cities):
                    through = first + away[cities * over + other]
                    if through < away[cities * one + other]:
                        away[cities * one + other] = through
    return away
