"""What a text that others are shown may have in it: characters that can be seen, or join such.

A joiner of Persian or Malayalam, and what makes one emoji of several, is taken where Unicode gives
it a meaning. Anywhere else it would let two names look alike that are not.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Final

import idna
import yaml

NON_JOINER: Final = "\u200c"
JOINER: Final = "\u200d"
EMOJI_STYLE: Final = "\ufe0f"

UNSEEN: Final = (
    r"\u0000-\u001f\u007f-\u009f"  # controls
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f"
    r"\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb"  # without width or without ink
    r"\u2028\u2029"  # ends of lines and paragraphs
    r"\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"  # for private use, and no characters
)
"""Characters that no name may have, as ranges of a pattern."""
UNSEEN_BEYOND: Final = (
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""As `UNSEEN`, where not all languages write patterns alike: checked, but not in the schema."""
VISIBLE: Final = f"^[^{UNSEEN}]*[^{UNSEEN}\\s\u200c\u200d\ufe0f][^{UNSEEN}]*$"
"""Text with at least one character that can be seen, as a JSON Schema pattern.

Where joiners may stand, and which code points have a character, no pattern says.
"""
WITHOUT_A_CHARACTER: Final = {
    "Co": "which is for private use",
    "Cn": "which is no character of Unicode",
    "Cs": "which is half a character",
}
"""What is said of code points without a character that all know, by their category."""

_UNSEEN = re.compile(f"[{UNSEEN}{UNSEEN_BEYOND}]")
_JOINED_BEFORE_A_VIRAMA = re.compile("SINHALA LETTER .*|(BENGALI|KANNADA) LETTER RA")
"""Names of letters with which a joiner before a virama writes another form (The Unicode Standard,
chapters 12 and 13): Bengali ra with ya-phalaa, Kannada ra, touching letters of Sinhala."""
_VIRAMA: Final = 9
"""The canonical combining class of viramas."""


def _ranges(text: str) -> str:
    """Ranges of code points, `23F1-23F2 24C2`, as those of a pattern."""
    ends = (part.split("-") for part in text.split())
    return "".join(f"{chr(int(both[0], 16))}-{chr(int(both[-1], 16))}" for both in ends)


def _emoji() -> re.Pattern[str]:
    """What matches whole emoji: plain, styled, joined, keycaps, and flags of tags."""
    data = yaml.safe_load(Path(__file__).with_name("emoji.yaml").read_text("utf-8"))
    in_colour, as_text = _ranges(data["emoji"]["in_colour"]), _ranges(data["emoji"]["as_text"])
    skin = "[\U0001f3fb-\U0001f3ff]"
    one = f"(?:[{as_text}](?:{EMOJI_STYLE}|{skin})?|[{in_colour}]{skin}?)"
    tags = ["".join(chr(0xE0000 + ord(letter)) for letter in flag) for flag in data["flags"]]
    flag = f"\U0001f3f4(?:{'|'.join(tags)})\U000e007f"
    return re.compile(f"{flag}|[0-9#*]{EMOJI_STYLE}?\u20e3|{one}(?:{JOINER}{one})*")


_EMOJI = _emoji()


def refusal(text: str) -> str | None:
    """Why a text may not be shown to others, with the character and its name; None where it may."""
    character = first_unseen(text)
    if character is None:
        return None
    code = f"must not have U+{ord(character):04X}"
    because = WITHOUT_A_CHARACTER.get(unicodedata.category(character))
    if because is not None:
        return f"{code}, {because}"
    name = unicodedata.name(character, "control character").lower()
    if character in (NON_JOINER, JOINER, EMOJI_STYLE):
        return f"{code} ({name}) where it joins or styles nothing: it cannot be seen there"
    return f"{code} ({name}), which cannot be seen"


def first_unseen(text: str) -> str | None:
    """The first character of a text that cannot be seen, joins nothing, or is none."""
    if text.isascii():
        found = _UNSEEN.search(text)
        return None if found is None else found[0]
    in_emoji = {place for found in _EMOJI.finditer(text) for place in range(*found.span())}
    for place, character in enumerate(text):
        if place not in in_emoji and not _is_visible(text, place):
            return character
    return None


def _is_visible(text: str, place: int) -> bool:
    """Whether a character that is in no emoji can be seen, or changes how its neighbours look."""
    character = text[place]
    if character in (NON_JOINER, JOINER):
        return _joins(text, place)
    if character == EMOJI_STYLE or unicodedata.category(character) in WITHOUT_A_CHARACTER:
        return False
    return _UNSEEN.match(character) is None


def _joins(text: str, place: int) -> bool:
    """Whether a joiner stands where it has a meaning in its script.

    By the rules of RFC 5892 (A.1 and A.2), and those that UAX #31 (R1a) adds: a virama before it is
    that of a letter, a letter comes after a non-joiner, and no vowel sign after a joiner.
    """
    before, after = text[max(0, place - 2) : place], text[place + 1 : place + 3]
    if not before:
        return False
    if unicodedata.combining(before[-1]) == _VIRAMA and not _of_one_script(before):
        return False
    joiner = text[place] == JOINER
    if joiner and len(after) == 2 and unicodedata.combining(after[0]) == _VIRAMA:
        touching = _JOINED_BEFORE_A_VIRAMA.fullmatch(unicodedata.name(before[-1], ""))
        return touching is not None and unicodedata.category(after[1])[0] == "L"
    if joiner and "VOWEL SIGN" in unicodedata.name(after[:1] or " ", ""):
        return False
    if not joiner and unicodedata.category(after[:1] or " ")[0] not in "LM":
        return False
    with suppress(ValueError):  # what is before it has no name
        return idna.core.valid_contextj(text, place)
    return False


def _of_one_script(pair: str) -> bool:
    """Whether two characters there are belong together: names begin with that of the script."""
    scripts = [unicodedata.name(one, "").partition(" ")[0] for one in pair]
    return len(scripts) == 2 and scripts[0] == scripts[1]
