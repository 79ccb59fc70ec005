"""`railhead arena`: agents against each other, in process, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from railhead.ai.knowledge import knowledge_from
from railhead.ai.search.levels import LEVELS, RANDOM
from railhead.ai.training.agents import UnknownAgent, agent_of
from railhead.ai.training.arena import Arena, neighbours, round_robin
from railhead.ai.training.habits import habits_of
from railhead.ai.training.habits_page import write_page
from railhead.ai.training.published_habits import publish
from railhead.ai.training.records import RECORDS, sprt_of, write_record
from railhead.ai.training.releases import ReleaseFailed
from railhead.ai.training.sprt import UNDECIDED, Question, Sprt
from railhead.games.options import IntegerOption, InvalidOption, SwitchOption, complete
from railhead.games.registry import rulesets
from railhead.service.commands._arenas import (
    begin_releases,
    checked_game,
    playing_options,
    progress_of,
)
from railhead.service.commands._habit_tables import habit_tables
from railhead.service.commands._option_arguments import read_options

NAMES = [RANDOM.name, *LEVELS]
ASKED = Question()


def pairings_of(wanted: tuple[str, ...], everybody: bool) -> list[tuple[str, str]]:
    """The pairings named as `hard:medium`; without any, neighbouring levels and `medium`
    against random play, or with `everybody` each level against each.

    An agent may meet itself: that measures its points.
    """
    if not wanted:
        return round_robin(NAMES) if everybody else [*neighbours(NAMES), ("medium", RANDOM.name)]
    pairs = []
    for text in wanted:
        first, _, second = text.partition(":")
        try:
            pairs.append((agent_of(first).text, agent_of(second).text))
        except UnknownAgent as error:
            raise click.BadParameter(
                f"{text!r} should be two agents joined by ':', such as hard:medium. {error}"
            ) from error
    return pairs


@dataclass(frozen=True)
class Wanted:
    """What to play, as it was said on the command line; `seats` None is the game's fewest."""

    game: str
    pairings: tuple[str, ...]
    everybody: bool
    samples: int | None
    seats: int | None
    focus_seats: int
    no_rotation: bool
    chosen: tuple[str, ...]
    budget: float
    seed: int
    processes: int | None
    results: Path
    score_sheet: bool
    habits: bool
    publish_habits: bool
    sprt: bool
    publish_dir: Path
    elo0: float
    elo1: float
    alpha: float
    beta: float

    def question(self) -> Question:
        """What a test is to decide. Raises `click.BadParameter`."""
        try:
            return Question(self.elo0, self.elo1, self.alpha, self.beta)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error

    def arena(self) -> Arena:
        """The matches to be played. Raises `click.BadParameter`."""
        seats = checked_game(self.game, self.seats)
        if not 0 < self.focus_seats < seats:
            raise click.BadParameter(f"--focus-seats must be from 1 to {seats - 1}")
        pairs = pairings_of(self.pairings, self.everybody)
        check_weights(self.game, pairs)
        if self.sprt and len(pairs) != 1:
            raise click.BadParameter("--sprt is for one pairing, such as hard:medium")
        if (self.habits or self.publish_habits) and not habits_of(self.game):
            raise click.BadParameter(f"{self.game} has no habits to count")
        if self.no_rotation and any(first != second for first, second in pairs):
            raise click.BadParameter("--no-rotation is for agents against themselves")
        if self.publish_habits and (len(pairs) != 1 or len(set(pairs[0])) != 1):
            raise click.BadParameter("--publish-habits is for one agent against itself")
        return Arena(
            self.game,
            pairs,
            self.samples or (1000 if self.sprt else 100),
            seats=seats,
            budget=self.budget,
            seed=self.seed,
            options=options_of(self.game, self.chosen),
            strong=self.focus_seats,
            rotate=not self.no_rotation,
            results=self.results,
        )

    def title(self, seats: int) -> str:
        """The heading of the table of results."""
        terms = f"{seats} players, {self.focus_seats} of the first agent"
        return ", ".join([self.game, terms, f"budget factor {self.budget:g}", *self.chosen])


