//===- clock.cpp - What a thread has computed ------------------------------===//
//
// Owns: the thread's clock, which stands while others have the processor, and entries in the compiler's profile.
// Must not: measure anything itself.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/Support/TimeProfiler.h"
#include <ctime>

extern "C" {

uint64_t ez_thread_nanoseconds() {
  timespec Now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now) != 0)
    return 0;
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

void ez_begin_phase(const char *name, const char *of) { llvm::timeTraceProfilerBegin(name, llvm::StringRef(of)); }

void ez_end_phase() { llvm::timeTraceProfilerEnd(); }

} // extern "C"
