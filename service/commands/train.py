"""`railhead train`: a game's networks, by expert iteration."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from railhead.extras import extra
from railhead.service.commands._arenas import checked_game, progress_of

if TYPE_CHECKING:  # it needs NumPy, which only the extra `training` brings
    from railhead.ai.training.expert_iteration import ExpertIteration


def _read_part(context: click.Context, option: click.Parameter, text: str | None) -> slice | None:
    """The part I/N of a list: every N-th from number I on. Raises `click.BadParameter`."""
    if text is None:
        return None
    form = re.fullmatch(r"([1-9][0-9]{0,4})/([1-9][0-9]{0,4})", text)
    if form is None or int(form[1]) > int(form[2]):
        raise click.BadParameter(f"{text!r} should read I/N, I from 1 to N, such as 1/4")
    return slice(int(form[1]) - 1, None, int(form[2]))


@click.command("train")
@click.argument("game")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of all files; a stopped run resumes there.  [default: build/training/GAME]",
)
@click.option("--cores", type=click.IntRange(min=1), help="Processes to use.  [default: all cores]")
@click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long to go on; fractions are allowed.",
)
@click.option(
    "--matches", type=click.IntRange(min=5), help="Matches of a generation.  [default: by game]"
)
@click.option(
    "--part",
    metavar="I/N",
    callback=_read_part,
    help="Play only every N-th file of the generation's matches from number I on, then stop.",
)
@click.option("--adopt", "adopts", is_flag=True, help="Let the bots use what has won so far.")
def command(
    game: str,
    folder: Path | None,
    cores: int | None,
    hours: float,
    matches: int | None,
    part: slice | None,
    adopts: bool,
) -> None:
    """Train the networks of GAME by self-play, as ai/training/configs.yaml says.

    Each generation plays matches, fits a policy and a value to what their searches found, and
    prints how good both are on matches held out. Then it tests first the policy, then the value
    against the best so far. Each that wins replaces the best of its kind. At the end it prints the
    arena command that measures the best ones: run it before you adopt them.

    Several machines share a generation: each plays a --part of its matches in a folder that was the
    same on all, then one of them gets the files of all and goes on without --part.
    """
    if part is not None and adopts:
        raise click.UsageError("--adopt is for a whole training, not for a --part of its matches")
    checked_game(game, None)
    console = Console()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # sums in an order that cores do not change
    training = _open_training(game, folder, cores, matches, console)
    try:
        with progress_of(console) as progress:
            task = progress.add_task("matches of the generation", total=training.config.matches)
            steps = training.run(hours) if part is None else training.play_part(part, hours)
            for done in steps:
                progress.update(task, completed=done)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on from here.")
        return
    if part is None:
        _show_best(training, adopts, console)


def _open_training(
    game: str, folder: Path | None, cores: int | None, matches: int | None, console: Console
) -> ExpertIteration:
    """The training in a folder. Raises `click.ClickException` where there can be none."""
    try:
        with extra("training"):
            from railhead.ai.training.chunks import ConfigMismatch
            from railhead.ai.training.expert_iteration import ExpertIteration
            from railhead.ai.training.training_config import TrainingConfig
    except ImportError as error:
        raise click.ClickException(str(error)) from error
    try:
        return ExpertIteration(
            TrainingConfig.of(game, matches),
            folder or Path("build/training") / game,
            cores or os.cpu_count() or 1,
            lambda line: console.print(line, highlight=False, soft_wrap=True),
        )
    except LookupError as error:
        raise click.ClickException(
            f"ai/training/configs.yaml has no configuration for {game}"
        ) from error
    except ConfigMismatch as error:
        raise click.ClickException(str(error)) from error


def _show_best(training: ExpertIteration, adopts: bool, console: Console) -> None:
    """Say how to measure the best networks, or put them in use."""
    from railhead.ai.training.expert_iteration import adopt

    game, best = training.config.game, training.best()
    if not best.files:
        kept = "nothing is written" if adopts else "the same command goes on from here"
        console.print(f"No network has won yet: {kept}.")
    elif adopts:
        for file, used in adopt(game, best):
            console.print(f"Written: {used}, from {file}", soft_wrap=True)
    else:
        files = "".join(f"+weights={file}" for file in best.files)
        console.print(f"Measure: railhead arena {game} hard{files}:hard --sprt", soft_wrap=True)
