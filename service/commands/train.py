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
    from railhead.ai.training.train import SelfPlayChunk, Training

ROUNDED = 3


@click.command("train")
@click.argument("game")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of all files; a stopped run resumes there.  [default: build/training/GAME]",
)
@click.option("--processes", type=int, help="Processes to use.  [default: all cores]")
@click.option("--scale", default=1.0, show_default=True, help="Factor for the number of matches.")
@click.option("--adopt", is_flag=True, help="Let the bots use the result.")
def command(
    game: str, folder: Path | None, processes: int | None, scale: float, adopt: bool
) -> None:
    """Train the bots of GAME by self-play, as ai/training/configs.yaml says.

    The result is a network, for the value of positions or for the residual value, and the weights
    of moves. Equal configurations give equal files. At the end it prints the arena command that
    measures the result: run it before you adopt the result.
    """
    checked_game(game, None)
    console = Console()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # sums in an order that cores do not change
    try:
        from railhead.ai.training.train import Training
        from railhead.ai.training.training_config import TrainingConfig
    except ImportError as error:
        raise click.ClickException(
            f"training needs {error.name}: install Railhead with its development packages"
        ) from error
    try:
        config = TrainingConfig.of(game, scale)
    except LookupError as error:
        raise click.ClickException(
            f"ai/training/configs.yaml has no configuration for {game}"
        ) from error
    training = Training(config, folder or Path("build/training") / game)
    at_once = processes or os.cpu_count() or 1
    try:
        _fit_residual_value(training, at_once, console)
        for number in range(len(config.generations)):
            _carry_out(training, number, at_once, console)
        _evolve(training, at_once, console)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    made = training.outputs()
    for used, found in made.items():
        if adopt:
            used.write_bytes(found.read_bytes())
        console.print(f"Written: {used if adopt else found}")
    if not adopt:
        files = "".join(f"+weights={found}" for found in made.values())
        console.print(f"Measure: railhead arena {game} hard{files}:hard --sprt", soft_wrap=True)


def _show_progress(console: Console, what: str, total: int, done: Iterable[int]) -> None:
    """Carry something out with a bar; `done` is how much of it is, step by step."""
    with progress_of(console) as progress:
        task = progress.add_task(what, total=total)
        for count in done:
            progress.update(task, completed=count)


def _fit_residual_value(training: Training, processes: int, console: Console) -> None:
    """Play what is missing of the rollouts, and fit a network to them once."""
    if not training.config.residual_value or training.residual_network.exists():
        return
    done = accumulate(training.play_rollouts(processes))
    _show_progress(console, "matches for rollouts", training.config.residual_value, done)
    training.fit_residual_value(
        lambda epoch, _, held_out: console.print(
            f"residual value, epoch {epoch}: {_loss_text(held_out)}"
        )
    )


def _loss_text(held_out: dict[str, float]) -> str:
    """What an epoch comes to."""
    figures = ", ".join(f"{name} {value:.{ROUNDED}f}" for name, value in held_out.items())
    return f"held out {figures}"


def _evolve(training: Training, processes: int, console: Console) -> None:
    """Run what is missing of the evolution strategy, once."""
    evolution = training.config.evolution
    if evolution is not None and not training.evolved_weights.exists():
        total = evolution.rounds * evolution.matches
        _show_progress(
            console, "matches of the evolution strategy", total, training.evolve(processes)
        )


def _carry_out(training: Training, number: int, processes: int, console: Console) -> None:
    """Play and learn what is missing of one generation."""

    def play(what: str, parts: Sequence[SelfPlayChunk]) -> None:
        total = sum(part.count for part in parts)
        done = accumulate(training.play(parts, processes))
        _show_progress(console, f"{what} of generation {number}", total, done)

    def on_epoch(epoch: int, learnt: dict[str, float], held_out: dict[str, float]) -> None:
        console.print(f"generation {number}, epoch {epoch}: {_loss_text(held_out)}")

    def on_fit(before: float, after: float) -> None:
        console.print(
            f"generation {number}: cross-entropy of long searches from priors {before:.{ROUNDED}f} "
            f"nats, then {after:.{ROUNDED}f}"
        )

    if not training.network(number).exists():
        play("matches", training.chunks(number))
        training.learn(number, on_epoch)
    if not training.weights(number).exists():
        play("policy targets", training.policy_target_chunks(number))
        training.fit_policy(number, on_fit)
