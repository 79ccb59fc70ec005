"""How `view_schema.yaml` is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.games.data import DataError
from railhead.games.view_schema import Schema, view_schemas


def read(folder: Path, text: str) -> dict[str, Schema]:
    (folder / "view_schema.yaml").write_text(text, encoding="utf-8")
    return view_schemas(folder, "Chess")


def member(folder: Path, kind: str) -> Schema:
    """The schema of a key of this type, without its sentence."""
    read_so = read(folder, f'View:\n  key: ["{kind}", "What it says."]\nPiece: [king, pawn]\n')
    schema = read_so["ChessView"]["properties"]["key"]
    assert schema.pop("description") == "What it says."
    found: Schema = schema
    return found


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        ("integer", {"type": "integer"}),
        ("text?", {"type": ["string", "null"]}),
        ("boolean[]", {"type": "array", "items": {"type": "boolean"}}),
        ("integer[]?", {"type": ["array", "null"], "items": {"type": "integer"}}),
        ("text?[]", {"type": "array", "items": {"type": ["string", "null"]}}),
        ("number{}", {"type": "object", "additionalProperties": {"type": "number"}}),
        ("Piece", {"$ref": "#/components/schemas/ChessViewPiece"}),
        ("Piece?", {"anyOf": [{"$ref": "#/components/schemas/ChessViewPiece"}, {"type": "null"}]}),
    ],
)
def test_types_are_written_shortly(tmp_path: Path, kind: str, schema: Schema) -> None:
    assert member(tmp_path, kind) == schema


def test_a_list_is_what_a_text_can_be(tmp_path: Path) -> None:
    found = read(tmp_path, 'View:\n  a: [Piece, "One."]\nPiece: [king, pawn]\n')
    assert found["ChessViewPiece"] == {"type": "string", "enum": ["king", "pawn"]}


def test_a_key_may_be_there_by_some_options_only(tmp_path: Path) -> None:
    found = read(tmp_path, 'View:\n  a: [integer, "One."]\n  b?: [integer, "Another."]\n')
    assert found["ChessView"]["required"] == ["a"]
    assert [*found["ChessView"]["properties"]] == ["a", "b"]


def test_an_unknown_type_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"View\.key\[0\].*'Bishop', neither a type nor an entry"):
        member(tmp_path, "Bishop[]")


def test_a_game_without_a_file_has_no_schemas(tmp_path: Path) -> None:
    assert view_schemas(tmp_path, "Chess") == {}
