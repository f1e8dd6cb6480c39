# Needs Python 3.11 or newer, git and make; everything else goes into .venv, in locked versions.
# Another Python: make test PYTHON=python3.12

PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test check test-slow bench lock clean python core-env dev-env

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 16

demo: core-env ## the main job, on a small corpus that comes with the package
	@$(BIN)/turnscope demo

test: dev-env ## lint, format, types, tests: all that CI runs
	@$(BIN)/python tools/check.py $(STEPS)

check: test ## the same; only some steps: make check STEPS="lint types"

test-slow: dev-env ## the tests that take minutes
	@$(BIN)/python -m pytest -m slow -n auto --maxprocesses 4

bench: dev-env ## how fast: ratios within one run
	@$(BIN)/python -m benchmarks

lock: python ## the newest versions that pyproject.toml allows, into requirements/
	@$(PYTHON) tools/lock.py

clean: ## remove .venv, caches and builds
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist src/*.egg-info
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

core-env: python
	@$(PYTHON) tools/bootstrap.py core

dev-env: python
	@$(PYTHON) tools/bootstrap.py dev

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "PYTHON=$(PYTHON): $$($(PYTHON) --version 2>&1); expected Python 3.11 or newer." \
	       "Name one: make $(or $(MAKECMDGOALS),test) PYTHON=python3.12" >&2; exit 2; }
