/* jack_ticks - records MIDI from a JACK port, to the frame, and judges a clock in it; see usage(). */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct message { uint64_t frame; uint8_t size, bytes[16]; };
static struct { jack_client_t *client; jack_port_t *in; struct message *log; uint64_t position; int capacity, freewheel, begun; } recorder;
static _Atomic int count, stopped, gone, wheeling;
static _Atomic int64_t called, still_until;                    /* ms; of the last cycle, and of the last after a long pause */

static int64_t now_ms(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000LL + t.tv_nsec / 1000000; }

static void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_ticks --from PORT [--count N] [--seconds S] [--clock BPM] [--quiet] [--freewheel]\n"
    "  records N messages (96) from PORT, waiting for it up to 60 s and for the messages up to S seconds (30; SIGTERM ends it too), and\n"
    "  prints a line \"FRAME HEXBYTES\" for each; FRAME is the server's frame time (in freewheel it counts from the server's time at the first block)\n"
    "  --clock BPM  then judges the clock ticks (F8) against an ideal line through the first tick after each Start or Continue (or through\n"
    "               the first tick, if there is none): ticks N worst W rms R drift D tempo T   (frames; drift: last tick's deviation)\n"
    "  where the server stood still for more than half a second, stderr says: stood still until S s before the end\n"
    "  --quiet      no raw lines          --freewheel  put the server into freewheel meanwhile, and say so\n"
    "  exit 1 if fewer than N messages came\n");
  exit(status);
}
static void die(const char *what, const char *detail) { fprintf(stderr, "jack_ticks: %s%s%s\n", what, detail ? ": " : "", detail ? detail : ""); exit(1); }

static int process(jack_nframes_t frames, void *argument) {
  (void)argument;
  int64_t now = now_ms();
  if (called && now - called > 500) still_until = now;
  called = now;
  void *in = jack_port_get_buffer(recorder.in, frames);
  if (!recorder.begun || !recorder.freewheel) {               /* a 32-bit count: take the difference, so that it never wraps */
    uint32_t now = jack_last_frame_time(recorder.client);
    recorder.position = recorder.begun ? recorder.position + (uint32_t)(now - (uint32_t)recorder.position) : now;
    recorder.begun = 1;
  }
  jack_midi_event_t e;
  for (uint32_t i = 0; count < recorder.capacity && !jack_midi_event_get(&e, in, i); i++) {
    struct message *m = &recorder.log[count];
    m->frame = recorder.position + e.time;
    m->size = (uint8_t)(e.size < sizeof m->bytes ? e.size : sizeof m->bytes);
    memcpy(m->bytes, e.buffer, m->size);
    count++;
  }
  if (recorder.freewheel) recorder.position += frames;
  return 0;
}

static void stop(int signal) { (void)signal; stopped = 1; }
static void server_gone(void *argument) { (void)argument; gone = 1; }
static void wheel(int starting, void *argument) { (void)argument; wheeling = starting; }

static void judge(double bpm, double rate) {
  double interval = rate * 60 / bpm / 24, worst = 0, squares = 0, drift = 0, first = 0, last = 0;
  int ticks = 0, index = -1;                                  /* of the tick within its run; -1: the next one is the anchor */
  uint64_t anchor = 0;
  for (int i = 0; i < count; i++) {
    const struct message *m = &recorder.log[i];
    uint8_t status = m->bytes[0];
    if (status == 0xFA || status == 0xFB) index = -1, ticks = 0, worst = squares = 0;   /* the last run is judged */
    if (status != 0xF8) continue;
    if (++index == 0) anchor = m->frame, first = (double)anchor;
    drift = (double)(m->frame - anchor) - index * interval;
    last = (double)m->frame;
    worst = fmax(worst, fabs(drift)), squares += drift * drift, ticks++;
  }
  double tempo = ticks > 1 ? rate * 60 / 24 * (ticks - 1) / (last - first) : 0;
  printf("ticks %d worst %.2f rms %.2f drift %.2f tempo %.5f\n", ticks, worst, ticks ? sqrt(squares / ticks) : 0, drift, tempo);
}

int main(int argc, char **argv) {
  const char *from = NULL;
  double bpm = 0, seconds = 30;
  int quiet = 0, option;
  recorder.capacity = 96;
  static const struct option options[] = { { "from", 1, 0, 'f' }, { "count", 1, 0, 'n' }, { "seconds", 1, 0, 's' }, { "clock", 1, 0, 'b' },
    { "quiet", 0, 0, 'q' }, { "freewheel", 0, 0, 'w' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'f': from = optarg; break;
    case 'n': recorder.capacity = atoi(optarg); break;
    case 's': seconds = atof(optarg); break;
    case 'b': if ((bpm = atof(optarg)) <= 0) usage(64); break;
    case 'q': quiet = 1; break;
    case 'w': recorder.freewheel = 1; break;
    case 'h': usage(0); break;
    default: usage(64);
  }
  if (optind < argc || !from || recorder.capacity < 1 || recorder.capacity > 10000000 || seconds <= 0) usage(64);
  if (!(recorder.log = calloc((size_t)recorder.capacity, sizeof *recorder.log))) die("out of memory", NULL);
  if (!(recorder.client = jack_client_open("jack_ticks", JackNoStartServer, NULL))) die("no JACK server", getenv("JACK_DEFAULT_SERVER"));
  if (!(recorder.in = jack_port_register(recorder.client, "in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0))) die("can't register a port", NULL);
  jack_set_process_callback(recorder.client, process, NULL);
  jack_on_shutdown(recorder.client, server_gone, NULL);
  jack_set_freewheel_callback(recorder.client, wheel, NULL);
  signal(SIGTERM, stop), signal(SIGINT, stop);
  double rate = jack_get_sample_rate(recorder.client);
  if (jack_activate(recorder.client)) die("can't activate", NULL);
  for (int tries = 0; !jack_port_by_name(recorder.client, from) || jack_connect(recorder.client, from, jack_port_name(recorder.in)); usleep(100000))
    if (++tries == 600 || stopped || gone) die("can't connect within 60 s from", from);
  if (recorder.freewheel) {
    jack_set_freewheel(recorder.client, 1);
    /* The server tells its clients one after the other, and does not wait until they have heard it. */
    for (int tries = 0; !wheeling && !stopped && !gone; usleep(10000)) if (++tries == 6000) die("no freewheel within 60 s", NULL);
    usleep(300000);
    fputs("jack_ticks: in freewheel\n", stderr);
  }
  for (double left = seconds; count < recorder.capacity && !stopped && !gone && left > 0; left -= 0.02) usleep(20000);
  int64_t end = now_ms();
  if (called && end - called > 500) still_until = end;
  if (still_until) fprintf(stderr, "jack_ticks: stood still until %.1f s before the end\n", (double)(end - still_until) / 1000);
  if (!gone) {
    if (recorder.freewheel) jack_set_freewheel(recorder.client, 0);
    jack_client_close(recorder.client);
  }
  for (int i = 0; i < count && !quiet; i++) {
    printf("%llu ", (unsigned long long)recorder.log[i].frame);
    for (int b = 0; b < recorder.log[i].size; b++) printf("%02X", recorder.log[i].bytes[b]);
    putchar('\n');
  }
  if (bpm > 0) judge(bpm, rate);
  if (count < recorder.capacity) fprintf(stderr, "jack_ticks: only %d of %d messages came\n", count, recorder.capacity);
  return count < recorder.capacity;
}
