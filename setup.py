"""Compiles the rules and the search with mypyc; all else about the package is pyproject.toml.

Where mypyc or a C compiler is missing, or `RAILHEAD_COMPILE` is 0, the package installs as plain
Python: the same, slower. A checkout is built by this file, and so is each distribution that
`build_support.distributions` takes from it and that has something to compile or to copy.
"""

import importlib.util
import json
import os
import runpy
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

ROOT = Path(__file__).parent
PACKAGE = ROOT / "railhead"
"""In a checkout its folders are links; what is made from one has them here."""
sys.path.insert(0, str(ROOT))

from build_support import cold_code  # noqa: E402 - needs the path above

PLAIN = """
railhead: the rules and the search are NOT compiled: {reason}.
railhead: this makes a wheel of plain Python for every system, several times slower.
"""

INTERPRETED = {"__init__", "_build", "array_vectors", "census", "colours", "data", "data_schema"}
INTERPRETED |= {"effect_texts", "help_texts", "interval_plot", "layout"}
INTERPRETED |= {"options", "picture", "player_rules", "recently_used", "reference", "refusals"}
INTERPRETED |= {"reasons", "registry", "tutorials"}
INTERPRETED |= {"building_reference", "card_reference", "settlement", "shared_parts", "svg"}
INTERPRETED |= {"building_words", "icons", "printed", "tokens", "tray", "trays"}
INTERPRETED |= {"view_schema", "vocabulary", "wording"}
COMPILER_ARGUMENTS = [
    "-fvisibility=hidden",  # calls within a part need no table of symbols: a fifth faster
    "-Wno-all",  # looking for what to warn of in C that nobody wrote is a third of the work
]
SELDOM = {"components", "match_setup", "names", "ruleset", "view"}
"""Modules that no search runs."""


def compiled_sources() -> list[str]:
    """The modules that run as extensions, as paths from the root by the names of imports."""
    games, ai, rl = PACKAGE / "games", PACKAGE / "ai", PACKAGE / "rl"
    searched = ("branches", "choices", "endings", "path", "search", "selection", "tree", "values")
    search = [ai / f"search/{name}.py" for name in searched]
    net = [ai / f"net/{name}.py" for name in ("dense", "inputs", "moves", "network", "policy")]
    stepped = [rl / f"{name}.py" for name in ("action_table", "encoder", "matches")]
    stepped += (rl / "encoders").glob("*.py")
    sources = [*games.glob("**/*.py"), *search, *net, *(ai / "knowledge").glob("**/*.py"), *stepped]
    return sorted(
        str(path.relative_to(ROOT))
        for path in sources
        if path.exists() and path.stem not in INTERPRETED and not path.stem.endswith("_picture")
    )


def groups(sources: list[str]) -> list[tuple[list[str], str]]:
    """The sources by what compiles them together: each game, what is known of it, what learners
    step, all shared ones.

    A compiler takes far longer over one file of all than over a file for each, and compiles
    several at a time; a change to one game leaves the others as they are built.
    """
    parts: dict[str, list[str]] = {}
    for source in sources:
        match Path(source).parts:
            case (_, "games", game, _, *_):
                own = f"railhead.games.{game}"
            case (_, "ai", "knowledge", game, _):
                own = f"railhead.ai.knowledge.{game}"
            case (_, "rl", *_):
                own = "railhead.rl.stepping"
            case _:
                own = "railhead.games.shared"
        parts.setdefault(own, []).append(source)
    return [(files, name) for name, files in parts.items()]


