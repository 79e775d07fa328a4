// exp, tanh and the logistic function without branches, so that loops are vectorised. Every build gives
// the same bits: each product is rounded separately and sums keep their order.

// exp(x) for −87 … 88, within 2 units in the last place: x = n·ln 2 + r, exp(r) by a polynomial of
// degree 6 (Cephes, expf), and n added to the exponent. A NaN stays one.
INLINE float exponential(float x) {
#pragma clang fp contract(off) reassociate(off)
  x = x > 88.0f ? 88.0f : x < -87.0f ? -87.0f : x;
  float t = x * 1.44269504088896341f;
  // Below what −87 gives, so that only a NaN changes here: no int can hold one.
  t = t >= -126.0f ? t : -126.0f;
  // Rounds to the nearest; floorf would be a function call without SSE4.1.
  int whole = (int)(t + (t < 0 ? -0.5f : 0.5f));
  float n = (float)whole;
  float r = x - n * 0.693359375f;
  r = r - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  union {
    int bits;
    float value;
  } scale = {(whole + 127) << 23};
  return p * scale.value;
}

// tanh(x). Near 0 a series is used, because the difference of two exponentials would lose
// precision.
INLINE float hyperbolic(float x) {
#pragma clang fp contract(off) reassociate(off)
  float s = x * x;
  float near = x + x * s * (-0.333332f + s * (0.133206f + s * -0.0493f));
  float far = 1.0f - 2.0f / (exponential(2.0f * x) + 1.0f);
  return s < 0.04f ? near : far;
}

INLINE float logistic(float x) {
#pragma clang fp contract(off) reassociate(off)
  return 1.0f / (1.0f + exponential(-x));
}
