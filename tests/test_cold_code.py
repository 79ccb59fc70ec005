"""What is compiled without effort: by name, whole, and nothing else of the file touched."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from build_support.cold_code import write_marked

SOURCE = """\
#include <stddef.h>
static int table[] = {1, 2};
char CPyDef_game___rules___play(int a);

    static int
    game___Position_get_cells(int a)
    {
        return a;
    }
int game___Position_dealloc(int a) {
    return a;
}
int CPyPy_game___rules___play(int a) {
    const char *text = "} {";

    return a + (int)text[0];
}
char CPyDef_game___rules___play(int a) {
    if (a) {
        return 1;
    }
    return 0;
}
int CPyDef_game___rules_____top_level__(int a) {
    return a;
}
int CPyDef_game___view___of(int a) {
    return a;
}
int CPyDef_game___rules___view(int a) {
    return a;
}
static int exec_game(int a)
{
    extern int CPyDef_game___view___of(int);

    return CPyDef_game___view___of(a);
}
"""
EFFORTS = {
    "game___Position_get_cells": "O0",
    "game___Position_dealloc": None,
    "CPyPy_game___rules___play": "O0",
    "CPyDef_game___rules___play": None,
    "CPyDef_game___rules_____top_level__": "O0",
    "CPyDef_game___view___of": "O1",
    "CPyDef_game___rules___view": None,
    "exec_game": None,
}
"""A function called like a module that is seldom run is not of that module."""


def written(tmp_path: Path, text: str = SOURCE) -> Path:
    source = tmp_path / "part.c"
    source.write_text(text)
    return write_marked(source, {"view"})


def test_each_function_is_compiled_with_the_effort_it_is_worth(tmp_path: Path) -> None:
    efforts: dict[str, str | None] = {}
    effort = None
    depth = 0
    for line in written(tmp_path).read_text().splitlines():
        if line.startswith("#pragma"):
            assert depth == 0, "no function is cut in two"
        if "optimize" in line:
            effort = line.split('"')[1]
        elif "pop_options" in line:
            effort = None
        for name in EFFORTS:
            if f"{name}(" in line and not line.endswith(";"):
                efforts[name] = effort
        code = line.replace('"} {"', "")
        depth += code.count("{") - code.count("}")
    assert efforts == EFFORTS
    assert effort is None, "what was begun is ended"


def test_but_for_the_marks_the_text_stays(tmp_path: Path) -> None:
    lines = written(tmp_path).read_text().splitlines(keepends=True)
    assert "".join(line for line in lines if not line.startswith("#pragma")) == SOURCE


def test_what_has_not_changed_is_not_written_again(tmp_path: Path) -> None:
    before = written(tmp_path).stat().st_mtime_ns
    assert written(tmp_path).stat().st_mtime_ns == before
    assert "more" in written(tmp_path, SOURCE + "int more;\n").read_text()


@pytest.mark.skipif(shutil.which("gcc") is None, reason="marks are for GCC")
def test_gcc_takes_it(tmp_path: Path) -> None:
    line = [
        "gcc",
        "-c",
        "-O2",
        "-Wall",
        "-Werror=attributes",
        "-Wno-unused",
        "-o",
        str(tmp_path / "part.o"),
    ]
    subprocess.run([*line, str(written(tmp_path))], check=True)
