# The commands of this checkout. Run `make` alone to see them.
#
# Each command installs what it needs, once. A stamp file marks it as done; its name contains a checksum of the pinned
# requirements and of the path of the checkout, so a new modification time alone installs nothing again.

PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:
# These variables of the shell would change what runs here, or make every run compile the sources again.
unexport PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH

PY := .venv/bin/python
EXAMPLES := $(patsubst %/contract,%,$(wildcard examples/*/contract))
BENCH_PY := benchmarks/.venv/bin/python
HTTP_PY := tests/http/.venv/bin/python

stamp = $(1)-$(shell { pwd -P; cat $(2); } | cksum | cut -d ' ' -f 1)
RUN := $(call stamp,.venv/.ready-run,requirements/run.txt)
DEV := $(call stamp,.venv/.ready-dev,requirements/dev.txt)
HTTP := $(call stamp,tests/http/.venv/.ready,requirements/http.txt)
BENCH := $(call stamp,benchmarks/.venv/.ready,requirements/bench.txt)
TEST_NODE := $(call stamp,tests/node/node_modules/.ready,tests/node/package.json tests/node/package-lock.json)
HTTP_NODE := $(call stamp,tests/http/node_modules/.ready,tests/http/package.json tests/http/package-lock.json)
MCP_1 := $(call stamp,tests/sdks/mcp-1/.ready,requirements/mcp-1.txt)
MCP_2 := $(call stamp,tests/sdks/mcp-2/.ready,requirements/mcp-2.txt)
SDKS_NODE := $(call stamp,tests/sdks/node_modules/.ready,tests/sdks/package.json tests/sdks/package-lock.json)
BENCH_NODE := $(call stamp,benchmarks/node/node_modules/.ready,benchmarks/node/package.json benchmarks/node/package-lock.json)

.PHONY: help generate check test lint goldens fuzz bench clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

generate: $(RUN) ## write generated/ from contract/
	@.venv/bin/sealwax generate
	@for project in $(EXAMPLES); do .venv/bin/sealwax generate --root $$project || exit; done

check: $(RUN) ## fail if generated/ is out of sync with contract/; writes nothing
	@.venv/bin/sealwax check
	@for project in $(EXAMPLES); do .venv/bin/sealwax check --root $$project || exit; done

# The tests of a file share what takes seconds to build and install, so one worker runs them all (loadfile).
test: $(DEV) $(TEST_NODE) $(HTTP) $(HTTP_NODE) $(MCP_1) $(MCP_2) $(SDKS_NODE) ## everything that CI runs: lint, check, then all tests
	@$(MAKE) --no-print-directory lint check
	@echo "pytest"
	@$(PY) -m pytest -q -n auto --dist loadfile

lint: $(DEV) ## ruff, mypy and import-linter over the whole checkout
	@echo "ruff check"
	@$(PY) -m ruff check --quiet .
	@echo "ruff format --check"
	@$(PY) -m ruff format --check --quiet .
	@echo "mypy --strict"
	@$(PY) -m mypy --strict
	@echo "lint-imports"
	@found="$$(.venv/bin/lint-imports --no-cache --no-logo)" || { echo "$$found"; exit 1; }

goldens: $(DEV) ## rewrite the expected files of the golden tests; read the diff before you commit
	@if [ -n "$$CI" ]; then echo "make goldens: does not run in CI, because a person has to read the new files" >&2; exit 1; fi
	@$(PY) -m pytest -q tests/test_cases.py tests/test_invalid.py tests/test_invalid_projects.py \
	  tests/language/test_contract_language_doc.py tests/project/test_configuration.py \
	  tests/targets/http/test_openapi.py tests/commands/test_explain.py \
	  tests/evolution/test_rules.py --refresh-goldens

fuzz: $(DEV) $(TEST_NODE) ## search for mistakes with random input (make fuzz MODE=drift SECONDS=1200; docs/security.md)
	@$(PY) tests/support/fuzz.py $(MODE) --seconds $(or $(SECONDS),60)

bench: $(RUN) $(BENCH) $(BENCH_NODE) ## benchmark sealwax and the generated code against other tools (about ten minutes)
	@echo "Installing the generated package into benchmarks/.venv"
	@$(BENCH_PY) $(PIP) install --force-reinstall --no-build-isolation --no-deps generated/response-v2/python
	@$(PY) benchmarks/run.py --write

clean: ## remove everything that these commands created, except generated/
	@rm -rf .venv benchmarks/.venv tests/http/.venv tests/sdks/mcp-1 tests/sdks/mcp-2
	@rm -rf tests/node/node_modules tests/http/node_modules tests/sdks/node_modules benchmarks/node/node_modules
	@rm -rf .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# -- set-up -----------------------------------------------------------------------------------------------------------

# Use the first Python that is new enough. An environment that was copied or moved refers to its old path: recreate it.
define make-venv
	@if ! grep -qsF "$(CURDIR)/$(1)" $(1)/pyvenv.cfg || ! $(1)/bin/python -m pip --version >/dev/null 2>&1; then \
	  for python in $(PYTHON); do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	    python=; \
	  done; \
	  if [ -z "$$python" ]; then \
	    echo "sealwax needs Python 3.11 or newer, and found none of: $(PYTHON)" >&2; \
	    echo "install one, or pass its path: make PYTHON=/path/to/python3.11 …" >&2; \
	    exit 1; \
	  fi; \
	  echo "Creating a virtual environment in $(1) with $$("$$python" --version)"; \
	  "$$python" -m venv --clear "$(CURDIR)/$(1)"; \
	fi
endef

# Show only errors of pip.
PIP := -m pip --disable-pip-version-check -qq

$(RUN): | requirements/run.txt
	$(call make-venv,.venv)
	@echo "Installing the run-time requirements into .venv (requirements/run.txt)"
	@$(PY) $(PIP) install --require-hashes -r requirements/run.txt
	@$(PY) $(PIP) install --no-build-isolation --no-deps --editable .
	@rm -f .venv/.ready-run-*
	@touch $@

$(DEV): | $(RUN)
	@echo "Installing the development requirements into .venv (requirements/dev.txt)"
	@$(PY) $(PIP) install --require-hashes -r requirements/dev.txt
	@rm -f .venv/.ready-dev-*
	@touch $@

$(HTTP): | requirements/http.txt
	$(call make-venv,tests/http/.venv)
	@echo "Installing web frameworks into tests/http/.venv (requirements/http.txt)"
	@$(HTTP_PY) $(PIP) install --require-hashes -r requirements/http.txt
	@rm -f tests/http/.venv/.ready-*
	@touch $@

$(BENCH): | requirements/bench.txt
	$(call make-venv,benchmarks/.venv)
	@echo "Installing the tools for comparison into benchmarks/.venv (requirements/bench.txt)"
	@$(BENCH_PY) $(PIP) install --require-hashes -r requirements/bench.txt
	@rm -f benchmarks/.venv/.ready-*
	@touch $@

# The SDKs of MCP: each generation has an environment of its own, because they need different versions of themselves.
define install-sdk
	$(call make-venv,tests/sdks/$(1))
	@echo "Installing an MCP SDK into tests/sdks/$(1) (requirements/$(1).txt)"
	@tests/sdks/$(1)/bin/python $(PIP) install --require-hashes -r requirements/$(1).txt
	@rm -f tests/sdks/$(1)/.ready-*
	@touch $@
endef

$(MCP_1): | requirements/mcp-1.txt
	$(call install-sdk,mcp-1)

$(MCP_2): | requirements/mcp-2.txt
	$(call install-sdk,mcp-2)

define npm-install
	@if ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; then \
	  echo "this needs Node.js 20 or newer on the PATH, with npm" >&2; exit 1; \
	fi
	@echo "Installing npm packages into $(1)/node_modules ($(1)/package-lock.json)"
	@cd $(1) && npm ci --silent --ignore-scripts
	@touch $@
endef

$(TEST_NODE):
	$(call npm-install,tests/node)

$(HTTP_NODE):
	$(call npm-install,tests/http)

$(SDKS_NODE):
	$(call npm-install,tests/sdks)

$(BENCH_NODE):
	$(call npm-install,benchmarks/node)
