"""How far new track of Steam has to go to the nearest stops."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.steam.components import Components
from railhead.games.vectors import vec

FAR: Final = 9


@final
class StopDistances:
    """For each hex the two nearest stops and how many tiles it takes to get there.

    A stop's own hex is 0 away. What lies there already is not considered.
    """

    def __init__(self, components: Components) -> None:
        land = components.land
        hexes = int(land.hex_count)
        first = [-1] * hexes
        second = [-1] * hexes
        first_far = [FAR] * hexes
        second_far = [FAR] * hexes
        for stop in range(int(land.stop_count)):
            start = int(land.stop_hex[stop])
            reached = {start: 0}
            waiting = [start]
            for place in waiting:
                far = reached[place]
                if far < first_far[place]:
                    second[place], second_far[place] = first[place], first_far[place]
                    first[place], first_far[place] = stop, far
                elif far < second_far[place]:
                    second[place], second_far[place] = stop, far
                for edge in range(6):
                    beyond = int(land.neighbour[6 * place + edge])
                    if beyond >= 0 and beyond not in reached and far < FAR - 1:
                        reached[beyond] = far + 1
                        waiting.append(beyond)
        self.first: vec[i64] = vec[i64]([i64(n) for n in first])
        self.first_far: vec[i64] = vec[i64]([i64(n) for n in first_far])
        self.second: vec[i64] = vec[i64]([i64(n) for n in second])
        self.second_far: vec[i64] = vec[i64]([i64(n) for n in second_far])

    def stop_near(self, place: i64, origin: i64) -> i64:
        """The nearest stop other than `origin`, or -1."""
        if self.first[place] == origin:
            return self.second[place]
        return self.first[place]

    def to_stop(self, place: i64, origin: i64) -> i64:
        """The tiles from a hex to the nearest stop other than `origin`."""
        if self.first[place] == origin:
            return self.second_far[place]
        return self.first_far[place]
