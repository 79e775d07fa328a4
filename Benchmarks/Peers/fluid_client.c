/* fluid_client - the bare minimum in C of what Ghostnote's audio thread does; see usage().
 *
 * The workload of --bench, so that another engine can play the very same hits:
 *   generator  xorshift64* : state = SEED (0 becomes 0x9E3779B97F4A7C15)
 *              next(): s ^= s >> 12; s ^= s << 25; s ^= s >> 27; return s * 0x2545F4914F6CDD1D      (all modulo 2^64)
 *   each block (with --every N each Nth, from the first) draws NOTES_PER_BLOCK hits, one next() = r each:
 *              offset = (r >> 40) % FRAMES       frame within the block
 *              drum   = (r >> 20 & 0xFFFFF) % 26 note = 35 + drum, synth channel = drum
 *              vel    = 1 + (r & 0xFFFFF) % 127
 *   the hits of a block are sorted by offset, equal offsets in the order drawn; before each hit the frames up to its offset are rendered
 *   (nothing when there are none), after the last the rest of the block.  No note-offs.  The block's time is taken around the drawing's
 *   result: rendering and note-ons only, sorting included, drawing excluded.  The checksum is FNV-1a (64 bit: offset basis
 *   0xCBF29CE484222325, prime 0x100000001B3) over the bytes of every block's left buffer, then its right one, floats little-endian.
 * The synth: 48000 Hz, gain 0.5, polyphony 256, interpolation as FluidSynth has it, 32 MIDI channels, channels 0..25 on bank 128 program 0. */
#define _GNU_SOURCE
#include <fluidsynth.h>
#include <getopt.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { first_note = 35, drums = 26, max_frames = 8192, max_hits = 1024 };
struct hit { uint32_t offset; int drum, velocity; };
struct player {
  fluid_synth_t *synth;
  jack_port_t *midi, *left, *right;
  struct hit hits[max_hits];
  int count;
};

static void die(const char *what, const char *detail) { fprintf(stderr, "fluid_client: %s%s%s\n", what, detail ? ": " : "", detail ? detail : ""); exit(1); }
static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: fluid_client [--font F] [--name N]        JACK client: midi_in (any channel, notes 35-60), out_left, out_right\n"
    "       fluid_client --bench BLOCKS [--frames 128] [--notes-per-block 4] [--seed 1] [--font F]   offline: microseconds a block\n"
    "               [--every N]   hits in each Nth block only\n");
  exit(status);
}

static void quiet(int level, const char *message, void *data) { (void)level, (void)message, (void)data; }

static fluid_synth_t *make_synth(const char *font, double rate) {
  for (int level = FLUID_PANIC; level < LAST_LOG_LEVEL; level++) fluid_set_log_function(level, quiet, NULL);
  fluid_settings_t *s = new_fluid_settings();
  fluid_settings_setnum(s, "synth.sample-rate", rate);
  fluid_settings_setnum(s, "synth.gain", 0.5);
  fluid_settings_setint(s, "synth.threadsafe-api", 0);
  fluid_settings_setint(s, "synth.dynamic-sample-loading", 0);
  fluid_settings_setint(s, "synth.reverb.active", 0);
  fluid_settings_setint(s, "synth.chorus.active", 0);
  fluid_settings_setint(s, "synth.polyphony", 256);
  fluid_settings_setint(s, "synth.midi-channels", 32);
  fluid_synth_t *synth = new_fluid_synth(s);
  if (!synth) die("no synth", NULL);
  int id = fluid_synth_sfload(synth, font, 0);
  if (id == FLUID_FAILED) die("can't load the SoundFont", font);
  for (int c = 0; c < drums; c++) {
    fluid_synth_set_channel_type(synth, c, CHANNEL_TYPE_DRUM);
    if (fluid_synth_program_select(synth, c, id, 128, 0) != FLUID_OK) die("no drums (bank 128, program 0) in", font);
  }
  return synth;
}

static void render_block(struct player *p, float *left, float *right, uint32_t frames) {
  uint32_t at = 0;
  for (int i = 1; i < p->count; i++) {                        /* insertion sort keeps the order of equals */
    struct hit h = p->hits[i];
    int j = i;
    for (; j > 0 && p->hits[j - 1].offset > h.offset; j--) p->hits[j] = p->hits[j - 1];
    p->hits[j] = h;
  }
  for (int i = 0; i < p->count; i++) {
    struct hit h = p->hits[i];
    if (h.offset > at) fluid_synth_write_float(p->synth, (int)(h.offset - at), left + at, 0, 1, right + at, 0, 1), at = h.offset;
    fluid_synth_noteon(p->synth, h.drum, first_note + h.drum, h.velocity);
  }
  if (at < frames) fluid_synth_write_float(p->synth, (int)(frames - at), left + at, 0, 1, right + at, 0, 1);
}

