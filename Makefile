# `make serve` and `make test` do everything on a machine with CPython 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Without bytecode on file each of the hundreds of processes of a test run would compile all that it
# imports again, for a second of a core or more; some environments say that none is to be written.
unexport PYTHONDONTWRITEBYTECODE
# Processes of tests for each core: half of what they do, and more in `make test`, is to wait for servers.
per_core = $(shell $(PYTHON) -c 'import os; print($(1) * os.cpu_count())')
UPGRADE ?=
# Extras stay in the locks: else pip refuses them once a newer release of what has the extra is out.
LOCK := uv pip compile -q $(UPGRADE) --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header pyproject.toml
# uv installs in a third of the time, where it is there.
install = if command -v uv >/dev/null; \
	then VIRTUAL_ENV=$(VENV) uv pip install --quiet --require-hashes -r $(1); \
	else $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r $(1); fi
# The wheel of pip that comes with Python, unpacked: `ensurepip` takes 4 s more for the same.
unpack_pip = import ensurepip, glob, sysconfig, zipfile; \
	wheel, = glob.glob(ensurepip.__path__[0] + "/_bundled/pip-*.whl"); \
	zipfile.ZipFile(wheel).extractall(sysconfig.get_path("purelib")); \
	from pip._vendor.distlib.scripts import ScriptMaker; \
	ScriptMaker(None, sysconfig.get_path("scripts")).make("pip = pip._internal.cli.main:main")
SOURCES := $(shell find games ai railhead/rl -name '*.py') setup.py build_support/cold_code.py

# There once `make clients` has run.
TYPES := build/clients/node_modules/.bin/openapi-typescript

CHROMIUM ?= $(shell command -v chromium)

.PHONY: serve ready test test-rest test-all rule web-test check lint build openapi cli examples clients environments learn rules bench hostile load chaos arena ladder strength lock newest audit alerts deployments wheels site clean help

help:  ## What each verb does
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

serve: build  ## Run the service with bots on http://127.0.0.1:8000
	@exec $(BIN)/railhead serve

test: $(VENV)/installed $(VENV)/built  ## Run the quick tests (4 minutes) against real servers and worker processes
	$(BIN)/python -m pytest --numprocesses $(or $(AT_ONCE),$(call per_core,3)) --dist worksteal -m "not full" $(PYTEST)

test-rest: $(VENV)/installed $(VENV)/built  ## Run the tests that `make test` leaves out
	$(BIN)/python -m pytest --numprocesses $(or $(AT_ONCE),$(call per_core,2)) --dist worksteal -m full $(PYTEST)

test-all: $(VENV)/installed $(VENV)/built  ## Run all tests
	$(BIN)/python -m pytest --numprocesses $(or $(AT_ONCE),$(call per_core,2)) --dist worksteal $(PYTEST)

rule: $(VENV)/installed  ## Test edited rules at once, without compiling them; GAME="montana"
	$(BIN)/python -m pytest -m "not full" tests/games/$(or $(GAME),$(error Name the game, as in `make rule GAME=montana`)) $(PYTEST)

web-test: $(VENV)/installed $(VENV)/built  ## Play at the table in a real browser (needs Chromium: apt-get install chromium)
	CHROMIUM=$(CHROMIUM) $(BIN)/python -m pytest tests/web $(PYTEST)

check: lint test  ## Format, lint, types, import contracts, tests

lint: $(VENV)/installed $(VENV)/built  ## Format, lint, types, import contracts, workflows, prose and names
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/zizmor --offline --quiet --pedantic .github
	$(BIN)/python -m pytest -q -n0 tests/test_prose.py tests/test_retired_words.py tests/test_named_things.py

build:  ## Compile the rules and the search
	@$(MAKE) --no-print-directory --jobs=2 ready

ready: $(VENV)/linked $(VENV)/built
	@:

openapi: $(VENV)/installed $(VENV)/linked  ## Write openapi.yaml, docs/problems.md and what follows of the clients from the code
	$(BIN)/railhead openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml
	$(BIN)/railhead openapi --problems > docs/problems.md.new && mv docs/problems.md.new docs/problems.md
	$(BIN)/python -m clients.python
	test ! -x $(TYPES) || { $(BIN)/railhead openapi --for-types > build/clients/types.yaml && \
		$(TYPES) build/clients/types.yaml -o clients/typescript/src/contract.ts; }

cli: $(VENV)/installed $(VENV)/linked  ## Write docs/cli.md from the commands
	$(BIN)/python -m railhead.service.cli_page

examples: $(VENV)/installed $(VENV)/built  ## Record the examples of the contract from a service that plays a match
	$(BIN)/python -m tests.recording

clients: $(VENV)/installed $(VENV)/built  ## Hold openapi.yaml against linters and generated clients (needs node, npm and once the network)
	$(BIN)/python -m tests.clients

environments: $(VENV)/installed $(VENV)/built  ## Write docs/environments from the code
	$(BIN)/python -m railhead.rl.describe --all docs/environments

learn: $(VENV)/installed $(VENV)/built  ## Let a policy learn a game for a minute, then play it against random play; LEARN="santa_fe"
	$(BIN)/python -m examples.learner $(LEARN)

rules: $(VENV)/installed $(VENV)/linked  ## Which scenarios of docs/rules have no test
	$(BIN)/python -m tests.rules_coverage

hostile: $(VENV)/installed $(VENV)/built  ## Measure what one hostile address does to everybody else; HOSTILE="streams"
	$(BIN)/python -m bench.hostile $(HOSTILE)

bench: $(VENV)/installed $(VENV)/built  ## Measure every budget and write docs/performance.md
	$(BIN)/python -m bench $(BENCH)

load: $(VENV)/installed $(VENV)/built  ## Measure whole matches over HTTP: crowds of clients, full stores
	$(BIN)/python -m bench.loading $(LOAD)

chaos: $(VENV)/installed $(VENV)/built  ## Do damage to a running service, and check what its clients saw
	$(BIN)/python -m tests.chaos $(CHAOS)

arena: $(VENV)/installed $(VENV)/built  ## Play agents against each other; ARENA="montana hard:medium --sprt"
	$(BIN)/railhead arena $(ARENA)

ladder: $(VENV)/installed $(VENV)/built  ## Rate the agents of a game; LADDER="montana --seats 2 --publish"
	$(BIN)/railhead ladder $(LADDER)

strength: $(VENV)/installed $(VENV)/linked  ## Write docs/strength.md, its plots and docs/habits.md from ai/strength/data
	$(BIN)/python -m railhead.ai.training.strength_page
	$(BIN)/python -m railhead.ai.training.habits_page

lock:  ## Write requirements/*.txt from pyproject.toml (needs uv); UPGRADE=--upgrade for newer versions
	$(LOCK) --group dev -o requirements/dev.txt
	$(LOCK) -o requirements/run.txt
	$(subst pyproject.toml,--group pyproject.toml:build,$(LOCK)) -c requirements/dev.txt --no-annotate -o requirements/compile.txt

newest: $(VENV)/installed  ## Test with the newest dependencies, within and above their bounds (needs uv, the network; 10 min); NEWEST=--all for every test
	$(BIN)/python -m build_support.newest $(NEWEST)

audit: $(VENV)/built  ## Ask the vulnerability service about each locked dependency (needs the network)
	test -x $(VENV)/audit/bin/pip-audit || { $(PYTHON) -m venv $(VENV)/audit && $(VENV)/audit/bin/pip install --quiet pip-audit; }
	$(VENV)/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/run.txt

alerts: $(VENV)/compiler  ## Write deploy/kubernetes/alerts.yaml from deploy/prometheus/alerts.yml
	$(BIN)/python deploy/alerts.py

deployments: $(VENV)/installed  ## Hold deploy/ and docker-compose.yml against promtool, amtool, Caddy, kubectl and docker compose
	command -v amtool >/dev/null || test -x build/tools/usr/bin/amtool || deploy/tools.sh
	test -x $(VENV)/deploy/bin/kubernetes-validate || { $(PYTHON) -m venv $(VENV)/deploy && $(VENV)/deploy/bin/pip install --quiet kubernetes-validate; }
	PATH="$$PATH:$(CURDIR)/$(BIN):$(CURDIR)/$(VENV)/deploy/bin:$(CURDIR)/build/tools/usr/bin" deploy/check.sh

wheels:  ## Make what is published in dist/, and try each (needs the network); PYTHONS="python3.11 python3.13"
	PYTHONS="$(or $(PYTHONS),$(PYTHON))" deploy/wheels.sh

site:  ## Make the documentation a site in site/; a link that leads nowhere fails
	test -x $(VENV)/site/bin/sphinx-build || { $(PYTHON) -m venv $(VENV)/site && $(VENV)/site/bin/pip install --quiet sphinx myst-parser furo; }
	rm -rf site
	$(VENV)/site/bin/sphinx-build --fail-on-warning --keep-going --nitpicky --fresh-env -q -c docs -d build/site . site
	cp site/README.html site/index.html

clean:  ## Remove what was built, but not the matches
	rm -rf $(VENV) build site *.egg-info games/_compiled.json
	find games ai railhead/rl -name '*.so' -delete

# What runs and what compiles it are enough to serve; what tests it comes on top. Compiling goes on
# while the rest is installed.
$(VENV)/compiler: requirements/compile.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Railhead needs CPython 3.11 or newer")'
	$(PYTHON) -m venv --without-pip $(VENV)
	@$(BIN)/python -c '$(unpack_pip)' 2>/dev/null || $(BIN)/python -m ensurepip
	$(call install,$<)
	@touch $@

$(VENV)/linked: requirements/run.txt pyproject.toml | $(VENV)/compiler
	$(call install,$<)
	RAILHEAD_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/installed: requirements/dev.txt | $(VENV)/linked
	$(call install,$<)
	@touch $@

$(VENV)/built: $(VENV)/compiler $(SOURCES)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@
