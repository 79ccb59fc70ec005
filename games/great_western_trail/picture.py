"""The table as SVG, made of a view and of what the rulebook fixes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from games.data import GAMES_FOLDER, read
from games.great_western_trail.effect_texts import EFFECT_TEXTS, task_text, whole_text
from games.great_western_trail.map_picture import draw_cities, draw_track, draw_trail
from games.great_western_trail.player_picture import draw_players, players_height
from games.great_western_trail.tokens import EDGE, FELT, PAPER, tile, tile_text, worker
from games.svg import Drawing, caption_height, seat_name

WIDTH: Final = 1540
SIDE_X: Final = 1086
SIDE_WIDTH: Final = 434
LEGEND_Y: Final = 1028
CAPTION: Final = 30
GAP: Final = 12
LEGEND: Final = (
    "Green frames: beside a forest. Hands on hazards and buildings are tolls for passing; the "
    "number on a hazard is its points for whoever removes it. "
    "Teepees: T4 pays $4, TM3 costs $3. p: points. Numbers on pieces are seats."
)


def drawn(view: Mapping[str, Any], names: Sequence[str] = (), marked: Collection[str] = ()) -> str:
    """The table of `view` as an SVG document, with the notices in its caption."""
    legend = legend_lines(view)
    sentences = [LEGEND, *view["notices"]]
    scratch = Drawing(WIDTH, 0, PAPER, "")
    players_y = max(draw_legend(scratch, legend), draw_side(scratch, view, names)) + GAP
    boards = players_height(view, WIDTH)
    height = players_y + boards + CAPTION + caption_height(sentences, WIDTH)
    out = Drawing(WIDTH, height, PAPER, "Great Western Trail")
    draw_cities(out, view["cities"])
    draw_track(out, view["stations"], view["players"])
    draw_trail(out, view["trail"])
    out.panel(20, LEGEND_Y, 1050, players_y - GAP - LEGEND_Y, "What buildings and tiles do")
    draw_legend(out, legend)
    draw_side(out, view, names)
    draw_players(out, view, names, players_y, boards)
    out.caption(sentences, players_y + boards + 24)
    return out.document(marked)


def draw_side(out: Drawing, view: Mapping[str, Any], names: Sequence[str]) -> float:
    """The panels at the right: what is to be chosen, and the markets; where they end."""
    draw_jobs(out, view)
    draw_foresight(out, view["foresight"])
    draw_market(out, view)
    y = draw_objectives(out, view, 664)
    return draw_choice(out, view, names, y + GAP)


def draw_jobs(out: Drawing, view: Mapping[str, Any]) -> None:
    """The job market with its token."""
    out.panel(SIDE_X, 296, 196, 356, "Job market")
    for index, row in enumerate(view["job_market"]):
        y = 338 + 25.5 * index
        out.text(SIDE_X + 14, y + 5, f"${row['cost']}", 12, weight="bold")
        at = SIDE_X + 58
        for name, number in row["workers"].items():
            words = f"{number} {name} in row {index + 1}, ${row['cost']}"
            with out.element(f"job-{index + 1}-{name}", words):
                out.rect(at - 12, y - 12, 24.5 * number, 24, FELT, rx=12)
                for slot in range(number):
                    worker(out, name, at + 24.5 * slot, y, 10)
            at += 24.5 * number + 2
        if view["token_row"] == index + 1:
            out.circle(SIDE_X + 180, y, 11, "#ffffff", stroke="#a8321f", stroke_width=3)
            out.text(SIDE_X + 180, y + 4, "2", 12, anchor="middle", weight="bold")


def draw_foresight(out: Drawing, foresight: Sequence[Sequence[str | None]]) -> None:
    """The foresight spaces of Kansas City."""
    out.panel(SIDE_X + 206, 296, 228, 134, "Foresight")
    for index, column in enumerate(foresight, 1):
        x = SIDE_X + 206 + 76 * index - 38
        out.text(x, 332, str(index), 12, anchor="middle", weight="bold")
        for place, name in enumerate(column):
            y = 354 + 44 * place
            if name is None or name in column[:place]:
                draw_tile(out, name, x, y)
            else:
                words = f"Foresight {index}: {tile_text(name)}"
                with out.element(f"foresight-{index}-{name}", words):
                    draw_tile(out, name, x, y)


def draw_tile(out: Drawing, name: str | None, x: float, y: float) -> None:
    """A tile of the foresight with what it is below, or the empty space."""
    out.rect(x - 15, y - 15, 30, 30, FELT, rx=4, stroke=EDGE)
    if name is not None:
        tile(out, name, x, y, 13)
        out.text(x, y + 24, name.split("_")[0], 9, anchor="middle")


def draw_market(out: Drawing, view: Mapping[str, Any]) -> None:
    """The cattle market: how many of which card, what it is worth and scores."""
    out.panel(SIDE_X + 206, 438, 228, 214, "Cattle market")
    x, prints = SIDE_X + 216, cattle()
    for index, (name, number) in enumerate(view["cattle_market"].items()):
        y, card = 466 + 20 * index, prints[name]
        text = f"{number} × {_breed(name)}: value {card['value']}, {card['points']}p"
        with out.element(f"market-{name}", f"{text}, cattle market"):
            out.rect(x, y, 208, 18, FELT, rx=3)
            out.text(x + 5, y + 13, text, 11, room=200)
    deck = sum(view["market_deck"].values())
    with out.element("market-deck", f"{deck} cards in the market deck"):
        out.rect(x + 112, 444, 98, 18, FELT, rx=3)
        out.text(x + 205, 457, f"deck of {deck}", 11, anchor="end")


def _breed(name: str) -> str:
    """A kind of card by its breed alone: its points are beside it."""
    return name.rstrip("_34567").replace("_", " ")


def draw_objectives(out: Drawing, view: Mapping[str, Any], top: float) -> float:
    """The display of objective cards in words, and the deck; where the panel ends."""
    cards = {card["card"]: card for card in view["display"]}
    copies = [card["card"] for card in view["display"]]
    height = 34 + 46 * len(cards)
    out.panel(SIDE_X, top, SIDE_WIDTH, height, "Objective cards")
    deck = f"{view['objective_deck']} in the deck"
    with out.element("objective-deck", f"Objective cards: {deck}"):
        out.rect(SIDE_X + 300, top + 7, 122, 19, FELT, rx=3)
        out.text(SIDE_X + 416, top + 21, deck, 11, anchor="end")
    for index, (name, card) in enumerate(cards.items()):
        y = top + 32 + 46 * index
        number = f" (×{copies.count(name)})" if copies.count(name) > 1 else ""
        tasks = f"{task_text(card['tasks'])}: {card['points']} or −{card['penalty']} points"
        with out.element(f"objective-{name}", f"Objective {name}: {tasks}"):
            out.rect(SIDE_X + 8, y, SIDE_WIDTH - 16, 42, FELT, rx=4)
            effect = f"{name}{number}: {EFFECT_TEXTS[card['effect']]}"
            out.text(SIDE_X + 16, y + 17, effect, 11, weight="bold", room=SIDE_WIDTH - 32)
            out.text(SIDE_X + 16, y + 34, tasks, 11, room=SIDE_WIDTH - 32)
    return top + height


def draw_choice(out: Drawing, view: Mapping[str, Any], names: Sequence[str], top: float) -> float:
    """What the seat to act can use on this visit, and what is due; where the panel ends."""
    effects = dict.fromkeys(
        effect for action in [view["offered"], *view["local_actions"]] for effect in action
    )
    height = 58 + 23 * len(effects)
    out.panel(SIDE_X, top, SIDE_WIDTH, height, "To choose now")
    due = view["pending"][-1].replace("_", " ") if view["pending"] else "the match is over"
    who = "" if view["actor"] is None else f"{seat_name(view['actor'], names)}: "
    out.text(SIDE_X + 14, top + 42, f"{who}{due}", 12, room=SIDE_WIDTH - 28)
    for index, effect in enumerate(effects):
        y = top + 52 + 23 * index
        with out.element(f"effect-{effect}", _effect(effect)):
            out.rect(SIDE_X + 8, y, SIDE_WIDTH - 16, 20, "#ffffff", rx=4, stroke=EDGE)
            out.text(SIDE_X + 16, y + 14, _effect(effect), 11, room=SIDE_WIDTH - 30)
    return top + height


@cache
def _file(stem: str) -> dict[str, Any]:
    content: dict[str, Any] = read(GAMES_FOLDER / "great_western_trail" / "data" / f"{stem}.yaml")
    return content


@cache
def cattle() -> dict[str, dict[str, Any]]:
    """What is printed on the cattle cards, by name."""
    return {card["name"]: card for card in _file("pieces")["cattle"]["list"]}


def legend_lines(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What each building of this match, the hazards and the station masters do, by name."""
    pieces = _file("pieces")
    tolls = view["tolls"]
    lines = [
        (name, _actions(pieces["neutral_buildings"][name]))
        for name in sorted(space["tile"] for space in view["trail"] if space["kind"] == "neutral")
    ]
    for building in view["players"][0]["buildings"]:
        printed = pieces["private_buildings"][building["name"]]
        parts = [_actions(printed["actions"]), f"{printed['points']}p"]
        if printed["hands"] != "none":
            parts.append(f"toll: {printed['hands']}")
        lines.append((building["name"], " · ".join(parts)))
    lines.append(("Tolls", f"green hand ${tolls['green']}, black hand ${tolls['black']}"))
    lines += [
        (f"Master of {one['name']}", _master(one)) for one in pieces["station_masters"]["list"]
    ]
    return lines


