"""`railhead agents`: a model against the levels, with all that it did counted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import httpx2
from rich.console import Console

from railhead.agents.choosing import types
from railhead.agents.harness.command_player import CommandPlayer
from railhead.agents.harness.endpoint_player import EndpointPlayer, Terms
from railhead.agents.harness.plan import plan
from railhead.agents.harness.players import Player, PlayerMisconfigured
from railhead.agents.harness.playing import Limits, Record
from railhead.agents.harness.report import tables_of
from railhead.agents.harness.results import OtherResults, Results
from railhead.agents.harness.run import records
from railhead.agents.refusals import sentences
from railhead.client import AsyncRailhead, RailheadError
from railhead.client.schemas import GameShown
from railhead.words.choices import Reference

NO_COMPONENTS: dict[str, dict[str, dict[str, str]]] = {"tables": {}, "parameters": {}}


@dataclass(frozen=True)
class Wanted:
    """What to play with whom, as it was said."""

    url: str
    games: tuple[str, ...]
    levels: tuple[str, ...]
    seats: int | None
    matches: int
    seed: int
    parallel: int
    max_illegal: int
    answer_seconds: float
    max_looks: int
    hide_legal_actions: bool
    hide_table: bool
    results: Path
    command: str | None
    endpoint: str | None
    model: str | None
    key: str
    context_decisions: int

    def check(self) -> None:
        """Raise `click.UsageError` for a number that is too small."""
        counts = self.matches, self.max_illegal, self.parallel
        least = min(self.context_decisions, self.max_looks)
        if min(counts) < 1 or least < 0 or self.answer_seconds <= 0:
            raise click.UsageError("numbers of matches, attempts and seconds are above 0")

    @property
    def limits(self) -> Limits:
        """What ends a match early."""
        return Limits(self.max_illegal, self.max_looks, self.answer_seconds)

    @property
    def about(self) -> dict[str, object]:
        """What the results are of: the agent, and the terms on which it played."""
        agent: dict[str, object] = {"kind": "command", "command": self.command}
        if self.endpoint is not None:
            agent = {"kind": "endpoint", "url": self.endpoint, "model": self.model}
            agent["memory"] = self.context_decisions
        shown = {"listed": not self.hide_legal_actions, "table": not self.hide_table}
        limits = {"attempts": self.max_illegal, "looks": self.max_looks}
        return {"agent": agent, "terms": {**shown, **limits, "seconds": self.answer_seconds}}


@click.command("agents")
@click.option("--command", "command_line", help="The model: a command that plays a match.")
@click.option("--endpoint", help="The model: the base URL of a server of chat completions.")
@click.option("--model", help="The model's name at the endpoint.")
@click.option(
    "--key-variable",
    default="RAILHEAD_AGENT_KEY",
    show_default=True,
    help="The environment variable with the endpoint's key.",
)
@click.option(
    "--context-decisions",
    default=4,
    show_default=True,
    help="Earlier decisions in each request to the endpoint.",
)
@click.option("--game", "games", multiple=True, help="A game, one or more.  [default: all]")
@click.option(
    "--level",
    "levels",
    multiple=True,
    default=("easy",),
    show_default=True,
    help="A level, one or more.",
)
@click.option("--seats", type=int, help="Players at the table.  [default: each game's fewest]")
@click.option("--matches", default=2, show_default=True, help="Matches of each game and level.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first set-up.")
@click.option("--hide-legal-actions", is_flag=True, help="Show no legal actions.")
@click.option("--hide-table", is_flag=True, help="Show the table only to a model that asks for it.")
@click.option(
    "--max-illegal",
    default=3,
    show_default=True,
    help="Illegal actions at one decision that forfeit the match.",
)
@click.option(
    "--max-looks",
    default=8,
    show_default=True,
    help="How often a model may ask to see something at one decision.",
)
@click.option(
    "--answer-seconds",
    default=120.0,
    show_default=True,
    help="Time limit for one answer, in seconds.",
)
@click.option("--parallel", default=1, show_default=True, help="Matches at once.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("agents.json"),
    show_default=True,
    help="File of the results. A stopped run resumes from it.",
)
@click.option(
    "--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service is."
)
def command(
    command_line: str | None,
    endpoint: str | None,
    model: str | None,
    key_variable: str,
    **terms: Any,
) -> None:
    """Let a model play against the levels, and count its results.

    The model is a command or an HTTP endpoint for chat completions. A command reads a line of JSON
    for each decision, and writes one.
    """
    if (command_line is None) == (endpoint is None):
        raise click.UsageError("name the model with --command or with --endpoint")
    if endpoint is not None and model is None:
        raise click.UsageError("--endpoint needs the --model")
    key = os.environ.get(key_variable, "")
    wanted = Wanted(command=command_line, endpoint=endpoint, model=model, key=key, **terms)
    wanted.check()
    console = Console(markup=False, emoji=False, highlight=False)
    try:
        kept = Results(wanted.results, wanted.about)
        asyncio.run(_play(wanted, kept, console))
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    except (OtherResults, PlayerMisconfigured) as error:
        raise click.ClickException(str(error)) from error
    except RailheadError as error:
        raise click.ClickException(f"{wanted.url}: {error}") from error
    console.print(*tables_of(kept.records), sep="\n")
    failed = [one for one in kept.records if one.status == "failed"]
    if failed:
        console.print(
            f"{len(failed)} failed; the same command plays them again: {failed[0].reason}"
        )
    console.print(f"Written: {wanted.results}")


async def _play(wanted: Wanted, kept: Results, console: Console) -> None:
    async with (
        AsyncRailhead(wanted.url, user_agent="railhead-agents") as service,
        httpx2.AsyncClient(timeout=wanted.limits.seconds) as http,
    ):
        names = wanted.games or tuple(one["id"] for one in await service.games())
        games = {name: await service.game(name) for name in names}
        seats = {name: _seats(game, wanted.seats) for name, game in games.items()}
        missing = kept.missing(plan(seats, wanted.levels, wanted.matches, wanted.seed))
        playing = records(
            service,
            wanted.url,
            missing,
            _players(wanted, games, http),
            wanted.limits,
            listed=not wanted.hide_legal_actions,
            hidden=wanted.hide_table,
            parallel=wanted.parallel,
        )
        async with aclosing(playing) as ended:
            async for record in ended:
                kept.add(record)
                console.print(_line(record, len(kept.records)))


def _seats(game: GameShown, wanted: int | None) -> int:
    low, high = game["seats"]["min"], game["seats"]["max"]
    if wanted is not None and not low <= wanted <= high:
        raise click.BadParameter(
            f"{game['id']} is for {low} to {high} players, not {wanted}", param_hint="--seats"
        )
    return low if wanted is None else wanted


def _players(
    wanted: Wanted, games: dict[str, GameShown], http: httpx2.AsyncClient
) -> Callable[[str], Player]:
    def player(game: str) -> Player:
        if wanted.command is not None:
            return CommandPlayer(wanted.command, wanted.limits.seconds)
        assert wanted.endpoint is not None
        assert wanted.model is not None
        notations = types(Reference(games[game], NO_COMPONENTS))
        shown = not wanted.hide_legal_actions, wanted.hide_table
        terms = Terms(sentences(notations), *shown)
        reminded = wanted.context_decisions
        return EndpointPlayer(http, wanted.endpoint, wanted.model, wanted.key, reminded, terms)

    return player


def _line(record: Record, number: int) -> str:
    what = f"place {record.place}" if record.status == "finished" else record.reason
    where = f"{record.game} against {record.level}, seat {record.seat}, seed {record.seed}"
    return f"{number}. {where}: {record.status}, {what}; {record.illegal} illegal attempts"
