# Every target builds with the same traits, because changing them rebuilds everything. `demo` and `test` share the debug
# configuration and the scratch path .build, and the documentation uses their modules; benchmarks have a separate scratch
# path.
CONFIG ?= debug
comma := ,
# On Linux the provider can use PostgreSQL, by the system's libpq.
TRAITS := Server,LinuxTransport$(if $(filter Linux,$(shell uname)),$(comma)PostgreSQL)
# With CI set, a debug build is for one run of the tests: without debug information, with BoringSSL optimized, since
# password hashes and RSA keys take a fifth of the time otherwise, and with a fast linker, if the toolchain has one.
ifneq ($(CI),)
ifeq ($(CONFIG),debug)
CI_FLAGS := -debug-info-format none -Xcxx -O2
ifeq ($(shell uname),Linux)
CI_FLAGS += $(if $(wildcard $(dir $(realpath $(shell command -v swiftc)))ld.lld),-Xswiftc -use-ld=lld)
endif
endif
endif
# SwiftPM passes the traits to the compiler in the order of a set: in a random order, each of which rebuilds everything.
BUILD := env SWIFT_DETERMINISTIC_HASHING=1 swift build --configuration $(CONFIG) --traits $(TRAITS) $(CI_FLAGS)
# A release on Linux links Swift's libraries statically: loading them would be a large part of the time of `keyfob token`.
ifeq ($(CONFIG)-$(shell uname),release-Linux)
BUILD += --static-swift-stdlib
endif
BUILD_EXAMPLES := Scripts/build-examples
NEEDS := $(if $(filter release,$(CONFIG)),release,build)
export CONFIG TRAITS CI_FLAGS

.DEFAULT_GOAL := help
.PHONY: build deb install manual demo test nightly migrate migrate-test logs interop interop-openid lint samples format docs bench requirements protocol oddities api picture session examples example torture fuzz soak clean help

build: ## Builds the library and the tools (CONFIG=release puts them in .build/release)
	@Scripts/prerequisites $(NEEDS)
	@Scripts/phase build $(BUILD)

demo: ## Runs the demo on this machine, offline
	@Scripts/prerequisites $(NEEDS)
	@Scripts/phase build $(BUILD)
	@Scripts/phase demo .build/$(CONFIG)/keyfob demo

ifdef FILTER
test:
	@Scripts/prerequisites build
	@Scripts/phase test Scripts/run-suite "$(FILTER)"
else
test: ## Runs every test, third-party clients included (FILTER=name runs the tests or suites of that name)
	@Scripts/phase prerequisites Scripts/prerequisites test
	@Scripts/phase witnesses Scripts/witnesses
	@Scripts/phase workflows python3 -B Scripts/checks/workflows.py
	@Scripts/phase build-examples $(BUILD_EXAMPLES)
	@Scripts/phase build-tests $(BUILD) --build-tests
	@Scripts/phase folders python3 -B Scripts/checks/folders.py
	@Scripts/phase api python3 -B Scripts/checks/api.py
	@Scripts/phase manual python3 -B Scripts/checks/manual.py
	@Scripts/phase resolved-packages Scripts/scratch-app resolve
	@Scripts/phase test Scripts/run-tests
	@Scripts/phase requirements python3 -B Scripts/checks/requirements.py --results build/test-results
endif

nightly: ## Runs what takes long and no requirement needs (hours): keyfob-migrate, documentation, OpenID providers, fuzzing, torture, soaks
	@Scripts/phase prerequisites Scripts/prerequisites test
	@Scripts/phase openid-prerequisites Scripts/prerequisites openid
	@Scripts/phase witnesses Scripts/witnesses
	@Scripts/phase build $(BUILD)
	@Scripts/phase migrate-test Scripts/migrate test
	@Scripts/phase docs Scripts/build-docs
	@Scripts/phase interop-openid Scripts/interop-openid --check
	@Scripts/phase fuzz Scripts/fuzz $(or $(SECONDS),60)
	@Scripts/phase torture Scripts/torture
	@Scripts/phase torture-damage Scripts/torture damage
	@Scripts/phase torture-shared Scripts/torture shared
	@Scripts/phase soak Scripts/soak $(or $(SECONDS),300)
ifeq ($(shell uname),Linux)
	@Scripts/phase soak-nodes Scripts/soak $(or $(SECONDS),300) --nodes 2
endif

migrate: ## Builds keyfob-migrate, which finds uses of ADAL and of older MSALs, and links it into keyfob's folder
	@Scripts/prerequisites build
	@Scripts/phase migrate Scripts/migrate build

migrate-test: ## Tests keyfob-migrate
	@Scripts/prerequisites build
	@Scripts/phase migrate-test Scripts/migrate test

logs: ## Runs the end-to-end tests with all logs at trace, and looks for secrets in them
	@Scripts/prerequisites build
	@rm -rf build/test-logs && mkdir -p build/test-logs
	@KEYFOB_TEST_LOGS="$(CURDIR)/build/test-logs" Scripts/phase test-logs Scripts/run-suite EndToEndTests
	@Scripts/phase search-logs Scripts/search-logs build/test-logs

interop: ## Shows how Keyfob and MSAL Python handle each other's token caches, cell by cell
	@Scripts/phase prerequisites Scripts/prerequisites test
	@Scripts/phase witnesses Scripts/witnesses
	@Scripts/phase build-tests $(BUILD) --build-tests
	@Scripts/phase interop Scripts/interop

