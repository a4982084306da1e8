# Two commands for a newcomer: `make demo` and `make test`. Each installs what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT ?= demo-out

.PHONY: demo test test-long mutants setup lint clean

demo: setup
	$(BIN)/companion demo --headless --out $(OUT)

test: setup lint
	$(BIN)/python -m pytest -q -m "not long"

test-long: setup lint
	$(BIN)/python -m pytest -q

mutants: setup
	$(BIN)/python -m tests.mutation

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy

setup: $(VENV)/.system $(VENV)/.python $(VENV)/.micropython

$(VENV)/.system: .ci/system-packages
	@mkdir -p $(VENV)
	sh .ci/system-packages
	@touch $@

$(VENV)/.python: pyproject.toml $(VENV)/.system
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/.micropython: hardware/sim/fetch-micropython $(VENV)/.system
	sh hardware/sim/fetch-micropython .cache/micropython
	@touch $@

clean:
	rm -rf $(VENV) .cache build *.egg-info $(OUT)
