# The commands of this project. Owns what a person types; cargo and the programs do the work.
#
#   make demo    set up, build, differentiate real programs and show that the gradients are right
#   make test    set up, build, lint, all tests, documentation, random programs
#   make bench   gradient time over primal time, one table; what checkpoints cost
#   make fuzz    random programs at length (COUNT=5000)
#   make build   everything in target/release, with the links enzyme-cc, enzyme-c++, enzyme-fc
#   make check   formatting, lints, documentation
#   make install PREFIX=/usr/local [DESTDIR=]

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

# A fresh shell does not know where rustup puts its programs.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
BIN := $(TARGET)/release
WRAPPERS := enzyme-cc enzyme-c++ enzyme-fc
PREFIX ?= /usr/local
DESTDIR ?=
COUNT ?= 5000
# The seed of the programs that `make test` tries: the same everywhere, so that a failure is one.
SEED ?= 20261121
# Extra arguments: make bench ARGS="--only gmm", make fuzz ARGS="--seed 7 --reduce".
ARGS ?=

# Without MPI, if there are several; an HDF5 of your own goes before.
HDF5 := $(or $(HDF5_DIR),$(shell scripts/hdf5.sh serial))
ifneq ($(HDF5),)
export HDF5_DIR := $(HDF5)
endif

.PHONY: demo test bench fuzz build check fmt clippy doc unit test-mpi test-zfp fuzz-short bootstrap install clean

demo: build
	$(BIN)/enzyme-adbench demo --cc $(BIN)/enzyme-cc $(ARGS)

test: check unit test-mpi test-zfp fuzz-short

bench: build
	$(BIN)/enzyme-adbench bench --cc $(BIN)/enzyme-cc $(ARGS)
	cargo bench -p enzyme-checkpoint --bench executor

fuzz: build
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count $(COUNT) --refusals 1 $(ARGS)

# Plugin and programs side by side, as the wrappers expect.
build: bootstrap
	cargo build --release --workspace
	for name in $(WRAPPERS); do ln -sf enzyme-rs $(BIN)/$$name; done

check: fmt clippy doc

fmt: bootstrap
	cargo fmt --all --check

clippy: bootstrap
	cargo clippy --release --workspace --all-targets -- -D warnings

doc: bootstrap
	RUSTDOCFLAGS="-D warnings" cargo doc --release --workspace --no-deps

unit: build
	cargo test --release --workspace

test-mpi: bootstrap
	scripts/test-mpi.sh

# Lossy checkpoints: zfp is built with CMake.
test-zfp: bootstrap
	if command -v cmake > /dev/null; then \
	    cargo test --release -p enzyme-checkpoint --features zfp --test lossy; \
	else \
	    echo "SKIPPED: no cmake"; \
	fi

fuzz-short: build
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count 300 --seed $(SEED) --refusals 0 $(ARGS)

bootstrap:
	@scripts/bootstrap.sh

install: build
	scripts/install.sh "$(BIN)" "$(DESTDIR)$(PREFIX)"

clean:
	cargo clean
