"""How the parts of a table stand in its picture: side by side, or below each other for a phone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from railhead.games.svg import Drawing, caption_height, width_of

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


def flow(blocks: Sequence[Block], width: float) -> Block:
    """Parts in rows, as many beside each other as have room in this width."""
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

    def of(self, layout: str) -> Columns:
        """The columns of a layout, of which these are those of the wide one."""
        return self if layout == WIDE else Columns(NARROW_COLUMN, NARROW_COLUMN, narrow=True)

    @property
    def whole(self) -> float:
        """The width of everything, without the margins."""
        if self.narrow or not self.side:
            return self.board
        return self.board + BETWEEN + self.side

    def each(self, count: int) -> float:
        """The width of each of `count` parts that stand in a row, or below each other."""
        return self.whole if self.narrow else (self.whole - GAP * (count - 1)) / count


@dataclass(frozen=True, kw_only=True)
class Table:
    """All that a picture shows, as parts of the widths that `columns` say.

    Wide, `over` stands across everything, then at the left `above`, `board` and `below`, at the
    right `side`, and `row` under both. Narrow, all stand in one column, the board first.
    """

    title: str
    said: str = ""
    """What is written beside the title; without it there is no head."""
    paper: str
    columns: Columns
    board: Block
    over: Sequence[Block] = ()
    above: Sequence[Block] = ()
    below: Sequence[Block] = ()
    side: Sequence[Block] = ()
    row: Sequence[Block] = ()
    sentences: Sequence[str]
    """Legend and notices."""

    def document(self, marked: Collection[str]) -> str:
        """The picture as an SVG document, with the elements of these ids marked."""
        margin = NARROW_MARGIN if self.columns.narrow else WIDE_MARGIN
        width = self.columns.whole + 2 * margin
        head = _head(self.title, self.said, width, self.columns.narrow)
        content = self._in_one_column() if self.columns.narrow else self._in_two_columns()
        bottom = margin + head.height + content.height + 24
        height = bottom + caption_height(self.sentences, width)
        out = Drawing(width, height, self.paper, self.title)
        head.draw(out, head.height)
        with out.transform(margin, margin + head.height):
            content.draw(out, content.height)
        out.caption(self.sentences, bottom)
        return out.document(marked)

    def _in_one_column(self) -> Block:
        parts = [self.board, *self.above, *self.side, *self.over, *self.row, *self.below]
        return flow(parts, self.columns.whole)

    def _in_two_columns(self) -> Block:
        left = flow([*self.above, self.board, *self.below], self.columns.board)
        if self.side:
            left = left._replace(width=self.columns.board + BETWEEN - GAP)
            left = flow([left, flow(self.side, self.columns.side)], self.columns.whole)
        return flow([*self.over, left, *self.row], self.columns.whole)


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
