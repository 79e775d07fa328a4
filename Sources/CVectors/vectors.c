#include "vectors.h"

#include <math.h>

#include "machines.h"

// Sums may be taken in any order: that is what lets them be vectorised. The order depends on the
// machine's vectors and on nothing else, so the same machine gives the same bits.
#pragma clang fp reassociate(on)

MANY_MACHINES
void vectors_matvec_add(float *restrict y, const float *restrict w, const float *restrict x,
                        size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const float *row = w + r * columns;
    float sum = 0;
    for (size_t c = 0; c < columns; c++) sum += row[c] * x[c];
    y[r] += sum;
  }
}

MANY_MACHINES
void vectors_add_scaled(float *restrict y, float a, const float *restrict x, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] += a * x[i];
}

MANY_MACHINES
void vectors_add(float *restrict y, const float *restrict x, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] += x[i];
}

MANY_MACHINES
void vectors_sigmoid(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = sigmoid(x[i]);
}

MANY_MACHINES
void vectors_tanh(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = hyperbolic_tangent(x[i]);
}

MANY_MACHINES
void vectors_relu(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

MANY_MACHINES
float vectors_exp_below_max(float *x, size_t count) {
  float most = -INFINITY, sum = 0;
  for (size_t i = 0; i < count; i++) most = x[i] > most ? x[i] : most;
  for (size_t i = 0; i < count; i++) {
    x[i] = exponential(x[i] - most);
    sum += x[i];
  }
  return sum;
}
