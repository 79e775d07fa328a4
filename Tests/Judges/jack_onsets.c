/* jack_onsets - how far the strokes in an audio port lie from JACK transport's beats, in frames; see usage(). */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <jack/transport.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct { jack_client_t *client; jack_port_t *in, *clock; int64_t *onsets, *beats; int capacity, ticks; int64_t quiet; float threshold; } ear;
static _Atomic int count, beats, gone;

static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_onsets --from PORT --bpm BPM [--clock PORT] [--count N] [--skip N] [--seconds S] [--threshold LEVEL] [--freewheel] [--roll] [--raw]\n"
    "  records N (64) onsets from PORT while JACK transport rolls: the first sample above LEVEL (0.003) after 50 ms below it\n"
    "  --clock PORT takes every 24th clock (F8) from PORT, from Start on, for the beats, instead of the transport's own at BPM\n"
    "  --roll       locates the transport to 0 and starts it once connected; stops it at the end\n"
    "  --skip N     leaves the first N onsets (0) out of the judgement; --raw prints each\n"
    "prints: onsets N mean M std S earliest E latest L first F missed M doubled D   (frames after the nearest beat of the transport; beats\n"
    "  without an onset, and with two, between the first onset judged and the last)\n"
    "exit 1 if fewer than N came in S (60) seconds\n");
  exit(status);
}
static _Noreturn void die(const char *what, const char *detail) {
  fprintf(stderr, "jack_onsets: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
  exit(1);
}

static int process(jack_nframes_t frames, void *argument) {
  (void)argument;
  const float *samples = jack_port_get_buffer(ear.in, frames);
  jack_position_t position;
  int rolls = jack_transport_query(ear.client, &position) == JackTransportRolling;
  if (ear.clock) {
    void *clock = jack_port_get_buffer(ear.clock, frames);
    jack_midi_event_t e;
    for (uint32_t i = 0; !jack_midi_event_get(&e, clock, i); i++) {
      if (e.buffer[0] == 0xFA) ear.ticks = 0, beats = 0;
      if (e.buffer[0] == 0xF8 && ear.ticks++ % 24 == 0 && beats < ear.capacity + 8) ear.beats[beats++] = (int64_t)position.frame + e.time;
    }
  }
  int64_t wait = (int64_t)jack_get_sample_rate(ear.client) / 20;
  for (jack_nframes_t i = 0; i < frames; i++) {
    if (fabsf(samples[i]) <= ear.threshold) { ear.quiet++; continue; }
    if (rolls && ear.quiet >= wait && count < ear.capacity) ear.onsets[count++] = (int64_t)position.frame + i;
    ear.quiet = 0;
  }
  return 0;
}
static void server_gone(void *argument) { (void)argument; gone = 1; }

/* The number of the beat nearest to `onset`, and where that beat is. */
static int64_t nearest(int64_t onset, double beat, double *at) {
  int64_t number = llround((double)onset / beat);
  if (ear.clock)
    for (number = 0; number + 1 < beats && llabs(ear.beats[number + 1] - onset) <= llabs(ear.beats[number] - onset);) number++;
  *at = ear.clock ? (double)ear.beats[number] : (double)number * beat;
  return number;
}

static void judge(double beat, int skip, int raw) {
  double first = 0, sum = 0, squares = 0, earliest = INFINITY, latest = -INFINITY;
  int n = 0, missed = 0, doubled = 0;
  int64_t before = -1;
  for (int i = 0; i < count; i++) {
    double at, late;
    int64_t number = nearest(ear.onsets[i], beat, &at);
    late = (double)ear.onsets[i] - at;
    if (i == 0) first = late;
    if (raw) printf("%lld beat %lld %+.1f\n", (long long)ear.onsets[i], (long long)number, late);
    if (i < skip) continue;
    if (before >= 0 && number == before) doubled++;
    if (before >= 0 && number > before + 1) missed += (int)(number - before - 1);
    before = number;
    sum += late, squares += late * late, n++;
    earliest = fmin(earliest, late), latest = fmax(latest, late);
  }
  double mean = n ? sum / n : 0;
  printf("onsets %d mean %.2f std %.2f earliest %.1f latest %.1f first %.1f missed %d doubled %d\n", n, mean,
    n ? sqrt(fmax(0, squares / n - mean * mean)) : 0, earliest, latest, first, missed, doubled);
}

int main(int argc, char **argv) {
  const char *from = NULL, *clock = NULL;
  double bpm = 0, seconds = 60;
  int freewheel = 0, roll = 0, raw = 0, skip = 0, option;
  ear.capacity = 64, ear.threshold = 0.003f;
  static const struct option options[] = { { "from", 1, 0, 'f' }, { "bpm", 1, 0, 'b' }, { "clock", 1, 0, 'c' }, { "count", 1, 0, 'n' }, { "skip", 1, 0, 'k' },
    { "seconds", 1, 0, 's' }, { "threshold", 1, 0, 't' }, { "freewheel", 0, 0, 'w' }, { "roll", 0, 0, 'r' }, { "raw", 0, 0, 'x' },
    { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'f': from = optarg; break;
    case 'b': bpm = atof(optarg); break;
    case 'c': clock = optarg; break;
    case 'n': ear.capacity = atoi(optarg); break;
    case 'k': skip = atoi(optarg); break;
    case 's': seconds = atof(optarg); break;
    case 't': ear.threshold = (float)atof(optarg); break;
    case 'w': freewheel = 1; break;
    case 'r': roll = 1; break;
    case 'x': raw = 1; break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || !from || bpm <= 0 || ear.capacity < 1 || ear.capacity > 1000000 || skip < 0 || seconds <= 0) usage(64);
  ear.beats = calloc((size_t)ear.capacity + 8, sizeof *ear.beats);
  if (!(ear.onsets = calloc((size_t)ear.capacity, sizeof *ear.onsets)) || !ear.beats) die("out of memory", NULL);
  if (!(ear.client = jack_client_open("jack_onsets", JackNoStartServer, NULL))) die("no JACK server", getenv("JACK_DEFAULT_SERVER"));
  if (!(ear.in = jack_port_register(ear.client, "in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0))) die("can't register a port", NULL);
  if (clock && !(ear.clock = jack_port_register(ear.client, "clock", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0)))
    die("can't register a port", NULL);
  jack_set_process_callback(ear.client, process, NULL);
  jack_on_shutdown(ear.client, server_gone, NULL);
  double rate = jack_get_sample_rate(ear.client);
  if (jack_activate(ear.client)) die("can't activate", NULL);
  for (int tries = 0; !jack_port_by_name(ear.client, from) || jack_connect(ear.client, from, jack_port_name(ear.in)); usleep(100000))
    if (++tries == 600 || gone) die("can't connect within 60 s from", from);
  for (int tries = 0; clock && jack_connect(ear.client, clock, jack_port_name(ear.clock)); usleep(100000))
    if (++tries == 600 || gone) die("can't connect within 60 s from", clock);
  if (freewheel) jack_set_freewheel(ear.client, 1);
  if (roll) {
    jack_transport_locate(ear.client, 0);
    usleep(200000);
    jack_transport_start(ear.client);
  }
  for (double left = seconds; count < ear.capacity && !gone && left > 0; left -= 0.02) usleep(20000);
  if (!gone) {
    if (roll) jack_transport_stop(ear.client);
    if (freewheel) jack_set_freewheel(ear.client, 0);
    jack_client_close(ear.client);
  }
  judge(rate * 60 / bpm, skip, raw);
  if (count < ear.capacity) fprintf(stderr, "jack_onsets: only %d of %d onsets came\n", count, ear.capacity);
  return count < ear.capacity;
}
