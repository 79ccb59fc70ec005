"""What goes in and comes out: the schemas of the contract, under their names there.

Answers may have further members, and further values where there is a list of them.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

MontanaViewPhase = Literal[
    "setup_spin",
    "setup_joker",
    "main_action",
    "hire_spin",
    "joker",
    "advance",
    "return_workers",
    "small_space",
    "bid",
    "city_reward",
    "build_more",
    "end_trade",
    "canteen",
    "over",
]
"""`Phase` in the view of Montana."""

MontanaViewSmallGood = Literal["grain", "pumpkin", "copper_small", "stone_small"]
"""`SmallGood` in the view of Montana."""

MontanaViewColour = Literal["grain", "pumpkin", "copper", "stone"]
"""`Colour` in the view of Montana."""

MontanaViewWheelColour = Literal["grain", "pumpkin", "copper", "stone", "any"]
"""`WheelColour` in the view of Montana."""

MontanaViewAreaName = Literal["grain_field", "farm", "mine", "quarry"]
"""`AreaName` in the view of Montana."""

MontanaViewHexKind = Literal["start", "land", "lake", "mountain"]
"""`HexKind` in the view of Montana."""

GreatWesternTrailViewFrame = Literal[
    "next_turn",
    "phase_a",
    "local_actions",
    "phase_c",
    "finish",
    "draw",
    "discard",
    "remove",
    "draw_number",
    "gain_objective",
    "fill_display",
    "top_objective",
    "pause",
    "foresight",
    "turn_up_hand",
    "income",
    "delivery",
    "place_disc",
    "transport",
    "leave_city",
    "fill_foresight",
    "offer",
    "auxiliary",
    "engine_forward",
    "engine_back",
    "special_delivery",
    "turn_back",
    "check_station",
    "station",
    "station_behind",
    "station_master",
    "reward",
    "hire",
    "build",
    "cattle_market",
    "turn_up_cards",
    "hazard",
    "trade",
    "ride",
]
"""`Frame` in the view of Great Western Trail."""

GreatWesternTrailViewSpaceKind = Literal[
    "start", "neutral", "private", "hazard", "teepee", "kansas_city"
]
"""`SpaceKind` in the view of Great Western Trail."""

GreatWesternTrailViewWorker = Literal["cowboy", "craftsman", "engineer"]
"""`Worker` in the view of Great Western Trail."""

GreatWesternTrailViewMaster = Literal["workers", "objectives", "hazards", "teepees", "certificates"]
"""`Master` in the view of Great Western Trail."""

SantaFeViewPhase = Literal[
    "deal", "engineers", "select", "reveal", "lay_1", "lay_2", "exchange", "draw", "buy", "over"
]
"""`Phase` in the view of Santa Fe."""

SantaFeViewRailroad = Literal["atsf", "sp", "gn", "up", "kp"]
"""`Railroad` in the view of Santa Fe."""

SantaFeViewEngineer = Literal["bought", "free"]
"""`Engineer` in the view of Santa Fe."""

SteamViewVariant = Literal["base", "standard"]
"""`Variant` in the view of Steam."""

SteamViewPhase = Literal[
    "first_auction",
    "capital",
    "auction",
    "action_tiles",
    "build",
    "supply",
    "goods",
    "take_points",
    "over",
]
"""`Phase` in the view of Steam."""

SteamViewActionTile = Literal[
    "turn_order",
    "first_move",
    "engineer",
    "first_build",
    "city_growth",
    "locomotive",
    "urbanization",
]
"""`ActionTile` in the view of Steam."""

SteamViewColour = Literal["red", "blue", "yellow", "purple", "gray"]
"""`Colour` in the view of Steam."""

SteamViewEdge = Literal["N", "NE", "SE", "S", "SW", "NW"]
"""`Edge` in the view of Steam."""

SteamViewTrackEnd = Literal["NE", "SE", "S", "SW", "NW", "town"]
"""`TrackEnd` in the view of Steam."""

SteamViewTerrain = Literal["plain", "hill", "city"]
"""`Terrain` in the view of Steam."""


class MontanaHire(TypedDict):
    """Spin the wheel and take the two workers where its arrow stops, for nothing."""

    # The notation to submit: `hire`.
    action: str
    # The action type.
    type: Literal["hire"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `wheel`.
    targets: list[str]


class MontanaJokerParameters(TypedDict):
    """By name."""

    # The two colours.
    workers: Literal[
        "grain+grain",
        "grain+pumpkin",
        "grain+copper",
        "grain+stone",
        "pumpkin+pumpkin",
        "pumpkin+copper",
        "pumpkin+stone",
        "copper+copper",
        "copper+stone",
        "stone+stone",
    ]


class MontanaJoker(TypedDict):
    """The joker gives two workers of any colours, alike or different."""

    # The notation to submit: `joker:<workers>`.
    action: str
    # The action type.
    type: Literal["joker"]
    # By name.
    parameters: MontanaJokerParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `wheel`, `supply-{workers}_worker`.
    targets: list[str]


class MontanaDiscardParameters(TypedDict):
    """By name."""

    # The colour of the worker.
    colour: Literal["grain", "pumpkin", "copper", "stone"]


class MontanaDiscard(TypedDict):
    """Nobody keeps more workers than the limit: one goes back to the supply for nothing."""

    # The notation to submit: `discard:<colour>`.
    action: str
    # The action type.
    type: Literal["discard"]
    # By name.
    parameters: MontanaDiscardParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `worker-{seat}-{colour}`.
    targets: list[str]


class MontanaAdvanceParameters(TypedDict):
    """By name."""

    # Spaces clockwise, one grain each; 0 for none.
    steps: int


class MontanaAdvance(TypedDict):
    """Pay one grain for each space that the arrow moves on, and take the two workers of the
    space where it ends too.
    """

    # The notation to submit: `advance:<steps>`.
    action: str
    # The action type.
    type: Literal["advance"]
    # By name.
    parameters: MontanaAdvanceParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `wheel`.
    targets: list[str]


class MontanaBankParameters(TypedDict):
    """By name."""

    # The space of the bank.
    space: int
    # Workers by colour, joined by +, in the order grain, pumpkin, copper, stone.
    workers: Literal[
        "grain",
        "pumpkin",
        "copper",
        "stone",
        "grain+grain",
        "grain+pumpkin",
        "grain+copper",
        "grain+stone",
        "pumpkin+pumpkin",
        "pumpkin+copper",
        "pumpkin+stone",
        "copper+copper",
        "copper+stone",
        "stone+stone",
        "grain+grain+grain",
        "grain+grain+pumpkin",
        "grain+grain+copper",
        "grain+grain+stone",
        "grain+pumpkin+pumpkin",
        "grain+pumpkin+copper",
        "grain+pumpkin+stone",
        "grain+copper+copper",
        "grain+copper+stone",
        "grain+stone+stone",
        "pumpkin+pumpkin+pumpkin",
        "pumpkin+pumpkin+copper",
        "pumpkin+pumpkin+stone",
        "pumpkin+copper+copper",
        "pumpkin+copper+stone",
        "pumpkin+stone+stone",
        "copper+copper+copper",
        "copper+copper+stone",
        "copper+stone+stone",
        "stone+stone+stone",
    ]


class MontanaBank(TypedDict):
    """Place as many workers of any colours as the space shows, and take its coins."""

    # The notation to submit: `bank:<space>:<workers>`.
    action: str
    # The action type.
    type: Literal["bank"]
    # By name.
    parameters: MontanaBankParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `bank-{space}`,
    # `worker-{seat}-{workers}`.
    targets: list[str]


class MontanaWorkParameters(TypedDict):
    """By name."""

    # The production area.
    area: Literal["grain_field", "farm", "mine", "quarry"]
    # The large space, from the cheapest.
    space: int
    # Workers by colour, joined by +, in the order grain, pumpkin, copper, stone.
    workers: Literal[
        "grain",
        "pumpkin",
        "copper",
        "stone",
        "grain+grain",
        "grain+pumpkin",
        "grain+copper",
        "grain+stone",
        "pumpkin+pumpkin",
        "pumpkin+copper",
        "pumpkin+stone",
        "copper+copper",
        "copper+stone",
        "stone+stone",
    ]


class MontanaWork(TypedDict):
    """Place one worker of the area's colour, or two in its place, pay the coins of the space and
    take its goods.
    """

    # The notation to submit: `work:<area>:<space>:<workers>`.
    action: str
    # The action type.
    type: Literal["work"]
    # By name.
    parameters: MontanaWorkParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `work-{area}-{space}`,
    # `worker-{seat}-{workers}`.
    targets: list[str]


class MontanaHelpersParameters(TypedDict):
    """By name."""

    # Workers by colour, joined by +, in the order grain, pumpkin, copper, stone. Or none.
    workers: Literal[
        "none",
        "grain",
        "pumpkin",
        "copper",
        "stone",
        "grain+grain",
        "grain+pumpkin",
        "grain+copper",
        "grain+stone",
        "pumpkin+pumpkin",
        "pumpkin+copper",
        "pumpkin+stone",
        "copper+copper",
        "copper+stone",
        "stone+stone",
    ]


class MontanaHelpers(TypedDict):
    """Place workers by the same rule on the small space beside the large one just taken, for
    more of the same good and without coins.
    """

    # The notation to submit: `helpers:<workers>`.
    action: str
    # The action type.
    type: Literal["helpers"]
    # By name.
    parameters: MontanaHelpersParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `worker-{seat}-{workers}`.
    targets: list[str]


class MontanaCity(TypedDict):
    """Take one pumpkin and open the auction for the rewards of the town, in which all players
    may bid pumpkins.
    """

    # The notation to submit: `city`.
    action: str
    # The action type.
    type: Literal["city"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `city`.
    targets: list[str]


class MontanaBidParameters(TypedDict):
    """By name."""

    # The row, from the top.
    row: int
    # The column, from the cheapest.
    column: int


class MontanaBid(TypedDict):
    """Bid the pumpkins of the column for the reward of the row."""

    # The notation to submit: `bid:<row>:<column>`.
    action: str
    # The action type.
    type: Literal["bid"]
    # By name.
    parameters: MontanaBidParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `city-{row}-{column}`.
    targets: list[str]


class MontanaPass(TypedDict):
    """The contractor goes back for the rest of this auction."""

    # The notation to submit: `pass`.
    action: str
    # The action type.
    type: Literal["pass"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `contractor-{seat}`.
    targets: list[str]


class MontanaCollectParameters(TypedDict):
    """By name."""

    # Small goods joined by +, or none.
    goods: Literal[
        "none",
        "grain",
        "pumpkin",
        "copper_small",
        "stone_small",
        "grain+grain",
        "grain+pumpkin",
        "grain+copper_small",
        "grain+stone_small",
        "pumpkin+pumpkin",
        "pumpkin+copper_small",
        "pumpkin+stone_small",
        "copper_small+copper_small",
        "copper_small+stone_small",
        "stone_small+stone_small",
        "grain+grain+grain",
        "grain+grain+pumpkin",
        "grain+grain+copper_small",
        "grain+grain+stone_small",
        "grain+pumpkin+pumpkin",
        "grain+pumpkin+copper_small",
        "grain+pumpkin+stone_small",
        "grain+copper_small+copper_small",
        "grain+copper_small+stone_small",
        "grain+stone_small+stone_small",
        "pumpkin+pumpkin+pumpkin",
        "pumpkin+pumpkin+copper_small",
        "pumpkin+pumpkin+stone_small",
        "pumpkin+copper_small+copper_small",
        "pumpkin+copper_small+stone_small",
        "pumpkin+stone_small+stone_small",
        "copper_small+copper_small+copper_small",
        "copper_small+copper_small+stone_small",
        "copper_small+stone_small+stone_small",
        "stone_small+stone_small+stone_small",
    ]


class MontanaCollect(TypedDict):
    """Choose the small goods that your row of the city gives, up to its number."""

    # The notation to submit: `collect:<goods>`.
    action: str
    # The action type.
    type: Literal["collect"]
    # By name.
    parameters: MontanaCollectParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `supply-{goods}`.
    targets: list[str]


class MontanaUpgradeParameters(TypedDict):
    """By name."""

    # Small copper swapped for large.
    copper: int
    # Small stone swapped for large.
    stone: int


class MontanaUpgrade(TypedDict):
    """Swap small copper and small stone for large pieces, up to the number that your row gives."""

    # The notation to submit: `upgrade:<copper>:<stone>`.
    action: str
    # The action type.
    type: Literal["upgrade"]
    # By name.
    parameters: MontanaUpgradeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `city`.
    targets: list[str]


class MontanaBuildParameters(TypedDict):
    """By name."""

    # Axial coordinates q,r.
    hex: str


class MontanaBuild(TypedDict):
    """Pay exactly the goods of a free field beside the start tile or a settlement, and put
    settlements there: they win the match.
    """

    # The notation to submit: `build:<hex>`.
    action: str
    # The action type.
    type: Literal["build"]
    # By name.
    parameters: MontanaBuildParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hex-{hex}`.
    targets: list[str]


class MontanaStop(TypedDict):
    """Leave it at the fields built in this action, and take the coins for so many."""

    # The notation to submit: `stop`.
    action: str
    # The action type.
    type: Literal["stop"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. Nothing further is built.
    targets: list[str]


MontanaTradeParameters = TypedDict(
    "MontanaTradeParameters",
    {
        "for": "Literal['grain', 'pumpkin', 'copper_small', 'stone_small', 'coins', 'grain_worker', 'pumpkin_worker', 'copper_worker', 'stone_worker']"
    },
)
"""By name."""


class MontanaTrade(TypedDict):
    """Give one cattle back for a small good, coins or a worker."""

    # The notation to submit: `trade:<for>`.
    action: str
    # The action type.
    type: Literal["trade"]
    # By name.
    parameters: MontanaTradeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `cattle-{seat}`, `supply-{for}`.
    targets: list[str]


class MontanaDone(TypedDict):
    """Keep the cattle that are left, and let the next player begin."""

    # The notation to submit: `done`.
    action: str
    # The action type.
    type: Literal["done"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. The turn ends, nothing is moved.
    targets: list[str]


class MontanaCanteenParameters(TypedDict):
    """By name."""

    # Whether to use one.
    use: Literal["no", "yes"]


class MontanaCanteen(TypedDict):
    """Give up a canteen and have another whole turn at once, or keep it for later."""

    # The notation to submit: `canteen:<use>`.
    action: str
    # The action type.
    type: Literal["canteen"]
    # By name.
    parameters: MontanaCanteenParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `canteens-{seat}`.
    targets: list[str]


class MontanaView(TypedDict):
    """The view of Montana."""

    # The round, from 1.
    round: int
    # After how many rounds the match ends; null for no limit.
    round_limit: int | None
    # The last round in which anybody built; null before the first.
    last_built_round: int | None
    # Whether the match ends with this round.
    last_round: bool
    # What is to be decided or drawn.
    phase: MontanaViewPhase
    # The seat to act; null while chance is due, and at the end.
    actor: int | None
    # The seat whose turn it is, also while others bid.
    active: int
    # The seat that began the match.
    start_seat: int
    # Fields built in this action so far.
    fields_built: int
    # The players' boards, by seat.
    players: list[MontanaViewPlayer]
    # What is in nobody's hands.
    supply: MontanaViewSupply
    # The wheel of workers.
    wheel: MontanaViewWheel
    # The spaces of the bank.
    bank: list[MontanaViewBankSpace]
    # The production areas.
    areas: list[MontanaViewArea]
    # The rewards of the city, and who bids for them.
    city: MontanaViewCity
    # The map.
    map: MontanaViewMap
    # Points and tie-breaks, were the match to end now.
    score_sheet: MontanaViewScoreSheet
    # The title of the data set.
    components: str
    # What every client should show of the data set.
    notices: list[str]


class MontanaViewGoods(TypedDict):
    """`Goods` in the view of Montana."""

    # Grain.
    grain: int
    # Pumpkins.
    pumpkin: int
    # Small copper.
    copper_small: int
    # Small stone.
    stone_small: int
    # Large copper.
    copper_large: int
    # Large stone.
    stone_large: int


class MontanaViewWorkers(TypedDict):
    """`Workers` in the view of Montana."""

    # Workers of the grain fields.
    grain: int
    # Workers of the farms.
    pumpkin: int
    # Workers of the mines.
    copper: int
    # Workers of the quarries.
    stone: int


class MontanaViewPlayer(TypedDict):
    """`Player` in the view of Montana."""

    # The seat, from 0.
    seat: int
    # Coins.
    coins: int
    # Goods by kind.
    goods: MontanaViewGoods
    # Workers by colour.
    workers: MontanaViewWorkers
    # Cattle.
    cattle: int
    # Canteens not yet used.
    canteens: int
    # Settlements still to be placed.
    settlements_left: int
    # Settlements on the map.
    settlements_built: int


class MontanaViewSupply(TypedDict):
    """`Supply` in the view of Montana."""

    # Goods by kind.
    goods: MontanaViewGoods
    # Workers by colour.
    workers: MontanaViewWorkers
    # Cattle.
    cattle: int
    # Canteens out of the game.
    used_canteens: int


class MontanaViewWheel(TypedDict):
    """`Wheel` in the view of Montana."""

    # The space that the arrow points at, from 0.
    arrow: int
    # The two workers of each space, clockwise.
    spaces: list[list[MontanaViewWheelColour]]


class MontanaViewBankSpace(TypedDict):
    """`BankSpace` in the view of Montana."""

    # Its number, from 1.
    space: int
    # How many workers are placed on it.
    needs: int
    # The coins it gives.
    coins: int
    # The workers on it.
    workers: list[MontanaViewColour]


class MontanaViewArea(TypedDict):
    """`Area` in the view of Montana."""

    # Which one.
    area: MontanaViewAreaName
    # The small goods it gives.
    good: MontanaViewSmallGood
    # The colour of which one worker is enough.
    worker: MontanaViewColour
    # Its large spaces, the cheapest first.
    spaces: list[MontanaViewAreaSpace]


class MontanaViewAreaSpace(TypedDict):
    """`AreaSpace` in the view of Montana."""

    # Its number, from 1.
    space: int
    # The coins it costs.
    cost: int
    # The goods it gives.
    goods: int
    # The workers on it.
    workers: list[MontanaViewColour]
    # The small space beside it.
    small_space: MontanaViewSmallSpace


class MontanaViewSmallSpace(TypedDict):
    """`SmallSpace` in the view of Montana."""

    # The goods it gives.
    goods: int
    # The workers on it.
    workers: list[MontanaViewColour]


class MontanaViewCity(TypedDict):
    """`City` in the view of Montana."""

    # Whether an auction is running.
    auction: bool
    # The price of each column in pumpkins.
    column_prices: list[int]
    # The rewards, from the top.
    rows: list[MontanaViewCityRow]
    # Where the contractors are, by seat.
    contractors: list[MontanaViewContractor]


class MontanaViewCityRow(TypedDict):
    """`CityRow` in the view of Montana."""

    # Its number, from 1.
    row: int
    # Cattle it gives.
    cattle: int
    # Coins it gives.
    coins: int
    # How many small goods it gives.
    goods: int
    # The kinds these can be of.
    goods_from: list[MontanaViewSmallGood]
    # How many small goods it swaps for large ones at most.
    upgrades: int


class MontanaViewContractor(TypedDict):
    """`Contractor` in the view of Montana."""

    # Whose it is.
    seat: int
    # The row where it stands; null off the board.
    row: int | None
    # The column where it stands; null off the board.
    column: int | None
    # Whether its player has left this auction.
    passed: bool


class MontanaViewMap(TypedDict):
    """`Map` in the view of Montana."""

    # The hex of the start tile.
    start_hex: str
    # Every hex, row by row from the top.
    hexes: list[MontanaViewHex]


class MontanaViewHex(TypedDict):
    """`Hex` in the view of Montana."""

    # Its name in axial coordinates, as notation has it.
    hex: str
    # Axial coordinate, growing to the east.
    q: int
    # Axial coordinate, growing to the south.
    r: int
    # What is printed there.
    kind: MontanaViewHexKind
    # The goods that building costs, by kind.
    cost: dict[str, int]
    # How many settlements are built there at once; 0 but for land.
    settlements: int
    # Whether cattle lies there.
    cattle: bool
    # Whether a canteen lies there.
    canteen: bool
    # The seat that has built there; null for nobody.
    owner: int | None
    # Settlements on it.
    built: int


class MontanaViewScoreSheet(TypedDict):
    """`ScoreSheet` in the view of Montana."""

    # Settlements on the map, by seat: the points.
    settlements: list[int]
    # The first tie-break.
    cattle_and_canteens: list[int]
    # The second tie-break.
    coins_workers_and_goods: list[int]


class GreatWesternTrailMoveParameters(TypedDict):
    """By name."""

    # The space of the trail.
    location: str
    # The branches taken, a bit for each fork.
    route: int


class GreatWesternTrailMove(TypedDict):
    """Walk from building to building, as many steps as your limit allows, and use where you
    stop.
    """

    # The notation to submit: `move:<location>:<route>`.
    action: str
    # The action type.
    type: Literal["move"]
    # By name.
    parameters: GreatWesternTrailMoveParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `space-{location}`.
    targets: list[str]


class GreatWesternTrailPlayParameters(TypedDict):
    """By name."""

    # The objective card.
    card: Literal[
        "D1",
        "D2",
        "D3",
        "D4",
        "D5",
        "W1",
        "W2",
        "W3",
        "W4",
        "W5",
        "E1",
        "E2",
        "E3",
        "E4",
        "E5",
        "M1",
        "M2",
        "M3",
        "M4",
        "M5",
        "X",
    ]


class GreatWesternTrailPlay(TypedDict):
    """Put an objective card from your hand before you and take its action at once."""

    # The notation to submit: `play:<card>`.
    action: str
    # The action type.
    type: Literal["play"]
    # By name.
    parameters: GreatWesternTrailPlayParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`.
    targets: list[str]


class GreatWesternTrailUseParameters(TypedDict):
    """By name."""

    # What to do.
    effect: Literal[
        "guernsey_2",
        "guernsey_4",
        "dutch_belt_2",
        "dutch_belt_3",
        "black_angus_2",
        "black_angus_certificate_2",
        "holstein_10",
        "jersey_certificate",
        "jersey_certificate_twice",
        "jersey_certificate_2",
        "jersey_2",
        "jersey_4",
        "jersey_engine_1",
        "cattle_certificate",
        "cattle_money_3_objective",
        "objective_certificate_2",
        "pair_3",
        "pair_4",
        "money_2",
        "money_4",
        "certificate",
        "certificate_limit",
        "money_engineers",
        "money_2_forest",
        "teepee_pairs",
        "hire",
        "hire_dear",
        "hire_cheap_1",
        "hire_cheap_2",
        "build",
        "build_cheap",
        "objective",
        "engine_engineers",
        "engine_forest",
        "engine_2",
        "engine_3",
        "engine_4",
        "pay_2_engine_2",
        "back_1_money_3",
        "trade",
        "auxiliary",
        "cattle_market",
        "hazard_free",
        "hazard_5",
        "hazard_7",
        "draw_3",
        "draw_cowboys",
        "move_1",
        "move_2",
        "move_3",
        "move_4",
        "move_5",
        "ride_3",
        "special_delivery",
        "copy",
        "upgrade_behind",
    ]


class GreatWesternTrailUse(TypedDict):
    """Take one of the actions that this place offers, each once and in any order."""

    # The notation to submit: `use:<effect>`.
    action: str
    # The action type.
    type: Literal["use"]
    # By name.
    parameters: GreatWesternTrailUseParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `effect-{effect}`.
    targets: list[str]


class GreatWesternTrailCopyParameters(TypedDict):
    """By name."""

    # The space of the trail.
    location: str


class GreatWesternTrailCopy(TypedDict):
    """Use the actions of a building on a space beside this one as if you stood there, whoever
    owns it.
    """

    # The notation to submit: `copy:<location>`.
    action: str
    # The action type.
    type: Literal["copy"]
    # By name.
    parameters: GreatWesternTrailCopyParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `space-{location}`.
    targets: list[str]


class GreatWesternTrailAuxiliaryParameters(TypedDict):
    """By name."""

    # From the top of the player board.
    number: int
    # Single or double.
    times: int


class GreatWesternTrailAuxiliary(TypedDict):
    """Take a small action of your player board, in place of the building's own ones or where
    they offer it.
    """

    # The notation to submit: `auxiliary:<number>:<times>`.
    action: str
    # The action type.
    type: Literal["auxiliary"]
    # By name.
    parameters: GreatWesternTrailAuxiliaryParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `auxiliary-{seat}-{number}`.
    targets: list[str]


class GreatWesternTrailDone(TypedDict):
    """Leave the actions that remain here, and go on."""

    # The notation to submit: `done`.
    action: str
    # The action type.
    type: Literal["done"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. This part of the turn ends, nothing is moved.
    targets: list[str]


class GreatWesternTrailSkip(TypedDict):
    """Go without this effect: you pay nothing for it, gain nothing, and it does not come back."""

    # The notation to submit: `skip`.
    action: str
    # The action type.
    type: Literal["skip"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. The effect is left out.
    targets: list[str]


class GreatWesternTrailTakeParameters(TypedDict):
    """By name."""

    # The number of the foresight spaces.
    column: int
    # The tile.
    tile: Literal[
        "empty",
        "cowboy",
        "craftsman",
        "engineer",
        "green_teepee",
        "blue_teepee",
        "flood_2_green",
        "flood_2_black",
        "flood_3_green",
        "flood_3_black",
        "flood_4_green",
        "drought_2_green",
        "drought_2_black",
        "drought_3_green",
        "drought_3_black",
        "drought_4_green",
        "rockfall_2_green",
        "rockfall_2_black",
        "rockfall_3_green",
        "rockfall_3_black",
        "rockfall_4_green",
    ]


class GreatWesternTrailTake(TypedDict):
    """Choose which of the two tiles comes into play: a worker to the job market, a hazard or
    teepee to the trail.
    """

    # The notation to submit: `take:<column>:<tile>`.
    action: str
    # The action type.
    type: Literal["take"]
    # By name.
    parameters: GreatWesternTrailTakeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `foresight-{column}-{tile}`.
    targets: list[str]


class GreatWesternTrailIncomeParameters(TypedDict):
    """By name."""

    # Spaces the certificate marker goes back.
    steps: int


class GreatWesternTrailIncome(TypedDict):
    """Gain a dollar for each point of the different breeds in hand."""

    # The notation to submit: `income:<steps>`.
    action: str
    # The action type.
    type: Literal["income"]
    # By name.
    parameters: GreatWesternTrailIncomeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `certificates-{seat}`.
    targets: list[str]


class GreatWesternTrailDeliverParameters(TypedDict):
    """By name."""

    # The city.
    city: Literal[
        "kansas_city",
        "topeka",
        "wichita",
        "colorado_springs",
        "santa_fe",
        "albuquerque",
        "el_paso",
        "san_diego",
        "sacramento",
        "san_francisco",
    ]


class GreatWesternTrailDeliver(TypedDict):
    """Put a disc on a city worth no more than your herd, for its points and effects."""

    # The notation to submit: `deliver:<city>`.
    action: str
    # The action type.
    type: Literal["deliver"]
    # By name.
    parameters: GreatWesternTrailDeliverParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `city-{city}`.
    targets: list[str]


class GreatWesternTrailDiscParameters(TypedDict):
    """By name."""

    # The space of the player board, or an own station.
    source: Literal[
        "auxiliary_1",
        "auxiliary_2",
        "auxiliary_3",
        "auxiliary_4",
        "auxiliary_5",
        "certificate_4",
        "certificate_6",
        "step_left",
        "step_right",
        "hand",
        "station_4.5",
        "station_7.5",
        "station_10.5",
        "station_13.5",
        "station_16.5",
        "station_21.5",
        "station_25.5",
        "station_29.5",
        "station_33.5",
        "station_39",
    ]


class GreatWesternTrailDisc(TypedDict):
    """Choose which disc leaves your board."""

    # The notation to submit: `disc:<source>`.
    action: str
    # The action type.
    type: Literal["disc"]
    # By name.
    parameters: GreatWesternTrailDiscParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `disc-{seat}-{source}`.
    targets: list[str]


class GreatWesternTrailObjectiveParameters(TypedDict):
    """By name."""

    # A card of the display, or the deck's top.
    card: Literal[
        "D1",
        "D2",
        "D3",
        "D4",
        "D5",
        "W1",
        "W2",
        "W3",
        "W4",
        "W5",
        "E1",
        "E2",
        "E3",
        "E4",
        "E5",
        "M1",
        "M2",
        "M3",
        "M4",
        "M5",
        "X",
        "deck",
    ]


class GreatWesternTrailObjective(TypedDict):
    """Take an objective card of the display, or the unknown one on the deck, for nothing."""

    # The notation to submit: `objective:<card>`.
    action: str
    # The action type.
    type: Literal["objective"]
    # By name.
    parameters: GreatWesternTrailObjectiveParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `objective-{card}`.
    targets: list[str]


class GreatWesternTrailEngineParameters(TypedDict):
    """By name."""

    # The space of the track; a siding ends in .5.
    space: Literal[
        "0",
        "1",
        "2",
        "3",
        "4",
        "4.5",
        "5",
        "6",
        "7",
        "7.5",
        "8",
        "9",
        "10",
        "10.5",
        "11",
        "12",
        "13",
        "13.5",
        "14",
        "15",
        "16",
        "16.5",
        "17",
        "18",
        "19",
        "20",
        "21",
        "21.5",
        "22",
        "23",
        "24",
        "25",
        "25.5",
        "26",
        "27",
        "28",
        "29",
        "29.5",
        "30",
        "31",
        "32",
        "33",
        "33.5",
        "34",
        "35",
        "36",
        "37",
        "38",
        "39",
    ]


class GreatWesternTrailEngine(TypedDict):
    """Move your engine along the track; spaces with other engines do not count."""

    # The notation to submit: `engine:<space>`.
    action: str
    # The action type.
    type: Literal["engine"]
    # By name.
    parameters: GreatWesternTrailEngineParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `track-{space}`.
    targets: list[str]


class GreatWesternTrailUpgradeParameters(TypedDict):
    """By name."""

    # The station, by its space.
    station: Literal["4.5", "7.5", "10.5", "13.5", "16.5", "21.5", "25.5", "29.5", "33.5", "39"]


class GreatWesternTrailUpgrade(TypedDict):
    """Pay for the station where your engine stands and put a disc there."""

    # The notation to submit: `upgrade:<station>`.
    action: str
    # The action type.
    type: Literal["upgrade"]
    # By name.
    parameters: GreatWesternTrailUpgradeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `station-{station}`.
    targets: list[str]


class GreatWesternTrailMasterParameters(TypedDict):
    """By name."""

    # The row of workers.
    worker: Literal["cowboy", "craftsman", "engineer"]


class GreatWesternTrailMaster(TypedDict):
    """Give your last worker of a row to the station for its master tile, now or never."""

    # The notation to submit: `master:<worker>`.
    action: str
    # The action type.
    type: Literal["master"]
    # By name.
    parameters: GreatWesternTrailMasterParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `worker-{seat}-{worker}`.
    targets: list[str]


class GreatWesternTrailHireParameters(TypedDict):
    """By name."""

    # The row of the job market.
    row: int
    # The type of worker.
    worker: Literal["cowboy", "craftsman", "engineer"]


class GreatWesternTrailHire(TypedDict):
    """Pay the price of the row and put the worker on your board."""

    # The notation to submit: `hire:<row>:<worker>`.
    action: str
    # The action type.
    type: Literal["hire"]
    # By name.
    parameters: GreatWesternTrailHireParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `job-{row}-{worker}`.
    targets: list[str]


class GreatWesternTrailBuildParameters(TypedDict):
    """By name."""

    # The private building.
    building: Literal[
        "1a",
        "2a",
        "3a",
        "4a",
        "5a",
        "6a",
        "7a",
        "8a",
        "9a",
        "10a",
        "1b",
        "2b",
        "3b",
        "4b",
        "5b",
        "6b",
        "7b",
        "8b",
        "9b",
        "10b",
    ]
    # A space of the trail.
    site: str


class GreatWesternTrailBuild(TypedDict):
    """Pay for each craftsman that the building needs, and put it on the trail."""

    # The notation to submit: `build:<building>:<site>`.
    action: str
    # The action type.
    type: Literal["build"]
    # By name.
    parameters: GreatWesternTrailBuildParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `building-{seat}-{building}`,
    # `space-{site}`.
    targets: list[str]


class GreatWesternTrailBuyParameters(TypedDict):
    """By name."""

    # The offer, in the order of the rules page.
    offer: int
    # The card.
    card: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
    ]
    # The second card, or none.
    second: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
        "none",
    ]


class GreatWesternTrailBuy(TypedDict):
    """Buy cattle with cowboys and money; more cowboys make it cheaper."""

    # The notation to submit: `buy:<offer>:<card>:<second>`.
    action: str
    # The action type.
    type: Literal["buy"]
    # By name.
    parameters: GreatWesternTrailBuyParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `market-{card}`, `market-{second}`.
    targets: list[str]


class GreatWesternTrailTurnUp(TypedDict):
    """Let one cowboy turn up cards of the market deck, for nothing, before you buy."""

    # The notation to submit: `turn_up`.
    action: str
    # The action type.
    type: Literal["turn_up"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `market-deck`.
    targets: list[str]


class GreatWesternTrailStop(TypedDict):
    """Buy nothing more in this visit to the market."""

    # The notation to submit: `stop`.
    action: str
    # The action type.
    type: Literal["stop"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. Nothing further is bought.
    targets: list[str]


class GreatWesternTrailHazardParameters(TypedDict):
    """By name."""

    # The space of the trail.
    location: str


class GreatWesternTrailHazard(TypedDict):
    """Take a hazard off the trail: it scores its points, and nobody pays a toll there any more."""

    # The notation to submit: `hazard:<location>`.
    action: str
    # The action type.
    type: Literal["hazard"]
    # By name.
    parameters: GreatWesternTrailHazardParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `space-{location}`.
    targets: list[str]


class GreatWesternTrailTradeParameters(TypedDict):
    """By name."""

    # The space of the trail.
    location: str


class GreatWesternTrailTrade(TypedDict):
    """Take the teepee of a space and gain, or pay, the money printed there."""

    # The notation to submit: `trade:<location>`.
    action: str
    # The action type.
    type: Literal["trade"]
    # By name.
    parameters: GreatWesternTrailTradeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `space-{location}`.
    targets: list[str]


class GreatWesternTrailDiscardParameters(TypedDict):
    """By name."""

    # The kind of card.
    card: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
        "D1",
        "D2",
        "D3",
        "D4",
        "D5",
        "W1",
        "W2",
        "W3",
        "W4",
        "W5",
        "E1",
        "E2",
        "E3",
        "E4",
        "E5",
        "M1",
        "M2",
        "M3",
        "M4",
        "M5",
        "X",
    ]


class GreatWesternTrailDiscard(TypedDict):
    """Put a card from your hand on the discard pile."""

    # The notation to submit: `discard:<card>`.
    action: str
    # The action type.
    type: Literal["discard"]
    # By name.
    parameters: GreatWesternTrailDiscardParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`.
    targets: list[str]


class GreatWesternTrailRemoveParameters(TypedDict):
    """By name."""

    # The kind of card.
    card: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
        "D1",
        "D2",
        "D3",
        "D4",
        "D5",
        "W1",
        "W2",
        "W3",
        "W4",
        "W5",
        "E1",
        "E2",
        "E3",
        "E4",
        "E5",
        "M1",
        "M2",
        "M3",
        "M4",
        "M5",
        "X",
    ]


class GreatWesternTrailRemove(TypedDict):
    """Take a card out of your deck for good, so that better ones come to your hand sooner."""

    # The notation to submit: `remove:<card>`.
    action: str
    # The action type.
    type: Literal["remove"]
    # By name.
    parameters: GreatWesternTrailRemoveParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`.
    targets: list[str]


class GreatWesternTrailDrawCardsParameters(TypedDict):
    """By name."""

    # How many.
    cards: int


class GreatWesternTrailDrawCards(TypedDict):
    """Choose how many cards to draw; as many are then discarded."""

    # The notation to submit: `draw_cards:<cards>`.
    action: str
    # The action type.
    type: Literal["draw_cards"]
    # By name.
    parameters: GreatWesternTrailDrawCardsParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `deck-{seat}`.
    targets: list[str]


class GreatWesternTrailPairParameters(TypedDict):
    """By name."""

    # What it pays for.
    effect: Literal[
        "guernsey_2",
        "guernsey_4",
        "dutch_belt_2",
        "dutch_belt_3",
        "black_angus_2",
        "black_angus_certificate_2",
        "holstein_10",
        "jersey_certificate",
        "jersey_certificate_twice",
        "jersey_certificate_2",
        "jersey_2",
        "jersey_4",
        "jersey_engine_1",
        "cattle_certificate",
        "cattle_money_3_objective",
        "objective_certificate_2",
        "pair_3",
        "pair_4",
        "money_2",
        "money_4",
        "certificate",
        "certificate_limit",
        "money_engineers",
        "money_2_forest",
        "teepee_pairs",
        "hire",
        "hire_dear",
        "hire_cheap_1",
        "hire_cheap_2",
        "build",
        "build_cheap",
        "objective",
        "engine_engineers",
        "engine_forest",
        "engine_2",
        "engine_3",
        "engine_4",
        "pay_2_engine_2",
        "back_1_money_3",
        "trade",
        "auxiliary",
        "cattle_market",
        "hazard_free",
        "hazard_5",
        "hazard_7",
        "draw_3",
        "draw_cowboys",
        "move_1",
        "move_2",
        "move_3",
        "move_4",
        "move_5",
        "ride_3",
        "special_delivery",
        "copy",
        "upgrade_behind",
    ]
    # One card.
    card: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
    ]
    # Another of the same breed.
    second: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
    ]


class GreatWesternTrailPair(TypedDict):
    """Discard two cards of the same breed, which would count only once in Kansas City, and take
    the reward of the action.
    """

    # The notation to submit: `pair:<effect>:<card>:<second>`.
    action: str
    # The action type.
    type: Literal["pair"]
    # By name.
    parameters: GreatWesternTrailPairParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`,
    # `hand-{seat}-{second}`.
    targets: list[str]


class GreatWesternTrailSpendParameters(TypedDict):
    """By name."""

    # What it pays for.
    effect: Literal[
        "guernsey_2",
        "guernsey_4",
        "dutch_belt_2",
        "dutch_belt_3",
        "black_angus_2",
        "black_angus_certificate_2",
        "holstein_10",
        "jersey_certificate",
        "jersey_certificate_twice",
        "jersey_certificate_2",
        "jersey_2",
        "jersey_4",
        "jersey_engine_1",
        "cattle_certificate",
        "cattle_money_3_objective",
        "objective_certificate_2",
        "pair_3",
        "pair_4",
        "money_2",
        "money_4",
        "certificate",
        "certificate_limit",
        "money_engineers",
        "money_2_forest",
        "teepee_pairs",
        "hire",
        "hire_dear",
        "hire_cheap_1",
        "hire_cheap_2",
        "build",
        "build_cheap",
        "objective",
        "engine_engineers",
        "engine_forest",
        "engine_2",
        "engine_3",
        "engine_4",
        "pay_2_engine_2",
        "back_1_money_3",
        "trade",
        "auxiliary",
        "cattle_market",
        "hazard_free",
        "hazard_5",
        "hazard_7",
        "draw_3",
        "draw_cowboys",
        "move_1",
        "move_2",
        "move_3",
        "move_4",
        "move_5",
        "ride_3",
        "special_delivery",
        "copy",
        "upgrade_behind",
    ]
    # The kind of card.
    card: Literal[
        "jersey",
        "guernsey",
        "black_angus",
        "dutch_belt",
        "holstein",
        "brown_swiss",
        "ayrshire",
        "west_highland_3",
        "west_highland_4",
        "west_highland_5",
        "texas_longhorn_5",
        "texas_longhorn_6",
        "texas_longhorn_7",
        "D1",
        "D2",
        "D3",
        "D4",
        "D5",
        "W1",
        "W2",
        "W3",
        "W4",
        "W5",
        "E1",
        "E2",
        "E3",
        "E4",
        "E5",
        "M1",
        "M2",
        "M3",
        "M4",
        "M5",
        "X",
    ]


class GreatWesternTrailSpend(TypedDict):
    """Discard a card of your choice from the hand and take the reward of the action."""

    # The notation to submit: `spend:<effect>:<card>`.
    action: str
    # The action type.
    type: Literal["spend"]
    # By name.
    parameters: GreatWesternTrailSpendParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`.
    targets: list[str]


class GreatWesternTrailView(TypedDict):
    """The view of Great Western Trail."""

    # The seat to act; null while chance is due, and at the end.
    actor: int | None
    # Whether chance is due.
    chance: bool
    # The seat whose turn it is.
    active: int
    # What is still to be settled, the last first.
    pending: list[GreatWesternTrailViewFrame]
    # The local actions left on this visit, each with what can be chosen.
    local_actions: list[list[str]]
    # The effects that a pending offer lets the player choose from.
    offered: list[str]
    # What the cattle of this delivery are worth.
    delivery_value: int
    # Cowboys that are assigned already.
    cowboys_assigned: int
    # The sides of the ten private buildings, such as `abbaabbaab`.
    sides: str
    # The players' boards, by seat.
    players: list[GreatWesternTrailViewPlayer]
    # The spaces of the trail.
    trail: list[GreatWesternTrailViewSpace]
    # Tiles by kind in the three stacks.
    supply: list[dict[str, int]]
    # The two tiles of each foresight column; null for none.
    foresight: list[list[str | None]]
    # The rows of the job market, from the top.
    job_market: list[GreatWesternTrailViewJobRow]
    # The row of the token, from 1; null once it is taken.
    token_row: int | None
    # Workers in that row.
    token_row_fill: int
    # The seat that has the token; null for nobody.
    token_holder: int | None
    # Cattle cards in the market, by kind.
    cattle_market: dict[str, int]
    # What cowboys buy there.
    offers: list[GreatWesternTrailViewOffer]
    # Cattle cards in the market deck, by kind.
    market_deck: dict[str, int]
    # Objective cards in the display, by card.
    objectives: dict[str, int]
    # What is printed on them.
    display: list[GreatWesternTrailViewObjective]
    # Objective cards in the deck.
    objective_deck: int
    # Objective cards that nobody has seen all of, by card.
    unseen_objectives: dict[str, int]
    # The stations.
    stations: list[GreatWesternTrailViewStation]
    # The cities.
    cities: list[GreatWesternTrailViewCity]
    # Cards out of the game, by kind.
    removed_cards: dict[str, int]
    # Tiles out of the game, by kind.
    removed_tiles: dict[str, int]
    # Points by category, as far as all can see.
    score_sheet: GreatWesternTrailViewScoreSheet
    # What a hand beside the trail takes.
    tolls: GreatWesternTrailViewTolls
    # What every client should show.
    notices: list[str]


class GreatWesternTrailViewTolls(TypedDict):
    """`Tolls` in the view of Great Western Trail."""

    # Dollars of a green hand.
    green: int
    # Dollars of a black hand.
    black: int


class GreatWesternTrailViewPlayer(TypedDict):
    """`Player` in the view of Great Western Trail."""

    # The seat, from 0.
    seat: int
    # Dollars.
    money: int
    # The space of the trail where the cattleman stands; null before the first turn.
    cattleman: str | None
    # The space of the track where the engine stands.
    engine: str
    # Temporary certificates.
    certificates: int
    # How many of these there can be.
    certificate_limit: int
    # Permanent certificates.
    permanent_certificates: int
    # How far the cattleman moves at most.
    step_limit: int
    # Up to how many cards the hand is filled.
    hand_limit: int
    # Workers by type, the printed one included.
    workers: dict[str, int]
    # Discs left on the board, by space.
    discs: dict[str, int]
    # The stations upgraded, by their space.
    stations: list[str]
    # Discs on cities.
    cities: dict[str, int]
    # Hazard tiles removed.
    hazards: int
    # What these are worth.
    hazard_points: int
    # Teepees by colour.
    teepees: dict[str, int]
    # Station master tiles.
    station_masters: list[GreatWesternTrailViewMaster]
    # The ten private buildings.
    buildings: list[GreatWesternTrailViewBuilding]
    # The objective card that the player began with.
    start_objective: str
    # Objective cards laid down.
    objectives: dict[str, int]
    # Cards on the discard pile, by kind.
    discard_pile: dict[str, int]
    # Cards in hand.
    hand_size: int
    # Cards in the own deck.
    deck_size: int
    # Cards in hand as far as the viewer knows them, by kind.
    hand: dict[str, int]
    # Cards in the own deck, by kind; null for others than its owner.
    deck: dict[str, int] | None
    # Cards that all know to be in hand or deck, by kind.
    hand_or_deck: dict[str, int]
    # Cards in hand that nobody else has seen.
    unseen_in_hand: int


class GreatWesternTrailViewBuilding(TypedDict):
    """`Building` in the view of Great Western Trail."""

    # The number and the side, such as `3a`.
    name: str
    # The space where it stands; null for none.
    site: str | None
    # Whether it is out of the game.
    removed: bool
    # Craftsmen that it takes to build.
    craftsmen: int
    # What it is worth at the end.
    points: int


class GreatWesternTrailViewSpace(TypedDict):
    """`Space` in the view of Great Western Trail."""

    # Its name as notation has it.
    name: str
    # What it is for.
    kind: GreatWesternTrailViewSpaceKind
    # Where it lies on the drawn board, in percent of its width and height.
    at: list[int]
    # The building or tile on it; null for none.
    tile: str | None
    # Whose building it is; null for nobody's.
    owner: int | None
    # The spaces that follow it.
    next: list[str]
    # Whether it lies beside a forest.
    forest: bool
    # Dollars for taking the teepee there.
    gain: int
    # The effect printed beside it; null for none.
    attached: str | None
    # The seats whose cattlemen stand there.
    cattlemen: list[int]


class GreatWesternTrailViewJobRow(TypedDict):
    """`JobRow` in the view of Great Western Trail."""

    # Dollars for a worker of this row.
    cost: int
    # Workers by type.
    workers: dict[str, int]


class GreatWesternTrailViewOffer(TypedDict):
    """`Offer` in the view of Great Western Trail."""

    # Cowboys that it takes.
    cowboys: int
    # Dollars for all its cards.
    price: int
    # Cards that it buys at most.
    cards: int
    # Their breeding value.
    value: int


class GreatWesternTrailViewObjective(TypedDict):
    """`Objective` in the view of Great Western Trail."""

    # Its name.
    card: str
    # What it does when it is played.
    effect: str
    # Its tasks, a letter each.
    tasks: str
    # Its points where the tasks are fulfilled.
    points: int
    # The points lost where not.
    penalty: int


class GreatWesternTrailViewStation(TypedDict):
    """`Station` in the view of Great Western Trail."""

    # Its space of the track.
    space: str
    # Dollars for upgrading it.
    cost: int
    # What a disc there is worth.
    points: int
    # Whether it takes any disc, and not only those of a white frame.
    black: bool
    # The station master tile; null for none.
    master: GreatWesternTrailViewMaster | None
    # The worker in its place; null for none.
    worker: GreatWesternTrailViewWorker | None
    # The seats with a disc there.
    seats: list[int]
    # The seats that left the tile for good.
    master_left_by: list[int]


class GreatWesternTrailViewCity(TypedDict):
    """`City` in the view of Great Western Trail."""

    # Its name as notation has it.
    name: str
    # The value that a delivery there takes.
    value: int
    # Dollars for a delivery there.
    money: int
    # Whether it takes any disc, and not only those of a white frame.
    black: bool
    # Points for each disc.
    points_each: int
    # Points for discs there and on the next city.
    arrow_points: int
    # Whether these give an objective card too.
    arrow_objective: bool
    # Discs by seat.
    discs: list[int]
    # What the transport there costs, by seat.
    transport: list[int]


class GreatWesternTrailViewScoreSheet(TypedDict):
    """`ScoreSheet` in the view of Great Western Trail."""

    # Points for dollars, by seat.
    money: list[int]
    # Points of private buildings.
    buildings: list[int]
    # Points of discs on cities, and of arrows.
    cities: list[int]
    # Points of stations.
    stations: list[int]
    # Points of hazard tiles.
    hazards: list[int]
    # Points of cattle cards that all know of.
    cattle: list[int]
    # Points of objective cards.
    objectives: list[int]
    # Points of station master tiles.
    station_masters: list[int]
    # Points of workers on the last slots.
    workers: list[int]
    # Points of the right step disc.
    right_step: list[int]
    # Points of the token.
    job_market_token: list[int]


class SantaFeEngineerParameters(TypedDict):
    """By name."""

    # Whether to buy one.
    buy: Literal["no", "yes"]


class SantaFeEngineer(TypedDict):
    """Pay for an engineer before the first round, or save the money."""

    # The notation to submit: `engineer:<buy>`.
    action: str
    # The action type.
    type: Literal["engineer"]
    # By name.
    parameters: SantaFeEngineerParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `stock-engineer`.
    targets: list[str]


class SantaFeSelectParameters(TypedDict):
    """By name."""

    # A city card, or the double-turn card.
    card: str


class SantaFeSelect(TypedDict):
    """Choose in secret the card to play; a branch card in hand goes along."""

    # The notation to submit: `select:<card>`.
    action: str
    # The action type.
    type: Literal["select"]
    # By name.
    parameters: SantaFeSelectParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`.
    targets: list[str]


class SantaFeDiscardParameters(TypedDict):
    """By name."""

    # The city card.
    card: str


class SantaFeDiscard(TypedDict):
    """Give up a city card for one drawn from the deck, as a double turn allows before its second
    laying.
    """

    # The notation to submit: `discard:<card>`.
    action: str
    # The action type.
    type: Literal["discard"]
    # By name.
    parameters: SantaFeDiscardParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hand-{seat}-{card}`.
    targets: list[str]


class SantaFeKeep(TypedDict):
    """Choose no further card to exchange."""

    # The notation to submit: `keep`.
    action: str
    # The action type.
    type: Literal["keep"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. The hand stays as it is.
    targets: list[str]


class SantaFeLayParameters(TypedDict):
    """By name."""

    # The railroad.
    railroad: Literal["atsf", "sp", "gn", "up", "kp"]
    # 1 is the original route, 2 and 3 are branches.
    route: int
    # The city that the route goes to next.
    to: str


class SantaFeLay(TypedDict):
    """Put one piece of a railroad at the head of its route, any railroad."""

    # The notation to submit: `lay:<railroad>:<route>:<to>`.
    action: str
    # The action type.
    type: Literal["lay"]
    # By name.
    parameters: SantaFeLayParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `route-{railroad}-{route}`,
    # `city-{to}`.
    targets: list[str]


SantaFeBranchParameters = TypedDict(
    "SantaFeBranchParameters",
    {"railroad": "Literal['atsf', 'sp', 'gn', 'up', 'kp']", "from": "str", "to": "str"},
)
"""By name."""


class SantaFeBranch(TypedDict):
    """Begin a second or third route of the railroad at a city that it has reached."""

    # The notation to submit: `branch:<railroad>:<from>:<to>`.
    action: str
    # The action type.
    type: Literal["branch"]
    # By name.
    parameters: SantaFeBranchParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `railroad-{railroad}`, `city-{from}`,
    # `city-{to}`.
    targets: list[str]


class SantaFePass(TypedDict):
    """Lay no piece and pay nothing."""

    # The notation to submit: `pass`.
    action: str
    # The action type.
    type: Literal["pass"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. Nothing is laid.
    targets: list[str]


class SantaFeStop(TypedDict):
    """Leave out the second piece of a double turn, or the cards still missing in hand."""

    # The notation to submit: `stop`.
    action: str
    # The action type.
    type: Literal["stop"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. Nothing further is laid or drawn.
    targets: list[str]


class SantaFeDrawParameters(TypedDict):
    """By name."""

    # A railroad stands for its branch card.
    card: Literal["city", "double", "engineer", "atsf", "sp", "gn", "up", "kp"]


class SantaFeDraw(TypedDict):
    """Fill the hand by one card: from the deck unseen, a double turn for nothing, or a branch
    card for money.
    """

    # The notation to submit: `draw:<card>`.
    action: str
    # The action type.
    type: Literal["draw"]
    # By name.
    parameters: SantaFeDrawParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `stock-{card}`.
    targets: list[str]


class SantaFeBuyParameters(TypedDict):
    """By name."""

    # Whose track piece.
    piece: Literal["atsf", "sp", "gn", "up", "kp", "nothing"]


class SantaFeBuy(TypedDict):
    """Pay for a piece of a railroad to keep."""

    # The notation to submit: `buy:<piece>`.
    action: str
    # The action type.
    type: Literal["buy"]
    # By name.
    parameters: SantaFeBuyParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `railroad-{piece}`.
    targets: list[str]


class SantaFeView(TypedDict):
    """The view of Santa Fe."""

    # The round, from 1; 0 before the first.
    round: int
    # What is to be decided or drawn.
    phase: SantaFeViewPhase
    # The seats that may act now.
    to_act: list[int]
    # The seat that leads this round.
    first_player: int
    # The seat whose turn of the phase it is; null where all select at once.
    turn: int | None
    # Pieces laid in this lay turn.
    pieces_laid_in_turn: int
    # City cards in the deck.
    deck: int
    # Double-turn cards in the supply.
    double_turn_cards: int
    # Engineers in the supply.
    engineers: int
    # The railroads.
    railroads: list[SantaFeViewRailroadShown]
    # The players, by seat.
    players: list[SantaFeViewPlayer]
    # The map with its track.
    map: SantaFeViewMap
    # What every client should show of the map.
    notices: list[str]


class SantaFeViewRailroadShown(TypedDict):
    """`RailroadShown` in the view of Santa Fe."""

    # Which one.
    railroad: SantaFeViewRailroad
    # Its name.
    name: str
    # The colour of its pieces.
    colour: str
    # The city where it starts.
    start: str
    # Its special cities.
    special: list[str]
    # Track pieces left.
    supply: int
    # Branch cards left.
    branch_cards: int
    # Its routes that have begun.
    routes: list[SantaFeViewRoute]


class SantaFeViewRoute(TypedDict):
    """`Route` in the view of Santa Fe."""

    # 1 for the original route, 2 and 3 for branches.
    route: int
    # The city where it stands, or that it left last.
    at: str
    # The city it is on its way to; null at a city.
    towards: str | None


class SantaFeViewPlayer(TypedDict):
    """`Player` in the view of Santa Fe."""

    # The seat, from 0.
    seat: int
    # Dollars; null where the viewer may not see them.
    money: int | None
    # Cards in hand.
    hand_size: int
    # Up to how many cards a hand is filled.
    hand_limit: int
    # City cards in hand.
    city_cards: int
    # The hand; null for others than its owner.
    hand: list[str] | None
    # Double-turn cards in hand.
    double_turn_cards: int
    # The branch card in hand; null for none.
    branch_card: SantaFeViewRailroad | None
    # Whether a card is selected.
    has_selected: bool
    # That card, for its owner; else null.
    selected: str | None
    # Whether a double-turn card was played in this round.
    double_turn: bool
    # The branch card played in this round; null for none.
    branch_card_played: SantaFeViewRailroad | None
    # Whether the player has passed in this lay phase.
    passed: bool
    # How the engineer was got; null for none.
    engineer: SantaFeViewEngineer | None
    # Bought track pieces, by railroad.
    track_pieces: dict[str, int]
    # The city cards played.
    tableau: list[str]
    # What these are worth now.
    tableau_points: int
    # City cards laid aside in the running exchange.
    laid_aside: int
    # Which; null where the viewer may not see them.
    laid_aside_cards: list[str] | None
    # City cards that were exchanged before.
    exchanged: int
    # Which; null where the viewer may not see them.
    exchanged_cards: list[str] | None


class SantaFeViewMap(TypedDict):
    """`Map` in the view of Santa Fe."""

    # The title of the map.
    title: str
    # The width that coordinates go up to.
    width: int
    # The height that coordinates go up to.
    height: int
    # The cities.
    cities: list[SantaFeViewCity]
    # The links between them.
    links: list[SantaFeViewLink]


class SantaFeViewCity(TypedDict):
    """`City` in the view of Santa Fe."""

    # Its code, as notation has it.
    city: str
    # Its name.
    name: str
    # Its value; 0 for a start city.
    value: int
    # How far to the right it lies.
    x: int
    # How far down it lies.
    y: int
    # The railroads that are connected to it.
    railroads: list[SantaFeViewRailroad]


class SantaFeViewLink(TypedDict):
    """`Link` in the view of Santa Fe."""

    # The city at one end.
    a: str
    # The city at the other.
    b: str
    # How many pieces complete a line.
    spaces: int
    # Whether it is a mountain link.
    mountain: bool
    # For each space, from `a` on, whether it crosses a river.
    river: list[bool]
    # Its lines, one or two.
    lines: list[SantaFeViewLine]


SantaFeViewLine = TypedDict(
    "SantaFeViewLine",
    {
        "railroad": "SantaFeViewRailroad | None",
        "pieces": "int",
        "from": "str | None",
        "from_other_end": "NotRequired[int]",
    },
)
"""`Line` in the view of Santa Fe."""


class SteamBidParameters(TypedDict):
    """By name."""

    # Dollars.
    amount: int


class SteamBid(TypedDict):
    """Offer more than the last bid for a place in the turn order."""

    # The notation to submit: `bid:<amount>`.
    action: str
    # The action type.
    type: Literal["bid"]
    # By name.
    parameters: SteamBidParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `turn-order`.
    targets: list[str]


class SteamPass(TypedDict):
    """Leave this auction, or do nothing in this round of goods."""

    # The notation to submit: `pass`.
    action: str
    # The action type.
    type: Literal["pass"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. Nothing is taken, laid or moved.
    targets: list[str]


class SteamCapitalParameters(TypedDict):
    """By name."""

    # Steps back on the income track, then for points.
    steps: int


class SteamCapital(TypedDict):
    """Take money now for steps down the income track, each of which lowers what you are paid
    every turn.
    """

    # The notation to submit: `capital:<steps>`.
    action: str
    # The action type.
    type: Literal["capital"]
    # By name.
    parameters: SteamCapitalParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `income-{seat}`.
    targets: list[str]


class SteamSelectParameters(TypedDict):
    """By name."""

    # The action tile.
    tile: Literal[
        "turn_order",
        "first_move",
        "engineer",
        "first_build",
        "city_growth",
        "locomotive",
        "urbanization",
    ]


class SteamSelect(TypedDict):
    """Choose your special action of this turn, and pay what it costs in the base game."""

    # The notation to submit: `select:<tile>`.
    action: str
    # The action type.
    type: Literal["select"]
    # By name.
    parameters: SteamSelectParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `tile-{tile}`.
    targets: list[str]


class SteamDeclineParameters(TypedDict):
    """By name."""

    # The action tile.
    tile: Literal[
        "turn_order",
        "first_move",
        "engineer",
        "first_build",
        "city_growth",
        "locomotive",
        "urbanization",
    ]


class SteamDecline(TypedDict):
    """Take the tile without its action, and pay nothing."""

    # The notation to submit: `decline:<tile>`.
    action: str
    # The action type.
    type: Literal["decline"]
    # By name.
    parameters: SteamDeclineParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `tile-{tile}`.
    targets: list[str]


class SteamBuildParameters(TypedDict):
    """By name."""

    # Column letter and row.
    hex: str
    # The shape of the tile.
    tile: Literal[
        "21",
        "22",
        "23",
        "41",
        "42",
        "43",
        "44",
        "45",
        "46",
        "47",
        "T11",
        "T21",
        "T22",
        "T23",
        "T31",
        "T32",
        "T33",
        "T34",
        "T41",
        "T42",
        "T43",
    ]
    # Sixths of a full turn clockwise, as few as give the tracks.
    turn: int


class SteamBuild(TypedDict):
    """Lay track from a city or your own track, turn the end of an open link, or add track to a
    tile.
    """

    # The notation to submit: `build:<hex>:<tile>:<turn>`.
    action: str
    # The action type.
    type: Literal["build"]
    # By name.
    parameters: SteamBuildParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `hex-{hex}`.
    targets: list[str]


class SteamUrbanizeParameters(TypedDict):
    """By name."""

    # The town.
    town: str
    # The colour of the New City tile.
    colour: Literal["red", "blue", "yellow", "purple", "gray"]


class SteamUrbanize(TypedDict):
    """Make a town a city of this colour: goods of the colour can go there, and one supply space
    of goods comes to it.
    """

    # The notation to submit: `urbanize:<town>:<colour>`.
    action: str
    # The action type.
    type: Literal["urbanize"]
    # By name.
    parameters: SteamUrbanizeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `stop-{town}`, `new_city-{colour}`.
    targets: list[str]


class SteamGrowParameters(TypedDict):
    """By name."""

    # A city without a growth marker.
    city: str


class SteamGrow(TypedDict):
    """Put the goods of one supply space on a city that has no growth marker yet."""

    # The notation to submit: `grow:<city>`.
    action: str
    # The action type.
    type: Literal["grow"]
    # By name.
    parameters: SteamGrowParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `stop-{city}`.
    targets: list[str]


class SteamSupplyParameters(TypedDict):
    """By name."""

    # The supply space; of equal ones the first.
    space: int


class SteamSupply(TypedDict):
    """Move all goods of this supply space to the city just chosen."""

    # The notation to submit: `supply:<space>`.
    action: str
    # The action type.
    type: Literal["supply"]
    # By name.
    parameters: SteamSupplyParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `supply-{space}`.
    targets: list[str]


class SteamDone(TypedDict):
    """Build nothing further this turn, and let the next player build."""

    # The notation to submit: `done`.
    action: str
    # The action type.
    type: Literal["done"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # None. Nothing further is built.
    targets: list[str]


class SteamImprove(TypedDict):
    """Raise the locomotive by a level, for nothing, in place of a delivery."""

    # The notation to submit: `improve`.
    action: str
    # The action type.
    type: Literal["improve"]
    # By name.
    parameters: dict[str, Any]
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `locomotive-{seat}`.
    targets: list[str]


class SteamDeliverParameters(TypedDict):
    """By name."""

    # Where the goods lie.
    city: str
    # The colour of the goods.
    colour: Literal["red", "blue", "yellow", "purple", "gray"]
    # The city that takes them.
    to: str
    # The points by seat, zeros at the end left out.
    points: str


class SteamDeliver(TypedDict):
    """Move one cube over complete links to a city of its colour, no more links than your
    locomotive's level.
    """

    # The notation to submit: `deliver:<city>:<colour>:<to>:<points>`.
    action: str
    # The action type.
    type: Literal["deliver"]
    # By name.
    parameters: SteamDeliverParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `goods-{city}-{colour}`, `stop-{to}`.
    targets: list[str]


SteamTakeParameters = TypedDict("SteamTakeParameters", {"as": "Literal['income', 'points']"})
"""By name."""


class SteamTake(TypedDict):
    """Choose what your points of this delivery become: income, which pays every turn, or victory
    points, which win the match.
    """

    # The notation to submit: `take:<as>`.
    action: str
    # The action type.
    type: Literal["take"]
    # By name.
    parameters: SteamTakeParameters
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about: `{as}-{seat}`.
    targets: list[str]


class SteamView(TypedDict):
    """The view of Steam."""

    # The base or the standard game.
    variant: SteamViewVariant
    # The turn, from 1; 0 during the first auction.
    turn: int
    # The number of the last turn.
    last_turn: int
    # What is to be decided.
    phase: SteamViewPhase
    # The seat to act; null at the end.
    actor: int | None
    # The seat whose turn it is, also while others choose what points become.
    active: int
    # The round of goods, 1 or 2; null in other phases.
    goods_round: int | None
    # Tiles laid in this building turn.
    tiles_laid: int
    # The seats in turn order; null while it is auctioned.
    order: list[int] | None
    # The running auction; null where there is none.
    auction: SteamViewAuction | None
    # The players, by seat.
    players: list[SteamViewPlayer]
    # The action tiles, by number.
    action_tiles: list[SteamViewActionTileHeld]
    # The spaces of the goods supply.
    supply: list[SteamViewSupplySpace]
    # Goods in the bag.
    bag: SteamViewCubes
    # New City tiles left, by colour.
    new_cities: SteamViewCubes
    # Growth markers left.
    growth_markers: int
    # The stop that gets goods of the supply next; null for none.
    goods_go_to: str | None
    # Cities and towns.
    stops: list[SteamViewStop]
    # Every link, complete or not.
    links: list[SteamViewLink]
    # Every hex of the map.
    hexes: list[SteamViewHex]
    # Every seat's points, were the match to end now.
    scores: list[int]
    # The same by category, and the tie-breaks.
    score_sheet: SteamViewScoreSheet
    # The title of the map.
    map: str
    # What every client should show of the map.
    notices: list[str]


class SteamViewCubes(TypedDict):
    """`Cubes` in the view of Steam."""

    # Red ones.
    red: int
    # Blue ones.
    blue: int
    # Yellow ones.
    yellow: int
    # Purple ones.
    purple: int
    # Gray ones.
    gray: int


class SteamViewAuction(TypedDict):
    """`Auction` in the view of Steam."""

    # The place that is auctioned first to last; null in the standard game's auction.
    place: int | None
    # The highest bid in dollars; null before the first.
    high_bid: int | None
    # The seat that bid it; null for nobody.
    leader: int | None
    # The places that are taken already.
    taken: list[SteamViewPlaceTaken]


class SteamViewPlaceTaken(TypedDict):
    """`PlaceTaken` in the view of Steam."""

    # The place, from 1.
    place: int
    # Who has it.
    seat: int


class SteamViewPlayer(TypedDict):
    """`Player` in the view of Steam."""

    # The seat, from 0.
    seat: int
    # Dollars.
    cash: int
    # The level of income.
    income: int
    # Victory points.
    points: int
    # The level of the locomotive.
    locomotive: int
    # The action tile held; null for none.
    action_tile: SteamViewActionTile | None
    # Whether the tile's action is still to be carried out.
    action_due: bool
    # Whether the locomotive was improved in this turn.
    improved: bool
    # The bid in the running auction; null for none.
    last_bid: int | None
    # Whether the player has left the running auction.
    passed: bool
    # Whether the player has a place of the order that is auctioned.
    placed: bool
    # Whether the player can pass once for free.
    free_pass: bool
    # Points of a delivery that are to become income or victory points.
    points_to_take: int
    # Whether the player may raise money at need in the standard game.
    beginner: bool
    # Whether the player is out.
    bankrupt: bool


class SteamViewActionTileHeld(TypedDict):
    """`ActionTileHeld` in the view of Steam."""

    # Its number, from 1.
    number: int
    # Which one.
    tile: SteamViewActionTile
    # The seat that has it; null for none.
    holder: int | None


class SteamViewSupplySpace(TypedDict):
    """`SupplySpace` in the view of Steam."""

    # Its number, from 1.
    space: int
    # The goods on it.
    goods: SteamViewCubes


class SteamViewStop(TypedDict):
    """`Stop` in the view of Steam."""

    # Its name as notation has it.
    name: str
    # Its name as people write it.
    title: str
    # Where it lies.
    hex: str
    # The colour of a city; null for a town.
    colour: SteamViewColour | None
    # Whether it is a town that became a city.
    new_city: bool
    # Whether it has a growth marker.
    growth_marker: bool
    # The goods there.
    goods: SteamViewCubes


SteamViewLink = TypedDict(
    "SteamViewLink",
    {
        "from": "str",
        "side": "SteamViewEdge",
        "to": "str | None",
        "owner": "int | None",
        "complete": "bool",
        "hexes": "list[str]",
    },
)
"""`Link` in the view of Steam."""


class SteamViewHex(TypedDict):
    """`Hex` in the view of Steam."""

    # Its name as notation has it.
    hex: str
    # Axial coordinate: the column, growing to the east.
    q: int
    # Axial coordinate, growing to the south.
    r: int
    # What is printed there.
    terrain: SteamViewTerrain
    # Whether a river runs there.
    river: bool
    # The city or town on it; null for none.
    stop: str | None
    # The sides over which no track goes.
    closed: list[SteamViewEdge]
    # The shape of the tile on it; null for none.
    tile: str | None
    # How often the tile is turned by a sixth clockwise; null for none.
    turn: int | None
    # The tracks of the tile.
    tracks: list[SteamViewTrack]


SteamViewTrack = TypedDict(
    "SteamViewTrack",
    {"from": "SteamViewEdge", "to": "SteamViewTrackEnd", "owner": "int | None", "laid_now": "bool"},
)
"""`Track` in the view of Steam."""


class SteamViewScoreSheet(TypedDict):
    """`ScoreSheet` in the view of Steam."""

    # Victory points, by seat.
    points: list[int]
    # Points for income.
    income: list[int]
    # Points for links.
    links: list[int]
    # What lifts a total below zero to zero, where the options say so.
    not_below_zero: list[int]
    # The first tie-break.
    income_level: list[int]
    # The second: the lower number is better.
    action_tile: list[int]
    # 1 for who is bankrupt: such seats come last.
    bankrupt: list[int]


class SeatBounds(TypedDict):
    """How many play."""

    # The fewest.
    min: int
    # The most.
    max: int


class Minutes(TypedDict):
    """How long a match takes people."""

    # The least.
    min: int
    # The most.
    max: int


class GameListed(TypedDict):
    """A game in the listing."""

    # The game's id.
    id: str
    # Its name.
    name: str
    # Grows when the rules as implemented change.
    rules_version: int
    # How many play.
    seats: SeatBounds
    # Sentences that every client should show.
    notices: list[str]
    # What it is, in a sentence; may be empty.
    summary: str
    # How long a match takes people.
    minutes: Minutes | None
    # From 1, light, to 5, heavy.
    weight: float | None


class GameList(TypedDict):
    """All games."""

    # All that can be played.
    games: list[GameListed]


class OptionShown(TypedDict):
    """An option of a game."""

    # Its name.
    name: str
    # What its value is; `file`: the name of a document of data.
    type: Literal["choice", "switch", "integer", "text", "file"]
    # What holds if it is left out.
    default: Any
    # What it changes.
    help: str
    # All values, for choice and file.
    choices: NotRequired[list[str]]
    # The least, for integer.
    minimum: NotRequired[int]
    # The most, for integer.
    maximum: NotRequired[int]
    # A regular expression, for text.
    pattern: NotRequired[str]


class ParameterShown(TypedDict):
    """A parameter of an action type."""

    # Its name.
    name: str
    # What its value is.
    type: Literal["integer", "choice", "name"]
    # What it means.
    help: str
    # The least, for integer.
    minimum: NotRequired[int]
    # The most, for integer.
    maximum: NotRequired[int]
    # All values, for choice.
    choices: NotRequired[list[str]]
    # The table of the match's data that a name is from.
    table: NotRequired[str]


class ActionTypeShown(TypedDict):
    """A row of a game's action vocabulary."""

    # The first part of the notation.
    type: str
    # How it is written; parameters in angle brackets.
    notation: str
    # The template of its labels.
    label: str
    # What it does.
    help: str
    # Whether it is an outcome of chance.
    chance: bool
    # In the order of the notation.
    parameters: list[ParameterShown]
    # What of the picture it is about: templates of ids, over the values as notation writes them and
    # the `seat` that acts. Values joined by `+` make an id each, one that names nothing makes none.
    targets: list[str]
    # Why it is about nothing on the table; empty where it has targets.
    untargeted: str
    # `#` and the anchor of its paragraph in `player_rules`.
    rules: NotRequired[str]


