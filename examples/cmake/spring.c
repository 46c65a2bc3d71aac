// The pull of a spring that gets stiffer.
#include <math.h>

double pull(double x) { return x + 0.1 * x * x * x * exp(-x); }
