/* jack_ear - how long until a port is wired to us and sounds; see usage().
 *
 * Used after a server's restart: it appears under its old name, makes no connections unless asked to, and so only hears what the
 * other side reconnects by itself. */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static jack_port_t *in;
static _Atomic int sounds;

static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_ear [--connect PORT] [--seconds S]\n"
    "  client jack_ear, port in; waits up to S (10) seconds until something is connected to it and sounds (above -60 dB)\n"
    "prints: wired-ms W sound-ms S (since it began)   exit 1 if they didn't come\n");
  exit(status);
}

static int process(jack_nframes_t frames, void *argument) {
  (void)argument;
  const float *samples = jack_port_get_buffer(in, frames);
  for (jack_nframes_t i = 0; i < frames && !sounds; i++) sounds = fabsf(samples[i]) > 0.001f;
  return 0;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  const char *source = NULL;
  double limit = 10, begin = now(), wired = -1;
  int option;
  static const struct option options[] = { { "connect", 1, 0, 'c' }, { "seconds", 1, 0, 's' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'c': source = optarg; break;
    case 's': limit = atof(optarg); break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || limit <= 0) usage(64);
  jack_client_t *client = jack_client_open("jack_ear", JackNoStartServer | JackUseExactName, NULL);
  if (!client) return fprintf(stderr, "jack_ear: no JACK server, or the name is taken\n"), 1;
  in = jack_port_register(client, "in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(client, process, NULL);
  if (!in || jack_activate(client)) return fprintf(stderr, "jack_ear: can't activate\n"), 1;
  for (; now() - begin < limit * 1e3; usleep(1000)) {
    if (source && !jack_port_connected(in)) jack_connect(client, source, jack_port_name(in));
    if (wired < 0 && jack_port_connected(in)) wired = now() - begin;
    if (wired >= 0 && sounds) {
      printf("wired-ms %.1f sound-ms %.1f\n", wired, now() - begin);
      return 0;
    }
  }
  fprintf(stderr, "jack_ear: %s\n", wired < 0 ? "nothing was connected" : "connected, and silent");
  return 1;
}
