// The loops of training other than matrix products, over rows of floats, forward and backward.
// Matrices are row-major; a stride is the number of floats between the beginnings of two rows.
#ifndef GHOSTNOTE_TRAINING_H
#define GHOSTNOTE_TRAINING_H

#include <stddef.h>
#include <stdint.h>

/// Columns stored together in a packed matrix.
#define TRAINING_PANEL 16

/// Flushes denormal numbers to zero on this thread; returns the previous mode.
uint32_t training_flush_tiny(void);
/// Restores the mode that `training_flush_tiny` returned.
void training_restore_tiny(uint32_t before);
/// Whether this machine has the vector instructions that OpenBLAS calls SkylakeX.
int training_has_wide_vectors(void);

/// Packs w (depth × width, with these strides) into panels of 16 columns; the last one is padded
/// with zeros.
void training_pack(float *panels, const float *w, size_t depth, size_t width, size_t depth_stride,
                   size_t width_stride);
/// y[r] += x[r] · w for few rows; w was packed.
void training_multiply_packed(float *y, size_t y_stride, const float *x, size_t x_stride,
                              const float *panels, size_t rows, size_t depth, size_t width);
/// to[c][r] = from[r][c].
void training_transpose(float *to, const float *from, size_t rows, size_t columns);
/// to[c][r] += from[r][c].
void training_add_transposed(float *to, const float *from, size_t rows, size_t columns);

/// y += Σ values[j] · table[places[j] ...], width floats each.
void training_gather(float *y, const float *table, const int32_t *places, const float *values,
                     size_t count, size_t width);
/// table[places[j] ...] += values[j] · y for all j in order.
void training_scatter(float *table, const float *y, const int32_t *places, const float *values,
                      size_t count, size_t width);

/// Sets each row of y to a + b, or to a if b is null.
void training_fill(float *y, const float *a, const float *b, size_t rows, size_t width);
/// sums[i] += Σ y[r][i].
void training_add_columns(float *sums, const float *y, size_t rows, size_t width);

/// One step of an LSTM. gates: rows × 4·hidden, pre-activations for i f g o, replaced by the gates.
void training_cell(float *gates, const float *c_before, float *c, float *tanh_c, float *h,
                   size_t rows, size_t hidden);
/// The backward pass of one step. gates: as left by `training_cell`, replaced by the gradient of
/// the pre-activations; dc: the gradient of c from the next step, replaced by that of c_before.
void training_cell_back(float *gates, const float *c_before, const float *tanh_c, const float *dh,
                        float *dc, size_t rows, size_t hidden);

/// Dropout: zeroes elements chosen by a hash of the row's key and the element, and scales the
/// others by 2³² / (2³² − threshold). The backward pass is the same.
void training_drop(float *x, size_t rows, size_t width, const uint32_t *keys, uint32_t threshold);
/// The backward pass of a ReLU followed by dropout: dx · scale where y > 0, else 0.
void training_relu_back(float *dx, const float *y, size_t count, float scale);

/// Replaces logits by the gradient of scale · −ln softmax(logits)[target]; losses[r] is the
/// unscaled loss, right[r] whether the target was the most likely.
void training_cross_entropy(float *logits, const int32_t *targets, float *losses, uint8_t *right,
                            size_t rows, size_t columns, float scale);

/// into += from; returns nothing.
void training_add(float *into, const float *from, size_t count);
/// Σ x².
double training_square_sum(const float *x, size_t count);

/// Hyperparameters of AdamW (Loshchilov & Hutter 2019, with bias correction).
typedef struct {
  float rate, decay, beta1, beta2, epsilon;
  /// 1 − β₁ᵗ and 1 − β₂ᵗ.
  float correction1, correction2;
  /// The factor by which the gradient is multiplied first (clipping).
  float clip;
  /// The share of the moving average that is kept; the rest is the new weights.
  float average_keeps;
} training_adamw_settings;

/// One step of AdamW and of the moving average of the weights.
void training_adamw(float *weights, float *moment1, float *moment2, float *average,
                    const float *gradient, size_t count, training_adamw_settings s);

#endif