class Measurement(TypedDict):
    """How a level did in the arena in one seat, taken in turns, with another in all other seats."""

    # Matches won, 0 to 1.
    share: float
    # Of its 95 % interval.
    low: float
    # Of its 95 % interval.
    high: float
    # How many were played.
    matches: int
    # How many played in each.
    seats: int
    # The factor that all thinking was scaled by in these matches.
    budget: float


class LevelShown(TypedDict):
    """A bot level, with what the arena measured in this game."""

    # Its name.
    level: str
    # How it plays.
    description: str
    # The median of its turns; null where not measured.
    seconds_per_turn: float | None
    # By opponent.
    beats: dict[str, Measurement]


class Lead(TypedDict):
    """How far an agent is rated above the next lower one."""

    # In Elo.
    elo: int
    # Of its 95 % interval.
    low: int
    # Of its 95 % interval.
    high: int


class RatedAgent(TypedDict):
    """An agent of a ladder, with its rating in Elo: 400 are ten times the strength."""

    # Its name: a level, or what else `description` says.
    agent: str
    # What it is.
    description: str
    # In Elo; that of the anchor is 0.
    rating: int
    # Of its 95 % interval.
    low: int
    # Of its 95 % interval.
    high: int
    # Over the next agent; null for the last.
    lead: Lead | None
    # The mean of its final scores; null where not measured.
    points: float | None
    # How many it played.
    matches: int
    # What it may use for a turn; null where it does not search.
    most_simulations: int | None
    # The median of its turns.
    simulations_per_turn: int
    # The median of its turns, where it was measured.
    seconds_per_turn: float


