"""The match as lines, for pipes and for terminals that cannot move their cursor."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from railhead.service.commands.play.pages import score_page
from railhead.service.commands.play.sitting import Sitting


def play_lines(sitting: Sitting, console: Console, source: TextIO) -> None:
    """Play until the match is over, the player leaves, or no more lines come."""

    def leave(signal_number: int, frame: FrameType | None) -> None:
        # Python drops what is raised while it frees an answer of the service:
        # a ^C of that moment is remembered, and followed once the waiting has ended.
        sitting.left = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, leave)
    try:
        take_turns(sitting, console, source)
    finally:
        signal.signal(signal.SIGINT, before)


def take_turns(sitting: Sitting, console: Console, source: TextIO) -> None:
    """Ask for lines whenever our seat is to act, and print what comes of them."""
    shown, said = -1, ""
    while not sitting.over:
        if not sitting.to_act:
            if sitting.heading() != said:
                said = sitting.heading()
                console.print(Text(f"{said}…", style="dim"))
            sitting.wait(sitting.client)
            if sitting.left:
                return
            continue
        if sitting.match["version"] != shown:
            shown, said = int(sitting.match["version"]), ""
            show_turn(sitting, console)
        console.print(Text(f"{sitting.choices.path}> "), end="")
        console.file.flush()
        line = source.readline()
        if not line:
            return
        sitting.enter(line)
        if sitting.left:
            return
        show_answer(sitting, console, sitting.match["version"] == shown)
    show_end(sitting, console)


def show_turn(sitting: Sitting, console: Console) -> None:
    """Print the table, what has happened, and the choices."""
    console.print(sitting.table(), crop=False)
    for line in sitting.news():
        console.print(line)
    console.print(Text(f"{sitting.heading()}. ? for help", style="bold"))
    show_menu(sitting, console)


def show_menu(sitting: Sitting, console: Console) -> None:
    """Print the choices, as far as they are narrowed down."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for number, row in enumerate(sitting.rows(), 1):
        label = Text(row.label) + Text(f"  {row.notation}", style="dim")
        grid.add_row(Text(f"{number}", style="bold"), label)
    console.print(grid)


def show_answer(sitting: Sitting, console: Console, same_decision: bool) -> None:
    """Print what a line led to; the choices too where the decision is still open."""
    if sitting.page is not None:
        console.print(Text(sitting.page.title, style="bold"))
        console.print(sitting.page.content)
        sitting.page = None
    if sitting.past is not None or sitting.table_alone:
        console.print(sitting.table(), crop=False)
        sitting.table_alone = False
    if sitting.message:
        console.print(Text(sitting.message))
    elif same_decision:
        show_menu(sitting, console)


def show_end(sitting: Sitting, console: Console) -> None:
    """Print the table as it is in the end, and the score sheet."""
    sitting.page = sitting.past = None
    console.print(sitting.table(), crop=False)
    for line in sitting.news():
        console.print(line)
    console.print(score_page(sitting.match))
