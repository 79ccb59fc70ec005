"""The components as small integer tables, made from the data files and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.data_schema import check
from railhead.games.great_western_trail import names
from railhead.games.great_western_trail.data_schema import BOARD, FRAMES, JOB_ROWS, SEATS
from railhead.games.great_western_trail.trail import Trail, entry_of
from railhead.games.vectors import vec, vector

# What an effect does: places in `names.DOINGS`.
DO_DISCARD: Final = 0
DO_DISCARD_CATTLE: Final = 1
DO_DISCARD_OBJECTIVE: Final = 2
DO_DISCARD_PAIR: Final = 3
DO_GAIN: Final = 4
DO_MONEY_ENGINEERS: Final = 5
DO_MONEY_FOREST: Final = 6
DO_TEEPEE_PAIRS: Final = 7
DO_HIRE: Final = 8
DO_BUILD: Final = 9
DO_OBJECTIVE: Final = 10
DO_ENGINE: Final = 11
DO_ENGINE_ENGINEERS: Final = 12
DO_ENGINE_FOREST: Final = 13
DO_ENGINE_BACK: Final = 14
DO_TRADE: Final = 15
DO_AUXILIARY: Final = 16
DO_CATTLE_MARKET: Final = 17
DO_HAZARD: Final = 18
DO_DRAW: Final = 19
DO_DRAW_COWBOYS: Final = 20
DO_MOVE: Final = 21
DO_RIDE: Final = 22
DO_SPECIAL_DELIVERY: Final = 23
DO_COPY: Final = 24
DO_UPGRADE_BEHIND: Final = 25

CATTLE: Final[i64] = 13
CARDS: Final[i64] = 34
OBJECTIVES: Final[i64] = 21
TASKS: Final[i64] = 9
TILES: Final = 21
SLOTS: Final[i64] = 3
"""At most so many local actions are printed on a tile."""
CHOICE: Final = 64
"""A local action is `1 + effect`, plus this times `1 + other effect` where one can be chosen."""
NO_EFFECT: Final = -1
TASK_BITS: Final = 6
"""Room for the number of one task in a packed list of tasks, its guard bit included."""


def local_action(effects: list[int]) -> int:
    """A local action as one number; see `CHOICE`."""
    return 1 + effects[0] + (CHOICE * (1 + effects[1]) if len(effects) > 1 else 0)


def packed_tasks(tasks: list[int]) -> int:
    """The numbers of the nine tasks, below 32 each, as one integer."""
    return sum(number << (TASK_BITS * index) for index, number in enumerate(tasks))


def task_letters(components: Components, card: int) -> str:
    """The tasks of an objective card as letters of `names.TASKS`, such as `BBH`."""
    packed = int(components.objective_tasks[card])
    return "".join(
        letter * ((packed >> (TASK_BITS * index)) & 31) for index, letter in enumerate(names.TASKS)
    )


@final
class Components:
    """Every number of the game that is data. Raises `DataError` where a file is wrong.

    Vectors over several dimensions are row by row.
    """

    def __init__(self, files: Mapping[str, Entry]) -> None:
        board, pieces = files["board"], files["pieces"]
        check(board, BOARD)
        self.title: str = board["title"].text()
        self.notices: list[str] = [notice.text() for notice in board["notices"].items()]
        self.trail: Trail = Trail(board)
        self._read_markets(board)
        self._read_stations(board["stations"])
        self._read_cities(board["cities"])
        board.settle()
        self._read_effects(pieces["effects"])
        self._read_cattle(pieces["cattle"])
        self._read_objectives(pieces["objectives"])
        self._read_tiles(pieces)
        self._read_buildings(pieces)
        self._read_workers(pieces["workers"])
        self._read_masters(pieces["station_masters"])
        self._read_player_boards(pieces)

    def _read_markets(self, board: Entry) -> None:
        jobs = board["job_market"]
        self.job_cost: vec[i64] = vector([cost.number() for cost in jobs["costs"].items()])
        refills = [row.number() - 1 for row in jobs["refill_after"].items()]
        self.refill_after: vec[i64] = vector([int(row in refills) for row in range(JOB_ROWS)])
        market = board["cattle_market"]
        self.market_size: vec[i64] = vector([market[seats].number() for seats in SEATS])
        offers = board["offers"]["list"].items()
        self.offer_cowboys: vec[i64] = vector([offer["cowboys"].number() for offer in offers])
        self.offer_price: vec[i64] = vector([offer["price"].number() for offer in offers])
        self.offer_cards: vec[i64] = vector([offer["cards"].number() for offer in offers])
        self.offer_value: vec[i64] = vector([offer["value"].number() for offer in offers])

    def _read_stations(self, entry: Entry) -> None:
        stations = entry["list"].items()
        self.turn_back: i64 = entry["turn_back"].number()
        self.siding: vec[i64] = vector([int("." in space) for space in names.SPACES])
        self.station_at: vec[i64] = vector([-1] * len(names.SPACES))
        spaces: list[int] = []
        for index, name in enumerate(names.STATIONS):
            spaces.append(names.SPACES.index(name))
            self.station_at[spaces[-1]] = index
        self.station_space: vec[i64] = vector(spaces)
        self.station_cost: vec[i64] = vector([one["cost"].number() for one in stations])
        self.station_points: vec[i64] = vector([one["points"].number() for one in stations])
        self.station_black: vec[i64] = vector([_frame(s) for s in stations])
        self.master_stations: int = len(names.MASTERS)
        for index, station in enumerate(stations):
            master = station.get("master")
            if (master is not None and master.flag()) != (index < self.master_stations):
                station.refuse(
                    f"has to have a master as one of the first {self.master_stations}, or none"
                )

    def _read_cities(self, entry: Entry) -> None:
        cities = entry["list"].items()
        value, points, money, arrow, card = [], [], [], [], []
        for city in cities:
            value.append(city["value"].number())
            points.append(_number(city, "each"))
            money.append(_number(city, "money"))
            right = city.get("right")
            arrow.append(_number(right, "points") if right else 0)
            objective = right.get("objective") if right else None
            card.append(int(objective is not None and objective.flag()))
        self.city_value: vec[i64] = vector(value)
        self.city_black: vec[i64] = vector([_frame(city) for city in cities])
        self.city_points: vec[i64] = vector(points)
        self.city_money: vec[i64] = vector(money)
        self.arrow_points: vec[i64] = vector(arrow)
        self.arrow_objective: vec[i64] = vector(card)
        crosses = [cross.number() for cross in entry["crosses"].items()]
        self.city_crosses: vec[i64] = vector([sum(c < v for c in crosses) for v in value])
        ranks = [
            int(space.split(".")[0]) + ("." in space)
            for space in names.SPACES
        ]  # fmt: skip
        self.space_crosses: vec[i64] = vector([sum(c < rank for c in crosses) for rank in ranks])

    def _read_effects(self, entry: Entry) -> None:
        effects = {key: value for key, value in entry.mapping().items() if key in names.EFFECTS}
        entry.only("confidence", "source", *names.EFFECTS)
        for name in names.EFFECTS:
            entry_of(
                entry[name], ["does"],
                ["card", "money", "certificates", "steps", "price", "cards", "objective"],
            )  # fmt: skip
        rows = [effects[name] for name in names.EFFECTS]
        self.effect_does: vec[i64] = vector([row["does"].index(names.DOINGS) for row in rows])
        self.effect_card: vec[i64] = vector(
            [row["card"].index(names.CATTLE) if row.get("card") else -1 for row in rows]
        )
        self.effect_money: vec[i64] = vector([_optional(row, "money", 0, 30) for row in rows])
        self.effect_certificates: vec[i64] = vector(
            [_optional(row, "certificates", 0, 6) for row in rows]
        )
        self.effect_steps: vec[i64] = vector([_optional(row, "steps", 0, 9) for row in rows])
        self.effect_price: vec[i64] = vector([_optional(row, "price", -9, 20) for row in rows])
        self.effect_gives_objective: vec[i64] = vector(
            [int(row.get("objective") is not None and row["objective"].flag()) for row in rows]
        )
        self.effect_cards: vec[i64] = vector([_optional(row, "cards", 0, 6) for row in rows])

    def _read_cattle(self, entry: Entry) -> None:
        rows = entry["list"].items(CATTLE)
        for index, row in enumerate(rows):
            entry_of(row, ["name", "breed", "value", "points"], ["start", "market"])
            if row["name"].index(names.CATTLE) != index:
                raise row["name"].fail("is out of order")
        self.breed: vec[i64] = vector([row["breed"].index(names.BREEDS) for row in rows])
        self.value: vec[i64] = vector([row["value"].integer(1, 9) for row in rows])
        self.card_points: vec[i64] = vector([row["points"].integer(0, 9) for row in rows])
        self.start_cards: vec[i64] = vector([_optional(row, "start", 0, 20) for row in rows])
        self.market_cards: vec[i64] = vector([_optional(row, "market", 0, 20) for row in rows])

    def _read_objectives(self, entry: Entry) -> None:
        rows = entry["list"].items(OBJECTIVES)
        for index, row in enumerate(rows):
            entry_of(row, ["name", "effect", "tasks", "points", "penalty"], ["copies"])
            if row["name"].index(names.OBJECTIVES) != index:
                raise row["name"].fail("is out of order")
        starts = entry["start"].items(4)
        self.objective_effect: vec[i64] = vector(
            [row["effect"].index(names.EFFECTS) for row in rows]
        )
        self.objective_points: vec[i64] = vector(
            [row["points"].integer(0, 9) for row in [*rows, *starts]]
        )
        self.objective_penalty: vec[i64] = vector(
            [_optional(row, "penalty", 0, 9) for row in [*rows, *starts]]
        )
        self.objective_copies: vec[i64] = vector(
            [_optional(row, "copies", 1, 9) or 1 for row in rows]
        )
        tasks: list[int] = []
        for row in [*rows, *starts]:
            letters = row["tasks"].text()
            if not set(letters) <= set(names.TASKS):
                raise row["tasks"].fail(f"has letters other than {names.TASKS}")
            tasks.append(packed_tasks([letters.count(letter) for letter in names.TASKS]))
        self.objective_tasks: vec[i64] = vector(tasks)

    def _read_tiles(self, pieces: Entry) -> None:
        faces = pieces["hazards"]["list"].items(len(names.HAZARD_FACES))
        hazards = [
            (f["points"].integer(1, 9), _hand(f["hand"]), f["tiles"].integer(1, 9)) for f in faces
        ]
        first = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 1), (0, 2)]
        kinds = [*first, *[(points, hand) for _ in range(3) for points, hand, _ in hazards]]
        self.tile_points: vec[i64] = vector([points for points, _ in kinds])
        self.tile_hand: vec[i64] = vector([hand for _, hand in kinds])
        numbers = [tiles for _ in range(3) for _, _, tiles in hazards]
        stacks = pieces["stacks"]
        more = stacks["more_cowboys"]
        self.stacks: list[list[int]] = []
        """The three stacks by kind of tile, then stacks 2 and 3 of the other split."""
        for key, place in [("1", stacks), ("2", stacks), ("3", stacks), ("2", more), ("3", more)]:
            row = place[key]
            entry_of(row, ["workers", "green", "blue"], [])
            workers = [number.integer(0, 20) for number in row["workers"].items(3)]
            teepees = [row["green"].integer(0, 20), row["blue"].integer(0, 20)]
            self.stacks.append([0, *workers, *teepees, *(n if key == "1" else 0 for n in numbers)])

    def _read_buildings(self, pieces: Entry) -> None:
        neutral = pieces["neutral_buildings"]
        private = pieces["private_buildings"]
        craftsmen, points, hands, actions = [], [], [], []
        for name in names.NEUTRAL:
            actions.extend(_slots(neutral[name]))
        for name in names.BUILDINGS:
            row = private[name]
            entry_of(row, ["craftsmen", "points", "hands", "actions"], [])
            craftsmen.append(row["craftsmen"].integer(1, 12))
            points.append(row["points"].integer(0, 20))
            hands.append(_hand(row["hands"]))
            actions.extend(_slots(row["actions"]))
        self.building_craftsmen: vec[i64] = vector(craftsmen)
        self.building_points: vec[i64] = vector(points)
        self.building_hands: vec[i64] = vector(hands)
        self.face_actions: vec[i64] = vector(actions)
        self.copy_effect: i64 = names.EFFECTS.index("copy")
        self.copy_action: i64 = local_action([int(self.copy_effect)])

    def _read_workers(self, entry: Entry) -> None:
        slots: list[int] = []
        for worker in names.WORKERS:
            row = [effect.index(("none", *names.EFFECTS)) - 1 for effect in entry[worker].items(5)]
            slots.extend([NO_EFFECT, *row])
        self.slot_effect: vec[i64] = vector(slots)
        """For each row of workers, what its six slots do."""
        self.slot_points: i64 = entry["points"].integer(0, 20)

    def _read_masters(self, entry: Entry) -> None:
        rows = entry["list"].items(len(names.MASTERS))
        effects: list[int] = []
        for index, row in enumerate(rows):
            entry_of(row, ["name", "effects", "certificates", "points", "per", "of"], [])
            if row["name"].index(names.MASTERS) != index:
                raise row["name"].fail("is out of order")
            found = [effect.index(names.EFFECTS) for effect in row["effects"].items()]
            effects.append(local_action(found) if found else 0)
        self.master_effect: vec[i64] = vector(effects)
        self.master_certificates: vec[i64] = vector(
            [row["certificates"].integer(0, 3) for row in rows]
        )
        self.master_points: vec[i64] = vector([row["points"].integer(0, 9) for row in rows])
        self.master_per: vec[i64] = vector([row["per"].integer(1, 9) for row in rows])

    def _read_player_boards(self, pieces: Entry) -> None:
        board = pieces["player_boards"]
        entry_of(
            board,
            ["confidence", "source", "discs", "certificates", "hand", "hand_cost",
             "left_step_money", "right_step_points", "steps", "money"],
            [],
        )  # fmt: skip
        board["discs"].only(*names.DISCS)
        self.discs: vec[i64] = vector([board["discs"][name].integer(1, 2) for name in names.DISCS])
        self.certificates: vec[i64] = vector(
            [number.integer(0, 9) for number in board["certificates"].items(6)]
        )
        self.hand_limit: i64 = board["hand"].integer(1, 9)
        self.hand_cost: i64 = board["hand_cost"].integer(0, 20)
        self.left_step_money: i64 = board["left_step_money"].integer(0, 20)
        self.right_step_points: i64 = board["right_step_points"].integer(0, 20)
        self.steps: vec[i64] = vector(
            [number.integer(1, 9) for n in "234" for number in board["steps"][n].items(3)]
        )
        self.start_money: vec[i64] = vector(
            [number.integer(0, 99) for number in board["money"].items(4)]
        )
        self.dollars_per_point: i64 = pieces["points"]["dollars"].integer(1, 99)
        self.token_points: i64 = pieces["points"]["token"].integer(0, 99)


def _frame(entry: Entry) -> int:
    return entry["frame"].index(FRAMES)


def _hand(entry: Entry) -> int:
    return entry.index(("none", "green", "black", "both"))


def _number(entry: Entry, key: str) -> int:
    """What the board has there, 0 where it is left out."""
    found = entry.get(key)
    return found.number() if found is not None else 0


def _optional(entry: Entry, key: str, low: int, high: int) -> int:
    found = entry.get(key)
    return found.integer(low, high) if found is not None else 0


def _slots(entry: Entry) -> list[int]:
    slots = [
        local_action([effect.index(names.EFFECTS) for effect in choice.items()])
        for choice in entry.items()
    ]
    if not 1 <= len(slots) <= SLOTS:
        raise entry.fail(f"has {len(slots)} actions, not 1 to {SLOTS}")
    return slots + [0] * (SLOTS - len(slots))
