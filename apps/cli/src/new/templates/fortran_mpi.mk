FFLAGS ?= -O2 -g
headers := $(shell enzyme-cc --showme:incdirs)/enzyme_rs
RANKS ?= 2
run = mpirun -n $(RANKS) enzyme-rs run

libNAME.so: NAME.F90 ranks.o
	OMPI_FC=enzyme-fc MPICH_FC=enzyme-fc mpifort $(FFLAGS) -DENZYME_RS_MPI -shared -fPIC -I$(headers) $(headers)/enzyme_rs_application.f90 NAME.F90 ranks.o -o $@

ranks.o: $(headers)/enzyme_rs_application_mpi.c
	OMPI_CC=enzyme-cc MPICH_CC=enzyme-cc mpicc -O2 -fPIC -c $< -o $@
