#ifndef GHOSTNOTE_CFLUIDSYNTH_H
#define GHOSTNOTE_CFLUIDSYNTH_H
#include <fluidsynth.h>
#include <math.h>

/* What the audio thread calls, said again so that Swift's compiler lets it: with synth.threadsafe-api=0,
   synth.dynamic-sample-loading=0, synth.cpu-cores=1 and no reverb or chorus none of these allocates or locks. */
#define GHOSTNOTE_REALTIME __attribute__((swift_attr("@_noLocks")))

int fluid_synth_noteon(fluid_synth_t *synth, int chan, int key, int vel) GHOSTNOTE_REALTIME;
int fluid_synth_noteoff(fluid_synth_t *synth, int chan, int key) GHOSTNOTE_REALTIME;
int fluid_synth_stop(fluid_synth_t *synth, unsigned int id) GHOSTNOTE_REALTIME;
int fluid_synth_all_notes_off(fluid_synth_t *synth, int chan) GHOSTNOTE_REALTIME;
int fluid_synth_cc(fluid_synth_t *synth, int chan, int ctrl, int val) GHOSTNOTE_REALTIME;
int fluid_synth_set_gen(fluid_synth_t *synth, int chan, int param, float value) GHOSTNOTE_REALTIME;
int fluid_synth_program_select(
    fluid_synth_t *synth, int chan, int sfont_id, int bank_num, int preset_num) GHOSTNOTE_REALTIME;
void fluid_synth_get_voicelist(
    fluid_synth_t *synth, fluid_voice_t *buf[], int bufsize, int ID) GHOSTNOTE_REALTIME;
int fluid_synth_get_active_voice_count(fluid_synth_t *synth) GHOSTNOTE_REALTIME;
float fluid_synth_get_gain(fluid_synth_t *synth) GHOSTNOTE_REALTIME;
int fluid_synth_write_float(
    fluid_synth_t *synth, int len, void *lout, int loff, int lincr, void *rout, int roff, int rincr)
    GHOSTNOTE_REALTIME;
int fluid_synth_process(fluid_synth_t *synth, int len, int nfx, float *fx[], int nout, float *out[])
    GHOSTNOTE_REALTIME;
float fluid_voice_gen_get(fluid_voice_t *voice, int gen) GHOSTNOTE_REALTIME;
void fluid_voice_gen_set(fluid_voice_t *voice, int gen, float val) GHOSTNOTE_REALTIME;
void fluid_voice_update_param(fluid_voice_t *voice, int gen) GHOSTNOTE_REALTIME;
unsigned int fluid_voice_get_id(const fluid_voice_t *voice) GHOSTNOTE_REALTIME;
int fluid_voice_get_channel(const fluid_voice_t *voice) GHOSTNOTE_REALTIME;
int fluid_voice_is_playing(const fluid_voice_t *voice) GHOSTNOTE_REALTIME;

/* libm's own declarations belong to another module, hence these. */
GHOSTNOTE_REALTIME static inline float ghostnote_log2(float x) { return log2f(x); }
GHOSTNOTE_REALTIME static inline float ghostnote_exp2(float x) { return exp2f(x); }
GHOSTNOTE_REALTIME static inline float ghostnote_tan(float x) { return tanf(x); }
#endif
