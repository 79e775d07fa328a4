/* jack_conductor - another client at the transport: works it, gives bars and beats, writes down what it says; see usage(). */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <jack/transport.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CAPACITY = 1 << 16, TICKS = 960 };
struct line { uint32_t frame, valid, offset; int state, bar, beat, tick; double start, bpm, perbar, type, ticks; };
static struct { jack_client_t *client; struct line *log; } conductor;
static struct { double bpm, perbar, type; int offset, start; } master = { 120, 4, 4, 0, 1 };
static _Atomic int count, writing, gone;

static void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_conductor [--name NAME]\n"
    "  takes lines from standard input until it ends, and answers \"ok\" to each, or \"refused N\":\n"
    "  roll, stop, locate FRAME   works the transport, and waits until the server has acted\n"
    "  master BPM [BEATSPERBAR [BEATTYPE]] [offset] [nostart] [polite]\n"
    "                             gives bars and beats: beat 0 at frame 0, %d ticks a beat; offset: the ticks are dated by bbt_offset, else\n"
    "                             they are cut off to whole ones; nostart: bar_start_tick stays 0; polite: only if no other client does\n"
    "  leave                      gives them no more\n"
    "  write, show                begins to write down each cycle that rolls; ends it and prints, for each,\n"
    "                             FRAME QUARTERS BPM OFFSET BAR BEAT TICK (QUARTERS: from these alone and BEATTYPE; - without bars and beats)\n"
    "  state                      prints stopped, starting or rolling, and the frame\n", TICKS);
  exit(status);
}
static void die(const char *what) { fprintf(stderr, "jack_conductor: %s\n", what); exit(1); }

static int process(jack_nframes_t frames, void *argument) {
  (void)frames, (void)argument;
  jack_position_t p;
  int state = (int)jack_transport_query(conductor.client, &p), n = count;
  if (!writing || state != JackTransportRolling || n >= CAPACITY) return 0;
  conductor.log[n] = (struct line){ p.frame, p.valid, p.valid & JackBBTFrameOffset ? p.bbt_offset : 0, state, p.bar, p.beat, p.tick,
    p.bar_start_tick, p.beats_per_minute, p.beats_per_bar, p.beat_type, p.ticks_per_beat };
  count = n + 1;
  return 0;
}

/* Plain double arithmetic, on purpose another way than the one that is judged. */
static void timebase(jack_transport_state_t state, jack_nframes_t frames, jack_position_t *p, int isnew, void *argument) {
  (void)state, (void)frames, (void)isnew, (void)argument;
  double rate = p->frame_rate, ticks = p->frame / rate * master.bpm / 60 * TICKS, whole = floor(ticks + 1e-6);
  double perbar = master.perbar * TICKS, bar = floor(whole / perbar), inbar = whole - bar * perbar;
  p->valid = JackPositionBBT | (master.offset ? JackBBTFrameOffset : 0);
  p->bar = (int)bar + 1, p->beat = (int)(inbar / TICKS) + 1, p->tick = (int)fmod(inbar, TICKS);
  p->bar_start_tick = master.start ? bar * perbar : 0;
  p->beats_per_bar = (float)master.perbar, p->beat_type = (float)master.type, p->ticks_per_beat = TICKS, p->beats_per_minute = master.bpm;
  p->bbt_offset = master.offset ? (jack_nframes_t)lround((ticks - whole) / TICKS / master.bpm * 60 * rate) : 0;
}

static void show(void) {
  double rate = jack_get_sample_rate(conductor.client);
  for (int i = 0; i < count; i++) {
    const struct line *l = &conductor.log[i];
    if (!(l->valid & JackPositionBBT)) { printf("%u -\n", l->frame); continue; }
    double beats = (l->bar - 1) * l->perbar + l->beat - 1 + l->tick / l->ticks + l->offset / rate * l->bpm / 60;
    double started = l->start / l->ticks + l->beat - 1 + l->tick / l->ticks + l->offset / rate * l->bpm / 60;
    if (fabs(beats - started) > 1e-9) printf("%u astray\n", l->frame);   /* the bar's number and its tick disagree */
    printf("%u %.9f %.6f %u %d %d %d\n", l->frame, beats * 4 / l->type, l->bpm, l->offset, l->bar, l->beat, l->tick);
  }
}

