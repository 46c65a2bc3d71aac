CXXFLAGS ?= -std=c++20 -O2 -g -Wall
run = enzyme-rs run

libNAME.so: NAME.cpp
	enzyme-c++ $(CXXFLAGS) -shared -fPIC $< -o $@
