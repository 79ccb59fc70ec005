"""The asynchronous client without `async`: the same, line by line, for those who wait."""

from __future__ import annotations

import re

NOTE = "# Made of railhead/client/asynchronous by `make openapi`: change it there.\n"
REPLACEMENTS = (
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(\w+)", r"\1"),
    (r"\bAwaitable\[(\w+)\]", r"\1"),
    (r"\bfrom collections.abc import Awaitable, ", "from collections.abc import "),
    (r"\basyncio\b", "time"),
    (r"\b(a)(close|read|iter_bytes)\(", r"\2("),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
    (r"\basynchronous\b", "synchronous"),
)


def module(source: str) -> str:
    """The source of a module that waits, of one that is asynchronous."""
    for pattern, instead in REPLACEMENTS:
        source = re.sub(pattern, instead, source)
    return NOTE + source
