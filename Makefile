# The commands of this project. Owns what a person types; cargo and the programs do the work.
#
#   make demo    set up, build, differentiate real programs and show that the gradients are right
#   make test    set up, build, lint, all tests, documentation, random programs
#   make book    the documents as a book, target/book/index.html, by mdBook (cargo install mdbook)
#   make bench   gradient time over primal time, one table; compile time and code as programs grow; what checkpoints
#                cost; what adjoints of MPI programs cost; what gradients of kernels take of a GPU, beside adjoints by hand;
#                gradients of the simulations of apps (out/bench/applications.txt)
#   make fuzz    random programs at length (COUNT=5000)
#   make test-stress  programs of several threads, a thousand times each (RUNS=1000)
#   make test-kills  simulations under `enzyme-rs run` that are killed at random moments, a hundred times (KILLS=100, KILLS_SEED=1)
#   make test-levels  the programs of core/tests/c, those with threads and those with BLAS at all levels of optimisation; `make test`
#                leaves out those that find what others find, but for what nobody has thought of
#   make test-gpu  programs of CUDA and HIP on a GPU, where there is one; bench-gpu: what their gradients cost there. ARCH=sm_90|gfx90a
#   make gpu-programs  what these two run, in target/gpu/$(ARCH): the folder is carried to machines that have a driver and no more
#   make build   everything in target/release, with the links enzyme-cc, enzyme-c++, enzyme-fc
#   make check   formatting, lints, documentation
#   make mpi     libenzyme_rs_mpi for each MPI that is installed, in target/release/NAME, where the wrappers look
#   make test-mpi  all that needs an MPI, under mpirun; part of `make test`; CASES=all tries all cases
#                with each MPI, on 1 to 4 ranks and in several directions, of which `make test` leaves most out
#   make python  vtk and h5py in target/python, which a test reads results by; part of `make test`
#   make test-slurm  runs of a new project under a Slurm that is started for it: queued again, killed (root; munge, slurmctld, slurmd, slurm-client)
#   make install PREFIX=/usr/local [DESTDIR=] [DEBUG_FILES=yes]
#   make dist    a release of the last commit in target/release-files: tarball that builds without a network, SHA-256, bill of materials
#   make deb     a Debian package of what `make install PREFIX=/usr` installs, in target/release-files
#   make test-spack  installs that release by a Spack that is in the PATH, without a network
#   make test-packages  each way of packaging: crates, tarball, Debian, Nix, container, Spack; what is not installed is skipped. NAMES="deb nix" for some
#   make uninstall PREFIX=/usr/local [DESTDIR=]

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

# A fresh shell does not know where rustup puts its programs.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
# dist: smaller and slower to build, for installations.
PROFILE ?= release
BIN := $(TARGET)/$(PROFILE)
# Of these it builds what is installed, and no more.
PACKAGES = $(if $(filter dist,$(PROFILE)),$(patsubst %,-p enzyme-%,plugin cli driver blas omp threads gpu gpu-emulated checkpoint-capi))
WRAPPERS := enzyme-cc enzyme-c++ enzyme-fc
PREFIX ?= /usr/local
DESTDIR ?=
COUNT ?= 5000
# Programs whose IR `make fuzz` mutates, twenty times each.
MUTATED ?= 100
# Kernels of GPUs that `make fuzz` makes, each in two languages.
KERNELS ?= 1000
# The seed of the programs that `make test` tries: the same everywhere, so that a failure is one.
SEED ?= 20270000
# How many things are built at once; features of the packages (--no-default-features: without HDF5).
FEATURES ?=
ifneq ($(JOBS),)
export CARGO_BUILD_JOBS := $(JOBS)
endif
# Extra arguments: make bench ARGS="--only gmm", make fuzz ARGS="--seed 7 --reduce".
ARGS ?=

# The HDF5 without MPI, if there are several; one of your own goes before. Looked for where it is used: bootstrap may
# just have installed it.
HDF5 = $(or $(HDF5_DIR),$(shell scripts/hdf5.sh serial))
CARGO = $(if $(HDF5),HDF5_DIR=$(HDF5)) cargo

.PHONY: demo test bench python cuda fuzz test-stress test-kills test-levels gpu-programs test-gpu bench-gpu build check fmt clippy doc book unit fuzz-short mpi test-mpi test-zfp test-slurm bootstrap install uninstall dist deb test-spack test-packages clean

demo: build mpi
	$(BIN)/enzyme-adbench demo --cc $(BIN)/enzyme-cc $(ARGS)
	apps/heat/demo.sh $(BIN)

test: check unit test-mpi test-zfp fuzz-short

