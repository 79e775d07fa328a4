#ifndef GHOSTNOTE_CFLUIDSYNTH_H
#define GHOSTNOTE_CFLUIDSYNTH_H
#include <fluidsynth.h>
#endif
