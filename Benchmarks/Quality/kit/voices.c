/* Rolls on 26 drums with FluidSynth alone: what a limit of voices costs and changes, and what it would gain to end
   the voices that cannot be heard. docs/research-log.md has the figures.

     cc -O2 voices.c $(pkg-config --cflags --libs fluidsynth) -lm -o voices
     ./voices ../../../SoundFonts/Ghostnote-Kit.sf2 8        strokes a second on each drum */
#include <fluidsynth.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DRUMS = 26, BLOCK = 64, RATE = 48000, SECONDS = 8, WARM_UP = 3, PROFILE = 8192, MOST = 4000 };
static const int BLOCKS = SECONDS * RATE / BLOCK;

/* The level of a stroke of velocity 100, in dB, by blocks since it began. */
static float profile[DRUMS][PROFILE];

typedef struct {
  int drum, start;
  float level;
} Note;
static Note notes[1 << 20];
static unsigned note_count;

static void ignore(int level, const char *message, void *data) { (void)level, (void)message, (void)data; }

static fluid_synth_t *synth(const char *font, int polyphony) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_settings_setint(settings, "synth.threadsafe-api", 0);
  fluid_settings_setint(settings, "synth.reverb.active", 0);
  fluid_settings_setint(settings, "synth.chorus.active", 0);
  fluid_settings_setint(settings, "synth.polyphony", polyphony);
  fluid_settings_setint(settings, "synth.midi-channels", 32);
  fluid_settings_setnum(settings, "synth.sample-rate", RATE);
  fluid_synth_t *made = new_fluid_synth(settings);
  int id = fluid_synth_sfload(made, font, 0);
  if (id < 0) exit(1);
  for (int drum = 0; drum < DRUMS; drum++) {
    fluid_synth_set_channel_type(made, drum, CHANNEL_TYPE_DRUM);
    fluid_synth_program_select(made, drum, id, 128, 0);
  }
  note_count = 0;
  return made;
}

static void measure(const char *font) {
  static float energy[PROFILE + 8];
  float block[2 * BLOCK];
  fluid_synth_t *one = synth(font, 256);
  for (int drum = 0; drum < DRUMS; drum++) {
    fluid_synth_all_sounds_off(one, -1);
    fluid_synth_write_float(one, BLOCK, block, 0, 2, block, 1, 2);
    fluid_synth_noteon(one, drum, 35 + drum, 100);
    for (int i = 0; i < PROFILE; i++) {
      fluid_synth_write_float(one, BLOCK, block, 0, 2, block, 1, 2);
      energy[i] = 0;
      for (int j = 0; j < 2 * BLOCK; j++) energy[i] += block[j] * block[j];
    }
    for (int i = 0; i < PROFILE; i++) {
      float most = 1e-20f;
      for (int j = i; j < i + 8; j++) most = fmaxf(most, energy[j]);
      profile[drum][i] = 10 * log10f(most);
    }
  }
  delete_fluid_synth(one);
}

/* The drums take turns, so that no two begin together. */
static void strike(fluid_synth_t *on, int block, double rate) {
  int period = (int)(RATE / rate) / BLOCK;
  for (int drum = 0; drum < DRUMS; drum++) {
    int first = drum * period / DRUMS;
    if (block < first || (block - first) % period != 0) continue;
    int velocity = 90 + (drum * 7 + block) % 20;
    notes[note_count++] = (Note){drum, block, 40 * log10f(velocity / 100.f)};
    fluid_synth_noteon(on, drum, 35 + drum, velocity);
  }
}

static int levels(fluid_synth_t *of, fluid_voice_t **voices, float *level, int block) {
  int count = 0;
  memset(voices, 0, MOST * sizeof *voices);
  fluid_synth_get_voicelist(of, voices, MOST, -1);
  for (; count < MOST && voices[count]; count++) {
    Note *note = &notes[fluid_voice_get_id(voices[count])];
    int age = block - note->start < PROFILE ? block - note->start : PROFILE - 1;
    level[count] = note->level + profile[note->drum][age];
  }
  return count;
}

