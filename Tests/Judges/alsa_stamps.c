/* alsa_stamps - listens to an ALSA port, has the kernel stamp what comes, and judges the clock in it; see usage(). */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <getopt.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static snd_seq_t *seq;
static int port, queue;
static volatile sig_atomic_t stopped;

static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: alsa_stamps --from CLIENT:PORT [--count 96] [--seconds 30] [--raw] [--resolution HZ]\n"
    "  CLIENT and PORT are names (the beginning is enough) or numbers; waits for them up to 60 s, then for N clock events up to S seconds\n"
    "  --raw            a line \"SECONDS NAME ...\" for each event; without it only for those that aren't clocks\n"
    "  --resolution HZ  of the listening queue's timer (6250; 0 leaves the default; stamps are nanoseconds either way)\n"
    "prints, in microseconds: clocks N interval I tempo T std S max-abs M p99-abs P    deviations from the best-fit line through all clocks after\n"
    "the last Start or Continue; and start-to-clock, from the Start to its first clock.  Exit 1 if fewer than N clocks came.\n");
  exit(status);
}
static int check(int rc, const char *what) {
  if (rc >= 0) return rc;
  fprintf(stderr, "alsa_stamps: %s: %s\n", what, snd_strerror(rc));
  exit(1);
}

static int matches(const char *wanted, const char *name, int number) {
  char *end;
  long n = strtol(wanted, &end, 10);
  return *wanted && !*end ? n == number : !strncmp(wanted, name, strlen(wanted));
}

static int find(const char *client_name, const char *port_name, snd_seq_addr_t *found) {
  snd_seq_client_info_t *client;
  snd_seq_port_info_t *p;
  snd_seq_client_info_alloca(&client);
  snd_seq_port_info_alloca(&p);
  for (snd_seq_client_info_set_client(client, -1); snd_seq_query_next_client(seq, client) >= 0;) {
    int number = snd_seq_client_info_get_client(client);
    if (!matches(client_name, snd_seq_client_info_get_name(client), number)) continue;
    snd_seq_port_info_set_client(p, number);
    for (snd_seq_port_info_set_port(p, -1); snd_seq_query_next_port(seq, p) >= 0;)
      if (matches(port_name, snd_seq_port_info_get_name(p), snd_seq_port_info_get_port(p))) return *found = *snd_seq_port_info_get_addr(p), 1;
  }
  return 0;
}

static void set_resolution(unsigned hz) {
  snd_seq_queue_timer_t *timer;
  snd_seq_queue_timer_alloca(&timer);
  check(snd_seq_get_queue_timer(seq, queue, timer), "get queue timer");
  snd_seq_queue_timer_set_resolution(timer, hz);              /* whichever timer it is, quicker */
  check(snd_seq_set_queue_timer(seq, queue, timer), "set queue timer");
}

static const char *name_of(const snd_seq_event_t *e, char text[48]) {
  switch (e->type) {
    case SND_SEQ_EVENT_CLOCK: return "clock";
    case SND_SEQ_EVENT_START: return "start";
    case SND_SEQ_EVENT_CONTINUE: return "continue";
    case SND_SEQ_EVENT_STOP: return "stop";
    case SND_SEQ_EVENT_SONGPOS: snprintf(text, 48, "spp %d", e->data.control.value); return text;
    case SND_SEQ_EVENT_NOTEON: snprintf(text, 48, "noteon %d %d %d", e->data.note.channel, e->data.note.note, e->data.note.velocity); return text;
    case SND_SEQ_EVENT_NOTEOFF: snprintf(text, 48, "noteoff %d %d %d", e->data.note.channel, e->data.note.note, e->data.note.velocity); return text;
    case SND_SEQ_EVENT_CONTROLLER: snprintf(text, 48, "cc %d %u %d", e->data.control.channel, e->data.control.param, e->data.control.value); return text;
    default: snprintf(text, 48, "type %d", e->type); return text;
  }
}

static int by_value(const void *a, const void *b) { double d = *(const double *)a - *(const double *)b; return (d > 0) - (d < 0); }

