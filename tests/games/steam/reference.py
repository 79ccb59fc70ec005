"""Legal builds and deliveries the slow and obvious way, for comparison.

Everything is read from the view, and every candidate is tried: each pattern of each hex, and each
path through the network. Track is a set of *pieces*, each a hex with the one or two sides that it
joins; links are found by walking from piece to piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from railhead.games.steam import actions
from railhead.games.steam.tiles import TileSet

Place = tuple[int, int]
Piece = frozenset[int]
Track = frozenset[Piece]

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def assignable(pools: list[tuple[list[int], int]], shown: list[int]) -> bool:
    """Whether some choice of sides shows these numbers of shapes, found by trying all."""
    if not any(shown):
        return True
    shape = next(index for index, number in enumerate(shown) if number)
    for index, (sides, tiles) in enumerate(pools):
        if shape in sides and tiles:
            fewer = [*pools[:index], (sides, tiles - 1), *pools[index + 1 :]]
            less = [number - (place == shape) for place, number in enumerate(shown)]
            if assignable(fewer, less):
                return True
    return False


class Board:
    """The map of a view as dictionaries, and the options that decide what may be built."""

    def __init__(
        self, view: dict[str, Any], tiles: TileSet, chosen: Mapping[str, Any] | None = None
    ) -> None:
        self.view = view
        self.tiles = tiles
        self.chosen = chosen or {}
        self.hexes = {(place["q"], place["r"]): place for place in view["hexes"]}
        self.place_of = {place["hex"]: at for at, place in self.hexes.items()}
        self.stops = {self.place_of[stop["hex"]]: stop for stop in view["stops"]}
        self.owner: dict[tuple[Place, int], int | None] = {}
        for at, place in self.hexes.items():
            for track in place["tracks"]:
                sides = [
                    actions.EDGES.index(side)
                    for side in (track["from"], track["to"])
                    if side in actions.EDGES
                ]
                for side in sides:
                    self.owner[at, side] = track["owner"]
        self.shapes = [place["tile"] for place in self.hexes.values() if place["tile"]]

    def across(self, at: Place, side: int) -> Place | None:
        """The hex over an open side, or None."""
        if actions.EDGES[side] in self.hexes[at]["closed"]:
            return None
        return (at[0] + STEPS[side][0], at[1] + STEPS[side][1])

    def is_city(self, at: Place | None) -> bool:
        return at in self.stops and self.stops[at]["colour"] is not None

    def is_town(self, at: Place) -> bool:
        return at in self.stops and self.stops[at]["colour"] is None

    def pieces(self, at: Place) -> list[Piece]:
        """The tracks on a hex as sets of sides."""
        return [
            frozenset(
                actions.EDGES.index(s) for s in (track["from"], track["to"]) if s in actions.EDGES
            )
            for track in self.hexes[at]["tracks"]
        ]

    def end(self, at: Place, side: int) -> Place | None:
        """What the track leaving `at` over `side` leads to: a stop's place, or None."""
        while True:
            beyond, back = self.across(at, side), (side + 3) % 6
            if beyond is None:
                return None
            if self.is_city(beyond):
                return beyond
            piece = next((piece for piece in self.pieces(beyond) if back in piece), None)
            if piece is None:
                return None
            if self.is_town(beyond):
                return beyond
            at, (side,) = beyond, piece - {back}

    def open_end(self, at: Place, side: int) -> list[int | None]:
        """The owner of an open end that faces `at` from over `side`, as a list of one, or empty."""
        beyond = self.across(at, side)
        back = (side + 3) % 6
        if beyond is None or self.is_city(beyond) or (beyond, back) not in self.owner:
            return []
        return [self.owner[beyond, back]]

    def has_link(self, seat: int, at: Place | None) -> bool:
        """Whether a seat owns track of the town on a hex."""
        return at is not None and any(self.owner.get((at, side), -1) == seat for side in range(6))

    def may_go_on(self, seat: int, at: Place, side: int) -> bool:
        """Whether a seat may begin or go on with track from over a side of a hex."""
        beyond = self.across(at, side)
        if beyond is None:
            return False
        if self.is_city(beyond):
            return True
        for owner in self.open_end(at, side):
            if owner == seat:
                return True
            start = self.end(at, side)
            return owner is None and (self.is_city(start) or self.has_link(seat, start))
        return False

    def may_join(self, seat: int, at: Place, side: int) -> bool:
        """Whether new track of a seat may meet what is over a side of a hex."""
        for owner in self.open_end(at, side):
            joins = owner is None and self.chosen.get("join_unowned", False)
            return joins or self.may_go_on(seat, at, side)
        return True

    def stock_allows(self, removed: str | None, added: str) -> bool:
        """Whether some choice of sides shows all tiles after an exchange."""
        shown = [0] * len(actions.SHAPES)
        for shape in self.shapes:
            shown[actions.SHAPES.index(shape)] += 1
        if removed:
            shown[actions.SHAPES.index(removed)] -= 1
        shown[actions.SHAPES.index(added)] += 1
        pools = [(sides, number) for sides, number in self.tiles.pools]
        # Shapes of a single pool are counted at once, the ring is tried out.
        for sides, number in pools:
            alone = all(sum(side in other for other, _ in pools) == 1 for side in sides)
            if alone and sum(shown[side] for side in sides) > number:
                return False
            if alone:
                for side in sides:
                    shown[side] = 0
        return assignable(pools, shown)


