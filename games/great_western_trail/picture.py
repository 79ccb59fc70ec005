"""The table as SVG, made of a view and of what the rulebook fixes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from railhead.games.data import GAMES_FOLDER, read
from railhead.games.great_western_trail.effect_texts import (
    ATTACHED_TEXTS,
    DUE_TEXTS,
    EFFECT_TEXTS,
    task_text,
    whole_text,
)
from railhead.games.great_western_trail.map_picture import cities_of, track_of, trail_of
from railhead.games.great_western_trail.player_picture import players
from railhead.games.great_western_trail.tokens import EDGE, FELT, PAPER, tile, tile_text, worker
from railhead.games.layout import WIDE, Block, Columns, Table, flow, measure
from railhead.games.svg import Drawing, seat_name

COLUMNS: Final = Columns(1050, 434)
TWO_COLUMNS: Final = 800
"""So wide is what has its words in two columns."""
LEGEND: Final = (
    "Green frames: beside a forest. Hands on hazards and buildings are tolls for passing; the "
    "number on a hazard is its points for whoever removes it. "
    "Teepees: T4 pays $4, TM3 costs $3. p: points. Numbers on pieces are seats."
)


def render_svg(
    view: Mapping[str, Any],
    names: Sequence[str] = (),
    marked: Collection[str] = (),
    layout: str = WIDE,
) -> str:
    """The table of `view` as an SVG document, with the notices in its caption."""
    columns = COLUMNS.of(layout)
    explained = [*(attached_lines(view) if columns.narrow else []), *legend_lines(view)]
    table = Table(
        title="Great Western Trail",
        paper=PAPER,
        columns=columns,
        over=[
            cities_of(view["cities"], columns.whole),
            track_of(view["stations"], view["players"], columns),
        ],
        board=trail_of(view["trail"], columns),
        below=[legend(explained, columns.board)],
        side=panels(view, names, columns.side),
        row=players(view, names, columns.each(len(view["players"]))),
        sentences=[LEGEND, *view["notices"]],
    )
    return table.document(marked)


def panels(view: Mapping[str, Any], names: Sequence[str], width: float) -> list[Block]:
    """The markets, and what is to be chosen."""
    market = [
        Block(228, 134, lambda out, _height: draw_foresight(out, view["foresight"])),
        Block(228, 212, lambda out, height: draw_market(out, view, height)),
    ]
    objectives = 34 + 46 * len({card["card"] for card in view["display"]})
    return [
        Block(196, 356, lambda out, height: draw_jobs(out, view, height)),
        flow(market, 228),
        Block(width, objectives, lambda out, height: draw_objectives(out, view, width, height)),
        measure(width, lambda out, height: draw_choice(out, view, names, width, height)),
    ]


def draw_jobs(out: Drawing, view: Mapping[str, Any], height: float) -> None:
    """The job market with its token."""
    out.panel(0, 0, 196, height, "Job market")
    for index, row in enumerate(view["job_market"]):
        y = 42 + 25.5 * index
        out.text(14, y + 5, f"${row['cost']}", 12, weight="bold")
        at = 58
        for name, number in row["workers"].items():
            several = "" if number == 1 else "s"
            words = f"{number} {name}{several} in row {index + 1} of the job market, ${row['cost']}"
            with out.element(f"job-{index + 1}-{name}", words):
                out.rect(at - 12, y - 12, 24.5 * number, 24, FELT, rx=12)
                for slot in range(number):
                    worker(out, name, at + 24.5 * slot, y, 10)
            at += 24.5 * number + 2
        if view["token_row"] == index + 1:
            out.circle(180, y, 11, "#ffffff", stroke="#a8321f", stroke_width=3)
            out.text(180, y + 4, "2", 12, anchor="middle", weight="bold")


def draw_foresight(out: Drawing, foresight: Sequence[Sequence[str | None]]) -> None:
    """The foresight spaces of Kansas City."""
    out.panel(0, 0, 228, 134, "Foresight")
    for index, column in enumerate(foresight, 1):
        x = 76 * index - 38
        out.text(x, 36, str(index), 12, anchor="middle", weight="bold")
        for place, name in enumerate(column):
            y = 58 + 44 * place
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
        out.text(x, y + 24, name.split("_")[0], 10, anchor="middle")


def draw_market(out: Drawing, view: Mapping[str, Any], height: float) -> None:
    """The cattle market: how many of which card, what it is worth and scores."""
    out.panel(0, 0, 228, height, "Cattle market")
    x, prints = 10, cattle()
    for index, (name, number) in enumerate(view["cattle_market"].items()):
        y, card = 28 + 20 * index, prints[name]
        text = f"{number} × {_breed(name)}: value {card['value']}, {card['points']}p"
        with out.element(f"market-{name}", f"{text}, cattle market"):
            out.rect(x, y, 208, 18, FELT, rx=3)
            out.text(x + 5, y + 13, text, 11, room=200)
    deck = sum(view["market_deck"].values())
    with out.element("market-deck", f"{deck} cards in the market deck"):
        out.rect(x + 112, 6, 98, 18, FELT, rx=3)
        out.text(x + 205, 19, f"deck of {deck}", 11, anchor="end")


def _breed(name: str) -> str:
    """A kind of card by its breed alone: its points are beside it."""
    return name.rstrip("_34567").replace("_", " ")


def draw_objectives(out: Drawing, view: Mapping[str, Any], width: float, height: float) -> None:
    """The display of objective cards in words, and the deck."""
    cards = {card["card"]: card for card in view["display"]}
    copies = [card["card"] for card in view["display"]]
    out.panel(0, 0, width, height, "Objective cards")
    deck = f"{view['objective_deck']} in the deck"
    with out.element("objective-deck", f"Objective cards: {deck}"):
        out.rect(width - 134, 7, 122, 19, FELT, rx=3)
        out.text(width - 18, 21, deck, 11, anchor="end")
    for index, (name, card) in enumerate(cards.items()):
        y = 32 + 46 * index
        number = f" (×{copies.count(name)})" if copies.count(name) > 1 else ""
        tasks = f"{task_text(card['tasks'])}: {card['points']} or −{card['penalty']} points"
        with out.element(f"objective-{name}", f"Objective {name}: {tasks}"):
            out.rect(8, y, width - 16, 42, FELT, rx=4)
            effect = f"{name}{number}: {EFFECT_TEXTS[card['effect']]}"
            out.text(16, y + 17, effect, 11, weight="bold", room=width - 32)
            out.text(16, y + 34, tasks, 11, room=width - 32)


def draw_choice(
    out: Drawing, view: Mapping[str, Any], names: Sequence[str], width: float, height: float
) -> float:
    """What the seat to act can use on this visit, and what is due; where the panel ends."""
    effects = dict.fromkeys(
        effect for action in [view["offered"], *view["local_actions"]] for effect in action
    )
    out.panel(0, 0, width, height, "To choose now")
    due = "the match is over"
    if view["pending"]:
        frame = view["pending"][-1]
        due = DUE_TEXTS.get(frame, frame.replace("_", " "))
    who = "" if view["actor"] is None else f"{seat_name(view['actor'], names)}: "
    out.text(14, 42, f"{who}{due}", 12, room=width - 28)
    for index, effect in enumerate(effects):
        y = 52 + 23 * index
        with out.element(f"effect-{effect}", _effect(effect)):
            out.rect(8, y, width - 16, 20, "#ffffff", rx=4, stroke=EDGE)
            out.text(16, y + 14, _effect(effect), 11, room=width - 30)
    return 58 + 23 * len(effects)


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


def attached_lines(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is attached to spaces of the trail, by their names with a star."""
    return [
        (f"{space['name']}*", ATTACHED_TEXTS[space["attached"]])
        for space in view["trail"]
        if space["attached"]
    ]


def legend(lines: Sequence[tuple[str, str]], width: float) -> Block:
    """What buildings and tiles do, in two columns where there is room for them."""
    half = (len(lines) - 4) // 2
    parts = [lines[:half], lines[half:]] if width > TWO_COLUMNS else [lines]
    pitch = (width - 6) / len(parts)

    def draw(out: Drawing, height: float) -> float:
        out.panel(0, 0, width, height, "What buildings and tiles do")
        ends = []
        for column, part in enumerate(parts):
            x, y = 14 + pitch * column, 42.0
            for name, text in part:
                aside = 34 if len(name) < 4 else 50 if len(name) < 5 else 160
                out.text(x, y, name, 11, weight="bold")
                y = out.lines(x + aside, y, text, 11, pitch - 22 - aside) + 3
            ends.append(y)
        return max(ends)

    return measure(width, draw)
