# `make serve` and `make test` do everything on a machine with CPython 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Half of what the tests do is to wait for servers.
AT_ONCE ?= $(shell $(PYTHON) -c 'import os; print(2 * os.cpu_count())')
UPGRADE ?=
LOCK := uv pip compile -q $(UPGRADE) --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml
SOURCES := $(shell find games ai -name '*.py') setup.py

CHROMIUM ?= $(shell command -v chromium)

.PHONY: serve test web-test check lint build openapi clients rules bench load chaos arena ladder strength lock audit deployments site clean help

help:  ## What each verb does
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

serve: $(VENV)/built  ## Run the service with bots on http://127.0.0.1:8000
	@exec $(BIN)/railhead serve

test: $(VENV)/built  ## Run all tests against real servers and real worker processes
	$(BIN)/python -m pytest --numprocesses $(AT_ONCE) --dist worksteal $(PYTEST)

web-test: $(VENV)/built  ## Play at the table in a real browser (needs Chromium: apt-get install chromium)
	CHROMIUM=$(CHROMIUM) $(BIN)/python -m pytest tests/web $(PYTEST)

check: lint test  ## Format, lint, types, import contracts, tests

lint: $(VENV)/built  ## Format, lint, types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

build: $(VENV)/built  ## Compile the rules and the search

openapi: $(VENV)/linked  ## Write openapi.yaml and docs/problems.md from the code
	$(BIN)/railhead openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml
	$(BIN)/railhead openapi --problems > docs/problems.md.new && mv docs/problems.md.new docs/problems.md

clients: $(VENV)/built  ## Hold openapi.yaml against linters and generated clients (needs node, npm and once the network)
	$(BIN)/python -m tests.clients

rules: $(VENV)/linked  ## Which scenarios of docs/rules have no test
	$(BIN)/python -m tests.rules_coverage

bench: $(VENV)/built  ## Measure every budget and write bench/out/latest.json
	$(BIN)/python -m bench $(BENCH)

load: $(VENV)/built  ## Measure whole matches over HTTP: crowds of clients, full stores
	$(BIN)/python -m bench.loading $(LOAD)

chaos: $(VENV)/built  ## Do damage to a running service, and check what its clients saw
	$(BIN)/python -m tests.chaos $(CHAOS)

arena: $(VENV)/built  ## Play agents against each other; ARENA="montana hard:medium --sprt"
	$(BIN)/railhead arena $(ARENA)

ladder: $(VENV)/built  ## Rate the agents of a game; LADDER="montana --seats 2 --record"
	$(BIN)/railhead ladder $(LADDER)

strength: $(VENV)/linked  ## Write docs/strength.md and its plots from ai/strength/data
	$(BIN)/python -m railhead.ai.training.strength_page

lock:  ## Write requirements/*.txt from pyproject.toml (needs uv); UPGRADE=--upgrade for newer versions
	$(LOCK) --group dev -o requirements/dev.txt
	$(LOCK) -o requirements/run.txt

audit: $(VENV)/built  ## Ask the vulnerability service about each locked dependency (needs the network)
	test -x $(VENV)/audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)/audit && $(VENV)/audit/bin/pip install --quiet pip-audit; }
	$(VENV)/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/run.txt

deployments:  ## Hold deploy/ and docker-compose.yml against promtool, kubectl and docker compose
	test -x $(VENV)/deploy/bin/kubernetes-validate || { $(PYTHON) -m venv $(VENV)/deploy && $(VENV)/deploy/bin/pip install --quiet kubernetes-validate; }
	PATH="$(CURDIR)/$(VENV)/deploy/bin:$$PATH" deploy/check.sh

site:  ## Make the documentation a site in site/; a link that leads nowhere fails
	test -x $(VENV)/site/bin/sphinx-build || { $(PYTHON) -m venv $(VENV)/site && $(VENV)/site/bin/pip install --quiet sphinx myst-parser furo; }
	rm -rf site
	$(VENV)/site/bin/sphinx-build --fail-on-warning --keep-going --nitpicky --fresh-env -q -c docs -d build/site . site
	cp site/README.html site/index.html

clean:  ## Remove what was built, but not the matches
	rm -rf $(VENV) build site *.egg-info games/_compiled.json
	find games ai -name '*.so' -delete

$(VENV)/installed: requirements/dev.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Railhead needs CPython 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	if command -v uv >/dev/null; \
	then VIRTUAL_ENV=$(VENV) uv pip install --quiet --require-hashes -r requirements/dev.txt; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt; fi
	@touch $@

$(VENV)/linked: $(VENV)/installed pyproject.toml
	RAILHEAD_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/built: $(VENV)/linked $(SOURCES)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@