def protected(board: Board, at: Place) -> bool:
    """Whether a complete link without owner touches a hex."""
    for piece in board.pieces(at):
        ends = [board.end(at, side) for side in piece]
        if board.is_town(at):
            ends.append(at)
        unowned = any(board.owner[at, side] is None for side in piece)
        if unowned and None not in ends and len(set(ends)) == 2:
            return True
    return False


def builds(board: Board, seat: int, money: int, closed: Sequence[str] = ()) -> set[str]:
    """The notation of every legal build, but for the hexes named in `closed`."""
    found = set()
    for at, place in board.hexes.items():
        if place["hex"] in closed:
            continue
        old = frozenset(board.pieces(at))
        guarded = not board.chosen.get("improve_unowned", True) and protected(board, at)
        for pattern in range(1, int(board.tiles.count)):
            new = frozenset(frozenset(track) for track in board.tiles.tracks[pattern])
            name = actions.SHAPES[int(board.tiles.shape_of[pattern])]
            cost = price(board, place, new, old)
            if (
                not board.is_city(at)
                and board.is_town(at) == name.startswith("T")
                and cost <= money
                and not (guarded and old < new)
                and allowed(board, seat, at, old, new)
                and board.stock_allows(place["tile"], name)
            ):
                turn = int(board.tiles.turn_of[pattern])
                found.add(f"build:{place['hex']}:{name}:{turn}")
    return found


def price(board: Board, place: dict[str, Any], new: Track, old: Track) -> int:
    """One dollar an exit, and what town and ground cost."""
    cost = sum(len(piece) for piece in new)
    at = (place["q"], place["r"])
    cost += board.is_town(at)
    if not old:
        cost += place["river"] + 2 * (place["terrain"] == "hill")
    return cost


def allowed(
    board: Board,
    seat: int,
    at: Place,
    old: Track,
    new: Track,
) -> bool:
    """Whether replacing the tracks `old` of a hex by `new` obeys the rules of building."""
    if any(board.across(at, side) is None for piece in new for side in piece):
        return False
    if board.is_town(at):
        added = [side for piece in new - old for side in piece]
        return bool(old < new and town_allowed(board, seat, at, added, bool(old)))
    if old < new or not old:
        return all(track_allowed(board, seat, at, piece) for piece in new - old)
    return redirect_allowed(board, seat, at, old, new)