def _actions(actions: Iterable[Sequence[str]]) -> str:
    return " · ".join(" or ".join(_effect(name) for name in one) for one in actions)


def _effect(name: str) -> str:
    """An effect in words, with what it is paid with."""
    does = _file("pieces")["effects"][name]["does"]
    return whole_text(name, does)


def _master(printed: Mapping[str, Any]) -> str:
    parts = [EFFECT_TEXTS[name] for name in printed["effects"]]
    if printed["certificates"]:
        parts.append("1 certificate for good")
    of, per = printed["of"].replace("_", " "), printed["per"]
    each = f"{per} {of}" if per > 1 else of.removesuffix("s")
    parts.append(f"{printed['points']}p for each {each}")
    return " · ".join(parts)


def draw_legend(out: Drawing, lines: Sequence[tuple[str, str]]) -> float:
    """What buildings and tiles do, in two columns; where they end."""
    ends = []
    half = (len(lines) - 4) // 2
    for column, part in enumerate((lines[:half], lines[half:])):
        x, y = 34 + 522 * column, LEGEND_Y + 42.0
        for name, text in part:
            short = len(name) < 4
            out.text(x, y, name, 11, weight="bold")
            y = out.lines(x + (34 if short else 160), y, text, 11, 466 if short else 340) + 3
        ends.append(y)
    return max(ends)
