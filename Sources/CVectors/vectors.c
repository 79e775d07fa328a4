#include "vectors.h"

#include <math.h>

#include "machines.h"

// Sums may be reordered, which allows vectorisation. The order depends only on the machine's vector
// width, so the same machine gives the same bits.
#pragma clang fp reassociate(on)

MANY_MACHINES
void vectors_matvec_add(float *restrict y, const float *restrict w, const float *restrict x,
                        size_t rows, size_t columns) {
  size_t r = 0;
  // Four rows at a time share the loads of x and keep four independent sums.
  for (; r + 4 <= rows; r += 4) {
    const float *a = w + r * columns, *b = a + columns, *c = b + columns, *d = c + columns;
    float e = 0, f = 0, g = 0, h = 0;
    for (size_t i = 0; i < columns; i++) {
      e += a[i] * x[i];
      f += b[i] * x[i];
      g += c[i] * x[i];
      h += d[i] * x[i];
    }
    y[r] += e;
    y[r + 1] += f;
    y[r + 2] += g;
    y[r + 3] += h;
  }
  for (; r < rows; r++) {
    const float *row = w + r * columns;
    float sum = 0;
    for (size_t i = 0; i < columns; i++) sum += row[i] * x[i];
    y[r] += sum;
  }
}

typedef _Float16 __attribute__((may_alias)) half;

MANY_MACHINES
void vectors_halves_matvec_add(float *restrict y, const uint16_t *restrict w,
                               const float *restrict x, size_t rows, size_t columns) {
  const half *halves = (const half *)w;
  size_t r = 0;
  for (; r + 4 <= rows; r += 4) {
    const half *a = halves + r * columns, *b = a + columns, *c = b + columns, *d = c + columns;
    float e = 0, f = 0, g = 0, h = 0;
    for (size_t i = 0; i < columns; i++) {
      e += (float)a[i] * x[i];
      f += (float)b[i] * x[i];
      g += (float)c[i] * x[i];
      h += (float)d[i] * x[i];
    }
    y[r] += e;
    y[r + 1] += f;
    y[r + 2] += g;
    y[r + 3] += h;
  }
  for (; r < rows; r++) {
    const half *row = halves + r * columns;
    float sum = 0;
    for (size_t i = 0; i < columns; i++) sum += (float)row[i] * x[i];
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
void vectors_add_pair(float *restrict y, const float *restrict a, float scale,
                      const float *restrict b, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] += a[i] + scale * b[i];
}

MANY_MACHINES
void vectors_sigmoid(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = logistic(x[i]);
}

MANY_MACHINES
void vectors_tanh(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = hyperbolic(x[i]);
}

MANY_MACHINES
void vectors_lstm_cell(float *restrict hidden, float *restrict cell,
                       const float *restrict before, const float *restrict gates, size_t count) {
  const float *in = gates, *keep = in + count, *new = keep + count, *out = new + count;
  for (size_t i = 0; i < count; i++) {
    float c = logistic(keep[i]) * before[i] + logistic(in[i]) * hyperbolic(new[i]);
    cell[i] = c;
    hidden[i] = logistic(out[i]) * hyperbolic(c);
  }
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