class Pairing(TypedDict):
    """How one agent did in one seat, taken in turns, with another in all other seats."""

    # The one in one seat.
    first: str
    # The one in the others.
    second: str
    # How many were played.
    matches: int
    # First places of the first, 0 to 1.
    share: float
    # Of its 95 % interval.
    low: float
    # Of its 95 % interval.
    high: float


class Ladder(TypedDict):
    """Fixed agents rated against each other at tables of one size, the same shuffles for all."""

    # How many play in each match.
    seats: int
    # The day it was played on.
    date: str
    # What it was played with; null where that is not known.
    commit: str | None
    # The factor that all thinking was scaled by.
    budget: float
    # The agent whose rating is 0.
    anchor: str
    # Best first.
    agents: list[RatedAgent]
    # How the agents did against each other.
    pairings: list[Pairing]


class GameShown(TypedDict):
    """A game with all that a client needs to create and play a match."""

    # The game's id.
    id: str
    # Its name.
    name: str
    # Grows when the rules as implemented change.
    rules_version: int
    # How many play.
    seats: SeatBounds
    # Sentences that every client should show.
    notices: list[str]
    # What it is, in a sentence; may be empty.
    summary: str
    # How long a match takes people.
    minutes: Minutes | None
    # From 1, light, to 5, heavy.
    weight: float | None
    # What can be chosen for a match.
    options: list[OptionShown]
    # The action types, those of chance too.
    actions: list[ActionTypeShown]
    # The bots, from weak to strong.
    levels: list[LevelShown]
    # By number of seats; empty for a game never measured.
    ladders: list[Ladder]
    # The address of what its tables are made of.
    components: str
    # The address of its rules as Markdown; null where there is no page.
    rules: str | None
    # The address of its rules in short; null where there are none.
    player_rules: str | None
    # The address of its puzzles.
    puzzles: str
    # The address of its tutorial; null where there is none.
    tutorial: str | None


