// The loops of vectors.h.
//
// Every build gives the same bits, so that a seed plays the same music on every processor: a sum has
// 16 partial sums for any vector width, and products are rounded before they are added, because not
// every processor has fused multiply-add.
#pragma clang fp contract(off) reassociate(off)

enum { part_count = 16 };
typedef float parts __attribute__((vector_size(4 * part_count), aligned(4), may_alias));

INLINE parts loaded(const float *at) { return *(const parts *)at; }

// The first `count` numbers, then zeros.
INLINE parts loaded_some(const float *at, size_t count) {
  parts some = {0};
  for (size_t i = 0; i < count; i++) some[i] = at[i];
  return some;
}

#if CONVERTS_HALVES
typedef _Float16 halves __attribute__((vector_size(2 * part_count), aligned(2), may_alias));

INLINE parts expanded(const uint16_t *at) {
  return __builtin_convertvector(*(const halves *)at, parts);
}
#else
typedef uint16_t half_bits __attribute__((vector_size(2 * part_count), aligned(2), may_alias));
typedef uint32_t float_bits __attribute__((vector_size(4 * part_count)));

// Exact for every finite number: exponent and fraction in the places of a float's are the number by
// 2⁻¹¹².
INLINE parts expanded(const uint16_t *at) {
  float_bits bits = __builtin_convertvector(*(const half_bits *)at, float_bits);
  parts size = (parts)((bits & 0x7fff) << 13) * 0x1p112f;
  return (parts)((float_bits)size | (bits & 0x8000) << 16);
}
#endif

INLINE parts expanded_some(const uint16_t *at, size_t count) {
  uint16_t some[part_count] = {0};
  memcpy(some, at, count * sizeof *some);
  return expanded(some);
}

INLINE float total(parts s) {
  typedef float eight __attribute__((vector_size(32)));
  typedef float four __attribute__((vector_size(16)));
  eight e = __builtin_shufflevector(s, s, 0, 1, 2, 3, 4, 5, 6, 7) +
            __builtin_shufflevector(s, s, 8, 9, 10, 11, 12, 13, 14, 15);
  four f = __builtin_shufflevector(e, e, 0, 1, 2, 3) + __builtin_shufflevector(e, e, 4, 5, 6, 7);
  return (f[0] + f[2]) + (f[1] + f[3]);
}

// Products of some rows with x; `rows` is known when compiled, so that the sums stay in registers.
#define ROWS_TIMES(name, number, load, load_some)                                              \
  INLINE void name(float *restrict y, const number *restrict w, const float *restrict x,       \
                   size_t columns, const size_t rows) {                                        \
    parts sums[ROWS_AT_ONCE];                                                                  \
    for (size_t r = 0; r < rows; r++) sums[r] = (parts){0};                                    \
    size_t i = 0, rest = columns % part_count;                                                 \
    for (; i + part_count <= columns; i += part_count) {                                       \
      parts some = loaded(x + i);                                                              \
      _Pragma("clang loop unroll(full)") for (size_t r = 0; r < rows; r++) sums[r] +=          \
          load(w + r * columns + i) * some;                                                    \
    }                                                                                          \
    if (rest) {                                                                                \
      parts some = loaded_some(x + i, rest);                                                   \
      for (size_t r = 0; r < rows; r++)                                                        \
        sums[r] += load_some(w + r * columns + i, rest) * some;                                \
    }                                                                                          \
    for (size_t r = 0; r < rows; r++) y[r] += total(sums[r]);                                  \
  }

ROWS_TIMES(rows_times, float, loaded, loaded_some)
ROWS_TIMES(half_rows_times, uint16_t, expanded, expanded_some)

static void matvec_add(float *restrict y, const float *restrict w, const float *restrict x,
                       size_t rows, size_t columns) {
  size_t r = 0;
  for (; r + ROWS_AT_ONCE <= rows; r += ROWS_AT_ONCE)
    rows_times(y + r, w + r * columns, x, columns, ROWS_AT_ONCE);
  for (; r < rows; r++) rows_times(y + r, w + r * columns, x, columns, 1);
}

static void halves_matvec_add(float *restrict y, const uint16_t *restrict w,
                              const float *restrict x, size_t rows, size_t columns) {
  size_t r = 0;
  for (; r + ROWS_AT_ONCE <= rows; r += ROWS_AT_ONCE)
    half_rows_times(y + r, w + r * columns, x, columns, ROWS_AT_ONCE);
  for (; r < rows; r++) half_rows_times(y + r, w + r * columns, x, columns, 1);
}

static void add_scaled(float *restrict y, float a, const float *restrict x, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] += a * x[i];
}

static void add(float *restrict y, const float *restrict x, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] += x[i];
}

static void add_pair(float *restrict y, const float *restrict a, float scale,
                     const float *restrict b, size_t count) {
  for (size_t i = 0; i < count; i++) y[i] += a[i] + scale * b[i];
}

static void sigmoid(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = logistic(x[i]);
}

static void tanh_all(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = hyperbolic(x[i]);
}

static void lstm_cell(float *restrict hidden, float *restrict cell, const float *restrict before,
                      const float *restrict gates, size_t count) {
  const float *in = gates, *keep = in + count, *new = keep + count, *out = new + count;
  for (size_t i = 0; i < count; i++) {
    float c = logistic(keep[i]) * before[i] + logistic(in[i]) * hyperbolic(new[i]);
    cell[i] = c;
    hidden[i] = logistic(out[i]) * hyperbolic(c);
  }
}

static void relu(float *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] = x[i] > 0 ? x[i] : 0;
}

static float exp_below_max(float *x, size_t count) {
  float most = -INFINITY;
  for (size_t i = 0; i < count; i++) most = x[i] > most ? x[i] : most;
  for (size_t i = 0; i < count; i++) x[i] = exponential(x[i] - most);
  parts sum = {0};
  size_t i = 0;
  for (; i + part_count <= count; i += part_count) sum += loaded(x + i);
  return total(sum + loaded_some(x + i, count - i));
}
