#ifndef GHOSTNOTE_CALSA_H
#define GHOSTNOTE_CALSA_H
#include <alsa/asoundlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

static inline void ghostnote_alsa_ignore(
    const char *file, int line, const char *function, int error, const char *format, ...) {}

/* alsa-lib prints what fails on stderr; our errors say it themselves. */
static inline void ghostnote_alsa_mute(void) {
  snd_lib_error_set_handler(ghostnote_alsa_ignore);
}

/* Variadic in C, which Swift does not import. */
static inline void ghostnote_name_thread(const char *name) {
  prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}

static inline int ghostnote_wake_descriptor(void) {
  return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}
#endif
