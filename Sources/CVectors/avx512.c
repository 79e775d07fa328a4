// For x86-64 processors with AVX-512 F, VL, BW and DQ: Intel from Skylake-SP on, AMD from Zen 4 on.
#if defined(__x86_64__)
#define BUILD_NAME "AVX-512"
#define BUILD_FEATURES "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c"
#define BUILD vectors_avx512
#define CONVERTS_HALVES 1
// Enough sums to hide the latency of a multiply-add.
#define ROWS_AT_ONCE 8
#define PACKED_ROWS_AT_ONCE 8

#include "build.h"
#endif
