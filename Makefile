HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT
# Python caches compiled code even if the shell forbids it, because the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

python := .venv/bin/python
installed := .venv/.installed
installed_to_develop := .venv/.installed-to-develop
bundler := node_modules/.package-lock.json
# Modules are compiled when they are first imported: compiling all would take longer than downloading them.
# A lock file has every package with its hash, so nothing is resolved and no other package is installed.
install := $(python) -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes
lock := .venv/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" $(ARGS)
foreign := programs/api/tests/foreign
collect := --all --keep-pot --no-wrap --add-location file --ignore tests --ignore staticfiles --ignore bundles --ignore node_modules
pytest := $(python) -m pytest -p cribbage_site.tests.redis_per_worker --dist=loadfile --no-loadscope-reorder

.PHONY: help setup setup-to-develop play test test-all test-rest test-on-sqlite test-on-postgresql check bench proof bundle client words host lock

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile

setup: $(installed)  ## virtual environment, requirements of the site, database
	@$(python) manage.py migrate --verbosity 0

setup-to-develop: $(installed_to_develop) $(bundler)

.venv/pyvenv.cfg:
	@python3 -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Every Other needs Python 3.11 or newer, and python3 here is %d.%d." % sys.version_info[:2])'
	python3 -m venv .venv

$(installed): requirements.lock | .venv/pyvenv.cfg
	$(install) -r requirements.lock
	@touch $@

# uv installs in a sixth of pip's CPU time; pip installs where uv cannot fetch, as from a mirror that pip alone knows.
$(installed_to_develop): requirements-dev.lock | .venv/pyvenv.cfg
	@awk '/^uv==/ {found = 1} found {print} found && !/\\$$/ {exit}' requirements-dev.lock > .venv/uv.lock
	$(install) -r .venv/uv.lock
	.venv/bin/uv pip install --quiet --no-config --python $(python) --link-mode copy --no-deps --require-hashes \
		-r requirements-dev.lock || $(install) -r requirements-dev.lock
	@touch $(installed) $@

# Each package is checked against its hash in the lock file, and no install script runs.
$(bundler): package.json package-lock.json
	@if command -v npm >/dev/null; then \
		npm ci --ignore-scripts --no-audit --no-fund --silent && touch $@; \
	else \
		echo "NPM IS NOT INSTALLED, and so esbuild is not: bundles can't be made (make bundle), and are not tested."; \
	fi

play: $(installed)  ## serve the game (HOST=127.0.0.1 PORT=8000)
	@for at in $$(case "$(HOST)" in 0.0.0.0) hostname -I | tr ' ' '\n' | grep -v : ;; esac) $(HOST); do echo "Every Other is at http://$$at:$(PORT)/"; done
	@echo "Ctrl-C ends it."
	@$(python) manage.py play $(HOST):$(PORT)

# Slow tests often wait, so that more of them run at once. `make test` has no slow ones.
workers := 3
# Both run in parallel. The output of a line with a plus is shown while it runs, the other's at its end.
run_both_halves := @exec $(python) -m cribbage_site.tests.tidy_run \
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-on-sqlite test-on-postgresql

test: setup-to-develop  ## rules, points, protocol, pages and calls, a game in a browser; races on PostgreSQL and Redis
	$(run_both_halves) on_sqlite="not slow" on_postgresql="rows and not slow"

test-all: setup-to-develop  ## every test; those that depend on the database also on PostgreSQL with Redis
	$(run_both_halves) workers=4 on_sqlite= on_postgresql=rows

test-rest: setup-to-develop
	$(run_both_halves) workers=4 on_sqlite="slow" on_postgresql="rows and slow"

test-on-sqlite:
	+$(pytest) --numprocesses=$(workers) -m "$(on_sqlite)" $(ARGS)

test-on-postgresql:
	$(python) -m cribbage_site.tests.services $(pytest) --numprocesses=1 -m "$(on_postgresql)" $(ARGS)

check: setup-to-develop  ## style, types, layers, migrations, production settings, known vulnerabilities, prose
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
	$(python) -m bench.prose

bench: setup-to-develop  ## measure (ARGS= go to manage.py bench)
	$(python) manage.py bench $(ARGS)

proof: export PROOF = 1
# The longest test takes twenty minutes in full.
proof: export PYTEST_ADDOPTS += -o faulthandler_timeout=3600
proof: setup-to-develop  ## every test in full: ten times the games, kills and malformed input
	$(run_both_halves) on_sqlite= on_postgresql="rows or django_db"

bundle: $(installed) $(bundler)  ## rewrite static/bundles/ after a change of a script or stylesheet (needs npm)
	$(python) -m cribbage_site.assets.make_bundles

client: $(installed_to_develop)  ## rewrite clients/python/everyother_bot.py after a change of the package
	$(python) clients/python/make_single_file.py

words: $(installed)  ## collect all texts in locale/, for translators (docs/how-to/translate.md)
	$(python) manage.py makemessages $(collect) --ignore admin --ignore admin.py --ignore dashboard
	$(python) manage.py makemessages $(collect) --domain djangojs
	$(python) manage.py compilemessages --ignore .venv

host: setup  ## make the host's login for /admin/
	$(python) manage.py host

lock: $(installed_to_develop)  ## lock requirements*.txt with all dependencies (ARGS=--upgrade: the newest)
	$(lock) requirements.txt --output-file requirements.lock
	@# The site runs without its tests, with either server.
	cat requirements.txt requirements-uvicorn.txt | grep -v ^pytest | \
		$(lock) - --constraint requirements.lock --output-file requirements-site.lock
	$(lock) requirements-dumps.txt --output-file requirements-dumps.lock
	$(lock) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock
	@# The requirements of a test that generates a client in a separate Python.
	$(lock) $(foreign)/requirements.txt --output-file $(foreign)/requirements.lock
