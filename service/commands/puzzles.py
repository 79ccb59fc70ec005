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

from railhead.ai import puzzles
from railhead.ai.puzzles import Puzzle
from railhead.ai.training import chunks, puzzle_generator
from railhead.ai.training.puzzle_generator import PuzzleCriteria, SelfPlayMatch
from railhead.games.registry import rulesets
from railhead.service.commands._arenas import checked_game, progress_of
from railhead.service.commands._finished_matches import Finished, NoService, finished, mined
from railhead.service.commands.arena import options_of

USUAL = PuzzleCriteria()
Part = SelfPlayMatch | Finished


@click.command("puzzles")
@click.argument("game")
@click.option("--count", default=20, show_default=True, help="Puzzles wanted.")
@click.option("--matches", default=12, show_default=True, help="Matches to look at, at most.")
@click.option("--url", help="Look at the public finished matches of the service there instead.")
@click.option("--seats", type=int, help="Players at the table.  [default: all numbers in turn]")
@click.option(
    "--option", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game."
)
@click.option(
    "--simulations", default=USUAL.simulations, show_default=True, help="Of a long search."
)
@click.option(
    "--share", default=USUAL.share, show_default=True, help="How often it takes the solution."
)
@click.option(
    "--margin", default=USUAL.margin, show_default=True, help="By how much that is worth more."
)
@click.option("--play", default=128, show_default=True, help="Simulations of a move of self-play.")
@click.option("--most", default=4, show_default=True, help="Puzzles of one match.")
@click.option("--seed", default=1, show_default=True, help="Seed of the matches.")
@click.option("--processes", type=int, help="Processes that search.  [default: all cores]")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where what was found lies: a run goes on there.  [default: build/puzzles/GAME]",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the puzzles go.  [default: puzzles.json in the folder]",
)
def command(
    game: str,
    count: int,
    matches: int,
    url: str | None,
    seats: int | None,
    chosen: tuple[str, ...],
    simulations: int,
    share: float,
    margin: float,
    play: int,
    most: int,
    seed: int,
    processes: int | None,
    folder: Path | None,
    output: Path | None,
) -> None:
    """Find puzzles of GAME in self-play, or in the matches of a service.

    Equal arguments give equal puzzles, whatever the number of processes. As puzzles.json in the
    folder GAME of RAILHEAD_GAMES_DIR a service shows them beside those that it came with.
    """
    checked_game(game, seats)
    console = Console()
    folder = folder or Path("build/puzzles") / game
    sought = Sought(game, most, PuzzleCriteria(simulations, share, margin), matches, folder)
    try:
        if url is not None:
            parts = parts_of_a_service(sought, url)
        else:
            parts = parts_of_self_play(sought, seats, options_of(game, chosen), seed, play)
        found = puzzles_of(parts, processes or os.cpu_count() or 1, console)
        taken = puzzle_generator.balance(found, count)
    except (chunks.ConfigMismatch, NoService) as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    output = output or folder / "puzzles.json"
    puzzles.write(rulesets()[game], taken, output)
    console.print(f"Written: {output}, {len(taken)} puzzles", soft_wrap=True)


@dataclass(frozen=True)
class Sought:
    """What is looked for, and in how many matches; what was found of each lies in `folder`."""

    game: str
    most: int
    criteria: PuzzleCriteria
    matches: int
    folder: Path

    def begin(self, source: Mapping[str, Any]) -> None:
        """Raises `chunks.ConfigMismatch` where the folder is another search's."""
        same = {"game": self.game, "most": self.most, **asdict(self.criteria)}
        chunks.begin(self.folder, {**same, **source})


def parts_of_a_service(sought: Sought, url: str) -> list[Part]:
    """The newest finished matches of the service there. Raises `NoService`."""
    sought.begin({"url": url})
    listed = finished(url, sought.game, sought.most, sought.criteria, sought.folder)
    return list(islice(listed, sought.matches))


def parts_of_self_play(
    sought: Sought, seats: int | None, options: Mapping[str, Any], seed: int, play: int
) -> list[Part]:
    """Matches of bots that think for `play` simulations. `seats` None: each number in turn."""
    ruleset = rulesets()[sought.game]
    sizes = [seats] if seats else list(range(ruleset.min_seats, ruleset.max_seats + 1))
    sought.begin({"seats": sizes, "options": options, "seed": seed, "play": play})
    return [
        SelfPlayMatch(
            sought.game,
            sizes[number % len(sizes)],
            options,
            (seed << 32) + number,
            play,
            sought.most,
            sought.criteria,
            sought.folder / f"{number:06}.json",
        )
        for number in range(sought.matches)
    ]


def puzzles_of(parts: Sequence[Part], processes: int, console: Console) -> Iterator[Puzzle]:
    """The puzzles of matches in their order, as far as they are asked for."""
    with progress_of(console) as progress:
        task = progress.add_task("matches", total=len(parts))

        def seen(part: Part) -> list[Puzzle]:
            progress.advance(task)
            return puzzle_generator.read(part.file)

        done = chunks.run(looked_at, parts, processes)
        yield from chain.from_iterable(map(seen, done))


def looked_at(part: Part) -> Part:
    """Put the puzzles of a match on file."""
    return puzzle_generator.generate(part) if isinstance(part, SelfPlayMatch) else mined(part)
