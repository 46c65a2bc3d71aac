CFLAGS ?= -O2 -g -Wall
RANKS ?= 2
run = mpirun -n $(RANKS) enzyme-rs run

libNAME.so: NAME.c
	OMPI_CC=enzyme-cc MPICH_CC=enzyme-cc mpicc $(CFLAGS) -shared -fPIC $< -o $@ -lm
