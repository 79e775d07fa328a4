// The loops of training.h.
//
// Sums may be reordered and multiply-adds fused, which allows vectorisation. The order depends only on
// the build, so the same build gives the same bits.
#pragma clang fp contract(on) reassociate(on)

// MARK: - Few rows times a packed matrix

enum { panel = TRAINING_PANEL };

static void pack(float *panels, const float *w, size_t depth, size_t width, size_t depth_stride,
                 size_t width_stride) {
  for (size_t first = 0; first < width; first += panel) {
    size_t columns = width - first < panel ? width - first : panel;
    for (size_t k = 0; k < depth; k++) {
      const float *from = w + k * depth_stride + first * width_stride;
      for (size_t c = 0; c < panel; c++) panels[c] = c < columns ? from[c * width_stride] : 0;
      panels += panel;
    }
  }
}

typedef float wide __attribute__((vector_size(4 * panel), aligned(4)));

// y += x · w for `rows` rows (a compile-time constant, so that the sums stay in registers) and one
// panel.
INLINE void multiply_panel(float *restrict y, size_t y_stride, const float *restrict x,
                           size_t x_stride, const float *restrict w, size_t depth, size_t columns,
                           const size_t rows) {
  wide sums[8];
  for (size_t r = 0; r < rows; r++) sums[r] = (wide){0};
  for (size_t k = 0; k < depth; k++) {
    wide column = *(const wide *)(w + k * panel);
#pragma clang loop unroll(full)
    for (size_t r = 0; r < rows; r++) sums[r] += x[r * x_stride + k] * column;
  }
  for (size_t r = 0; r < rows; r++) {
    float *out = y + r * y_stride;
    if (columns == panel) {
      *(wide *)out += sums[r];
    } else {
      for (size_t c = 0; c < columns; c++) out[c] += sums[r][c];
    }
  }
}

static void multiply_packed(float *y, size_t y_stride, const float *x, size_t x_stride,
                            const float *panels, size_t rows, size_t depth, size_t width) {
  enum { most = PACKED_ROWS_AT_ONCE };
  for (size_t first = 0; first < width; first += panel, panels += panel * depth) {
    size_t columns = width - first < panel ? width - first : panel, r = 0;
    for (; r + most <= rows; r += most)
      multiply_panel(y + r * y_stride + first, y_stride, x + r * x_stride, x_stride, panels, depth,
                     columns, most);
    for (; r < rows; r++)
      multiply_panel(y + r * y_stride + first, y_stride, x + r * x_stride, x_stride, panels, depth,
                     columns, 1);
  }
}

// MARK: - Others

static void gather(float *restrict y, const float *restrict table, const int32_t *places,
                   const float *values, size_t count, size_t width) {
  for (size_t j = 0; j < count; j++) {
    const float *row = table + places[j];
    float value = values[j];
    for (size_t i = 0; i < width; i++) y[i] += value * row[i];
  }
}

static void scatter(float *restrict table, const float *restrict y, const int32_t *places,
                    const float *values, size_t count, size_t width) {
  for (size_t j = 0; j < count; j++) {
    float *row = table + places[j];
    float value = values[j];
    for (size_t i = 0; i < width; i++) row[i] += value * y[i];
  }
}

static void fill(float *restrict y, const float *a, const float *b, size_t rows, size_t width) {
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < width; i++) y[r * width + i] = a[i] + (b ? b[i] : 0);
}

static void add_columns(float *restrict sums, const float *restrict y, size_t rows,
                        size_t width) {
  for (size_t r = 0; r < rows; r++)
    for (size_t i = 0; i < width; i++) sums[i] += y[r * width + i];
}

// MARK: - Layers

// One row. `restrict` tells the compiler that the four gates do not overlap; otherwise the loop is
// not vectorised.
INLINE void cell_row(float *restrict in, float *restrict forget, float *restrict fresh,
                     float *restrict out, const float *restrict c_before, float *restrict c,
                     float *restrict tanh_c, float *restrict h, size_t hidden) {
#pragma clang loop vectorize(assume_safety)
  for (size_t j = 0; j < hidden; j++) {
    float i = logistic(in[j]), f = logistic(forget[j]), o = logistic(out[j]);
    float g = hyperbolic(fresh[j]), now = f * c_before[j] + i * g;
    float t = hyperbolic(now);
    in[j] = i;
    forget[j] = f;
    fresh[j] = g;
    out[j] = o;
    c[j] = now;
    tanh_c[j] = t;
    h[j] = o * t;
  }
}

