"""What follows from the contract, and the client that waits, are as they would be made now."""

from __future__ import annotations

import pytest
import yaml

from clients.python.files import CLIENT, ROOT, files


@pytest.mark.full
def test_the_generated_files_are_fresh() -> None:
    made = files()
    stale = [path for path, text in made.items() if path.read_text(encoding="utf-8") != text]
    assert not stale, "run `make openapi`"
    waiting = {path for path in made if path.parent.name == "synchronous"}
    assert {*(CLIENT / "synchronous").glob("*.py")} == waiting


def test_the_types_for_typescript_have_every_operation_and_schema() -> None:
    """That they are the same word for word is seen by `make clients`, which has node."""
    contract = yaml.load((ROOT / "openapi.yaml").read_text("utf-8"), yaml.CSafeLoader)
    types = (ROOT / "clients" / "typescript" / "src" / "contract.ts").read_text("utf-8")
    operations = [
        one["operationId"] for path in contract["paths"].values() for one in path.values()
    ]
    for name in (*operations, *contract["components"]["schemas"]):
        assert f" {name}: " in types, "run `make clients`, then `make openapi`"
