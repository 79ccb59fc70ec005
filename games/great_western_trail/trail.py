"""The trail: its spaces, which follow which, and where the tiles of the supply are laid."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.great_western_trail import names
from railhead.games.great_western_trail.data_schema import HANDS, KINDS, SEATS
from railhead.games.vectors import vec, vector

START: Final = 0
NEUTRAL: Final = 1
PRIVATE: Final = 2
HAZARD: Final = 3
TEEPEE: Final = 4
KANSAS_CITY: Final = 5
SPACES: Final = 52
FIRST_NEUTRAL: Final = 1
NEUTRALS: Final = 7
FIRST_PRIVATE: Final = 8
PRIVATES: Final[i64] = 22
FIRST_HAZARD: Final = 30
HAZARDS: Final = 12
HAZARDS_EACH: Final = 4
FIRST_TEEPEE: Final = 42
TEEPEES: Final = 9
LAST: Final = 51
"""Kansas City, the last space."""
MOST_NEIGHBOURS: Final[i64] = 4


def entry_of(entry: Entry, needed: list[str], optional: list[str]) -> None:
    """Refuse an entry with other keys, or without the needed ones. Raises `DataError`."""
    entry.only(*needed, *optional)
    for key in needed:
        entry[key]


@final
class Trail:
    """The spaces in the order of the data file, which is that of their kinds."""

    def __init__(self, board: Entry) -> None:
        spaces = board["trail"]["spaces"].items()
        self.names: list[str] = [space["name"].text() for space in spaces]
        for number, space in enumerate(spaces):
            if self.names[number] in self.names[:number]:
                space["name"].refuse(f"is {self.names[number]!r}, the name of another space")
        kinds = [space["kind"].index(KINDS) for space in spaces]
        following: list[list[int]] = []
        forest, attached, gain = [], [], []
        self.places: list[tuple[int, int]] = []
        for space in spaces:
            following.append(self._following(space["next"]))
            wood, risk, money = space.get("forest"), space.get("attached"), space.get("gain")
            forest.append(int(wood is not None and wood.flag()))
            attached.append(_effect(risk) if risk is not None else -1)
            gain.append(money.number() if money is not None else 0)
            x, y = space["at"].items()
            self.places.append((x.number(), y.number()))
        self.kind: vec[i64] = vector(kinds)
        self.forest: vec[i64] = vector(forest)
        self.attached: vec[i64] = vector(attached)
        self.gain: vec[i64] = vector(gain)
        if board.sound():
            self._join(board["trail"], following)
        self.bit: vec[i64] = vector([1 << space for space in range(SPACES)])
        """Masks, because shifting a constant that far is not safe in compiled code."""
        hands = [[board["tolls"][seats][hand].number() for hand in HANDS] for seats in SEATS]
        self.toll: vec[i64] = vector(
            [toll for green, black in hands for toll in (0, green, black, green + black)]
        )
        """For 2, 3 and 4 players: no hand, green, black, both."""

    def _following(self, entry: Entry) -> list[int]:
        """The spaces of these names; it is noted where there is none."""
        for name in entry.items():
            if name.value not in self.names:
                name.refuse(f"is {name.value!r}, not one of {', '.join(self.names)}")
        return [self.names.index(name) for name in entry.value if name in self.names]

    def _join(self, entry: Entry, following: list[list[int]]) -> None:
        """The tables of what follows, of forks, and of neighbours that can hold a building."""
        self.first: vec[i64] = vector([nexts[0] if nexts else -1 for nexts in following])
        self.second: vec[i64] = vector([nexts[1] if len(nexts) > 1 else -1 for nexts in following])
        forks = [self.names[space] for space, nexts in enumerate(following) if len(nexts) > 1]
        if sorted(forks) != sorted(names.ROUTES):
            entry.refuse(f"does not fork just at {', '.join(names.ROUTES)}")
            return
        self.fork: vec[i64] = vector(
            [names.ROUTES.index(name) if name in forks else -1 for name in self.names]
        )
        off = range(FIRST_TEEPEE, FIRST_TEEPEE + 3)
        if any(following[space] for space in off) or any(set(n) & set(off) for n in following):
            entry.refuse("leads to or from teepee spaces that lie off the trail")
        for space in range(SPACES):
            reached = [space]
            seen: set[int] = set()
            while reached:
                for other in following[reached.pop()]:
                    if other not in seen:
                        seen.add(other)
                        reached.append(other)
            if space in seen:
                entry.refuse(f"leads from {self.names[space]} round to itself")
                break  # so do the others of the circle
            if space != LAST and LAST not in seen and space not in off:
                entry.refuse(f"does not lead from {self.names[space]} to its end")
        around: list[int] = []
        for space in range(SPACES):
            before = [other for other in range(SPACES) if space in following[other]]
            beside = [
                other
                for other in sorted([*before, *following[space]])
                if FIRST_NEUTRAL <= other < FIRST_HAZARD
            ]
            around.extend((beside + [-1] * MOST_NEIGHBOURS)[:MOST_NEIGHBOURS])
        self.neighbours: vec[i64] = vector(around)
        """Up to four spaces for buildings next to each space, -1 for none."""


def _effect(entry: Entry) -> int:
    """The effect printed beside a space."""
    return names.EFFECTS.index(names.ATTACHED[entry.index(names.ATTACHED)])
