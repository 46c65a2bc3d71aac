FFLAGS ?= -O2 -g
headers := $(shell enzyme-cc --showme:incdirs)/enzyme_rs
run = enzyme-rs run

libNAME.so: NAME.F90
	enzyme-fc $(FFLAGS) -shared -fPIC -I$(headers) $(headers)/enzyme_rs_application.f90 NAME.F90 -o $@