static void cell(float *gates, const float *c_before, float *c, float *tanh_c, float *h,
                 size_t rows, size_t hidden) {
  for (size_t r = 0; r < rows; r++) {
    float *row = gates + 4 * hidden * r;
    size_t at = hidden * r;
    cell_row(row, row + hidden, row + 2 * hidden, row + 3 * hidden, c_before + at, c + at,
             tanh_c + at, h + at, hidden);
  }
}

static void cell_back(float *restrict gates, const float *restrict c_before,
                      const float *restrict tanh_c, const float *restrict dh,
                      float *restrict dc, size_t rows, size_t hidden) {
  for (size_t r = 0; r < rows; r++) {
    float *in = gates + 4 * hidden * r, *forget = in + hidden, *fresh = forget + hidden,
          *out = fresh + hidden;
    for (size_t j = 0; j < hidden; j++) {
      size_t at = hidden * r + j;
      float i = in[j], f = forget[j], g = fresh[j], o = out[j], t = tanh_c[at];
      float d = dc[at] + dh[at] * o * (1 - t * t);
      in[j] = d * g * i * (1 - i);
      forget[j] = d * c_before[at] * f * (1 - f);
      fresh[j] = d * i * (1 - g * g);
      out[j] = dh[at] * t * o * (1 - o);
      dc[at] = d * f;
    }
  }
}

// Hashes 32 bits (Ellis, "lowbias32").
INLINE uint32_t mixed(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

static void drop(float *x, size_t rows, size_t width, const uint32_t *keys, uint32_t threshold) {
  float scale = 4294967296.0f / (4294967296.0f - (float)threshold);
  for (size_t r = 0; r < rows; r++) {
    float *row = x + r * width;
    uint32_t key = keys[r];
    for (size_t i = 0; i < width; i++) {
      uint32_t chance = mixed(key + (uint32_t)i * 0x9e3779b9u);
      row[i] = chance < threshold ? 0 : row[i] * scale;
    }
  }
}

static void relu_back(float *restrict dx, const float *restrict y, size_t count, float scale) {
  for (size_t i = 0; i < count; i++) dx[i] = y[i] > 0 ? dx[i] * scale : 0;
}

static void cross_entropy(float *logits, const int32_t *targets, float *losses, uint8_t *right,
                          size_t rows, size_t columns, float scale) {
  for (size_t r = 0; r < rows; r++) {
    float *row = logits + r * columns, most = -INFINITY, sum = 0;
    size_t target = (size_t)targets[r];
    for (size_t i = 0; i < columns; i++) most = row[i] > most ? row[i] : most;
    float wanted = row[target] - most;
    right[r] = wanted == 0;
    for (size_t i = 0; i < columns; i++) {
      row[i] = exponential(row[i] - most);
      sum += row[i];
    }
    losses[r] = logf(sum) - wanted;
    for (size_t i = 0; i < columns; i++) row[i] *= scale / sum;
    row[target] -= scale;
  }
}

// MARK: - Weights

static void accumulate(float *restrict into, const float *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) into[i] += from[i];
}

static double square_sum(const float *x, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += (double)x[i] * x[i];
  return sum;
}

static void adamw(float *restrict weights, float *restrict moment1, float *restrict moment2,
                  float *restrict average, const float *restrict gradient, size_t count,
                  training_adamw_settings s) {
  float step = s.rate / s.correction1, root = 1.0f / sqrtf(s.correction2);
  for (size_t i = 0; i < count; i++) {
    float g = gradient[i] * s.clip;
    float m = moment1[i] = s.beta1 * moment1[i] + (1 - s.beta1) * g;
    float v = moment2[i] = s.beta2 * moment2[i] + (1 - s.beta2) * g * g;
    float w = weights[i] * (1 - s.rate * s.decay);
    w -= step * m / (__builtin_elementwise_sqrt(v) * root + s.epsilon);
    weights[i] = w;
    average[i] = s.average_keeps * average[i] + (1 - s.average_keeps) * w;
  }
}
