#include "vectors.h"

#include <stdlib.h>
#include <strings.h>

#include "choice.h"

static const vectors_build *const builds[] = {
    &vectors_plain,
#if defined(__x86_64__)
    &vectors_avx2,
    &vectors_avx512,
#endif
};
enum { build_count = sizeof builds / sizeof *builds };

// Right before `choose` has run too, in whatever order the loader calls constructors.
static const vectors_build *in_use = &vectors_plain;

const vectors_build *vectors_in_use(void) { return in_use; }

// By features, never by model: next year's processor has them as well.
static int can_run(const vectors_build *build) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                 __builtin_cpu_supports("f16c");
  if (build == &vectors_avx2) return has_avx2;
  if (build == &vectors_avx512)
    return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#endif
  return build == &vectors_plain;
}

const vectors_build *vectors_runnable(size_t index) {
  for (size_t i = 0; i < build_count; i++)
    if (can_run(builds[i]) && index-- == 0) return builds[i];
  return NULL;
}

__attribute__((constructor)) static void choose(void) {
  const char *wanted = getenv("GHOSTNOTE_VECTORS");
  const vectors_build *build;
  for (size_t i = 0; (build = vectors_runnable(i)); i++) {
    in_use = build;
    if (wanted && strcasecmp(wanted, build->name) == 0) return;
  }
}

void vectors_matvec_add(float *y, const float *w, const float *x, size_t rows, size_t columns) {
  in_use->matvec_add(y, w, x, rows, columns);
}

void vectors_halves_matvec_add(float *y, const uint16_t *w, const float *x, size_t rows,
                               size_t columns) {
  in_use->halves_matvec_add(y, w, x, rows, columns);
}

void vectors_add_scaled(float *y, float a, const float *x, size_t count) {
  in_use->add_scaled(y, a, x, count);
}

void vectors_add(float *y, const float *x, size_t count) { in_use->add(y, x, count); }

void vectors_add_pair(float *y, const float *a, float scale, const float *b, size_t count) {
  in_use->add_pair(y, a, scale, b, count);
}

void vectors_lstm_cell(float *hidden, float *cell, const float *before, const float *gates,
                       size_t count) {
  in_use->lstm_cell(hidden, cell, before, gates, count);
}

void vectors_sigmoid(float *x, size_t count) { in_use->sigmoid(x, count); }

void vectors_tanh(float *x, size_t count) { in_use->tanh(x, count); }

void vectors_relu(float *x, size_t count) { in_use->relu(x, count); }

float vectors_exp_below_max(float *x, size_t count) { return in_use->exp_below_max(x, count); }
