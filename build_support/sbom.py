"""Puts into wheels of ours what they are made of: a software bill of materials.

    python -m build_support.sbom WHEEL...

writes a document of CycloneDX to `.dist-info/sboms/`, where PEP 770 has it, and the wheel anew.
SOURCE_DATE_EPOCH is the time that it says, so that the same wheel gives the same document.
"""

from __future__ import annotations

import os
import re
import sys
from datetime import UTC, datetime
from email.parser import BytesParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot7
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from wheel.wheelfile import WheelFile

COMPILE_LOCK: Final = Path(__file__).resolve().parents[1] / "requirements" / "compile.txt"
FILE: Final = "sboms/railhead.cdx.json"
COMPILED: Final = (".so", ".pyd")


def compiler_runtime() -> Component:
    """The C sources of mypyc that each compiled wheel has a translation of."""
    found = re.search(r"^mypy(?:\[\w+\])?==(\S+)", COMPILE_LOCK.read_text(), re.MULTILINE)
    if found is None:
        raise LookupError(f"{COMPILE_LOCK} names no mypy")
    return Component(
        name="mypy",
        version=found[1],
        bom_ref="mypyc",
        description="The runtime library of mypyc (lib-rt), compiled into the extension modules",
        licenses=[LicenseExpression("MIT AND Python-2.0")],
        purl=PackageURL("pypi", name="mypy", version=found[1]),
    )


def external(requirement: Requirement) -> Component:
    """A package that is needed beside the wheel, in any version that its metadata allow."""
    name = canonicalize_name(requirement.name)
    return Component(
        name=name,
        bom_ref=f"needed:{name}",
        is_external=True,
        scope=ComponentScope.REQUIRED,
        purl=PackageURL("pypi", name=name),
    )


def document(wheel: WheelFile) -> str:
    """The bill of materials of a wheel, as JSON."""
    told = BytesParser().parsebytes(wheel.read(f"{wheel.dist_info_path}/METADATA"))
    name, version = canonicalize_name(told["Name"]), told["Version"]
    bom = Bom()
    bom.serial_number = uuid5(NAMESPACE_URL, wheel.read(wheel.record_path).decode())
    at = os.environ.get("SOURCE_DATE_EPOCH")
    bom.metadata.timestamp = datetime.fromtimestamp(int(at), UTC) if at else datetime.now(UTC)
    whole = Component(
        name=name,
        version=version,
        bom_ref=name,
        description=told["Summary"],
        licenses=[LicenseExpression(told["License-Expression"])],
        purl=PackageURL("pypi", name=name, version=version),
    )
    bom.metadata.component = whole
    needs = [Requirement(line) for line in told.get_all("Requires-Dist", [])]
    named = {canonicalize_name(one.name): one for one in needs if "extra" not in str(one.marker)}
    parts = [external(one) for one in named.values()]
    if any(file.endswith(COMPILED) for file in wheel.namelist()):
        parts.append(compiler_runtime())
    for one in parts:
        bom.components.add(one)
    bom.register_dependency(whole, parts)
    return str(JsonV1Dot7(bom).output_as_string(indent=2))


def add_to(path: Path) -> None:
    """Write a wheel anew, with its bill of materials."""
    with TemporaryDirectory(dir=path.parent) as folder:
        made = Path(folder) / path.name  # tells a wheel's writer what it is called
        with WheelFile(path) as old, WheelFile(made, "w") as new:
            own = f"{old.dist_info_path}/{FILE}"
            for info in old.infolist():
                if info.filename not in (old.record_path, own):
                    new.writestr(info, old.read(info.filename))
            new.writestr(own, document(old))
        made.replace(path)


def main() -> None:
    """Do it for each wheel that is named."""
    for name in sys.argv[1:]:
        add_to(Path(name))


if __name__ == "__main__":
    main()
