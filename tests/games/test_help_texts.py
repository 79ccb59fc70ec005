"""The help of every action type says what it does and what it costs or brings."""

from __future__ import annotations

import re
from typing import Final

import pytest

from railhead.games.registry import shipped_rulesets
from railhead.games.vocabulary import ActionType

FEWEST_NEW_WORDS: Final = 6
LONGEST: Final = 240
MOST_SENTENCES: Final = 2
SMALL: Final = re.compile(
    "a|an|and|any|as|at|be|by|do|for|from|in|into|is|it|its|no|not|of|on|one|or|own|so|than|that|"
    "the|then|there|this|to|what|where|which|with|you|your"
)
"""Words that say nothing by themselves."""
GENERAL: Final = "action choose end make move part perform phase take turn use"
"""Words that say nothing of one action that they do not say of others."""
KINDS: Final = [
    pytest.param(kind, id=f"{game}-{kind.name}")
    for game, ruleset in shipped_rulesets().items()
    for kind in ruleset.vocabulary.types
]


def stems(text: str) -> set[str]:
    """The words of a text that say something, without the endings of verbs and plurals."""
    words = re.findall(r"[a-z]+", text.lower().replace("_", " "))
    return {re.sub(r"(ing|ed|es|s|e)$", "", word) for word in words if not SMALL.fullmatch(word)}


def faults(kind: ActionType) -> list[str]:
    """Why a help does not help."""
    known = stems(f"{kind.name} {GENERAL} " + re.sub(r"\{\w+\}", " ", kind.label))
    found = []
    if len(stems(kind.help) - known) < FEWEST_NEW_WORDS:
        found.append("it says no more than the name")
    if len(kind.help) > LONGEST or len(re.findall(r"[.:;] ", kind.help + " ")) > MOST_SENTENCES + 1:
        found.append("it is too long")
    if not kind.help.endswith("."):
        found.append("it is no sentence")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_help_says_more_than_the_name(kind: ActionType) -> None:
    assert faults(kind) == [], kind.help


@pytest.mark.parametrize(
    ("name", "label", "help_text"),
    [
        ("hire", "Hire a {worker}", "The action Hire."),
        ("engine", "Move the engine to {space}", "Move the engine."),
        ("done", "{text}", "End this part of the turn."),
        ("discard", "Discard {card}", "Discards the card."),
        ("bid", "Bid {amount}", ""),
    ],
)
def test_a_help_that_repeats_the_name_is_found(name: str, label: str, help_text: str) -> None:
    assert "it says no more than the name" in faults(ActionType(0, name, label, (), help_text))