/* Ends the voices with the lowest level, beyond a limit. */
static void end_quietest(fluid_synth_t *of, int limit, int block) {
  static fluid_voice_t *voices[MOST];
  static float level[MOST];
  if (fluid_synth_get_active_voice_count(of) <= limit) return;
  int count = levels(of, voices, level, block);
  for (int over = count - limit; over > 0; over--) {
    int quietest = 0;
    for (int i = 1; i < count; i++) quietest = level[i] < level[quietest] ? i : quietest;
    level[quietest] = 1000;
    fluid_voice_gen_set(voices[quietest], GEN_VOLENVRELEASE, -7000);
    fluid_voice_update_param(voices[quietest], GEN_VOLENVRELEASE);
    fluid_synth_stop(of, fluid_voice_get_id(voices[quietest]));
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

/* The sound; prints the time a block and the voices. */
static float *play(const char *font, double rate, int polyphony, int limit) {
  float *sound = calloc((size_t)BLOCKS * BLOCK * 2, sizeof *sound);
  fluid_synth_t *one = synth(font, polyphony);
  double time = 0, voices = 0;
  int counted = 0;
  for (int block = 0; block < BLOCKS; block++) {
    double began = now();
    strike(one, block, rate);
    if (limit) end_quietest(one, limit, block);
    fluid_synth_write_float(one, BLOCK, sound + 2 * BLOCK * block, 0, 2, sound + 2 * BLOCK * block, 1, 2);
    if (block * BLOCK < WARM_UP * RATE) continue;
    time += now() - began;
    voices += fluid_synth_get_active_voice_count(one);
    counted++;
  }
  printf("%4d voices%s: %6.1f us a block, %4.0f voices", limit ? limit : polyphony,
         limit ? ", the quietest ended" : "", time / counted, voices / counted);
  delete_fluid_synth(one);
  return sound;
}

static void compare(const float *sound, const float *expected) {
  double difference = 0, power = 0, other = 0;
  for (int i = 2 * WARM_UP * RATE; i < 2 * BLOCK * BLOCKS; i++) {
    difference += (sound[i] - expected[i]) * (sound[i] - expected[i]);
    power += expected[i] * expected[i];
    other += sound[i] * sound[i];
  }
  printf(", residual %.1f dB, level %.2f dB\n", 10 * log10(difference / power), 10 * log10(other / power));
}

static void count_audible(const char *font, double rate, int below) {
  static fluid_voice_t *voices[MOST];
  static float level[MOST], block[2 * BLOCK];
  fluid_synth_t *one = synth(font, 256);
  double all = 0, audible = 0;
  for (int i = 0; i < BLOCKS; i++) {
    strike(one, i, rate);
    fluid_synth_write_float(one, BLOCK, block, 0, 2, block, 1, 2);
    if (i * BLOCK < WARM_UP * RATE || i % 8) continue;
    int count = levels(one, voices, level, i);
    double sum = 0;
    /* A stroke is two voices, left and right. */
    for (int j = 0; j < count; j++) sum += pow(10, level[j] / 10) / 2;
    for (int j = 0; j < count; j++) audible += level[j] > 10 * log10(sum) - below;
    all += count;
  }
  printf("above the sum less %d dB: %.0f %% of the voices\n", below, 100 * audible / all);
  delete_fluid_synth(one);
}

int main(int count, char **words) {
  if (count != 3) return fprintf(stderr, "usage: voices SOUNDFONT STROKES_A_SECOND\n"), 1;
  for (int level = 0; level < LAST_LOG_LEVEL; level++) fluid_set_log_function(level, ignore, NULL);
  const char *font = words[1];
  double rate = fmin(fmax(atof(words[2]), 1), 25);
  measure(font);
  float *whole = play(font, rate, MOST, 0);
  printf("\n");
  for (int polyphony = 256; polyphony >= 64; polyphony -= 64) {
    float *sound = play(font, rate, polyphony, 0);
    compare(sound, whole);
    free(sound);
  }
  float *sound = play(font, rate, 256, 120);
  compare(sound, whole);
  for (int below = 60; below >= 30; below -= 10) count_audible(font, rate, below);
  free(sound);
  free(whole);
}