enum request { ROLL, STOP, LOCATE };

static int is_done(enum request request, jack_nframes_t frame) {
  jack_position_t p;
  jack_transport_state_t state = jack_transport_query(conductor.client, &p);
  if (request == LOCATE) return p.frame - frame < (state == JackTransportStopped ? 1 : p.frame_rate);
  return (state == JackTransportStopped) == (request == STOP);
}

/* Asks again where the server does not act on it within a second: once in some thousand runs, on a busy machine, it did not. */
static int work(enum request request, jack_nframes_t frame) {
  for (int tries = 1; tries <= 5; tries++) {
    if (request == ROLL) jack_transport_start(conductor.client);
    else if (request == STOP) jack_transport_stop(conductor.client);
    else if (jack_transport_locate(conductor.client, frame)) return -1;
    for (int waits = 0; waits < 500; waits++, usleep(2000)) if (is_done(request, frame)) return 0;
    fprintf(stderr, "jack_conductor: the server did not act on request %d for %u, try %d\n", (int)request, frame, tries);
  }
  return -1;
}

static int command(char *text) {
  char *word = strtok(text, " \n");
  if (!word) return 0;
  if (!strcmp(word, "roll")) return work(ROLL, 0);
  else if (!strcmp(word, "stop")) return work(STOP, 0);
  else if (!strcmp(word, "locate")) {
    char *frame = strtok(NULL, " \n");
    return work(LOCATE, frame ? (jack_nframes_t)strtoul(frame, NULL, 10) : 0);
  } else if (!strcmp(word, "leave")) return jack_release_timebase(conductor.client);
  else if (!strcmp(word, "write")) { count = 0; writing = 1; }
  else if (!strcmp(word, "show")) { writing = 0; usleep(20000); show(); }
  else if (!strcmp(word, "state")) {
    jack_position_t p;
    int state = (int)jack_transport_query(conductor.client, &p);
    printf("%s %u\n", state == JackTransportStopped ? "stopped" : state == JackTransportRolling ? "rolling" : "starting", p.frame);
  } else if (!strcmp(word, "master")) {
    double numbers[3] = { 120, 4, 4 };
    int given = 0, polite = 0;
    master.offset = 0, master.start = 1;
    while ((word = strtok(NULL, " \n"))) {
      if (!strcmp(word, "offset")) master.offset = 1;
      else if (!strcmp(word, "nostart")) master.start = 0;
      else if (!strcmp(word, "polite")) polite = 1;
      else if (given < 3) numbers[given++] = atof(word);
    }
    master.bpm = numbers[0], master.perbar = numbers[1], master.type = numbers[2];
    return jack_set_timebase_callback(conductor.client, polite, timebase, NULL);
  } else return -1;
  return 0;
}

static void server_gone(void *argument) { (void)argument; gone = 1; }

int main(int argc, char **argv) {
  const char *name = "conductor";
  static const struct option options[] = { { "name", 1, 0, 'n' }, { "help", 0, 0, 'h' }, { 0 } };
  for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) switch (option) {
    case 'n': name = optarg; break;
    case 'h': usage(0); break;
    default: usage(64);
  }
  if (optind < argc) usage(64);
  if (!(conductor.log = calloc(CAPACITY, sizeof *conductor.log))) die("out of memory");
  if (!(conductor.client = jack_client_open(name, JackNoStartServer, NULL))) die("no JACK server");
  jack_set_process_callback(conductor.client, process, NULL);
  jack_on_shutdown(conductor.client, server_gone, NULL);
  if (jack_activate(conductor.client)) die("can't activate");
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("ready");
  for (char text[256]; !gone && fgets(text, sizeof text, stdin);) {
    int status = command(text);
    status ? printf("refused %d\n", status) : puts("ok");
  }
  if (!gone) jack_client_close(conductor.client);
  return 0;
}
