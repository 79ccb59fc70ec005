"""Compiles the rules and the search with mypyc; all else about the package is pyproject.toml.

Where mypyc or a C compiler is missing, the package installs as plain Python: the same, slower.
"""

import json
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))

from games._build import STAMP, digest  # noqa: E402 - needs the path above

INTERPRETED = {"__init__", "_build", "array_vectors", "data", "options", "picture", "registry"}
INTERPRETED |= {"svg", "tokens", "view", "vocabulary", "wording"}


def compiled_sources() -> list[str]:
    """The modules that run as extensions, as paths from the root."""
    search = [ROOT / "ai/search.py", ROOT / "ai/tree.py"]
    sources = [*ROOT.glob("games/**/*.py"), *search, *ROOT.glob("ai/knowledge/*.py")]
    return sorted(
        str(path.relative_to(ROOT))
        for path in sources
        if path.exists() and path.stem not in INTERPRETED
    )


class Build(build_ext):
    """Builds the extensions, then records which sources they were made of."""

    def run(self) -> None:
        """Build; without a working compiler leave no stamp, so that plain Python runs."""
        stamp = STAMP if self.inplace else Path(self.build_lib) / STAMP.relative_to(ROOT)
        stamp.unlink(missing_ok=True)
        super().run()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if built and all(path.exists() for path in built):
            digests = {name: digest(ROOT / name) for name in compiled_sources()}
            stamp.write_text(json.dumps(digests, indent=1) + "\n")
        if self.inplace:
            self._remove_all_but(built)

    def _remove_all_but(self, built: list[Path]) -> None:
        """Remove what earlier builds left: an extension wins over the source beside it."""
        suffix = self.get_ext_filename("x")[1:]
        places = [*ROOT.glob(f"games/**/*{suffix}"), *ROOT.glob(f"ai/**/*{suffix}")]
        for path in [*places, *ROOT.glob(f"*__mypyc{suffix}")]:
            if path.resolve() not in [made.resolve() for made in built]:
                path.unlink()


def extensions() -> list:
    """The extension modules, each optional; none where mypyc is not installed.

    Only for commands that build: asking for metadata runs this file too, and compiling is slow.
    """
    if not {"build_ext", "bdist_wheel", "editable_wheel"} & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    modules = mypycify(compiled_sources(), opt_level="3", debug_level="0")
    for module in modules:
        module.optional = True
    return modules


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": Build})