interop-openid: ## Signs in at OpenID providers of others (PROVIDERS=names for some), and compares with docs/openid-providers.md
	@Scripts/phase prerequisites Scripts/prerequisites openid
	@Scripts/phase build $(BUILD) --product keyfob-signin
	@Scripts/phase build $(BUILD) --product keyfob
	@Scripts/phase interop-openid Scripts/interop-openid $(PROVIDERS) $(or $(OPTIONS),$(if $(PROVIDERS),,--check))

lint: ## Checks format, imports, names, sizes, words and the requirements page
	@Scripts/prerequisites lint
	@Scripts/lint

samples: ## Type-checks public samples for MSAL and ADAL, which it fetches, against ours over stubs
	@Scripts/check-samples $(OPTIONS)

format: ## Formats every Swift file in place
	@swift format --in-place --recursive --parallel $(wildcard Sources Tests Benchmarks/Sources Examples/Sources Fuzz \
	  Tools/Migrate/Sources Tools/Migrate/Tests/MigrationTests/*.swift) \
	  Package.swift $(wildcard Benchmarks/Package.swift Examples/Package.swift Tools/Migrate/Package.swift)

requirements: ## Writes docs/requirements.md from docs/requirements.tsv and the names of the tests
	@python3 -B Scripts/checks/requirements.py --write

protocol: ## Writes docs/protocol.md from Tests/Vectors/protocol.tsv
	@python3 -B Scripts/checks/protocol.py --write

oddities: ## Writes docs/openid-oddities.md from Tests/Vectors/openid-oddities.tsv
	@python3 -B Scripts/checks/oddities.py --write

api: ## Writes the public declarations of every module into docs/api
	@Scripts/prerequisites build
	@Scripts/phase build $(BUILD)
	@python3 -B Scripts/checks/api.py --write

manual: ## Writes the manual pages of all commands into docs/man, from their help and docs/man/parts.txt
	@Scripts/prerequisites build
	@Scripts/phase build $(BUILD)
	@python3 -B Scripts/checks/manual.py --write

picture: ## Draws docs/images/demo.svg from a run of the demo that proved everything
	@mkdir -p build
	@$(MAKE) --no-print-directory build
	@.build/$(CONFIG)/keyfob demo >build/demo.txt
	@Scripts/render-demo build/demo.txt

session: ## Draws docs/images/session.svg from a session with the tool in a terminal
	@Scripts/prerequisites test
	@$(MAKE) --no-print-directory build
	@Scripts/record-session

docs: ## Builds the documentation of the public modules into build/docs
	@Scripts/prerequisites build
	@Scripts/phase build $(BUILD)
	@Scripts/phase docs Scripts/build-docs

bench: ## Measures, with a reference in the same run (release build, minutes)
	@Scripts/prerequisites bench
	@Scripts/witnesses
	@Scripts/phase bench Scripts/bench

examples: ## Builds the programs in Examples/, which tests run
	@Scripts/prerequisites build
	@Scripts/phase build-examples $(BUILD_EXAMPLES)

example: ## Builds README's example as an app would, without traits (minutes)
	@Scripts/prerequisites build
	@Scripts/phase example Scripts/scratch-app build

torture: ## Kills writers and counts lost writes (OPTIONS="--seed 7"; DRIVER=msal for MSAL Python's cache, shared for both on one file, damage for damaged files)
	@Scripts/prerequisites build
	@Scripts/phase build $(BUILD) --product KeyfobStoreTorture
	@Scripts/phase torture Scripts/torture $(or $(DRIVER),keyfob) $(OPTIONS)

fuzz: ## Fuzzes every target in Fuzz/, or TARGETS, for SECONDS each (60)
	@Scripts/prerequisites build
	@Scripts/phase build $(BUILD) --product KeyfobStoreTorture
	@Scripts/phase build $(BUILD) --target KeyfobDBus
	@Scripts/phase fuzz Scripts/fuzz $(or $(SECONDS),60) $(TARGETS)

soak: ## Mixed traffic on a provider, with and without kills, SECONDS each (1200; CONFIG=release for figures; OPTIONS="--nodes 2" for nodes on PostgreSQL)
	@Scripts/prerequisites $(NEEDS)
	@Scripts/phase build $(BUILD) --product keyfob-idp
	@Scripts/phase soak Scripts/soak $(or $(SECONDS),1200) $(OPTIONS)

# Packages and what is installed are of a release build, unless CONFIG says otherwise.
deb install: CONFIG := $(if $(filter command line environment,$(origin CONFIG)),$(CONFIG),release)
deb: ## Builds Debian packages into build/packages (CONFIG=debug packages a debug build)
	@Scripts/phase deb Scripts/packaging/deb --binaries .build/$(CONFIG) $(OPTIONS)

install: ## Installs the last build under PREFIX (/usr/local), with manual pages and completions (DESTDIR for another root)
	@Scripts/phase install Scripts/packaging/install --binaries .build/$(CONFIG) --prefix "$(or $(PREFIX),/usr/local)" --root "$(DESTDIR)"

clean: ## Removes all build products
	rm -rf .build Benchmarks/.build Tools/Migrate/.build Examples/.build build

help: ## Prints this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
