HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
# Compiled code is kept, whatever the shell says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

python := .venv/bin/python
installed := .venv/.installed
installed_to_develop := .venv/.installed-to-develop
bundler := node_modules/.package-lock.json
# What is imported is compiled when it is: compiling all of it would take longer than fetching it.
# A lock names every package with its hash, so that nothing has to be resolved, and nothing else is taken.
install := $(python) -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes
lock := .venv/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" $(ARGS)
foreign := programs/api/tests/foreign
collect := --all --keep-pot --no-wrap --add-location file --ignore tests --ignore staticfiles --ignore node_modules
pytest := $(python) -m pytest -p cribbage_site.tests.redis_per_worker --dist=loadfile --no-loadscope-reorder

.PHONY: help setup setup-to-develop play test test-all test-rest test-on-sqlite test-on-postgresql check bench proof words host lock

help:  ## list what can be made
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile

setup: $(installed)  ## virtual environment, what the site needs, database
	@$(python) manage.py migrate --verbosity 0

setup-to-develop: $(installed_to_develop) $(bundler) setup

$(installed): requirements.lock
	@python3 -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Every Other needs Python 3.11 or newer, and python3 here is %d.%d." % sys.version_info[:2])'
	python3 -m venv .venv
	$(install) -r requirements.lock
	@touch $@

$(installed_to_develop): $(installed) requirements-dev.lock
	$(install) -r requirements-dev.lock
	@touch $@

# Each package is checked against its hash in the lock file, and none runs anything here.
$(bundler): package.json package-lock.json
	@if command -v npm >/dev/null; then \
		npm ci --ignore-scripts --no-audit --no-fund --silent && touch $@; \
	else \
		echo "NPM IS NOT INSTALLED, and so esbuild is not: pages are served unbundled, and bundles are not tested."; \
	fi

play: $(installed)  ## serve the game (HOST=127.0.0.1 PORT=8000)
	@for at in $$(case "$(HOST)" in 0.0.0.0) hostname -I | tr ' ' '\n' | grep -v : ;; esac) $(HOST); do echo "Every Other is at http://$$at:$(PORT)/"; done
	@echo "Ctrl-C ends it."
	@$(python) manage.py play $(HOST):$(PORT)

# Side by side: what begins with a plus is shown while it runs, and the other when it is over.
run_both_halves := @exec $(python) -m cribbage_site.tests.tidy_run \
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-on-sqlite test-on-postgresql

test: setup-to-develop  ## rules, points, protocol, pages and calls, a game in a browser; races on PostgreSQL and Redis
	$(run_both_halves) on_sqlite="not slow" on_postgresql="rows and not slow"

test-all: test test-rest  ## every test; what can differ there again on PostgreSQL with Redis

test-rest: setup-to-develop
	$(run_both_halves) on_sqlite="slow" on_postgresql="rows and slow"

test-on-sqlite:
	+$(pytest) --numprocesses=3 -m "$(on_sqlite)" $(ARGS)

test-on-postgresql:
	$(python) -m cribbage_site.tests.services $(pytest) --numprocesses=2 -m "$(on_postgresql)" $(ARGS)

check: setup-to-develop  ## style, types, floors, migrations, production settings, known holes in what is installed
	$(python) -m ruff check
	$(python) -m ruff format --check
	$(python) -m mypy
	$(python) -m pytest -q cribbage_site/tests/test_imports.py
	$(python) manage.py makemigrations --check --dry-run
	@export PRODUCTION=1 ALLOWED_HOSTS=cribbage.example STATIC_ROOT=$$(mktemp -d) \
		SECRET_KEY=$$($(python) -c 'import secrets; print(secrets.token_urlsafe(64))') && \
		trap 'rm -r $$STATIC_ROOT' EXIT && set -x && $(python) manage.py collectstatic --no-input --verbosity 0 && \
		$(python) manage.py check --deploy --fail-level WARNING
	$(python) -m bench.dependency_audit

bench: setup-to-develop  ## measure (ARGS= go to manage.py bench)
	$(python) manage.py bench $(ARGS)

proof: export PROOF = 1
proof: setup-to-develop  ## every test in full: ten times the games, the kills and the nonsense
	$(run_both_halves) on_sqlite= on_postgresql="rows or django_db"

words: $(installed)  ## collect all texts in locale/, for translators (docs/words.md)
	$(python) manage.py makemessages $(collect) --ignore admin --ignore admin.py --ignore dashboard
	$(python) manage.py makemessages $(collect) --domain djangojs
	$(python) manage.py compilemessages --ignore .venv

host: setup  ## make the host's login for /admin/
	$(python) manage.py host

lock: $(installed_to_develop)  ## lock what requirements*.txt name, with all they need (ARGS=--upgrade: the newest)
	$(lock) requirements.txt --output-file requirements.lock
	@# The site runs without its tests, and by either server.
	cat requirements.txt requirements-uvicorn.txt | grep -v ^pytest | \
		$(lock) - --constraint requirements.lock --output-file requirements-site.lock
	$(lock) requirements-dumps.txt --output-file requirements-dumps.lock
	$(lock) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock
	@# What a test generates a client with, in a Python of its own.
	$(lock) $(foreign)/requirements.txt --output-file $(foreign)/requirements.lock
