// What the builds and the choice between them share.
#ifndef GHOSTNOTE_CHOICE_H
#define GHOSTNOTE_CHOICE_H

#include "builds.h"

extern const vectors_build vectors_plain;
#if defined(__x86_64__)
extern const vectors_build vectors_avx2, vectors_avx512;
#endif

#endif
