#ifndef GHOSTNOTE_CEXPAT_H
#define GHOSTNOTE_CEXPAT_H
#include <expat.h>
#endif
