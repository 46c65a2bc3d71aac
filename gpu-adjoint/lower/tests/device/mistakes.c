/* Launches one kernel of mistakes.cu, and prints the code. */
#include "host.h"

int main(int n, char **words) {
  static float x[64];
  float *px = x;
  shape(words[2][0] - '0', 1, 64, 1);
  printf("%d\n", LAUNCH(words[1], &px));
}