bench: build mpi cuda
	$(BIN)/enzyme-adbench bench --cc $(BIN)/enzyme-cc $(ARGS)
	mkdir -p out && $(BIN)/enzyme-cc -O2 apps/adbench/c/width.c -o out/width -lm && out/width
	$(BIN)/enzyme-cc -O2 apps/adbench/c/steps.c -o out/steps -lm && out/steps
	if $(BIN)/enzyme-cc -O2 apps/adbench/c/blas.c -o out/blas -lopenblas -lm; then out/blas; else echo "SKIPPED: no OpenBLAS"; fi
	$(BIN)/enzyme-cc -O2 apps/adbench/c/threads.c -o out/serial -lm && out/serial
	if $(BIN)/enzyme-cc -O2 -fopenmp apps/adbench/c/threads.c -o out/threads -lm; then \
	    OMP_NUM_THREADS=1 out/threads && OMP_NUM_THREADS=2 out/threads; else echo "SKIPPED: no OpenMP"; fi
	apps/threads/run.sh $(BIN) bench
	$(CARGO) bench -p enzyme-core --bench growth
	$(CARGO) bench -p enzyme-checkpoint --bench executor
	ENZYME_RS_BUILD=$(BIN) cargo bench -p enzyme-mpi-programs --bench adjoints
	ENZYME_RS_BUILD=$(BIN) cargo bench -p enzyme-gpu-programs --bench kernels
	$(CARGO) bench -p enzyme-driver --bench applications

fuzz: build
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count $(COUNT) --refusals 1 --opt O0,O2,vectorised $(ARGS)
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count $(COUNT) --refusals 1 --options runtime-activity $(ARGS)
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-c++ --language c++ --count $(COUNT) --refusals 1 $(ARGS)
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count $(COUNT) --refusals 20 --openmp --size 2 --opt O0,O1,O2,O3 $(ARGS)
	$(BIN)/enzyme-fuzz grid --plugin $(BIN)/libenzyme_rs.so --count $(KERNELS) --opt O0,O1,O2,O3 $(ARGS)
	$(BIN)/enzyme-fuzz mutate --plugin $(BIN)/libenzyme_rs.so --programs $(MUTATED)

RUNS ?= 1000
test-stress: build
	parallel-rules/programs/stress.sh $(BIN) $(RUNS)

KILLS ?= 100
test-kills: build mpi
	KILLS=$(KILLS) $(CARGO) test --release -p enzyme-driver --test kills -- --nocapture

test-levels: build
	ENZYME_RS_LEVELS=all $(CARGO) test --release -p enzyme-core --test c_programs
	ENZYME_RS_LEVELS=all $(CARGO) test --release -p enzyme-parallel-programs --test programs
	ENZYME_RS_LEVELS=all $(CARGO) test --release -p enzyme-blas-programs --test programs
	ENZYME_RS_LEVELS=all $(CARGO) test --release -p enzyme-gpu-programs --test derivatives

# The GPU that programs are compiled for, as clang's --offload-arch names it: that of this machine, if it has one.
ARCH ?= $(or $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2> /dev/null | sed -nE '1s/^([0-9]+)\.([0-9]+)$$/sm_\1\2/p'),\
    $(shell rocm_agent_enumerator 2> /dev/null | grep -v gfx000 | head -n 1),sm_90)
GPU_PROGRAMS = $(TARGET)/gpu/$(ARCH)

gpu-programs: build
	$(MAKE) -C gpu-adjoint/programs/device -j$(or $(JOBS),$(shell nproc)) --no-print-directory BUILD="$(BIN)" ARCH="$(ARCH)" TO="$(GPU_PROGRAMS)"

test-gpu: gpu-programs
	"$(GPU_PROGRAMS)/run-tests"

bench-gpu: gpu-programs
	"$(GPU_PROGRAMS)/run-bench"

# Plugin and programs side by side, as the wrappers expect.
build: bootstrap
	$(CARGO) build --profile $(PROFILE) $(PACKAGES) $(FEATURES)
	for name in $(WRAPPERS); do ln -sf enzyme-rs $(BIN)/$$name; done

check: fmt clippy doc

book:
	@command -v mdbook > /dev/null || { echo "mdbook is missing; help: cargo install mdbook" >&2 && exit 1; }
	mdbook build

fmt: bootstrap
	cargo fmt --all --check
	cargo fmt --check --manifest-path examples/gpu_rust/Cargo.toml
	! git grep -nE '^(<<<<<<<|>>>>>>>) ' # what a merge left

clippy: bootstrap
	$(CARGO) clippy --release --all-targets -- -D warnings

