"""Run as `make examples`: tells the story and writes what was said as examples of the contract."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson

from tests.http.api import Api
from tests.recording.stage import stage
from tests.recording.story import told
from tests.recording.telling import Examples, Telling

WRITTEN: Final = Path("service/contract/examples.json")


def recording() -> Examples:
    """The examples as a service gives them now."""
    with stage() as where:
        telling = Telling(Api(where.address))
        told(telling, where)
        return telling.examples()


def main() -> None:
    """Write them."""
    WRITTEN.write_bytes(orjson.dumps(recording(), option=orjson.OPT_INDENT_2) + b"\n")


if __name__ == "__main__":
    main()