static int process(jack_nframes_t frames, void *argument) {
  struct player *p = argument;
  void *midi = jack_port_get_buffer(p->midi, frames);
  uint32_t n = jack_midi_get_event_count(midi);
  p->count = 0;
  for (uint32_t i = 0; i < n && p->count < max_hits; i++) {
    jack_midi_event_t e;
    if (jack_midi_event_get(&e, midi, i) || e.size != 3 || (e.buffer[0] & 0xF0) != 0x90 || !e.buffer[2]) continue;
    int drum = e.buffer[1] - first_note;
    if (drum >= 0 && drum < drums) p->hits[p->count++] = (struct hit){ e.time, drum, e.buffer[2] };
  }
  render_block(p, jack_port_get_buffer(p->left, frames), jack_port_get_buffer(p->right, frames), frames);
  return 0;
}

static int by_value(const void *a, const void *b) { double d = *(const double *)a - *(const double *)b; return (d > 0) - (d < 0); }

static void bench(struct player *p, int blocks, uint32_t frames, int notes, int every, uint64_t seed) {
  static float left[max_frames], right[max_frames];
  double *us = malloc((size_t)blocks * sizeof *us), sum = 0;
  uint64_t s = seed ? seed : 0x9E3779B97F4A7C15u, hash = 0xCBF29CE484222325u;
  if (!us) die("out of memory", NULL);
  for (int b = 0; b < blocks; b++) {
    p->count = b % every ? 0 : notes;
    for (int i = 0; i < p->count; i++) {
      s ^= s >> 12; s ^= s << 25; s ^= s >> 27;
      uint64_t r = s * 0x2545F4914F6CDD1Du;
      p->hits[i] = (struct hit){ (uint32_t)((r >> 40) % frames), (int)((r >> 20 & 0xFFFFF) % drums), 1 + (int)((r & 0xFFFFF) % 127) };
    }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    render_block(p, left, right, frames);
    clock_gettime(CLOCK_MONOTONIC, &t1);
    sum += us[b] = (double)(t1.tv_sec - t0.tv_sec) * 1e6 + (double)(t1.tv_nsec - t0.tv_nsec) / 1e3;
    for (int side = 0; side < 2; side++)
      for (size_t i = 0; i < frames * sizeof(float); i++) hash = (hash ^ ((unsigned char *)(side ? right : left))[i]) * 0x100000001B3u;
  }
  qsort(us, (size_t)blocks, sizeof *us, by_value);
  printf("blocks %d frames %u notes-per-block %d mean-us %.2f median-us %.2f p99-us %.2f max-us %.2f checksum %016llx\n", blocks, frames, notes,
    sum / blocks, us[blocks / 2], us[(int)(blocks * 0.99)], us[blocks - 1], (unsigned long long)hash);
  free(us);
}

static void stop(int signal) { (void)signal; }
static void gone(void *argument) { (void)argument; fprintf(stderr, "fluid_client: the JACK server is gone\n"); _exit(1); }

int main(int argc, char **argv) {
  const char *font = "/usr/share/sounds/sf2/TimGM6mb.sf2", *name = "fluid_client";
  int blocks = 0, notes = 4, frames = 128, every = 1, option;
  uint64_t seed = 1;
  static const struct option options[] = { { "bench", 1, 0, 'b' }, { "frames", 1, 0, 'f' }, { "notes-per-block", 1, 0, 'k' }, { "seed", 1, 0, 's' }, { "every", 1, 0, 'e' },
    { "font", 1, 0, 'F' }, { "name", 1, 0, 'n' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'b': if ((blocks = atoi(optarg)) < 1) usage(64); break;
    case 'f': frames = atoi(optarg); break;
    case 'k': notes = atoi(optarg); break;
    case 'e': every = atoi(optarg); break;
    case 's': seed = strtoull(optarg, NULL, 0); break;
    case 'F': font = optarg; break;
    case 'n': name = optarg; break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || frames < 1 || every < 1 || frames > max_frames || notes < 0 || notes > max_hits) usage(64);

  static struct player p;
  if (blocks) {
    p.synth = make_synth(font, 48000);
    bench(&p, blocks, (uint32_t)frames, notes, every, seed);
    return 0;
  }
  jack_client_t *client = jack_client_open(name, JackNoStartServer, NULL);
  if (!client) die("no JACK server", getenv("JACK_DEFAULT_SERVER"));
  p.synth = make_synth(font, jack_get_sample_rate(client));
  p.midi = jack_port_register(client, "midi_in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
  p.left = jack_port_register(client, "out_left", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  p.right = jack_port_register(client, "out_right", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  if (!p.midi || !p.left || !p.right) die("can't register ports", NULL);
  jack_set_process_callback(client, process, &p);
  jack_on_shutdown(client, gone, NULL);
  signal(SIGTERM, stop), signal(SIGINT, stop);
  if (jack_activate(client)) die("can't activate", NULL);
  pause();
  jack_client_close(client);
  return 0;
}
