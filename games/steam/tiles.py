"""Track tiles: shapes, their orientations, and the pools of two-sided tiles, read from data.

A *pattern* is a shape in one orientation; pattern 0 is no tile. A *pair* is a track between two
edges of a hex, numbered 0 to 14. Edges are clockwise from the north; the town centre counts as
edge 6.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.packing import pack
from railhead.games.steam import actions
from railhead.games.vectors import vec, vector

EDGE_COUNT: Final[i64] = 6
TOWN_CENTRE: Final = 6
PAIR_COUNT: Final[i64] = 15
NO_PAIR: Final[i64] = PAIR_COUNT
PAIRS: Final = tuple(combinations(range(EDGE_COUNT), 2))
BITS: Final = (1, 2, 4, 8, 16, 32)
ALL_SIDES: Final = 63
SPREAD: Final = 0x09AF
"""A de Bruijn sequence of 16 bits, by which `spread` numbers single bits."""
SHAPES_AT: Final = 40
"""In the word of a tile the bit of its shape lies above the packed action."""
ACTION_BITS: Final = (1 << SHAPES_AT) - 1
NO_TILE: Final = 1 << 21
"""The bit of the pattern without a tile, beyond those of all shapes."""

Tracks = frozenset[tuple[int, ...]]
"""The tracks of a pattern: pairs of edges, or single exits of a town."""


def rotate(tracks: Tracks, sixths: int) -> Tracks:
    """The tracks after a clockwise turn."""
    return frozenset(
        tuple(sorted((edge + sixths) % EDGE_COUNT for edge in track)) for track in tracks
    )


@final
class TileSet:
    """Every pattern as integer tables. Raises `DataError` where the data is wrong."""

    def __init__(self, entry: Entry) -> None:
        entry.only("confidence", "source", "tracks", "towns", "faces")
        self.tracks: list[Tracks] = [frozenset()]
        """The tracks of each pattern."""
        shape_of: list[int] = [-1]
        turn_of: list[int] = [0]
        for shape, tracks in enumerate(read_shapes(entry)):
            for sixths in range(EDGE_COUNT):
                pattern = rotate(tracks, sixths)
                if pattern not in self.tracks:
                    self.tracks.append(pattern)
                    shape_of.append(shape)
                    turn_of.append(sixths)
                elif shape_of[self.tracks.index(pattern)] != shape:
                    raise entry.fail(f"shape {actions.SHAPES[shape]} is another one turned")
        self.count: i64 = len(self.tracks)
        self.shape_of: vec[i64] = vector(shape_of)
        self.turn_of: vec[i64] = vector(turn_of)
        self.exits: vec[i64] = vector([exits_mask(tracks) for tracks in self.tracks])
        self.exit_count: vec[i64] = vector([sum(map(len, tracks)) for tracks in self.tracks])
        self.other_end: vec[i64] = vector(
            [end for tracks in self.tracks for end in other_ends(tracks)]
        )
        """By pattern and edge: the edge at the track's other end, `TOWN_CENTRE`, or -1."""
        self.pattern_of: vec[i64] = self._patterns_by_turn(shape_of)
        """By shape and turn: the pattern, equal ones under every turn that gives them."""
        self._index_tracks()
        self._index_pairs()
        self._index_shapes(shape_of, turn_of)
        self._read_pools(entry["faces"])

    def _patterns_by_turn(self, shape_of: list[int]) -> vec[i64]:
        rows: list[int] = []
        for shape in range(len(actions.SHAPES)):
            first = self.tracks[shape_of.index(shape)]
            rows.extend(self.tracks.index(rotate(first, sixths)) for sixths in range(EDGE_COUNT))
        return vector(rows)

    def _index_tracks(self) -> None:
        """Patterns by their tracks: one, two, or the exits of a town; 0 where there is none."""
        number = {tracks: index for index, tracks in enumerate(self.tracks)}
        self.pair_of: vec[i64] = vector(
            [
                PAIRS.index((min(a, b), max(a, b))) if a != b else -1
                for a in range(EDGE_COUNT)
                for b in range(EDGE_COUNT)
            ]
        )
        self.single: vec[i64] = vector([number.get(frozenset({pair}), 0) for pair in PAIRS])
        self.double: vec[i64] = vector(
            [
                number.get(frozenset({one, other}), 0) if one != other else 0
                for one in PAIRS
                for other in PAIRS
            ]
            + list(self.single)
        )
        """By a pair and another one; with `NO_PAIR` for the first as `single`."""
        self.town: vec[i64] = vector(
            [
                number.get(frozenset((e,) for e in range(EDGE_COUNT) if mask & BITS[e]), 0)
                for mask in range(64)
            ]
        )

    def _index_pairs(self) -> None:
        """Pairs by their sides, and sets of pairs, a bit each, by a mask of sides."""
        self.pair_first: vec[i64] = vector([first for first, _ in PAIRS])
        self.pair_second: vec[i64] = vector([second for _, second in PAIRS])
        masks = [BITS[a] | BITS[b] for a, b in PAIRS]
        sets = range(ALL_SIDES + 1)
        bits = [2**pair for pair in range(PAIR_COUNT)]
        self.touching: vec[i64] = vector(
            [sum(bit for bit, sides in zip(bits, masks, strict=True) if sides & m) for m in sets]
        )
        """The pairs with a side in the mask."""
        self.within: vec[i64] = vector(
            [
                sum(bit for bit, sides in zip(bits, masks, strict=True) if not sides & ~m)
                for m in sets
            ]
        )
        """The pairs with both sides in the mask."""
        self.pair_at: vec[i64] = vector([0] * 16)
        """The pair of a bit, by its `spread`."""
        for pair, bit in enumerate(bits):
            self.pair_at[spread(bit)] = pair

    def _index_shapes(self, shape_of: list[int], turn_of: list[int]) -> None:
        """Words of tiles: the action that lays one on the first hex, above it its shape's bit.

        So a tile is checked and listed with one look at one table.
        """
        self.shape_mask: vec[i64] = vector([2**shape for shape in range(len(actions.SHAPES))])
        words = [
            pack(actions.BUILD, 0, max(shape, 0), turn)
            | (2**shape if shape >= 0 else NO_TILE) << SHAPES_AT
            for shape, turn in zip(shape_of, turn_of, strict=True)
        ]
        self.tile_of: vec[i64] = vector(words)
        """By pattern."""
        rows = [0] * (16 * (int(NO_PAIR) + 1))
        for track in range(int(NO_PAIR) + 1):
            for pair in range(PAIR_COUNT):
                pattern = int(self.double[PAIR_COUNT * track + pair])
                rows[16 * track + int(spread(2**pair))] = int(words[pattern])
        self.tile_with: vec[i64] = vector(rows)
        """By a pair, or `NO_PAIR` for none, and the spread bit of another one."""
        counts = [(shape, int(self.exit_count[number])) for number, shape in enumerate(shape_of)]
        self.dear: vec[i64] = vector(
            [
                NO_TILE | sum({2**shape for shape, exits in counts if exits > dollars})
                for dollars in range(EDGE_COUNT + 1)
            ]
        )
        """By dollars, of which six pay for all: the shapes with more exits, and no tile."""

    def _read_pools(self, entry: Entry) -> None:
        """The limits that the pools put on sets of shapes (see `limits`)."""
        self.pools: list[tuple[list[int], int]] = []
        for pool in entry.items():
            pool.only("sides", "tiles")
            sides = [side.index(actions.SHAPES) for side in pool["sides"].items()]
            self.pools.append((sides, pool["tiles"].integer(1, 200)))
        missing = set(range(len(actions.SHAPES))) - {
            side for sides, _ in self.pools for side in sides
        }
        if missing:
            raise entry.fail(f"has no tile for the shape {actions.SHAPES[min(missing)]}")
        found = limits(self.pools)
        self.limit_count: i64 = len(found)
        self.limit_mask: vec[i64] = vector([sum(2**shape for shape in group) for group, _ in found])
        self.limit: vec[i64] = vector([most for _, most in found])
        ends = [sum(len(group) for group, _ in found[:index]) for index in range(len(found) + 1)]
        self.limit_start: vec[i64] = vector(ends)
        self.limit_shape: vec[i64] = vector(
            [shape for group, _ in found for shape in sorted(group)]
        )
        """The shapes of each limit one behind the other, from its entry in `limit_start` on."""


