/* alsa_clock - MIDI clock out of an ALSA queue, the plain way; see usage(). */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static snd_seq_t *seq;
static int port, queue;
static volatile sig_atomic_t stopped;

static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: alsa_clock [--bpm 120] [--seconds 10] [--to CLIENT:PORT] [--resolution HZ] [--ahead-ms 20] [--wait]\n"
    "  client alsa_clock, port clock: Start, 24 clocks a beat from 100 ms on, Stop, queued with real-time stamps\n"
    "  --resolution HZ  of the queue's timer (6250, the kernel's most; 0 leaves the kernel's default of 1000)\n"
    "  --wait           start when somebody has subscribed (up to 10 s)\n");
  exit(status);
}
static int check(int rc, const char *what) {
  if (rc >= 0) return rc;
  fprintf(stderr, "alsa_clock: %s: %s\n", what, snd_strerror(rc));
  exit(1);
}

static uint64_t now(void) {
  snd_seq_queue_status_t *status;
  snd_seq_queue_status_alloca(&status);
  check(snd_seq_get_queue_status(seq, queue, status), "queue status");
  const snd_seq_real_time_t *t = snd_seq_queue_status_get_real_time(status);
  return t->tv_sec * UINT64_C(1000000000) + t->tv_nsec;
}

static void send(snd_seq_event_type_t type, uint64_t ns) {
  snd_seq_event_t e;
  snd_seq_real_time_t t = { (unsigned)(ns / 1000000000), (unsigned)(ns % 1000000000) };
  snd_seq_ev_clear(&e);
  e.type = type;
  snd_seq_ev_set_source(&e, port);
  snd_seq_ev_set_subs(&e);
  snd_seq_ev_schedule_real(&e, queue, 0, &t);
  check(snd_seq_event_output(seq, &e), "output");
}

static void set_resolution(unsigned hz) {
  snd_seq_queue_timer_t *timer;
  snd_timer_id_t *id;
  snd_seq_queue_timer_alloca(&timer);
  snd_timer_id_alloca(&id);
  check(snd_seq_get_queue_timer(seq, queue, timer), "get queue timer");
  snd_timer_id_set_class(id, SND_TIMER_CLASS_GLOBAL);
  snd_timer_id_set_sclass(id, SND_TIMER_SCLASS_NONE);
  snd_timer_id_set_card(id, 0);
  snd_timer_id_set_device(id, SND_TIMER_GLOBAL_HRTIMER);
  snd_timer_id_set_subdevice(id, 0);
  snd_seq_queue_timer_set_type(timer, SND_SEQ_TIMER_ALSA);
  snd_seq_queue_timer_set_id(timer, id);
  snd_seq_queue_timer_set_resolution(timer, hz);
  check(snd_seq_set_queue_timer(seq, queue, timer), "set queue timer");
}

static int subscribers(void) {
  snd_seq_query_subscribe_t *query;
  snd_seq_query_subscribe_alloca(&query);
  snd_seq_addr_t root = { (unsigned char)snd_seq_client_id(seq), (unsigned char)port };
  snd_seq_query_subscribe_set_root(query, &root);
  snd_seq_query_subscribe_set_type(query, SND_SEQ_QUERY_SUBS_READ);
  snd_seq_query_subscribe_set_index(query, 0);
  return snd_seq_query_port_subscribers(seq, query) >= 0;
}

static void stop(int signal) { (void)signal; stopped = 1; }

int main(int argc, char **argv) {
  const char *to = NULL;
  double bpm = 120, seconds = 10, ahead = 20;
  int resolution = 6250, wait = 0, option;
  static const struct option options[] = { { "bpm", 1, 0, 'b' }, { "seconds", 1, 0, 's' }, { "to", 1, 0, 't' }, { "resolution", 1, 0, 'r' },
    { "ahead-ms", 1, 0, 'a' }, { "wait", 0, 0, 'w' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'b': bpm = atof(optarg); break;
    case 's': seconds = atof(optarg); break;
    case 't': to = optarg; break;
    case 'r': resolution = atoi(optarg); break;
    case 'a': ahead = atof(optarg); break;
    case 'w': wait = 1; break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || bpm <= 0 || seconds <= 0 || resolution < 0 || ahead < 1) usage(64);

  check(snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, 0), "open the sequencer");
  snd_seq_set_client_name(seq, "alsa_clock");
  port = check(snd_seq_create_simple_port(seq, "clock", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ, SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION), "create the port");
  queue = check(snd_seq_alloc_named_queue(seq, "alsa_clock"), "allocate a queue");
  if (resolution) set_resolution((unsigned)resolution);
  if (to) {
    snd_seq_addr_t address;
    check(snd_seq_parse_address(seq, &address, to), to);
    check(snd_seq_connect_to(seq, port, address.client, address.port), to);
  }
  for (int tries = 0; wait && !subscribers(); usleep(100000))
    if (++tries == 100) check(-ETIMEDOUT, "nobody subscribed within 10 s");
  signal(SIGTERM, stop), signal(SIGINT, stop);
  check(snd_seq_start_queue(seq, queue, NULL), "start the queue");
  check(snd_seq_drain_output(seq), "drain");

  const double interval = 60e9 / bpm / 24, first = 100e6;
  const int ticks = (int)floor(seconds * 1e9 / interval);
  int tick = 0, last = ticks;
  send(SND_SEQ_EVENT_START, (uint64_t)first - 1000000);
  while (tick < last) {
    uint64_t horizon = now() + (uint64_t)(ahead * 1e6);
    for (; tick < last && first + tick * interval <= (double)horizon; tick++) send(SND_SEQ_EVENT_CLOCK, (uint64_t)llround(first + tick * interval));
    if (stopped) last = tick;
    check(snd_seq_drain_output(seq), "drain");
    usleep((useconds_t)(ahead * 500));                        /* half of what lies ahead */
  }
  uint64_t end = (uint64_t)(first + tick * interval);
  send(SND_SEQ_EVENT_STOP, end);
  check(snd_seq_drain_output(seq), "drain");
  while (now() < end + 5000000) usleep(5000);
  snd_seq_close(seq);
  return 0;
}
