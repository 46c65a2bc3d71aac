/* All of the device library: compiled to device.ll, which `lower` links into what it lowers. */
#include "amdgcn.c"
#include "bits.c"
#include "maths.c"
#include "nvvm.c"
#include "ptx.c"
#include "rounding.c"
