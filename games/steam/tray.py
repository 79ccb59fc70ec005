"""What lies before a player of Steam, made of a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from railhead.games.colours import TRACK_COLOURS
from railhead.games.steam.dues import RAISED, due_text, made_of_text, shortage_text
from railhead.games.steam.effect_texts import action_tile_text
from railhead.games.steam.wording import points_text
from railhead.games.trays import Field, Item

INCOME: Final = (
    "Once a turn everybody receives as many dollars as the level says, or pays them below 0. "
    f"Money is raised by giving up income: {RAISED}."
)
EXPENSES: Final = " What is received pays for the locomotive, a dollar for each of its levels."
LOCOMOTIVE: Final = "So many links a good is moved at most."


def tray(view: Mapping[str, Any], seat: int) -> list[Field]:
    """Money, income, points, locomotive, links and action tile, and what has happened to them."""
    player, colour = view["players"][seat], TRACK_COLOURS[seat]
    standard = view["variant"] == "standard"
    detail = INCOME + (EXPENSES if standard else "")
    level = f"level {player['income']:+d}"
    fields = [
        Field("Money", f"${player['cash']}", brief=f"${player['cash']}"),
        Field("Income", items=[Item(level, f"income-{seat}", detail, colour)]),
        Field(
            "Points",
            items=[Item(_points(view, seat), f"points-{seat}")],
            brief=points_text(view["scores"][seat]),
        ),
        Field(
            "Locomotive",
            items=[Item(f"level {player['locomotive']}", f"locomotive-{seat}", LOCOMOTIVE)],
        ),
        Field("Links", str(view["score_sheet"]["links"][seat])),
        Field("Action tile", items=_action_tile(player, view["variant"])),
    ]
    due = [made_of_text(view, seat), shortage_text(view, seat)]
    if due_text(view, seat):
        said = "; ".join(text for text in (due_text(view, seat), *due) if text)
        fields.insert(2, Field("End of turn", said))
    marks = _marks(player)
    if marks:
        fields.append(Field("State", ", ".join(marks)))
    if seat == view["actor"]:
        fields.insert(0, Field("To decide", view["phase"].replace("_", " ")))
    return fields


def _points(view: Mapping[str, Any], seat: int) -> str:
    return f"{view['players'][seat]['points']}, {view['scores'][seat]} if it ended now"


def _action_tile(player: Mapping[str, Any], variant: str) -> list[Item]:
    """The tile that a player has, with what it does."""
    name = player["action_tile"]
    if name is None:
        return []
    due = ", still to be used" if player["action_due"] else ""
    detail = f"{action_tile_text(name, variant)}."
    return [Item(f"{name.replace('_', ' ')}{due}", f"tile-{name}", detail)]


def _marks(player: Mapping[str, Any]) -> list[str]:
    """What else is to be said of a player."""
    marks = {
        "bankrupt": player["bankrupt"],
        "locomotive improved": player["improved"],
        f"bid ${player['last_bid']}": player["last_bid"] is not None,
        "passed": player["passed"],
        "placed": player["placed"],
        "a free pass": player["free_pass"],
        f"{player['points_to_take']} points of a delivery to take": player["points_to_take"],
    }
    return [name for name, holds in marks.items() if holds]
