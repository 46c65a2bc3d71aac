// Memory, copies, symbols, streams, events, structures by value, dynamic shared memory: against plain loops.
#include "gpu.h"

struct Line {
  double slope;
  float offset[3];
};

__constant__ float factor[2] = {1, 1};
__device__ unsigned calls;

template <typename T> __global__ void along(Line line, const T *x, T *y, int n) {
  int i = block() * threads() + thread();
  if (i < n) y[i] = line.slope * x[i] + line.offset[i % 3] * factor[1];
  if (i == 0) __atomic_fetch_add(&calls, 1u, __ATOMIC_RELAXED);
}

extern __shared__ float all[];
static __global__ void backwards(float *x) {
  all[thread()] = x[thread()];
  meet();
  x[thread()] = all[threads() - 1 - thread()];
}

float elsewhere(int n);

int main() {
  const int n = 1000;
  static float x[n], y[n];
  for (int i = 0; i < n; i++) x[i] = i * 0.5f;
  int devices = 0;
  HOLDS(GPU(GetDeviceCount)(&devices) == 0 && devices >= 1);

  float *dx, *dy;
  HOLDS(GPU(Malloc)((void **)&dx, sizeof x) == 0);
  HOLDS(GPU(Malloc)((void **)&dy, sizeof y) == 0);
  void *stream, *begin, *end;
  HOLDS(GPU(StreamCreate)(&stream) == 0 && GPU(EventCreate)(&begin) == 0 && GPU(EventCreate)(&end) == 0);
  HOLDS(GPU(MemcpyAsync)(dx, x, sizeof x, 1, stream) == 0);
  float two[] = {2};
  HOLDS(GPU(MemcpyToSymbol)(factor, two, 4, 4, 1) == 0);
  GPU(EventRecord)(begin, stream);
  along<<<dim3(8), 128, 0, stream>>>(Line{3, {1, 2, 4}}, dx, dy, n);
  GPU(EventRecord)(end, stream);
  HOLDS(GPU(StreamSynchronize)(stream) == 0);
  float time = -1;
  HOLDS(GPU(EventElapsedTime)(&time, begin, end) == 0 && time >= 0);
  HOLDS(GPU(Memcpy)(y, dy, sizeof y, 2) == 0);
  for (int i = 0; i < n; i++) {
    float offsets[] = {1, 2, 4};
    HOLDS(y[i] == 3 * x[i] + 2 * offsets[i % 3]);
  }
  unsigned count = 0, *place;
  HOLDS(GPU(MemcpyFromSymbol)(&count, &calls, 4, 0, 2) == 0 && count == 1);
  count = 0;
  HOLDS(GPU(GetSymbolAddress)((void **)&place, &calls) == 0 && GPU(Memcpy)(&count, place, 4, 2) == 0 && count == 1);

  float *managed;
  HOLDS(GPU(MallocManaged)((void **)&managed, 64 * 4) == 0);
  for (int i = 0; i < 64; i++) managed[i] = i;
  backwards<<<1, 64, 64 * 4>>>(managed);
  HOLDS(GPU(DeviceSynchronize)() == 0 && managed[0] == 63 && managed[63] == 0);

  char *rows;
  size_t pitch;
  HOLDS(GPU(MallocPitch)((void **)&rows, &pitch, 12, 5) == 0 && pitch >= 12);
  int from[5][3], to[5][3], row;
  for (int i = 0; i < 15; i++) from[i / 3][i % 3] = i;
  HOLDS(GPU(Memcpy2D)(rows, pitch, from, 12, 12, 5, 1) == 0 && GPU(Memcpy2D)(to, 12, rows, pitch, 12, 5, 2) == 0);
  HOLDS(to[4][2] == 14 && GPU(Memcpy)(&row, rows + pitch, sizeof row, 2) == 0 && row == 3);

  HOLDS(elsewhere(10) == 55);
  HOLDS(GPU(Free)(dx) == 0 && GPU(Free)(dy) == 0 && GPU(Free)(managed) == 0 && GPU(Free)(rows) == 0);
  HOLDS(GPU(StreamDestroy)(stream) == 0);
  puts("all is well");
}
