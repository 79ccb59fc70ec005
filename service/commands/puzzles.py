"""`railhead puzzles`: decisions that have one clearly best action, found in matches."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from railhead.ai.puzzles import Puzzle, write
from railhead.ai.training import chunks, puzzle_generator
from railhead.ai.training.puzzle_generator import PuzzleCriteria, SelfPlayMatch
from railhead.games.registry import rulesets
from railhead.service.commands._arenas import checked_game, progress_of
from railhead.service.commands._finished_matches import (
    FinishedMatch,
    NoService,
    finished_matches,
    search_finished,
)
from railhead.service.commands.arena import options_of

USUAL = PuzzleCriteria()
Source = SelfPlayMatch | FinishedMatch


@click.command("puzzles")
@click.argument("game")
@click.option("--count", default=20, show_default=True, help="Most puzzles to find.")
@click.option("--max-matches", default=12, show_default=True, help="Most matches to read.")
@click.option("--url", help="Read the public finished matches of this service instead.")
@click.option("--seats", type=int, help="Players at the table.  [default: all numbers in turn]")
@click.option(
    "--option", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option(
    "--simulations",
    default=USUAL.simulations,
    show_default=True,
    help="Simulations of a long search.",
)
@click.option(
    "--min-visit-share",
    default=USUAL.share,
    show_default=True,
    help="Least share of the visits for the solution.",
)
@click.option(
    "--min-value-margin",
    default=USUAL.margin,
    show_default=True,
    help="Least lead in value of the solution.",
)
@click.option(
    "--self-play-simulations",
    default=128,
    show_default=True,
    help="Simulations of a self-play move.",
)
@click.option("--max-per-match", default=4, show_default=True, help="Most puzzles of one match.")
@click.option("--seed", default=1, show_default=True, help="Seed of the matches.")
@click.option("--processes", type=int, help="Processes to use.  [default: all cores]")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the results; a stopped run resumes there.  [default: build/puzzles/GAME]",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File of the puzzles.  [default: puzzles.json in the folder]",
)
def command(
    game: str,
    count: int,
    max_matches: int,
    url: str | None,
    seats: int | None,
    chosen: tuple[str, ...],
    simulations: int,
    min_visit_share: float,
    min_value_margin: float,
    self_play_simulations: int,
    max_per_match: int,
    seed: int,
    processes: int | None,
    folder: Path | None,
    output: Path | None,
) -> None:
    """Find puzzles of GAME in self-play, or in the matches of a service.

    Equal arguments give equal puzzles, whatever the number of processes. A service shows them
    beside its own if they lie in the folder GAME of RAILHEAD_GAMES_DIR, as puzzles.json.
    """
    checked_game(game, seats)
    console = Console()
    folder = folder or Path("build/puzzles") / game
    criteria = PuzzleCriteria(simulations, min_visit_share, min_value_margin)
    search = PuzzleSearch(game, max_per_match, criteria, max_matches, folder)
    try:
        if url is not None:
            sources = matches_of_service(search, url)
        else:
            options = options_of(game, chosen)
            sources = matches_of_self_play(search, seats, options, seed, self_play_simulations)
        puzzles = find_puzzles(sources, processes or os.cpu_count() or 1, console)
        selection = puzzle_generator.balance(puzzles, count)
    except (chunks.ConfigMismatch, NoService) as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    output = output or folder / "puzzles.json"
    write(rulesets()[game], selection, output)
    console.print(f"Written: {output}, {len(selection)} puzzles", soft_wrap=True)


@dataclass(frozen=True)
class PuzzleSearch:
    """What is looked for, and in how many matches; what was found of each lies in `folder`."""

    game: str
    max_per_match: int
    criteria: PuzzleCriteria
    max_matches: int
    folder: Path

    def begin(self, source: Mapping[str, Any]) -> None:
        """Raises `chunks.ConfigMismatch` where the folder is another search's."""
        # These names stand in the folders that people have.
        same = {"game": self.game, "most": self.max_per_match, **asdict(self.criteria)}
        chunks.begin(self.folder, {**same, **source})


def matches_of_service(search: PuzzleSearch, url: str) -> list[Source]:
    """The newest finished matches of the service there. Raises `NoService`."""
    search.begin({"url": url})
    listed = finished_matches(
        url, search.game, search.max_per_match, search.criteria, search.folder
    )
    return list(islice(listed, search.max_matches))


def matches_of_self_play(
    search: PuzzleSearch, seats: int | None, options: Mapping[str, Any], seed: int, play: int
) -> list[Source]:
    """Matches of bots that think for `play` simulations. `seats` None: each number in turn."""
    ruleset = rulesets()[search.game]
    sizes = [seats] if seats else list(range(ruleset.min_seats, ruleset.max_seats + 1))
    search.begin({"seats": sizes, "options": options, "seed": seed, "play": play})
    return [
        SelfPlayMatch(
            search.game,
            sizes[number % len(sizes)],
            options,
            (seed << 32) + number,
            play,
            search.max_per_match,
            search.criteria,
            search.folder / f"{number:06}.json",
        )
        for number in range(search.max_matches)
    ]


def find_puzzles(sources: Sequence[Source], processes: int, console: Console) -> Iterator[Puzzle]:
    """The puzzles of matches in their order, as far as they are asked for."""
    with progress_of(console) as progress:
        task = progress.add_task("matches", total=len(sources))

        def read(source: Source) -> list[Puzzle]:
            progress.advance(task)
            return puzzle_generator.read(source.file)

        done = chunks.run(search_match, sources, processes)
        yield from chain.from_iterable(map(read, done))


def search_match(source: Source) -> Source:
    """Put the puzzles of a match on file."""
    return (
        puzzle_generator.generate(source)
        if isinstance(source, SelfPlayMatch)
        else search_finished(source)
    )
