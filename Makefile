# Stemma. `make run` and `make test` are all that a newcomer needs; `make help` lists the rest.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
VAR := $(or $(STEMMA_VAR),var)
PIP := $(PY) -m pip install --disable-pip-version-check --no-input --progress-bar off -q --require-hashes
QUICKSTART_ARGS ?=
TEST_ARGS ?=
TEST_PROCESSES ?= 2

.PHONY: help run stop test check accept audit bench screenshots messages base-packages test-packages browser

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

run: base-packages ## build the mini suite, run the systems over it, print the table, serve
	@$(PY) manage.py quickstart $(QUICKSTART_ARGS)

stop: ## stop web, workers, tick and the embedded Postgres; data stays
	@if [ -x $(PY) ]; then \
	  $(PY) -m benchmark.floor.jobs.processes stop "$(VAR)"; \
	  $(PY) -m benchmark.postgres stop; \
	else echo "Nothing is installed here yet."; fi

test: test-packages browser ## the whole test suite
	@$(PY) -m pytest -q -n $(TEST_PROCESSES) --dist loadfile $(TEST_ARGS)

check: test-packages ## lint, types, imports, migrations, deployment settings
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check -q .
	@$(PY) manage.py makemigrations --check --dry-run
	@$(VENV)/bin/lint-imports
	@DATABASE_URL=$$($(PY) -m benchmark.postgres url) $(VENV)/bin/mypy benchmark scenarios sut_adapters probes
	@SECRET_KEY=$$($(PY) -c "import secrets; print(secrets.token_urlsafe(48))") \
	  PUBLIC_URL=https://stemma.example.org STEMMA_BEHIND_PROXY=1 DJANGO_SETTINGS_MODULE=benchmark.settings.production \
	  $(PY) manage.py check --deploy --fail-level WARNING

accept: test-packages browser ## what is too long for the suite; JSON in var/accept/
	@$(PY) -m tests.accept

audit: test-packages ## look the pinned packages up in a list of known vulnerabilities; needs the network
	@$(PY) -m tests.audit

bench: test-packages ## the figures to aim at, measured here
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py bench

screenshots: test-packages browser ## every page, light and dark, wide and narrow, into var/screenshots/
	@$(PY) -m tests.browser.screenshots

messages: base-packages ## bring the catalogs of the German pages up to the pages, and compile them
	@$(PY) -m benchmark.messages

# Packages are installed again only when the pinned list changed. The test list holds the base list.
base-packages: $(VENV)/bin/python
	@want=$$(sha256sum < requirements/base.txt); \
	if [ "$$(cat $(VENV)/base.sha256 2>/dev/null)" != "$$want" ]; then \
	  echo "Installing the pinned packages (once, about a minute) …"; \
	  $(PIP) -r requirements/base.txt; \
	  echo "$$want" > $(VENV)/base.sha256; \
	fi

test-packages: $(VENV)/bin/python
	@want=$$(cat requirements/test.txt requirements/alone.txt | sha256sum); \
	if [ "$$(cat $(VENV)/test.sha256 2>/dev/null)" != "$$want" ]; then \
	  echo "Installing the pinned packages and test tools (once, about a minute) …"; \
	  $(PIP) -r requirements/test.txt; \
	  $(PIP) --no-deps -r requirements/alone.txt; \
	  sha256sum < requirements/base.txt > $(VENV)/base.sha256; \
	  echo "$$want" > $(VENV)/test.sha256; \
	fi

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Stemma needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "$(PYTHON) cannot make a virtual environment; on Debian: apt install python3-venv"; exit 1; }

# The browser tests drive a Chromium: Debian's where we are root, else the one playwright brings.
browser: test-packages
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	    || command -v google-chrome >/dev/null \
	    || compgen -G "$${PLAYWRIGHT_BROWSERS_PATH:-$$HOME/.cache/ms-playwright}/chromium*/*/chrome" >/dev/null; \
	then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests …"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	else $(VENV)/bin/playwright install chromium; fi