def spread(bit: i64) -> i64:
    """A number below 16 for each single bit among the lowest 16."""
    return ((bit * SPREAD) >> 12) & 15


def read_shapes(entry: Entry) -> list[Tracks]:
    """The tracks of every shape, unturned, in the order of `SHAPES`."""
    shapes: list[Tracks] = []
    entry["tracks"].only(*actions.SHAPES[: actions.FIRST_TOWN_SHAPE])
    for name in actions.SHAPES[: actions.FIRST_TOWN_SHAPE]:
        pairs = [
            tuple(sorted(edge.integer(0, 5) for edge in track.items(2)))
            for track in entry["tracks"][name].items()
        ]
        edges = [edge for pair in pairs for edge in pair]
        if len(set(edges)) != len(edges) or not 1 <= len(pairs) <= 2:
            raise entry["tracks"][name].fail("is not one or two tracks with ends of their own")
        shapes.append(frozenset(pairs))
    entry["towns"].only(*actions.SHAPES[actions.FIRST_TOWN_SHAPE :])
    for name in actions.SHAPES[actions.FIRST_TOWN_SHAPE :]:
        exits = [edge.integer(0, 5) for edge in entry["towns"][name].items()]
        if len(set(exits)) != len(exits) or not exits:
            raise entry["towns"][name].fail("has no exit, or one twice")
        shapes.append(frozenset((edge,) for edge in exits))
    return shapes