class Neighbour(TypedDict):
    """A place beside another."""

    # Its name.
    place: str
    # Where it lies, such as `NE`; null but for hexes.
    direction: str | None


class PlaceShown(TypedDict):
    """Where something lies."""

    # As the table of the same name has it.
    name: str
    # To the right.
    x: float
    # Downwards.
    y: float
    # The places beside it.
    neighbours: list[Neighbour]
    # What else is to be said of the place.
    data: dict[str, Any]


class LinkShown(TypedDict):
    """What joins two neighbours."""

    # The name of a place.
    a: str
    # The name of the other.
    b: str
    # What the link is made of.
    data: dict[str, Any]


class GeometryShown(TypedDict):
    """Where the places of one table lie."""

    # What the places are.
    kind: Literal["hexes", "points"]
    # Of hexes: what is at the top; else null.
    orientation: Literal["pointy", "flat", None]
    # What the coordinates are measured in.
    text: str
    # Where they lie.
    places: list[PlaceShown]
    # What joins them.
    links: list[LinkShown]


class ComponentShown(TypedDict):
    """One name of a table: what it is, does and costs, in words and in data."""

    # As notation and views write it.
    name: str
    # What people call it.
    label: str
    # What it is and does.
    text: str
    # What it takes to have or use it, by what is paid; often empty.
    cost: dict[str, int]
    # The same for programs; the table's own form.
    data: dict[str, Any]
    # `#` and the anchor of its paragraph in `player_rules`.
    rules: NotRequired[str]


class RegionShown(TypedDict):
    """A part of the table that is drawn alone with `picture.svg?region=`."""

    # What `region` takes.
    id: str
    # What people call it.
    title: str
    # Drawn so wide, letters are at least 11 units high.
    width: float
    # How high it is then.
    height: float
    # Whose it is, if anybody's.
    seat: int | None
    # That of the seat's pieces, as `#rrggbb`; null with `seat`.
    colour: str | None


class GameComponents(TypedDict):
    """What a table with some options is made of."""

    # The game's id.
    game: str
    # That of the rules it is of.
    rules_version: int
    # The options, complete.
    options: dict[str, Any]
    # By type of action and parameter: the table that explains its values.
    parameters: dict[str, dict[str, str]]
    # Where the names of a table lie, for those that are places.
    geometry: dict[str, GeometryShown]
    # Every table by name.
    tables: dict[str, list[ComponentShown]]
    # For each number of `seats`, what depends on it.
    seats: list[dict[str, Any]]
    # Of the picture, in the order for one column; sizes are those at the beginning. Of a game, for
    # as few seats as may be.
    regions: list[RegionShown]


class RulesParagraph(TypedDict):
    """One rule."""

    # Its name in addresses.
    anchor: str
    # What it says.
    text: str
    # The action types that it is about.
    actions: list[str]
    # The tables of components, or entries, as `table/name`.
    components: list[str]


class RulesSection(TypedDict):
    """Rules that belong together."""

    # Its name in addresses.
    anchor: str
    # Its title.
    title: str
    # In order.
    paragraphs: list[RulesParagraph]


class PlayerRulesShown(TypedDict):
    """The rules of a game for its players."""

    # The game's id.
    game: str
    # Its name.
    name: str
    # Of the texts, as BCP 47 has it.
    language: str
    # The game in a sentence or two.
    summary: str
    # In order.
    sections: list[RulesSection]


class Attempt(TypedDict):
    """An action to take."""

    # Its type.
    type: str
    # A regular expression that is found in its label; empty for any.
    label: str


class TutorialStep(TypedDict):
    """A step of a tutorial."""

    # What to say.
    text: str
    # Ids of elements of the picture to look at.
    look: list[str]
    # What to take; null where the step is for reading.
    attempt: Attempt | None
    # `#` and the anchor of a paragraph in `player_rules`; or empty.
    rules: str


class TutorialShown(TypedDict):
    """A first match, with what to say while it is played."""

    # The game's id.
    game: str
    # Its name.
    name: str
    # Of the texts, as BCP 47 has it.
    language: str
    # About how long it takes.
    minutes: int
    # What to create the match with.
    match: dict[str, Any]
    # In order.
    steps: list[TutorialStep]
    # To be said after the steps, until the result, each when an action is legal that fits its
    # `attempt`.
    reminders: list[TutorialStep]


class PuzzleListed(TypedDict):
    """A puzzle of a game in the list."""

    # Part of the puzzle's address.
    id: str
    # The seat whose decision it is.
    seat: int
    # How many play at the table, from 1.
    seats: int
    # 1 where only the first glance misses the solution; from 2 on where a search misses it that is
    # 64, 16 or 4 times shorter than those that have found it.
    difficulty: int


class PuzzleList(TypedDict):
    """The puzzles of a game."""

    # The game's id.
    game: str
    # All of them.
    puzzles: list[PuzzleListed]


class NewPuzzleAnswer(TypedDict):
    """One of the legal actions of a puzzle, as its solution."""

    # The notation, as the puzzle lists it.
    action: str
    # Whether to tell the solution though the action is not it. `false` if left out.
    reveal: NotRequired[bool]


class PuzzleCandidate(TypedDict):
    """An action that long searches took, and what they found of it."""

    # The notation.
    action: str
    # What it does, in words, as the puzzle has it.
    label: str
    # The ids of the elements of the picture that it is about.
    targets: list[str]
    # How often they took it.
    visits: int
    # What it is worth to the seat, 0 to 1: a blend of how likely it wins and by how much it is
    # expected to lead.
    value: float


class PuzzleSolution(TypedDict):
    """What long searches found."""

    # Of each of two searches.
    simulations: int
    # The actions that were taken most; the first is the solution.
    candidates: list[PuzzleCandidate]


class PuzzleAnswer(TypedDict):
    """Whether an action is the solution of a puzzle."""

    # The game's id.
    game: str
    # The puzzle's id.
    puzzle: str
    # The action that was answered.
    action: str
    # Whether it is the solution.
    right: bool
    # Null where the action is not it, and `reveal` was not asked.
    solution: PuzzleSolution | None


class ClockEnd(TypedDict):
    """What happens when a seat's time is over."""

    # A bot plays on; with `resign` the seat is ranked last.
    kind: Literal["bot", "resign"]
    # Of the bot that plays on. `"easy"` if left out.
    level: NotRequired[Literal["beginner", "novice", "easy", "medium", "hard", "expert"]]


