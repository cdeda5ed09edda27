# Two commands do all the set-up on a fresh machine with Python 3.11 or newer, make and git:
#   make demo   the main job, with no network and no key
#   make test   the tests, offline
# Each makes the virtual environment that it needs; uv is used where it is there.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
RUN_STAMP := $(VENV)/.run-stamp
DEV_STAMP := $(VENV)/.dev-stamp
UV := $(shell command -v uv 2>/dev/null)
UV_PIP := UV_CONSTRAINT= UV_OVERRIDE= uv pip install --quiet --python $(BIN)/python --require-hashes
PIP := PIP_CONSTRAINT= $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
ifeq ($(UV),)
INSTALL := $(PIP)
INSTALL_SELF := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
else
INSTALL := $(UV_PIP)
INSTALL_SELF := uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
endif

# What is compiled is kept, whatever the environment says: the tests start hundreds of processes.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest

# Four processes with a part each: on two processors pytest-xdist costs a fifth more, because each of its workers collects
# all tests and passes every result on. The last part is whatever the others have not.
DAILY := $(PYTEST) -m "not full and not clients and not live"
PART_1 := tests/server tests/survival
PART_2 := tests/images tests/cli
PART_3 := tests/pixels tests/web tests/paths tests/store tests/demo
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# One worker more than there are processors, because many tests wait for something.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.DEFAULT_GOAL := help

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("opsin needs Python 3.11 or newer, this is " + sys.version) if sys.version_info < (3, 11) else None'
ifeq ($(UV),)
	$(PYTHON) -m venv $(VENV)
else
	uv venv --quiet --seed --python $(PYTHON) $(VENV)
endif

$(RUN_STAMP): requirements/run.txt pyproject.toml | $(BIN)/python
	$(INSTALL) -r requirements/build.txt
	$(INSTALL) -r requirements/run.txt
	$(INSTALL_SELF)
	@touch $@

$(DEV_STAMP): requirements/dev.txt $(RUN_STAMP)
	$(INSTALL) -r requirements/dev.txt
	@touch $@

.PHONY: demo
demo: $(RUN_STAMP) ## the whole job on real photographs, with no network and no key
	$(BIN)/opsin demo

.PHONY: test test-1 test-2 test-3 test-4
test: $(DEV_STAMP) ## the tests: offline, in any order
	@echo "The tests run in four parts side by side; each is told when it is done, the first after a minute or two."
	@$(MAKE) --no-print-directory --keep-going --jobs=4 $(TOGETHER) test-1 test-2 test-3 test-4

test-1:
	$(DAILY) $(PART_1)

test-2:
	$(DAILY) $(PART_2)

test-3:
	$(DAILY) $(PART_3)

test-4:
	$(DAILY) tests $(addprefix --ignore=,$(PART_1) $(PART_2) $(PART_3))

.PHONY: test-full
test-full: $(DEV_STAMP) ## everything that takes longer: real clients, kill -9, load
	$(PYTEST) -n $(WORKERS) -m "not live"

.PHONY: test-live
test-live: $(DEV_STAMP) ## the providers themselves, end to end: needs a network, and says where there is none
	$(PYTEST) -m live -rs tests/live

.PHONY: check
check: $(DEV_STAMP) ## lint, format, types, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

.PHONY: format
format: $(DEV_STAMP) ## put the code into the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: bench
bench: $(DEV_STAMP) ## speeds, as ratios within one run
	$(BIN)/python -m benchmarks

.PHONY: docs
docs: $(DEV_STAMP) ## write the parts of docs/ that are generated from the code
	$(BIN)/python scripts/write_docs.py

.PHONY: packaging
packaging: $(DEV_STAMP) ## write what is generated for registries and clients from pyproject.toml and the settings
	$(BIN)/python -m scripts.write_packaging

.PHONY: pins
pins: ## compile the pinned requirements anew (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra ocr --extra heif --extra pdf pyproject.toml -o requirements/run.txt
	printf 'hatchling>=1.27\neditables>=0.5\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate - -o requirements/build.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra ocr --extra heif --extra pdf --group dev pyproject.toml -o requirements/dev.txt

.PHONY: clean
clean: ## remove what the commands above made
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist demo-output
