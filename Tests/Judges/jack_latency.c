/* jack_latency - the judge of "pad to onset"; see usage().
 *
 * It is two JACK clients in one process: one sends, one listens to the sound and, through a port of its own wired straight to the sender,
 * to the notes.  So the graph sender > synth > listener has no loop (a single client would add a period), the listener runs last, and a
 * latency is a difference of frames counted by one counter.  Nothing is compensated: 0 means the sound began in the frame of the note;
 * a synth that ignores frame offsets has some below 0. */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { max_hits = 100000, max_notes = 64 };
static struct sender { jack_port_t *out; uint32_t *due; unsigned char *note; uint32_t position; int count, next, velocity; } sender;
static struct listener { jack_port_t *tap, *in[2]; float *level; uint32_t *sent; uint32_t position, capacity; int heard, count; } listener;
static _Atomic int running, finished, xruns;

static _Noreturn void die(const char *what, const char *detail) { fprintf(stderr, "jack_latency: %s%s%s\n", what, detail ? ": " : "", detail ? detail : ""); exit(1); }
static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_latency --to MIDI_PORT --from AUDIO_PORT [--from AUDIO_PORT] [options]\n"
    "  sends note-ons on channel 10 at random frames and finds where in the sound each one begins\n"
    "  --hits N          how many (20)          --seed S          of the random gaps and notes (1)\n"
    "  --note N          MIDI note (37); repeat it and each hit takes one of them at random\n"
    "  --velocity V      (100)                  --gap-ms MIN:MAX  between hits, drawn evenly (150:400)\n"
    "  --threshold DB    an onset is the first frame above this, relative to the hit's peak (-40)\n"
    "  --freewheel       put the server into freewheel meanwhile      --csv  a row for each hit\n"
    "prints: hits N found M min A max B mean C spread (max-min) D xruns X    (frames; exit 1 unless all were found)\n");
  exit(status);
}

static int send(jack_nframes_t frames, void *argument) {
  struct sender *s = argument;
  void *out = jack_port_get_buffer(s->out, frames);
  jack_midi_clear_buffer(out);
  if (!running) return 0;
  for (; s->next < s->count && s->due[s->next] < s->position + frames; s->next++) {
    unsigned char message[3] = { 0x99, s->note[s->next], (unsigned char)s->velocity };
    jack_midi_event_write(out, s->due[s->next] - s->position, message, 3);
  }
  s->position += frames;
  return 0;
}

static int listen(jack_nframes_t frames, void *argument) {
  struct listener *l = argument;
  void *tap = jack_port_get_buffer(l->tap, frames);
  if (!running || finished) return 0;
  if (l->position + frames > l->capacity) { finished = 1; return 0; }
  jack_midi_event_t e;
  for (uint32_t i = 0; l->heard < l->count && !jack_midi_event_get(&e, tap, i); i++) l->sent[l->heard++] = l->position + e.time;
  for (int p = 0; p < 2 && l->in[p]; p++) {
    const float *in = jack_port_get_buffer(l->in[p], frames);
    for (uint32_t i = 0; i < frames; i++) l->level[l->position + i] = fmaxf(l->level[l->position + i], fabsf(in[i]));
  }
  l->position += frames;
  return 0;
}

static int xrun(void *argument) { (void)argument; xruns++; return 0; }

static void connect(jack_client_t *client, const char *from, const char *to) {
  for (int tries = 0; tries < 50; tries++, usleep(100000)) {
    if (!jack_port_by_name(client, from) || !jack_port_by_name(client, to)) continue;
    int rc = jack_connect(client, from, to);
    if (!rc || rc == 17) return;                              /* 17: already connected */
  }
  fprintf(stderr, "jack_latency: can't connect %s to %s within 5 s\n", from, to);
  exit(1);
}

static uint64_t state;
static uint64_t draw(void) { state ^= state >> 12; state ^= state << 25; state ^= state >> 27; return state * 0x2545F4914F6CDD1Du; }

/* A synth that ignores frame offsets sounds up to a period (`early`) before the note: latencies can be negative. */
static int report(double threshold, int csv, uint32_t tail, uint32_t early) {
  struct listener *l = &listener;
  long min = 0, max = 0, found = 0, covered = 0;
  double sum = 0, ratio = pow(10, threshold / 20);
  if (csv) printf("hit,note,sent,latency,peak\n");
  for (int i = 0; i < l->heard; i++) {
    uint32_t sent = l->sent[i], begin = sent - early, at = begin, end = i + 1 < l->heard ? l->sent[i + 1] - early : sent + tail;
    float peak = 0;
    if (end > l->position) end = l->position;
    for (uint32_t f = begin; f < end; f++) peak = fmaxf(peak, l->level[f]);
    int silent = 1;                                           /* the 480 frames before must lie well below the threshold, or this hit can't be judged */
    for (uint32_t f = begin - 480; f < begin; f++) silent &= l->level[f] <= peak * ratio / 2;
    for (; at < end && l->level[at] <= peak * ratio; at++) {}
    int audible = peak > 1e-6f && silent && at < end;
    long latency = audible ? (long)at - (long)sent : 0;
    covered += !silent;
    if (csv && audible) printf("%d,%d,%u,%ld,%.5f\n", i, sender.note[i], sent, latency, peak);
    if (csv && !audible) printf("%d,%d,%u,,%.5f\n", i, sender.note[i], sent, peak);
    if (!audible) continue;
    if (!found || latency < min) min = latency;
    if (!found || latency > max) max = latency;
    sum += latency, found++;
  }
  if (covered) fprintf(stderr, "jack_latency: %ld hits began while the one before still sounded: use a shorter drum or a wider --gap-ms\n", covered);
  printf("hits %d found %ld min %ld max %ld mean %.2f spread (max-min) %ld xruns %d\n", sender.count, found, min, max, found ? sum / found : 0, max - min, xruns);
  return found == sender.count ? 0 : 1;
}

