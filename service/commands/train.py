"""`railhead train`: a game's bots, by self-play."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from railhead.service.commands._arenas import checked_game, progress_of

if TYPE_CHECKING:  # it needs NumPy, which only the development packages bring
    from railhead.ai.training.train import Chunk, Training

ROUNDED = 3


@click.command("train")
@click.argument("game")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where matches and networks lie: a run goes on there.  [default: build/training/GAME]",
)
@click.option("--processes", type=int, help="Processes that play.  [default: all cores]")
@click.option("--scale", default=1.0, show_default=True, help="Factor for the number of matches.")
@click.option("--adopt", is_flag=True, help="Let the bots play by what is made.")
def command(
    game: str, folder: Path | None, processes: int | None, scale: float, adopt: bool
) -> None:
    """Train the bots of GAME by self-play, as ai/training/courses.yaml says.

    A network that values positions, or what is still to come, and the weights of moves. Equal
    courses give equal files.
    Measure them before you keep them: it ends with the command.
    """
    checked_game(game, None)
    console = Console()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # sums in an order that cores do not change
    try:
        from railhead.ai.training.train import Plan, Training
    except ImportError as error:
        raise click.ClickException(
            f"training needs {error.name}: install Railhead with its development packages"
        ) from error
    try:
        plan = Plan.of(game, scale)
    except LookupError as error:
        raise click.ClickException(f"ai/training/courses.yaml has no course for {game}") from error
    training = Training(plan, folder or Path("build/training") / game)
    at_once = processes or os.cpu_count() or 1
    try:
        _learn_prospects(training, at_once, console)
        for number in range(len(plan.generations)):
            _carry_out(training, number, at_once, console)
        _try_weights(training, at_once, console)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    made = training.made()
    for used, found in made.items():
        if adopt:
            used.write_bytes(found.read_bytes())
        console.print(f"Written: {used if adopt else found}")
    if not adopt:
        files = "".join(f"+weights={found}" for found in made.values())
        console.print(f"Measure: railhead arena {game} hard{files}:hard --sprt", soft_wrap=True)


def _followed(console: Console, what: str, total: int, done: Iterable[int]) -> None:
    """Carry something out with a bar; `done` is how much of it is, step by step."""
    with progress_of(console) as progress:
        task = progress.add_task(what, total=total)
        for count in done:
            progress.update(task, completed=count)


def _learn_prospects(training: Training, processes: int, console: Console) -> None:
    """Play what is missing of the matches that playouts begin in, and learn from these once."""
    if not training.plan.prospects or training.foreseen.exists():
        return
    done = accumulate(training.play_on(processes))
    _followed(console, "matches for prospects", training.plan.prospects, done)
    training.learn_prospects(
        lambda epoch, _, held_out: console.print(f"prospects, epoch {epoch}: {_held(held_out)}")
    )


def _held(held_out: dict[str, float]) -> str:
    """What an epoch comes to."""
    figures = ", ".join(f"{name} {value:.{ROUNDED}f}" for name, value in held_out.items())
    return f"held out {figures}"


def _try_weights(training: Training, processes: int, console: Console) -> None:
    """Play what is missing of the trials, and make the weights that win them, once."""
    trials = training.plan.trials
    if trials is not None and not training.tried.exists():
        total = trials.rounds * trials.matches
        _followed(console, "matches of trials", total, training.try_weights(processes))


def _carry_out(training: Training, number: int, processes: int, console: Console) -> None:
    """Play and learn what is missing of one generation."""

    def play(what: str, parts: Sequence[Chunk]) -> None:
        total = sum(part.count for part in parts)
        done = accumulate(training.play(parts, processes))
        _followed(console, f"{what} of generation {number}", total, done)

    def told(epoch: int, learnt: dict[str, float], held_out: dict[str, float]) -> None:
        console.print(f"generation {number}, epoch {epoch}: {_held(held_out)}")

    def taught(before: float, after: float) -> None:
        console.print(
            f"generation {number}: long searches surprise the moves by {before:.{ROUNDED}f} nats, "
            f"then by {after:.{ROUNDED}f}"
        )

    if not training.network(number).exists():
        play("matches", training.chunks(number))
        training.learn(number, told)
    if not training.weights(number).exists():
        play("lessons", training.lesson_chunks(number))
        training.take_lessons(number, taught)