def town_allowed(board: Board, seat: int, at: Place, added: list[int], present: bool) -> bool:
    """New exits of a town."""
    anchored = present and board.has_link(seat, at)
    for side in added:
        for owner in board.open_end(at, side):
            if board.end(at, side) == at:
                return False
            if owner is None and not board.may_join(seat, at, side):
                return False
    return anchored or any(board.may_go_on(seat, at, side) for side in added)


def track_allowed(board: Board, seat: int, at: Place, piece: Piece) -> bool:
    """A new track between two sides."""
    if not any(board.may_go_on(seat, at, side) for side in piece):
        return False
    if not all(board.may_join(seat, at, side) for side in piece):
        return False
    one, other = (board.end(at, side) for side in piece)
    return one is None or one != other


def redirect_allowed(
    board: Board,
    seat: int,
    at: Place,
    old: Track,
    new: Track,
) -> bool:
    """One track turned at its open end; by options moved to other sides, or another one added."""
    more = board.chosen.get("redirect_and_improve", False)
    if len(old - new) != 1 or not len(old) <= len(new) <= len(old) + more:
        return False
    if len(old) == 2 and not board.chosen.get("redirect_double", True):
        return False
    (before,) = old - new
    ends = [side for side in before if is_open(board, at, side)]
    if not ends:
        return False
    (kept,) = before - set(ends)
    start = board.end(at, kept)
    owner = board.owner[at, kept]
    claimable = owner is None and (board.is_city(start) or board.has_link(seat, start))
    if owner != seat and not claimable:
        return False
    if not any(kept in piece for piece in new) and not board.chosen.get("redirect_start", False):
        return False
    return all(
        turn_allowed(board, seat, at, start, piece - {kept})
        if kept in piece
        else track_allowed(board, seat, at, piece)
        for piece in new - old
    )


def is_open(board: Board, at: Place, side: int) -> bool:
    """Whether nothing meets the track that leaves a hex over a side."""
    beyond = board.across(at, side)
    return beyond is None or not (board.is_city(beyond) or board.open_end(at, side))


def turn_allowed(board: Board, seat: int, at: Place, start: Place | None, turned: Piece) -> bool:
    """A track from the stop `start` turned to another side."""
    (target,) = turned
    return board.may_join(seat, at, target) and board.end(at, target) != start


def deliveries(
    board: Board, seat: int, level: int, *, own_colour: bool = True, town_twice: bool = False
) -> set[tuple[str, str, tuple[int, ...]]]:
    """Every possible (city, colour, points by seat)."""
    network = [link for link in board.view["links"] if link["complete"]]
    stops = {stop["name"]: stop for stop in board.view["stops"]}
    found = set()
    for origin in stops.values():
        for colour, number in origin["goods"].items():
            if not number or (colour == origin["colour"] and not own_colour):
                continue
            for path in paths(network, stops, origin["name"], colour, level, town_twice):
                points = [sum(link["owner"] == s for link in path) for s in range(6)]
                if points[seat] and points[seat] >= max(points):
                    found.add((origin["name"], colour, tuple(points)))
    return found


def paths(
    network: list[dict[str, Any]],
    stops: dict[str, Any],
    origin: str,
    colour: str,
    level: int,
    town_twice: bool,
) -> Iterator[list[dict[str, Any]]]:
    """Every route of a cube to the first city of its colour, as lists of links."""

    def extend(route: list[dict[str, Any]], visited: list[str]) -> Iterator[list[dict[str, Any]]]:
        here = visited[-1]
        if route and stops[here]["colour"] == colour:
            yield route
            return
        if len(route) == level:
            return
        for link in network:
            if here not in (link["from"], link["to"]) or any(link is used for used in route):
                continue
            there = link["to"] if link["from"] == here else link["from"]
            town = stops[there]["colour"] is None
            if there in visited and not (town and town_twice):
                continue
            yield from extend([*route, link], [*visited, there])

    yield from extend([], [origin])
