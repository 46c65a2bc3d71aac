/* Cross sections of a material at random energies, as in the benchmark XSBench: binary search in a table of energies, and interpolation of what stands
 * there for each of its nuclides. Numbers: for each of n energies NUCLIDES values; then the densities of the nuclides. */
#include "device.h"

enum { NUCLIDES = 5, CHANNELS = 3 };

DEVICE double energy_of(int i, int n) { return (double)i * i / ((double)(n - 1) * (n - 1)); }

DEVICE void lookup(const double *x, double *y, int n)
{
    const double *table = x, *density = x + n * NUCLIDES * CHANNELS;
    int me = global_x();
    double energy = (me * 2654435769u + 0.5) / 4294967296.0;
    int low = 0, high = n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (energy_of(middle, n) > energy)
            high = middle;
        else
            low = middle;
    }
    double part = (energy - energy_of(low, n)) / (energy_of(low + 1, n) - energy_of(low, n)), sums[CHANNELS] = {0, 0, 0};
    for (int nuclide = 0; nuclide < NUCLIDES; nuclide++)
        for (int c = 0; c < CHANNELS; c++) {
            double below = table[(low * NUCLIDES + nuclide) * CHANNELS + c], above = table[((low + 1) * NUCLIDES + nuclide) * CHANNELS + c];
            sums[c] += density[nuclide] * (below + part * (above - below));
        }
    for (int c = 0; c < CHANNELS; c++)
        y[me * CHANNELS + c] = sums[c];
}
KERNELS(lookup)