class Clock(TypedDict):
    """How much time people have: for each turn, or a bank that each turn's end adds to."""

    # `turn`: so long for each turn; `bank`: so long for all of them.
    kind: Literal["turn", "bank"]
    # Of each turn, or of the bank.
    seconds: int
    # Seconds; of a bank only. `0` if left out.
    increment: NotRequired[int]
    # What happens when the time is over.
    then: NotRequired[ClockEnd]


class MontanaOptions(TypedDict):
    """The options of Montana; what is left out has its default."""

    # The data file of tiles, layouts, wheel, worker board and city prices. Or `mine/` and the name
    # of a document of one's own. `"reconstruction"` if left out.
    components: NotRequired[str]
    # A map drawn at random, or the fixed one of the first game, which seat 0 starts. `"random"` if
    # left out.
    setup: NotRequired[Literal["random", "first_game"]]
    # Build only beside the start tile and one's own settlements. `false` if left out.
    own_only: NotRequired[bool]
    # Coins for building 1, 2 or 3 fields: 2, 1, 0 for fewer, as the worked example pays, or 0, 1, 2
    # for more, as the rulebook's sentence says. `"fewer_fields"` if left out.
    build_coins: NotRequired[Literal["fewer_fields", "more_fields"]]
    # The active player may trade cattle between the first bid and the last payment. `true` if left
    # out.
    auction_trades: NotRequired[bool]
    # A field that closes lines in several directions earns a settlement for each, or one.
    # `"each_direction"` if left out.
    line_bonus: NotRequired[Literal["each_direction", "once"]]
    # Two workers instead of one of the area's colour may be any two, or two of others. `"any"` if
    # left out.
    two_workers: NotRequired[Literal["any", "other_colours"]]
    # The match ends after this many rounds at most; 0 for no limit but a standstill of 60 rounds in
    # which nobody builds. `60` if left out.
    round_limit: NotRequired[int]


class HumanSeat(TypedDict):
    """A seat that a client plays with the token it is given."""

    # A person.
    kind: Literal["human"]
    # Shown to all; `Seat <number>` if left out. Kept in Unicode's NFC; characters that cannot be
    # seen are refused, those that join emoji included.
    name: NotRequired[str]
    # Whether the client that creates the match takes this seat: its own token opens it, and no
    # other is made. `false` if left out.
    mine: NotRequired[bool]


class BotSeat(TypedDict):
    """A seat that the service plays."""

    # A bot.
    kind: Literal["bot"]
    # One of the game's levels.
    level: Literal["beginner", "novice", "easy", "medium", "hard", "expert"]


class OpenSeat(TypedDict):
    """A seat that waits for whoever comes with its invitation, in a public match for anybody."""

    # Nobody yet.
    kind: Literal["open"]
    # The id of the only client that may claim the seat.
    client: NotRequired[str]


class NewMontanaMatch(TypedDict):
    """A match of Montana to be created."""

    # Makes chance reproducible. Not fair where something is hidden.
    seed: NotRequired[int | None]
    # `public`: listed, and anybody may watch. `"private"` if left out.
    visibility: NotRequired[Literal["private", "public"]]
    # Who may claim an open seat of a public match. `invited`: whoever has the seat's invitation, or
    # the client that it is kept for, as in a private match. `"anybody"` if left out.
    claims: NotRequired[Literal["anybody", "invited"]]
    # Whether the service takes decisions without a choice. `true` if left out.
    auto_forced: NotRequired[bool]
    # Clocks for the seats of people; none if left out.
    clock: NotRequired[Clock | None]
    # `own`: a seat may take its own moves back as long as nothing was revealed and nobody else has
    # acted. `any`: for learning, the owner may go back to any version, and chance is drawn anew.
    # `off`: neither. `"own"` if left out.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end. `false` if left out.
    sealed: NotRequired[bool]
    # Who may have decisions analysed. `ended`: all who see the match, once it is over. `alone`:
    # before that too the one person who plays against bots alone. `everybody`: before that too
    # everybody who plays, about their own decisions. `nobody`: nobody ever. `"alone"` if left out.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # After how many seconds of doing nothing, while a decision is open to it, the holder of a seat
    # counts as absent; null: never. A week if left out, in a match with clocks never.
    absent_after: NotRequired[int | None]
    # The game's id.
    game: Literal["montana"]
    # Those that are to differ from the defaults.
    options: NotRequired[MontanaOptions]
    # Who plays, by number from 0.
    seats: list[HumanSeat | BotSeat | OpenSeat]


class GreatWesternTrailOptions(TypedDict):
    """The options of Great Western Trail; what is left out has its default."""

    # The neutral buildings shuffled, or each on the space of its letter. `"random"` if left out.
    neutral_buildings: NotRequired[Literal["random", "beginner"]]
    # The sides of the private buildings: all a, all b, random for each number, one_toss (random,
    # but the same for all numbers), or ten letters. `"random"` if left out.
    building_sides: NotRequired[str]
    # Workers in the second stack: 11 of each type, or 12 cowboys and 11 others. `"even"` if left
    # out.
    worker_split: NotRequired[Literal["even", "more_cowboys"]]
    # Phase B may be skipped altogether. `true` if left out.
    idle_turns: NotRequired[bool]
    # An objective card of a delivery may be the top of the deck. `true` if left out.
    delivery_objective_from_deck: NotRequired[bool]
    # Kansas City pays its dollars in the special delivery of building 9a too. `true` if left out.
    special_delivery_pays: NotRequired[bool]
    # Cowboys can be assigned once in each market action, or once in a turn. `"each_action"` if left
    # out.
    cowboys: NotRequired[Literal["each_action", "each_turn"]]
    # Objective cards can be played before the first four steps of Kansas City. `false` if left out.
    objectives_in_kansas_city: NotRequired[bool]
    # Building 8b copies the attached action of the space too. `false` if left out.
    copy_attached: NotRequired[bool]
    # Workers turned up for the foresight spaces after the end is triggered stay or go. `"refilled"`
    # if left out.
    late_workers: NotRequired[Literal["refilled", "removed"]]
    # A cowboy may turn up the last card of the market deck. `true` if left out.
    turn_up_last_card: NotRequired[bool]
    # A station reached by an engine's way back is upgraded before the reward comes. `false` if left
    # out.
    upgrade_before_reward: NotRequired[bool]
    # The local actions of a building that is replaced under the own cattleman may still be used on
    # this visit. `false` if left out.
    keep_replaced_actions: NotRequired[bool]
    # Kansas City's dollars may pay for a disc of the hand limit placed there, where no other kind
    # is left. `false` if left out.
    city_pays_hand_disc: NotRequired[bool]
    # The data file of the trail, tolls, markets, stations and cities. Or `mine/` and the name of a
    # document of one's own. `"first_edition"` if left out.
    board: NotRequired[str]


class NewGreatWesternTrailMatch(TypedDict):
    """A match of Great Western Trail to be created."""

    # Makes chance reproducible. Not fair where something is hidden.
    seed: NotRequired[int | None]
    # `public`: listed, and anybody may watch. `"private"` if left out.
    visibility: NotRequired[Literal["private", "public"]]
    # Who may claim an open seat of a public match. `invited`: whoever has the seat's invitation, or
    # the client that it is kept for, as in a private match. `"anybody"` if left out.
    claims: NotRequired[Literal["anybody", "invited"]]
    # Whether the service takes decisions without a choice. `true` if left out.
    auto_forced: NotRequired[bool]
    # Clocks for the seats of people; none if left out.
    clock: NotRequired[Clock | None]
    # `own`: a seat may take its own moves back as long as nothing was revealed and nobody else has
    # acted. `any`: for learning, the owner may go back to any version, and chance is drawn anew.
    # `off`: neither. `"own"` if left out.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end. `false` if left out.
    sealed: NotRequired[bool]
    # Who may have decisions analysed. `ended`: all who see the match, once it is over. `alone`:
    # before that too the one person who plays against bots alone. `everybody`: before that too
    # everybody who plays, about their own decisions. `nobody`: nobody ever. `"alone"` if left out.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # After how many seconds of doing nothing, while a decision is open to it, the holder of a seat
    # counts as absent; null: never. A week if left out, in a match with clocks never.
    absent_after: NotRequired[int | None]
    # The game's id.
    game: Literal["great_western_trail"]
    # Those that are to differ from the defaults.
    options: NotRequired[GreatWesternTrailOptions]
    # Who plays, by number from 0.
    seats: list[HumanSeat | BotSeat | OpenSeat]


class SantaFeOptions(TypedDict):
    """The options of Santa Fe; what is left out has its default."""

    # The data file of cities, links and starts. Or `mine/` and the name of a document of one's own.
    # `"reconstruction"` if left out.
    map: NotRequired[str]
    # The basic game, or the advanced one. `"basic"` if left out.
    variant: NotRequired[Literal["basic", "advanced"]]
    # The optional rule: buying a track piece each round. `false` if left out.
    purchase: NotRequired[bool]
    # Who leads the first round; the rulebook names the youngest player. `"random"` if left out.
    first_player: NotRequired[Literal["random", "seat_0"]]
    # Whether the second piece of a double turn has to be laid in the basic game. `"optional"` if
    # left out.
    double_second: NotRequired[Literal["optional", "mandatory"]]
    # Whether the first railroad to arrive at another's start city earns the city bonus. `false` if
    # left out.
    start_city_bonus: NotRequired[bool]
    # What an engineer does for the price of a mountain space that crosses a river. `"free"` if left
    # out.
    engineer_mountain_river: NotRequired[Literal["free", "saves_one"]]
    # Bought pieces may be laid once the unbought ones of all railroads are gone, or of the same
    # railroad. `"all"` if left out.
    own_pieces_unlock: NotRequired[Literal["all", "same_railroad"]]
    # Whether views show the money of the others. `true` if left out.
    open_money: NotRequired[bool]
    # Advanced game: whether engineers are sold after or before the city cards are dealt.
    # `"after_deal"` if left out.
    engineer_sale: NotRequired[Literal["after_deal", "before_deal"]]
    # Cards are exchanged at the start of the player's own second lay turn, or by all before the
    # first piece of the second lay phase. `"own_turn"` if left out.
    exchange_time: NotRequired[Literal["own_turn", "before_phase"]]
    # City cards laid aside in an exchange are shown. `false` if left out.
    open_exchange: NotRequired[bool]
    # A railroad that comes to its special city again earns the special bonus again. `false` if left
    # out.
    special_bonus_again: NotRequired[bool]
    # A branch card may be drawn without another card in hand. `false` if left out.
    lone_branch: NotRequired[bool]
    # Drawing may be stopped below the hand limit. `false` if left out.
    stop_drawing: NotRequired[bool]
    # Basic game: the own branch card has to be used where it alone allows a piece. `false` if left
    # out.
    must_branch: NotRequired[bool]
    # Advanced game: a player without the money for any legal piece passes, or the match ends.
    # `"pass"` if left out.
    cannot_pay: NotRequired[Literal["pass", "ends"]]
    # Where passing is allowed, a double turn is a pass without any piece, or with one piece too.
    # `"no_piece"` if left out.
    double_pass: NotRequired[Literal["no_piece", "one_piece"]]
    # A branch card may be used for a railroad without track. `true` if left out.
    unbegun_branch: NotRequired[bool]
    # Advanced game: a river on a mountain line raises the price of the space that crosses it, or of
    # every space of the line. `"space"` if left out.
    mountain_river: NotRequired[Literal["space", "line"]]
    # Another route of the railroad that began a line may lay from its other end. `false` if left
    # out.
    both_ends: NotRequired[bool]
    # The match ends when a player has no legal first piece of a lay turn, or also when there is no
    # second one of a double turn, or none once only bought pieces are left. `"first_piece"` if left
    # out.
    cannot_lay: NotRequired[Literal["first_piece", "any_piece"]]


class NewSantaFeMatch(TypedDict):
    """A match of Santa Fe to be created."""

    # Makes chance reproducible. Not fair where something is hidden.
    seed: NotRequired[int | None]
    # `public`: listed, and anybody may watch. `"private"` if left out.
    visibility: NotRequired[Literal["private", "public"]]
    # Who may claim an open seat of a public match. `invited`: whoever has the seat's invitation, or
    # the client that it is kept for, as in a private match. `"anybody"` if left out.
    claims: NotRequired[Literal["anybody", "invited"]]
    # Whether the service takes decisions without a choice. `true` if left out.
    auto_forced: NotRequired[bool]
    # Clocks for the seats of people; none if left out.
    clock: NotRequired[Clock | None]
    # `own`: a seat may take its own moves back as long as nothing was revealed and nobody else has
    # acted. `any`: for learning, the owner may go back to any version, and chance is drawn anew.
    # `off`: neither. `"own"` if left out.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end. `false` if left out.
    sealed: NotRequired[bool]
    # Who may have decisions analysed. `ended`: all who see the match, once it is over. `alone`:
    # before that too the one person who plays against bots alone. `everybody`: before that too
    # everybody who plays, about their own decisions. `nobody`: nobody ever. `"alone"` if left out.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # After how many seconds of doing nothing, while a decision is open to it, the holder of a seat
    # counts as absent; null: never. A week if left out, in a match with clocks never.
    absent_after: NotRequired[int | None]
    # The game's id.
    game: Literal["santa_fe"]
    # Those that are to differ from the defaults.
    options: NotRequired[SantaFeOptions]
    # Who plays, by number from 0.
    seats: list[HumanSeat | BotSeat | OpenSeat]


class SteamOptions(TypedDict):
    """The options of Steam; what is left out has its default."""

    # The base or the standard game. `"base"` if left out.
    variant: NotRequired[Literal["base", "standard"]]
    # The map: northeast (best with 3 or 4 players), ruhr (4 or 5), or a dropped-in one. Or `mine/`
    # and the name of a document of one's own. `"northeast"` if left out.
    map: NotRequired[str]
    # Base game: the first turn order by drawing tiles, with money, or by auctions. `"random"` if
    # left out.
    first_order: NotRequired[Literal["random", "auction"]]
    # Standard game: seats that may raise money at need, such as 02, or none. `"none"` if left out.
    beginners: NotRequired[str]
    # Points beyond the end of the income track may be taken as income, and are lost. `true` if left
    # out.
    income_overflow: NotRequired[bool]
    # Urbanization may be taken while the supply is empty. `true` if left out.
    city_without_goods: NotRequired[bool]
    # City Growth may be taken for its number when it cannot be carried out. `true` if left out.
    growth_for_number: NotRequired[bool]
    # A delivery may pass a town twice, on different links. `false` if left out.
    town_twice: NotRequired[bool]
    # Goods in a city of their colour may go to another such city. `true` if left out.
    own_colour: NotRequired[bool]
    # A final total may be below zero. `true` if left out.
    below_zero: NotRequired[bool]
    # Standard game: a free pass keeps its second chance against the high bidder alone. `true` if
    # left out.
    second_chance: NotRequired[bool]
    # Standard game: who is dealt Turn Order at first has its free pass in turn 1. `false` if left
    # out.
    dealt_free_pass: NotRequired[bool]
    # Standard game: income and locomotive are netted, instead of paying first. `true` if left out.
    net_income: NotRequired[bool]
    # The match ends when one player is not bankrupt. `false` if left out.
    end_with_one: NotRequired[bool]
    # New own track at its start keeps an incomplete link that was not extended. `false` if left
    # out.
    branch_keeps: NotRequired[bool]
    # Tiles with complete unowned links may be improved. `true` if left out.
    improve_unowned: NotRequired[bool]
    # A hex may be built on more than once in a building turn. `true` if left out.
    same_hex: NotRequired[bool]
    # One tile may redirect the track of a hex and add another to it. `false` if left out.
    redirect_and_improve: NotRequired[bool]
    # Track without owner beyond the spur of a town stays when the town becomes a city. `true` if
    # left out.
    spur_track: NotRequired[bool]
    # City Growth comes before the first tile of a building turn. `false` if left out.
    growth_first: NotRequired[bool]
    # A track of a double tile may be redirected. `true` if left out.
    redirect_double: NotRequired[bool]
    # Redirecting may change the side by which a track comes in. `false` if left out.
    redirect_start: NotRequired[bool]
    # Own track may join an open end without owner that could not be claimed. `false` if left out.
    join_unowned: NotRequired[bool]
    # Loops of several links: allowed, none made of one owner's links (own), or none. `"allowed"` if
    # left out.
    loops: NotRequired[Literal["allowed", "own", "none"]]


class NewSteamMatch(TypedDict):
    """A match of Steam to be created."""

    # Makes chance reproducible. Not fair where something is hidden.
    seed: NotRequired[int | None]
    # `public`: listed, and anybody may watch. `"private"` if left out.
    visibility: NotRequired[Literal["private", "public"]]
    # Who may claim an open seat of a public match. `invited`: whoever has the seat's invitation, or
    # the client that it is kept for, as in a private match. `"anybody"` if left out.
    claims: NotRequired[Literal["anybody", "invited"]]
    # Whether the service takes decisions without a choice. `true` if left out.
    auto_forced: NotRequired[bool]
    # Clocks for the seats of people; none if left out.
    clock: NotRequired[Clock | None]
    # `own`: a seat may take its own moves back as long as nothing was revealed and nobody else has
    # acted. `any`: for learning, the owner may go back to any version, and chance is drawn anew.
    # `off`: neither. `"own"` if left out.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end. `false` if left out.
    sealed: NotRequired[bool]
    # Who may have decisions analysed. `ended`: all who see the match, once it is over. `alone`:
    # before that too the one person who plays against bots alone. `everybody`: before that too
    # everybody who plays, about their own decisions. `nobody`: nobody ever. `"alone"` if left out.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # After how many seconds of doing nothing, while a decision is open to it, the holder of a seat
    # counts as absent; null: never. A week if left out, in a match with clocks never.
    absent_after: NotRequired[int | None]
    # The game's id.
    game: Literal["steam"]
    # Those that are to differ from the defaults.
    options: NotRequired[SteamOptions]
    # Who plays, by number from 0.
    seats: list[HumanSeat | BotSeat | OpenSeat]


class HumanSeatCreated(TypedDict):
    """A human's seat with its token, shown this once."""

    # Its number, from 0.
    seat: int
    # A person.
    kind: Literal["human"]
    # As given at creation.
    name: str
    # True once the seat has been waited for as long as `absent_after` says: the owner and whoever
    # holds another seat may put a bot in. Else left out.
    absent: NotRequired[bool]
    # The seat's bearer token; null once forgotten, and where a client holds the seat.
    token: str | None


BotSeatShown = TypedDict(
    "BotSeatShown",
    {
        "seat": "int",
        "kind": "Literal['bot']",
        "level": "str",
        "for": "NotRequired[str]",
        "resigned": "NotRequired[bool]",
    },
)
"""A seat played by the service."""


class OpenSeatCreated(TypedDict):
    """An open seat with its invitation, shown this once."""

    # Its number, from 0.
    seat: int
    # Nobody yet.
    kind: Literal["open"]
    # True once the seat has been waited for as long as `absent_after` says: the owner and whoever
    # holds another seat may put a bot in. Else left out.
    absent: NotRequired[bool]
    # What claims the seat; null once forgotten.
    invitation: str | None


class ForkOrigin(TypedDict):
    """What a match was forked from."""

    # A fork.
    kind: Literal["fork"]
    # The id of the match.
    match: str
    # Its version that was the opening.
    version: int


class Origin(TypedDict):
    """What a match was forked from, or imported as."""

    # How it was made.
    kind: Literal["fork", "import"]
    # The id of the match; of an import the one it had, null where its document says none.
    match: str | None
    # Of a fork: the version that was the opening.
    version: NotRequired[int]
    # Of an import: what it was forked from, if it was.
    origin: NotRequired[ForkOrigin]


class CreatedMatch(TypedDict):
    """A new match, with the tokens that open it: they are shown this once. A repetition by
    `Idempotency-Key` shows them again for ten minutes, then null; at once null where somebody
    else could have sent it.
    """

    # Unguessable; part of the match's address.
    id: str
    # The game's id.
    game: str
    # The version of the match as created.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # The bearer token that may delete the match, and watch it; null once forgotten.
    owner_token: str | None
    # A bearer token that only lets watch, to be passed on; null once forgotten.
    spectator_token: str | None
    # By number.
    seats: list[HumanSeatCreated | BotSeatShown | OpenSeatCreated]
    # Where it comes from, if it was forked or imported, else null.
    origin: Origin | None


