# make report   plays all ten years of The Opulent under three policies and writes one HTML file
# make test     style, types, layers, all tests
# Both set up .venv first; once that is done they start at once.

VENV := .venv
BIN := $(VENV)/bin
# The first Python of 3.11 or newer; say PYTHON=/path/to/python to choose another.
PYTHON ?= $(shell for name in python3 python3.11 python3.12 python3.13 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 4

.PHONY: report test check lint setup clean help
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

setup: $(VENV)/.project

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "House Edge needs Python 3.11 or newer; none was found. Try: make PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Creating $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; }

$(VENV)/.project: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing House Edge (numba, pandas, matplotlib, ...; a minute or two, once)"
	@$(PIP) --editable .
	@touch $@

$(VENV)/.tests: $(VENV)/.project
	@echo "Installing the test tools"
	@$(PIP) --editable '.[test]'
	@touch $@

report: $(VENV)/.project
	@$(BIN)/house-edge warmup opulent
	@$(BIN)/house-edge report --fresh

lint: $(VENV)/.tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Tests marked "kernel" run three times: compiled with bounds checks (an index past the end of an array would
# otherwise corrupt its neighbour silently), as plain Python (a value too large for its field raises there instead of
# wrapping), and compiled as usual with all the other tests. The full run is last, so its closing line ends the output.
# Plain Python is hundreds of times slower: there such a test plays fewer games, and what is about statistics, pages and
# commands, which play the same games through the same blocks, is not marked.
test: lint
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -q -m kernel
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m kernel
	$(PYTEST)

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