def exits_mask(tracks: Tracks) -> int:
    """The edges that the tracks reach, a bit each."""
    return sum(BITS[edge] for track in tracks for edge in track)


def other_ends(tracks: Tracks) -> list[int]:
    """For each edge the other end of its track: an edge, the town centre, or -1 without a track."""
    ends = [-1] * EDGE_COUNT
    for track in tracks:
        for edge in track:
            ends[edge] = TOWN_CENTRE if len(track) == 1 else track[0] + track[1] - edge
    return ends


def limits(pools: list[tuple[list[int], int]]) -> list[tuple[frozenset[int], int]]:
    """Sets of shapes with the most tiles that may show them together.

    Some choice of sides shows a given number of each shape exactly when no set of shapes needs more
    tiles than have one of them as a side (Hall's marriage theorem). It is enough to look at sets
    that share tiles, and of those with the same tiles at the largest.
    """
    largest: dict[frozenset[int], frozenset[int]] = {}
    for component in components(pools):
        for size in range(1, len(component) + 1):
            for chosen in combinations(sorted(component), size):
                touched = frozenset(
                    number for number, (sides, _) in enumerate(pools) if set(sides) & set(chosen)
                )
                largest[touched] = largest.get(touched, frozenset()) | frozenset(chosen)
    return [
        (shapes, sum(pools[number][1] for number in touched)) for touched, shapes in largest.items()
    ]


def components(pools: list[tuple[list[int], int]]) -> list[set[int]]:
    """The shapes in groups that are joined by tiles with two of them as sides."""
    groups: list[set[int]] = []
    for sides, _ in pools:
        joined = [group for group in groups if group & set(sides)]
        groups = [group for group in groups if group not in joined]
        groups.append(set(sides).union(*joined))
    return groups
