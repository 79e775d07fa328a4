/* jack_grid - a grid of pads in JACK that is played as long as it is asked to; see usage(). */
#define _GNU_SOURCE
#include <jack/jack.h>
#include <jack/midiport.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct { jack_port_t *out, *in; uint32_t rate, pads; uint64_t frame, next, presses; } grid;
static uint8_t first;
static _Atomic int pressing;
static _Atomic uint64_t sent, heard;

static _Noreturn void usage(void) {
  fprintf(stderr,
    "usage: jack_grid FROM TO NOTE PADS RATE\n"
    "  connects its port `in` from FROM and `out` to TO, and presses and releases RATE pads a second, one after the other, of the\n"
    "  PADS whose notes begin with NOTE, on channel 1. Reads lines: `on` and `off`; replies `sent N heard M`, all that there were.\n");
  exit(64);
}

static int process(jack_nframes_t frames, void *argument) {
  (void)argument;
  heard += jack_midi_get_event_count(jack_port_get_buffer(grid.in, frames));
  void *buffer = jack_port_get_buffer(grid.out, frames);
  jack_midi_clear_buffer(buffer);
  uint64_t end = grid.frame + frames;
  if (!pressing) grid.next = end;
  while (grid.next < end) {
    uint8_t note = (uint8_t)(first + grid.presses / 2 % grid.pads);
    uint8_t bytes[] = { 0x90, note, grid.presses % 2 ? 0 : 100 };
    if (!jack_midi_event_write(buffer, (uint32_t)(grid.next - grid.frame), bytes, sizeof bytes)) sent++;
    grid.presses++;
    grid.next += grid.rate;
  }
  grid.frame = end;
  return 0;
}

int main(int count, char **words) {
  if (count != 6) usage();
  first = (uint8_t)atoi(words[3]);
  grid.pads = (uint32_t)atoi(words[4]);
  jack_client_t *client = jack_client_open("grid", JackNoStartServer, NULL);
  if (!client || !grid.pads || atoi(words[5]) < 1) usage();
  grid.rate = jack_get_sample_rate(client) / (2 * (uint32_t)atoi(words[5]));
  grid.out = jack_port_register(client, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  grid.in = jack_port_register(client, "in", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(client, process, NULL);
  if (jack_activate(client) || jack_connect(client, words[1], "grid:in") || jack_connect(client, "grid:out", words[2])) {
    fprintf(stderr, "jack_grid: cannot connect %s and %s\n", words[1], words[2]);
    return 1;
  }
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    pressing = !strcmp(line, "on\n");
    printf("sent %llu heard %llu\n", (unsigned long long)sent, (unsigned long long)heard);
    fflush(stdout);
  }
  jack_client_close(client);
  return 0;
}
