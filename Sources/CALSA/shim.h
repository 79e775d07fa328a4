#ifndef GHOSTNOTE_CALSA_H
#define GHOSTNOTE_CALSA_H
#include <alsa/asoundlib.h>
#endif