static void judge(double *t, int n, double start) {
  if (n < 3) { printf("clocks %d\n", n); return; }
  double mi = (n - 1) / 2.0, mt = 0, sit = 0, sii = 0, squares = 0;
  for (int i = 0; i < n; i++) mt += t[i] / n;
  for (int i = 0; i < n; i++) sit += (i - mi) * (t[i] - mt), sii += (i - mi) * (i - mi);
  double slope = sit / sii, first = t[0];
  for (int i = 0; i < n; i++) t[i] = fabs(t[i] - mt - slope * (i - mi)), squares += t[i] * t[i];
  qsort(t, (size_t)n, sizeof *t, by_value);
  printf("clocks %d interval %.3f tempo %.5f std %.2f max-abs %.2f p99-abs %.2f\n", n, slope * 1e6, 60 / slope / 24, sqrt(squares / n) * 1e6, t[n - 1] * 1e6, t[(int)(n * 0.99)] * 1e6);
  if (start >= 0) printf("start-to-clock %.2f\n", (first - start) * 1e6);
}

static void stop(int signal) { (void)signal; stopped = 1; }

int main(int argc, char **argv) {
  char *from = NULL, *colon = NULL, text[48];
  int count = 96, raw = 0, resolution = 6250, option, clocks = 0, total = 0;
  double seconds = 30, start = -1;
  static const struct option options[] = { { "from", 1, 0, 'f' }, { "count", 1, 0, 'n' }, { "seconds", 1, 0, 's' }, { "raw", 0, 0, 'w' },
    { "resolution", 1, 0, 'r' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'f': from = optarg; break;
    case 'n': count = atoi(optarg); break;
    case 's': seconds = atof(optarg); break;
    case 'w': raw = 1; break;
    case 'r': resolution = atoi(optarg); break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || !from || !(colon = strrchr(from, ':')) || count < 1 || seconds <= 0 || resolution < 0) usage(64);
  *colon = 0;
  double *at = malloc((size_t)count * sizeof *at);
  if (!at) check(-ENOMEM, "clocks");

  check(snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK), "open the sequencer");
  snd_seq_set_client_name(seq, "alsa_stamps");
  snd_seq_set_client_pool_input(seq, 2000);
  port = check(snd_seq_create_simple_port(seq, "in", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE, SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION), "create the port");
  queue = check(snd_seq_alloc_named_queue(seq, "alsa_stamps"), "allocate a queue");
  if (resolution) set_resolution((unsigned)resolution);
  check(snd_seq_start_queue(seq, queue, NULL), "start the queue");
  check(snd_seq_drain_output(seq), "drain");
  signal(SIGTERM, stop), signal(SIGINT, stop);

  snd_seq_addr_t source, me = { (unsigned char)snd_seq_client_id(seq), (unsigned char)port };
  for (int tries = 0; !find(from, colon + 1, &source); usleep(100000))
    if (++tries == 600 || stopped) check(-ENOENT, "no such port within 60 s");
  snd_seq_port_subscribe_t *subscription;
  snd_seq_port_subscribe_alloca(&subscription);
  snd_seq_port_subscribe_set_sender(subscription, &source);
  snd_seq_port_subscribe_set_dest(subscription, &me);
  snd_seq_port_subscribe_set_queue(subscription, queue);
  snd_seq_port_subscribe_set_time_update(subscription, 1);
  snd_seq_port_subscribe_set_time_real(subscription, 1);
  check(snd_seq_subscribe_port(seq, subscription), "subscribe");

  struct pollfd fds[4];
  int fd_count = snd_seq_poll_descriptors(seq, fds, 4, POLLIN);
  for (double left = seconds; total < count && left > 0 && !stopped; left -= 0.1) {
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    poll(fds, (nfds_t)fd_count, 100);
    for (snd_seq_event_t *e; total < count && snd_seq_event_input(seq, &e) >= 0;) {
      if (e->type >= SND_SEQ_EVENT_CLIENT_START && e->type <= SND_SEQ_EVENT_PORT_UNSUBSCRIBED) continue;
      double t = e->time.time.tv_sec + e->time.time.tv_nsec * 1e-9;
      if (e->type == SND_SEQ_EVENT_START || e->type == SND_SEQ_EVENT_CONTINUE) start = t, clocks = 0;
      if (e->type == SND_SEQ_EVENT_CLOCK) at[clocks++] = t, total++;
      if (raw || e->type != SND_SEQ_EVENT_CLOCK) printf("%.9f %s\n", t, name_of(e, text));
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    left += 0.1 - ((double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9);
  }
  judge(at, clocks, start);
  if (total < count) fprintf(stderr, "alsa_stamps: only %d of %d clocks came\n", total, count);
  snd_seq_close(seq);
  return total < count;
}
