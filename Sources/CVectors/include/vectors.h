// Vectorised loops over rows of floats: each is compiled for plain, AVX2 and AVX-512 processors
// (builds.h). All builds give the same bits.
#ifndef GHOSTNOTE_VECTORS_H
#define GHOSTNOTE_VECTORS_H

#include <stddef.h>
#include <stdint.h>

/// y[r] += Σ w[r][c] · x[c]; w is rows × columns, row-major.
void vectors_matvec_add(float *y, const float *w, const float *x, size_t rows, size_t columns);
/// The same with finite 16-bit floats: half the memory traffic, which dominates the time.
void vectors_halves_matvec_add(float *y, const uint16_t *w, const float *x, size_t rows,
                               size_t columns);
/// y[i] += a · x[i].
void vectors_add_scaled(float *y, float a, const float *x, size_t count);
/// y[i] += x[i].
void vectors_add(float *y, const float *x, size_t count);
/// y[i] += a[i] + scale · b[i].
void vectors_add_pair(float *y, const float *a, float scale, const float *b, size_t count);
/// One step of an LSTM: `gates` are four rows of `count` pre-activations in the order input,
/// forget, new, output; cell = σ(forget) · before + σ(input) · tanh(new), hidden = σ(output) ·
/// tanh(cell).
void vectors_lstm_cell(float *hidden, float *cell, const float *before, const float *gates,
                       size_t count);
/// x[i] = 1 / (1 + exp(−x[i])).
void vectors_sigmoid(float *x, size_t count);
/// x[i] = tanh(x[i]).
void vectors_tanh(float *x, size_t count);
/// x[i] = max(x[i], 0).
void vectors_relu(float *x, size_t count);
/// x[i] = exp(x[i] − max x); returns the sum.
float vectors_exp_below_max(float *x, size_t count);

#endif
