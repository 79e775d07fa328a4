// One build of all loops. The file that includes this one says which (BUILD, BUILD_NAME, and
// BUILD_FEATURES where it takes more than the architecture's least).
#include <math.h>
#include <string.h>

#include "choice.h"

#define INLINE static inline __attribute__((always_inline))

// Vectors of 16 floats are passed to inlined functions only, so no calling convention matters.
#pragma clang diagnostic ignored "-Wpsabi"

#ifdef BUILD_FEATURES
#pragma clang attribute push(__attribute__((target(BUILD_FEATURES))), apply_to = function)
#endif

#include "curves.h"
#include "vector-loops.h"
#include "training-loops.h"

#ifdef BUILD_FEATURES
#pragma clang attribute pop
#endif

const vectors_build BUILD = {
    .name = BUILD_NAME,
    .matvec_add = matvec_add,
    .halves_matvec_add = halves_matvec_add,
    .add_scaled = add_scaled,
    .add = add,
    .add_pair = add_pair,
    .lstm_cell = lstm_cell,
    .sigmoid = sigmoid,
    .tanh = tanh_all,
    .relu = relu,
    .exp_below_max = exp_below_max,
    .pack = pack,
    .multiply_packed = multiply_packed,
    .gather = gather,
    .scatter = scatter,
    .fill = fill,
    .add_columns = add_columns,
    .cell = cell,
    .cell_back = cell_back,
    .drop = drop,
    .relu_back = relu_back,
    .cross_entropy = cross_entropy,
    .accumulate = accumulate,
    .square_sum = square_sum,
    .adamw = adamw,
    .converts_halves = CONVERTS_HALVES,
};
