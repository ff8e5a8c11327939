# Two commands set up a machine that has Python >= 3.11, pip and make: `make synth` and `make test`.
# Empty: keep the Python that .venv/ has, or take python3 for a new one.
PYTHON ?=
CRDS ?= ../shared/crds
BIN := .venv/bin
LOCK := requirements/dev.txt
GROUP := requirements/dev.in

.PHONY: help setup synth test check bindings lock clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/'

# Asked at every run and cheap when there is nothing to do: it compares contents, not times, so that a clone, a moved
# checkout and a set-up that was interrupted are told apart.
setup: ## .venv/ with everything pinned; done by the other targets
	@PYTHON="$(PYTHON)" LOCK="$(LOCK)" sh .ci/setup

synth: setup ## every recipe as YAML in dist/
	@$(BIN)/cdk8s-grove run apps/main.py

test: setup ## the tests
	@$(BIN)/python -m pytest

check: ## all of CI
	@PYTHON="$(PYTHON)" bash .ci/run

bindings: setup ## imports/cdk8s_grove_crds from CRDS (a folder)
	$(BIN)/cdk8s-grove import $(CRDS) -o imports/cdk8s_grove_crds --package cdk8s_grove_crds

lock: ## requirements/dev.txt from pyproject.toml and requirements/dev.in
	@PYTHON="$(PYTHON)" LOCK="$(LOCK)" GROUP="$(GROUP)" sh .ci/lock

clean: ## remove .venv/, dist/ and caches
	rm -rf .venv dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
