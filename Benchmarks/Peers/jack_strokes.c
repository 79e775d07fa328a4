/* jack_strokes - when strokes sound in an audio port, by JACK's frames and by the machine's clock; see usage().
 *
 * Two servers of one machine share CLOCK_MONOTONIC, so that strokes heard in both can be compared. */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { capacity = 100000 };
static struct { jack_client_t *client; jack_port_t *in; float threshold; int64_t quiet, wait, missed; jack_nframes_t next; } ear;
static struct { jack_nframes_t frame; jack_time_t time; } strokes[capacity];
static _Atomic int count, gone, settled;

static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_strokes --from PORT [--name NAME] [--seconds S] [--threshold LEVEL]\n"
    "  listens to PORT for S (10) seconds; a stroke begins with the first sample above LEVEL (0.01) after 50 ms below it\n"
    "  --name NAME   of the JACK client (jack_strokes): two of one name can't start at once, even on two servers\n"
    "prints: rate HZ, then stroke FRAME MICROSECONDS for each (JACK's frames, CLOCK_MONOTONIC), then missed-ms M,\n"
    "  the time that JACK went on without us after half a second\n"
    "exit 1 if the server ended or the port was not there\n");
  exit(status);
}
static _Noreturn void die(const char *what, const char *detail) {
  fprintf(stderr, "jack_strokes: %s%s%s\n", what, detail ? ": " : "", detail ? detail : "");
  exit(1);
}

static int process(jack_nframes_t frames, void *argument) {
  (void)argument;
  const float *samples = jack_port_get_buffer(ear.in, frames);
  jack_nframes_t begin = jack_last_frame_time(ear.client);
  if (settled) ear.missed += (int32_t)(begin - ear.next);
  ear.next = begin + frames;
  for (jack_nframes_t i = 0; i < frames; i++) {
    if (fabsf(samples[i]) <= ear.threshold) { ear.quiet++; continue; }
    if (ear.quiet >= ear.wait && count < capacity) {
      strokes[count].frame = begin + i;
      strokes[count].time = jack_frames_to_time(ear.client, begin + i);
      count++;
    }
    ear.quiet = 0;
  }
  return 0;
}
static void server_gone(void *argument) { (void)argument; gone = 1; }

int main(int argc, char **argv) {
  const char *from = NULL, *name = "jack_strokes";
  double seconds = 10;
  int option;
  ear.threshold = 0.01f;
  static const struct option options[] = { { "from", 1, 0, 'f' }, { "name", 1, 0, 'n' }, { "seconds", 1, 0, 's' }, { "threshold", 1, 0, 't' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 'f': from = optarg; break;
    case 'n': name = optarg; break;
    case 's': seconds = atof(optarg); break;
    case 't': ear.threshold = (float)atof(optarg); break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || !from || seconds <= 1) usage(64);
  if (!(ear.client = jack_client_open(name, JackNoStartServer, NULL))) die("no JACK server", getenv("JACK_DEFAULT_SERVER"));
  if (!(ear.in = jack_port_register(ear.client, "in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0))) die("can't register a port", NULL);
  double rate = jack_get_sample_rate(ear.client);
  ear.wait = (int64_t)(rate / 20);
  jack_set_process_callback(ear.client, process, NULL);
  jack_on_shutdown(ear.client, server_gone, NULL);
  if (jack_activate(ear.client)) die("can't activate", NULL);
  if (jack_connect(ear.client, from, jack_port_name(ear.in))) die("can't connect from", from);
  // A new client may miss a cycle while it is taken in.
  usleep(500000);
  settled = 1;
  for (double left = seconds - 0.5; !gone && left > 0; left -= 0.02) usleep(20000);
  if (!gone) jack_client_close(ear.client);
  printf("rate %.0f\n", rate);
  for (int i = 0; i < count; i++) printf("stroke %u %llu\n", strokes[i].frame, (unsigned long long)strokes[i].time);
  printf("missed-ms %.3f\n", 1e3 * (double)ear.missed / rate);
  return gone;
}
