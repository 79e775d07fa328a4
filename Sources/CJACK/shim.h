#ifndef GHOSTNOTE_CJACK_H
#define GHOSTNOTE_CJACK_H
#include <jack/jack.h>
#include <jack/midiport.h>
#include <jack/thread.h>
#include <jack/transport.h>
#include <pthread.h>
#include <unistd.h>

/* Variadic in C, which Swift does not import. `server` is read only with JackServerName. */
static inline jack_client_t *ghostnote_jack_client_open(
    const char *name, jack_options_t options, jack_status_t *status, const char *server) {
  return jack_client_open(name, options, status, server);
}

/* What the audio thread calls, declared again so that Swift knows it takes no lock. */
#define GHOSTNOTE_NO_LOCKS __attribute__((swift_attr("@_noLocks")))
void *jack_port_get_buffer(jack_port_t *port, jack_nframes_t frames) GHOSTNOTE_NO_LOCKS;
int jack_get_cycle_times(
    const jack_client_t *client, jack_nframes_t *current_frames, jack_time_t *current_usecs,
    jack_time_t *next_usecs, float *period_usecs) GHOSTNOTE_NO_LOCKS;
jack_nframes_t jack_last_frame_time(const jack_client_t *client) GHOSTNOTE_NO_LOCKS;
jack_time_t jack_frames_to_time(const jack_client_t *client, jack_nframes_t frames)
    GHOSTNOTE_NO_LOCKS;
jack_time_t jack_get_time(void) GHOSTNOTE_NO_LOCKS;
uint32_t jack_midi_get_event_count(void *buffer) GHOSTNOTE_NO_LOCKS;
int jack_midi_event_get(jack_midi_event_t *event, void *buffer, uint32_t index)
    GHOSTNOTE_NO_LOCKS;
void jack_midi_clear_buffer(void *buffer) GHOSTNOTE_NO_LOCKS;
size_t jack_midi_max_event_size(void *buffer) GHOSTNOTE_NO_LOCKS;
int jack_midi_event_write(
    void *buffer, jack_nframes_t time, const jack_midi_data_t *data, size_t size)
    GHOSTNOTE_NO_LOCKS;
jack_midi_data_t *jack_midi_event_reserve(void *buffer, jack_nframes_t time, size_t size)
    GHOSTNOTE_NO_LOCKS;
uint32_t jack_midi_get_lost_event_count(void *buffer) GHOSTNOTE_NO_LOCKS;
jack_transport_state_t jack_transport_query(const jack_client_t *client, jack_position_t *position)
    GHOSTNOTE_NO_LOCKS;

/* A call of the system, which only a cycle that keeps to no clock may make. */
static inline void ghostnote_jack_rest(void) GHOSTNOTE_NO_LOCKS;
static inline void ghostnote_jack_rest(void) { usleep(1000); }

/* What a thread allowed before it refused to be cancelled. */
typedef struct {
  int state;
  int type;
} ghostnote_cancellation;

/* A few instructions of the thread on itself; the kernel is not called. The type comes first:
   glibc's handler of a cancellation that was sent just before looks at the type alone, and would
   end a thread that has merely set its state (seen with 2.36). */
static inline ghostnote_cancellation ghostnote_jack_refuse_cancellation(void) GHOSTNOTE_NO_LOCKS;
static inline ghostnote_cancellation ghostnote_jack_refuse_cancellation(void) {
  ghostnote_cancellation before = {PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DEFERRED};
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before.type);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.state);
  return before;
}
static inline void ghostnote_jack_restore_cancellation(ghostnote_cancellation before)
    GHOSTNOTE_NO_LOCKS;
static inline void ghostnote_jack_restore_cancellation(ghostnote_cancellation before) {
  pthread_setcancelstate(before.state, &before.state);
  pthread_setcanceltype(before.type, &before.type);
}

/* The structure is packed, and this field alone lies where Swift must not read it. */
static inline double ghostnote_jack_exact_tick(const jack_position_t *position) GHOSTNOTE_NO_LOCKS;
static inline double ghostnote_jack_exact_tick(const jack_position_t *position) {
#ifdef JACK_TICK_DOUBLE
  return position->valid & JackTickDouble ? position->tick_double : -1;
#else
  (void)position;
  return -1;
#endif
}

/* Swift does not allow a call through a function pointer in `@_noLocks` code; the caller guarantees
   that the function takes no lock. */
typedef void (*ghostnote_jack_handler)(void *_Nonnull context, const void *_Nonnull cycle);
static inline void ghostnote_jack_call(
    ghostnote_jack_handler _Nonnull handler, void *_Nonnull context, const void *_Nonnull cycle)
    GHOSTNOTE_NO_LOCKS;
static inline void ghostnote_jack_call(
    ghostnote_jack_handler _Nonnull handler, void *_Nonnull context, const void *_Nonnull cycle) {
  handler(context, cycle);
}
#endif
