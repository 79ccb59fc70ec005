"""An analysis in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def advice(analysis: Mapping[str, Any], legal: Mapping[str, Any]) -> str:
    """The candidates, the most promising first, with their numbers among the legal actions."""
    if not analysis["candidates"]:
        return f"Nothing was found in time{_because(analysis)}. Call advise again."
    same = analysis["version"] == legal["version"]
    numbers = {action["action"]: number for number, action in enumerate(legal["actions"], 1)}
    lines = [f"Searched at version {analysis['version']}, the most promising first:"]
    for one in analysis["candidates"]:
        number = numbers.get(one["action"]) if same else None
        named = one["label"] if number is None else f"{number}. {one['label']}"
        lines.append(
            f"{named} ({one['visits']} visits, first in {one['win']['value']:.0%}, "
            f"{one['score']['value']:.1f} points)"
        )
    if analysis["line"]:
        lines.append("It may go on like this: " + "; ".join(m["label"] for m in analysis["line"]))
    return "\n".join(lines)


def _because(analysis: Mapping[str, Any]) -> str:
    return f" ({analysis['reason']})" if analysis["reason"] else ""
