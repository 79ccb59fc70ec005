"""`railhead tournament`: levels and programs of third parties against each other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import aclosing, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from railhead.client import AsyncRailhead, RailheadError
from railhead.client.schemas import SeatBounds
from railhead.tournaments.match_runner import MatchRunner, Stalled
from railhead.tournaments.players import Player, UnusablePlayer, read_players
from railhead.tournaments.ratings import RatingsUnavailable, available
from railhead.tournaments.report import Report
from railhead.tournaments.results import Result
from railhead.tournaments.run import FORMS, Tournament, usual_rounds
from railhead.tournaments.standings import ORDERS, By
from railhead.tournaments.state_dir import Settings, StateDir, UnusableStateDir

PATIENCE_SECONDS = 300.0
"""How long a service that no longer answers is looked for."""


@dataclass(frozen=True)
class Wanted:
    """What to play, as it was said."""

    game: str
    written: tuple[str, ...]
    form: str
    seats: int | None
    rounds: int | None
    seed: int
    turn_seconds: int
    options: tuple[str, ...]


@dataclass(frozen=True)
class Way:
    """How to play it: where, and how much at once."""

    url: str
    parallel: int
    stall_seconds: float
    order_by: By


@click.command("tournament")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--player",
    "written",
    multiple=True,
    help="level:LEVEL, command:'PROGRAM ARGUMENT…', python:MODULE:FUNCTION, agent:'PROGRAM…' or "
    "endpoint:'URL MODEL'; NAME= before it.",
)
@click.option("--game", default="montana", show_default=True, help="The game.")
@click.option(
    "--format", "form", type=click.Choice(FORMS), default=FORMS[0], show_default=True,
    help="Everybody meets everybody, or players with equal points meet.",
)  # fmt: skip
@click.option("--seats", type=int, help="Players at a table.  [default: the game's fewest]")
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="Rounds to play.  [default: round robin 1, Swiss log2 of the players]",
)
@click.option("--seed", default=1, show_default=True, help="Seed of pairings and shuffles.")
@click.option(
    "--turn-seconds",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help="Time of a program for a turn; beyond it the program forfeits.",
)
@click.option("--option", "options", multiple=True, help="An option of the game, as name=value.")
@click.option(
    "--parallel", type=click.IntRange(1), default=2, show_default=True, help="Matches at once."
)
@click.option(
    "--stall-seconds",
    type=click.FloatRange(1),
    default=900.0,
    show_default=True,
    help="Time without an action that ends the run; it can be resumed.",
)
@click.option(
    "--order-by",
    type=click.Choice(ORDERS),
    default=ORDERS[0],
    show_default=True,
    help="Order of the table.",
)
@click.option("--show", is_flag=True, help="Play nothing; show how the tournament stands.")
@click.option(
    "--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service is."
)
def command(
    folder: Path,
    written: tuple[str, ...],
    game: str,
    form: str,
    seats: int | None,
    rounds: int | None,
    seed: int,
    turn_seconds: int,
    options: tuple[str, ...],
    parallel: int,
    stall_seconds: float,
    order_by: By,
    show: bool,
    url: str,
) -> None:
    """Play a tournament and keep all of it in FOLDER.

    Levels think on the service's workers. Programs run here and play one seat each over HTTP. They
    forfeit a match that they do not play to its end. `railhead tournament FOLDER` resumes a stopped
    tournament.
    """
    wanted = Wanted(game, written, form, seats, rounds, seed, turn_seconds, options)
    way = Way(url, parallel, stall_seconds, order_by)
    console = Console(markup=False, emoji=False, highlight=False)
    if show and not folder.exists():
        raise click.BadParameter(f"{folder} is not there", param_hint="FOLDER")
    try:
        available()
        with closing(StateDir(folder)) as kept:
            if show:
                tournament = Tournament(_settings_on_file(kept), kept)
            else:
                tournament = asyncio.run(_play(wanted, way, kept, console))
            report = Report(tournament, order_by)
            console.print(report.table())
            for forfeit in forfeits(tournament.results()):
                console.print(forfeit)
            console.print(f"Written: {', '.join(report.write())}")
    except KeyboardInterrupt:
        console.print(f"Stopped; `railhead tournament {folder}` goes on from here.")
    except (RatingsUnavailable, UnusableStateDir, UnusablePlayer, Stalled) as error:
        raise click.ClickException(str(error)) from error
    except RailheadError as error:
        raise click.ClickException(f"{url}: {error}") from error


async def _play(wanted: Wanted, way: Way, kept: StateDir, console: Console) -> Tournament:
    async with AsyncRailhead(
        way.url, user_agent="railhead-tournament", seconds=PATIENCE_SECONDS
    ) as service:
        on_file = None if wanted.written else _settings_on_file(kept)
        lines = wanted.written if on_file is None else player_args(on_file)
        players = await asyncio.to_thread(read_players, lines)
        shown = await service.game(wanted.game if on_file is None else on_file.game)
        levels = [one["level"] for one in shown["levels"]]
        for player in players:
            if player.level not in (None, *levels):
                raise UnusablePlayer(f"{player.level!r} is not one of {', '.join(levels)}")
        settings = on_file or _settings(wanted, players, shown["seats"])
        kept.settle(settings)
        tournament = Tournament(settings, kept)
        by_name = {player.name: player for player in players}
        runner = MatchRunner(
            service,
            way.url,
            kept,
            settings,
            by_name,
            rules_version=shown["rules_version"],
            stall=way.stall_seconds,
        )
        async with aclosing(tournament.play(runner, way.parallel)) as playing:
            async for result in playing:
                done = len(kept.results)
                console.print(f"{done}/{tournament.matches()} {line_of(result)}")
        return tournament


def _settings_on_file(kept: StateDir) -> Settings:
    found = kept.settings()
    if found is None:
        raise click.UsageError("name the players with --player, at least two")
    return found


def _settings(wanted: Wanted, players: list[Player], bounds: SeatBounds) -> Settings:
    low, high = bounds["min"], bounds["max"]
    seats = low if wanted.seats is None else wanted.seats
    if not low <= seats <= high:
        raise click.BadParameter(
            f"{wanted.game} is for {low} to {high} players, not {seats}", param_hint="--seats"
        )
    if len(players) < max(2, seats):
        raise click.BadParameter(
            f"a table has {seats} seats, and there are {len(players)} players",
            param_hint="--player",
        )
    return Settings(
        wanted.game,
        seats,
        wanted.form,
        wanted.rounds or usual_rounds(wanted.form, len(players)),
        wanted.seed,
        wanted.turn_seconds,
        {player.name: player.written for player in players},
        dict(_option(pair) for pair in wanted.options),
    )


def _option(pair: str) -> tuple[str, Any]:
    """An option of the game, its value as in JSON or, where it is none, as a text."""
    name, equals, value = pair.partition("=")
    if not equals:
        raise click.BadParameter(f"{pair!r} should read name=value", param_hint="--option")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def player_args(settings: Settings) -> list[str]:
    """The players of a tournament as they are named with `--player`."""
    return [f"{name}={written}" for name, written in settings.players.items()]


def line_of(result: Result) -> str:
    """How a match ended, in a line."""
    players = result.pairing.players
    order = " > ".join(" = ".join(players[seat] for seat in tied) for tied in result.ranking)
    points = ", ".join(map(str, result.scores))
    return f"round {result.pairing.round}, table {result.pairing.table}: {order} ({points})"


def forfeits(results: Iterable[Result]) -> list[str]:
    """Each forfeit with its reason."""
    return [
        f"{one.pairing.players[seat]} forfeited match {one.match} "
        f"(round {one.pairing.round}, table {one.pairing.table}, seat {seat}): {reason}"
        for one in results
        for seat, reason in one.forfeits.items()
    ]
