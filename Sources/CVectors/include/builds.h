// The loops of this target, built for several kinds of processor; the fastest that this processor can
// run is chosen once, when the program is loaded.
#ifndef GHOSTNOTE_BUILDS_H
#define GHOSTNOTE_BUILDS_H

#include <stddef.h>

#include "training.h"
#include "vectors.h"

/// One build: its loops, as vectors.h and training.h describe them.
///
/// The loops of vectors.h give the same bits in every build; those of training.h differ by rounding.
typedef struct {
  /// "plain", "NEON", "AVX2" or "AVX-512".
  const char *name;

  __typeof__(vectors_matvec_add) *matvec_add;
  __typeof__(vectors_halves_matvec_add) *halves_matvec_add;
  __typeof__(vectors_add_scaled) *add_scaled;
  __typeof__(vectors_add) *add;
  __typeof__(vectors_add_pair) *add_pair;
  __typeof__(vectors_lstm_cell) *lstm_cell;
  __typeof__(vectors_sigmoid) *sigmoid;
  __typeof__(vectors_tanh) *tanh;
  __typeof__(vectors_relu) *relu;
  __typeof__(vectors_exp_below_max) *exp_below_max;

  __typeof__(training_pack) *pack;
  __typeof__(training_multiply_packed) *multiply_packed;
  __typeof__(training_gather) *gather;
  __typeof__(training_scatter) *scatter;
  __typeof__(training_fill) *fill;
  __typeof__(training_add_columns) *add_columns;
  __typeof__(training_cell) *cell;
  __typeof__(training_cell_back) *cell_back;
  __typeof__(training_drop) *drop;
  __typeof__(training_relu_back) *relu_back;
  __typeof__(training_cross_entropy) *cross_entropy;
  __typeof__(training_add) *accumulate;
  __typeof__(training_square_sum) *square_sum;
  __typeof__(training_adamw) *adamw;

  /// Whether it has an instruction to convert 16-bit floats. If not, expand them once.
  int converts_halves;
} vectors_build;

/// The build in use: the last that this processor can run, or the one that the environment variable
/// GHOSTNOTE_VECTORS names (`plain`, `AVX2`, …; ignored where the processor cannot run it).
const vectors_build *vectors_in_use(void);
/// The builds that this processor can run, slowest first; null from the end on. The first one runs
/// on every processor of the architecture.
const vectors_build *vectors_runnable(size_t index);

#endif
