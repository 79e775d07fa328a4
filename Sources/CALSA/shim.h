#ifndef GHOSTNOTE_CALSA_H
#define GHOSTNOTE_CALSA_H
#include <alsa/asoundlib.h>
#include <sys/eventfd.h>
#include <time.h>

static inline void ghostnote_alsa_ignore(
    const char *file, int line, const char *function, int error, const char *format, ...) {}

/* alsa-lib prints failures on stderr; our errors contain the same information. */
static inline void ghostnote_alsa_mute(void) {
  snd_lib_error_set_handler(ghostnote_alsa_ignore);
}

/* Functions called in a sound card's cycle, redeclared so that Swift knows they take no lock. */
#define GHOSTNOTE_ALSA_NO_LOCKS __attribute__((swift_attr("@_noLocks")))
snd_pcm_sframes_t snd_pcm_avail_update(snd_pcm_t *pcm) GHOSTNOTE_ALSA_NO_LOCKS;
int snd_pcm_avail_delay(snd_pcm_t *pcm, snd_pcm_sframes_t *available, snd_pcm_sframes_t *delay)
    GHOSTNOTE_ALSA_NO_LOCKS;
snd_pcm_state_t snd_pcm_state(snd_pcm_t *pcm) GHOSTNOTE_ALSA_NO_LOCKS;
snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *pcm, const void *samples, snd_pcm_uframes_t frames)
    GHOSTNOTE_ALSA_NO_LOCKS;

/* CLOCK_MONOTONIC in nanoseconds. */
static inline int64_t ghostnote_now(void) GHOSTNOTE_ALSA_NO_LOCKS;
static inline int64_t ghostnote_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Swift does not allow a call through a function pointer in `@_noLocks` code; the caller guarantees
   that the function takes no lock. */
typedef void (*ghostnote_pcm_handler)(void *_Nonnull context, const void *_Nonnull cycle);
static inline void ghostnote_pcm_call(
    ghostnote_pcm_handler _Nonnull handler, void *_Nonnull context, const void *_Nonnull cycle)
    GHOSTNOTE_ALSA_NO_LOCKS;
static inline void ghostnote_pcm_call(
    ghostnote_pcm_handler _Nonnull handler, void *_Nonnull context, const void *_Nonnull cycle) {
  handler(context, cycle);
}

static inline int ghostnote_wake_descriptor(void) {
  return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}
#endif
