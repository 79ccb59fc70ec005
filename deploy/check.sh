#!/bin/sh
# Holds what is in this folder against the tools it is for; `make deployments` runs it.
# Wants promtool and amtool (deploy/tools.sh), caddy and kubernetes-validate (PyPI), kubectl, docker compose or
# docker-compose, and no cluster, engine or network. Kinds of KEDA and of the Prometheus Operator are for tests/deploy.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd prometheus && promtool check config prometheus.yml && promtool test rules alerts_test.yml &&
    amtool check-config alertmanager.yml)
caddy validate --adapter caddyfile --config caddy/Caddyfile 2> "$work/caddy" || { cat "$work/caddy" >&2; exit 1; }

cp -r kubernetes "$work/"
cp "$work/kubernetes/secret.env.example" "$work/kubernetes/secret.env"
kubectl kustomize "$work/kubernetes" > "$work/kubernetes.yaml"
kubernetes-validate --strict --no-warn "$work/kubernetes.yaml"

compose="docker compose"
$compose version > /dev/null 2>&1 || compose=docker-compose
export RAILHEAD_STORE_PASSWORD=one RAILHEAD_QUEUE_PASSWORD=two
(cd .. && $compose --profile monitoring config > "$work/compose.yaml")
unset RAILHEAD_STORE_PASSWORD
if (cd .. && $compose config > /dev/null 2>&1); then
    echo "docker-compose.yml takes a store without a password" >&2
    exit 1
fi
echo "everything in deploy/ and docker-compose.yml is as the tools want it"
