// What all programs with Kokkos share: cases as those of omp/check.h. Kokkos has one team as long as it runs, whose size the environment says.
#pragma once
#include <Kokkos_Core.hpp>
#include <enzyme_rs/kokkos.hpp>

#define TEAMS {omp_get_max_threads()}
#include "../omp/check.h"

using Input = Kokkos::View<const double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Output = Kokkos::View<double *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
