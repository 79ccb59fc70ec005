"""A position of OpenSpiel as text: the table that all see, and what each seat alone knows."""

from __future__ import annotations

import io
from typing import Final

from rich.console import Console

from railhead.games.game import CHANCE, OVER, SPECTATOR
from railhead.rl.openspiel.moment import Moment
from railhead.rl.openspiel.observers import PRIVATE, feature_lines, places_of, told_to
from railhead.words.ascii_boards import render_table

WIDTH: Final = 120
"""Columns of a line."""


def table_text(moment: Moment) -> str:
    """The table, whose choice it is, and what is hidden, for whoever may see everything."""
    position = moment.position
    if position is None:
        return "The set-up is still to be drawn."
    table = moment.table
    view = {**position.view(SPECTATOR), "notices": []}
    seats = [{"kind": "human", "name": f"player {seat}"} for seat in range(table.seats)]
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, markup=False, emoji=False)
    console.print(render_table(table.game.ruleset.id, view, seats), highlight=False)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    if table.game.ruleset.hides:
        for seat in range(table.seats):
            known = feature_lines(places_of(table, PRIVATE), told_to(moment, seat))
            lines += [f"player {seat} alone knows {line}" for line in known]
    return "\n".join([*lines, turn_text(moment)])


def turn_text(moment: Moment) -> str:
    """Whose choice it is, with the parts that are chosen already."""
    actor = moment.actor
    if actor == OVER:
        return "The match is over."
    if actor == CHANCE:
        return "Chance is to decide."
    chosen = [moment.table.actions.name(number) for number in moment.decision.chosen_parts()]
    begun = f", who has chosen {', '.join(chosen)}" if chosen else ""
    return f"To choose: player {actor}{begun}."
