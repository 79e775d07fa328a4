#ifndef GHOSTNOTE_CZLIB_H
#define GHOSTNOTE_CZLIB_H
#include <zlib.h>
#endif