int main(int argc, char **argv) {
  const char *to = NULL, *from[2] = { 0 };
  int hits = 20, notes[max_notes], note_count = 0, froms = 0, freewheel = 0, csv = 0, option, low = 150, high = 400;
  double threshold = -40;
  uint64_t seed = 1;
  sender.velocity = 100;
  static const struct option options[] = { { "to", 1, 0, 't' }, { "from", 1, 0, 'f' }, { "hits", 1, 0, 'n' }, { "seed", 1, 0, 's' }, { "note", 1, 0, 'N' },
    { "velocity", 1, 0, 'v' }, { "gap-ms", 1, 0, 'g' }, { "threshold", 1, 0, 'T' }, { "freewheel", 0, 0, 'w' }, { "csv", 0, 0, 'c' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 't': to = optarg; break;
    case 'f': if (froms == 2) usage(64); from[froms++] = optarg; break;
    case 'n': hits = atoi(optarg); break;
    case 's': seed = strtoull(optarg, NULL, 0); break;
    case 'N': if (note_count == max_notes || atoi(optarg) < 0 || atoi(optarg) > 127) usage(64); notes[note_count++] = atoi(optarg); break;
    case 'v': sender.velocity = atoi(optarg); break;
    case 'g': if (sscanf(optarg, "%d:%d", &low, &high) != 2 || low < 1 || high < low || high > 60000) usage(64); break;
    case 'T': threshold = atof(optarg); break;
    case 'w': freewheel = 1; break;
    case 'c': csv = 1; break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || !to || !froms || hits < 1 || hits > max_hits || sender.velocity < 1 || sender.velocity > 127 || threshold >= 0) usage(64);
  if (!note_count) notes[note_count++] = 37;

  jack_client_t *tx = jack_client_open("latency-send", JackNoStartServer, NULL), *rx = tx ? jack_client_open("latency-listen", JackNoStartServer, NULL) : NULL;
  if (!rx) die("no JACK server", getenv("JACK_DEFAULT_SERVER"));
  uint32_t rate = jack_get_sample_rate(rx), period = jack_get_buffer_size(rx), at = rate / 4 + 2 * period;    /* a quarter of a second for things to settle */
  sender.count = listener.count = hits;
  sender.due = malloc((size_t)hits * sizeof *sender.due), sender.note = malloc((size_t)hits), listener.sent = malloc((size_t)hits * sizeof *listener.sent);
  if (!sender.due || !sender.note || !listener.sent) die("out of memory", NULL);
  state = seed ? seed : 1;
  for (int i = 0; i < hits; i++) {
    uint32_t least = (uint32_t)((uint64_t)low * rate / 1000), most = (uint32_t)((uint64_t)high * rate / 1000);
    at += least + (uint32_t)((draw() >> 32) % (most - least + 1));
    sender.due[i] = at, sender.note[i] = (unsigned char)notes[(draw() >> 32) % (uint64_t)note_count];
  }
  listener.capacity = at + rate + 8192;
  listener.level = malloc(listener.capacity * sizeof *listener.level);
  if (!listener.level) die("out of memory", NULL);
  memset(listener.level, 0, listener.capacity * sizeof *listener.level);
  sender.out = jack_port_register(tx, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  listener.tap = jack_port_register(rx, "tap", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
  for (int i = 0; i < froms; i++) listener.in[i] = jack_port_register(rx, i ? "in_2" : "in_1", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  if (!sender.out || !listener.tap || !listener.in[froms - 1]) die("can't register ports", NULL);
  jack_set_process_callback(tx, send, &sender), jack_set_process_callback(rx, listen, &listener);
  jack_set_xrun_callback(rx, xrun, NULL);
  if (jack_activate(tx) || jack_activate(rx)) die("can't activate", NULL);
  connect(tx, jack_port_name(sender.out), jack_port_name(listener.tap));
  connect(tx, jack_port_name(sender.out), to);
  for (int i = 0; i < froms; i++) connect(tx, from[i], jack_port_name(listener.in[i]));
  if (freewheel) jack_set_freewheel(tx, 1);
  xruns = 0;
  running = 1;
  double left = listener.capacity / (double)rate + 10;        /* seconds; a dead server never finishes */
  for (; !finished && left > 0; left -= 0.02) usleep(20000);
  if (freewheel) jack_set_freewheel(tx, 0);
  if (!finished) die("the server stopped calling us", NULL);
  jack_client_close(tx), jack_client_close(rx);
  return report(threshold, csv, rate, period);
}