@click.command("arena")
@click.argument("game", default="montana")
@click.argument("pairings", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Every level against every other.")
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    help="Shuffles per pairing, each a match by rotation of the seats.  [default: 100; for a test "
    "1000 at most]",
)
@click.option(
    "--focus-seats",
    default=1,
    show_default=True,
    help="Seats of a pairing's first agent, evenly apart.",
)
@click.option(
    "--no-rotation",
    is_flag=True,
    help="Play each shuffle once, with more shuffles for as many matches: for an agent against "
    "itself.",
)
@click.option(
    "--option", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@playing_options("bench/out/arena.jsonl")
@click.option("--score-sheet", is_flag=True, help="Show the first agent's mean score sheets too.")
@click.option(
    "--habits", is_flag=True, help="Show how each agent plays too, by numbers of the game."
)
@click.option(
    "--publish-habits",
    is_flag=True,
    help="Write the habits of an agent against itself to ai/strength/data and docs/habits.md.",
)
@click.option("--sprt", is_flag=True, help="Stop once a test has decided which is stronger.")
@click.option(
    "--elo0",
    default=ASKED.elo0,
    show_default=True,
    help="Normalized Elo that counts as not stronger.",
)
@click.option(
    "--elo1", default=ASKED.elo1, show_default=True, help="Normalized Elo that counts as stronger."
)
@click.option(
    "--alpha", default=ASKED.alpha, show_default=True, help="Probability of an error at elo0."
)
@click.option(
    "--beta", default=ASKED.beta, show_default=True, help="Probability of an error at elo1."
)
@click.option(
    "--publish-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=RECORDS,
    help="Where the record of a test goes.  [default: docs/arena]",
)
def command(**given: Any) -> None:
    """Play agents in GAME against each other, such as `railhead arena montana hard:hard*0.5`.

    A pairing is AGENT:AGENT. An agent is a base, then any of the changes below, in their order.

    \b
    BASE            a level: beginner, novice, easy, medium, hard or expert
                    random: any legal move
                    sensible: a move drawn by the policy of playouts, without a search
                    greedy: the move of the highest prior, without a search
                    uct, uct4: hard's search without knowledge of the game; uct4 has
                    four times its simulations
    ~COMMIT         the level as of that commit (7 to 40 hex digits)
    *FACTOR         a factor for its simulations
    @SIMULATIONS    its simulations a turn, whatever --budget says; not with *FACTOR
    +workers=N      N trees of that budget a decision, added up at their roots
    +weights=FILE   other weights of moves, or another network; twice for both

    So hard*0.5+workers=4 searches four trees, each with half of hard's budget.
    """
    wanted, console = Wanted(**given), Console()
    question, arena = wanted.question(), wanted.arena()
    try:
        begin_releases([name for pair in arena.pairings for name in pair], console)
        stopped = _play(arena, console, wanted.processes, question if wanted.sprt else None)
    except ReleaseFailed as error:
        raise click.ClickException(str(error)) from error
    console.print(standings_of(arena, wanted.title(arena.seats)))
    if wanted.score_sheet:
        console.print(sheets_of(arena))
    if wanted.habits:
        console.print(*habit_tables(arena))
    if wanted.publish_habits and not stopped:
        console.print(f"Written: {publish(arena)}, {write_page()}")
    if wanted.sprt:
        _judge(arena, question, console, None if stopped else wanted.publish_dir)


def _judge(arena: Arena, question: Question, console: Console, publish_dir: Path | None) -> None:
    """Print the verdict of a test, and write its record, if there is a place for it."""
    test = sprt_of(arena, question)
    console.print(verdict_of(test))
    if publish_dir is not None:
        console.print(f"Written: {write_record(arena, test, publish_dir)}")


def check_weights(game: str, pairs: Sequence[tuple[str, str]]) -> None:
    """See that what agents are to play by is for the game. Raises `click.BadParameter`."""
    for name in dict.fromkeys(name for pair in pairs for name in pair):
        weights = agent_of(name).weights
        try:
            if weights:
                knowledge_from(game, *weights)
        except (LookupError, ValueError) as error:
            raise click.BadParameter(
                f"{name}: name files of weights or a network made for {game}: {error}"
            ) from error


def verdict_of(test: Sprt) -> str:
    """A test in a line."""
    question = test.question
    return (
        f"SPRT of {question.elo0:g} or {question.elo1:g} normalized Elo: {test.verdict} after "
        f"{len(test.samples)} samples, log-likelihood ratio {test.llr:.2f} "
        f"({question.lower:.2f} to {question.upper:.2f})"
    )


def options_of(game: str, chosen: tuple[str, ...]) -> dict[str, Any]:
    """The options given as `name=value`, checked."""
    options = rulesets()[game].options
    numbers = IntegerOption | SwitchOption
    texts = [option.name for option in options if not isinstance(option, numbers)]
    given = read_options(chosen, texts)
    try:
        whole = complete(options, given)
    except InvalidOption as error:
        raise click.BadParameter(f"option {error.option}: {error.problem}") from error
    # Only what was named is part of a result's key: an option that is new leaves old results valid.
    return {name: whole[name] for name in given}


def _play(arena: Arena, console: Console, processes: int | None, question: Question | None) -> bool:
    """Play what is missing, with `question` until there is a verdict; whether it was stopped."""
    with progress_of(console) as progress:
        task = progress.add_task(
            "matches", total=len(arena.plan), completed=len(arena.plan) - len(arena.to_play())
        )
        try:
            if question is not None and sprt_of(arena, question).verdict != UNDECIDED:
                return False
            for _ in arena.run(processes):
                progress.advance(task)
                if question is None:
                    continue
                test = sprt_of(arena, question)
                progress.update(task, description=f"matches, log-likelihood ratio {test.llr:.2f}")
                if test.verdict != UNDECIDED:
                    break
        except KeyboardInterrupt:
            console.print("Stopped; the same command goes on from here.")
            return True
    return False


def sheets_of(arena: Arena) -> Table:
    """The mean score sheet of each pairing's first agent, a category a row."""
    standings = arena.standings()
    sheet = Table(title="mean score sheet of the first agent")
    sheet.add_column("category")
    for row in standings:
        sheet.add_column(f"{row.first} : {row.second}", justify="right")
    for name in dict.fromkeys(name for row in standings for name in row.sheet):
        sheet.add_row(name, *(f"{row.sheet.get(name, 0.0):.2f}" for row in standings))
    return sheet


def standings_of(arena: Arena, title: str) -> Table:
    """The pairings with their shares of wins, and each agent's usual time per turn."""
    grid = Table(title=title)
    for heading in (
        "pairing",
        "samples",
        "matches",
        "won",
        "95 % interval",
        "points",
        "seconds per turn",
    ):
        grid.add_column(heading, justify="left" if heading == "pairing" else "right")
    times = arena.seconds_per_turn()
    for row in arena.standings():
        both = [f"{times[name]:.3f}" for name in (row.first, row.second) if name in times]
        grid.add_row(
            f"{row.first} : {row.second}",
            str(row.samples),
            str(row.matches),
            f"{row.share:.1%}",
            f"{row.low:.1%} to {row.high:.1%}",
            f"{row.points:.1f}",
            " : ".join(both),
        )
    return grid
