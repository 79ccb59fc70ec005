"""A match in words: where it stands, what happened, the table, and the numbered legal actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from railhead.agents.listing import filter_actions, listing, size, with_numbers
from railhead.words.ascii_boards import seat_name
from railhead.words.choices import Reference, truncate_text
from railhead.words.prompts import view_lines

MOST_TOKENS: Final = 1500
"""No text of a table is longer, by `railhead.words.token_count`."""
LEAST_EVENTS: Final = 3
"""So many of the last events are told even where actions are put into groups for it."""
LEAST_FOR_ACTIONS: Final = 100
"""So much is left for actions and events by a table that would need all."""
MOST_EVENTS: Final = 40
HEADING: Final = "What happened:"
TITLE: Final = "Table:"

Match = Mapping[str, Any]
"""A match as `GET /v1/matches/{match}` answers it, with `legal_actions`."""
Event = Mapping[str, Any]


def table_prompt(match: Match, events: Sequence[Event], reference: Reference, listed: bool) -> str:
    """All that the seat of `match` needs for its decision, in at most `MOST_TOKENS` tokens.

    `events` are those that it has not been told, the oldest first; where there is no room, the
    oldest are left out. Without `listed` no legal action is shown.
    """
    head = standing(match, listed)
    table = [*result_lines(match), TITLE, *view_lines(match["game"], match["view"], match["seats"])]
    lines = truncate(table, MOST_TOKENS - size(head) - LEAST_FOR_ACTIONS)
    actions = legal_actions(match)
    room = MOST_TOKENS - size([*head, *lines])
    kept = size(event_lines(events[-LEAST_EVENTS:], len(events)))
    offered: list[str] = []
    if actions and listed:
        offered = ["Legal actions:", *listing(with_numbers(actions), reference, room - kept - 5)]
    return "\n".join(
        [
            *head,
            *newest_events(events, room - size(offered)),
            *lines,
            *offered,
        ]
    )


def choices(match: Match, text: str, reference: Reference) -> str:
    """Those legal actions that `text` filters, as a list of at most `MOST_TOKENS` tokens."""
    actions = legal_actions(match)
    found = filter_actions(actions, text)
    if not actions:
        return "\n".join(standing(match, True))
    if not found:
        return (
            f"No legal action has “{truncate_text(text)}” in it; "
            "table without filter shows them all."
        )
    head = f"Version {match['version']}, {len(found)} of {len(actions)} legal actions:"
    return "\n".join([head, *listing(found, reference, MOST_TOKENS - size([head]))])


def truncate(lines: Sequence[str], room: int) -> list[str]:
    """As many of the lines, from the first on, as there is room for."""
    kept: list[str] = []
    for number, line in enumerate(lines):
        if size([*kept, line]) > room - 10:
            return [*kept, f"({len(lines) - number} more lines left out)"]
        kept.append(line)
    return kept


def legal_actions(match: Match) -> Sequence[Mapping[str, Any]]:
    """What the seat may do now; nothing for who holds none."""
    legal = match.get("legal_actions")
    return [] if legal is None else list(legal["actions"])


def standing(match: Match, listed: bool) -> list[str]:
    """Version and seat, and who is to act."""
    you = match["you"]
    whose = "you watch" if you is None else f"you are seat {you}"
    line = f"{match['game']}, version {match['version']}, {whose}"
    if match["status"] == "over":
        return [f"{line}. The match is over."]
    if legal_actions(match):
        how = "a number" if listed else "an action in notation, words or JSON"
        return [f"{line}. Your decision: call act with {how} and version {match['version']}."]
    waiting = ", ".join(
        f"seat {seat['seat']} ({seat_name(seat)})"
        for seat in match["seats"]
        if seat["seat"] in match["to_act"]
    )
    said = f"Waiting for {waiting}" if waiting else "Waiting for players"
    return [f"{line}. {said}: call table to wait on."]


def event_lines(events: Sequence[Event], of: int) -> list[str]:
    """The last of so many events."""
    left = of - len(events)
    more = [f"({left} earlier ones left out)"] if left else []
    labels = [(label, len(list(same))) for label, same in groupby(one["label"] for one in events)]
    told = [label if times == 1 else f"{label} ({times} times)" for label, times in labels]
    return [HEADING, *more, *told] if events else []


def newest_events(events: Sequence[Event], room: int) -> list[str]:
    """As many of the last events as there is room for."""
    for first in range(max(0, len(events) - MOST_EVENTS), len(events) + 1):
        lines = event_lines(events[first:], len(events))
        if size(lines) <= room:
            return lines
    return []


def result_lines(match: Match) -> list[str]:
    """The result, once there is one."""
    result = match["result"]
    if result is None:
        return []
    places = "; ".join(
        f"{place}. {' and '.join(f'seat {seat}' for seat in tied)}"
        for place, tied in enumerate(result["ranking"], 1)
    )
    points = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(result["scores"]))
    sheet_lines = [
        f"{category.replace('_', ' ')}: {' '.join(map(str, row))}"
        for category, row in result["sheet"].items()
    ]
    return [f"Ranking: {places}", f"Points: {points}", "Points by category and seat:", *sheet_lines]
