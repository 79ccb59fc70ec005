"""Compiles the rules and the search with mypyc; all else about the package is pyproject.toml.

Where mypyc or a C compiler is missing, or `RAILHEAD_COMPILE` is 0, the package installs as plain
Python: the same, slower.
"""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PACKAGE = ROOT / "railhead"
"""In a checkout its folders are links; what is made from one has them here."""
sys.path.insert(0, str(ROOT))

from build_support import cold_code  # noqa: E402 - needs the path above
from railhead.games._build import STAMP, digest  # noqa: E402

INTERPRETED = {"__init__", "_build", "array_vectors", "census", "data", "data_schema"}
INTERPRETED |= {"effect_texts", "interval_plot", "layout"}
INTERPRETED |= {"options", "picture", "recently_used", "reference", "refusals", "registry"}
INTERPRETED |= {"building_reference", "card_reference", "settlement", "shared_parts", "svg"}
INTERPRETED |= {"map_picture", "player_picture", "tokens", "view_schema", "vocabulary", "wording"}
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
        if path.exists() and path.stem not in INTERPRETED
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
        stamp = STAMP if self.inplace else Path(self.build_lib) / STAMP.relative_to(ROOT)
        stamp.unlink(missing_ok=True)
        super().run()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if built and not self.failed:
            digests = {name: digest(ROOT / name) for name in compiled_sources()}
            stamp.write_text(json.dumps(digests, indent=1) + "\n")
        if self.inplace:
            self._remove_all_but([] if self.failed else built)

    def build_extension(self, ext: Extension) -> None:
        """Build one; where one fails the others are of no use, and plain Python runs."""
        if self.failed:
            return
        try:
            super().build_extension(ext)
        except Exception:  # whatever went wrong, it goes on to setuptools, which knows what to do
            self.failed = True
            raise

    def _remove_all_but(self, built: list[Path]) -> None:
        """Remove what earlier builds left: an extension wins over the source beside it."""
        suffix = self.get_ext_filename("x")[1:]
        for path in [
            p for part in ("games", "ai", "rl") for p in (PACKAGE / part).glob(f"**/*{suffix}")
        ]:
            if path.resolve() not in [made.resolve() for made in built]:
                path.unlink()


class BuildSources(build_py):
    """Copies the sources, and what is installed with them: pages of rules, the browser's table."""

    def run(self) -> None:
        """Copy."""
        super().run()
        for page in (ROOT / "docs" / "rules").glob("*.md"):
            folder = Path(self.build_lib) / "railhead" / "games" / page.stem
            if folder.is_dir() and not self.editable_mode:
                self.copy_file(page, folder / "rules.md")
        if not self.editable_mode:
            self.copy_tree(
                str(ROOT / "web"), str(Path(self.build_lib) / "railhead" / "service" / "web")
            )


def extensions() -> list:
    """The extension modules, each optional; none where mypyc is not installed.

    Only for commands that build: asking for metadata runs this file too, and compiling is slow.
    """
    commands = {"build_ext", "bdist_wheel", "editable_wheel"}
    if not commands & set(sys.argv) or os.environ.get("RAILHEAD_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    sources = compiled_sources()
    with TemporaryDirectory() as cache:  # mypyc fails on what an earlier build left in its cache
        modules = mypycify(
            [f"--cache-dir={cache}", *sources],
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


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": Build, "build_py": BuildSources})