class HumanSeatShown(TypedDict):
    """A seat played through the API."""

    # Its number, from 0.
    seat: int
    # A person.
    kind: Literal["human"]
    # As given at creation.
    name: str
    # True once the seat has been waited for as long as `absent_after` says: the owner and whoever
    # holds another seat may put a bot in. Else left out.
    absent: NotRequired[bool]


class OpenSeatShown(TypedDict):
    """A seat that nobody has taken yet; until all are taken nothing is decided."""

    # Its number, from 0.
    seat: int
    # Nobody yet.
    kind: Literal["open"]
    # True once the seat has been waited for as long as `absent_after` says: the owner and whoever
    # holds another seat may put a bot in. Else left out.
    absent: NotRequired[bool]


class MatchListed(TypedDict):
    """A public match in a listing."""

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # Part of the match's address.
    id: str
    # The game's id.
    game: str
    # By number.
    seats: list[HumanSeatShown | BotSeatShown | OpenSeatShown]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: Literal["anybody", "invited"]
    # When it was made.
    created_at: str
    # When it changed last.
    updated_at: str
    # Whether the service has the rules that the match was made with; where not, reading it or
    # acting in it is answered `rules-changed`.
    playable: bool


class MatchPage(TypedDict):
    """A page of public matches, newest first."""

    # Newest first.
    matches: list[MatchListed]
    # Send it to get the next page; null on the last.
    cursor: str | None


class ClockThen(TypedDict):
    """What happens when a seat's time is over."""

    # `bot`: one plays on; `resign`: and the seat is ranked last.
    kind: Literal["bot", "resign"]
    # Of the bot that plays on.
    level: str


class SeatClock(TypedDict):
    """The clock of one seat."""

    # A seat.
    seat: int
    # Seconds it has left, or had at `since`.
    left: float
    # Since when they run, in seconds of the epoch; null: they stand.
    since: float | None


class ClockShown(TypedDict):
    """The players' clocks."""

    # `turn`: so long for each turn; `bank`: so long for all of them.
    kind: Literal["turn", "bank"]
    # Of each turn, or of the bank.
    seconds: int
    # What each turn's end adds to a bank.
    increment: int
    # What happens when the time is over.
    then: ClockThen
    # By number.
    seats: list[SeatClock]


class WaitedFor(TypedDict):
    """A seat that the match waits for."""

    # A seat.
    seat: int
    # From when on it is `absent` if nothing is done with it before.
    absent_at: str


class RematchShown(TypedDict):
    """The match that follows a finished one; the same tokens open it."""

    # The id of the match.
    match: str
    # When it was made, UTC.
    created_at: str


class HaltedShown(TypedDict):
    """That a bot is to act and does not: it has failed again and again."""

    # `fault`: the rules or the search fail here. `workers-lost`: processes ended over it.
    # `unreadable`: what is kept of the match is damaged.
    reason: Literal["fault", "workers-lost", "unreadable"]
    # Since when, UTC, to the second.
    at: str


class Result(TypedDict):
    """How a match ended."""

    # The seats from first to last, tied ones together; those that were given up come last.
    ranking: list[list[int]]
    # Every seat's points.
    scores: list[int]
    # Every seat's points by category.
    sheet: dict[str, list[int]]
    # The seats whose holders gave up.
    resigned: list[int]


class Reason(TypedDict):
    """Why actions of a type are not legal now about the element of `?about=`."""

    # The type; null where it is not the seat's turn.
    action: str | None
    # What such an action would be refused with.
    detail: str


class TrayItem(TypedDict):
    """A piece or card before a seat, or several that are alike."""

    # Its element in the picture, if it has one.
    id: NotRequired[str]
    # What it is called.
    label: str
    # What it is and does, if that is to be said.
    detail: NotRequired[str]
    # What it is drawn in, as `#rrggbb`.
    colour: NotRequired[str]


class TrayField(TypedDict):
    """One line of what lies before a seat: a value, or items."""

    # What it is called.
    label: str
    # Its value, where it has no items.
    value: NotRequired[str]
    # In their order.
    items: NotRequired[list[TrayItem]]
    # In a word or two, where it is worth showing beside a name.
    brief: NotRequired[str]


class Tray(TypedDict):
    """What lies before a seat, as far as the caller may see it."""

    # Whose it is.
    seat: int
    # From the top.
    fields: list[TrayField]


class NewAction(TypedDict):
    """One of the caller's legal actions, and the version of the match it was chosen at."""

    # The notation, as legal-actions lists it.
    action: str
    # Required unless If-Match gives it.
    version: NotRequired[int]


class SeatNow(TypedDict):
    """A seat after an event about it; what does not concern it is left out."""

    # Who plays it.
    kind: Literal["human", "bot", "open"]
    # Of who holds it.
    name: NotRequired[str]
    # Of the bot.
    level: NotRequired[str]
    # Whether it was given up for good.
    resigned: NotRequired[bool]
    # Whether the match is over with it, as only bots are left.
    ends: NotRequired[bool]
    # Whether the bot was put in because the holder was absent.
    absent: NotRequired[bool]


class SearchShown(TypedDict):
    """What a bot's search took; nothing with one legal action."""

    # How many it ran.
    simulations: int
    # How long it took.
    seconds: float
    # Whether it ended before its budget: it took far too long, or failed.
    cut_short: bool


class MatchEvent(TypedDict):
    """Something that happened, as the caller may see it."""

    # The version it led to.
    version: int
    # What happened: `forced` is a decision without a choice.
    kind: Literal["action", "forced", "chance", "undo", "seat", "clock"]
    # The seat that acted, or that the event is about; null for chance and the owner.
    seat: int | None
    # The notation; `?` stands for what the caller may not see. Of what is no move, the kind.
    action: str
    # The event as a sentence, such as `Seat 1 (medium bot) builds 3a at A1 for $4`.
    label: str
    # When it was stored, UTC, to the second; null where not known.
    at: str | None
    # The ids of the elements of the picture that a move is about; absent where there are none, or
    # the caller may not know which.
    targets: NotRequired[list[str]]
    # With `undo`: the version whose position the match goes on from.
    to: NotRequired[int]
    # With `seat` and `clock`: the seat from then on.
    now: NotRequired[SeatNow]
    # Of a bot's `action`, unless it may tell what is hidden.
    search: NotRequired[SearchShown]


class FieldProblem(TypedDict):
    """A field and what is wrong with it."""

    # The path of the field, parameter or header.
    field: str
    # What is wrong, to be read on after the field's name.
    problem: str
    # With `invalid-data`: the place as a JSON pointer.
    pointer: NotRequired[str]


class ProblemDocument(TypedDict):
    """An RFC 9457 problem document; further members say more, by type."""

    # `/problems/<slug>`: stable, and documented at that address.
    type: str
    # The same for all problems of the type.
    title: str
    # That of the answer.
    status: int
    # What is wrong this time.
    detail: str
    # What to do about it.
    fix: str
    # Each field that is wrong.
    errors: NotRequired[list[FieldProblem]]


class StreamEvent(TypedDict):
    """An event of a stream: one of the log, or the last one."""

    # The version it led to.
    version: int
    # What happened; `over`, `rematch` and `problem` may end the stream.
    kind: Literal[
        "action",
        "forced",
        "chance",
        "undo",
        "seat",
        "clock",
        "halted",
        "over",
        "rematch",
        "problem",
    ]
    # The seat that acted, or that the event is about; null for chance and the owner.
    seat: int | None
    # The notation; `?` stands for what the caller may not see. Of what is no move, the kind.
    action: str
    # The event as a sentence, such as `Seat 1 (medium bot) builds 3a at A1 for $4`.
    label: str
    # When it was stored, UTC, to the second; null where not known.
    at: str | None
    # The ids of the elements of the picture that a move is about; absent where there are none, or
    # the caller may not know which.
    targets: NotRequired[list[str]]
    # With `undo`: the version whose position the match goes on from.
    to: NotRequired[int]
    # With `seat` and `clock`: the seat from then on.
    now: NotRequired[SeatNow]
    # Of a bot's `action`, unless it may tell what is hidden.
    search: NotRequired[SearchShown]
    # With `halted`: why no bot acts although one is to, until the next version; null once bots play
    # on without one.
    halted: NotRequired[HaltedShown | None]
    # With `rematch`: the match that follows.
    rematch: NotRequired[RematchShown]
    # With `over`: how the match has ended.
    result: NotRequired[Result]
    # With `problem`: why the stream ends.
    problem: NotRequired[ProblemDocument]


class EventPage(TypedDict):
    """A page of the log of a match, oldest first."""

    # The version the match is at.
    version: int
    # `after` for the next page; what was sent where nothing is newer.
    next: int
    # Oldest first.
    events: list[MatchEvent]
    # The rematch of a match that is over; null for none.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on.
    halted: NotRequired[HaltedShown | None]


class Claim(TypedDict):
    """A seat to be claimed."""

    # As its match's creator got it; not needed where public.
    invitation: NotRequired[str]
    # Shown to all; `Seat <number>` if left out. Kept in Unicode's NFC; characters that cannot be
    # seen are refused, those that join emoji included.
    name: NotRequired[str]


ClaimedSeat = TypedDict(
    "ClaimedSeat",
    {
        "seat": "int",
        "kind": "Literal['human', 'bot', 'open']",
        "name": "NotRequired[str]",
        "level": "NotRequired[str]",
        "for": "NotRequired[str]",
        "resigned": "NotRequired[bool]",
        "version": "int",
        "status": "Literal['open', 'active', 'over']",
        "token": "str | None",
    },
)
"""A seat that was claimed, with its token, shown this once."""


class ToBot(TypedDict):
    """Let a bot play, for the holder or for nobody."""

    # A bot.
    kind: Literal["bot"]
    # One of the game's levels.
    level: Literal["beginner", "novice", "easy", "medium", "hard", "expert"]
    # Whether the holder gives up: the bot plays on for good, and the seat is ranked behind all
    # others. Where only bots are left the match is over with it. `false` if left out.
    resign: NotRequired[bool]
    # With `resign`: whether the bots play the match to its end where only they are left. `false` if
    # left out.
    play_on: NotRequired[bool]


class ToHuman(TypedDict):
    """Let the holder play again."""

    # The holder.
    kind: Literal["human"]


class ToOpen(TypedDict):
    """Leave the seat, or renew the invitation of one that is open."""

    # Nobody.
    kind: Literal["open"]


ChangedSeat = TypedDict(
    "ChangedSeat",
    {
        "seat": "int",
        "kind": "Literal['human', 'bot', 'open']",
        "name": "NotRequired[str]",
        "level": "NotRequired[str]",
        "for": "NotRequired[str]",
        "resigned": "NotRequired[bool]",
        "version": "int",
        "status": "Literal['open', 'active', 'over']",
        "invitation": "str | None",
    },
)
"""A seat that was changed, with its invitation where the owner opened it."""


class ScoresAt(TypedDict):
    """The points from a version on."""

    # The first at which they were so.
    version: int
    # Every seat's points.
    scores: list[int]


class ScoresShown(TypedDict):
    """The points of a finished match over time."""

    # The last one of the match.
    version: int
    # From the beginning on, where they changed.
    scores: list[ScoresAt]


class UndoReach(TypedDict):
    """The versions that the caller may go back to."""

    # The one that the match is at.
    version: int
    # The latest first.
    versions: list[int]
    # Why not further.
    reason: str


class NewUndo(TypedDict):
    """A version to go back to."""

    # The version to go back to.
    to: int
    # The one that the match is at.
    version: int


class NewFork(TypedDict):
    """A match to be made out of a version of another."""

    # The version to begin at.
    version: int
    # Who plays; as many as in the match.
    seats: list[HumanSeat | BotSeat | OpenSeat]
    # As of a creation. `"private"` if left out.
    visibility: NotRequired[Literal["private", "public"]]
    # As of a creation. `"anybody"` if left out.
    claims: NotRequired[Literal["anybody", "invited"]]
    # As of a creation. `"any"` if left out.
    undo: NotRequired[Literal["own", "any", "off"]]
    # As of a creation. `false` if left out.
    sealed: NotRequired[bool]
    # As of a creation; `nobody` in any case while the caller may have nothing analysed in the match
    # itself. `"everybody"` if left out.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # As of a creation; if left out as in the match itself, unless that has clocks.
    absent_after: NotRequired[int | None]


class ExportedMove(TypedDict):
    """A move that led to the opening of a match that was forked."""

    # Whose it is; null for chance.
    seat: int | None
    # The notation.
    action: str


class ExportedSeat(TypedDict):
    """A seat as it was at the beginning."""

    # What it was.
    kind: Literal["human", "bot", "open"]
    # Its name.
    name: str
    # Of a bot.
    level: str | None


class ExportedDetails(TypedDict):
    """Of an entry that is no move: of `undo` where it went, else the seat from then on."""

    # The version gone back to.
    to: NotRequired[int]
    # What the seat is from then on.
    kind: NotRequired[Literal["human", "bot", "open"]]
    # Its name.
    name: NotRequired[str]
    # Of a bot.
    level: NotRequired[str]
    # Whether the seat was given up for good.
    resigned: NotRequired[bool]
    # Whether the match was over with that.
    ends: NotRequired[bool]
    # Whether a bot was put in for an absent holder.
    absent: NotRequired[bool]


class ExportedEntry(TypedDict):
    """An entry of the log: an action, or what else has happened."""

    # What it is.
    kind: Literal["action", "forced", "chance", "undo", "seat", "clock"]
    # Whose it is; null for chance and the owner.
    seat: int | None
    # The notation of a move.
    action: NotRequired[str]
    # Of an entry that is no move.
    details: NotRequired[ExportedDetails]
    # When it was, to the second; null where that is not known.
    at: str | None
    # Of a bot's `action`.
    search: NotRequired[SearchShown]


class Export(TypedDict):
    """A finished match with all that replays it."""

    # Of the document.
    format: Literal["railhead-match/1"]
    # Its id.
    match: str
    # Where it comes from, if it was forked or imported, else null.
    origin: Origin | None
    # The game's id.
    game: str
    # That of the rules it was played by.
    rules_version: int
    # The options, complete.
    options: dict[str, Any]
    # What was drawn before the first decision.
    setup: dict[str, Any]
    # The data of the game; null for the service's own.
    data: dict[str, Any] | None
    # The opening of a match that was forked, else null.
    opening: str | None
    # The moves that led from the set-up to the opening of a match that was forked; null where it
    # was not, and where something was dealt anew for it.
    line: list[ExportedMove] | None
    # As of the creation.
    auto_forced: bool
    # Seconds after which a holder counts as absent; null: never.
    absent_after: NotRequired[int | None]
    # As of the creation; null for none, left out where it is not known.
    clock: NotRequired[Clock | None]
    # As of the creation.
    undo: Literal["own", "any", "off"]
    # As of the creation.
    sealed: bool
    # As of the creation.
    visibility: Literal["private", "public"]
    # As of the creation.
    claims: Literal["anybody", "invited"]
    # As of the creation.
    analyses: Literal["alone", "ended", "everybody", "nobody"]
    # As at the beginning.
    seats: list[ExportedSeat]
    # When the match was made.
    created_at: str
    # When it ended.
    ended_at: str
    # All that happened, in order.
    log: list[ExportedEntry]


class ImportedFork(TypedDict):
    """The match that another was forked from."""

    # A fork.
    kind: Literal["fork"]
    # Its id.
    match: str
    # Its version, the opening.
    version: int


class ImportedOrigin(TypedDict):
    """Where a match comes from: what it was forked from, or imported as before."""

    # How it was made.
    kind: Literal["fork", "import"]
    # As exported.
    match: str | None
    # Of a fork, which has one.
    version: NotRequired[int]
    # Of an import: what it was forked from before.
    origin: NotRequired[ImportedFork]


class ImportedMove(TypedDict):
    """A move that led to the opening of a match that was forked."""

    # Null: chance.
    seat: int | None
    # The notation.
    action: str


class ImportedSeat(TypedDict):
    """A seat as it was at the beginning."""

    # What it was.
    kind: Literal["human", "bot", "open"]
    # Its name, as of a creation.
    name: str
    # Of a bot one of the game's levels, else null.
    level: str | None


class ImportedDetails(TypedDict):
    """Of an entry that is no move: of `undo` where it went, else the seat from then on."""

    # The version gone back to.
    to: NotRequired[int]
    # What the seat is from then on.
    kind: NotRequired[Literal["human", "bot", "open"]]
    # As of a creation.
    name: NotRequired[str]
    # Of a bot: one of the game's levels.
    level: NotRequired[str]
    # Whether the seat was given up for good.
    resigned: NotRequired[bool]
    # Whether the match was over with that.
    ends: NotRequired[bool]
    # Whether a bot was put in for an absent holder.
    absent: NotRequired[bool]


class ImportedEntry(TypedDict):
    """An entry of the log: an action, or what else has happened."""

    # What it is.
    kind: Literal["action", "forced", "chance", "undo", "seat", "clock"]
    # Whose it is; null for chance and the owner.
    seat: int | None
    # The notation of a move.
    action: NotRequired[str]
    # Of an entry that is no move.
    details: NotRequired[ImportedDetails]
    # When it was; older exports do not say it.
    at: NotRequired[str | None]
    # Of a bot's `action`.
    search: NotRequired[SearchShown]


class NewImport(TypedDict):
    """A finished match, as `GET …/export` gives it; older ones have only what is required."""

    # Of the document.
    format: Literal["railhead-match/1"]
    # The id it had.
    match: NotRequired[str | None]
    # Where it comes from.
    origin: NotRequired[ImportedOrigin | None]
    # The game's id.
    game: str
    # That of the rules it was played by.
    rules_version: int
    # The options, complete.
    options: dict[str, Any]
    # What was drawn before the first decision.
    setup: dict[str, Any]
    # The data of the game; null for the service's own.
    data: dict[str, Any] | None
    # The opening of a fork, else null.
    opening: str | None
    # The moves that led to the opening; null where there were none.
    line: NotRequired[list[ImportedMove] | None]
    # As of a creation.
    auto_forced: bool
    # As of a creation; null if left out.
    absent_after: NotRequired[int | None]
    # If left out, clocks may have run out that nobody knows.
    clock: NotRequired[Clock | None]
    # If left out, `any` where the owner went back, else `own`.
    undo: NotRequired[Literal["own", "any", "off"]]
    # As of a creation. `false` if left out.
    sealed: NotRequired[bool]
    # As of a creation. `"private"` if left out.
    visibility: NotRequired[Literal["private", "public"]]
    # As of a creation. `"anybody"` if left out.
    claims: NotRequired[Literal["anybody", "invited"]]
    # As of a creation. `"alone"` if left out.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # As at the beginning.
    seats: list[ImportedSeat]
    # When it was made.
    created_at: str
    # When it ended.
    ended_at: str
    # All that happened, in order.
    log: list[ImportedEntry]


class NewAnalysis(TypedDict):
    """A decision to be analysed, and for how long."""

    # How long to think; the service may allow less, and the answer says how long it will be. `2` if
    # left out.
    seconds: NotRequired[int]
    # End after so many simulations, if that is earlier: then the same question gets the same
    # answer.
    simulations: NotRequired[int]
    # An earlier version at which the seat had a decision.
    version: NotRequired[int]
    # After the end: whose decision. If left out, the caller's own, else the first that is to act.
    seat: NotRequired[int]


class Estimated(TypedDict):
    """A value, and the bounds that it lies between with 95 % confidence."""

    # The lower bound.
    low: float
    # The mean.
    value: float
    # The upper bound.
    high: float


class Candidate(TypedDict):
    """An action worth thinking about, and what was found of it."""

    # The notation to submit.
    action: str
    # What it does, in words, as the legal actions have it.
    label: str
    # The ids of the elements of the picture that it is about.
    targets: list[str]
    # How often the search has taken it: the more, the better.
    visits: int
    # The seat's points at the end, in matches played on from there fast by all seats.
    score: Estimated
    # The share of those matches that the seat wins, 0 to 1.
    win: Estimated
    # What it has in them by category of the score sheet: the mean.
    sheet: dict[str, float]


class LineMove(TypedDict):
    """A move of the line."""

    # Whose it is.
    seat: int
    # The notation.
    action: str
    # What it does.
    label: str
    # The ids of the elements of the picture that it is about.
    targets: list[str]


