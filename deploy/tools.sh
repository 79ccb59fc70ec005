#!/bin/sh
# Puts Prometheus, promtool, amtool and redis-cli into build/tools, as Debian and Ubuntu have them: the tests of
# deploy/ want them, and take those on the PATH first. Needs apt and the network, and no root. redis-cli also wants
# usr/lib/*-linux-gnu of it as LD_LIBRARY_PATH.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/tools/packages
cd build/tools/packages
packages="prometheus prometheus-alertmanager redis-tools liblzf1 libjemalloc2"
if ! apt-get download -q $packages; then
    apt-get update -q
    apt-get download -q $packages
fi
for package in *.deb; do
    dpkg-deb --extract "$package" ..
    rm "$package"
done
