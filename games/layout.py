"""How the parts of a table stand in its picture: side by side, or below each other for a phone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple, Protocol

from railhead.games.colours import LIGHT, SEAT_COLOURS, Colour
from railhead.games.svg import Drawing, caption_height, seat_name, width_of

WIDE: Final = "wide"
NARROW: Final = "narrow"
LAYOUTS: Final = (WIDE, NARROW)
GAP: Final = 10
BETWEEN: Final = 20
"""What is between the board and the panels beside it."""
WIDE_MARGIN: Final = 20
NARROW_MARGIN: Final = 8
NARROW_COLUMN: Final = 444
"""So narrow that letters of size 11 are over 9 pixels on a screen of 400 pixels."""


class Block(NamedTuple):
    """A part of a table: its size in pixels, and what draws it with its corner at the origin.

    `draw` gets the height of the row that the part stands in, which is at least its own.
    """

    width: float
    height: float
    draw: Callable[[Drawing, float], object]


class Region(NamedTuple):
    """Parts of a table that are about one thing, which are drawn alone too.

    `id` is one of its own in the table, `title` what people call it. `seat` is whose it is, None
    where it is of nobody, and `colour` what the pieces of that seat have.
    """

    id: str
    title: str
    blocks: Sequence[Block]
    seat: int | None = None
    colour: str | None = None


class RegionShown(NamedTuple):
    """A region of a table, and how large it is where it is drawn alone."""

    id: str
    title: str
    seat: int | None
    colour: str | None
    width: float
    height: float


class UnknownRegion(LookupError):
    """A table has no region of this name; `regions` are those that it has."""

    def __init__(self, name: str, regions: Sequence[str]) -> None:
        super().__init__(f"there is no region {name!r}; there are {', '.join(regions)}")
        self.regions = regions


def measure(width: float, draw: Callable[[Drawing, float], float]) -> Block:
    """A part that is as high as `draw`, which answers where it ends, finds it to be."""
    return Block(width, draw(Drawing(width, 0, "", ""), 0), draw)


def shrink(block: Block, width: float) -> Block:
    """The part drawn smaller, so that it is no wider than this."""
    scale = width / block.width
    if scale >= 1:
        return block

    def draw(out: Drawing, height: float) -> None:
        with out.transform(0, 0, scale):
            block.draw(out, height / scale)

    return Block(width, block.height * scale, draw)


def flow(blocks: Sequence[Block], width: float, trimmed: bool = False) -> Block:
    """Parts in rows, as many beside each other as have room in this width.

    `trimmed`, the whole is only as wide as its widest row.
    """
    rows: list[list[Block]] = []
    free = 0.0
    for block in blocks:
        fitting = shrink(block, width)
        if not rows or fitting.width > free + 0.01:
            rows.append([])
            free = width
        rows[-1].append(fitting)
        free -= fitting.width + GAP
    heights = [max(block.height for block in row) for row in rows]
    if trimmed:
        width = max(sum(block.width + GAP for block in row) - GAP for row in rows)

    def draw(out: Drawing, _height: float) -> None:
        top = 0.0
        for row, height in zip(rows, heights, strict=True):
            left = 0.0
            for block in row:
                with out.transform(left, top):
                    block.draw(out, height)
                left += block.width + GAP
            top += height + GAP

    return Block(width, sum(heights) + GAP * max(0, len(rows) - 1), draw)


@dataclass(frozen=True)
class Columns:
    """How wide the board and the panels beside it are, in pixels, 0 where there are none; in the
    narrow layout all have the whole width.
    """

    board: float
    side: float
    narrow: bool = False
    narrow_width: float = NARROW_COLUMN

    def of(self, layout: str) -> Columns:
        """The columns of a layout, of which these are those of the wide one."""
        width = self.narrow_width
        return self if layout == WIDE else Columns(width, width, narrow=True)

    @property
    def whole(self) -> float:
        """The width of everything, without the margins."""
        if self.narrow or not self.side:
            return self.board
        return self.board + BETWEEN + self.side

    def each(self, count: int) -> float:
        """The width of each of `count` parts that stand in a row, or below each other."""
        return self.whole if self.narrow else (self.whole - GAP * (count - 1)) / count


LEGEND: Final = "legend"
"""The region with what the whole picture has below everything: legend and notices."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """All that a picture shows, as regions whose parts have the widths that `columns` say.

    Wide, `over` stands across everything, then at the left `above`, `board` and `below`, at the
    right `side`, and `row` under both. Narrow, all stand in one column, the board first. Alone, a
    region is as wide as what it has; what is said stands over the board.
    """

    title: str
    said: str = ""
    """What is written beside the title; without it there is no head."""
    paper: Colour
    columns: Columns
    board: Region
    over: Sequence[Region] = ()
    above: Sequence[Region] = ()
    below: Sequence[Region] = ()
    side: Sequence[Region] = ()
    row: Sequence[Region] = ()
    sentences: Sequence[str]
    """Legend and notices."""

    def document(
        self, marked: Collection[str], region: str | None = None, theme: str = LIGHT
    ) -> str:
        """The picture as an SVG document in a theme, with the elements of these ids marked.

        With `region` only what is in it. Raises `UnknownRegion`.
        """
        if region is not None:
            return self._document_of(region, marked, theme)
        margin = NARROW_MARGIN if self.columns.narrow else WIDE_MARGIN
        width = self.columns.whole + 2 * margin
        head = _head(self.title, self.said, width, self.columns.narrow)
        content = self._in_one_column() if self.columns.narrow else self._in_two_columns()
        bottom = margin + head.height + content.height + 24
        height = bottom + caption_height(self.sentences, width)
        out = Drawing(width, height, self.paper, self.title, theme)
        head.draw(out, head.height)
        with out.transform(margin, margin + head.height):
            content.draw(out, content.height)
        out.caption(self.sentences, bottom)
        return out.document(marked)

    def regions(self) -> list[RegionShown]:
        """The regions in the order in which a client should show them, the board first."""
        found = []
        for region in self._regions().values():
            alone = self._alone(region)
            width, height = alone.width + 2 * NARROW_MARGIN, alone.height + 2 * NARROW_MARGIN
            whose = region.seat, region.colour
            found.append(RegionShown(region.id, region.title, *whose, width, height))
        return found

    def _regions(self) -> dict[str, Region]:
        """The regions by their ids, in the order of the narrow layout. Raises `ValueError`."""
        width = self._width_of_legend()
        legend = Region(LEGEND, "Legend and notices", [_legend(self.sentences, width)])
        places = [self.above, self.side, self.over, self.row, self.below]
        regions = [self.board, *chain.from_iterable(places), legend]
        found = {region.id: region for region in regions}
        if len(found) < len(regions):
            raise ValueError(f"two regions have one id: {[region.id for region in regions]}")
        return found

    def _document_of(self, name: str, marked: Collection[str], theme: str) -> str:
        regions = self._regions()
        if name not in regions:
            raise UnknownRegion(name, [*regions])
        region = regions[name]
        alone = self._alone(region)
        width, height = alone.width + 2 * NARROW_MARGIN, alone.height + 2 * NARROW_MARGIN
        out = Drawing(width, height, self.paper, f"{self.title}: {region.title}", theme)
        with out.transform(NARROW_MARGIN, NARROW_MARGIN):
            alone.draw(out, alone.height)
        return out.document(marked)

    def _alone(self, region: Region) -> Block:
        """A region without the others, no wider than what it has."""
        widest = self._width_of_place(region)
        above = [_headline(self.said, widest)] if region is self.board and self.said else []
        return flow([*above, *region.blocks], widest, trimmed=True)

    def _width_of_place(self, region: Region) -> float:
        """How wide the place is that a region has in the whole picture."""
        if region in self.side:
            return self.columns.side
        across = region in self.over or region in self.row
        if region.id == LEGEND:
            return self._width_of_legend()
        return self.columns.whole if across else self.columns.board

    def _width_of_legend(self) -> float:
        return self.columns.whole if self.columns.narrow else NARROW_COLUMN

    def _in_one_column(self) -> Block:
        places = [[self.board], self.above, self.side, self.over, self.row, self.below]
        return flow(blocks_of(*chain.from_iterable(places)), self.columns.whole)

    def _in_two_columns(self) -> Block:
        left = flow(blocks_of(*self.above, self.board, *self.below), self.columns.board)
        if self.side:
            left = left._replace(width=self.columns.board + BETWEEN - GAP)
            side = flow(blocks_of(*self.side), self.columns.side)
            left = flow([left, side], self.columns.whole)
        return flow([*blocks_of(*self.over), left, *blocks_of(*self.row)], self.columns.whole)


class TableOf(Protocol):
    """How a game lays out its table."""

    def __call__(
        self, view: Mapping[str, Any], names: Sequence[str] = (), layout: str = WIDE
    ) -> Table:
        """The table of `view`, made of nothing else but the players' names.

        `names` are in the order of the seats; without them there are numbers. `layout` is one of
        `LAYOUTS`; ids and titles of elements, and regions, are the same in each.
        """


def seat_region(
    seat: int,
    names: Sequence[str],
    blocks: Sequence[Block],
    colours: Sequence[str] = SEAT_COLOURS,
) -> Region:
    """What lies before a seat; `colours` are those of the seats' pieces."""
    return Region(f"seat-{seat}", seat_name(seat, names), blocks, seat, colours[seat])


def blocks_of(*regions: Region) -> list[Block]:
    """The parts of these regions, one after the other."""
    return [block for region in regions for block in region.blocks]


def _legend(sentences: Sequence[str], width: float) -> Block:
    return measure(width, lambda out, _height: out.caption(sentences, 14, x=0, width=width) - 14)


def _headline(said: str, width: float) -> Block:
    """What is said of a table, over its board."""
    return measure(
        width, lambda out, _height: out.lines(4, 18, said, 18, width - 8, weight="bold") - 16
    )


def _head(title: str, said: str, width: float, narrow: bool) -> Block:
    """The title, and beside or below it what is said; nothing of what is not said."""
    if not said:
        return Block(width, 0, lambda out, height: None)

    def draw(out: Drawing, _height: float) -> float:
        if not narrow:
            out.text(24, 40, title, 28, weight="bold")
            out.text(24 + width_of(title, 28, True) + 16, 40, said, 16)
            return 40
        out.text(NARROW_MARGIN + 4, 28, title, 22, weight="bold")
        return out.lines(NARROW_MARGIN + 4, 50, said, 13, width - 2 * NARROW_MARGIN - 8) - 8

    return measure(width, draw)