class Build(build_ext):
    """Builds the extensions, then records which sources they were made of."""

    failed = False

    def run(self) -> None:
        """Build; without a working compiler leave no stamp, so that plain Python runs."""
        self.parallel = os.cpu_count()
        # The file itself: an environment may have another `railhead`.
        build = runpy.run_path(str(PACKAGE / "games" / "_build.py"))
        stamp = self._built_package() / "games" / build["STAMP"].name
        stamp.unlink(missing_ok=True)
        super().run()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if built and not self.failed:
            digests = {name: build["digest"](ROOT / name) for name in compiled_sources()}
            stamp.write_text(json.dumps(digests, indent=1) + "\n")
        self._remove_all_but([] if self.failed else built)

    def build_extension(self, ext: Extension) -> None:
        """Build one; where one fails the others are of no use, and plain Python runs."""
        if self.failed:
            return
        try:
            super().build_extension(ext)
        except Exception as error:  # setuptools, which it goes on to, knows what to do
            self.failed = True
            say_plain(str(error))
            raise

    def _remove_all_but(self, built: list[Path]) -> None:
        """Remove what earlier builds left: an extension wins over the source beside it."""
        suffix = self.get_ext_filename("x")[1:]
        kept = {made.resolve() for made in built}
        for part in ("games", "ai", "rl"):
            for path in (self._built_package() / part).glob(f"**/*{suffix}"):
                if path.resolve() not in kept:
                    path.unlink()

    def _built_package(self) -> Path:
        """Where the package is built."""
        return PACKAGE if self.inplace else Path(self.build_lib) / PACKAGE.name


class Wheel(bdist_wheel):
    """Makes the wheel; where nothing could be compiled, one for every system."""

    def run(self) -> None:
        """Build the extensions first: whether they are there decides what the wheel is called."""
        if self.distribution.ext_modules:
            self.run_command("build_ext")
            if self.get_finalized_command("build_ext").failed:
                self.distribution.ext_modules = []
                self.root_is_pure = True
        super().run()


class BuildSources(build_py):
    """Copies the sources, and what is installed with them: pages of rules, the browser's table."""

    def run(self) -> None:
        """Copy."""
        super().run()
        for page in (ROOT / "docs" / "rules").glob("*.md"):
            folder = Path(self.build_lib) / "railhead" / "games" / page.stem
            if folder.is_dir() and not self.editable_mode:
                self.copy_file(page, folder / "rules.md")
        if not self.editable_mode and (ROOT / "web").is_dir():
            self.copy_tree(
                str(ROOT / "web"), str(Path(self.build_lib) / "railhead" / "service" / "web")
            )


def why_plain() -> str | None:
    """Why nothing can be compiled, None where it can."""
    if os.environ.get("RAILHEAD_COMPILE") == "0":
        return "RAILHEAD_COMPILE is 0"
    if importlib.util.find_spec("mypyc") is None:
        return "mypyc is missing"
    from distutils.ccompiler import new_compiler  # of setuptools: Python has none from 3.12 on
    from distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    with TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("#include <Python.h>\n")
        try:
            headers = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
            compiler.compile([str(probe)], output_dir=folder, include_dirs=headers)
        except (CompileError, OSError) as error:
            return f"there is no C compiler that finds Python.h ({error})"
    return None


def say_plain(reason: str) -> None:
    """Say on standard error that plain Python is built, and why."""
    print(PLAIN.format(reason=reason), file=sys.stderr)


def extensions() -> list:
    """The extension modules, each optional; none where mypyc is not installed.

    Only for commands that build: asking for metadata runs this file too, and compiling is slow.
    """
    commands = {"build_ext", "bdist_wheel", "editable_wheel"}
    sources = compiled_sources()
    if not (sources and commands & set(sys.argv)):
        return []
    reason = why_plain()
    if reason:
        say_plain(reason)
        return []
    from mypyc.build import mypycify

    with TemporaryDirectory() as cache:  # mypyc fails on what an earlier build left in its cache
        modules = mypycify(
            # What is above the engines belongs to another distribution, and may not be here.
            [f"--cache-dir={cache}", "--explicit-package-bases", *sources],
            opt_level="2",
            debug_level="0",
            separate=groups(sources),
        )
    for module in modules:
        module.optional = True
        module.sources = [str(cold_code.write_marked(Path(one), SELDOM)) for one in module.sources]
        if sys.platform != "win32":
            module.extra_compile_args = [*module.extra_compile_args, *COMPILER_ARGUMENTS]
    # The compiler works on several at a time: none of the long ones may be left for the end.
    return sorted(modules, key=lambda module: -sum(map(os.path.getsize, module.sources)))


COMMANDS = {"bdist_wheel": Wheel, "build_ext": Build, "build_py": BuildSources}

if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass=COMMANDS)
