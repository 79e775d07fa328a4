// For x86-64 processors with AVX2, FMA and F16C: Intel from Haswell on (2013), AMD from Excavator on.
#if defined(__x86_64__)
#define BUILD_NAME "AVX2"
#define BUILD_FEATURES "avx2,fma,f16c"
#define BUILD vectors_avx2
#define CONVERTS_HALVES 1
#define ROWS_AT_ONCE 4
#define PACKED_ROWS_AT_ONCE 4

#include "build.h"
#endif
