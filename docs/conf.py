"""How `make site` makes the pages of a checkout a site: Markdown as it stands, read by Sphinx.

The folder of sources is the whole checkout, so that links to its other files are held against
them, too; a link that leads nowhere is a warning, and warnings fail.
"""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "Railhead"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/**.md",
    "examples/veil/rules.md",
]
myst_heading_anchors = 3
html_theme = "furo"
html_title = project
html_copy_source = False
html_use_index = False

CONTENTS = """
```{toctree}
:hidden:
:glob:

docs/guides/README
docs/guides/*
docs/environments/README
docs/environments/*
docs/api
docs/api/*
docs/problems
docs/*
docs/adding-a-game/*
docs/operating/*
docs/rules/*
examples/veil/rules
docs/decisions/README
docs/decisions/*
docs/experiments/README
docs/experiments/*
CONTRIBUTING
CHANGELOG
```
"""
"""The menu of the site, which has every page."""


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """Give the entrance the menu, which would be in the way elsewhere."""
    if page == root_doc:
        source[0] += CONTENTS


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    for language in ("acl", "mermaid"):  # access lists of Redis and diagrams, which no lexer knows
        app.add_lexer(language, TextLexer)
    app.connect("source-read", add_contents)
