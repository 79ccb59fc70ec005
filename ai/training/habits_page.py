"""The page `docs/habits.md`: how the bots play, beside what players of the games say.

Made of what `ai.strength` has; `make strength` writes it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from railhead.ai.strength import HABITS, PLAYERS, claims_of_players, habits_measured
from railhead.ai.training.habits import Habit
from railhead.ai.training.habits.figures import Figure, format_interval, format_number
from railhead.ai.training.strength_page import DOCS
from railhead.games.registry import shipped_rulesets

PAGE = "habits.md"
HEAD = """# How the bots play

Numbers that a player of the games can check at a table. One agent holds all seats, at part of its
simulations. `railhead arena GAME AGENT:AGENT --habits` prints the same for other agents and seats.

- Means are over seats, or over matches where a table says so. Intervals are of 95 %: matches of one
  shuffle are alike and count as one sample. *Winners* came first, alone or tied.
- *Beside players* compares an interval with the figures of a claim: *alike* where these have all of
  it within, *more* or *less* where they have none of it, else *not told apart*. Most claims have no
  figure. Players of a source used other boards in part, and few of them are known to be strong.
- `make strength` makes this page of `ai/strength/data`: `habits` has what was measured, and
  `players.yaml` what players say. [How `hard` plays](engines.md#how-hard-plays-and-how-to-beat-it)
  has advice against it.
"""
NONE = """
Nothing has been measured here yet; `railhead arena {game} hard:hard --publish-habits` does it.
"""
NOTES = {
    "montana": "No figure of a player was found.",
    "santa_fe": "The sources are about *Santa Fe Rails* (2001), a later edition with more cards.",
}
"""What to know of the sources of a game."""


def write_page(folder: Path = DOCS, data: Path = HABITS, players: Path = PLAYERS) -> Path:
    """Write the page from the habits in `data` and the claims in `players`; the page's file."""
    file = folder / PAGE
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(page(data, players), encoding="utf-8")
    return file


def page(data: Path = HABITS, players: Path = PLAYERS) -> str:
    """The page, from the habits in `data` and the claims in `players`."""
    parts = [HEAD]
    for ruleset in shipped_rulesets().values():
        parts.append(f"\n## {ruleset.name}\n")
        if ruleset.id in NOTES:
            parts.append(f"\n{NOTES[ruleset.id]}\n")
        measured = habits_measured(ruleset.id, data)
        claims = claims_of_players(ruleset.id, players)
        parts += [section(one, claims) for one in measured]
        if not measured:
            parts.append(NONE.format(game=ruleset.id))
    return "".join(parts)


def section(measured: Mapping[str, Any], claims: Sequence[Mapping[str, Any]]) -> str:
    """What was measured at a table of so many seats, in Markdown."""
    entries = {entry["name"]: entry for entry in measured["habits"]}
    scaled = "" if measured["budget"] == 1 else f", all thinking times {measured['budget']:g}"
    options = "".join(f", {name} {value}" for name, value in measured["options"].items())
    lines = [
        "",
        f"### {measured['seats']} players",
        "",
        f"`{measured['agent']}` against itself{scaled}{options}: {measured['matches']} matches of "
        f"{measured['samples']} shuffles, {measured['date']}, at commit {measured['commit']}.",
        "",
        "| players | source | habit | bots | beside players |",
        "| --- | --- | --- | --- | --- |",
        *(row for claim in claims for row in claim_rows(claim, entries)),
        "",
        "| habit | mean | 95 % interval | winners | others |",
        "| --- | --- | --- | --- | --- |",
        *(habit_row(entry) for entry in measured["habits"] if entry["everybody"]),
        "",
    ]
    return "\n".join(lines)


def claim_rows(claim: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What players say beside what the bots do, a row for each habit that it is about."""
    sources = ", ".join(
        f"[{one['name']}]({one['url']})" if "url" in one else one["name"]
        for one in claim["sources"]
    )
    rows = []
    for number, name in enumerate(claim["habits"]):
        habit, figure = figure_of(entries[name], claim.get("group", "everybody"))
        whose = f", {claim['group']}" if "group" in claim else ""
        said = [claim["says"], sources] if number == 0 else ["", ""]
        shown = "none" if figure is None else f"{format_number(habit, figure.mean)}"
        if figure is not None and (bounds := format_interval(habit, figure)):
            shown += f" ({bounds})"
        cells = [*said, f"{habit.title}{whose}", shown, beside(figure, claim)]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def beside(figure: Figure | None, claim: Mapping[str, Any]) -> str:
    """Whether the bots do more or less of it than players; empty where that is not known."""
    if figure is None or figure.low is None or figure.high is None:
        return ""
    if "low" not in claim and "high" not in claim:
        return ""
    least, most = claim.get("low", -math.inf), claim.get("high", math.inf)
    if figure.high < least:
        return "less"
    if figure.low > most:
        return "more"
    return "alike" if least <= figure.low and figure.high <= most else "not told apart"


def habit_row(entry: Mapping[str, Any]) -> str:
    """A habit with its figures, as a row."""
    habit, figure = figure_of(entry, "everybody")
    assert figure is not None
    apart = [figure_of(entry, group)[1] for group in ("winners", "others")]
    cells = [
        f"{habit.title} (of a match)" if habit.is_of_match else habit.title,
        format_number(habit, figure.mean),
        format_interval(habit, figure),
        *("" if one is None else format_number(habit, one.mean) for one in apart),
    ]
    return f"| {' | '.join(cells)} |"


def figure_of(entry: Mapping[str, Any], group: str) -> tuple[Habit, Figure | None]:
    """A habit as it is stored, and its figure of a group."""
    habit = Habit(entry["name"], entry["title"], entry["is_share"], entry["is_of_match"])
    return habit, Figure(**entry[group]) if entry[group] else None


if __name__ == "__main__":
    print(write_page())
