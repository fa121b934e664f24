# Everything from a fresh clone: make demo, make test. All it takes is Python 3.11 or newer, and make.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
WRITTEN_GAMES := ../shared/cases/check.py
COMPILE := build/lock/bin/uv pip compile --quiet --universal --upgrade --generate-hashes --no-emit-index-url --no-header

.DEFAULT_GOAL := help
.PHONY: help demo picture test check lint cases run bench soak lock clean
MAKEFLAGS += --no-print-directory

help:
	@echo "make demo    two whole matches on a simulated Discord, before your eyes (make demo ARGS=--fast: no waiting)"
	@echo "make test    the tests (make test ARGS='-k ghost')"
	@echo "make check   the tests, and everything else that must hold: style, types, import contracts"
	@echo "make run     the bot, with config.toml"
	@echo "make bench   how fast it is, beside what it must reach (ONLY=burst: that alone; PATIENCE=4: longer)"
	@echo "make picture the README's picture of a match, as the bot speaks now"
	@echo "make soak    processes of the bot, killed at random while they host, compared with undisturbed ones (N=1000)"
	@echo "make lock    renew the lock files"
	@echo "make clean   remove what the above made"

demo: .venv/ready
	@$(BIN)/python -m bot demo $(ARGS)

picture: .venv/ready
	@$(BIN)/python -m bot demo --picture docs/match.svg

run: .venv/ready
	@$(BIN)/python -m bot run $(ARGS)

test: .venv/ready
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: lint cases test

lint: .venv/ready
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-cache --no-logo
	@echo "Style, types and import contracts: nothing to complain of."

# Written games with what must come out of them, where they lie beside the project. Judging needs nothing installed.
cases:
	@if [ -e $(WRITTEN_GAMES) ]; then $(PYTHON) $(WRITTEN_GAMES); fi

ONLY ?=
PATIENCE ?= 1

bench: .venv/ready
	@$(BIN)/python -m benchmarks --patience $(PATIENCE) $(ONLY)

N ?= 100
SEED ?= 1

soak: .venv/ready
	@$(BIN)/python -m tests.soak --kills $(N) --seed $(SEED)

# The lock names every file by its hash; the project itself is then put beside it without resolving or fetching anything.
.venv/ready: requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Dealer needs Python 3.11 or newer; name one: make $(MAKECMDGOALS) PYTHON=python3.13"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is incomplete here. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up .venv (once; about a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

lock:
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check --quiet --quiet install --upgrade uv
	@$(COMPILE) --output-file requirements.lock pyproject.toml
	@$(COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml
	@echo "requirements.lock and requirements-dev.lock are renewed."

clean:
	@rm -rf .venv build dist .hypothesis .mypy_cache .ruff_cache
