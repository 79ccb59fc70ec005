"""The match on a whole screen, which is redrawn in place and follows what happens."""

from __future__ import annotations

import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, has_completions
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Dimension,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from rich.cells import cell_len, set_cell_size
from rich.table import Table
from rich.text import Text

from railhead.service.commands.play.fragments import Line, join_lines, lines_of, widest
from railhead.service.commands.play.sitting import Sitting
from railhead.words.choices import Row, truncate_text

KEYS = (
    "? help · Tab completes · PgUp/PgDn · t table · h hint · q leave",
    "? help · t table · q leave",
)
"""What to know at every moment, on a wide and on a narrow screen."""
MESSAGE_LINES = 3
ESCAPE_SECONDS = 0.2
"""How long after Escape a key counts as typed together with it, as a terminal sends arrows."""
PAN = 8
"""Columns that a wide table moves at once."""


@dataclass
class Sheet:
    """What is on the screen, part by part from the top; each part as its lines."""

    heading: list[Line] = field(default_factory=list)
    table: list[Line] = field(default_factory=list)
    news: list[Line] = field(default_factory=list)
    menu: list[Line] = field(default_factory=list)
    message: list[Line] = field(default_factory=list)
    keys: list[Line] = field(default_factory=list)


class NotationCompleter(Completer):
    """Completes the notation of legal actions, a parameter at a time."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What may come after what is typed."""
        typed = document.text_before_cursor.lstrip()
        for text, meaning in self.sitting.choices.completions(typed):
            yield Completion(text, start_position=-len(typed), display_meta=meaning)


