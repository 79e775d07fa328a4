// Prints what the loops of CVectors give for the same numbers, build by build, in bits: what plays as one hash a length,
// what learns as numbers. Compiled for two architectures, two outputs are compared (Tests/Judges/arm64/run).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builds.h"

enum { longest = 256, rows = 13, training_rows = 3 };
static const size_t lengths[] = {1, 3, 15, 16, 17, 33, 130, longest};

// Integers by SplitMix64, divided by a power of two: exact on every machine.
static void fill_with(float *x, size_t count, uint64_t seed, float within) {
  for (size_t i = 0; i < count; i++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    x[i] = (float)(int32_t)((z ^ (z >> 31)) >> 32) / 2147483648.0f * within;
  }
}

static uint64_t hashed(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
  return hash;
}
#define HASHED(x, count) hash = hashed(hash, x, (count) * sizeof *(x))

// Zero, the greatest, the smallest, and all others of few bits; finite.
static uint16_t half_of(size_t i) {
  uint16_t half = (uint16_t)(i * 2654435761u >> 7);
  return (half & 0x7c00) == 0x7c00 ? half & 0xfbff : half; /* infinite or no number otherwise */
}

static uint64_t playing(const vectors_build *loops, size_t count) {
  static float x[longest], w[rows * longest], y[rows], gates[4 * longest];
  static float sums[longest], hidden[longest], cell[longest], curve[4 * longest];
  static uint16_t halves[rows * longest];
  uint64_t hash = 0xcbf29ce484222325;
  fill_with(x, count, 1, 1);
  fill_with(w, rows * count, 2, 1);
  fill_with(y, rows, 3, 1);
  fill_with(gates, 4 * count, 4, 12);
  for (size_t i = 0; i < rows * count; i++) halves[i] = half_of(i);
  loops->matvec_add(y, w, x, rows, count);
  HASHED(y, rows);
  loops->halves_matvec_add(y, halves, x, rows, count);
  HASHED(y, rows);
  memcpy(sums, x, count * sizeof *x);
  loops->add(sums, w, count);
  loops->add_scaled(sums, 0.3f, w, count);
  loops->add_pair(sums, x, 0.7f, w, count);
  HASHED(sums, count);
  loops->lstm_cell(hidden, cell, sums, gates, count);
  HASHED(hidden, count);
  HASHED(cell, count);
  void (*const curves[])(float *, size_t) = {loops->sigmoid, loops->tanh, loops->relu};
  for (size_t c = 0; c < 3; c++) {
    memcpy(curve, gates, 4 * count * sizeof *gates);
    curves[c](curve, 4 * count);
    HASHED(curve, 4 * count);
  }
  memcpy(curve, gates, count * sizeof *gates);
  float sum = loops->exp_below_max(curve, count);
  HASHED(curve, count);
  HASHED(&sum, 1);
  return hash;
}

static void show(const char *what, const float *x, size_t count) {
  for (size_t i = 0; i < count; i++) printf("%s %.9g\n", what, x[i]);
}

static void learning(const vectors_build *loops, size_t count) {
  enum { size = training_rows * longest, panel = TRAINING_PANEL };
  static float gates[4 * size], before[size], c[size], tanh_c[size], h[size], dc[size], logits[size];
  static float weights[size], moment2[size], average[size], packed[longest * (longest + panel)];
  static float square[longest * longest];
  float losses[training_rows];
  uint8_t right[training_rows];
  size_t all = training_rows * count;
  fill_with(gates, 4 * all, 1, 4);
  fill_with(before, all, 2, 1);
  fill_with(dc, all, 3, 1);
  loops->cell(gates, before, c, tanh_c, h, training_rows, count);
  loops->cell_back(gates, before, tanh_c, h, dc, training_rows, count);
  uint32_t keys[] = {1, 2, 3};
  loops->drop(h, training_rows, count, keys, 1u << 30);
  loops->relu_back(dc, before, all, 1.5f);
  show("gates", gates, 4 * all);
  show("hidden", h, all);
  show("gradient", dc, all);
  fill_with(square, count * count, 5, 1);
  loops->pack(packed, square, count, count, count, 1);
  memset(logits, 0, sizeof logits);
  loops->multiply_packed(logits, count, c, count, packed, training_rows, count, count);
  show("product", logits, all);
  int32_t targets[] = {0, 0, (int32_t)count - 1};
  loops->cross_entropy(logits, targets, losses, right, training_rows, count, 0.1f);
  show("logits", logits, all);
  show("losses", losses, training_rows);
  memcpy(weights, before, sizeof weights);
  memcpy(average, before, sizeof average);
  for (size_t i = 0; i < all; i++) moment2[i] = h[i] * h[i];
  training_adamw_settings settings = {0.01f, 0.1f, 0.9f, 0.99f, 1e-6f, 0.1f, 0.01f, 0.5f, 0.9f};
  loops->adamw(weights, tanh_c, moment2, average, logits, all, settings);
  show("weights", weights, all);
  show("average", average, all);
  float total = (float)loops->square_sum(logits, all);
  show("squares", &total, 1);
}

int main(void) {
  const vectors_build *build;
  for (size_t b = 0; (build = vectors_runnable(b)); b++) {
    printf("build %s\n", build->name);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
      printf("plays %zu %016llx\n", lengths[i], (unsigned long long)playing(build, lengths[i]));
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) learning(build, lengths[i]);
  }
  return 0;
}
