CXXFLAGS ?= -std=c++20 -O2 -g -Wall
RANKS ?= 2
run = mpirun -n $(RANKS) enzyme-rs run

libNAME.so: NAME.cpp
	OMPI_CXX=enzyme-c++ MPICH_CXX=enzyme-c++ mpicxx $(CXXFLAGS) -shared -fPIC $< -o $@