class Screen:
    """The match of a sitting on the whole terminal, until its player leaves."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.sheet = Sheet()
        self.top = self.left = 0
        self.chosen: int | None = None
        self.shown: object = None
        self.jobs: queue.SimpleQueue[str | Row] = queue.SimpleQueue()
        self.line = Buffer(
            multiline=False,
            completer=NotationCompleter(sitting),
            accept_handler=self._accept,
            on_text_changed=lambda _: self._forget(),
        )
        self.app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._bindings(),
            full_screen=True,
            refresh_interval=1 if sitting.match["clock"] else None,
            before_render=lambda _: self.arrange(),
        )
        self.app.ttimeoutlen = self.app.timeoutlen = ESCAPE_SECONDS

    def run(self) -> None:
        """Show the match and take what is typed; raises what ended it, such as `Refused`."""
        self.sitting.changed = self.app.invalidate
        self.app.run(pre_run=self._start)

    def _start(self) -> None:
        loop = self.app.loop
        assert loop is not None, "the application runs"
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._leave)
        for work in (self._take_lines, self._follow):
            threading.Thread(target=self._run_guarded, args=(work,), daemon=True).start()

    def _run_guarded(self, work: Callable[[], None]) -> None:
        """Run a thread's work; what it raises ends the application."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - raised again where the application was run
            self._leave(error)

    def _take_lines(self) -> None:
        while not self.sitting.left:
            job = self.jobs.get()
            if isinstance(job, Row):
                self.sitting.choose(job)
            else:
                self.sitting.enter(job)
        self._leave()

    def _follow(self) -> None:
        client = self.sitting.client.twin()
        while not self.sitting.left and not self.sitting.over:
            self.sitting.wait(client)

    def _leave(self, error: Exception | None = None) -> None:
        def leave() -> None:
            if not self.app.is_done:
                self.app.exit(exception=error) if error is not None else self.app.exit()

        if self.app.loop is not None and not self.app.loop.is_closed():
            self.app.loop.call_soon_threadsafe(leave)

    def _forget(self) -> None:
        self.chosen = None

    def _accept(self, line: Buffer) -> bool:
        rows = self.sitting.rows(line.text)
        if not line.text.strip() and self.chosen is not None and self.chosen < len(rows):
            self.jobs.put(rows[self.chosen])
        else:
            self.jobs.put(line.text)
        self._forget()
        return False

    def _layout(self) -> Layout:
        def part(name: str, style: str = "") -> Window:
            def content() -> StyleAndTextTuples:
                return join_lines(getattr(self.sheet, name))

            def height() -> Dimension:
                return Dimension.exact(len(getattr(self.sheet, name)))

            return Window(FormattedTextControl(content), height=height, style=style)

        prompt = BeforeInput(lambda: f"{truncate_text(self.sitting.choices.path, 20)}> ")
        entry = Window(BufferControl(self.line, input_processors=[prompt]), height=1)
        column = HSplit(
            [
                part("heading", "reverse"),
                part("table"),
                part("news"),
                part("menu"),
                part("message", "bold"),
                entry,
                part("keys", "dim"),
            ]
        )
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        return Layout(FloatContainer(column, [menu]), focused_element=entry)

    def arrange(self) -> None:
        """Divide the screen among its parts, by what there is to show and room for."""
        size = self.app.output.get_size()
        rows, width = size.rows, max(size.columns, 1)
        sitting, typed = self.sitting, self.line.text.strip()
        with sitting.lock:
            content = sitting.table() if sitting.page is None else sitting.page.content
            title = sitting.heading() if sitting.page is None else sitting.page.title
            seen = (sitting.page, sitting.past, sitting.table_alone)
            alone = sitting.is_covered and not typed
            menu = [] if alone else sitting.rows(self.line.text)
            news = [] if alone else sitting.news()
            pause, message = sitting.pause, sitting.message or self._count(menu)
        if seen != self.shown:
            from_end = sitting.page is not None and sitting.page.from_end
            self.shown, self.top, self.left = seen, sys.maxsize if from_end else 0, 0
        sheet = Sheet()
        sheet.message = lines_of(Text(message), width)[:MESSAGE_LINES] if message else []
        sheet.keys = [[("", KEYS[len(KEYS[0]) > width][:width])]] if rows > 10 else []
        room = max(rows - 2 - len(sheet.message) - len(sheet.keys), 0)
        told = [line for text in news for line in lines_of(text, width)]
        sheet.news = last_lines(told, max(3, room // 5) if room > 12 else 0)
        room -= len(sheet.news)
        sheet.menu = self._menu_lines(menu, width, max(room * 9 // 20, min(room, 5)))
        room -= len(sheet.menu)
        self.left = max(0, min(self.left, widest(content) - width))
        drawn = lines_of(content, width, self.left)
        self.top = max(0, min(self.top, len(drawn) - room))
        sheet.table = drawn[self.top : self.top + room]
        sheet.table += [[]] * (room - len(sheet.table))
        sheet.heading = [headline(pause or title, self.top, room, len(drawn), width)]
        self.sheet = sheet

    def _count(self, menu: list[Row]) -> str:
        if self.sitting.is_covered and not self.line.text:
            return "Enter goes back to your choices." if self.sitting.to_act else "Enter goes back."
        number = sum(len(row.actions) for row in menu)
        if not number or not (self.sitting.choices.steps or self.line.text.strip()):
            return ""
        if len(menu) == 1 and menu[0].single and not self.line.text:
            return "Enter takes it, < goes back."
        return f"{number} of {len(self.sitting.choices.all)} choices left; < goes back."

    def _menu_lines(self, menu: list[Row], width: int, most: int) -> list[Line]:
        """As many lines of the menu as there is room for, the chosen one among them."""
        found: list[Line] = []
        start = end = 0
        for number, row in enumerate(menu):
            if number == self.chosen:
                start = len(found)
            found += menu_line(number, row, width, number == self.chosen)
            if number == self.chosen:
                end = len(found)
        if len(found) <= most:
            return found
        first = max(0, min(end - most + 1, start))
        shown = found[first : first + max(most - 1, 0)]
        more = len(found) - first - len(shown)
        note = f"   … {more} more lines: Down, or type a word" if more else ""
        return [*shown, [("dim", note[:width])]]

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        self._bind_control(keys)
        self._bind_motion(keys)
        return keys

    def _bind_control(self, keys: KeyBindings) -> None:
        """Keys that leave, take back, and concern the terminal."""

        @keys.add("c-c")
        @keys.add("c-q")
        @keys.add("c-d", filter=Condition(lambda: not self.line.text))
        def _(event: KeyPressEvent) -> None:
            self._leave()

        @keys.add("escape")
        def _(event: KeyPressEvent) -> None:
            if self.line.text:
                self.line.reset()
            else:
                self.jobs.put("/<")

        @keys.add("c-l")
        def _(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        @keys.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

    def _bind_motion(self, keys: KeyBindings) -> None:
        """Keys that move through the menu and over the table."""
        empty = Condition(lambda: not self.line.text)

        @keys.add("up", filter=~has_completions)
        def _(event: KeyPressEvent) -> None:
            self._choose(-1)

        @keys.add("down", filter=~has_completions)
        def _(event: KeyPressEvent) -> None:
            self._choose(1)

        @keys.add("pageup")
        def _(event: KeyPressEvent) -> None:
            self.top -= max(len(self.sheet.table) - 1, 1)

        @keys.add("pagedown")
        def _(event: KeyPressEvent) -> None:
            self.top += max(len(self.sheet.table) - 1, 1)

        @keys.add("left", filter=empty)
        def _(event: KeyPressEvent) -> None:
            self.left -= PAN

        @keys.add("right", filter=empty)
        def _(event: KeyPressEvent) -> None:
            self.left += PAN

    def _choose(self, step: int) -> None:
        rows = len(self.sitting.rows(self.line.text))
        if not rows:
            self.chosen = None
        elif self.chosen is None:
            self.chosen = 0 if step > 0 else rows - 1
        else:
            self.chosen = max(0, min(self.chosen + step, rows - 1))


def menu_line(number: int, row: Row, width: int, chosen: bool) -> list[Line]:
    """A line of the menu: its number, what it does, and its notation."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=3, justify="right")
    grid.add_column()
    text = Text(row.label) + Text(f"  {row.notation}", style="dim")
    grid.add_row(Text(f"{number + 1}", style="bold"), text)
    lines = lines_of(grid, width)
    if chosen:
        return [[(f"{style} reverse", text) for style, text, *_ in line] for line in lines]
    return lines


def headline(title: str, top: int, room: int, lines: int, width: int) -> Line:
    """The topmost line: the title, and which lines of the table are shown where not all are."""
    place = f" {top + 1}-{top + room} of {lines}" if lines > room > 0 else ""
    if cell_len(title) + len(place) > width:
        place = ""
    title = set_cell_size(title, max(width - len(place), 0))
    return [("", title + place)]


def last_lines(lines: list[Line], most: int) -> list[Line]:
    """The last of what happened, with a word of what there is no room for."""
    if len(lines) <= most:
        return lines
    if not most:
        return []
    note = f"     … {len(lines) - most + 1} lines more: l shows the log"
    return [[("dim", note)], *lines[len(lines) - most + 1 :]]
