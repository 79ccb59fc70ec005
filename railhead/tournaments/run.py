"""A whole tournament: one round after the other, several matches at once."""

from __future__ import annotations

import math
import random
from collections.abc import AsyncGenerator
from typing import Final

from railhead.agents.harness.gather import as_completed
from railhead.tournaments.match_runner import MatchRunner
from railhead.tournaments.pairings import History, Pairing, Round, pairings, round_robin, swiss
from railhead.tournaments.results import Result
from railhead.tournaments.standings import points
from railhead.tournaments.state_dir import Settings, StateDir

FORMS: Final = ("round-robin", "swiss")


def usual_rounds(form: str, players: int) -> int:
    """How many rounds are played where nobody says: a Swiss has one more for twice the players."""
    return 1 if form == "round-robin" else max(1, math.ceil(math.log2(players)))


class Tournament:
    """What is played by `settings`, and what of it is in the folder."""

    def __init__(self, settings: Settings, folder: StateDir) -> None:
        self.settings = settings
        self.folder = folder
        self.players = list(settings.players)

    def rounds(self) -> list[Round]:
        """The rounds that are known: all of a round robin, of a Swiss one beyond those over.

        They follow from settings and results alone, so that a tournament that is gone on with has
        the same.
        """
        settings, known, history = self.settings, list[Round](), History()
        for number in range(1, settings.rounds + 1):
            source = random.Random(f"{settings.seed}/{number}")  # noqa: S311 - hides nothing
            if settings.form == "round-robin":
                known.append(round_robin(self.players, settings.seats, source))
                continue
            if known and self.missing(number - 1, known[-1]):
                break
            before = [one for one in self.results() if one.pairing.round < number]
            history.points = points(self.players, before, known, settings.seats)
            known.append(swiss(self.players, settings.seats, history, source))
            history.add(known[-1])
        return known

    def missing(self, number: int, played: Round) -> list[Pairing]:
        """The matches of round `number` that have no result."""
        planned = pairings(number, played, self.settings.seed)
        return [one for one in planned if one.key not in self.folder.results]

    def results(self) -> list[Result]:
        """All results, by round, table and rotation: not in the order in which matches ended."""
        by_place = self.folder.results.values()
        return sorted(by_place, key=lambda one: _place(one.pairing))

    def matches(self) -> int:
        """How many matches there are in all."""
        tables = len(self.players) // self.settings.seats
        if self.settings.form == "round-robin":
            tables = math.comb(len(self.players), self.settings.seats)
        return tables * self.settings.seats * self.settings.rounds

    async def play(self, runner: MatchRunner, at_once: int) -> AsyncGenerator[Result]:
        """Play all that is missing, so many matches at once; each result as its match ends.

        Raises what `MatchRunner.play` does; the other matches are broken off then, and the next
        run goes on with them.
        """
        number = 0
        while number < self.settings.rounds:
            number += 1
            missing = self.missing(number, self.rounds()[number - 1])
            async for result in as_completed(runner.play, missing, at_once):
                yield result


def _place(pairing: Pairing) -> tuple[int, int, int]:
    return pairing.round, pairing.table, pairing.rotation
