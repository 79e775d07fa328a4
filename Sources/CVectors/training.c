#include "training.h"

#include "builds.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

uint32_t training_flush_tiny(void) {
#if defined(__x86_64__)
  uint32_t before = _mm_getcsr();
  // Flush-to-zero and denormals-are-zero.
  _mm_setcsr(before | 0x8040);
  return before;
#else
  return 0;
#endif
}

void training_restore_tiny(uint32_t before) {
#if defined(__x86_64__)
  _mm_setcsr(before);
#else
  (void)before;
#endif
}

int training_has_wide_vectors(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd");
#else
  return 0;
#endif
}

// MARK: - Other places for the same numbers

void training_transpose(float *to, const float *from, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) to[c * rows + r] = from[r * columns + c];
}

void training_add_transposed(float *to, const float *from, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) to[c * rows + r] += from[r * columns + c];
}

// MARK: - In the build that fits this processor

void training_pack(float *panels, const float *w, size_t depth, size_t width, size_t depth_stride,
                   size_t width_stride) {
  vectors_in_use()->pack(panels, w, depth, width, depth_stride, width_stride);
}

void training_multiply_packed(float *y, size_t y_stride, const float *x, size_t x_stride,
                              const float *panels, size_t rows, size_t depth, size_t width) {
  vectors_in_use()->multiply_packed(y, y_stride, x, x_stride, panels, rows, depth, width);
}

void training_gather(float *y, const float *table, const int32_t *places, const float *values,
                     size_t count, size_t width) {
  vectors_in_use()->gather(y, table, places, values, count, width);
}

void training_scatter(float *table, const float *y, const int32_t *places, const float *values,
                      size_t count, size_t width) {
  vectors_in_use()->scatter(table, y, places, values, count, width);
}

void training_fill(float *y, const float *a, const float *b, size_t rows, size_t width) {
  vectors_in_use()->fill(y, a, b, rows, width);
}

void training_add_columns(float *sums, const float *y, size_t rows, size_t width) {
  vectors_in_use()->add_columns(sums, y, rows, width);
}

void training_cell(float *gates, const float *c_before, float *c, float *tanh_c, float *h,
                   size_t rows, size_t hidden) {
  vectors_in_use()->cell(gates, c_before, c, tanh_c, h, rows, hidden);
}

void training_cell_back(float *gates, const float *c_before, const float *tanh_c, const float *dh,
                        float *dc, size_t rows, size_t hidden) {
  vectors_in_use()->cell_back(gates, c_before, tanh_c, dh, dc, rows, hidden);
}

void training_drop(float *x, size_t rows, size_t width, const uint32_t *keys, uint32_t threshold) {
  vectors_in_use()->drop(x, rows, width, keys, threshold);
}

void training_relu_back(float *dx, const float *y, size_t count, float scale) {
  vectors_in_use()->relu_back(dx, y, count, scale);
}

void training_cross_entropy(float *logits, const int32_t *targets, float *losses, uint8_t *right,
                            size_t rows, size_t columns, float scale) {
  vectors_in_use()->cross_entropy(logits, targets, losses, right, rows, columns, scale);
}

void training_add(float *into, const float *from, size_t count) {
  vectors_in_use()->accumulate(into, from, count);
}

double training_square_sum(const float *x, size_t count) {
  return vectors_in_use()->square_sum(x, count);
}

void training_adamw(float *weights, float *moment1, float *moment2, float *average,
                    const float *gradient, size_t count, training_adamw_settings s) {
  vectors_in_use()->adamw(weights, moment1, moment2, average, gradient, count, s);
}
