# Two commands for a newcomer: `make demo` and `make test`. Between two edits: `make check`. Each installs what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT ?= demo-out
# two more than cores: a third of the tests wait, for a browser, a broker, a device
WORKERS ?= $(shell expr $$(nproc) + 2)
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

# what Python has compiled is kept, also where the environment says otherwise: tests start the program hundreds of times
export PYTHONDONTWRITEBYTECODE :=

# two things at a time: the type checker takes a minute on one core, and a fetch is mostly waited for
MAKEFLAGS += -j2

.PHONY: demo check test test-long quick suite mutants pictures setup lint wheel clean

demo: setup
	$(BIN)/companion demo --headless --out $(OUT)

# style, types and the quick tests
check: lint quick

quick: setup
	$(PYTEST) -m "not slow and not long"

test: lint suite

suite: setup
	$(PYTEST) -m "not long" --durations=20

test-long: setup lint
	$(PYTEST)

# what is installed elsewhere: dist/*.whl, and the source archive it is built from
wheel: setup
	rm -rf build dist
	$(BIN)/python -m build --outdir dist .

# the pictures that stand in the documents, taken again
pictures: setup
	$(BIN)/python -m tests.looks --documents

mutants: setup
	$(BIN)/python -m tests.mutation

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

setup: $(VENV)/.system $(VENV)/.python $(VENV)/.micropython

$(VENV)/.system: .ci/system-packages
	@mkdir -p $(VENV)
	sh .ci/system-packages
	@touch $@

$(VENV)/.python: pyproject.toml $(VENV)/.system
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable '.[dev]'
	@touch $@

$(VENV)/.micropython: hardware/sim/fetch-micropython $(VENV)/.system
	sh hardware/sim/fetch-micropython .cache/micropython
	@touch $@

clean:
	rm -rf $(VENV) .cache build dist *.egg-info $(OUT)
