"""The results of a run, on file after every match, so that a run can be taken up again."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from railhead.agents.harness.plan import Planned
from railhead.agents.harness.playing import Record

FORMAT: Final = 1


class OtherResults(Exception):
    """The file has results of something else; the message says of what."""


class Results:
    """The records at `path`, of an agent with settings that `about` describes.

    Raises `OtherResults` where the file has others.
    """

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.path = path
        self.about = dict(about)
        self.records: list[Record] = []
        if path.exists():
            self._load()

    def missing(self, plan: list[Planned]) -> list[Planned]:
        """What of a plan is not on file; a match that failed is to be played again."""
        done = {(one.game, one.level, one.seats, one.seat, one.seed) for one in self.records}
        return [
            one for one in plan if (one.game, one.level, one.seats, one.seat, one.seed) not in done
        ]

    def add(self, record: Record) -> None:
        """Put a record on file, in one step."""
        self.records.append(record)
        document = {
            "format": FORMAT,
            **self.about,
            "matches": [asdict(one) for one in self.records],
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        aside = self.path.with_name(f".{self.path.name}.new")
        aside.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        os.replace(aside, self.path)

    def _load(self) -> None:
        try:
            document = json.loads(self.path.read_text(encoding="utf-8"))
            found = {name: document[name] for name in self.about}
            records = [Record(**one) for one in document["matches"]]
        except (ValueError, KeyError, TypeError) as error:
            raise OtherResults(f"{self.path} has no results of this form: name another") from error
        for name, value in self.about.items():
            if found[name] != value:
                raise OtherResults(
                    f"{self.path} has results with {name} {json.dumps(found[name])}, not "
                    f"{json.dumps(value)}: name another file with --results"
                )
        self.records = [one for one in records if one.status != "failed"]
