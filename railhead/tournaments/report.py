"""What a tournament shows: a table, a document and a plot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table

from railhead.games.interval_plot import Interval, interval_plot
from railhead.tournaments.run import Tournament
from railhead.tournaments.standings import By, Standing, standings

TABLE, PLOT = "standings.json", "ratings.svg"
HEADINGS = ("", "player", "points", "wins", "rating", "95 %", "score", "matches")
EXTRAS = ("byes", "forfeits")


class Report:
    """How a tournament stands, its players ordered by points, wins or rating.

    Raises `ratings.RatingsUnavailable`.
    """

    def __init__(self, tournament: Tournament, by: By) -> None:
        self.tournament = tournament
        self.by = by
        settings = tournament.settings
        self.title = f"{settings.game}, {settings.seats} players a table, {settings.form}"
        self.rows: Sequence[Standing] = standings(
            tournament.players, tournament.results(), tournament.rounds(), settings.seats, by
        )

    def table(self) -> Table:
        """A row for each player, the first one first; byes and forfeits where there are any."""
        extras = [one for one in EXTRAS if any(getattr(row, one) for row in self.rows)]
        grid = Table(title=self.title)
        for heading in (*HEADINGS, *extras):
            grid.add_column(heading, justify="left" if heading == "player" else "right")
        for place, row in enumerate(self.rows, 1):
            cells = [
                str(place),
                row.player,
                f"{row.points:.4g}",
                f"{row.wins:.4g}",
                f"{row.rating.mean:.1f}",
                f"{row.rating.low:.1f} to {row.rating.high:.1f}",
                "-" if row.score is None else f"{row.score:.1f}",
                str(row.matches),
            ]
            grid.add_row(*cells, *(str(getattr(row, name)) for name in extras))
        return grid

    def document(self) -> dict[str, Any]:
        """The same for programs."""
        settings = asdict(self.tournament.settings)
        return {
            "settings": settings,
            "matches": {"played": len(self.tournament.results()), "of": self.tournament.matches()},
            "by": self.by,
            "standings": [asdict(row) for row in self.rows],
        }

    def plot(self) -> str:
        """The ratings with their intervals as an SVG document, best first."""
        best = sorted(self.rows, key=lambda row: -row.rating.mean)
        intervals = [
            Interval(row.player, round(row.rating.mean, 1), row.rating.low, row.rating.high)
            for row in best
        ]
        return interval_plot(f"{self.title}: ratings with 95 % intervals", intervals)

    def write(self) -> list[str]:
        """Put document and plot into the folder; their paths."""
        folder = self.tournament.folder
        documents = {TABLE: json.dumps(self.document(), indent=1), PLOT: self.plot()}
        return [str(folder.write(name, text)) for name, text in documents.items()]
