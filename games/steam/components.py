"""The components of Steam as small integer tables, made from the data files and checked.

`data/pieces.yaml` says what the rulebook fixes, a file of `data/map/` the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.steam import actions
from railhead.games.steam.data_schema import FEWEST_SEATS
from railhead.games.steam.geography import MOST_STOPS, Geography
from railhead.games.steam.tiles import EDGE_COUNT, TileSet
from railhead.games.vectors import vec, vector

HILL: Final = 1
SPLIT_ROW: Final = (actions.MOST_LINKS + 1) * (actions.MOST_LINKS + 1)


@final
class Components:
    """Every number of the game that is data. Raises `DataError` where a file is wrong."""

    def __init__(self, files: Mapping[str, Entry]) -> None:
        pieces, map_file = files["pieces"], files["map"]
        pieces.only(
            "goods", "new_cities", "growth", "supply", "tracks", "players", "money", "track_tiles"
        )
        self.tiles: TileSet = TileSet(pieces["track_tiles"])
        self.land: Geography = Geography(map_file)
        self._read_pieces(pieces)
        self._read_players(pieces["players"], map_file)
        self._read_money(pieces["money"])
        self._index_splits()
        self.stop_mask: vec[i64] = vector([2**stop for stop in range(MOST_STOPS)])
        land = self.land
        self.terrain_cost: vec[i64] = vector(
            [
                self.hill_cost * int(land.terrain[place] == HILL)
                + self.river_cost * int(land.river[place])
                for place in range(int(land.hex_count))
            ]
        )
        self.no_links: vec[i64] = vector([-1] * (EDGE_COUNT * int(land.stop_count)))
        """One entry for each stop and edge, to be copied."""
        self.zeros: vec[i64] = vector([0] * 8)
        """To be copied."""

    def _read_pieces(self, pieces: Entry) -> None:
        goods = pieces["goods"].check_sourced("cubes")["cubes"]
        goods.only(*actions.COLOURS)
        self.goods: list[int] = [goods[colour].integer(1, 60) for colour in actions.COLOURS]
        new = pieces["new_cities"].check_sourced("tiles")["tiles"]
        new.only(*actions.COLOURS)
        self.new_cities: list[int] = [new[colour].integer(0, 8) for colour in actions.COLOURS]
        self.markers: int = pieces["growth"].check_sourced("markers")["markers"].integer(0, 40)
        self.spaces: int = (
            pieces["supply"].check_sourced("spaces")["spaces"].integer(1, actions.SPACES)
        )
        tracks = pieces["tracks"].check_sourced(
            "lowest_income", "highest_income", "highest_locomotive"
        )
        self.lowest_income: i64 = tracks["lowest_income"].integer(-20, 0)
        self.highest_income: i64 = tracks["highest_income"].integer(1, 20)
        self.highest_locomotive: i64 = tracks["highest_locomotive"].integer(1, actions.MOST_LINKS)

    def _read_players(self, entry: Entry, map_file: Entry) -> None:
        entry.check_sourced(*(str(seats) for seats in range(FEWEST_SEATS, actions.MOST_SEATS + 1)))
        self.turns: list[int] = []
        self.cubes_per_space: list[int] = []
        for seats in range(FEWEST_SEATS, actions.MOST_SEATS + 1):
            row = entry[str(seats)]
            row.only("turns", "cubes_per_space")
            self.turns.append(row["turns"].integer(1, 20))
            self.cubes_per_space.append(row["cubes_per_space"].integer(0, 6))
            needed = sum(self.city_goods(seats)) + self.spaces * self.cubes_per_space[-1]
            if seats in self.land.players and needed > sum(self.goods):
                raise map_file["hexes"].fail(f"needs {needed} goods for {seats} players")
        if self.markers < max(self.turns):
            raise entry.fail(f"has more turns than the {self.markers} growth markers")

    def _read_money(self, entry: Entry) -> None:
        keys = (
            "raised_per_step", "victory_points_per_step", "city_growth", "locomotive",
            "urbanization", "hill", "river", "town",
        )  # fmt: skip
        amounts = [entry.check_sourced(*keys)[key].integer(0, 20) for key in keys]
        self.raised_per_step: i64 = amounts[0]
        self.points_per_step: i64 = amounts[1]
        if amounts[0] == 0 or amounts[1] == 0:
            raise entry.fail("raises nothing, or for nothing")
        self.growth_cost: i64 = amounts[2]
        self.locomotive_cost: i64 = amounts[3]
        self.urbanization_cost: i64 = amounts[4]
        self.hill_cost: int = amounts[5]
        self.river_cost: int = amounts[6]
        self.town_cost: i64 = amounts[7]

    def _index_splits(self) -> None:
        """`split_rank`: by seat, points left and points taken, the summands of a split's number."""
        first = {split: number for number, split in reversed(list(enumerate(actions.SPLITS)))}
        rows = [0] * (actions.MOST_SEATS * SPLIT_ROW)
        for seat in range(actions.MOST_SEATS):
            for left in range(actions.MOST_LINKS + 1):
                for taken in range(left + 1):
                    # The rank of the first split that agrees up to here, less that without it.
                    head = (actions.MOST_LINKS - left, *[0] * (seat - 1)) if seat else ()
                    if seat == 0 and left != actions.MOST_LINKS:
                        continue
                    rest = [0] * (actions.MOST_SEATS - seat - 1)
                    step = first[(*head, taken, *rest)] - first[(*head, 0, *rest)]
                    rows[seat * SPLIT_ROW + left * (actions.MOST_LINKS + 1) + taken] = step
        self.split_rank: vec[i64] = vector(rows)
        self.split_points: vec[i64] = vector(
            [number for split in actions.SPLITS for number in split]
        )
        """By split and seat."""

    def city_goods(self, seats: int) -> list[int]:
        """The cubes that each printed city starts with."""
        change = self.land.three_players if seats == FEWEST_SEATS else 0
        return [number + change for number in self.land.printed_goods]
