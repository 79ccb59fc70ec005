"""What a table is made of, for every game with every value of every option."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest

from railhead.games.game import Ruleset
from railhead.games.reference import as_json
from railhead.games.vocabulary import Choice, Integer, Name
from tests.conformance.test_conformance import CASES, RULESETS
from tests.conformance.walks import Case, walk

PLACEHOLDER = re.compile(r"[{}<>?_]|TODO|None|\bnan\b|\s\s|\s[.,;:]|\.\.")
"""What is in no finished sentence."""
ONE_OF_SEVERAL = re.compile(
    r"(?<![-\d])1 "
    r"(cards|certificates|coins|cubes|discs|pieces|points|settlements|spaces|steps|tiles)\b"
)
"""A number that its word does not go with."""
TWO_HEXES = math.sqrt(3)
"""How far the centres of neighbouring hexes with edges of 1 are apart."""

OPTIONS = {f"{case.game.ruleset.id}-{case.changed or 'default'}": case for case in reversed(CASES)}
each_choice = pytest.mark.parametrize("case", OPTIONS.values(), ids=OPTIONS)


def reference_of(case: Case) -> dict[str, Any]:
    game = case.game
    return as_json(game.vocabulary, game.reference(case.options))


def names_in(reference: dict[str, Any], table: str) -> list[str]:
    return [item["name"] for item in reference["tables"][table]]


def items_of(reference: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for table, items in reference["tables"].items():
        for item in items:
            yield table, item


@each_choice
def test_every_name_of_notation_is_explained(case: Case) -> None:
    vocabulary = case.game.vocabulary
    reference = reference_of(case)
    for kind in vocabulary.types:
        for declared in kind.parameters:
            table = reference["parameters"].get(kind.name, {}).get(declared.name)
            if isinstance(declared, Integer) and table is None:
                continue
            assert table is not None, f"no table explains {kind.name}.{declared.name}"
            explained = names_in(reference, table)
            values = [str(value) for value in vocabulary.values_of(declared)]
            if isinstance(declared, Integer):
                assert {*explained} <= {*values}, f"{table} counts beyond {kind.name}"
                continue
            assert {*values} <= {*explained}, f"{kind.name}.{declared.name}"
            if isinstance(declared, Name):
                assert table == declared.table
            else:
                assert isinstance(declared, Choice)


@each_choice
def test_names_are_given_once_and_said_in_finished_words(case: Case) -> None:
    reference = reference_of(case)
    for table in reference["tables"]:
        assert len({*names_in(reference, table)}) == len(names_in(reference, table)), table
    for table, item in items_of(reference):
        assert [*item] == ["name", "label", "text", "cost", "data"]
        for words in (item["label"], item["text"]):
            assert words.strip() == words != "", (table, item["name"])
            assert not PLACEHOLDER.search(words.replace(item["name"], "name")), (table, words)
            assert not ONE_OF_SEVERAL.search(words), (table, words)
        assert item["text"][0].isupper() or not item["text"][0].isalpha(), item["text"]
        assert item["text"].endswith("."), item["text"]
        assert all(isinstance(number, int) and number > 0 for number in item["cost"].values())


@each_choice
def test_places_have_coordinates_and_neighbours_each_other(case: Case) -> None:
    reference = reference_of(case)
    for table, geometry in reference["geometry"].items():
        places = {place["name"]: place for place in geometry["places"]}
        assert [*places] == names_in(reference, table)
        assert len({(place["x"], place["y"]) for place in places.values()}) == len(places)
        near = {
            name: {one["place"]: one["direction"] for one in place["neighbours"]}
            for name, place in places.items()
        }
        for name, around in near.items():
            assert name not in around
            for other in around:
                assert name in near[other], f"{other} does not know of {name}"
                if geometry["kind"] == "hexes":
                    apart = math.dist(*((places[n]["x"], places[n]["y"]) for n in (name, other)))
                    assert apart == pytest.approx(TWO_HEXES, abs=0.002)
                    assert len({*around.values()}) == len(around), "two in one direction"
        for link in geometry["links"]:
            assert link["b"] in near[link["a"]]


@each_choice
def test_the_same_options_give_the_same_json(case: Case) -> None:
    first, second = (json.dumps(reference_of(case)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_number_of_seats_that_is_possible_is_listed(ruleset: Ruleset) -> None:
    for case in (case for case in CASES if case.game.ruleset is ruleset):
        seats = [entry["seats"] for entry in reference_of(case)["seats"]]
        assert seats == [] or case.seats in seats


@pytest.mark.parametrize("case", [case for case in CASES if not case.changed], ids=str)
def test_what_is_played_is_found_by_its_parameters(case: Case) -> None:
    reference = reference_of(case)
    explained = {table: {*names_in(reference, table)} for table in reference["tables"]}
    vocabulary = case.game.vocabulary
    offered = {
        action
        for moment in walk(case, 400)
        for actions in moment.choices.values()
        for action in actions
    }
    for shown in map(vocabulary.to_json, offered):
        for parameter, table in reference["parameters"].get(shown["type"], {}).items():
            assert str(shown["parameters"][parameter]) in explained[table], shown["action"]