doc: bootstrap
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --no-deps

# The libraries by which other programs read results; where they cannot be had, the test that asks them is skipped.
python: $(TARGET)/python/ready
$(TARGET)/python/ready:
	{ python3 -m venv $(@D) && $(@D)/bin/pip install --quiet vtk h5py && touch $@; } || echo "SKIPPED: no vtk and h5py for Python"

# What compiling for NVIDIA's devices takes: programs for them are assembled and linked, not run.
cuda: bootstrap
	scripts/cuda-headers.sh > /dev/null || echo "SKIPPED: no CUDA"

# With the library of MPI, which hybrid programs of apps/threads are linked with.
# One failure hides no other: all binaries of tests are run.
unit: build mpi python cuda
	$(CARGO) test --release --no-fail-fast

test-slurm: build mpi
	scripts/test-slurm.sh $(BIN)

# Lossy checkpoints: zfp is built with CMake.
test-zfp: bootstrap
	if command -v cmake > /dev/null; then \
	    $(CARGO) test --release -p enzyme-checkpoint --features zfp --test lossy; \
	else \
	    echo "SKIPPED: no cmake"; \
	fi

fuzz-short: build
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count 300 --seed $(SEED) --refusals 0 $(ARGS)
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count 60 --seed $(SEED) --opt O2 --split --second rf,ff --refusals 50 $(ARGS)
	$(BIN)/enzyme-fuzz run --cc $(BIN)/enzyme-cc --count 50 --seed $(SEED) --openmp --size 2 --refusals 30 $(ARGS)
	$(BIN)/enzyme-fuzz grid --plugin $(BIN)/libenzyme_rs.so --count 120 --seed $(SEED) $(ARGS)

# The MPIs by Debian's names of their compiler wrappers; for another one MPIS=mine with mpicc.mine in the PATH, or MPICC_mine=/path/of/mpicc.
MPIS ?= $(foreach name,openmpi mpich,$(if $(shell command -v mpicc.$(name)),$(name)))
MPI_CARGO = CARGO_TARGET_DIR=$(TARGET)/mpi-$(name) MPICC=$(or $(MPICC_$(name)),mpicc.$(name)) cargo
MPI_LIBRARY = scripts/place-mpi.sh $(TARGET)/mpi-$(name)/$(PROFILE) $(BIN)/$(name)

# CASES=all: on more ranks and in more directions, some minutes with each MPI.
MPI_CASES = $(or $(CASES),few)

mpi: build
	$(foreach name,$(MPIS),$(MPI_CARGO) build --profile $(PROFILE) -p enzyme-mpi && $(MPI_LIBRARY) &&) true

test-mpi: mpi
	scripts/test-mpi.sh
	$(foreach name,$(firstword $(MPIS)),$(MPI_CARGO) clippy --release --all-targets -p enzyme-mpi -- -D warnings &&) true
	$(foreach name,$(firstword $(MPIS)),RUSTDOCFLAGS="-D warnings" $(MPI_CARGO) doc --release --no-deps -p enzyme-mpi &&) true
	$(foreach name,$(MPIS),ENZYME_RS_CASES=$(MPI_CASES) $(MPI_CARGO) test --release -p enzyme-mpi &&) true
	cargo clippy --release --all-targets -p enzyme-mpi-programs -- -D warnings
	ENZYME_RS_CASES=$(MPI_CASES) ENZYME_RS_BUILD=$(BIN) cargo test --release -p enzyme-mpi-programs --lib --test programs --test costs -- --test-threads 1

# BOOTSTRAP=no where a package manager has brought what is needed.
bootstrap:
	@if [ "$(BOOTSTRAP)" != no ]; then scripts/bootstrap.sh; fi

install:
	$(MAKE) PROFILE=dist build mpi
	scripts/install.sh "$(TARGET)/dist" "$(DESTDIR)$(PREFIX)"

# By a Spack that is in the PATH.
test-spack:
	scripts/test-spack.sh $(TARGET)/spack

# What is too slow for `make test`, or needs programs that only packagers have.
test-packages:
	packages/test.sh $(TARGET)/packages $(NAMES)

# A release of the last commit, with all crates that it needs.
dist:
	scripts/dist.sh $(TARGET)/release-files

# Of what is built for an installation, and of nothing that an earlier package had.
deb:
	rm -rf "$(TARGET)/deb"
	$(MAKE) install PREFIX=/usr DESTDIR="$(TARGET)/deb"
	packages/deb.sh "$(TARGET)/deb" "$(TARGET)/release-files"

uninstall:
	scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

clean:
	cargo clean
