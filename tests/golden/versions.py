"""What a version of the rules means: digests of a game's data, of its rules' sources, of its play.

`versions.yaml` has them for each game, with the version they were taken at. Whoever changes what a
data file says to the rules, or how they play, changes the version too, so that a match that was
begun before is refused instead of going on by other rules. Rewriting sources that play the same
needs no new version: `python -m tests.golden` records them, and refuses where data or play differ.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson
import yaml

from railhead.games.data import GAMES_FOLDER, read
from railhead.games.game import OVER, Ruleset
from railhead.games.random import Random
from railhead.games.registry import shipped_rulesets
from tests.conformance.walks import Case, cases, choices_at

RECORD = Path(__file__).with_name("versions.yaml")
WORDS = {
    "__init__",
    "census",
    "effect_texts",
    "help_texts",
    "picture",
    "refusals",
    "ruleset",
}
WORDS |= {"building_words", "icons"}
WORDS |= {"building_reference", "card_reference", "reference", "tokens", "view", "wording"}
"""Files that say or show what the rules do; a match goes on the same whatever they say."""
SHARED = ("action_buffer", "game", "options", "packing", "random", "vocabulary")
SEED = 6


def digest_of(parts: Iterator[bytes]) -> str:
    """One digest over all parts."""
    whole = hashlib.blake2b(digest_size=16)
    for part in parts:
        whole.update(hashlib.blake2b(part, digest_size=16).digest())
    return whole.hexdigest()


def fixed_data(ruleset: Ruleset) -> Iterator[bytes]:
    """The content of the files that are not stored with matches, but for their sources.

    Then what the options put into which cell.
    """
    for path in sorted((ruleset.folder / "data").glob("*.yaml")):
        yield orjson.dumps(_without_sources(read(path)), option=orjson.OPT_SORT_KEYS)
    for option in ruleset.options:
        choices = getattr(option, "choices", None)
        yield orjson.dumps([option.name, getattr(option, "cell", None), choices])


def _without_sources(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _without_sources(one) for key, one in value.items()}
        return {key: one for key, one in kept.items() if key not in ("source", "confidence")}
    return [_without_sources(one) for one in value] if isinstance(value, list) else value


def rules_sources(ruleset: Ruleset) -> Iterator[bytes]:
    """The syntax of every file that decides how a match goes on, without its docstrings."""
    own = [path for path in sorted(ruleset.folder.rglob("*.py")) if not _tells(path.stem)]
    for path in [*(GAMES_FOLDER / f"{name}.py" for name in SHARED), *own]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield ast.dump(_without_docstrings(tree)).encode()


def _tells(stem: str) -> bool:
    """Whether a file of this name only says or shows what the rules do."""
    return stem in WORDS or stem.endswith("_picture")


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined] # what has a list as its body takes one
                one
                for one in body
                if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
            ]
    return tree


def play(ruleset: Ruleset) -> Iterator[bytes]:
    """The saved positions and legal actions of a random match of every case of the suite."""
    for case in cases(ruleset):
        yield from _match(case)


def _match(case: Case) -> Iterator[bytes]:
    random = Random(SEED, 31)
    state = case.opening(SEED)
    notation = state.game.vocabulary.notation
    while state.actor() != OVER:
        choices = choices_at(state)
        shown = [[notation(action) for action in offered] for offered in choices.values()]
        # The version itself is the second byte of a saved position.
        yield state.save()[2:] + orjson.dumps(shown)
        actor = list(choices)[int(random.below(len(choices)))]
        state.apply(actor, choices[actor][int(random.below(len(choices[actor])))])
    yield state.save()[2:] + orjson.dumps([state.scores(), state.ranking()])


def meaning(ruleset: Ruleset) -> dict[str, Any]:
    """What the present version of a game means."""
    return {
        "version": ruleset.version,
        "data": digest_of(fixed_data(ruleset)),
        "play": digest_of(play(ruleset)),
        "sources": digest_of(rules_sources(ruleset)),
    }


def recorded() -> dict[str, dict[str, Any]]:
    """What was recorded, by game."""
    found: dict[str, dict[str, Any]] = yaml.safe_load(RECORD.read_text(encoding="utf-8"))
    return found


def forgotten(before: dict[str, Any] | None, now: dict[str, Any]) -> list[str]:
    """What changed although the version did not, but for sources that play the same."""
    if before is None or before["version"] != now["version"]:
        return []
    return [part for part in ("data", "play") if before[part] != now[part]]


def record(rulesets: Mapping[str, Ruleset], unplayed: bool = False) -> str:
    """The record of what the present versions of these games mean; that of others stays.

    Raises `SystemExit` for a game whose data or play changed without a new version, unless nobody
    has played it.
    """
    before = recorded() if RECORD.exists() else {}
    now = {name: meaning(ruleset) for name, ruleset in rulesets.items()}
    for name, one in now.items():
        changed = [] if unplayed else forgotten(before.get(name), one)
        if changed:
            raise SystemExit(
                f"{name}: {' and '.join(changed)} changed; give its ruleset a new version, since "
                "matches that were begun before would go on by other rules (or, where nobody has "
                "begun any, say --unplayed)"
            )
    kept = {name: one for name, one in before.items() if name in shipped_rulesets()}
    return yaml.safe_dump({**kept, **now}, sort_keys=True)
