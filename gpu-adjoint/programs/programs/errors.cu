// What calls give that are wrong, and how long it stays.
#include "gpu.h"

__global__ void nothing() {}
__global__ void stops(bool really) {
  if (really) __builtin_trap();
}

static void is(int error, const char *name, const char *text) {
  const char *found = GPU(GetErrorName)(error);
  if (__builtin_strcmp(found + (found[0] == 'c' ? 4 : 3), name) == 0 && __builtin_strcmp(GPU(GetErrorString)(error), text) == 0) return;
  printf("wrong: %s, %s\n", found, GPU(GetErrorString)(error));
  exit(1);
}

int main() {
  char *p, buffer[64];
  HOLDS(GPU(Malloc)((void **)&p, 32) == 0);
  is(GPU(Memcpy)(buffer, p, 33, 2), "ErrorInvalidValue", "invalid argument");
  is(GPU(Memset)(p + 16, 0, 17), "ErrorInvalidValue", "invalid argument");
  HOLDS(GPU(Memset)(p + 16, 0, 16) == 0);
  is(GPU(Free)(p + 1), "ErrorInvalidValue", "invalid argument");
  is(GPU(PeekAtLastError)(), "ErrorInvalidValue", "invalid argument");
  GPU(GetLastError)();
  HOLDS(GPU(GetLastError)() == 0);
  is(GPU(MemcpyToSymbol)(buffer, buffer, 1, 0, 1), "ErrorInvalidSymbol", "invalid device symbol");
  GPU(GetLastError)();

  nothing<<<1, 2000>>>();
  is(GPU(GetLastError)(), "ErrorInvalidConfiguration", "invalid configuration argument");
  nothing<<<1, 1>>>();
  HOLDS(GPU(GetLastError)() == 0);

  stops<<<1, 32>>>(true);
  is(GPU(DeviceSynchronize)(), "ErrorLaunchFailure", "unspecified launch failure");
  is(GPU(GetLastError)(), "ErrorLaunchFailure", "unspecified launch failure");
  is(GPU(Memset)(p, 0, 1), "ErrorLaunchFailure", "unspecified launch failure");
  HOLDS(GPU(DeviceReset)() == 0);
  void *stream;
  HOLDS(GPU(StreamCreate)(&stream) == 0 && GPU(StreamDestroy)(stream) == 0 && GPU(StreamDestroy)(stream) != 0);
  HOLDS(GPU(Memset)(p, 0, 1) == 0 && GPU(Free)(p) == 0);
  puts("all is well");
}
