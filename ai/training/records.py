"""Records of sequential tests: one JSON file each, kept in the repository in `docs/arena/`."""

from __future__ import annotations

import datetime
import hashlib
import json
import re
import statistics
from dataclasses import asdict
from pathlib import Path
from typing import Any

from railhead.ai.training.agents import settings_of
from railhead.ai.training.arena import Arena, means_of, medians
from railhead.ai.training.releases import ROOT, ReleaseFailed, git
from railhead.ai.training.samples import interval
from railhead.ai.training.sprt import UNDECIDED, Question, Sprt, normalized_elo

RECORDS = ROOT / "docs" / "arena"
PLAYING = (".", ":(exclude)docs", ":(exclude)ai/strength/data")
"""What of a checkout says how its agents play, as paths that git understands."""


def sprt_of(arena: Arena, question: Question) -> Sprt:
    """The test of an arena's one pairing, from the samples played so far.

    They go in by their numbers, and behind one that is missing none does: were they taken as they
    end, short matches would count sooner than long ones.
    """
    first, second = arena.pairings[0]
    test = Sprt(question, arena.seats, arena.plan[0].strong)
    samples = arena.complete(first, second)
    for number in range(len(samples)):
        if number not in samples or test.verdict != UNDECIDED:
            break
        test.add(means_of([samples[number]])[0])
    return test


def record_of(arena: Arena, test: Sprt) -> dict[str, Any]:
    """What is recorded of a test. Only samples that it took in count."""
    match = arena.plan[0]
    names = match.first, match.second
    samples = arena.complete(*names)
    results = [result for number in range(len(test.samples)) for result in samples[number]]
    seconds = medians([result.turn_seconds for result in results])
    simulations = medians([result.turn_simulations for result in results])
    low, high = interval(test.samples)
    elo = normalized_elo(test.samples, match.seats, match.strong)
    return {
        "game": match.game,
        "rules": json.loads(match.key())[2],
        "options": dict(match.options),
        "seats": match.seats,
        "strong": match.strong,
        "budget": match.budget,
        "seed": match.seed,
        "agents": {
            side: {
                "agent": name,
                "settings": settings_of(name, match.game),
                "most_simulations": results[0].most_simulations[name] if results else None,
                "simulations_per_turn": simulations.get(name),
                "seconds_per_turn": round(seconds.get(name, 0.0), 4),
            }
            for side, name in zip(("first", "second"), names, strict=True)
        },
        "question": {
            **asdict(test.question),
            "lower": test.question.lower,
            "upper": test.question.upper,
        },
        "verdict": test.verdict,
        "llr": test.llr,
        "share": statistics.mean(test.samples) if test.samples else None,
        "low": low,
        "high": high,
        "normalized_elo": elo,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "commit": commit_here(),
        "samples": test.samples,
    }


def write_record(arena: Arena, test: Sprt, folder: Path = RECORDS) -> Path:
    """Write the record of a test; the same plan with the same agents has the same file."""
    match = arena.plan[0]
    asked = json.dumps([match.key(), asdict(test.question)])
    digest = hashlib.blake2b(asked.encode(), digest_size=4).hexdigest()
    names = [re.sub(r"[^A-Za-z0-9]+", "_", name)[:40] for name in (match.first, match.second)]
    file = folder / "-".join((match.game, str(match.seats), *names, f"{digest}.json"))
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(record_of(arena, test), indent=1) + "\n", encoding="utf-8")
    return file


def commit_here(checkout: Path = ROOT) -> str | None:
    """The commit of a checkout, `-dirty` where files differ that play; None outside of a clone.

    Documents and ladders do not play: a second ladder is of the same commit as the first.
    """
    try:
        commit = git(checkout, "rev-parse", "--short=12", "HEAD").decode().strip()
        changed = git(checkout, "status", "--porcelain", "--untracked-files=no", "--", *PLAYING)
    except ReleaseFailed:
        return None
    return f"{commit}-dirty" if changed.strip() else commit
