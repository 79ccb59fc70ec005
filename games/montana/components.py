"""The components of Montana as small integer tables, made from the data files and checked.

`data/pieces.yaml` says what the rulebook fixes, a file of `data/components/` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.data_schema import Schema, check
from railhead.games.montana import actions
from railhead.games.montana.data_schema import JOKER, READINGS, schema
from railhead.games.montana.geometry import (
    LAKE,
    LAND,
    OUTSIDE,
    START,
    Face,
    Hex,
    Tile,
    are_connected,
    hex_name,
    neighbours,
    read_lattice,
    read_layout,
    read_tiles,
    tile_hexes,
)
from railhead.games.vectors import vec, vector

OTHER_PAYMENTS: Final[i64] = 7
"""Ways to pay in an area with one worker of its colour, or two of the three others."""
AREA_PAYMENTS: Final[i64] = 11
"""Those, and the ways with two of which one or both are of its colour."""
JOKER_PAIR: Final = -1
FACE_OUTSIDE: Final = 0
FACE_START: Final = 1
FIRST_FACE: Final = 2
"""Face 0 is off the map, face 1 the start tile; then come seven a tile."""
BYTE_HIGHS: Final = 0x808080808080
"""The high bit of six bytes: where a byte of `have - cost` borrows, it is cleared."""


def _bytes(numbers: list[int]) -> int:
    return sum(number << (8 * index) for index, number in enumerate(numbers))


def _counts(colours: tuple[int, ...]) -> list[int]:
    return [colours.count(colour) for colour in range(4)]


@final
class Seats:
    """What depends on the number of players: tiles, settlements, supplies, layout, first map."""

    def __init__(self, tiles: int, settlements: int, supply: list[int]) -> None:
        self.tiles: int = tiles
        self.settlements: int = settlements
        self.supply: list[int] = supply
        """By good, in the order of `GOODS`."""
        self.centres: list[Hex] = []
        self.first_tiles: list[str] = []
        self.first_start: str = ""


@final
class Components:
    """Every number of the game that is data. Raises `DataError` where a file is wrong.

    Vectors over several dimensions are row by row: `neighbours[6 * hex + direction]`, -1 for none.
    """

    def __init__(self, files: Mapping[str, Entry]) -> None:
        pieces, components = files["pieces"], files["components"]
        pieces.only("goods", "workers", "tokens", "players", "start", "city", "building", "trade")
        self._read_sets()
        self._read_pieces(pieces)
        self._read_rules(pieces)
        of_map = [seats.tiles for seats in self.seats]
        self.schema: Schema = schema(self.tile_count, self.canteens, of_map)
        check(components, self.schema)
        self.title: str = components["title"].text()
        self.notices: list[str] = [notice.text() for notice in components["notices"].items()]
        self._read_wheel(components["wheel"])
        self._read_bank(components["bank"])
        self._read_areas(components["areas"])
        self._read_city(components["city"])
        self._read_build_coins(components["build_coins"])
        self._read_map(components)
        components.settle()
        self._check_supplies(pieces)

    def _read_sets(self) -> None:
        counts = [_counts(colours) for colours in actions.SETS]
        self.set_counts: vec[i64] = vector([number for row in counts for number in row])
        self.set_size: vec[i64] = vector([sum(row) for row in counts])
        self.set_bytes: vec[i64] = vector([_bytes(row) for row in counts])
        payments: list[int] = []
        for area in range(len(actions.AREAS)):
            pairs = range(actions.PAIRS, actions.TRIPLES)
            payments.append(actions.SINGLES + area)
            payments.extend(sorted(pairs, key=lambda pair: area in actions.SETS[pair]))
        self.area_payments: vec[i64] = vector(payments)

    def _read_pieces(self, pieces: Entry) -> None:
        goods = pieces["goods"].check_sourced("pieces")["pieces"]
        goods.only(*actions.GOODS)
        self.goods_pieces: list[int] = [goods[good].integer(1, 60) for good in actions.GOODS]
        workers = pieces["workers"].check_sourced("per_colour", "limit")
        self.workers_per_colour: i64 = workers["per_colour"].integer(16, 60)
        self.worker_limit: i64 = workers["limit"].integer(4, 20)
        tokens = pieces["tokens"].check_sourced(
            "cattle", "canteens", "tiles", "settlements_per_colour"
        )
        self.cattle: int = tokens["cattle"].integer(4, 60)
        self.canteens: int = tokens["canteens"].integer(0, 12)
        self.tile_count: int = tokens["tiles"].integer(1, 40)
        most = tokens["settlements_per_colour"].integer(1, 30)
        players = pieces["players"].check_sourced("2", "3", "4")
        self.seats: list[Seats] = []
        for key in ("2", "3", "4"):
            row = players[key]
            row.only("tiles", "settlements", "small_goods", "large_goods")
            small = row["small_goods"].integer(0, min(self.goods_pieces[:4]))
            large = row["large_goods"].integer(0, min(self.goods_pieces[4:]))
            tiles = row["tiles"].integer(1, self.tile_count)
            settlements = row["settlements"].integer(1, most)
            self.seats.append(Seats(tiles, settlements, [small] * 4 + [large] * 2))

    def _read_rules(self, pieces: Entry) -> None:
        start = pieces["start"].check_sourced("coins", "small_goods", "cattle", "spins")
        self.start_coins: vec[i64] = vector([c.integer(0, 60) for c in start["coins"].items(4)])
        self.start_goods: i64 = start["small_goods"].integer(0, 6)
        self.start_cattle: i64 = start["cattle"].integer(0, 4)
        self.start_spins: i64 = start["spins"].integer(1, int(self.worker_limit) // 2)
        city = pieces["city"].check_sourced("free_pumpkins")
        self.free_pumpkins: i64 = city["free_pumpkins"].integer(0, 4)
        building = pieces["building"].check_sourced("most_fields", "line", "line_settlements")
        self.most_fields: i64 = building["most_fields"].integer(1, 3)
        self.line: i64 = building["line"].integer(2, 12)
        self.line_settlements: i64 = building["line_settlements"].integer(0, 3)
        trade = pieces["trade"].check_sourced("goods", "coins", "workers")
        self.trade_goods: i64 = trade["goods"].integer(1, 4)
        self.trade_coins: i64 = trade["coins"].integer(1, 60)
        self.trade_workers: i64 = trade["workers"].integer(1, 2)

    def _read_wheel(self, entry: Entry) -> None:
        wheel: list[int] = []
        for space in entry["spaces"].items():
            pair = [half.index([*actions.COLOURS, JOKER]) for half in space.items()]
            if pair.count(4) == 1:
                space.refuse("mixes a joker with a colour")
            wheel.append(JOKER_PAIR if 4 in pair else actions.SETS.index((min(pair), max(pair))))
        self.wheel: vec[i64] = vector(wheel)

    def _read_bank(self, entry: Entry) -> None:
        spaces = entry["spaces"].items()
        workers = [space["workers"].number() for space in spaces]
        coins = [space["coins"].number() for space in spaces]
        self.bank_spaces: i64 = len(workers)
        self.bank_workers: vec[i64] = vector(workers)
        self.bank_coins: vec[i64] = vector(coins)

    def _read_areas(self, entry: Entry) -> None:
        cost: list[int] = []
        goods: list[int] = []
        extra: list[int] = []
        for name in actions.AREAS:
            spaces = entry[name]["spaces"]
            for space in spaces.items():
                cost.append(space["cost"].number())
                goods.append(space["goods"].number())
                extra.append(space["small_space_goods"].number())
            own = cost[-int(actions.AREA_SPACES) :]
            if own != sorted(set(own)):
                spaces.refuse("does not rise in cost from space to space")
        self.area_cost: vec[i64] = vector(cost)
        self.area_goods: vec[i64] = vector(goods)
        self.area_extra: vec[i64] = vector(extra)

    def _read_city(self, entry: Entry) -> None:
        prices = [price.number() for price in entry["column_prices"].items()]
        if prices != sorted(set(prices)):
            entry["column_prices"].refuse("does not rise from column to column")
        rows = entry["rows"].items()
        self.rows: i64 = len(rows)
        self.columns: i64 = len(prices)
        self.prices: vec[i64] = vector(prices)
        self.row_cattle: vec[i64] = vector([row["cattle"].number() for row in rows])
        self.row_coins: vec[i64] = vector([row["coins"].number() for row in rows])
        self.row_goods: vec[i64] = vector([row["goods"].number() for row in rows])
        self.row_choice: vec[i64] = vector([self._row_choice(row) for row in rows])
        self.row_upgrades: vec[i64] = vector([row["upgrades"].number() for row in rows])

    def _row_choice(self, row: Entry) -> int:
        """The most of each small good that a row offers, one byte each."""
        chosen = [good.index(actions.SMALL_GOODS) for good in row["goods_from"].items()]
        if (row["goods"].value != 0) != bool(chosen):
            row.refuse("offers goods of no kind, or kinds of no goods")
        if chosen and row["upgrades"].value != 0:
            row.refuse("offers both goods and upgrades")
        return _bytes([3 if good in chosen else 0 for good in range(4)])

    def _read_build_coins(self, entry: Entry) -> None:
        readings: list[int] = []
        for reading in READINGS:
            readings.extend(coins.number() for coins in entry[reading].items())
        self.build_coins: vec[i64] = vector(readings)

    def _read_map(self, components: Entry) -> None:
        tiles = components["tiles"]["list"]
        self.tiles: list[Tile] = read_tiles(tiles, self.canteens)
        self.tile_names: list[str] = [tile.name for tile in self.tiles]
        layouts = components["layouts"]
        lattice = read_lattice(layouts["lattice"])
        first = components["first_game"]["players"]
        places: set[Hex] = set()
        for index, seats in enumerate(self.seats):
            key = str(index + 2)
            seats.centres = read_layout(layouts["players"][key], lattice)
            self._read_first_game(first[key], seats)
            places.update(p for centre in seats.centres for p in tile_hexes(centre, 0))
        self._index_hexes(sorted(places, key=lambda place: (place[1], place[0])))
        self._index_faces()

    def _read_first_game(self, entry: Entry, seats: Seats) -> None:
        seats.first_tiles = [tile.text() for tile in entry["tiles"].items()]
        seats.first_start = entry["start_tile_on"].text()
        unknown = [tile for tile in entry["tiles"].items() if tile.value not in self.tile_names]
        for tile in unknown:
            tile.refuse(f"is {tile.value!r}, not one of {', '.join(self.tile_names)}")
        if seats.first_start not in seats.first_tiles:
            entry["start_tile_on"].refuse(
                f"is {seats.first_start!r}, not one of {', '.join(seats.first_tiles)}"
            )
        if not unknown and not are_connected(self._fields(seats)):
            entry["tiles"].refuse("makes a map whose fields are not connected")

    def _fields(self, seats: Seats) -> set[Hex]:
        """The fields of the first game's map."""
        fields: set[Hex] = set()
        for centre, name in zip(seats.centres, seats.first_tiles, strict=True):
            faces = self.tiles[self.tile_names.index(name)].faces
            places = tile_hexes(centre, 0)
            fields.update(places[i] for i, face in enumerate(faces) if face.kind == LAND)
        return fields

    def _index_hexes(self, places: list[Hex]) -> None:
        index = {place: number for number, place in enumerate(places)}
        self.hexes: list[Hex] = places
        self.hex_names: list[str] = [hex_name(place) for place in places]
        self.hex_count: i64 = len(places)
        self.neighbours: vec[i64] = vector(
            [index.get(near, -1) for place in places for near in neighbours(place)]
        )

    def _index_faces(self) -> None:
        none = [0] * len(actions.GOODS)
        faces = [Face(OUTSIDE, none, 0, False), Face(START, none, 0, False)]
        faces.extend(face for tile in self.tiles for face in tile.faces)
        self.faces: list[Face] = faces
        self.face_kind: vec[i64] = vector([face.kind for face in faces])
        self.face_cost: vec[i64] = vector([number for face in faces for number in face.cost])
        self.face_bytes: vec[i64] = vector([_bytes(face.cost) for face in faces])
        self.face_settlements: vec[i64] = vector([face.settlements for face in faces])

    def _check_supplies(self, pieces: Entry) -> None:
        """The pieces suffice for every set-up and every single gain, or `DataError`."""
        symbols = sorted(
            sum(face.kind == LAND and face.token for face in tile.faces) for tile in self.tiles
        )
        gains = [int(self.area_goods[index]) for index in range(len(self.area_goods))]
        gains += [int(goods) for goods in self.row_goods]
        upgrades = max(int(upgrades) for upgrades in self.row_upgrades)
        for index, seats in enumerate(self.seats):
            players = index + 2
            entry = pieces["players"][str(players)]
            if sum(symbols[-seats.tiles :]) + players * int(self.start_cattle) > self.cattle:
                raise entry.fail(f"needs more than the {self.cattle} cattle")
            if seats.supply[0] + players * int(self.start_goods) > min(self.goods_pieces[:4]):
                raise entry["small_goods"].fail("leaves too few small goods for the players")
            if seats.supply[0] < max(gains) or seats.supply[4] < upgrades:
                raise entry.fail("has a supply below what a single action may take")

    def lake_with_canteen(self, face: int) -> bool:
        """Whether a face is a lake that starts with a canteen."""
        return self.faces[face].kind == LAKE and self.faces[face].token
