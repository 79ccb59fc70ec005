"""A small SVG writer for the pictures of tables: shapes in order, text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


class Drawing:
    """An SVG document of a fixed size in pixels; later shapes lie over earlier ones."""

    def __init__(self, width: float, height: float, background: str) -> None:
        self.width = width
        self.height = height
        self._parts: list[str] = []
        self.rect(0, 0, width, height, background)

    def add(self, tag: str, **attributes: object) -> None:
        """One element; `stroke_width` is written `stroke-width`."""
        written = " ".join(
            f'{name.replace("_", "-")}="{escape(_text(value))}"'
            for name, value in attributes.items()
        )
        self._parts.append(f"<{tag} {written}/>")

    def rect(self, x: float, y: float, w: float, h: float, fill: str, **attributes: object) -> None:
        """A rectangle from its upper left corner."""
        self.add("rect", x=x, y=y, width=w, height=h, fill=fill, **attributes)

    def circle(self, x: float, y: float, r: float, fill: str, **attributes: object) -> None:
        """A circle around a point."""
        self.add("circle", cx=x, cy=y, r=r, fill=fill, **attributes)

    def polygon(
        self, points: Sequence[tuple[float, float]], fill: str, **attributes: object
    ) -> None:
        """A closed polygon."""
        written = " ".join(f"{_text(x)},{_text(y)}" for x, y in points)
        self.add("polygon", points=written, fill=fill, **attributes)

    def path(self, shape: str, x: float, y: float, scale: float, **attributes: object) -> None:
        """A path drawn around its own origin, moved to a point and scaled."""
        place = f"translate({_text(x)} {_text(y)}) scale({_text(scale)})"
        self.add("path", d=shape, transform=place, **attributes)

    def text(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        anchor: str = "start",
        fill: str = "#3b2a1a",
        weight: str = "normal",
    ) -> None:
        """A line of text with its baseline at y."""
        self._parts.append(
            f'<text x="{_text(x)}" y="{_text(y)}" font-size="{_text(size)}" fill="{fill}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{escape(content)}</text>'
        )

    def caption(self, sentences: Sequence[str], y: float, width: int = 190) -> None:
        """Legend and notices in lines of at most `width` characters, the first one at y."""
        lines = [line for sentence in sentences for line in wrapped(sentence, width)]
        for index, line in enumerate(lines):
            self.text(24, y + 17 * index, line, 13, fill="#6d5c41")

    def document(self) -> str:
        """The finished SVG."""
        size = f'width="{_text(self.width)}" height="{_text(self.height)}"'
        box = f'viewBox="0 0 {_text(self.width)} {_text(self.height)}"'
        font = 'font-family="Verdana, DejaVu Sans, sans-serif"'
        body = "\n".join(self._parts)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} {font}>\n{body}\n</svg>\n'


def _text(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def wrapped(content: str, width: int) -> list[str]:
    """The text in lines of at most `width` characters, broken between words."""
    lines = [""]
    for word in content.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines
