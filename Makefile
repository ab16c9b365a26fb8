# Longroad. Every target makes the environment that it needs; `make help` lists them.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(p) -c 'import sys; print("$(p)") if sys.version_info >= (3, 11) else None' 2>/dev/null)) no-python-3.11-found)
LONG ?= 500
RECORDS ?= 1000
GAMES ?= 20
MUTANTS ?= 500
SEED ?= 0
PAIRS ?= 20
POSITIONS ?= 2000
PAIRED ?= 400
SELFPLAY ?= 20000
CORES ?= 2
# each process imports and collects all tests (11 s of CPU), and many tests wait for other processes
WORKERS ?= $(shell expr $(CORES) \* 2)
TIMES ?= 20
TESTS ?= tests/workers
SDK_PYTHON := openapi/clients/python
GUIDE := service/guide
PAGES = mkdocs.yml service/http/frame.html $(shell find README.md CHANGELOG.md CONTRIBUTING.md docs openapi/clients/*/README.md -type f)
# bytecode is kept even where the environment says otherwise: every process starts a third quicker
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/pycache
LOCK_COMMAND = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-package longroad-command --no-emit-index-url --no-header --no-annotate --quiet

# layer LOCK BELOW...: begin a lock with the one below it, and keep only the packages that those below lack
layer = { echo "-r $(firstword $(2))"; \
	awk 'FILENAME != ARGV[ARGC - 1] { held[$$0]; next } /^[^ ]/ { is_new = !($$0 in held) } is_new' $(2) $(1); } > $(1).new \
	&& mv $(1).new $(1)

# install LOCK: additive, so that a server running from the same environment is not disturbed
ifeq ($(UV),)
install = $(PYTHON) -m venv $(VENV) && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
else
install = $(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r $(1)
endif

# beside LIBRARIES LOCK: into a folder apart, which nothing else reads; its bytecode would not be found once it is moved
ifeq ($(UV),)
beside = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes --target $(1) -r $(2)
else
beside = $(UV) pip install --quiet --python $(BIN)/python --no-deps --require-hashes --target $(1) -r $(2)
endif

.PHONY: audit guide help run demo quick test deep check lint types types-of-sdk generated bench scale streams laws secrets matrix bots cost answers positions believing elsewhere sure fuzz chaos cluster cluster-short sentinels deploy browser clients-check sdks sdk-python sdk-typescript full busy ladder selfplay train rules mutants compiled generate images format dist wheel lock clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-13s %s\n", $$1, $$2}' Makefile

run: $(VENV)/run.stamp  ## start the store, the API and the workers, and build the guide (LONGROAD_PORT=8000, LONGROAD_DATA_DIR=./var)
	@(rm -f $(GUIDE)/failed.txt; nice -n 15 $(MAKE) --no-print-directory guide || \
		{ mkdir -p $(GUIDE) && touch $(GUIDE)/failed.txt; }) >/dev/null 2>&1 </dev/null &
	@$(BIN)/python $(SDK_PYTHON)/generating/generate.py --no-types >/dev/null
	@exec $(BIN)/python -m service.cli run

demo: $(VENV)/run.stamp  ## play one game of four over HTTP, then undo, branch and replay it
	@exec $(BIN)/python -m service.cli demo

quick: $(VENV)/dev.stamp $(SDK_PYTHON)/src/longroad_client/types.py  ## the tests that need no processes and no long games, in under two minutes (CORES=2)
	@$(BIN)/python -m pytest -m "not slow and not full" -n $(CORES) --dist loadfile --no-loadscope-reorder

test: $(VENV)/dev.stamp build/moto/stamp $(SDK_PYTHON)/src/longroad_client/types.py  ## the tests, against real stores of their own (CORES=2; SHUFFLE=7 draws an order)
	@$(BIN)/python -m pytest -m "not full" -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(if $(SHUFFLE),--shuffle=$(SHUFFLE))

deep: $(VENV)/dev.stamp build/moto/stamp $(SDK_PYTHON)/src/longroad_client/types.py  ## the tests that `make test` leaves to `make full`
	@$(BIN)/python -m pytest -m full -n $(CORES) --dist loadfile --no-loadscope-reorder

guide: $(GUIDE)/index.html  ## build the guide, which the server shows at /guide

check: lint types types-of-sdk generated  ## lint, format, types, stale generated files (-j2 -O: two at a time)

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy $(wildcard domain eventstore service workers openapi)

types-of-sdk: $(VENV)/dev.stamp $(SDK_PYTHON)/src/longroad_client/types.py
	$(BIN)/python -m tests.openapi.sdks.page build/sdk/page.py
	cd $(SDK_PYTHON) && $(CURDIR)/$(BIN)/mypy src examples generating $(CURDIR)/build/sdk/page.py

generated: $(VENV)/dev.stamp
	$(BIN)/python -m openapi.generate --check

generate: $(VENV)/dev.stamp  ## write the generated files
	@$(BIN)/python -m tests.openapi.course

images: $(VENV)/dev.stamp  ## make the pictures in docs/images: games that agents play, and the console (needs Chromium)
	@$(BIN)/python -m tests.service.images
	@$(BIN)/python -m tests.service.console.screenshot

format: $(VENV)/dev.stamp  ## let ruff put the sources in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/bench.stamp build/peer/stamp $(SDK_PYTHON)/src/longroad_client/types.py  ## measure; one JSON object per line, and the table of docs/sizing.md
	@$(BIN)/python -m tests.benchmarks

scale: $(VENV)/dev.stamp build/moto/stamp  ## what a million games a day need, measured with up to a million stored games; writes docs/growing.md (an hour, 12 GB; SIZES=100,10000 AGAIN=1)
	@nice -n 10 $(BIN)/python -m tests.scale

streams: $(VENV)/dev.stamp  ## 1,000 event streams at once, some cut and resumed; one JSON object per line
	@$(BIN)/python -m tests.benchmarks streams

laws: $(VENV)/dev.stamp  ## the laws over many random games (LONG=500)
	@$(BIN)/python -m pytest tests/laws --long=$(LONG)

secrets: $(VENV)/dev.stamp  ## pairs of hosted games that look the same to an observer, compared byte by byte (PAIRS=20)
	@$(BIN)/python -m pytest tests/secrets --long=$(PAIRS)

matrix: $(VENV)/dev.stamp  ## random games in every cell of maps x modules x seats, and of every pair of options, under the laws (GAMES=20)
	@$(BIN)/python -m tests.laws.matrix $(GAMES)

bots: $(VENV)/dev.stamp  ## three bots, two by polling and one by webhook, finish 30 games through a bad network, half of them with two API processes
	@for processes in 1 2; do API_PROCESSES=$$processes $(BIN)/python -m pytest tests/bots -s --long=15 || exit 1; done

cost: $(VENV)/dev.stamp  ## what requests of growing size cost at each operation, in CPU beside a good request
	@$(BIN)/python -m tests.cost

answers: $(VENV)/dev.stamp  ## whole games of every kind: each answer conforms to the contract; each request is counted once
	@$(BIN)/python -m pytest tests/openapi/test_positions.py tests/service/http/test_whole_games.py -s --long=1
	@$(BIN)/python -m pytest tests/service/http/test_usage_processes.py --long=1

positions: $(VENV)/dev.stamp  ## positions of hosted games of every kind beside their documents: what they show, allow and lead to (POSITIONS=2000)
	@$(BIN)/python -m tests.positions $(POSITIONS)

believing: $(VENV)/dev.stamp  ## an agent that counts cards, hosted and by advice, in the same games (PAIRED=400)
	@nice -n 15 $(BIN)/python -m tests.positions.believing $(PAIRED)

elsewhere: $(VENV)/dev.stamp build/peer/stamp  ## games that others host, Catanatron among them, each move by advice over HTTP
	@$(BIN)/python -m tests.positions.elsewhere

sure: $(VENV)/dev.stamp  ## turns that are surely won, as agents find them and as a judge does that tries everything (POSITIONS=2000)
	@nice -n 15 $(BIN)/python -m tests.workers.agents.sure $(POSITIONS)

fuzz: $(VENV)/dev.stamp  ## send random requests to the API from its contract, and play through a bad network (MINUTES=15)
	@MINUTES=$(or $(MINUTES),15) SEED=$(SEED) $(BIN)/python -m tests.fuzz

chaos: $(VENV)/dev.stamp  ## kill, stop and disconnect all parts during play, then compare with the log (MINUTES=20 SEED=0 KINDS=)
	@MINUTES=$(or $(MINUTES),20) SEED=$(SEED) KINDS=$(KINDS) $(BIN)/python -m tests.chaos

cluster: $(VENV)/dev.stamp  ## two hosts on a cluster whose nodes die and part during play (MINUTES=20 SEED=0 KINDS=)
	@MINUTES=$(or $(MINUTES),20) SEED=$(SEED) KINDS="$(KINDS)" $(BIN)/python -m tests.cluster

sentinels: $(VENV)/dev.stamp  ## play goes on when the primary of the queues is killed or stopped
	@$(BIN)/python -m pytest tests/service/supervisor/test_sentinels.py --long=1

cluster-short: $(VENV)/dev.stamp  ## three minutes of it, and one without replication, which must be found out
	@MINUTES=3 SEED=$(SEED) $(BIN)/python -m tests.cluster
	@PLANTED=1 SEED=$(SEED) $(BIN)/python -m tests.cluster

deploy: $(VENV)/dev.stamp  ## follow docs/three-hosts.md on three hosts: install, upgrade, lose a host, restore, forget a person; upgrade from older releases, the last one by its wheel, and go back
	@SEED=$(SEED) $(BIN)/python -m tests.deploy
	@$(BIN)/python -m tests.deploy.wayback

browser: $(VENV)/dev.stamp guide  ## the console and the guide in a real Chromium: whole games, phone, keyboard, broken wires, accessibility (needs npm)
	@$(BIN)/python -m pytest tests/service/console --long=1

clients-check: $(VENV)/clients.stamp  ## generators make clients of the contract, and six of these play; two tables (needs npm and Java, for Go also Go)
	@$(BIN)/python -m tests.openapi.generators
	@$(BIN)/python -m pytest tests/openapi/generators/test_playing.py -n0 -s -rs

sdks: $(VENV)/dev.stamp  ## build the SDKs, and let their bots finish 8 games of every ruleset through a bad network (needs npm for TypeScript)
	@$(BIN)/python -m pytest tests/openapi/sdks tests/service/mcp -s --long=8
	@$(BIN)/python -m pytest tests/openapi/kit -s --long=1
	@$(BIN)/python -m pytest tests/openapi/sdks/test_fairness.py -s --long=$(RECORDS)

sdk-python: $(VENV)/dev.stamp $(SDK_PYTHON)/src/longroad_client/types.py  ## build the wheel of the Python SDK into dist/
	@$(BIN)/python -m tests.openapi.sdks.package dist

sdk-typescript: $(VENV)/run.stamp  ## build the package of the TypeScript SDK into dist/ (needs npm)
	@$(BIN)/python -m tests.openapi.sdks.typescript dist

$(SDK_PYTHON)/src/longroad_client/types.py: openapi/openapi.json $(wildcard $(SDK_PYTHON)/generating/*.py $(SDK_PYTHON)/src/longroad_client/async_[cs]*.py) | $(VENV)/dev.stamp
	@$(BIN)/python $(SDK_PYTHON)/generating/generate.py && touch $@

full: deep laws secrets matrix bots cost answers positions believing elsewhere sure fuzz chaos cluster-short sentinels deploy browser clients-check sdks compiled audit  ## everything that is too long for `make test`, one after another: hours

audit:  ## look up the pinned packages among known vulnerabilities (needs the network)
	@$(PYTHON) -m venv build/audit
	@build/audit/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-audit.lock
	@build/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock

busy: $(VENV)/dev.stamp  ## run some tests many times beside a loop on every core (TESTS=tests/workers TIMES=20)
	@$(BIN)/python -m tests.busy $(TIMES) $(TESTS)

ladder: $(VENV)/run.stamp  ## matches between the agents, fixed seeds; writes the ladder that is served (CORES=2)
	@$(BIN)/python -m workers.lab.ladder
	@nice -n 15 $(BIN)/python -m workers.lab.rate --processes $(CORES)

selfplay: $(VENV)/dev.stamp  ## games among agents with the figures of their positions, as Parquet in build/selfplay (SELFPLAY=20000 CORES=2)
	@nice -n 15 $(BIN)/python -m workers.lab.training.selfplay --games $(SELFPLAY) --processes $(CORES)

train: $(VENV)/dev.stamp  ## fit the value of Catan to the games of `make selfplay`, and print how good it is
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m workers.lab.training.train --network --page docs/results/2026-11-23-agents.md

rules: $(VENV)/dev.stamp  ## how many rows of the rules ledger have a passing test of their own
	@$(BIN)/python -m tests.ledger

mutants: $(VENV)/dev.stamp  ## small faults in the rules, drawn by a seed: which tests notice them (MUTANTS=500 SEED=0)
	@nice -n 10 $(BIN)/python -m tests.mutants --count $(MUTANTS) --seed $(SEED) --cores $(CORES)

compiled: $(VENV)/dev.stamp  ## compile the rules with mypyc into build/compiled and run the laws on them
	$(BIN)/python -m tests.compiled.build
	PYTHONSAFEPATH=1 PYTHONPATH=build/compiled:. $(BIN)/python -m pytest tests/laws --long=100
	$(BIN)/python -m pytest tests/compiled --long=1

wheel: $(VENV)/dev.stamp guide  ## build a pure wheel and one with compiled rules for this platform; both pass the laws
	@$(BIN)/python -m tests.service.cli.wheels dist

dist: $(VENV)/dev.stamp guide  ## build the sdist, and the wheel from it, into dist/
	@$(BIN)/python -m tests.service.cli.packing dist

lock:  ## resolve the dependencies again (needs uv)
	$(LOCK_COMMAND) --output-file requirements.lock
	$(LOCK_COMMAND) --extra traces --extra s3 --extra dev --constraint requirements.lock --output-file requirements-dev.lock
	@$(call layer,requirements-dev.lock,requirements.lock)
	$(LOCK_COMMAND) --extra traces --extra s3 --extra dev --extra bench --constraint requirements-dev.lock --output-file requirements-bench.lock
	@$(call layer,requirements-bench.lock,requirements-dev.lock requirements.lock)
	$(LOCK_COMMAND) --extra traces --extra s3 --extra dev --extra clients --constraint requirements-dev.lock --output-file requirements-clients.lock
	@$(call layer,requirements-clients.lock,requirements-dev.lock requirements.lock)
	$(LOCK_COMMAND) --extra audit --constraint requirements.lock --output-file requirements-audit.lock
	@$(call layer,requirements-audit.lock,requirements.lock)
	$(subst pyproject.toml,--group guide,$(LOCK_COMMAND)) --constraint requirements-dev.lock --output-file requirements-guide.lock
	$(subst pyproject.toml,--group peer,$(LOCK_COMMAND)) --constraint requirements.lock --output-file requirements-peer.lock
	$(subst pyproject.toml,--group moto,$(LOCK_COMMAND)) --output-file requirements-moto.lock

clean:  ## remove the environment and everything built (not DATA_DIR)
	rm -rf $(VENV) build dist $(GUIDE) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info

# each of these environments holds all of the one before it
$(VENV)/run.stamp: requirements.lock
	@echo "making $(VENV) from requirements.lock"
	@$(call install,requirements.lock)
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock requirements.lock
	@echo "making $(VENV) from requirements-dev.lock"
	@$(call install,requirements-dev.lock)
	@touch $(VENV)/run.stamp $@

$(VENV)/bench.stamp $(VENV)/clients.stamp: $(VENV)/%.stamp: requirements-%.lock requirements-dev.lock requirements.lock
	@echo "making $(VENV) from $<"
	@$(call install,$<)
	@touch $(VENV)/run.stamp $(VENV)/dev.stamp $@

build/peer/stamp: requirements-peer.lock | $(VENV)/run.stamp
	@echo "fetching what ours is measured beside, from requirements-peer.lock"
	@rm -rf $(@D) && mkdir -p build
	@work=build/peer.$$$$ && $(call beside,$$work,$<) && touch $$work/stamp && mv $$work $(@D)

build/moto/stamp: requirements-moto.lock | $(VENV)/run.stamp
	@echo "fetching what stands in for an object store, from requirements-moto.lock"
	@mkdir -p build; work=build/moto.$$$$; \
	$(call beside,$$work,$<) && touch $$work/stamp && rm -rf $(@D) && mv $$work $(@D) || \
		{ rm -rf $$work; echo "it could not be fetched: tests with an object store are skipped without it"; }

build/guide/libraries/stamp: requirements-guide.lock | $(VENV)/run.stamp
	@echo "fetching what builds the guide, from requirements-guide.lock"
	@rm -rf $(@D) && mkdir -p build/guide
	@work=build/guide/libraries.$$$$ && $(call beside,$$work,$<) && touch $$work/stamp && rm -rf $(@D) && mv $$work $(@D)

$(GUIDE)/index.html: build/guide/libraries/stamp $(PAGES)
	@PYTHONPATH=build/guide/libraries NO_MKDOCS_2_WARNING=1 $(BIN)/python docs/site/build.py $(GUIDE)
