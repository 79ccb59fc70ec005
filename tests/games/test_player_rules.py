"""The rules for players: everything on a table leads to a paragraph that is there, and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from examples import veil
from railhead.games.data import DataError
from railhead.games.game import Ruleset
from railhead.games.options import complete
from railhead.games.player_rules import LONGEST, PlayerRules, player_rules
from railhead.games.reference import Item
from railhead.games.registry import Catalogue, shipped_rulesets
from tests.test_prose import faults

each_game = pytest.mark.parametrize(
    "ruleset", shipped_rulesets().values(), ids=list(shipped_rulesets())
)


def rules_of(ruleset: Ruleset) -> PlayerRules:
    rules = player_rules(ruleset)
    assert rules is not None, f"{ruleset.name} has no rules for players"
    return rules


def tables_of(ruleset: Ruleset) -> dict[str, list[Item]]:
    options = complete(ruleset.options, {})
    found = Catalogue().game(ruleset, options).reference(options).tables
    return {table: list(items) for table, items in found.items()}


def anchors(rules: PlayerRules) -> set[str]:
    return {f"#{one.anchor}" for one in rules.paragraphs}


@each_game
def test_every_type_of_action_leads_to_a_paragraph_of_its_own_game(ruleset: Ruleset) -> None:
    rules = rules_of(ruleset)
    for kind in ruleset.vocabulary.types:
        assert rules.of_action(kind.name) in anchors(rules), kind.name


@each_game
def test_every_component_leads_to_a_paragraph(ruleset: Ruleset) -> None:
    rules = rules_of(ruleset)
    for table, items in tables_of(ruleset).items():
        for one in items:
            assert rules.of_component(table, one["name"]) in anchors(rules), (table, one["name"])


@each_game
def test_paragraphs_name_only_what_is_there_and_each_action_once(ruleset: Ruleset) -> None:
    rules = rules_of(ruleset)
    named = [name for one in rules.paragraphs for name in one.actions]
    assert sorted(named) == sorted(ruleset.vocabulary.by_name)
    tables = tables_of(ruleset)
    for one in rules.paragraphs:
        for component in one.components:
            table, _, name = component.partition("/")
            assert table in tables, component
            assert not name or name in {item["name"] for item in tables[table]}, component


@each_game
def test_they_say_how_one_wins_what_a_turn_is_and_how_it_ends(ruleset: Ruleset) -> None:
    sections = {one.anchor for one in rules_of(ruleset).sections}
    assert {"goal", "end", "scoring"} <= sections
    assert {"turn", "round"} & sections


@each_game
def test_they_are_short_and_plain(ruleset: Ruleset) -> None:
    rules = rules_of(ruleset)
    texts = [rules.summary, *(one.text for one in rules.paragraphs)]
    assert sum(len(text.encode()) for text in texts) <= LONGEST
    broken = [fault for text in texts for fault in faults(text)]
    assert not broken, "\n".join(broken)


def test_a_paragraph_about_one_entry_comes_before_one_about_its_table() -> None:
    rules = rules_of(shipped_rulesets()["montana"])
    assert rules.of_component("pieces", "canteen") == "#canteen"
    assert rules.of_component("pieces", "pieces") == "#finds"
    assert rules.of_component("nothing", "at-all") is None


def test_a_game_may_have_none() -> None:
    assert player_rules(veil.RULESET) is None


def section(anchor: str, *paragraphs: str, text: str = "A sentence.") -> dict[str, Any]:
    rows = [{"anchor": one, "text": text} for one in paragraphs]
    return {"anchor": anchor, "title": "A title", "paragraphs": rows}


def page(*sections: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"language": "en", "summary": "A game.", "sections": list(sections), **more}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (page(section("a", "b", "b")), "twice"),
        (page(section("a", "b"), section("b")), "twice"),
        (page(section("A b")), "lower-case"),
        (page(more=1), "unknown key"),
        (page(section("a", "b", text="x" * (LONGEST + 1))), "bytes of text"),
    ],
)
def test_a_file_of_another_form_is_refused(
    tmp_path: Path, content: dict[str, Any], problem: str
) -> None:
    (tmp_path / "texts").mkdir()
    file = tmp_path / "texts" / "rules.yaml"
    file.write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        player_rules(replace(veil.RULESET, folder=tmp_path))
