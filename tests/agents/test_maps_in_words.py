"""Maps in words say the same as the views: read back, they are the map again."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from railhead.games.registry import rulesets
from railhead.words.prompts import render_map, view_lines
from railhead.words.prompts import steam as steam_words
from tests.agents.positions import moments, reference
from tests.conformance.walks import cases

NAME = re.compile(r"[A-Z]+\d*")
PIECES = Path("games/steam/data/pieces.yaml")


def lines(match: dict[str, Any]) -> list[str]:
    return view_lines(match["game"], match["view"], match["seats"])


def line_after(found: list[str], title: str) -> str:
    """What a line with this title lists; nothing where there is none."""
    return next((one[len(title) + 2 :] for one in found if one.startswith(f"{title}: ")), "")


def trail_lines(match: dict[str, Any]) -> list[str]:
    found = lines(match)
    start = next(at for at, line in enumerate(found) if line.startswith("Trail to KC"))
    end = next(at for at, line in enumerate(found) if line.startswith("beside the trail"))
    return found[start + 1 : end]


def ways_read_back(read: list[str]) -> list[tuple[str, str]]:
    """Which space leads where, by the lines of the trail."""
    found = []
    for line in read:
        head, _, ways = line.partition(": ")
        for way in ways.split(" / "):
            spaces, _, end = way.rpartition("> ")
            names = [head, *(one for one in spaces.split(", ") if one.strip()), end]
            walked = [NAME.match(name.strip())[0] for name in names]  # type: ignore[index]
            found += list(pairwise(walked))
    return found


def test_the_trail_in_words_leads_where_the_trail_leads() -> None:
    for match in moments(cases(rulesets()["great_western_trail"])[0], 3, 97):
        trail = match["view"]["trail"]
        there = sorted((space["name"], name) for space in trail for name in space["next"])
        assert sorted(ways_read_back(trail_lines(match))) == there


def test_the_trail_in_words_has_each_building_and_cattleman_at_its_place() -> None:
    built = 0
    for match in moments(cases(rulesets()["great_western_trail"])[1], 5, 41):
        text = "\n".join(trail_lines(match))
        for space in match["view"]["trail"]:
            said = re.findall(rf"(?<!> )\b{space['name']}\b(?!\d)[^,/>:\n]*", text)
            if space["tile"] and space["kind"] != "teepee":
                tile = space["tile"].replace("_", " ")
                assert any(f"={tile}" in one for one in said), (space, said)
            if space["owner"] is not None:
                built += 1
                assert any(f" ({space['owner']})" in one for one in said), (space, said)
            for seat in space["cattlemen"]:
                if space["name"] != "KC":
                    assert any(f" @{seat}" in one for one in said), (space, said)
    assert built > 20


def hexes_by_column(listed: str) -> set[str]:
    """`B 13 15, C 12~` as B13, B15 and C12~."""
    columns = [one.split() for one in listed.split(", ") if one]
    return {f"{letter}{row}" for letter, *rows in columns for row in rows}


def test_steam_in_words_names_the_hills_rivers_and_closed_sides_where_none_has_built() -> None:
    seen = 0
    for match in moments(cases(rulesets()["steam"])[0], 3, 41):
        free = [one for one in match["view"]["hexes"] if one["tile"] is None]
        hills, rivers = (
            hexes_by_column(line_after(lines(match), one)) for one in ("hills", "rivers")
        )
        assert {one.rstrip("~") for one in hills} == {
            one["hex"] for one in free if one["terrain"] == "hill"
        }
        assert rivers | {one[:-1] for one in hills if one.endswith("~")} == {
            one["hex"] for one in free if one["river"]
        }
        seen += len(hills) + len(rivers)
        # Section 12.2 of the rules: four inner edges are closed.
        assert len(line_after(lines(match), "closed sides").split(", ")) == 4
    assert seen > 100


def test_the_costs_in_words_are_those_of_the_rules() -> None:
    money = yaml.safe_load(PIECES.read_text(encoding="utf-8"))["money"]
    assert [money[name] for name in ("town", "river", "hill")] == [1, 1, 2]
    assert "$1 an exit, +$1 in a town or on a river, +$2 on a hill" in steam_words.COSTS


def test_new_track_costs_what_the_words_say() -> None:
    tiles = {one["name"]: one["data"] for one in reference("steam").tables["track_tiles"]}
    compared = 0
    for match in moments(cases(rulesets()["steam"])[0], 3, 13):
        hills, rivers = (
            hexes_by_column(line_after(lines(match), one)) for one in ("hills", "rivers")
        )
        free = {one["hex"]: one for one in match["view"]["hexes"] if one["tile"] is None}
        for action in match["legal_actions"]["actions"]:
            where = action["parameters"].get("hex")
            if action["type"] != "build" or where not in free:
                continue
            tile = tiles[str(action["parameters"]["tile"])]
            exits = len({side for track in tile["tracks"] for side in track} - {"t", "town"})
            ground = 2 * bool({where, f"{where}~"} & hills) + bool({where} & rivers)
            ground += f"{where}~" in hills
            paid = int(re.findall(r"\$(\d+)", action["label"])[0])
            assert paid == exits + tile["town"] + ground, (action, tile)
            compared += 1
    assert compared > 100


def test_santa_fe_in_words_has_each_link_once_with_its_railroads() -> None:
    for match in moments(cases(rulesets()["santa_fe"])[0], 3, 41):
        view = match["view"]
        _, *read = render_map("santa_fe", view, match["seats"]).splitlines()
        found = []
        for line in read:
            city, _, ways = line.partition(": ")
            for way in ways.split(", "):
                other, spaces, *owners = way.split()
                found.append((city, other, int(spaces.rstrip("=^~")), owners))
        assert sorted(found) == sorted(
            (
                link["a"],
                link["b"],
                link["spaces"],
                [line["railroad"] for line in link["lines"] if line["railroad"]],
            )
            for link in view["map"]["links"]
        )
