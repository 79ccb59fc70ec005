"""The problem types of the service as exceptions, one each."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from railhead.service.errors import Problem

HEAD = '''"""Every problem type as an exception of its own, named as its type is."""

from __future__ import annotations

from typing import Final

from railhead.client.errors import Problem
'''
TAIL = """BY_SLUG: Final = {kind.slug: kind for kind in Problem.__subclasses__()}
\"\"\"The exceptions by the end of their `type`.\"\"\"
"""


def class_name(slug: str) -> str:
    """What the exception for a problem type is called: `MatchOver` for `match-over`."""
    return "".join(part.title() for part in slug.split("-"))


def module(problems: Mapping[str, type[Problem]]) -> str:
    """The source of the module with an exception for each type, by slug."""
    parts = [HEAD, *(_exception(slug, kind) for slug, kind in problems.items())]
    return "\n\n".join([*parts, TAIL])


def _exception(slug: str, kind: type[Problem]) -> str:
    meaning = " ".join((kind.__doc__ or "").split())
    rest = f"Status {kind.status}. {meaning} {kind.fix}"
    text = textwrap.indent(textwrap.fill(rest, 92), "    ").lstrip()
    return (
        f'class {class_name(slug)}(Problem):\n    """{kind.title}.\n\n    {text}\n    """\n\n'
        f"    slug = {slug!r}"
    )
