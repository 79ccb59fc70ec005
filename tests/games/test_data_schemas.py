"""Schemas of data: what they say agrees with the loaders and with a validator of others."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from examples import veil
from railhead.games.data import DataError, Entry, read
from railhead.games.data_schema import DIALECT, Schema, problems
from railhead.games.game import Ruleset
from railhead.games.options import FileOption, complete
from railhead.games.registry import Catalogue, shipped_rulesets
from tests.conformance.mutated_boards import Document, Place

Board = tuple[Ruleset, str, str]

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    10**6,
    "",
    "mountain",
    "a:b",
    [],
    ["A", "A"],
    {},
    {"x": 1},
)
"""What is put in the place of each value."""
WITH_DATA = [*shipped_rulesets().values(), veil.RULESET]
BOARDS: list[Board] = [
    (ruleset, option.name, path.stem)
    for ruleset in WITH_DATA
    for option in ruleset.options
    if isinstance(option, FileOption)
    for path in sorted((ruleset.folder / "data" / option.name).glob("*.yaml"))
]
each_board = pytest.mark.parametrize(
    ("ruleset", "option", "name"), BOARDS, ids=[f"{r.id}-{n}" for r, _, n in BOARDS]
)


def schema_of(ruleset: Ruleset, option: str) -> Schema:
    game = Catalogue().game(ruleset, complete(ruleset.options, {}))
    return ruleset.schemas(game.components)[option]


def content(ruleset: Ruleset, option: str, name: str) -> Document:
    return read(ruleset.folder / "data" / option / f"{name}.yaml")


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """The places in a document, of a list only the first, the second and the last."""
    yield place
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*place, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & {*range(len(value))}):
            yield from places(value[index], (*place, index))


def mutants(document: Document) -> Iterator[Document]:
    """Copies with one thing changed: another value, a member or an entry more or less."""
    for place in places(document):
        found: Any = document
        for part in place:
            found = found[part]
        for odd in ODD if place else ():
            yield with_value(document, place, odd)
        if isinstance(found, dict):
            yield with_value(document, place, {**found, "unheard": 1})
            for key in found:
                yield with_value(document, place, {k: v for k, v in found.items() if k != key})
        elif isinstance(found, list) and found:
            yield with_value(document, place, found[:-1])
            yield with_value(document, place, [*found, found[0]])
            yield with_value(document, place, found[::-1])
            yield with_value(document, place, found * 60)
        elif isinstance(found, int):
            yield with_value(document, place, found + 1)
            yield with_value(document, place, found - 1)


def with_value(document: Document, place: Place, value: Any) -> Any:
    if not place:
        return value
    head, *rest = place
    changed: Any = copy.copy(document)
    changed[head] = with_value(changed[head], tuple(rest), value)
    return changed


def described(schema: Any, place: str = "") -> Iterator[str]:
    """The places of properties and items without a description."""
    for key, one in schema.get("properties", {}).items():
        if not one.get("description", "").endswith((".", ")")):
            yield f"{place}/{key}"
        yield from described(one, f"{place}/{key}")
    for one in [schema["items"]] if "items" in schema else schema.get("anyOf", []):
        yield from described(one, f"{place}/*")


def test_every_option_that_names_data_has_a_schema() -> None:
    assert len({ruleset.id for ruleset, _, _ in BOARDS}) == 5
    for ruleset in WITH_DATA:
        named = {one.name for one in ruleset.options if isinstance(one, FileOption)}
        game = Catalogue().game(ruleset, complete(ruleset.options, {}))
        assert {*ruleset.schemas(game.components)} == named


@each_board
def test_a_schema_is_one_and_says_what_everything_is(
    ruleset: Ruleset, option: str, name: str
) -> None:
    schema = schema_of(ruleset, option)
    jsonschema_rs.meta.validate(schema)
    assert schema["$schema"] == DIALECT
    assert schema["title"]
    assert schema["description"]
    assert not [*described(schema)]


@each_board
def test_a_board_of_the_game_is_valid(ruleset: Ruleset, option: str, name: str) -> None:
    validator = jsonschema_rs.Draft202012Validator(schema_of(ruleset, option))
    validator.validate(content(ruleset, option, name))


@pytest.mark.full
@each_board
def test_what_the_schema_refuses_the_loader_refuses_at_the_same_places(
    ruleset: Ruleset, option: str, name: str
) -> None:
    schema = schema_of(ruleset, option)
    validator = jsonschema_rs.Draft202012Validator(schema)
    refused = passed = 0
    for mutant in mutants(content(ruleset, option, name)):
        valid = validator.is_valid(mutant)
        ours = [*problems(Entry(mutant, "mutant"), schema)]
        assert valid == (not ours), mutant
        passed += valid
        refused += not valid
        if not valid and refused % 25 == 0:  # whole loaders are slow
            with pytest.raises(DataError) as raised:
                ruleset.bind({option: mutant}, {option: "mutant"})
            said = [raised.value, *raised.value.others]
            assert {one.entry for one in said} == {one.entry for one in ours}
    assert refused > 150
    assert passed > 10
