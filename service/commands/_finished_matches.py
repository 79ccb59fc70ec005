"""The public finished matches of a service, to look for puzzles in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import requests

from railhead.ai.puzzles import Puzzle
from railhead.ai.training import puzzle_generator
from railhead.ai.training.puzzle_generator import PuzzleCriteria, PuzzleGenerator
from railhead.games.options import InvalidOption, complete
from railhead.games.registry import Catalogue, rulesets
from railhead.service.history.document_replay import decisions_of

PAGE: Final = 100
PATIENCE_SECONDS: Final = 30


class NoService(RuntimeError):
    """A service does not answer as one; the message says which."""


@dataclass(frozen=True)
class FinishedMatch:
    """A match to be looked at; `most` of its puzzles are kept, and lie in `file`."""

    url: str
    match: str
    game: str
    most: int
    criteria: PuzzleCriteria
    file: Path


def finished_matches(
    url: str, game: str, most: int, criteria: PuzzleCriteria, folder: Path
) -> Iterator[FinishedMatch]:
    """The matches of a game, the newest first. Raises `NoService`."""
    url = url.rstrip("/")
    query = {"game": game, "status": "over", "limit": str(PAGE)}
    while True:
        page = _read(f"{url}/v1/matches", query)
        for row in page["matches"]:
            yield FinishedMatch(url, row["id"], game, most, criteria, folder / f"{row['id']}.json")
        if page["cursor"] is None:
            return
        query["cursor"] = page["cursor"]


def search_finished(job: FinishedMatch) -> FinishedMatch:
    """Put the puzzles of a match on file: none of one that cannot be read, or replayed here."""
    puzzle_generator.write(_puzzles(job), job.file)
    return job


def _puzzles(job: FinishedMatch) -> list[Puzzle]:
    try:
        document = _read(f"{job.url}/v1/matches/{job.match}/export", {})
        options = complete(rulesets()[job.game].options, document["options"])
        generator = PuzzleGenerator(job.game, options, job.criteria)
        return generator.puzzles(decisions_of(document, Catalogue()), job.most)
    except (NoService, InvalidOption, ValueError, LookupError):
        return []


def _read(url: str, query: Mapping[str, str]) -> Any:
    try:
        answer = requests.get(url, params=query, timeout=PATIENCE_SECONDS)
        answer.raise_for_status()
        return answer.json()
    except requests.RequestException as error:
        raise NoService(f"{url} does not answer as it should: {error}") from error
