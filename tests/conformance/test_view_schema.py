"""Views of random matches are what `view_schema.yaml` says, and it says nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

import orjson
import pytest

from railhead.games.game import SPECTATOR, Ruleset
from railhead.games.view_schema import ROOT, Schema, view_schemas
from tests.conformance.test_conformance import CASES, RULESETS
from tests.conformance.walks import walk

KINDS: dict[str, type] = {
    "object": dict,
    "array": list,
    "string": str,
    "null": type(None),
    "boolean": bool,
}
MANY, FEW = 60, 12
"""How many moments of a match are looked at: with the default options, and with others."""
MATCHES = 60
"""Further matches for what has not occurred by then."""
PLAYED = {name: [case for case in CASES if case.game.ruleset.id == name] for name in RULESETS}


class Reader:
    """Holds values against the schemas of one game, and counts what of them occurs."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.schemas = view_schemas(ruleset.folder, "")
        self.met: Counter[str] = Counter()

    def read(self, view: dict[str, Any]) -> None:
        self._hold(view, self.schemas[ROOT], ROOT)

    def _hold(self, value: Any, schema: Schema, where: str) -> None:
        """Fail unless `value` is just what the schema says; `where` is its place in it."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            self._hold(value, self.schemas[name], name)
            return
        kinds = schema.get("type")
        if kinds is None:
            kinds = ["null"]
            if value is not None:
                (schema,) = (one for one in schema["anyOf"] if one.get("type") != "null")
                self.met[f"{where}: a value"] += 1
                self._hold(value, schema, where)
                return
        kind = kind_of(value)
        assert kind in kinds, f"{where} is {value!r}, not {kinds}"
        if isinstance(kinds, list):
            self.met[f"{where}: {'null' if value is None else 'a value'}"] += 1
        if kind == "array":
            for one in value:
                self._hold(one, schema["items"], f"{where}[]")
        elif kind == "object":
            self._hold_object(value, schema, where)
        elif "enum" in schema:
            assert value in schema["enum"], f"{where} is {value!r}"

    def _hold_object(self, value: dict[str, Any], schema: Schema, where: str) -> None:
        if "properties" not in schema:
            for one in value.values():
                self._hold(one, schema["additionalProperties"], f"{where}{{}}")
            return
        unknown = value.keys() - schema["properties"].keys()
        missing = {*schema["required"]} - value.keys()
        assert not unknown, f"{where} has {unknown}, which the schema does not know"
        assert not missing, f"{where} lacks {missing}"
        for key in schema["properties"].keys() - {*schema["required"]}:
            self.met[f"{where}.{key}: {'there' if key in value else 'left out'}"] += 1
        for key, one in value.items():
            self._hold(one, schema["properties"][key], f"{where}.{key}")
        self.met[where] += 1

    def never(self) -> list[str]:
        """What the schemas say and no view had."""
        wanted: list[str] = []
        for name, schema in self.schemas.items():
            wanted += [name] if "properties" in schema else []
            for key, one in schema.get("properties", {}).items():
                place = f"{name}.{key}"
                if "anyOf" in one or isinstance(one.get("type"), list):
                    wanted += [f"{place}: null", f"{place}: a value"]
                if key not in schema["required"]:
                    wanted += [f"{place}: there", f"{place}: left out"]
        return [one for one in wanted if not self.met[one]]


def kind_of(value: Any) -> str:
    """What JSON Schema calls the type of a value."""
    if isinstance(value, int) and not isinstance(value, bool):
        return "integer"
    (kind,) = (name for name, one in KINDS.items() if isinstance(value, one))
    return kind


@pytest.mark.sampled
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_views_are_what_the_schema_says_and_all_of_it_occurs(ruleset: Ruleset) -> None:
    reader = Reader(ruleset)
    for number, case in enumerate(PLAYED[ruleset.id]):
        moments = list(walk(case, 500 + number))
        apart = len(moments) // (FEW if case.changed else MANY) + 1
        for turn, moment in enumerate([*moments[number % apart :: apart], moments[-1]]):
            viewers = moment.viewers()
            viewer = viewers[turn % len(viewers)]
            reader.read(orjson.loads(orjson.dumps(moment.state.view(viewer))))
    for seed in range(600, 600 + MATCHES):  # what is rare is there at the end of some match
        if reader.never():
            *_, last = walk(PLAYED[ruleset.id][0], seed)
            reader.read(orjson.loads(orjson.dumps(last.state.view(SPECTATOR))))
    assert reader.never() == []


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_key_is_described(ruleset: Ruleset) -> None:
    schemas = view_schemas(ruleset.folder, "Some")
    assert next(iter(schemas)) == "SomeView"
    for name, schema in schemas.items():
        for key, one in schema.get("properties", {}).items():
            assert one["description"].endswith("."), f"{name}.{key}"
