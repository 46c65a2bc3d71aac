# make        builds libNAME.so, differentiated
# make check  is the gradient right?
# make run    the gradient, with pictures and a report: NAME.run/report.html
# make invert  the controls with the least objective: invert.run/report.html
.PHONY: all run check invert clean
all: libNAME.so

run: libNAME.so
	$(run) NAME.toml

check: libNAME.so
	$(run) NAME.toml --task check --fresh --set 'output = "check.run"'

invert: libNAME.so
	$(run) NAME.toml --task invert --set 'output = "invert.run"'

clean:
	rm -rf libNAME.so *.o *.mod *.run
