"""The complete links of a position in a row for each stop, as walks over the network need them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.steam.geography import MOST_STOPS
from railhead.games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from railhead.games.steam.state import Position
from railhead.games.steam.tiles import EDGE_COUNT
from railhead.games.vectors import vec


@final
class LinkGraph:
    """The lines that leave stop n are those from `first[n]` up to and without `first[n + 1]`."""

    def __init__(self) -> None:
        self.first: vec[i64] = vec[i64]([0] * (MOST_STOPS + 1))
        self.source: vec[i64] = vec[i64]([0] * (EDGE_COUNT * MOST_STOPS))
        """By line, the stop that it leaves."""
        self.target: vec[i64] = vec[i64]([0] * (EDGE_COUNT * MOST_STOPS))
        """By line, the stop at its other end."""
        self.owner: vec[i64] = vec[i64]([0] * (EDGE_COUNT * MOST_STOPS))
        """By line, the owner's code."""

    def find(self, position: Position) -> None:
        """Take the links from a position."""
        table = links(position)
        first = self.first
        source = self.source
        target = self.target
        owner = self.owner
        stops: i64 = position.land.stop_count
        count: i64 = 0
        port: i64 = 0
        stop: i64 = 0
        while stop < stops:
            first[stop] = count
            end: i64 = port + EDGE_COUNT
            while port < end:
                link: i64 = table[port]
                if link != NO_LINK:
                    source[count] = stop
                    target[count] = (link & END_MASK) // EDGE_COUNT
                    owner[count] = link >> END_BITS
                    count += 1
                port += 1
            stop += 1
        first[stops] = count
