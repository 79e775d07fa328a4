#ifndef GHOSTNOTE_CGLIBC_H
#define GHOSTNOTE_CGLIBC_H

// Of glibc's <spawn.h> since 2.34, which Swift shows without it. That header itself is not included here: its types
// would belong to this module. ACTIONS is a posix_spawn_file_actions_t.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);

// Of <pthread.h>, which shows it with _GNU_SOURCE only. THREAD is a pthread_t.
int pthread_setname_np(unsigned long thread, const char *name);
#endif
