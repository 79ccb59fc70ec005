"""What is published: every file in one distribution, the light client alone, metadata complete."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from email.message import Message
from email.parser import Parser
from importlib.metadata import packages_distributions, version
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from wheel.wheelfile import WheelFile

import railhead
from build_support.distributions import PRIVATE, RELATIVE, Checkout, Distribution
from build_support.sbom import add_to, compiler_runtime
from tests.wheels import OURS, Environment, empty_environment, needed, wheels

__all__ = ["wheels"]

CHECKOUT = Checkout()
CLIENT = "railhead-boardgames-client"
SERVICE = "railhead-boardgames"


@pytest.fixture
def empty(tmp_path: Path) -> Environment:
    return empty_environment(tmp_path)


def files_of(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def metadata_of(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_every_file_of_the_package_has_an_owner() -> None:
    assert [file for file in CHECKOUT.files() if CHECKOUT.owner(file) is None] == []


def test_every_dependency_and_extra_of_the_checkout_is_some_distributions() -> None:
    project = CHECKOUT.settings["project"]
    every = CHECKOUT.distributions.values()
    named = {text for one in every for text in one.dependencies()}
    assert set(project["dependencies"]) <= named
    extras = [name for one in every for name in one.table["extras"]]
    assert sorted(extras) == sorted(project["optional-dependencies"])


def imports_of(file: Path) -> set[str]:
    """The modules that one imports when it runs, anywhere in it."""
    found: set[str] = set()
    rest: list[ast.AST] = [ast.parse((CHECKOUT.root / file).read_text(encoding="utf-8"))]
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            rest += ast.iter_child_nodes(node)
    return found


def brought_by(one: Distribution) -> tuple[set[str], set[str]]:
    """What one and those of ours that it needs bring: the short names of ours, others' packages."""
    ours = {key for key, other in CHECKOUT.distributions.items() if other is one}
    brought: set[str] = set()
    for text in (*one.dependencies(), *(text for texts in one.extras().values() for text in texts)):
        needed(Requirement(text), brought)
    for key in one.table["needs"]:
        further, packages = brought_by(CHECKOUT.distributions[key])
        ours, brought = ours | further, brought | packages
    return ours, {canonicalize_name(name) for name in brought}


@pytest.mark.parametrize("key", CHECKOUT.distributions)
def test_what_is_imported_is_brought_along(key: str) -> None:
    owners = packages_distributions()
    ours, brought = brought_by(CHECKOUT.distributions[key])

    def comes(module: str) -> bool:
        package = module.partition(".")[0]
        if package == "railhead":
            return CHECKOUT.owner(Path(*module.split("."))) in {None, *ours}
        return package in sys.stdlib_module_names or not brought.isdisjoint(
            canonicalize_name(name) for name in owners.get(package, ())
        )

    files = [one for one in CHECKOUT.files() if one.suffix == ".py" and CHECKOUT.owner(one) == key]
    missing = {(str(one), name) for one in files for name in imports_of(one) if not comes(name)}
    assert missing == set()


def test_all_have_one_version_and_the_service_forwards_the_extras_of_engines() -> None:
    service = CHECKOUT.distributions["service"]
    pinned = {text for text in service.dependencies() if text.startswith("railhead")}
    assert pinned == {f"{one}=={railhead.__version__}" for one in OURS - {service.name}}
    engines = CHECKOUT.distributions["engines"]
    assert service.extras()["openspiel"] == [f"{engines.name}[openspiel]=={railhead.__version__}"]
    assert "open_spiel" not in str(engines.extras()["rl"])


def test_the_package_for_javascript_has_the_same_version_licence_and_repository() -> None:
    folder = CHECKOUT.root / "clients" / "typescript"
    package = json.loads((folder / "package.json").read_text())
    project = CHECKOUT.settings["project"]
    repository = project["urls"]["Repository"]
    assert (package["version"], package["license"]) == (railhead.__version__, project["license"])
    assert package["repository"]["url"] == f"git+{repository}.git"
    assert package["bugs"] == f"{repository}/issues"
    assert package["homepage"].startswith(f"{repository}/blob/")
    page = (folder / "README.md").read_text()
    assert not RELATIVE.findall(page)
    assert page.count(repository) == len(re.findall(r"\]\(", page))


@pytest.mark.full
def test_no_file_is_in_two_distributions_and_none_is_left_out(wheels: dict[str, Path]) -> None:
    seen: set[str] = set()
    for wheel in wheels.values():
        files = files_of(wheel)
        assert not files & seen
        seen |= files
    assert {file.as_posix() for file in CHECKOUT.files()} - seen == set()
    assert any(name.endswith("examples/random_bot.py") for name in files_of(wheels["client"]))
    assert any(name.endswith("examples/veil/state.py") for name in files_of(wheels["engines"]))
    assert "railhead/games/montana/rules.md" in files_of(wheels["engines"])
    assert "railhead/service/web/index.html" in files_of(wheels["service"])