class AnalysisShown(TypedDict):
    """An analysis as far as it is."""

    # Its number, among the caller's in this match.
    analysis: int
    # Whether it goes on, or how it ended.
    status: Literal["running", "done", "cancelled", "failed"]
    # The version of the match that it is about.
    version: int
    # The seat whose decision it is about.
    seat: int
    # How long is thought about it at most.
    seconds: int
    # When it was asked for.
    asked_at: str
    # Why it failed, else null.
    reason: str | None
    # Of the search, until now.
    simulations: int
    # The most promising first; none before the first result.
    candidates: list[Candidate]
    # How it may go on, from the first candidate on, up to where chance or something hidden decides.
    line: list[LineMove]


class AnalysisList(TypedDict):
    """The caller's analyses of a match, the last first."""

    # The last first.
    analyses: list[AnalysisShown]


class AnalysisEvent(TypedDict):
    """The analysis after a change; with `end` and `problem` it is the last that is told."""

    # Its number, among the caller's in this match.
    analysis: int
    # Whether it goes on, or how it ended.
    status: Literal["running", "done", "cancelled", "failed"]
    # The version of the match that it is about.
    version: int
    # The seat whose decision it is about.
    seat: int
    # How long is thought about it at most.
    seconds: int
    # When it was asked for.
    asked_at: str
    # Why it failed, else null.
    reason: str | None
    # Of the search, until now.
    simulations: int
    # The most promising first; none before the first result.
    candidates: list[Candidate]
    # How it may go on, from the first candidate on, up to where chance or something hidden decides.
    line: list[LineMove]
    # Whether more follows, or why not.
    kind: Literal["progress", "end", "problem"]
    # With `problem`: why the stream ends.
    problem: NotRequired[ProblemDocument]


class NewClient(TypedDict):
    """An account without a password."""

    # Shown to all at its seats.
    name: str
    # How to reach who runs the client; shown to nobody else. `""` if left out.
    contact: NotRequired[str]


class ClientCreated(TypedDict):
    """A client with its token, shown this once."""

    # What others may invite it by.
    id: str
    # Shown to all at its seats.
    name: str
    # Its main bearer token, for all that is the client's.
    token: str


class ClientShown(TypedDict):
    """A client as it sees itself."""

    # What others may invite it by.
    id: str
    # Shown to all at its seats.
    name: str
    # Shown to nobody else.
    contact: str
    # When it was made.
    created_at: str
    # When it is revoked if none of its tokens is used before, this request included; null for
    # never.
    expires_at: str | None


class MyMatch(TypedDict):
    """A match in a client's list."""

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # Part of the match's address.
    id: str
    # The game's id.
    game: str
    # By number.
    seats: list[HumanSeatShown | BotSeatShown | OpenSeatShown]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: Literal["anybody", "invited"]
    # When it was made.
    created_at: str
    # When it changed last.
    updated_at: str
    # Whether the service has the rules that the match was made with; where not, reading it or
    # acting in it is answered `rules-changed`.
    playable: bool
    # The seat that the client holds; null for none.
    you: int | None
    # The open seat kept for the client; null for none.
    invited_to: int | None
    # Whether the client owns the match.
    owner: bool


class MyMatchPage(TypedDict):
    """Some of a client's matches, those that came last first."""

    # Those that came last first.
    matches: list[MyMatch]
    # Asks for the next page; null on the last.
    cursor: str | None


class ClientEvent(TypedDict):
    """Something that concerns a client."""

    # `turn`: the client's seat is to act. `invitation`: an open seat is kept for the client.
    # `rematch`: a match was made that follows another one of the client's. `over`: a match has
    # ended. `gone`: it was deleted, or is no longer the client's. `open`: all that was open when
    # the stream began has been told. `problem`: why the stream ends.
    kind: Literal["turn", "invitation", "rematch", "over", "gone", "open", "problem"]
    # The id of the match.
    match: str | None
    # Its game.
    game: str | None
    # Of the match.
    version: int | None
    # The client's seat.
    seat: int | None
    # With `rematch`: the id of the match that `match` follows.
    rematch_of: NotRequired[str]
    # With `problem`.
    problem: NotRequired[ProblemDocument]


class ClientEventList(TypedDict):
    """The turns and invitations that are open, and the rematches that nobody has acted in."""

    # What is open now.
    events: list[ClientEvent]


class NewToken(TypedDict):
    """A further token of a client: what it may be used for, and perhaps until when."""

    # Shown to the client alone.
    name: str
    # What it may be used for: `read`; `play`, which reads too; `webhooks`. With all of them it may
    # be used for everything.
    scopes: list[Literal["play", "read", "webhooks"]]
    # In how many seconds it opens nothing any more.
    expires_in: NotRequired[int]
    # When it opens nothing any more, in place of `expires_in`. A token that is made with neither
    # does not expire.
    expires_at: NotRequired[str]


class TokenCreated(TypedDict):
    """A new token of a client, shown this once."""

    # Names it among the client's tokens; that of the main one is `main`.
    id: str
    # Shown to the client alone.
    name: str
    # What it may be used for.
    scopes: list[Literal["play", "read", "webhooks"]]
    # Of the main one: when it was put in place.
    created_at: str
    # The hour in which it was used last; null where it never was.
    last_used_at: str | None
    # From when on it opens nothing; null where it does not expire.
    expires_at: str | None
    # The bearer token.
    token: str


class TokenShown(TypedDict):
    """A token of a client, without what is secret of it."""

    # Names it among the client's tokens; that of the main one is `main`.
    id: str
    # Shown to the client alone.
    name: str
    # What it may be used for.
    scopes: list[Literal["play", "read", "webhooks"]]
    # Of the main one: when it was put in place.
    created_at: str
    # The hour in which it was used last; null where it never was.
    last_used_at: str | None
    # From when on it opens nothing; null where it does not expire.
    expires_at: str | None


class TokenList(TypedDict):
    """All tokens of a client; those that have expired until a further one is made."""

    # The main one first.
    tokens: list[TokenShown]
    # How many there may be besides `main`.
    most: int


class MyData(TypedDict):
    """A document of the client's, without what it says."""

    # The game's id.
    game: str
    # The option that may name it.
    option: str
    # Its name.
    name: str
    # What the option is to be for a match with it: `mine/` and the name.
    value: str
    # Tells its content from every other; the ETag too.
    digest: str
    # Its length as JSON.
    bytes: int
    # When it was put.
    updated_at: str


class DataRoom(TypedDict):
    """How much a client may keep."""

    # How many documents.
    documents: int
    # How many bytes in all.
    bytes: int


class MyDataList(TypedDict):
    """All documents of the client's."""

    # All of them.
    documents: list[MyData]
    # How much there may be.
    room: DataRoom


class DataFault(TypedDict):
    """Something wrong with a document."""

    # The place as a JSON pointer.
    pointer: str
    # What is wrong there.
    detail: str


class DataCheck(TypedDict):
    """What a dry run says."""

    # Whether it would be kept.
    valid: bool
    # All that is wrong, up to 100.
    errors: list[DataFault]


class NewWebhook(TypedDict):
    """Where the events of a client shall go."""

    # An endpoint in the public internet that takes POST: `https`, the port 443 or one from 1024,
    # ASCII, no user and no fragment.
    url: str


class WebhookSecret(TypedDict):
    """The webhook of a client, with its secret."""

    # Where events go.
    url: str
    # `disabled`: nothing is sent until it is put again.
    status: Literal["enabled", "disabled"]
    # When it was switched off.
    disabled_at: str | None
    # `gone`: the endpoint has answered 410. `failing`: no attempt has succeeded for too long.
    # `full`: too many events wait.
    disabled_because: Literal["gone", "failing", "full", None]
    # The first of the attempts that all failed.
    failing_since: str | None
    # The last attempt that succeeded.
    delivered_at: str | None
    # When it was made.
    created_at: str
    # When the secret was made; `PUT` shows it.
    secret_at: str
    # Until when the secret before signs too.
    old_secret_until: str | None
    # What it signs with: `whsec_` and base64, as libraries want it.
    secret: str


class WebhookShown(TypedDict):
    """The webhook of a client, without its secret."""

    # Where events go.
    url: str
    # `disabled`: nothing is sent until it is put again.
    status: Literal["enabled", "disabled"]
    # When it was switched off.
    disabled_at: str | None
    # `gone`: the endpoint has answered 410. `failing`: no attempt has succeeded for too long.
    # `full`: too many events wait.
    disabled_because: Literal["gone", "failing", "full", None]
    # The first of the attempts that all failed.
    failing_since: str | None
    # The last attempt that succeeded.
    delivered_at: str | None
    # When it was made.
    created_at: str
    # When the secret was made; `PUT` shows it.
    secret_at: str
    # Until when the secret before signs too.
    old_secret_until: str | None


class WebhookEventData(TypedDict):
    """What has happened: as in the client's stream, or a test."""

    # As in the client's stream; `test` is what was asked for.
    kind: Literal["turn", "invitation", "rematch", "over", "gone", "test"]
    # The id of the match.
    match: str | None
    # Its game.
    game: str | None
    # Of the match.
    version: int | None
    # The client's seat.
    seat: int | None
    # With `rematch`: the id of the match that `match` follows.
    rematch_of: NotRequired[str]


class WebhookEvent(TypedDict):
    """What is sent to the endpoint of a client."""

    # `match.` and the kind of the event, or `webhook.test`.
    type: str
    # When it was noted that there is something to tell.
    timestamp: str
    # What has happened.
    data: WebhookEventData


class DeliveryAttempt(TypedDict):
    """One attempt to deliver."""

    # When it began.
    at: str
    # What the endpoint answered; null where it did not.
    status: int | None
    # Why it failed; null where it did not. `status`: neither 2xx nor 3xx. `redirect`: none is
    # followed. `connection`: refused or broken. `tls`: the certificate, or the like. `name`: it
    # stands for no address. `private-address`: it stands for one that is not public. `answer`: not
    # one of HTTP.
    error: Literal[
        "status",
        "redirect",
        "timeout",
        "connection",
        "tls",
        "name",
        "private-address",
        "answer",
        None,
    ]
    # Seconds until it answered, or was given up.
    seconds: float


class DeliveryShown(TypedDict):
    """An event on its way to the endpoint of a client, or what became of it."""

    # The same in the header `webhook-id` of each attempt.
    id: str
    # `failed`: it is not tried any more.
    status: Literal["waiting", "delivered", "failed"]
    # When it came.
    created_at: str
    # When it was delivered or given up.
    finished_at: str | None
    # When it is tried again at the earliest.
    next_attempt_at: str | None
    # What is sent.
    event: WebhookEvent
    # The last 20, oldest first.
    attempts: list[DeliveryAttempt]


class DeliveryPage(TypedDict):
    """Some of the deliveries of a client, the newest first."""

    # The newest first.
    deliveries: list[DeliveryShown]
    # Asks for the next page; null on the last.
    cursor: str | None


class Entrance(TypedDict):
    """What is here."""

    # Of the service.
    name: str
    # Of the API.
    version: str
    # Where the games are listed.
    games: str
    # Where matches are created and listed.
    matches: str
    # A page to read.
    documentation: str
    # The OpenAPI document.
    contract: str
    # A page to play at in a browser.
    table: str


class Health(TypedDict):
    """The process answers."""

    # It answers.
    status: Literal["ok"]


class Readiness(TypedDict):
    """Whether the service can take requests, and what the operator should look at."""

    # Whether it can.
    status: Literal["ready", "unready"]
    # Why it cannot.
    problems: list[str]
    # What to look at soon.
    warnings: list[str]


class MontanaMatchOptions(TypedDict):
    """The options of a match of Montana."""

    # The data file of tiles, layouts, wheel, worker board and city prices. Or `mine/` and the name
    # of a document of one's own. `"reconstruction"` if left out.
    components: str
    # A map drawn at random, or the fixed one of the first game, which seat 0 starts. `"random"` if
    # left out.
    setup: Literal["random", "first_game"]
    # Build only beside the start tile and one's own settlements. `false` if left out.
    own_only: bool
    # Coins for building 1, 2 or 3 fields: 2, 1, 0 for fewer, as the worked example pays, or 0, 1, 2
    # for more, as the rulebook's sentence says. `"fewer_fields"` if left out.
    build_coins: Literal["fewer_fields", "more_fields"]
    # The active player may trade cattle between the first bid and the last payment. `true` if left
    # out.
    auction_trades: bool
    # A field that closes lines in several directions earns a settlement for each, or one.
    # `"each_direction"` if left out.
    line_bonus: Literal["each_direction", "once"]
    # Two workers instead of one of the area's colour may be any two, or two of others. `"any"` if
    # left out.
    two_workers: Literal["any", "other_colours"]
    # The match ends after this many rounds at most; 0 for no limit but a standstill of 60 rounds in
    # which nobody builds. `60` if left out.
    round_limit: int


class GreatWesternTrailMatchOptions(TypedDict):
    """The options of a match of Great Western Trail."""

    # The neutral buildings shuffled, or each on the space of its letter. `"random"` if left out.
    neutral_buildings: Literal["random", "beginner"]
    # The sides of the private buildings: all a, all b, random for each number, one_toss (random,
    # but the same for all numbers), or ten letters. `"random"` if left out.
    building_sides: str
    # Workers in the second stack: 11 of each type, or 12 cowboys and 11 others. `"even"` if left
    # out.
    worker_split: Literal["even", "more_cowboys"]
    # Phase B may be skipped altogether. `true` if left out.
    idle_turns: bool
    # An objective card of a delivery may be the top of the deck. `true` if left out.
    delivery_objective_from_deck: bool
    # Kansas City pays its dollars in the special delivery of building 9a too. `true` if left out.
    special_delivery_pays: bool
    # Cowboys can be assigned once in each market action, or once in a turn. `"each_action"` if left
    # out.
    cowboys: Literal["each_action", "each_turn"]
    # Objective cards can be played before the first four steps of Kansas City. `false` if left out.
    objectives_in_kansas_city: bool
    # Building 8b copies the attached action of the space too. `false` if left out.
    copy_attached: bool
    # Workers turned up for the foresight spaces after the end is triggered stay or go. `"refilled"`
    # if left out.
    late_workers: Literal["refilled", "removed"]
    # A cowboy may turn up the last card of the market deck. `true` if left out.
    turn_up_last_card: bool
    # A station reached by an engine's way back is upgraded before the reward comes. `false` if left
    # out.
    upgrade_before_reward: bool
    # The local actions of a building that is replaced under the own cattleman may still be used on
    # this visit. `false` if left out.
    keep_replaced_actions: bool
    # Kansas City's dollars may pay for a disc of the hand limit placed there, where no other kind
    # is left. `false` if left out.
    city_pays_hand_disc: bool
    # The data file of the trail, tolls, markets, stations and cities. Or `mine/` and the name of a
    # document of one's own. `"first_edition"` if left out.
    board: str


class SantaFeMatchOptions(TypedDict):
    """The options of a match of Santa Fe."""

    # The data file of cities, links and starts. Or `mine/` and the name of a document of one's own.
    # `"reconstruction"` if left out.
    map: str
    # The basic game, or the advanced one. `"basic"` if left out.
    variant: Literal["basic", "advanced"]
    # The optional rule: buying a track piece each round. `false` if left out.
    purchase: bool
    # Who leads the first round; the rulebook names the youngest player. `"random"` if left out.
    first_player: Literal["random", "seat_0"]
    # Whether the second piece of a double turn has to be laid in the basic game. `"optional"` if
    # left out.
    double_second: Literal["optional", "mandatory"]
    # Whether the first railroad to arrive at another's start city earns the city bonus. `false` if
    # left out.
    start_city_bonus: bool
    # What an engineer does for the price of a mountain space that crosses a river. `"free"` if left
    # out.
    engineer_mountain_river: Literal["free", "saves_one"]
    # Bought pieces may be laid once the unbought ones of all railroads are gone, or of the same
    # railroad. `"all"` if left out.
    own_pieces_unlock: Literal["all", "same_railroad"]
    # Whether views show the money of the others. `true` if left out.
    open_money: bool
    # Advanced game: whether engineers are sold after or before the city cards are dealt.
    # `"after_deal"` if left out.
    engineer_sale: Literal["after_deal", "before_deal"]
    # Cards are exchanged at the start of the player's own second lay turn, or by all before the
    # first piece of the second lay phase. `"own_turn"` if left out.
    exchange_time: Literal["own_turn", "before_phase"]
    # City cards laid aside in an exchange are shown. `false` if left out.
    open_exchange: bool
    # A railroad that comes to its special city again earns the special bonus again. `false` if left
    # out.
    special_bonus_again: bool
    # A branch card may be drawn without another card in hand. `false` if left out.
    lone_branch: bool
    # Drawing may be stopped below the hand limit. `false` if left out.
    stop_drawing: bool
    # Basic game: the own branch card has to be used where it alone allows a piece. `false` if left
    # out.
    must_branch: bool
    # Advanced game: a player without the money for any legal piece passes, or the match ends.
    # `"pass"` if left out.
    cannot_pay: Literal["pass", "ends"]
    # Where passing is allowed, a double turn is a pass without any piece, or with one piece too.
    # `"no_piece"` if left out.
    double_pass: Literal["no_piece", "one_piece"]
    # A branch card may be used for a railroad without track. `true` if left out.
    unbegun_branch: bool
    # Advanced game: a river on a mountain line raises the price of the space that crosses it, or of
    # every space of the line. `"space"` if left out.
    mountain_river: Literal["space", "line"]
    # Another route of the railroad that began a line may lay from its other end. `false` if left
    # out.
    both_ends: bool
    # The match ends when a player has no legal first piece of a lay turn, or also when there is no
    # second one of a double turn, or none once only bought pieces are left. `"first_piece"` if left
    # out.
    cannot_lay: Literal["first_piece", "any_piece"]


class SteamMatchOptions(TypedDict):
    """The options of a match of Steam."""

    # The base or the standard game. `"base"` if left out.
    variant: Literal["base", "standard"]
    # The map: northeast (best with 3 or 4 players), ruhr (4 or 5), or a dropped-in one. Or `mine/`
    # and the name of a document of one's own. `"northeast"` if left out.
    map: str
    # Base game: the first turn order by drawing tiles, with money, or by auctions. `"random"` if
    # left out.
    first_order: Literal["random", "auction"]
    # Standard game: seats that may raise money at need, such as 02, or none. `"none"` if left out.
    beginners: str
    # Points beyond the end of the income track may be taken as income, and are lost. `true` if left
    # out.
    income_overflow: bool
    # Urbanization may be taken while the supply is empty. `true` if left out.
    city_without_goods: bool
    # City Growth may be taken for its number when it cannot be carried out. `true` if left out.
    growth_for_number: bool
    # A delivery may pass a town twice, on different links. `false` if left out.
    town_twice: bool
    # Goods in a city of their colour may go to another such city. `true` if left out.
    own_colour: bool
    # A final total may be below zero. `true` if left out.
    below_zero: bool
    # Standard game: a free pass keeps its second chance against the high bidder alone. `true` if
    # left out.
    second_chance: bool
    # Standard game: who is dealt Turn Order at first has its free pass in turn 1. `false` if left
    # out.
    dealt_free_pass: bool
    # Standard game: income and locomotive are netted, instead of paying first. `true` if left out.
    net_income: bool
    # The match ends when one player is not bankrupt. `false` if left out.
    end_with_one: bool
    # New own track at its start keeps an incomplete link that was not extended. `false` if left
    # out.
    branch_keeps: bool
    # Tiles with complete unowned links may be improved. `true` if left out.
    improve_unowned: bool
    # A hex may be built on more than once in a building turn. `true` if left out.
    same_hex: bool
    # One tile may redirect the track of a hex and add another to it. `false` if left out.
    redirect_and_improve: bool
    # Track without owner beyond the spur of a town stays when the town becomes a city. `true` if
    # left out.
    spur_track: bool
    # City Growth comes before the first tile of a building turn. `false` if left out.
    growth_first: bool
    # A track of a double tile may be redirected. `true` if left out.
    redirect_double: bool
    # Redirecting may change the side by which a track comes in. `false` if left out.
    redirect_start: bool
    # Own track may join an open end without owner that could not be claimed. `false` if left out.
    join_unowned: bool
    # Loops of several links: allowed, none made of one owner's links (own), or none. `"allowed"` if
    # left out.
    loops: Literal["allowed", "own", "none"]


class MontanaLegalActions(TypedDict):
    """All decisions open to the caller's seat, those of one type together. Of Montana."""

    # The game's id.
    game: Literal["montana"]
    # The version to submit with.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # The caller's seat.
    seat: int
    # All of them.
    actions: list[MontanaAction]
    # Why there are none; null where it is the seat's turn.
    reason: str | None
    # With ?about=: one for each type of action that can be about the element and is not legal there
    # now. Where it leaves a choice open, such as which tile, up to 64 are tried, and this is the
    # most frequent refusal.
    reasons: NotRequired[list[Reason]]


