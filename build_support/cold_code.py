"""Tells the C compiler which half of what mypyc writes is hardly ever run.

Bodies of modules, wrappers for calls from plain Python and accessors of attributes are more than
half of that C and have no part in a search: left as they are written, they compile in a fifth of
the time. Compilers other than GCC pass over the marks.
"""

import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

ONCE = "O0"
SELDOM = "O1"

HEADER = "#include <Python.h>\n"
DECLARATIONS = """\
#include <stddef.h>
typedef struct _object PyObject;
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#define Py_DECREF Py_DecRef
PyObject *Py_BuildValue(const char *, ...);
PyObject *PyImport_ImportModuleLevel(const char *, PyObject *, PyObject *, PyObject *, int);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
void *PyCapsule_GetPointer(PyObject *, const char *);
void PyErr_Clear(void);
void Py_DecRef(PyObject *);
"""
"""What the extension of a module calls to fetch it from that of its part: all of it is of Python's
stable interface, and read in a fifth of the time."""
SHORT = 4000
"""Bytes; such an extension has less."""

FUNCTION = re.compile(r"(\w+)\([^()]*\)\s*\{?\s*$")
TEXT = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
COMPILED = "CPyDef_"
BODY = "__top_level__"
OF_OBJECTS = ("_dealloc", "_new", "_setup")


def write_marked(source: Path, seldom: Collection[str]) -> Path:
    """A file beside `source` with its cold functions marked; written only where it changes.

    The functions of modules called one of `seldom` are compiled with little effort, what runs once
    with none.
    """
    target = source.with_name(f"{source.stem}_marked.c")
    text = source.read_text()
    if text.startswith(HEADER) and len(text) < SHORT and sys.platform != "win32":
        text = DECLARATIONS + text.removeprefix(HEADER)
    text = "".join(_mark_functions(text, seldom))
    if not target.exists() or target.read_text() != text:
        target.write_text(text)
    return target


def _mark_functions(text: str, seldom: Collection[str]) -> Iterator[str]:
    within: str | None = None
    for declarations, function in _functions(text):
        effort = _effort(function, seldom)
        if within is not None and (effort != within or declarations.strip()):
            yield "#pragma GCC pop_options\n"
            within = None
        yield declarations
        if effort is not None and within is None:
            yield f'#pragma GCC push_options\n#pragma GCC optimize ("{effort}")\n'
            within = effort
        yield function


def _functions(text: str) -> Iterator[tuple[str, str]]:
    """Each function with what stands between it and the one before."""
    depth = 0
    between: list[str] = []
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        lines.append(line)
        if "{" in line or "}" in line:
            code = TEXT.sub("", line)
            depth += code.count("{") - code.count("}")
            if depth == 0 and code.strip() == "}":
                yield "".join(between), "".join(lines)
                between, lines = [], []
                continue
        if depth == 0 and (line.isspace() or line.rstrip().endswith((";", ">", '"'))):
            between += lines
            lines = []
    yield "".join(between + lines), ""


def _effort(function: str, seldom: Collection[str]) -> str | None:
    """How a function is optimised; None for as much as all else."""
    head, _, body = function.partition("{")
    found = FUNCTION.search(head)
    if found is None or "extern " in body:  # what it declares has efforts of its own
        return None
    name = found[1]
    if name.startswith(COMPILED) and BODY not in name:
        module = name.split("___")[:-1]
        return SELDOM if any(part in seldom for part in module) else None
    return None if name.endswith(OF_OBJECTS) else ONCE
