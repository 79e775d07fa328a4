// For every processor of the architecture: SSE2 on x86-64, NEON on arm64.
#if defined(__ARM_NEON)
#define BUILD_NAME "NEON"
#define CONVERTS_HALVES 1
#define ROWS_AT_ONCE 4
#else
#define BUILD_NAME "plain"
#define CONVERTS_HALVES 0
// Two rows of sums fill half of the 16 registers.
#define ROWS_AT_ONCE 2
#endif
#define BUILD vectors_plain
#define PACKED_ROWS_AT_ONCE 4

#include "build.h"
