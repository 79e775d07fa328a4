#ifndef GHOSTNOTE_CJACK_H
#define GHOSTNOTE_CJACK_H
#include <jack/jack.h>
#include <jack/midiport.h>

/* Variadic in C, which Swift does not import. */
static inline jack_client_t *ghostnote_jack_client_open(
    const char *name, jack_options_t options, jack_status_t *status) {
  return jack_client_open(name, options, status);
}
#endif
