CFLAGS ?= -O2 -g -Wall
run = enzyme-rs run

libNAME.so: NAME.c
	enzyme-cc $(CFLAGS) -shared -fPIC $< -o $@ -lm
