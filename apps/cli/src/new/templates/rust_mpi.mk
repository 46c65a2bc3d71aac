RANKS ?= 2
run = mpirun -n $(RANKS) enzyme-rs run

libNAME.so: Cargo.toml src/lib.rs
	enzyme-rs cargo build --release --quiet
	cp $(or $(CARGO_TARGET_DIR),target)/release/$@ $@
