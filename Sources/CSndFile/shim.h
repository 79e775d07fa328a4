#ifndef GHOSTNOTE_CSNDFILE_H
#define GHOSTNOTE_CSNDFILE_H
#include <sndfile.h>

/* The loops of SF_INSTRUMENT have no name, and Swift does not import them: the first, or 0. */
static inline int ghostnote_first_loop(SNDFILE *file, unsigned *start, unsigned *end) {
  SF_INSTRUMENT instrument;
  if (sf_command(file, SFC_GET_INSTRUMENT, &instrument, sizeof instrument) != SF_TRUE) return 0;
  if (instrument.loop_count < 1) return 0;
  *start = instrument.loops[0].start;
  *end = instrument.loops[0].end;
  return 1;
}
#endif
