"""Words that no answer may have: they are those of the language and libraries the service is
written in, and say nothing to whoever asked."""

from __future__ import annotations

import re
from typing import Final

OF_PYTHON: Final = re.compile(
    r"index out of range|KeyError|IndexError|TypeError|ValueError|AttributeError|Error\b.*Error\("
    r"|invalid literal|NoneType|not iterable|not subscriptable|unhashable|has no attribute"
    r"|positional argument|keyword argument|unsupported operand|not supported between"
    r"|Traceback|<class|<function|object at 0x"
    r"|\bstr\b|\bdict\b|\btuple\b|(?<!-)\bNone\b(?!-)|\bTrue\b|\bFalse\b"
    r"|codec can't|too many values|not enough values|Incorrect padding|maximum recursion"
    r"|Not a valid|Missing data for required field|Unknown field|Invalid input type|Invalid value"
    r"|Field may not be null|Must be (one of|greater|less|equal)|Length must be|[Mm]arshmallow"
)


def words_of_python(answer: str) -> list[str]:
    """Those that an answer has, but for what it repeats in quotation marks of what was sent."""
    return [found[0] for found in OF_PYTHON.finditer(re.sub("'[^']*'", "''", answer))]