class GreatWesternTrailLegalActions(TypedDict):
    """All decisions open to the caller's seat, those of one type together. Of Great Western
    Trail.
    """

    # The game's id.
    game: Literal["great_western_trail"]
    # The version to submit with.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # The caller's seat.
    seat: int
    # All of them.
    actions: list[GreatWesternTrailAction]
    # Why there are none; null where it is the seat's turn.
    reason: str | None
    # With ?about=: one for each type of action that can be about the element and is not legal there
    # now. Where it leaves a choice open, such as which tile, up to 64 are tried, and this is the
    # most frequent refusal.
    reasons: NotRequired[list[Reason]]


class SantaFeLegalActions(TypedDict):
    """All decisions open to the caller's seat, those of one type together. Of Santa Fe."""

    # The game's id.
    game: Literal["santa_fe"]
    # The version to submit with.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # The caller's seat.
    seat: int
    # All of them.
    actions: list[SantaFeAction]
    # Why there are none; null where it is the seat's turn.
    reason: str | None
    # With ?about=: one for each type of action that can be about the element and is not legal there
    # now. Where it leaves a choice open, such as which tile, up to 64 are tried, and this is the
    # most frequent refusal.
    reasons: NotRequired[list[Reason]]


class SteamLegalActions(TypedDict):
    """All decisions open to the caller's seat, those of one type together. Of Steam."""

    # The game's id.
    game: Literal["steam"]
    # The version to submit with.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # The caller's seat.
    seat: int
    # All of them.
    actions: list[SteamAction]
    # Why there are none; null where it is the seat's turn.
    reason: str | None
    # With ?about=: one for each type of action that can be about the element and is not legal there
    # now. Where it leaves a choice open, such as which tile, up to 64 are tried, and this is the
    # most frequent refusal.
    reasons: NotRequired[list[Reason]]


class MontanaMatchShown(TypedDict):
    """A match as the caller may see it. Of Montana."""

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # Part of the match's address.
    id: str
    # The game's id.
    game: Literal["montana"]
    # By number.
    seats: list[HumanSeatShown | BotSeatShown | OpenSeatShown]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: Literal["anybody", "invited"]
    # When it was made.
    created_at: str
    # When it changed last.
    updated_at: str
    # The caller's seat; null for owner and spectators.
    you: int | None
    # The options, complete.
    options: MontanaMatchOptions
    # `public`: listed, and anybody may watch.
    visibility: Literal["private", "public"]
    # The players' clocks; null for none.
    clock: ClockShown | None
    # Who may go back how far, as chosen at creation.
    undo: Literal["own", "any", "off"]
    # Whether hidden things stay hidden after the end.
    sealed: bool
    # Who may have decisions analysed, as chosen at creation.
    analyses: Literal["alone", "ended", "everybody", "nobody"]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: int | None
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: list[WaitedFor]
    # Where it comes from, if it was forked or imported, else null.
    origin: Origin | None
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: bool
    # The table as the caller sees it.
    view: MontanaView
    # How it ended; null before that.
    result: Result | None
    # With ?include=legal-actions; null without a seat.
    legal_actions: NotRequired[MontanaLegalActions | None]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class GreatWesternTrailMatchShown(TypedDict):
    """A match as the caller may see it. Of Great Western Trail."""

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # Part of the match's address.
    id: str
    # The game's id.
    game: Literal["great_western_trail"]
    # By number.
    seats: list[HumanSeatShown | BotSeatShown | OpenSeatShown]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: Literal["anybody", "invited"]
    # When it was made.
    created_at: str
    # When it changed last.
    updated_at: str
    # The caller's seat; null for owner and spectators.
    you: int | None
    # The options, complete.
    options: GreatWesternTrailMatchOptions
    # `public`: listed, and anybody may watch.
    visibility: Literal["private", "public"]
    # The players' clocks; null for none.
    clock: ClockShown | None
    # Who may go back how far, as chosen at creation.
    undo: Literal["own", "any", "off"]
    # Whether hidden things stay hidden after the end.
    sealed: bool
    # Who may have decisions analysed, as chosen at creation.
    analyses: Literal["alone", "ended", "everybody", "nobody"]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: int | None
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: list[WaitedFor]
    # Where it comes from, if it was forked or imported, else null.
    origin: Origin | None
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: bool
    # The table as the caller sees it.
    view: GreatWesternTrailView
    # How it ended; null before that.
    result: Result | None
    # With ?include=legal-actions; null without a seat.
    legal_actions: NotRequired[GreatWesternTrailLegalActions | None]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class SantaFeMatchShown(TypedDict):
    """A match as the caller may see it. Of Santa Fe."""

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # Part of the match's address.
    id: str
    # The game's id.
    game: Literal["santa_fe"]
    # By number.
    seats: list[HumanSeatShown | BotSeatShown | OpenSeatShown]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: Literal["anybody", "invited"]
    # When it was made.
    created_at: str
    # When it changed last.
    updated_at: str
    # The caller's seat; null for owner and spectators.
    you: int | None
    # The options, complete.
    options: SantaFeMatchOptions
    # `public`: listed, and anybody may watch.
    visibility: Literal["private", "public"]
    # The players' clocks; null for none.
    clock: ClockShown | None
    # Who may go back how far, as chosen at creation.
    undo: Literal["own", "any", "off"]
    # Whether hidden things stay hidden after the end.
    sealed: bool
    # Who may have decisions analysed, as chosen at creation.
    analyses: Literal["alone", "ended", "everybody", "nobody"]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: int | None
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: list[WaitedFor]
    # Where it comes from, if it was forked or imported, else null.
    origin: Origin | None
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: bool
    # The table as the caller sees it.
    view: SantaFeView
    # How it ended; null before that.
    result: Result | None
    # With ?include=legal-actions; null without a seat.
    legal_actions: NotRequired[SantaFeLegalActions | None]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class SteamMatchShown(TypedDict):
    """A match as the caller may see it. Of Steam."""

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # Part of the match's address.
    id: str
    # The game's id.
    game: Literal["steam"]
    # By number.
    seats: list[HumanSeatShown | BotSeatShown | OpenSeatShown]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: Literal["anybody", "invited"]
    # When it was made.
    created_at: str
    # When it changed last.
    updated_at: str
    # The caller's seat; null for owner and spectators.
    you: int | None
    # The options, complete.
    options: SteamMatchOptions
    # `public`: listed, and anybody may watch.
    visibility: Literal["private", "public"]
    # The players' clocks; null for none.
    clock: ClockShown | None
    # Who may go back how far, as chosen at creation.
    undo: Literal["own", "any", "off"]
    # Whether hidden things stay hidden after the end.
    sealed: bool
    # Who may have decisions analysed, as chosen at creation.
    analyses: Literal["alone", "ended", "everybody", "nobody"]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: int | None
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: list[WaitedFor]
    # Where it comes from, if it was forked or imported, else null.
    origin: Origin | None
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: bool
    # The table as the caller sees it.
    view: SteamView
    # How it ended; null before that.
    result: Result | None
    # With ?include=legal-actions; null without a seat.
    legal_actions: NotRequired[SteamLegalActions | None]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class MontanaSubmission(TypedDict):
    """A match after the caller's action, and what the action caused. With ?include=match all
    members of a match are there. Of Montana.
    """

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # The game's id.
    game: Literal["montana"]
    # The caller's seat; null for the owner.
    you: int | None
    # All that followed, the action first.
    events: list[MatchEvent]
    # The table as the caller sees it.
    view: MontanaView
    # How the match ended; null before that.
    result: Result | None
    # With ?include=legal-actions.
    legal_actions: NotRequired[MontanaLegalActions]
    # Part of the match's address.
    id: NotRequired[str]
    # By number.
    seats: NotRequired[list[HumanSeatShown | BotSeatShown | OpenSeatShown]]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: NotRequired[Literal["anybody", "invited"]]
    # When it was made.
    created_at: NotRequired[str]
    # When it changed last.
    updated_at: NotRequired[str]
    # The options, complete.
    options: NotRequired[MontanaMatchOptions]
    # `public`: listed, and anybody may watch.
    visibility: NotRequired[Literal["private", "public"]]
    # The players' clocks; null for none.
    clock: NotRequired[ClockShown | None]
    # Who may go back how far, as chosen at creation.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end.
    sealed: NotRequired[bool]
    # Who may have decisions analysed, as chosen at creation.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: NotRequired[int | None]
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: NotRequired[list[WaitedFor]]
    # Where it comes from, if it was forked or imported, else null.
    origin: NotRequired[Origin | None]
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: NotRequired[bool]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class GreatWesternTrailSubmission(TypedDict):
    """A match after the caller's action, and what the action caused. With ?include=match all
    members of a match are there. Of Great Western Trail.
    """

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # The game's id.
    game: Literal["great_western_trail"]
    # The caller's seat; null for the owner.
    you: int | None
    # All that followed, the action first.
    events: list[MatchEvent]
    # The table as the caller sees it.
    view: GreatWesternTrailView
    # How the match ended; null before that.
    result: Result | None
    # With ?include=legal-actions.
    legal_actions: NotRequired[GreatWesternTrailLegalActions]
    # Part of the match's address.
    id: NotRequired[str]
    # By number.
    seats: NotRequired[list[HumanSeatShown | BotSeatShown | OpenSeatShown]]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: NotRequired[Literal["anybody", "invited"]]
    # When it was made.
    created_at: NotRequired[str]
    # When it changed last.
    updated_at: NotRequired[str]
    # The options, complete.
    options: NotRequired[GreatWesternTrailMatchOptions]
    # `public`: listed, and anybody may watch.
    visibility: NotRequired[Literal["private", "public"]]
    # The players' clocks; null for none.
    clock: NotRequired[ClockShown | None]
    # Who may go back how far, as chosen at creation.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end.
    sealed: NotRequired[bool]
    # Who may have decisions analysed, as chosen at creation.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: NotRequired[int | None]
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: NotRequired[list[WaitedFor]]
    # Where it comes from, if it was forked or imported, else null.
    origin: NotRequired[Origin | None]
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: NotRequired[bool]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class SantaFeSubmission(TypedDict):
    """A match after the caller's action, and what the action caused. With ?include=match all
    members of a match are there. Of Santa Fe.
    """

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # The game's id.
    game: Literal["santa_fe"]
    # The caller's seat; null for the owner.
    you: int | None
    # All that followed, the action first.
    events: list[MatchEvent]
    # The table as the caller sees it.
    view: SantaFeView
    # How the match ended; null before that.
    result: Result | None
    # With ?include=legal-actions.
    legal_actions: NotRequired[SantaFeLegalActions]
    # Part of the match's address.
    id: NotRequired[str]
    # By number.
    seats: NotRequired[list[HumanSeatShown | BotSeatShown | OpenSeatShown]]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: NotRequired[Literal["anybody", "invited"]]
    # When it was made.
    created_at: NotRequired[str]
    # When it changed last.
    updated_at: NotRequired[str]
    # The options, complete.
    options: NotRequired[SantaFeMatchOptions]
    # `public`: listed, and anybody may watch.
    visibility: NotRequired[Literal["private", "public"]]
    # The players' clocks; null for none.
    clock: NotRequired[ClockShown | None]
    # Who may go back how far, as chosen at creation.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end.
    sealed: NotRequired[bool]
    # Who may have decisions analysed, as chosen at creation.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: NotRequired[int | None]
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: NotRequired[list[WaitedFor]]
    # Where it comes from, if it was forked or imported, else null.
    origin: NotRequired[Origin | None]
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: NotRequired[bool]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class SteamSubmission(TypedDict):
    """A match after the caller's action, and what the action caused. With ?include=match all
    members of a match are there. Of Steam.
    """

    # Grows with everything that happens.
    version: int
    # `open` until all seats are taken; `over` at the end.
    status: Literal["open", "active", "over"]
    # All seats that may act now.
    to_act: list[int]
    # The game's id.
    game: Literal["steam"]
    # The caller's seat; null for the owner.
    you: int | None
    # All that followed, the action first.
    events: list[MatchEvent]
    # The table as the caller sees it.
    view: SteamView
    # How the match ended; null before that.
    result: Result | None
    # With ?include=legal-actions.
    legal_actions: NotRequired[SteamLegalActions]
    # Part of the match's address.
    id: NotRequired[str]
    # By number.
    seats: NotRequired[list[HumanSeatShown | BotSeatShown | OpenSeatShown]]
    # Who may claim an open seat where the match is public: `anybody`, or who is `invited`, as to a
    # private one.
    claims: NotRequired[Literal["anybody", "invited"]]
    # When it was made.
    created_at: NotRequired[str]
    # When it changed last.
    updated_at: NotRequired[str]
    # The options, complete.
    options: NotRequired[SteamMatchOptions]
    # `public`: listed, and anybody may watch.
    visibility: NotRequired[Literal["private", "public"]]
    # The players' clocks; null for none.
    clock: NotRequired[ClockShown | None]
    # Who may go back how far, as chosen at creation.
    undo: NotRequired[Literal["own", "any", "off"]]
    # Whether hidden things stay hidden after the end.
    sealed: NotRequired[bool]
    # Who may have decisions analysed, as chosen at creation.
    analyses: NotRequired[Literal["alone", "ended", "everybody", "nobody"]]
    # Seconds after which a holder counts as absent; null: never.
    absent_after: NotRequired[int | None]
    # Whom the match waits for; empty where nobody is ever absent.
    waited_for: NotRequired[list[WaitedFor]]
    # Where it comes from, if it was forked or imported, else null.
    origin: NotRequired[Origin | None]
    # The id of the match that this is a rematch of; null for none.
    rematch_of: NotRequired[str | None]
    # The rematch of a match that is over, as soon as somebody has asked for it; null for none, and
    # in earlier versions.
    rematch: NotRequired[RematchShown | None]
    # Why no bot acts although one is to; null where bots play on. Ends with the next version,
    # whoever makes it, when an operator has the turn tried again, and by itself after some hours.
    halted: NotRequired[HaltedShown | None]
    # Whether chance follows from a seed that the creator chose: not fair where something is hidden.
    reproducible: NotRequired[bool]
    # With ?include=trays: what lies before each seat, by seat.
    trays: NotRequired[list[Tray]]


class MontanaPuzzleShown(TypedDict):
    """A position in which the seat has one clearly best action. Of Montana."""

    # Part of the puzzle's address.
    id: str
    # The seat whose decision it is.
    seat: int
    # How many play at the table, from 1.
    seats: int
    # 1 where only the first glance misses the solution; from 2 on where a search misses it that is
    # 64, 16 or 4 times shorter than those that have found it.
    difficulty: int
    # The game's id.
    game: Literal["montana"]
    # The options that it is played with.
    options: MontanaMatchOptions
    # The table as the caller sees it.
    view: MontanaView
    # All legal actions, those of one type together.
    actions: list[MontanaAction]
    # Where the table is drawn as the seat sees it, as SVG.
    picture: str


class GreatWesternTrailPuzzleShown(TypedDict):
    """A position in which the seat has one clearly best action. Of Great Western Trail."""

    # Part of the puzzle's address.
    id: str
    # The seat whose decision it is.
    seat: int
    # How many play at the table, from 1.
    seats: int
    # 1 where only the first glance misses the solution; from 2 on where a search misses it that is
    # 64, 16 or 4 times shorter than those that have found it.
    difficulty: int
    # The game's id.
    game: Literal["great_western_trail"]
    # The options that it is played with.
    options: GreatWesternTrailMatchOptions
    # The table as the caller sees it.
    view: GreatWesternTrailView
    # All legal actions, those of one type together.
    actions: list[GreatWesternTrailAction]
    # Where the table is drawn as the seat sees it, as SVG.
    picture: str


class SantaFePuzzleShown(TypedDict):
    """A position in which the seat has one clearly best action. Of Santa Fe."""

    # Part of the puzzle's address.
    id: str
    # The seat whose decision it is.
    seat: int
    # How many play at the table, from 1.
    seats: int
    # 1 where only the first glance misses the solution; from 2 on where a search misses it that is
    # 64, 16 or 4 times shorter than those that have found it.
    difficulty: int
    # The game's id.
    game: Literal["santa_fe"]
    # The options that it is played with.
    options: SantaFeMatchOptions
    # The table as the caller sees it.
    view: SantaFeView
    # All legal actions, those of one type together.
    actions: list[SantaFeAction]
    # Where the table is drawn as the seat sees it, as SVG.
    picture: str


class SteamPuzzleShown(TypedDict):
    """A position in which the seat has one clearly best action. Of Steam."""

    # Part of the puzzle's address.
    id: str
    # The seat whose decision it is.
    seat: int
    # How many play at the table, from 1.
    seats: int
    # 1 where only the first glance misses the solution; from 2 on where a search misses it that is
    # 64, 16 or 4 times shorter than those that have found it.
    difficulty: int
    # The game's id.
    game: Literal["steam"]
    # The options that it is played with.
    options: SteamMatchOptions
    # The table as the caller sees it.
    view: SteamView
    # All legal actions, those of one type together.
    actions: list[SteamAction]
    # Where the table is drawn as the seat sees it, as SVG.
    picture: str


PuzzleShown = (
    MontanaPuzzleShown | GreatWesternTrailPuzzleShown | SantaFePuzzleShown | SteamPuzzleShown
)
"""A position in which the seat has one clearly best action."""

NewMatch = NewMontanaMatch | NewGreatWesternTrailMatch | NewSantaFeMatch | NewSteamMatch
"""`NewMatch`."""

LegalActions = (
    MontanaLegalActions | GreatWesternTrailLegalActions | SantaFeLegalActions | SteamLegalActions
)
"""All decisions open to the caller's seat, those of one type together."""

MatchShown = MontanaMatchShown | GreatWesternTrailMatchShown | SantaFeMatchShown | SteamMatchShown
"""A match as the caller may see it."""

Submission = MontanaSubmission | GreatWesternTrailSubmission | SantaFeSubmission | SteamSubmission
"""A match after the caller's action, and what the action caused. With ?include=match all
members of a match are there.
"""

SeatChange = ToBot | ToHuman | ToOpen
"""`SeatChange`."""

MontanaAction = (
    MontanaHire
    | MontanaJoker
    | MontanaDiscard
    | MontanaAdvance
    | MontanaBank
    | MontanaWork
    | MontanaHelpers
    | MontanaCity
    | MontanaBid
    | MontanaPass
    | MontanaCollect
    | MontanaUpgrade
    | MontanaBuild
    | MontanaStop
    | MontanaTrade
    | MontanaDone
    | MontanaCanteen
)
"""One decision in Montana that is open to the caller."""

GreatWesternTrailAction = (
    GreatWesternTrailMove
    | GreatWesternTrailPlay
    | GreatWesternTrailUse
    | GreatWesternTrailCopy
    | GreatWesternTrailAuxiliary
    | GreatWesternTrailDone
    | GreatWesternTrailSkip
    | GreatWesternTrailTake
    | GreatWesternTrailIncome
    | GreatWesternTrailDeliver
    | GreatWesternTrailDisc
    | GreatWesternTrailObjective
    | GreatWesternTrailEngine
    | GreatWesternTrailUpgrade
    | GreatWesternTrailMaster
    | GreatWesternTrailHire
    | GreatWesternTrailBuild
    | GreatWesternTrailBuy
    | GreatWesternTrailTurnUp
    | GreatWesternTrailStop
    | GreatWesternTrailHazard
    | GreatWesternTrailTrade
    | GreatWesternTrailDiscard
    | GreatWesternTrailRemove
    | GreatWesternTrailDrawCards
    | GreatWesternTrailPair
    | GreatWesternTrailSpend
)
"""One decision in Great Western Trail that is open to the caller."""

SantaFeAction = (
    SantaFeEngineer
    | SantaFeSelect
    | SantaFeDiscard
    | SantaFeKeep
    | SantaFeLay
    | SantaFeBranch
    | SantaFePass
    | SantaFeStop
    | SantaFeDraw
    | SantaFeBuy
)
"""One decision in Santa Fe that is open to the caller."""

SteamAction = (
    SteamBid
    | SteamPass
    | SteamCapital
    | SteamSelect
    | SteamDecline
    | SteamBuild
    | SteamUrbanize
    | SteamGrow
    | SteamSupply
    | SteamDone
    | SteamImprove
    | SteamDeliver
    | SteamTake
)
"""One decision in Steam that is open to the caller."""