@pytest.mark.full
@pytest.mark.parametrize("key", CHECKOUT.distributions)
def test_metadata_are_complete_and_links_of_the_page_work_anywhere(
    wheels: dict[str, Path], key: str
) -> None:
    told = metadata_of(wheels[key])
    once = ("Name", "Summary", "License-Expression", "License-File", "Author", "Keywords")
    for name in (*once, "Requires-Python", "Description-Content-Type"):
        assert told[name], name
    assert told["Version"] == railhead.__version__
    urls = {one.partition(", ")[0] for one in told.get_all("Project-URL", [])}
    assert urls == {"Changelog", "Documentation", "Issues", "Repository"}
    classifiers = told.get_all("Classifier", [])
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.14"} < set(classifiers)
    assert PRIVATE not in classifiers
    page = told.get_payload()
    assert isinstance(page, str)
    assert "pip install" in page
    assert not RELATIVE.findall(page)


@pytest.mark.full
def test_the_client_alone_needs_an_http_library_and_nothing_of_ours(
    wheels: dict[str, Path], empty: Environment
) -> None:
    empty.install([wheels["client"]])
    found = empty.distributions()
    assert found & OURS == {CLIENT}
    assert len(found) < 12, found
    told = "import railhead.client, sys; print(railhead.__version__, *sys.modules)"
    told_version, *modules = empty.run("python", "-c", told).split()
    assert told_version == railhead.__version__
    ours = {".".join(name.split(".")[:2]) for name in modules if name.startswith("railhead")}
    assert ours == {"railhead", "railhead.client"}
    example = empty.bin.parent / "share" / "doc" / CLIENT / "examples" / "random_bot.py"
    assert "--against" in empty.run("python", str(example), "--help")


@pytest.mark.full
def test_they_are_installed_in_any_order_and_leave_the_others_whole(
    wheels: dict[str, Path], empty: Environment
) -> None:
    empty.install([wheels[key] for key in ("service", "client", "engines")])
    told = "import railhead.client, railhead.service.cli; "
    told += "from railhead.games.registry import rulesets; print(*rulesets())"
    assert "montana" in empty.run("python", "-c", told).split()
    for key in ("engines", "service"):
        empty.pip("uninstall", "--quiet", "--yes", CHECKOUT.distributions[key].name)
    empty.run("python", "-c", "import railhead.client")
    left = {one for one in (empty.site / "railhead").rglob("*") if one.suffix == ".py"}
    names = {one.relative_to(empty.site).as_posix() for one in left}
    assert names == {one for one in files_of(wheels["client"]) if one.startswith("railhead/")} - {
        "railhead/py.typed"
    }


@pytest.mark.full
def test_without_a_compiler_the_build_says_so_and_makes_a_wheel_for_every_system(
    tmp_path: Path,
) -> None:
    CHECKOUT.distributions["engines"].stage(tmp_path / "source")
    made = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)]
    kept = {name: text for name, text in os.environ.items() if name != "RAILHEAD_COMPILE"}
    ran = subprocess.run(
        [*made, str(tmp_path / "source")],
        env={**kept, "CC": str(tmp_path / "no compiler")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told = ran.stdout + ran.stderr
    assert "the rules and the search are NOT compiled: there is no C compiler" in told
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.full
def test_a_wheel_says_what_it_is_made_of_and_stays_whole(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator  # it takes a second to import

    wheel = Path(shutil.copy(wheels["service"], tmp_path))
    add_to(wheel)
    with WheelFile(wheel) as archive:
        for name in archive.namelist():
            archive.read(name)  # raises where RECORD has another digest
        told = archive.read(f"{archive.dist_info_path}/sboms/railhead.cdx.json").decode()
    assert JsonStrictValidator(SchemaVersion.V1_7).validate_str(told) is None
    bom = json.loads(told)
    assert bom["metadata"]["component"]["purl"] == f"pkg:pypi/{SERVICE}@{railhead.__version__}"
    needs = {one["name"] for one in bom["components"]}
    assert {CLIENT, "flask", "redis", "rq"} < needs
    assert all(one["isExternal"] for one in bom["components"])


def test_the_runtime_that_is_compiled_in_is_the_locked_one() -> None:
    assert f"pkg:pypi/mypy@{version('mypy')}" == str(compiler_runtime().purl)
