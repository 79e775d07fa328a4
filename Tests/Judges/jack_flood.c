/* jack_flood - sends a MIDI port everything that may come out of a wild night, or of a broken cable; see usage(). */
#define _GNU_SOURCE
#include <getopt.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { musical, garbage, burst };
static struct { jack_port_t *out; enum kind kind; uint64_t left; double credit, per_frame; uint64_t frames_left; } flood;
static int written;                                            /* all that there is to send */
static _Atomic int running, finished, stopped;
static _Atomic uint64_t sent, refused;

static _Noreturn void usage(int status) {
  fprintf(status ? stderr : stdout,
    "usage: jack_flood --to MIDI_PORT [options]\n"
    "  sends notes 35-60, note-offs, controllers, program changes, aftertouch, bends at random frames\n"
    "  --seconds S    of the server's time (60)       --rate N      messages a second (100)\n"
    "  --garbage      damaged messages, SysEx and stray bytes instead\n"
    "  --burst N      N note-ons as fast as the port takes them instead, then silence\n"
    "  --seed S       of the chance (1)               --freewheel   put the server into freewheel meanwhile\n"
    "prints: sent N refused M      (refused: by the port's full buffer; not counted as sent)\n");
  exit(status);
}
static _Noreturn void die(const char *what) { fprintf(stderr, "jack_flood: %s\n", what); exit(1); }

static uint64_t state;
static uint32_t draw(uint32_t below) { state ^= state >> 12; state ^= state << 25; state ^= state >> 27; return (uint32_t)((state * 0x2545F4914F6CDD1Du >> 32) % below); }

static int send(void *buffer, uint32_t at, const uint8_t *bytes, size_t size) {
  int failed = jack_midi_event_write(buffer, at, bytes, size);
  if (failed) refused++; else sent++;
  return failed;
}

static void send_musical(void *buffer, uint32_t at) {
  static const uint8_t controllers[] = { 1, 4, 4, 4, 7, 10, 11, 64, 91, 120, 121, 123 };
  uint8_t note = (uint8_t)(35 + draw(26)), value = (uint8_t)draw(128);
  uint32_t choice = draw(100);
  if (choice < 55) send(buffer, at, (uint8_t[]){ 0x99, note, (uint8_t)(1 + draw(127)) }, 3);
  else if (choice < 75) send(buffer, at, (uint8_t[]){ choice & 1 ? 0x89 : 0x99, note, 0 }, 3);
  else if (choice < 87) send(buffer, at, (uint8_t[]){ 0xB9, controllers[draw(sizeof controllers)], value }, 3);
  else if (choice < 93) send(buffer, at, (uint8_t[]){ 0xA9, note, value }, 3);
  else if (choice < 96) send(buffer, at, (uint8_t[]){ 0xC9, (uint8_t)draw(128) }, 2);
  else if (choice < 98) send(buffer, at, (uint8_t[]){ 0xE9, value, (uint8_t)draw(128) }, 3);
  else send(buffer, at, (uint8_t[]){ 0x90, (uint8_t)draw(128), value }, 3);
}

static void send_garbage(void *buffer, uint32_t at) {
  static const uint8_t sysex[64] = { 0xF0, 0x7E, [63] = 0xF7 };
  uint8_t bytes[3] = { (uint8_t)draw(256), (uint8_t)draw(256), (uint8_t)draw(256) };
  switch (draw(4)) {
    case 0: send(buffer, at, sysex, sizeof sysex); break;
    case 1: bytes[0] &= 0x7F; send(buffer, at, bytes, 1 + draw(3)); break;      /* running status broken off */
    case 2: bytes[0] = 0x99; bytes[1] |= 0x80; send(buffer, at, bytes, 3); break;
    default: bytes[0] = 0xF0 | (bytes[0] & 1 ? 4 : 5); send(buffer, at, bytes, 1 + draw(3)); break;   /* undefined */
  }
}

static int process(jack_nframes_t frames, void *argument) {
  (void)argument;
  void *buffer = jack_port_get_buffer(flood.out, frames);
  jack_midi_clear_buffer(buffer);
  if (!running || finished) return 0;
  /* A server that waits for its clients begins a cycle once all have had what the last one carried. */
  if (written) { finished = 1; return 0; }
  if (flood.kind == burst) {
    for (; flood.left; flood.left--)
      if (jack_midi_event_write(buffer, 0, (uint8_t[]){ 0x99, (uint8_t)(35 + flood.left % 26), 100 }, 3)) return 0;
      else sent++;
    written = 1;
    return 0;
  }
  for (uint32_t at = 0; at < frames; at++)
    for (flood.credit += flood.per_frame * draw(2001) / 1000; flood.credit >= 1; flood.credit -= 1)
      if (flood.kind == garbage) send_garbage(buffer, at); else send_musical(buffer, at);
  if (flood.frames_left <= frames) written = 1; else flood.frames_left -= frames;
  return 0;
}

static void stop(int signal) { (void)signal; stopped = 1; }

int main(int argc, char **argv) {
  const char *to = NULL;
  double seconds = 60, rate = 100;
  int freewheel = 0, option;
  state = 1;
  static const struct option options[] = { { "to", 1, 0, 't' }, { "seconds", 1, 0, 's' }, { "rate", 1, 0, 'r' }, { "garbage", 0, 0, 'g' },
    { "burst", 1, 0, 'b' }, { "seed", 1, 0, 'S' }, { "freewheel", 0, 0, 'w' }, { "help", 0, 0, 'h' }, { 0 } };
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) switch (option) {
    case 't': to = optarg; break;
    case 's': seconds = atof(optarg); break;
    case 'r': rate = atof(optarg); break;
    case 'g': flood.kind = garbage; break;
    case 'b': flood.kind = burst, flood.left = strtoull(optarg, NULL, 10); break;
    case 'S': state = strtoull(optarg, NULL, 0) * 2 + 1; break;
    case 'w': freewheel = 1; break;
    case 'h': usage(0);
    default: usage(64);
  }
  if (optind < argc || !to || seconds <= 0 || rate <= 0 || rate > 100000 || (flood.kind == burst && !flood.left)) usage(64);
  jack_client_t *client = jack_client_open("flood", JackNoStartServer, NULL);
  if (!client) die("no JACK server");
  flood.out = jack_port_register(client, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  flood.per_frame = rate / jack_get_sample_rate(client), flood.frames_left = (uint64_t)(seconds * jack_get_sample_rate(client));
  jack_set_process_callback(client, process, NULL);
  if (!flood.out || jack_activate(client)) die("can't activate");
  for (int tries = 0; jack_connect(client, jack_port_name(flood.out), to); usleep(100000)) if (++tries == 50) die("can't connect within 5 s");
  if (freewheel) jack_set_freewheel(client, 1);
  running = 1;
  double left = seconds + 20;                                 /* seconds; a dead server never finishes */
  signal(SIGTERM, stop);
  for (; !finished && !stopped && left > 0; left -= 0.02) usleep(20000);
  if (freewheel) jack_set_freewheel(client, 0);
  jack_client_close(client);
  printf("sent %llu refused %llu\n", (unsigned long long)sent, (unsigned long long)refused);
  return !finished && !stopped;
}
