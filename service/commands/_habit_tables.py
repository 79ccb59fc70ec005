"""Tables of how agents played, as `railhead arena --habits` prints them."""

from __future__ import annotations

from rich.table import Table

from railhead.ai.training.arena import Arena
from railhead.ai.training.habits.figures import Figure, HabitFigures, format_interval, format_number
from railhead.ai.training.published_habits import agent_habits

HEADINGS = ("habit", "mean", "95 % interval", "winners", "others")


def habit_tables(arena: Arena) -> list[Table]:
    """A table for each agent that has a figure; none for a game without habits."""
    agents = dict.fromkeys(name for pair in arena.pairings for name in pair)
    found = {agent: agent_habits(arena, agent) for agent in agents}
    return [_table(agent, own) for agent, own in found.items() if any(one.everybody for one in own)]


def _table(agent: str, habits: list[HabitFigures]) -> Table:
    grid = Table(title=f"how {agent} plays: means of its seats, of matches marked *")
    for heading in HEADINGS:
        grid.add_column(heading, justify="left" if heading == "habit" else "right")
    for one in habits:
        if one.everybody is not None:
            title = f"{one.habit.title} *" if one.habit.is_of_match else one.habit.title
            grid.add_row(
                title,
                _mean(one, one.everybody),
                format_interval(one.habit, one.everybody),
                _mean(one, one.winners),
                _mean(one, one.others),
            )
    return grid


def _mean(one: HabitFigures, figure: Figure | None) -> str:
    return "" if figure is None else format_number(one.habit, figure.mean)
